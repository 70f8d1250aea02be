"""Snorkeling, with its Expert Diving variant.

Ludovic Lepine, Haumea Games 2025; for 2 to 6 players.

**The idea.** Everybody dives behind a pile whose top card is their depth; it starts
as a Lanternfish, the highest value. Others push you up by laying a card exactly one
lower on your pile. When somebody is given a 0, the Beach, the round ends and each
player scores the value on top of their own pile. First to 12 or more, alone in
front, wins.

**A turn.** Lay cards from the hand on the centre: either one card that is one
higher than the top (a 0 follows the highest), or any number of cards of the top
card's colour; Expert Diving mixes both freely. Whoever laid at least one may then
lay cards on opponents' piles, one on each. Then draw a card. Whoever emptied the
hand also takes the top card of their own pile back into the hand, or draws one more
when that is the Lanternfish.

**Rulings.** The rulebook's languages disagree on how many pile cards a turn may
have (`pile_limit`) and on whether one's own pile may be played on (`own_pile`); they
are silent on who starts later rounds (`starter`) and on an empty deck
(`empty_deck`). Fixed here: a card of the same colour that is also one higher counts
as a colour play; once a card was laid on a pile, the centre is closed for the turn;
when a whole lap passes in which nobody lays or draws a card, the round is scored as
it stands.

**What a player sees.** Their own hand, the centre, all piles (every card in them was
laid face up), hand sizes, scores and the deck's size; of another's hand, only cards
that were seen to come from the pile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Count, Game, Snapshot
from simulate.kit.bits import bit, from_members, has, nonnegative
from simulate.kit.chance import GAME_PURPOSE, below, label, start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random, put_down, take_card
from simulate.kit.layout import SEATS, hidden_layout, layout, table_layout
from simulate.kit.menu import GROUP, PASS, offer
from simulate.kit.seats import next_seat
from simulate.rules.kinds import Choice, Flag, Option, Whole
from simulate.rules.values import Variant

# Encoding -----------------------------------------------------------------------
# A card is colour * values + value, below 64. An action is STOP, CENTRE + card, or
# PILE + 64 * seat + card.

CARDS = 64
MOST_VALUES = 8
MOST_COPIES = 8
STOP, CENTRE, PILE = 0, GROUP, 2 * GROUP
PER_OPPONENT, PER_TURN, NO_LIMIT = 0, 1, 2
SAME, ROTATE, WINNER, LOSER, RANDOM = 0, 1, 2, 3, 4
RESHUFFLE, END_ROUND = 0, 1
GOES_ON, BEACH, STANDSTILL, DECK_EMPTY = -1, 0, 1, 2
#: Which of the deal's streams draws the next starter.
STARTER = GAME_PURPOSE


@inlined
def is_centre(action: int) -> bool:
    """Tell whether an action lays a card on the centre."""
    return CENTRE <= action < PILE


@inlined
def is_pile(action: int) -> bool:
    """Tell whether an action lays a card on somebody's pile."""
    return action >= PILE


@inlined
def card_of(action: int) -> int:
    """Return the card an action lays; meaningless for `STOP`."""
    return action & (GROUP - 1)


@inlined
def pile_of(action: int) -> int:
    """Return the seat on whose pile an action lays a card."""
    return (action - PILE) >> 6


# Rules --------------------------------------------------------------------------

