"""The tables of a playtest: logged figures, kinds of players, and estimates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.figures.figure import PLAIN, SHARE, TURNS, WIN_RATE
from reports.playtest.agreements import MOST_WINS, TOGETHER, Agreement
from reports.playtest.results import PlaytestResults
from reports.playtest.sentences import figure_title, write_probability, write_usual_range
from reports.writing import wording
from reports.writing.columns import Column, document_table
from reports.writing.document import Cell, Table
from reports.writing.wording import capital


def _show_logged(agreement: Agreement) -> Cell:
    """Return a cell with a logged figure and its usual range. Win rates are in percent."""
    unit = SHARE if agreement.figure.endswith(WIN_RATE) else PLAIN
    logged = wording.value(agreement.logged, unit)
    return Cell(f"{logged} ({write_usual_range(agreement)})", agreement.logged.value)


#: The columns of the table of logged figures, whose rows are `Agreement`.
FIGURES = (
    Column(
        "figure",
        "path of the figure",
        heading="figure",
        display=lambda agreement: capital(figure_title(agreement)),
        numeric=False,
    ),
    Column(
        "games",
        "number of logged games that show the figure",
        lambda agreement: agreement.logged.n,
        heading="games",
    ),
    Column(
        "logged",
        "mean in these games; the interval is the range of usual values, corrected for the number "
        "of figures",
        interval=True,
        heading="yours (usual)",
        display=_show_logged,
    ),
    Column("p", "p-value, without correction for the number of figures"),
    Column("verdict", "usual, unusual or not explained", heading="verdict", numeric=False),
)
#: The columns of the table of kinds of players, whose rows come from `level_rows`.
LEVELS = (
    Column(
        "level",
        "strategy in all seats, or two strategies in alternate seats",
        heading="the seats play",
        numeric=False,
    ),
    Column(
        "posterior",
        "probability that your players are of this kind",
        heading="likely",
        display=lambda row: write_probability(row["posterior"]),
    ),
    Column("games", "simulated games that were finished"),
    Column("turns", "mean number of turns", heading="turns", interval=True),
    Column("minutes", "mean number of minutes, at your seconds per turn"),
)
#: The columns of the table of estimates, whose rows come from `estimate_rows`.
YOUR_TABLE = (
    Column("figure", "path of the figure"),
    Column("value", "estimate of the figure at a table like yours", interval=True),
)
#: One entry that describes all columns of the log, because their names depend on the log.
LOG = (Column("COLUMN", "the log as it was read, with seats in place of names"),)


def make_figures_table(results: PlaytestResults) -> Table:
    """Return the table of logged figures, without figures that the sentences already state."""
    in_sentences = [TOGETHER, MOST_WINS]
    if results.contest != "together":
        in_sentences += results.win_paths
    agreements = [
        agreement for agreement in results.agreements if agreement.figure not in in_sentences
    ]
    caption = "Your games compared with simulated games"
    return document_table(caption, FIGURES, agreements, is_explained=True)


def make_levels_table(results: PlaytestResults) -> Table:
    """Return the table of the kinds of players: all single strategies, and the likely pairs."""
    rows = level_rows(results, results.posterior.shown)
    return document_table("Playing styles compared with your games", LEVELS, rows)


def level_rows(results: PlaytestResults, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return a row of `LEVELS` for each of the named kinds of players.

    A row has the values by the names of the columns; `turns` is an `Estimate`.
    """
    rows = []
    for name in names:
        turns = results.kinds[name].estimate(TURNS)
        rows.append(
            {
                "level": name,
                "posterior": results.posterior.probabilities[name],
                "games": len(results.simulated[name][TURNS]),
                "turns": turns,
                "minutes": turns.value * results.seconds.value / 60,
            }
        )
    return rows


def estimate_rows(results: PlaytestResults) -> list[dict[str, Any]]:
    """Return a row of `YOUR_TABLE` for each main figure: its path and its `Estimate`."""
    return [{"figure": path, "value": estimate} for path, estimate in results.estimates.items()]
