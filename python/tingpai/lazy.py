"""Packages whose names load the module they stand in when they are first used.

A package then costs what is used of it.  It names them twice, since type checkers do not see what is found late: in
imports for them, and in a table for :func:`names_of`.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true; typing itself is slow to import

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any


def names_of(
    package: str, names: Mapping[str, Iterable[str]], *, modules: Iterable[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a package: ``names`` by the module that has them, ``modules`` as they are.

    >>> import tingpai.game
    >>> find, known = names_of("tingpai.game", {"wall": ("can_replace",)}, modules=("seed",))
    >>> find("can_replace").__module__, find("seed").__name__
    ('tingpai.game.wall', 'tingpai.game.seed')
    """
    home: dict[str, str | None] = {name: module for module, its in names.items() for name in its}
    home |= dict.fromkeys(modules)

    def find(name: str) -> Any:
        import sys
        from importlib import import_module

        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = home[name]
        found = import_module(f"{package}.{module or name}")
        if module:
            found = getattr(found, name)
        setattr(sys.modules[package], name, found)
        return found

    def known() -> list[str]:
        import sys

        return sorted({*vars(sys.modules[package]), *home})

    return find, known
