"""What machine code is made of, in a few digits, by which it is kept on disk; and whose code it is.

Functions are read as the interpreter has them, with those they call, and the numbers, texts and
things they read: an edited comment, docstring or line number changes no key. What a library brings
is known by its name, as its version is part of the folder's.
"""

from __future__ import annotations

import dis
import hashlib
import sys
from collections.abc import Callable, Iterable
from enum import Enum, EnumMeta
from functools import cache
from inspect import CO_VARARGS, CO_VARKEYWORDS
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

_DIGITS = 20
#: What is known by its name, if it is a library's or Fathom's.
_NAMED = (type, BuiltinFunctionType, np.ufunc)
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), np.generic, np.dtype)
_LOADS_FIRST = (dis.opmap["LOAD_CONST"], 0)
_TAKES_ANY = CO_VARARGS | CO_VARKEYWORDS


def code_key(*functions: Callable[..., Any]) -> str:
    """Return hexadecimal digits that differ where machine code of functions may differ.

    Empty if they read something of which it is not known whether it changed.
    """
    reader = _Reader()
    try:
        for function in functions:
            reader.read(function)
    except _UnknownError:
        return ""
    return reader.digest.hexdigest()[:_DIGITS]


def source_key(files: Iterable[Path]) -> str:
    """Return hexadecimal digits that change with the code in files, but for its docstrings."""
    reader = _Reader()
    for file in files:
        reader.read(compile(file.read_bytes(), file.name, "exec", optimize=2))
    return reader.digest.hexdigest()[:_DIGITS]


class _UnknownError(Exception):
    """Something is read that no key can hold."""


class _Reader:
    """Collects what functions are made of; each thing once."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self._seen: dict[int, tuple[int, Any]] = {}

    def note(self, text: str) -> None:
        self.digest.update(f"\0{text}".encode())

    def read(self, thing: Any) -> None:
        if hasattr(thing, "py_func"):
            self.note(repr(sorted(thing.targetoptions.items(), key=repr)))
            thing = thing.py_func
        if isinstance(thing, _PLAIN):
            self.note(f"{type(thing).__name__} {thing!r}")
        elif isinstance(thing, tuple | frozenset):
            fields = getattr(thing, "_fields", ())
            self.note(f"{type(thing).__name__} of {len(thing)} {fields}")
            for part in thing if isinstance(thing, tuple) else sorted(thing, key=repr):
                self.read(part)
        elif id(thing) in self._seen:
            self.note(f"again {self._seen[id(thing)][0]}")
        else:
            self._seen[id(thing)] = (len(self._seen), thing)
            self._read_once(thing)

    def _read_once(self, thing: Any) -> None:
        if isinstance(thing, FunctionType):
            self._read_function(thing)
        elif isinstance(thing, CodeType):
            self._read_code(thing)
        elif isinstance(thing, np.ndarray):
            self.note(f"array {thing.dtype} {thing.shape}")
            self.digest.update(thing.tobytes())
        elif isinstance(thing, EnumMeta):
            names: dict[str, Enum] = dict(thing.__members__)  # other names of members, too
            self.note(f"enum {[one.__name__ for one in thing.__mro__]}")
            self.note(repr([(name, one.value) for name, one in names.items()]))
        elif isinstance(thing, ModuleType) and not is_library(thing):
            self.note(thing.__name__.rpartition(".")[2])  # what is read of it follows
        elif is_library(thing) or (isinstance(thing, _NAMED) and source_ships(thing)):
            name = getattr(thing, "__qualname__", thing)
            self.note(f"{getattr(thing, '__module__', '')}.{getattr(thing, '__name__', name)}")
            self.note(repr(getattr(thing, "_fields", ())))
        elif isinstance(thing, _NAMED):
            raise _UnknownError
        elif source_ships(type(thing)):
            self._read_object(thing)
        else:
            raise _UnknownError

    def _read_function(self, function: FunctionType) -> None:
        self.note(f"function {function.__qualname__}")
        for cell in function.__closure__ or ():
            self.read(cell.cell_contents)
        self.read(function.__defaults__ or ())
        self.read(tuple(sorted((function.__kwdefaults__ or {}).items())))
        if is_library(function):
            self.note(function.__module__)
            return
        self.read(function.__code__)
        names, own = _names_in(function.__code__), function.__globals__
        scopes = [own]
        for scope in scopes:
            for name in names:
                # Some other thing of that name is read only if a module is asked for it.
                if name in scope and (
                    own.get(name, scope[name]) is scope[name] or _asks(function.__code__, name)
                ):
                    self.note(name)
                    self.read(scope[name])
                    if isinstance(scope[name], ModuleType) and not is_library(scope[name]):
                        more = vars(scope[name])
                        scopes += [more] if all(more is not one for one in scopes) else []

    def _read_code(self, code: CodeType) -> None:
        self.digest.update(code.co_code)
        self.digest.update(code.co_exceptiontable)
        taken = (code.co_posonlyargcount, code.co_argcount, code.co_kwonlyargcount)
        names = (code.co_names, code.co_varnames, code.co_freevars)
        self.note(repr((taken, code.co_flags & _TAKES_ANY, names)))
        for place, constant in enumerate(code.co_consts):
            # Nothing loads the first one where it is a docstring, or None for want of one.
            if (
                place
                or not isinstance(constant, str | None)
                or _LOADS_FIRST in zip(code.co_code[::2], code.co_code[1::2], strict=True)
            ):
                self.read(constant)

    def _read_object(self, thing: Any) -> None:
        """Read an object of a class of Fathom's, as a component: what compiled code may ask it."""
        self.note(type(thing).__qualname__)
        for name, value in sorted(vars(thing).items()):
            seen = dict(self._seen)
            try:
                self.note(name)
                self.read(value)
            except _UnknownError:
                self._seen = seen  # no compiled code can ask for it either


def _asks(code: CodeType, name: str) -> bool:
    """Tell whether a function, or one in it, asks for a name otherwise than among its globals."""
    read = (one for one in dis.get_instructions(code) if one.opcode in dis.hasname)
    within = (one for one in code.co_consts if isinstance(one, CodeType))
    return any(one.argval == name and one.opname != "LOAD_GLOBAL" for one in read) or any(
        _asks(one, name) for one in within
    )


def _names_in(code: CodeType) -> list[str]:
    """Return the names that a function reads, and those in it."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _names_in(constant)
    return list(dict.fromkeys(names))


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
