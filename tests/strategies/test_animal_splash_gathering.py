"""Cards of an Animal Splash tableau are brought together in all of the cheapest ways."""

from __future__ import annotations

import itertools
import random

import numpy as np

from simulate.games.animal_splash import SHIFT_LEFT, SHIFT_RIGHT
from strategies import record_of
from strategies.animal_splash_gathering import (
    BEYOND_PRICE,
    GATHERING,
    Gathering,
    begin_to_gather,
    least_price,
    next_way,
)
from strategies.animal_splash_tableau import Tableau, changed


def cheapest_ways(task: Gathering, places: int) -> tuple[int, set[tuple[int, ...]]]:
    """Try all changes in a row; return what the cheapest cost that make a run, and all of them."""
    changes = [
        *(place for place in range(task.cards - 1) if task.swap),
        *(SHIFT_LEFT + place for place in range(1, task.cards) if task.shift),
        *(SHIFT_RIGHT + place for place in range(task.cards - 1) if task.shift),
    ]
    least = BEYOND_PRICE
    found: set[tuple[int, ...]] = set()
    for number in range(task.most + 1):
        for way in itertools.product(changes, repeat=number):
            price = sum(task.swap if change < SHIFT_LEFT else task.shift for change in way)
            if price <= least and has_run(task, places, way):
                found = {way} if price < least else {*found, way}
                least = price
    return least, found


def has_run(task: Gathering, places: int, way: tuple[int, ...]) -> bool:
    """Tell whether cards lie together after some changes, by the tableau's own functions."""
    plants = sum((places >> place & 1) << 5 * place for place in range(task.cards))
    tableau = Tableau(0, plants, task.cards)
    for change in way:
        tableau = changed(tableau, change)
    belongs = "".join(str(tableau.plants >> 5 * place & 1) for place in range(task.cards))
    return "1" * task.run in belongs


def test_all_of_the_cheapest_ways_are_found_and_nothing_cheaper_is_promised_in_vain() -> None:
    chance = random.Random(1)
    memory = np.zeros(1, record_of(**GATHERING))[0]
    prices = []
    for _ in range(80):
        cards = chance.randint(3, 6)
        run, most = chance.randint(2, min(cards, 4)), chance.randint(1, 3)
        task = Gathering(chance.randint(0, 2), chance.randint(1, 3), cards, run, most)
        places = chance.getrandbits(cards)
        price, ways = cheapest_ways(task, places)
        assert least_price(task, places, most) <= price
        prices.append(price)
        if 0 < price < BEYOND_PRICE:
            begin_to_gather(memory, task, places, price - 1)
            assert not next_way(memory, task)
            begin_to_gather(memory, task, places, price)
            found = []
            while next_way(memory, task):
                assert memory.unspent == 0
                found.append(tuple(memory.way[: memory.changes].tolist()))
            assert len(found) == len(ways)
            assert set(found) == ways
    assert {0, 1, 2, BEYOND_PRICE} < set(prices)


def test_what_is_far_apart_is_known_to_be_dear() -> None:
    # Two of the three are together, and the third is four cards away: it may be shifted to them.
    task = Gathering(swap=1, shift=0, cards=7, run=3, most=4)
    assert least_price(task, 0b1000011, 4) == 4
    assert least_price(task, 0b1000011, 3) == BEYOND_PRICE
    assert least_price(task._replace(shift=2), 0b1000011, 1) == 2
    assert least_price(task._replace(shift=2), 0b0100110, 1) == BEYOND_PRICE
    assert least_price(task, 0b0000011, 4) == BEYOND_PRICE
