"""Tables on a canvas: texts in columns, and intervals as bands beside the line of the aim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.figures.statistics import Estimate
from reports.pack import canvas as paint
from reports.pack.canvas import Align, Canvas
from reports.writing.document import Cell, Scale, Table

#: The distance between two columns, as a multiple of the font size.
_GAP = 1.2
#: The smallest and the largest width of a column of intervals, as multiples of the font size.
_DRAWN, _WIDEST_DRAWN = 6.5, 24.0
#: The height of a row, as a multiple of the font size.
_ROW = 1.75
#: Texts are reduced to at least this share of their size before they are broken into lines.
_SMALLEST = 0.75
#: The factor of each step by which texts are reduced.
_STEP = 0.95


def natural_width(table: Table, size: float) -> float:
    """Return the width in points of a table with all columns, if no text is broken."""
    return sum(_widths(table, size)) + _GAP * size * (len(table.columns) - 1)


def _widths(table: Table, size: float) -> list[float]:
    """Return the width of each column in points."""
    widths = []
    for place, column in enumerate(table.columns):
        if column.scale:
            widths.append(_DRAWN * size)
            continue
        widest = paint.text_width(column.title, size) if table.has_headings else 0.0
        for row in table.rows:
            cell = row[place]
            is_bold = cell.strong or bool(cell.tone)
            widest = max(widest, paint.text_width(cell.text, size, bold=is_bold))
            if cell.below:
                widest = max(widest, paint.text_width(cell.below, 0.9 * size))
        widths.append(widest)
    return widths


def fit(table: Table, width: float, size: float) -> tuple[Table, float]:
    """Return a table with as many columns as fit, and the size of its texts.

    Spare columns are left out first. Then texts are reduced, but not below `_SMALLEST` of `size`.
    """
    candidates = [table, *_without_spare(table)]
    for candidate in candidates:
        if natural_width(candidate, size) <= width:
            return candidate, size
    table = candidates[-1]
    smaller = size
    while smaller > _SMALLEST * size and natural_width(table, smaller) > width:
        smaller *= _STEP
    return table, smaller


def _without_spare(table: Table) -> Iterator[Table]:
    """Yield the table without its last spare column, then without its last two, and so on."""
    places = list(range(len(table.columns)))
    for place in reversed(range(len(table.columns))):
        if table.columns[place].spare:
            places.remove(place)
            yield table.with_columns(places)


def table_height(table: Table, size: float) -> float:
    """Return the height in points of a table that has no intervals and no broken texts."""
    lines = [sum(1 for cell in row if cell.below) > 0 for row in table.rows]
    headings = paint.LEADING * size if table.has_headings else 0.0
    return headings + sum(_ROW * size + has_below * paint.LEADING * size for has_below in lines)


def _split(table: Table, width: float, size: float) -> Iterator[Table]:
    """Split a table into several that are at most `width` wide, each with the first column."""
    places = [0]
    for place in range(1, len(table.columns)):
        is_wide = natural_width(table.with_columns([*places, place]), size) > width
        if len(places) > 1 and is_wide:
            yield table.with_columns(places)
            places = [0]
        places.append(place)
    yield table.with_columns(places)


def draw_table(
    canvas: Canvas, table: Table, x: float, y: float, width: float, size: float
) -> float:
    """Draw a table below `y`, and return the y of its lower edge.

    Parameters
    ----------
    canvas
        The canvas.
    table
        The table.
    x, y
        The left and the upper edge.
    width
        The largest width. A table that does not fit loses its spare columns, and its texts become
        smaller (see `fit`). If it still does not fit, it is split into several, each with its first
        column. If two columns do not fit, the texts of the first are broken into lines, and the
        texts of the second are cut.
    size
        The size of the texts in points.
    """
    table, size = fit(table, width, size)
    parts = [table]
    if natural_width(table, size) > width and len(table.columns) > 2:
        parts = list(_split(table, width, size))
    for part in parts:
        y = _draw_part(canvas, part, x, y, width, size)
    return y


def _draw_part(
    canvas: Canvas, table: Table, x: float, y: float, width: float, size: float
) -> float:
    """Draw a table of at most `width`, and return the y of its lower edge (see `draw_table`)."""
    widths = _widths(table, size)
    gaps = _GAP * size * (len(widths) - 1)
    excess = sum(widths) + gaps - width
    if excess > 0:
        widths[0] = max(width / 3, widths[0] - excess)
        widths[1:] = [min(room, width - widths[0] - gaps) for room in widths[1:]]
    drawn = [place for place, column in enumerate(table.columns) if column.scale]
    if drawn and excess < 0:  # Intervals use the room that is left.
        widths[drawn[0]] = min(widths[drawn[0]] - excess, _WIDEST_DRAWN * size)
    lefts = [x + sum(widths[:place]) + _GAP * size * place for place in range(len(widths))]
    spans = list(zip(lefts, widths, strict=True))
    y = _draw_headings(canvas, table, spans, y, size)
    top = y
    for row in table.rows:
        y = _draw_row(canvas, table, row, spans, y, size)
    for place in drawn:
        scale = table.columns[place].scale
        assert scale, "only columns with a scale are drawn"
        y = _draw_scale(canvas, scale, spans[place], (top, y), size)
    return y


def _draw_headings(
    canvas: Canvas, table: Table, spans: Sequence[tuple[float, float]], y: float, size: float
) -> float:
    """Write the headings and the labels above intervals; return the y of their lower edge."""
    labels = []
    for column in table.columns:
        if column.scale:
            labels.append(_label_of(column.scale))
        else:
            labels.append(column.title if table.has_headings else "")
    if not any(labels):
        return y
    for column, label, (left, room) in zip(table.columns, labels, spans, strict=True):
        if column.scale:
            middle = left + room * column.scale.place(column.scale.aim)
            half = paint.text_width(label, size) / 2
            middle = min(max(middle, left + half), left + room - half)
            canvas.line_of_text(middle, y, label, size, paint.SOFT, align="center")
        else:
            _write_cell(canvas, label, (left, room), y, size, paint.FAINT, is_right=column.numeric)
    return y + paint.LEADING * size


def _label_of(scale: Scale) -> str:
    """Return the label of the line at a scale's aim, as in "25 is fair" or "no difference"."""
    return f"{100 * scale.aim:.3g} is fair" if scale.aim else "no difference"


