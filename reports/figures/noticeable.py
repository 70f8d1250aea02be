"""From which difference on people notice a figure, so that what is clear can still be trivial.

Thousands of games show differences that nobody at a table would ever see. What people notice is
a matter of judgement, and this is ours: one seat winning one game in a hundred more often, a
game three minutes longer in an hour, the lead changing once more in ten games.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reports.figures.figure import COUNTS, LEAD_CHANGES, LENGTH, SCORE_MEAN, SKILL, Figure, Topic
from simulate.errors import UsageError


@dataclass(frozen=True)
class Margins:
    """Up to which difference rates, and as a share of their value other figures, are the same."""

    rate: float = 0.005
    relative: float = 0.01


#: Shares of games won, how much skill pays, and other shares, in shares of 1.
WINS, PAYS, SHARES = 0.01, 0.02, 0.02
#: Of lengths and lead changes, as a share of what they are compared with, and at least so much.
LENGTHS, AT_LEAST = 0.05, {LENGTH: 0.25, LEAD_CHANGES: 0.1}
#: Of scores, and of the game's own counts a game, in the same way.
SCORES, COUNTED, LEAST_COUNTED = 0.05, 0.1, 0.05


def noticeable(figure: Figure, value: float) -> float:
    """Return from which difference on people notice a figure that has such a value."""
    if figure.kind == SKILL:
        return PAYS
    if figure.unit.share:
        return WINS if figure.topic is Topic.WINS else SHARES
    if figure.kind in AT_LEAST:
        return max(LENGTHS * abs(value), AT_LEAST[figure.kind])
    if figure.what == SCORE_MEAN:
        return SCORES * abs(value)
    least = LEAST_COUNTED if figure.kind == COUNTS else 0.0
    return max(COUNTED * abs(value), least)


def parse_margins(texts: Sequence[str], others: Margins | None = None) -> Margins:
    """Read margins, at most one of each kind: ``0.5pp`` and ``1%``; `others` hold for the rest."""
    found: dict[str, float] = {}
    for text in texts:
        match = re.fullmatch(r"([0-9]*\.?[0-9]+) *(pp|%)", text.strip())
        if not match or not float(match[1]):
            raise UsageError(
                f"the margin cannot be {text!r}; give percentage points for rates, as in 0.5pp, "
                "or a share of what it is compared with for all other figures, as in 1%"
            )
        kind = "rate" if match[2] == "pp" else "relative"
        if kind in found:
            raise UsageError(f"--margin is given twice in {match[2]}; give it once")
        found[kind] = float(match[1]) / 100
    return replace(others or Margins(), **found)


def write_margins(margins: Margins) -> list[str]:
    """Return margins as `parse_margins` reads them."""
    return [f"{_exactly(margins.rate)}pp", f"{_exactly(margins.relative)}%"]


def _exactly(share: float) -> str:
    """Write a share in per cent as it was typed, so that it is read as the same."""
    return f"{100 * share:.12f}".rstrip("0").rstrip(".")
