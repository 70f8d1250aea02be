"""What a run found, as the parts of a document."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from reports.figures.figure import PLAIN, SHARE, Figure, Topic, Unit
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate, finite
from reports.figures.targets import Judged
from reports.robust.document import label, levels_answer, missing
from reports.robust.levels import Robustness
from reports.robust.targets import judge_everywhere
from reports.run import ending, fairness, pointers, sentences
from reports.run.charts import charts_of
from reports.run.pictures import against, drawn, length_curve
from reports.run.results import Results, Standing
from reports.writing import numbers
from reports.writing.document import (
    Answer,
    Cell,
    Chart,
    Column,
    Findings,
    Item,
    Items,
    Mark,
    Part,
    Section,
    Table,
    Text,
    Tone,
    columns,
)
from reports.writing.numbers import percent
from reports.writing.words import told_rules
from simulate.strategy import TIERS, Strategy
from simulate.study import Study

#: How a verdict on a target is marked, and said where there is room for a word only.
VERDICTS: dict[str, tuple[Mark, str]] = {
    "meets": ("fine", "met"),
    "misses": ("wrong", "missed"),
    "undecided": ("look", "undecided"),
}
#: What decides a target besides a number of games that was named after looking.
_OR_ELSE = ", or --until-decided, which may be looked at any time"
#: The precision of the first-player advantage that a document says the price of.
_FINE = 0.001


def find(
    results: Results,
    lineup: Sequence[Strategy],
    robustness: Robustness | None = None,
    more: Sequence[Answer] = (),
) -> Findings:
    """Say what a run found.

    Parameters
    ----------
    results
        Of the run.
    lineup
        Who played.
    robustness
        What was found at other levels of play; ``None`` if they were not asked.
    more
        Answers that other games gave, such as whether skill pays.
    """
    study, charts = results.run.study, charts_of(results, robustness)
    together, course = results.contest == "together", sentences.course(results, robustness)
    first, *rest = fairness.fairness(results)
    seats = [Item(first, main=True), *map(Item, rest)]
    # Where styles are compared, the first page of a terminal has room for little else.
    several = len(study.strategies) > 1
    judgements = judge_everywhere(results.judged(), robustness)
    known = [sentences.reach(results)]
    if robustness is None:
        known.append(sentences.unasked(results))
    elif robustness.missing:
        known.append(missing(robustness))
    known[:0] = ending.precision(results)
    if study.until_decided:
        known.insert(0, ending.decided(results))
    return Findings(
        title(study),
        [_played(results)],
        [
            Answer(
                "Do the players win?" if together else "Is it fair?",
                [*seats, *label(robustness, "seats"), *pointers.starter(results)],
                [] if together else [seat_table(results)],
            ),
            *_styles(results),
            Answer(
                "How long is it?",
                [
                    Item(sentences.minutes(results), main=True),
                    *label(robustness, "length"),
                ],
                length_curve(results),
            ),
            *(
                [Answer("How does it go?", [*course, *label(robustness, "course")], aside=several)]
                if course
                else []
            ),
            *(replace(one, aside=several) for one in more),
            *([_levels_answer(results, robustness)] if robustness else []),
        ],
        _target_items(results, judgements),
        known,
        [
            _seats(results, charts),
            _lengths(results, charts),
            *_levels(charts),
            _strategies(results, lineup, charts),
            *_counts(results),
        ],
        _caveats(results),
    )


def title(study: Study) -> str:
    """Name what was played."""
    from simulate.game import find_game

    game = find_game(study.game)
    variant = "" if study.variant == game.default_variant else f", {study.variant}"
    changed = ", changed rules" if study.changes else ""
    return f"{game.title}{variant}, {study.players} players{changed}"


def described(results: Results) -> str:
    """Name a variant, and say what it is and how much of it is not printed."""
    variant = results.run.study.variant
    meaning = results.game.variants[variant].meaning.rstrip(".")
    if meaning.startswith("The "):
        meaning = f"t{meaning[1:]}"
    rulings = len(results.game.rulings)
    whose = "" if results.game.origin else " of ours"
    with_rulings = f", with {rulings} rulings and assumptions{whose}" if rulings else ""
    return f"variant {variant} ({meaning}{with_rulings})"


def target_item(judged: Judged, text: str) -> Item:
    """Mark what came of a target."""
    mark, word = VERDICTS[judged.verdict.word]
    return Item(text, word, mark)


def _target_items(results: Results, judgements: Sequence[Judged]) -> list[Item]:
    """Say what came of each target; the first that more games decide, how to look at any time."""
    found, or_else = [], "" if results.run.study.until_decided else _OR_ELSE
    for judged in judgements:
        found.append(target_item(judged, sentences.target(results, judged, or_else)))
        or_else = "" if judged.verdict.more_games else or_else
    return found


# The first page -------------------------------------------------------------------


def _played(results: Results) -> str:
    run, study = results.run, results.run.study
    deals = "" if study.rotations == 1 else f" ({run.tally.deals:,} deals, each played "
    deals += f"{study.rotations} times)" if deals else ""
    told = (
        f"{run.games:,} games{deals} of {results.game.title} for {study.players} players, "
        f"{described(results)}; {sentences.line_up(results)}; seed {study.seed}."
    )
    return f"{told} Rules changed: {told_rules(study.changes)}." if study.changes else told


def _levels_answer(results: Results, robustness: Robustness) -> Answer:
    """Show the levels of play, and say where single styles and actions are asked."""
    found = levels_answer(robustness)
    return replace(found, items=[*found.items, pointers.styles_and_actions(results)])


def _styles(results: Results) -> list[Answer]:
    if len(results.run.study.strategies) < 2:
        return []
    item = Item(sentences.strategies(results), main=True)
    return [Answer("Does one style win?", [item], [_strategy_table(results)])]


def seat_table(results: Results) -> Table:
    """Show how each seat fared, or each side."""
    if results.contest == "seats":
        names = [f"{seat}{' (first)' * (seat == 1)}" for seat in range(1, results.players + 1)]
        verdicts = fairness.seat_verdicts(results)
        return _fared("seat", "seat", names, results.seats(), verdicts, results)
    rates = results.rivals()
    names = [f"{name}{', first' * (not place)}" for place, name in enumerate(rates)]
    standings = [Standing(rate, None) for rate in rates.values()]
    seated = ["not judged"] * len(names)
    verdicts = seated if results.is_seated else results.rivals_against_fair()
    return _fared("side", "side", names, standings, verdicts, results)


def _strategy_table(results: Results) -> Table:
    found, verdicts = results.strategies(), results.strategies_against_fair()
    what = "strategy, per seat it has"
    table = _fared("strategy", what, list(found), list(found.values()), verdicts, results)
    rows = [
        [replace(row[0], code=True), *row[1:], Cell(numbers.whole(n), n)]
        for row, one in zip(table.rows, found.values(), strict=True)
        for n in [one.win_rate.n]
    ]
    return replace(table, columns=[*table.columns, Column("games")], rows=rows)


def _fared(
    who: str,
    what: str,
    names: Sequence[str],
    standings: Sequence[Standing],
    verdicts: Sequence[str],
    results: Results,
) -> Table:
    """Show the wins of some seats, sides or strategies beside their fair share."""
    fair, unit = results.decided_fair_share, results.game.score_unit
    heads = [
        Column(who, numeric=False),
        Column("wins"),
        Column(numbers.level(results.confidence)),
        against([one.win_rate for one in standings], fair),
        Column("against fair", numeric=False),
    ]
    if any(one.score for one in standings):
        heads.append(Column(f"mean {unit}", short=unit, spare=True))
    rows = [
        [
            Cell(name),
            *_measured(one.win_rate, SHARE),
            drawn(one.win_rate),
            Cell(verdict, tone=_TONES.get(verdict, "")),
            *([_measured(one.score, PLAIN)[0]] if one.score else []),
        ]
        for name, one, verdict in zip(names, standings, verdicts, strict=True)
    ]
    return Table(f"Win rate by {what}; fair is {percent(fair)}", heads, rows, said=True)


_TONES: dict[str, Tone] = {"above fair": "more", "below fair": "less"}


def _length_table(results: Results) -> Table:
    level = numbers.level(results.confidence)
    names = ["in", "mean", level, "5th percentile", "median", "95th percentile"]
    short = {"5th percentile": "5th pct", "95th percentile": "95th pct"}
    rows = [
        [
            Cell(name),
            Cell(numbers.value(length.mean, PLAIN), length.mean.value),
            Cell(numbers.interval(length.mean, PLAIN), finite(length.mean.low)),
            *(
                Cell(told, value)
                for told, value in zip(
                    sentences.as_lengths(*length.percentiles.values()),
                    length.percentiles.values(),
                    strict=True,
                )
            ),
        ]
        for name, length in results.measures().items()
    ]
    heads = [Column(name, name != "in", short.get(name, "")) for name in names]
    return Table("How long a game lasts", heads, rows)


# Sections -------------------------------------------------------------------------


def _of(charts: Sequence[Chart], section: str) -> list[Chart]:
    return [chart for chart in charts if chart.section == section]


def _seats(results: Results, charts: Sequence[Chart]) -> Section:
    parts: list[Part] = [*_of(charts, "seats")]
    if results.contest != "together":
        parts.append(Text(fairness.against_fair(results), "note"))
    return Section("seats", "Seats", parts)


def _measured(estimate: Estimate, unit: Unit) -> list[Cell]:
    """Return a figure and its interval."""
    return [
        Cell(numbers.value(estimate, unit), finite(estimate.value)),
        Cell(numbers.interval(estimate, unit), finite(estimate.low)),
    ]


def _lengths(results: Results, charts: Sequence[Chart]) -> Section:
    said = (
        "A turn is what one player does before the next; a round ends with a new deal or lap; a "
        "decision is a choice among legal moves, forced ones included."
    )
    charts = _of(charts, "length")
    constant = [] if charts else [Text(sentences.minutes(results), "lead")]
    parts: list[Part] = [*charts, *constant, _length_table(results), Text(said, "note")]
    return Section("length", "Length", parts)


def _levels(charts: Sequence[Chart]) -> list[Section]:
    found = _of(charts, "levels")
    return [Section("levels", "Other levels of play", found)] if found else []


def _strategies(results: Results, lineup: Sequence[Strategy], charts: Sequence[Chart]) -> Section:
    parts: list[Part] = []
    study = results.run.study
    if len(study.strategies) > 1:
        parts += _of(charts, "strategies")
    else:
        said = (
            f"Every seat plays {study.lineup[0]}, so nothing is said of one style against another."
        )
        parts.append(Text(said))
    styles = {strategy.spec: strategy for strategy in lineup}
    parts.append(Items([_style(styles[spec]) for spec in study.strategies if spec in styles]))
    return Section("strategies", "Strategies", parts)


def _style(strategy: Strategy) -> Item:
    first, *others = strategy.description.replace("`", "").split("\n")
    settings = [
        f"{name} = {strategy.values.get(name, parameter.default):g}: {parameter.meaning}"
        for name, parameter in strategy.parameters.items()
    ]
    settings += [
        f"{name} = {player.spec}: {strategy.thinks_with[name].meaning}"
        for name, player in strategy.players.items()
    ]
    return Item(
        f"({TIERS[strategy.tier]}) {first}", strategy.spec, "", [*filter(None, others), *settings]
    )


def _counts(results: Results) -> list[Section]:
    figures = results.about(Topic.COUNTS)
    if not figures:
        return []
    names = ["per game", "mean", numbers.level(results.confidence), "observations"]
    rows = [_count(results, figure) for figure in figures]
    table = Table("What the rules do", columns(names, ("per game",)), rows)
    return [Section("happenings", "What happens in a game", [table])]


def _count(results: Results, figure: Figure) -> list[Cell]:
    found, meaning = results.estimate(figure.path), figure.title
    if figure.is_ratio:
        meaning += f", of {found.n:,}"
    if not found.n or math.isnan(found.value):
        return [Cell(meaning), Cell("none"), Cell(numbers.NOT_KNOWN), Cell("0", 0)]
    return [Cell(meaning), *_measured(found, figure.unit), Cell(numbers.whole(found.n), found.n)]


def _caveats(results: Results) -> list[str]:
    run, study, level = results.run, results.run.study, f"{100 * results.confidence:g} %"
    missed = 1 - results.confidence
    times = f"about one in {1 / missed:.0f}" if missed > 0 else "none"
    said = [
        f"Every figure comes with a {level} interval. Played again with other seeds, {times} such "
        "intervals would not hold the true value: with many figures on a page, expect a few of "
        "those, and check a surprising one with another --seed.",
        "Four times as many games make most intervals about half as wide.",
    ]
    if len(study.interim) > 1:
        said.insert(1, ending.looked(results))
    together = results.contest == "together"
    half = math.inf if together else half_width(results.first_player_advantage())
    if _FINE < half < math.inf:
        games = run.games * (half / _FINE) ** 2
        fine = numbers.with_unit(f"{100 * _FINE:g}", Unit("percentage point", share=True))
        said[-1] += (
            f" To know the first-player advantage to within {fine} takes about "
            f"{numbers.about(games)} games."
        )
    if study.targets:
        said.append(
            "A target is met when its whole interval lies within what is wanted, missed when it "
            "lies outside, and undecided in between; one that is wanted at every level of play is "
            "met when it is met at each, and missed when it is missed at any."
        )
    if study.rotations > 1:
        said.append(
            f"Each deal was played {study.rotations} times, the line-up turned by one seat "
            "each time. Such games resemble each other, so intervals are made from the differences "
            f"between the {run.tally.deals:,} deals, not between games."
        )
    said.append(f"Minutes rest on an assumed {results.seconds_per_turn} seconds a turn.")
    return said + sentences.never(results)
