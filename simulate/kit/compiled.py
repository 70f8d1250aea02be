"""Turn plain Python functions into machine code, and keep what was compiled.

Numba's own file cache looks at one source file, so a compiled function stays in
use when a function it calls, in another file, has changed: it is then silently
wrong. Here what is kept is named by all that it is made of (`simulate.kit.code_key`), in a folder
named by the compiler's versions and by the settings and extensions that change machine code. What
lies there is not believed blindly either (`simulate.kit.kept`). Where it cannot be said what
something is made of, it is compiled anew by each command, which takes a few seconds.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core.registry import CPUDispatcher, cpu_target
from numba.extending import typeof_impl

from simulate.kit.code_key import SHIPPED, code_key, is_library, source_key
from simulate.kit.kept import KeptCode, discard_unused, doubt, make_folder
from simulate.kit.parts import WholeCompiler, part_of, set_environments

Function = TypeVar("Function", bound=Callable[..., Any])

# Numba's annotations cover neither its settings nor what its decorator returns.
_CONFIG: Any = numba.config
_njit: Any = numba.njit

#: What tells the compiler how to compile: what is made so is no function that others call.
EXTENSIONS = tuple(
    SHIPPED / file
    for file in (
        *("kit/compiled.py", "kit/parts.py", "kit/kept.py", "kit/bits.py", "kit/read_only.py"),
        *("kit/view.py", "kit/notes.py", "making/components/component.py", "play/kernel.py"),
    )
)

# Loops over a handful of cards or seats get slower when they are vectorised: without
# it, random Snorkeling runs about 6% faster (in pairs, machine otherwise idle).
_CONFIG.LOOP_VECTORIZE = 0
_CONFIG.SLP_VECTORIZE = 0

#: What of a function Numba asks, where Python calls it, for what is to be called instead.
INTERPRETED = "_compile_for_args"
#: Whether functions are compiled at all; off under ``--no-jit``.
JIT = not _CONFIG.DISABLE_JIT


def compiled(function: Function, **options: bool) -> Function:
    """Compile a function of a game, a strategy or the engine; one that is compiled stays so."""
    if not isinstance(function, FunctionType):
        return function
    # Unless said, the compiler takes from a caller that the callee is to be copied into it.
    options = {"forceinline": False, **options}
    return _njit(nogil=True, **options)(function)  # type: ignore[no-any-return]


def inlined(function: Function) -> Function:
    """Compile a small, often called function, and copy it into its callers.

    Meant for a few lines called at every decision; used on long functions it
    makes the machine code too large for the processor's instruction cache. Where plain Python
    calls it, as tellers do, it is interpreted: compiling it alone takes longer than all its calls.
    """
    made: Any = compiled(function, forceinline=True)
    if made is not function and JIT:
        setattr(made, INTERPRETED, lambda *arguments, **named: function)
    return made  # type: ignore[no-any-return]


def in_order(steps: Sequence[Callable[..., None]]) -> Callable[..., None]:
    """Return a compiled function that does one thing after the other, each with all arguments."""
    if not steps:
        return compiled(lambda *given: None)
    first, *rest = steps
    if not rest:
        return compiled(first)
    do, go_on = compiled(first), in_order(rest)

    def both(*given: Any) -> None:
        do(*given)
        go_on(*given)

    return compiled(both)


def checked(function: Function) -> Function:
    """Compile a user's function; an index outside an array raises ``IndexError``."""
    return _njit(nogil=True, boundscheck=True)(function)  # type: ignore[no-any-return]


class Instance:
    """A copy of `template` in which some names mean something else, compiled for a signature.

    This is how one kernel serves every game: its source calls ``deal``, ``offer`` and so on, and
    each game's copy finds that game's functions under these names, so that the compiler sees plain
    calls it can inline. It is kept on disk for the next process, under its name and what it is
    made of. With `checks`, for code that is not Fathom's, an index outside an array raises
    ``IndexError`` in it and in all that it calls. Where the JIT is off it is the plain copy.
    """

    def __init__(
        self,
        template: Callable[..., Any],
        name: str,
        signature: Any,
        replacements: Mapping[str, Any],
        *,
        checks: bool = False,
    ) -> None:
        assert isinstance(template, FunctionType), "only plain functions can be copied"
        scope = {**template.__globals__, **replacements}
        copy = FunctionType(template.__code__, scope, template.__name__, template.__defaults__)
        copy.__module__ = template.__module__
        copy.__qualname__ = name
        how = {"boundscheck": checks, "pipeline_class": WholeCompiler}
        self._made: Any = _njit(nogil=True, **how)(copy) if JIT else copy
        self._signature, self._checks = signature, checks
        self._lock = threading.Lock()

    @cached_property
    def key(self) -> str:
        """What it is made of, in hexadecimal digits; empty if that cannot be told."""
        return code_key(self._made)

    @cached_property
    def _kept(self) -> KeptCode | None:
        folder = cache_folder() if JIT and self.key else None
        return KeptCode(self._made.py_func, folder, self.key) if folder else None

    @property
    def is_kept(self) -> bool:
        """Whether it takes no compiler to get it."""
        return not JIT or bool(self._kept and self._kept.holds(self._signature))

    def compile(self) -> Any:
        """Compile it, or fetch it from the disk; only when it is called if it has no signature."""
        if not JIT:
            return self._made
        if self._kept:
            self._made._cache = self._kept
        with self._lock, _whole(self._checks):
            if self._signature is not None and not self._made.overloads:
                self._made.compile(self._signature)
                self._made.disable_compile()
                if not self._made.stats.cache_hits:
                    set_environments(*self._made.overloads.values())
                    if self._kept:
                        discard_unused(Path(self._kept.cache_path).parent)
        return self._made


