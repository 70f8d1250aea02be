"""Shoal, a French card-laying game of fish shoals and the curse of the fish.

The rulebook carries no title and no author; the game is named here for what its players
build. For 2 to 4 players.

**The idea.** Everybody has a secret fish colour and lays cards around a coral: a shoal.
A fish has to share its own colour or the colour of its seabed with every fish beside it.
Fish of one's colour score wherever they lie, so everybody feeds their colour to the
others' shoals too, and gives away who they are by it.

**A turn.** Four piles, the top card of each face up: take a fish or a coral into the own
shoal, then another card into an opponent's. Three fish of one seabed in line are cursed:
they turn to fishbone, beside which only corals fit. Sharks eat a fish of an opponent. An
octopus that turns up swims at once to whoever has the most corals.

**Rulings.** The own shoal comes first, and what it causes is settled before the second
card. An unbroken line of three or more is cursed as a whole. Who cannot lay any card
discards one. The table ends (`table_size`). The majority in the own shoal has to be strict,
against all three other colours; no points for most sharks without a shark. Of four sharks
the one turned up last is discarded. An octopus covers the coral laid first.

**What a player sees.** All shoals, the four cards on offer, the sizes of the piles, and so
which cards are still to come; the own colour, and with `open_tiles` everybody's. Scores are
secret until the end.

Source: the French rules. They do not list the fish cards one by one (`singles`, `doubles`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Count, Game, Snapshot
from simulate.kit.bits import bit, lowest, nonnegative, size
from simulate.kit.chance import start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.grid import (
    CELLS,
    LONGEST_SIDE,
    MIDDLE,
    ROW,
    SET,
    WORDS,
    beside,
    cell_at,
    is_on,
    put_on,
    square,
    take_off,
)
from simulate.kit.hands import draw_at_random
from simulate.kit.layout import SEATS, hidden_layout, layout, table_layout
from simulate.kit.menu import PASS, offer
from simulate.kit.seats import highest
from simulate.rules.kinds import Flag, Option, Whole
from simulate.rules.values import Variant

# Encoding -----------------------------------------------------------------------
# A fish card is (colour * COLOURS + seabed) * 2, plus 1 if it shows two fish.
# Laying a card is (seat * SLOTS + slot) * CELLS + cell, whoever's shoal it is;
# discarding one is DISCARD + slot.

COLOURS = 4
FISH_CARDS = 2 * COLOURS * COLOURS
CORAL, SHARK, OCTOPUS = range(FISH_CARDS, FISH_CARDS + 3)
CARDS = OCTOPUS + 1
#: What a slot shows that has no card.
NOTHING = -1
SLOTS = 4
MOST_SEATS = 4
DISCARD = MOST_SEATS * SLOTS * CELLS
OWN_SHOAL, OPPONENT = 1, 2
#: What a tile shows that a player has not seen.
SECRET = -1

MOST_COPIES = 8
MOST_CORALS, MOST_SHARKS, MOST_OCTOPUSES = 60, 30, 30
MOST_CARDS = FISH_CARDS * MOST_COPIES + MOST_CORALS + MOST_SHARKS + MOST_OCTOPUSES
#: Notes on the display that one turn can lead to: every shark and octopus can turn up and go.
MOST_NOTES = SLOTS + 2 * (MOST_SHARKS + MOST_OCTOPUSES)


@inlined
def colour_of(card: int) -> int:
    """Return the fish colour of a fish card, 0 to 3."""
    return card >> 3


@inlined
def seabed_of(card: int) -> int:
    """Return the seabed colour of a fish card, 0 to 3."""
    return (card >> 1) & 3


@inlined
def fish_on(card: int) -> int:
    """Return how many fish a fish card shows, 1 or 2."""
    return (card & 1) + 1


@inlined
def is_fish(card: int) -> bool:
    """Tell whether a card is a fish card."""
    return 0 <= card < FISH_CARDS


@inlined
def shoal_of(action: int) -> int:
    """Return in whose shoal an action lays a card."""
    return action // (SLOTS * CELLS)


@inlined
def slot_of(action: int) -> int:
    """Return which slot an action takes a card from, discards included."""
    return action - DISCARD if action >= DISCARD else action // CELLS % SLOTS


@inlined
def cell_of(action: int) -> int:
    """Return where an action lays a card."""
    return action % CELLS


# Rules --------------------------------------------------------------------------

OPTIONS: tuple[Option, ...] = (
    Whole(
        name="singles",
        default=3,
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with one fish for each fish colour on each seabed (16 pairs).",
    ),
    Whole(
        name="doubles",
        default=1,
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with two fish for each fish colour on each seabed (16 pairs).",
    ),
    Whole(
        name="corals",
        default=22,
        minimum=4,
        maximum=MOST_CORALS,
        standing="printed",
        meaning="Coral cards, the one that each player starts with included.",
    ),
    Whole(
        name="sharks",
        default=8,
        minimum=0,
        maximum=MOST_SHARKS,
        standing="printed",
        meaning="Shark cards, each of which can eat a fish of an opponent.",
    ),
    Whole(
        name="octopuses",
        default=10,
        minimum=0,
        maximum=MOST_OCTOPUSES,
        standing="printed",
        meaning="Octopus cards, each of which goes to whoever has the most corals.",
    ),
    Whole(
        name="curse_length",
        default=3,
        minimum=0,
        maximum=6,
        standing="printed",
        meaning="So many fish of one seabed in line turn to fishbone; 2 to 6, or 0 for no curse.",
    ),
    Whole(
        name="majority_points",
        default=3,
        minimum=0,
        maximum=10,
        standing="printed",
        meaning="Points for having more fish of one's colour in one's shoal than of any other.",
    ),
    Whole(
        name="octopus_points",
        default=1,
        minimum=0,
        maximum=10,
        standing="printed",
        meaning="Points for each octopus in one's shoal.",
    ),
    Whole(
        name="shark_points",
        default=2,
        minimum=0,
        maximum=10,
        standing="printed",
        meaning="Points for the most sharks in one's shoal, for each of those who tie.",
    ),
    Whole(
        name="piles_to_end",
        default=3,
        minimum=1,
        maximum=SLOTS,
        standing="printed",
        meaning="The game ends with the turn after which so many piles have no card left.",
    ),
    Flag(
        name="open_tiles",
        default=False,
        standing="ruling",
        meaning="Everybody's colour is known from the start.",
    ),
    Whole(
        name="table_size",
        default=15,
        minimum=5,
        maximum=LONGEST_SIDE,
        standing="ruling",
        meaning="Cells from side to side of the square around the first coral in which a shoal "
        "must stay; odd.",
    ),
)

VARIANTS = {
    "base": Variant("The rules as printed."),
    "no-curse": Variant("Lines of one seabed are not cursed.", {"curse_length": 0}),
    "open-tiles": Variant("Everybody's colour is known from the start.", {"open_tiles": True}),
}


def _has(option: str) -> Any:
    return lambda values: values[option] > 0


COUNTS = (
    Count(name="curses", meaning="lines turned to fishbone", applies=_has("curse_length")),
    Count(name="fish_cursed", meaning="fish turned to fishbone", applies=_has("curse_length")),
    Count(name="fish_eaten", meaning="fish eaten by sharks", applies=_has("sharks")),
    Count(
        name="octopuses_gained",
        meaning="octopuses that went to the player with most corals",
        applies=_has("octopuses"),
    ),
    Count(
        name="octopuses_discarded",
        meaning="octopuses discarded because of a tie for most corals",
        applies=_has("octopuses"),
    ),
    Count(
        name="sharks_discarded",
        meaning="sharks discarded because only sharks were on offer",
        applies=_has("sharks"),
    ),
    Count(name="corals_laid", meaning="corals laid by players"),
    Count(name="cards_discarded", meaning="cards discarded because none could be laid"),
    Count(
        name="majority_bonuses", meaning="players with the majority in their shoal", per_player=True
    ),
    Count(
        name="shark_bonuses",
        meaning="players who score for most sharks",
        per_player=True,
        applies=_has("sharks"),
    ),
    Count(
        name="colours_guessed",
        meaning="players whose colour is the one they laid most of in their shoal",
        per_player=True,
    ),
    Count(name="margin", meaning="points between the winner and the second"),
    Count(name="shared_wins", meaning="games in which several share the win", yes_or_no=True),
)
(
    CURSES,
    FISH_CURSED,
    FISH_EATEN,
    OCTOPUSES_GAINED,
    OCTOPUSES_DISCARDED,
    SHARKS_DISCARDED,
    CORALS_LAID,
    CARDS_DISCARDED,
    MAJORITIES,
    SHARK_BONUSES,
    COLOURS_GUESSED,
    MARGIN,
    SHARED,
) = range(len(COUNTS))


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless the curse and the table can be as they are."""
    if values["curse_length"] == 1:
        raise UsageError("rule curse_length cannot be 1; allowed: 2 to 6, or 0 for no curse")
    if values["table_size"] % 2 == 0:
        raise UsageError(
            f"rule table_size cannot be {values['table_size']}; allowed: odd numbers 5 to "
            f"{LONGEST_SIDE}, so that the first coral is the middle"
        )


