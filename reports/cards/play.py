"""Play a game to find out what its cards are worth: as it is, with slips, and with exchanges."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Deck
from simulate.kit.notes import NOTED, WHOLE
from simulate.play.arms import CompiledStudy
from simulate.play.lineups import ContestRun, InTurn
from simulate.play.rows import COUNTS
from simulate.play.run import Run
from simulate.play.tally import digest
from simulate.play.watching import kinds_of
from simulate.strategy import Strategy
from simulate.study import DRAWS, Study

#: One choice of so many is a slip, left to the lot; all where players move at random anyway.
SLIPS = 20
#: So many of the strongest and of the weakest kinds are exchanged, in a game of so many each.
ENDS, EXCHANGES = 5, 4
#: The games that are played first, to find out whether there is anything to count; fewer are played
#: where players think ahead.
FIRST_GAMES, FIRST_SLOW_GAMES = 50, 8
#: The counts of seats; if all of them are 0, there is nothing to report.
_OF_SEATS = {"plays", "got", *(f"{part}_odds" for part in NOTED)}


@dataclass(frozen=True)
class CardsDesign:
    """What is asked: of `study` come rules, players, seed and games; `lineup` has its players."""

    study: Study
    lineup: tuple[Strategy, ...]

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between such with different answers."""
        return digest([self.study.id, "cards"])[:12]

    @cached_property
    def _kinds(self) -> tuple[Deck, tuple[str, ...]]:
        return kinds_of(self.study.loaded_game, self.study.values, self.study.players)

    @property
    def deck(self) -> Deck:
        """What can be drawn."""
        return self._kinds[0]

    @property
    def names(self) -> tuple[str, ...]:
        """What each kind is called of those that are there."""
        return tuple(filter(None, self._kinds[1]))

    @property
    def usable(self) -> int:
        """How many of these kinds actions can use, which are the first ones."""
        deck, names = self._kinds
        return sum(map(bool, names[: deck.usable]))

    @property
    def all_slip(self) -> bool:
        """Whether players move at random, so that every choice is by lot."""
        return all(one.name == "random" for one in self.lineup)

    @property
    def games(self) -> int:
        """About how many games are played in all, those with exchanges twice."""
        exchanged = min(2 * ENDS, len(self.names))
        return (1 + bool(self.usable)) * self.study.games + 2 * exchanged * self.exchange_games

    @property
    def exchange_games(self) -> int:
        """How many games have one kind exchanged."""
        return max(self.study.games // EXCHANGES, 1)

    def study_of(self, games: int = 0, **noted: int) -> Study:
        """Return the study in which something is done to draws or choices."""
        gains = {"gains": 1} if self.deck.has_owners else {}
        noted = {**DRAWS, **gains, **noted}
        return replace(self.study, games=games or self.study.games, noted=noted)


@dataclass(frozen=True)
class CardsRun(ContestRun):
    """What came of it: games as they are, games with slips, and by kind those with exchanges."""

    design: CardsDesign
    drawn: Run
    slips: Run | None
    exchanges: Mapping[int, Run]

    @property
    def runs(self) -> dict[str, Run]:
        """Each run by its name, to pin and compare."""
        slips = {"with slips": self.slips} if self.slips else {}
        exchanged = {f"without {self.design.names[k]}": run for k, run in self.exchanges.items()}
        return {"as played": self.drawn, **slips, **exchanged}


def mean_of(run: Run, what: str, kind: int) -> float:
    """Return the mean per game of something that is counted of a kind."""
    return run.tally.sums[run.layout.single(f"{what}:{kind}")] / run.games


def play_cards(asking: CardsDesign, jobs: int, watch: Callable[[int], None]) -> CardsRun:
    """Play it all; what was finished if it was interrupted after the games as they are.

    The kinds that are worth most and least are exchanged; `watch` is called with how many games
    were played. `KeyboardInterrupt`: too few.
    """
    check_counted(asking)  # which compiles the game before the clock runs
    began, lineup, runs = time.perf_counter(), asking.lineup, InTurn(jobs, watch)
    drawn = runs.play(asking.study_of(), lineup)
    slips, exchanges, interrupted = None, {}, False
    try:
        if asking.usable:
            often = WHOLE // (1 if asking.all_slip else SLIPS)
            slips = runs.play(asking.study_of(slips=often), lineup)
        worth = {
            kind: mean_of(drawn, "drawn", kind) / odds
            for kind in range(len(asking.names))
            if (odds := mean_of(drawn, "drawn_odds", kind))  # anybody drew it
        }
        for kind in ends_of(sorted(worth, key=worth.__getitem__, reverse=True), ENDS):
            swaps = int(WHOLE / (1 + max(1.0, mean_of(drawn, "draws", kind))))
            study = asking.study_of(asking.exchange_games, swaps=swaps, swap_kind=kind)
            exchanges[kind] = runs.play(study, lineup, 2)
    except KeyboardInterrupt:
        interrupted = True
    played = (drawn, *([slips] if slips else []), *exchanges.values())
    elapsed = time.perf_counter() - began
    return CardsRun(asking, played, elapsed, jobs, interrupted, drawn, slips, exchanges)


def check_counted(asking: CardsDesign) -> None:
    """Raise `UsageError` if in the first games no seat draws, gets or uses anything."""
    arm = CompiledStudy(asking.study_of(), asking.lineup)
    is_slow = any(strategy.is_slow for strategy in asking.lineup)
    games = FIRST_SLOW_GAMES if is_slow else FIRST_GAMES
    deals = min(-(-games // arm.layout.rotations), asking.study.deals)
    rows, _ = arm.play(0, deals)
    places = np.flatnonzero(rows[:, COUNTS:].any(axis=0)).tolist()
    counted = {arm.layout.counts[place].partition(":")[0] for place in places}
    if counted.isdisjoint(_OF_SEATS):
        raise UsageError(
            f"in the first {len(rows)} games of {asking.study.called} no seat draws, gets or uses "
            f"a {asking.deck.called}, so there is nothing to count; put what is drawn into a "
            "Hands(...) or Tableau(...), or name it in the words of the actions that use it, as in "
            f'"plays {{{asking.deck.called}}}"'
        )


def ends_of(several: Sequence[Any], most: int) -> list[Any]:
    """Return so many from the beginning and from the end, or all where that is as many."""
    return [*several[:most], *several[max(most, len(several) - most) :]]
