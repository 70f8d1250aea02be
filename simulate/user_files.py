"""Loading users' Python files with games and strategies, and collecting their sources.

`simulate.permission` decides which files may run. The sources of a file are the file itself, the
modules that it imports, and the data files that it reads while it is loaded. If a source changes,
the ids of studies change. Python's audit events are used only to learn which data files are read.
"""

from __future__ import annotations

import hashlib
import os
import re
import site
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.metadata import EntryPoint
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import FrameType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from simulate.errors import FathomError, UsageError, missing_file, printable_text
from simulate.packed_games import unpacking_folder
from simulate.permission import UntrustedError, current_permission, record_folder

#: The suffix of files with code.
CODE = ".py"
#: The beginning of the names in ``sys.modules`` of the modules of users' files.
_PREFIX = "user_file_"
#: Matches a Python file in the specification of a strategy, as in ``mine.py:bold``.
_CODE_IN_SPEC = re.compile(r"(?<![^(=,])[^()=,]*\.py(?=:)")
#: Matches a Python file in a command-line argument: a game, or part of an option such as
#: ``-smine.py:bold``.
_CODE_TYPED = re.compile(r"(?:^-\w)?([^()=,]*\.py)(?=:|$)")
#: The folders with the modules of Python, of installed packages and of Fathom.
INSTALLED = (
    *(Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib", "stdlib")),
    *(Path(folder).resolve() for folder in (site.getusersitepackages(), *site.getsitepackages())),
    # NumPy may be in another environment, whose packages this environment uses.
    Path(np.__file__).resolve().parents[1],
    *(Path(__file__).resolve().parents[1] / name for name in ("simulate", "strategies", "reports")),
)
#: The folders of files whose content the system computes when they are read.
_COMPUTED = (Path("/proc"), Path("/sys"))
#: The beginning of the place of a source that cannot be copied with the others; see `sources_of`.
ELSEWHERE = "/"


class _Source(NamedTuple):
    """A source of a loaded file; see `sources_of`."""

    #: The path in copies, as described in `sources_of`.
    place: str
    content: bytes
    #: True if the source is code, False if it is data.
    is_code: bool


class _Loading:
    """A user's file that is being loaded, and the sources that were loaded for it until now.

    If the file is `permitted`, it and its modules may run with any content.
    """

    def __init__(self, file: Path) -> None:
        permission = current_permission()
        covered = permission is None or permission.covers(file)
        self.home = file.parent
        self.permitted: bool = covered or any(outer.permitted for outer in _active.files)
        self.sources: dict[Path, _Source] = {}

    def admit(self, file: Path, content: bytes) -> None:
        """Add code that is about to run to the sources; raise `UntrustedError` if it may not."""
        permission = current_permission()
        if permission and not self.permitted:
            permission.check(file, content)
        self.sources[file] = _Source(self._place(str(file), file, content), content, is_code=True)

    def note(self, name: str) -> None:
        """Add the data file `name`, which is about to be read, to the sources.

        Files of Python, of installed packages and of Fathom are ignored.
        """
        file = Path(name).resolve()
        folders = set(file.parents)
        not_users = {*INSTALLED, *_COMPUTED, record_folder()} & folders
        if not_users and unpacking_folder() in folders:  # The data of a packed game.
            not_users = set()
        if not_users or file in self.sources or not file.is_file() or _package_imports():
            return
        content = file.read_bytes()
        self.sources[file] = _Source(self._place(name, file, content), content, is_code=False)

    def _place(self, name: str, file: Path, content: bytes) -> str:
        """Return the place of a source that was opened as `name`; see `sources_of`."""
        roots = {self.home, *(Path(entry).resolve() for entry in sys.path)} & set(file.parents)
        if roots and Path(name).is_absolute():
            nearest = max(roots, key=lambda root: len(root.parts))
            return file.relative_to(nearest).as_posix()
        return f"{ELSEWHERE}{file.name} {hashlib.sha256(content).hexdigest()[:12]}"


class _Stack(threading.local):
    """The files that the current thread is loading, the innermost last."""

    files: tuple[_Loading, ...] = ()


_active = _Stack()
#: The sources of each loaded file, by their paths.
_sources: dict[Path, dict[Path, _Source]] = {}


class _Loader(SourceFileLoader):
    """Loads a user's module, if there is permission to run its code."""

    def path_stats(self, path: Any) -> Any:
        """Raise OSError, so that Python ignores bytecode files, which may be another user's."""
        raise OSError

    def source_to_code(self, data: Any, path: Any, **options: Any) -> Any:  # type: ignore[override]
        """Return the code object of a module; raise `UntrustedError` if its bytes may not run."""
        _active.files[-1].admit(Path(path).resolve(), bytes(data))
        return super().source_to_code(data, path, **options)


#: Names of modules that are never imported from the folder of a user's file.
_NEVER_BESIDE = sys.stdlib_module_names | {"fathom_games", "reports", "simulate", "strategies"}


class _Finder:
    """Finds the modules that a user's file imports while it is loaded, in the file's folder first.

    Modules in that folder never replace modules of Python's library or of Fathom, because other
    modules import those modules as well.
    """

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module for the import system, or None to leave it to other finders.

        Raises
        ------
        UntrustedError
            If the module is not Python source, such as an extension module, and may not run.
        """
        if not _active.files or name.partition(".")[0] in _NEVER_BESIDE:
            return None
        loading = _active.files[-1]
        folders = [str(loading.home), *sys.path] if path is None else path
        spec = PathFinder.find_spec(name, folders, target)
        if spec and spec.origin and spec.has_location:
            file = Path(spec.origin).resolve()
            if not _is_installed(file):
                if isinstance(spec.loader, SourceFileLoader):
                    spec.loader = _Loader(name, spec.origin)
                else:  # An extension module runs without a step that could check it later.
                    loading.admit(file, file.read_bytes())
        return spec


def load_file(path: Path, kind: str) -> ModuleType:
    """Return the module of a user's Python file, which can import modules in its folder.

    Parameters
    ----------
    path
        The file.
    kind
        Its kind in messages, such as "strategy file".

    Raises
    ------
    UsageError
        If the file is missing, is not a Python file, may not run (`UntrustedError`), or raises an
        error. The message names the line of the error.
    """
    if not path.is_file():
        raise missing_file(kind, path, CODE)
    if path.suffix != CODE:
        raise UsageError(f"{path} is not a Python file; write path/to/file.py:name")
    file = path.resolve()
    module = _loaded(file, path, kind)
    for outer in _active.files:
        outer.sources |= _sources[file]
    return module


def forget_changed() -> None:
    """Forget loaded files whose sources have changed, so that `load_file` loads them again."""
    for file, sources in list(_sources.items()):
        if any(_has_changed(path, source) for path, source in sources.items()):
            del _sources[file]
            sys.modules.pop(_module_name(file), None)
            _loaded.cache_clear()


def _has_changed(path: Path, source: _Source) -> bool:
    return not path.is_file() or path.read_bytes() != source.content


def _module_name(file: Path) -> str:
    return f"{_PREFIX}{hashlib.sha256(str(file).encode()).hexdigest()[:12]}"


@cache
def _loaded(file: Path, path: Path, kind: str) -> ModuleType:
    """Return the module of a Python file, which is run unless it was loaded before.

    Raise `UsageError` if the code of the file fails.
    """
    name = _module_name(file)
    if name in sys.modules:
        return sys.modules[name]
    loader = _Loader(name, str(file))
    spec = spec_from_file_location(name, file, loader=loader)
    assert spec is not None, "a loader was given"
    module = module_from_spec(spec)
    before = set(sys.modules)
    sys.modules[name] = module
    outer = _active.files
    loading = _Loading(file)
    _add_audit_hook()
    sys.meta_path.insert(0, _Finder)
    _active.files = (*outer, loading)
    try:
        # A file may print while it is loaded. The output of the command, such as JSON, stays whole.
        with redirect_stdout(sys.stderr):
            loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        if isinstance(error, UntrustedError):
            raise
        line = _line_in(error, file)
        if isinstance(error, FathomError):
            raise UsageError(f"{path}{line}: {error}") from error
        message = f"the {kind} {path} does not import: {type(error).__name__}: {error}{line}"
        remedy = suggest_encoding(error)
        if remedy:
            message += f"; {remedy}"
        raise UsageError(message) from error
    finally:
        _active.files = outer
        sys.meta_path.remove(_Finder)
        _forget_neighbours(before)
    _sources[file] = loading.sources
    permission = current_permission()
    if permission and loading.permitted:
        sources = loading.sources.items()
        permission.record((path, source.content) for path, source in sources if source.is_code)
    return module


def allow_copies(folder: Path) -> None:
    """Permit the Python files in a folder of results to run, if this command ran the same code.

    Raises
    ------
    OSError
        If a file in the folder cannot be read.
    """
    ran: set[bytes] = set()
    for sources in _sources.values():
        ran |= {source.content for source in sources.values() if source.is_code}
    copies = [(file.resolve(), file.read_bytes()) for file in folder.rglob(f"*{CODE}")]
    permission = current_permission()
    if permission:
        permission.record(copy for copy in copies if copy[1] in ran)


def _forget_neighbours(before: set[str]) -> None:
    """Forget the users' modules whose names are not in `before`.

    Another file can then import its own modules of the same names.
    """
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and not name.startswith(_PREFIX) and not _is_installed(Path(file).resolve()):
            del sys.modules[name]


@cache
def _add_audit_hook() -> None:
    sys.addaudithook(_note_reading)


def _note_reading(event: str, arguments: tuple[Any, ...]) -> None:
    """Add the data file that is being opened to the sources of the user's file that is loading.

    This is an audit hook. It does nothing for other events, and while no file is loading.
    """
    if event != "open" or not _active.files:
        return
    name, _, flags = arguments
    files = _active.files
    if isinstance(name, str | bytes) and not flags & (os.O_WRONLY | os.O_RDWR):
        _active.files = ()  # Otherwise, reading the file's content would call this hook again.
        try:
            files[-1].note(os.fsdecode(name))
        finally:
            _active.files = files


def _package_imports() -> bool:
    """Return True if an installed package is being imported.

    The files that the package reads are not sources, because a later import does not read them.
    """
    frame: FrameType | None = sys._getframe()
    while frame and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return frame is not None and _is_installed(Path(frame.f_code.co_filename).resolve())


def _is_installed(path: Path) -> bool:
    return any(folder in path.parents for folder in INSTALLED)


def suggest_encoding(error: BaseException) -> str:
    """Return the remedy for a file whose letters Python cannot read; empty for other errors."""
    if isinstance(error, SyntaxError) and "codec can't decode" in str(error):
        return "save the file in the encoding UTF-8"
    return ""


def _line_in(error: BaseException, path: Path) -> str:
    """Return " (line N)", where N is the last line of a file that an error's traceback names.

    The text is empty if the traceback does not name the file.
    """
    if isinstance(error, SyntaxError):
        return ""  # A syntax error's message already names the line.
    trace = walk_tb(error.__traceback__)
    lines = [line for frame, line in trace if frame.f_code.co_filename == str(path)]
    return f" (line {lines[-1]})" if lines else ""


def data_beside(code: Path, name: str) -> Path:
    """Return the path of a data file in the folder of a Python file.

    Parameters
    ----------
    code
        The Python file.
    name
        The name of the data file, relative to the folder. The file may be missing.

    Raises
    ------
    UsageError
        If the name leads out of the folder, because the two files have to be copied together.
    """
    home = code.resolve().parent
    data = (home / name).resolve()
    if home not in data.parents:
        raise UsageError(
            f"{name} is not in the folder of {code.name}; copy it there, and name it without a "
            "folder"
        )
    return data


def sources_of(path: Path) -> dict[str, bytes]:
    """Return the content of each source of a Python file, by its place.

    The sources of a user's file are the file itself and the files that it imported and read while
    it was loaded. The place of a source is its path relative to the folder of the file or to the
    module path. The place of a source in another folder begins with `ELSEWHERE`. The sources of a
    file in an installed package are all Python files of the package.

    Raises
    ------
    OSError
        If the file was not loaded and cannot be read.
    """
    path = path.resolve()
    if path in _sources:
        sources = _sources[path].values()
        return dict(sorted((source.place, source.content) for source in sources))
    top = path
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    files = sorted(top.rglob(f"*{CODE}")) if top.is_dir() else [path]
    return {file.relative_to(top.parent).as_posix(): file.read_bytes() for file in files}


def content_digest(path: Path) -> str:
    """Return a digest of the sources of a Python file: twelve hexadecimal digits.

    It is empty if the file is missing. It is the same for Windows and Unix line endings.

    Raises
    ------
    OSError
        If a source file cannot be read.
    """
    return digest_of_sources(sources_of(path).items()) if path.is_file() else ""


def digest_of_sources(sources: Iterable[tuple[str, bytes]]) -> str:
    """Return a digest of source files: twelve hexadecimal digits.

    It is the same for Windows and Unix line endings.

    Parameters
    ----------
    sources
        Pairs of the path and the content of a file. Their order changes the digest.
    """
    digest = hashlib.sha256()
    for name, content in sources:
        digest.update(f"\0{name}\0".encode())
        # Windows and Unix have different line endings, but the digest must be the same on both.
        digest.update(content.replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:12]


def replace_code_files(spec: str, place: Callable[[str], str]) -> str:
    """Return a strategy's specification with the names of its Python files replaced.

    `place` is called with the name of each file and returns the new name.
    """
    return _CODE_IN_SPEC.sub(lambda file: place(file[0].strip()), spec)


def code_files_in(spec: str) -> list[str]:
    """Return the names of the Python files in a strategy's specification."""
    return [file.strip() for file in _CODE_IN_SPEC.findall(spec)]


def code_files_named(words: Iterable[str]) -> frozenset[Path]:
    """Return the absolute paths of the Python files that command-line arguments name.

    An argument can be a game's file, or contain the files of strategies, as in ``-smine.py:bold``.
    The files need not exist. Other arguments are ignored.
    """
    files = (file for word in words for file in _CODE_TYPED.findall(word))
    return frozenset(Path(file.strip()).resolve() for file in files)


def load_plug_in(entry: EntryPoint, kind: str) -> Any:
    """Return the object that an entry point of an installed package names.

    Parameters
    ----------
    entry
        The entry point.
    kind
        The kind of the object in messages, such as "game".

    Raises
    ------
    FathomError
        If the package raises an error when it is imported.
    """
    try:
        return entry.load()
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise FathomError(
            f"the installed {kind} {entry.name!r} ({entry.value}) does not load: {reason}; "
            "repair or uninstall its package"
        ) from error


def warn_left_out(error: FathomError) -> None:
    """Print a warning on stderr that an installed package is ignored because of an error."""
    print(f"ignored: {printable_text(str(error))}", file=sys.stderr)
