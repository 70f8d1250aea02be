"""How players decide: one module a game, and what serves every game."""

from simulate.strategy import Parameter
from strategies.registry import find_strategy, strategies_for, strategy

__all__ = ["Parameter", "find_strategy", "strategies_for", "strategy"]
