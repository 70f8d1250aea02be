"""Files of users that hold code, games and strategies: loading them, and whose code is run.

A study, or a persona that it names, can name files with code, and code can do anything. So while a
command runs, a user's file is run only if the user named it, or has run what it holds before. What
was run is remembered by what it held, so that copies in folders of results are trusted too; what
the user named is remembered by where it lies too, so that it may be edited.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from traceback import walk_tb
from types import FrameType, ModuleType
from typing import Any

from simulate.errors import FathomError, UsageError, no_file, readable_text

#: How the name of a file ends that holds code.
CODE = ".py"
#: What was read of each file that is loaded.
_read: dict[Path, _Reading] = {}
#: What is noted of the files that are being loaded, each by one that waits for the next.
_loading: list[_Reading] = []
_PREFIX = "user_file_"
#: A file with code in a specification of a strategy, before the strategy's name in it.
_CODE_IN_SPEC = re.compile(r"(?<![^(=,])[^()=,]*\.py(?=:)")
#: Where modules lie that belong to no user: Python's, installed packages', Fathom's.
_PACKAGES = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib"))
_OURS = (
    Path(sysconfig.get_path("stdlib")).resolve(),
    *(Path(__file__).resolve().parents[1] / name for name in ("simulate", "strategies", "reports")),
)
#: Files that are none on a disk.
_OF_THE_SYSTEM = tuple(map(Path, ("/proc", "/sys", "/dev")))
#: How names of files end that packages are made of; others are data.
_CODE_OF_PACKAGES = (CODE, ".pyc", ".so", ".pyd")
#: Begins the place of what can only be read where it lies; see `sources_of`.
ELSEWHERE = "/"
#: Beside the folders of machine code; lines of a SHA-256 and, of what the user named, its path.
_FILE = "trusted"
#: What the user named for the command that runs; ``None`` where a program of the user's asks.
_named: set[Path] | None = None
_everything = False


def load_file(path: Path, kind: str) -> ModuleType:
    """Import a user's file of a kind, as "strategy file", with its folder first on the module path.

    Raises `UsageError` if there is none, it does not import, or it is not trusted; names the line.
    """
    if not path.is_file():
        raise no_file(kind, path, CODE)
    return _loaded(path.resolve(), path, kind)


def forget_changed() -> None:
    """Let files that hold something else than when they were loaded be loaded anew."""
    for file, reading in list(_read.items()):
        held = reading.paths.items()
        if any(not path.is_file() or path.read_bytes() != content for path, content in held):
            del _read[file]
            sys.modules.pop(_module_name(file), None)
            _loaded.cache_clear()


def _module_name(file: Path) -> str:
    return f"{_PREFIX}{hashlib.sha256(str(file).encode()).hexdigest()[:12]}"


@cache
def _loaded(resolved: Path, path: Path, kind: str) -> ModuleType:
    name = _module_name(resolved)
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, resolved)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is not a Python file; write path/to/file.py:name")
    module = importlib.util.module_from_spec(spec)
    reading = _Reading(resolved.parent, is_trusted(resolved))
    before = set(sys.modules)
    sys.modules[name] = module
    try:
        with reading.noted():
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        if isinstance(error, UntrustedError):
            raise
        line = _line_in(error, resolved)
        if isinstance(error, FathomError):
            raise UsageError(f"{path}{line}: {error}") from error
        raise UsageError(
            f"the {kind} {path} does not import: {type(error).__name__}: {error}{line}"
        ) from error
    finally:
        _forget_neighbours(before)
    _read[resolved] = reading
    if reading.is_trusted:
        remember(resolved, reading.sources.values())
    return module


def _forget_neighbours(before: set[str]) -> None:
    """Let another file import its own modules of the same names, and read what they read."""
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and not name.startswith(_PREFIX) and not _is_installed(Path(file).resolve()):
            del sys.modules[name]


class _Reading:
    """What is read and imported while a user's file is loaded.

    Of one that `is_trusted` it is run whatever it holds, and reads.
    """

    def __init__(self, home: Path, is_trusted: bool) -> None:
        self._home = home
        self.is_trusted = is_trusted
        self._thread = threading.get_ident()
        #: As `sources_of` returns them, and where they lie.
        self.sources: dict[str, bytes] = {}
        self.paths: dict[Path, bytes] = {}

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what is read until this ends, with the file's folder first on the module path."""
        _hear()
        sys.path.insert(0, str(self._home))
        kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        _loading.append(self)
        try:
            yield
        finally:
            _loading.remove(self)
            sys.dont_write_bytecode = kept
            sys.path.remove(str(self._home))

    def note(self, named: str) -> None:
        """Note a file that is about to be opened.

        `UntrustedError`: neither the file that is loaded is trusted, nor what this one holds.
        `FileNotFoundError`: it is Python's own copy of compiled code, which somebody may have put
        there.
        """
        path = Path(named).resolve()
        if threading.get_ident() != self._thread or not path.is_file() or _of_no_user(path):
            return
        if path.parent.name == "__pycache__":
            raise FileNotFoundError(named)
        content = path.read_bytes()
        if not self.is_trusted:
            check_content(path, content)
        self.sources[self._place(named, path, content)] = self.paths[path] = content

    def _place(self, named: str, path: Path, content: bytes) -> str:
        modules = (Path(entry).resolve() for entry in sys.path)
        roots = {self._home, *modules} & set(path.parents)
        if roots and Path(named).is_absolute() and not _is_installed(path):
            nearest = max(roots, key=lambda root: len(root.parts))
            return path.relative_to(nearest).as_posix()
        return f"{ELSEWHERE}{path.name} {hashlib.sha256(content).hexdigest()[:12]}"


