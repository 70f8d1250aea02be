"""Games that count what is drawn, used and won with it, and what is done to them for experiments.

A watched game plays as the game does, and counts of each kind of what can be drawn (its `Deck`)
how far draws and choices were from their odds, times how far their seat's win was from its fair
share; the sum of that, over the odds' variances, is what drawing or choosing it is worth. What a
study says to be ``noted`` are fields of `simulate.kit.notes.noting`:

- ``slips``: so often, of `WHOLE`, a choice is left to the lot among all legal actions: what
  choosing a kind is worth is reckoned from these choices alone;
- ``swaps`` and ``swap_kind``: with that chance a draw of a kind is exchanged for another card of
  the same pile, once in a game at most, and the game played with it and without;
- ``gains``: 1 to count the cards that seats get, however they get them, and the wins of the seats
  that get one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Count, Deck, Game, Share
from simulate.kit.bits import EMPTY, has
from simulate.kit.chance import below, label, start
from simulate.kit.compiled import compiled, in_order
from simulate.kit.layout import SEATS, hidden_layout
from simulate.kit.menu import PASS, action_at, clear
from simulate.kit.notes import NOTED, PLAYED, WEIGHT, WHOLE, begin, finish, noting, settle
from simulate.kit.seats import all_seats
from simulate.play import rows as row
from simulate.play.counting import share_win
from simulate.play.rows import Integers
from simulate.play.tally import whole_win

#: What the lots for slips and exchanges are for; no game's purpose.
_LOTS = 1 << 21
#: So many parts make 1 in what is counted of odds, and of what is won beyond the fair share.
PARTS = 1 << 12
_PART = WHOLE // PARTS
#: What is counted of each kind, in this order, wins in parts of a whole one; of each that is a
#: ratio what it is divided by.
_PLAIN = ("draws", "plays", "by_winners", "held")
COUNTED = (*_PLAIN, *(name for part in NOTED for name in (part, f"{part}_odds")))
WHOLES = {
    **{part: f"{part}_odds" for part in NOTED},
    "by_winners": "plays",
    "won_with": "owners",
    "exchanged": "weight",
}
#: The counts of each kind where `gains` are noted: the cards that seats got, the seats that got one
#: or more, and the wins of these seats.
GAINS = ("got", "owners", "won_with")
#: What is counted besides, last: of an exchange what it weighs, whose it was (0 for nobody's, else
#: the seat and 1) and, times its weight, how much more was won without; then every seat's win.
EXCHANGED = ("weight", "swapped", "exchanged")
_AFTER = len(EXCHANGED) + SEATS


def kinds_of(game: Game, values: Mapping[str, Any], players: int) -> tuple[Deck, tuple[str, ...]]:
    """Return what can be drawn, and each number's name, empty for those that are not there."""
    if game.deck is None:
        raise UsageError(
            f"{game.name} has no cards, tiles or dice that Fathom knows of; it has to be made of "
            "Cards(...), Pile(...) or Dice(...), or say deck="
        )
    return game.deck, tuple(game.deck.names(game.rules_record(values, players)[0]))


def _untold(values: Mapping[str, Any]) -> bool:
    return False


def watched(
    game: Game, values: Mapping[str, Any], players: int, *, counts_gains: bool = False
) -> Game:
    """Return a game that counts draws under some rules.

    With `counts_gains`, it also counts the cards that seats get.
    """
    return _watched(game, *kinds_of(game, values, players), counts_gains)


@cache
def _watched(game: Game, deck: Deck, names: tuple[str, ...], counts_gains: bool) -> Game:
    there = [*map(bool, names)]
    kinds = dict(enumerate(filter(None, names)))
    columns = (*COUNTED, *GAINS) if counts_gains else COUNTED
    counted = [f"{what}:{kind}" for what in columns for kind in kinds]
    counted += [*EXCHANGED, *(f"won:{seat}" for seat in range(SEATS))]
    more = [Count(name, "", signed=True, parts=PARTS, applies=_untold) for name in counted]
    shares = [
        Share(name, f"gain from drawing {name}", f"{part}:{kind}", f"{whole}:{kind}", told, True)
        for part, whole in WHOLES.items()
        for told in [Share.applies if part == "drawn" else _untold]
        if part != "exchanged" and (counts_gains or part not in GAINS)
        for kind, name in kinds.items()
    ]
    shares.append(Share("", "", "exchanged", WHOLES["exchanged"], _untold))
    hidden: Any = game.hidden.dtype.fields
    fields = {name: ("", *hidden[name][0].shape) for name in hidden if name != "counts"}
    # Last what number -1, of none, is of.
    kind_of = np.append(np.where(there, np.cumsum(there) - 1, 0), -1).astype(np.int64)
    return replace(
        game,
        counts=(*game.counts, *more),
        shares=(*game.shares, *shares),
        hidden=hidden_layout(len(game.counts) + len(more), **fields),
        chance=noting(len(kind_of), len(kinds), game.seats[1], gains=counts_gains),
        deal=_dealing(game, kind_of),
        apply=_applying(game, deck, kind_of, len(kinds), len(columns)),
    )


def _dealing(game: Game, kind_of: Any) -> Any:
    """Return a game's `deal` that begins notes."""
    deal = compiled(game.deal)

    def deal_noting(rules: Any, state: Any) -> None:
        chance = state.chance
        begin(chance, kind_of)
        start(chance.lots[0], chance.seed, chance.deal, label(_LOTS, 0))
        deal(rules, state)
        settle(chance)
        chance.step += 1
        chance.dealing = 0

    return compiled(deal_noting)


