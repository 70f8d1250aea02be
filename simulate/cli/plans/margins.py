"""How closely figures are to be known, and how far they may differ, as it is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simulate.errors import UsageError
from simulate.study.precision import USUAL, parse_named, read_precision

if TYPE_CHECKING:
    from reports.figures.noticeable import Margins
    from simulate.game import Game

#: What is to be known where all play against the game: there going first beats nobody.
_USUAL_TOGETHER = "sides.1.win_rate"


def parse_margins(texts: Sequence[str], others: Margins | None = None) -> Margins:
    """Read margins, at most one of each kind: ``0.5pp`` and ``1%``; `others` hold for the rest."""
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


def _usual_figure(game: Game) -> str:
    """Return the figure of a width that names none."""
    return USUAL if any(game.side_of(game.seats[1])) else _USUAL_TOGETHER


def precision_of_file(fields: dict[str, Any], game: Game) -> None:
    """Read the precisions among the fields of a study file, in their place."""
    if "precision" in fields:
        of = fields.pop("precision_of", _usual_figure(game))
        fields["precision"] = read_precision(fields["precision"], of)


def add_typed_precision(
    fields: dict[str, Any],
    game: Game,
    given: Sequence[str] | Mapping[str, Any] | None,
    of: str | None,
) -> None:
    """Put what is typed in the place of the precisions of a study file, in its fields.

    What names no figure after ``--precision`` is about `of`, that after ``--precision-of``; else
    about the file's figure if it has one, or the usual one. ``precision_of`` is left in the fields
    where there is nothing it is of. `UsageError` if it is not clear what is to be known how well.
    """
    said = fields.get("precision", {})
    is_left = "precision_of" in fields
    of_file = fields.pop(
        "precision_of", next(iter(said)) if len(said) == 1 else _usual_figure(game)
    )
    if isinstance(given, Mapping):
        found = read_precision(given)
    else:
        found, bare = {}, of or of_file
        for text in given or ():
            path, width = parse_named(text)
            if (path or bare) in found:
                raise UsageError(f"--precision {path or bare} is given twice; give it once")
            found[path or bare] = width
        if of and not given and len(said) == 1:  # that of the file is of another figure now
            found = {of: next(iter(said.values()))}
    if (of and of not in found) or (is_left and not found):
        raise UsageError("--precision-of needs --precision: how well to know the figure")
    if found:
        fields["precision"] = found
