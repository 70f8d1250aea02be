"""Games that count the draws and uses of cards, and experiments with them.

A watched game plays like the game itself. It also counts, for each kind of card, tile or dice (see
`Deck`), how often seats drew and chose it compared with its probability, and how often these seats
won compared with their fair share. The covariance of the two, divided by the variance of the
draws or choices, estimates the worth of drawing or choosing a card of this kind.

A study selects experiments by ``noted``, whose values are fields of `simulate.kit.notes.noting`:

- ``slips``: the probability, in parts of `WHOLE`, that a choice is replaced by a random legal
  action. The worth of choosing a kind is estimated from these choices alone;
- ``swaps`` and ``swap_kind``: the probability that a draw of a kind is exchanged for another card
  of the same pile, at most once per game. The game is played with and without the exchange;
- ``gains``: 1 to count all cards that seats get, and the wins of these seats.
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

#: The purpose of the random numbers for slips and exchanges. No game uses this purpose.
_LOTS = 1 << 21
#: The parts of 1 in counts of odds, and of wins beyond the fair share.
PARTS = 1 << 12
_PART = WHOLE // PARTS
#: The counts of each kind, in this order; wins are in parts of a whole win.
_PLAIN = ("draws", "plays", "by_winners", "held")
COUNTED = (*_PLAIN, *(name for part in NOTED for name in (part, f"{part}_odds")))
#: For each count that is the part of a ratio, the count that it is divided by.
WHOLES = {
    **{part: f"{part}_odds" for part in NOTED},
    "by_winners": "plays",
    "won_with": "owners",
    "exchanged": "weight",
}
#: The counts of each kind where `gains` are noted: the cards that seats got, the seats that got one
#: or more, and the wins of these seats.
GAINS = ("got", "owners", "won_with")
#: The last counts, before the win of every seat: the weight of an exchange, whose draw it was (0 if
#: there was none, otherwise the seat plus 1), and how much more that seat won without it, times the
#: weight.
EXCHANGED = ("weight", "swapped", "exchanged")
_AFTER = len(EXCHANGED) + SEATS


def kinds_of(game: Game, values: Mapping[str, Any], players: int) -> tuple[Deck, tuple[str, ...]]:
    """Return the deck of a game, and the name of each of its numbers.

    The name of a number that is not in the game under these rules is empty.

    Raises
    ------
    UsageError
        If the game has no deck.
    """
    if game.deck is None:
        raise UsageError(
            f"{game.name} declares no cards, tiles or dice; build it from Cards(...), Pile(...) or "
            "Dice(...), or declare deck="
        )
    return game.deck, tuple(game.deck.names(game.rules_record(values, players)[0]))


def _is_never_reported(values: Mapping[str, Any]) -> bool:
    return False


def watched(
    game: Game, values: Mapping[str, Any], players: int, *, counts_gains: bool = False
) -> Game:
    """Return the watched game of a game.

    Parameters
    ----------
    game
        The game.
    values, players
        The rules, which decide on the kinds of cards.
    counts_gains
        Whether to count the cards that seats get.
    """
    return _watched(game, *kinds_of(game, values, players), counts_gains)


@cache
def _watched(game: Game, deck: Deck, names: tuple[str, ...], counts_gains: bool) -> Game:
    is_present = [bool(name) for name in names]
    kinds = dict(enumerate(filter(None, names)))
    columns = (*COUNTED, *GAINS) if counts_gains else COUNTED
    count_names = [f"{column}:{kind}" for column in columns for kind in kinds]
    count_names += [*EXCHANGED, *(f"won:{seat}" for seat in range(SEATS))]
    counts = [
        Count(name, "", signed=True, parts=PARTS, applies=_is_never_reported)
        for name in count_names
    ]
    hidden: Any = game.hidden.dtype.fields
    fields = {name: ("", *hidden[name][0].shape) for name in hidden if name != "counts"}
    # The last entry is the kind of number -1, which stands for no card.
    kind_of = np.append(np.where(is_present, np.cumsum(is_present) - 1, 0), -1).astype(np.int64)
    return replace(
        game,
        counts=(*game.counts, *counts),
        shares=(*game.shares, *_shares(kinds, counts_gains)),
        hidden=hidden_layout(len(game.counts) + len(counts), **fields),
        chance=noting(len(kind_of), len(kinds), game.seats[1], gains=counts_gains),
        deal=_dealing(game, kind_of),
        apply=_applying(game, deck, kind_of, len(kinds), len(columns)),
    )


def _shares(kinds: Mapping[int, str], counts_gains: bool) -> list[Share]:
    """Return the ratios of counts; only those of draws are reported as figures of the game."""
    shares = []
    for part, whole in WHOLES.items():
        if part == "exchanged" or (part in GAINS and not counts_gains):
            continue
        applies = Share.applies if part == "drawn" else _is_never_reported
        for kind, name in kinds.items():
            meaning = f"gain from drawing {name}"
            shares.append(Share(name, meaning, f"{part}:{kind}", f"{whole}:{kind}", applies, True))
    shares.append(Share("", "", "exchanged", WHOLES["exchanged"], _is_never_reported))
    return shares


def _dealing(game: Game, kind_of: Any) -> Any:
    """Return a game's `deal` that also starts its notes."""
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
    """Return a game's `apply` that also takes notes, and writes counts from them at the end.

    There are `kinds` times `columns` counts.
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
    """Return a function of a seat's record and counts by kind: it adds the cards that it holds."""

    def counting(field: str, first: int) -> Any:
        def count(own: Any, held: Any) -> None:
            for card in range(min(own[field].shape[0], kind_of.shape[0] - first)):
                held[kind_of[first + card]] += own[field][card]

        return count

    return in_order([counting(field, first) for field, first in deck.hands])


