"""Running the command line as users do, for the tests of whole commands.

`fathom` runs it in the process of the tests, which takes a tenth of the time; `real_fathom` is for
what a process of its own shows: signals, pipes, what is read when it starts.

In the process of the tests, what a new process begins with is set up by hand: its folder, its
environment, its arguments, its streams. What it would take with it to its end is undone: what it
changed of these, and what the registry of strategies and Python remember of a user's files, which
the next command has to read again. What is compiled of Fathom itself stays.
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
#: After so many seconds what is waited for never comes, however busy the machine is.
TOO_LONG = 600
#: Wide, so that no table wraps; the tests compare lines.
COLUMNS = "200"

#: A designer's own strategy, as `strategies/README.md` tells how to write one.
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
    """What a command left: its exit code, and what it said."""

    code: int
    out: str
    err: str

    @property
    def message(self) -> str:
        """What stderr holds, which must be one message, without the breaks between its words."""
        first, *others = self.err.splitlines()
        assert [line for line in others if not line.startswith("  ")] == [], self.err
        return " ".join([first, *(line.strip() for line in others)])

    @property
    def json(self) -> Any:
        """What stdout holds, which must be one strict JSON object and nothing else."""
        return json.loads(self.out, parse_constant=_no_json)


def _no_json(word: str) -> None:
    raise AssertionError(f"{word} is no JSON")


def environment() -> dict[str, str]:
    """Return the environment of a user who has set nothing but the cache."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NUMBA_", "PYTHONHASHSEED"))
    }
    return kept | {"COLUMNS": COLUMNS, "NO_COLOR": "1", "TERM": "dumb"}


def fathom(folder: Path, *arguments: str, code: int = 0) -> Finished:
    """Run ``fathom`` in `folder`, in this process if it can be, and check its exit code."""
    if "--no-jit" in arguments and JIT:  # the compiler is loaded here already
        return real_fathom(folder, *arguments, code=code)
    return _checked(arguments, code, run_main(str(FATHOM), arguments, folder, environment()))


def real_fathom(folder: Path, *arguments: str, code: int = 0) -> Finished:
    """Run ``fathom`` in `folder` as a shell does, in a process of its own."""
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
    """Return the id of what ``fathom run`` plays in `folder` of a game's file, playing nothing."""
    with _as_new(folder, environment()):
        return resolve_study(Selection(source=file))[0].id


def random_run(folder: Path, *arguments: str, code: int = 0) -> Finished:
    """Run ``fathom run snorkeling -s random --json``, and ask no other players."""
    chosen = ("run", "snorkeling", "-s", "random", "--json", "--no-robust")
    return fathom(folder, *chosen, *arguments, code=code)


def started(
    folder: Path,
    *arguments: str,
    number: signal.Signals = signal.SIGINT,
    program: Sequence[str] = (str(FATHOM),),
) -> subprocess.Popen[str]:
    """Start ``fathom`` in `folder` so that it hears a signal, and go on."""
    # Nohup, and shells that run something in the background, have some ignored for all below.
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
    """Run ``fathom`` and press Ctrl-C `after` seconds, counted once `until` exists.

    Or send another signal, or several a moment apart.
    """
    process = started(folder, *arguments, number=number, program=program)
    try:
        if until:
            wait_until(lambda: until.exists() or process.poll() is not None)
            assert process.poll() is None, "ended before it got so far"
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
    """Wait until something is reached."""
    end = time.monotonic() + TOO_LONG
    while not reached():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return every file and folder below `folder`, with what is in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if "__pycache__" not in path.parts
    }


def write_bold(folder: Path, *, unlike_any: bool = False) -> str:
    """Write the designer's file into `folder`, and return the spec of its strategy.

    One that is unlike any before has to be compiled.
    """
    never = f"    if boldness == {time.time_ns()}:\n        return 0\n"
    text = BOLD.replace("    for action", f"{never}    for action") if unlike_any else BOLD
    (folder / "mine.py").write_text(text, encoding="utf-8")
    return "mine.py:bold"


#: Where modules come from that belong to no user: Fathom and its tests, Python, its packages.
_OURS = (
    Path(__file__).resolve().parents[2],
    *(Path(folder).resolve() for folder in sysconfig.get_paths().values()),
    *user_files.INSTALLED,
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
        out.seek(0)
        err.seek(0)
        return code, out.read(), err.read()


def _leave() -> int:
    """Run the command line to its end, and return the code it leaves with.

    A command that has left a hanging call behind ends its process at once. Here it raises instead,
    for the process is that of the tests.
    """

    def end(code: int) -> None:
        raise SystemExit(code)

    try:
        with patch("os._exit", end):
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
    user_files._sources.clear()
    importlib.invalidate_caches()


def _is_users(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):
        return False
    return not any(Path(file).resolve().is_relative_to(folder) for folder in _OURS)
