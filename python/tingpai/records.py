"""Frozen records: the part of :mod:`dataclasses` that the package is written with, made sooner.

Every first answer of the command waits for some fifty record classes.  The standard module loads :mod:`inspect` and
compiles six functions for each class; here only ``__init__`` is compiled, and the other methods are shared.  With the
standard one in its place ``tingpai waits hongkong HAND`` took 93 ms of user time instead of 59, ``score baida`` 120
instead of 72, ``--version`` 51 instead of 31 (in turns, the least of 20 runs each, compiled modules, CPython 3.11).

Type checkers take these for the names of :mod:`dataclasses`, and so does whatever asks for a record's
``__dataclass_fields__`` (``dataclasses.fields`` and others): it gets the standard ones, made when asked.

>>> from tingpai.hand import Hand, Meld
>>> meld = Meld((0, 1, 2))
>>> replace(meld, feeder="left", marked=0) == Meld((0, 1, 2), feeder="left", marked=0)
True
>>> import dataclasses
>>> [known.name for known in dataclasses.fields(Hand) if known.init] == [*names(Hand)][:4]
True
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False  # type checkers take it for true; typing itself is slow to import

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import asdict as asdict
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from typing import Any

MISSING = object()


class Field:
    """One field of a record, with what :func:`dataclasses.field` takes."""

    __slots__ = ("compare", "default", "default_factory", "init", "repr")

    def __init__(
        self,
        *,
        default: Any = MISSING,
        default_factory: Any = MISSING,
        init: bool = True,
        repr: bool = True,
        compare: bool = True,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare

    def standard(self) -> Any:
        """The same of the standard library."""
        import dataclasses

        asked = {name: value for name in self.__slots__ if (value := getattr(self, name)) is not MISSING}
        return dataclasses.field(**asked)


def names(record: Any) -> tuple[str, ...]:
    """The names of the fields of a record or its class, in order."""
    return tuple(record._record_fields)


if not TYPE_CHECKING:
    field = Field

    def dataclass(cls=None, /, *, frozen, kw_only=False, slots=False, eq=True, repr=True):
        """The decorator; records are always ``frozen``."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, kw_only=kw_only, slots=slots, eq=eq, repr=repr)
        fields = {}
        for name in cls.__annotations__:
            known = cls.__dict__.get(name, MISSING)
            fields[name] = known if isinstance(known, Field) else Field(default=known)
            if fields[name].default is not MISSING:
                setattr(cls, name, fields[name].default)
            elif known is not MISSING:
                delattr(cls, name)
        if slots:
            cls = _with_slots(cls, fields)
        cls._record_fields = fields
        cls.__dataclass_fields__ = _StandardFields()
        cls.__match_args__ = () if kw_only else tuple(name for name, known in fields.items() if known.init)
        cls.__init__ = _init(cls, kw_only, slots)
        cls.__setattr__, cls.__delattr__ = _no_setattr, _no_delattr
        if repr:
            cls.__repr__ = _repr
        if eq:
            compared = [name for name, known in fields.items() if known.compare]
            cls._compared = attrgetter(*compared or ["__class__"])
            cls.__eq__, cls.__hash__ = _eq, _hash
        return cls

    def replace(record, /, **changes):
        """The record with these fields changed; ``__post_init__`` runs again."""
        for name, known in record._record_fields.items():
            if known.init and name not in changes:
                changes[name] = getattr(record, name)
        return type(record)(**changes)

    def asdict(record, /):
        """The fields by name; records within it, in its rows and dictionaries, likewise."""
        return {name: _plain(getattr(record, name)) for name in record._record_fields}


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind is tuple or kind is list:
        return kind(map(_plain, value))
    if kind is dict:
        return {key: _plain(item) for key, item in value.items()}
    return asdict(value) if hasattr(kind, "_record_fields") else value


class _StandardFields:
    """The fields as :mod:`dataclasses` knows them: a class attribute that is made when it is first asked for."""

    def __get__(self, _: object, cls: Any) -> Any:
        import dataclasses

        known = {name: field.standard() for name, field in cls._record_fields.items()}
        twin = type(cls.__name__, (), {**known, "__annotations__": cls.__annotations__, "__module__": cls.__module__})
        cls.__dataclass_fields__ = made = dataclasses.dataclass(kw_only=True)(twin).__dataclass_fields__  # type: ignore[attr-defined]
        return made


def _with_slots(cls: Any, fields: dict[str, Field]) -> Any:
    """The class again, each of its fields in a slot."""
    inside = {name: value for name, value in cls.__dict__.items() if name not in (*fields, "__dict__", "__weakref__")}
    made = type(cls)(cls.__name__, cls.__bases__, {**inside, "__slots__": tuple(fields)})
    made.__qualname__ = cls.__qualname__
    made.__getstate__, made.__setstate__ = _getstate, _setstate
    return made


def _init(cls: Any, kw_only: bool, slots: bool) -> Callable[..., None]:
    """A function that sets the fields, past ``__setattr__``."""
    known: dict[str, Any] = {"MISSING": MISSING}
    parameters, body, values = [], [], []
    for name, field in cls._record_fields.items():
        known[f"default_{name}"], value = field.default, name
        if field.default_factory is not MISSING:
            known[f"make_{name}"], known[f"default_{name}"] = field.default_factory, MISSING
            value = f"make_{name}() if {name} is MISSING else {name}" if field.init else f"make_{name}()"
        elif not field.init:
            value = f"default_{name}"
        if field.init:
            required = field.default is MISSING and field.default_factory is MISSING
            parameters.append(name if required else f"{name}=default_{name}")
        if slots:
            known[f"set_{name}"] = getattr(cls, name).__set__
            body.append(f"set_{name}(self, {value})")
        else:
            values.append(f"{name}={value}")
    if values:
        body.append(f"self.__dict__.update({', '.join(values)})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    head = ", ".join(["self", *(["*"] if kw_only and parameters else []), *parameters])
    exec(f"def __init__({head}):\n " + "\n ".join(body or ["pass"]), known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _eq(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._compared(self) == self._compared(other)


def _hash(self: Any) -> int:
    return hash(self._compared(self))


def _repr(self: Any) -> str:
    shown = (f"{name}={getattr(self, name)!r}" for name, field in self._record_fields.items() if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _no_setattr(self: object, name: str, value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _no_delattr(self: object, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self._record_fields]


def _setstate(self: Any, state: list[Any]) -> None:
    for name, value in zip(self._record_fields, state, strict=True):
        object.__setattr__(self, name, value)
