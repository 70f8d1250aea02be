"""Compilation of plain Python functions to machine code, which is kept on disk.

Numba's own cache compares a single source file. If a function in another file changes, compiled
functions that call it stay in use and are silently wrong. In Fathom, the name of a file with
machine code contains a key of everything that determines the code (`simulate.kit.code_key`). Its
folder is named after the versions of the compiler and the settings and extensions that change
machine code. Files are checked before they are loaded (`simulate.kit.kept`). If no key can be
computed for a function, each command compiles it again, which takes a few seconds.

A *whole* is a function that Python calls (`Instance`). The functions that it calls are its *parts*
(`simulate.kit.parts`).
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
from simulate.kit.kept import KeptCode, discard_unused, explain_unsafe_folder, make_folder
from simulate.kit.parts import WholeCompiler, part_of, set_environments

Function = TypeVar("Function", bound=Callable[..., Any])

# Numba has no type annotations for its settings and for the result of its decorator.
_CONFIG: Any = numba.config
_njit: Any = numba.njit

#: The source files that change how the compiler works. If one of them changes, all machine code
#: does.
EXTENSIONS = tuple(
    SHIPPED / file
    for file in (
        *("kit/compiled.py", "kit/parts.py", "kit/kept.py", "kit/bits.py", "kit/read_only.py"),
        *("kit/vectors.py", "kit/addresses.py"),
        *("kit/view.py", "kit/notes.py", "kit/kept_piles.py", "play/kernel.py"),
        "making/components/component.py",
    )
)

# Vectorisation makes loops over a few cards or seats slower. Without it, random Snorkeling is about
# 6% faster (measured in pairs on an idle machine).
_CONFIG.LOOP_VECTORIZE = 0
_CONFIG.SLP_VECTORIZE = 0

#: The attribute of a dispatcher that Numba calls to compile the function when Python calls it.
INTERPRETED = "_compile_for_args"
#: True if functions are compiled, False with ``--no-jit``.
JIT = not _CONFIG.DISABLE_JIT


def compiled(function: Function, **options: bool | str) -> Function:
    """Return the compiled form of a function, which is compiled at its first call.

    An object other than a plain function, such as a compiled function, is returned unchanged. The
    options are those of ``numba.njit``.
    """
    if not isinstance(function, FunctionType):
        return function
    # By default, functions that an inlined function calls would be inlined as well.
    options = {"forceinline": False, **options}
    return _njit(nogil=True, **options)(function)  # type: ignore[no-any-return]


def inlined(function: Function) -> Function:
    """Return the compiled form of a small function, which is copied into its callers.

    It is meant for functions of a few lines that run at every decision. Long functions would make
    the machine code too large for the instruction cache of the processor. When plain Python calls
    the function, as tellers do, it is interpreted, because compiling it would take longer.
    """
    dispatcher: Any = compiled(function, forceinline=True)
    if dispatcher is not function and JIT:
        setattr(dispatcher, INTERPRETED, lambda *arguments, **keywords: function)
    return dispatcher  # type: ignore[no-any-return]


def in_order(steps: Sequence[Callable[..., None]]) -> Callable[..., None]:
    """Return a compiled function that passes its arguments to each function of `steps` in order.

    It does nothing if `steps` is empty.
    """
    if not steps:
        return compiled(lambda *arguments: None)
    first, *rest = steps
    if not rest:
        return compiled(first)
    call_first = compiled(first)
    call_rest = in_order(rest)

    def call_all(*arguments: Any) -> None:
        call_first(*arguments)
        call_rest(*arguments)

    return compiled(call_all)


def checked(function: Function) -> Function:
    """Return the compiled form of a user's function, in which indices outside arrays are errors.

    An index outside an array raises ``IndexError``, as it does in plain Python.
    """
    return _njit(nogil=True, boundscheck=True)(function)  # type: ignore[no-any-return]


class Instance:
    """A compiled copy of a function in which some global names have other values.

    Instances let one kernel serve every game. The source of the kernel calls ``deal``, ``offer``
    and so on. The copy for a game finds the functions of the game under these names, so that the
    compiler sees plain calls, which it can inline. The machine code is kept on disk for later
    processes. Without compilation (``--no-jit``), an instance is the plain copy.

    Parameters
    ----------
    template
        The plain function to copy.
    name
        The qualified name of the copy, which begins the names of its files on disk.
    signature
        The Numba signature to compile it for. If None, it is compiled when it is called.
    replacements
        The values of global names in the copy.
    checks
        True if an index outside an array raises ``IndexError`` in the copy and in everything that
        it calls. This is for code that is not part of Fathom.
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
        self._function: Any = copy
        if JIT:
            decorate = _njit(nogil=True, boundscheck=checks, pipeline_class=WholeCompiler)
            self._function = decorate(copy)
        self._signature = signature
        self._checks = checks
        self._lock = threading.Lock()

    @cached_property
    def key(self) -> str:
        """The key of the machine code (see `code_key`); empty if it has none."""
        return code_key(self._function)

    @cached_property
    def _kept(self) -> KeptCode | None:
        folder = cache_folder() if JIT and self.key else None
        return KeptCode(self._function.py_func, folder, self.key) if folder else None

    @property
    def is_kept(self) -> bool:
        """True if `compile` needs no compiler: the machine code is on disk, or is not used."""
        return not JIT or bool(self._kept and self._kept.holds(self._signature))

    def compile(self) -> Any:
        """Return the function, with machine code that is loaded from disk or else compiled.

        New machine code is stored on disk if it can be kept. Stored machine code that was not used
        for 30 days is then deleted.

        Without a signature, the function is compiled at its first call. With ``--no-jit``, the
        plain copy is returned.

        Raises
        ------
        NumbaError, UnsupportedBytecodeError, NotImplementedError, KeyError
            If the function cannot be compiled.
        """
        if not JIT:
            return self._function
        if self._kept:
            self._function._cache = self._kept
        with self._lock, _compiling_whole(self._checks):
            if self._signature is not None and not self._function.overloads:
                self._function.compile(self._signature)
                self._function.disable_compile()
                if not self._function.stats.cache_hits:
                    set_environments(*self._function.overloads.values())
                    if self._kept:
                        discard_unused(Path(self._kept.cache_path).parent)
        return self._function


