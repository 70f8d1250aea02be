"""Schnuff.

Jim Seko, Ravensburger 1985; for 2 to 6 players.

**The idea.** Everybody adds a number card to a running total and tries not to be
the one who takes it past 30, 60 or 90: that costs 1, 2 or 3 chips. Chance cards
help: Pass leaves the total alone, Back turns the direction as well, Panic jumps to
the next limit, Risk lets two dice decide, and Schnuff, playable only on a limit, makes
the others pay. Who has no chips left is out; the last one with chips wins.

**A turn.** Play a card, pay if it went past a limit (not if it landed there), draw a card.
Past the last limit the round ends, all cards are dealt again and the deal passes on. The
player left of the dealer opens, with a number card; who has none is skipped. Who
forgets to draw plays on with fewer cards, and without any is out.

**Risk and Schnuff.** Risk adds a roll of 7 or more and subtracts a lower one. Schnuff lets
all others roll: they pay what the limit costs, but for the lowest roll, or, of two players,
on 7 or more. Crossing that limit is then free once; on the last limit the round ends.

**Rulings.** Fixed here: nobody can open without a number card, so if nobody holds one
the cards are dealt again; who has nothing to play shows it and waits, and when everybody
does so in turn the round is over; Risk never takes the total below 0; the hand of a
player who is out is laid on the discard pile, sorted; several players who go out at once
do so clockwise from the player on turn. Tied lowest rolls after a Schnuff are rolled
again (`schnuff_tie`). Turned over, the discard pile is not shuffled (`recycle`); that
happens as soon as the last card of the draw pile is taken.

**What a player sees.** Their own hand, the total, direction and free crossings,
everybody's chips and number of cards, who is out, the dealer, and which cards were
discarded since the pile was last dealt or turned over.

Source: the Dutch rules. They do not say how many of each card there are (`deck`) or
how often a player forgets to draw (`forget_rate`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Count, Game, Share, Snapshot
from simulate.kit.bits import EMPTY, bit, from_members, has, lowest, nonnegative, size
from simulate.kit.chance import GAME_PURPOSE, below, label, start, uniform
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random, put_down, take_card
from simulate.kit.layout import SEATS, hidden_layout, layout, table_layout
from simulate.kit.menu import offer
from simulate.kit.seats import CLOCKWISE, next_seat
from simulate.rules.kinds import Choice, Option, Real, Whole, WholeList, WholeTable, written
from simulate.rules.values import Variant

# Encoding -----------------------------------------------------------------------
# A card is its kind; playing it is the action of the same number. Kinds 0 to 3 are the
# number cards 1 to 4.

KIND_NAMES = ("1", "2", "3", "4", "pass", "back", "panic", "risk", "schnuff")
KINDS = len(KIND_NAMES)
NUMBERS = 4
# SKIP is the card Pass; `simulate.kit.menu.PASS` is something else.
SKIP, BACK, PANIC, RISK, SCHNUFF = range(NUMBERS, KINDS)
#: The action of a player with no legal card.
NONE = KINDS
NUMBER_CARDS = from_members(range(NUMBERS))
ALWAYS_PLAYABLE = from_members(range(SCHNUFF))

MOST_COPIES = 30
MOST_CARDS = KINDS * MOST_COPIES
MOST_LIMITS = 6
#: The highest roll; limits are at least as far apart, so that no card crosses two.
MOST_ROLLED = 12
#: Rolls of one turn that a replay can tell; with five to roll, a dozen ties in a row.
MOST_ROLLS = 64
#: Which of the deal's streams the dice come from.
DICE = GAME_PURPOSE
FLIP, SHUFFLE = 0, 1
LAST_STANDING, FIRST_OUT = 0, 1
REROLL, ALL_SPARED = 0, 1
# How a round ends, in the order of the counts from `ENDED` on and of `_ENDINGS`.
GOES_ON, CROSSING, SCHNUFF_AT_LAST, STANDSTILL, LAST_OUT = -1, 0, 1, 2, 3
ROUNDS_TOLD = 8

# Rules --------------------------------------------------------------------------

OPTIONS: tuple[Option, ...] = (
    WholeTable(
        name="deck",
        default=dict(zip(KIND_NAMES, (9, 9, 9, 9, 4, 4, 4, 4, 2), strict=True)),
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Copies of each card.",
    ),
    Whole(
        name="chips",
        default=10,
        minimum=1,
        maximum=50,
        standing="printed",
        meaning="Chips each player begins with.",
    ),
    Whole(
        name="hand_size",
        default=4,
        minimum=1,
        maximum=8,
        standing="printed",
        meaning="Cards dealt to each player at the start of a round.",
    ),
    WholeList(
        name="limits",
        default=(30, 60, 90),
        minimum=MOST_ROLLED,
        maximum=1000,
        shortest=1,
        longest=MOST_LIMITS,
        standing="printed",
        meaning="Totals that cost chips to cross, each at least 12 above the one before; past "
        "the last the round ends.",
    ),
    WholeList(
        name="costs",
        default=(1, 2, 3),
        minimum=1,
        maximum=50,
        shortest=1,
        longest=MOST_LIMITS,
        standing="printed",
        meaning="Chips that crossing each of the limits costs, never falling.",
    ),
    Choice(
        name="recycle",
        default="flip",
        choices=("flip", "shuffle"),
        standing="printed",
        meaning="How the discard pile becomes the draw pile: turned over as it lies, or shuffled.",
    ),
    Choice(
        name="ending",
        default="last_standing",
        choices=("last_standing", "first_out"),
        standing="printed",
        meaning="The last player with chips wins, or, as the printed short game, the one with "
        "the most chips when somebody is out.",
    ),
    Choice(
        name="schnuff_tie",
        default="reroll",
        choices=("reroll", "all_spared"),
        standing="ruling",
        meaning="Tied lowest rolls after a Schnuff: roll again until one is lowest, or spare "
        "them all.",
    ),
    Real(
        name="forget_rate",
        default=0.0,
        minimum=0.0,
        maximum=1.0,
        standing="assumed",
        meaning="How often a player forgets to draw, which the printed rules punish: fewer "
        "cards for the rest of the round, and without a card out of the game.",
    ),
)

VARIANTS = {
    "base": Variant("The rules as printed."),
    "short": Variant(
        "The printed short game: most chips wins when somebody is out.", {"ending": "first_out"}
    ),
    "forgetful": Variant("Players forget one draw in twenty.", {"forget_rate": 0.05}),
}


def _has_limit(number: int) -> Any:
    return lambda values: len(values["limits"]) >= number


def _can_forget(values: Mapping[str, Any]) -> bool:
    return bool(values["forget_rate"] > 0)


def _has_kind(kind: str) -> Any:
    return lambda values: values["deck"][kind] > 0


COUNTS = (
    *(
        Count(
            name=f"lost_at_limit_{number}",
            meaning=f"chips lost by crossing {{limits[{number - 1}]}}",
            applies=_has_limit(number),
        )
        for number in range(1, MOST_LIMITS + 1)
    ),
    Count(
        name="paid_to_schnuff",
        meaning="chips lost to Schnuff cards of others",
        applies=_has_kind("schnuff"),
    ),
    *(
        Count(
            name=f"saved_by_{kind}",
            meaning=f"chips {kind.capitalize()} spared (at the lowest number's price)",
            signed=True,
            applies=_has_kind(kind),
        )
        for kind in KIND_NAMES[NUMBERS:]
    ),
    *(
        Count(name=f"out_in_round_{number}", meaning=f"players out in round {number}")
        for number in range(1, ROUNDS_TOLD)
    ),
    Count(
        name=f"out_in_round_{ROUNDS_TOLD}_or_later",
        meaning=f"players out in round {ROUNDS_TOLD} or later",
    ),
    Count(
        name="out_by_forgetting",
        meaning="players out by forgetting to draw",
        applies=_can_forget,
    ),
    Count(name="rounds_ended_by_crossing", meaning="rounds ended by crossing the last limit"),
    Count(
        name="rounds_ended_by_schnuff",
        meaning="rounds ended by a Schnuff on the last limit",
        applies=_has_kind("schnuff"),
    ),
    Count(name="rounds_ended_by_standstill", meaning="rounds ended because nobody could play"),
    Count(name="rounds_ended_by_last_out", meaning="rounds ended early, with the game"),
)
LOST, PAID_TO_SCHNUFF = 0, MOST_LIMITS
SAVED = PAID_TO_SCHNUFF + 1 - NUMBERS  # plus the kind of the chance card
OUT_IN_ROUND = PAID_TO_SCHNUFF + 1 + KINDS - NUMBERS
FORGOT = OUT_IN_ROUND + ROUNDS_TOLD
ENDED = FORGOT + 1

SHARES = (
    Share(
        name="share_of_rounds_ended_by_schnuff",
        meaning="share of rounds ended by Schnuff, of",
        part="rounds_ended_by_schnuff",
        whole="rounds",
        applies=_has_kind("schnuff"),
    ),
)


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless limits and costs match and the deck can be dealt."""
    limits, costs, deck = values["limits"], values["costs"], values["deck"]
    for before, after in pairwise(limits):
        if after - before < MOST_ROLLED:
            raise UsageError(
                f"limits cannot be {written(limits)}: {after} is less than {MOST_ROLLED} above "
                f"{before}; make it {before + MOST_ROLLED} or more"
            )
    if len(limits) != len(costs):
        raise UsageError(
            f"there are {len(limits)} limits ({written(limits)}) but {len(costs)} costs "
            f"({written(costs)}); give as many costs as limits"
        )
    for before, after in pairwise(costs):
        if after < before:
            raise UsageError(
                f"costs cannot be {written(costs)}: {after} is lower than the {before} before it"
            )
    if not any(deck[kind] for kind in KIND_NAMES[:NUMBERS]):
        raise UsageError(
            "the deck has no number card, so nobody can open; raise one of deck.1 to 4"
        )
    cards, dealt = sum(deck.values()), players * values["hand_size"]
    if cards <= dealt:
        raise UsageError(
            f"the deck has {cards} cards but {players} players are dealt {dealt}; raise entries "
            "of deck, or lower hand_size"
        )


