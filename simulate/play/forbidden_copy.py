"""Copies of games in which no player may take some actions, for the rule ``forbid``.

The copy calls the game's function `offer_actions`, and removes the forbidden actions from the menu
unless no other action is on it. The engine, replays, search and the dealing of secret choices all
use this function, so that every player has the same menu. The forbidden numbers are kept in the
rules record. The machine code of the copy is therefore the same for all forbidden actions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.bits import bit, has, lowest, size
from simulate.kit.chance import below
from simulate.kit.compiled import compiled
from simulate.kit.layout import Layout, layout
from simulate.kit.menu import action_at, allows
from simulate.play.kernel import as_action
from simulate.strategy import Strategy

#: The numbers of ranges for which games are compiled. A game gets the lowest that is sufficient.
ROOMS = (16, 256, 4096)

#: The first and the last number of forbidden actions, and the set of forbidden meanings.
Range = tuple[int, int, int]


@dataclass(frozen=True)
class ForbiddenNumbers:
    """The forbidden actions of a game, by their numbers and meanings."""

    #: The meanings that are forbidden whatever the number of the action is, as a set.
    meanings: int
    #: The other forbidden actions: ranges in rising order that do not overlap.
    ranges: tuple[Range, ...]

    def include(self, action: int, meaning: int) -> bool:
        """Return True if an action with this meaning is forbidden."""
        if self.meanings >> meaning & 1:
            return True
        return any(
            first <= action <= last and bool(meanings >> meaning & 1)
            for first, last, meanings in self.ranges
        )


@cache
def copy_without(game: Game, forbidden: ForbiddenNumbers, *, corrects: bool = True) -> Game:
    """Return a copy of a game that does not offer forbidden actions if others are possible.

    Parameters
    ----------
    game
        The game.
    forbidden
        Its forbidden actions.
    corrects
        True if a random action replaces a forbidden action that a strategy chooses; see
        `keep_to_rules`. False if the game then fails, as after any action that is not legal.

    Raises
    ------
    UsageError
        If the actions have numbers in more than 4,096 ranges.
    """
    room = next((room for room in ROOMS if len(forbidden.ranges) <= room), 0)
    if not room:
        raise UsageError(
            f"the forbidden actions of {game.name_or_file} have numbers in "
            f"{len(forbidden.ranges)} ranges, but at most {ROOMS[-1]} are possible; let the game's "
            "file declare meaning="
        )
    offer_actions = _make_offer(game.offer_actions, game.meaning)
    prepare_copies = game.prepare_copies
    return replace(
        game,
        derived=_add_fields(game.derived, room),
        prepare=_storing(game.prepare, forbidden, corrects),
        prepare_copies=prepare_copies and _storing(prepare_copies, forbidden, corrects),
        offer_actions=offer_actions,
        redeal=game.redeal_with(offer_actions) if game.redeal_with else game.redeal,
        forbids=True,
    )


def _add_fields(derived: Layout, room: int) -> Layout:
    """Return the layout of derived fields with fields for a number of ranges."""
    types: Any = derived.dtype.fields
    fields: dict[str, Any] = {
        name: (meaning, *types[name][0].shape) for name, meaning in derived.meanings.items()
    }
    return layout(
        **fields,
        corrects_choices="1 if forbidden actions that strategies choose are replaced",
        always_forbidden="the meanings that are forbidden for all numbers, as a set",
        forbidden_ranges="the number of ranges of forbidden actions",
        forbidden_first=("the first action of each range, in rising order", room),
        forbidden_last=("the last action of each range", room),
        forbidden_meanings=("the forbidden meanings of each range, as a set", room),
    )


def _storing(
    prepare: Callable[..., None], forbidden: ForbiddenNumbers, corrects: bool
) -> Callable[..., None]:
    """Return a function that prepares a rules record and writes the forbidden actions to it.

    `corrects` is as in `copy_without`.
    """

    def prepare_and_store(rules: Any, *arguments: Any) -> None:
        prepare(rules, *arguments)
        rules["corrects_choices"] = corrects
        rules["always_forbidden"] = forbidden.meanings
        rules["forbidden_ranges"] = len(forbidden.ranges)
        for place, (first, last, meanings) in enumerate(forbidden.ranges):
            rules["forbidden_first"][place] = first
            rules["forbidden_last"][place] = last
            rules["forbidden_meanings"][place] = meanings

    return prepare_and_store


@cache
def _make_is_forbidden(meaning: Callable[..., int]) -> Any:
    """Return a compiled function ``(rules, table, action)`` that is True for forbidden actions."""

    def is_forbidden(rules: Any, table: Any, action: int) -> bool:
        action_meaning = meaning(rules, table, action)
        if has(rules.always_forbidden, action_meaning):
            return True
        # The last range that begins at the action or before it is found by bisection.
        low, high = 0, rules.forbidden_ranges
        while low < high:
            middle = (low + high) // 2
            if rules.forbidden_first[middle] <= action:
                low = middle + 1
            else:
                high = middle
        if low == 0 or action > rules.forbidden_last[low - 1]:
            return False
        return has(rules.forbidden_meanings[low - 1], action_meaning)

    return compiled(is_forbidden)


@cache
def _make_offer(offer_actions: Callable[..., None], meaning: Callable[..., int]) -> Any:
    """Return a compiled function that offers the actions of a game that are not forbidden."""
    offer = compiled(offer_actions)
    is_forbidden = _make_is_forbidden(meaning)

    def list_allowed(rules: Any, table: Any, base: int, members: int) -> int:
        allowed = members
        while members != 0:
            member = lowest(members)
            members ^= bit(member)
            if is_forbidden(rules, table, base + member):
                allowed ^= bit(member)
        return allowed

    allowed_members = compiled(list_allowed)

    def offer_allowed(rules: Any, state: Any, menu: Any) -> None:
        offer(rules, state, menu)
        count = 0
        for group in range(menu.groups):
            count += size(
                allowed_members(rules, state.table, menu.bases[group], menu.members[group])
            )
        if 0 < count < menu.count:
            menu.count = count
            # Groups that become empty stay, so that the other groups keep their indices.
            for group in range(menu.groups):
                menu.members[group] = allowed_members(
                    rules, state.table, menu.bases[group], menu.members[group]
                )

    return compiled(offer_allowed)


def keep_to_rules(strategy: Strategy, game: Game) -> Strategy:
    """Return a strategy that never takes a forbidden action of a game, unless it has to.

    A strategy that simulates games simulates those of `game`. If a strategy chooses a forbidden
    action that is not on the menu, as its code may know only the game without this rule, a random
    action of the menu is taken instead.

    Parameters
    ----------
    strategy
        A strategy for the original of the game.
    game
        The game. If it is no copy with forbidden actions, the result is the strategy itself.
    """
    if not game.forbids:
        return strategy
    players = {name: keep_to_rules(player, game) for name, player in strategy.players.items()}
    changed = replace(strategy, players=players)
    decide = strategy.decide
    if strategy.specialise is not None:
        decide = strategy.specialise(changed, game, 0)
    return replace(changed, decide=_make_decide(decide, game.meaning))


@cache
def _make_decide(decide: Callable[..., Any], meaning: Callable[..., int]) -> Any:
    """Return a compiled function that decides like another one, but takes no forbidden action."""
    choose = compiled(decide)
    is_forbidden = _make_is_forbidden(meaning)

    def decide_allowed(view: Any, *parameters: float) -> int:
        action = as_action(choose(view, *parameters))
        is_corrected = view.rules.corrects_choices != 0 and not allows(view.menu, action)
        if is_corrected and is_forbidden(view.rules, view.table, action):
            action = action_at(view.menu, below(view.chance, view.menu.count))
        return action

    return compiled(decide_allowed)
