"""Functions compiled as parts of another one, which is all that is ever called.

Numba makes each function ready to be called from Python, as optimised machine code, before it lets
another function call it. A part is typed and translated, and no more: who calls it takes it in, and
the whole is optimised once. That halves what it costs to compile a game. (Functions as such are
still simplified one by one: without that, games play 4% slower.)

Parts are kept on disk, too, as they are before they are taken in: so after an edit only what
depends on it is typed and translated again.
"""

from __future__ import annotations

import itertools
import secrets
from functools import cache
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba import types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.sigutils import normalize_signature

from simulate.kit.code_key import code_key
from simulate.kit.kept import KeptCode
from simulate.kit.read_only import ClosedRecord, ReadOnlyArray, ReadOnlyRecord

# Numba's annotations do not cover these.
_Library: Any = JITCodeLibrary
_Compiler: Any = CompilerBase
_passes: Any = DefaultPassBuilder.define_nopython_pipeline
_unliteral: Any = types.unliteral
_Identity: Any = FunctionIdentity
_arguments_of: Any = normalize_signature
_Tuple: Any = types.BaseTuple

#: Types whose names tell all that machine code depends on.
_FULLY_NAMED = (
    *(types.Number, types.Boolean, types.NoneType, types.Omitted, types.Record),
    *(ReadOnlyRecord, ReadOnlyArray, ClosedRecord),
)

# Numba tells functions of one name apart by numbers that each process counts from 1. What is kept
# by several processes is linked into one, so each counts from another place.
_Identity._unique_ids = itertools.count(secrets.randbits(63))


class _Codegen:
    """What makes machine code, for a part: there is none whose environment could be set."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Leave it to `set_environments` of the whole."""

    def create_library(self, name: str) -> Any:
        return _PartLibrary(self._codegen, name)

    def unserialize_library(self, state: Any) -> Any:
        return _PartLibrary._unserialize(self, state)


class _Context:
    """What the compiler knows of the processor, for a part."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def codegen(self) -> Any:
        return _Codegen(self._context.codegen())


class _PartLibrary(_Library):  # type: ignore[misc]
    """The code of a part, to be linked into others as it is."""

    serialize_using_object_code = _Library.serialize_using_bitcode

    @property
    def codegen(self) -> Any:
        return _Codegen(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Leave it to who takes it in."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _WholeLibrary(_Library):  # type: ignore[misc]
    """The code of a whole, whose parts nobody else calls."""

    def _optimize_final_module(self) -> None:
        # So what is called in one place is copied there, long or not, and is left nowhere else.
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class _PartCompiler(_Compiler):  # type: ignore[misc]
    """Numba's way to compile a function, into the library of a part."""

    library: type[Any] = _PartLibrary

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return [_passes(state)]


class WholeCompiler(_PartCompiler):
    """Numba's way to compile a function, into the library of a whole."""

    library = _WholeLibrary


class _KeptPart(KeptCode):
    """What is kept of a part: not machine code, but what is linked into others."""

    def named(self, sig: Any) -> str:
        names = [_full_name(kind) for kind in _arguments_of(sig)[0]]
        return f"{names}" if all(names) else ""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        made = super().load_overload(sig, target_context)
        # A class that is not found by its name is another one when it comes from the disk.
        return made if made and made.signature.args == tuple(_arguments_of(sig)[0]) else None

    def rebuilt(self, state: Any, target_context: Any) -> Any:
        made = super().rebuilt(state, _Context(target_context))
        made.library._reload_init.update(made.reload_init)
        return made


def _full_name(kind: Any) -> str:
    """Return a text that tells a type from all others, of any process; empty if none does."""
    if isinstance(kind, _Tuple):
        names = [_full_name(one) for one in kind]
        return f"{kind} {getattr(kind, 'fields', ())} {names}" if all(names) else ""
    if isinstance(kind, types.Array | types.DType):
        return _full_name(kind.dtype) and f"{kind}"
    return f"{kind}" if isinstance(kind, _FULLY_NAMED) else ""


@cache
def part_of(function: Any, checks: bool, folder: Path | None) -> Any:
    """Return a compiled function to be a part of another one, with checks of indices or without.

    It is kept in a folder, if there is one.
    """
    if function._compiler.pipeline_class is _PartCompiler:
        return function
    options = {
        # Unless said, these are the caller's, and whoever calls it first is no part of its key.
        "error_model": "python",
        "fastmath": False,
        **function.targetoptions,
        "boundscheck": checks or function.targetoptions.get("boundscheck"),
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
    part = numba.jit(pipeline_class=_PartCompiler, **options)(function.py_func)
    if folder and (key := code_key(part)):
        part._cache = _KeptPart(part.py_func, folder, f"{key}{'-checked' if checks else ''}")
    typed = part.get_call_template

    def typed_once(args: Any, kws: Any) -> Any:
        """Compile for whole numbers, not once for each number that somebody calls it with."""
        named = {name: _unliteral(kind) for name, kind in kws.items()}
        return typed([_unliteral(kind) for kind in args], named)

    part.get_call_template = typed_once
    return part


def set_environments(whole: Any) -> None:
    """Tell the machine code of a compiled function what Python objects its parts refer to."""
    for environment in whole._find_referenced_environments():
        whole.library.codegen.set_env(environment.env_name, environment)