OPTIONS: tuple[Option, ...] = (
    Flag(
        name="expert",
        default=False,
        standing="printed",
        meaning="Expert Diving: colour plays and one-higher plays mix freely in a turn.",
    ),
    Whole(
        name="colours",
        default=5,
        minimum=2,
        maximum=8,
        standing="printed",
        meaning="Colours in the deck.",
    ),
    Whole(
        name="values",
        default=5,
        minimum=3,
        maximum=MOST_VALUES,
        standing="printed",
        meaning="Values in each colour, from 0; the Lanternfish is one above the highest.",
    ),
    Whole(
        name="copies",
        default=3,
        minimum=1,
        maximum=MOST_COPIES,
        standing="printed",
        meaning="Copies of each card.",
    ),
    Whole(
        name="hand_size",
        default=5,
        minimum=1,
        maximum=10,
        standing="printed",
        meaning="Cards dealt to each player at the start of a round.",
    ),
    Whole(
        name="target_score",
        default=12,
        minimum=1,
        maximum=60,
        standing="printed",
        meaning="The game ends when somebody has this many points and is alone in front.",
    ),
    Whole(
        name="draws_per_turn",
        default=1,
        minimum=1,
        maximum=3,
        standing="printed",
        meaning="Cards drawn at the end of each turn.",
    ),
    Choice(
        name="pile_limit",
        default="per_opponent",
        choices=("per_opponent", "per_turn", "none"),
        standing="ruling",
        meaning="Pile cards a turn: one on each opponent, one in all, or no limit.",
    ),
    Flag(
        name="own_pile",
        default=False,
        standing="ruling",
        meaning="Players may also lay cards on their own pile; of the strategies that come "
        "with Fathom, only random and eager ever do.",
    ),
    Choice(
        name="starter",
        default="same",
        choices=("same", "rotate", "winner", "loser", "random"),
        standing="ruling",
        meaning="Who starts later rounds: the same player, the next one, the last "
        "round's winner or loser, or anyone by lot.",
    ),
    Choice(
        name="empty_deck",
        default="reshuffle",
        choices=("reshuffle", "end_round"),
        standing="ruling",
        meaning="When the deck is empty: shuffle the centre below its top card, or "
        "end the round after the turn that could not draw.",
    ),
)

VARIANTS = {
    "base": Variant("The rules as printed."),
    "expert": Variant("Expert Diving, the printed advanced variant.", {"expert": True}),
    "one-pile-card": Variant(
        "One pile card a turn, the English sentence read literally.", {"pile_limit": "per_turn"}
    ),
    "rotating-start": Variant("The next player starts each new round.", {"starter": "rotate"}),
    "loser-starts": Variant("The last round's loser starts the next.", {"starter": "loser"}),
    "short": Variant("First to 8 points.", {"target_score": 8}),
}

COUNTS = (
    Count(name="rounds_ended_by_beach", meaning="rounds ended by a Beach on somebody's pile"),
    Count(name="rounds_ended_by_standstill", meaning="rounds ended because nobody could go on"),
    Count(name="rounds_ended_by_empty_deck", meaning="rounds ended by an empty deck"),
)


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless the deck holds more cards than are dealt."""
    deck = values["colours"] * values["values"] * values["copies"]
    dealt = players * values["hand_size"]
    if deck <= dealt:
        raise UsageError(
            f"the deck has {deck} cards (colours x values x copies) but {players} players are "
            f"dealt {dealt}; raise colours, values or copies, or lower hand_size"
        )


DERIVED = layout(
    cards="how many different cards there are: colours x values",
    full_size="cards in the full deck",
    full_deck=("the full deck, card by card", MOST_COPIES * CARDS),
    value=("each card's value", CARDS),
    same_colour=("for each card, the set of cards of its colour", CARDS),
    one_higher=("for each card, the set of cards one higher (0 after the highest)", CARDS),
    of_value=("for each value, the set of cards that have it", MOST_VALUES),
)


def prepare(rules: Any) -> None:
    """Fill the tables of a rules record that answer "which cards fit?" in one step."""
    values = int(rules["values"])
    cards = range(int(rules["colours"]) * values)
    rules["cards"] = len(cards)
    full_deck = np.repeat(cards, int(rules["copies"]))
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck
    for card in cards:
        colour, value = divmod(card, values)
        higher = (value + 1) % values
        rules["value"][card] = value
        rules["same_colour"][card] = from_members(c for c in cards if c // values == colour)
        rules["one_higher"][card] = from_members(c for c in cards if c % values == higher)
    for value in range(values):
        rules["of_value"][value] = from_members(c for c in cards if c % values == value)


# State --------------------------------------------------------------------------

TABLE = table_layout(
    starter="the seat that started this round",
    centre_top="the card on top of the centre",
    centre=("how many of each card lie in the centre", CARDS),
    centre_size="cards in the centre",
    deck_size="cards in the deck",
    tops=("value on top of each seat's pile: what the seat would score now", SEATS),
    pile=(
        "the cards of each seat's pile, lowest first, without the Lanternfish",
        SEATS,
        MOST_VALUES,
    ),
    pile_size=("cards on each seat's pile, without the Lanternfish", SEATS),
    hand_size=("cards in each seat's hand", SEATS),
    known=("of each card, how many a seat is known to hold", SEATS, CARDS),
    known_size=("how many cards of a seat's hand are known", SEATS),
    played="cards laid on the centre this turn",
    pushed="the seats whose pile got a card this turn, as a set",
    accepts="the cards the centre takes now, as a set",
    idle_turns="turns in a row in which nobody laid or drew a card",
)
OWN = layout(
    cards="the different cards in hand, as a set",
    count=("how many of each card are in hand", CARDS),
)
HIDDEN = hidden_layout(
    len(COUNTS), deck=("the deck: the first deck_size entries, in no order", MOST_COPIES * CARDS)
)

# Playing ------------------------------------------------------------------------


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game: seat 1 starts the first round."""
    table = state.table
    table.starter = 0
    _deal_round(rules, state)