DERIVED = layout(
    full_size="cards in the full deck",
    full_deck=("the full deck, card by card", MOST_CARDS),
)


def prepare(rules: Any) -> None:
    """Fill in the deck card by card."""
    full_deck = np.repeat(np.arange(KINDS), rules["deck"])
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck


# State --------------------------------------------------------------------------

TABLE = table_layout(
    total="the running total",
    level="the next limit, counting from 0: the lowest one not below the total",
    free="the limits whose next crossing is free, as a set",
    direction="1 clockwise, -1 counterclockwise",
    opening="1 while the first card of the round is to be played",
    dealer="the seat that dealt this round",
    box="chips that have left the game",
    hand_size=("cards in each seat's hand", SEATS),
    seen=("cards of each kind in the discard pile", KINDS),
    discard_size="cards in the discard pile",
    draw_size="cards in the draw pile",
    idle_turns="turns in a row in which nobody could play",
)
OWN = layout(
    cards="the different cards in hand, as a set",
    count=("how many of each card are in hand", KINDS),
)
HIDDEN = hidden_layout(
    len(COUNTS),
    pile=("the draw pile: draw_size entries from `top` on", MOST_CARDS),
    top="where the draw pile begins",
    ordered="1 if the draw pile lies in the order of the entries, 0 if it is shuffled as drawn",
    discards=("the discard pile, the card discarded first in front", MOST_CARDS),
    rolls_size="how often dice were rolled in the latest turn with dice",
    roller=("who rolled, one after the other; of very many the first", MOST_ROLLS),
    rolls=("what they rolled", MOST_ROLLS),
)

