"""The checks that every step of a game has to pass, made at single interpreted steps."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from traceback import walk_tb
from typing import Any, NamedTuple

import numpy as np

from simulate.checking import screens
from simulate.checking.declared_redeal import (
    find_dependence,
    find_illegal_choice,
    without_choices,
    without_declared_fields,
)
from simulate.checking.kinds import Kind
from simulate.checking.lines import (
    describe_line,
    is_authors,
    line_where,
    lines_that_change,
)
from simulate.checking.screens import LARGE, LARGE_SCORE, NEVER_FALL, Steps
from simulate.errors import FathomError
from simulate.game import DetailedTeller, Game, Snapshot
from simulate.kit.chance import below, start
from simulate.kit.menu import PASS, clear
from simulate.kit.read_only import clear_record
from simulate.kit.seats import all_seats, in_round
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component
from simulate.making.telling import DeclaredTeller, declared_limits, declared_totals
from simulate.play import kernel
from simulate.play.engine import Engine
from simulate.play.error_causes import NO_REMEDY, explain_error, nodes_of
from simulate.play.explaining import NO_ACTION, authors_functions
from simulate.play.walk import Moment, RecordedGame, actions_on


class Breach(NamedTuple):
    """A step that fails a check."""

    problem: str
    #: The line at fault, as by `describe_line`; empty if unknown.
    line: str = ""
    #: The advice to the author; empty for the remedy of the check.
    remedy: str = ""


class ErrorDescription(NamedTuple):
    """An error in an author's code, in words."""

    problem: str
    #: The last line of the author's code in the traceback, as by `describe_line`; empty if no line
    #: of the author's code led to the error.
    line: str
    #: The remedy; empty if unknown.
    remedy: str
    kind: Kind

    @property
    def wrong(self) -> Breach:
        """The problem and the line, as the result of a check of a step."""
        return Breach(self.problem, self.line)


#: The remedy for a strategy that returns None or a text.
RETURN_ACTION = (
    "let every path of the strategy end with return and one of the actions in legal(view), such as "
    "legal(view)[0]"
)
#: The remedy for a strategy that returns a fraction, as every parameter is.
RETURN_WHOLE_NUMBER = "write int(...) around the value; parameters are fractions, even 3"
#: Parts of the messages of Fathom's errors, with the kind of finding that they mean; the first
#: part that a message has decides.
_KINDS_OF_MESSAGES = {
    "which is not legal": Kind.ILLEGAL_CHOICE,
    NO_ACTION: Kind.ILLEGAL_CHOICE,
    "does not list": Kind.MISSING_COMPONENT,
    "but it takes (": Kind.WRONG_CALL,
    "returns nothing": Kind.MISSING_RETURN,
    "it returns a fraction": Kind.WRONG_VALUE,
    "fields hold whole numbers": Kind.WRONG_VALUE,
    "secret numbers": Kind.SECRET_OF_OTHER_SEAT,
    "as a condition": Kind.ARRAY_AS_CONDITION,
    "the default of": Kind.CHANGEABLE_DEFAULT,
    "is a strategy, so": Kind.REPEATED_NAME,
    "prints with": Kind.PRINTS,
    "has no index": Kind.INDEX_OUT_OF_RANGE,
    "are written": Kind.INDEX_OUT_OF_RANGE,
    "divides by zero": Kind.DIVISION_BY_ZERO,
    "has no field": Kind.UNKNOWN_FIELD,
    "unknown field": Kind.UNKNOWN_FIELD,
    "has no attribute": Kind.UNKNOWN_FIELD,
    "is out of range": Kind.INDEX_OUT_OF_RANGE,
    "is not defined": Kind.UNKNOWN_NAME,
    "cannot be compiled": Kind.NOT_COMPILED,
    "does not end": Kind.ENDLESS_STEP,
}


