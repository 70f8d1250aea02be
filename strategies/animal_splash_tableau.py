"""Tableaus of Animal Splash encoded as two integers, so that strategies can compare many fast."""

from __future__ import annotations

from typing import Any, NamedTuple

from simulate.games import animal_splash as game
from strategies import EMPTY, GROUP, bit, compiled, from_members, has, inlined, lowest, size

#: The sorts of groups, in the order of the actions that put their pearls.
KINDS_ALIKE, COLOURS_ALIKE, PLANTS_ALIKE = range(3)
# Each place of a tableau has a field of five bits in both integers. In the integer for animals,
# three bits are the kind and two the colour, as in the number of a card. In the integer for plants,
# two bits are the plant, one bit is the animal's pearl, and one the plant's pearl.
_WIDTH = 5
_FIELD = (1 << _WIDTH) - 1
_COLOUR_AT, _ANIMAL_PEARL_AT, _PLANT_PEARL_AT = 3, 2, 3
_KIND, _TWO_BITS = 0b111, 0b11
_PLACES = from_members(range(0, _WIDTH * game.MOST_LAID, _WIDTH))
#: The set of all places with one bit for each, as in `places_by_value`.
ALL_PLACES = (1 << game.MOST_LAID) - 1


class TableauPlaces(NamedTuple):
    """A tableau as two integers with `_WIDTH` bits for each place, and its number of cards."""

    #: The kind and the colour of the animal at each place.
    animals: int
    #: The plant and the pearls at each place.
    plants: int
    #: The number of cards in the tableau.
    cards: int


@compiled
def tableau_of(table: Any, seat: int) -> Any:
    """Return the tableau of a seat as `TableauPlaces`."""
    animals: Any = EMPTY
    plants: Any = EMPTY
    for place in range(table.tableau_size[seat]):
        card, at = table.tableau[seat, place], _WIDTH * place
        animals |= (card & _FIELD) << at
        plants |= ((card >> _WIDTH) & _TWO_BITS) << at
        if has(table.animal_pearls[seat], place):
            plants |= bit(at + _ANIMAL_PEARL_AT)
        if has(table.plant_pearls[seat], place):
            plants |= bit(at + _PLANT_PEARL_AT)
    return TableauPlaces(animals, plants, table.tableau_size[seat])


@compiled
def laid(tableau: Any, card: int, side: int) -> Any:
    """Return a tableau after a card is laid at its left or right end."""
    animals, plants, cards = tableau
    animal, plant = card & _FIELD, (card >> _WIDTH) & _TWO_BITS
    if side == game.LEFT:
        return TableauPlaces(animals << _WIDTH | animal, plants << _WIDTH | plant, cards + 1)
    at = _WIDTH * cards
    return TableauPlaces(animals | animal << at, plants | plant << at, cards + 1)


@compiled
def changed(tableau: Any, member: int) -> Any:
    """Return a tableau after a swap or a shift; `member` is the action minus `CHANGE`."""
    animals, plants, cards = tableau
    if member < game.SHIFT_LEFT:
        return TableauPlaces(_swapped(animals, member), _swapped(plants, member), cards)
    place, to = member - game.SHIFT_LEFT, 0
    if member >= game.SHIFT_RIGHT:
        place, to = member - game.SHIFT_RIGHT, cards - 1
    return TableauPlaces(_moved(animals, place, to), _moved(plants, place, to), cards)


@inlined
def _swapped(fields: Any, place: int) -> Any:
    """Return an integer of fields after a place and its right neighbour are swapped."""
    at = _WIDTH * place
    difference = ((fields >> at) ^ (fields >> (at + _WIDTH))) & _FIELD
    return fields ^ (difference << at | difference << (at + _WIDTH))


@inlined
def _moved(fields: Any, place: int, to: int) -> Any:
    """Return an integer of fields in which the field of a place is moved to another place.

    The fields between the two places move one place to fill the gap.
    """
    at = _WIDTH * place
    field = (fields >> at) & _FIELD
    below = bit(at) - 1
    rest = (fields & below) | ((fields >> _WIDTH) & ~below)
    at = _WIDTH * to
    below = bit(at) - 1
    return (rest & below) | field << at | (rest & ~below) << _WIDTH


