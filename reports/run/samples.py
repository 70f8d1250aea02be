"""Sample games: games of a run that are worth reading, chosen while it is played."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import numpy as np

from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.study import Study

#: The rule by which each kind of sample game is chosen.
KINDS = {
    "typical": "its length is the median, and its winning score is near it",
    "longest": "the most turns",
    "shortest": "the fewest turns",
    "closest": "the smallest margin between the winner and the next best",
    "comeback": "in no other game was the winner further behind",
    "most changes of lead": "the lead changed most often",
}
#: The kinds by the text that users type after --game.
KINDS_BY_OPTION = {kind if " " not in kind else "most-lead-changes": kind for kind in KINDS}
#: The kind that rows of games do not show. `simulate.play.comebacks` finds it.
COMEBACK = "comeback"
#: The number of games that are kept of each kind.
_MOST = len(KINDS)
#: The kinds that a report shows.
REPORTED_KINDS = ("typical", "longest", "closest", "most changes of lead")
#: The kinds that are impossible if all players win together.
_OF_RIVALS = ("closest", "comeback", "most changes of lead")
#: The margin of games without a winner, without a loser, or won with a lower score. It is larger
#: than any real margin, so such games are never the closest.
_NO_MARGIN = 2**62


class SampleGames:
    """A collector of the best games of each kind, from the rows of a study's games."""

    def __init__(self, study: Study) -> None:
        self._players = study.players
        self._game = study.loaded_game
        #: The side of each seat.
        self._side_of = self._game.side_of(study.players)
        number_of_sides = max(self._side_of) + 1
        deals_teams = any(grouping.wins_together for grouping in self._game.groupings)
        self._omitted_kinds: tuple[str, ...] = ()
        if number_of_sides == 1 or deals_teams:
            self._omitted_kinds = _OF_RIVALS
        #: Why kinds are omitted; empty if none are.
        self.why_omitted = ""
        if deals_teams:
            self.why_omitted = "members of a team win together, whatever points each of them has"
        elif number_of_sides == 1:
            self.why_omitted = "all players win or lose together"
        self._rotations = study.rotations
        #: For each pair of turns and winning score: how many games have it, and the number that
        #: identifies the first of them.
        self._lengths: dict[tuple[int, int], tuple[int, int]] = {}
        #: For each kind, the sort keys of the best games, best first. The last key of a game is its
        #: number.
        self._best: dict[str, list[list[int]]] = {}
        #: The number of decided games by the number of lead changes.
        self.lead_changes: dict[int, int] = {}
        #: The number of the first unfinished game; None if there is none.
        self.first_unfinished: int | None = None

    def add(self, results: Integers) -> None:
        """Consider the next games as samples.

        `results` are their rows as in `simulate.play.rows`, shape (games,
        `simulate.play.rows.width`).
        """
        numbers = results[:, row.DEAL] * self._rotations + results[:, row.ROTATION]
        decided = results[:, row.FINISHED] == 1
        if self.first_unfinished is None and not decided.all():
            self.first_unfinished = int(numbers[~decided][0])
        results = results[decided]
        numbers = numbers[decided]
        if not len(results):
            return

        turns = results[:, row.TURNS]
        changes = results[:, row.LEAD_CHANGES]
        winning_scores, margins = self._winning_scores(results)
        for number_of_changes, games in zip(*np.unique(changes, return_counts=True), strict=True):
            earlier = self.lead_changes.get(int(number_of_changes), 0)
            self.lead_changes[int(number_of_changes)] = earlier + int(games)
        self._add_lengths(turns, winning_scores, numbers)
        self._keep_smallest("longest", (-turns, numbers))
        self._keep_smallest("shortest", (turns, numbers))
        self._keep_smallest("closest", (margins, -turns, numbers))

        self._keep_smallest("most changes of lead", (-changes, -turns, numbers))

    def state(self) -> Any:
        """Return the collected games as values for the JSON of the journal."""
        lengths = [[*key, *games] for key, games in self._lengths.items()]
        return {
            "lengths": lengths,
            "lead_changes": list(self.lead_changes.items()),
            "best": {**self._best},
            "unfinished": self.first_unfinished,
        }

    def restore(self, state: Any) -> bool:
        """Replace the collected games by those in `state`, a value from the method `state`.

        Returns True, because restoring always succeeds (see `simulate.play.journal.Watcher`).
        """
        self._lengths = {
            (turns, score): (games, number) for turns, score, games, number in state["lengths"]
        }
        self.lead_changes = dict(state["lead_changes"])
        self._best = {**state["best"]}
        self.first_unfinished = state["unfinished"]
        return True

    def kinds_by_game(self) -> dict[int, tuple[str, ...]]:
        """Return the sample games for a report: the kinds of each game, by its number.

        The typical game is first. The result is empty if no game was finished.
        """
        if not self._lengths:
            return {}
        kinds_by_game: dict[int, tuple[str, ...]] = {self._typical(): ("typical",)}
        for kind in REPORTED_KINDS[1:]:
            if kind in self._omitted_kinds:
                continue
            games = self._best[kind]
            # Among equally good games, prefer a game that is not a sample of another kind.
            best = [game[-1] for game in games if game[0] == games[0][0]]
            number = next((number for number in best if number not in kinds_by_game), best[0])
            kinds_by_game[number] = (*kinds_by_game.get(number, ()), kind)
        return kinds_by_game

    def best_games(self, kind: str) -> list[int]:
        """Return the numbers of the best games of one of `KINDS`, best first.

        Equally good games are sorted by length, longest first, and then by number. The list is
        empty if there is no game of this kind, and for `COMEBACK`.
        """
        if kind in self._omitted_kinds or kind == COMEBACK:
            return []
        if kind == "typical":
            return [self._typical()] if self._lengths else []
        return [game[-1] for game in self._best.get(kind, ())]

    @property
    def possible_kinds(self) -> list[str]:
        """The kinds that games of this study can be of."""
        return [kind for kind in KINDS if kind not in self._omitted_kinds]

    def _winning_scores(self, results: Integers) -> tuple[Integers, Integers]:
        """Return each game's winning score and the margin over the next best, shapes (games,).

        The score of a side is the sum of its seats' scores. The margin is 0 for a shared win, and
        `_NO_MARGIN` if other rules than the score decided the game, or if nobody won or lost.
        """
        seats = np.arange(self._players)
        seats_won = results[:, row.WINNERS, np.newaxis] >> seats & 1
        won = row.sums_by_side(seats_won, self._side_of) > 0
        # If fewer points are better, the sign is changed, so that more is always better.
        scores = self._game.standing(1) * results[:, row.SCORES : row.SCORES + self._players]
        standings = row.sums_by_side(scores, self._side_of)
        winning = np.where(won, standings, -_NO_MARGIN).max(axis=1)
        losing = np.where(won, -_NO_MARGIN, standings).max(axis=1)
        margins = winning - losing
        margins[(losing == -_NO_MARGIN) | (winning == -_NO_MARGIN) | (margins < 0)] = _NO_MARGIN
        margins[won.sum(axis=1) > 1] = 0
        return self._game.standing(1) * winning, margins

    def _add_lengths(self, turns: Integers, winning_scores: Integers, numbers: Integers) -> None:
        """Add games to `_lengths`, by turns and winning score.

        All arguments have the shape (games,). `numbers` are the numbers that identify the games.
        """
        pairs = np.stack([turns, winning_scores], axis=1)
        unique, first, counts = np.unique(pairs, axis=0, return_index=True, return_counts=True)
        for pair, place, games in zip(unique.tolist(), first, counts, strict=True):
            key = (pair[0], pair[1])
            before, number = self._lengths.get(key, (0, int(numbers[place])))
            self._lengths[key] = (before + int(games), number)

    def _keep_smallest(self, kind: str, keys: tuple[Integers, ...]) -> None:
        """Keep the `_MOST` best games of a kind, among the games kept before and new games.

        `keys` are arrays of shape (games,). Games with the smallest first key are best, and later
        keys break ties. The last key is the number of the game.
        """
        places = np.lexsort(keys[::-1])[:_MOST]
        candidates = []
        for place in places:
            candidates.append([int(key[place]) for key in keys])
        self._best[kind] = sorted([*self._best.get(kind, ()), *candidates])[:_MOST]

    def _typical(self) -> int:
        """Return the number of the typical game (see `KINDS`); some game must be finished."""
        turns = _quantile(((pair[0], games) for pair, (games, _) in self._lengths.items()), 50)
        score = _quantile(((pair[1], games) for pair, (games, _) in self._lengths.items()), 50)
        nearest = min(self._lengths, key=lambda pair: (abs(pair[0] - turns), abs(pair[1] - score)))
        return self._lengths[nearest][1]


def _quantile(counts: Iterable[tuple[int, int]], percent: int) -> int:
    """Return a lower quantile over games, from pairs of a value and the number of games with it."""
    ordered = sorted(counts)
    cumulative = list(accumulate(games for _, games in ordered))
    return ordered[bisect_left(cumulative, -(-cumulative[-1] * percent // 100))][0]
