"""What a comparison found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.comparison import robust
from reports.comparison import sentences as words
from reports.comparison.charts import charts_of
from reports.comparison.choice import told
from reports.comparison.levels import LevelsOfArms, judged_in
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.figure import Topic
from reports.figures.statistics import finite
from reports.run import sentences
from reports.run.document import described, target_item
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.document import (
    Answer,
    Cell,
    Chart,
    Column,
    Findings,
    Item,
    Part,
    Section,
    Table,
    Text,
    Tone,
    columns,
)
from reports.writing.words import line_up, listed


def find(comparison: Comparison, levels: LevelsOfArms | None = None) -> Findings:
    """Say what a comparison found, and whether that holds at other levels of play."""
    first = comparison.first
    charts = {chart.name: chart for chart in charts_of(comparison)}
    labels = [words.quoted(label) for label in comparison.arms]
    judged = judged_in(comparison.arms, levels)
    return Findings(
        f"{first.game.title}: {listed(labels, 'or')}?",
        [_played(comparison), *(_arm(*arm) for arm in comparison.arms.items())],
        [*_answers(comparison), *([robust.answer(levels)] if levels else [])],
        [
            target_item(one, f"With {words.quoted(label)}: {sentences.target(results, one)}")
            for label, results in comparison.arms.items()
            for one in judged[label]
        ],
        [*_known(comparison), *([] if levels else [robust.unasked(_who_plays(comparison))])],
        [
            _all_differences(comparison, charts["differences"]),
            Section("seats", "Seats", [charts["win_rate_by_seat"]]),
            *([Section("length", "Length", [charts["length"]])] if "length" in charts else []),
        ],
        [words.caveat(comparison)],
    )


# The first page -------------------------------------------------------------------


def _played(comparison: Comparison) -> str:
    first = comparison.first
    games = list(dict.fromkeys(results.run.games for results in comparison.arms.values()))
    each = f"{listed([numbers.whole(one) for one in games], 'or')} games"
    return (
        f"{first.game.title} with {listed([words.quoted(label) for label in comparison.arms])}: "
        f"{each} of each, on the same "
        f"{numbers.counted(first.run.tally.deals, 'deal')}; seed {first.run.study.seed}."
    )


def _arm(label: str, results: Results) -> str:
    study = results.run.study
    changed = f"; rules changed: {', '.join(study.changes)}" if study.changes else ""
    return (
        f"{label}: {described(results)}, {study.players} players, "
        f"{sentences.line_up(results)}{changed}."
    )


def _answers(comparison: Comparison) -> list[Answer]:
    """Say what differs of each later arm, and show all arms after the last."""
    *others, last = comparison.pairs
    asked = [
        (pair, f"What differs with {pair.b}?" if others else "What differs?")
        for pair in comparison.pairs
    ]
    return [
        Answer(
            question,
            [
                Item(sentence, main=not place)
                for place, sentence in enumerate(words.headlines(comparison, pair))
            ],
            [_arms(comparison)] if pair is last else [],
        )
        for pair, question in asked
    ]


def _arms(comparison: Comparison) -> Table:
    names = ["arm", "games", "players", "rules", "who plays", "tally"]
    rows = []
    for label, results in comparison.arms.items():
        run, study = results.run, results.run.study
        rows.append(
            [
                Cell(label),
                Cell(numbers.whole(run.games), run.games),
                Cell(str(study.players), study.players),
                Cell(", ".join([study.variant, *study.changes])),
                Cell(line_up(study.lineup, study.rotate)),
                Cell(run.tally.id[:12], code=True),
            ]
        )
    return Table("The arms", columns(names, ("arm", "rules", "who plays", "tally")), rows)


def _who_plays(comparison: Comparison) -> str:
    """Say of whom the differences hold."""
    said = {sentences.who_plays(results) for results in comparison.arms.values()}
    return said.pop() if len(said) == 1 else "with these line-ups"


def _known(comparison: Comparison) -> list[str]:
    """Say how well differences are known, and what the same deals saved."""
    several = len(comparison.pairs) > 1
    return [
        f"With {words.quoted(pair.b)}: {sentence}" if several else sentence
        for pair in comparison.pairs
        for sentence in (*words.needed(comparison, pair), *words.pairing(pair))
    ]


# Sections -------------------------------------------------------------------------


def _all_differences(comparison: Comparison, chart: Chart) -> Section:
    parts: list[Part] = [chart, Text(words.columns_meaning(comparison), "note")]
    for pair in comparison.pairs:
        parts += _tables(pair)
        parts += [Text(sentence) for sentence in words.left_out(comparison, pair)]
    return Section("differences", "All differences", parts)


def _tables(pair: Pair) -> Iterator[Table]:
    """Show every figure of two arms, a table for each topic."""
    heads = [
        Column("figure", numeric=False),
        Column(pair.a, short="first arm"),
        Column(pair.b, short="second arm"),
        Column("difference"),
        Column("verdict", numeric=False),
        Column("pairing", spare=True),
    ]
    shown = told(pair)
    for topic in Topic:
        rows = [_row(one) for one in shown if one.figure.topic is topic]
        if rows:
            yield Table(f"{topic.value}: {pair.b} against {pair.a}", heads, rows)


def _row(one: Compared) -> Sequence[Cell]:
    figure, change, gain = one.figure, one.difference.estimate, one.difference.pairing_gain
    name = figure.member if figure.topic is Topic.LENGTH else figure.title
    much = numbers.with_half(change, one.unit)
    if one.exact:
        much = numbers.number(change.value, one.reach, one.unit)
    return [
        Cell(name),
        *(_level(one, arm) for arm in (0, 1)),
        Cell(
            f"{much} {numbers.short_unit(one.unit)}".rstrip(),
            finite(change.value),
            strong=one.is_clear,
        ),
        Cell(words.verdict(one), tone=_tone(one)),
        Cell(numbers.times(gain) if finite(gain) else "", finite(gain)),
    ]


def _level(one: Compared, arm: int) -> Cell:
    unit, found = one.figure.unit, (one.first, one.second)[arm]
    text = words.level(one, arm, with_unit=False)
    if finite(found.value) is not None:
        text = f"{text} {numbers.short_unit(unit)}".rstrip()
    return Cell(text, finite(found.value))


def _tone(one: Compared) -> Tone:
    if not one.is_clear:
        return ""
    return "more" if one.difference.estimate.value > 0 else "less"
