"""The message that a command prints before it compiles a game."""

from __future__ import annotations

from collections.abc import Sequence

from simulate.output.messages import print_message
from simulate.play.arms import game_of
from simulate.play.engine import list_uncompiled
from simulate.play.forbidden_copy import keep_to_rules
from simulate.strategy import Strategy
from simulate.study import Study


def announce_compiling(study: Study, strategies: Sequence[Strategy]) -> None:
    """Print which game and strategies of a study have to be compiled first, on stderr.

    Nothing is printed if everything is compiled.

    Raises
    ------
    UsageError
        If the game of the study cannot be loaded.
    """
    game = game_of(study)
    missing = list_uncompiled(game, [keep_to_rules(strategy, game) for strategy in strategies])
    if missing:
        names = ", ".join(missing)
        print_message(f"compiling {names} (once after each change, up to half a minute) ...")
