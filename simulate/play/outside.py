"""Refusing code whose choices would not follow from the seed: what can be seen by reading it.

Chance of Python or NumPy, the clock, files, and what is remembered from one decision to the
next would give other games each time. The source of a strategy or of a game is read, and that
of the functions it calls; what reading does not show is found by playing twice
(`simulate.play.repeating`).
"""

from __future__ import annotations

import ast
import builtins
import inspect
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.kit.compiled import JIT, ships_with_fathom, source_ships

#: Kinds that need not change what is decided, as a log file does not: interpreted, playing twice
#: tells.
_PERHAPS_HARMLESS = ("clock", "surroundings", "recursion")
_INTERPRETED = ", or run it interpreted with --no-jit, where games are played twice and compared"
#: What is said of each kind of use, and of a strategy and of a game what to do instead.
_REASONS = {
    "chance": (
        "draws with {name}, whose games no seed gives again",
        "draw from the seat's own stream: below(view.chance, 6) is a whole number from 0 to 5, "
        "uniform(view.chance) a number from 0 up to 1 (from strategies import below, uniform)",
        "draw from the deal's own stream: below(state.chance, 6) is a whole number from 0 to 5 "
        "(from simulate.making import below, uniform)",
    ),
    "clock": (
        "asks the clock ({name}), so that the same seed would give other games",
        "decide by the view alone" + _INTERPRETED,
        "let the rules and the chance in the state decide alone" + _INTERPRETED,
    ),
    "surroundings": (
        "reaches outside the game ({name}), so that the same seed could give other games",
        "write what it needs into the file as numbers, or declare parameters" + _INTERPRETED,
        "write what it needs into the file as numbers, or declare options" + _INTERPRETED,
    ),
    "leaves": (
        "leaves compiled code ({name}), where nothing tells whether the seed still holds",
        "write it in plain Python and call no other language",
        "write it in plain Python and call no other language",
    ),
    "unset": (
        "makes an array with {name}, in which stands what was in memory before",
        "write np.zeros",
        "write np.zeros",
    ),
    "process": (
        "uses {name}, which is another number each time Fathom starts",
        "compare the things themselves",
        "compare the things themselves",
    ),
    "opens": (
        "opens what is read-only with {name}, which can be written to and stays for the next games",
        "plan in working_memory(view, size), which is all 0 at each decision (from strategies "
        "import working_memory)",
        "keep it in a field of the game's layouts",
    ),
    "recursion": (
        "calls itself ({name}); compiled, that ends everything without a word if it goes deep",
        "write it as a loop" + _INTERPRETED,
        "write it as a loop" + _INTERPRETED,
    ),
    "remembers": (
        "writes to {name}, which stays from one decision to the next, so that a game would depend "
        "on the games before it",
        "plan in working_memory(view, size), which is all 0 at each decision (from strategies "
        "import working_memory)",
        "keep it in a field of the game's layouts",
    ),
}
#: Modules by what is found there; what lies in them goes the same way.
_MODULES = {
    "chance": ("random", "_random", "numpy.random", "secrets", "uuid"),
    "clock": ("time", "datetime", "_datetime", "timeit", "calendar"),
    "surroundings": (
        *("os", "posix", "nt", "io", "_io", "pathlib", "shutil", "tempfile", "subprocess"),
        *("socket", "urllib", "http", "platform", "getpass", "glob", "fileinput"),
    ),
    "opens": ("simulate.kit.read_only",),
    "leaves": ("ctypes", "_ctypes", "cffi", "_cffi_backend", "numba.core.withcontexts"),
}
_OBJECTS = {
    "surroundings": (open, input, np.load, np.loadtxt, np.genfromtxt, np.fromfile, np.memmap),
    "unset": (np.empty, np.empty_like),
    "process": (id, hash),
}
#: Methods that change what they are called on.
_CHANGING = {
    *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "add"),
    *("discard", "update", "setdefault", "popitem", "fill", "put", "appendleft", "popleft"),
}


@dataclass(frozen=True)
class _Use:
    """Something used that would break the seed's promise: of which kind, its name, and where."""

    kind: str
    name: str
    file: str
    line: int


