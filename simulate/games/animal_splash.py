"""Animal Splash.

An unpublished prototype of boardgame-planet.com, for 2 to 5 players.

**The idea.** Divers take underwater pictures. Each shows an animal and a plant, and
players lay them in a row, their tableau, at its left or right end. Three neighbours that
show the same kind of animal, animals of one colour, or the same plant earn a pearl. It is laid
on one of the three and takes its animal, or its plant, out of later groups; so
rearranging the others, for oxygen, lets the same picture score again.

**A turn.** Dive clockwise around the 3 x 3 grid of pictures: a single step earns
oxygen, many cost it, and spots of other divers are jumped over. Take a picture of the row or
column in view and lay it left or right; it may bring oxygen. Swap neighbours of the own
tableau or shift a card to an end of it, as often as the oxygen lasts. Put pearls on groups.
Take one mission whose condition holds, of a colour not owned yet. Then the gap in the grid is
filled from the pile of its row.

**The end.** Everybody lays the same number of cards. A pearl is a point; missions and one
end-scoring card, shown from the start, give more. Most points wins, then most oxygen.

**Rulings.** Fixed here: missions and the end-scoring card look at what a player has and
spend nothing. A spot without a picture in view cannot be chosen, but is a step. Who
cannot dive anywhere passes the turn. Players with all their cards are skipped; their divers stay.
Tied players share the places they tie for, so scores are kept in 60ths of a point; who has
nothing of what the end-scoring card asks for gets nothing. Oxygen and pearls never run
out.

**What a player sees.** Everything but the order of the draw piles.

Source: the author's rules, in English. Their pictures of the cards, the actions, the missions and
the end scoring are missing: what stands in for them are assumptions, and options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Count, Game, Share, Snapshot
from simulate.kit.bits import EMPTY, bit, from_members, has, lowest, nonnegative, size
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random
from simulate.kit.layout import SEATS, hidden_layout, layout, table_layout
from simulate.kit.menu import PASS, offer
from simulate.kit.seats import highest, next_seat
from simulate.rules.kinds import Choice, ChoiceList, Option, Records, Whole, WholeList, WholeTable
from simulate.rules.values import Variant

# Encoding of cards and places -----------------------------------------------------
# A card is a number below 256 with kind, colour, plant and oxygen in bits of their own, so
# that one comparison under a mask tells whether two cards are alike.

KIND_NAMES = ("seahorse", "turtle", "ray", "octopus", "crab")
COLOUR_NAMES = ("blue", "green", "orange", "purple")
PLANT_NAMES = ("seaweed", "coral", "anemone", "sponge")
KINDS, COLOURS, PLANTS = len(KIND_NAMES), len(COLOUR_NAMES), len(PLANT_NAMES)
ANIMALS = KINDS * COLOURS
MOST_COPIES = 6
MOST_CARDS = ANIMALS * MOST_COPIES
MOST_LAID = 12
#: Where colour, plant and oxygen begin in a card.
COLOUR_BITS, PLANT_BITS, OXYGEN_BIT = 3, 5, 7
#: The bits of a card that the three sorts of group compare.
KIND, COLOUR, PLANT = 0b111, 0b11 << COLOUR_BITS, 0b11 << PLANT_BITS
#: What lies in an empty cell or at an empty place of a tableau.
NO_CARD = -1

# Cells are numbered row by row. Spots are numbered clockwise: above columns 1 to 3, right of
# rows 1 to 3, below columns 3 to 1, left of rows 3 to 1.
CELLS, SPOTS = 9, 12
ALL_CELLS, ALL_SPOTS = (1 << CELLS) - 1, (1 << SPOTS) - 1
#: Where a diver is that has not been placed.
NOWHERE = -1
_COLUMNS = [range(column, CELLS, 3) for column in range(3)]
_ROWS = [range(3 * row, 3 * row + 3) for row in range(3)]
#: The cells in view from each spot, as sets.
LINES = tuple(from_members(cells) for cells in (*_COLUMNS, *_ROWS, *_COLUMNS[::-1], *_ROWS[::-1]))

MEASURES = (
    "oxygen",
    "animal_pearls",
    "plant_pearls",
    "pearls",
    "animal_kinds",
    "animal_colours",
    "plant_kinds",
    "longest_kind_run",
    "longest_colour_run",
    "longest_plant_run",
)
OXYGEN, ANIMAL_PEARLS, PLANT_PEARLS, PEARLS = range(4)
ANIMAL_KINDS, ANIMAL_COLOURS, PLANT_KINDS = range(4, 7)
KIND_RUN, COLOUR_RUN, PLANT_RUN = range(7, 10)
MISSION_COLOURS = ("animals", "plants", "oxygen", "variety", "red", "yellow", "black", "white")
MOST_MISSIONS = 12
#: A point of the score, which is kept in 60ths: up to five players can share a place.
POINT = 60

# Encoding of actions ----------------------------------------------------------------
# The steps of a turn, and from which number on their actions are.

DIVE, TAKE, REARRANGE, SCORE, MISSION = range(5)
#: Dive: plus the spot, from 0.
DIVE_TO = 0
#: Take: plus 2 x cell, plus the side where the card is laid.
TAKE_FROM = 64
LEFT, RIGHT = 0, 1
#: Rearrange: plus the left place of a swap, or one of the shifts and the place, or `DONE`.
CHANGE = 128
SHIFT_LEFT, SHIFT_RIGHT = 16, 32
#: Score: a group of one kind, colour or plant, plus 5 x its first place, plus which of its
#: cards gets the pearl; or `PEARL_ON_PLANT` plus `DONE`.
PEARL_ON_KIND, PEARL_ON_COLOUR, PEARL_ON_PLANT = 192, 256, 320
MOST_IN_GROUP = 5
#: Mission: plus the mission, or `DONE` for none.
MISSION_OF = 384
DONE = 63


@inlined
def kind_of(card: int) -> int:
    """Return the kind of a card's animal, 0 to 4."""
    return card & KIND


@inlined
def colour_of(card: int) -> int:
    """Return the colour of a card's animal, 0 to 3."""
    return (card & COLOUR) >> COLOUR_BITS


@inlined
def plant_of(card: int) -> int:
    """Return the plant of a card, 0 to 3."""
    return (card & PLANT) >> PLANT_BITS


