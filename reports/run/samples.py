"""Games of a run that are worth reading, found while it is played: the best so far of each kind."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import numpy as np

from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.study import Study

#: What each kind of game worth reading is.
KINDS = {
    "typical": "of median length, and among those with the winning score nearest the median",
    "longest": "the most turns",
    "shortest": "the fewest turns",
    "closest": "the smallest margin between the winner and the best of the others",
    "comeback": "won from last place, the winner furthest behind on the way",
    "most changes of lead": "the lead changed most often",
}
#: Each kind as it is typed.
KINDS_BY_OPTION = {kind if " " not in kind else "most-lead-changes": kind for kind in KINDS}
#: Games won from last place that are kept: how far behind their winners were tells no row.
MOST_COMEBACKS = 100
#: The kinds that a report shows.
SHOWN = ("typical", "longest", "closest", "most changes of lead")
#: The kinds that say nothing where all play together; comebacks are followed by seat only.
_OF_RIVALS = ("closest", "comeback", "most changes of lead")
_OF_SEATS = ("comeback",)
#: A winner's margin of a game without a winner, without a loser, or won by a lower score: never the
#: smallest.
_NONE = 2**62


class SampleGames:
    """Finds the sample games of a study among its rows."""

    def __init__(self, study: Study) -> None:
        self._players = study.players
        self._game = study.loaded_game
        #: The side of each seat.
        self._side_of = self._game.side_of(study.players)
        number_of_sides = max(self._side_of) + 1
        self._left_out: tuple[str, ...] = _OF_RIVALS if number_of_sides == 1 else _OF_SEATS
        if 1 < number_of_sides == study.players:
            self._left_out = ()
        self._rotations = study.rotations
        # By turns and winning score: how many games, and the first one's number.
        self._lengths: dict[tuple[int, int], tuple[int, int]] = {}
        # By kind: what is smallest for the best few games, best first, the numbers last.
        self._best: dict[str, list[list[int]]] = {}
        #: The number of the first game that was not decided; ``None`` if all were.
        self.first_unfinished: int | None = None

    def add(self, results: Integers) -> None:
        """Look at the next games: shape (games, `simulate.play.rows.width`)."""
        numbers = results[:, row.DEAL] * self._rotations + results[:, row.ROTATION]
        decided = results[:, row.FINISHED] == 1
        if self.first_unfinished is None and not decided.all():
            self.first_unfinished = int(numbers[~decided][0])
        results, numbers = results[decided], numbers[decided]
        if not len(results):
            return
        turns, changes = results[:, row.TURNS], results[:, row.LEAD_CHANGES]
        winning, margins = self._winning(results)
        self._add_lengths(turns, winning, numbers)
        self._compare("longest", (-turns, numbers))
        self._compare("shortest", (turns, numbers))
        self._compare("closest", (margins, -turns, numbers))
        winners, last = results[:, row.WINNERS], results[:, row.LAST_AT_HALF]
        back = ((winners & last) == winners) & (np.bitwise_count(winners) == 1)
        keys = (np.bitwise_count(last)[back], numbers[back])
        self._compare("comeback", keys, MOST_COMEBACKS)
        self._compare("most changes of lead", (-changes, -turns, numbers))

    def state(self) -> Any:
        """Return what was found so far, plain."""
        lengths = [[*key, *counted] for key, counted in self._lengths.items()]
        return {"lengths": lengths, "best": {**self._best}, "unfinished": self.first_unfinished}

    def restore(self, state: Any) -> bool:
        """Go on from what `state` gave."""
        self._lengths = {
            (turns, score): (games, number) for turns, score, games, number in state["lengths"]
        }
        self._best = {**state["best"]}
        self.first_unfinished = state["unfinished"]
        return True

    def kinds_by_game(self) -> dict[int, tuple[str, ...]]:
        """Return of which of `KINDS` each sample game is, by its number, the typical one first."""
        if not self._lengths:
            return {}
        found: dict[int, tuple[str, ...]] = {self._typical(): ("typical",)}
        for kind in SHOWN[1:]:
            if kind in self._left_out:
                continue
            games = self._best[kind]
            # Of games that are as good, one that is not shown already.
            as_good = [game[-1] for game in games if game[0] == games[0][0]]
            number = next((one for one in as_good if one not in found), as_good[0])
            found[number] = (*found.get(number, ()), kind)
        return found

    def best_games(self, kind: str) -> list[int]:
        """Return the numbers of the games that are best of one of `KINDS`, the best one first.

        Of games that are as good the longest come first, then the first ones. Comebacks are the
        first `MOST_COMEBACKS`, those from last place alone before the others.
        """
        if kind in self._left_out:
            return []
        if kind == "typical":
            return [self._typical()] if self._lengths else []
        return [game[-1] for game in self._best.get(kind, ())]

    def _winning(self, results: Integers) -> tuple[Integers, Integers]:
        """Return each game's winning score, and its margin over the next; 0 for a shared win.

        Of sides these are sums of their seats' scores. A game that a lower score won has no margin.
        """
        seats = np.arange(self._players)
        seats_won = results[:, row.WINNERS, np.newaxis] >> seats & 1
        won = row.sums_by_side(seats_won, self._side_of) > 0
        # The higher standing is ahead, whichever way points count.
        scores = self._game.standing(1) * results[:, row.SCORES : row.SCORES + self._players]
        standings = row.sums_by_side(scores, self._side_of)
        winning = np.where(won, standings, -_NONE).max(axis=1)
        others = np.where(won, -_NONE, standings).max(axis=1)
        margins = winning - others
        margins[(others == -_NONE) | (winning == -_NONE) | (margins < 0)] = _NONE
        margins[won.sum(axis=1) > 1] = 0
        return self._game.standing(1) * winning, margins

    def _add_lengths(self, turns: Integers, winning: Integers, numbers: Integers) -> None:
        pairs = np.stack([turns, winning], axis=1)
        kinds, first, counts = np.unique(pairs, axis=0, return_index=True, return_counts=True)
        for pair, place, games in zip(kinds.tolist(), first, counts, strict=True):
            key = (pair[0], pair[1])
            before, number = self._lengths.get(key, (0, int(numbers[place])))
            self._lengths[key] = (before + int(games), number)

    def _compare(self, kind: str, keys: tuple[Integers, ...], most: int = len(KINDS)) -> None:
        """Keep the games with the smallest keys, compared one after another."""
        places = np.lexsort(keys[::-1])[:most]
        here = [[int(key[place]) for key in keys] for place in places]
        self._best[kind] = sorted([*self._best.get(kind, ()), *here])[:most]

    def _typical(self) -> int:
        turns = _median((pair[0], games) for pair, (games, _) in self._lengths.items())
        score = _median((pair[1], games) for pair, (games, _) in self._lengths.items())
        nearest = min(self._lengths, key=lambda pair: (abs(pair[0] - turns), abs(pair[1] - score)))
        return self._lengths[nearest][1]


def _median(counted: Iterable[tuple[int, int]]) -> int:
    values = sorted(counted)
    reached = list(accumulate(games for _, games in values))
    return values[bisect_left(reached, -(-reached[-1] // 2))][0]
