"""Strategies that play any game."""

from __future__ import annotations

from strategies import View, action_at, below, strategy


@strategy("*", tier=0)
def random(view: View) -> int:
    """Chooses one of the legal actions at random, all equally likely, at every decision.

    Use it as a baseline: a strategy that beats it uses some knowledge of the game.
    """
    return action_at(view.menu, below(view.chance, view.menu.count))
