"""Machine code on disk, which is loaded only if it is intact and this user wrote it.

A file contains a digest and a pickle of Numba's compilation result. The digest covers the pickle
and its identity: the function, everything that determines its machine code, the types of its
arguments, the processor and the compiler. So a file that was altered, cut short or exchanged is
detected before it is unpickled. Its function is then compiled again, and the file is written again.

Unpickling runs code, and a digest does not show who wrote a file. Therefore folders and files must
also belong to the user, and other users must not be able to write them.

`simulate.kit.parts` lists the internals of Numba that are used here.
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

import numba.cpython.hashing  # noqa: F401 - loaded code may refer to what this module registers
from numba.core import compiler, environment, runtime, serialize
from numba.core.caching import NullCache
from numba.core.registry import cpu_target

#: The suffix of files with machine code.
SUFFIX = ".nbc"
# Numba has no type annotations for these objects.
_CompileResult: Any = compiler.CompileResult
_dumps: Any = serialize.dumps
_environments: Any = environment
_runtime: Any = runtime.rtsys  # type: ignore[attr-defined]
_DIGEST = 32
_A_DAY, _DAYS_KEPT = 86_400, 30
#: The bits of a file's mode that let other users write it.
_OTHERS_WRITE = 0o022
#: Folders that cannot be written, for which a warning was printed already.
_warned: set[Path] = set()


class KeptCode(NullCache):
    """The cache of a Numba dispatcher: machine code of one function on disk, by signature.

    It replaces Numba's own cache, which unpickles any file without checking it.

    Parameters
    ----------
    function
        The plain function. The names of the files begin with its source file and qualified name.
    folder
        The folder for the files.
    key
        The key of the function, from `simulate.kit.code_key`.
    """

    def __init__(self, function: FunctionType, folder: Path, key: str) -> None:
        self._folder = folder
        source = Path(function.__code__.co_filename).stem
        # Windows does not allow < and > in the name of a file.
        name = f"{source}.{function.__qualname__}".replace("<", "").replace(">", "")
        self._name = f"{name}-{key}"

    @property
    def cache_path(self) -> str:
        """The path of the folder with the files, which Numba includes in its statistics."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the stored compilation result for a signature; None if no intact file has it.

        Once a day, the time of the file is set to now, so that `discard_unused` keeps it.
        """
        if not self.signature_name(sig):
            return None
        # Numba's own cache calls `refresh` here, which loads all of the compiler's knowledge of
        # Python. Loading machine code does not need this, and takes only a third of the time.
        _runtime.initialize(target_context)
        identity = self._identity(sig, target_context.codegen())
        path = self._path(identity)
        payload = _read(path, identity)
        if payload is None:
            return None
        with suppress(OSError):  # The disk may be read-only.
            if time.time() - path.stat().st_mtime > _A_DAY:
                os.utime(path)
        try:
            return self.rebuild(_Unpickler(io.BytesIO(payload)).load(), target_context)
        except Exception:
            # The file is intact but refers to a missing object, such as a module of an author. The
            # function can still be compiled.
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a compilation result to disk for later processes, unless it depends on this one."""
        # Memory addresses in machine code are useless to another process.
        has_addresses = data.library.has_dynamic_globals
        if not self.signature_name(sig) or has_addresses:
            return
        if any(not loop.can_cache for loop in data.lifted):
            return
        identity = self._identity(sig, data.codegen)
        _write(self._path(identity), identity, _dumps(data._reduce()))

    def signature_name(self, sig: Any) -> str:
        """Return a text that identifies a signature; empty if results for it cannot be stored."""
        return str(sig)

    def rebuild(self, state: Any, target_context: Any) -> Any:
        """Return the compilation result for an unpickled state, as `save_overload` wrote it."""
        return _CompileResult._rebuild(target_context, *state)

    def holds(self, sig: Any) -> bool:
        """Return True if there is a file for a signature; for None, if there is any file."""
        if sig is None:
            return bool(self.files())
        return self._path(self._identity(sig, cpu_target.target_context.codegen())).exists()

    def files(self) -> list[Path]:
        """Return the paths of the files for all signatures; empty if the folder cannot be read."""
        with suppress(OSError):
            return list(self._folder.glob(f"{self._name}-*{SUFFIX}"))
        return []

    def forget(self) -> None:
        """Delete the files for all signatures; print a warning if that is not possible."""
        for file in self.files():
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                warn_unwritable(self._folder, error)

    def _identity(self, sig: Any, codegen: Any) -> bytes:
        """Return the SHA-256 digest that identifies the machine code for a signature."""
        signature = self.signature_name(sig)
        identity = (self._folder.name, self._name, signature, codegen.magic_tuple())
        return hashlib.sha256(repr(identity).encode()).digest()

    def _path(self, identity: bytes) -> Path:
        return self._folder / f"{self._name}-{identity.hex()[:16]}{SUFFIX}"