def _write_cell(
    canvas: Canvas,
    text: str,
    span: tuple[float, float],
    y: float,
    size: float,
    colour: str,
    *,
    bold: bool = False,
    is_right: bool = False,
) -> None:
    left, width = span
    [text, *_] = paint.shorten(text, width + 0.5, size, 1, bold=bold)
    align: Align = "right" if is_right else "left"
    place = left + width if is_right else left
    canvas.line_of_text(place, y, text, size, colour, bold=bold, align=align)


def _draw_row(
    canvas: Canvas,
    table: Table,
    row: Sequence[Cell],
    spans: Sequence[tuple[float, float]],
    y: float,
    size: float,
) -> float:
    """Draw a row, and return the y of its lower edge."""
    first, room = row[0], spans[0][1] + 0.5
    lines = paint.wrap(first.text, room, size) if first.text else [""]
    height = max(_ROW * size, paint.LEADING * size * len(lines) + 0.3 * size)
    below = [cell.below for cell in row if cell.below]
    if below:
        height += 0.9 * paint.LEADING * size
    text_top = y + (_ROW - paint.LEADING) * size / 2
    for place, (cell, column, span) in enumerate(zip(row, table.columns, spans, strict=True)):
        if column.scale and cell.span:
            _draw_interval(canvas, cell.span, column.scale, span, y + _ROW * size / 2, size)
            continue
        is_bold = cell.strong or bool(cell.tone)
        colour = paint.INK if is_bold or not place else paint.SOFT
        texts = lines if place == 0 else [cell.text]
        for number, text in enumerate(texts):
            line_top = text_top + number * paint.LEADING * size
            _write_cell(
                canvas, text, span, line_top, size, colour, bold=is_bold, is_right=column.numeric
            )
        if cell.below:
            line_top = text_top + len(texts) * paint.LEADING * size
            _write_cell(
                canvas, cell.below, span, line_top, 0.9 * size, paint.FAINT, is_right=column.numeric
            )
    return y + height


def _draw_interval(
    canvas: Canvas,
    rate: Estimate,
    scale: Scale,
    span: tuple[float, float],
    middle: float,
    size: float,
) -> None:
    """Draw an interval as a pale band and its value as a dot; `middle` is the y of both."""
    left, width = span
    low, value, high = (
        left + width * scale.place(end) for end in (rate.low, rate.value, rate.high)
    )
    canvas.band(low, middle, max(high - low, 0.1), 0.95 * size, paint.PALE)
    canvas.dot(value, middle, 0.34 * size, "white", outline=paint.DATA)


def _draw_scale(
    canvas: Canvas,
    scale: Scale,
    span: tuple[float, float],
    rows: tuple[float, float],
    size: float,
) -> float:
    """Draw the line at the aim and the labels of the ends; return the y of their lower edge.

    `rows` are the upper and the lower edge of all rows.
    """
    left, width = span
    top, bottom = rows
    aim = left + width * scale.place(scale.aim)
    canvas.line((aim, top), (aim, bottom), paint.INK, 1.0)
    canvas.line((left, bottom), (left + width, bottom), paint.HAIRLINE, 0.8)
    small = 0.95 * size
    canvas.line_of_text(left, bottom + 0.1 * size, scale.low_text, small, paint.FAINT)
    canvas.line_of_text(
        left + width, bottom + 0.1 * size, scale.high_text, small, paint.FAINT, align="right"
    )
    return bottom + 0.1 * size + paint.LEADING * small
