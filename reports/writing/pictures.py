"""Small pictures of characters, for a terminal: an interval beside a line, and a curve."""

from __future__ import annotations

from reports.writing.drawn import Curve, Scale, Span

#: How many characters a picture in a table's cell takes, and the most that a curve does.
WIDTH, WIDEST_CURVE = 21, 60
_LINE = "\N{BOX DRAWINGS LIGHT VERTICAL}"
_REACH = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
_VALUE = "\N{BLACK SQUARE}"
_EIGHTHS = (
    "\N{LOWER ONE EIGHTH BLOCK}\N{LOWER ONE QUARTER BLOCK}\N{LOWER THREE EIGHTHS BLOCK}"
    "\N{LOWER HALF BLOCK}\N{LOWER FIVE EIGHTHS BLOCK}\N{LOWER THREE QUARTERS BLOCK}"
    "\N{LOWER SEVEN EIGHTHS BLOCK}\N{FULL BLOCK}"
)
#: All characters that pictures are made of.
CHARACTERS = _LINE + _REACH + _VALUE + _EIGHTHS


def draw_span(span: Span, scale: Scale) -> str:
    """Draw an interval as a line with its value on it, and what it is compared with."""
    at = [round(scale.place(one) * (WIDTH - 1)) for one in (span.low, span.value, span.high)]
    drawn = [" "] * WIDTH
    drawn[round(scale.place(scale.aim) * (WIDTH - 1))] = _LINE
    drawn[at[0] : at[2] + 1] = _REACH * (at[2] + 1 - at[0])
    drawn[at[1]] = _VALUE
    return "".join(drawn)


def label_of(scale: Scale) -> str:
    """Write the ends of a scale over its pictures."""
    room = WIDTH - len(scale.low_text)
    return f"{scale.low_text}{scale.high_text:>{room}}"


def draw_curve(curve: Curve, room: int) -> list[tuple[str, bool]]:
    """Draw a curve in a line of characters, each with whether it is among the usual.

    Values are drawn alike wide, neighbours as one where there is too little room.
    """
    room = min(room, WIDEST_CURVE)
    together = -(-len(curve.heights) // room)
    heights = [
        sum(curve.heights[place : place + together])
        for place in range(0, len(curve.heights), together)
    ]
    usual = [
        any(curve.usual[place : place + together]) for place in range(0, len(curve.usual), together)
    ]
    wide, highest = max(1, room // len(heights)), max(heights)
    found = []
    for height, often in zip(heights, usual, strict=True):
        level = round(height / highest * len(_EIGHTHS))
        found.append(((_EIGHTHS[level - 1] if level else " ") * wide, often))
    return found
