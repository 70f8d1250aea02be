"""A check that a game's `redeal` gives seats only cards that they can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from simulate.checking.checked_game import CheckedGame
from simulate.checking.kinds import Kind
from simulate.checking.steps import REDEAL, nothing_hidden
from simulate.checking.walks import Finding, RedealtCards
from simulate.making.telling import DeclaredTeller

REACHED = "redeal gives each seat only cards that it can have"


def find_unreachable_worlds(checked: CheckedGame) -> Iterator[Finding]:
    """Yield a finding if there is a world in which holders have cards that they cannot have.

    Only the first such world is reported.

    If no hidden card ever moved between a group of holders and other holders, a world cannot give
    the group more or fewer cards of a kind than the true game.
    """
    for holders in checked.survey.groups():
        for world in checked.walked.worlds:
            surplus = world.moved[holders].sum(axis=0)
            if surplus.any():  # Other worlds would have the same problem.
                yield _unreachable(world, holders, surplus, checked.survey.games)
                return


def _unreachable(world: RedealtCards, holders: Sequence[int], surplus: Any, games: int) -> Finding:
    """Return the finding for a world that gives holders more or fewer cards than possible.

    `holders` are numbers of seats; the number after the last seat means nobody. `surplus` has the
    excess number of cards of each kind, negative if cards are missing. `games` is the number of
    recorded games.
    """
    kind = int(np.flatnonzero(surplus)[surplus[surplus != 0].argmax()])
    nobody = len(world.moved) - 1
    seats = [str(holder + 1) for holder in holders if holder < nobody]
    held_by = f"seat {' and '.join(seats)}" if seats else "the hidden places"
    comparison = "more" if surplus[kind] > 0 else "fewer"
    return Finding(
        f"redeal for seat {world.seat + 1} gives {held_by} {abs(surplus[kind])} {comparison} of "
        f"{world.names[kind]} than possible: in {games:,} games, no hidden card moved between "
        f"{held_by} and other seats or places",
        "keep the number of each card that a seat owns in the table, and let redeal(rules, state, "
        "seat) deal each seat's own cards to its own hands",
        where=str(world.place.table),
        game=world.place.game,
        step=world.place.step,
        seat=world.seat + 1,
        action=world.action,
        kind=Kind.IMPOSSIBLE_REDEAL,
    )


def no_worlds(checked: CheckedGame) -> str:
    """Return the reason why the worlds of `redeal` cannot be checked; empty if they can be."""
    game = checked.game
    if game.redeal is None or REDEAL in checked.walked.findings:
        return "the game has no working redeal"
    if not isinstance(game.teller, DeclaredTeller):
        return "the game's teller does not say which seat holds a card"
    return nothing_hidden(game)