def describe_error(error: Exception) -> ErrorDescription:
    """Return a description of an error that the code of a game or strategy raised."""
    if isinstance(error, FathomError):
        kinds = [kind for part, kind in _KINDS_OF_MESSAGES.items() if part in str(error)]
        remedy = ""
        if NO_ACTION in str(error):
            remedy = RETURN_WHOLE_NUMBER if "float" in str(error) else RETURN_ACTION
        return ErrorDescription(str(error), "", remedy, kinds[0] if kinds else Kind.CODE_FAILS)
    problem = f"{type(error).__name__}: {error}"
    place = ""
    remedy = ""
    for frame, line in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if is_authors(file):
            place = f"{describe_line(file, line)} in {frame.f_code.co_name}"
            problem, remedy = explain_error(error, frame, linecache.getline(file, line).strip())
    kinds = [kind for part, kind in _KINDS_OF_MESSAGES.items() if part in problem]
    kind = kinds[0] if kinds else Kind.CODE_FAILS
    if kind == Kind.CODE_FAILS and isinstance(error, IndexError):
        kind = Kind.INDEX_OUT_OF_RANGE
    elif kind == Kind.CODE_FAILS and isinstance(error, AttributeError):
        kind = Kind.UNKNOWN_FIELD
    return ErrorDescription(problem, place, "" if remedy == NO_REMEDY else remedy, kind)


#: The result of a check of a step: None if the step passes.
Wrong = Breach | None


@dataclass(frozen=True)
class CheckedStep:
    """A step of an interpreted game, with the data needed to repeat parts of the step."""

    engine: Engine
    moment: Moment
    #: The state before the step. Checks must change only copies of it.
    before: kernel.State
    #: The game after the step.
    after: Snapshot
    #: The number of each component at the beginning of the game, by name.
    began: dict[str, int]
    #: The number of the game.
    number: int
    #: The actions whose names were already checked in this game.
    named: set[int] = field(default_factory=set)
    #: The worlds that were already dealt at this step, by seat and number of the stream.
    dealt: dict[tuple[int, int], kernel.State] = field(default_factory=dict)

    @property
    def rules(self) -> Any:
        """The rules record of the game."""
        return self.engine.rules[0]

    @property
    def snapshot(self) -> Snapshot:
        """The game before the step."""
        return self.moment.snapshot

    @property
    def seats(self) -> range:
        """The numbers of all seats at the table, from 0."""
        return range(len(self.engine.lineup))

    @property
    def redealt_seats(self) -> set[int]:
        """The seats for which worlds are dealt: the seat to act, and a seat that varies by step."""
        return {self.moment.seat, self.moment.step % len(self.seats)}

    @cached_property
    def action(self) -> str:
        """A description of the action of the step; empty if the game fails to name the action."""
        teller = self.engine.game.teller
        table = self.snapshot.table
        try:
            return teller.action(self.rules, table, self.moment.action)
        except Exception:  # The function that names actions may be at fault, too.
            return ""

    def world(self, seat: int, stream: int = 1) -> kernel.State:
        """Return a state at this step in which `redeal` dealt all that a seat cannot know.

        Parameters
        ----------
        seat
            The seat, 0-based. Only this seat's own record is kept.
        stream
            The number of the stream of random numbers. States for the same seat and stream are
            dealt once.

        Raises
        ------
        AssertionError
            If the game has no `redeal`.
        Exception
            Any error of the game's `redeal`.
        """
        if (seat, stream) in self.dealt:
            return self.dealt[seat, stream]
        state = self.before_redeal(seat, stream)
        assert self.engine.game.redeal is not None
        self.engine.game.redeal(self.rules, state, seat)
        return self.dealt.setdefault((seat, stream), state)

    def before_redeal(self, seat: int, stream: int = 1) -> kernel.State:
        """Return the state at this step with which the game's `redeal` is called.

        Everything that the seat cannot see is 0. The parameters are those of `world`.
        """
        state = copy_state(self.before)
        for hidden_seat in range(len(state.own)):
            if hidden_seat != seat:
                clear_record(state.own[hidden_seat])
        clear_record(state.hidden)
        for label, source in enumerate((state.chance, state.dice)):
            source.seed = np.uint64(stream)
            source.deal = np.uint64(self.moment.step)
            start(source, source.seed, source.deal, label)
        return state

    def census(self, snapshot: Snapshot) -> dict[str, int]:
        """Return the number of copies of each component in a snapshot, by the component's name.

        Raises
        ------
        Exception
            Any exception that the game's own census raises.
        """
        return self.engine.game.teller.census(self.rules, snapshot)


