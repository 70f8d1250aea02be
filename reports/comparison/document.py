"""What a comparison found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.comparison import decided, precision, robust
from reports.comparison import sentences as words
from reports.comparison.charts import charts_of
from reports.comparison.choice import told
from reports.comparison.design import PLAYERS, Factor
from reports.comparison.first_page import answers
from reports.comparison.interaction import interactions
from reports.comparison.levels import LevelsOfArms, judged_in
from reports.comparison.ranking import weight
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.figure import Topic
from reports.figures.statistics import finite
from reports.run import ending, sentences
from reports.run.document import described, target_item
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.document import (
    Cell,
    Chart,
    Column,
    Findings,
    Part,
    Section,
    Table,
    Text,
    Tone,
    columns,
)
from reports.writing.words import brief_labels, capital, line_up, listed, told_rules


def find(comparison: Comparison, levels: LevelsOfArms | None = None) -> Findings:
    """Say what a comparison found, and whether that holds at other levels of play."""
    first = comparison.first
    charts = {chart.name: chart for chart in charts_of(comparison)}
    judged = judged_in(comparison.arms, levels)
    return Findings(
        f"{first.game.title}: {_asked(comparison, 'or')}?",
        [*_played(comparison), *_arms_played(comparison)],
        [*answers(comparison), *([robust.answer(levels)] if levels else [])],
        [
            target_item(one, f"With {words.quoted(label)}: {sentences.target(results, one)}")
            for label, results in comparison.arms.items()
            for one in judged[label]
        ],
        [
            *decided.said(comparison),
            *precision.said(comparison),
            *_known(comparison),
            *([] if levels else [_unasked(comparison)]),
        ],
        [
            _all_differences(comparison, charts["differences"]),
            Section("arms", "The arms", [_arms(comparison)]),
            Section("seats", "Seats", [charts["win_rate_by_seat"]]),
            *([Section("length", "Length", [charts["length"]])] if "length" in charts else []),
        ],
        [*_looked(comparison), words.caveat(comparison), *_more_caveats(comparison)],
    )


# The first page -------------------------------------------------------------------


def _played(comparison: Comparison) -> list[str]:
    first = comparison.first
    if not comparison.is_paired:
        held = [
            f"{words.quoted(label)} ({numbers.whole(results.run.games)} games, seed "
            f"{results.run.study.seed})"
            for label, results in comparison.arms.items()
        ]
        return [
            f"{first.game.title}: what the folders {listed(held)} hold; nothing was played again.",
            f"Why: {comparison.changed}. So they are compared as separate runs, without pairing "
            "deals, and how much skill pays is not known.",
        ]
    games = list(dict.fromkeys(results.run.games for results in comparison.arms.values()))
    each = f"{listed([numbers.whole(one) for one in games], 'or')} games"
    raced = len({results.run.tally.deals for results in comparison.arms.values()}) > 1
    if raced:
        each = f"{numbers.whole(min(games))} to {numbers.whole(max(games))} games"
    said = (
        f"{first.game.title} with {_asked(comparison, 'and')}: {each} of each, on the same "
        f"{numbers.counted(comparison.deals, 'deal')}; seed {first.run.study.seed}."
    )
    if raced:
        said += " What stopped sooner is compared over its own deals."
    return [said]


def _asked(comparison: Comparison, last: str) -> str:
    """Name the arms; of a grid its factors: "base or expert, each with 3 players or 4 players"."""
    design = comparison.design
    if not design:
        return listed([words.quoted(label) for label in comparison.arms], last)
    return ", each with ".join(_levels(factor, last) for factor in design.factors)


def _levels(factor: Factor, last: str) -> str:
    if factor.name == PLAYERS:
        return f"{listed([level.partition(' ')[0] for level in factor.levels], last)} {PLAYERS}"
    return listed([words.quoted(level) for level in factor.levels], last)


def _arms_played(comparison: Comparison) -> list[str]:
    """Say what is played in each arm, what is the same in all of them once."""
    if comparison.design:
        return _grid_played(comparison)
    parts = {label: _parts(results) for label, results in comparison.arms.items()}
    first, *others = parts.values()
    same = [text for n, text in enumerate(first) if all(one[n] == text for one in others)]
    in_each = [text for text in same if text]
    lines = [f"In each: {', '.join(in_each)}."] if in_each else []
    for label, several in parts.items():
        own = [one for one in several if one not in ("", label, *same)]
        if own and own != [f"rules changed: {label}"]:
            lines.append(f"{label}: {', '.join(own)}.")
    return lines


def _parts(results: Results) -> list[str]:
    """Say what is played, part by part."""
    study = results.run.study
    changed = f"rules changed: {told_rules(study.changes)}" if study.changes else ""
    players = f"{study.players} players"
    return [described(results), players, sentences.line_up(results), changed]


def _grid_played(comparison: Comparison) -> list[str]:
    """Say what is the same in all arms of a grid, and each variant."""
    arms = comparison.arms.values()
    variants = {results.run.study.variant: described(results) for results in arms}
    same = sorted(set.intersection(*(set(results.run.study.changes) for results in arms)))
    who = {sentences.line_up(results) for results in arms}
    lines = [*variants.values(), *(who if len(who) == 1 else ())]
    if same:
        lines.append(f"rules changed in all: {told_rules(same)}")
    return [f"{capital(line)}." for line in lines]


def _arms(comparison: Comparison) -> Table:
    names = ["name", "games", "players", "rules", "who plays", "tally"]
    rows = []
    for label, results in comparison.arms.items():
        run, study = results.run, results.run.study
        rows.append(
            [
                Cell(label),
                Cell(numbers.whole(run.games), run.games),
                Cell(str(study.players), study.players),
                Cell(told_rules([study.variant, *study.changes])),
                Cell(line_up(study.lineup, study.rotate)),
                Cell(run.tally.id[:12], code=True),
            ]
        )
    return Table("What is compared", columns(names, ("name", "rules", "who plays", "tally")), rows)


def _unasked(comparison: Comparison) -> str:
    if comparison.is_paired:
        return robust.unasked(_who_plays(comparison), comparison.first.contest)
    return f"All differences were found {_who_plays(comparison)}."


def _who_plays(comparison: Comparison) -> str:
    """Say of whom the differences hold."""
    said = {sentences.who_plays(results) for results in comparison.arms.values()}
    return said.pop() if len(said) == 1 else "with these line-ups"


def _looked(comparison: Comparison) -> list[str]:
    several = len(comparison.first.run.study.looks) > 1
    return [ending.looked(decided.deciding(comparison).longest)] if several else []


def _known(comparison: Comparison) -> list[str]:
    """Say how well differences are known: of several pairs, the one known least well."""
    skill = comparison.skill

    def width(pair: Pair) -> float:
        change = words.going_first(pair).difference.estimate
        return change.high - change.low

    pair = max(comparison.pairs, key=width)
    several = len(comparison.pairs) > 1
    # Of two arms the table of what is open says already how many games it takes.
    is_told = not several and weight(words.going_first(pair)) == "unclear"
    found = [
        f"With {words.quoted(pair.b)}, as the least sure: {sentence}" if several else sentence
        for sentence in ([] if is_told else words.needed(comparison, pair))
    ]
    if skill:
        games = numbers.whole(skill.games)
        found.append(f"Skill: {skill.strong} alone among random players, in {games} games of each.")
    return found


def _more_caveats(comparison: Comparison) -> list[str]:
    found = words.pairing(comparison.pairs[0])
    looked = len(interactions(comparison))
    if looked:
        found.append(
            f"Whether an effect differs between cells was looked at {looked} times, two cells at a "
            "time, and is corrected for that; cells are taken as independent, which on the same "
            "deals is mostly too careful."
        )
    return found


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
        Column("figure", numeric=False),
        *(Column(one, short=name) for one, name in zip((pair.a, pair.b), names, strict=True)),
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