DERIVED = layout(
    full_size="cards in the piles at the start",
    full_deck=("the cards in the piles at the start", MOST_CARDS),
    inside=("the cells of the table, as a board", WORDS),
)


def prepare(rules: Any) -> None:
    """Fill in the cards of the piles and the cells of the table."""
    pairs = [int(rules["singles"]), int(rules["doubles"])] * (COLOURS * COLOURS)
    corals = int(rules["corals"]) - int(rules["players"])
    copies = [*pairs, corals, int(rules["sharks"]), int(rules["octopuses"])]
    full_deck = np.repeat(np.arange(CARDS), copies)
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck
    rules["inside"] = square(int(rules["table_size"]))


# State --------------------------------------------------------------------------

TABLE = table_layout(
    step="1 while a card is to be laid in the own shoal, 2 in an opponent's",
    slots=("the card on offer in each slot; -1 for none", SLOTS),
    piles=("face-down cards in each pile", SLOTS),
    to_come=("how many of each card are face down, in all piles together", CARDS),
    gone=(
        "how many of each card are discarded, eaten, turned to fishbone or under an octopus",
        CARDS,
    ),
    tiles=("each seat's colour where everybody knows it; -1 where not", SEATS),
    occupied=("the cells of each seat's shoal, as a board; see simulate.kit.grid", SEATS, WORDS),
    frontier=("the free cells beside each seat's shoal, as a board", SEATS, WORDS),
    first_word=("the first word of each seat's frontier that can have cells", SEATS),
    last_word=("the last such word", SEATS),
    fish_cards=("each seat's fish cards in sight, as a board", SEATS, WORDS),
    colours=("the same cards by fish colour, as boards", SEATS, COLOURS, WORDS),
    seabeds=("the same cards by seabed, as boards", SEATS, COLOURS, WORDS),
    doubles=("those of them with two fish, as a board", SEATS, WORDS),
    corals=("each seat's corals without an octopus, as a board", SEATS, WORDS),
    octopuses=("each seat's octopuses, as a board", SEATS, WORDS),
    sharks=("each seat's sharks, as a board", SEATS, WORDS),
    bones=("each seat's fishbones, as a board", SEATS, WORDS),
    fish=("fish in sight in each seat's shoal, by colour", SEATS, COLOURS),
    fish_total=("fish in sight in each seat's shoal", SEATS),
    coral_count=("corals without an octopus in each seat's shoal", SEATS),
    octopus_count=("octopuses in each seat's shoal", SEATS),
    shark_count=("sharks in each seat's shoal", SEATS),
    kept=("fish that each seat laid in its own shoal so far, by colour", SEATS, COLOURS),
    given=("fish that each seat laid in others' shoals so far, by colour", SEATS, COLOURS),
    harmed=("fish that each seat's cards cursed or ate so far, by colour", SEATS, COLOURS),
)
OWN = layout(tile="the own colour, 0 to 3")
HIDDEN = hidden_layout(
    len(COUNTS),
    scores=("each seat's points if the game ended now", SEATS),
    tiles=("each seat's colour", SEATS),
    pool=("the face-down cards of all piles, in no order", MOST_CARDS),
    pool_size="face-down cards in all piles together",
    ages=("when each slot's card was turned up; cards turned up together are of one age", SLOTS),
    age="when cards were turned up last",
    coral_order=("each seat's corals by cell, the one laid first in front", SEATS, MOST_CORALS),
    turned_size="cards turned up or discarded from the display in the latest end of a turn",
    turned_slots=("in which slot, one after the other", MOST_NOTES),
    turned_cards=("which card", MOST_NOTES),
    turned_fates=("what became of it: STAYS, LEAVES, or the seat it went to", MOST_NOTES),
)
#: What became of a card turned up: it is on offer, or it was discarded.
STAYS, LEAVES = -1, -2