def refuse_outside(function: Callable[..., Any], who: str, *, of_game: bool = False) -> None:
    """Refuse a function, not Fathom's own, whose choices would not follow from the seed.

    Parameters
    ----------
    function
        Of a strategy or of a game, compiled or plain.
    who
        Whose it is, for the error: ``"strategy bold"``.
    of_game
        Whether it is a game's.

    Raises
    ------
    UsageError
        It, or a function that it calls, uses such a thing; says what to do instead.
    """
    use = _first_use(_plain(function))
    if use:
        does, *instead = _REASONS[use.kind]
        raise UsageError(
            f"{who} ({use.file}, line {use.line}) {does.format(name=use.name)}; {instead[of_game]}"
        )


@cache
def changeable(function: Callable[..., Any]) -> tuple[str, ...]:
    """Name what a function reads that outlasts a decision and could be changed by aliases."""
    found: dict[str, None] = {}
    for reader in _Reader(_plain(function)).with_called():
        for name, thing in reader.read.items():
            if isinstance(thing, list | dict | set | bytearray | np.ndarray):
                found[name] = None
    return tuple(found)


def where_named(functions: Iterable[Callable[..., Any]], attribute: str) -> tuple[str, int]:
    """Return the file and the line where functions, or those they call, name an attribute first.

    Line 0 of no file if none does.
    """
    for function in functions:
        for reader in _Reader(_plain(function)).with_called():
            if attribute in reader.attributes:
                return reader.file, reader.attributes[attribute]
    return "", 0


@cache
def _first_use(function: FunctionType) -> _Use | None:
    readers = list(_Reader(function).with_called())
    _note_recursion(readers)
    for reader in readers:
        refused = [use for use in reader.uses if JIT or use.kind not in _PERHAPS_HARMLESS]
        if refused:
            return min(refused, key=lambda use: use.line)
    return None


def _note_recursion(readers: Iterable[_Reader]) -> None:
    """Note as a use of each function that it calls itself, also by way of others."""
    calls: dict[Any, dict[FunctionType, None]] = {one.function: one.called for one in readers}
    for reader in readers:
        reached, waiting = set[FunctionType](), list(reader.called)
        while waiting:
            called = waiting.pop()
            if called not in reached:
                reached.add(called)
                waiting += calls.get(called, ())
        if reader.function in reached:
            code = reader.function.__code__
            reader.uses.append(
                _Use("recursion", reader.function.__name__, code.co_filename, code.co_firstlineno)
            )


def _plain(function: Callable[..., Any]) -> FunctionType:
    plain = getattr(function, "py_func", function)
    assert isinstance(plain, FunctionType), "only plain functions can be read"
    return plain