# Playing ------------------------------------------------------------------------


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game: the last seat deals, so that seat 1 is left of the dealer."""
    table = state.table
    table.dealer = rules.players - 1
    table.box = 0
    for seat in range(rules.players):
        table.scores[seat] = rules.chips
    _deal_round(rules, state)


@compiled
def _deal_round(rules: Any, state: Any) -> None:
    table, chance, dice = state.table, state.chance, state.dice
    start(chance, chance.seed, chance.deal, table.rounds)
    start(dice, dice.seed, dice.deal, label(DICE, table.rounds))
    table.total = 0
    table.level = 0
    table.free = 0
    table.direction = CLOCKWISE
    table.opening = 1
    table.idle_turns = 0
    openers = _deal_cards(rules, state)
    while openers == 0:
        openers = _deal_cards(rules, state)
    table.seat = next_seat(openers, table.dealer, rules.players)


@inlined
def _deal_cards(rules: Any, state: Any) -> Any:
    """Deal the full deck anew, and return the set of seats that hold a number card."""
    table, hidden = state.table, state.hidden
    for place in range(rules.full_size):
        hidden.pile[place] = rules.full_deck[place]
    hidden.top = 0
    hidden.ordered = 0
    table.draw_size = rules.full_size
    table.discard_size = 0
    table.seen[:] = 0
    openers = EMPTY
    for seat in range(rules.players):
        own = state.own[seat]
        own.cards = 0
        own.count[:] = 0
        table.hand_size[seat] = 0
        if has(table.active, seat):
            for _ in range(rules.hand_size):
                _draw(state, seat)
            if own.cards & NUMBER_CARDS != 0:
                openers |= bit(seat)
    return openers


@inlined
def _draw(state: Any, seat: int) -> None:
    """Take the next card of a draw pile that is not empty."""
    table, hidden = state.table, state.hidden
    if hidden.ordered != 0:
        card = hidden.pile[hidden.top]
        hidden.top += 1
    else:
        card = draw_at_random(hidden.pile, table.draw_size, state.chance)
    table.draw_size -= 1
    take_card(table, state.own[seat], seat, card)


@inlined
def offer_actions(rules: Any, state: Any, menu: Any) -> None:
    """Offer each different card that may be played now, or `NONE`."""
    table = state.table
    cards = state.own[table.seat].cards
    if table.opening != 0:
        cards &= NUMBER_CARDS
    elif table.total != rules.limits[table.level]:
        cards &= ALWAYS_PLAYABLE
    if cards == 0:
        cards = bit(NONE)
    offer(menu, 0, cards)


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Play a card, settle what it costs, draw, and hand on the turn."""
    table = state.table
    seat = nonnegative(table.seat)
    table.turns += 1
    if action == NONE:
        table.idle_turns += 1
        if table.idle_turns >= size(table.active):
            _end_round(rules, state, STANDSTILL)
            return
    else:
        ended = _play(rules, state, seat, nonnegative(action))
        if ended == GOES_ON and has(table.active, seat):
            ended = _draw_or_forget(rules, state, seat)
        if ended != GOES_ON:
            _end_round(rules, state, ended)
            return
    table.seat = next_seat(table.active, seat, rules.players, table.direction)