def copy_state(state: kernel.State) -> kernel.State:
    """Return a copy of a state that shares no memory with it."""
    own = state.own.copy().view(np.recarray)
    return kernel.State(state.table.copy(), own, *(part.copy() for part in state[2:]))


def new_menu(engine: Engine) -> Any:
    """Return a new, empty menu with room for the groups of the engine's game."""
    menu = np.zeros(1, engine.game.menu.dtype).view(np.recarray)[0]
    clear(menu)
    return menu


def list_legal_actions(engine: Engine, state: kernel.State) -> tuple[int, ...]:
    """Return the legal actions in a state, in the order of offers.

    Raises
    ------
    Exception
        Any exception that the game's ``offer_actions`` raises.
    """
    menu = new_menu(engine)
    engine.game.offer_actions(engine.rules[0], state, menu)
    return actions_on(menu)


#: The number of steps that are played in a dealt world. A few are enough to notice missing cards.
AHEAD = 6

#: The name of the check of `redeal` that has to pass before other checks use worlds.
REDEAL = "redeal fits what the seat sees"


@dataclass(frozen=True)
class StepCheck:
    """A check of single steps."""

    #: The rule that every step of a correct game obeys, as a sentence.
    name: str
    #: The kind of its findings.
    kind: Kind
    #: Returns the problem of a step; None if the step passes.
    find: Callable[[CheckedStep], Wrong]
    #: The advice to the author, which ends the message.
    remedy: str
    #: Returns the steps of a recorded game at which the check may fail; None if that would be slow.
    screen: Callable[[RecordedGame], Steps] | None = None
    #: True if the check deals worlds with the game's `redeal`.
    needs_redeal: bool = False
    #: Returns the reason why the check does not apply to a game; empty if it applies.
    skip_reason: Callable[[Game], str] = lambda game: ""


def _find_wrong_menu(step: CheckedStep) -> Wrong:
    actions = step.moment.actions
    twice = [action for action in set(actions) if actions.count(action) > 1]
    if twice:
        words = step.engine.game.teller.action(step.rules, step.snapshot.table, twice[0])
        return Breach(f"action {twice[0]} ({words}) is offered twice")
    if actions and min(actions) < 0:
        return Breach(f"action {min(actions)} is offered, but actions are numbers from 0")
    return None


def _find_change_by_offering(step: CheckedStep) -> Wrong:
    state = copy_state(step.before)
    list_legal_actions(step.engine, state)
    if _bytes_of(state) == _bytes_of(step.before):
        return None
    line = _line_of_offering(step, lambda again, menu: _bytes_of(again) != _bytes_of(step.before))
    return Breach(f"offering actions changes {changed_field(step.before, state)}", line)


def _line_of_offering(step: CheckedStep, broken: Callable[[kernel.State, Any], bool]) -> str:
    """Return the line of `legal` or `offer_actions` after which ``broken(state, menu)`` is True.

    The line is described as by `line_where`. It is empty if ``broken(state, menu)`` is False when
    the function ends.
    """
    state = copy_state(step.before)
    menu = new_menu(step.engine)
    return line_where(
        lambda: step.engine.game.offer_actions(step.rules, state, menu), lambda: broken(state, menu)
    )


def changed_field(before: kernel.State | Snapshot, after: kernel.State | Snapshot) -> str:
    """Return the name of the first field that differs, such as ``table.seat``, or ""."""
    for place, was, now in zip(before._fields, before, after, strict=True):
        for name in was.dtype.names or ():
            if not np.array_equal(was[name], now[name]):
                return f"{place}.{name}"
    return ""


def _bytes_of(state: kernel.State) -> bytes:
    return b"".join(part.tobytes() for part in state)