@inlined
def oxygen_of(card: int) -> int:
    """Return how many oxygen tokens a card shows, 0 or 1."""
    return card >> OXYGEN_BIT


def _card(kind: int, colour: int, plant: int, oxygen: int) -> int:
    return kind | colour << COLOUR_BITS | plant << PLANT_BITS | oxygen << OXYGEN_BIT


# Rules --------------------------------------------------------------------------


def _missions() -> tuple[Mapping[str, Any], ...]:
    conditions = (
        ("animals", "animal_pearls", 2, 3),
        ("plants", "plant_pearls", 2, 3),
        ("oxygen", "oxygen", 3, 5),
        ("variety", "animal_kinds", 4, 5),
    )
    return tuple(
        {"colour": colour, "measure": measure, "at_least": at_least, "points": points}
        for colour, measure, *tiers in conditions
        for points, at_least in enumerate(tiers, 1)
    )


OPTIONS: tuple[Option, ...] = (
    WholeTable(
        name="cards_to_end",
        default={"2": 9, "3": 8, "4": 7, "5": 6},
        minimum=1,
        maximum=MOST_LAID,
        standing="printed",
        meaning="Cards each player lays until the game ends, for each number of players.",
    ),
    Whole(
        name="group_size",
        default=3,
        minimum=2,
        maximum=MOST_IN_GROUP,
        standing="printed",
        meaning="Neighbouring cards with something in common that earn a pearl.",
    ),
    Whole(
        name="one_step_oxygen",
        default=1,
        minimum=0,
        maximum=5,
        standing="printed",
        meaning="Oxygen a diver earns by moving a single step.",
    ),
    Whole(
        name="free_steps",
        default=2,
        minimum=1,
        maximum=SPOTS - 1,
        standing="printed",
        meaning="Steps of a move that cost no oxygen.",
    ),
    Whole(
        name="step_cost",
        default=1,
        minimum=0,
        maximum=5,
        standing="printed",
        meaning="Oxygen for each step beyond the free ones.",
    ),
    Whole(
        name="swap_cost",
        default=1,
        minimum=0,
        maximum=9,
        standing="assumed",
        meaning="Oxygen for swapping two neighbouring cards of the own tableau; 0: not offered.",
    ),
    Whole(
        name="shift_cost",
        default=2,
        minimum=0,
        maximum=9,
        standing="assumed",
        meaning="Oxygen for shifting a card to either end of the own tableau; 0: not offered.",
    ),
    Records(
        name="missions",
        default=_missions(),
        fields=(
            Choice(
                name="colour",
                default="animals",
                choices=MISSION_COLOURS,
                standing="assumed",
                meaning="A player owns one mission of each colour at most.",
            ),
            Choice(
                name="measure",
                default="animal_pearls",
                choices=MEASURES,
                standing="assumed",
                meaning="What a player must have for it.",
            ),
            Whole(
                name="at_least",
                default=2,
                minimum=1,
                maximum=60,
                standing="assumed",
                meaning="How much of it.",
            ),
            Whole(
                name="points",
                default=1,
                minimum=0,
                maximum=20,
                standing="assumed",
                meaning="Points of the mission.",
            ),
        ),
        longest=MOST_MISSIONS,
        standing="assumed",
        meaning="The mission cards, all shown from the start.",
    ),
    ChoiceList(
        name="end_scoring",
        default=("oxygen", "animal_pearls", "plant_pearls", "longest_colour_run"),
        choices=MEASURES,
        longest=10,
        standing="assumed",
        meaning="The end-scoring cards, each asking who has most of something; one is drawn.",
    ),
    WholeList(
        name="end_points",
        default=(3, 1),
        minimum=0,
        maximum=20,
        shortest=2,
        longest=2,
        standing="assumed",
        meaning="Points of the end-scoring card for the best and for the second.",
    ),
    Whole(
        name="start_oxygen",
        default=0,
        minimum=0,
        maximum=20,
        standing="ruling",
        meaning="Oxygen each player begins with.",
    ),
    Whole(
        name="copies",
        default=3,
        minimum=1,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with each of the 20 animals (5 kinds in 4 colours); their plants differ.",
    ),
    Whole(
        name="oxygen_cards",
        default=1,
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="How many of the cards with each animal show oxygen, at most copies.",
    ),
)

VARIANTS = {
    "base": Variant("The rules as printed, with assumed actions, missions and end scoring."),
    "no-actions": Variant("Nobody can rearrange a tableau.", {"swap_cost": 0, "shift_cost": 0}),
    "dear-actions": Variant("Rearranging costs an oxygen more.", {"swap_cost": 2, "shift_cost": 3}),
}

Values = Mapping[str, Any]


def _has_groups(values: Values) -> bool:
    return bool(max(values["cards_to_end"].values()) >= values["group_size"])


def _has_moves(values: Values) -> bool:
    return bool(max(values["cards_to_end"].values()) > 1)


def _has_paid_moves(values: Values) -> bool:
    # With two players a move has at most ten steps.
    longer = _has_moves(values) and values["free_steps"] < SPOTS - 2
    return longer and (values["step_cost"] == 0 or _has_oxygen(values))


def _earns_by_diving(values: Values) -> bool:
    return _has_moves(values) and values["one_step_oxygen"] > 0


def _has_oxygen(values: Values) -> bool:
    return bool(values["start_oxygen"] or values["oxygen_cards"] or _earns_by_diving(values))


def _can_pay(cost: str) -> Callable[[Values], bool]:
    return lambda values: values[cost] > 0 and _has_oxygen(values)


def _has_tier(tier: int) -> Callable[[Values], bool]:
    def applies(values: Values) -> bool:
        colours = Counter(mission["colour"] for mission in values["missions"])
        return max(colours.values(), default=0) >= tier

    return applies


def _has_end_points(values: Values) -> bool:
    return bool(values["end_scoring"]) and any(values["end_points"])


