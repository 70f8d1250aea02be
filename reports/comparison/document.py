"""What a comparison found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Iterator

from reports.comparison import decided, precision, robust
from reports.comparison import sentences as words
from reports.comparison.charts import charts_of
from reports.comparison.first_page import answer, effect
from reports.comparison.framing import arms_played, asked, played
from reports.comparison.interaction import interactions
from reports.comparison.levels import LevelsOfArms, judged_in
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.figure import LENGTH, SEATS, UNFINISHED, Topic
from reports.figures.statistics import finite
from reports.run import sentences
from reports.run.document import target_item
from reports.writing import numbers
from reports.writing.columns import Column, shown
from reports.writing.document import Cell, Chart, Findings, Part, Section, Table, Text
from reports.writing.words import brief_labels


def find(comparison: Comparison, levels: LevelsOfArms | None = None) -> Findings:
    """Say what a comparison found, and whether that holds at other levels of play."""
    first = comparison.first
    charts = {chart.name: chart for chart in charts_of(comparison)}
    judged = judged_in(comparison.arms, levels)
    names = {label: words.quoted(label) for label in comparison.arms}
    return Findings(
        f"{first.game.title}: {asked(comparison, 'or')}?",
        [*played(comparison), *arms_played(comparison)],
        [answer(comparison), *([robust.answer(levels, names, "arms")] if levels else [])],
        [
            target_item(one, f"With {words.quoted(label)}: {sentences.target(results, one)}")
            for label, results in comparison.arms.items()
            for one in judged[label]
        ],
        [
            *decided.deciding(comparison).said("every target"),
            *precision.said(comparison),
            *words.known(comparison.pairs, comparison.confidence),
            *_skill(comparison),
            *([] if levels else [_unasked(comparison)]),
        ],
        [
            _all_differences(comparison, charts["differences"]),
            Section("seats", "Seats", [charts["win_rate_by_seat"]]),
            *([Section("length", "Length", [charts["length"]])] if "length" in charts else []),
            *robust.sections(levels, names),
        ],
        [*decided.looked(comparison), words.caveat(comparison), *_cells(comparison)],
    )


# The first page -------------------------------------------------------------------


def _unasked(comparison: Comparison) -> str:
    if comparison.is_paired:
        return robust.unasked(_who_plays(comparison), comparison.first.contest)
    return f"All differences were found {_who_plays(comparison)}."


def _who_plays(comparison: Comparison) -> str:
    """Say of whom the differences hold."""
    said = {sentences.who_plays(results) for results in comparison.arms.values()}
    return said.pop() if len(said) == 1 else "with these line-ups"


def _skill(comparison: Comparison) -> list[str]:
    skill = comparison.skill
    if not skill:
        return []
    games = numbers.whole(skill.games)
    return [f"Skill: {skill.strong} alone among random players, in {games} games of each."]


def _cells(comparison: Comparison) -> list[str]:
    looked = len(interactions(comparison))
    if not looked:
        return []
    return [
        f"Whether an effect differs between cells was looked at {looked} times, two cells at a "
        "time, and is corrected for that; cells are taken as independent, which on the same deals "
        "is mostly too careful."
    ]


# Sections -------------------------------------------------------------------------


def _all_differences(comparison: Comparison, chart: Chart) -> Section:
    parts: list[Part] = [chart, Text(words.columns_meaning(comparison), "note")]
    for pair in comparison.pairs:
        parts += [Text(sentence) for sentence in words.headlines(pair)]
        parts += _tables(pair)
        parts += [Text(sentence) for sentence in words.left_out(pair)]
    return Section("differences", "All differences", parts)


def _tables(pair: Pair) -> Iterator[Table]:
    """Show every figure of two arms, a table for each topic."""
    names = brief_labels((pair.a, pair.b))
    heads = [
        Column("figure", heading="figure", shown=_name, numeric=False),
        *(
            Column(
                label,
                heading=label,
                short=name,
                shown=lambda one, arm=arm: Cell(  # type: ignore[misc]
                    words.level(one, arm, short=True),
                    finite((one.first, one.second)[arm].value),
                ),
            )
            for arm, (label, name) in enumerate(zip((pair.a, pair.b), names, strict=True))
        ),
        Column("difference", heading="difference", shown=lambda one: effect(one, marked=False)),
        Column("verdict", heading="verdict", shown=words.verdict, numeric=False),
        Column("pairing", heading="pairing", shown=_gain, spare=True),
    ]
    several = _told(pair)
    for topic in Topic:
        rows = [one for one in several if one.figure.topic is topic]
        if rows:
            yield shown(f"{topic.value}: {pair.b} against {pair.a}", heads, rows)


def _told(pair: Pair) -> list[Compared]:
    """Return the figures that say something which no other one says."""
    found, seen = [], set()
    for one in pair.figures.values():
        figure = one.figure
        again = figure.kind == SEATS and figure.detail  # the advantage tells it
        if figure.kind == LENGTH:  # a game may have a decision a turn
            same = one.first, one.second, one.difference.estimate
            again = same in seen
            seen.add(same)
        never = figure.kind == UNFINISHED and not (one.first.value or one.second.value)
        if not (again or never or figure.settled):
            found.append(one)
    return found


def _name(one: Compared) -> str:
    return one.figure.member if one.figure.topic is Topic.LENGTH else one.figure.title


def _gain(one: Compared) -> Cell:
    gain = finite(one.difference.pairing_gain)
    return Cell("" if gain is None else numbers.times(gain), gain)