def _as_snapshot(state: kernel.State) -> Snapshot:
    return Snapshot(state.table, state.own, state.hidden)


def _contradiction(step: CheckedStep, snapshot: Snapshot) -> str:
    """Return a sentence on fields of a component that contradict each other, or ""."""
    teller = step.engine.game.teller
    if not isinstance(teller, DeclaredTeller):
        return ""
    for component in teller.components:
        problem = component.find_contradiction(step.rules, snapshot)
        if problem:
            return problem
    return ""


def _is_sound(step: CheckedStep, snapshot: Snapshot) -> bool:
    """Return False if the game lost a component or has a contradiction, which other checks find."""
    return not (_difference(step.began, step.census(snapshot)) or _contradiction(step, snapshot))


def _find_wrong_redeal(step: CheckedStep) -> Wrong:
    if not _is_sound(step, step.snapshot):
        return None
    for seat in step.redealt_seats:
        breach = _find_wrong_world(step, seat)
        if breach and _is_derived(step.engine.game):
            problem = f"what seat {seat + 1} cannot see cannot be dealt again: {breach.problem}"
            return Breach(problem, breach.line, _DERIVED_REMEDY)
        if breach:
            return breach
    return None


#: The remedy if the `redeal` that Fathom derives from the components does not work.
_DERIVED_REMEDY = (
    "Fathom deals the cards of components from the copies of Cards, so change components only with "
    "their functions, and put as many cards into play as Cards(..., copies=...) declares"
)


def _is_derived(game: Game) -> bool:
    """Return True if an author's game has only the `redeal` that is derived from its components."""
    return game.redeal is not None and not kernel.ships(game) and not authors_functions(game.redeal)


def _find_wrong_world(step: CheckedStep, seat: int) -> Wrong:
    """Return the problem of the world that `redeal` deals for a seat at a step."""
    function = f"redeal for seat {seat + 1}"
    try:
        world = step.world(seat)
    except Exception as error:
        problem, line, _ = describe_error(error).wrong
        return Breach(f"{function}: {problem}", line)
    if world.table.tobytes() != step.before.table.tobytes():
        field = changed_field(step.before, world)
        return Breach(f"{function} changes {field}, which everybody sees")
    if world.own[seat].tobytes() != step.before.own[seat].tobytes():
        return Breach(f"{function} changes own[{seat}], the record of that seat")
    difference = _difference(step.began, step.census(_as_snapshot(world)))
    return Breach(f"after {function} {difference}") if difference else None


def _find_dependent_redeal(step: CheckedStep) -> Wrong:
    game = step.engine.game
    for seat in step.redealt_seats:
        empty = step.before_redeal(seat)
        wrong = find_dependence(
            game, step.rules, seat, step.before, empty, step.world(seat), copy_state
        )
        if wrong:
            return Breach(*wrong)
    return None


def _find_illegal_choice(step: CheckedStep) -> Wrong:
    def legal_actions(state: kernel.State) -> tuple[int, ...]:
        return list_legal_actions(step.engine, copy_state(state))

    for seat in step.redealt_seats:
        true = copy_state(step.before)
        world = copy_state(step.world(seat))
        problem = find_illegal_choice(
            step.engine.game, step.rules, seat, true, world, legal_actions
        )
        if problem:
            return Breach(problem)
    return None


def _find_problem_after_redeal(step: CheckedStep) -> Wrong:
    for seat in step.redealt_seats:
        wrong = _play_ahead(step, step.world(seat))
        # If the true game has a problem as well, other checks find it.
        if wrong and not _play_ahead(step, step.before):
            return Breach(
                f"in a game that continues after redeal for seat {seat + 1}: {wrong.problem}",
                wrong.line,
            )
    return None


def _play_ahead(step: CheckedStep, start: kernel.State) -> Wrong:
    """Play `AHEAD` random actions from a state, and return the first problem that occurs.

    A problem is an error in the game's code, or a card too many or too few. The result is None if
    there is no problem. The state is not changed.
    """
    state = copy_state(start)
    game = step.engine.game
    try:
        for _ in range(AHEAD):
            if state.table.over:
                break
            menu = list_legal_actions(step.engine, state)
            action = menu[int(below(state.chance, len(menu)))] if menu else PASS
            game.apply(step.rules, state, action)
        difference = _difference(step.began, step.census(_as_snapshot(state)))
    except Exception as error:
        return describe_error(error).wrong
    return Breach(difference) if difference else None