COUNTS = (
    Count(
        name="pearls_on_kinds",
        meaning="pearls for groups of one kind of animal",
        applies=_has_groups,
    ),
    Count(
        name="pearls_on_colours",
        meaning="pearls for groups of one animal colour",
        applies=_has_groups,
    ),
    Count(name="pearls_on_plants", meaning="pearls for groups of one plant", applies=_has_groups),
    Count(
        name="oxygen_from_dives",
        meaning="oxygen earned by moving a single step",
        applies=_earns_by_diving,
    ),
    Count(
        name="oxygen_from_cards",
        meaning="oxygen earned by taking cards",
        applies=lambda values: values["oxygen_cards"] > 0,
    ),
    Count(
        name="oxygen_on_steps",
        meaning="oxygen paid for long moves",
        applies=lambda values: _has_paid_moves(values) and values["step_cost"] > 0,
    ),
    Count(name="oxygen_on_swaps", meaning="oxygen paid for swaps", applies=_can_pay("swap_cost")),
    Count(
        name="oxygen_on_shifts", meaning="oxygen paid for shifts", applies=_can_pay("shift_cost")
    ),
    Count(
        name="oxygen_left",
        meaning="oxygen left at the end, all players together",
        applies=_has_oxygen,
    ),
    Count(
        name="missions_tier_1",
        meaning="missions taken, the first listed of a colour",
        applies=_has_tier(1),
    ),
    Count(
        name="missions_tier_2",
        meaning="missions taken, the second of a colour",
        applies=_has_tier(2),
    ),
    Count(
        name="missions_tier_3",
        meaning="missions taken, the third of a colour or later",
        applies=_has_tier(3),
    ),
    Count(name="moves", meaning="moves of divers already placed", applies=_has_moves),
    Count(name="one_step_moves", meaning="moves of a single step", applies=_has_moves),
    Count(
        name="paid_moves",
        meaning="moves of more than {free_steps} steps",
        applies=_has_paid_moves,
    ),
    Count(name="passed_turns", meaning="turns passed, with no spot to dive to"),
    Count(
        name="end_card_points",
        meaning="points of the end-scoring card, all players",
        parts=POINT,
        applies=_has_end_points,
    ),
    Count(
        name="end_card_decides",
        meaning="games in which the end-scoring card decides",
        yes_or_no=True,
        applies=_has_end_points,
    ),
    Count(name="winners", meaning="players who win or share the win"),
    Count(name="winners_without_actions", meaning="winners who never swapped or shifted a card"),
    Count(name="players_without_actions", meaning="players who never swapped or shifted a card"),
    Count(name="margin", meaning="points between the best and the second", parts=POINT),
)
# Where counts begin that come in the order of the sorts of group, or of tiers, and the others.
PEARLS_FOR, MISSIONS_TAKEN = 0, 9
FROM_DIVES, FROM_CARDS, ON_STEPS, ON_SWAPS, ON_SHIFTS, OXYGEN_LEFT = range(3, 9)
MOVES, ONE_STEP_MOVES, PAID_MOVES, PASSED, END_CARD_POINTS, END_CARD_DECIDES = range(12, 18)
WINNERS, IDLE_WINNERS, IDLE_PLAYERS, MARGIN = range(18, len(COUNTS))

SHARES = (
    Share(
        name="share_of_winners_without_actions",
        meaning="share of winners who never rearranged, of",
        part="winners_without_actions",
        whole="winners",
    ),
    Share(
        name="share_of_one_step_moves",
        meaning="share of moves of a single step, of",
        part="one_step_moves",
        whole="moves",
        applies=_has_moves,
    ),
    Share(
        name="share_of_paid_moves",
        meaning="share of moves beyond {free_steps} steps, of",
        part="paid_moves",
        whole="moves",
        applies=_has_paid_moves,
    ),
)


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless the deck has what the rules ask of it."""
    copies, with_oxygen = values["copies"], values["oxygen_cards"]
    if with_oxygen > copies:
        raise UsageError(
            f"oxygen_cards cannot be {with_oxygen} with {copies} copies; make it {copies} or less"
        )
    cards, needed = ANIMALS * copies, players * values["cards_to_end"][str(players)]
    if needed > cards:
        raise UsageError(
            f"the deck has {cards} cards (20 x copies) but {players} players lay {needed}; raise "
            f"copies or lower cards_to_end.{players}"
        )


DERIVED = layout(
    target="cards each player lays until the game ends",
    full_size="picture cards in the game",
    full_deck=("the picture cards of the game", MOST_CARDS),
    row_size=("cards of each row, those in the grid included", 3),
    lines=("the cells in view from each spot, as a set", SPOTS),
    mission_tier=("how many missions of its colour stand before each mission", MOST_MISSIONS),
)


def prepare(rules: Any) -> None:
    """Fill in the deck, the lines in view from the spots, and the tiers of missions."""
    deck = [
        _card(kind, colour, (kind + colour + copy) % PLANTS, int(copy < rules["oxygen_cards"]))
        for kind in range(KINDS)
        for colour in range(COLOURS)
        for copy in range(rules["copies"])
    ]
    rules["target"] = rules["cards_to_end"][rules["players"] - 2]
    rules["full_size"] = len(deck)
    rules["full_deck"][: len(deck)] = deck
    rules["row_size"] = [len(deck) // 3 + int(row < len(deck) % 3) for row in range(3)]
    rules["lines"] = LINES
    colours = rules["missions_colour"][: rules["missions_length"]].tolist()
    for mission, colour in enumerate(colours):
        rules["mission_tier"][mission] = colours[:mission].count(colour)


# State --------------------------------------------------------------------------

TABLE = table_layout(
    step="the step of the turn: 0 dive, 1 take, 2 rearrange, 3 score, 4 mission",
    grid=("the card in each cell, row by row; -1 if the cell is empty", CELLS),
    filled="the cells with a card, as a set",
    emptied="the cell emptied in this turn; -1 if none is",
    row_pile=("face-down cards of each row", 3),
    face_down="face-down cards, all rows together",
    spots=("the spot of each seat's diver; -1 if it is not placed", SEATS),
    occupied="the spots with divers, as a set",
    oxygen=("the oxygen each seat holds", SEATS),
    tableau=("each seat's cards from left to right; -1 where there is none", SEATS, MOST_LAID),
    tableau_size=("cards in each seat's tableau", SEATS),
    animal_pearls=("the places of each seat's tableau with a pearl on the animal, as a set", SEATS),
    plant_pearls=("the places of each seat's tableau with a pearl on the plant, as a set", SEATS),
    missions="the missions that nobody owns, by their place in the rules from 0, as a set",
    owned=("the missions each seat owns, as a set", SEATS),
    owned_colours=("the colours of the missions each seat owns, as a set", SEATS),
    end_measure="what the end-scoring card asks for, a place in `MEASURES`; -1 without a card",
    end_share=("what each seat got by the end-scoring card, in 60ths; 0 until the end", SEATS),
    laying="the seats that still need cards, as a set",
    rearranged="the seats that have swapped or shifted cards, as a set",
)
#: All that players have lies on the table.
OWN = layout()
HIDDEN = hidden_layout(
    len(COUNTS),
    pile=("the face-down cards of all rows: the first face_down entries, in no order", MOST_CARDS),
)

# What strategies can ask as well ------------------------------------------------
# `table` and `rules` are those of a view, or of the game itself.


@inlined
def _turned(spots: Any, by: int) -> Any:
    """Return a set of spots in which spot number `by`, 0 to 12, is called 0, and so on."""
    return ((spots >> by) | (spots << (SPOTS - by))) & ALL_SPOTS


@inlined
def most_steps(rules: Any, oxygen: int) -> int:
    """Return the most steps that a diver can move with some oxygen."""
    steps = SPOTS - rules.players
    if rules.step_cost > 0:
        steps = min(steps, rules.free_steps + oxygen // rules.step_cost)
    return steps  # type: ignore[no-any-return]


@inlined
def price_of(rules: Any, steps: int) -> int:
    """Return the oxygen that a move costs, before a single step earns any."""
    return max(0, steps - rules.free_steps) * rules.step_cost  # type: ignore[no-any-return]


@inlined
def steps_to(table: Any, seat: int, spot: int) -> int:
    """Return how many steps a seat's diver, which is placed, moves to a free spot."""
    here = table.spots[seat]
    ahead = _turned(~table.occupied & ALL_SPOTS, here + 1)
    distance = spot - here if spot > here else spot - here + SPOTS
    return size(ahead & (bit(distance) - 1))  # type: ignore[no-any-return]


