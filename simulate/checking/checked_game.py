"""A game that is being checked, with everything that the checks of whole games need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from simulate.checking.survey import Survey
from simulate.checking.walks import CheckedTable, Finding, WalkResult
from simulate.errors import FathomError
from simulate.game import Game
from simulate.play import rows as row
from simulate.play.engine import Engine

#: The number of games in a block, at each table with each line-up.
GAMES = 60
#: About the most steps of all games that are played for their results alone. If more steps than
#: that were recorded, the recorded games are used instead.
RESULT_STEPS = 6_000_000
#: The most games that are played for their results alone, at each table with each line-up.
MOST_RESULTS = 1_000

#: Makes the engine for a table, the number of a line-up, and changes of rules.
MakeEngine = Callable[[CheckedTable, int, Mapping[str, Any]], Engine]


@dataclass(frozen=True)
class CheckedGame:
    """A game with the games that were walked through, recorded and played."""

    game: Game
    #: The tables at which it is played.
    tables: Sequence[CheckedTable]
    #: The specification of the strategy in each line-up, random first.
    lineups: Sequence[str]
    make: MakeEngine
    walked: WalkResult
    survey: Survey
    #: The error that ended the survey, if any.
    fault: FathomError | None = None
    #: The parts of checks that could not be made, to which checks add.
    left_out: list[str] = field(default_factory=list)

    @cached_property
    def rows(self) -> dict[tuple[CheckedTable, int], row.Integers]:
        """The rows of a block of games, by table and number of the line-up."""
        return {
            (table, lineup): self.make(table, lineup, {}).play(0, GAMES)
            for lineup in range(len(self.lineups))
            for table in self.tables
        }

    @cached_property
    def results(self) -> dict[tuple[CheckedTable, int], row.Integers]:
        """The rows of all games, by table and number of the line-up; recorded games come first."""
        results = {}
        for (table, lineup), cell in self.survey.cells.items():
            length = max(cell.steps / max(len(cell.rows), 1), 1.0)
            games = int(min(RESULT_STEPS / len(self.survey.cells) / length, MOST_RESULTS))
            results[table, lineup] = cell.rows
            if games > len(cell.rows):
                results[table, lineup] = self.make(table, lineup, {}).play(0, games)
        return results

    @property
    def games(self) -> int:
        """The number of games in `results`; 0 if no check has needed them."""
        return sum(map(len, vars(self).get("results", {}).values()))

    def decided_at(self, table: CheckedTable) -> row.Integers:
        """Return the rows of all decided games at a table, with any line-up."""
        rows = [rows for (rows_table, _), rows in self.results.items() if rows_table == table]
        every = np.concatenate(rows)
        decided: row.Integers = every[every[:, row.FINISHED] != 0]
        return decided


def no_reason(checked: CheckedGame) -> str:
    """Return an empty string: the check can be made for every game."""
    return ""


@dataclass(frozen=True)
class GameCheck:
    """A check of whole games."""

    #: The rule that a good game keeps, as a sentence.
    name: str
    #: Yields what is wrong.
    look: Callable[[CheckedGame], Iterator[Finding]]
    #: Returns the reason why a game has nothing to check, or an empty string.
    nothing: Callable[[CheckedGame], str] = no_reason
