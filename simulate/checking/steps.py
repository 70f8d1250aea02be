"""Steps of a game as they are looked at, and what holds at every one of them."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any

import numpy as np

from simulate.checking import screens
from simulate.checking.screens import LARGE, LARGE_SCORE, NEVER_FALL, Steps
from simulate.game import Game, Snapshot
from simulate.kit.chance import below, start
from simulate.kit.menu import PASS, clear
from simulate.kit.read_only import clear_record
from simulate.kit.seats import all_seats, in_round
from simulate.making.telling import DeclaredTeller, declared_totals
from simulate.play import kernel
from simulate.play.engine import Engine
from simulate.play.interpreted import explain_error
from simulate.play.walk import Moment, RecordedGame, actions_on

_HOUSE = Path(__file__).resolve().parents[1]
#: What a game is made of or played by, but is not its author's: Python itself, and what is ours.
_NOT_AUTHORS = (
    str(Path(linecache.__file__).parent),
    *(str(_HOUSE / room) for room in ("kit", "making", "play", "checking")),
)


def is_authors(file: str) -> bool:
    """Return whether code of a file is a game's own."""
    return not file.startswith(("<", *_NOT_AUTHORS)) and "site-packages" not in file


def named(file: str, line: int) -> str:
    """Return a line with its place."""
    return f"{Path(file).name}, line {line}: `{linecache.getline(file, line).strip()}`"


def raised(error: Exception) -> tuple[str, str]:
    """Say what was raised, and on which line of the game's own, in which function."""
    said, place = f"{type(error).__name__}: {error}", ""
    for frame, line in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if is_authors(file):
            place = f"{named(file, line)} in {frame.f_code.co_name}"
            said, _ = explain_error(error, frame, linecache.getline(file, line).strip())
    return said, place


def line_where(call: Callable[[], object], broken: Callable[[], bool]) -> str:
    """Call something interpreted and return the line from which on `broken()` holds, if it does."""
    here: list[tuple[str, int]] = []
    since: list[tuple[str, int]] = []

    def judge() -> None:
        if not broken():
            since.clear()
        elif here and not since:
            since.append(here[-1])

    def look(frame: FrameType, event: str, argument: Any) -> Any:
        if not is_authors(frame.f_code.co_filename):
            return None
        judge()
        if event in ("line", "call"):
            here[:] = [(frame.f_code.co_filename, frame.f_lineno)]
        return look

    tracing = sys.gettrace()
    sys.settrace(look)
    try:
        call()
    finally:
        sys.settrace(tracing)
    judge()
    return named(*since[-1]) if since else ""


#: What a step checks: what is wrong, and on which line; nothing where all is well.
Wrong = tuple[str, str] | None


@dataclass(frozen=True)
class CheckedStep:
    """A step of a game that was made, interpreted, so that any part of it can be made again.

    The state `before` is to be copied, not changed. `began` is the census at the beginning of the
    game. `dealt` are the worlds dealt again so far, by seat and stream. `named` are the actions
    whose names were checked so far in the game.
    """

    engine: Engine
    moment: Moment
    before: kernel.State
    after: Snapshot
    began: dict[str, int]
    number: int
    named: set[int] = field(default_factory=set)
    dealt: dict[tuple[int, int], kernel.State] = field(default_factory=dict)

    @property
    def rules(self) -> Any:
        """The rules record."""
        return self.engine.rules[0]

    @property
    def snapshot(self) -> Snapshot:
        """The game before the step."""
        return self.moment.snapshot

    @property
    def seats(self) -> range:
        """All seats at the table."""
        return range(len(self.engine.lineup))

    @property
    def asked(self) -> set[int]:
        """Seats for which worlds are dealt anew: the one to act, and of all one after another."""
        return {self.moment.seat, self.moment.step % len(self.seats)}

    @cached_property
    def action(self) -> str:
        """What was done, in words."""
        teller, table = self.engine.game.teller, self.snapshot.table
        try:
            return teller.action(self.rules, table, self.moment.action)
        except Exception:  # what names actions may be wrong too
            return ""

    def world(self, seat: int, stream: int = 1) -> kernel.State:
        """Return a world that fits what a seat sees, if the game's `redeal` is right."""
        if (seat, stream) in self.dealt:
            return self.dealt[seat, stream]
        state = copied(self.before)
        for other in range(len(state.own)):
            if other != seat:
                clear_record(state.own[other])
        clear_record(state.hidden)
        for label, source in enumerate((state.chance, state.dice)):
            source.seed, source.deal = np.uint64(stream), np.uint64(self.moment.step)
            start(source, source.seed, source.deal, label)
        assert self.engine.game.redeal is not None
        self.engine.game.redeal(self.rules, state, seat)
        return self.dealt.setdefault((seat, stream), state)

    def census(self, snapshot: Snapshot) -> dict[str, int]:
        """Count the components."""
        return self.engine.game.teller.census(self.rules, snapshot)


