"""The tables of a tournament: its matrix, its ranking, and the styles that last.

A mix of styles lasts if no player wins more by changing style; see `reports.tournament.lasting`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from operator import attrgetter
from typing import Any

from reports.analysis.contest import SIDES
from reports.analysis.contest_results import unfinished_games
from reports.figures.figure import SHARE
from reports.figures.statistics import half_width
from reports.run.tables import STRATEGY
from reports.tournament.mixed import RankedStrategy
from reports.tournament.results import TournamentResults
from reports.tournament.sentences import write_rank, write_share
from reports.writing import document, wording
from reports.writing.columns import Column, document_table
from reports.writing.document import Cell, Table


def _show_rank(ranked: RankedStrategy) -> Cell:
    """Return the cell with the rank of a strategy."""
    return Cell(write_rank(ranked), ranked.rank)


def _show_wins(ranked: RankedStrategy) -> Cell:
    """Return the cell with the win rate of a strategy and its interval."""
    win_rate = ranked.win_rate
    short = f"{wording.with_half(win_rate, SHARE)}%"
    return Cell(wording.share_of(win_rate), win_rate.value, short)


def _show_elo(ranked: RankedStrategy) -> Cell:
    """Return the cell with the Elo of a strategy and its interval."""
    return Cell(wording.elo(ranked.elo), ranked.elo.value)


#: The columns of the ranking. Each row is a `RankedStrategy`.
RANKING_COLUMNS = (
    replace(STRATEGY, of=attrgetter("spec")),
    Column("tier", "the intended strength of the strategy"),
    Column("rank", "its rank by win_rate, from 1", heading="rank", display=_show_rank),
    Column("best_rank", "1 + the number of strategies that are clearly better"),
    Column("worst_rank", "the number of strategies minus those that are clearly worse"),
    Column(
        "games",
        "games of mixed line-ups, counted once for each seat that the strategy has",
        lambda ranked: ranked.win_rate.n,
    ),
    Column(
        "win_rate",
        "share of these games that the strategy wins from the seat for which they are counted",
        interval=True,
        heading="wins",
        display=_show_wins,
    ),
    Column(
        "elo",
        "strength in Elo (model of Bradley and Terry); a strategy with 1500 would win half of its "
        "games against all others; the interval is empty if the strategy won no game or lost none",
        interval=True,
        heading="Elo",
        display=_show_elo,
    ),
)

#: The columns of the matrix. The rows come from `matrix_rows`.
MATRIX_COLUMNS = (
    Column("strategy", "the strategy in one seat of each game"),
    Column("others", "the strategy in all other seats"),
    Column(
        "win_rate",
        "share of the games that the strategy wins; a win shared by k players counts 1/k; at a "
        "table of itself, which is not played, it is the fair share",
        interval=True,
    ),
    Column("games", "games played"),
    Column(
        "p_value",
        "probability of a distance from the fair share at least this large by chance alone",
    ),
    Column("p_holm", "p_value corrected for all cells of the matrix (Holm), and all interim looks"),
    Column("verdict", "above or below the fair share if that is clear, else not told"),
    Column("unfinished", "games that were stopped at the maximum number of turns, undecided"),
    Column(
        "settled",
        "with --until-decided: clear (the distance from the fair share), practically the same (as "
        "the fair share) or open",
    ),
)


def matrix_rows(results: TournamentResults) -> list[dict[str, Any]]:
    """Return a row (a dictionary by column) for each cell of the matrix and of its diagonal.

    Raises
    ------
    UsageError
        If a target of a race is invalid.
    KeyError
        If a target of a race has an unknown figure.
    """
    matrix = results.matrix
    states = results.race.cells if results.design.races else {}
    rows = []
    strategies = range(len(results.specs))
    for first, second in product(strategies, strategies):
        cell = (first, second)
        row: dict[str, Any] = {
            "strategy": results.specs[first],
            "others": results.specs[second],
            "win_rate": matrix.rates[first][second],
            "settled": states.get(cell),
        }
        if first != second:
            compared = matrix.against_fair[cell]
            lineup_run = matrix.runs[cell]
            row |= {
                "p_value": compared.p_value,
                "p_holm": compared.p_holm,
                "games": lineup_run.games,
                "verdict": compared.word,
                "unfinished": unfinished_games(lineup_run),
            }
        rows.append(row)
    return rows


def matrix_table(results: TournamentResults) -> Table:
    """Return the matrix as a table for documents, the best strategies first."""
    order = results.mixed.order
    specs = results.specs
    headings = [document.Heading("strategy", numeric=False)]
    rows = []
    for rank, number in enumerate(order, 1):
        headings.append(document.Heading(specs[number], short=str(rank)))
        first = Cell(specs[number], rank, f"{rank} {specs[number]}", code=True)
        rows.append([first, *(_matrix_cell(results, number, column) for column in order)])
    caption = (
        "Win rate in % of the row's strategy at a table of the column's; fair is "
        f"{wording.percent(results.fair_share)}"
    )
    return Table(caption, headings, rows)


def _matrix_cell(results: TournamentResults, row: int, column: int) -> Cell:
    """Return the cell of the matrix for two strategies, by their numbers."""
    win_rate = results.matrix.rates[row][column]
    if row == column:
        return Cell("\N{MIDDLE DOT}", win_rate.value)
    sign, tone = SIDES[results.matrix.against_fair[row, column].word]
    text = f"{wording.with_half(win_rate, SHARE)} {sign}"
    short = f"{wording.number(win_rate.value, half_width(win_rate), SHARE)} {sign}"
    return Cell(text, win_rate.value, short, tone=tone)


def _show_lasting_share(row: dict[str, Any]) -> Cell:
    """Return the cell with the possible shares of a strategy in a mix of strategies that lasts."""
    return Cell(row["share"], row["most"])


def _show_alone(row: dict[str, Any]) -> str:
    """Return "yes" if the strategy of a row can last alone, else "no"."""
    return "yes" if row["alone"] else "no"


#: The columns of the table of styles that last. The rows come from `lasting_rows`.
LASTING_COLUMNS = (
    STRATEGY,
    Column(
        "least",
        "the smallest possible share of players who use the strategy in a mix that lasts",
        heading="share of the players",
        display=_show_lasting_share,
    ),
    Column("most", "the largest possible share of players who use it in a mix that lasts"),
    Column(
        "alone",
        "true if it lasts when all play it: any other strategy clearly wins less among them",
        heading="lasts where all play it",
        display=_show_alone,
        numeric=False,
    ),
)


def lasting_rows(results: TournamentResults) -> list[dict[str, Any]]:
    """Return one row per strategy, as a dictionary by column, with its shares in lasting mixes."""
    lasting = results.lasting
    rows = []
    for style, spec in enumerate(results.specs):
        share = "does not last"
        if style in lasting.possible:
            share = write_share(lasting, style)
        rows.append(
            {
                "strategy": spec,
                "least": float(lasting.least[style]),
                "most": float(lasting.most[style]),
                "alone": style in lasting.alone,
                "share": share,
            }
        )
    return rows


def lasting_table(results: TournamentResults) -> Table:
    """Return the styles as a table for documents; styles that may last come first."""
    rows = lasting_rows(results)
    possible = results.lasting.possible
    order = [*possible, *(style for style in range(len(rows)) if style not in possible)]
    return document_table(
        "Styles in a mix that lasts", LASTING_COLUMNS, [rows[style] for style in order]
    )
