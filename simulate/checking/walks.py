"""Walking through interpreted games, and making the checks of single steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from simulate.checking.kinds import Kind
from simulate.checking.steps import (
    REDEAL,
    STEP_CHECKS,
    CheckedStep,
    StepCheck,
    describe_error,
    wrongly_dealt,
)
from simulate.game import Snapshot
from simulate.making.telling import DeclaredTeller, count_hidden_kinds
from simulate.play.engine import Engine

#: The seed of all games that are checked.
SEED = 1


@dataclass(frozen=True)
class CheckedTable:
    """A number of players and the name of a variant with which a game is checked."""

    players: int
    variant: str

    def __str__(self) -> str:
        seats = f"{self.players} player{'' if self.players == 1 else 's'}"
        return f"{seats}, {self.variant}"


@dataclass(frozen=True)
class Finding:
    """A problem of a game, with the place where it occurs and a remedy.

    A field such as `game` or `step` is None or empty if the problem is not limited to one game or
    step.
    """

    problem: str
    remedy: str
    #: The table, as a number of players and a variant.
    where: str = ""
    seed: int = SEED
    #: The number of the game.
    game: int | None = None
    #: The step of the game, from 1.
    step: int | None = None
    #: The seat to act, from 1.
    seat: int | None = None
    #: The action of this seat, in words.
    action: str = ""
    #: The line of the author's file that is at fault.
    line: str = ""
    #: True for a warning, False for a failure. With a warning, the game can be played.
    warning: bool = False
    #: The kind of the finding.
    kind: Kind = Kind.CODE_FAILS
    #: The name in quotes in the author's file that the finding is about, such as that of a rule.
    about: str = ""

    @property
    def text(self) -> str:
        """The finding as one paragraph: problem, place and remedy."""
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
        """Return the fields that are neither None nor empty, by their names in JSON."""
        names = {"problem": "said", "kind": "rule"}
        fields = {
            names.get(name, name): value
            for name, value in asdict(self).items()
            if value not in (None, "") and name != "about"
        }
        if "game" not in fields:
            del fields["seed"]
        return fields


#: All of the first steps of a game, up to this number, are checked.
LOOKED_AT = 60
#: Of the later steps, every step whose number is a multiple of this number is checked.
SELDOM = 10
#: The maximum number of steps of a game that are played.
MOST_STEPS = 1500
#: The check that fails if the code of a game raises an error.
PLAYS = "games are played without an error"
#: The maximum work of all walks together. A checked step counts as 1, plus 1 for every eight
#: actions on its menu. No clock is used, so that every machine gives the same verdict.
WORK = 1600.0
#: At each table with each line-up, this work is always allowed, even if it exceeds the equal share.
LEAST_WORK = 12.0
#: The work of a step that is not checked.
_NOT_CHECKED = 0.1
#: Dealing worlds takes the most time. Worlds are dealt only at checked steps whose number has one
#: of these remainders when it is divided by `_OF`.
_REDEALT, _OF = (0, 2), 5
#: The maximum number of games that are walked through at each table with each line-up.
GAMES = 6
#: The maximum number of worlds whose cards are kept, for `simulate.checking.redeal_checks`.
WORLDS = 1000


@dataclass(frozen=True)
class Place:
    """The place of a step: a table, a line-up, a game and the number of the step."""

    table: CheckedTable
    #: The number of the line-up.
    lineup: int
    game: int
    #: The number of the step, from 1.
    step: int


@dataclass(frozen=True)
class GameState:
    """The state of a game after a number of steps."""

    steps: int
    #: The bytes of each record of the snapshot.
    state: tuple[bytes, ...]
    #: The row of the game if it was over, else None.
    row: list[int] | None


@dataclass(frozen=True)
class RedealtCards:
    """The differences in hidden cards between a world dealt for a seat and the true game."""

    place: Place
    seat: int
    #: The action at this step, in words.
    action: str
    #: The names of the kinds of cards.
    names: Sequence[str]
    #: The number of cards of each holder in the world minus that in the true game, of shape
    #: (holders, kinds). For holders, see `simulate.making.telling.count_hidden_kinds`.
    moved: Any


@dataclass
class WalkResult:
    """The results of walking through games."""

    #: The first finding of each check that found a problem, by the name of the check.
    findings: dict[str, Finding] = field(default_factory=dict)
    #: The last state of each game without findings, by table, line-up and number of the game.
    last_states: dict[tuple[CheckedTable, int, int], GameState] = field(default_factory=dict)
    #: The worlds in which hidden cards are in other places than in the true game.
    worlds: list[RedealtCards] = field(default_factory=list)
    #: The number of checked steps.
    steps: int = 0
    #: The number of games.
    games: int = 0
    #: The kinds of worlds in `worlds`: the table, the name of the cards, and the bytes of
    #: ``RedealtCards.moved != 0``.
    kinds: set[tuple[CheckedTable, str, bytes]] = field(default_factory=set)
    #: True if the game's own code raised an error, which ends all walks.
    stopped: bool = False
    #: True if a game began with missing or surplus cards, so that `redeal` cannot work.
    misdealt: bool = False


#: Functions that return the engine, by table and number of the line-up.
Engines = Mapping[tuple[CheckedTable, int], Callable[[], Engine]]
#: A function that is called before each step, so that a step that does not end is noticed.
Beat = Callable[[], None]


def walk_all(engines: Engines, beat: Beat, work: float = WORK) -> WalkResult:
    """Walk through games at each table with each line-up, and return the results.

    The first game is played at all tables with all line-ups before the second game. There are at
    most `GAMES` games for each, and fewer if the work is used up or a step does not end. Errors of
    the game become findings.

    Parameters
    ----------
    engines
        Functions that return the engine, by table and number of the line-up.
    beat
        Called before each step.
    work
        The maximum work of all walks together, in the units of `WORK`.
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


