"""Games walked through step by step, interpreted, with all that is looked at in each step."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from simulate.checking.steps import REDEAL, STEP_CHECKS, Step, StepCheck, raised
from simulate.errors import FathomError
from simulate.play.engine import Engine

#: The seed of all games that are checked.
SEED = 1


@dataclass(frozen=True)
class Table:
    """A number of players and a variant, at which a game is checked."""

    players: int
    variant: str

    def __str__(self) -> str:
        seats = f"{self.players} player{'' if self.players == 1 else 's'}"
        return f"{seats}, {self.variant}"


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a game, and what likely mends it.

    Players and variant (`where`), game, step from 1, seat from 1, action and line tell the place;
    what is empty is no place in particular. With a warning the game can be played nevertheless.
    """

    said: str
    remedy: str
    where: str = ""
    seed: int = SEED
    game: int | None = None
    step: int | None = None
    seat: int | None = None
    action: str = ""
    line: str = ""
    warning: bool = False

    @property
    def told(self) -> str:
        """All of it as one paragraph."""
        parts = {
            self.where: bool(self.where),
            f"game {self.game}, seed {self.seed}": self.game is not None,
            f"step {self.step}": self.step is not None,
            f"seat {self.seat} {self.action}".rstrip(): self.seat is not None,
        }
        place = ", ".join(part for part, is_said in parts.items() if is_said)
        moment = f" ({place})" if place else ""
        line = f" at {self.line}" if self.line else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{self.said}{moment}{line}{remedy}"

    def as_json(self) -> dict[str, Any]:
        """Return what is said of it, by name."""
        said = {name: value for name, value in asdict(self).items() if value not in (None, "")}
        return said if "game" in said else {name: said[name] for name in said if name != "seed"}


#: Steps of a game that are looked at one by one, its first; further on only every so many-th is.
LOOKED_AT, SELDOM = 60, 10
#: The most steps of a game that are played; games that are longer are compared so far.
MOST_STEPS = 1500
#: The check that fails where a game raises.
PLAYS = "games are played without a fault"


@dataclass(frozen=True)
class Stood:
    """How a game stood after so many steps: its bytes, and its row if it was over."""

    steps: int
    state: tuple[bytes, ...]
    row: list[int] | None


@dataclass
class Walked:
    """What came of walking: the first finding of each check, and how games stood."""

    findings: dict[str, Finding] = field(default_factory=dict)
    stood: dict[tuple[Table, int, int], Stood] = field(default_factory=dict)
    steps: int = 0
    games: int = 0
    left_out: list[str] = field(default_factory=list)
    #: Whether the game's own code raised, after which nothing more is looked at.
    stopped: bool = False


def walk_all(
    engines: Mapping[tuple[Table, int], Callable[[], Engine]],
    numbers: Sequence[int],
    deadline: float,
) -> Walked:
    """Walk through games at each table, the first game at all of them first, until time is up."""
    walked = Walked()
    for number in numbers:
        for done, ((table, who), make) in enumerate(engines.items()):
            now = time.monotonic()
            if walked.stopped:
                return walked
            if now > deadline:
                if number == numbers[0]:
                    walked.left_out.append(f"steps of line-up {who + 1} at {table}")
                continue
            try:
                engine = make()
                until = now + (deadline - now) / (len(engines) - done)
                stood = _walk(engine, table, number, walked, until)
            except Exception as error:
                said, line = (str(error), "") if isinstance(error, FathomError) else raised(error)
                walked.stopped = True
                walked.findings[PLAYS] = Finding(said, "", str(table), game=number, line=line)
                continue
            if stood:
                walked.stood[table, who, number] = stood
    return walked


def _walk(engine: Engine, table: Table, number: int, walked: Walked, until: float) -> Stood | None:
    """Walk through a game, and return how it stood if nothing was found."""
    walk = engine.walk(number)
    census = engine.game.teller.census(engine.rules[0], walk.snapshot)
    walked.games += 1
    before = walk.state
    for moment in walk:
        step = Step(engine, moment, before, walk.snapshot, census, number)
        before = walk.state
        walked.steps += 1
        wanted = step.moment.step <= LOOKED_AT or step.moment.step % SELDOM == 0
        looked = [_look(check, step, table, walked) for check in STEP_CHECKS if wanted]
        if not all(looked):
            return None  # what follows from it is no finding of its own
        if step.moment.step >= MOST_STEPS or time.monotonic() > until:
            break
    row = None if walk.row is None else [int(one) for one in walk.row]
    return Stood(walk.steps, tuple(part.tobytes() for part in walk.snapshot), row)


def _look(check: StepCheck, step: Step, table: Table, walked: Walked) -> bool:
    """Look at a step, and tell whether all is well; what a check stumbles over is a finding too."""
    if check.needs_redeal and (step.engine.game.redeal is None or REDEAL in walked.findings):
        return True
    try:
        with np.errstate(over="ignore"):
            wrong = check.look(step)
    except Exception as error:
        walked.stopped, wrong = True, raised(error)
    if wrong is None:
        return True
    if check.name not in walked.findings:
        said, line = wrong
        walked.findings[check.name] = Finding(
            said,
            check.remedy,
            where=str(table),
            game=step.number,
            step=step.moment.step,
            seat=step.moment.seat + 1,
            action=step.action,
            line=line,
        )
    return False
