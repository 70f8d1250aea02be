"""Strategies that play any game."""

from __future__ import annotations

from strategies import View, action_at, below, strategy


@strategy("*", tier=0)
def random(view: View) -> int:
    """Picks one of the different legal actions, all equally likely, at every decision.

    The yardstick: whatever beats it has learnt something about the game, and a rule
    that changes nothing for it does nothing by chance alone.
    """
    return action_at(view.menu, below(view.chance, view.menu.count))