class _Unpickler(pickle.Unpickler):
    """Loads machine code without importing the modules of its functions.

    Compiled functions do not need these modules, as they do not use the modules' globals. Some of
    the modules belong to Numba, which takes as long to import as NumPy.
    """

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("numba.core.environment", "_rebuild_env"):
            return _environment
        return super().find_class(module, name)


def _environment(module: str, consts: list[Any], name: str) -> Any:
    """Return the environment of a compiled function: the Python objects that it refers to.

    This function replaces Numba's ``_rebuild_env``, which imports the module for its globals.
    """
    existing = _environments.lookup_environment(name)
    if existing is not None:
        return existing
    environment = _environments.Environment({"__name__": module})
    environment.consts[:] = consts
    environment.env_name = name
    _environments.Environment._memo[name] = environment
    return environment


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents, to which only the user has access.

    Raises
    ------
    OSError
        If a folder cannot be created.
    """
    for path in reversed((folder, *folder.parents)):
        if not path.is_dir():
            path.mkdir(mode=0o700, exist_ok=True)


def discard_unused(parent: Path) -> None:
    """Delete files with machine code that were not used for 30 days.

    `parent` is the folder that contains a folder for each version of the compiler.
    """
    for file in parent.glob(f"{'[0-9a-f]' * 20}/*{SUFFIX}"):
        with suppress(OSError):  # Another command may delete it at the same time.
            if time.time() - file.stat().st_mtime > _DAYS_KEPT * _A_DAY:
                file.unlink()


def explain_unsafe_folder(folder: Path) -> tuple[str, str]:
    """Return the reason why another user could have written into a folder, and a remedy.

    Both texts are empty if no other user could. The remedy ends with ", or " and may be empty. On
    Windows, nothing is checked.

    Raises
    ------
    OSError
        If the folder does not exist or cannot be examined.
    """
    if not hasattr(os, "getuid"):
        return "", ""
    # The owner of a link can point it to another folder, so the link is checked as well.
    if {folder.lstat().st_uid, folder.stat().st_uid} != {os.getuid()}:
        return f"{folder} belongs to another user", ""
    if folder.stat().st_mode & _OTHERS_WRITE:
        return f"{folder} can be written by other users", f"chmod go-w {folder}, or "
    return "", ""


def is_own(about: os.stat_result) -> bool:
    """Return True if a file belongs to the user and no other user can write it.

    `about` is the result of ``os.stat`` for the file. On Windows, the result is always True.
    """
    if not hasattr(os, "getuid"):
        return True
    return about.st_uid == os.getuid() and not about.st_mode & _OTHERS_WRITE


def warn_unwritable(folder: Path, error: OSError) -> None:
    """Warn on stderr, once per folder, that machine code cannot be written to a folder."""
    if folder in _warned:
        return
    _warned.add(folder)
    reason = error.strerror or type(error).__name__
    print(
        f"fathom: cannot write machine code to {folder} ({reason}), so the next command compiles "
        "again; "
        "make room there, or set FATHOM_CACHE to a folder of your own that can be written",
        file=sys.stderr,
    )


def _read(path: Path, identity: bytes) -> bytes | None:
    """Return the content of a file of machine code, without the digest at its beginning.

    The result is None if the file is missing or damaged, or if another user may have written it.
    """
    try:
        with path.open("rb") as file:
            # Files of other users may remain from a time when they could write to the folder.
            if not is_own(os.fstat(file.fileno())):
                return None
            content = file.read()
    except OSError:
        return None
    digest = content[:_DIGEST]
    payload = content[_DIGEST:]
    return payload if digest == _digest(identity, payload) else None


def _write(path: Path, identity: bytes, payload: bytes) -> None:
    """Write a file completely or not at all, and print a warning if it cannot be written."""
    try:
        handle, name = tempfile.mkstemp(suffix=".tmp", dir=path.parent)
        unfinished = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_digest(identity, payload) + payload)
            unfinished.replace(path)
        except BaseException:  # This includes Ctrl-C.
            with suppress(OSError):
                unfinished.unlink()
            raise
    except OSError as error:
        warn_unwritable(path.parent, error)


def _digest(identity: bytes, payload: bytes) -> bytes:
    digest = hashlib.sha256(identity)
    digest.update(payload)
    return digest.digest()
