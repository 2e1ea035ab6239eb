"""The six expansions: one file each, which reads like its leaflet and speaks at its named moments only."""
