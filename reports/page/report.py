"""What the report of a run says, section by section."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reports.figures.catalogue import Ratio
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.figures.targets import Judged
from reports.page.parts import (
    VERDICTS,
    Told,
    checked,
    columns,
    command,
    described,
    how_checked,
    rules,
    samples,
)
from reports.run import sentences
from reports.run.chart_words import TITLES, chart_words
from reports.run.charts import draw_charts
from reports.run.results import Results, Standing
from reports.run.sentences import figure_interval, figure_value, percent, percent_interval
from reports.writing.chart_frame import without_header
from reports.writing.document import (
    Answer,
    Cell,
    Chart,
    Code,
    Column,
    Document,
    Item,
    Items,
    Part,
    Section,
    Table,
    Text,
)
from simulate.strategy import TIERS, Strategy
from simulate.study import Study

#: The precision of the first-player advantage that the report says the price of.
_FINE = 0.001


def make_report(told: Told) -> Document:
    """Write the report of a run."""
    results = told.results
    with without_header():
        figures = draw_charts(results)
    words = chart_words(results)
    charts = {
        name: Chart(name, TITLES[name], words[name], figure) for name, figure in figures.items()
    }
    sections = [
        _targets(results),
        checked([told]),
        _seats(results, charts),
        _lengths(results, charts),
        _strategies(results, told.lineup, charts),
        _happenings(results),
        samples([told]),
        rules(results),
        _how_sure(results),
        _repeat(told),
    ]
    shown = [section for section in sections if section is not None]
    return Document(title(results.run.study), _answers(told), shown, told.version)


def title(study: Study) -> str:
    """Name what was played."""
    from simulate.game import find_game

    game = find_game(study.game)
    variant = "" if study.variant == game.default_variant else f", {study.variant}"
    changed = ", changed rules" if study.changes else ""
    return f"{game.title}{variant}, {study.players} players{changed}"


# The first screen -----------------------------------------------------------------


def _answers(told: Told) -> list[Answer]:
    results = told.results
    study = results.run.study
    answers = [
        Answer("What was played?", [Item(_played(results))]),
        Answer("Is it fair?", _fairness(results)),
        Answer("How long is it?", [Item(sentences.minutes(results), main=True)]),
        Answer(
            "How does it go?",
            [Item(sentences.lead_changes(results)), Item(sentences.comeback(results))],
        ),
        *_skill(told),
    ]
    judged = results.judged()
    if judged:
        marked = [(VERDICTS[one.verdict.word], sentences.target(results, one)) for one in judged]
        targets = [Item(text, word, mark) for (mark, word), text in marked]
    else:
        targets = [Item("None were set; a study file can have a [targets] table.")]
    sure = [Item(sentences.reach(results)), how_checked(told)]
    if study.precision:
        sure.insert(0, Item(sentences.precision(results)))
    return [*answers, Answer("Targets?", targets), Answer("How sure?", sure)]


def _skill(told: Told) -> list[Answer]:
    """Say whether playing well pays, as it was checked."""
    found = [check for check in told.checked if check.name == "Skill"]
    return [Answer("Does skill pay?", [Item(check.sentence) for check in found])] if found else []


def _played(results: Results) -> str:
    run, study = results.run, results.run.study
    deals = "" if study.rotations == 1 else f" ({run.tally.deals:,} deals, each played "
    deals += f"{study.rotations} times)" if deals else ""
    told = (
        f"{run.games:,} games{deals} of {results.game.title} for {study.players} players, "
        f"{described(results)}; {sentences.line_up(results)}; seed {study.seed}."
    )
    return f"{told} Rules changed: {', '.join(study.changes)}." if study.changes else told


def _fairness(results: Results) -> list[Item]:
    found = [Item(sentences.first_player(results), main=True)]
    if len(results.run.study.strategies) > 1:
        found.append(Item(sentences.strategies(results)))
    return found


# Sections -------------------------------------------------------------------------


def _targets(results: Results) -> Section | None:
    judged = results.judged()
    if not judged:
        return None
    columns = ["figure", "verdict", "wanted", "found", _level(results), "more games to decide"]
    shown = [Column(name, name in ("found", "more games to decide")) for name in columns]
    table = Table(
        "What was wanted, and what was found", shown, [_target(results, j) for j in judged]
    )
    said = (
        "A target is met when its whole interval lies within what is wanted, missed when it lies "
        "outside, and undecided in between."
    )
    return Section("targets", "Targets", [table, Text(said, "note")])


def _target(results: Results, judged: Judged) -> list[Cell]:
    path, found, verdict = judged.target.figure, judged.estimate, judged.verdict
    mark, word = VERDICTS[verdict.word]
    more = "cannot be told" if verdict.more_games is None else sentences.about(verdict.more_games)
    return [
        Cell(sentences.figure_title(results, path)),
        Cell(word, mark=mark),
        Cell(sentences.wish(results, judged.target)),
        Cell(figure_value(results, path, found.value, half_width(found)), _finite(found.value)),
        Cell(figure_interval(results, path, found), _finite(found.low)),
        Cell("" if verdict.word != "undecided" else more, verdict.more_games),
    ]


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _seats(results: Results, charts: Mapping[str, Chart]) -> Section:
    fair, unit = results.decided_fair_share, results.game.score_unit
    names = ["seat", "wins", _level(results), "against fair", f"mean {unit}", f"interval of {unit}"]
    rows = [
        [
            Cell(f"{seat}{' (first)' if seat == 1 else ''}", seat),
            *_fared(standing, told),
        ]
        for seat, (standing, told) in enumerate(
            zip(results.seats(), sentences.seat_verdicts(results), strict=True), 1
        )
    ]
    caption = f"Each seat; a fair share of the wins is {percent(fair)}"
    return Section(
        "seats",
        "Seats",
        [
            Text(sentences.first_player(results), "lead"),
            charts["win_rate_by_seat"],
            Table(caption, columns(names, texts=("seat", "against fair")), rows),
            Text(sentences.against_fair(results), "note"),
            charts["scores_by_seat"],
        ],
    )


def _fared(standing: Standing, told: str) -> list[Cell]:
    rate, score = standing.win_rate, standing.score
    cells = [
        Cell(percent(rate.value), rate.value),
        Cell(percent_interval(rate), rate.low),
        Cell(told),
    ]
    if score:
        cells += [Cell(f"{score.value:.2f}", score.value), Cell(_span(score, 2), score.low)]
    return cells


def _lengths(results: Results, charts: Mapping[str, Chart]) -> Section:
    names = ["in", "mean", _level(results), "5th percentile", "median", "95th percentile"]
    rows = [
        [
            Cell(name),
            Cell(f"{length.mean.value:,.2f}", length.mean.value),
            Cell(_span(length.mean, 2), length.mean.low),
            *(Cell(f"{value:,.0f}", value) for value in length.percentiles.values()),
        ]
        for name, length in (*results.lengths().items(), ("minutes", results.minutes()))
    ]
    said = (
        "A turn is what one player does before the next; a round ends with a new deal or lap; a "
        "decision is a choice among legal moves, forced ones included."
    )
    return Section(
        "length",
        "Length",
        [
            Text(sentences.minutes(results), "lead"),
            charts["length"],
            Table("How long a game lasts", columns(names, texts=("in",)), rows),
            Text(said, "note"),
        ],
    )


def _strategies(
    results: Results, lineup: Sequence[Strategy], charts: Mapping[str, Chart]
) -> Section:
    parts: list[Part] = []
    study = results.run.study
    if len(study.strategies) > 1:
        parts += [
            Text(sentences.strategies(results), "lead"),
            charts["win_rate_by_strategy_and_seat"],
            _strategy_table(results),
        ]
    else:
        said = (
            f"Every seat plays {study.lineup[0]}, so nothing is said of one style against another."
        )
        parts.append(Text(said))
    styles = {strategy.spec: strategy for strategy in lineup}
    parts.append(Items([_style(styles[spec]) for spec in study.strategies if spec in styles]))
    return Section("strategies", "Strategies", parts)


def _strategy_table(results: Results) -> Table:
    fair, unit = results.decided_fair_share, results.game.score_unit
    interval = f"interval of {unit}"
    names = ["strategy", "wins", _level(results), "against fair", f"mean {unit}", interval, "games"]
    rows = [
        [
            Cell(spec, code=True),
            *_fared(standing, told),
            Cell(f"{standing.win_rate.n:,}", standing.win_rate.n),
        ]
        for (spec, standing), told in zip(
            results.strategies().items(), results.strategies_against_fair(), strict=True
        )
    ]
    caption = f"Each strategy, per seat it has; a fair share of the wins is {percent(fair)}"
    return Table(caption, columns(names, texts=("strategy", "against fair")), rows)


def _style(strategy: Strategy) -> Item:
    first, *others = strategy.description.replace("`", "").split("\n")
    settings = [
        f"{name} = {strategy.values.get(name, parameter.default):g}: {parameter.meaning}"
        for name, parameter in strategy.parameters.items()
    ]
    return Item(
        f"({TIERS[strategy.tier]}) {first}", strategy.spec, "", [*filter(None, others), *settings]
    )


def _happenings(results: Results) -> Section:
    names = ["per game", "mean", _level(results), "observations"]
    paths = [path for path in results.figures if path.startswith("counts.")]
    rows = [_happening(results, path) for path in paths]
    parts: list[Part] = [
        Items(
            [
                Item(sentences.lead_changes(results), "Lead"),
                Item(sentences.comeback(results), "Comebacks"),
            ]
        )
    ]
    if rows:
        parts.append(Table("What the rules do", columns(names, texts=("per game",)), rows))
    return Section("happenings", "What happens in a game", parts)


def _happening(results: Results, path: str) -> list[Cell]:
    found, meaning = results.estimate(path), results.figure(path).title
    if isinstance(results.figure(path), Ratio):
        meaning += f" {found.n:,}"
    if not found.n or math.isnan(found.value):
        return [Cell(meaning), Cell("none"), Cell("not known"), Cell("0", 0)]
    known = figure_interval(results, path, found)
    if found.value == 0:
        known = f"below {figure_value(results, path, found.high, found.high)}"
    return [
        Cell(meaning),
        Cell(figure_value(results, path, found.value, half_width(found)), found.value),
        Cell(known, _finite(found.low)),
        Cell(f"{found.n:,}", found.n),
    ]


def _how_sure(results: Results) -> Section:
    run, level = results.run, f"{100 * results.confidence:g} %"
    missed = 1 - results.confidence
    times = f"about one in {1 / missed:.0f}" if missed > 0 else "none"
    said = [
        f"Every figure comes with a {level} interval. Played again with other seeds, {times} such "
        "intervals would not hold the true value: with many figures on a page, expect a few of "
        "those, and check a surprising one with another --seed.",
        sentences.reach(results),
        "Four times as many games make most intervals about half as wide.",
    ]
    half = half_width(results.first_player_advantage())
    if _FINE < half < math.inf:
        games = run.games * (half / _FINE) ** 2
        said[-1] += (
            f" To know the first-player advantage to within 0.1 percentage points takes about "
            f"{sentences.about(games)} games."
        )
    if run.study.rotations > 1:
        said.append(
            f"Each deal was played {run.study.rotations} times, the line-up turned by one seat "
            "each time. Such games resemble each other, so intervals are made from the differences "
            f"between the {run.tally.deals:,} deals, not between games."
        )
    rulings = sum(option.standing != "printed" for option in results.game.options)
    said.append(
        "The intervals are about chance only. They do not say whether people play like these "
        f"strategies, nor whether the {rulings} rules that are rulings or assumptions are the ones "
        f"at your table. Minutes rest on an assumed {results.seconds_per_turn} seconds a turn."
    )
    return Section("how-sure", "How sure are we?", [Text(text) for text in said])


def _repeat(told: Told) -> Section:
    run, study = told.results.run, told.results.run.study
    again = (
        f"This is {told.source}, played again for this report: the same seed, the same tally."
        if study.tally_id
        else f"Made from {told.source}."
        if told.source
        else ""
    )
    facts = [
        ("Fathom", told.version),
        (f"{told.results.game.title}, version", str(told.results.game.version)),
        ("seed", str(study.seed)),
        ("games", f"{run.games:,}"),
        ("study", study.played(run.games).id),
        ("tally", run.tally.id),
    ]
    rows = [[Cell(name), Cell(value, code=True)] for name, value in facts]
    columns = [Column("what", False), Column("value", False)]
    parts: list[Part] = [Text(again)] if again else []
    said = (
        "The command plays the same games on any machine with this version of Fathom; the tally, a "
        "fingerprint of all counts, is then the same."
    )
    return Section(
        "repeat",
        "To repeat it",
        [
            *parts,
            *_again(told, said),
            Table("What it takes", columns, rows),
        ],
    )


def _again(told: Told, said: str) -> list[Part]:
    """Give the command that plays the study again, with a file if it has targets."""
    run, study = told.results.run, told.results.run.study
    if not study.targets:
        return [Text(said), Code(command(study, "run", "--games", str(run.games)))]
    file = replace(study.played(run.games), tally_id="", pinned={}).to_toml()
    first = "Save what follows as study.toml, with the targets. "
    return [Text(first + said), Code("fathom run study.toml"), Code(file)]


def _level(results: Results) -> str:
    return f"{100 * results.confidence:g} % interval"


def _span(estimate: Estimate, places: int) -> str:
    if not math.isfinite(estimate.high):
        return "not known"
    low, high = (round(end, places) + 0.0 for end in (estimate.low, estimate.high))
    return f"{low:,.{places}f} to {high:,.{places}f}".replace("-", "\N{MINUS SIGN}")
