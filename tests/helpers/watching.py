"""Somebody who watches all games of a run, for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.play.rows import Integers


class Seen:
    """Keeps the rows of all games, and does something else with each block if that is wanted."""

    def __init__(self, also: Callable[[Integers], None] = lambda rows: None) -> None:
        self.blocks: list[Integers] = []
        self._also = also

    def add(self, results: Integers) -> None:
        """Keep the rows of some games."""
        self._also(results)
        self.blocks.append(results.copy())

    @property
    def rows(self) -> Integers:
        """The rows of all games so far."""
        return np.concatenate(self.blocks)

    def state(self) -> Any:
        """Return all of them, plain."""
        return [block.tolist() for block in self.blocks]

    def restore(self, state: Any) -> bool:
        """Be as when `state` was asked."""
        self.blocks = [np.array(block, np.int64) for block in state]
        return True
