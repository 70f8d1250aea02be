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

#: The smallest number of finished games from which a kind of players is known.
FEWEST = 50
#: The text between the names of two styles at one table.
AND = " + "


@dataclass(frozen=True)
class PlaytestDesign:
    """The games to play: those of a study, with each of several styles in all seats."""

    study: Study
    styles: Sequence[Strategy]
    log: PlaytestLog

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between designs with different answers."""
        study = self.study
        ids = [with_lineup(study, [style] * study.players, study.games).id for style in self.styles]
        return digest([ids, list(self.log.nameless)])[:12]


@dataclass(frozen=True)
class PlaytestRun(ContestRun):
    """The simulated games of each kind of players: one style in all seats, or two in turn."""

    design: PlaytestDesign
    lineup_runs: tuple[Run, ...]
    #: The finished games of each run.
    columns: tuple[Columns, ...]

    @property
    def runs(self) -> dict[str, Run]:
        """The run of each kind of players, by the name of the kind."""
        return {kind_name(run.study): run for run in self.lineup_runs}


def kind_name(study: Study) -> str:
    """Return the name of the kind of players of a study: a style, or two joined by `AND`."""
    return AND.join(study.strategies)