@compiled
def _deal_round(rules: Any, state: Any) -> None:
    table = state.table
    chance = state.chance
    start(chance, chance.seed, chance.deal, table.rounds)
    for card in range(rules.cards):
        table.centre[card] = 0
    for place in range(rules.full_size):
        state.hidden.deck[place] = rules.full_deck[place]
    table.deck_size = rules.full_size
    for seat in range(rules.players):
        own = state.own[seat]
        own.cards = 0
        for card in range(rules.cards):
            own.count[card] = 0
        if table.known_size[seat] > 0:
            table.known_size[seat] = 0
            table.known[seat, :] = 0
        table.hand_size[seat] = 0
        for place in range(table.pile_size[seat]):
            table.pile[seat, place] = 0
        table.pile_size[seat] = 0
        table.tops[seat] = rules.values
    for seat in range(rules.players):
        own = state.own[seat]
        for _ in range(rules.hand_size):
            take_card(table, own, seat, _draw(table, state.hidden, chance))
    top = _draw(table, state.hidden, chance)
    table.centre_top = top
    table.centre[top] = 1
    table.centre_size = 1
    table.idle_turns = 0
    _begin_turn(rules, table, table.starter)


@inlined
def _draw(table: Any, hidden: Any, chance: Any) -> int:
    card = draw_at_random(hidden.deck, table.deck_size, chance)
    table.deck_size -= 1
    return card


@inlined
def _begin_turn(rules: Any, table: Any, seat: int) -> None:
    table.seat = seat
    table.played = 0
    table.pushed = 0
    table.accepts = rules.same_colour[table.centre_top] | rules.one_higher[table.centre_top]


@inlined
def offer_actions(rules: Any, state: Any, menu: Any) -> None:
    """Offer what the seat to act may do; nothing when its hand is empty.

    Piles are offered clockwise from the next seat, so that a strategy that takes the
    first of several equal actions does not pick on a place at the table.
    """
    table = state.table
    seat = table.seat
    if table.hand_size[seat] == 0:
        return
    cards = state.own[seat].cards
    offer(menu, STOP, 1)
    offer(menu, CENTRE, cards & table.accepts)
    if table.played == 0 or (rules.pile_limit == PER_TURN and table.pushed != 0):
        return
    other = seat
    for _ in range(rules.players):
        other = 0 if other + 1 == rules.players else other + 1
        if other == seat and rules.own_pile == 0:
            continue
        if rules.pile_limit == PER_OPPONENT and has(table.pushed, other):
            continue
        offer(menu, PILE + GROUP * other, cards & rules.of_value[table.tops[other] - 1])


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Play an action; then, where it ends them, finish the turn, the round and the game."""
    table = state.table
    seat = nonnegative(table.seat)
    ended = GOES_ON
    if action > STOP:
        card = card_of(action)
        put_down(table, state.own[seat], seat, card)
        if table.known_size[seat] > 0:
            _forget(table, seat, card)
        if is_centre(action):
            _lay_on_centre(rules, table, card)
        else:
            ended = _lay_on_pile(rules, table, pile_of(action), card)
        if ended == GOES_ON and table.hand_size[seat] > 0:
            return
    table.turns += 1
    if ended == GOES_ON:
        ended = _refill_hand(rules, state, seat)
    if ended != GOES_ON:
        _end_round(rules, state, ended)
        return
    _begin_turn(rules, table, next_seat(table.active, seat, rules.players))


@compiled
def _forget(table: Any, seat: int, card: int) -> None:
    """Take account that a card laid by a seat may be the one it was known to hold."""
    if table.known[seat, card] > 0:
        table.known[seat, card] -= 1
        table.known_size[seat] -= 1


@inlined
def _lay_on_centre(rules: Any, table: Any, card: int) -> None:
    colour = rules.same_colour[card]
    if rules.expert != 0:
        table.accepts = colour | rules.one_higher[card]
    elif has(colour, table.centre_top):
        table.accepts = colour
    else:
        table.accepts = 0
    table.centre_top = card
    table.centre[card] += 1
    table.centre_size += 1
    table.played += 1


@inlined
def _lay_on_pile(rules: Any, table: Any, pile: int, card: int) -> int:
    table.accepts = 0
    table.pushed |= bit(pile)
    size = table.pile_size[pile]
    table.pile[pile, size] = card
    table.pile_size[pile] = size + 1
    value = rules.value[card]
    table.tops[pile] = value
    return BEACH if value == 0 else GOES_ON


@inlined
def _refill_hand(rules: Any, state: Any, seat: int) -> int:
    """Draw at the end of a turn, and tell how the round ended, if it did."""
    table = state.table
    wanted = rules.draws_per_turn
    if table.hand_size[seat] == 0 and table.played > 0:
        if table.pile_size[seat] > 0:
            _take_back(rules, table, state.own, seat)
        else:
            wanted += 1
    drawn = 0
    while drawn < wanted:
        if table.deck_size == 0:
            if rules.empty_deck == END_ROUND:
                return DECK_EMPTY
            if table.centre_size <= 1:
                break
            _reshuffle(rules, table, state.hidden)
        take_card(table, state.own[seat], seat, _draw(table, state.hidden, state.chance))
        drawn += 1
    if table.played > 0 or drawn > 0:
        table.idle_turns = 0
        return GOES_ON
    table.idle_turns += 1
    return STANDSTILL if table.idle_turns >= rules.players else GOES_ON


@compiled
def _take_back(rules: Any, table: Any, owns: Any, seat: int) -> None:
    """Take the top card of one's own pile into the hand, where everybody saw it go."""
    size = table.pile_size[seat] - 1
    card = table.pile[seat, size]
    table.pile[seat, size] = 0
    table.pile_size[seat] = size
    table.tops[seat] = rules.value[table.pile[seat, size - 1]] if size > 0 else rules.values
    take_card(table, owns[seat], seat, card)
    table.known[seat, card] += 1
    table.known_size[seat] += 1