@inlined
def _compared(tableau: Any, sort: int) -> Any:
    """Return the position of the bits that groups of a sort compare.

    The result has three parts: the tableau's integer of plants or of animals, the index of the
    first compared bit in the field of a place, and a mask of the compared bits after a shift by
    this index.
    """
    if sort == PLANTS_ALIKE:
        return tableau.plants, 0, _TWO_BITS
    if sort == COLOURS_ALIKE:
        return tableau.animals, _COLOUR_AT, _TWO_BITS
    return tableau.animals, 0, _KIND


@inlined
def _alike(tableau: Any, sort: int) -> Any:
    """Return the places that match their right neighbour, each as the first bit of its field."""
    fields, at, mask = _compared(tableau, sort)
    differs = (fields ^ (fields >> _WIDTH)) >> at
    differs |= differs >> 1 if mask == _TWO_BITS else (differs >> 1) | (differs >> 2)
    return ~differs & _PLACES & (bit(_WIDTH * max(tableau.cards - 1, 0)) - 1)


@inlined
def bare(tableau: Any, sort: int) -> Any:
    """Return the places without a pearl on the plant (for groups of plants) or else on the animal.

    The result is a set of bits: the lowest bit of each place's field is set if it has no pearl.
    """
    at = _PLANT_PEARL_AT if sort == PLANTS_ALIKE else _ANIMAL_PEARL_AT
    return ~(tableau.plants >> at) & all_places(tableau)


@inlined
def pairs(tableau: Any, sort: int) -> Any:
    """Return the places that match their right neighbour, where neither has a pearl.

    Each place is encoded as the first bit of its field.
    """
    without = bare(tableau, sort)
    return _alike(tableau, sort) & without & (without >> _WIDTH)


@inlined
def groups(pairs_: Any, group_size: int) -> Any:
    """Return the first place of each group that can get a pearl, from the result of `pairs`."""
    firsts = pairs_
    for distance in range(1, group_size - 1):
        firsts &= pairs_ >> (_WIDTH * distance)
    return firsts


@compiled
def _promise(alike: Any, bare_: Any, ends: Any, group_size: int) -> int:
    """Return the merit of matching neighbours.

    Groups count most, then pairs. Pairs at the ends of the tableau count more than other pairs.
    `alike` are the places that match their right neighbour, `bare_` the places without a pearl, and
    `ends` the first places of the pairs at the ends.
    """
    matching = alike & bare_ & (bare_ >> _WIDTH)
    number_of_groups = size(groups(matching, group_size))
    return 64 * number_of_groups + 2 * size(matching) + size(matching & ends)  # type: ignore[no-any-return]


@compiled
def _next_pearl(tableau: Any, group_size: int, area: int) -> int:
    """Return the first bit of the place where a pearl costs the fewest later groups, or -1.

    It is -1 if there is no group. `area` is where on the card the pearl is put:
    `_ANIMAL_PEARL_AT` or `_PLANT_PEARL_AT`.
    """
    sort = PLANTS_ALIKE if area == _PLANT_PEARL_AT else COLOURS_ALIKE
    # Places that match their right neighbour. An animal may match by colour or by kind.
    alike, as_well = _alike(tableau, sort), EMPTY
    if sort == COLOURS_ALIKE:
        as_well = _alike(tableau, KINDS_ALIKE)
    bare_ = bare(tableau, sort)
    ends = bit(0) | bit(_WIDTH * max(tableau.cards - 2, 0))
    near = bare_ & (bare_ >> _WIDTH)
    firsts = groups(alike & near, group_size) | groups(as_well & near, group_size)
    places = firsts
    for _ in range(1, group_size):
        places |= places << _WIDTH
    chosen, best = -1, -1
    while firsts != 0 and places != 0:
        place = lowest(places)
        places &= places - 1
        after = bare_ ^ bit(place)
        merit = _promise(alike, after, ends, group_size)
        merit += _promise(as_well, after, ends, group_size)
        if merit > best:
            chosen, best = place, merit
    return chosen


