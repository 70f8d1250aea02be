"""What holds at every step of every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.checking.step import Step, Wrong, copied, line_where, new_menu, offered, raised
from simulate.game import Snapshot
from simulate.kit.chance import below
from simulate.kit.menu import PASS
from simulate.kit.seats import in_round
from simulate.play import kernel
from simulate.play.tally import MOST_VALUES

#: From here on counts may be too large to be added, and scores too far apart to be counted.
LARGE, LARGE_SCORE = 10**7, MOST_VALUES
#: Steps that are played on in a world that was dealt anew: what it lacks is missed soon.
AHEAD = 6
_NEVER_FALL = ("turns", "rounds", "checkpoints", "halftime", "over")


#: What must hold before worlds that are dealt anew are looked at further.
REDEAL = "redeal fits what the seat sees"


@dataclass(frozen=True)
class StepCheck:
    """A rule that every step of a good game keeps; `look` tells what is wrong, on which line."""

    name: str
    look: Callable[[Step], Wrong]
    remedy: str
    needs_redeal: bool = False


def _menu(step: Step) -> Wrong:
    actions = step.moment.actions
    twice = [action for action in set(actions) if actions.count(action) > 1]
    if twice:
        named = step.engine.game.teller.action(step.rules, step.snapshot.table, twice[0])
        return f"action {twice[0]} ({named}) is offered twice", ""
    if actions and min(actions) < 0:
        return f"action {min(actions)} is offered, and actions are 0 or more", ""
    return None


def _offering(step: Step) -> Wrong:
    state = copied(step.before)
    offered(step.engine, state)
    if _bytes_of(state) == _bytes_of(step.before):
        return None
    line = _line_of_offering(step, lambda again, menu: _bytes_of(again) != _bytes_of(step.before))
    return f"offering actions changes {changed_field(step.before, state)}", line


def _line_of_offering(step: Step, broken: Callable[[kernel.State, Any], bool]) -> str:
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


def _redeal(step: Step) -> Wrong:
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


def _playing_on(step: Step) -> Wrong:
    for seat in step.asked:
        wrong = _wrong_ahead(step, step.world(seat))
        # What is wrong with the game as it stands is found without this.
        if wrong and not _wrong_ahead(step, step.before):
            said, line = wrong
            return f"played on from what seat {seat + 1} sees, the rest dealt anew: {said}", line
    return None


def _wrong_ahead(step: Step, start: kernel.State) -> Wrong:
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


def _leaks(step: Step) -> Wrong:
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


def _after(wrong: Callable[[Step, Snapshot], str]) -> Callable[[Step], Wrong]:
    """Make a check of what is wrong after a step; its line is the one of `apply` that did it."""

    def look(step: Step) -> Wrong:
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
def _census(step: Step, after: Snapshot) -> str:
    return _difference(step.began, step.census(after))


@_after
def _acting(step: Step, after: Snapshot) -> str:
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
def _scores(step: Step, after: Snapshot) -> str:
    was, now = step.engine.scores(step.snapshot), step.engine.scores(after)
    for seat in step.seats:
        if was[seat] != now[seat] and not int(step.snapshot.table.active) >> seat & 1:
            return f"the score of seat {seat + 1}, which is out, goes to {now[seat]}"
    if np.any(after.table.scores[len(step.seats) :]):
        return f"a seat beyond the {len(step.seats)} at the table has a score"
    return ""


@_after
def _falling(step: Step, after: Snapshot) -> str:
    for name in _NEVER_FALL:
        was, now = int(step.snapshot.table[name]), int(after.table[name])
        if now < was:
            return f"table.{name} falls from {was} to {now}"
    return ""


@_after
def _small(step: Step, after: Snapshot) -> str:
    for place, numbers, most in (
        ("scores", after.table.scores, LARGE_SCORE),
        ("counts", after.hidden.counts, LARGE),
    ):
        for number in numbers:
            if abs(int(number)) > most:
                return f"a number among the {place} is {number:,}"
    return ""


def _passing(step: Step) -> Wrong:
    before, after = step.snapshot.table, step.after.table
    if step.moment.action == PASS and after.turns == before.turns and after.over == 0:
        return f"seat {step.moment.seat + 1} has no action, and its turn does not end", ""
    return None


def _telling(step: Step) -> Wrong:
    tell, rules, snapshot, after = step.engine.game.teller, step.rules, step.snapshot, step.after
    action = step.moment.action
    for one in (*step.moment.actions, action):
        if not tell.action(rules, snapshot.table, one):
            return f"action {one} has no name", ""
    for hands in ((), step.seats):
        tell.state(rules, snapshot, hands)
    tell.hand(rules, snapshot, step.moment.seat)
    tell.aftermath(rules, snapshot, action, after)
    tell.stretch_end(rules, snapshot, action, after)
    if after.table.over:
        tell.game_end(rules, snapshot, action, after)
    return None


STEP_CHECKS = (
    StepCheck("legal actions exist, none offered twice", _menu, "offer each action once"),
    StepCheck("turns without a choice end", _passing, "let apply end the turn for PASS"),
    StepCheck(
        "offering actions changes nothing", _offering, "change the state in apply, not in legal"
    ),
    StepCheck(
        REDEAL,
        _redeal,
        "let redeal fill in hidden and the other seats' own with just the cards not seen",
        needs_redeal=True,
    ),
    StepCheck(
        "nothing leaks to the seat to act",
        _leaks,
        "let legal read the table and own[table.seat] alone",
        needs_redeal=True,
    ),
    StepCheck(
        "worlds dealt anew are played on",
        _playing_on,
        "search plays so: what all know of hands and hidden places must be in the table (a card "
        "that is shown leaves the hand at once), or be filled in by redeal",
        needs_redeal=True,
    ),
    StepCheck(
        "no component is lost or doubled",
        _census,
        "put each card that is taken from one place into another, once",
    ),
    StepCheck("who acts is in the game", _acting, "choose the next seat with next_seat(active)"),
    StepCheck(
        "scores change only for seats still in", _scores, "leave out seats that are not in active"
    ),
    StepCheck("turns, rounds and standings never fall", _falling, "only add to them"),
    StepCheck(
        "numbers stay small", _small, "count in larger units, or look for what grows without end"
    ),
    StepCheck("every step can be told", _telling, "correct what names actions, or the teller"),
)
