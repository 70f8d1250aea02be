"""Screens: fast tests of all steps of a recorded game at once.

A screen returns an array with True for each step at which a check may fail. The check itself, in
`simulate.checking.steps`, then repeats that step and reports the problem and the line at fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.game import Snapshot
from simulate.kit.menu import GROUP, PASS
from simulate.making.telling import DeclaredTeller, count_kinds, declared_limits, declared_totals
from simulate.play.tally import MOST_VALUES
from simulate.play.walk import GameRecord, RecordedGame

#: The maximum absolute value of a count. Sums of larger counts may overflow.
LARGE = 10**7
#: The maximum absolute value of a score. Tallies have no room for larger scores.
LARGE_SCORE = MOST_VALUES
#: Fills unused places of lists of actions: a number above every action.
_NO_ACTION = np.iinfo(np.int64).max
#: The number of menus whose actions are listed at once. More would need much memory.
_MENUS_AT_ONCE = 256
#: Fields of the table that never fall.
NEVER_FALL = ("turns", "rounds", "checkpoints", "halftime", "over")

#: An array of shape (steps,): True at the steps at which a check may fail.
Steps = np.ndarray[Any, np.dtype[np.bool_]]


def whole_of(game: RecordedGame) -> GameRecord:
    """Return the records of all moments of a game.

    The game must have been recorded with the option ``whole``.
    """
    assert game.whole is not None
    return game.whole


def snapshots_of(game: RecordedGame) -> Snapshot:
    """Return the records of a game as one snapshot, whose arrays have the moments as first axis."""
    whole = whole_of(game)
    return Snapshot(whole.tables, whole.owns, whole.hiddens)


def find_lost_cards(game: RecordedGame) -> Steps:
    """Return the steps after which the cards differ from the cards at the beginning of the game.

    The first step is also True if the cards at the beginning do not fit the declared cards. If the
    teller of the game is not a `DeclaredTeller`, only the cards at the end are compared.
    """
    lost = np.zeros(len(game.steps), bool)
    teller = game.game.teller
    if isinstance(teller, DeclaredTeller):
        declared = declared_totals(teller.components, game.rules)
        limits = declared_limits(teller.components, game.rules)
        for cards, counts in count_kinds(teller.components, game.rules, snapshots_of(game)).items():
            lost |= (counts[1:] != counts[0]).any(axis=-1)
            lost[:1] |= cards in declared and (counts[0] != declared[cards]).any()
            lost[:1] |= cards in limits and (counts[0] > limits[cards]).any()
    else:  # A census by other tellers is too slow for every step.
        began, ended = (teller.census(game.rules, _moment(game, at)) for at in (0, -1))
        lost[-1:] = began != ended
    return lost


def _moment(game: RecordedGame, at: int) -> Snapshot:
    table, own, hidden = (records[at] for records in snapshots_of(game))
    return Snapshot(_record(table), own.view(np.recarray), _record(hidden))


def _record(void: Any) -> Any:
    return np.array([void]).view(np.recarray)[0]


def find_missing_actors(game: RecordedGame) -> Steps:
    """Return the steps after which no seat is active, or a seat that was out is active again.

    Steps after which the game goes on are also returned if the seat to act then is out, sits out,
    or does not exist.
    """
    tables = whole_of(game).tables
    players = int(game.rules.players)
    active = tables["active"]
    seat = tables["seat"][1:]
    at_table = (seat >= 0) & (seat < players)
    in_round = active[1:] & ~tables["sitting_out"][1:]
    acts = at_table & (in_round >> np.where(at_table, seat, 0) & 1 == 1)
    back = active[1:] & ~active[:-1] != 0
    wrong: Steps = back | (active[1:] == 0) | ~acts & (tables["over"][1:] == 0)
    return wrong


def find_wrong_seats(game: RecordedGame) -> Steps:
    """Return the steps after which a number that should be a seat is none."""
    wrong = np.zeros(len(game.steps), bool)
    teller = game.game.teller
    if isinstance(teller, DeclaredTeller):
        snapshots = snapshots_of(game)
        for component in teller.components:
            for found in component.find_wrong_seats(game.rules, snapshots).values():
                wrong |= found[1:].reshape(len(wrong), -1).any(axis=1)
    return wrong


def find_wrong_scores(game: RecordedGame) -> Steps:
    """Return the steps that change the score of a seat that is out or not at the table.

    When a game ends, seats that are out may get points too.
    """
    whole = whole_of(game)
    players = int(game.rules.players)
    out = whole.tables["active"][:-1, None] >> np.arange(players) & 1 == 0
    changed = whole.scores[1:] != whole.scores[:-1]
    beyond = whole.tables["scores"][1:, players:].any(axis=1)
    goes_on = whole.tables["over"][1:] == 0
    wrong: Steps = (goes_on & (out & changed).any(axis=1)) | beyond
    return wrong


def find_falling_counts(game: RecordedGame) -> Steps:
    """Return the steps after which a field in `NEVER_FALL` is lower than before."""
    tables = whole_of(game).tables
    wrong: Steps = np.any([tables[name][1:] < tables[name][:-1] for name in NEVER_FALL], axis=0)
    return wrong


def find_large_numbers(game: RecordedGame) -> Steps:
    """Return the steps after which a score is beyond `LARGE_SCORE` or a count beyond `LARGE`."""
    whole = whole_of(game)
    scores = whole.tables["scores"][1:]
    counts = whole.hiddens["counts"][1:]
    large_scores = (np.abs(scores) > LARGE_SCORE).any(axis=1)
    wrong: Steps = large_scores | (np.abs(counts) > LARGE).any(axis=1)
    return wrong


def find_wrong_menus(game: RecordedGame) -> Steps:
    """Return the steps at which an action is offered twice, or has a number below 0."""
    menus = whole_of(game).menus
    is_group = np.arange(menus["bases"].shape[1]) < menus["groups"][:, None]
    bases = np.where(is_group, menus["bases"], _NO_ACTION)
    order = np.sort(bases, axis=1)
    # Only groups whose numbers overlap can offer an action twice.
    overlap = (order[:, 1:] - order[:, :-1] < GROUP) & (order[:, 1:] < _NO_ACTION)
    wrong: Steps = overlap.any(axis=1) | (bases < 0).any(axis=1)
    possible = np.flatnonzero(wrong)
    for first in range(0, len(possible), _MENUS_AT_ONCE):
        steps = possible[first : first + _MENUS_AT_ONCE]
        actions = _sorted_actions(menus[steps])
        is_twice = (actions[:, 1:] == actions[:, :-1]) & (actions[:, 1:] != _NO_ACTION)
        wrong[steps] = is_twice.any(axis=1) | (actions[:, 0] < 0)
    return wrong


def _sorted_actions(menus: Any) -> NDArray[np.int64]:
    """Return the actions on recorded menus, each menu in rising order and then `_NO_ACTION`.

    The shape is (menus, room for groups x 64). An action that is offered twice is there twice.
    """
    members = np.arange(GROUP)
    groups = menus["bases"].shape[1]
    is_group = np.arange(groups) < menus["groups"][:, None]
    is_offered = menus["members"][:, :, None] >> members & 1 != 0
    actions = menus["bases"][:, :, None] + members
    listed = np.where(is_offered & is_group[:, :, None], actions, _NO_ACTION)
    return np.sort(listed.reshape(len(menus), groups * GROUP), axis=1)


def find_stuck_turns(game: RecordedGame) -> Steps:
    """Return the steps that have no legal action and do not end the turn or the game."""
    tables = whole_of(game).tables
    ends = (tables["turns"][1:] != tables["turns"][:-1]) | (tables["over"][1:] != 0)
    wrong: Steps = (game.steps[:, 0] == PASS) & ~ends
    return wrong


def find_double_turns(game: RecordedGame) -> Steps:
    """Return the steps that end more than one turn."""
    turns = whole_of(game).tables["turns"]
    wrong: Steps = turns[1:] - turns[:-1] > 1
    return wrong


def add_menus(offered: dict[int, int], menus: Mapping[str, Any]) -> None:
    """Add all actions on recorded menus to `offered`, which has sets of actions by base."""
    is_group = np.arange(menus["bases"].shape[1]) < menus["groups"][:, None]
    bases = menus["bases"][is_group]
    members = menus["members"][is_group]
    for base in np.unique(bases):
        earlier_members = offered.get(int(base), 0)
        offered[int(base)] = earlier_members | int(np.bitwise_or.reduce(members[bases == base]))


def actions_in(offered: Mapping[int, int]) -> set[int]:
    """Return the actions in `offered`, which has sets of up to 64 actions by base."""
    return {
        base + member
        for base, members in offered.items()
        for member in range(64)
        if members >> member & 1
    }
