"""``python -m tingpai``, the same as the ``tingpai`` command."""

from .cli import main

if __name__ == "__main__":
    raise SystemExit(main())