@inlined
def _play(rules: Any, state: Any, seat: int, card: int) -> int:
    """Play a card, and tell whether and how the round ended."""
    table = state.table
    table.idle_turns = 0
    table.opening = 0
    room = rules.limits[table.level] - table.total
    if room < NUMBERS and card >= NUMBERS:
        _count_saving(rules, state, seat, card, room)
    _discard(table, state.hidden, state.own[seat], seat, card)
    if card == RISK:
        return _risk(rules, state, seat)
    if card == SCHNUFF:
        return _schnuff(rules, state, seat)
    # Without branches, which the processor would guess wrong at every second card.
    table.total += (card + 1) * np.int64(card < NUMBERS) + room * np.int64(card == PANIC)
    table.direction *= 1 - 2 * np.int64(card == BACK)
    return _cross(rules, state, seat) if table.total > rules.limits[table.level] else GOES_ON


@compiled
def _count_saving(rules: Any, state: Any, seat: int, card: int, room: int) -> None:
    """Count what a chance card saves if the lowest number card in hand would cross."""
    numbers = state.own[seat].cards & NUMBER_CARDS
    if numbers != 0 and lowest(numbers) + 1 > room:
        state.hidden.counts[SAVED + card] += _price(rules, state.table, seat)


@compiled
def _risk(rules: Any, state: Any, seat: int) -> int:
    """Roll the dice: 7 or more is added and may cross the limit, less is subtracted."""
    table = state.table
    had_number = state.own[seat].cards & NUMBER_CARDS != 0
    chips = table.scores[seat]
    state.hidden.rolls_size = 0
    roll = _roll(state, seat)
    ended = GOES_ON
    if roll >= 7:
        table.total += roll
        if table.total > rules.limits[table.level]:
            ended = _cross(rules, state, seat)
    else:
        table.total = max(table.total - roll, 0)
        while table.level > 0 and table.total <= rules.limits[table.level - 1]:
            table.level -= 1
    if had_number:
        state.hidden.counts[SAVED + RISK] -= chips - table.scores[seat]
    return ended


