"""Play the games of `cards`: as they are, with slips, and with exchanged cards.

A slip is a choice that is made at random among all legal actions. In a game with exchanges, draws
of one kind of card are swapped for other cards of the pile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from simulate.errors import UsageError
from simulate.game import Deck
from simulate.kit.notes import NOTED, WHOLE
from simulate.play.arms import CompiledStudy
from simulate.play.lineups import ContestRun, SequentialRuns
from simulate.play.rows import COUNTS
from simulate.play.run import Run
from simulate.play.tally import digest
from simulate.play.watching import kinds_of
from simulate.strategy import Strategy
from simulate.study import DRAWS, Study

T = TypeVar("T")

#: One choice in this many is a slip. Where all players move at random, every choice is one.
SLIPS = 20
#: The number of the strongest kinds that are exchanged, and of the weakest.
ENDS = 5
#: The games of the study are divided by this for the games in which one kind is exchanged.
EXCHANGES = 4
#: The games that are played first, to find out whether there is anything to count.
FIRST_GAMES = 50
#: The same where players think ahead, and games are slow.
FIRST_SLOW_GAMES = 8
#: The counts of seats. If all of them are 0, there is nothing to report.
_OF_SEATS = {"plays", "got", *(f"{part}_odds" for part in NOTED)}


@dataclass(frozen=True)
class CardsDesign:
    """A study whose cards are counted, and the strategies that play it."""

    study: Study
    lineup: tuple[Strategy, ...]

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits, different for designs with different results."""
        return digest([self.study.id, "cards"])[:12]

    @cached_property
    def _kinds(self) -> tuple[Deck, tuple[str, ...]]:
        return kinds_of(self.study.loaded_game, self.study.values, self.study.players)

    @property
    def deck(self) -> Deck:
        """The cards, tiles or dice of the game."""
        return self._kinds[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the kinds that exist under the rules of the study."""
        return tuple(filter(None, self._kinds[1]))

    @property
    def usable(self) -> int:
        """The number of these kinds that actions can use, which are the first ones."""
        deck, names = self._kinds
        return sum(map(bool, names[: deck.usable]))

    @property
    def all_slip(self) -> bool:
        """Whether all players move at random, so that every choice is a slip."""
        return all(strategy.name == "random" for strategy in self.lineup)

    @property
    def games(self) -> int:
        """The approximate number of games played in all; those with exchanges count twice."""
        games_of_study = self.study.games
        if self.usable:
            games_of_study *= 2  # as many with slips
        exchanged = min(2 * ENDS, len(self.names))
        return games_of_study + 2 * exchanged * self.exchange_games

    @property
    def exchange_games(self) -> int:
        """The number of games in which one kind is exchanged."""
        return max(self.study.games // EXCHANGES, 1)

    def study_of(self, games: int = 0, **noted: int) -> Study:
        """Return the study with its cards counted.

        Parameters
        ----------
        games
            The number of games; 0 for those of the study.
        **noted
            Changes to draws or choices, such as slips, as in `Study.noted`.
        """
        gains = {"gains": 1} if self.deck.has_owners else {}
        noted = {**DRAWS, **gains, **noted}
        return replace(self.study, games=games or self.study.games, noted=noted)


@dataclass(frozen=True)
class CardsRun(ContestRun):
    """The games of `cards` that were played."""

    design: CardsDesign
    #: The games as they are.
    drawn: Run
    #: The games with slips, if any were played.
    slips: Run | None
    #: The games with exchanges, by the number of the kind that is exchanged.
    exchanges: Mapping[int, Run]

    @property
    def runs(self) -> dict[str, Run]:
        """The runs by name. Their sums are pinned: compared with those in a study file."""
        runs = {"as played": self.drawn}
        if self.slips:
            runs["with slips"] = self.slips
        for kind, run in self.exchanges.items():
            runs[f"without {self.design.names[kind]}"] = run
        return runs


def mean_of(run: Run, count: str, kind: int) -> float:
    """Return the mean per game of a count of one kind of card, such as "draws"."""
    return run.tally.sums[run.layout.single(f"{count}:{kind}")] / run.games


def play_cards(design: CardsDesign, jobs: int, watch: Callable[[int], None]) -> CardsRun:
    """Play the games as they are, then those with slips, then those with exchanges.

    The kinds whose draws are worth most and least are exchanged.

    Parameters
    ----------
    design
        The study and its line-up.
    jobs
        The number of threads.
    watch
        Called with the number of games played so far.

    Returns
    -------
    CardsRun
        All runs that were finished. After an interruption, later ones are missing.

    Raises
    ------
    UsageError
        If no seat draws, gets or uses a card in the first games.
    KeyboardInterrupt
        If it is interrupted during the games as they are.
    """
    check_counted(design)  # compiles the game before the clock starts
    began = time.perf_counter()
    runs = SequentialRuns(jobs, watch)
    drawn = runs.play(design.study_of(), design.lineup)
    slips: Run | None = None
    exchanges: dict[int, Run] = {}
    interrupted = False
    try:
        if design.usable:
            chance = WHOLE if design.all_slip else WHOLE // SLIPS
            slips = runs.play(design.study_of(slips=chance), design.lineup)
        for kind in both_ends(_best_first(design, drawn), ENDS):
            swaps = int(WHOLE / (1 + max(1.0, mean_of(drawn, "draws", kind))))
            study = design.study_of(design.exchange_games, swaps=swaps, swap_kind=kind)
            exchanges[kind] = runs.play(study, design.lineup, 2)
    except KeyboardInterrupt:
        interrupted = True

    played = [drawn]
    if slips:
        played.append(slips)
    played.extend(exchanges.values())
    elapsed = time.perf_counter() - began
    return CardsRun(design, tuple(played), elapsed, jobs, interrupted, drawn, slips, exchanges)


def _best_first(design: CardsDesign, drawn: Run) -> list[int]:
    """Return the kinds that a seat drew by chance, the most valuable first."""
    values = {}
    for kind in range(len(design.names)):
        odds = mean_of(drawn, "drawn_odds", kind)
        if odds:
            values[kind] = mean_of(drawn, "drawn", kind) / odds
    return sorted(values, key=values.__getitem__, reverse=True)


def check_counted(design: CardsDesign) -> None:
    """Raise `UsageError` if in the first games no seat draws, gets or uses a card."""
    arm = CompiledStudy(design.study_of(), design.lineup)
    is_slow = any(strategy.is_slow for strategy in design.lineup)
    games = FIRST_SLOW_GAMES if is_slow else FIRST_GAMES
    deals = min(-(-games // arm.layout.rotations), design.study.deals)
    rows, _ = arm.play(0, deals)
    columns = np.flatnonzero(rows[:, COUNTS:].any(axis=0)).tolist()
    counted = {arm.layout.counts[column].partition(":")[0] for column in columns}
    if counted.isdisjoint(_OF_SEATS):
        noun = design.deck.called
        raise UsageError(
            f"in the first {len(rows)} games of {design.study.game_name} no seat draws, gets or "
            f"uses a {noun}, so there is nothing to count; put drawn cards into a Hands(...) or "
            "Tableau(...), or name them in the words of the actions that use them, as in "
            f'"plays {{{noun}}}"'
        )


def both_ends(items: Sequence[T], most: int) -> list[T]:
    """Return the first and the last `most` items, each once: all items if they are fewer."""
    return [*items[:most], *items[max(most, len(items) - most) :]]
