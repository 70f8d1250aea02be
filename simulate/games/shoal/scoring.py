"""Points in Shoal: what they are for, who wins, and what is counted at the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.shoal.declared import COLOURS, NOTHING, Counted
from simulate.kit.bits import nonnegative, size
from simulate.kit.compiled import compiled, inlined
from simulate.kit.seats import highest, margin


@inlined
def has_majority(table: Any, seat: int, colour: int) -> bool:
    """Tell whether a shoal has more fish of a colour than of each other one."""
    for other in range(COLOURS):
        if other != colour and table.fish[seat, other] >= table.fish[seat, colour]:
            return False
    return True


@inlined
def most_sharks(table: Any, players: int) -> int:
    """Return how many sharks score: as many as the most in a shoal, and at least 1."""
    most = 1
    for seat in range(players):
        most = max(most, table.shark_count[seat])
    return most


@inlined
def add_up_scores(rules: Any, state: Any) -> None:
    """Write down what each seat would have if the game ended now."""
    table, hidden = state.table, state.hidden
    sharks = most_sharks(table, rules.players)
    for seat in range(rules.players):
        colour = nonnegative(hidden.tiles[seat])
        points = rules.octopus_points * table.octopus_count[seat]
        for shoal in range(rules.players):
            points += table.fish[shoal, colour]
        points += rules.majority_points * np.int64(has_majority(table, seat, colour))
        points += rules.shark_points * np.int64(table.shark_count[seat] == sharks)
        hidden.scores[seat] = points


@compiled
def end_game(rules: Any, state: Any) -> None:
    """Make the scores known, and count how the game ended."""
    table, hidden = state.table, state.hidden
    table.over = 1
    table.rounds = 1
    table.checkpoints += 1
    sharks = most_sharks(table, rules.players)
    for seat in range(rules.players):
        table.scores[seat] = hidden.scores[seat]
        colour = nonnegative(hidden.tiles[seat])
        hidden.counts[Counted.MAJORITY_BONUSES] += has_majority(table, seat, colour)
        hidden.counts[Counted.SHARK_BONUSES] += table.shark_count[seat] == sharks
        hidden.counts[Counted.COLOURS_GUESSED] += _guess(table, seat) == colour
    hidden.counts[Counted.MARGIN] = margin(table.scores, rules.players)
    hidden.counts[Counted.SHARED_WINS] = size(winners(rules, state)) > 1


@inlined
def _guess(table: Any, seat: int) -> int:
    """Return the colour of which a seat laid most in its own shoal, or `NOTHING` for a tie."""
    best = 0
    tied = False
    for colour in range(1, COLOURS):
        if table.kept[seat, colour] > table.kept[seat, best]:
            best = colour
            tied = False
        elif table.kept[seat, colour] == table.kept[seat, best]:
            tied = True
    return NOTHING if tied else best


@inlined
def true_scores(state: Any) -> Any:
    """Return every seat's points if the game ended now, which nobody at the table knows."""
    return state.hidden.scores


@compiled
def winners(rules: Any, state: Any) -> Any:
    """Return the seats with most points, of those the ones with most fish in their shoals."""
    best = highest(state.hidden.scores, state.table.active, rules.players)
    return highest(state.table.fish_total, best, rules.players)
