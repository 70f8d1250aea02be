"""Up to which difference figures of a comparison are practically the same, as it is typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simulate.errors import UsageError

if TYPE_CHECKING:
    from reports.figures.noticeable import Margins


def parse_margins(texts: Sequence[str], others: Margins | None = None) -> Margins:
    """Read margins: ``0.5pp`` and ``1%``.

    Parameters
    ----------
    texts
        At most one of each kind.
    others
        What holds for a kind that is not said.

    Raises
    ------
    UsageError
        One is neither, or of one kind there are two.
    """
    from reports.figures.noticeable import Margins

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
