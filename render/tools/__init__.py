"""Development tools which bake the assets; nothing here is needed at run time."""
