"""The data that checks of whole games need: the rules of a game, and the results of many games."""

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

#: The number of games in `CheckedGame.rows`, at each table with each line-up.
GAMES = 60
#: The approximate maximum number of steps in all games that are played only for their results. If
#: more steps were recorded, the recorded games are used instead.
RESULT_STEPS = 6_000_000
#: The maximum number of games that are played only for their results, at each table with each
#: line-up.
MOST_RESULTS = 1_000

#: A function that returns the engine for a table, the number of a line-up, and changes of rules by
#: name.
MakeEngine = Callable[[CheckedTable, int, Mapping[str, Any]], Engine]


@dataclass(frozen=True)
class CheckedGame:
    """A game that is checked, with the results of walking through games and recording games."""

    game: Game
    #: The tables at which the game is played.
    tables: Sequence[CheckedTable]
    #: The specification of the strategy in each line-up. Line-up 0 is random.
    lineups: Sequence[str]
    make: MakeEngine
    walked: WalkResult
    survey: Survey
    #: The error that ended the survey; None if there was no error.
    fault: FathomError | None = None
    #: Descriptions of what could not be checked. Checks add to this list.
    left_out: list[str] = field(default_factory=list)

    @cached_property
    def rows(self) -> dict[tuple[CheckedTable, int], row.Integers]:
        """The rows of the first `GAMES` games, by table and number of the line-up.

        Raises
        ------
        FathomError
            If the code of the game or of a strategy raises an error.
        """
        return {
            (table, lineup): self.make(table, lineup, {}).play(0, GAMES)
            for lineup in range(len(self.lineups))
            for table in self.tables
        }

    @cached_property
    def results(self) -> dict[tuple[CheckedTable, int], row.Integers]:
        """The rows of up to `MOST_RESULTS` games, or of all recorded games if there are more.

        The keys are tables, each with the number of a line-up. Tables without recorded games are
        left out.

        Raises
        ------
        FathomError
            If the code of the game or of a strategy raises an error.
        """
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
        """The number of games in `results`; 0 if `results` was never used."""
        return sum(map(len, vars(self).get("results", {}).values()))

    def decided_at(self, table: CheckedTable) -> row.Integers:
        """Return the rows of all decided games at a table, of all line-ups.

        Raises
        ------
        FathomError
            If the code of the game or of a strategy raises an error.
        ValueError
            If no games were recorded at the table.
        """
        rows = [rows for (rows_table, _), rows in self.results.items() if rows_table == table]
        every = np.concatenate(rows)
        decided: row.Integers = every[every[:, row.FINISHED] != 0]
        return decided


def no_reason(checked: CheckedGame) -> str:
    """Return an empty string, which means that a check applies to every game."""
    return ""


@dataclass(frozen=True)
class GameCheck:
    """A check on the results of many complete games."""

    #: The rule that a correct game obeys, as a sentence.
    name: str
    #: Yields a finding for each violation of the rule; raises `FathomError` if the game's code
    #: fails.
    find: Callable[[CheckedGame], Iterator[Finding]]
    #: Returns the reason why the check does not apply to a game; empty if it applies.
    skip_reason: Callable[[CheckedGame], str] = no_reason
