"""The workbook of a pack: a summary in words, charts that Excel draws, and all tables."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.pack.contents import BULLET, PackContents
from reports.run import fairness
from reports.run.distributions import find_bins
from reports.run.results import RunResults
from reports.writing.document import Table
from reports.writing.table_files import (
    PERCENT,
    add_sheet,
    as_text,
    bold_font,
    new_workbook,
    save_workbook,
)
from simulate.errors import printable_text

if TYPE_CHECKING:
    import pandas as pd
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

SUMMARY, CHARTS = "Summary", "Charts"
#: The widths of the columns of the summary, in characters: questions, sentences, further cells.
_QUESTION_WIDTH, _SENTENCE_WIDTH, _CELL_WIDTH = 24, 90, 16
#: The height of a line of text in points.
_LINE_HEIGHT = 15.0
#: The colours of columns and of the line at the fair share.
_COLUMN_COLOURS = ("0B62A8", "85AED3", "5D6672", "E6B566", "00706A", "B0B6BF", "A83C14", "D3E2EF")
_LINE_COLOUR = "1B1D21"
#: The width of the line at the fair share in EMU (12,700 EMU are a point).
_LINE_WIDTH = 19_050
#: The largest number of versions in a chart.
_MOST_VERSIONS = 8
#: The largest number of bars in the chart of lengths.
_MOST_BARS = 40
#: The size of a chart in centimetres.
_CHART_WIDTH, _CHART_HEIGHT = 18.0, 9.0
#: The number of rows that a chart covers.
_CHART_ROWS = 20
#: The names of columns with shares (from 0 to 1) or differences of shares.
_SHARES = frozenset(
    (
        *("win_rate", "joint_win_rate", "fair_share", "fair", "share", "share_up_to", "wins"),
        *("from_fair", "advantage", "cost", "unfinished", "comebacks", "close_games", "chance"),
        *("forced", "out", "least", "most", "drawn", "opening", "played", "won_with", "used"),
        *("by_winners", "coin_share", "decided_share", "posterior"),
    )
)
#: The columns in tables of figures that do not hold values of figures.
_NO_FIGURES = frozenset(("n", "p_value", "pairing_gain", "sd", "games"))


def write_summary_workbook(
    contents: PackContents,
    tables: Mapping[str, pd.DataFrame],
    runs: Mapping[str, RunResults],
    path: Path,
) -> None:
    """Write a workbook with a summary, charts and tables. Equal contents give equal bytes.

    Parameters
    ----------
    contents
        The sentences of the summary.
    tables
        The tables, by the name of their sheet.
    runs
        The results of each version by its label, for the charts. If it is empty, the chart shows
        the win rates in a table.
    path
        The file, which is replaced if it exists.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    book = new_workbook()
    _fill_summary(book.create_sheet(SUMMARY), contents)
    charts = book.create_sheet(CHARTS)
    shares = {
        figure_path
        for results in runs.values()
        for figure_path, figure in results.figures.items()
        if figure.unit.share
    }
    for name, table in tables.items():
        add_sheet(book, name, table, _ShareFinder(table, shares))
    if runs:
        _ChartSheet(charts).fill(runs)
    else:
        _draw_ranking(book, charts, tables)
    if not charts._charts:
        book.remove(charts)
    save_workbook(book, path)


class _ShareFinder:
    """A function that returns True for those cells of a table that hold shares (from 0 to 1).

    Parameters
    ----------
    table
        The table.
    figures
        The paths of figures that are shares.
    """

    def __init__(self, table: pd.DataFrame, figures: set[str]) -> None:
        self._columns = set(_share_columns(table))
        self._rows: set[int] = set()
        if "figure" in table.columns:
            self._rows = {
                row
                for row, path in enumerate(table["figure"])
                if path in figures or str(path).endswith("win_rate")
            }

    def __call__(self, row: int, column: str) -> bool:
        """Return True if the number in a row and a column is a share."""
        return column in self._columns or (row in self._rows and column not in _NO_FIGURES)


def _share_columns(table: pd.DataFrame) -> Iterator[str]:
    """Yield the names of the columns with shares, or with the bounds of intervals of shares."""
    value = ""
    for name in map(str, table.columns):
        # The bounds of an interval follow the column with its value.
        if not name.endswith(("ci_low", "ci_high")):
            value = name
        if value in _SHARES and _holds_shares(table[value]):
            yield name


def _holds_shares(column: pd.Series) -> bool:
    """Return True if all numbers of a column are between -1 and 1."""
    numbers = [value for value in column if isinstance(value, float) and math.isfinite(value)]
    return bool(numbers) and max(map(abs, numbers)) <= 1