def _slipping(game: Game, used: Any, kind_of: Any) -> Any:
    """Return a function of rules and state that chooses a random action, with notes of its odds."""
    offer_actions, menus = game.offer_actions, np.dtype((np.record, game.menu.dtype))

    def slip(rules: Any, state: Any) -> int:
        chance, seat, actions_by_kind = state.chance, state.table.seat, state.chance.pile_counts
        menu = np.zeros(1, menus)[0]
        clear(menu)
        offer_actions(rules, state, menu)
        actions_by_kind[:] = 0
        for place in range(menu.count):
            kind = kind_of[used(rules, state.table, action_at(menu, place))]
            if kind >= 0:
                actions_by_kind[kind] += 1
        for kind in range(actions_by_kind.shape[0]):
            share = actions_by_kind[kind] * WHOLE // menu.count
            chance.beyond[kind, PLAYED, seat] -= share
            chance.spread[kind, PLAYED] += share * (WHOLE - share) // WHOLE
        action = action_at(menu, below(chance.lots[0], menu.count))
        kind = kind_of[used(rules, state.table, action)]
        if kind >= 0:
            chance.beyond[kind, PLAYED, seat] += WHOLE
        return action

    return compiled(slip)


def _writing(game: Game, hold: Any, kinds: int, columns: int) -> Any:
    """Return a function of rules, state and winners that writes a game's counts from its notes."""
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
        # A row for each of `COUNTED`: the plain counts, then in turn a noted count and its odds.
        by_column = counts[first:after].reshape(columns, kinds)
        unit = win * _PART
        for seat in range(players):
            won = share if has(winners, side_of[seat]) else 0
            counts[after + len(EXCHANGED) + seat] = won
            hold(state.own[seat], by_column[3])
            for kind in range(kinds):
                by_column[1, kind] += chance.plays[kind, seat]
                by_column[2, kind] += chance.plays[kind, seat] * won
                if columns > gains:
                    got = chance.gained[kind * most + seat]
                    if got > 0:
                        by_column[gains, kind] += got
                        by_column[gains + 1, kind] += 1
                        by_column[gains + 2, kind] += won
                for noted in range(PLAYED + 1):
                    by_column[4 + 2 * noted, kind] += chance.beyond[kind, noted, seat] * (
                        won - fair
                    )
        for kind in range(kinds):
            by_column[0, kind] = chance.draws[kind]
            for noted in range(PLAYED + 1):
                gain = by_column[4 + 2 * noted, kind]
                by_column[4 + 2 * noted, kind] = (gain + unit // 2) // unit
                by_column[5 + 2 * noted, kind] = chance.spread[kind, noted] // _PART
        if chance.swapped >= 0:
            counts[after] = chance.weight // (WEIGHT // PARTS)
            counts[after + 1] = chance.swapped + 1

    return compiled(write)


def take_from(plain: Integers, exchanged: Integers, counts: int) -> None:
    """Write into rows of games with an exchange how much more was won in the games without it.

    Parameters
    ----------
    plain, exchanged
        Rows of the same games, without and with the exchange. The seat is the one whose draw was
        exchanged; the difference is multiplied by the weight of the exchange.
    counts
        The number of the game's counts.
    """
    first = row.COUNTS + counts - _AFTER
    weight, swapped, result = range(first, first + len(EXCHANGED))
    games = np.flatnonzero(exchanged[:, swapped])
    seat = result + exchanged[games, swapped]
    more = plain[games, seat] - exchanged[games, seat]
    exchanged[games, result] = more * exchanged[games, weight]
