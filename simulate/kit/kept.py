"""Machine code on disk: files that are read only if they are what was written, by this user.

A file holds a digest and what Numba pickled. The digest is of the code and of what it is the code
of: function, what it is made of, types, processor, compiler. So a file that was altered, torn or
put in another's place is seen before anything in it is read; its function is compiled anew, and
the file written again. Unpickling runs code, and a digest does not say who wrote it; so folders and
files must also be the user's own, and closed to others.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any

import numba.cpython.hashing  # noqa: F401 - code may name what it registers
from numba.core import compiler, environment, runtime, serialize
from numba.core.caching import NullCache
from numba.core.registry import cpu_target

#: How files with machine code are called.
SUFFIX = ".nbc"
# Numba's annotations do not cover these.
_CompileResult: Any = compiler.CompileResult
_dumps: Any = serialize.dumps
_environments: Any = environment
_runtime: Any = runtime.rtsys  # type: ignore[attr-defined]
_DIGEST = 32
_A_DAY, _DAYS_KEPT = 86_400, 30
#: Bits of a mode that let others write.
_OTHERS_WRITE = 0o022
#: Folders that have been said not to take what was compiled.
_told: set[Path] = set()


class KeptCode(NullCache):
    """What a dispatcher asks for machine code before it compiles, and gives what it compiled.

    It stands where Numba's own cache would, which believes whatever its files hold. The plain
    function's source and qualified name begin the names of its files, then comes a key of all that
    is compiled.
    """

    def __init__(self, function: FunctionType, folder: Path, key: str) -> None:
        self._folder = folder
        source = Path(function.__code__.co_filename).stem
        # Windows does not take < and > in a file's name.
        name = f"{source}.{function.__qualname__}".replace("<", "").replace(">", "")
        self._name = f"{name}-{key}"

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's statistics."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the machine code for a signature; ``None`` if there is none to be trusted."""
        if not self.named(sig):
            return None
        # Not `refresh`: what the compiler knows of Python takes three times as long to load as
        # the code, which needs no more than this.
        _runtime.initialize(target_context)
        identity = self._identity(sig, target_context.codegen())
        path = self._path(identity)
        payload = _read(path, identity)
        if payload is None:
            return None
        with suppress(OSError):  # a disk that is only read
            if time.time() - path.stat().st_mtime > _A_DAY:
                os.utime(path)
        try:
            return self.rebuilt(_Unpickler(io.BytesIO(payload)).load(), target_context)
        except Exception:
            # It is what was written, and refers to what is no longer there, such as a module of
            # an author's. Compiling needs only what the command itself has.
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code for the next process, if it can be and the disk takes it."""
        # Addresses in it mean nothing to another process.
        if (
            not self.named(sig)
            or data.library.has_dynamic_globals
            or any(not one.can_cache for one in data.lifted)
        ):
            return
        identity = self._identity(sig, data.codegen)
        _write(self._path(identity), identity, _dumps(data._reduce()))

    def named(self, sig: Any) -> str:
        """Return what tells a signature from all others; empty if nothing does."""
        return str(sig)

    def rebuilt(self, state: Any, target_context: Any) -> Any:
        """Return the result of a compilation of which this is what was kept."""
        return _CompileResult._rebuild(target_context, *state)

    def holds(self, sig: Any) -> bool:
        """Tell whether there is a file for a signature; for ``None``, one for whatever."""
        if sig is None:
            return bool(self.files())
        return self._path(self._identity(sig, cpu_target.target_context.codegen())).exists()

    def files(self) -> list[Path]:
        """Return what of it is on the disk, for whatever signature."""
        with suppress(OSError):
            return list(self._folder.glob(f"{self._name}-*{SUFFIX}"))
        return []

    def forget(self) -> None:
        """Delete it from the disk."""
        for file in self.files():
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                warn_unwritable(self._folder, error)

    def _identity(self, sig: Any, codegen: Any) -> bytes:
        """Return what differs between any two codes that must not be taken for each other."""
        whose = (self._folder.name, self._name, self.named(sig), codegen.magic_tuple())
        return hashlib.sha256(repr(whose).encode()).digest()

    def _path(self, identity: bytes) -> Path:
        return self._folder / f"{self._name}-{identity.hex()[:16]}{SUFFIX}"


class _Unpickler(pickle.Unpickler):
    """Reads machine code without the modules that its functions are from.

    Compiled functions use no global of theirs any more; those of Numba take as long to import as
    NumPy.
    """

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("numba.core.environment", "_rebuild_env"):
            return _environment
        return super().find_class(module, name)


def _environment(module: str, consts: list[Any], name: str) -> Any:
    """Return what Numba's code refers to by a name, with the globals of a module that has none."""
    known = _environments.lookup_environment(name)
    if known is None:
        known = _environments.Environment({"__name__": module})
        known.consts[:], known.env_name = consts, name
        _environments.Environment._memo[name] = known
    return known


