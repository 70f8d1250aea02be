"""Running the command line as users do, for tests of whole commands.

`fathom` runs a command in the process of the tests, which takes a tenth of the time of a new
process. `real_fathom` starts a new process, for tests of signals, pipes and start-up.

`fathom` sets up everything that a new process would have: folder, environment, arguments and
streams. After the command, it restores them. It also makes Python and the registry of strategies
forget all files of users, so that the next command reads them again. Fathom's own compiled code is
kept.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import Any
from unittest.mock import patch

from reports.analysis.selection import resolve_study
from simulate import user_files
from simulate.cli import main
from simulate.command_options import Selection
from simulate.kit.compiled import JIT
from simulate.play.signals import NAMES

FATHOM = Path(sys.executable).parent / "fathom"
#: The time limit of all waiting in seconds, enough for a busy machine.
TOO_LONG = 600
#: The width of the terminal, so wide that no table wraps, because the tests compare lines.
COLUMNS = "200"

#: The file of a designer's own strategy, written as `strategies/README.md` explains.
BOLD = '''\
"""Strategies of my own."""

from simulate.games.snorkeling import is_pile
from strategies import Parameter, legal, strategy


@strategy("snorkeling", tier=1, boldness=Parameter(0.5, 0.0, 1.0, "How gladly it lays cards."))
def bold(view, boldness):
    """Pushes others up whenever it can."""
    actions = legal(view)
    for action in actions:
        if is_pile(action):
            return action
    return actions[len(actions) - 1] if boldness >= 0.5 else actions[0]
'''


@dataclass(frozen=True)
class Finished:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def message(self) -> str:
        """The message on stderr in one line; stderr must have exactly one message."""
        first, *others = self.err.splitlines()
        assert [line for line in others if not line.startswith("  ")] == [], self.err
        return " ".join([first, *(line.strip() for line in others)])

    @property
    def json(self) -> Any:
        """The value on stdout, which must be strict JSON and nothing else."""
        return json.loads(self.out, parse_constant=_no_json)


def _no_json(word: str) -> None:
    raise AssertionError(f"{word} is no JSON")


def environment() -> dict[str, str]:
    """Return the environment variables of a command, without settings that change compilation."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NUMBA_", "PYTHONHASHSEED"))
    }
    return kept | {"COLUMNS": COLUMNS, "NO_COLOR": "1", "TERM": "dumb"}


def fathom(folder: Path, *arguments: str, code: int = 0) -> Finished:
    """Run ``fathom`` in `folder`, in this process if possible, and check its exit code."""
    if "--no-jit" in arguments and JIT:  # This process has already loaded the compiler.
        return real_fathom(folder, *arguments, code=code)
    return _checked(arguments, code, run_main(str(FATHOM), arguments, folder, environment()))


def real_fathom(folder: Path, *arguments: str, code: int = 0) -> Finished:
    """Run ``fathom`` in `folder` in a new process, and check its exit code."""
    done = subprocess.run(
        [str(FATHOM), *arguments],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TOO_LONG,
        check=False,
    )
    return _checked(arguments, code, (done.returncode, done.stdout, done.stderr))


def _checked(arguments: Sequence[str], code: int, left: tuple[int, str, str]) -> Finished:
    done = Finished(*left)
    shown = f"stdout:\n{done.out[:1500]}\nstderr:\n{done.err[-2500:]}"
    command_and_output = f"fathom {' '.join(arguments)}\n{shown}"
    assert done.code == code, f"exit code {done.code}, not {code}: {command_and_output}"
    assert "Traceback" not in done.err, command_and_output
    return done


def study_id(folder: Path, file: str) -> str:
    """Return the id of the study that ``fathom run`` would play of a game's file in `folder`."""
    with _as_new(folder, environment()):
        return resolve_study(Selection(source=file))[0].id


def random_run(folder: Path, *arguments: str, code: int = 0) -> Finished:
    """Run ``fathom run snorkeling -s random --json`` without the check with other players."""
    chosen = ("run", "snorkeling", "-s", "random", "--json", "--no-robust")
    return fathom(folder, *chosen, *arguments, code=code)


