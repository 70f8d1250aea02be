"""Single steps of interpreted games, and the checks that every step has to pass."""

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

_SIMULATE = Path(__file__).resolve().parents[1]
#: The folders of Python's library and of the parts of Fathom that play games.
_NOT_AUTHORS = (
    str(Path(linecache.__file__).parent),
    *(str(_SIMULATE / folder) for folder in ("kit", "making", "play", "checking")),
)


def is_authors(file: str) -> bool:
    """Return True if a file with code is the game's own."""
    return not file.startswith(("<", *_NOT_AUTHORS)) and "site-packages" not in file


def describe_line(file: str, line: int) -> str:
    """Return the name of a file, the number of a line in it, and the text of the line."""
    return f"{Path(file).name}, line {line}: `{linecache.getline(file, line).strip()}`"


def describe_error(error: Exception) -> tuple[str, str]:
    """Return an explanation of an error, and the last line of the game's own code that led to it.

    The line is empty if there is none.
    """
    problem = f"{type(error).__name__}: {error}"
    place = ""
    for frame, line in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if is_authors(file):
            place = f"{describe_line(file, line)} in {frame.f_code.co_name}"
            problem, _ = explain_error(error, frame, linecache.getline(file, line).strip())
    return problem, place


def line_where(call: Callable[[], object], broken: Callable[[], bool]) -> str:
    """Return the line of the game's code that breaks something for good; empty if none does.

    Parameters
    ----------
    call
        Runs the code, interpreted.
    broken
        Returns True if something is broken. It is called before every line.
    """
    current: list[tuple[str, int]] = []
    broken_since: list[tuple[str, int]] = []

    def judge() -> None:
        if not broken():
            broken_since.clear()
        elif current and not broken_since:
            broken_since.append(current[-1])

    def look(frame: FrameType, event: str, argument: Any) -> Any:
        if not is_authors(frame.f_code.co_filename):
            return None
        judge()
        if event in ("line", "call"):
            current[:] = [(frame.f_code.co_filename, frame.f_lineno)]
        return look

    tracing = sys.gettrace()
    sys.settrace(look)
    try:
        call()
    finally:
        sys.settrace(tracing)
    judge()
    return describe_line(*broken_since[-1]) if broken_since else ""


#: The result of a check of a step: the problem and the line at fault, or None if it passes.
Wrong = tuple[str, str] | None


@dataclass(frozen=True)
class CheckedStep:
    """A step of an interpreted game. Any part of the step can be repeated."""

    engine: Engine
    moment: Moment
    #: The state before the step, which must be copied and not changed.
    before: kernel.State
    after: Snapshot
    #: The census at the beginning of the game.
    began: dict[str, int]
    #: The number of the game.
    number: int
    #: The actions whose names were checked so far in the game.
    named: set[int] = field(default_factory=set)
    #: The worlds dealt so far at this step, by seat and stream.
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
    def redealt_seats(self) -> set[int]:
        """The seats for which worlds are dealt: the seat to act, and each seat in turn."""
        return {self.moment.seat, self.moment.step % len(self.seats)}

    @cached_property
    def action(self) -> str:
        """The action of the step in words; empty if the game fails to name it."""
        teller, table = self.engine.game.teller, self.snapshot.table
        try:
            return teller.action(self.rules, table, self.moment.action)
        except Exception:  # the function that names actions may be faulty too
            return ""

    def world(self, seat: int, stream: int = 1) -> kernel.State:
        """Return a state that agrees with what a seat sees, dealt by the game's `redeal`.

        `stream` selects the stream of random numbers; different streams give different states.
        """
        if (seat, stream) in self.dealt:
            return self.dealt[seat, stream]
        state = copied(self.before)
        for hidden_seat in range(len(state.own)):
            if hidden_seat != seat:
                clear_record(state.own[hidden_seat])
        clear_record(state.hidden)
        for label, source in enumerate((state.chance, state.dice)):
            source.seed, source.deal = np.uint64(stream), np.uint64(self.moment.step)
            start(source, source.seed, source.deal, label)
        assert self.engine.game.redeal is not None
        self.engine.game.redeal(self.rules, state, seat)
        return self.dealt.setdefault((seat, stream), state)

    def census(self, snapshot: Snapshot) -> dict[str, int]:
        """Return the number of each component at a moment."""
        return self.engine.game.teller.census(self.rules, snapshot)


def copied(state: kernel.State) -> kernel.State:
    """Return a copy of a state."""
    own = state.own.copy().view(np.recarray)
    return kernel.State(state.table.copy(), own, *(part.copy() for part in state[2:]))


def new_menu(engine: Engine) -> Any:
    """Return an empty menu of the game."""
    menu = np.zeros(1, engine.game.menu.dtype).view(np.recarray)[0]
    clear(menu)
    return menu


def offered(engine: Engine, state: kernel.State) -> tuple[int, ...]:
    """Return the legal actions in a state, in the order of offers."""
    menu = new_menu(engine)
    engine.game.offer_actions(engine.rules[0], state, menu)
    return actions_on(menu)


#: The number of steps that are played in a dealt world. Missing cards are noticed soon.
AHEAD = 6