def _find_leak(step: CheckedStep) -> Wrong:
    for stream in (1, 2):
        menu = list_legal_actions(step.engine, copy_state(step.world(step.moment.seat, stream)))
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
            return Breach(problem, _line_of_offering(step, lambda state, menu: menu.groups > 0))
    return None


def _difference(expected: Mapping[str, int], census: Mapping[str, int]) -> str:
    """Return a text on the first difference between two censuses; empty if they are equal."""
    for name in sorted(expected.keys() | census.keys()):
        right = expected.get(name, 0)
        number = census.get(name, 0)
        if right != number:
            excess = "few" if number < right else "many"
            return f"there are {number} of {name}, {abs(number - right)} too {excess}"
    return ""


def _after(wrong: Callable[[CheckedStep, Snapshot], str]) -> Callable[[CheckedStep], Wrong]:
    """Return a check of the snapshot after a step, which also finds the line of `apply` at fault.

    `wrong` is called with the step and a snapshot. It returns the problem of the snapshot, or an
    empty string.
    """

    def look(step: CheckedStep) -> Wrong:
        problem = wrong(step, step.after)
        if not problem:
            return None
        state = copy_state(step.before)
        apply = step.engine.game.apply
        line = line_where(
            lambda: apply(step.rules, state, step.moment.action),
            lambda: bool(wrong(step, _as_snapshot(state))),
        )
        return Breach(problem, line)

    return look


@_after
def _find_contradiction(step: CheckedStep, after: Snapshot) -> str:
    return _contradiction(step, after)


@_after
def _find_lost_component_after(step: CheckedStep, after: Snapshot) -> str:
    return _difference(step.began, step.census(after))


def _find_lost_component(step: CheckedStep) -> Wrong:
    if step.moment.step == 1 and (misdealt := wrongly_dealt(step)):
        return misdealt
    return _find_lost_component_after(step)


def wrongly_dealt(step: CheckedStep) -> Wrong:
    """Return the first difference between the cards at a game's beginning and the declared cards.

    `step` is the first step of the game. The result is None if there is no difference.
    """
    problem = _misdealt(step, step.began)
    if not problem:
        return None
    state = copy_state(step.before)
    for record in (state.table, state.hidden, *state.own):
        clear_record(record)
    state.table.active = all_seats(len(step.seats))
    line = line_where(
        lambda: step.engine.game.set_up(step.rules, state),
        lambda: bool(_misdealt(step, step.census(_as_snapshot(state)))),
    )
    remedy = _TOO_MANY_REMEDY if "too many" in problem else ""
    return Breach(f"when a game begins, {problem}", line, remedy)


#: The remedy for a game that begins with more cards than `Cards` declares.
_TOO_MANY_REMEDY = (
    "take each card from a pile before you put it into another place; for cards that do not begin "
    "in the pile, write Pile(..., full=False) and put only the others into it, or raise copies= of "
    "Cards"
)


def _misdealt(step: CheckedStep, census: Mapping[str, int]) -> str:
    """Return a text on the first difference between a census and the declared cards, or "".

    Cards that begin in a pile must all be there. Of other cards, some may be left out of a game.
    """
    teller = step.engine.game.teller
    if not isinstance(teller, DeclaredTeller):
        return ""
    declared = _by_name(declared_totals(teller.components, step.rules), step.rules)
    problem = _difference(declared, {name: census[name] for name in declared})
    if problem:
        return problem
    limits = _by_name(declared_limits(teller.components, step.rules), step.rules)
    excess = {name: census[name] for name, limit in limits.items() if census[name] > limit}
    return _difference({name: limits[name] for name in excess}, excess)


