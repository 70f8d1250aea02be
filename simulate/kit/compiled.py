"""Turn plain Python functions into machine code, and keep what was compiled.

Numba's own file cache looks at one source file, so a compiled function stays in use when a function
it calls, in another file, has changed: it is then silently wrong. Here the cache folder is named by
a fingerprint of all sources that can be compiled, of the compiler's versions and its settings. What
lies in it is not believed blindly either (`simulate.kit.kept`). Code that does not ship with Fathom
is kept there too, under names that say all that was compiled (`simulate.kit.code_key`).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core.registry import CPUDispatcher, cpu_target
from numba.extending import typeof_impl

from simulate.kit.kept import SUFFIX, KeptCode, doubt, make_folder, tell_unwritable

Function = TypeVar("Function", bound=Callable[..., Any])

# Numba's annotations cover neither its settings nor what its decorator returns.
_CONFIG: Any = numba.config
_njit: Any = numba.njit

_ROOT = Path(__file__).resolve().parents[2]
_COMPILED_FOLDERS = (_ROOT / "simulate", _ROOT / "strategies")
#: What is never compiled, so that editing it leaves the cache as it is.
_COMMAND_LINE = _ROOT / "simulate" / "cli"
_DAYS_KEPT = 30
#: Libraries whose functions the compiler knows, or cannot know.
NOT_AUTHORS = frozenset(("llvmlite", "numba", "numpy", "pandas", "scipy"))

# Loops over a handful of cards or seats get slower when they are vectorised: without
# it, random Snorkeling runs about 6 % faster (in pairs, machine otherwise idle).
_CONFIG.LOOP_VECTORIZE = 0
_CONFIG.SLP_VECTORIZE = 0

#: Whether functions are compiled at all; off under ``--no-jit``.
JIT = not _CONFIG.DISABLE_JIT


def compiled(function: Function, **options: bool) -> Function:
    """Compile a function of a game, a strategy or the engine; one that is compiled stays so."""
    if not isinstance(function, FunctionType):
        return function
    return _njit(nogil=True, **options)(function)  # type: ignore[no-any-return]


def inlined(function: Function) -> Function:
    """Compile a small, often called function, and copy it into its callers.

    Meant for a few lines called at every decision; used on long functions it
    makes the machine code too large for the processor's instruction cache.
    """
    return compiled(function, forceinline=True)


def checked(function: Function) -> Function:
    """Compile a user's function; an index outside an array raises ``IndexError``."""
    return _njit(nogil=True, boundscheck=True)(function)  # type: ignore[no-any-return]


def instantiate(
    template: Callable[..., Any],
    name: str,
    signature: Any,
    replacements: Mapping[str, Any],
    *,
    keep: bool,
    checks: bool = False,
) -> Any:
    """Compile a copy of `template`, for a signature, in which some names mean something else.

    So one kernel serves every game: its source calls ``deal``, ``offer`` and so on, and each game's
    copy finds that game's functions under these names, so that the compiler can inline them. Copies
    differ in name, under which they are kept on disk if `keep`: only right when the fingerprint
    covers all that is called. With `checks`, for code that is not Fathom's, an index outside an
    array raises ``IndexError`` in all that is called. Where the JIT is off the copy stays plain.
    """
    assert isinstance(template, FunctionType), "only plain functions can be copied"
    copy = FunctionType(
        template.__code__,
        {**template.__globals__, **replacements},
        template.__name__,
        template.__defaults__,
    )
    copy.__qualname__ = name
    copy.__module__ = template.__module__
    if not JIT:
        return copy
    folder = cache_folder() if keep else None
    made = _njit(nogil=True, boundscheck=checks)(copy)
    if folder is not None:
        made._cache = KeptCode(copy, folder)
    if signature is not None:
        with _checking() if checks else nullcontext():
            made.compile(signature)
        made.disable_compile()
    return made


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


def is_kept(name: str) -> bool:
    """Tell whether an instance called `name` is in the cache already."""
    return not JIT or bool(_kept(name))


def forget(name: str) -> None:
    """Delete an instance called `name` from the cache, if it is there."""
    for kept in _kept(name) if JIT else ():
        try:
            kept.unlink(missing_ok=True)
        except OSError as error:
            tell_unwritable(kept.parent, error)


def _kept(name: str) -> list[Path]:
    folder = cache_folder()
    with suppress(OSError):
        return list(folder.glob(f"*.{name}-*{SUFFIX}")) if folder else []
    return []


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