def _fill_summary(sheet: Worksheet, contents: PackContents) -> None:
    """Write the sentences and the tables of the first page into a sheet."""
    from openpyxl.utils import get_column_letter

    rows = list(_summary_rows(contents))
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            if value != "":
                _write(sheet, number, column, value, is_bold=column == 1 or number == 1)
        # Not every program makes rows as high as their broken texts.
        lines = len(textwrap.wrap(row[1], _SENTENCE_WIDTH)) if len(row) > 1 else 1
        sheet.row_dimensions[number].height = _LINE_HEIGHT * max(1, lines)
    sheet.freeze_panes = "A2"
    for cell in sheet[1]:
        cell.font = bold_font()
    sheet.column_dimensions["A"].width = _QUESTION_WIDTH
    sheet.column_dimensions["B"].width = _SENTENCE_WIDTH
    for column in range(3, max(map(len, rows)) + 1):
        sheet.column_dimensions[get_column_letter(column)].width = _CELL_WIDTH


def _write(sheet: Worksheet, row: int, column: int, value: Any, *, is_bold: bool) -> None:
    """Write a value into a cell. Texts are broken into lines."""
    from openpyxl.styles import Alignment

    cell = sheet.cell(row, column)
    cell.value = printable_text(value)
    as_text(cell)
    cell.alignment = Alignment(wrap_text=column <= 2, vertical="top")
    if is_bold:
        cell.font = bold_font()


def _summary_rows(contents: PackContents) -> Iterator[list[str]]:
    """Yield the rows of the summary: a question, then its sentences and tables."""
    yield ["Question", "Answer"]
    yield ["Game", contents.title]
    for text in contents.preface:
        yield ["", text]
    for number, text in enumerate(contents.played):
        yield ["Played" if number == 0 else "", text]
    for answer in contents.answers:
        for number, sentence in enumerate(answer.sentences):
            yield [answer.label if number == 0 else "", sentence]
        for table in answer.tables:
            yield from _table_rows(table)
    for label, lines in (("Rules", contents.rules), ("How sure?", contents.trust)):
        for number, line in enumerate(lines):
            yield [label if number == 0 else "", line.replace(BULLET, "  \N{BULLET} ")]
        if label == "Rules" and contents.different_rules:
            yield [contents.different_rules.caption]
            yield from _table_rows(contents.different_rules)


def _table_rows(table: Table) -> Iterator[list[str]]:
    """Yield the rows of a table as text, headings first, with an empty first column."""
    undrawn = table.undrawn()
    if table.has_headings:
        yield ["", *(column.title for column in undrawn.columns)]
    for row in undrawn.rows:
        yield ["", *(cell.text for cell in row)]