#: The name of the check of `redeal` that has to pass before other checks use worlds.
REDEAL = "redeal fits what the seat sees"


@dataclass(frozen=True)
class StepCheck:
    """A check of single steps."""

    #: The rule that every step of a good game keeps, as a sentence.
    name: str
    look: Callable[[CheckedStep], Wrong]
    remedy: str
    #: Finds the steps of a recorded game at which the check may fail, if there is a fast way.
    screen: Callable[[RecordedGame], Steps] | None = None
    needs_redeal: bool = False
    #: Returns why a game has nothing to check, or an empty string.
    nothing: Callable[[Game], str] = lambda game: ""


def _menu(step: CheckedStep) -> Wrong:
    actions = step.moment.actions
    twice = [action for action in set(actions) if actions.count(action) > 1]
    if twice:
        words = step.engine.game.teller.action(step.rules, step.snapshot.table, twice[0])
        return f"action {twice[0]} ({words}) is offered twice", ""
    if actions and min(actions) < 0:
        return f"action {min(actions)} is offered, but actions have to be 0 or more", ""
    return None


def _offering(step: CheckedStep) -> Wrong:
    state = copied(step.before)
    offered(step.engine, state)
    if _bytes_of(state) == _bytes_of(step.before):
        return None
    line = _line_of_offering(step, lambda again, menu: _bytes_of(again) != _bytes_of(step.before))
    return f"offering actions changes {changed_field(step.before, state)}", line


def _line_of_offering(step: CheckedStep, broken: Callable[[kernel.State, Any], bool]) -> str:
    """Return the line of `legal` or `offer_actions` after which `broken(state, menu)` is true."""
    state, menu = copied(step.before), new_menu(step.engine)
    return line_where(
        lambda: step.engine.game.offer_actions(step.rules, state, menu), lambda: broken(state, menu)
    )


def changed_field(before: kernel.State | Snapshot, after: kernel.State | Snapshot) -> str:
    """Return the first field in which two states differ, such as ``table.seat``; empty if none."""
    for place, was, now in zip(before._fields, before, after, strict=True):
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
        return None  # the game itself has lost a component before
    for seat in step.redealt_seats:
        function = f"redeal for seat {seat + 1}"
        try:
            world = step.world(seat)
        except Exception as error:
            problem, line = describe_error(error)
            return f"{function}: {problem}", line
        if world.table.tobytes() != step.before.table.tobytes():
            field = changed_field(step.before, world)
            return f"{function} changes {field}, which everybody sees", ""
        if world.own[seat].tobytes() != step.before.own[seat].tobytes():
            return f"{function} changes the record of that seat itself", ""
        difference = _difference(step.began, step.census(_as_snapshot(world)))
        if difference:
            return f"after {function} {difference}", ""
    return None


def _playing_on(step: CheckedStep) -> Wrong:
    for seat in step.redealt_seats:
        wrong = _wrong_ahead(step, step.world(seat))
        # A problem that the true game has as well is found by other checks.
        if wrong and not _wrong_ahead(step, step.before):
            problem, line = wrong
            return (
                f"in a game that goes on after redeal for seat {seat + 1}: {problem}",
                line,
            )
    return None


def _wrong_ahead(step: CheckedStep, start: kernel.State) -> Wrong:
    """Play on with random actions from a state, and return the problem that occurs, if any."""
    state, game = copied(start), step.engine.game
    try:
        for _ in range(AHEAD):
            if state.table.over:
                break
            menu = offered(step.engine, state)
            action = menu[int(below(state.chance, len(menu)))] if menu else PASS
            game.apply(step.rules, state, action)
        difference = _difference(step.began, step.census(_as_snapshot(state)))
    except Exception as error:
        return describe_error(error)
    return (difference, "") if difference else None


def _leaks(step: CheckedStep) -> Wrong:
    for stream in (1, 2):
        menu = offered(step.engine, copied(step.world(step.moment.seat, stream)))
        if sorted(menu) != sorted(step.moment.actions):
            difference = sorted(set(menu) ^ set(step.moment.actions))
            example = "their number"
            if difference:
                teller = step.engine.game.teller
                example = teller.action(step.rules, step.snapshot.table, difference[0])
            problem = (
                f"the legal actions of seat {step.moment.seat + 1} depend on what it cannot see "
                f"({example})"
            )
            return problem, _line_of_offering(step, lambda state, menu: menu.groups > 0)
    return None


def _difference(expected: Mapping[str, int], census: Mapping[str, int]) -> str:
    """Return the first difference between two censuses in words; empty if they are equal."""
    for name in sorted(expected.keys() | census.keys()):
        right, number = expected.get(name, 0), census.get(name, 0)
        if right != number:
            excess = "few" if number < right else "many"
            return f"there are {number} of {name}, {abs(number - right)} too {excess}"
    return ""


