"""Records do what the standard library's dataclasses do, as far as the package uses them."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import Any

import pytest

from tingpai import records


def made(library: Any, name: str) -> list[type[Any]]:
    """The same classes by one library or the other."""

    @library.dataclass(frozen=True)
    class Plain:
        a: int
        b: tuple[int, ...] = (1, 2)
        c: dict[str, int] = library.field(default_factory=dict, compare=False)
        d: int = library.field(default=7, init=False, repr=False)

    @library.dataclass(frozen=True, slots=True)
    class Slotted:
        a: int
        b: int = library.field(default=3, compare=False, repr=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "b", self.b + 1)

        @property
        def double(self) -> int:
            return 2 * self.a

    @library.dataclass(frozen=True, kw_only=True, repr=False)
    class Named:
        a: int = 1
        b: str

    @library.dataclass(frozen=True, eq=False)
    class Same:
        a: int

    @library.dataclass(frozen=True)
    class Empty:
        pass

    classes = [Plain, Slotted, Named, Same, Empty]
    for kind in classes:  # so that both are shown alike, and pickle finds them
        kind.__qualname__ = f"{name}_{kind.__name__}" if name else kind.__name__
        globals()[kind.__qualname__] = kind
    return classes


OURS, THEIRS = made(records, "ours"), made(dataclasses, "theirs")
CALLS: list[tuple[int, tuple[Any, ...], dict[str, Any]]] = [
    (0, (1,), {}), (0, (1, (3,), {"x": 1}), {}), (0, (), {"a": 2, "c": {}}), (0, (), {}), (0, (1,), {"d": 8}),
    (0, (1, 2, 3, 4), {}), (1, (1,), {}), (1, (1, 5), {}), (1, (2,), {"b": 5}), (1, (1,), {"e": 5}),
    (2, (), {"b": "x"}), (2, (), {"a": 2, "b": "x"}),
    (2, ("x",), {}), (2, (), {}), (3, (1,), {}), (4, (), {}), (4, (1,), {}),
]  # fmt: skip


def answer(library: Any, kind: type[Any], args: tuple[Any, ...], values: dict[str, Any]) -> object:
    try:
        value = kind(*args, **values)
    except TypeError:
        return TypeError
    shown = repr(value).replace("theirs_", "ours_") if not repr(value).startswith("<") else None
    held = [(known.name, getattr(value, known.name)) for known in dataclasses.fields(kind)]
    again = library.replace(value, **({"a": 9} if args or "a" in values else {}))
    return shown, held, library.asdict(value), library.asdict(again), value == again


def test_the_same_is_made_shown_and_changed() -> None:
    refused = 0
    for number, args, values in CALLS:
        ours = answer(records, OURS[number], args, values)
        assert ours == answer(dataclasses, THEIRS[number], args, values), (number, args, values)
        refused += ours is TypeError
    assert refused == 7


@pytest.mark.parametrize("number", range(len(OURS)))
def test_the_standard_library_takes_them_for_its_own(number: int) -> None:
    ours, theirs = OURS[number], THEIRS[number]
    assert dataclasses.is_dataclass(ours)
    for name in ("name", "type", "default", "init", "repr", "compare"):
        assert [getattr(one, name) for one in dataclasses.fields(ours)] == [
            getattr(one, name) for one in dataclasses.fields(theirs)
        ]
    assert ours.__match_args__ == theirs.__match_args__  # type: ignore[attr-defined]
    assert [*inspect.signature(ours).parameters] == [*inspect.signature(theirs).parameters]
    assert records.names(ours) == tuple(one.name for one in dataclasses.fields(ours))


def test_equal_records_are_of_one_class_and_hash_alike() -> None:
    plain, slotted, _, same, empty = OURS
    assert plain(1, c={}, b=(2,)) == plain(1, (2,), {"x": 2})
    assert hash(plain(1)) == hash(plain(1, c={"x": 2}))
    assert plain(1) != plain(2)
    assert slotted(1) != plain(1)
    assert same(1) != same(1)
    assert empty() == empty()
    assert dataclasses.replace(plain(1), a=4) == plain(4)


def test_nothing_in_a_record_is_set_or_deleted() -> None:
    for value in (OURS[0](1), OURS[1](1)):
        for name in ("a", "new"):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(value, name, 2)
        with pytest.raises(dataclasses.FrozenInstanceError):
            del value.a
        assert value.a == 1


@pytest.mark.parametrize("value", [OURS[0](1, c={"x": 1}), OURS[1](4, 4), OURS[2](b="x"), OURS[4]()])
def test_records_are_copied_and_pickled(value: Any) -> None:
    for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert again == value
        assert records.asdict(again) == records.asdict(value)
    assert not hasattr(OURS[1](4), "__dict__")


def test_records_within_records_are_plain_data() -> None:
    plain, slotted, named, *_ = OURS
    value = plain(slotted(1), (named(b="x"), [named(b="y")]), {"z": named(b="z")})
    assert records.asdict(value) == {
        "a": {"a": 1, "b": 4},
        "b": ({"a": 1, "b": "x"}, [{"a": 1, "b": "y"}]),
        "c": {"z": {"a": 1, "b": "z"}},
        "d": 7,
    }