def specialise(
    template: Callable[..., Any], replacements: Mapping[str, Any], *shared: ModuleType
) -> Any:
    """Return a copy of a function in which some global names mean something else.

    The plain functions that it may call, of its module and of those it shares with others, are
    copied with it, and in them the names mean the same. Nothing is compiled yet.
    """
    assert isinstance(template, FunctionType), "only plain functions can be copied"
    names: dict[str, Any] = {}
    for module in shared:
        names |= vars(module)
    names |= {**template.__globals__, template.__name__: template, **replacements}
    copied = {template.__module__, *(module.__name__ for module in shared)}
    for name, function in list(names.items()):
        if isinstance(function, FunctionType) and function.__module__ in copied:
            copy = FunctionType(function.__code__, names, name, function.__defaults__)
            copy.__module__ = function.__module__
            names[name] = compiled(copy)
    return names[template.__name__]


@typeof_impl.register(FunctionType)
def _type_of_plain_function(function: FunctionType, context: Any) -> Any:
    """Compile a plain function of an author's where compiled code names it.

    So a game's or a strategy's file needs no decorators on what its functions call. Python's and
    the libraries' own functions, and those with an overload, stay what the compiler knows of them.
    """
    if is_library(function) or cpu_target.typing_context._get_global_type(function):
        return None
    return _type_of_compiled_function(_dispatcher(function), context)


@cache
def _dispatcher(function: FunctionType) -> Any:
    return compiled(function)


#: Whether what is compiled now has parts, and whether they check every index; of each thread.
_now = threading.local()


@contextmanager
def _whole(checks: bool) -> Iterator[None]:
    """Compile all that is called as parts, with checks or without, the kit's functions included."""
    before = getattr(_now, "checks", None)
    _now.checks = checks or bool(before)
    try:
        yield
    finally:
        _now.checks = before


@typeof_impl.register(CPUDispatcher)
def _type_of_compiled_function(function: Any, context: Any) -> Any:
    """Take a function as a part while a whole is compiled."""
    checks = getattr(_now, "checks", None)
    return types.Dispatcher(
        function if checks is None else part_of(function, checks, cache_folder())
    )


@cache
def fingerprint() -> str:
    """Return 20 hexadecimal digits that change with how machine code is made, of whatever."""
    settings = (_CONFIG.BOUNDSCHECK, _CONFIG.OPT, _CONFIG.CPU_NAME, _CONFIG.CPU_FEATURES)
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__)
    answer = (settings, versions, source_key(EXTENSIONS))
    return hashlib.sha256(repr(answer).encode()).hexdigest()[:20]


def _default_cache() -> Path:
    """Return the folder in the user's cache; the XDG standard ignores relative settings."""
    home = Path(os.environ.get("XDG_CACHE_HOME", "")).expanduser()
    return (home if home.is_absolute() else Path("~/.cache").expanduser()) / "fathom"


@cache
def cache_folder() -> Path | None:
    """Return the folder for compiled code, ready for use, in ``FATHOM_CACHE`` or the user's cache.

    An empty variable counts as none. Return None, after a warning, if the folder is relative,
    cannot be made, or could have been written by others.
    """
    named = os.environ.get("FATHOM_CACHE")
    parent = Path(named).expanduser() if named else _default_cache()
    folder = parent / fingerprint()
    reason, remedy = "", ""
    if not parent.is_absolute():  # in a folder that another user may have made
        reason = f"FATHOM_CACHE names a relative folder, {parent}"
    try:
        for place in (parent, folder):
            if not reason:
                make_folder(place)
                reason, remedy = doubt(place)
    except OSError:
        reason, remedy = f"cannot write {folder}", ""
    if reason:
        print(
            f"fathom: {reason}, so this command compiles for itself; "
            f"{remedy}set FATHOM_CACHE to a folder of your own that can be written",
            file=sys.stderr,
        )
        return None
    return folder