#: How many compilations under way, one in another, are to check every index.
_checks = threading.local()


@contextmanager
def _checking() -> Iterator[None]:
    """Compile all that is called with checks of indices, the kit's functions included."""
    _checks.depth = getattr(_checks, "depth", 0) + 1
    try:
        yield
    finally:
        _checks.depth -= 1


@typeof_impl.register(CPUDispatcher)
def _type_of_compiled_function(function: Any, context: Any) -> Any:
    """Take a function's twin with checks, compiled for itself, while foreign code is compiled."""
    return types.Dispatcher(_twin(function) if getattr(_checks, "depth", 0) else function)


@cache
def _twin(function: Any) -> Any:
    options = {**function.targetoptions, "boundscheck": True}
    if function.targetoptions.get("boundscheck"):
        return function
    return numba.jit(**options)(function.py_func)


def ships_with_fathom(function: Callable[..., Any]) -> bool:
    """Tell whether the fingerprint covers a function's source, and those of what it leads to."""
    plain = getattr(function, "py_func", function)
    if not source_ships(plain):
        return False
    cells = (cell.cell_contents for cell in plain.__closure__ or ())
    inner = (one for one in cells if isinstance(getattr(one, "py_func", one), FunctionType))
    return all(map(ships_with_fathom, inner))


def source_ships(thing: Any) -> bool:
    """Tell whether a function, class or module is written in a file of Fathom's."""
    source = _source_of(thing)
    return source is not None and any(folder in source.parents for folder in _COMPILED_FOLDERS)


def is_library(thing: Any) -> bool:
    """Tell whether something is part of Python, or of a library that the compiler knows."""
    module = thing if isinstance(thing, ModuleType) else None
    name = module.__name__ if module else getattr(thing, "__module__", None) or ""
    home = name.partition(".")[0]
    return home in NOT_AUTHORS or home in sys.stdlib_module_names


def _source_of(thing: Any) -> Path | None:
    if isinstance(thing, FunctionType):
        return Path(thing.__code__.co_filename).resolve()
    module = thing if isinstance(thing, ModuleType) else sys.modules.get(thing.__module__)
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if file else None


@cache
def fingerprint() -> str:
    """Return 20 hexadecimal digits that change with anything that changes machine code."""
    digest = hashlib.sha256()
    settings = (_CONFIG.BOUNDSCHECK, _CONFIG.OPT, _CONFIG.CPU_NAME, _CONFIG.CPU_FEATURES)
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__)
    digest.update(repr((settings, versions)).encode())
    for folder in _COMPILED_FOLDERS:
        for source in sorted(folder.rglob("*.py")):
            if _COMMAND_LINE not in source.parents:
                digest.update(f"\0{source.relative_to(_ROOT)}\0".encode())
                digest.update(source.read_bytes())
    return digest.hexdigest()[:20]


@cache
def cache_folder() -> Path | None:
    """Return the folder for compiled code, ready for use, in ``FATHOM_CACHE`` or the user's cache.

    ``None``, after a warning, when it cannot be made or others could have written into it.
    """
    parent = os.environ.get("FATHOM_CACHE")
    if parent is None:
        parent = f"{os.environ.get('XDG_CACHE_HOME') or '~/.cache'}/fathom"
    folder = Path(parent).expanduser() / fingerprint()
    try:
        make_folder(folder.parent)
        reason, remedy = doubt(folder.parent)
        fresh = not reason and not folder.exists()
        if not reason:
            make_folder(folder)
            reason, remedy = doubt(folder)
    except OSError:
        reason, remedy = f"cannot write {folder}", ""
    if reason:
        print(
            f"fathom: {reason}, so this command compiles for itself; "
            f"{remedy}set FATHOM_CACHE to a folder of your own that can be written",
            file=sys.stderr,
        )
        return None
    with suppress(OSError):  # a disk that is only read
        os.utime(folder)
    # Folders of earlier sources that nobody used for a month are discarded.
    oldest = time.time() - _DAYS_KEPT * 86_400
    with suppress(OSError):  # another command may discard them at the same time
        for old in folder.parent.iterdir() if fresh else ():
            if len(old.name) == len(folder.name) and old.stat().st_mtime < oldest:
                shutil.rmtree(old, ignore_errors=True)
    return folder