@compiled
def spots_in_use(rules: Any, table: Any) -> Any:
    """Return the spots that have a card in view, as a set."""
    spots = EMPTY
    for spot in range(SPOTS):
        if rules.lines[spot] & table.filled != 0:
            spots |= bit(spot)
    return spots


@inlined
def legal_spots(rules: Any, table: Any, seat: int) -> Any:
    """Return the spots that a seat's diver may be placed on or moved to, as a set."""
    here = table.spots[seat]
    spots = ~table.occupied & ALL_SPOTS
    if here != NOWHERE:
        ahead = _turned(spots, here + 1)
        beyond = ahead
        for _ in range(most_steps(rules, table.oxygen[seat])):
            beyond &= beyond - 1
        spots = _turned(ahead ^ beyond, SPOTS - 1 - here)
    if table.filled != ALL_CELLS:
        spots &= spots_in_use(rules, table)
    return spots


@inlined
def alike(table: Any, seat: int, attribute: int) -> Any:
    """Return the places of a seat's tableau that are like their right neighbour, as a set.

    Parameters
    ----------
    table, seat
        Whose tableau.
    attribute
        What is compared: `KIND`, `COLOUR` or `PLANT`.
    """
    places = EMPTY
    for place in range(1, table.tableau_size[seat]):
        difference = (table.tableau[seat, place - 1] ^ table.tableau[seat, place]) & attribute
        places |= np.int64(difference == 0) << np.int64(place - 1)
    return places


@inlined
def groups_of(alike_places: Any, pearls: Any, group_size: int) -> Any:
    """Return the first places of all groups that can get a pearl, as a set.

    Parameters
    ----------
    alike_places
        As from `alike`.
    pearls
        The places with a pearl on what is compared, as a set.
    group_size
        Cards in a group, 2 or more.
    """
    groups = alike_places & ~pearls
    for distance in range(1, group_size):
        groups &= ~(pearls >> distance)
        if distance < group_size - 1:
            groups &= alike_places >> distance
    return groups


@inlined
def longest_run(alike_places: Any, cards: int) -> int:
    """Return the most neighbours in a tableau of some cards that are all alike."""
    longest = min(cards, 1)
    while alike_places != 0:
        alike_places &= alike_places >> 1
        longest += 1
    return longest


@inlined
def _different(table: Any, seat: int, attribute: int, lowest_bit: int) -> int:
    """Return how many values of an attribute a seat's tableau shows."""
    seen = EMPTY
    for place in range(table.tableau_size[seat]):
        seen |= bit((table.tableau[seat, place] & attribute) >> lowest_bit)
    return size(seen)  # type: ignore[no-any-return]


@compiled
def measure(table: Any, seat: int, which: int) -> int:
    """Return what a seat has of something that missions and end-scoring cards ask for.

    Parameters
    ----------
    table, seat
        Whose tableau and oxygen.
    which
        A place in `MEASURES`.
    """
    cards = table.tableau_size[seat]
    if which == OXYGEN:
        value = table.oxygen[seat]
    elif which == ANIMAL_PEARLS:
        value = size(table.animal_pearls[seat])
    elif which == PLANT_PEARLS:
        value = size(table.plant_pearls[seat])
    elif which == PEARLS:
        value = size(table.animal_pearls[seat]) + size(table.plant_pearls[seat])
    elif which == ANIMAL_KINDS:
        value = _different(table, seat, KIND, 0)
    elif which == ANIMAL_COLOURS:
        value = _different(table, seat, COLOUR, COLOUR_BITS)
    elif which == PLANT_KINDS:
        value = _different(table, seat, PLANT, PLANT_BITS)
    elif which == KIND_RUN:
        value = longest_run(alike(table, seat, KIND), cards)
    elif which == COLOUR_RUN:
        value = longest_run(alike(table, seat, COLOUR), cards)
    else:
        value = longest_run(alike(table, seat, PLANT), cards)
    return value  # type: ignore[no-any-return]


@inlined
def open_missions(rules: Any, table: Any, seat: int) -> Any:
    """Return the missions that a seat may take as it stands, as a set."""
    found = EMPTY
    left = table.missions
    while left != 0:
        mission = nonnegative(lowest(left))
        left &= left - 1
        if not has(table.owned_colours[seat], rules.missions_colour[mission]):
            value = measure(table, seat, rules.missions_measure[mission])
            if value >= rules.missions_at_least[mission]:
                found |= bit(mission)
    return found