def check_places(engines: Engines, places: Mapping[str, Place], beat: Beat) -> WalkResult:
    """Make checks at single steps of games, and return the results.

    Errors of the game become findings.

    Parameters
    ----------
    engines
        Functions that return the engine, by table and number of the line-up.
    places
        The step at which to make each check, by the name of the check.
    beat
        Called before each step.
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
            _make_check(check, step, place.table, walked)
    return walked


@contextmanager
def _noting_faults(walked: WalkResult, place: Place) -> Iterator[None]:
    """Return a context manager that catches errors of the game and adds them to `walked`.

    An error becomes the finding of the check `PLAYS`, and sets `WalkResult.stopped`. `place` is the
    game in which errors may occur.
    """
    try:
        yield
    except Exception as error:
        fault = describe_error(error)
        walked.stopped = True
        walked.findings[PLAYS] = Finding(
            fault.problem,
            fault.remedy,
            str(place.table),
            game=place.game,
            line=fault.line,
            kind=fault.kind,
        )


def _walk(engine: Engine, place: Place, walked: WalkResult, work: float, beat: Beat) -> float:
    """Walk through a game until its end, a finding, or the maximum `work`; return the work done.

    The findings are added to `walked`. If there was none, the last state is added to
    `WalkResult.last_states`. `beat` is called before each step is checked. `work` and the result
    are in checked steps; a step with many legal actions counts as several.

    Raise `FathomError` if the game or a strategy fails.
    """
    walk = engine.walk(place.game)
    census = engine.game.teller.census(engine.rules[0], walk.snapshot)
    walked.games += 1
    before = walk.state
    done = 0.0
    named = set[int]()
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
                _make_check(check, step, place.table, walked)
                for check in STEP_CHECKS
                if is_redealt or not check.needs_redeal
            ]
            if not all(passed):
                return done  # Later findings would only be consequences of this one.
            _keep_worlds(step, replace(place, step=moment.step), walked)
        if step.moment.step >= MOST_STEPS or done >= work:
            break
    row = None if walk.row is None else [int(number) for number in walk.row]
    state = tuple(record.tobytes() for record in walk.snapshot)
    walked.last_states[place.table, place.lineup, place.game] = GameState(walk.steps, state, row)
    return done


def _keep_worlds(step: CheckedStep, place: Place, walked: WalkResult) -> None:
    """Add worlds that were dealt at a step, and that move hidden cards, to `WalkResult.worlds`.

    `place` is the place of the step. Of several worlds that change the numbers of the same kinds of
    cards in the same places, only the first is added.
    """
    game = step.engine.game
    rules = step.rules
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


def _make_check(
    check: StepCheck, step: CheckedStep, table: CheckedTable, walked: WalkResult
) -> bool:
    """Return True if a step passes a check; otherwise add the first finding to `walked`.

    A step also passes if the check does not apply to the game. It fails if it raises an error.
    """
    if check.skip_reason(step.engine.game):
        return True
    no_worlds = step.engine.game.redeal is None or REDEAL in walked.findings or walked.misdealt
    if check.needs_redeal and no_worlds:
        return True
    kind = check.kind
    remedy = check.remedy
    try:
        with np.errstate(over="ignore", divide="raise"):
            wrong = check.find(step)
    except Exception as error:
        walked.stopped = True
        fault = describe_error(error)
        wrong = fault.wrong
        kind = fault.kind
        remedy = fault.remedy or remedy
    if wrong is None:
        return True
    if check.name not in walked.findings:
        walked.findings[check.name] = Finding(
            wrong.problem,
            wrong.remedy or remedy,
            where=str(table),
            game=step.number,
            step=step.moment.step,
            seat=step.moment.seat + 1,
            action=step.action,
            line=wrong.line,
            kind=kind,
        )
    return False
