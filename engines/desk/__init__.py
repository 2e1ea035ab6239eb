"""The front desk: what the engines keep for each channel. SQL lives here; Discord and pictures do not."""