# Playing ------------------------------------------------------------------------


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game; seat 1 begins."""
    table, hidden, chance = state.table, state.hidden, state.chance
    start(chance, chance.seed, chance.deal, 0)
    table.end_measure = -1
    if rules.end_scoring_length > 0:
        table.end_measure = rules.end_scoring[below(chance, rules.end_scoring_length)]
    for place in range(rules.full_size):
        hidden.pile[place] = rules.full_deck[place]
    table.face_down = rules.full_size
    table.filled = 0
    for row in range(3):
        table.row_pile[row] = rules.row_size[row]
    for cell in range(CELLS):
        _fill(state, cell)
    table.step = DIVE
    table.emptied = -1
    table.occupied = 0
    table.missions = bit(rules.missions_length) - 1
    table.laying = table.active
    table.rearranged = 0
    for seat in range(rules.players):
        table.spots[seat] = NOWHERE
        table.oxygen[seat] = rules.start_oxygen
        table.tableau[seat, :] = NO_CARD
        table.tableau_size[seat] = 0
        table.animal_pearls[seat] = 0
        table.plant_pearls[seat] = 0
        table.owned[seat] = 0
        table.owned_colours[seat] = 0
        table.end_share[seat] = 0
    hidden.counts[OXYGEN_LEFT] = rules.players * rules.start_oxygen


@inlined
def _fill(state: Any, cell: int) -> None:
    """Lay a card into an empty cell if its row has one left."""
    table = state.table
    row = cell // 3
    if table.row_pile[row] > 0:
        table.grid[cell] = draw_at_random(state.hidden.pile, table.face_down, state.chance)
        table.row_pile[row] -= 1
        table.face_down -= 1
        table.filled |= bit(cell)


@inlined
def offer_actions(rules: Any, state: Any, menu: Any) -> None:
    """Offer what the step of the turn allows; a diver with nowhere to go gets nothing."""
    table = state.table
    seat = nonnegative(table.seat)
    step = table.step
    if step == DIVE:
        offer(menu, DIVE_TO, legal_spots(rules, table, seat))
    elif step == TAKE:
        cells = rules.lines[nonnegative(table.spots[seat])] & table.filled
        takes = EMPTY
        while cells != 0:
            takes |= np.int64(0b11) << (2 * lowest(cells))
            cells &= cells - 1
        offer(menu, TAKE_FROM, takes)
    elif step == REARRANGE:
        _offer_changes(rules, table, menu, seat)
    elif step == SCORE:
        _offer_pearls(rules, table, menu, seat)
    else:
        offer(menu, MISSION_OF, open_missions(rules, table, seat) | bit(DONE))


@inlined
def _offer_changes(rules: Any, table: Any, menu: Any, seat: int) -> None:
    held = table.oxygen[seat]
    changes = bit(DONE)
    all_but_last = bit(table.tableau_size[seat] - 1) - 1
    if 0 < rules.swap_cost <= held:
        changes |= all_but_last
    if 0 < rules.shift_cost <= held:
        changes |= (all_but_last << (SHIFT_LEFT + 1)) | (all_but_last << SHIFT_RIGHT)
    offer(menu, CHANGE, changes)


@inlined
def _offer_pearls(rules: Any, table: Any, menu: Any, seat: int) -> None:
    last = bit(DONE)
    if table.tableau_size[seat] >= rules.group_size:
        on_animals = table.animal_pearls[seat]
        kinds = groups_of(alike(table, seat, KIND), on_animals, rules.group_size)
        colours = groups_of(alike(table, seat, COLOUR), on_animals, rules.group_size)
        plants = groups_of(alike(table, seat, PLANT), table.plant_pearls[seat], rules.group_size)
        if kinds | colours != 0:
            offer(menu, PEARL_ON_KIND, _pearls_on(kinds, rules.group_size))
            offer(menu, PEARL_ON_COLOUR, _pearls_on(colours, rules.group_size))
        last |= _pearls_on(plants, rules.group_size)
    offer(menu, PEARL_ON_PLANT, last)


@inlined
def _pearls_on(groups: Any, group_size: int) -> Any:
    """Return the ways to put a pearl on one card of one of the groups, as a set."""
    pearls = EMPTY
    while groups != 0:
        pearls |= (bit(group_size) - 1) << (MOST_IN_GROUP * lowest(groups))
        groups &= groups - 1
    return pearls


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Play one step of a turn."""
    table = state.table
    seat = nonnegative(table.seat)
    step = table.step
    if step == DIVE:
        if action == PASS:
            state.hidden.counts[PASSED] += 1
            _end_turn(rules, state, seat)
        else:
            _dive(rules, table, state.hidden, seat, nonnegative(action - DIVE_TO))
    elif step == TAKE:
        _take(table, state.hidden, seat, nonnegative(action - TAKE_FROM))
    elif step == REARRANGE:
        if action == CHANGE + DONE:
            table.step = SCORE
        else:
            _rearrange(rules, table, state.hidden, seat, action - CHANGE)
    elif step == SCORE:
        if action == PEARL_ON_PLANT + DONE:
            table.step = MISSION
        else:
            _put_pearl(table, state.hidden, seat, action)
    else:
        if action != MISSION_OF + DONE:
            _take_mission(rules, table, state.hidden, seat, nonnegative(action - MISSION_OF))
        _end_turn(rules, state, seat)


@inlined
def _change_oxygen(table: Any, hidden: Any, seat: int, change: int) -> None:
    table.oxygen[seat] += change
    hidden.counts[OXYGEN_LEFT] += change


@inlined
def _dive(rules: Any, table: Any, hidden: Any, seat: int, spot: int) -> None:
    """Place a diver, or move it and settle the oxygen of its steps."""
    here = table.spots[seat]
    if here != NOWHERE:
        steps = steps_to(table, seat, spot)
        price = price_of(rules, steps)
        earned = rules.one_step_oxygen * np.int64(steps == 1)
        _change_oxygen(table, hidden, seat, earned - price)
        hidden.counts[FROM_DIVES] += earned
        hidden.counts[ON_STEPS] += price
        hidden.counts[MOVES] += 1
        hidden.counts[ONE_STEP_MOVES] += np.int64(steps == 1)
        hidden.counts[PAID_MOVES] += np.int64(steps > rules.free_steps)
        table.occupied ^= bit(here)
    table.occupied ^= bit(spot)
    table.spots[seat] = spot
    table.step = TAKE


