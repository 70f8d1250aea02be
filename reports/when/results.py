"""The results of the analysis `when`: shares of games with events, and a comparison of a figure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from reports.analysis.contest_results import ContestResults
from reports.analysis.observed_document import replay_command
from reports.analysis.observed_games import ObservedRun
from reports.figures import figure as fig
from reports.figures.statistics import Estimate, ratio, ratio_sums
from reports.when.matching import compare_matched
from simulate.play import rows as row
from simulate.play.events import HALF_TIME, SAME_SEAT, figures_of

#: The number of example games.
EXAMPLES = 3


class WhenResults(ContestResults):
    """The results of games that were searched for events."""

    run: ObservedRun

    def share(self, events: int, given: int = 0) -> Estimate:
        """Return the share of games in which the first events of the question happened.

        Parameters
        ----------
        events
            The number of events that must have happened, counted from the first.
        given
            Only games in which the first `given` events happened are counted; 0 for all games.

        Returns
        -------
        Estimate
            The share, with an interval of the analysis's confidence. It is NaN if no game is
            counted.
        """
        happened = np.array([match.events for match in self.run.observed.observations])
        deals = self.run.observed.rows[:, row.DEAL]
        return ratio(ratio_sums(deals, happened >= events, happened >= given), self.confidence)

    @cached_property
    def matched(self) -> tuple[dict[str, Estimate], int]:
        """The estimates of the figure by their names in `SIDES`, and the number of games left out.

        `reports.when.matching.compare_matched` explains both.
        """
        rows = self.run.observed.rows
        seats = np.arange(self.players)
        rules, *_ = self.game.rules_record(self.study.values, self.players)
        figures = figures_of(rows, self.game, rules)
        paths = [self.design.figure or f"{fig.SEATS}.{seat + 1}.{fig.WIN_RATE}" for seat in seats]
        figure_values = np.stack([np.asarray(figures[path], float) for path in paths], axis=1)
        numbers = np.array([self.study.strategies.index(spec) for spec in self.study.lineup])
        strategies = numbers[(seats + rows[:, [row.ROTATION]]) % self.players]
        return compare_matched(
            self.run.observed.observations,
            figure_values,
            rows[:, row.DEAL],
            strategies,
            self.confidence,
            self.path.endswith(fig.WIN_RATE),
        )

    @property
    def path(self) -> str:
        """The path of the figure that is compared, as in the JSON object of `run`.

        It is "win_rate" alone if the events are about any seat.
        """
        figure: str = self.design.figure
        if figure:
            return f"{figure}.{fig.MEAN}" if figure.startswith(fig.LENGTH) else figure
        seats = [event.seat for event in self.design.parsed if event.seat != SAME_SEAT]
        if seats[-1] is None:
            return fig.WIN_RATE
        return f"{fig.SEATS}.{seats[-1] + 1}.{fig.WIN_RATE}"

    @property
    def by_chance(self) -> bool:
        """True if all players move at random.

        The difference with the events is then an effect of the events, as no player chose them.
        """
        return not any(strategy.tier for strategy in self.design.lineup)

    @cached_property
    def ordered(self) -> list[tuple[int, int]]:
        """For each game with all events: the moment of the last event, and the game's number.

        The earliest moment comes first. The list is empty if no game has all events.
        """
        observations = self.run.observed.observations
        return sorted(
            (match.moment, number) for number, match in enumerate(observations) if match.happened
        )

    @property
    def examples(self) -> list[int]:
        """The numbers of up to three games, in which the events happen early, typically and late.

        The list is empty if no game has all events.
        """
        count = len(self.ordered)
        if not count:
            return []
        ranks = {count * (1 + 2 * part) // (2 * EXAMPLES) for part in range(EXAMPLES)}
        return [self.ordered[rank][1] for rank in sorted(ranks)]

    @property
    def example_rows(self) -> list[dict[str, Any]]:
        """The rows of the table of example games, with the keys "game", "when" and "command"."""
        event = self.design.parsed[-1]
        sides = self.game.side_of(self.players)
        rows = []
        for number in self.examples:
            match = self.run.observed.observations[number]
            place = self.describe_moment(match.moment)
            if event.of_side:
                place = f"side {sides[match.seat] + 1}, {place}"
            elif event.kind != "figure" and self.players > 1:
                place = f"seat {match.seat + 1}, {place}"
            rows.append({"game": number, "when": place, "command": replay_command(self, number)})
        return rows

    def describe_moment(self, moment: int) -> str:
        """Return as text when the last event of the question happened, such as "turn 5".

        Parameters
        ----------
        moment
            The number of the turn or of the stretch; 0 for the end of the game.

        Returns
        -------
        str
            A turn, a stretch such as "round 2", "half-time", or "at the end".
        """
        event = self.design.parsed[-1]
        if not moment:
            return "at the end"
        if event.relation == "at":
            return HALF_TIME
        is_turn = event.kind == "action" or event.unit == "turn"
        return f"{'turn' if is_turn else self.game.stretch} {moment}"

    @property
    def estimates(self) -> Mapping[str, Estimate]:
        """The estimates by name.

        "happened" is the share of games with all events. The others are those of `matched`.
        """
        return {"happened": self.share(len(self.design.parsed)), **self.matched[0]}
