"""What playing on in thought tells of a game: in sentences, and in the chart of its chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from reports.thinking import results
from reports.writing import wording
from reports.writing.chart_frame import GREY, ChartFrame, Drawing, make_chart, share_label
from reports.writing.document import Answer, Chart, Item
from reports.writing.plots import LOOKS, name_series, series_height
from reports.writing.wording import capital, counted, lineup_text, listed, percent, whole
from simulate.play.walk import Moment

#: Names an action that is legal at a moment.
Name = Callable[[Moment, int], str]
#: Says where a moment is in its game, as in "round 3, turn 45".
Place = Callable[[Moment], str]
#: Tells what was done from a moment until the next choice, and what that led to, in sentences.
Deeds = Callable[[Moment], str]


def legend(thoughts: results.Thoughts) -> str:
    """Say what is told under each choice."""
    return (
        "Under each choice: how likely its seat is to win, as far as this seat can know, and the "
        "best other action with what it would have won more or less (± its 95% interval, in "
        f"percentage points). Found by playing on {whole(thoughts.game.worlds)} times with "
        f"{thoughts.game.playout} in every seat."
    )


def choice(one: results.Decision, name: Name) -> Iterator[str]:
    """Tell what a choice was worth, in lines."""
    after = percent(one.after.value, 0)
    told = f"chance to win {after}"
    if abs(one.before.value - one.after.value) >= 0.005:
        told = f"chance to win {percent(one.before.value, 0)} before, {after} with this"
    other, gain = name(one.weighed.moment, one.other), wording.roughly(one.gain.estimate)
    best = percent(min(1.0, max(0.0, one.after.value + one.gain.value)), 0)
    if one.is_poor:
        yield f"POOR CHOICE: {told}; {best} with: {other} ({gain}, clear)"
    else:
        yield f"{told}; best other: {other}, {best} ({gain})"


def summary(thoughts: results.Thoughts, name: Name, place: Place, deeds: Deeds) -> list[Answer]:
    """Say how the game turned, as a short first page."""
    first, *rest = course(thoughts)
    found = [Answer("When was it decided?", [Item(first, main=True), *map(Item, rest)])]
    if thoughts.choices:
        found += [
            Answer("What turned it?", _turning(thoughts, place, deeds)),
            Answer("Which choices mattered?", _mattered(thoughts)),
            Answer("Was anything played poorly?", _poor(thoughts, name, place)),
        ]
    return [*found, Answer("How sure?", [Item(how_sure(thoughts))])]


def course(thoughts: results.Thoughts) -> list[str]:
    """Say when the game was decided, and how low the winner's chance had been."""
    if not thoughts.game.weighed:
        return ["Nobody ever had a choice, so there is nothing to weigh."]
    if not thoughts.winners:
        return ["It was never decided: it was stopped at the most turns that are allowed."]
    if thoughts.winner is None or thoughts.lowest is None:
        seats = listed([f"seat {seat + 1}" for seat in thoughts.winners])
        return [f"{capital(seats)} share the win, so there is no moment that decided it."]
    seat, turns = thoughts.winner, thoughts.turns
    turn, low = thoughts.lowest
    lowest = f"Seat {seat + 1} wins. Its own chance was lowest in turn {turn + 1} of {turns}"
    return [_decided(thoughts), f"{lowest}: {percent(low.value, 0)}."]


def _decided(thoughts: results.Thoughts) -> str:
    assert thoughts.winner is not None
    turns, seat, above = thoughts.turns, thoughts.winner, percent(results.DECIDED, 0)
    after = thoughts.decided_after
    if after is None:
        last = thoughts.chances[-1][thoughts.winner]
        turn = thoughts.game.weighed[-1].turn + 1
        return (
            f"It was open to the end: at the last choice, in turn {turn} of {turns}, the winner, "
            f"seat {seat + 1}, saw a chance of {percent(last.value, 0)}, not above {above}."
        )
    if after + 1 == turns:
        return (
            f"It was decided in its last turn, turn {turns}: not before did the winner's own "
            f"chance stay above {above}."
        )
    return (
        f"It was decided after {percent(after / turns, 0)} of the game: from turn {after + 1} of "
        f"{turns} on, the winner's own chance stayed above {above}."
    )