@compiled
def _reshuffle(rules: Any, table: Any, hidden: Any) -> None:
    """Make all centre cards but the top one the new deck."""
    table.centre[table.centre_top] -= 1
    size = 0
    for card in range(rules.cards):
        for _ in range(table.centre[card]):
            hidden.deck[size] = card
            size += 1
        table.centre[card] = 0
    table.centre[table.centre_top] = 1
    table.centre_size = 1
    table.deck_size = size


@compiled
def _end_round(rules: Any, state: Any, ended: int) -> None:
    table = state.table
    state.hidden.counts[ended] += 1
    best = -1
    alone = False
    for seat in range(rules.players):
        table.scores[seat] += table.tops[seat]
        if table.scores[seat] > best:
            best = table.scores[seat]
            alone = True
        elif table.scores[seat] == best:
            alone = False
    table.rounds += 1
    table.checkpoints += 1
    table.halftime = 1
    if alone and best >= rules.target_score:
        table.over = 1
        return
    table.starter = _next_starter(rules, table, state.chance)
    _deal_round(rules, state)


@compiled
def _next_starter(rules: Any, table: Any, chance: Any) -> int:
    if rules.starter == SAME:
        return table.starter  # type: ignore[no-any-return]
    if rules.starter == RANDOM:
        start(chance, chance.seed, chance.deal, label(STARTER, table.rounds))
        return below(chance, rules.players)
    following = (table.starter + 1) % rules.players
    if rules.starter == ROTATE:
        return following  # type: ignore[no-any-return]
    chosen = following
    for step in range(1, rules.players):
        seat = (following + step) % rules.players
        lead = table.tops[seat] - table.tops[chosen]
        if (lead > 0 and rules.starter == WINNER) or (lead < 0 and rules.starter == LOSER):
            chosen = seat
    return chosen  # type: ignore[no-any-return]


# For people ---------------------------------------------------------------------

COLOURS = ("yellow", "red", "green", "blue", "purple", "orange", "pink", "white")
_ENDINGS = (
    "A Beach: the round is over.",
    "Nobody can go on: the round is over.",
    "The deck is empty: the round is over.",
)


