"""Sentences and JSON fields on the chances to win and the decisions of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from reports.thinking import results
from reports.writing import wording
from reports.writing.document import Answer, Item
from reports.writing.wording import capital, counted, listed, percent, whole
from simulate.play.walk import Moment

#: A function that is called with a moment and an action that is legal then, by its number. It
#: returns the action in words.
Name = Callable[[Moment, int], str]
#: A function that is called with a moment and returns its place in the game, such as "round 3, turn
#: 45".
Place = Callable[[Moment], str]
#: A function that is called with a moment, and returns sentences on the steps from it to the next
#: weighed decision, with their effects.
Deeds = Callable[[Moment], str]


def legend(thoughts: results.Thoughts) -> str:
    """Return a note that explains the comments under decisions (`comment_on_choice`)."""
    return (
        "Under each choice: how likely its seat is to win, as far as this seat can know, and the "
        "best other action with its difference in percentage points (± its 95% interval). "
        f"Estimated from {whole(thoughts.game.worlds)} simulated games with "
        f"{thoughts.game.playout} in every seat."
    )


def comment_on_choice(decision: results.Decision, name: Name) -> Iterator[str]:
    """Yield one line that comments on a decision: its chances to win, and the best other action.

    Parameters
    ----------
    decision
        The decision, whose actions were compared.
    name
        A function that is called with a moment and an action, and returns the action in words.
    """
    after = percent(decision.after.value, 0)
    text = f"chance to win {after}"
    if abs(decision.before.value - decision.after.value) >= 0.005:
        text = f"chance to win {percent(decision.before.value, 0)} before, {after} with this"
    best_other = name(decision.weighed.moment, decision.best_other)
    gain = wording.roughly(decision.gain.estimate)
    best = percent(min(1.0, max(0.0, decision.after.value + decision.gain.value)), 0)
    if decision.is_poor:
        yield f"POOR CHOICE: {text}; {best} with: {best_other} ({gain}, clear)"
    else:
        yield f"{text}; best other: {best_other}, {best} ({gain})"


def summary(thoughts: results.Thoughts, name: Name, place: Place, deeds: Deeds) -> list[Answer]:
    """Return the answers of the first page: when and how the game was decided.

    The questions on choices are left out if no actions were compared.
    """
    main, *details = describe_when_decided(thoughts)
    answers = [Answer("When was it decided?", [Item(main, main=True), *map(Item, details)])]
    if thoughts.choices:
        answers += [
            Answer("What turned it?", _turning(thoughts, place, deeds)),
            Answer("Which choices mattered?", _mattered(thoughts)),
            Answer("Was anything played poorly?", _poor(thoughts, name, place)),
        ]
    answers.append(Answer("How sure?", [Item(explain_certainty(thoughts))]))
    return answers


def describe_when_decided(thoughts: results.Thoughts) -> list[str]:
    """Return a sentence on when the game was decided, and one on the winner's lowest chance.

    If no decision was weighed, if nobody won, or if several seats share the win, there is only one
    sentence, which says so.
    """
    if not thoughts.game.weighed:
        return ["Nobody ever had a choice, so there are no chances to estimate."]
    if thoughts.is_lost_by_all:
        return ["Nobody won, so there is no winner whose chance decided it."]
    if not thoughts.winners:
        return ["It was never decided: it was stopped at the maximum number of turns."]
    if thoughts.winner is None or thoughts.lowest is None:
        seats = listed([f"seat {seat + 1}" for seat in thoughts.winners])
        return [f"{capital(seats)} share the win, so there is no moment that decided it."]
    turn, low = thoughts.lowest
    return [
        _decided(thoughts),
        f"{capital(thoughts.winner_name)} wins. Its own chance was lowest in turn {turn + 1} of "
        f"{thoughts.turns}: {percent(low.value, 0)}.",
    ]


def _decided(thoughts: results.Thoughts) -> str:
    """Return a sentence on the time when a game with a single winner was decided."""
    assert thoughts.winner is not None
    turns = thoughts.turns
    above = percent(results.DECIDED, 0)
    after = thoughts.decided_after
    if after is None:
        last = thoughts.chances[-1][thoughts.winner]
        turn = thoughts.game.weighed[-1].turn + 1
        return (
            f"It was open to the end. At the last choice, in turn {turn} of {turns}, the winner "
            f"({thoughts.winner_name}) still had a chance of only {percent(last.value, 0)}."
        )
    if after + 1 == turns:
        return (
            f"It was decided in its last turn, turn {turns}. Before that, the winner's chance did "
            f"not stay above {above}."
        )
    return (
        f"It was decided after {percent(after / turns, 0)} of the game. From turn {after + 1} of "
        f"{turns} on, the winner's chance stayed above {above}."
    )


def _turning(thoughts: results.Thoughts, place: Place, deeds: Deeds) -> list[Item]:
    """Return items on the turning points, or one item that says that there are none."""
    if not thoughts.turning_points:
        return [Item("No single move clearly changed anybody's chance.")]
    items = [Item("The moves that changed a seat's own chance most, luck included:")]
    items += [
        Item(describe_turning_point(point, place, deeds)) for point in thoughts.turning_points
    ]
    return items


def describe_turning_point(point: results.TurningPoint, place: Place, deeds: Deeds) -> str:
    """Return sentences on a turning point: the change of the chance, and the moves before it."""
    moment = point.moment
    rises = "rises" if point.change > 0 else "falls"
    return (
        f"{capital(place(moment))} (move {moment.step}): seat {point.seat + 1} {rises} from "
        f"{percent(point.before.value, 0)} to {percent(point.after.value, 0)}. {deeds(moment)}"
    )


def _mattered(thoughts: results.Thoughts) -> list[Item]:
    """Return items on the numbers of decisions that mattered, did not matter, or are unclear."""
    yes, no, unclear = (thoughts.count(word) for word in ("yes", "no", "not clear"))
    margin = f"{100 * results.MATTERS:g} percentage points"
    clear = (
        f"Of {counted(len(thoughts.choices), 'choice')} among several actions, {whole(yes)} "
        f"clearly mattered: the best action won more than {margin} more often than the second best."
    )
    remaining_choices = f"{whole(no)} clearly did not."
    if unclear:
        remaining_choices += (
            f" For {whole(unclear)} it is not clear; a larger --rollouts can decide more."
        )
    return [Item(clear, main=True), Item(remaining_choices)]


def _poor(thoughts: results.Thoughts, name: Name, place: Place) -> list[Item]:
    """Return items on the poor decisions that cost most, or an item that there are none."""
    if not thoughts.poor:
        return [Item("No choice was clearly worse than another one.")]
    count = len(thoughts.poor)
    choices = "One choice was" if count == 1 else f"{whole(count)} choices were"
    heading = f"{choices} clearly worse than another action"
    if count > results.MOST_LISTED:
        heading += f"; the {results.MOST_LISTED} that cost most"
    items = [Item(f"{heading}:")]
    for decision in thoughts.poor[: results.MOST_LISTED]:
        moment = decision.weighed.moment
        action = name(moment, moment.action)
        best_other = name(moment, decision.best_other)
        gain = wording.roughly(decision.gain.estimate)
        items.append(
            Item(
                f"{capital(place(moment))} (move {moment.step}), seat {moment.seat + 1} {action}: "
                f"{percent(decision.after.value, 0)} to win; {gain} percentage points with: "
                f"{best_other}."
            )
        )
    return items


def explain_certainty(thoughts: results.Thoughts) -> str:
    """Return sentences on the precision of the chances, and on the meaning of "clear"."""
    return (
        f"{explain_chances(thoughts)} A difference is clear if it is larger than {results.CLEAR:g} "
        "standard errors. Other players would have other chances."
    )


def explain_chances(thoughts: results.Thoughts) -> str:
    """Return a sentence on the simulated games behind each chance, and on its precision."""
    worlds = thoughts.game.worlds
    points = wording.rounded_up(100 * results.REACH * 0.5 / worlds**0.5)
    return (
        f"Each chance comes from {whole(worlds)} simulated games of {thoughts.game.playout} in "
        "every seat, in which everything that the seat cannot see was dealt again. It is known to "
        f"within {points} percentage points or better."
    )


def summarise(thoughts: results.Thoughts, name: Name) -> dict[str, Any]:
    """Return the chances and decisions of a game as fields of the JSON object, by name."""
    decided = None
    if thoughts.decided_after is not None:
        decided = {
            "turn": thoughts.decided_after + 1,
            "share_of_turns": thoughts.decided_after / thoughts.turns,
        }
    lowest = None
    if thoughts.lowest is not None:
        turn, low = thoughts.lowest
        lowest = {"turn": turn + 1, **_plain(low)}
    return {
        "rollouts_per_chance": thoughts.game.worlds,
        "playout": thoughts.game.playout,
        "decided": decided,
        "lowest": lowest,
        "choices": len(thoughts.choices),
        "mattered": {
            "yes": thoughts.count("yes"),
            "no": thoughts.count("no"),
            "not_clear": thoughts.count("not clear"),
        },
        "poor_choices": len(thoughts.poor),
        "turning_points": [
            {
                "step": point.moment.step,
                "turn": point.turn + 1,
                "acts": point.moment.seat + 1,
                "action": name(point.moment, point.moment.action),
                "seat": point.seat + 1,
                "before": point.before.value,
                "after": point.after.value,
            }
            for point in thoughts.turning_points
        ],
    }


def summarise_rise(rise: results.Rise, name: Name) -> dict[str, Any]:
    """Return a rise of the winner's chance and its cause as fields for JSON."""
    point = rise.point
    return {
        "step": point.moment.step,
        "turn": point.turn + 1,
        "acts": point.moment.seat + 1,
        "action": name(point.moment, point.moment.action),
        "other": name(point.moment, rise.decision.best_other),
        "before": point.before.value,
        "after": point.after.value,
        "with_other": rise.with_other.value,
        "effect": rise.effect.value,
        "effect_error": rise.effect.error,
        "cause": rise.cause,
    }


