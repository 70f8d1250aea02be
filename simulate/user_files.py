"""Files of users that hold code: games, and strategies."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from simulate.errors import FathomError, UsageError, no_file

#: How the name of a file ends that holds code.
CODE = ".py"
#: The files with data that each file with code has read while it was imported.
_data: dict[Path, dict[Path, None]] = {}


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
    name = f"user_file_{hashlib.sha256(str(resolved).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, resolved)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is not a Python file; the name of a {kind} ends in {CODE}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
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
    return module


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


def sources_of(module: ModuleType) -> dict[str, Path]:
    """Return a user's file, and what of its folder it imports or reads, by their place in it.

    Found by what its names stand for: modules, and what comes from them.
    """
    home = Path(module.__file__ or "").parent
    found: dict[str, Path] = {}
    waiting, seen = [module], {module.__name__}
    while waiting:
        one = waiting.pop()
        file = Path(one.__file__ or "")
        for read in (file, *_data.get(file.resolve(), ())):
            found[read.relative_to(home).as_posix()] = read
        for other in _named_in(one):
            if other.__name__ not in seen and home in Path(other.__file__ or "").parents:
                seen.add(other.__name__)
                waiting.append(other)
    return dict(sorted(found.items()))


def _named_in(module: ModuleType) -> Iterator[ModuleType]:
    for value in vars(module).values():
        named = value if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        other = sys.modules.get(named) if isinstance(named, str) else named
        if isinstance(other, ModuleType) and getattr(other, "__file__", None):
            yield other


def content_of(module: ModuleType) -> str:
    """Return twelve hexadecimal digits that change with a user's file and what it is made of."""
    digest = hashlib.sha256()
    for name, file in sources_of(module).items():
        # The same on every system, however it ends its lines.
        text = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"\0{name}\0".encode())
        digest.update(text)
    return digest.hexdigest()[:12]