@inlined
def _discard(table: Any, hidden: Any, own: Any, seat: int, card: int) -> None:
    put_down(table, own, seat, card)
    hidden.discards[table.discard_size] = card
    table.discard_size += 1
    table.seen[card] += 1


@inlined
def _price(rules: Any, table: Any, seat: int) -> int:
    """Return what crossing the next limit costs a seat now."""
    if has(table.free, table.level):
        return 0
    return min(rules.costs[table.level], table.scores[seat])  # type: ignore[no-any-return]


@compiled
def _cross(rules: Any, state: Any, seat: int) -> int:
    table = state.table
    crossed = table.level
    state.hidden.counts[LOST + crossed] += _pay(table, seat, _price(rules, table, seat))
    table.free &= ~bit(crossed)
    ended = CROSSING
    if crossed < rules.limits_length - 1:
        table.level += 1
        ended = GOES_ON
    if table.scores[seat] == 0:
        _put_out(table, state, seat)
    return LAST_OUT if ended == GOES_ON and _is_decided(rules, table) else ended


@inlined
def _pay(table: Any, seat: int, chips: int) -> int:
    """Take chips from a seat that has as many, and return them."""
    table.scores[seat] -= chips
    table.box += chips
    return chips


@inlined
def _is_decided(rules: Any, table: Any) -> bool:
    left = size(table.active)
    return left == 1 or (  # type: ignore[no-any-return]
        rules.ending == FIRST_OUT and left < rules.players
    )


@compiled
def _put_out(table: Any, state: Any, seat: int) -> None:
    """Take a seat out of the game and lay its hand on the discard pile."""
    table.active &= ~bit(seat)
    state.hidden.counts[OUT_IN_ROUND + min(table.rounds, ROUNDS_TOLD - 1)] += 1
    own = state.own[seat]
    for card in range(KINDS):
        while own.count[card] > 0:
            _discard(table, state.hidden, own, seat, card)


@inlined
def _roll(state: Any, seat: int) -> int:
    roll = 2 + below(state.dice, 6) + below(state.dice, 6)
    hidden = state.hidden
    if hidden.rolls_size < MOST_ROLLS:
        hidden.roller[hidden.rolls_size] = seat
        hidden.rolls[hidden.rolls_size] = roll
    hidden.rolls_size += 1
    return roll


