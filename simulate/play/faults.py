"""What is wrong with a game's own code, told as its author can mend it.

Compiled code knows neither lines nor names. A game that failed is played again, interpreted, in
a process of its own: the same deal and the same actions, so that it fails at the same place. One
that does not compile is played with actions chosen by lot.
"""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate.errors import unknown
from simulate.game import Game
from simulate.kit import compiled

#: How long playing again may take, in seconds.
PATIENCE = 60
#: Begins what the other process prints of a fault, after all that the game's file may print.
MARK = "fathom-fault:"
_OURS = Path(compiled.__file__).resolve().parents[1]


@dataclass(frozen=True)
class Request:
    """A game to be played again.

    Attributes
    ----------
    game
        The rules.
    values
        The value of every option.
    players, seed, number, deal
        Of the game.
    actions
        Of all its steps, turns without a decision included; ``None`` to choose by lot.
    """

    game: Game
    values: dict[str, Any]
    players: int
    seed: int
    number: int
    deal: int
    actions: Sequence[int] | None


@dataclass(frozen=True)
class Fault:
    """What failed, where, and when.

    Attributes
    ----------
    place
        File and line, ``""`` if it is no line of the game's own.
    text
        What stands there.
    said
        What went wrong.
    moment
        Game, seed, seat, decision and action.
    remedy
        What to do.
    """

    place: str
    text: str
    said: str
    moment: str
    remedy: str

    def told(self, game: Game) -> str:
        """Return it as one paragraph."""
        where = f" at {self.place}: `{self.text}`" if self.place else ""
        return f"game {game.name} fails{where}: {self.said} ({self.moment}); {self.remedy}"


def play_again(request: Request) -> Fault | None:
    """Play a game again, interpreted, and return what is wrong with it, or ``None``."""
    if not compiled.JIT:
        from simulate.play.interpreted import first_fault

        return first_fault(request)
    home = _home_of(request.game)
    if not home:
        return None
    fields = {**vars(request), "game": home}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "simulate.play.interpreted"],
            input=pickle.dumps((fields, sys.path)),
            env={
                **os.environ,
                "NUMBA_DISABLE_JIT": "1",
                "PYTHONPATH": os.pathsep.join(
                    [str(_OURS.parent), os.environ.get("PYTHONPATH", "")]
                ),
            },
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    _, found, told = done.stdout.partition(MARK.encode())
    fault = pickle.loads(told) if found else None
    return fault if isinstance(fault, Fault) else None


def _home_of(game: Game) -> tuple[str, str, str] | None:
    """Return the module, the file and the name there of a game, if a module has it."""
    for module_name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        for name, thing in list(getattr(module, "__dict__", {}).items()) if file else ():
            if isinstance(thing, Game) and thing.apply is game.apply and thing.name == game.name:
                return module_name, str(file), name
    return None


#: What the compiler says of mistakes, and how it is said here.
_SAYINGS = (
    (r"NameError: (name '\w+' is not defined)", r"\1", "define it, or correct its name"),
    (
        r"Cannot unify (\S+) and (\S+) for '(\w+)(?:\.\d+)?'",
        r"\3 is of one kind first and of another later (\1, then \2)",
        "give it another name there: a name keeps its kind",
    ),
    (
        r"setitem\(readonly array|STORE_GLOBAL",
        "it writes to what stays from one game to the next",
        "keep it in a field of the game's layouts",
    ),
    (
        r"No implementation of function Function\(<built-in function setitem>\)",
        "what is written there does not fit: fields hold whole numbers",
        "write a whole number, as int(x) or x // y makes one",
    ),
)
_UNKNOWN = re.compile(r"Unknown attribute '(\w+)' of type Record\((.*?)\)", re.DOTALL)


def in_words(error: Exception) -> str:
    """Say in a game author's terms what the compiler could not do, where, and what to do."""
    message = str(error)
    place = _place(message)
    field = _UNKNOWN.search(message)
    if field:
        known = re.findall(r"(\w+)\[type=", field[2])
        return f"{place}{unknown('field', field[1], known, ' of that record')}"
    for pattern, words, remedy in _SAYINGS:
        found = re.search(pattern, message)
        if found:
            return f"{place}{found.expand(words)}; {remedy}"
    lines = (line.strip() for line in message.splitlines())
    told = [line for line in lines if line and not line.startswith(("Failed in", "During"))]
    said = told[0].rstrip(":") if told else type(error).__name__
    return f"{place}{said}; change that, or run it interpreted with --no-jit"


def _place(message: str) -> str:
    """Return the first line, not Fathom's own, that a compiler's message names, and its text."""
    for file, line in re.findall(r'File "([^"<]+)", line ([0-9]+):', message):
        if _OURS not in Path(file).resolve().parents:
            return f"{file}, line {line}: {text_of(file, int(line))}"
    return ""


def text_of(file: str, line: int) -> str:
    """Return a line of a file in quotes, ready for what is said of it; nothing if there is none."""
    try:
        return f"`{Path(file).read_text(encoding='utf-8').splitlines()[line - 1].strip()}`: "
    except (OSError, IndexError, UnicodeDecodeError):
        return ""
