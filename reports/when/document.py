"""Events in games as a contest of one line-up: how often, what follows, and games to look at.

What follows is told beside games that were as far without them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from reports.analysis.contest import Contest, Question
from reports.analysis.contest_results import ContestResults
from reports.figures import figure as fig
from reports.figures.differences import unpaired_difference
from reports.figures.statistics import (
    LEAST_ALIKE,
    UNKNOWN,
    Estimate,
    plain,
    rate_of,
    ratio,
    ratio_sums,
    student_quantile,
)
from reports.run.fairness import command
from reports.run.results import RunResults
from reports.when.play import WhenRun
from reports.writing import wording
from reports.writing.columns import Column
from reports.writing.document import Code, Part
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.events import (
    HALF_TIME,
    SAME_SEAT,
    Event,
    EventMatch,
    describe_events,
    figures_of,
)
from simulate.study import DEFAULT_SEED

#: So many games as far without an event have to be there, or those with it then are not compared;
#: and how many games are named.
LEAST_BESIDE, EXAMPLES = 5, 3
#: What is told of a figure: of games with the events, of those without, and how much more it is.
SIDES = ("with", "without", "difference")


class WhenResults(ContestResults):
    """What came of games in which it was looked for events."""

    run: WhenRun

    def share(self, events: int, of: int = 0) -> Estimate:
        """Return the share of games in which the first events happened, so many.

        It is a share of those games in which the first `of` them did.
        """
        seen = np.array([one.events for one in self.run.seen.looked])
        sums = ratio_sums(self.run.seen.rows[:, row.DEAL], seen >= events, seen >= of)
        return ratio(sums, self.confidence)

    @cached_property
    def matched(self) -> tuple[dict[str, Estimate], int]:
        """What follows, as `match` tells it."""
        rows, seats = self.run.seen.rows, range(self.players)
        rules = self.game.rules_record(self.study.values, self.players)
        figures = figures_of(rows, self.game, rules[0])
        paths = [self.design.figure or f"{fig.SEATS}.{seat + 1}.{fig.WIN_RATE}" for seat in seats]
        columns = np.stack([np.asarray(figures[path], float) for path in paths], axis=1)
        places = np.array([self.study.strategies.index(spec) for spec in self.study.lineup])
        who = places[(np.array(seats) + rows[:, [row.ROTATION]]) % len(seats)]
        how = (self.confidence, self.path.endswith(fig.WIN_RATE))
        return match(self.run.seen.looked, columns, rows[:, row.DEAL], who, *how)

    @property
    def path(self) -> str:
        """The figure that is told, by its path in the JSON object of a run where it has one."""
        asked = self.design.figure
        if asked:
            return f"{asked}.{fig.MEAN}" if asked.startswith(fig.LENGTH) else asked
        [*_, seat] = [one.seat for one in self.design.parsed if one.seat != SAME_SEAT]
        return fig.WIN_RATE if seat is None else f"{fig.SEATS}.{seat + 1}.{fig.WIN_RATE}"

    @property
    def by_chance(self) -> bool:
        """Whether nobody chose that it happened: all play at random."""
        return not any(one.tier for one in self.design.lineup)

    @cached_property
    def ordered(self) -> list[tuple[int, int]]:
        """The moments at which all of it happened, in order, each with the game's number."""
        numbered = enumerate(self.run.seen.looked)
        return sorted((one.moment, number) for number, one in numbered if one.happened)

    @property
    def examples(self) -> list[int]:
        """A few of these games: early, as mostly, and late."""
        count = len(self.ordered)
        picked = {count * (1 + 2 * part) // (2 * EXAMPLES) for part in range(EXAMPLES)}
        return [self.ordered[one][1] for one in sorted(picked) if count]

    @property
    def estimates(self) -> Mapping[str, Estimate]:
        """What it found, by name."""
        return {"happened": self.share(len(self.design.parsed)), **self.matched[0]}


def match(
    looked: Sequence[EventMatch],
    values: np.ndarray[Any, np.dtype[np.float64]],
    deals: row.Integers,
    who: row.Integers,
    confidence: float,
    is_share: bool,
) -> tuple[dict[str, Estimate], int]:
    """Compare games in which something happened with those that were as far without it.

    It happened at a moment, a turn or a stretch, and about a seat. Beside each such game stand all
    games that reached this moment, with the same seat to act, or in the game, and the same strategy
    there, in which it had not happened until then; it may have later. With it, the figure is the
    mean of `values` in these games; without it, the mean of what the games beside each gave in the
    mean. One beside which stand fewer than `LEAST_BESIDE` is left out of both; how many are is
    returned too. `values` and strategies, `who`, are of shape (games, seats); `deals` are of games.

    Intervals: each of the three is a function of means, and is linearised: a game counts with what
    it adds to both sides, its part in the games beside others included. What games add is summed by
    deal, whose spread gives the variances and how both sides go together; Student's quantile is
    that of as many deals as have the event. Shares have Wilson's interval of that variance.
    """
    several = np.array([len(one.chances) for one in looked])
    game_of = np.repeat(np.arange(len(looked)), several)
    chance = np.array([each for one in looked for each in one.chances], np.int64)
    event = np.zeros(len(chance), bool)
    event[several.cumsum()[[one.happened for one in looked]] - 1] = True
    alike = SEATS * chance + who[game_of, chance % SEATS]
    kinds, kind = np.unique(alike, return_inverse=True)
    worth = values[game_of, chance % SEATS]
    with_it = np.bincount(kind[event], minlength=len(kinds))
    beside = np.bincount(kind[~event], minlength=len(kinds))
    compared = (with_it > 0) & (beside >= LEAST_BESIDE)
    count = int(with_it[compared].sum())
    left_out = int(with_it.sum()) - count
    if not count:
        return dict.fromkeys(SIDES, UNKNOWN), left_out
    means = np.bincount(kind[~event], worth[~event], len(kinds)) / np.maximum(beside, 1)
    yes, no = event & compared[kind], ~event & compared[kind]
    value, other = float(worth[yes].mean()), float(means[kind[yes]].mean())
    # What each game adds to both sides, by deal.
    _, deal = np.unique(deals, return_inverse=True)
    adds = np.zeros((2, int(deal.max()) + 1))
    np.add.at(adds[0], deal[game_of[yes]], (worth[yes] - value) / count)
    np.add.at(adds[1], deal[game_of[yes]], (means[kind[yes]] - other) / count)
    weight = with_it / np.sqrt(np.maximum(beside * (beside - 1.0), 1)) / count
    np.add.at(adds[1], deal[game_of[no]], weight[kind[no]] * (worth[no] - means[kind[no]]))
    of_events, alone = (len(np.unique(deal[game_of[one]])) for one in (yes, no))
    grown = of_events / max(1, of_events - 1)
    (some, both), (_, rest) = (adds @ adds.T * grown).tolist()

    def estimate(mean: float, variance: float, n: int, deals: int) -> Estimate:
        if is_share:
            return rate_of(mean, variance, deals, n, confidence, deals)
        alike = variance == 0 and deals >= LEAST_ALIKE
        half = student_quantile(deals, confidence) * math.sqrt(variance) if deals > 1 else math.inf
        return Estimate(mean, mean - half, mean + half, n, alike)

    first = estimate(value, some, count, of_events)
    second = estimate(other, rest, len(np.unique(game_of[no])), alone)
    rho = both / math.sqrt(some * rest) if some and rest else 0.0
    gap = unpaired_difference(second, first, rho=rho).estimate
    return dict(zip(SIDES, (first, second, replace(gap, n=count)), strict=True)), left_out


def _told(events: Sequence[Event]) -> str:
    told = describe_events(events)
    return told if events[0].kind == "figure" else wording.capital(told)


def _moment(results: WhenResults, moment: int) -> str:
    """Say when it was: in which turn or stretch, if it has one."""
    last = results.design.parsed[-1]
    if last.relation == "at" or not moment:
        return HALF_TIME if moment else "at the end"
    unit = "turn" if last.kind == "action" or last.unit == "turn" else results.game.stretch
    return f"{unit} {moment}"


def _how_often(results: WhenResults) -> list[str]:
    events, games = results.design.parsed, wording.counted(results.run.games, "game")
    count, moments = len(events), [moment for moment, _ in results.ordered]
    told = [f"{_told(events)}: in {wording.share_of(results.share(count))} of {games}."]
    if events[1:] and (after := results.share(count, count - 1)).n:
        told.append(
            f"{_told(events[:-1])}: in {wording.share_of(results.share(count - 1))}; "
            f"in {wording.share_of(after)} of these {events[-1].text}."
        )
    if len(set(moments)) > 1:
        middle = _moment(results, moments[(len(moments) - 1) // 2])
        told.append(f"Half of the time it is by {middle}.")
    if any(one.unit == HALF_TIME for one in events):
        told.append(f"Half-time is {results.game.halftime}.")
    return told


def _what_follows(results: WhenResults) -> list[str]:
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
        figure = RunResults(results.run.runs["games"], results.confidence).figure(results.path)
        about, unit, told = wording.capital(figure.title), figure.unit, "{}: {}, and {} in {}: "
        if gap.low == gap.high == 0:
            return [f"{about}: {wording.known(sides[0], unit)}, with it and without."]
    told = told.format(about, *(wording.known(one, unit) for one in sides), others)
    clear = gap.low > 0 or gap.high < 0
    told += f"{'' if clear else 'no clear difference, '}{wording.known(gap, unit.of_differences)}."
    why = "That goes with it, and need not come from it: players chose what led there."
    if results.by_chance:
        why = "Nobody chose it, so that is what it brings."
    left = f"Left out: {wording.counted(left_out, 'game')} with it, beside which {few}."
    return [told, *[why] * clear, *[left] * bool(left_out)]


def replayed(results: ContestResults, number: int) -> str:
    """Return the command that tells a game."""
    study = results.study
    as_usual = set(study.lineup) == {results.game.default_strategy} and study.seed == DEFAULT_SEED
    return command(study, "replay", "--game", str(number), whole=not as_usual)


def _examples(results: WhenResults) -> list[dict[str, Any]]:
    found, event = [], results.design.parsed[-1]
    sides = results.game.side_of(results.players)
    for number in results.examples:
        one = results.run.seen.looked[number]
        when = _moment(results, one.moment)
        if event.of_side:
            when = f"side {sides[one.seat] + 1}, {when}"
        elif event.kind != "figure":
            when = f"seat {one.seat + 1}, {when}"
        found.append({"game": number, "when": when, "command": replayed(results, number)})
    return found


class _Examples(Question):
    """Shows commands that can be typed."""

    def table_parts(self, results: Any) -> list[Part]:
        lines = [f"{one['command']}  # {one['when']}" for one in self.rows(results)]
        return [Code("\n".join(lines))]


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
    subtitle=lambda results: (
        f"{wording.counted(results.run.games, 'game')} with "
        f"{wording.listed(list(results.study.strategies))} in the seats"
    ),
    certainty=lambda results: [
        f"Intervals are {100 * results.confidence:g} % ones, for chance alone."
    ],
    caveats=lambda results: [
        "Beside each game with the events stand all that reached the same turn or "
        f"{results.game.stretch}, with the same seat to act, or in the game, and the same strategy "
        "there, in which they had not happened by then; their mean counts once for each game with "
        "the events."
    ],
    summary=lambda results, tables: {
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
    },
)
