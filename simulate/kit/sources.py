"""Whose code something is: Fathom's, a library's or an author's."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

#: Fathom's own packages whose functions are compiled.
SHIPPED = Path(__file__).resolve().parents[1]
_FOLDERS = (SHIPPED, SHIPPED.parent / "strategies")
#: Libraries whose functions the compiler knows, or cannot know.
NOT_AUTHORS = frozenset(("llvmlite", "numba", "numpy", "pandas", "scipy"))


def ships_with_fathom(function: Callable[..., Any]) -> bool:
    """Tell whether a function is written in a file of Fathom's.

    One of ours that only leads to somebody else's is somebody else's.
    """
    plain = getattr(function, "py_func", function)
    if not source_ships(plain):
        return False
    cells = (cell.cell_contents for cell in plain.__closure__ or ())
    inner = (one for one in cells if isinstance(getattr(one, "py_func", one), FunctionType))
    return all(map(ships_with_fathom, inner))


def source_ships(thing: Any) -> bool:
    """Tell whether a function, class or module is written in a file of Fathom's."""
    if isinstance(thing, FunctionType):
        return _lies_here(thing.__code__.co_filename)
    module = thing if isinstance(thing, ModuleType) else sys.modules.get(thing.__module__)
    file = getattr(module, "__file__", None)
    return bool(file) and _lies_here(file)


def is_library(thing: Any) -> bool:
    """Tell whether something is part of Python, or of a library that the compiler knows."""
    module = thing if isinstance(thing, ModuleType) else None
    name = module.__name__ if module else getattr(thing, "__module__", None) or ""
    home = name.partition(".")[0]
    return home in NOT_AUTHORS or home in sys.stdlib_module_names


@cache
def _lies_here(file: str) -> bool:
    source = Path(file).resolve()
    return any(folder in source.parents for folder in _FOLDERS)