# Playing ------------------------------------------------------------------------


@compiled
def deal(rules: Any, state: Any) -> None:
    """Hand out the tiles, lay the first corals and turn up the first cards."""
    table, hidden, chance = state.table, state.hidden, state.chance
    start(chance, chance.seed, chance.deal, 0)
    _deal_tiles(rules, state)
    for seat in range(rules.players):
        _begin_shoal(rules, table, hidden, seat)
    table.gone[:] = 0
    table.to_come[:] = 0
    for place in range(rules.full_size):
        card = rules.full_deck[place]
        hidden.pool[place] = card
        table.to_come[card] += 1
    hidden.pool_size = rules.full_size
    for slot in range(SLOTS):
        table.slots[slot] = NOTHING
        table.piles[slot] = rules.full_size // SLOTS + (slot < rules.full_size % SLOTS)
    hidden.age = 0
    _refill(state)
    _resolve_display(rules, state)
    _add_up_scores(rules, state)
    table.step = _next_step(table)


@inlined
def _deal_tiles(rules: Any, state: Any) -> None:
    """Give each seat one of the colours at random."""
    hidden = state.hidden
    for colour in range(COLOURS):
        hidden.pool[colour] = colour
    for seat in range(rules.players):
        colour = draw_at_random(hidden.pool, COLOURS - seat, state.chance)
        hidden.tiles[seat] = colour
        state.own[seat].tile = colour
        state.table.tiles[seat] = colour if rules.open_tiles != 0 else SECRET