@cache
def _hear() -> None:
    """Hear of files that are opened, from now on: there is no way to end it."""

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if not _loading or event not in ("open", "import"):
            return
        named, mode, *more = arguments
        if event == "import":  # of what is no text, where the file is told; others are opened
            named, mode = mode, "r"
        flags = more[0] if more and isinstance(more[0], int) else 0
        if not isinstance(named, str | bytes) or flags & (os.O_WRONLY | os.O_RDWR):
            return
        noted = _loading[:]
        _loading.clear()  # what is read to note it is not noted
        try:
            for reading in noted:
                reading.note(os.fsdecode(named))
        finally:
            _loading[:] = noted

    sys.addaudithook(hook)


def _is_installed(path: Path) -> bool:
    return any(folder in path.parents for folder in (*_PACKAGES, *_OURS))


def _of_no_user(path: Path) -> bool:
    """Tell whether a file is no user's: the system's, Python's, a package's or Fathom's.

    What a package's modules read while they are imported is theirs: it depends on what was
    imported before.
    """
    if any(folder in path.parents for folder in (*_OF_THE_SYSTEM, kept_in())):
        return True
    if _is_installed(path):
        data = any(folder in path.parents for folder in _PACKAGES)
        if not data or path.suffix in _CODE_OF_PACKAGES or path.parent.suffix == ".dist-info":
            return True
    frame: FrameType | None = sys._getframe()
    while frame and frame.f_code.co_name not in ("<module>", _loaded.__name__):
        frame = frame.f_back
    nearest = frame.f_code if frame else None
    return bool(
        nearest and nearest.co_name == "<module>" and _is_installed(Path(nearest.co_filename))
    )


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
    """Return what a file with code is made of, by place from its folder, in order.

    Of a user's file it is what was read and imported while it was loaded; what lies neither in its
    folder nor on the module path has a place that begins with `ELSEWHERE`. Of others, as of
    installed plug-ins, it is all code of the package.
    """
    path = path.resolve()
    if path in _read:
        return dict(sorted(_read[path].sources.items()))
    top = path
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    files = sorted(top.rglob(f"*{CODE}")) if top.is_dir() else [path]
    return {file.relative_to(top.parent).as_posix(): file.read_bytes() for file in files}