@inlined
def _take(table: Any, hidden: Any, seat: int, member: int) -> None:
    """Take a card out of the grid, lay it at an end of the tableau, and take its oxygen."""
    cell = member // 2
    card = table.grid[cell]
    table.grid[cell] = NO_CARD
    table.filled ^= bit(cell)
    table.emptied = cell
    place = nonnegative(table.tableau_size[seat])
    table.tableau_size[seat] = place + 1
    if member % 2 == LEFT:
        while place > 0:
            table.tableau[seat, place] = table.tableau[seat, place - 1]
            place -= 1
        table.animal_pearls[seat] <<= 1
        table.plant_pearls[seat] <<= 1
    table.tableau[seat, place] = card
    _change_oxygen(table, hidden, seat, oxygen_of(card))
    hidden.counts[FROM_CARDS] += oxygen_of(card)
    table.step = REARRANGE


@compiled
def _rearrange(rules: Any, table: Any, hidden: Any, seat: int, member: int) -> None:
    """Swap two neighbours or shift a card to an end, and pay for it."""
    if member < SHIFT_LEFT:
        cost = rules.swap_cost
        hidden.counts[ON_SWAPS] += cost
        _swap(table, seat, member)
    else:
        cost = rules.shift_cost
        hidden.counts[ON_SHIFTS] += cost
        if member < SHIFT_RIGHT:
            for place in range(member - SHIFT_LEFT - 1, -1, -1):
                _swap(table, seat, place)
        else:
            for place in range(member - SHIFT_RIGHT, table.tableau_size[seat] - 1):
                _swap(table, seat, place)
    _change_oxygen(table, hidden, seat, -cost)
    table.rearranged |= bit(seat)


@inlined
def _swap(table: Any, seat: int, place: int) -> None:
    """Swap a card with its right neighbour; pearls stay on their cards."""
    card = table.tableau[seat, place]
    table.tableau[seat, place] = table.tableau[seat, place + 1]
    table.tableau[seat, place + 1] = card
    table.animal_pearls[seat] = _with_swapped(table.animal_pearls[seat], place)
    table.plant_pearls[seat] = _with_swapped(table.plant_pearls[seat], place)


@inlined
def _with_swapped(places: Any, place: int) -> Any:
    """Return a set of places in which `place` and the next one have changed roles."""
    differs = ((places >> place) ^ (places >> (place + 1))) & 1
    return places ^ (differs * 0b11 << place)