def started(
    folder: Path,
    *arguments: str,
    number: signal.Signals = signal.SIGINT,
    program: Sequence[str] = (str(FATHOM),),
) -> subprocess.Popen[str]:
    """Start ``fathom`` in `folder` without waiting for its end, so that it reacts to a signal."""
    # If the tests run in the background, child processes would inherit that signals are ignored.
    before = signal.signal(number, signal.SIG_DFL)
    try:
        return subprocess.Popen(
            [*program, *arguments],
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(number, before)


def interrupted(
    folder: Path,
    *arguments: str,
    after: float,
    until: Path | None = None,
    number: signal.Signals = signal.SIGINT,
    times: int = 1,
    program: Sequence[str] = (str(FATHOM),),
) -> Finished:
    """Run ``fathom``, interrupt it after `after` seconds, and return its output.

    If `until` is given, the seconds begin when this path exists. `number` is the signal to send
    (default: that of Ctrl-C), and `times` how often it is sent.
    """
    process = started(folder, *arguments, number=number, program=program)
    try:
        if until:
            wait_until(lambda: until.exists() or process.poll() is not None)
            assert process.poll() is None, f"it ended before {until} existed"
        time.sleep(after)
        for _ in range(times):
            process.send_signal(number)
            time.sleep(0.02)
        out, err = process.communicate(timeout=TOO_LONG)
    finally:
        process.kill()
        process.communicate()
    return Finished(process.returncode, out, err)


def wait_until(reached: Callable[[], bool]) -> None:
    """Wait until `reached` returns True."""
    end = time.monotonic() + TOO_LONG
    while not reached():
        assert time.monotonic() < end, f"not reached after {TOO_LONG} seconds"
        time.sleep(0.05)


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return the content of each file below `folder`, by path; None for folders."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if "__pycache__" not in path.parts
    }


def write_bold(folder: Path, *, unlike_any: bool = False) -> str:
    """Write the file `BOLD` into `folder`, and return the spec of its strategy.

    With `unlike_any`, the code differs from all files before, so it has to be compiled.
    """
    never = f"    if boldness == {time.time_ns()}:\n        return 0\n"
    text = BOLD.replace("    for action", f"{never}    for action") if unlike_any else BOLD
    (folder / "mine.py").write_text(text, encoding="utf-8")
    return "mine.py:bold"


#: The folders of modules that are not a user's: Fathom and its tests, Python, installed packages.
_OURS = (
    Path(__file__).resolve().parents[2],
    *(Path(folder).resolve() for folder in sysconfig.get_paths().values()),
    *user_files.INSTALLED,
)


def run_main(
    program: str, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> tuple[int, str, str]:
    """Run the command line as in a new process; return the exit code, stdout and stderr."""
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
        out.seek(0)
        err.seek(0)
        return code, out.read(), err.read()


def _leave() -> int:
    """Run the command line to its end, and return its exit code.

    A command may call `os._exit` to end a process with a call that hangs. Here that raises
    `SystemExit` instead, because it would end the tests.
    """

    def end(code: int) -> None:
        raise SystemExit(code)

    try:
        with patch("os._exit", end):
            main()
    except SystemExit as left:
        assert isinstance(left.code, int), f"the exit code is {left.code!r}"
        return left.code
    raise AssertionError("main returned without an exit code")


@contextmanager
def _as_new(folder: Path, environment: Mapping[str, str]) -> Iterator[None]:
    """Give a command the folder, environment variables and modules of a new process."""
    where, variables, path = Path.cwd(), dict(os.environ), list(sys.path)
    modules, bytecode = dict(sys.modules), sys.dont_write_bytecode
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    handlers = {number: signal.getsignal(number) for number in numbers}
    os.chdir(folder)
    _set_variables(environment)
    # The command reads its name from the main module, which would be pytest.
    sys.modules["__main__"] = ModuleType("__main__")
    # Otherwise Python would use old bytecode for a file that changes twice within a second.
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
    user_files._sources.clear()
    importlib.invalidate_caches()


def _is_users(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):
        return False
    return not any(Path(file).resolve().is_relative_to(folder) for folder in _OURS)
