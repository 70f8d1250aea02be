"""Who wins Animal Splash, and what the end-scoring card gives."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.animal_splash.cards import POINT
from simulate.games.animal_splash.counts import Counted
from simulate.games.animal_splash.tableau import measure
from simulate.kit.bits import size
from simulate.kit.compiled import compiled
from simulate.kit.seats import highest


@compiled
def end_game(rules: Any, table: Any, hidden: Any) -> None:
    """Score the end-scoring card, and count how the game ended."""
    table.over = 1
    table.rounds = 1
    table.checkpoints += 1
    before = _winners(table, rules.players)
    if table.end_measure >= 0:
        _score_end_card(rules, table)
    won = _winners(table, rules.players)
    idle = table.active & ~table.rearranged
    best = -1
    second = -1
    for seat in range(rules.players):
        hidden.counts[Counted.END_CARD_POINTS] += table.end_share[seat]
        score = table.scores[seat]
        if score > best:
            second = best
            best = score
        elif score > second:
            second = score
    hidden.counts[Counted.END_CARD_DECIDES] = np.int64(won != before)
    hidden.counts[Counted.WINNERS] = size(won)
    hidden.counts[Counted.WINNERS_WITHOUT_ACTIONS] = size(won & idle)
    hidden.counts[Counted.PLAYERS_WITHOUT_ACTIONS] = size(idle)
    hidden.counts[Counted.MARGIN] = best - second


@compiled
def _score_end_card(rules: Any, table: Any) -> None:
    """Give the points of the two places; who are tied share the places they take."""
    for seat in range(rules.players):
        value = measure(table, seat, table.end_measure)
        ahead = 0
        level = 0
        for other in range(rules.players):
            theirs = measure(table, other, table.end_measure)
            if theirs > value:
                ahead += 1
            elif theirs == value:
                level += 1
        if value > 0:
            points = 0
            for place in range(ahead, min(ahead + level, 2)):
                points += rules.end_points[place]
            table.end_share[seat] = POINT * points // level
            table.scores[seat] += table.end_share[seat]


@compiled
def _winners(table: Any, players: int) -> Any:
    """Return the seats with the most points and, among them, the most oxygen, as a set."""
    leading = highest(table.scores, table.active, players)
    return highest(table.oxygen, leading, players)


@compiled
def winners(rules: Any, state: Any) -> Any:
    """Return the set of seats that share the win."""
    return _winners(state.table, rules.players)