def summarise_decision(decision: results.Decision, name: Name) -> dict[str, Any]:
    """Return a decision as fields for JSON, with the chances of all seats after each action."""
    moment = decision.weighed.moment
    actions = []
    for action, shares in zip(moment.actions, decision.weighed.action_shares, strict=True):
        chances = [_plain(results.chance(seat_shares)) for seat_shares in shares.T]
        actions.append({"action": action, "said": name(moment, action), "seats": chances})
    return {
        "before": decision.before.value,
        "after": decision.after.value,
        "other": name(moment, decision.best_other),
        "gain": decision.gain.value,
        "error": decision.gain.error,
        "poor": decision.is_poor,
        "lead": decision.lead.value,
        "lead_error": decision.lead.error,
        "mattered": decision.mattered,
        "actions": actions,
    }


def chance_rows(thoughts: results.Thoughts) -> Iterator[dict[str, Any]]:
    """Yield a row (a dictionary by column) for the chance of each seat at each weighed decision."""
    for weighed, chances in zip(thoughts.game.weighed, thoughts.chances, strict=True):
        for seat, seat_chance in enumerate(chances):
            yield {"turn": weighed.turn + 1, "seat": seat + 1, **_plain(seat_chance)}


def _plain(win_chance: results.WinChance) -> dict[str, float]:
    """Return a chance with its error as fields for JSON."""
    return {"chance": win_chance.value, "error": win_chance.error}


def describe_coverage(thoughts: results.Thoughts) -> str:
    """Return a sentence on the number of decisions at which chances were estimated."""
    weighed = whole(len(thoughts.game.weighed))
    total = whole(thoughts.game.decisions)
    share = f"all {total}" if weighed == total else f"{weighed} of the {total}"
    return f"Estimated at {share} choices among several actions in the game."