@inlined
def _begin_shoal(rules: Any, table: Any, hidden: Any, seat: int) -> None:
    """Lay a seat's first coral on an empty table."""
    table.occupied[seat, :] = 0
    table.frontier[seat, :] = 0
    table.fish_cards[seat, :] = 0
    table.colours[seat, :, :] = 0
    table.seabeds[seat, :, :] = 0
    table.doubles[seat, :] = 0
    table.corals[seat, :] = 0
    table.octopuses[seat, :] = 0
    table.sharks[seat, :] = 0
    table.bones[seat, :] = 0
    table.fish[seat, :] = 0
    table.fish_total[seat] = 0
    table.coral_count[seat] = 0
    table.octopus_count[seat] = 0
    table.shark_count[seat] = 0
    table.kept[seat, :] = 0
    table.given[seat, :] = 0
    table.harmed[seat, :] = 0
    middle = cell_at(MIDDLE, MIDDLE)
    table.first_word[seat] = middle >> 6
    table.last_word[seat] = middle >> 6
    _occupy(rules, table, seat, middle)
    _lay_coral(table, hidden, seat, middle)


@inlined
def _occupy(rules: Any, table: Any, seat: int, cell: int) -> None:
    """Take a cell for a card, and keep the frontier up to date."""
    occupied, frontier = table.occupied[seat], table.frontier[seat]
    put_on(occupied, cell)
    word = cell >> 6
    here = bit(cell & 63)
    first, last = max(word - 1, 0), min(word + 1, WORDS - 1)
    for other in range(first, last + 1):
        near = beside(
            here if other == word + 1 else 0,
            here if other == word else 0,
            here if other == word - 1 else 0,
        )
        frontier[other] |= near & rules.inside[other]
        frontier[other] &= ~occupied[other]
    table.first_word[seat] = min(table.first_word[seat], first)
    table.last_word[seat] = max(table.last_word[seat], last)


@inlined
def _lay_coral(table: Any, hidden: Any, seat: int, cell: int) -> None:
    put_on(table.corals[seat], cell)
    # Those an octopus lies on stay in the order, in front.
    hidden.coral_order[seat, table.coral_count[seat] + table.octopus_count[seat]] = cell
    table.coral_count[seat] += 1


@inlined
def fitting(table: Any, seat: int, card: int, word: int) -> Any:
    """Return the cells of one word of a seat's shoal on which a card can be laid, as a set.

    Parameters
    ----------
    seat
        Whose shoal.
    card
        A fish, coral or shark.
    word
        Which 64 cells of the grid: `table.first_word` to `table.last_word` of the seat.
    """
    if card == CORAL:
        return table.frontier[seat, word]
    if card == SHARK:
        return table.fish_cards[seat, word]
    colour, seabed = colour_of(card), seabed_of(card)
    here = _unfit(table, seat, colour, seabed, word)
    above = _unfit(table, seat, colour, seabed, word - 1) if word > 0 else 0
    below = _unfit(table, seat, colour, seabed, word + 1) if word < WORDS - 1 else 0
    return table.frontier[seat, word] & ~beside(above, here, below)


@inlined
def _unfit(table: Any, seat: int, colour: int, seabed: int, word: int) -> Any:
    """Return the cards beside which a fish of this colour and seabed cannot lie."""
    alike = table.colours[seat, colour, word] | table.seabeds[seat, seabed, word]
    return table.bones[seat, word] | (table.fish_cards[seat, word] & ~alike)


@inlined
def offer_actions(rules: Any, state: Any, menu: Any) -> None:
    """Offer every card on every cell where it fits; discards if there is no such place."""
    table = state.table
    seat = nonnegative(table.seat)
    own = table.step == OWN_SHOAL
    for slot in range(SLOTS):
        card = table.slots[slot]
        if card == NOTHING or (own and card == SHARK):
            continue
        first, last = (seat, seat) if own else (0, rules.players - 1)
        for shoal in range(first, last + 1):
            if own or shoal != seat:
                _offer_cells(table, menu, shoal, slot, card)
    if menu.count == 0:
        offer(menu, DISCARD, _discardable(table, own))


@compiled
def _offer_cells(table: Any, menu: Any, shoal: int, slot: int, card: int) -> None:
    base = (shoal * SLOTS + slot) * CELLS
    for word in range(table.first_word[shoal], table.last_word[shoal] + 1):
        cells = fitting(table, shoal, card, word)
        if cells != 0:
            offer(menu, base + SET * word, cells)


@inlined
def _discardable(table: Any, own: bool) -> Any:
    """Return the slots whose card a player may discard for want of a place, as a set."""
    slots = np.int64(0)
    for slot in range(SLOTS):
        card = table.slots[slot]
        if card != NOTHING and not (own and card == SHARK):
            slots |= bit(slot)
    return slots


