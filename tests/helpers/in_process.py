"""One command run in the process of the tests, which is afterwards as it was.

What a new process begins with is set up by hand: its folder, its environment, its arguments, its
streams. What it would take with it to its end is undone: what it changed of these, and what the
registry of strategies and Python remember of a user's files, which the next command has to read
again. What is compiled of Fathom itself stays; that is what this is for.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import TextIO

from simulate import user_files
from simulate.cli import main
from simulate.play.signals import NAMES

#: Where modules come from that belong to no user: Fathom and its tests, Python, its packages.
_OURS = (
    Path(__file__).resolve().parents[2],
    *(Path(folder).resolve() for folder in sysconfig.get_paths().values()),
)


def run_main(
    program: str, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> tuple[int, str, str]:
    """Run the command line as a process of its own would; return exit code, stdout and stderr."""
    with (
        TemporaryFile("w+", encoding="utf-8") as out,
        TemporaryFile("w+", encoding="utf-8") as err,
        Path(os.devnull).open(encoding="utf-8") as nothing,
        _as_new(folder, environment),
    ):
        kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
        sys.argv = [program, *arguments]
        sys.stdin, sys.stdout, sys.stderr = nothing, out, err
        try:
            code = _leave()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
        return code, _text(out), _text(err)


def _leave() -> int:
    """Run the command line to its end, and return the code it leaves with."""
    try:
        main()
    except SystemExit as left:
        assert isinstance(left.code, int), f"it left with {left.code!r}"
        return left.code
    raise AssertionError("it did not leave")


@contextmanager
def _as_new(folder: Path, environment: Mapping[str, str]) -> Iterator[None]:
    """Let a command find the folder, the variables and the modules that a new process would."""
    where, variables, path = Path.cwd(), dict(os.environ), list(sys.path)
    modules, bytecode = dict(sys.modules), sys.dont_write_bytecode
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    handlers = {number: signal.getsignal(number) for number in numbers}
    os.chdir(folder)
    _set_variables(environment)
    # The program's name is read from what was started, which here is pytest.
    sys.modules["__main__"] = ModuleType("__main__")
    # A file changed within a second is compiled anew.
    sys.dont_write_bytecode = True
    _forget_users_files()
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        os.chdir(where)
        _set_variables(variables)
        sys.path[:] = path
        sys.modules["__main__"] = modules["__main__"]
        sys.dont_write_bytecode = bytecode
        for name in [name for name in sys.modules if name not in modules]:
            if _is_users(sys.modules[name]):
                del sys.modules[name]
        _forget_users_files()


def _set_variables(wanted: Mapping[str, str]) -> None:
    for name in set(os.environ) - set(wanted):
        del os.environ[name]
    os.environ.update(wanted)


def _forget_users_files() -> None:
    user_files._loaded.cache_clear()
    user_files._read.clear()
    importlib.invalidate_caches()


def _is_users(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):
        return False
    return not any(Path(file).resolve().is_relative_to(folder) for folder in _OURS)


def _text(stream: TextIO) -> str:
    stream.seek(0)
    return stream.read()
