"""Events in games as a contest of one line-up: how often, what follows, games to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.contest.contest import Contest
from reports.contest.question import Question
from reports.figures import figure as fig
from reports.figures.statistics import plain
from reports.run.fairness import command
from reports.run.results import Results
from reports.when.results import LEAST_ALIKE
from reports.when.results import WhenResults as When
from reports.writing import numbers
from reports.writing.columns import Column
from reports.writing.numbers import counted, whole
from reports.writing.words import capital, listed
from simulate.play import rows as row
from simulate.play.events import Event
from simulate.study import DEFAULT_SEED


def _told(events: Sequence[Event]) -> str:
    """Return what was looked for, as it was understood."""
    told = ", and then ".join(event.told for event in events)
    return told if events[0].kind == "figure" else capital(told)


def _how_often(results: When) -> list[str]:
    events, games = results.design.parsed, counted(results.run.games, "game")
    told = [f"{_told(events)}: in {numbers.share_of(results.share(len(events)))} of {games}."]
    if before := events[:-1]:
        told.append(f"{_told(before)}: in {numbers.share_of(results.share(len(before)))}.")
    moments, window = results.moments, events[-1].window
    if moments and moments[0] < moments[-1] and not (window and window.relation == "in"):
        unit = "turn" if events[-1].kind == "action" else results.game.stretch
        middle = moments[(len(moments) - 1) // 2]
        told.append(f"Half of the time it is by {unit} {middle}.")
    return told


def _figure(results: When) -> fig.Figure:
    if results.path == fig.WIN_RATE:
        return fig.Figure(kind=fig.WIN_RATE, topic=fig.Topic.WINS, title="wins", unit=fig.SHARE)
    return Results(results.run.played[0], results.confidence).figure(results.path)


def _what_follows(results: When) -> list[str]:
    """Say what goes with it; nothing where it never happened."""
    if not any(results.happened):
        return []
    found, figure = results.matched, _figure(results)
    last = results.design.parsed[-1]
    if not found.with_it.n:
        return [f"There is nothing to compare: {_left_out(results)}"]
    unit = figure.unit
    with_it, without = (numbers.known(one, unit) for one in (found.with_it, found.without))
    others = "of games that were as far along without it"
    if last.kind in ("end", "figure"):
        others = "of the other games"
    if results.is_share:
        seat = figure.of[0] if figure.of else ""
        who = f"Seat {seat}" if seat else "That seat"
        told = f"{who} wins {with_it} of these games, and {without} {others}"
    else:
        told = f"{capital(figure.title)}: {with_it} in the mean of these games, {without} {others}"
    gap = found.difference
    clear = "" if gap.low > 0 or gap.high < 0 else "no clear difference, "
    told += f": {clear}{numbers.known(gap, unit.of_differences)}."
    why = (
        "That goes with it, and need not come from it: players chose what led there."
        if not results.by_chance
        else "Nobody chose it, so this is what it brings."
    )
    return [told, *([why] if not clear else []), *([_left_out(results)] if found.left_out else [])]


def _left_out(results: When) -> str:
    games = counted(results.matched.left_out, "game")
    return (
        f"{games} with it could not be compared: fewer than {LEAST_ALIKE} others came as far "
        "without it."
    )


def _examples(results: When) -> list[dict[str, Any]]:
    last = results.design.parsed[-1]
    unit = "turn" if last.kind == "action" else results.game.stretch
    if last.window and last.window.unit == "turn":
        unit = "turn"
    found = []
    for place in results.examples:
        one, result = results.run.looked[place].found, results.run.rows[place]
        when = f"{unit} {one.moment}"
        if last.window and last.window.unit == "half-time" and last.kind == "standing":
            when = "half-time"
        about = "" if last.kind == "figure" else f"seat {one.seat + 1}, "
        number = int(result[row.DEAL]) * results.study.rotations + int(result[row.ROTATION])
        at = f"{about}{'at the end' if not one.moment else when}"
        found.append({"game": number, "when": at, "command": _replay(results, number)})
    return found


def _replay(results: When, number: int) -> str:
    study, usual = results.study, results.game.default_strategy
    as_usual = set(study.lineup) == {usual} and study.seed == DEFAULT_SEED
    return command(study, "replay", "--game", str(number), whole=not as_usual)


def _show(results: When) -> list[str]:
    examples = _examples(results)
    return [f"{one['command']}   ({one['when']})" for one in examples]


def _rows(results: When) -> list[dict[str, Any]]:
    found = results.matched
    sides = {"with": found.with_it, "without": found.without, "difference": found.difference}
    return [{"games": name, "value": one, "n": one.n} for name, one in sides.items()]


def _known(results: When) -> list[str]:
    return [
        f"{whole(results.run.games)} games; intervals are {numbers.level(results.confidence)}s of "
        "what chance does."
    ]


def _caveats(results: When) -> list[str]:
    return [
        "Beside each game with the event stand all games that reached the same turn or "
        f"{results.game.stretch}, with the same seat to act or in the game, in which it had not "
        "happened until then; these count in the mean, for each game with the event once."
    ]


def _summary(results: When, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    found = results.matched
    return {
        "event": _told(results.design.parsed),
        "happened": sum(results.happened),
        "share": plain(results.share(len(results.design.parsed))),
        "then": {
            "figure": results.path,
            "with": plain(found.with_it),
            "without": plain(found.without),
            "difference": plain(found.difference),
            "left_out": found.left_out,
            "by_chance": results.by_chance,
        },
        "examples": [one["game"] for one in _examples(results)],
    }


CONTEST = Contest(
    questions=(
        Question(
            name="happened",
            asks="How often?",
            answer=_how_often,
            columns=(
                Column("event", "what happens, after what is in the rows above"),
                Column("share", "of all games in which it does", interval=True),
            ),
            rows=lambda results: [
                {"event": event.told, "share": results.share(number)}
                for number, event in enumerate(results.design.parsed, 1)
            ],
        ),
        Question(
            name="then",
            asks="What goes with it?",
            answer=_what_follows,
            columns=(
                Column(
                    "games", "those with the event, as far along without it, or their difference"
                ),
                Column("value", "the figure in these games", interval=True),
                Column("n", "games"),
            ),
            rows=_rows,
        ),
        Question(
            name="examples",
            asks="Which games show it?",
            answer=_show,
            columns=(
                Column("game", "its number, which 'fathom replay --game' takes"),
                Column("when", "where it happened"),
                Column("command", "what tells the game"),
            ),
            rows=_examples,
        ),
    ),
    heading=lambda results: _told(results.design.parsed),
    played=lambda results: (
        f"{counted(results.run.games, 'game')} with "
        f"{listed(list(results.study.strategies))} in the seats"
    ),
    known=_known,
    caveats=_caveats,
    summary=_summary,
    has_targets=False,
)