@inlined
def _put_pearl(table: Any, hidden: Any, seat: int, action: int) -> None:
    """Put a pearl on one card of a group."""
    sort = (action - PEARL_ON_KIND) >> 6
    member = nonnegative((action - PEARL_ON_KIND) & 63)
    pearl = bit(member // MOST_IN_GROUP + member % MOST_IN_GROUP)
    if action >= PEARL_ON_PLANT:
        table.plant_pearls[seat] |= pearl
    else:
        table.animal_pearls[seat] |= pearl
    table.scores[seat] += POINT
    hidden.counts[PEARLS_FOR + sort] += 1


@inlined
def _take_mission(rules: Any, table: Any, hidden: Any, seat: int, mission: int) -> None:
    table.missions ^= bit(mission)
    table.owned[seat] |= bit(mission)
    table.owned_colours[seat] |= bit(rules.missions_colour[mission])
    table.scores[seat] += POINT * rules.missions_points[mission]
    hidden.counts[MISSIONS_TAKEN + min(rules.mission_tier[mission], 2)] += 1


@inlined
def _end_turn(rules: Any, state: Any, seat: int) -> None:
    """Refill the grid, and end the game or hand on the turn."""
    table = state.table
    table.step = DIVE
    table.turns += 1
    if table.emptied >= 0:
        _fill(state, nonnegative(table.emptied))
        table.emptied = -1
        if table.tableau_size[seat] == rules.target:
            table.laying ^= bit(seat)
            if table.laying == 0:
                _end_game(rules, table, state.hidden)
                return
    following = next_seat(table.laying, seat, rules.players)
    table.seat = following
    if following <= seat:
        table.checkpoints += 1
        laid = rules.full_size - table.face_down - size(table.filled)
        if 2 * laid >= rules.players * rules.target:
            table.halftime = 1


@compiled
def _end_game(rules: Any, table: Any, hidden: Any) -> None:
    """Score the end-scoring card, and count how the game ended."""
    table.over = 1
    table.rounds = 1
    table.checkpoints += 1
    before = _winners(table, rules.players)
    if table.end_measure >= 0:
        _score_end_card(rules, table)
    won = _winners(table, rules.players)
    idle = table.active & ~table.rearranged
    best = -1
    second = -1
    for seat in range(rules.players):
        hidden.counts[END_CARD_POINTS] += table.end_share[seat]
        score = table.scores[seat]
        if score > best:
            second = best
            best = score
        elif score > second:
            second = score
    hidden.counts[END_CARD_DECIDES] = np.int64(won != before)
    hidden.counts[WINNERS] = size(won)
    hidden.counts[IDLE_WINNERS] = size(won & idle)
    hidden.counts[IDLE_PLAYERS] = size(idle)
    hidden.counts[MARGIN] = best - second


@compiled
def _score_end_card(rules: Any, table: Any) -> None:
    """Give the points of the two places; who are tied share the places they take."""
    for seat in range(rules.players):
        value = measure(table, seat, table.end_measure)
        ahead = 0
        level = 0
        for other in range(rules.players):
            theirs = measure(table, other, table.end_measure)
            if theirs > value:
                ahead += 1
            elif theirs == value:
                level += 1
        if value > 0:
            points = 0
            for place in range(ahead, min(ahead + level, 2)):
                points += rules.end_points[place]
            table.end_share[seat] = POINT * points // level
            table.scores[seat] += table.end_share[seat]


@compiled
def _winners(table: Any, players: int) -> Any:
    """Return the seats with the most points and, among them, the most oxygen, as a set."""
    leading = highest(table.scores, table.active, players)
    return highest(table.oxygen, leading, players)


@compiled
def winners(rules: Any, state: Any) -> Any:
    """Return the set of seats that share the win."""
    return _winners(state.table, rules.players)


# For people ---------------------------------------------------------------------

_SPOT_NAMES = (
    *(f"above column {column}" for column in (1, 2, 3)),
    *(f"right of row {row}" for row in (1, 2, 3)),
    *(f"below column {column}" for column in (3, 2, 1)),
    *(f"left of row {row}" for row in (3, 2, 1)),
)
_SIDES = ("left", "right")
_MEASURE_NAMES = (
    "oxygen",
    "pearls on animals",
    "pearls on plants",
    "pearls",
    "animal kinds",
    "animal colours",
    "plant kinds",
    "cards in a run of one animal kind",
    "cards in a run of one animal colour",
    "cards in a run of one plant",
)
#: Of a card in the grid, and of a mission where two are written abreast.
_CELL_WIDTH, _COLUMN_WIDTH = 16, 47


class AnimalSplashTeller:
    """Tells Animal Splash in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "dives 2 steps to the spot above column 3"."""
        seat = int(table.seat)
        if action < TAKE_FROM:
            return _dive_name(rules, table, seat, action)
        if action < CHANGE:
            cell, side = divmod(action - TAKE_FROM, 2)
            return (
                f"takes the {_card_name(table.grid[cell])} from {_cell_name(cell)} and lays it "
                f"{_SIDES[side]}"
            )
        if action < PEARL_ON_KIND:
            return _change_name(table, seat, action - CHANGE)
        if action < MISSION_OF:
            return _pearl_name(rules, table, seat, action)
        if action == MISSION_OF + DONE:
            return "takes no mission"
        return f"takes mission {_mission_name(rules, action - MISSION_OF)}"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Describe the grid with the divers around it, then what every seat has."""
        table = snapshot.table
        left = [_mission_name(rules, mission) for mission in _members(table.missions)]
        lines = [
            _end_card(rules, table),
            "missions left:" if left else "missions left: none",
            *_in_columns(left),
            *_grid(rules, table),
        ]
        if table.turns == 0:
            lines.append("in []: an animal or a plant with a pearl; it does not count for groups")
        for seat in range(rules.players):
            owned = [
                f"{mission + 1} {MISSION_COLOURS[rules.missions_colour[mission]]}"
                for mission in _members(table.owned[seat])
            ]
            lines.append(
                f"{'>' if seat == table.seat else ' '} seat {seat + 1} | "
                f"{table.tableau_size[seat]} of {_counted(rules.target, 'card')} | "
                f"{_points(table.scores[seat])} | {table.oxygen[seat]} oxygen | "
                f"missions: {', '.join(owned) or 'none'}"
            )
            lines += [f"    {line}" for line in _tableau(table, seat)]
        return lines

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Tell what an action led to: oxygen, the tableau, points, the refill, the end."""
        old, new, seat = before.table, after.table, int(before.table.seat)
        lines = []
        change = int(new.oxygen[seat] - old.oxygen[seat])
        if change:
            lines.append(
                f"{'earns' if change > 0 else 'pays'} {abs(change)} oxygen, has {new.oxygen[seat]}"
            )
        if TAKE_FROM <= action < PEARL_ON_KIND and action != CHANGE + DONE:
            lines += _tableau(new, seat)
        scored = new.scores[seat] - new.end_share[seat]
        if scored > old.scores[seat]:
            lines.append(f"has {_points(scored)} now")
        if new.turns > old.turns and old.emptied >= 0:
            card, cell = new.grid[old.emptied], _cell_name(int(old.emptied))
            if card == NO_CARD:
                lines.append(f"{cell} stays empty: the pile of its row is used up")
            else:
                lines.append(f"{cell} is refilled: {_card_name(card)}")
        if new.over:
            lines += _end(rules, new)
        return lines

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Count each picture and mission card wherever it lies; the same after every action."""
        table, hidden = snapshot.table, snapshot.hidden
        cards = [
            *hidden.pile[: table.face_down],
            *(card for card in table.grid if card != NO_CARD),
            *(
                card
                for seat in range(rules.players)
                for card in table.tableau[seat, : table.tableau_size[seat]]
            ),
        ]
        found = dict(sorted(Counter(_card_name(card) for card in cards).items()))
        for mission in range(rules.missions_length):
            places = (table.missions, *table.owned[: rules.players])
            found[f"mission {mission + 1}"] = sum(has(place, mission) for place in places)
        return found


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _points(sixtieths: int) -> str:
    points = f"{sixtieths / POINT:.4g}"
    return f"{points} point{'' if points == '1' else 's'}"


def _seats(seats: Sequence[int]) -> str:
    return " and ".join(f"seat {seat + 1}" for seat in seats)


def _members(places: int) -> list[int]:
    return [place for place in range(64) if has(places, place)]


def _animal(card: int) -> str:
    return f"{COLOUR_NAMES[colour_of(card)]} {KIND_NAMES[kind_of(card)]}"


def _plant(card: int) -> str:
    return PLANT_NAMES[plant_of(card)] + (" + oxygen" if oxygen_of(card) else "")


def _card_name(card: int) -> str:
    """Name a card, as in "green turtle with coral + oxygen"."""
    return f"{_animal(card)} with {_plant(card)}"


def _cell_name(cell: int) -> str:
    return f"row {cell // 3 + 1}, column {cell % 3 + 1}"


def _dive_name(rules: Any, table: Any, seat: int, spot: int) -> str:
    if spot == PASS:
        return "has no spot to dive to and passes"
    where = f"the spot {_SPOT_NAMES[spot]}"
    here = int(table.spots[seat])
    if here == NOWHERE:
        return f"places the diver on {where}"
    divers = {int(table.spots[other]): other for other in range(rules.players)}
    between = [(here + distance) % SPOTS for distance in range(1, (spot - here) % SPOTS)]
    skipped = [divers[place] for place in between if place in divers]
    steps = _counted(len(between) - len(skipped) + 1, "step")
    return f"dives {steps}{f', past {_seats(skipped)},' if skipped else ''} to {where}"


def _change_name(table: Any, seat: int, member: int) -> str:
    if member == DONE:
        return "is done rearranging"
    # Without oxygen: what a card shows was taken when it was laid.
    cards = [
        f"{_animal(card)} with {PLANT_NAMES[plant_of(card)]}"
        for card in table.tableau[seat, : table.tableau_size[seat]]
    ]
    place = member % SHIFT_LEFT
    if member < SHIFT_LEFT:
        return f"swaps cards {place + 1} and {place + 2}, {cards[place]} and {cards[place + 1]}"
    side = _SIDES[LEFT if member < SHIFT_RIGHT else RIGHT]
    return f"shifts card {place + 1}, {cards[place]}, to the {side} end"


def _pearl_name(rules: Any, table: Any, seat: int, action: int) -> str:
    sort, member = divmod(action - PEARL_ON_KIND, 64)
    if member == DONE:
        return "is done scoring"
    first, which = divmod(member, MOST_IN_GROUP)
    card = int(table.tableau[seat, first])
    shared, area = (
        (f"kind, {KIND_NAMES[kind_of(card)]}", "animal"),
        (f"colour, {COLOUR_NAMES[colour_of(card)]}", "animal"),
        (f"plant, {PLANT_NAMES[plant_of(card)]}", "plant"),
    )[sort]
    return (
        f"scores cards {first + 1} to {first + int(rules.group_size)} for their {shared}: pearl on "
        f"the {area} of card {first + which + 1}"
    )


def _mission_name(rules: Any, mission: int) -> str:
    """Name a mission, as in "3 plants: 2+ pearls on plants, 1 point"."""
    return (
        f"{mission + 1} {MISSION_COLOURS[rules.missions_colour[mission]]}: "
        f"{rules.missions_at_least[mission]}+ {_MEASURE_NAMES[rules.missions_measure[mission]]}, "
        f"{_counted(rules.missions_points[mission], 'point')}"
    )


def _in_columns(texts: Sequence[str]) -> list[str]:
    """Write texts in two columns if they fit."""
    width = max(map(len, texts), default=0)
    abreast = 2 if width <= _COLUMN_WIDTH else 1
    return [
        "".join(f"  {text:{_COLUMN_WIDTH}}" for text in texts[place : place + abreast]).rstrip()
        for place in range(0, len(texts), abreast)
    ]


def _end_card(rules: Any, table: Any) -> str:
    if table.end_measure < 0:
        return "end scoring: none"
    best, second = rules.end_points.tolist()
    return (
        f"end scoring: most {_MEASURE_NAMES[table.end_measure]}, {_counted(best, 'point')} for the "
        f"best and {second} for the second"
    )


def _grid(rules: Any, table: Any) -> list[str]:
    """Draw the grid with the divers at their spots around it."""
    at = ["."] * SPOTS
    for seat in range(rules.players):
        if table.spots[seat] != NOWHERE:
            at[table.spots[seat]] = f"seat {seat + 1}"
    indent = " " * 7
    rule = indent + f"+{'-' * (_CELL_WIDTH + 2)}" * 3 + "+"
    lines = [_heads(at[:3]), rule]
    for row in range(3):
        cards = [int(card) for card in table.grid[3 * row : 3 * row + 3]]
        animals = [_animal(card) if card != NO_CARD else "empty" for card in cards]
        plants = [_plant(card) if card != NO_CARD else "" for card in cards]
        lines += [
            f"{at[11 - row]:>6} {_boxes(animals)} {at[3 + row]}",
            f"{indent}{_boxes(plants)}  {table.row_pile[row]} face down",
            rule,
        ]
    lines.append(_heads([at[8], at[7], at[6]]))
    return lines


def _boxes(texts: Sequence[str]) -> str:
    return "".join(f"| {text:{_CELL_WIDTH}} " for text in texts) + "|"


def _heads(spots: Sequence[str]) -> str:
    """Write the spots above or below the columns."""
    return (" " * 8 + "".join(f"{spot:^{_CELL_WIDTH + 3}}" for spot in spots)).rstrip()


def _tableau(table: Any, seat: int) -> list[str]:
    """Write a tableau's cards from left to right, in brackets what has a pearl."""
    cards = [int(card) for card in table.tableau[seat, : table.tableau_size[seat]]]
    on_animals, on_plants = table.animal_pearls[seat], table.plant_pearls[seat]
    rows = {
        "cards": ([str(place) for place in range(1, len(cards) + 1)], EMPTY),
        "kinds": ([KIND_NAMES[kind_of(card)] for card in cards], on_animals),
        "colours": ([COLOUR_NAMES[colour_of(card)] for card in cards], on_animals),
        "plants": ([PLANT_NAMES[plant_of(card)] for card in cards], on_plants),
    }
    lines = [f"{name:8}" for name in rows] if cards else []
    for place in range(len(cards)):
        told = [
            f"[{names[place]}]" if has(pearls, place) else f" {names[place]}"
            for names, pearls in rows.values()
        ]
        width = max(map(len, told))
        lines = [f"{line}{text:{width}}" for line, text in zip(lines, told, strict=True)]
    return [line.rstrip() for line in lines]


def _end(rules: Any, table: Any) -> list[str]:
    """Tell what the end-scoring card gives each seat, and what decides a tie."""
    seats = range(rules.players)
    lines = []
    if table.end_measure >= 0:
        lines.append(_end_card(rules, table))
        lines += [
            f"  seat {seat + 1} has {measure(table, seat, table.end_measure)} and gets "
            f"{_points(table.end_share[seat])}: {_points(table.scores[seat])} in all"
            for seat in seats
        ]
    most = max(table.scores[seat] for seat in seats)
    leading = [seat for seat in seats if table.scores[seat] == most]
    if len(leading) > 1:
        held = ", ".join(f"seat {seat + 1} has {table.oxygen[seat]}" for seat in leading)
        lines.append(f"tied at {_points(most)}, so oxygen decides: {held}")
    return lines


GAME = Game(
    name="animal-splash",
    title="Animal Splash",
    version=1,
    source="unpublished prototype, boardgame-planet.com",
    seats=(2, 5),
    score_unit="points",
    score_parts=POINT,
    own_options=OPTIONS,
    variants=VARIANTS,
    seconds_per_turn=30,
    box_minutes=None,
    standings="after each round of turns, and at the end",
    halftime="when half of the cards have been taken",
    counts=COUNTS,
    shares=SHARES,
    default_strategy="planner",
    table=TABLE,
    own=OWN,
    hidden=HIDDEN,
    derived=DERIVED,
    groups=3,
    check=check,
    prepare=prepare,
    deal=deal,
    offer_actions=offer_actions,
    apply=apply,
    teller=AnimalSplashTeller(),
    winners=winners,
)
