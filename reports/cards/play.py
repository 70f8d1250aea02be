"""Play the games of `cards`: unchanged, with slips, and with exchanged cards.

Cards of the same name are of one kind. A slip is a choice that is made at random among all legal
actions. In a game with exchanges, drawn cards of one kind are swapped for other cards of the pile.
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

#: One of this number of choices is a slip. If all players move at random, every choice is a slip.
SLIPS = 20
#: The number of strongest kinds, and also the number of weakest kinds, that are exchanged.
ENDS = 5
#: Each exchange is played in the study's number of games, divided by this number.
EXCHANGES = 4
#: The number of games that are played first, to check that there is anything to count.
FIRST_GAMES = 50
#: The number of these games if a strategy searches, because its games are slow.
FIRST_SLOW_GAMES = 8
#: The names of the counts of draws, plays and cards got. If all are 0, there is nothing to report.
_REPORTED_COUNTS = {"plays", "got", *(f"{part}_odds" for part in NOTED)}


@dataclass(frozen=True)
class CardsDesign:
    """A study whose cards are counted, and the strategies that play it."""

    study: Study
    #: The strategies of the study's line-up.
    lineup: tuple[Strategy, ...]

    @property
    def id(self) -> str:
        """The id of the design: 12 hexadecimal digits that depend on the study."""
        return digest([self.study.id, "cards"])[:12]

    @cached_property
    def _kinds(self) -> tuple[Deck, tuple[str, ...]]:
        """The deck, and the names of its kinds of cards by their numbers.

        The name is empty for a kind that the rules leave out.

        Raise `UsageError` if the game has no deck.
        """
        return kinds_of(self.study.loaded_game, self.study.values, self.study.players)

    @property
    def deck(self) -> Deck:
        """The cards, tiles or dice of the game.

        Raises
        ------
        UsageError
            If the game declares none.
        """
        return self._kinds[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the kinds of cards that exist under the rules of the study.

        Raises
        ------
        UsageError
            If the game has no deck.
        """
        return tuple(filter(None, self._kinds[1]))

    @cached_property
    def groups(self) -> Mapping[str, Sequence[int]]:
        """The indices in `names` of the cards that the rules treat alike, by name of the group.

        Empty if the deck declares no groups.

        Raises
        ------
        UsageError
            If the game has no deck.
        """
        study = self.study
        rules = study.loaded_game.rules_record(study.values, study.players)[0]
        groups: dict[str, list[int]] = {}
        kinds = zip(self.deck.groups(rules), self._kinds[1], strict=False)
        for index, group in enumerate(group for group, name in kinds if name):
            groups.setdefault(group, []).append(index)
        return groups

    @property
    def usable(self) -> int:
        """The number of kinds of cards that actions can use, which come first in `names`.

        Raises
        ------
        UsageError
            If the game has no deck.
        """
        deck, names = self._kinds
        return sum(map(bool, names[: deck.usable]))

    @property
    def all_slip(self) -> bool:
        """True if all players move at random, so that every choice is a slip."""
        return all(strategy.name == "random" for strategy in self.lineup)

    @property
    def games(self) -> int:
        """The approximate number of all games; a game with exchanges counts as two.

        Raises
        ------
        UsageError
            If the game has no deck.
        """
        games_of_study = self.study.games
        if self.usable:
            games_of_study *= 2  # The same number of games has slips.
        exchanged = min(2 * ENDS, len(self.names))
        return games_of_study + 2 * exchanged * self.exchange_games

    @property
    def exchange_games(self) -> int:
        """The number of games that are played for each exchanged kind."""
        return max(self.study.games // EXCHANGES, 1)

    def study_of(self, games: int = 0, **noted: int) -> Study:
        """Return the study with instructions to count its cards.

        Parameters
        ----------
        games
            The number of games; 0 for the number of the study.
        **noted
            Further entries of `Study.noted`, such as the probability of a slip.

        Raises
        ------
        UsageError
            If the game has no deck.
        """
        gains = {"gains": 1} if self.deck.has_owners else {}
        noted = {**DRAWS, **gains, **noted}
        return replace(self.study, games=games or self.study.games, noted=noted)


@dataclass(frozen=True)
class CardsRun(ContestRun):
    """The games of `cards` that were played."""

    design: CardsDesign
    #: The unchanged games.
    drawn: Run
    #: The games with slips; None if none were played.
    slips: Run | None
    #: The games with exchanges, by the index in `CardsDesign.names` of the exchanged kind.
    exchanges: Mapping[int, Run]

    @property
    def runs(self) -> dict[str, Run]:
        """The runs by name: "as played", "with slips", and "without NAME" for each exchanged kind.

        Study files pin their sums, so that `verify` can compare them.
        """
        runs = {"as played": self.drawn}
        if self.slips:
            runs["with slips"] = self.slips
        for kind, run in self.exchanges.items():
            runs[f"without {self.design.names[kind]}"] = run
        return runs


def mean_of(run: Run, count: str, kind: int) -> float:
    """Return the mean per game of a count of one kind of card.

    Parameters
    ----------
    run
        The games.
    count
        The name of the count, such as "draws".
    kind
        The index of the kind in `CardsDesign.names`.

    Raises
    ------
    ValueError
        If the games have no such count.
    """
    return run.tally.sums[run.layout.single(f"{count}:{kind}")] / run.games


def play_cards(design: CardsDesign, jobs: int, watch: Callable[[int], None]) -> CardsRun:
    """Play the unchanged games, the games with slips and the games with exchanges, in this order.

    The kinds whose draws have the highest and the lowest values are exchanged.

    Parameters
    ----------
    design
        The study and its line-up.
    jobs
        The number of threads.
    watch
        A function that is called repeatedly with the number of games already played.

    Returns
    -------
    CardsRun
        All runs that were finished. After an interruption, later runs are missing.

    Raises
    ------
    UsageError
        If no seat draws, gets or uses a card in the first games, or the game or a strategy does not
        compile.
    FathomError
        If the game or a strategy fails.
    KeyboardInterrupt
        If it is interrupted before the unchanged games are finished.
    """
    check_counted(design)  # This also compiles the game, before the clock starts.
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

    all_runs = [drawn]
    if slips:
        all_runs.append(slips)
    all_runs.extend(exchanges.values())
    elapsed = time.perf_counter() - began
    return CardsRun(design, tuple(all_runs), elapsed, jobs, interrupted, drawn, slips, exchanges)


def _best_first(design: CardsDesign, drawn: Run) -> list[int]:
    """Return the indices of the kinds that a seat drew by chance, the most valuable first.

    Raise `ValueError` if the games were played without counting cards.
    """
    values = {}
    for kind in range(len(design.names)):
        odds = mean_of(drawn, "drawn_odds", kind)
        if odds:
            values[kind] = mean_of(drawn, "drawn", kind) / odds
    return sorted(values, key=values.__getitem__, reverse=True)


def check_counted(design: CardsDesign) -> None:
    """Play a few games, to check that seats draw, get or use cards.

    Raises
    ------
    UsageError
        If no seat does so in these games.
    FathomError
        If the game or a strategy fails.
    """
    arm = CompiledStudy(design.study_of(), design.lineup)
    is_slow = any(strategy.is_slow for strategy in design.lineup)
    games = FIRST_SLOW_GAMES if is_slow else FIRST_GAMES
    deals = min(-(-games // arm.layout.rotations), design.study.deals)
    rows, _ = arm.play(0, deals)
    # The sets of seats of each group follow the counts in a row.
    counts = rows[:, COUNTS : COUNTS + len(arm.layout.counts)]
    columns = np.flatnonzero(counts.any(axis=0)).tolist()
    counted = {arm.layout.counts[column].partition(":")[0] for column in columns}
    if counted.isdisjoint(_REPORTED_COUNTS):
        noun = design.deck.called
        raise UsageError(
            f"in the first {len(rows)} games of {design.study.game_name} no seat draws, gets or "
            f"uses a {noun}, so there is nothing to count; put drawn cards into a Hands(...) or "
            "Tableau(...), or name them in the texts of the actions that use them, as in "
            f'"plays {{{noun}}}"'
        )


def both_ends(items: Sequence[T], most: int) -> list[T]:
    """Return the first `most` and the last `most` items, in order and without duplicates.

    All items are returned if there are no more than twice `most`.
    """
    return [*items[:most], *items[max(most, len(items) - most) :]]