def _by_name(totals: Mapping[Cards, Any], rules: Any) -> dict[str, int]:
    """Return numbers of cards by their names, as a census has them, such as "card gem"."""
    return {
        f"{cards.name} {label}": int(number)
        for cards, numbers in totals.items()
        for label, number in zip(cards.labels(rules), numbers, strict=True)
    }


@_after
def _find_wrong_actor_after(step: CheckedStep, after: Snapshot) -> str:
    table = after.table
    active = int(after.table.active)
    seat = int(table.seat)
    returned = active & ~int(step.snapshot.table.active)
    if active == 0:
        return "table.active is empty, so no seat is in the game"
    if returned:
        return f"seat {returned.bit_length()}, which was out, is in the game again"
    if table.over == 0 and seat not in step.seats:
        last = step.seats[-1]
        return f"table.seat is {seat}, but the seats at the table have the numbers 0 to {last}"
    if table.over == 0 and not int(in_round(table)) >> seat & 1:
        return f"seat {seat + 1} is to act, but is out of the game or sits out"
    return ""


def _find_wrong_actor(step: CheckedStep) -> Wrong:
    breach = _find_wrong_actor_after(step)
    if breach and breach.problem.startswith("table.seat is"):
        return breach._replace(remedy=_seat_remedy(breach.line))
    return breach


def _seat_remedy(line: str) -> str:
    """Return the remedy for a number of a seat that does not exist.

    `line` is the line that makes it the seat to act, as by `describe_line`. The number is the value
    of an assignment, or the last argument of a call such as ``auction.start(state, seat)``.
    """
    number: ast.expr | None = None
    for node in nodes_of(line.partition("`")[2].rstrip("`")):
        if isinstance(node, ast.Assign):
            number = node.value
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.value.args:
            number = node.value.args[-1]
    if number is None or ast.unparse(number) in ("rules", "state", "table"):
        return "write % rules.players after the number of the seat that comes next"
    text = ast.unparse(number)
    if isinstance(number, ast.BinOp):
        text = f"({text})"
    return f"write {text} % rules.players"


@_after
def _find_wrong_score(step: CheckedStep, after: Snapshot) -> str:
    was, now = step.engine.scores(step.snapshot), step.engine.scores(after)
    # When a game ends, seats that are out may get points too, such as banished members of a team.
    may_change = int(step.snapshot.table.active) if not after.table.over else -1
    for seat in step.seats:
        if was[seat] != now[seat] and not may_change >> seat & 1:
            return f"the score of seat {seat + 1}, which is out, changes to {now[seat]}"
    if np.any(after.table.scores[len(step.seats) :]):
        return f"a seat beyond the {len(step.seats)} at the table has a score"
    return ""


@_after
def _find_falling_count(step: CheckedStep, after: Snapshot) -> str:
    for name in NEVER_FALL:
        was, now = int(step.snapshot.table[name]), int(after.table[name])
        if now < was:
            return f"table.{name} falls from {was} to {now}"
    return ""


@_after
def _find_large_number(step: CheckedStep, after: Snapshot) -> str:
    for place, numbers, most in (
        ("scores", after.table.scores, LARGE_SCORE),
        ("counts", after.hidden.counts, LARGE),
    ):
        for number in numbers:
            if abs(int(number)) > most:
                return f"one of the {place} is {number:,}, beyond the limit of {most:,}"
    return ""


def _find_endless_turn(step: CheckedStep) -> Wrong:
    before, after = step.snapshot.table, step.after.table
    if step.moment.action == PASS and after.turns == before.turns and after.over == 0:
        return Breach(f"seat {step.moment.seat + 1} has no action, and its turn does not end")
    return None


def _find_double_turn(step: CheckedStep) -> Wrong:
    turns = int(step.after.table.turns) - int(step.snapshot.table.turns)
    if turns <= 1:
        return None
    state = copy_state(step.before)
    lines = lines_that_change(
        lambda: step.engine.game.apply(step.rules, state, step.moment.action),
        lambda: int(state.table.turns),
    )
    problem = f"one action ends {turns} turns"
    if not lines:
        return Breach(problem)
    first, *others = [number for _, number in lines]
    if others:
        words = " and ".join(f"line {number}" for number in others)
        problem += f": the first in line {first}, then another in {words}"
        remedy = f"remove one of these calls; {_SKIP_SEAT}"
        return Breach(problem, describe_line(*lines[0]), remedy)
    return Breach(problem, describe_line(*lines[0]))


