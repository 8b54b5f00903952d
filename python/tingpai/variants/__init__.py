"""The variants, one file of frozen rows each.  :func:`tingpai.rules` finds them by their file."""