@compiled
def _schnuff(rules: Any, state: Any, seat: int) -> int:
    """Let the others roll and pay; at the last limit the round ends."""
    table = state.table
    state.hidden.rolls_size = 0
    others = table.active & ~bit(seat)
    if size(others) == 1:
        spared = others if _roll(state, lowest(others)) < 7 else 0
    else:
        spared = _lowest_rollers(rules, state, others, seat)
        while rules.schnuff_tie == REROLL and size(spared) > 1:
            spared = _lowest_rollers(rules, state, spared, seat)
    payers = others & ~spared
    other = seat
    while payers != 0:
        other = next_seat(payers, other, rules.players)
        payers &= ~bit(other)
        price = min(rules.costs[table.level], table.scores[other])
        state.hidden.counts[PAID_TO_SCHNUFF] += _pay(table, other, price)
        if table.scores[other] == 0:
            _put_out(table, state, other)
    if table.level == rules.limits_length - 1:
        return SCHNUFF_AT_LAST
    table.free |= bit(table.level)
    return LAST_OUT if _is_decided(rules, table) else GOES_ON


@compiled
def _lowest_rollers(rules: Any, state: Any, rollers: Any, seat: int) -> Any:
    """Let a set of seats roll clockwise from a seat, and return those with the lowest roll."""
    least = MOST_ROLLED + 1
    tied = EMPTY
    other = seat
    for _ in range(size(rollers)):
        other = next_seat(rollers, other, rules.players)
        roll = _roll(state, other)
        if roll < least:
            least = roll
            tied = bit(other)
        elif roll == least:
            tied |= bit(other)
    return tied


@inlined
def _draw_or_forget(rules: Any, state: Any, seat: int) -> int:
    """Draw a card, unless the player forgets; without a card the player is out."""
    table = state.table
    if rules.forget_rate > 0.0 and uniform(state.dice) < rules.forget_rate:
        if table.hand_size[seat] == 0:
            _pay(table, seat, table.scores[seat])
            state.hidden.counts[FORGOT] += 1
            _put_out(table, state, seat)
            return LAST_OUT if _is_decided(rules, table) else GOES_ON
        return GOES_ON
    _draw(state, seat)
    if table.draw_size == 0:
        _turn_over_discards(rules, table, state.hidden)
    return GOES_ON


@compiled
def _turn_over_discards(rules: Any, table: Any, hidden: Any) -> None:
    """Make the discard pile, which has at least the card just played, the draw pile."""
    for place in range(table.discard_size):
        hidden.pile[place] = hidden.discards[place]
    hidden.top = 0
    hidden.ordered = 1 if rules.recycle == FLIP else 0
    table.draw_size = table.discard_size
    table.discard_size = 0
    table.seen[:] = 0


@compiled
def _end_round(rules: Any, state: Any, ended: int) -> None:
    table = state.table
    state.hidden.counts[ENDED + ended] += 1
    table.rounds += 1
    table.checkpoints += 1
    table.halftime = 1
    if _is_decided(rules, table):
        table.over = 1
        return
    table.dealer = next_seat(table.active, table.dealer, rules.players)
    _deal_round(rules, state)


# For people ---------------------------------------------------------------------

_ENDINGS = (
    "The last limit is crossed: the round is over.",
    "Schnuff on the last limit: the round is over.",
    "Nobody can play: the round is over.",
    "The game is decided.",
)