#: The remedy for a game that ends two turns to skip a seat.
_SKIP_SEAT = (
    "to skip a seat, write afterwards: table.seat = next_seat(table.active, table.seat, "
    "rules.players)"
)


def nothing_hidden(game: Game) -> str:
    """Return "nothing in this game is hidden" for a game without hidden fields, else "".

    It is the reason to skip a check that needs hidden fields.
    """
    hidden = {*game.own.meanings, *game.hidden.meanings} - {"counts"}
    return "" if hidden else "nothing in this game is hidden"


def _nothing_counted(game: Game) -> str:
    """Return the reason why a game's components cannot be counted; empty if they can be."""
    teller = game.teller
    if isinstance(teller, DeclaredTeller) and not any(
        component.cards for component in teller.components
    ):
        return "the game declares no cards or pieces (Cards)"
    return ""


def _without_hands(game: Game) -> str:
    """Return the reason why a game's fields cannot contradict each other; empty if they can."""
    teller = game.teller
    if isinstance(teller, DeclaredTeller):
        for component in teller.components:
            if type(component).find_contradiction is not Component.find_contradiction:
                return ""
    return "the game declares no hands of cards"


def _wrong_seat(step: CheckedStep, snapshot: Snapshot) -> str:
    """Return a sentence on a number that should be a seat and is none; empty if all are seats."""
    teller = step.engine.game.teller
    if not isinstance(teller, DeclaredTeller):
        return ""
    for component in teller.components:
        for name, wrong in component.find_wrong_seats(step.rules, snapshot).items():
            if np.any(wrong):
                return (
                    f"{name} holds a seat, and has a number that is neither 0 to "
                    f"{step.rules.players - 1}, nor -1 for nobody, nor -2 for not yet"
                )
    return ""


@_after
def _find_wrong_seat_after(step: CheckedStep, after: Snapshot) -> str:
    return _wrong_seat(step, after)


def _find_wrong_seat(step: CheckedStep) -> Wrong:
    """Return a seat that does not exist, in a field that holds seats, before or after a step."""
    problem = _wrong_seat(step, step.snapshot)
    breach = Breach(problem) if problem else _find_wrong_seat_after(step)
    if breach is None:
        return None
    return breach._replace(remedy="seats are counted from 0; write -1 where it is no seat")


def _find_undescribed_action(step: CheckedStep) -> Wrong:
    if _contradiction(step, step.snapshot) or _contradiction(step, step.after):
        return None  # Another check finds it.
    wrong_seat = _find_wrong_seat(step)
    if wrong_seat:
        return wrong_seat
    teller = step.engine.game.teller
    rules = step.rules
    snapshot = step.snapshot
    after = step.after
    action = step.moment.action
    for number in {*step.moment.actions} - step.named | {action}:
        if not teller.action(rules, snapshot.table, number):
            return Breach(f"action {number} has no name")
    step.named.update(step.moment.actions)
    # The calls below are made only to notice errors, which become findings.
    for hands in ((), step.seats):
        teller.state(rules, snapshot, hands)
    teller.hand(rules, snapshot, step.moment.seat)
    teller.aftermath(rules, snapshot, action, after)
    teller.stretch_end(rules, snapshot, action, after)
    if after.table.over:
        teller.game_end(rules, snapshot, action, after)
        if isinstance(teller, DetailedTeller):
            teller.points_from(rules, after)
    return None


