"""Whether hands are complete, what they wait for, and how far they are from ready.

Every call takes the same columns:

``counts``
    ``uint8[n, 34]``, naturals in hand by kind: any C-contiguous buffer of unsigned bytes, of whatever shape, that holds
    34 for each row (a NumPy array, ``array("B")``, ``memoryview``, ``bytes``).
``wilds``
    Wild tiles in hand: one number for all rows or ``uint8[n]``.
``melds``
    Sets on the table, which count three tiles each: one number or ``uint8[n]``.
``melded``
    ``uint8[n, 34]``, naturals in those sets, four in a kong.  Without it they are taken to be of wild tiles, so that
    they leave all four copies of every kind.
``threads``
    Threads that share the rows.  The answers are the same for any number of them.

The interpreter is free for other threads meanwhile: the columns are copied first, and may be changed at once.  The
answers are two writable views of one allocation, which ``numpy.asarray`` takes as they are: ``values`` and ``errors``,
``uint8[n]``, numbers into :data:`tingpai.batch.CODES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _internal
from ..errors import Fault, IllegalHandError, shown
from ..native import tables
from ..tiles import KIND_COUNT
from .settings import MOST_THREADS, number_faults, switch_faults

if TYPE_CHECKING:
    from ..ruleset.schema import RuleSet

BY_WILD = 1 << KIND_COUNT
"""The bit of a wait mask that says that a wild tile completes the hand."""
ANY_TILE = 1 << KIND_COUNT + 1
"""The bit that says that whatever tile there is does."""

MOST = 255


class Answers(NamedTuple):
    """``values`` and ``errors`` of a call, an item of each for every row."""

    values: memoryview[Any]
    errors: memoryview[int]


def complete(
    counts: Any, rules: RuleSet, *, wilds: Any = 0, melds: Any = 0, melded: Any = None, threads: int = 1
) -> Answers:
    """Whether each hand is complete in any shape of the rules: ``bool[n]``, false in a bad row.  The rows are hands
    with their winning tile, of 14 or 17 tiles.

    >>> import tingpai as tp
    >>> from tingpai import batch
    >>> hand = tp.Hand.parse("123s 456s 789s 22p [789s] [456m]")
    >>> counts = bytes(map(hand.tiles.count, range(34)))
    >>> batch.complete(counts, tp.rules("baida"), melds=2).values.tolist()
    [True]
    >>> found = batch.complete(counts, tp.rules("baida"))
    >>> found.values.tolist(), batch.CODES[found.errors[0]]
    ([False], 'tile_count')
    """
    rows = _rows(counts, wilds, melds, melded, threads)
    return _answers(rows.complete(tables(rules).table, rules.wild_tiles, threads), "?", 1)


def waits(
    counts: Any,
    rules: RuleSet,
    *,
    wilds: Any = 0,
    melds: Any = 0,
    melded: Any = None,
    live: bool = True,
    threads: int = 1,
) -> Answers:
    """What completes each hand: ``uint64[n]``, a bit for each kind, bit 0 for 1m to bit 33 for 7z, and above them
    :data:`BY_WILD` and :data:`ANY_TILE`; 0 in a bad row.  The rows are hands without their winning tile, of 13 or 16
    tiles.  Where ``live``, kinds of which all four copies are in hand or in its sets are left out.

    >>> import tingpai as tp
    >>> from tingpai import batch
    >>> hand = tp.Hand.parse("1113456666788s")
    >>> found = batch.waits(bytes(map(hand.tiles.count, range(34))), tp.rules("hongkong"))
    >>> found.values.format, found.values.shape, hex(found.values[0])
    ('Q', (1,), '0x3480000')
    >>> [kind - 17 for kind, waited in enumerate(batch.expand(found.values).tolist()[0]) if waited]
    [2, 5, 7, 8]
    """
    rows = _rows(counts, wilds, melds, melded, threads, live)
    return _answers(rows.waits(tables(rules).table, rules.wild_tiles, live, threads), "Q", 8)


def distance(
    counts: Any, rules: RuleSet, *, wilds: Any = 0, melds: Any = 0, melded: Any = None, threads: int = 1
) -> Answers:
    """Tiles that each hand is short of ready in the nearest shape: ``int8[n]``, -1 if it is complete, 127 in a bad row.
    The rows are hands that are about to draw or to discard, of 13 or 14, 16 or 17 tiles.

    >>> import tingpai as tp
    >>> from tingpai import batch
    >>> hand = tp.Hand.parse("147m 258p 369s 1234z")
    >>> batch.distance(bytes(map(hand.tiles.count, range(34))), tp.rules("hongkong")).values.tolist()
    [7]
    """
    rows = _rows(counts, wilds, melds, melded, threads)
    return _answers(rows.distance(tables(rules).table, rules.wild_tiles, threads), "b", 1)


def expand(masks: Any) -> memoryview[Any]:
    """The kinds of wait masks (``uint64[n]``) as ``bool[n, 34]``; ``bool[0]`` of none.

    >>> from tingpai import batch
    >>> batch.expand(memoryview(bytes([5, 0, 0, 0, 0, 0, 0, 0])).cast("Q")).tolist()[0][:4]
    [True, False, True, False]
    """
    try:
        bits = _internal.expand(masks)
    except (BufferError, TypeError):
        raise IllegalHandError([Fault("bad_column", f"masks: a buffer of uint64, not {shown(masks)}")]) from None
    view = memoryview(bits).cast("?")
    return view.cast("B").cast("?", (len(bits) // KIND_COUNT, KIND_COUNT)) if bits else view


def _rows(counts: Any, wilds: Any, melds: Any, melded: Any, threads: Any, live: Any = True) -> _internal.Rows:
    """The columns as the kernel takes them; raises :class:`~tingpai.errors.IllegalHandError` with all that cannot
    be."""
    faults: list[Fault] = []

    def fault(name: str, expected: str, found: object) -> None:
        faults.append(Fault("bad_column", f"{name}: {expected}, not {found}", None, {"keyword": name}))

    size = _size(counts)
    if size is None or size % KIND_COUNT:
        fault("counts", "a C-contiguous buffer of unsigned bytes, 34 a row", _told(counts))
    for name, column in (("wilds", wilds), ("melds", melds)):
        if type(column) is int:
            if not 0 <= column <= MOST:
                fault(name, f"a number from 0 to {MOST}", column)
        elif (found := _size(column)) is None or (size is not None and found != size // KIND_COUNT):
            fault(name, "a number, or a buffer of unsigned bytes with one a row", _told(column))
    if melded is not None and (_size(melded) is None or _size(melded) != size):
        fault("melded", "a buffer of unsigned bytes like that of the counts", _told(melded))
    faults += [*number_faults("threads", threads, MOST_THREADS), *switch_faults(live=live)]
    if faults:
        raise IllegalHandError(faults)
    return _internal.Rows(counts, wilds, melds, melded)


def _size(column: object) -> int | None:
    """Bytes that a column holds, if it is one."""
    try:
        view = memoryview(column)  # type: ignore[arg-type]
    except TypeError:
        return None
    return view.nbytes if view.c_contiguous and view.format.lstrip("@=<>!") == "B" else None


def _told(column: object) -> str:
    size = _size(column)
    return shown(column) if size is None else f"{size} bytes"


def _answers(made: bytearray, format: Any, size: int) -> Answers:
    whole: memoryview[Any] = memoryview(made)
    count = len(made) // (size + 1)
    return Answers(whole[: count * size].cast(format), whole[count * size :])
