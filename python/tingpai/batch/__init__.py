"""Many hands at once, as columns in and columns out.

>>> import tingpai as tp
>>> from tingpai import batch
>>> batch.score(["[777z][333m] 555p 88s 22m +8s"], tp.rules("hongkong"), by="self_draw").total.tolist()
[6]

:func:`complete`, :func:`waits` and :func:`distance` take counts, a byte for each kind, and answer with a value and an
error code a row; :func:`score` takes whole hands.  A bad row never raises, and the rows beside it get their answers.

>>> hands = [tp.Hand.parse("123m 456p 789s 11z 222z"), tp.Hand.parse("123m 456p 789s 1z 3222z")]
>>> counts = bytes(hand.tiles.count(kind) for hand in hands for kind in range(34))
>>> batch.complete(counts, tp.rules("hongkong")).values.tolist()
[True, False]
"""

from .analysis import ANY_TILE as ANY_TILE
from .analysis import BY_WILD as BY_WILD
from .analysis import Answers as Answers
from .analysis import complete as complete
from .analysis import distance as distance
from .analysis import expand as expand
from .analysis import waits as waits
from .codes import CODES as CODES
from .columns import Coded as Coded
from .columns import Text as Text
from .scores import GROUP_KINDS as GROUP_KINDS
from .scores import LAID as LAID
from .scores import SHAPES as SHAPES
from .scores import Patterns as Patterns
from .scores import RowError as RowError
from .scores import Scores as Scores
from .scoring import score as score

__all__ = [
    "ANY_TILE",
    "BY_WILD",
    "CODES",
    "GROUP_KINDS",
    "LAID",
    "SHAPES",
    "Answers",
    "Coded",
    "Patterns",
    "RowError",
    "Scores",
    "Text",
    "complete",
    "distance",
    "expand",
    "score",
    "waits",
]