@inlined
def _next_step(table: Any) -> int:
    """Return the step with which a turn begins: the first that some card allows."""
    return OWN_SHOAL if _discardable(table, True) != 0 else OPPONENT


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Lay or discard a card, and end the turn after its second step."""
    table = state.table
    if action == PASS:
        _end_turn(rules, state)
        return
    slot = nonnegative(slot_of(action))
    card = table.slots[slot]
    table.slots[slot] = NOTHING
    if action >= DISCARD:
        table.gone[card] += 1
        state.hidden.counts[CARDS_DISCARDED] += 1
    else:
        _lay(rules, table, state.hidden, nonnegative(shoal_of(action)), card, cell_of(action))
    if table.step == OWN_SHOAL and _discardable(table, False) != 0:
        table.step = OPPONENT
    else:
        _end_turn(rules, state)


@compiled
def _lay(rules: Any, table: Any, hidden: Any, shoal: int, card: int, cell: int) -> None:
    """Lay a card in a shoal, and do what it causes."""
    seat = nonnegative(table.seat)
    if card == SHARK:
        hidden.counts[FISH_EATEN] += _remove_fish(table, seat, shoal, cell)
        put_on(table.sharks[shoal], cell)
        table.shark_count[shoal] += 1
        return
    _occupy(rules, table, shoal, cell)
    if card == CORAL:
        _lay_coral(table, hidden, shoal, cell)
        hidden.counts[CORALS_LAID] += 1
        return
    colour, fish = colour_of(card), fish_on(card)
    put_on(table.fish_cards[shoal], cell)
    put_on(table.colours[shoal, colour], cell)
    put_on(table.seabeds[shoal, seabed_of(card)], cell)
    if fish == 2:
        put_on(table.doubles[shoal], cell)
    table.fish[shoal, colour] += fish
    table.fish_total[shoal] += fish
    if shoal == seat:
        table.kept[seat, colour] += fish
    else:
        table.given[seat, colour] += fish
    if rules.curse_length > 0:
        _curse(rules, table, hidden, shoal, seabed_of(card), cell)


@inlined
def line_through(board: Any, cell: int, step: int) -> Any:
    """Return the first cell and the length of the unbroken line of a board through a cell.

    Parameters
    ----------
    board
        What the line is of; `cell` counts as on it, whether it is or not.
    cell
        In the middle of the line or at an end.
    step
        1 for the row, `simulate.kit.grid.ROW` for the column.
    """
    first = cell
    # The last row and column of a grid are empty: only 0 bounds the search backwards.
    while first - step >= 0 and is_on(board, first - step):
        first -= step
    length = (cell - first) // step + 1
    while is_on(board, first + length * step):
        length += 1
    return first, length


@inlined
def _curse(rules: Any, table: Any, hidden: Any, shoal: int, seabed: int, cell: int) -> None:
    """Turn the row and the column of one seabed through a fish to fishbone if long enough."""
    board = table.seabeds[shoal, seabed]
    left, across = line_through(board, cell, 1)
    top, down = line_through(board, cell, ROW)
    if across >= rules.curse_length:
        _turn_to_bone(table, hidden, shoal, left, across, 1)
    if down >= rules.curse_length:
        _turn_to_bone(table, hidden, shoal, top, down, ROW)


@compiled
def _turn_to_bone(table: Any, hidden: Any, shoal: int, first: int, length: int, step: int) -> None:
    """Turn a line of fish, of which one may be fishbone already, to fishbone."""
    hidden.counts[CURSES] += 1
    for cell in range(first, first + length * step, step):
        if not is_on(table.bones[shoal], cell):
            hidden.counts[FISH_CURSED] += _remove_fish(table, table.seat, shoal, cell)
            put_on(table.bones[shoal], cell)


@compiled
def _remove_fish(table: Any, seat: int, shoal: int, cell: int) -> int:
    """Take a fish card that `seat` harms out of sight, and return how many fish it shows."""
    card = card_at(table, shoal, cell)
    colour, fish = colour_of(card), fish_on(card)
    take_off(table.fish_cards[shoal], cell)
    take_off(table.colours[shoal, colour], cell)
    take_off(table.seabeds[shoal, seabed_of(card)], cell)
    take_off(table.doubles[shoal], cell)
    table.fish[shoal, colour] -= fish
    table.fish_total[shoal] -= fish
    table.harmed[seat, colour] += fish
    table.gone[card] += 1
    return fish


@compiled
def card_at(table: Any, shoal: int, cell: int) -> int:
    """Return the fish card in sight on a cell of a shoal, or `NOTHING`."""
    for colour in range(COLOURS):
        if is_on(table.colours[shoal, colour], cell):
            for seabed in range(COLOURS):
                if is_on(table.seabeds[shoal, seabed], cell):
                    card = (colour * COLOURS + seabed) * 2
                    return card + 1 if is_on(table.doubles[shoal], cell) else card
    return NOTHING


@compiled
def _end_turn(rules: Any, state: Any) -> None:
    """Refill the display, count the turn, and end the game or hand on."""
    table, hidden = state.table, state.hidden
    _refill(state)
    _resolve_display(rules, state)
    table.turns += 1
    _add_up_scores(rules, state)
    exhausted = 0
    for slot in range(SLOTS):
        exhausted += table.piles[slot] == 0
    lap_ends = table.seat == rules.players - 1
    if exhausted >= rules.piles_to_end:
        _end_game(rules, state)
        return
    if lap_ends:
        table.checkpoints += 1
        if 2 * hidden.pool_size <= rules.full_size:
            table.halftime = 1
    table.seat = 0 if lap_ends else table.seat + 1
    table.step = _next_step(table)


@inlined
def _refill(state: Any) -> None:
    """Turn up a card in every empty slot whose pile has one, all of them together."""
    table, hidden = state.table, state.hidden
    hidden.turned_size = 0
    hidden.age += 1
    for slot in range(SLOTS):
        if table.slots[slot] == NOTHING:
            _turn_up(state, slot)


@inlined
def _turn_up(state: Any, slot: int) -> None:
    """Turn up the next card of a slot's pile; without one the slot is empty."""
    table, hidden = state.table, state.hidden
    table.slots[slot] = NOTHING
    if table.piles[slot] > 0:
        card = draw_at_random(hidden.pool, hidden.pool_size, state.chance)
        hidden.pool_size -= 1
        table.piles[slot] -= 1
        table.to_come[card] -= 1
        table.slots[slot] = card
        hidden.ages[slot] = hidden.age
        _note(hidden, slot, card, STAYS)