class SnorkelingTeller:
    """Tells Snorkeling in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "lays red 4 on the centre"."""
        if is_centre(action):
            return f"lays {_card(rules, card_of(action))} on the centre"
        if is_pile(action):
            pile = pile_of(action)
            whose = "their own pile" if pile == table.seat else f"seat {pile + 1}'s pile"
            return (
                f"lays {_card(rules, card_of(action))} on {whose}, "
                f"where the top was {_top(rules, table.tops[pile])}"
            )
        return "has no card to play" if action == PASS else "stops"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Describe the centre, then every seat's score, pile and, for `hands`, its hand."""
        table = snapshot.table
        lines = [
            f"centre {_card(rules, table.centre_top)} on top of {table.centre_size - 1} more, "
            f"{table.deck_size} cards in the deck"
        ]
        for seat in range(rules.players):
            pile = [_card(rules, card) for card in table.pile[seat, : table.pile_size[seat]]]
            holding = f"{table.hand_size[seat]} cards"
            if seat in hands:
                holding = _cards(rules, snapshot.own[seat].count)
            lines.append(
                f"{'>' if seat == table.seat else ' '} seat {seat + 1} | score "
                f"{table.scores[seat]:2} | hand {holding:38} | pile "
                + " > ".join([f"Lanternfish {rules.values}", *pile])
            )
        return lines

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Tell what an action led to: cards drawn and taken back, the end of the round."""
        seat = before.table.seat
        if after.table.turns == before.table.turns:
            return []
        if after.table.rounds > before.table.rounds:
            gained = after.table.scores - before.table.scores
            ended = int(np.argmax(after.hidden.counts - before.hidden.counts))
            points = ", ".join(f"seat {s + 1} +{gained[s]}" for s in range(rules.players))
            totals = ", ".join(
                f"seat {s + 1} {after.table.scores[s]}" for s in range(rules.players)
            )
            return [_ENDINGS[ended], f"Points: {points}.", f"Totals: {totals}."]
        lines = []
        gained = after.own[seat].count - before.own[seat].count
        if action > STOP:
            gained[card_of(action)] += 1
        if after.table.pile_size[seat] < before.table.pile_size[seat]:
            card = before.table.pile[seat, before.table.pile_size[seat] - 1]
            gained[card] -= 1
            lines.append(f"emptied the hand and takes back {_card(rules, card)} from the pile")
        if after.table.centre_size < before.table.centre_size:
            lines.append("the deck was empty: the centre below its top card is the new deck")
        drawn = np.maximum(gained, 0)
        lines.append(f"draws {_cards(rules, drawn)}" if drawn.any() else "draws nothing")
        return lines

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Count each card wherever it lies; the same after every action."""
        table, total = snapshot.table, snapshot.own[: rules.players].count.sum(axis=0)
        total = total + table.centre
        for seat in range(rules.players):
            np.add.at(total, table.pile[seat, : table.pile_size[seat]], 1)
        np.add.at(total, snapshot.hidden.deck[: table.deck_size], 1)
        return {_card(rules, card): int(total[card]) for card in range(rules.cards)}


def _card(rules: Any, card: int) -> str:
    colour, value = divmod(int(card), int(rules.values))
    return f"{COLOURS[colour]} {value}"


def _cards(rules: Any, counts: Any) -> str:
    """Name a hand, colour by colour, as in "yellow 1 1 4, red 0"."""
    values = int(rules.values)
    parts = []
    for colour in range(int(rules.colours)):
        held = [str(v) for v in range(values) for _ in range(counts[colour * values + v])]
        if held:
            parts.append(f"{COLOURS[colour]} {' '.join(held)}")
    return ", ".join(parts) or "nothing"


def _top(rules: Any, value: int) -> str:
    return f"{value} (Lanternfish)" if value == rules.values else str(value)


GAME = Game(
    name="snorkeling",
    title="Snorkeling",
    version=2,
    source="Ludovic Lepine, Haumea Games 2025",
    seats=(2, 6),
    score_unit="points",
    own_options=OPTIONS,
    variants=VARIANTS,
    seconds_per_turn=15,
    box_minutes=None,
    standings="after each round",
    halftime="after the first round",
    counts=COUNTS,
    default_strategy="planner",
    table=TABLE,
    own=OWN,
    hidden=HIDDEN,
    derived=DERIVED,
    groups=2 + SEATS,
    check=check,
    prepare=prepare,
    deal=deal,
    offer_actions=offer_actions,
    apply=apply,
    teller=SnorkelingTeller(),
)
