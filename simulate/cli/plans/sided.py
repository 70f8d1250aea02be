"""What cannot be asked of games in which several seats win together."""

from __future__ import annotations

from simulate.errors import UsageError
from simulate.game import find_game
from simulate.study import Study


def are_rivals(study: Study) -> bool:
    """Return whether each seat of a study plays against all others."""
    sides = find_game(study.game).side_of(study.players)
    return 1 < max(sides) + 1 == study.players


def refuse_sides(study: Study, asked: str, instead: str) -> None:
    """Raise `UsageError` if several seats of a study win together.

    `asked` is what cannot be asked of it, as in "a tournament ranks seats that play against each
    other", and `instead` what to do.
    """
    if are_rivals(study):
        return
    game = find_game(study.game)
    sides = max(game.side_of(study.players)) + 1
    how = "against the game" if sides == 1 else f"in {sides} sides"
    raise UsageError(f"{asked}, and {game.name} is played {how}; {instead}")