@inlined
def _note(hidden: Any, slot: int, card: int, fate: int) -> None:
    """Remember what happened to the display, for whoever tells the game."""
    place = hidden.turned_size
    hidden.turned_slots[place] = slot
    hidden.turned_cards[place] = card
    hidden.turned_fates[place] = fate
    hidden.turned_size = place + 1


@compiled
def _resolve_display(rules: Any, state: Any) -> None:
    """Let octopuses go and discard of sharks alone the latest, until the display stays."""
    table, hidden = state.table, state.hidden
    while True:
        shown = 0
        sharks = 0
        octopus = NOTHING
        latest = NOTHING
        for slot in range(SLOTS):
            card = table.slots[slot]
            shown += card != NOTHING
            if card == OCTOPUS and octopus == NOTHING:
                octopus = slot
            if card == SHARK:
                sharks += 1
                if table.piles[slot] > 0 and (
                    latest == NOTHING or hidden.ages[slot] > hidden.ages[latest]
                ):
                    latest = slot
        if octopus != NOTHING:
            _note(hidden, octopus, OCTOPUS, _send_octopus(rules, table, hidden))
            changed = octopus
        elif shown == sharks and latest != NOTHING:
            _note(hidden, latest, SHARK, LEAVES)
            table.gone[SHARK] += 1
            hidden.counts[SHARKS_DISCARDED] += 1
            changed = latest
        else:
            return
        hidden.age += 1
        _turn_up(state, changed)


@inlined
def _send_octopus(rules: Any, table: Any, hidden: Any) -> int:
    """Give an octopus to the one seat with most corals, or discard it; return its fate."""
    most = highest(table.coral_count, table.active, rules.players)
    if size(most) > 1:
        table.gone[OCTOPUS] += 1
        hidden.counts[OCTOPUSES_DISCARDED] += 1
        return LEAVES
    seat = nonnegative(lowest(most))
    cell = hidden.coral_order[seat, table.octopus_count[seat]]
    take_off(table.corals[seat], cell)
    put_on(table.octopuses[seat], cell)
    table.octopus_count[seat] += 1
    table.coral_count[seat] -= 1
    table.gone[CORAL] += 1
    hidden.counts[OCTOPUSES_GAINED] += 1
    return seat


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
def _add_up_scores(rules: Any, state: Any) -> None:
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
def _end_game(rules: Any, state: Any) -> None:
    table, hidden = state.table, state.hidden
    table.over = 1
    table.rounds = 1
    table.checkpoints += 1
    best = -1
    second = -1
    for seat in range(rules.players):
        score = hidden.scores[seat]
        table.scores[seat] = score
        colour = nonnegative(hidden.tiles[seat])
        hidden.counts[MAJORITIES] += has_majority(table, seat, colour)
        hidden.counts[SHARK_BONUSES] += table.shark_count[seat] == most_sharks(table, rules.players)
        hidden.counts[COLOURS_GUESSED] += _guess(table, seat) == colour
        if score > best:
            second = best
            best = score
        elif score > second:
            second = score
    hidden.counts[MARGIN] = best - second
    hidden.counts[SHARED] = size(winners(rules, state)) > 1


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


# For people ---------------------------------------------------------------------

COLOUR_NAMES = ("red", "yellow", "green", "blue")
SEABED_NAMES = ("sand", "reef", "kelp", "deep")
LEGEND = (
    "Rs is one red fish on sand, RRs two of them; fish red, yellow, green, blue; seabeds sand, "
    "reef, kelp, deep",
    "cor: coral, oct: octopus on a coral, shk: shark on a fish, xxx: fishbone",
)
#: Shoals drawn beside each other, and columns from one to the next at least.
ABREAST, APART = 2, 48


