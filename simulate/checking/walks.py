"""Games walked through step by step, interpreted, with all that is looked at in each step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from simulate.checking.steps import (
    REDEAL,
    STEP_CHECKS,
    CheckedStep,
    StepCheck,
    raised,
    wrongly_dealt,
)
from simulate.errors import FathomError
from simulate.game import Snapshot
from simulate.making.telling import DeclaredTeller, count_hidden_kinds
from simulate.play.engine import Engine

#: The seed of all games that are checked.
SEED = 1


@dataclass(frozen=True)
class CheckedTable:
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
        """Return the fields that are filled in, by name."""
        said = {name: value for name, value in asdict(self).items() if value not in (None, "")}
        return said if "game" in said else {name: said[name] for name in said if name != "seed"}


#: Steps of a game that are looked at one by one, its first; further on only every so many-th is.
LOOKED_AT, SELDOM = 60, 10
#: The most steps of a game that are played; games that are longer are compared so far.
MOST_STEPS = 1500
#: The check that fails where a game raises.
PLAYS = "games are played without a fault"
#: The work of all walks, and the least work at each table with each line-up. A step that is looked
#: at costs 1, and 1 more for each eight actions offered. A step that is passed over costs
#: `_PASSED_OVER`. No clock decides, so that every machine gives the same verdict.
WORK, LEAST_WORK = 1600.0, 12.0
_PASSED_OVER = 0.1
#: Worlds are dealt again, which takes longest, only at these steps of each five that are looked at.
_DEALT_ANEW, _OF = (0, 2), 5
#: Games at one table with one line-up that are walked through, if they are short.
GAMES = 6
#: The most worlds whose cards are kept, for `simulate.checking.blocks`.
WORLDS = 1000


@dataclass(frozen=True)
class Place:
    """A step of a game, from 1, at a table with the line-up of that number."""

    table: CheckedTable
    who: int
    game: int
    step: int


@dataclass(frozen=True)
class GameState:
    """How a game stood after so many steps: its bytes, and its row if it was over."""

    steps: int
    state: tuple[bytes, ...]
    row: list[int] | None


@dataclass(frozen=True)
class RedealtCards:
    """The cards that a world dealt again for a seat has in other places than the true game.

    `moved` is the number of cards that each holder has more (or less, if negative) in the world, of
    shape (holders, kinds): see `simulate.making.telling.count_hidden_kinds`.
    """

    place: Place
    seat: int
    action: str
    names: Sequence[str]
    moved: Any


@dataclass
class WalkResult:
    """The results of walking: the first finding of each check, and how games stood."""

    findings: dict[str, Finding] = field(default_factory=dict)
    stood: dict[tuple[CheckedTable, int, int], GameState] = field(default_factory=dict)
    worlds: list[RedealtCards] = field(default_factory=list)
    steps: int = 0
    games: int = 0
    #: The kinds of worlds that are kept: table, cards, and where `RedealtCards.moved` is not 0.
    kinds: set[tuple[CheckedTable, str, bytes]] = field(default_factory=set)
    #: Whether the game's own code raised, after which nothing more is looked at.
    stopped: bool = False
    #: Whether a game began without all its cards, or with too many, so that `redeal` cannot work.
    misdealt: bool = False


Engines = Mapping[tuple[CheckedTable, int], Callable[[], Engine]]
#: Called before each step, so that a step that does not end is noticed.
Beat = Callable[[], None]


def walk_all(engines: Engines, beat: Beat, work: float = WORK) -> WalkResult:
    """Walk through games at each table, the first game at all of them first.

    `work` is the work of all walks, in the units of `WORK`.
    """
    walked = WalkResult()
    left = dict.fromkeys(engines, max(work / len(engines), LEAST_WORK))
    for number in range(GAMES):
        for (table, who), make in engines.items():
            if left[table, who] <= 0 or walked.stopped:
                continue
            place = Place(table, who, number, 1)
            with _noting_faults(walked, place):
                beat()
                left[table, who] -= _walk(make(), place, walked, left[table, who], beat)
    return walked


def look_again(engines: Engines, places: Mapping[str, Place], beat: Beat) -> WalkResult:
    """Look at single steps of games, each by the check that may fail there."""
    walked = WalkResult()
    for name, place in places.items():
        with _noting_faults(walked, place):
            beat()
            engine = engines[place.table, place.who]()
            walk = engine.walk(place.game)
            census = engine.game.teller.census(engine.rules[0], walk.snapshot)
            while walk.steps < place.step - 1 and walk.row is None:
                beat()
                walk.skip(1)
            before = walk.state
            step = CheckedStep(engine, next(walk), before, walk.snapshot, census, place.game)
            [check] = [check for check in STEP_CHECKS if check.name == name]
            _look(check, step, place.table, walked)
    return walked


@contextmanager
def _noting_faults(walked: WalkResult, place: Place) -> Iterator[None]:
    """Turn an error of the game into a finding, after which nothing more is looked at."""
    try:
        yield
    except Exception as error:
        said, line = (str(error), "") if isinstance(error, FathomError) else raised(error)
        walked.stopped = True
        walked.findings[PLAYS] = Finding(said, "", str(place.table), game=place.game, line=line)


def _walk(engine: Engine, place: Place, walked: WalkResult, work: float, beat: Beat) -> float:
    """Walk through a game until its end or until the work is used up; return the work done.

    How the game stood is kept if nothing was found.
    """
    walk = engine.walk(place.game)
    census = engine.game.teller.census(engine.rules[0], walk.snapshot)
    walked.games += 1
    before, done, named = walk.state, 0.0, set[int]()
    for moment in walk:
        beat()
        step = CheckedStep(engine, moment, before, walk.snapshot, census, place.game, named)
        before = walk.state
        walked.misdealt |= step.moment.step == 1 and wrongly_dealt(step) is not None
        if step.moment.step > LOOKED_AT and step.moment.step % SELDOM:
            done += _PASSED_OVER
        else:
            walked.steps += 1
            done += 1 + len(moment.actions) / 8
            dealt_anew = walked.steps % _OF in _DEALT_ANEW
            looked = [
                _look(check, step, place.table, walked)
                for check in STEP_CHECKS
                if dealt_anew or not check.needs_redeal
            ]
            if not all(looked):
                return done  # what follows from it is no finding of its own
            _keep_worlds(step, replace(place, step=moment.step), walked)
        if step.moment.step >= MOST_STEPS or done >= work:
            break
    row = None if walk.row is None else [int(one) for one in walk.row]
    state = tuple(part.tobytes() for part in walk.snapshot)
    walked.stood[place.table, place.who, place.game] = GameState(walk.steps, state, row)
    return done


def _keep_worlds(step: CheckedStep, place: Place, walked: WalkResult) -> None:
    """Keep the worlds dealt again for this step in which hidden cards lie in other places."""
    game, rules = step.engine.game, step.rules
    if not isinstance(game.teller, DeclaredTeller):
        return
    true = count_hidden_kinds(game.teller.components, rules, step.snapshot)
    for (seat, _), state in step.dealt.items():
        world = count_hidden_kinds(game.teller.components, rules, Snapshot(*state[:3]))
        for cards, held in world.items():
            moved = held - true[cards]
            kind = (place.table, cards.name, (moved != 0).tobytes())
            if moved.any() and kind not in walked.kinds and len(walked.worlds) < WORLDS:
                walked.kinds.add(kind)
                names = [f"{cards.name} {label}" for label in cards.labels(rules)]
                walked.worlds.append(RedealtCards(place, seat, step.action, names, moved))


def _look(check: StepCheck, step: CheckedStep, table: CheckedTable, walked: WalkResult) -> bool:
    """Return whether a step passes a check; an error in the check is a finding too."""
    if check.nothing(step.engine.game):
        return True
    no_worlds = step.engine.game.redeal is None or REDEAL in walked.findings or walked.misdealt
    if check.needs_redeal and no_worlds:
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