class _ChartSheet:
    """A sheet with small tables at the left, each with its chart beside it."""

    def __init__(self, sheet: Worksheet) -> None:
        self._sheet = sheet
        #: The row in which the next table begins.
        self._row = 1

    def fill(self, runs: Mapping[str, RunResults]) -> None:
        """Write the tables and charts of wins and lengths for at most `_MOST_VERSIONS` runs."""
        shown = dict(list(runs.items())[:_MOST_VERSIONS])
        rivals = {
            label: results
            for label, results in shown.items()
            if results.contest != "together" and not fairness.explain_missing_verdict(results)
        }
        if len(shown) < len(runs):
            note = f"The charts show the first {len(shown)} of {len(runs)} versions."
            self._sheet.cell(self._row, 1, note)
            self._row += 2
        if rivals:
            self._add_wins(rivals)
        lengths = {
            label: results
            for label, results in shown.items()
            if len(results.minutes().histogram.counts) > 1
        }
        if lengths:
            self._add_lengths(lengths)
        self._sheet.column_dimensions["A"].width = 18
        for letter in "BCDEFGHIJ":
            self._sheet.column_dimensions[letter].width = 14

    def _add_wins(self, runs: Mapping[str, RunResults]) -> None:
        """Add the win rate of each seat in each version, with the fair share as a line."""
        from openpyxl.chart import LineChart, Reference

        rates = {label: results.joint_win_rates() for label, results in runs.items()}
        names = list(dict.fromkeys(name for version in rates.values() for name in version))
        headings = ["", *(f"wins {label}".strip() for label in runs), "fair share"]
        first = next(iter(runs.values()))
        is_comparable = len({results.players for results in runs.values()}) == 1
        if not is_comparable:
            headings.pop()
        rows: list[list[Any]] = []
        for name in names:
            row: list[Any] = [name]
            row += [version[name].value if name in version else None for version in rates.values()]
            if is_comparable:
                row.append(first.decided_fair_share)
            rows.append(row)
        top = self._add_table(headings, rows)
        chart = _bar_chart("Who wins, by seat?", "win rate")
        self._refer(chart, top, len(rows), range(2, 2 + len(runs)))
        if is_comparable:
            line = LineChart()
            column = 2 + len(runs)
            data = Reference(self._sheet, min_col=column, min_row=top, max_row=top + len(rows))
            line.add_data(data, titles_from_data=True)
            line.series[0].graphicalProperties.line.solidFill = _LINE_COLOUR
            line.series[0].graphicalProperties.line.width = _LINE_WIDTH
            chart += line
        self._place(chart, top, len(rows), len(headings))

    def _add_lengths(self, runs: Mapping[str, RunResults]) -> None:
        """Add the share of games by minutes in each version."""
        lengths = {label: list(_length_shares(results)) for label, results in runs.items()}
        for label, bars in lengths.items():
            rows: list[list[Any]] = [[minutes, share] for minutes, share in bars]
            top = self._add_table(["minutes from", f"games {label}".strip()], rows)
            title = f"How long is a game? {label}".strip()
            chart = _bar_chart(title, "share of games")
            chart.x_axis.title = "minutes"
            chart.gapWidth = 10
            chart.legend = None
            self._refer(chart, top, len(rows), range(2, 3))
            self._place(chart, top, len(rows), 2)

    def _add_table(self, headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> int:
        """Write a table with shares, and return the row of its headings."""
        top = self._row
        for column, heading in enumerate(headings, 1):
            cell = self._sheet.cell(top, column, printable_text(heading))
            as_text(cell)
            cell.font = bold_font()
        for number, row in enumerate(rows, top + 1):
            for column, value in enumerate(row, 1):
                cell = self._sheet.cell(number, column, value)
                if isinstance(value, str):
                    as_text(cell)
                elif column > 1:
                    cell.number_format = PERCENT
        return top

    def _refer(self, chart: Any, top: int, rows: int, columns: range) -> None:
        """Make a chart show columns of the table whose headings are in row `top`."""
        from openpyxl.chart import Reference

        data = Reference(
            self._sheet,
            min_col=columns.start,
            max_col=columns.stop - 1,
            min_row=top,
            max_row=top + rows,
        )
        chart.add_data(data, titles_from_data=True)
        labels = Reference(self._sheet, min_col=1, min_row=top + 1, max_row=top + rows)
        chart.set_categories(labels)
        for series, colour in zip(chart.series, _COLUMN_COLOURS, strict=False):
            series.graphicalProperties.solidFill = colour

    def _place(self, chart: Any, top: int, rows: int, columns: int) -> None:
        """Put a chart beside its table, which has some columns, and move on below both."""
        from openpyxl.utils import get_column_letter

        self._sheet.add_chart(chart, f"{get_column_letter(columns + 2)}{top}")
        self._row = top + max(rows + 3, _CHART_ROWS)


def _bar_chart(title: str, axis: str) -> Any:
    """Return an empty chart of vertical bars on an axis of percentages from 0."""
    from openpyxl.chart import BarChart
    from openpyxl.chart.shapes import GraphicalProperties
    from openpyxl.drawing.line import LineProperties

    chart = BarChart()
    chart.type = "col"
    chart.title = title
    chart.y_axis.title = axis
    chart.y_axis.number_format = "0%"
    chart.y_axis.scaling.min = 0
    chart.y_axis.majorGridlines.spPr = GraphicalProperties(ln=LineProperties(solidFill="DEDBD5"))
    if chart.legend:
        chart.legend.position = "b"
    # Otherwise new versions of Excel leave out the axes.
    chart.x_axis.delete = False
    chart.y_axis.delete = False
    chart.width = _CHART_WIDTH
    chart.height = _CHART_HEIGHT
    return chart


def _length_shares(results: RunResults) -> Iterator[tuple[float, float]]:
    """Yield the lower bound in minutes and the share of games of each bar."""
    import numpy as np

    histogram = results.minutes().histogram
    bins = find_bins(histogram)
    width = bins.step * math.ceil(len(bins) / _MOST_BARS)
    bins = range(bins.start, bins.stop + width - 1, width)
    edges = [*bins, bins[-1] + width]
    games, _ = np.histogram(histogram.values, np.array(edges) - 0.5, weights=histogram.counts)
    for begin, count in zip(bins, games, strict=True):
        yield begin * results.seconds_per_turn / 60, float(count) / int(histogram.counts.sum())


def _draw_ranking(book: Workbook, charts: Worksheet, tables: Mapping[str, pd.DataFrame]) -> None:
    """Draw a chart of the first table with win rates; its first column labels the bars."""
    from openpyxl.chart import Reference

    for name, table in tables.items():
        names = list(map(str, table.columns))
        if "win_rate" not in names or len(table) < 2 or not _holds_shares(table["win_rate"]):
            continue
        sheet = book.worksheets[list(tables).index(name) + 2]
        column = names.index("win_rate") + 1
        label = next((place for place, title in enumerate(names, 1) if title == "strategy"), 1)
        chart = _bar_chart(f"Win rates: {name}", "win rate")
        data = Reference(sheet, min_col=column, min_row=1, max_row=len(table) + 1)
        chart.add_data(data, titles_from_data=True)
        chart.set_categories(Reference(sheet, min_col=label, min_row=2, max_row=len(table) + 1))
        charts.add_chart(chart, "A1")
        return