def copied(state: kernel.State) -> kernel.State:
    """Return a copy of a state, for something to be tried in it."""
    own = state.own.copy().view(np.recarray)
    return kernel.State(state.table.copy(), own, *(part.copy() for part in state[2:]))


def new_menu(engine: Engine) -> Any:
    """Return an empty menu."""
    menu = np.zeros(1, engine.game.menu.dtype).view(np.recarray)[0]
    clear(menu)
    return menu


def offered(engine: Engine, state: kernel.State) -> tuple[int, ...]:
    """Return what the seat to act may do in a state, in the order offered."""
    menu = new_menu(engine)
    engine.game.offer_actions(engine.rules[0], state, menu)
    return actions_on(menu)


#: Steps that are played on in a world that was dealt anew: what it lacks is missed soon.
AHEAD = 6

#: What must hold before worlds that are dealt anew are looked at further.
REDEAL = "redeal fits what the seat sees"


@dataclass(frozen=True)
class StepCheck:
    """A rule that every step of a good game keeps.

    `look` returns what is wrong with a step and the line, or None. `screen`, where there is one,
    finds the steps of recorded games at which the check may fail. `nothing` returns why a game has
    nothing to check, or an empty string.
    """

    name: str
    look: Callable[[CheckedStep], Wrong]
    remedy: str
    screen: Callable[[RecordedGame], Steps] | None = None
    needs_redeal: bool = False
    nothing: Callable[[Game], str] = lambda game: ""


def _menu(step: CheckedStep) -> Wrong:
    actions = step.moment.actions
    twice = [action for action in set(actions) if actions.count(action) > 1]
    if twice:
        named = step.engine.game.teller.action(step.rules, step.snapshot.table, twice[0])
        return f"action {twice[0]} ({named}) is offered twice", ""
    if actions and min(actions) < 0:
        return f"action {min(actions)} is offered, and actions are 0 or more", ""
    return None


def _offering(step: CheckedStep) -> Wrong:
    state = copied(step.before)
    offered(step.engine, state)
    if _bytes_of(state) == _bytes_of(step.before):
        return None
    line = _line_of_offering(step, lambda again, menu: _bytes_of(again) != _bytes_of(step.before))
    return f"offering actions changes {changed_field(step.before, state)}", line


def _line_of_offering(step: CheckedStep, broken: Callable[[kernel.State, Any], bool]) -> str:
    """Return the line of `legal` or `offer_actions` after which something holds."""
    state, menu = copied(step.before), new_menu(step.engine)
    return line_where(
        lambda: step.engine.game.offer_actions(step.rules, state, menu), lambda: broken(state, menu)
    )


def changed_field(one: kernel.State | Snapshot, other: kernel.State | Snapshot) -> str:
    """Name the first field in which two games differ, if any."""
    for place, was, now in zip(one._fields, one, other, strict=True):
        for name in was.dtype.names or ():
            if not np.array_equal(was[name], now[name]):
                return f"{place}.{name}"
    return ""


def _bytes_of(state: kernel.State) -> bytes:
    return b"".join(part.tobytes() for part in state)


def _as_snapshot(state: kernel.State) -> Snapshot:
    return Snapshot(state.table, state.own, state.hidden)


def _redeal(step: CheckedStep) -> Wrong:
    if _difference(step.began, step.census(step.snapshot)):
        return None  # the game has lost a component, and not redeal
    for seat in step.asked:
        by = f"redeal for seat {seat + 1}"
        try:
            world = step.world(seat)
        except Exception as error:
            said, line = raised(error)
            return f"{by}: {said}", line
        if world.table.tobytes() != step.before.table.tobytes():
            return f"{by} changes {changed_field(step.before, world)}, which all see", ""
        if world.own[seat].tobytes() != step.before.own[seat].tobytes():
            return f"{by} changes what the seat itself holds", ""
        lost = _difference(step.began, step.census(_as_snapshot(world)))
        if lost:
            return f"after {by} {lost}", ""
    return None


def _playing_on(step: CheckedStep) -> Wrong:
    for seat in step.asked:
        wrong = _wrong_ahead(step, step.world(seat))
        # What is wrong with the game as it stands is found without this.
        if wrong and not _wrong_ahead(step, step.before):
            said, line = wrong
            return f"played on from what seat {seat + 1} sees, the rest dealt anew: {said}", line
    return None


