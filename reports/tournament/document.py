"""What a tournament found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Iterator

from reports.figures.figure import SHARE
from reports.figures.targets import Judged
from reports.run.document import target_item, title
from reports.tournament import catalogue, race
from reports.tournament.beating import games_a_cell
from reports.tournament.dueling import halves
from reports.tournament.question import Question, undecided
from reports.tournament.results import TournamentResults
from reports.tournament.tables import asked
from reports.writing import numbers
from reports.writing.chart_frame import make_chart
from reports.writing.document import Answer, Chart, Findings, Item, Part, Section, Text
from reports.writing.words import capital, told_rules


def charts_of(results: TournamentResults) -> list[Chart]:
    """Return the charts of a tournament."""
    return [chart for question in asked(results) for chart in _chart(results, question)]


def _chart(results: TournamentResults, question: Question) -> Iterator[Chart]:
    if question.draw:
        first, *more = question.answer(results)
        yield make_chart(
            question.name,
            first.removesuffix("."),
            question.asks(results.players),
            " ".join([*more, f"Its numbers are in the table {question.name}."]),
            question.draw,
            results,
        )


def find(results: TournamentResults) -> Findings:
    """Say what a tournament found."""
    questions = asked(results)
    return Findings(
        f"Tournament of {len(results.specs)} strategies: {title(results.study)}",
        [_played(results)],
        [
            Answer(
                one.asks(results.players),
                [Item(" ".join(one.answer(results)), main=True)],
                _table(results, one) if one.is_first else [],
            )
            for one in questions
        ],
        [target_item(judged, _target(results, judged)) for judged in catalogue.judged(results)],
        [*race.ended(results), *undecided(results), _reach(results)],
        [
            Section(
                one.name,
                one.asks(results.players),
                [*_chart(results, one), *([] if one.is_first else _table(results, one))],
            )
            for one in questions
        ],
        [
            f"Every figure comes with a {numbers.level(results.confidence)}. Four times as many "
            "games make most intervals about half as wide.",
            "All cells of the matrix play the same deals, each deal in every rotation; intervals "
            "are made from the differences between deals, not between games.",
            *race.looked(results),
        ],
    )


def _table(results: TournamentResults, question: Question) -> list[Part]:
    notes = [Text(note, "note") for note in question.notes(results)]
    return [question.table(results), *notes]


def _played(results: TournamentResults) -> str:
    run, study = results.run, results.study
    duels = f", {halves(study.players)}" if results.duels.are_played else ""
    told = (
        f"{len(results.specs)} strategies of {results.game.title} for {study.players} players, "
        f"variant {study.variant}, each alone among others of each other one{duels} and in mixed "
        f"line-ups: {run.games:,} games, {games_a_cell(results)} of each cell of the "
        f"matrix; seed {study.seed}."
    )
    return f"{told} Rules changed: {told_rules(study.changes)}." if study.changes else told


def _reach(results: TournamentResults) -> str:
    """Say to within what the win rates are known."""
    cells = [results.matrix.rates[one][other] for one, other in results.tournament.cells]
    mixed = [ranked.win_rate for ranked in results.mixed.ranking]
    of_cells, of_mixed = (
        numbers.number(half, half, SHARE)
        for half in (max((rate.high - rate.low) / 2 for rate in rates) for rates in (cells, mixed))
    )
    return (
        f"Win rates of the matrix are known to within about {of_cells} percentage points, those "
        f"with mixed line-ups to within about {of_mixed}, at {100 * results.confidence:g} % "
        "confidence."
    )


def _target(results: TournamentResults, judged: Judged) -> str:
    """Say what came of a target, and how many more games would decide it."""
    figure = catalogue.find_figure(results.tournament, judged.target.figure)
    found, verdict = judged.estimate, judged.verdict
    is_elo = figure.what == catalogue.ELO
    known = numbers.elo(found) if is_elo else numbers.known(found, figure.unit)
    told = f"{capital(figure.title)}: {known}; wanted {numbers.wanted(judged.target, figure.unit)}"
    if verdict.word != "undecided":
        return f"{told}."
    if verdict.more_games is None:
        return f"{told}; how many more games would decide it is not known."
    if results.tournament.races:
        more = numbers.about(verdict.more_games)
        return f"{told}; about {more} more games of its line-ups would probably decide it."
    a_cell = verdict.more_games * results.cell_games / results.run.games
    return (
        f"{told}; about {numbers.about(a_cell)} more games in each cell "
        f"({numbers.about(verdict.more_games)} in all) would probably decide it."
    )