class _Reader(ast.NodeVisitor):
    """Reads the source of one function.

    Attributes
    ----------
    uses
        What it must not use.
    read
        By name, what of its file or of a function around it it reads.
    called
        Functions, not Fathom's, that it may call.
    attributes
        By name, the first line that has it after a dot.
    """

    def __init__(self, function: FunctionType, home: str | None = None) -> None:
        self._function = function
        self._home = home if home is not None else _top_of(function)
        self.uses: list[_Use] = []
        self.read: dict[str, Any] = {}
        self.called: dict[FunctionType, None] = {}
        self.attributes: dict[str, int] = {}
        code = function.__code__
        self._first = code.co_firstlineno
        self._names = _names_of(function)
        try:
            tree = ast.parse(dedent(inspect.getsource(function)))
        except (OSError, TypeError, SyntaxError):
            return  # there is no source to read
        [outer, *_] = tree.body
        body = outer.body if isinstance(outer, ast.FunctionDef) else tree.body
        self._local = _bound_in(outer)
        for statement in body:
            self.visit(statement)

    @property
    def function(self) -> FunctionType:
        """What is read."""
        return self._function

    @property
    def file(self) -> str:
        """Where it stands."""
        return self._function.__code__.co_filename

    def with_called(self) -> Iterator[_Reader]:
        """Yield this reader and those of all functions that are called, each once."""
        seen, waiting = {self._function}, [self]
        while waiting:
            reader = waiting.pop(0)
            yield reader
            for function in reader.called:
                if function not in seen:
                    seen.add(function)
                    waiting.append(_Reader(function, self._home))

    def visit_Global(self, node: ast.Global) -> None:
        self._add("remembers", node.names[0], node)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self._add("remembers", node.names[0], node)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._look_at_module(alias.name, node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            self._look_at_module(f"{node.module}.{alias.name}", node)

    def visit_Call(self, node: ast.Call) -> None:
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in _CHANGING:
            self._written(function.value, node)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._maybe_written(node)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._maybe_written(node)
        self.attributes.setdefault(node.attr, self._first + node.lineno - 1)
        chain, names = node, [node.attr]
        while isinstance(chain.value, ast.Attribute):
            chain = chain.value
            names.append(chain.attr)
        if isinstance(chain.value, ast.Name):
            self._follow(chain.value, names[::-1])
        else:
            self.visit(chain.value)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._follow(node, [])

    def _maybe_written(self, node: ast.Subscript | ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Store | ast.Del):
            self._written(node.value, node)

    def _written(self, target: ast.expr, node: ast.AST) -> None:
        """Note what is written, if it is no name of the function's own."""
        while isinstance(target, ast.Attribute | ast.Subscript):
            target = target.value
        if not isinstance(target, ast.Name) or target.id in self._local:
            return
        thing = self._names.get(target.id)
        if source_ships(type(thing)):
            return  # a component of a game: its functions change the state alone
        if thing is not None and not isinstance(thing, ModuleType | type) and not callable(thing):
            self._add("remembers", target.id, node)

    def _follow(self, root: ast.Name, attributes: list[str]) -> None:
        """Find what a dotted name means, and note it."""
        if root.id in self._local or root.id not in self._names:
            return
        thing, written = self._names[root.id], root.id
        self.read.setdefault(root.id, thing)
        for attribute in attributes:
            if not isinstance(thing, ModuleType) or not hasattr(thing, attribute):
                break
            thing, written = getattr(thing, attribute), f"{written}.{attribute}"
        kind = _kind_of(thing)
        if kind:
            self._add(kind, written, root)
        plain = getattr(thing, "py_func", thing)
        if isinstance(plain, FunctionType) and self._is_read(plain, compiled=plain is not thing):
            self.called[plain] = None

    def _is_read(self, function: FunctionType, *, compiled: bool) -> bool:
        """Tell whether a function that is called is somebody's of whom we know nothing."""
        if ships_with_fathom(function):
            return False
        return compiled or _top_of(function) == self._home or not _is_installed(function)

    def _look_at_module(self, name: str, node: ast.AST) -> None:
        kind = _kind_of_module(name)
        if kind:
            self._add(kind, name, node)

    def _add(self, kind: str, name: str, node: ast.AST) -> None:
        line = self._first + getattr(node, "lineno", 1) - 1
        self.uses.append(_Use(kind, name, self._function.__code__.co_filename, line))


def _names_of(function: FunctionType) -> Mapping[str, Any]:
    """Return what the names mean in a function that are not its own."""
    around: dict[str, Any] = {}
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            around[name] = cell.cell_contents
        except ValueError:
            continue  # not set yet
    return {**vars(builtins), **function.__globals__, **around}


def _bound_in(tree: ast.AST) -> set[str]:
    """Return the names that a function, or one in it, binds itself."""
    bound: set[str] = set()
    outer: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            outer.update(node.names)
    return bound - outer


def _kind_of(thing: Any) -> str:
    """Tell which kind of outside a thing is of; nothing if it is harmless."""
    for kind, things in _OBJECTS.items():
        if any(thing is one for one in things):
            return kind
    return _kind_of_module(_origin_of(thing))


def _origin_of(thing: Any) -> str:
    """Return the module that a thing is from, or its type."""
    if isinstance(thing, ModuleType):
        return thing.__name__
    if isinstance(thing, type | FunctionType):
        return thing.__module__ or ""
    owner = getattr(thing, "__self__", None)
    if owner is not None and not isinstance(owner, ModuleType):
        return _origin_of(type(owner))
    named = getattr(thing, "__module__", None)
    return named if isinstance(named, str) and callable(thing) else type(thing).__module__


def _kind_of_module(name: str) -> str:
    for kind, modules in _MODULES.items():
        if any(name == module or name.startswith(f"{module}.") for module in modules):
            return kind
    return ""


def _top_of(function: FunctionType) -> str:
    return (function.__module__ or "").partition(".")[0]


@cache
def _is_installed(function: FunctionType) -> bool:
    """Tell whether a function is part of Python or of an installed package."""
    source = Path(function.__code__.co_filename).resolve()
    folders = {
        Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib")
    }
    return any(folder in source.parents for folder in folders)
