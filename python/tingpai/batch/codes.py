"""What is wrong with a row, as a number in the error column."""

from __future__ import annotations

CODES = ("", "tile_count", "too_many_copies", "no_wild_tiles", "not_a_meld")
"""The code (one of :data:`tingpai.errors.ALL_CODES`) of each number; 0 is a row without a fault.  A row that has
several faults shows the first in this order."""
