"""How players decide: one module a game, and what serves every game."""

from strategies.registry import find_strategy, strategies_for, strategy

__all__ = ["find_strategy", "strategies_for", "strategy"]
