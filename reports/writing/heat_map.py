"""A chart of a figure over two things, each tile coloured by how far it is from what is wanted."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.colors import CenteredNorm
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Rectangle

from reports.writing.chart_frame import DIVERGING, GREY, INK, LINE, PALE, Sheet, wrap

#: Inches: the widest name of a row, the map, and its axis.
_BESIDE, _ACROSS, _AXIS = 1.6, 6.0, 0.75


@dataclass(frozen=True)
class Tile:
    """What stands in a row and a column."""

    text: str
    #: How far above what is wanted it is, or below; NaN where there is no figure.
    shade: float = math.nan
    is_clear: bool = True
    framed: bool = False


def draw_heat_map(
    sheet: Sheet,
    frame: Callable[[float], Drawing],
    tiles: Sequence[Sequence[Tile]],
    down: tuple[str, Sequence[str]],
    across: tuple[str, Sequence[str]],
    least: float,
) -> Drawing:
    """Draw tiles row by row; both axes have a name, and names of their values.

    The distance `least` has full colour where none is larger, so that small ones look small.
    """
    rows = ["\n".join(wrap(name, sheet.part(_BESIDE))) for name in down[1]]
    width = sheet.part(_ACROSS) / len(across[1]) - 0.05
    columns = ["\n".join(wrap(name, width)) for name in across[1]]
    lines = max(tile.text.count("\n") + 1 for row in tiles for tile in row)
    height = max(0.26 + lines * LINE, 0.2 + max(name.count("\n") + 1 for name in rows) * LINE)
    below = max(name.count("\n") for name in columns) * LINE
    drawing = frame(height * len(rows) + _AXIS + below)
    axes = drawing.subplots()
    shades = np.array([[tile.shade for tile in row] for row in tiles], float)
    norm = CenteredNorm(0.0, max(least, float(np.nanmax(np.abs(shades), initial=0.0))))
    axes.pcolormesh(shades, cmap=DIVERGING, norm=norm, edgecolors="white", linewidth=2)
    for y, row in enumerate(tiles):
        for x, tile in enumerate(row):
            corner = (x + 0.01, y + 0.01)
            if math.isnan(tile.shade):
                nothing = Rectangle(corner, 0.98, 0.98, facecolor=PALE, hatch="///", linewidth=0)
                axes.add_patch(nothing)
            if tile.framed:
                box = Rectangle(corner, 0.98, 0.98, fill=False, edgecolor=INK, linewidth=1.6)
                axes.add_patch(box)
            colour, style = (INK, "normal") if tile.is_clear else (GREY, "italic")
            place = (x + 0.5, y + 0.5)
            axes.text(*place, tile.text, ha="center", va="center", color=colour, fontstyle=style)
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns)
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows)
    axes.set_xlabel(across[0])
    axes.set_ylabel(down[0])
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return drawing
