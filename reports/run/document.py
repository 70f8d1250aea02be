"""What a run found, as the parts of a document."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from reports.figures.figure import PLAIN, SHARE, Figure, Topic, Unit
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate, finite
from reports.figures.targets import Judged
from reports.robust.document import label, levels_answer
from reports.robust.levels import Robustness
from reports.robust.sentences import missing
from reports.robust.targets import judge_everywhere
from reports.run import ending, fairness, pointers, rotation, sentences
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
    together, course = results.contest == "together", _course(results, robustness)
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
                [*_fairness(results), *label(robustness, "seats"), *pointers.starter(results)],
                [] if together else [seat_table(results)],
            ),
            *_styles(results),
            Answer(
                "How long is it?",
                [_minutes(results), *label(robustness, "length")],
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
            *_targets(results, judgements),
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


def _fairness(results: Results) -> list[Item]:
    found = fairness.fairness(results)
    briefly = fairness.fairness_in_brief(results)
    return [
        Item(text, main=not place, brief=brief)
        for place, (text, brief) in enumerate(zip(found, briefly, strict=True))
    ]


def _minutes(results: Results) -> Item:
    return Item(sentences.minutes(results), main=True, brief=sentences.minutes_in_brief(results))


def _course(results: Results, robustness: Robustness | None) -> list[Item]:
    return [Item(text, brief=brief) for text, brief in sentences.course(results, robustness)]


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
    if results.contest == "sides":
        return _side_table(results)
    fair, seats = results.decided_fair_share, results.seats()
    rows = [
        [Cell(f"{seat}{' (first)' if seat == 1 else ''}", seat), *_fared(standing, verdict)]
        for seat, (standing, verdict) in enumerate(
            zip(seats, fairness.seat_verdicts(results), strict=True), 1
        )
    ]
    caption = f"Win rate by seat; fair is {percent(fair)}"
    return Table(caption, [Column("seat", numeric=False), *_heads(results, seats)], rows, said=True)


def _side_table(results: Results) -> Table:
    fair, rivals = results.decided_fair_share, results.rivals()
    verdicts = ["not judged"] * len(rivals) if results.is_seated else results.rivals_against_fair()
    rows = [
        [Cell(f"{name}{', first' if not number else ''}"), *_fared(Standing(rate, None), verdict)]
        for number, ((name, rate), verdict) in enumerate(zip(rivals.items(), verdicts, strict=True))
    ]
    heads = [
        Column("wins"),
        Column(numbers.level(results.confidence)),
        against(list(rivals.values()), fair),
        Column("against fair", numeric=False),
    ]
    caption = f"Win rate by side; fair is {percent(fair)}"
    return Table(caption, [Column("side", numeric=False), *heads], rows, said=True)


def _heads(results: Results, standings: Iterable[Standing]) -> list[Column]:
    """Return the columns of `_fared`."""
    rates = [standing.win_rate for standing in standings]
    return [
        Column("wins"),
        Column(numbers.level(results.confidence)),
        against(rates, results.decided_fair_share),
        Column("against fair", numeric=False),
        Column(f"mean {results.game.score_unit}", short=results.game.score_unit, spare=True),
    ]


def _fared(standing: Standing, verdict: str) -> list[Cell]:
    rate, score = standing.win_rate, standing.score
    cells = [
        Cell(numbers.value(rate, SHARE), rate.value),
        Cell(numbers.interval(rate, SHARE), rate.low),
        drawn(rate),
        Cell(verdict, tone=_TONES.get(verdict, "")),
    ]
    return [*cells, *([Cell(numbers.value(score, PLAIN), score.value)] if score else [])]


_TONES: dict[str, Tone] = {"above fair": "more", "below fair": "less"}


def _strategy_table(results: Results) -> Table:
    fair, found = results.decided_fair_share, results.strategies()
    rows = [
        [
            Cell(spec, code=True),
            *_fared(standing, verdict),
            Cell(numbers.whole(standing.win_rate.n), standing.win_rate.n),
        ]
        for (spec, standing), verdict in zip(
            found.items(), results.strategies_against_fair(), strict=True
        )
    ]
    caption = f"Win rate by strategy, per seat it has; fair is {percent(fair)}"
    heads = [Column("strategy", numeric=False), *_heads(results, found.values()), Column("games")]
    return Table(caption, heads, rows, said=True)


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


def _targets(results: Results, judged: Sequence[Judged]) -> list[Section]:
    if not judged:
        return []
    level = numbers.level(results.confidence)
    names = ["figure", "verdict", "wanted", "found", level, "more games to decide"]
    table = Table(
        "What was wanted, and what was found",
        columns(names, ("figure", "verdict", "wanted", level)),
        [_target(results, one) for one in judged],
    )
    said = (
        "A target is met when its whole interval lies within what is wanted, missed when it lies "
        "outside, and undecided in between."
    )
    if any(one.target.robust for one in judged):
        said += (
            " One that is wanted at every level of play is met when it is met at each, and missed "
            "when it is missed at any, corrected for their number; the level that decides is told."
        )
    return [Section("targets", "Targets", [table, Text(said, "note")])]


def _target(results: Results, judged: Judged) -> list[Cell]:
    figure, found, verdict = results.figure(judged.target.figure), judged.estimate, judged.verdict
    mark, word = VERDICTS[verdict.word]
    more = "cannot be told" if verdict.more_games is None else numbers.about(verdict.more_games)
    return [
        Cell(f"{figure.title}, {judged.level}" if judged.level else figure.title),
        Cell(word, mark=mark),
        Cell(numbers.wanted(judged.target, figure.unit)),
        Cell(numbers.value(found, figure.unit), finite(found.value)),
        Cell(numbers.interval(found, figure.unit), finite(found.low)),
        Cell("" if verdict.word != "undecided" else more, verdict.more_games),
    ]


def _seats(results: Results, charts: Sequence[Chart]) -> Section:
    parts: list[Part] = [*_of(charts, "seats")]
    if results.contest != "together":
        parts.append(Text(fairness.against_fair(results), "note"))
    scores = [standing.score for standing in results.seats()]
    unit = results.game.score_unit
    names = ["seat", f"mean {unit}", numbers.level(results.confidence)]
    rows = [
        [Cell(str(seat), seat), *_measured(score, PLAIN)]
        for seat, score in enumerate(scores, 1)
        if score
    ]
    parts += [Table(f"Final {unit} by seat", columns(names, ("seat",)), rows)]
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
        parts += [*_of(charts, "strategies"), _cells(results)]
    else:
        said = (
            f"Every seat plays {study.lineup[0]}, so nothing is said of one style against another."
        )
        parts.append(Text(said))
    styles = {strategy.spec: strategy for strategy in lineup}
    parts.append(Items([_style(styles[spec]) for spec in study.strategies if spec in styles]))
    return Section("strategies", "Strategies", parts)


def _cells(results: Results) -> Table:
    level = numbers.level(results.confidence)
    rows = [
        [
            Cell(spec, code=True),
            Cell(str(seat), seat),
            *_measured(standing.win_rate, SHARE),
            Cell(numbers.whole(standing.win_rate.n), standing.win_rate.n),
        ]
        for (spec, seat), standing in results.cells().items()
    ]
    names = ["strategy", "seat", "wins", level, "games"]
    return Table("Win rate by strategy and seat", columns(names, ("strategy",)), rows)


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
    run, level = results.run, f"{100 * results.confidence:g} %"
    missed = 1 - results.confidence
    times = f"about one in {1 / missed:.0f}" if missed > 0 else "none"
    said = [
        f"Every figure comes with a {level} interval. Played again with other seeds, {times} such "
        "intervals would not hold the true value: with many figures on a page, expect a few of "
        "those, and check a surprising one with another --seed.",
        "Four times as many games make most intervals about half as wide.",
    ]
    if len(run.study.looks) > 1:
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
    if run.study.rotations > 1:
        said.append(
            f"Each deal was played {run.study.rotations} times, the line-up turned by one seat "
            "each time. Such games resemble each other, so intervals are made from the differences "
            f"between the {run.tally.deals:,} deals, not between games."
        )
        said += rotation.saved(results)
    said.append(f"Minutes rest on an assumed {results.seconds_per_turn} seconds a turn.")
    return said + sentences.never(results)
