"""Parts: functions that are compiled only to be linked into a whole, a function that Python calls.

Numba turns each compiled function into optimised machine code that Python can call, before another
compiled function can call it. A part is only typed and translated into LLVM's code. This code is
copied into the whole that calls it, which is optimised once. That halves the time to compile a
game. (Numba still simplifies each function separately. Without that, games play 4% slower.)

The code of parts is kept on disk too. After an edit, only the parts that depend on the edit are
typed and translated again.

Internals of Numba
------------------
This file and `simulate.kit.kept` use parts of Numba that have no public interface. They were tested
with the versions in `simulate.kit.NUMBA_VERSIONS`, to which ``pyproject.toml`` limits Numba, and
`simulate.kit.check_numba_version` refuses all others. A new version may be added when ``tests/kit``
passes with it and ``fathom verify seeds`` gives the pinned tallies. Versions before 0.68 cannot
index arrays by members of an ``IntEnum``, as games do.

=========================================== ========================================================
internal                                    reason
=========================================== ========================================================
``CompilerBase``, ``DefaultPassBuilder``    a pipeline that compiles into the libraries of this file
``JITCodeLibrary``                          a library of code that is not optimised (a part), and a
                                            library that copies its parts into itself (a whole)
``codegen().set_env``, ``create_library``,  parts have no machine code whose environment could be
``unserialize_library``                     set; `set_environments` does it for the whole
``_optimize_final_module``,                 overridden methods of these libraries: a part is neither
``_finalize_final_module``,                 optimised nor finalised as machine code
``serialize_using_bitcode``
``CompileResult._reduce``, ``._rebuild``,   writing what was compiled to disk, and reading it
``serialize.dumps``, ``_reload_init``,
``Environment._memo``
``_find_referenced_environments``           the environments of all parts of a whole
``rtsys.initialize``, ``magic_tuple``,      loading machine code without the compiler's knowledge of
``has_dynamic_globals``                     Python, and only for the same processor
``Dispatcher._cache``, ``NullCache``        a cache of our own, in `simulate.kit.kept`
``Dispatcher.get_call_template``            one compilation of a part for all constant integers
``FunctionIdentity._unique_ids``            names that differ between processes, so that parts from
                                            several processes can be linked
``Dispatcher._compile_for_args``            small functions that Python calls are interpreted, in
                                            `simulate.kit.compiled`
``typing_context._get_global_type``         plain functions of authors are compiled where compiled
                                            code names them, in `simulate.kit.compiled`
=========================================== ========================================================

Numba's own cache cannot be used. It compares a single source file, so a compiled function stays in
use after a function that it calls, in another file, has changed. Numba's pull request 8396 proposes
keys of everything that determines the machine code. It has not been merged, so
`simulate.kit.code_key` makes these keys.
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

# Numba has no type annotations for these objects.
_Library: Any = JITCodeLibrary
_Compiler: Any = CompilerBase
_passes: Any = DefaultPassBuilder.define_nopython_pipeline
_unliteral: Any = types.unliteral
_Identity: Any = FunctionIdentity
_arguments_of: Any = normalize_signature
_Tuple: Any = types.BaseTuple

#: Types whose names determine the machine code: two types of the same name have the same layout.
_FULLY_NAMED = (
    *(types.Number, types.Boolean, types.NoneType, types.Omitted, types.Record),
    *(ReadOnlyRecord, ReadOnlyArray, ClosedRecord),
)

# Numba distinguishes functions of the same name by numbers that count from 1 in each process. Parts
# from several processes are linked together, so here each process counts from a random number.
_Identity._unique_ids = itertools.count(secrets.randbits(63))


class _Codegen:
    """Numba's code generator, changed so that it makes libraries of parts."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing, because `set_environments` sets the environments of a whole."""

    def create_library(self, name: str) -> Any:
        return _PartLibrary(self._codegen, name)

    def unserialize_library(self, state: Any) -> Any:
        return _PartLibrary._unserialize(self, state)


class _Context:
    """Numba's target context, changed so that it has the code generator for parts."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def codegen(self) -> Any:
        return _Codegen(self._context.codegen())


class _PartLibrary(_Library):  # type: ignore[misc]
    """The library of a part: LLVM code, not optimised, that is linked into other libraries."""

    serialize_using_object_code = _Library.serialize_using_bitcode

    @property
    def codegen(self) -> Any:
        return _Codegen(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Do nothing, because the library into which this code is copied is optimised."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _WholeLibrary(_Library):  # type: ignore[misc]
    """The library of a whole. Its parts are called only from within it."""

    def _optimize_final_module(self) -> None:
        # LLVM inlines an internal function that has a single caller, however long the function is.
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class _PartCompiler(_Compiler):  # type: ignore[misc]
    """A compiler pipeline that compiles a function into the library of a part."""

    library: type[Any] = _PartLibrary

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return [_passes(state)]


class WholeCompiler(_PartCompiler):
    """A compiler pipeline that compiles a function into the library of a whole."""

    library = _WholeLibrary


class _KeptPart(KeptCode):
    """The code of a part on disk: LLVM code for linking instead of machine code."""

    def signature_name(self, sig: Any) -> str:
        names = [_full_name(argument) for argument in _arguments_of(sig)[0]]
        return f"{names}" if all(names) else ""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        result = super().load_overload(sig, target_context)
        # Unpickling creates a new class for a class that cannot be imported, such as a named tuple
        # in a function. The stored signature then has another type.
        if result and result.signature.args == tuple(_arguments_of(sig)[0]):
            return result
        return None

    def rebuild(self, state: Any, target_context: Any) -> Any:
        result = super().rebuild(state, _Context(target_context))
        result.library._reload_init.update(result.reload_init)
        return result


def _full_name(numba_type: Any) -> str:
    """Return a text that identifies a Numba type in all processes; empty if the type has none."""
    if isinstance(numba_type, _Tuple):
        names = [_full_name(member) for member in numba_type]
        if not all(names):
            return ""
        return f"{numba_type} {getattr(numba_type, 'fields', ())} {names}"
    if isinstance(numba_type, types.Array | types.DType):
        return f"{numba_type}" if _full_name(numba_type.dtype) else ""
    return f"{numba_type}" if isinstance(numba_type, _FULLY_NAMED) else ""


@cache
def part_of(function: Any, checks: bool, folder: Path | None) -> Any:
    """Return the dispatcher that compiles a function as a part.

    Parameters
    ----------
    function
        A Numba dispatcher. If it is a part already, it is returned unchanged.
    checks
        True if an index outside an array raises ``IndexError`` in the part.
    folder
        The folder in which to keep its code; None to keep it nowhere.
    """
    if function._compiler.pipeline_class is _PartCompiler:
        return function
    options = {
        # By default, Numba takes these settings from the first caller, which is not in the key.
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
    call_template = part.get_call_template

    def call_template_without_literals(args: Any, kws: Any) -> Any:
        """Compile one version for all integers instead of a version per constant argument."""
        keywords = {name: _unliteral(argument) for name, argument in kws.items()}
        return call_template([_unliteral(argument) for argument in args], keywords)

    part.get_call_template = call_template_without_literals
    return part


def set_environments(whole: Any) -> None:
    """Set the environments of a whole, which are the Python objects that its parts refer to.

    `whole` is its compilation result, one of the overloads of its dispatcher.
    """
    for environment in whole._find_referenced_environments():
        whole.library.codegen.set_env(environment.env_name, environment)
