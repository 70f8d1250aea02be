"""How counts vary from game to game: their percentiles in tables, with notes."""

from __future__ import annotations

from collections.abc import Mapping

from reports.run.results import CountSpread
from reports.run.sentences import write_lengths
from reports.writing.document import Cell

#: The note below a table with a column on nine games in ten.
NINE_IN_TEN = (
    "Nine games in ten: from the 5th to the 95th percentile. Half of all games have the median or "
    "less."
)
#: The note if an older version of Fathom played some of the games.
UNKNOWN = (
    "How counts vary from game to game is not known where an older version of Fathom played some "
    "of the games; play them again to find out."
)


def make_cells(spread: CountSpread | None) -> list[Cell]:
    """Return two cells: the median of a count, and its range in nine games in ten.

    The cells are empty if `spread` is None.
    """
    if spread is None:
        return [Cell(""), Cell("")]
    low, median, high = spread.percentiles.values()
    low_text, median_text, high_text = write_lengths(low, median, high)
    text = f"{low_text} to {high_text}" if low != high else low_text
    return [Cell(median_text, median), Cell(text, high - low)]


def explain(spreads: Mapping[str, CountSpread | None]) -> list[str]:
    """Return sentences on the percentiles of counts; empty if no count has percentiles.

    Parameters
    ----------
    spreads
        The percentiles of each count that has any, by its title; None if they are not known.
    """
    if not spreads:
        return []
    notes = []
    if any(spreads.values()):
        notes.append(NINE_IN_TEN)
    if not all(spreads.values()):
        notes.append(UNKNOWN)
    for title, spread in spreads.items():
        if spread and spread.within:
            [within] = write_lengths(spread.within)
            notes.append(
                f"{title}: its values differ so much that they were counted in steps, so the "
                f"median and the range may be up to {within} higher."
            )
    return [" ".join(notes)]