def _applying(game: Game, deck: Deck, kind_of: Any, kinds: int, columns: int) -> Any:
    """Return a game's `apply` that also takes notes and writes their counts at the game's end.

    Each of the `kinds` has `columns` counts.
    """
    apply, winners = compiled(game.apply), game.winners
    used = compiled(deck.used)
    slip = _slipping(game, used, kind_of)
    write = _writing(game, _holding(deck, kind_of), kinds, columns)

    def apply_noting(rules: Any, state: Any, action: int) -> None:
        chance, table = state.chance, state.table
        chance.seat = -1
        if action != PASS:
            chance.seat = table.seat
            if chance.slips > 0 and below(chance.lots[0], WHOLE) < chance.slips:
                action = slip(rules, state)
            kind = kind_of[used(rules, table, action)]
            if kind >= 0:
                chance.plays[kind, chance.seat] += 1
        apply(rules, state, action)
        settle(chance)
        chance.step += 1
        chance.dealing = 0
        if table.over != 0 or table.turns >= rules.max_turns:
            write(rules, state, winners(rules, state) if table.over != 0 else EMPTY)

    return compiled(apply_noting)


def _holding(deck: Deck, kind_of: Any) -> Any:
    """Return ``(own, held)``: adds up how many of each kind a seat holds."""

    def counting(field: str, first: int) -> Any:
        def count(own: Any, held: Any) -> None:
            for card in range(min(own[field].shape[0], kind_of.shape[0] - first)):
                held[kind_of[first + card]] += own[field][card]

        return count

    return in_order([counting(*one) for one in deck.hands])


def _slipping(game: Game, used: Any, kind_of: Any) -> Any:
    """Return ``(rules, state)``: leaves a choice to the lot, and notes its odds and what it used.

    It returns the action.
    """
    offer_actions, menus = game.offer_actions, np.dtype((np.record, game.menu.dtype))

    def slip(rules: Any, state: Any) -> int:
        chance, seat, here = state.chance, state.table.seat, state.chance.pile_counts
        menu = np.zeros(1, menus)[0]
        clear(menu)
        offer_actions(rules, state, menu)
        here[:] = 0
        for place in range(menu.count):
            kind = kind_of[used(rules, state.table, action_at(menu, place))]
            if kind >= 0:
                here[kind] += 1
        for kind in range(here.shape[0]):
            share = here[kind] * WHOLE // menu.count
            chance.beyond[kind, PLAYED, seat] -= share
            chance.spread[kind, PLAYED] += share * (WHOLE - share) // WHOLE
        action = action_at(menu, below(chance.lots[0], menu.count))
        kind = kind_of[used(rules, state.table, action)]
        if kind >= 0:
            chance.beyond[kind, PLAYED, seat] += WHOLE
        return action

    return compiled(slip)


def _writing(game: Game, hold: Any, kinds: int, columns: int) -> Any:
    """Return ``(rules, state, winners)``: writes the counts of a game from its notes."""
    first, most = len(game.counts), game.seats[1]
    after = first + columns * kinds
    gains = len(COUNTED)  # where the counts of `GAINS` begin, if the game has them
    sides, wins = np.zeros((most + 1, most), np.int64), np.zeros(most + 1, np.int64)
    for players in range(game.seats[0], most + 1):
        sides[players, :players] = game.sides(players)
        wins[players] = whole_win(players)

    def write(rules: Any, state: Any, winning: Any) -> None:
        chance, counts, players = state.chance, state.hidden.counts, rules.players
        win, side_of = wins[players], sides[players]
        winners, share = share_win(winning, side_of, players, win)
        _, fair = share_win(all_seats(players), side_of, players, win)
        finish(chance)
        # A row for each of `COUNTED`: after the plain ones, in turn what is noted and its odds.
        told, unit = counts[first:after].reshape(columns, kinds), win * _PART
        for seat in range(players):
            won = share if has(winners, side_of[seat]) else 0
            counts[after + len(EXCHANGED) + seat] = won
            hold(state.own[seat], told[3])
            for kind in range(kinds):
                told[1, kind] += chance.plays[kind, seat]
                told[2, kind] += chance.plays[kind, seat] * won
                if columns > gains:
                    got = chance.gained[kind * most + seat]
                    if got > 0:
                        told[gains, kind] += got
                        told[gains + 1, kind] += 1
                        told[gains + 2, kind] += won
                for asked in range(PLAYED + 1):
                    told[4 + 2 * asked, kind] += chance.beyond[kind, asked, seat] * (won - fair)
        for kind in range(kinds):
            told[0, kind] = chance.draws[kind]
            for asked in range(PLAYED + 1):
                brings = told[4 + 2 * asked, kind]
                told[4 + 2 * asked, kind] = (brings + unit // 2) // unit
                told[5 + 2 * asked, kind] = chance.spread[kind, asked] // _PART
        if chance.swapped >= 0:
            counts[after] = chance.weight // (WEIGHT // PARTS)
            counts[after + 1] = chance.swapped + 1

    return compiled(write)


def take_from(plain: Integers, exchanged: Integers, counts: int) -> None:
    """Write how much more was won in plain games than in the same with an exchange.

    That is of the seat whose draw it was, times what the exchange weighs.
    """
    first = row.COUNTS + counts - _AFTER
    weight, swapped, result = range(first, first + len(EXCHANGED))
    games = np.flatnonzero(exchanged[:, swapped])
    seat = result + exchanged[games, swapped]
    more = plain[games, seat] - exchanged[games, seat]
    exchanged[games, result] = more * exchanged[games, weight]
