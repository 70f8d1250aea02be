"""Copies of games that count the draws and uses of cards, and experiments with draws and uses.

A watched game plays like the original. It also counts, for each kind of card, tile or die face (see
`simulate.game.Deck`), how often seats drew it and chose it, less the probability of that, and how
often these seats won, less their fair share. The covariance of the two, divided by the variance of
the draws or choices, estimates what drawing or choosing a card of this kind is worth.

A study requests notes with its field ``noted``, a dictionary with these keys (they are fields of
`simulate.kit.notes.noting`):

- ``slips``: the probability, in parts of `WHOLE`, with which a choice is replaced by a random legal
  action. What choosing a kind is worth is estimated from the replaced choices alone;
- ``swaps`` and ``swap_kind``: the probability, in parts of `WHOLE`, with which a draw of kind
  ``swap_kind`` is exchanged for another card of the same pile, at most once per game. The game is
  played with and without the exchange;
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
from simulate.kit.notes import NOTED, PLAYED, WEIGHT, WHOLE, assign_last_draw, begin, finish, noting
from simulate.kit.seats import all_seats
from simulate.play import rows as row
from simulate.play.counting import share_win
from simulate.play.rows import Integers
from simulate.play.tally import whole_win

#: The purpose of the stream of random numbers for slips and exchanges. No game uses it.
_LOTS = 1 << 21
#: The integer that stands for 1 in the counts of probabilities and of gains.
PARTS = 1 << 12
_PART = WHOLE // PARTS
#: The counts of each kind without probabilities: its draws, its uses, its uses times the share of
#: the win of the seat (in parts of a whole win), and the number that seats hold at the end.
_PLAIN = ("draws", "plays", "by_winners", "held")
#: All counts of each kind, in the order of a game's counts. For each category of `NOTED` there are
#: the gain and the variance of the events. The gain is (events - their probability) times (wins -
#: fair share).
COUNTED = (*_PLAIN, *(name for part in NOTED for name in (part, f"{part}_odds")))
#: The ratios of counts: for each count that is divided, the count that it is divided by.
WHOLES = {
    **{part: f"{part}_odds" for part in NOTED},
    "by_winners": "plays",
    "won_with": "owners",
    "exchanged": "weight",
}
#: More counts of each kind if ``gains`` are noted: the number of cards that seats got, the number
#: of seats that got any, and the wins of these seats.
GAINS = ("got", "owners", "won_with")
#: The counts after the counts of kinds: the weight of an exchange; the seat whose draw was
#: exchanged, from 1, or 0 without an exchange; and how much more that seat won without the
#: exchange, times the weight. The win of every seat follows.
EXCHANGED = ("weight", "swapped", "exchanged")
#: The number of counts that follow the counts of each kind of card.
_AFTER = len(EXCHANGED) + SEATS


def kinds_of(game: Game, values: Mapping[str, Any], players: int) -> tuple[Deck, tuple[str, ...]]:
    """Return the deck of a game, and the name of each of the deck's numbered cards.

    The name of a card that does not occur under these rules is empty.

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
    """Return False: such a count is not a figure of the game, whatever the rules are."""
    return False


def watch_cards(
    game: Game, values: Mapping[str, Any], players: int, *, counts_gains: bool = False
) -> Game:
    """Return a copy of a game that also counts the draws and uses of cards.

    Parameters
    ----------
    game
        The game.
    values, players
        The rules and the number of players, which determine the kinds of cards.
    counts_gains
        True to count also the cards that seats get.

    Raises
    ------
    UsageError
        If the game has no deck.
    """
    return _watched(game, *kinds_of(game, values, players), counts_gains)


@cache
def _watched(game: Game, deck: Deck, names: tuple[str, ...], counts_gains: bool) -> Game:
    """Return a copy of a game that counts draws and uses of the cards of its deck.

    `names` has the name of each of the deck's numbered cards, as `kinds_of` returns it;
    `counts_gains` is as in `watch_cards`.
    """
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
    # Index -1 stands for no card and selects the last entry, the kind -1.
    kind_of = np.append(np.where(is_present, np.cumsum(is_present) - 1, 0), -1).astype(np.int64)
    return replace(
        game,
        counts=(*game.counts, *counts),
        shares=(*game.shares, *_shares(kinds, counts_gains)),
        hidden=hidden_layout(len(game.counts) + len(counts), **fields),
        chance=noting(len(kind_of), len(kinds), game.seats[1], gains=counts_gains),
        deal=_make_deal(game, kind_of),
        apply=_make_apply(game, deck, kind_of, len(kinds), len(columns)),
    )