def _turning(thoughts: results.Thoughts, place: Place, deeds: Deeds) -> list[Item]:
    if not thoughts.turning_points:
        return [Item("No single move clearly changed anybody's chance.")]
    first = "The moves after which a seat's own chance had changed most, chance included:"
    return [Item(first), *(Item(turning(one, place, deeds)) for one in thoughts.turning_points)]


def turning(one: results.TurningPoint, place: Place, deeds: Deeds) -> str:
    """Tell a turning point."""
    rises = "rises" if one.change > 0 else "falls"
    return (
        f"{capital(place(one.moment))} (move {one.moment.step}): seat {one.seat + 1} {rises} from "
        f"{percent(one.before.value, 0)} to {percent(one.after.value, 0)}. {deeds(one.moment)}"
    )


def _mattered(thoughts: results.Thoughts) -> list[Item]:
    yes, no, unclear = (thoughts.count(word) for word in ("yes", "no", "not clear"))
    margin = f"{100 * results.MATTERS:g} percentage points"
    said = (
        f"Of {counted(len(thoughts.choices), 'choice')} among several actions, {whole(yes)} "
        f"clearly mattered: the best action won more than {margin} more often than the second best."
    )
    rest = f"{whole(no)} clearly did not."
    if unclear:
        rest += f" For {whole(unclear)} it is not clear; more --rollouts tell more."
    return [Item(said, main=True), Item(rest)]


def _poor(thoughts: results.Thoughts, name: Name, place: Place) -> list[Item]:
    if not thoughts.poor:
        return [Item("No choice was clearly worse than another one.")]
    count = len(thoughts.poor)
    told = "One choice was" if count == 1 else f"{whole(count)} choices were"
    first = f"{told} clearly worse than another action"
    first += f"; the {results.MOST_TOLD} that cost most:" if count > results.MOST_TOLD else ":"
    items = []
    for one in thoughts.poor[: results.MOST_TOLD]:
        moment = one.weighed.moment
        did, other = name(moment, moment.action), name(moment, one.other)
        gain = wording.roughly(one.gain.estimate)
        items.append(
            Item(
                f"{capital(place(moment))} (move {moment.step}), seat {moment.seat + 1} {did}: "
                f"{percent(one.after.value, 0)} to win; {gain} percentage points with: {other}."
            )
        )
    return [Item(first), *items]


def how_sure(thoughts: results.Thoughts) -> str:
    """Say what the chances rest on, and what clear means."""
    return (
        f"{rests_on(thoughts)} Clear is what is beyond {results.CLEAR:g} standard errors. Other "
        "players would have other chances."
    )


def rests_on(thoughts: results.Thoughts) -> str:
    """Say what the chances rest on."""
    worlds = thoughts.game.worlds
    return (
        f"Each chance comes from {whole(worlds)} games played on by {thoughts.game.playout} in "
        "every seat, in which what the seat cannot see was dealt anew; it is known to within "
        f"{wording.rounded_up(100 * results.REACH * 0.5 / worlds**0.5)} percentage points at most."
    )


def summarise(thoughts: results.Thoughts, name: Name) -> dict[str, Any]:
    """Return what is known of a game as plain values that JSON can hold."""
    after, lowest = thoughts.decided_after, thoughts.lowest
    return {
        "rollouts_per_chance": thoughts.game.worlds,
        "playout": thoughts.game.playout,
        "decided": None
        if after is None
        else {"turn": after + 1, "share_of_turns": after / thoughts.turns},
        "lowest": None if lowest is None else {"turn": lowest[0] + 1, **_plain(lowest[1])},
        "choices": len(thoughts.choices),
        "mattered": {
            "yes": thoughts.count("yes"),
            "no": thoughts.count("no"),
            "not_clear": thoughts.count("not clear"),
        },
        "poor_choices": len(thoughts.poor),
        "turning_points": [
            {
                "step": one.moment.step,
                "turn": one.turn + 1,
                "acts": one.moment.seat + 1,
                "action": name(one.moment, one.moment.action),
                "seat": one.seat + 1,
                "before": one.before.value,
                "after": one.after.value,
            }
            for one in thoughts.turning_points
        ],
    }