CENSUS = "no component is lost or doubled"
LEAKS = "legal actions depend only on what the seat sees"
WRITTEN = "redeal writes all declared fields"
CHOICES = "secret choices are legal after redeal"
PLAYED_ON = "games can go on after redeal"
ONE_TURN = "no action ends two turns"
STEP_CHECKS = (
    StepCheck(
        "legal actions exist, none offered twice",
        Kind.WRONG_MENU,
        _find_wrong_menu,
        "offer each action once",
        screens.find_wrong_menus,
    ),
    StepCheck(
        "turns without a choice end",
        Kind.ENDLESS_TURN,
        _find_endless_turn,
        "let apply end the turn for PASS",
        screens.find_stuck_turns,
    ),
    StepCheck(
        ONE_TURN,
        Kind.TWO_TURNS,
        _find_double_turn,
        f"call end_turn once; {_SKIP_SEAT}",
        screens.find_double_turns,
    ),
    StepCheck(
        "offering actions changes nothing",
        Kind.LEGAL_CHANGES_STATE,
        _find_change_by_offering,
        "change the state in apply, not in legal",
    ),
    StepCheck(
        "components are changed only by their functions",
        Kind.FIELDS_DISAGREE,
        _find_contradiction,
        "change hands only with their functions, such as hand.put_down(state, seat, card) and "
        "hand.add(state, seat, card), which keep all fields of the hands",
        skip_reason=_without_hands,
    ),
    StepCheck(
        REDEAL,
        Kind.WRONG_REDEAL,
        _find_wrong_redeal,
        "let redeal put exactly the cards that the seat does not see into hidden and into own of "
        "the other seats",
        needs_redeal=True,
        skip_reason=nothing_hidden,
    ),
    StepCheck(
        WRITTEN,
        Kind.UNWRITTEN_BY_REDEAL,
        _find_dependent_redeal,
        "search calls redeal with own of the other seats and hidden empty (0); let redeal write "
        "all of these fields, each before it reads it or adds to it",
        needs_redeal=True,
        skip_reason=without_declared_fields,
    ),
    StepCheck(
        LEAKS,
        Kind.HIDDEN_INFORMATION,
        _find_leak,
        "let legal read only the table and own[table.seat]",
        needs_redeal=True,
        skip_reason=nothing_hidden,
    ),
    StepCheck(
        CHOICES,
        Kind.ILLEGAL_AFTER_REDEAL,
        _find_illegal_choice,
        "secret choices were drawn before redeal was called; at the end of redeal, let each other "
        "seat that has chosen choose again, from the actions that are legal for it now",
        needs_redeal=True,
        skip_reason=without_choices,
    ),
    StepCheck(
        PLAYED_ON,
        Kind.FAILS_AFTER_REDEAL,
        _find_problem_after_redeal,
        "put what everybody knows of hands and hidden places into the table (a card that is shown "
        "leaves the hand at once), or let redeal fill it in, because search plays on after redeal",
        needs_redeal=True,
        skip_reason=nothing_hidden,
    ),
    StepCheck(
        CENSUS,
        Kind.LOST_COMPONENT,
        _find_lost_component,
        "put each card that is taken from a place into exactly one other place",
        screens.find_lost_cards,
        skip_reason=_nothing_counted,
    ),
    StepCheck(
        "the seat to act is in the game",
        Kind.WRONG_SEAT,
        _find_wrong_actor,
        "choose the next seat with next_seat(active)",
        screens.find_missing_actors,
    ),
    StepCheck(
        "scores change only for seats still in",
        Kind.SCORE_OF_SEAT_OUT,
        _find_wrong_score,
        "change only scores of seats in table.active; when the game ends, all scores may change",
        screens.find_wrong_scores,
    ),
    StepCheck(
        "turns, rounds and standings never fall",
        Kind.FALLING_NUMBER,
        _find_falling_count,
        "only increase these fields",
        screens.find_falling_counts,
    ),
    StepCheck(
        "numbers stay small",
        Kind.LARGE_NUMBER,
        _find_large_number,
        "count in larger units, or find out why the number keeps growing",
        screens.find_large_numbers,
    ),
    StepCheck(
        "every step can be described",
        Kind.NOT_DESCRIBED,
        _find_undescribed_action,
        "correct the function that names actions, or the teller",
        screens.find_wrong_seats,
    ),
)