def _shares(kinds: Mapping[int, str], counts_gains: bool) -> list[Share]:
    """Return the ratios of `WHOLES` for each kind. Only those of draws are shown as figures.

    `kinds` has the names of the kinds by number. Ratios of `GAINS` are left out unless
    `counts_gains` is True.
    """
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


def _make_deal(game: Game, kind_of: Any) -> Any:
    """Return a compiled function ``(rules, state)`` that starts the notes and deals the game.

    `kind_of` is the kind of each number of the deck. A last entry, -1, is for no card.
    """
    deal = compiled(game.deal)

    def deal_noting(rules: Any, state: Any) -> None:
        chance = state.chance
        begin(chance, kind_of)
        start(chance.lots[0], chance.seed, chance.deal, label(_LOTS, 0))
        deal(rules, state)
        assign_last_draw(chance)
        chance.step += 1
        chance.dealing = 0

    return compiled(deal_noting)


def _make_apply(game: Game, deck: Deck, kind_of: Any, kinds: int, columns: int) -> Any:
    """Return a compiled function ``(rules, state, action)`` that notes and applies an action.

    At the end of the game it writes the counts: `columns` counts for each of `kinds` kinds, and
    those after them. `kind_of` is as in `_make_deal`.
    """
    apply, winners = compiled(game.apply), game.winners
    used = compiled(deck.used)
    slip = _make_slip(game, used, kind_of)
    write = _make_write(game, _make_hold(deck, kind_of), kinds, columns)

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
        assign_last_draw(chance)
        chance.step += 1
        chance.dealing = 0
        if table.over != 0 or table.turns >= rules.max_turns:
            write(rules, state, winners(rules, state) if table.over != 0 else EMPTY)

    return compiled(apply_noting)


def _make_hold(deck: Deck, kind_of: Any) -> Any:
    """Return a function ``(own, held)`` that adds the cards in a seat's hand to counts by kind.

    `held` is the array of the counts, and `kind_of` is as in `_make_deal`.
    """

    def counting(field: str, first: int) -> Any:
        def count(own: Any, held: Any) -> None:
            for card in range(min(own[field].shape[0], kind_of.shape[0] - first)):
                held[kind_of[first + card]] += own[field][card]

        return count

    return in_order([counting(field, first) for field, first in deck.hands])


def _make_slip(game: Game, used: Any, kind_of: Any) -> Any:
    """Return a compiled function ``(rules, state)`` that returns a random legal action.

    It also notes the probability of choosing each kind. `used` is the compiled `Deck.used`, and
    `kind_of` is as in `_make_deal`.
    """
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


def _make_write(game: Game, hold: Any, kinds: int, columns: int) -> Any:
    """Return a compiled function ``(rules, state, winners)`` that writes a game's counts.

    They are written into ``state.hidden.counts`` from the notes of the game. `hold` is the function
    of `_make_hold`; `kinds` and `columns` are as in `_make_apply`.
    """
    first, most = len(game.counts), game.seats[1]
    after = first + columns * kinds
    gains = len(COUNTED)  # The first of `GAINS` has this index.
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
        # The rows are in the order of `COUNTED` and `GAINS`: from row 4 on, a gain and then its
        # variance for each category.
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


def subtract_exchanges(plain: Integers, exchanged: Integers, counts: int) -> None:
    """Write into rows of games with an exchanged draw the wins that the exchange costs.

    In such a row, the count ``exchanged`` is set to a difference: the wins (in parts of a win) of
    the seat whose draw was exchanged in the game without the exchange, minus its wins in the game
    with it. The difference is multiplied by the weight of the exchange. Rows without an exchange do
    not change.

    Parameters
    ----------
    plain
        The rows of the games without the exchange: shape (games, columns).
    exchanged
        The rows of the same games with the exchange, in the same order. They are changed in place.
    counts
        The number of the game's counts.
    """
    first = row.COUNTS + counts - _AFTER
    weight, swapped, result = range(first, first + len(EXCHANGED))
    games = np.flatnonzero(exchanged[:, swapped])
    seat = result + exchanged[games, swapped]
    more = plain[games, seat] - exchanged[games, seat]
    exchanged[games, result] = more * exchanged[games, weight]
