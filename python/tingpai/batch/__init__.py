"""Many hands at once, as columns in and columns out.

>>> import tingpai as tp
>>> from tingpai import batch
>>> batch.score(["[777z][333m] 555p 88s 22m +8s"], tp.rules("hongkong"), by="self_draw").total.tolist()
[6]
"""

from .columns import Coded as Coded
from .columns import Text as Text
from .scores import GROUP_KINDS as GROUP_KINDS
from .scores import LAID as LAID
from .scores import SHAPES as SHAPES
from .scores import Patterns as Patterns
from .scores import RowError as RowError
from .scores import Scores as Scores
from .scoring import score as score

__all__ = ["GROUP_KINDS", "LAID", "SHAPES", "Coded", "Patterns", "RowError", "Scores", "Text", "score"]
