"""Games of a run that are worth reading, collected while it is played."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import numpy as np

from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.study import Study

#: The kinds of sample games, and how each is chosen.
KINDS = {
    "typical": "of median length, and among those with the winning score nearest the median",
    "longest": "the most turns",
    "shortest": "the fewest turns",
    "closest": "the smallest margin between the winner and the best of the others",
    "comeback": "won from last place, the winner furthest behind on the way",
    "most changes of lead": "the lead changed most often",
}
#: The kinds by the text that users type after --game.
KINDS_BY_OPTION = {kind if " " not in kind else "most-lead-changes": kind for kind in KINDS}
#: The number of games won from last place that are kept. How far behind their winners were is not
#: in the rows, so these games are replayed to find the best comeback.
MOST_COMEBACKS = 100
#: The kinds that a report shows.
REPORTED_KINDS = ("typical", "longest", "closest", "most changes of lead")
#: The kinds that need opponents, and those that are followed by seat only.
_OF_RIVALS = ("closest", "comeback", "most changes of lead")
_OF_SEATS = ("comeback",)
#: The margin of a game without a winner, without a loser, or won with a lower score. It is larger
#: than any real margin, so that such a game is never the closest.
_NO_MARGIN = 2**62


class SampleGames:
    """Collects the best games of each kind from the rows of a study, block by block."""

    def __init__(self, study: Study) -> None:
        self._players = study.players
        self._game = study.loaded_game
        #: The side of each seat.
        self._side_of = self._game.side_of(study.players)
        number_of_sides = max(self._side_of) + 1
        self._omitted_kinds: tuple[str, ...] = _OF_SEATS
        if number_of_sides == 1:
            self._omitted_kinds = _OF_RIVALS
        elif number_of_sides == study.players:
            self._omitted_kinds = ()
        self._rotations = study.rotations
        #: The number of games by turns and winning score, and the number of the first such game.
        self._lengths: dict[tuple[int, int], tuple[int, int]] = {}
        #: The sort keys of the best few games by kind, best first; the last key is the number.
        self._best: dict[str, list[list[int]]] = {}
        #: The number of the first game that was not decided; None if all were.
        self.first_unfinished: int | None = None

    def add(self, results: Integers) -> None:
        """Take the rows of the next games: shape (games, `simulate.play.rows.width`)."""
        numbers = results[:, row.DEAL] * self._rotations + results[:, row.ROTATION]
        decided = results[:, row.FINISHED] == 1
        if self.first_unfinished is None and not decided.all():
            self.first_unfinished = int(numbers[~decided][0])
        results, numbers = results[decided], numbers[decided]
        if not len(results):
            return

        turns = results[:, row.TURNS]
        changes = results[:, row.LEAD_CHANGES]
        winning_scores, margins = self._winning_scores(results)
        self._add_lengths(turns, winning_scores, numbers)
        self._keep_smallest("longest", (-turns, numbers))
        self._keep_smallest("shortest", (turns, numbers))
        self._keep_smallest("closest", (margins, -turns, numbers))

        winners = results[:, row.WINNERS]
        last = results[:, row.LAST_AT_HALF]
        from_last = ((winners & last) == winners) & (np.bitwise_count(winners) == 1)
        keys = (np.bitwise_count(last)[from_last], numbers[from_last])
        self._keep_smallest("comeback", keys, MOST_COMEBACKS)
        self._keep_smallest("most changes of lead", (-changes, -turns, numbers))

    def state(self) -> Any:
        """Return the games collected so far as plain values, for the journal."""
        lengths = [[*key, *games] for key, games in self._lengths.items()]
        return {"lengths": lengths, "best": {**self._best}, "unfinished": self.first_unfinished}

    def restore(self, state: Any) -> bool:
        """Continue from a value that `state` returned; always possible."""
        self._lengths = {
            (turns, score): (games, number) for turns, score, games, number in state["lengths"]
        }
        self._best = {**state["best"]}
        self.first_unfinished = state["unfinished"]
        return True

    def kinds_by_game(self) -> dict[int, tuple[str, ...]]:
        """Return the sample games for a report: the kinds of each by its number, typical first."""
        if not self._lengths:
            return {}
        kinds_by_game: dict[int, tuple[str, ...]] = {self._typical(): ("typical",)}
        for kind in REPORTED_KINDS[1:]:
            if kind in self._omitted_kinds:
                continue
            games = self._best[kind]
            # Among equally good games, prefer one that is not shown already.
            best = [game[-1] for game in games if game[0] == games[0][0]]
            number = next((number for number in best if number not in kinds_by_game), best[0])
            kinds_by_game[number] = (*kinds_by_game.get(number, ()), kind)
        return kinds_by_game

    def best_games(self, kind: str) -> list[int]:
        """Return the numbers of the best examples of one of `KINDS`, best first.

        Equally good games are sorted by length, longest first, and then by number. For comebacks
        these are up to `MOST_COMEBACKS` candidates in the order of their numbers: first games of
        winners that were last alone, then games of winners that shared the last place. The list is
        empty if no game is of this kind.
        """
        if kind in self._omitted_kinds:
            return []
        if kind == "typical":
            return [self._typical()] if self._lengths else []
        return [game[-1] for game in self._best.get(kind, ())]

    def _winning_scores(self, results: Integers) -> tuple[Integers, Integers]:
        """Return each game's winning score, and its margin over the next; 0 for a shared win.

        The score of a side is the sum of its seats' scores. A game won with a lower score, which
        other rules decided, has no margin.
        """
        seats = np.arange(self._players)
        seats_won = results[:, row.WINNERS, np.newaxis] >> seats & 1
        won = row.sums_by_side(seats_won, self._side_of) > 0
        # A higher standing is better, even in games in which fewer points are better.
        scores = self._game.standing(1) * results[:, row.SCORES : row.SCORES + self._players]
        standings = row.sums_by_side(scores, self._side_of)
        winning = np.where(won, standings, -_NO_MARGIN).max(axis=1)
        losing = np.where(won, -_NO_MARGIN, standings).max(axis=1)
        margins = winning - losing
        margins[(losing == -_NO_MARGIN) | (winning == -_NO_MARGIN) | (margins < 0)] = _NO_MARGIN
        margins[won.sum(axis=1) > 1] = 0
        return self._game.standing(1) * winning, margins

    def _add_lengths(self, turns: Integers, winning_scores: Integers, numbers: Integers) -> None:
        pairs = np.stack([turns, winning_scores], axis=1)
        unique, first, counts = np.unique(pairs, axis=0, return_index=True, return_counts=True)
        for pair, place, games in zip(unique.tolist(), first, counts, strict=True):
            key = (pair[0], pair[1])
            before, number = self._lengths.get(key, (0, int(numbers[place])))
            self._lengths[key] = (before + int(games), number)

    def _keep_smallest(self, kind: str, keys: tuple[Integers, ...], most: int = len(KINDS)) -> None:
        """Keep the games with the smallest keys; later keys break ties of earlier ones."""
        places = np.lexsort(keys[::-1])[:most]
        candidates = [[int(key[place]) for key in keys] for place in places]
        self._best[kind] = sorted([*self._best.get(kind, ()), *candidates])[:most]

    def _typical(self) -> int:
        turns = _median((pair[0], games) for pair, (games, _) in self._lengths.items())
        score = _median((pair[1], games) for pair, (games, _) in self._lengths.items())
        nearest = min(self._lengths, key=lambda pair: (abs(pair[0] - turns), abs(pair[1] - score)))
        return self._lengths[nearest][1]


def _median(counts: Iterable[tuple[int, int]]) -> int:
    """Return the median of values that are given as (value, number of games)."""
    ordered = sorted(counts)
    cumulative = list(accumulate(games for _, games in ordered))
    return ordered[bisect_left(cumulative, -(-cumulative[-1] // 2))][0]