def content_of(path: Path) -> str:
    """Return hexadecimal digits that change with a file and what it is made of, if it is there."""
    return digits_of(sources_of(path).items()) if path.is_file() else ""


def digits_of(sources: Iterable[tuple[str, bytes]]) -> str:
    """Return hexadecimal digits that change with files, each as its place and what it holds."""
    digest = hashlib.sha256()
    for name, content in sources:
        digest.update(f"\0{name}\0".encode())
        digest.update(content.replace(b"\r\n", b"\n"))  # the same on every system
    return digest.hexdigest()[:12]


def with_code_files(spec: str, place: Callable[[str], str]) -> str:
    """Return a strategy's specification with other names of the files with code in it."""
    return _CODE_IN_SPEC.sub(lambda file: place(file[0].strip()), spec)


def code_files_in(spec: str) -> list[str]:
    """Return the files with code that a strategy's specification names, as it names them."""
    return [file.strip() for file in _CODE_IN_SPEC.findall(spec)]


def code_named(words: Iterable[str]) -> Iterator[Path]:
    """Yield the files with code that words name, as typed: a game's, or in specifications."""
    for word in words:
        said = word.rpartition("=")[2] if word.startswith("--") else word
        yield from map(Path, [said] if said.endswith(CODE) else code_files_in(said))


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


def go_without(error: FathomError) -> None:
    """Say on stderr that something installed is left out, for it is broken, and why."""
    print(f"left out: {readable_text(str(error))}", file=sys.stderr)


class UntrustedError(UsageError):
    """Code was to be run that the user has neither named nor trusted."""


@contextmanager
def only_named(files: Iterable[Path]) -> Iterator[None]:
    """Run only the code in these files, and what was trusted before, until this ends."""
    global _named, _everything
    before = _named, _everything
    _named, _everything = {file.resolve() for file in files}, False
    try:
        yield
    finally:
        _named, _everything = before


def trust_everything() -> None:
    """Run code whoever names it, until the command ends."""
    global _everything  # noqa: PLW0603
    _everything = True


def is_trusted(file: Path) -> bool:
    """Tell whether a file is run whatever it holds: the user named it, or trusts everything."""
    if _named is None or _everything or file in _named:
        return True
    return any(line.partition(" ")[2] == str(file) for line in _remembered())


def check_content(file: Path, content: bytes) -> None:
    """Raise `UntrustedError` unless a file holds what was run, or read, before."""
    if _digest(content) not in (line.partition(" ")[0] for line in _remembered()):
        raise UntrustedError(
            f"{file} belongs to code that a study or a persona names, and you did not; code can do "
            "anything, so read it, and give --trust to run it (or, if it is your own, name it once "
            "yourself, as after 'fathom check')"
        )


def remember(file: Path, contents: Iterable[bytes]) -> None:
    """Trust from now on what a file held, and what it read, when the user had it run."""
    if _named is None:
        return
    place = f" {file}" if file in _named else ""
    known, folder = _remembered(), kept_in()
    lines = dict.fromkeys(f"{_digest(content)}{place}" for content in contents)
    new = "".join(f"{line}\n" for line in lines if not any(one.startswith(line) for one in known))
    if new and folder:
        with suppress(OSError), (folder / _FILE).open("a", encoding="utf-8") as kept:
            kept.write(new)


def kept_in() -> Path | None:
    """Return the folder in which it is remembered; ``None`` where none can be written."""
    from simulate.kit.compiled import cache_folder  # which imports Numba

    folder = cache_folder()
    return folder and folder.parent


def _remembered() -> list[str]:
    folder = kept_in()
    with suppress(OSError):
        if folder:
            return (folder / _FILE).read_text("utf-8", "replace").splitlines()
    return []


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
