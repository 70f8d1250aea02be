"""The design of a playtest, and its simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.playtest.games import Columns
from reports.playtest.log import PlaytestLog
from simulate.play.extra_runs import with_lineup
from simulate.play.lineups import ContestRun
from simulate.play.run import Run
from simulate.play.tally import digest
from simulate.strategy import Strategy
from simulate.study import Study

#: The minimum number of finished games of a kind of players. Kinds with fewer are left out.
FEWEST = 50
#: The text between the names of two strategies that alternate at a table.
AND = " + "


@dataclass(frozen=True)
class PlaytestDesign:
    """The games to simulate, and the log that they are compared with."""

    #: The game, rules, players, seed and number of games; its line-up is empty.
    study: Study
    #: The strategies. Each plays in all seats, and each pair of strategies alternates at a table.
    styles: Sequence[Strategy]
    log: PlaytestLog

    @property
    def id(self) -> str:
        """The id of the design: 12 hexadecimal digits that depend on the games and on the log."""
        study = self.study
        ids = [with_lineup(study, [style] * study.players, study.games).id for style in self.styles]
        return digest([ids, list(self.log.nameless)])[:12]


@dataclass(frozen=True)
class PlaytestRun(ContestRun):
    """The simulated games of each kind of players.

    A kind of players is a strategy in all seats, or two strategies that alternate.
    """

    design: PlaytestDesign
    #: The run of each kind.
    lineup_runs: tuple[Run, ...]
    #: The figures of the finished games of each run.
    columns: tuple[Columns, ...]

    @property
    def runs(self) -> dict[str, Run]:
        """The run of each kind of players, by the name of the kind."""
        return {kind_name(run.study): run for run in self.lineup_runs}


def kind_name(study: Study) -> str:
    """Return the name of the kind of players of a study: its strategies joined by `AND`."""
    return AND.join(study.strategies)
