"""What the reports of a comparison, a sweep and a tournament say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure
from rich.table import Table as RichTable

from reports.comparison import charts as comparison_charts
from reports.comparison import screen as comparison_screen
from reports.comparison import sentences as comparison_sentences
from reports.comparison.results import Comparison
from reports.figures import targets
from reports.page.parts import VERDICTS, Told, checked, described, how_checked, rules, samples
from reports.run import sentences
from reports.run.results import Results
from reports.sweep import aims as sweep_aims
from reports.sweep import charts as sweep_charts
from reports.sweep import screen as sweep_screen
from reports.sweep import sentences as sweep_sentences
from reports.sweep.results import Sweep
from reports.sweep.tables import chart_names
from reports.tournament import charts as tournament_charts
from reports.tournament import screen as tournament_screen
from reports.tournament import sentences as tournament_sentences
from reports.tournament.results import TournamentResults
from reports.writing.chart_frame import without_header
from reports.writing.document import (
    Answer,
    Cell,
    Chart,
    Code,
    Column,
    Document,
    Item,
    Part,
    Section,
    Table,
    Text,
)
from reports.writing.shown_tables import shown


@dataclass(frozen=True)
class Context:
    """What the report of a plan says besides what was found.

    Attributes
    ----------
    looked_at
        The studies that were looked at closely; the first is the one whose rules are shown.
    command
        What plays it again.
    file
        The study file that the command takes.
    source
        What the user asked a report of.
    version
        Fathom's.
    """

    looked_at: Sequence[Told]
    command: str
    file: str
    source: str
    version: str


def report_comparison(comparison: Comparison, context: Context) -> Document:
    """Write the report of a comparison."""
    (label, first), *others = comparison.arms.items()
    told = {pair.b: comparison_sentences.headlines(comparison, pair) for pair in comparison.pairs}
    arms = (
        " and ".join([label, *(name for name, _ in others)])
        if len(others) == 1
        else ", ".join(comparison.arms)
    )
    aims = [
        _aim(judged, f"With {name}: {sentences.target(results, judged)}")
        for name, results in comparison.arms.items()
        for judged in results.judged()
    ]
    played = (
        f"{first.game.title} with {arms}: {first.run.games:,} games of each on the same "
        f"{first.run.tally.deals:,} deals."
    )
    findings = [
        Item(sentence, f"{name}:" if len(told) > 1 else "")
        for name, several in told.items()
        for sentence in several
    ]
    parts = _parts(
        comparison_screen.list_tables(comparison),
        "figure",
        _charts(
            lambda: comparison_charts.draw_charts(comparison),
            comparison_sentences.chart_words(comparison),
            {
                "differences": "What differs",
                "win_rate_by_seat": "Win rate by seat",
                "length": "Length of a game",
            },
        ),
    )
    said = [comparison_sentences.caveat(comparison)]
    said += [
        sentence
        for pair in comparison.pairs
        for sentence in comparison_sentences.left_out(comparison, pair)
    ]
    return _document(
        f"{first.game.title}: {' or '.join(comparison.arms)}?",
        [
            Answer("What was played?", [Item(played), *map(_arm, comparison.arms.items())]),
            Answer("What differs?", findings),
        ],
        aims,
        parts,
        said,
        [sentences.reach(first), *_deals(comparison)],
        rules(first, comparison.arms),
        context,
        {name: results.run.tally.id for name, results in comparison.arms.items()},
    )


def _arm(arm: tuple[str, Results]) -> Item:
    """Say what an arm is."""
    label, results = arm
    study = results.run.study
    changed = f"; rules changed: {', '.join(study.changes)}" if study.changes else ""
    return Item(
        f"{label}: {described(results)}, {study.players} players, "
        f"{sentences.line_up(results)}{changed}."
    )


def report_sweep(sweep: Sweep, context: Context) -> Document:
    """Write the report of a sweep."""
    first, *lines = sweep_screen.headline(sweep)
    # The second line ends in the seconds it took, which are not the study's.
    lines[0] = lines[0].rpartition(",")[0]
    aims = [
        Item(aim.text, aim.badge, VERDICTS[aim.verdict or "undecided"][0])
        for aim in sweep_aims.aims(sweep)
    ]
    findings = [Item(text, main=not place) for place, text in enumerate(_found(sweep))]
    findings += [Item(f"Left out, because it cannot be played: {why}") for _, why in sweep.skipped]
    shown_by_chart = chart_names(sweep.paths, len(sweep.axes))
    titles = {
        name: sweep.figure(paths[0]).title.capitalize()
        for name, paths in shown_by_chart.items()
        if len(paths) == 1
    }
    parts = _parts(
        sweep_screen.list_tables(sweep),
        "value",
        _charts(
            lambda: sweep_charts.draw_charts(sweep), sweep_sentences.chart_words(sweep), titles
        ),
    )
    return _document(
        first,
        [
            Answer("What was played?", [Item(f"{'; '.join(lines)}.")]),
            Answer("What does it do?", findings),
        ],
        aims,
        parts,
        [sweep_screen.note(sweep)],
        [sentences.reach(sweep.base)],
        rules(sweep.base),
        context,
        {sweep.label(point): point.results.run.tally.id for point in sweep.points},
    )


def _found(sweep: Sweep) -> list[str]:
    return [*sweep_sentences.dead_sentences(sweep), *sweep_sentences.sentences(sweep)]


def report_tournament(results: TournamentResults, context: Context) -> Document:
    """Write the report of a tournament."""
    base = context.looked_at[0].results
    study, run = results.study, results.run
    changed = "".join(f", {change}" for change in study.changes)
    what = f"{results.game.title}, {study.variant}{changed}, {study.players} players"
    aims = [
        _aim(judged, tournament_sentences.target(results, judged)) for judged in results.judged()
    ]
    played = (
        f"{len(results.specs)} strategies, each alone among others of each other one and in mixed "
        f"line-ups: {run.games:,} games, {results.cell_games:,} of each cell of the matrix."
    )
    findings = [
        Item(text, main=not place)
        for place, text in enumerate(tournament_sentences.findings(results))
    ]
    parts = _parts(
        tournament_screen.list_tables(results),
        "strategy",
        _charts(
            lambda: tournament_charts.draw_tournament_charts(results),
            tournament_charts.chart_words(results),
            {
                "matrix": "Who beats whom",
                "ranking": "Ranking",
                "equilibrium": "What is left when players take up what wins",
            },
        ),
    )
    said = [
        tournament_sentences.mixed_meaning(results),
        tournament_sentences.elo_meaning(results),
    ]
    sure = f"Every figure comes with a {100 * results.confidence:g} % interval."
    return _document(
        f"Tournament: {what}",
        [Answer("What was played?", [Item(played)]), Answer("Who is best?", findings)],
        aims,
        parts,
        said,
        [sure],
        rules(base),
        context,
        {"all line-ups": run.tally_id},
    )


def _document(
    title: str,
    answers: Sequence[Answer],
    aims: Sequence[Item],
    parts: Sequence[Part],
    said: Sequence[str],
    known: Sequence[str],
    rules: Section,
    context: Context,
    tallies: Mapping[str, str],
) -> Document:
    """Put a report together; `known` is said of how sure all is at the top, `said` only below."""
    sure = [*(Item(text) for text in known), *(how_checked(one) for one in context.looked_at)]
    asked = [Answer("Targets?", aims)] if aims else []
    told = [Text(text) for text in (*known, *said, _CHANCE)]
    return Document(
        title,
        [*answers, *asked, Answer("How sure?", sure)],
        [
            checked(context.looked_at),
            Section("found", "What was found", parts),
            samples(context.looked_at),
            rules,
            Section("how-sure", "How sure are we?", told),
            _repeat(context, tallies),
        ],
        context.version,
    )


def _deals(comparison: Comparison) -> list[str]:
    """Say how many more games are worth it, and what the same deals saved."""
    several = len(comparison.pairs) > 1
    return [
        f"{pair.b}: {sentence}" if several else sentence
        for pair in comparison.pairs
        for say in (comparison_sentences.needed, comparison_sentences.pairing)
        for sentence in say(comparison, pair)
    ]


_CHANCE = (
    "The intervals are about chance only. They do not say whether people play like these "
    "strategies, nor whether rules that are rulings or assumptions are the ones at your table."
)


def _aim(judged: targets.Judged, text: str) -> Item:
    mark, word = VERDICTS[judged.verdict.word]
    return Item(text, word, mark)


def _charts(
    draw: Callable[[], dict[str, Figure]], words: Mapping[str, str], titles: Mapping[str, str]
) -> list[Chart]:
    with without_header():
        figures = draw()
    return [
        Chart(name, titles.get(name, name.replace("_", " ").capitalize()), words[name], figure)
        for name, figure in figures.items()
    ]


def _parts(
    tables: Sequence[tuple[str, RichTable]], first: str, charts: Sequence[Chart]
) -> list[Part]:
    """Return the charts, and then the tables; `first` is what their rows are."""
    blank = (first, "value", "verdict")
    return [*charts, *(part for one in tables for part in shown(*one, blank))]


def _repeat(context: Context, tallies: Mapping[str, str]) -> Section:
    study = context.looked_at[0].results.run.study
    rows = [[Cell(name), Cell(tally, code=True)] for name, tally in tallies.items()]
    columns = [Column("what", False), Column("tally", False)]
    said = (
        f"Made from {context.source} by Fathom {context.version}, seed {study.seed}. Save what "
        "follows as study.toml; the command then plays the same games on any machine with this "
        "version of Fathom and gives the same tallies."
    )
    return Section(
        "repeat",
        "To repeat it",
        [
            Text(said),
            Code(context.command),
            Code(context.file),
            Table("What it must give", columns, rows),
        ],
    )