class SchnuffTeller:
    """Tells Schnuff in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "plays 4 and says 34"."""
        if action == NONE:
            return "shows a hand without a card to play"
        total = int(table.total)
        if action < NUMBERS:
            total += action + 1
        elif action == PANIC:
            total = int(rules.limits[table.level])
        return f"plays {_card(action)}{'' if action == RISK else f' and says {total}'}"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Describe the total, then every seat's chips and, for `hands`, its hand."""
        table = snapshot.table
        limit, cost = int(rules.limits[table.level]), int(rules.costs[table.level])
        price = "free to cross" if has(table.free, table.level) else f"{_chips(cost)} to cross"
        direction = "clockwise" if table.direction == CLOCKWISE else "counterclockwise"
        lines = [
            f"total {table.total}, next limit {limit} ({price}), {direction}; "
            f"{table.draw_size} cards to draw, {table.discard_size} discarded"
        ]
        for seat in range(rules.players):
            mark = ">" if seat == table.seat else " "
            if not has(table.active, seat):
                lines.append(f"  seat {seat + 1} | out")
                continue
            holding = f"{table.hand_size[seat]} cards"
            if seat in hands:
                holding = _hand(snapshot.own[seat].count)
            dealer = " (dealer)" if seat == table.dealer else ""
            lines.append(
                f"{mark} seat {seat + 1} | {_chips(table.scores[seat]):8} | {holding}{dealer}"
            )
        return lines

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Tell what an action led to: rolls, payments, who is out, a card drawn, a round's end."""
        seat, seats = before.table.seat, range(rules.players)
        lines = []
        if action == RISK:
            lines.append(f"rolls {after.hidden.rolls[0]}")
        elif action == SCHNUFF:
            lines += _rolls(after.hidden)
        over = after.table.rounds > before.table.rounds
        if action == RISK and not over:
            lines.append(f"the total is {after.table.total}")
        for other in seats:
            paid = int(before.table.scores[other] - after.table.scores[other])
            out = has(before.table.active, other) and not has(after.table.active, other)
            if paid or out:
                lines.append(
                    f"seat {other + 1} loses {_chips(paid)} and "
                    + ("is out" if out else f"has {after.table.scores[other]} left")
                )
        if over:
            ended = int(np.argmax((after.hidden.counts - before.hidden.counts)[ENDED:]))
            return [*lines, _ENDINGS[ended]]
        drew = False
        if action != NONE and has(after.table.active, seat):
            drawn = after.own[seat].count - before.own[seat].count
            drawn[action] += 1
            drew = bool(drawn.any())
            lines.append(f"draws {_hand(drawn)}" if drew else "forgets to draw")
        if drew and before.table.draw_size == 1:
            how = "turned over" if rules.recycle == FLIP else "shuffled"
            lines.append(f"the discard pile is {how} and becomes the draw pile")
        return lines

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Count each card and all chips wherever they are; the same after every action."""
        table, hidden = snapshot.table, snapshot.hidden
        total = snapshot.own[: rules.players].count.sum(axis=0)
        np.add.at(total, hidden.pile[hidden.top : hidden.top + table.draw_size], 1)
        np.add.at(total, hidden.discards[: table.discard_size], 1)
        cards = {_card(kind): int(total[kind]) for kind in range(KINDS)}
        return {**cards, "chips": int(table.scores.sum() + table.box)}


def _card(kind: int) -> str:
    return KIND_NAMES[kind].capitalize()


def _hand(counts: Any) -> str:
    """Name some cards, as in "1 3 3 Pass"."""
    return " ".join(_card(kind) for kind in range(KINDS) for _ in range(counts[kind])) or "nothing"


def _rolls(hidden: Any) -> list[str]:
    """Tell all rolls of a turn, each time that a tie is rolled again on a new line."""
    told: list[dict[int, str]] = [{}]
    for roller, roll in list(zip(hidden.roller, hidden.rolls, strict=True))[: hidden.rolls_size]:
        if roller in told[-1]:
            told.append({})
        told[-1][roller] = f"seat {roller + 1} rolls {roll}"
    first, *again = (", ".join(rolls.values()) for rolls in told)
    return [first, *(f"tied for the lowest roll: {rolls}" for rolls in again)]


def _chips(chips: int) -> str:
    return f"{chips} chip{'' if chips == 1 else 's'}"


GAME = Game(
    name="schnuff",
    title="Schnuff",
    version=1,
    source="Jim Seko, Ravensburger 1985",
    seats=(2, 6),
    score_unit="chips",
    own_options=OPTIONS,
    variants=VARIANTS,
    seconds_per_turn=10,
    box_minutes=(30, 30),
    standings="after each round",
    halftime="after the first round",
    counts=COUNTS,
    shares=SHARES,
    default_strategy="planner",
    table=TABLE,
    own=OWN,
    hidden=HIDDEN,
    derived=DERIVED,
    groups=1,
    check=check,
    prepare=prepare,
    deal=deal,
    offer_actions=offer_actions,
    apply=apply,
    teller=SchnuffTeller(),
)
