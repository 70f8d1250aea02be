"""Files of users that hold code: games, and strategies."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from simulate.errors import FathomError, UsageError, no_file

#: How the name of a file ends that holds code.
CODE = ".py"
#: The files with data that each file with code has read while it was imported.
_data: dict[Path, dict[Path, None]] = {}
_PREFIX = "user_file_"
#: A file with code in a specification of a strategy, before the strategy's name in it.
_CODE_IN_SPEC = re.compile(r"(?:^|[(=,])(?P<file>[^()=,]*\.py)(?=:)")


def load_file(path: Path, kind: str) -> ModuleType:
    """Import a user's file, with its folder first on the module path; once for all who ask.

    Parameters
    ----------
    path
        The file.
    kind
        What it is for, as in "strategy file".

    Raises
    ------
    UsageError
        There is none, or it does not import; names the line.
    """
    if not path.is_file():
        raise no_file(kind, path, CODE)
    return _loaded(path.resolve(), path, kind)


@cache
def _loaded(resolved: Path, path: Path, kind: str) -> ModuleType:
    name = f"{_PREFIX}{hashlib.sha256(str(resolved).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, resolved)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is not a Python file; write path/to/file.py:name")
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    sys.modules[name] = module
    _data.pop(resolved, None)
    sys.path.insert(0, str(resolved.parent))
    try:
        spec.loader.exec_module(module)
    except FathomError as error:
        del sys.modules[name]
        raise UsageError(f"{path}{_line_in(error, resolved)}: {error}") from error
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        line = _line_in(error, resolved)
        raise UsageError(
            f"the {kind} {path} does not import: {type(error).__name__}: {error}{line}"
        ) from error
    finally:
        sys.path.pop(0)
        _forget_neighbours(before, resolved.parent)
    return module


def _forget_neighbours(before: set[str], home: Path) -> None:
    """Let another file, in another folder, import its own modules of the same names."""
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and home in Path(file).resolve().parents and not name.startswith(_PREFIX):
            del sys.modules[name]


def _line_in(error: BaseException, path: Path) -> str:
    """Return " (line N)" for the place in `path` where an error came from."""
    if isinstance(error, SyntaxError):
        return ""  # the message names the line
    trace = error.__traceback__
    line = ""
    while trace:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f" (line {trace.tb_lineno})"
        trace = trace.tb_next
    return line


def data_beside(code: Path, name: str) -> Path:
    """Return a file with data that a file with code reads; it belongs to its `sources_of`.

    Parameters
    ----------
    code
        The file with code.
    name
        As said there: what is called so beside it.

    Raises
    ------
    UsageError
        It is not in the folder of the file with code, so that neither could be copied.
    """
    home = code.resolve().parent
    data = (home / name).resolve()
    if home not in data.parents:
        raise UsageError(
            f"{name} does not lie beside {code.name}; copy it there, and name it without a folder"
        )
    _data.setdefault(code.resolve(), {})[data] = None
    return data


def sources_of(path: Path) -> dict[str, Path]:
    """Return a user's file, and what of its folder it imports or reads, by place in it.

    None of it is run. What a game's file reads is known once it was loaded.
    """
    first = path.resolve()
    home = first.parent
    found: dict[str, Path] = {}
    waiting = [first]
    while waiting:
        file = waiting.pop()
        name = file.relative_to(home).as_posix()
        if name not in found:
            found[name] = file
            read = _data.get(file.resolve(), ())
            found |= {one.relative_to(home).as_posix(): one for one in read}
            for imported in _imported_by(file):
                waiting += _files_of(imported, home)
    return dict(sorted(found.items()))


def _imported_by(file: Path) -> set[str]:
    """Return the names, up to the first dot, of all that a file imports."""
    names: set[str] = set()
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return names  # which is told by whoever runs it
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def _files_of(module: str, home: Path) -> list[Path]:
    """Return the files of a module, if it lies in a folder: one, or all of a package."""
    file, package = home / f"{module}{CODE}", home / module
    if file.is_file():
        return [file]
    return sorted(package.rglob(f"*{CODE}")) if package.is_dir() else []


def content_of(path: Path) -> str:
    """Return twelve hexadecimal digits that change with a user's file and what it is made of.

    Nothing if there is no such file.
    """
    if not path.is_file():
        return ""
    digest = hashlib.sha256()
    for name, file in sources_of(path).items():
        # The same on every system, however it ends its lines.
        text = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"\0{name}\0".encode())
        digest.update(text)
    return digest.hexdigest()[:12]


def with_code_files(spec: str, place: Callable[[str], str]) -> str:
    """Return a strategy's specification with other names of the files with code in it."""

    def placed(found: re.Match[str]) -> str:
        before = found[0][: len(found[0]) - len(found["file"])]
        return f"{before}{place(found['file'].strip())}"

    return _CODE_IN_SPEC.sub(placed, spec)


def code_files_in(spec: str) -> list[str]:
    """Return the files with code that a strategy's specification names, as it names them.

    As ``mine.py`` of ``search(playout=mine.py:bold)``.
    """
    return [found["file"].strip() for found in _CODE_IN_SPEC.finditer(spec)]
