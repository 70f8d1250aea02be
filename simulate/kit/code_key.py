"""Keys of functions: digests of everything that determines their machine code.

A key covers the bytecode of a function, the functions that it calls, and the values that it reads.
Edited comments, docstrings and line numbers do not change it. Functions and classes of libraries
enter a key only by their names, because their versions are part of the name of the folder for
machine code.

`ships_with_fathom`, `source_ships` and `is_library` distinguish code of Fathom, of libraries and of
authors.
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
#: The types of objects whose names alone enter a key, if a library or Fathom defines them.
_NAMED = (type, BuiltinFunctionType, np.ufunc)
#: The types whose values enter a key.
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), np.generic, np.dtype)
_LOADS_FIRST = (dis.opmap["LOAD_CONST"], 0)
_TAKES_ANY = CO_VARARGS | CO_VARKEYWORDS


def code_key(*functions: Callable[..., Any]) -> str:
    """Return the key of functions: 20 hexadecimal digits.

    Functions with the same key have the same machine code. The key is empty if a function reads a
    value that cannot be part of a key.
    """
    reader = _Reader()
    try:
        for function in functions:
            reader.read(function)
    except _UnknownError:
        return ""
    return reader.digest.hexdigest()[:_DIGITS]


def source_key(files: Iterable[Path]) -> str:
    """Return a digest of the code in Python files, without docstrings: 20 hexadecimal digits.

    Raises
    ------
    OSError
        If a file cannot be read.
    SyntaxError
        If a file is not valid Python.
    """
    reader = _Reader()
    for file in files:
        reader.read(compile(file.read_bytes(), file.name, "exec", optimize=2))
    return reader.digest.hexdigest()[:_DIGITS]


class _UnknownError(Exception):
    """Raised if a function reads a value that cannot be part of a key."""


class _Reader:
    """Computes a digest of functions and of everything that they read. Each object is read once."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        #: The objects that were read, each with its number, by address (``id``). They are kept so
        #: that no other object gets the same address.
        self._things: dict[int, tuple[int, Any]] = {}

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
        elif id(thing) in self._things:
            self.note(f"again {self._things[id(thing)][0]}")
        else:
            self._things[id(thing)] = (len(self._things), thing)
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
            members: dict[str, Enum] = dict(thing.__members__)  # Aliases are included.
            self.note(f"enum {[base.__name__ for base in thing.__mro__]}")
            self.note(repr([(name, member.value) for name, member in members.items()]))
        elif isinstance(thing, ModuleType) and not is_library(thing):
            # `_read_globals` reads the values of those names in the module that functions use.
            self.note(thing.__name__.rpartition(".")[2])
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
        self._read_globals(function)

    def _read_globals(self, function: FunctionType) -> None:
        """Read the values of the names in a function, from its module and from modules it names."""
        names = _names_in(function.__code__)
        own = function.__globals__
        scopes = [own]
        for scope in scopes:  # The list grows when a name refers to another module.
            for name in names:
                if name not in scope:
                    continue
                value = scope[name]
                # A different value of the same name in another module is read only if the function
                # uses the name as an attribute.
                is_shadowed = own.get(name, value) is not value
                if is_shadowed and not _reads_attribute(function.__code__, name):
                    continue
                self.note(name)
                self.read(value)
                if isinstance(value, ModuleType) and not is_library(value):
                    module_scope = vars(value)
                    if all(module_scope is not known for known in scopes):
                        scopes.append(module_scope)

    def _read_code(self, code: CodeType) -> None:
        self.digest.update(code.co_code)
        self.digest.update(code.co_exceptiontable)
        arguments = (code.co_posonlyargcount, code.co_argcount, code.co_kwonlyargcount)
        names = (code.co_names, code.co_varnames, code.co_freevars)
        self.note(repr((arguments, code.co_flags & _TAKES_ANY, names)))
        for place, constant in enumerate(code.co_consts):
            # The first constant is the docstring, or None, unless an instruction loads it.
            may_be_docstring = place == 0 and isinstance(constant, str | None)
            instructions = zip(code.co_code[::2], code.co_code[1::2], strict=True)
            if may_be_docstring and _LOADS_FIRST not in instructions:
                continue
            self.read(constant)

    def _read_object(self, thing: Any) -> None:
        """Read the attributes of an object whose class is in Fathom, such as a component."""
        self.note(type(thing).__qualname__)
        for name, value in sorted(vars(thing).items()):
            things = dict(self._things)
            try:
                self.note(name)
                self.read(value)
            except _UnknownError:
                self._things = things  # Compiled code cannot read this attribute either.


def _reads_attribute(code: CodeType, name: str) -> bool:
    """Return True if a function, or one nested in it, uses `name` as anything but a global."""
    for instruction in dis.get_instructions(code):
        is_named = instruction.opcode in dis.hasname and instruction.argval == name
        if is_named and instruction.opname != "LOAD_GLOBAL":
            return True
    inner_functions = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return any(_reads_attribute(function, name) for function in inner_functions)


def _names_in(code: CodeType) -> list[str]:
    """Return the names that a function and the functions within it use, without repetitions."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _names_in(constant)
    return list(dict.fromkeys(names))


#: The folder of the package `simulate`.
SHIPPED = Path(__file__).resolve().parents[1]
#: The folders of Fathom's packages with functions that are compiled.
_FOLDERS = (SHIPPED, SHIPPED.parent / "strategies")
#: Libraries whose functions are left to Numba. Plain functions of other modules outside Python's
#: library are an author's, and are compiled when compiled code calls them.
NOT_AUTHORS = frozenset(("llvmlite", "numba", "numpy", "pandas", "scipy"))


def ships_with_fathom(function: Callable[..., Any]) -> bool:
    """Return True if a function and all functions in its closure are from files of Fathom."""
    plain = getattr(function, "py_func", function)
    if not source_ships(plain):
        return False
    values = [cell.cell_contents for cell in plain.__closure__ or ()]
    functions = [
        value for value in values if isinstance(getattr(value, "py_func", value), FunctionType)
    ]
    return all(map(ships_with_fathom, functions))


def source_ships(thing: Any) -> bool:
    """Return True if a function, class or module is from a file of Fathom."""
    if isinstance(thing, FunctionType):
        return _is_shipped(thing.__code__.co_filename)
    module = thing if isinstance(thing, ModuleType) else sys.modules.get(thing.__module__)
    file = getattr(module, "__file__", None)
    return bool(file) and _is_shipped(file)


def is_library(thing: Any) -> bool:
    """Return True if an object is from Python's library or from a library in `NOT_AUTHORS`."""
    module = thing if isinstance(thing, ModuleType) else None
    name = module.__name__ if module else getattr(thing, "__module__", None) or ""
    home = name.partition(".")[0]
    return home in NOT_AUTHORS or home in sys.stdlib_module_names


@cache
def _is_shipped(file: str) -> bool:
    source = Path(file).resolve()
    return any(folder in source.parents for folder in _FOLDERS)