def _wrong_ahead(step: CheckedStep, start: kernel.State) -> Wrong:
    """Play on by lots, and tell what goes wrong."""
    state, game = copied(start), step.engine.game
    try:
        for _ in range(AHEAD):
            if state.table.over:
                break
            menu = offered(step.engine, state)
            action = menu[int(below(state.chance, len(menu)))] if menu else PASS
            game.apply(step.rules, state, action)
        lost = _difference(step.began, step.census(_as_snapshot(state)))
    except Exception as error:
        return raised(error)
    return (lost, "") if lost else None


def _leaks(step: CheckedStep) -> Wrong:
    for stream in (1, 2):
        menu = offered(step.engine, copied(step.world(step.moment.seat, stream)))
        if sorted(menu) != sorted(step.moment.actions):
            differs = sorted(set(menu) ^ set(step.moment.actions))
            tell = step.engine.game.teller.action
            told = tell(step.rules, step.snapshot.table, differs[0]) if differs else "their number"
            said = f"what seat {step.moment.seat + 1} may do depends on what it cannot see ({told})"
            return said, _line_of_offering(step, lambda state, menu: menu.groups > 0)
    return None


def _difference(one: Mapping[str, int], other: Mapping[str, int]) -> str:
    for name in sorted(one.keys() | other.keys()):
        was, now = one.get(name, 0), other.get(name, 0)
        if was != now:
            return (
                f"there are {now} of {name}, {abs(now - was)} too {'few' if now < was else 'many'}"
            )
    return ""


def _after(wrong: Callable[[CheckedStep, Snapshot], str]) -> Callable[[CheckedStep], Wrong]:
    """Make a check of what is wrong after a step; its line is the one of `apply` that did it."""

    def look(step: CheckedStep) -> Wrong:
        said = wrong(step, step.after)
        if not said:
            return None
        state, apply = copied(step.before), step.engine.game.apply
        return said, line_where(
            lambda: apply(step.rules, state, step.moment.action),
            lambda: bool(wrong(step, _as_snapshot(state))),
        )

    return look


@_after
def _census_after(step: CheckedStep, after: Snapshot) -> str:
    return _difference(step.began, step.census(after))


def _census(step: CheckedStep) -> Wrong:
    if step.moment.step == 1 and (misdealt := wrongly_dealt(step)):
        return misdealt
    return _census_after(step)


def wrongly_dealt(step: CheckedStep) -> Wrong:
    """Return how the cards at the beginning of a game differ from the declared ones."""
    said = _misdealt(step, step.began)
    if not said:
        return None
    state = copied(step.before)
    for record in (state.table, state.hidden, *state.own):
        clear_record(record)
    state.table.active = all_seats(len(step.seats))
    line = line_where(
        lambda: step.engine.game.set_up(step.rules, state),
        lambda: bool(_misdealt(step, step.census(_as_snapshot(state)))),
    )
    return f"when a game begins, {said}", line


def _misdealt(step: CheckedStep, census: Mapping[str, int]) -> str:
    """Return how a census differs from the cards that are declared to be in piles."""
    teller = step.engine.game.teller
    if not isinstance(teller, DeclaredTeller):
        return ""
    declared = {
        f"{cards.name} {label}": int(number)
        for cards, numbers in declared_totals(teller.components, step.rules).items()
        for label, number in zip(cards.labels(step.rules), numbers, strict=True)
    }
    return _difference(declared, {name: census[name] for name in declared})


@_after
def _acting(step: CheckedStep, after: Snapshot) -> str:
    table, now = after.table, int(after.table.active)
    seat, back = int(table.seat), now & ~int(step.snapshot.table.active)
    if now == 0:
        return "nobody is in the game any more"
    if back:
        return f"seat {back.bit_length()}, which was out, is in the game again"
    if table.over == 0 and not (seat in step.seats and int(in_round(table)) >> seat & 1):
        return f"seat {seat + 1} is to act, and is not in the game, or sits out"
    return ""


@_after
def _scores(step: CheckedStep, after: Snapshot) -> str:
    was, now = step.engine.scores(step.snapshot), step.engine.scores(after)
    for seat in step.seats:
        if was[seat] != now[seat] and not int(step.snapshot.table.active) >> seat & 1:
            return f"the score of seat {seat + 1}, which is out, goes to {now[seat]}"
    if np.any(after.table.scores[len(step.seats) :]):
        return f"a seat beyond the {len(step.seats)} at the table has a score"
    return ""