def make_folder(folder: Path) -> None:
    """Make a folder, and those it lies in, for nobody but the user."""
    for one in reversed((folder, *folder.parents)):
        if not one.is_dir():
            one.mkdir(mode=0o700, exist_ok=True)


def discard_unused(parent: Path) -> None:
    """Delete what nobody used for a month, of this compiler or of others."""
    for file in parent.glob(f"{'[0-9a-f]' * 20}/*{SUFFIX}"):
        with suppress(OSError):  # another command may discard it at the same time
            if time.time() - file.stat().st_mtime > _DAYS_KEPT * _A_DAY:
                file.unlink()


def doubt(folder: Path) -> tuple[str, str]:
    """Say why others could have written into a folder, and a remedy; nothing if they cannot.

    Where users have no numbers (Windows) nothing is looked at.
    """
    if not hasattr(os, "getuid"):
        return "", ""
    # A link is as good as who made it: its owner can point it elsewhere.
    if {folder.lstat().st_uid, folder.stat().st_uid} != {os.getuid()}:
        return f"{folder} belongs to another user", ""
    if folder.stat().st_mode & _OTHERS_WRITE:
        return f"{folder} can be written by other users", f"chmod go-w {folder}, or "
    return "", ""


def is_own(about: os.stat_result) -> bool:
    """Return whether a file belongs to the user, and nobody else can write it.

    Where users have no numbers (Windows) every file is taken for the user's own.
    """
    if not hasattr(os, "getuid"):
        return True
    return about.st_uid == os.getuid() and not about.st_mode & _OTHERS_WRITE


def warn_unwritable(folder: Path, error: OSError) -> None:
    """Warn that a folder does not take what was compiled; once for each folder."""
    if folder in _told:
        return
    _told.add(folder)
    reason = error.strerror or type(error).__name__
    print(
        f"fathom: cannot write {folder} ({reason}), so the next command compiles again; "
        "make room there, or set FATHOM_CACHE to a folder of your own that can be written",
        file=sys.stderr,
    )


def _read(path: Path, identity: bytes) -> bytes | None:
    """Return what a file holds after its digest; ``None`` if it is not what was written."""
    try:
        with path.open("rb") as file:
            # Others' files stay in a folder that was open to them once.
            if not is_own(os.fstat(file.fileno())):
                return None
            found = file.read()
    except OSError:
        return None
    digest, payload = found[:_DIGEST], found[_DIGEST:]
    return payload if digest == _digest(identity, payload) else None


def _write(path: Path, identity: bytes, payload: bytes) -> None:
    """Write a file, whole or not at all; a disk that does not take it is told."""
    try:
        handle, name = tempfile.mkstemp(suffix=".tmp", dir=path.parent)
        unfinished = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_digest(identity, payload) + payload)
            unfinished.replace(path)
        except BaseException:  # Ctrl-C, too
            with suppress(OSError):
                unfinished.unlink()
            raise
    except OSError as error:
        warn_unwritable(path.parent, error)


def _digest(identity: bytes, payload: bytes) -> bytes:
    digest = hashlib.sha256(identity)
    digest.update(payload)
    return digest.digest()