def thought(one: results.Decision, name: Name) -> dict[str, Any]:
    """Return what a choice was worth as plain values, each action's chances by seat included."""
    moment = one.weighed.moment
    return {
        "before": one.before.value,
        "after": one.after.value,
        "other": name(moment, one.other),
        "gain": one.gain.value,
        "error": one.gain.error,
        "poor": one.is_poor,
        "lead": one.lead.value,
        "lead_error": one.lead.error,
        "mattered": one.mattered,
        "actions": [
            {
                "action": action,
                "said": name(moment, action),
                "seats": [_plain(results.chance(won)) for won in shares.T],
            }
            for action, shares in zip(moment.actions, one.weighed.action_shares, strict=True)
        ],
    }


def chance_rows(thoughts: results.Thoughts) -> Iterator[dict[str, Any]]:
    """Yield each seat's chance to win at each choice, as rows of a table."""
    for one, chances in zip(thoughts.game.weighed, thoughts.chances, strict=True):
        for seat, found in enumerate(chances):
            yield {"turn": one.turn + 1, "seat": seat + 1, **_plain(found)}


def _plain(found: results.WinChance) -> dict[str, float]:
    return {"chance": found.value, "error": found.error}


def chart_of(
    thoughts: results.Thoughts, played: str, seated: Sequence[str], name: str, question: str
) -> Chart:
    """Return the chart of a game: which was `played`, and who is `seated`."""
    title, *rest = course(thoughts)
    words = " ".join([_in_words(thoughts), *rest, looked_at(thoughts)])
    return make_chart(
        name, title.removesuffix("."), question, words, _chances, thoughts, played, seated
    )


def _chances(
    sheet: ChartFrame, thoughts: results.Thoughts, played: str, seated: Sequence[str]
) -> Drawing:
    times, values = np.array(thoughts.times), thoughts.seats
    if thoughts.winners:
        won = np.isin(np.arange(thoughts.players), thoughts.winners) / len(thoughts.winners)
        times, values = np.append(times, thoughts.turns), np.vstack([values, won])
    notes = [
        f"Each seat's chance as it can know it itself. {looked_at(thoughts)} {rests_on(thoughts)}"
    ]
    names = [
        f"seat {seat + 1}{' (wins)' * (seat in thoughts.winners)}"
        for seat in range(thoughts.players)
    ]
    header = [f"line-up: {lineup_text(seated, True)}", *course(thoughts)[1:]]
    figure = sheet.frame(played, header, 3.3 + series_height(sheet, names), notes)
    axes = figure.subplots()
    for seat, (colour, _, line) in enumerate(LOOKS[: thoughts.players]):
        width = 2.6 if seat in thoughts.winners else 1.5
        axes.plot(times, values[:, seat], color=colour, linestyle=line, linewidth=width)
    axes.axhline(results.DECIDED, color=GREY, linewidth=0.8, linestyle=":")
    after = thoughts.decided_after
    if after is not None:
        axes.axvline(after, color=GREY, linewidth=0.8)
        axes.annotate(
            "decided",
            (after, 1.06),
            xytext=(-3, -10),
            textcoords="offset points",
            ha="right",
            color=GREY,
        )
    axes.set_ylim(-0.02, 1.06)
    axes.set_xlim(0, thoughts.turns)
    axes.locator_params("x", integer=True, min_n_ticks=1)
    axes.yaxis.set_major_formatter(share_label)
    axes.set_xlabel("turns played")
    axes.set_ylabel("chance to win")
    name_series(sheet, axes, names, lines=True)
    return figure


def looked_at(thoughts: results.Thoughts) -> str:
    """Say at how many of the choices the chances were found."""
    found, of = whole(len(thoughts.game.weighed)), whole(thoughts.game.decisions)
    each = f"each of the game's {of}" if found == of else f"{found} of the game's {of}"
    return f"Found at {each} choices among several actions."


def _in_words(thoughts: results.Thoughts) -> str:
    """Tell the chances that are nearest to the quarters of the game, its ends included."""
    if not thoughts.game.weighed:
        return "There are no chances to show."
    times, quarters = np.array(thoughts.times), np.linspace(0, thoughts.turns, 5)
    places = [int(np.abs(times - when).argmin()) for when in quarters]
    told = [
        f"seat {seat + 1} {listed([percent(value, 0) for value in thoughts.seats[places, seat]])}"
        for seat in range(thoughts.players)
    ]
    return (
        "Each seat's chance to win at the first choice, after a quarter, a half and three quarters "
        f"of the turns, and at the last choice: {'; '.join(told)}."
    )