@_after
def _falling(step: CheckedStep, after: Snapshot) -> str:
    for name in NEVER_FALL:
        was, now = int(step.snapshot.table[name]), int(after.table[name])
        if now < was:
            return f"table.{name} falls from {was} to {now}"
    return ""


@_after
def _small(step: CheckedStep, after: Snapshot) -> str:
    for place, numbers, most in (
        ("scores", after.table.scores, LARGE_SCORE),
        ("counts", after.hidden.counts, LARGE),
    ):
        for number in numbers:
            if abs(int(number)) > most:
                return f"a number among the {place} is {number:,}"
    return ""


def _passing(step: CheckedStep) -> Wrong:
    before, after = step.snapshot.table, step.after.table
    if step.moment.action == PASS and after.turns == before.turns and after.over == 0:
        return f"seat {step.moment.seat + 1} has no action, and its turn does not end", ""
    return None


@_after
def _two_turns(step: CheckedStep, after: Snapshot) -> str:
    turns = int(after.table.turns) - int(step.snapshot.table.turns)
    return f"one action ends {turns} turns" if turns > 1 else ""


def nothing_hidden(game: Game) -> str:
    """Return why a game has nothing hidden to check; empty if it has hidden fields."""
    hidden = {*game.own.meanings, *game.hidden.meanings} - {"counts"}
    return "" if hidden else "nothing in this game is hidden"


def _nothing_counted(game: Game) -> str:
    """Return why a game has no components to count; empty if it has some."""
    teller = game.teller
    if isinstance(teller, DeclaredTeller) and not any(
        component.cards for component in teller.components
    ):
        return "the game declares no cards or pieces (Cards)"
    return ""


def _telling(step: CheckedStep) -> Wrong:
    tell, rules, snapshot, after = step.engine.game.teller, step.rules, step.snapshot, step.after
    action = step.moment.action
    for number in {*step.moment.actions} - step.named | {action}:
        if not tell.action(rules, snapshot.table, number):
            return f"action {number} has no name", ""
    step.named.update(step.moment.actions)
    for hands in ((), step.seats):
        tell.state(rules, snapshot, hands)
    tell.hand(rules, snapshot, step.moment.seat)
    tell.aftermath(rules, snapshot, action, after)
    tell.stretch_end(rules, snapshot, action, after)
    if after.table.over:
        tell.game_end(rules, snapshot, action, after)
    return None


CENSUS = "no component is lost or doubled"
LEAKS = "nothing leaks to the seat to act"
PLAYED_ON = "worlds dealt anew are played on"
STEP_CHECKS = (
    StepCheck(
        "legal actions exist, none offered twice",
        _menu,
        "offer each action once",
        screens.offered_wrongly,
    ),
    StepCheck(
        "turns without a choice end", _passing, "let apply end the turn for PASS", screens.stuck
    ),
    StepCheck(
        "no action ends two turns",
        _two_turns,
        "call end_turn once; to pass over a seat, set table.seat to next_seat(...) after it",
        screens.two_turns,
    ),
    StepCheck(
        "offering actions changes nothing", _offering, "change the state in apply, not in legal"
    ),
    StepCheck(
        REDEAL,
        _redeal,
        "let redeal fill in hidden and the other seats' own with just the cards not seen",
        needs_redeal=True,
        nothing=nothing_hidden,
    ),
    StepCheck(
        LEAKS,
        _leaks,
        "let legal read the table and own[table.seat] alone",
        needs_redeal=True,
        nothing=nothing_hidden,
    ),
    StepCheck(
        PLAYED_ON,
        _playing_on,
        "search plays so: what all know of hands and hidden places must be in the table (a card "
        "that is shown leaves the hand at once), or be filled in by redeal",
        needs_redeal=True,
        nothing=nothing_hidden,
    ),
    StepCheck(
        CENSUS,
        _census,
        "put each card that is taken from one place into another, once",
        screens.cards_lost,
        nothing=_nothing_counted,
    ),
    StepCheck(
        "who acts is in the game",
        _acting,
        "choose the next seat with next_seat(active)",
        screens.nobody_acts,
    ),
    StepCheck(
        "scores change only for seats still in",
        _scores,
        "leave out seats that are not in active",
        screens.scores_of_others,
    ),
    StepCheck(
        "turns, rounds and standings never fall", _falling, "only add to them", screens.falls
    ),
    StepCheck(
        "numbers stay small",
        _small,
        "count in larger units, or look for what grows without end",
        screens.large,
    ),
    StepCheck("every step can be told", _telling, "correct what names actions, or the teller"),
)