def _after(wrong: Callable[[CheckedStep, Snapshot], str]) -> Callable[[CheckedStep], Wrong]:
    """Return a check of the snapshot after a step, which names the line of `apply` at fault.

    `wrong` returns the problem with a snapshot, or an empty string.
    """

    def look(step: CheckedStep) -> Wrong:
        problem = wrong(step, step.after)
        if not problem:
            return None
        state, apply = copied(step.before), step.engine.game.apply
        return problem, line_where(
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
    """Return the difference between the cards at the beginning of a game and the declared ones."""
    problem = _misdealt(step, step.began)
    if not problem:
        return None
    state = copied(step.before)
    for record in (state.table, state.hidden, *state.own):
        clear_record(record)
    state.table.active = all_seats(len(step.seats))
    line = line_where(
        lambda: step.engine.game.set_up(step.rules, state),
        lambda: bool(_misdealt(step, step.census(_as_snapshot(state)))),
    )
    return f"when a game begins, {problem}", line


def _misdealt(step: CheckedStep, census: Mapping[str, int]) -> str:
    """Return the first difference between a census and the declared cards; empty if none."""
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
        return "no seat is in the game any more"
    if back:
        return f"seat {back.bit_length()}, which was out, is in the game again"
    if table.over == 0 and not (seat in step.seats and int(in_round(table)) >> seat & 1):
        return f"seat {seat + 1} is to act, but is out of the game or sits out"
    return ""


@_after
def _scores(step: CheckedStep, after: Snapshot) -> str:
    was, now = step.engine.scores(step.snapshot), step.engine.scores(after)
    for seat in step.seats:
        if was[seat] != now[seat] and not int(step.snapshot.table.active) >> seat & 1:
            return f"the score of seat {seat + 1}, which is out, changes to {now[seat]}"
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
    """Return the reason why nothing hidden is checked; an empty string if it is."""
    hidden = {*game.own.meanings, *game.hidden.meanings} - {"counts"}
    return "" if hidden else "nothing in this game is hidden"


def _nothing_counted(game: Game) -> str:
    """Return the reason why no components are counted; an empty string if they are."""
    teller = game.teller
    if isinstance(teller, DeclaredTeller) and not any(
        component.cards for component in teller.components
    ):
        return "the game declares no cards or pieces (Cards)"
    return ""


def _describing(step: CheckedStep) -> Wrong:
    teller = step.engine.game.teller
    rules, snapshot, after = step.rules, step.snapshot, step.after
    action = step.moment.action
    for number in {*step.moment.actions} - step.named | {action}:
        if not teller.action(rules, snapshot.table, number):
            return f"action {number} has no name", ""
    step.named.update(step.moment.actions)
    # These calls may raise an error, which is then the finding.
    for hands in ((), step.seats):
        teller.state(rules, snapshot, hands)
    teller.hand(rules, snapshot, step.moment.seat)
    teller.aftermath(rules, snapshot, action, after)
    teller.stretch_end(rules, snapshot, action, after)
    if after.table.over:
        teller.game_end(rules, snapshot, action, after)
    return None


CENSUS = "no component is lost or doubled"
LEAKS = "legal actions depend only on what the seat sees"
PLAYED_ON = "games can go on after redeal"
STEP_CHECKS = (
    StepCheck(
        "legal actions exist, none offered twice",
        _menu,
        "offer each action once",
        screens.find_wrong_menus,
    ),
    StepCheck(
        "turns without a choice end",
        _passing,
        "let apply end the turn for PASS",
        screens.find_stuck_turns,
    ),
    StepCheck(
        "no action ends two turns",
        _two_turns,
        "call end_turn once; to pass over a seat, set table.seat to next_seat(...) after it",
        screens.find_double_turns,
    ),
    StepCheck(
        "offering actions changes nothing", _offering, "change the state in apply, not in legal"
    ),
    StepCheck(
        REDEAL,
        _redeal,
        "let redeal fill in hidden and the other seats' own with exactly the cards not seen",
        needs_redeal=True,
        nothing=nothing_hidden,
    ),
    StepCheck(
        LEAKS,
        _leaks,
        "let legal read only the table and own[table.seat]",
        needs_redeal=True,
        nothing=nothing_hidden,
    ),
    StepCheck(
        PLAYED_ON,
        _playing_on,
        "search plays such games: what everybody knows of hands and hidden places must be in the "
        "table (a card that is shown leaves the hand at once), or be filled in by redeal",
        needs_redeal=True,
        nothing=nothing_hidden,
    ),
    StepCheck(
        CENSUS,
        _census,
        "put each card that is taken from a place into exactly one other place",
        screens.find_lost_cards,
        nothing=_nothing_counted,
    ),
    StepCheck(
        "the seat to act is in the game",
        _acting,
        "choose the next seat with next_seat(active)",
        screens.find_missing_actors,
    ),
    StepCheck(
        "scores change only for seats still in",
        _scores,
        "do not change the scores of seats that are not in active",
        screens.find_wrong_scores,
    ),
    StepCheck(
        "turns, rounds and standings never fall",
        _falling,
        "only add to them",
        screens.find_falling_counts,
    ),
    StepCheck(
        "numbers stay small",
        _small,
        "count in larger units, or look for what grows without end",
        screens.find_large_numbers,
    ),
    StepCheck(
        "every step can be described",
        _describing,
        "correct the function that names actions, or the teller",
    ),
)
