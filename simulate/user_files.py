"""Files of users that hold code, games and strategies: loading them, and what they are made of.

Which of them may run is decided in `simulate.permission`. A file is made of the modules that it
imports and of the data that it reads while it is loaded. If any of these changes, the ids of
studies change. Python's audit events are used only to learn which data are read.
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
from simulate.permission import UntrustedError, current_permission, record_folder

#: The suffix of files with code.
CODE = ".py"
_PREFIX = "user_file_"
#: A file with code in a specification of a strategy, before the strategy's name in it.
_CODE_IN_SPEC = re.compile(r"(?<![^(=,])[^()=,]*\.py(?=:)")
#: The same in a word that was typed, where it may be a game; also as -smine.py:bold.
_CODE_TYPED = re.compile(r"(?:^-\w)?([^()=,]*\.py)(?=:|$)")
#: Where modules lie that belong to no user: Python's, installed packages', Fathom's.
INSTALLED = (
    *(Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib", "stdlib")),
    *(Path(folder).resolve() for folder in (site.getusersitepackages(), *site.getsitepackages())),
    Path(np.__file__).resolve().parents[1],  # an environment can take in the packages of another
    *(Path(__file__).resolve().parents[1] / name for name in ("simulate", "strategies", "reports")),
)
#: Where data lie that the system computes when they are read.
_COMPUTED = (Path("/proc"), Path("/sys"))
#: Begins the place of what can only be read where it lies; see `sources_of`.
ELSEWHERE = "/"


class _Source(NamedTuple):
    """A file that a loaded file is made of: its place as of `sources_of`, and whether it ran."""

    place: str
    content: bytes
    is_code: bool


class _Loading:
    """A user's file that is being loaded, with all that it is made of.

    If it is `permitted`, it and its modules run whatever they hold.
    """

    def __init__(self, file: Path) -> None:
        allowed = current_permission()
        covered = allowed is None or allowed.covers(file)
        self.home = file.parent
        self.permitted: bool = covered or any(outer.permitted for outer in _active.files)
        self.sources: dict[Path, _Source] = {}

    def admit(self, file: Path, content: bytes) -> None:
        """Take code that is about to run as a source; `UntrustedError` if it must not run."""
        allowed = current_permission()
        if allowed and not self.permitted:
            allowed.check(file, content)
        self.sources[file] = _Source(self._place(str(file), file, content), content, is_code=True)

    def note(self, named: str) -> None:
        """Take data that are about to be read as a source, unless they are installed."""
        file = Path(named).resolve()
        apart = {*INSTALLED, *_COMPUTED, record_folder()} & set(file.parents)
        if not apart and file not in self.sources and file.is_file() and not _package_imports():
            content = file.read_bytes()
            self.sources[file] = _Source(self._place(named, file, content), content, is_code=False)

    def _place(self, named: str, file: Path, content: bytes) -> str:
        roots = {self.home, *(Path(entry).resolve() for entry in sys.path)} & set(file.parents)
        if roots and Path(named).is_absolute():
            nearest = max(roots, key=lambda root: len(root.parts))
            return file.relative_to(nearest).as_posix()
        return f"{ELSEWHERE}{file.name} {hashlib.sha256(content).hexdigest()[:12]}"


class _Stack(threading.local):
    """The files that a thread loads at the moment, the innermost last."""

    files: tuple[_Loading, ...] = ()


_active = _Stack()
#: What each file that is loaded is made of.
_sources: dict[Path, dict[Path, _Source]] = {}


class _Loader(SourceFileLoader):
    """Loads a module of a user's: its code runs only if it may."""

    def path_stats(self, path: Any) -> Any:
        """Take no compiled copy of a module, which somebody else may have put beside it."""
        raise OSError

    def source_to_code(self, data: Any, path: Any, **options: Any) -> Any:  # type: ignore[override]
        """Compile a module, once it is admitted with the very bytes that are to run."""
        _active.files[-1].admit(Path(path).resolve(), bytes(data))
        return super().source_to_code(data, path, **options)


#: Names of modules that are not looked for beside a user's file.
_NEVER_BESIDE = sys.stdlib_module_names | {"fathom_games", "reports", "simulate", "strategies"}


class _Finder:
    """Finds the modules of a user's file that is being loaded: first beside it.

    Modules beside it never replace those of Python's library or of Fathom, which other modules
    import too.
    """

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is, as importers do; `UntrustedError` if it must not run."""
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
                else:  # compiled already, so that it runs as it is
                    loading.admit(file, file.read_bytes())
        return spec


def load_file(path: Path, kind: str) -> ModuleType:
    """Import a user's file of a kind, as "strategy file"; it finds its modules beside it.

    Raises `UsageError` if there is none, it does not import, or it must not run; names the line.
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
    """Forget the files that changed since they were loaded, so that they are loaded again."""
    for file, sources in list(_sources.items()):
        held = ((path, source.content) for path, source in sources.items())
        if any(not path.is_file() or path.read_bytes() != content for path, content in held):
            del _sources[file]
            sys.modules.pop(_module_name(file), None)
            _loaded.cache_clear()


def _module_name(file: Path) -> str:
    return f"{_PREFIX}{hashlib.sha256(str(file).encode()).hexdigest()[:12]}"


