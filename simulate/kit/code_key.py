"""What machine code is made of, told in a few digits: by these it is kept on disk.

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
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from simulate.kit.sources import is_library, source_ships

_DIGITS = 20
#: What is known by its name, if it is a library's or Fathom's.
_NAMED = (type, BuiltinFunctionType, np.ufunc)
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), np.generic, np.dtype)
_LOADS_FIRST = (dis.opmap["LOAD_CONST"], 0)
#: What loads a name of the module, or of something else, and by how many bits its place is shifted.
_GLOBAL = dis.opmap["LOAD_GLOBAL"]
_LOADS = {_GLOBAL: 1, dis.opmap["LOAD_ATTR"]: int(sys.version_info >= (3, 12))}
_LOADS[dis.opmap.get("LOAD_METHOD", -1)] = 0


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
            members: Iterable[Enum] = list(thing)
            self.note(f"enum {[(one.name, one.value) for one in members]!r}")
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
        # Machine code names the modules that it came from, so that copies in two places are two.
        self.note(f"function {function.__module__}.{function.__qualname__}")
        for cell in function.__closure__ or ():
            self.read(cell.cell_contents)
        self.read(function.__defaults__ or ())
        self.read(tuple(sorted((function.__kwdefaults__ or {}).items())))
        if is_library(function):
            return
        self.read(function.__code__)
        own, others = _names_in(function.__code__)
        scopes = [(function.__globals__, own)]
        for scope, names in scopes:
            for name in filter(scope.__contains__, names):
                self.note(name)
                self.read(scope[name])
                if isinstance(scope[name], ModuleType) and not is_library(scope[name]):
                    more = vars(scope[name])
                    scopes += [] if any(more is one for one, _ in scopes[1:]) else [(more, others)]

    def _read_code(self, code: CodeType) -> None:
        self.digest.update(code.co_code)
        self.digest.update(code.co_exceptiontable)
        self.note(repr((code.co_names, code.co_varnames, code.co_freevars)))
        for place, constant in enumerate(code.co_consts):
            # The first one may be a docstring, which nothing loads.
            if place or _LOADS_FIRST in zip(code.co_code[::2], code.co_code[1::2], strict=True):
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


def _names_in(code: CodeType) -> tuple[dict[str, None], dict[str, None]]:
    """Return what a function, and those in it, read of their module, and of what they found."""
    own, others, place = dict[str, None](), dict[str, None](), 0
    for operation, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        place = place << 8 | low
        if operation != dis.EXTENDED_ARG:
            if operation in _LOADS:
                name = code.co_names[place >> _LOADS[operation]]
                (own if operation == _GLOBAL else others)[name] = None
            place = 0
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            for names, inner in zip((own, others), _names_in(constant), strict=True):
                names.update(inner)
    return own, others
