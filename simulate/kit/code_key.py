"""What changes with the machine code of functions that do not ship with Fathom.

Such code may be kept on disk only under a name that says all that was compiled: the functions
and those they call, and the numbers, texts and things they read. What cannot be told so is
compiled anew by each command.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum, EnumMeta
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from simulate.kit.compiled import is_library, source_ships

_DIGITS = 16
#: What is known by its name, if it is a library's or Fathom's.
_NAMED = (ModuleType, type, BuiltinFunctionType, np.ufunc)
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), np.generic, np.dtype)


def code_key(functions: Iterable[Callable[..., Any]], *types: np.dtype[Any]) -> str:
    """Return hexadecimal digits that differ where machine code of functions of records may differ.

    Empty if they read something of which it is not known whether it changed.
    """
    reader = _Reader()
    try:
        for function in functions:
            reader.read(function)
    except _UnknownError:
        return ""
    for one in types:
        reader.note(str(one))
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
            self.digest.update(thing.co_code + thing.co_exceptiontable)
            self.note(repr((thing.co_names, thing.co_varnames, thing.co_freevars)))
            for constant in thing.co_consts:
                self.read(constant)
        elif isinstance(thing, np.ndarray):
            self.note(f"array {thing.dtype} {thing.shape}")
            self.digest.update(thing.tobytes())
        elif isinstance(thing, EnumMeta):
            members: Iterable[Enum] = list(thing)
            self.note(f"enum {[(one.name, one.value) for one in members]!r}")
        elif is_library(thing) or (isinstance(thing, _NAMED) and source_ships(thing)):
            name = getattr(thing, "__qualname__", thing)
            self.note(f"{getattr(thing, '__module__', '')}.{getattr(thing, '__name__', name)}")
        elif isinstance(thing, _NAMED):
            raise _UnknownError
        elif source_ships(type(thing)):
            self._read_object(thing)
        else:
            raise _UnknownError

    def _read_function(self, function: FunctionType) -> None:
        self.note(f"function {function.__module__}.{function.__qualname__}")
        for cell in function.__closure__ or ():
            self.read(cell.cell_contents)
        self.read(function.__defaults__ or ())
        self.read(tuple(sorted((function.__kwdefaults__ or {}).items())))
        if source_ships(function) or is_library(function):
            return  # the fingerprint of what is kept holds them
        self.read(function.__code__)
        for name in _names_in(function.__code__):
            if name in function.__globals__:
                self.note(name)
                self.read(function.__globals__[name])

    def _read_object(self, thing: Any) -> None:
        """Read an object of a class of Fathom's, as a component: what compiled code may ask it."""
        self.note(type(thing).__qualname__)
        for name, value in sorted(vars(thing).items()):
            with suppress(_UnknownError):  # no compiled code can ask for it either
                self.note(name)
                self.read(value)


def _names_in(code: CodeType) -> list[str]:
    """Return the names that a function reads, and those in it."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _names_in(constant)
    return list(dict.fromkeys(names))