@cache
def _loaded(file: Path, path: Path, kind: str) -> ModuleType:
    name = _module_name(file)
    if name in sys.modules:
        return sys.modules[name]
    loader = _Loader(name, str(file))
    spec = spec_from_file_location(name, file, loader=loader)
    assert spec is not None, "a loader was given"
    module = module_from_spec(spec)
    before = set(sys.modules)
    sys.modules[name] = module
    outer, loading = _active.files, _Loading(file)
    _hear_of_reading()
    sys.meta_path.insert(0, _Finder)
    _active.files = (*outer, loading)
    try:
        loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        if isinstance(error, UntrustedError):
            raise
        line = _line_in(error, file)
        if isinstance(error, FathomError):
            raise UsageError(f"{path}{line}: {error}") from error
        raise UsageError(
            f"the {kind} {path} does not import: {type(error).__name__}: {error}{line}"
        ) from error
    finally:
        _active.files = outer
        sys.meta_path.remove(_Finder)
        _forget_neighbours(before)
    _sources[file] = loading.sources
    if (allowed := current_permission()) and loading.permitted:
        sources = loading.sources.items()
        allowed.record((path, source.content) for path, source in sources if source.is_code)
    return module


def allow_copies(folder: Path) -> None:
    """Allow the copies of code that ran which Fathom has written into a folder of results."""
    sources = (source for made_of in _sources.values() for source in made_of.values())
    ran = {source.content for source in sources if source.is_code}
    copies = [(file.resolve(), file.read_bytes()) for file in folder.rglob(f"*{CODE}")]
    if allowed := current_permission():
        allowed.record(copy for copy in copies if copy[1] in ran)


def _forget_neighbours(before: set[str]) -> None:
    """Let another file import its own modules of the same names, and read what they read."""
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and not name.startswith(_PREFIX) and not _is_installed(Path(file).resolve()):
            del sys.modules[name]


@cache
def _hear_of_reading() -> None:
    sys.addaudithook(_note_reading)


def _note_reading(event: str, arguments: tuple[Any, ...]) -> None:
    """Note the data that a file reads while it is loaded."""
    if event != "open" or not _active.files:
        return
    (named, _, flags), files = arguments, _active.files
    if isinstance(named, str | bytes) and not flags & (os.O_WRONLY | os.O_RDWR):
        _active.files = ()  # what is read to note it is not noted
        try:
            files[-1].note(os.fsdecode(named))
        finally:
            _active.files = files


def _package_imports() -> bool:
    """Return whether a package is being imported; what it reads depends on earlier imports."""
    frame: FrameType | None = sys._getframe()
    while frame and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return frame is not None and _is_installed(Path(frame.f_code.co_filename).resolve())


def _is_installed(path: Path) -> bool:
    return any(folder in path.parents for folder in INSTALLED)


def _line_in(error: BaseException, path: Path) -> str:
    """Return " (line N)" for the place in `path` where an error came from."""
    trace = walk_tb(error.__traceback__)
    lines = [line for frame, line in trace if frame.f_code.co_filename == str(path)]
    # The message of a syntax error names the line.
    return f" (line {lines[-1]})" if lines and not isinstance(error, SyntaxError) else ""


def data_beside(code: Path, name: str) -> Path:
    """Return the file called `name` that one with code reads; both are to be copied together."""
    home = code.resolve().parent
    data = (home / name).resolve()
    if home not in data.parents:
        raise UsageError(
            f"{name} does not lie beside {code.name}; copy it there, and name it without a folder"
        )
    return data


def sources_of(path: Path) -> dict[str, bytes]:
    """Return the content of the files that a file with code is made of, by path from its folder.

    For a user's file these are the files that it imported and read while it was loaded. The key of
    a file that lies neither in its folder nor on the module path begins with `ELSEWHERE`. For an
    installed plug-in these are all code files of its package.
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
    """Return hexadecimal digits that change with a file and what it is made of, if it is there."""
    return digest_of_sources(sources_of(path).items()) if path.is_file() else ""


def digest_of_sources(sources: Iterable[tuple[str, bytes]]) -> str:
    """Return hexadecimal digits that change with files, each as its place and what it holds."""
    digest = hashlib.sha256()
    for name, content in sources:
        digest.update(f"\0{name}\0".encode())
        digest.update(content.replace(b"\r\n", b"\n"))  # the same on every system
    return digest.hexdigest()[:12]


def replace_code_files(spec: str, place: Callable[[str], str]) -> str:
    """Return a strategy's specification with other names of the files with code in it."""
    return _CODE_IN_SPEC.sub(lambda file: place(file[0].strip()), spec)


def code_files_in(spec: str) -> list[str]:
    """Return the files with code that a strategy's specification names, as it names them."""
    return [file.strip() for file in _CODE_IN_SPEC.findall(spec)]


def code_files_named(words: Iterable[str]) -> frozenset[Path]:
    """Return the files with code that words of a command line name: a game's, or strategies'."""
    files = (file for word in words for file in _CODE_TYPED.findall(word))
    return frozenset(Path(file.strip()).resolve() for file in files)


def load_plug_in(entry: EntryPoint, kind: str) -> Any:
    """Load what an installed package declares as a `kind`; `FathomError` if it does not import."""
    try:
        return entry.load()
    except (Exception, SystemExit) as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise FathomError(
            f"the installed {kind} {entry.name!r} ({entry.value}) does not load: {why}; "
            "repair or uninstall its package"
        ) from error


def warn_left_out(error: FathomError) -> None:
    """Say on stderr that something installed is left out, for it is broken, and why."""
    print(f"left out: {printable_text(str(error))}", file=sys.stderr)