@compiled
def pearl_to_put(tableau: Any, group_size: int) -> int:
    """Return the action that puts a pearl where it costs least, or the action that puts no pearl.

    Animals come before plants, and kinds before colours. The pearl is put where it leaves the most
    groups, then the most pairs of neighbours, where pairs at the ends count more. Of equally good
    places it is put on the first.
    """
    for area in (_ANIMAL_PEARL_AT, _PLANT_PEARL_AT):
        at = _next_pearl(tableau, group_size, area)
        if at >= 0:
            sort = KINDS_ALIKE if area == _ANIMAL_PEARL_AT else PLANTS_ALIKE
            while True:
                # The first group that includes the place.
                firsts = groups(pairs(tableau, sort), group_size)
                firsts &= ~(bit(max(0, at - _WIDTH * (group_size - 1))) - 1)
                if firsts != 0 and lowest(firsts) <= at:
                    place = lowest(firsts) // _WIDTH
                    member = game.MOST_IN_GROUP * place + at // _WIDTH - place
                    return game.PEARL_ON_KIND + GROUP * sort + member  # type: ignore[no-any-return]
                sort = COLOURS_ALIKE
    return game.PEARL_ON_PLANT + game.DONE


@compiled
def scored(tableau: Any, group_size: int) -> Any:
    """Return a tableau with all pearls that `pearl_to_put` puts, and the number of these pearls."""
    pearls = 0
    area = _ANIMAL_PEARL_AT
    while area <= _PLANT_PEARL_AT:
        at = _next_pearl(tableau, group_size, area)
        if at >= 0:
            plants = tableau.plants | bit(at + area)
            tableau = TableauPlaces(tableau.animals, plants, tableau.cards)
            pearls += 1
        else:
            area += 1
    return tableau, pearls


@compiled
def pairs_of(tableau: Any, sort: int) -> int:
    """Return the number of pairs of matching neighbours without pearls.

    Pairs of one sort are counted, or pairs of all sorts if `sort` is -1.
    """
    number = 0
    for any_sort in range(3):
        if sort in (-1, any_sort):
            number += size(pairs(tableau, any_sort))
    return number


@inlined
def all_places(tableau: Any) -> Any:
    """Return the places with a card, each as the first bit of its field."""
    return _PLACES & (bit(_WIDTH * tableau.cards) - 1)


@compiled
def places_by_value(tableau: Any, sort: int, among: Any) -> Any:
    """Return the sets of places of each kind, colour or plant, in a single integer.

    Each set has `MOST_LAID` bits, and the set of kind, colour or plant 0 comes first. The sets have
    only the places in `among`, which are encoded as the results of `bare` and `all_places`.
    """
    fields, at, mask = _compared(tableau, sort)
    sets = EMPTY
    while among != 0:
        place = lowest(among)
        among &= among - 1
        value = (fields >> (place + at)) & mask
        sets |= bit(game.MOST_LAID * value + place // _WIDTH)
    return sets


@compiled
def scored_of(tableau: Any, sort: int, group_size: int) -> int:
    """Return the number of pearls that a tableau can get for a single sort of group."""
    # A pearl on the last card of a run leaves a run with one card less. A run of n cards therefore
    # gets n + 1 - group_size pearls.
    matching, pearls = pairs(tableau, sort), 0
    run = 1
    for place in range(tableau.cards):
        run = run + 1 if has(matching, _WIDTH * place) else 1
        pearls += run >= group_size
    return pearls


@compiled
def measured(tableau: Any, oxygen: int, which: int) -> int:
    """Return the value of a `Measure` for a player with a tableau and an amount of oxygen."""
    # The measures of kinds, colours and plants are in the order of the sorts of groups.
    if which >= game.Measure.LONGEST_KIND_RUN:
        left = _alike(tableau, which - game.Measure.LONGEST_KIND_RUN)
        longest = min(tableau.cards, 1)
        while left != 0:
            left &= left >> _WIDTH
            longest += 1
        return longest  # type: ignore[no-any-return]
    if which >= game.Measure.ANIMAL_KINDS:
        sets = places_by_value(tableau, which - game.Measure.ANIMAL_KINDS, all_places(tableau))
        different = 0
        while sets != 0:
            different += (sets & ALL_PLACES) != 0
            sets >>= game.MOST_LAID
        return different
    value = oxygen if which == game.Measure.OXYGEN else 0
    if which in (game.Measure.ANIMAL_PEARLS, game.Measure.PEARLS):
        value += tableau.cards - size(bare(tableau, KINDS_ALIKE))
    if which in (game.Measure.PLANT_PEARLS, game.Measure.PEARLS):
        value += tableau.cards - size(bare(tableau, PLANTS_ALIKE))
    return value
