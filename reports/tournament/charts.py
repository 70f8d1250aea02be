"""The charts of a tournament: its ranking with intervals, and its matrix in color."""

from __future__ import annotations

from functools import partial

from reports.analysis.contest import frame
from reports.figures.figure import SHARE
from reports.figures.statistics import half_width
from reports.tournament.results import TournamentResults
from reports.tournament.sentences import (
    describe_ranking_lineups,
    games_per_cell,
    write_rank,
)
from reports.writing import wording
from reports.writing.chart_frame import LINE, ChartFrame, Drawing, text_width, wrap
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels, explain_bands
from reports.writing.plots import Tile, draw_tiles

#: The largest width of a label at the left of the matrix, in inches.
_BESIDE = 2.3
#: The largest width of a label below the matrix, in inches.
_BELOW = 1.7
#: The smallest width of a cell, in inches, with a win rate and half the width of its interval.
_WITH_HALF = 0.5
#: The smallest width of a cell with a win rate alone.
_WITH_FIGURE = 0.38
#: The smallest width of a cell with a win rate in whole percent.
_WITH_WHOLE = 0.23


def draw_ranking(sheet: ChartFrame, results: TournamentResults) -> Drawing:
    """Draw the win rate of each strategy, best first, and a line at the fair share."""
    fair = results.fair_share
    rows = [
        DotRow(
            f"{write_rank(ranked)}  {ranked.spec}",
            ranked.win_rate.scaled(100),
            wording.share_of(ranked.win_rate),
            is_clear=not ranked.win_rate.low <= fair <= ranked.win_rate.high,
        )
        for ranked in results.mixed.ranking
    ]
    games = wording.counted(results.mixed.games, "game")
    notes = [
        f"{explain_bands(results.confidence)} A rank is a range if some "
        "strategies are neither clearly better nor clearly worse."
    ]
    lineups = describe_ranking_lineups(results)
    framed = partial(frame, results, sheet, f"{games}{lineups}", notes=notes)
    axis = f"win rate in %, per {results.seat_word}"
    panel = DotPanel(rows, axis, 100 * fair, f"{100 * fair:.3g}% is fair", floor=0.0)
    return draw_dot_panels(sheet, framed, [panel])


def draw_matrix(sheet: ChartFrame, results: TournamentResults) -> Drawing:
    """Draw a tile for each cell of the matrix, with as much of its win rate as fits."""
    order = results.mixed.order
    specs = [results.specs[number] for number in order]
    size = len(specs)
    # If names are too long for the room below the columns, the columns are numbered instead.
    is_numbered = max(text_width(spec) for spec in specs) > _BELOW
    row_labels, columns = _labels(sheet, specs, is_numbered)
    widest = max(text_width(line) for label in row_labels for line in label.split("\n"))
    cell_width = (sheet.width - 0.7 - widest) / size
    below = max(text_width(column) for column in columns)
    is_turned = below > cell_width - 0.08
    has_halves = cell_width >= _WITH_HALF
    lines = max(label.count("\n") + 1 for label in row_labels)
    height = size * max(0.56 if has_halves else 0.34, 0.12 + lines * LINE)
    height += (below if is_turned else LINE) + 0.55

    games = f"{games_per_cell(results)} games per cell, all on the same deals"
    drawing = frame(results, sheet, games, height, _matrix_notes(results, has_halves))
    tiles = []
    for row in order:
        tiles.append([_tile(results, row, column, cell_width) for column in order])
    rates = [tile.shade for row in tiles for tile in row]
    # Full color begins at least 5 points from the fair share, so that small differences look small.
    fair = results.fair_share
    lowest = min(*rates, fair - 0.05)
    highest = max(*rates, fair + 0.05)
    seat = results.seat_word
    draw_tiles(
        drawing.subplots(),
        tiles,
        (fair, lowest, highest),
        (f"this strategy in one {seat}", row_labels),
        (f"this strategy in all other {seat}s", columns),
        turned=is_turned,
    )
    return drawing


def _labels(sheet: ChartFrame, specs: list[str], is_numbered: bool) -> tuple[list[str], list[str]]:
    """Return the labels of the rows, wrapped to fit beside the chart, and those of the columns.

    `specs` has the names of the strategies. Columns are labelled with numbers if `is_numbered`, and
    else with these names.
    """
    beside = sheet.part(_BESIDE)
    rows = []
    for number, spec in enumerate(specs, 1):
        label = f"{number}  {spec}" if is_numbered else spec
        rows.append("\n".join(wrap(label, beside)))
    if is_numbered:
        return rows, [str(number) for number in range(1, len(specs) + 1)]
    return rows, specs


def _matrix_notes(results: TournamentResults, has_halves: bool) -> list[str]:
    """Return a list with a note on how to read the matrix.

    With `has_halves`, the cells also show half the width of the intervals.
    """
    half = ""
    if has_halves:
        half = f" \N{PLUS-MINUS SIGN} half its {wording.interval_name(results.confidence)}"
    seat = results.seat_word
    return [
        f"Win rate in %{half} of the row's strategy in one {seat}, with the column's strategy in "
        f"all others. Orange: clearly above the fair share, {100 * results.fair_share:.3g}%; blue: "
        "clearly below it; white and in italics: not clear. The best of the ranking comes first.",
    ]


def _tile(results: TournamentResults, row: int, column: int, cell_width: float) -> Tile:
    """Return the tile of a cell of the matrix: its text, its shade, and whether it is clear.

    `row` and `column` are indices of strategies, and `cell_width` is in inches.
    """
    matrix = results.matrix
    is_clear = row != column and matrix.against_fair[row, column].is_clear
    text = _tile_text(results, row, column, cell_width)
    # Cells that are not clear have the shade of the fair share, which is white.
    shade = matrix.rates[row][column].value if is_clear else results.fair_share
    return Tile(text, shade, is_clear)


def _tile_text(results: TournamentResults, row: int, column: int, cell_width: float) -> str:
    """Return the text of a cell of the matrix: the win rate, as precise as the cell has room for.

    From wide to narrow cells it is the win rate with half its interval, the win rate alone, the win
    rate in whole percent, and "". The cell of a strategy against itself has "fair" or "".

    Parameters
    ----------
    results
        The results of the tournament.
    row, column
        The numbers of the two strategies.
    cell_width
        The width of the cell in inches.
    """
    win_rate = results.matrix.rates[row][column]
    if row == column:
        return "fair" if cell_width >= _WITH_HALF else ""
    if cell_width >= _WITH_HALF:
        return wording.with_half(win_rate, SHARE).replace(" ", "\n", 1)
    if cell_width >= _WITH_FIGURE:
        return wording.number(win_rate.value, half_width(win_rate), SHARE)
    if cell_width >= _WITH_WHOLE:
        return f"{100 * win_rate.value:.0f}"
    return ""
