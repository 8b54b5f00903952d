"""The rules once more, in plain Python: the oracle that the kernel is tested against.

Everything here is written from the rules by trying all there is: readable and slow.  It knows
nothing of the kernel.  A hand comes in admitted (:class:`tingpai.admit.Admitted`), so no error
is raised but by :func:`rescore`, for a reading that the hand does not have.
"""

from .arrangements import Arrangement, Group, decompose, fits
from .completion import complete, live, waits
from .scoring import Line, Reading, best, choices_of_states, evaluate, readings, rescore, winning_groups
from .settlement import settlement
from .shanten import distance

__all__ = [
    "Arrangement",
    "Group",
    "Line",
    "Reading",
    "best",
    "choices_of_states",
    "complete",
    "decompose",
    "distance",
    "evaluate",
    "fits",
    "live",
    "readings",
    "rescore",
    "settlement",
    "waits",
    "winning_groups",
]
