"""Events in games as a contest of one line-up: how often, what goes with them, games to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.contest.contest import Contest
from reports.contest.question import Question
from reports.contest.results import ContestResults
from reports.figures import figure as fig
from reports.figures.statistics import plain
from reports.run.fairness import command
from reports.run.results import Results
from reports.when.results import LEAST_BESIDE
from reports.when.results import WhenResults as When
from reports.writing import numbers
from reports.writing.columns import Column
from reports.writing.document import Code, Part
from reports.writing.numbers import counted
from reports.writing.words import capital, listed
from simulate.play.events import HALF_TIME, Event, told_events
from simulate.study import DEFAULT_SEED


def _told(events: Sequence[Event]) -> str:
    """Return what was looked for, as it was understood."""
    told = told_events(events)
    return told if events[0].kind == "figure" else capital(told)


def _moment(results: When, moment: int) -> str:
    """Say when it was: in which turn or stretch, if it has one."""
    last = results.design.parsed[-1]
    if last.relation == "at" or not moment:
        return HALF_TIME if moment else "at the end"
    unit = "turn" if last.kind == "action" or last.unit == "turn" else results.game.stretch
    return f"{unit} {moment}"


def _how_often(results: When) -> list[str]:
    events, games = results.design.parsed, counted(results.run.games, "game")
    count, moments = len(events), [moment for moment, _ in results.ordered]
    told = [f"{_told(events)}: in {numbers.share_of(results.share(count))} of {games}."]
    if events[1:] and (after := results.share(count, count - 1)).n:
        told.append(
            f"{_told(events[:-1])}: in {numbers.share_of(results.share(count - 1))}; "
            f"in {numbers.share_of(after)} of these the rest follows."
        )
    if len(set(moments)) > 1:
        middle = _moment(results, moments[(len(moments) - 1) // 2])
        told.append(f"Half of the time it is by {middle}.")
    return told


def _what_follows(results: When) -> list[str]:
    """Say what goes with it; nothing where it never happened."""
    found, left_out = results.matched
    *sides, gap = found.values()
    if not results.ordered:
        return []
    others, few = "games that were as far along without it", "came as far without it"
    if results.design.parsed[1:]:
        others = "games that came as far with all but the last"
    elif results.design.parsed[-1].kind in ("end", "figure"):
        others, few = "other games", "went otherwise"
    few = f"fewer than {LEAST_BESIDE} {few}"
    if not gap.n:
        return [f"There is nothing to compare: beside each of these games {few}."]
    these = f"{gap.n:,} of these games" if left_out else "these games"
    unit, told = fig.SHARE, f"{{}} wins {{}} of {these}, and {{}} of {{}}: "
    seat = results.path.removeprefix(f"{fig.SEATS}.").partition(".")[0]
    about = f"Seat {seat}" if seat.isdigit() else "That seat"
    if not results.path.endswith(fig.WIN_RATE):
        figure = Results(results.run.runs["games"], results.confidence).figure(results.path)
        about, unit, told = capital(figure.title), figure.unit, "{}: {}, and {} in {}: "
    told = told.format(about, *(numbers.known(one, unit) for one in sides), others)
    clear = gap.low > 0 or gap.high < 0
    told += f"{'' if clear else 'no clear difference, '}{numbers.known(gap, unit.of_differences)}."
    why = "That goes with it, and need not come from it: players chose what led there."
    if results.by_chance:
        why = "Nobody chose it, so that is what it brings."
    left = f"Left out: {counted(left_out, 'game')} with it, beside which {few}."
    return [told, *[why] * clear, *[left] * bool(left_out)]


def replayed(results: ContestResults, number: int) -> str:
    """Return the command that tells a game."""
    study = results.study
    as_usual = set(study.lineup) == {results.game.default_strategy} and study.seed == DEFAULT_SEED
    return command(study, "replay", "--game", str(number), whole=not as_usual)


def _examples(results: When) -> list[dict[str, Any]]:
    found, has_seat = [], results.design.parsed[-1].kind != "figure"
    for number in results.examples:
        one = results.run.seen.looked[number]
        when = f"seat {one.seat + 1}, " * has_seat + _moment(results, one.moment)
        found.append({"game": number, "when": when, "command": replayed(results, number)})
    return found


class _Examples(Question):
    """Shows commands that can be typed."""

    def told_table(self, results: Any) -> list[Part]:
        lines = [f"{one['command']}  # {one['when']}" for one in self.rows(results)]
        return [Code("\n".join(lines))]


def _summary(results: When, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    return {
        "event": _told(results.design.parsed),
        "happened": len(results.ordered),
        "share": plain(results.estimates["happened"]),
        "then": {
            "figure": results.path,
            **{name: plain(one) for name, one in results.matched[0].items()},
            "left_out": results.matched[1],
            "by_chance": results.by_chance,
        },
        "examples": results.examples,
    }


CONTEST = Contest(
    questions=(
        Question(
            name="happened",
            asks="How often?",
            answer=_how_often,
        ),
        Question(
            name="then",
            asks="What goes with it?",
            answer=_what_follows,
            columns=(
                Column("games", "those with the events, as far along without, or the difference"),
                Column("value", "the figure in these games", interval=True),
                Column("n", "how many games these are"),
            ),
            rows=lambda results: [
                {"games": name, "value": one, "n": one.n}
                for name, one in results.matched[0].items()
            ],
        ),
        _Examples(
            name="examples",
            asks="Which games show it?",
            answer=lambda results: ["For instance:"] * bool(results.examples),
            columns=(
                Column("game", "its number, which 'fathom replay --game' takes"),
                Column("when", "where it happened"),
                Column("command", "what tells the game"),
            ),
            rows=_examples,
            is_first=True,
        ),
    ),
    heading=lambda results: _told(results.design.parsed),
    played=lambda results: (
        f"{counted(results.run.games, 'game')} with "
        f"{listed(list(results.study.strategies))} in the seats"
    ),
    known=lambda results: [f"Intervals are {100 * results.confidence:g} % ones, for chance alone."],
    caveats=lambda results: [
        "Beside each game with the events stand all that reached the same turn or "
        f"{results.game.stretch}, with the same seat to act, or in the game, and the same strategy "
        "there, in which they had not happened by then; their mean counts once for each game with "
        "the events."
    ],
    summary=_summary,
    has_targets=False,
)