class ShoalTeller:
    """Tells Shoal in words and draws the shoals."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "lays two red fish on sand from slot 2 at H9 of its own shoal"."""
        if action == PASS:
            return "finds no card on offer"
        slot = slot_of(action)
        card = table.slots[slot]
        if action >= DISCARD:
            return f"can lay nothing and discards {_name(card)} from slot {slot + 1}"
        shoal, cell = shoal_of(action), cell_of(action)
        whose = "its own" if shoal == table.seat else f"seat {shoal + 1}'s"
        over = ""
        if card == SHARK:
            over = f" on {_name(card_at(table, shoal, cell))}"
        return (
            f"lays {_name(card)} from slot {slot + 1}{over} at {_place(rules, cell)} "
            f"of {whose} shoal"
        )

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Draw the display and the shoals, with the colours of the seats in `hands`."""
        table, hidden = snapshot.table, snapshot.hidden
        lines = []
        if table.turns == 0 and table.step == _next_step(table):
            lines = [*LEGEND, *_turned_up(hidden)]
        lines.append(
            "on offer: "
            + " | ".join(
                f"{slot + 1} {_symbol(card)} ({pile} below)"
                for slot, (card, pile) in enumerate(zip(table.slots, table.piles, strict=True))
            )
        )
        return lines + _shoals(rules, snapshot, hands)

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Tell what an action led to: fish cursed, cards turned up, the end."""
        lines = []
        if action != PASS and action < DISCARD:
            shoal = shoal_of(action)
            cursed = _cells(after.table.bones[shoal] & ~before.table.bones[shoal])
            if cursed:
                places = ", ".join(_place(rules, cell) for cell in cursed)
                fish = sum(after.table.harmed[before.table.seat])
                fish -= sum(before.table.harmed[before.table.seat])
                lines.append(
                    f"the curse turns {places} of seat {shoal + 1}'s shoal to fishbone: "
                    f"{fish} fish are lost"
                )
        if after.table.turns > before.table.turns:
            lines += _turned_up(after.hidden)
        if after.table.over:
            lines += _shoals(rules, after, range(rules.players))
            lines += _final_scores(rules, after)
        return lines

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Count each card wherever it lies; the same after every action."""
        table, hidden = snapshot.table, snapshot.hidden
        total = np.array(table.gone)
        np.add.at(total, hidden.pool[: hidden.pool_size], 1)
        np.add.at(total, [card for card in table.slots if card != NOTHING], 1)
        for seat in range(rules.players):
            np.add.at(
                total, [card_at(table, seat, cell) for cell in _cells(table.fish_cards[seat])], 1
            )
            total[CORAL] += len(_cells(table.corals[seat]))
            total[OCTOPUS] += len(_cells(table.octopuses[seat]))
            total[SHARK] += len(_cells(table.sharks[seat]))
        return {_symbol(card): int(total[card]) for card in range(CARDS)}


def _cells(board: Any) -> list[int]:
    """List the cells of a board, row by row, in plain Python."""
    return [
        SET * word + member
        for word, members in enumerate(board.tolist())
        if members != 0
        for member in range(SET)
        if members >> member & 1
    ]


def _name(card: int) -> str:
    """Name a card, as in "two red fish on sand"."""
    if is_fish(card):
        number = "two" if fish_on(card) == 2 else "one"
        return f"{number} {COLOUR_NAMES[colour_of(card)]} fish on {SEABED_NAMES[seabed_of(card)]}"
    return {CORAL: "a coral", SHARK: "a shark", OCTOPUS: "an octopus"}[card]


def _symbol(card: int) -> str:
    """Name a card in three letters, as in "RRs"."""
    if is_fish(card):
        fish = COLOUR_NAMES[colour_of(card)][0].upper() * fish_on(card)
        return fish + SEABED_NAMES[seabed_of(card)][0]
    return {CORAL: "cor", SHARK: "shk", OCTOPUS: "oct", NOTHING: "---"}[card]


def _column(rules: Any, column: int) -> str:
    """Name a column of the table by one or two letters."""
    index = column - (MIDDLE - rules.table_size // 2)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters[index] if index < len(letters) else "A" + letters[index - len(letters)]


def _place(rules: Any, cell: int) -> str:
    """Name a cell, as in "H8", the middle of the usual table."""
    row = cell // ROW - (MIDDLE - rules.table_size // 2) + 1
    return f"{_column(rules, cell % ROW)}{row}"


def _shoals(rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
    """Draw all shoals, with the colours and points of the seats in `hands`."""
    lines = []
    for first in range(0, rules.players, ABREAST):
        seats = range(first, min(first + ABREAST, rules.players))
        lines += _beside(
            [
                [
                    *_heading(rules, snapshot, seat, seat in hands),
                    *_drawing(rules, snapshot.table, seat),
                ]
                for seat in seats
            ]
        )
    return lines


def _heading(rules: Any, snapshot: Snapshot, seat: int, known: bool) -> list[str]:
    """Tell whose shoal it is, of which colour if that is known, and what is in it."""
    table = snapshot.table
    colour = snapshot.own[seat].tile if known else table.tiles[seat]
    told = "colour secret"
    if colour != SECRET:
        points = sum(points for points, _ in _points(rules, table, seat, colour))
        told = f"{COLOUR_NAMES[colour]}, {_in_points(points)}"
    fish = " ".join(
        f"{name[0].upper()} {table.fish[seat, index]}" for index, name in enumerate(COLOUR_NAMES)
    )
    mark = ">" if seat == table.seat and not table.over else " "
    return [
        f"{mark} seat {seat + 1} ({told})",
        f"  fish {fish}, cor {table.coral_count[seat]}, "
        f"oct {table.octopus_count[seat]}, shk {table.shark_count[seat]}",
    ]


def _points(rules: Any, table: Any, seat: int, colour: int) -> list[tuple[int, str]]:
    """Return of what the points of a seat with that colour are made, each with what it is for."""
    parts = [(int(sum(table.fish[: rules.players, colour])), f"{COLOUR_NAMES[colour]} fish")]
    if has_majority(table, seat, colour):
        parts.append((rules.majority_points, "for the majority in its shoal"))
    if table.octopus_count[seat]:
        parts.append((rules.octopus_points * table.octopus_count[seat], "for octopuses"))
    if table.shark_count[seat] == most_sharks(table, rules.players):
        parts.append((rules.shark_points, "for most sharks"))
    return parts


def _in_points(points: int) -> str:
    """Write points, as in "1 point"."""
    return "1 point" if points == 1 else f"{points} points"


def _drawing(rules: Any, table: Any, seat: int) -> list[str]:
    """Draw a shoal as far as it reaches, a row a line, with the names of rows and columns."""
    used = [divmod(cell, ROW) for cell in _cells(table.occupied[seat])]
    rows = range(min(row for row, _ in used), max(row for row, _ in used) + 1)
    columns = range(min(column for _, column in used), max(column for _, column in used) + 1)
    lines = ["     " + " ".join(f"{_column(rules, column):3}" for column in columns)]
    for row in rows:
        label = row - (MIDDLE - rules.table_size // 2) + 1
        cells = " ".join(f"{_seen(table, seat, ROW * row + c):3}" for c in columns)
        lines.append(f"  {label:2} {cells}")
    return lines


def _seen(table: Any, seat: int, cell: int) -> str:
    """Return what a cell of a shoal shows."""
    card = card_at(table, seat, cell)
    if card != NOTHING:
        return _symbol(card)
    boards = {
        "cor": table.corals,
        "oct": table.octopuses,
        "shk": table.sharks,
        "xxx": table.bones,
    }
    return next((shown for shown, board in boards.items() if is_on(board[seat], cell)), " .")


def _beside(blocks: list[list[str]]) -> list[str]:
    """Set blocks of lines side by side."""
    height = max(len(block) for block in blocks)
    widths = [max(APART, *(len(line) + 2 for line in block)) for block in blocks]
    return [
        "".join(
            f"{block[line] if line < len(block) else '':{width}}"
            for block, width in zip(blocks, widths, strict=True)
        ).rstrip()
        for line in range(height)
    ]


def _turned_up(hidden: Any) -> list[str]:
    """Tell what was turned up at the end of a turn, and what became of it at once."""
    lines = []
    for index in range(hidden.turned_size):
        slot, card = hidden.turned_slots[index] + 1, hidden.turned_cards[index]
        fate = hidden.turned_fates[index]
        if fate == STAYS:
            lines.append(f"slot {slot} turns up {_name(card)}")
        elif fate == LEAVES and card == SHARK:
            lines.append(f"only sharks are on offer: the one in slot {slot} is discarded")
        elif fate == LEAVES:
            lines.append(f"several have the most corals: the octopus in slot {slot} is discarded")
        else:
            lines.append(
                f"the octopus in slot {slot} goes to seat {fate + 1}, who has the most corals"
            )
    return lines


def _final_scores(rules: Any, after: Snapshot) -> list[str]:
    """Tell of what each seat's points are made, and how a tie is broken."""
    table = after.table
    lines = []
    for seat in range(rules.players):
        parts = _points(rules, table, seat, after.hidden.tiles[seat])
        told = " + ".join(f"{points} {what}" for points, what in parts)
        lines.append(f"seat {seat + 1}: {told} = {_in_points(table.scores[seat])}")
    best = max(table.scores[: rules.players])
    tied = [seat for seat in range(rules.players) if table.scores[seat] == best]
    if len(tied) > 1:
        fish = ", ".join(f"seat {seat + 1} {table.fish_total[seat]}" for seat in tied)
        lines.append(f"tied for most points; fish in the own shoal decide: {fish}")
    return lines


GAME = Game(
    name="shoal",
    title="Shoal",
    version=1,
    source="French rules without title or author",
    seats=(2, MOST_SEATS),
    score_unit="points",
    own_options=OPTIONS,
    variants=VARIANTS,
    seconds_per_turn=25,
    box_minutes=(20, 20),
    standings="after each round of turns and at the end, had all tiles been open",
    halftime="after the round of turns in which half of the piles' cards have been turned up",
    counts=COUNTS,
    default_strategy="planner",
    table=TABLE,
    own=OWN,
    hidden=HIDDEN,
    derived=DERIVED,
    groups=(MOST_SEATS - 1) * SLOTS * WORDS,
    check=check,
    prepare=prepare,
    deal=deal,
    offer_actions=offer_actions,
    apply=apply,
    teller=ShoalTeller(),
    scores=true_scores,
    winners=winners,
)
