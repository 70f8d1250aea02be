"""What the command line says of precisions, beside what a study file says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simulate.errors import UsageError
from simulate.study.precision import USUAL, Precision, parse_named, read_precision

if TYPE_CHECKING:
    from simulate.game import Game

#: As after ``--precision``, or by the path of the figure.
Given = Sequence[str] | Mapping[str, Any] | None
#: What is to be known where all play against the game: there going first beats nobody.
_USUAL_TOGETHER = "sides.1.win_rate"


def _usual_figure(game: Game) -> str:
    """Return the figure that a width is about which names none."""
    return USUAL if any(game.side_of(game.seats[1])) else _USUAL_TOGETHER


def precision_of_file(fields: dict[str, Any], game: Game) -> None:
    """Read the precisions among the fields of a study file, in their place."""
    if "precision" in fields:
        of = fields.pop("precision_of", _usual_figure(game))
        fields["precision"] = read_precision(fields["precision"], of)


def add_typed_precision(fields: dict[str, Any], game: Game, given: Given, of: str | None) -> None:
    """Put what is typed in the place of the precisions of a study file, in its fields.

    Parameters
    ----------
    fields
        As read by `precision_of_file`; ``precision_of`` is left where there is nothing it is of.
    game
        What is played.
    given
        As after ``--precision``. What names no figure is about `of`, about the file's figure if it
        has one, and else about the usual one.
    of
        As after ``--precision-of``.

    Raises
    ------
    UsageError
        It is not clear which figure is to be known to within what.
    """
    said: Mapping[str, Precision] = fields.get("precision", {})
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