def specialise(
    template: Callable[..., Any], replacements: Mapping[str, Any], *shared: ModuleType
) -> Any:
    """Return a compiled copy of a function in which some global names have other values.

    The plain functions of its module and of the shared modules are copied as well, with the same
    values of these names. The copies are compiled at their first call.

    Parameters
    ----------
    template
        The plain function to copy.
    replacements
        The values of global names in the copies.
    *shared
        Other modules whose names the copies can use.
    """
    assert isinstance(template, FunctionType), "only plain functions can be copied"
    names: dict[str, Any] = {}
    functions: dict[str, Any] = {}
    for module in (*shared, sys.modules[template.__module__]):
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and functions.setdefault(name, value) is not value:
                raise ValueError(f"two modules of templates have a function {name}")
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
    """Return the Numba type of an author's plain function that compiled code calls.

    The function is compiled, so helper functions of games and strategies need no decorators. The
    result is None, which leaves the type to Numba, for functions of Python and of libraries, and
    for functions with an overload.
    """
    if is_library(function) or cpu_target.typing_context._get_global_type(function):
        return None
    return _type_of_compiled_function(_dispatcher(function), context)


@cache
def _dispatcher(function: FunctionType) -> Any:
    return compiled(function)


#: The state of each thread. While a whole is being compiled, the attribute ``checks`` is True if
#: its parts check every index, else False. At other times it is None or missing.
_compiling = threading.local()


@contextmanager
def _compiling_whole(checks: bool) -> Iterator[None]:
    """Return a context manager within which functions are compiled as parts of a whole.

    The functions check every index if `checks` is True, or if the block is within another block
    for which it is True.
    """
    before = getattr(_compiling, "checks", None)
    _compiling.checks = checks or bool(before)
    try:
        yield
    finally:
        _compiling.checks = before


@typeof_impl.register(CPUDispatcher)
def _type_of_compiled_function(function: Any, context: Any) -> Any:
    """Return the Numba type of a compiled function, or of its part while a whole is compiled."""
    checks = getattr(_compiling, "checks", None)
    if checks is None:
        return types.Dispatcher(function)
    return types.Dispatcher(part_of(function, checks, cache_folder()))


@cache
def fingerprint() -> str:
    """Return a digest of the compiler, its settings and its extensions: 20 hexadecimal digits.

    If it changes, all functions are compiled again.

    Raises
    ------
    OSError
        If the source of an extension cannot be read.
    """
    settings = (_CONFIG.BOUNDSCHECK, _CONFIG.OPT, _CONFIG.CPU_NAME, _CONFIG.CPU_FEATURES)
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__)
    identity = (settings, versions, source_key(EXTENSIONS))
    return hashlib.sha256(repr(identity).encode()).hexdigest()[:20]


def _default_cache() -> Path:
    """Return Fathom's folder in the user's cache, which may not exist.

    A relative ``XDG_CACHE_HOME`` is ignored, as the XDG Base Directory Specification requires.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME", "")).expanduser()
    if not home.is_absolute():
        home = Path("~/.cache").expanduser()
    return home / "fathom"


@cache
def cache_folder() -> Path | None:
    """Return the folder for machine code, which is created if it does not exist.

    It is in the folder that ``FATHOM_CACHE`` names or, if this variable is empty or not set, in the
    user's cache. If ``FATHOM_CACHE`` is relative, or the folder cannot be created or could have
    been written by other users, a warning is printed and the result is None.

    Raises
    ------
    OSError
        If the source of an extension of the compiler cannot be read (see `fingerprint`).
    """
    setting = os.environ.get("FATHOM_CACHE")
    parent = Path(setting).expanduser() if setting else _default_cache()
    folder = parent / fingerprint()
    reason = ""
    remedy = ""
    if not parent.is_absolute():  # Another user may own the current folder.
        reason = f"FATHOM_CACHE must name an absolute folder, not {parent}"
    try:
        for path in (parent, folder):
            if not reason:
                make_folder(path)
                reason, remedy = explain_unsafe_folder(path)
    except OSError:
        reason = f"cannot write {folder}"
        remedy = ""
    if reason:
        print(
            f"fathom: {reason}, so this command does not store machine code; "
            f"{remedy}set FATHOM_CACHE to a folder of your own that can be written",
            file=sys.stderr,
        )
        return None
    return folder
