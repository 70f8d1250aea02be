"""Walking through interpreted games, with all checks made at each step."""

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
    describe_error,
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
    """A number of players and a variant with which a game is checked."""

    players: int
    variant: str

    def __str__(self) -> str:
        seats = f"{self.players} player{'' if self.players == 1 else 's'}"
        return f"{seats}, {self.variant}"


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a game, with its place and a remedy.

    Empty fields mean that the finding is not about a single place of this kind.
    """

    problem: str
    remedy: str
    #: The table: players and variant.
    where: str = ""
    seed: int = SEED
    #: The number of the game.
    game: int | None = None
    #: The step of the game, from 1.
    step: int | None = None
    #: The seat to act, from 1, and its action in words.
    seat: int | None = None
    action: str = ""
    #: The line of the author's file that is at fault.
    line: str = ""
    #: True if the game can be played nevertheless.
    warning: bool = False

    @property
    def text(self) -> str:
        """The whole finding as one paragraph."""
        place = []
        if self.where:
            place.append(self.where)
        if self.game is not None:
            place.append(f"game {self.game}, seed {self.seed}")
        if self.step is not None:
            place.append(f"step {self.step}")
        if self.seat is not None:
            place.append(f"seat {self.seat} {self.action}".rstrip())
        text = self.problem
        if place:
            text += f" ({', '.join(place)})"
        if self.line:
            text += f" at {self.line}"
        if self.remedy:
            text += f"; {self.remedy}"
        return text

    def as_json(self) -> dict[str, Any]:
        """Return the fields that are not empty, by their names in JSON."""
        names = {"problem": "said"}
        fields = {
            names.get(name, name): value
            for name, value in asdict(self).items()
            if value not in (None, "")
        }
        if "game" not in fields:
            del fields["seed"]
        return fields


#: The number of first steps of a game that are all checked.
LOOKED_AT = 60
#: After these, one of this number of steps is checked.
SELDOM = 10
#: The most steps of a game that are played.
MOST_STEPS = 1500
#: The check that fails if the code of a game raises an error.
PLAYS = "games are played without an error"
#: The work of all walks. A checked step costs 1, and 1 more for every eight actions on its menu. No
#: clock is used, so that every machine gives the same verdict.
WORK = 1600.0
#: The least work at each table with each line-up.
LEAST_WORK = 12.0
#: The cost of a step that is not checked.
_NOT_CHECKED = 0.1
#: Dealing worlds takes longest. It is done for these of every `_OF` checked steps.
_REDEALT, _OF = (0, 2), 5
#: The most games that are walked through at each table with each line-up.
GAMES = 6
#: The most worlds whose cards are kept, for `simulate.checking.redeal_checks`.
WORLDS = 1000


@dataclass(frozen=True)
class Place:
    """A step of a game."""

    table: CheckedTable
    #: The number of the line-up.
    lineup: int
    game: int
    #: The number of the step, from 1.
    step: int


@dataclass(frozen=True)
class GameState:
    """A game after some number of steps."""

    steps: int
    #: The bytes of its snapshot.
    state: tuple[bytes, ...]
    #: Its row, if it was over.
    row: list[int] | None


@dataclass(frozen=True)
class RedealtCards:
    """The hidden cards that a world dealt for a seat has in other places than the true game."""

    place: Place
    seat: int
    #: The action at this step, in words.
    action: str
    #: The names of the kinds of cards.
    names: Sequence[str]
    #: The number of cards that each holder has more in the world, or fewer if negative, of shape
    #: (holders, kinds). For holders see `simulate.making.telling.count_hidden_kinds`.
    moved: Any


@dataclass
class WalkResult:
    """The results of walking through games."""

    #: The first finding of each check, by its name.
    findings: dict[str, Finding] = field(default_factory=dict)
    #: The last state of each game without findings, by table, line-up and number of the game.
    stood: dict[tuple[CheckedTable, int, int], GameState] = field(default_factory=dict)
    worlds: list[RedealtCards] = field(default_factory=list)
    #: The number of checked steps.
    steps: int = 0
    #: The number of games.
    games: int = 0
    #: The kinds of worlds in `worlds`: table, cards, and where `RedealtCards.moved` is not 0.
    kinds: set[tuple[CheckedTable, str, bytes]] = field(default_factory=set)
    #: True if the game's own code raised an error, which ends all walks.
    stopped: bool = False
    #: True if a game began without some of its cards, or with too many. Then `redeal` cannot work.
    misdealt: bool = False


#: Makes the engine, by table and number of the line-up.
Engines = Mapping[tuple[CheckedTable, int], Callable[[], Engine]]
#: Is called before each step, so that a step that does not end is noticed.
Beat = Callable[[], None]


def walk_all(engines: Engines, beat: Beat, work: float = WORK) -> WalkResult:
    """Walk through games at each table with each line-up, and return the results.

    The first game is played everywhere before the second one. `work` is the work of all walks, in
    the units of `WORK`.
    """
    walked = WalkResult()
    remaining = dict.fromkeys(engines, max(work / len(engines), LEAST_WORK))
    for number in range(GAMES):
        for (table, lineup), make in engines.items():
            if remaining[table, lineup] <= 0 or walked.stopped:
                continue
            place = Place(table, lineup, number, 1)
            with _noting_faults(walked, place):
                beat()
                done = _walk(make(), place, walked, remaining[table, lineup], beat)
                remaining[table, lineup] -= done
    return walked


def look_again(engines: Engines, places: Mapping[str, Place], beat: Beat) -> WalkResult:
    """Check single steps of games, and return the results.

    `places` has the step for each check, by name.
    """
    walked = WalkResult()
    for name, place in places.items():
        with _noting_faults(walked, place):
            beat()
            engine = engines[place.table, place.lineup]()
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
    """Return a context that turns an error of the game into a finding and stops all walks."""
    try:
        yield
    except Exception as error:
        if isinstance(error, FathomError):
            problem, line = str(error), ""
        else:
            problem, line = describe_error(error)
        walked.stopped = True
        walked.findings[PLAYS] = Finding(problem, "", str(place.table), game=place.game, line=line)


def _walk(engine: Engine, place: Place, walked: WalkResult, work: float, beat: Beat) -> float:
    """Walk through a game until its end, a finding, or the given work; return the work done.

    The last state of the game is kept if there was no finding.
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
            done += _NOT_CHECKED
        else:
            walked.steps += 1
            done += 1 + len(moment.actions) / 8
            is_redealt = walked.steps % _OF in _REDEALT
            passed = [
                _look(check, step, place.table, walked)
                for check in STEP_CHECKS
                if is_redealt or not check.needs_redeal
            ]
            if not all(passed):
                return done  # later findings would only be consequences
            _keep_worlds(step, replace(place, step=moment.step), walked)
        if step.moment.step >= MOST_STEPS or done >= work:
            break
    row = None if walk.row is None else [int(number) for number in walk.row]
    state = tuple(record.tobytes() for record in walk.snapshot)
    walked.stood[place.table, place.lineup, place.game] = GameState(walk.steps, state, row)
    return done


def _keep_worlds(step: CheckedStep, place: Place, walked: WalkResult) -> None:
    """Keep the worlds dealt for this step in which hidden cards are in other places."""
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
    """Return True if a step passes a check; note a finding if it does not, or raises an error."""
    if check.nothing(step.engine.game):
        return True
    no_worlds = step.engine.game.redeal is None or REDEAL in walked.findings or walked.misdealt
    if check.needs_redeal and no_worlds:
        return True
    try:
        with np.errstate(over="ignore"):
            wrong = check.look(step)
    except Exception as error:
        walked.stopped = True
        wrong = describe_error(error)
    if wrong is None:
        return True
    if check.name not in walked.findings:
        problem, line = wrong
        walked.findings[check.name] = Finding(
            problem,
            check.remedy,
            where=str(table),
            game=step.number,
            step=step.moment.step,
            seat=step.moment.seat + 1,
            action=step.action,
            line=line,
        )
    return False
