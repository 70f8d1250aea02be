"""Positions of Animal Splash written in letters, played by the engine's functions.

A card is its animal, its colour, its plant and perhaps oxygen: "Tgc+" is a green turtle with
coral and oxygen. A star after the colour is a pearl on the animal, one after the plant a pearl on
the plant: "Tg*c*". Actions are written as in the oracle; seats, spots, cells and places are
0-based.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.game import find_game
from simulate.games import animal_splash as encoding
from simulate.kit.bits import from_members, has
from simulate.kit.menu import PASS
from tests.oracles import animal_splash as oracle
from tests.oracles.stacked import Stacked

GAME = find_game("animal-splash")
KINDS, COLOURS, PLANTS = "STROC", "bgop", "wcas"
_CARD = re.compile(rf"([{KINDS}])([{COLOURS}])(\*?)([{PLANTS}])(\*?)(\+?)")

#: An action as the oracle writes it, or nothing in a turn without a decision.
Action = oracle.Action | None
DIVE, TAKE, ARRANGE, PEARL, MISSION = range(5)
#: Nine cards of which no two neighbours are alike, and that show no oxygen.
GRID = "Sbw Tgc Roa Ops Cbw Sgc Toa Rps Obw"


def picture(symbol: str) -> oracle.Picture:
    """Return the card with a symbol, and the pearls on it."""
    match = _CARD.fullmatch(symbol)
    assert match, f"{symbol} is no card"
    kind, colour, on_animal, plant, on_plant, oxygen = match.groups()
    card = oracle.Card(
        KINDS.index(kind), COLOURS.index(colour), PLANTS.index(plant), int(bool(oxygen))
    )
    return oracle.Picture(card, bool(on_animal), bool(on_plant))


def code(card: oracle.Card) -> int:
    """Return the engine's number for a card: its three attributes and the oxygen in bits."""
    return card.kind | card.colour << 3 | card.plant << 5 | card.oxygen << 7


def card_of(number: int) -> oracle.Card:
    """Return the card with the engine's number, read as a strategy would."""
    reads = (encoding.kind_of, encoding.colour_of, encoding.plant_of, encoding.oxygen_of)
    return oracle.Card(*(int(read(int(number))) for read in reads))


def symbol_of(card: oracle.Card, animal_pearl: bool = False, plant_pearl: bool = False) -> str:
    """Return the symbol of a card with the pearls on it."""
    animal = f"{KINDS[card.kind]}{COLOURS[card.colour]}{'*' * animal_pearl}"
    return f"{animal}{PLANTS[card.plant]}{'*' * plant_pearl}{'+' * card.oxygen}"


def action_of(number: int) -> Action:
    if number == PASS:
        return None
    group, member = divmod(number, 64)
    if member == 63:
        return oracle.NONE if group == 6 else oracle.DONE
    sort, place = divmod(member, 16)
    actions: list[oracle.Action] = [
        ("dive", member),
        ("take", member // 2, oracle.SIDES[member % 2]),
        ("swap", place) if sort == 0 else ("shift", place, oracle.SIDES[(sort - 1) % 2]),
        *(("pearl", area, *divmod(member, 5)) for area in oracle.AREAS),
        ("mission", member),
    ]
    return actions[group]


class AnimalSplashTable(Stacked):
    """A moment of Animal Splash, each seat's cards written between spaces.

    In the grid "---" is no card; by default it is `GRID`, without the first card once a card was
    taken in this turn. `spots` and `oxygen` are of the first seats, of others none; `owned` are the
    missions of seats, by their places in the rules. The face-down cards `below` will be turned up
    in this order; so many of each row are in `piles`, by default as evenly as they go.
    """

    def __init__(
        self,
        *tableaus: str,
        grid: str = GRID,
        spots: Sequence[int | None] = (),
        oxygen: Sequence[int] = (),
        owned: Mapping[int, Sequence[int]] | None = None,
        end_card: str | None = None,
        seat: int = 0,
        step: int = DIVE,
        turns: int = 0,
        below: str = "Cps " * 9,
        piles: Sequence[int] = (),
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(GAME, len(tableaus), rules)
        table = self.table
        table.seat, table.step, table.turns = seat, step, turns
        table.end_measure = oracle.MEASURES.index(end_card) if end_card else -1
        self._lay_grid(grid, step > TAKE)
        table.spots[: self.players] = -1
        for diver, spot in enumerate(spots):
            table.spots[diver] = -1 if spot is None else spot
        table.occupied = from_members(spot for spot in spots if spot is not None)
        table.oxygen[: len(oxygen)] = oxygen
        missions = set(range(len(self.values["missions"])))
        for owner, tableau in enumerate(tableaus):
            self._lay_tableau(owner, [picture(symbol) for symbol in tableau.split()])
            self._give_missions(owner, (owned or {}).get(owner, ()))
            missions -= set((owned or {}).get(owner, ()))
        table.missions = from_members(missions)
        table.laying = from_members(
            player
            for player in range(self.players)
            if table.tableau_size[player] < self.rules.target or (player == seat and step > TAKE)
        )
        cards = [code(picture(symbol).card) for symbol in below.split()]
        self._stack(self.hidden.pile, cards)
        table.face_down = count = len(cards)
        table.row_pile[:] = piles or [count // 3 + (row < count % 3) for row in range(3)]
        assert sum(table.row_pile) == count, "piles do not fit the cards below"

    def _lay_grid(self, grid: str, taken: bool) -> None:
        symbols = grid.split()
        assert len(symbols) == 9
        if taken and grid == GRID:
            symbols[0] = "---"
        self.table.grid[:] = [
            -1 if symbol == "---" else code(picture(symbol).card) for symbol in symbols
        ]
        self.table.filled = from_members(np.flatnonzero(self.table.grid >= 0).tolist())
        self.table.emptied = symbols.index("---") if taken else -1

    def _lay_tableau(self, seat: int, pictures: Sequence[oracle.Picture]) -> None:
        table, size = self.table, len(pictures)
        table.tableau[seat, :] = [code(picture.card) for picture in pictures] + [-1] * (12 - size)
        table.tableau_size[seat] = size
        animals, plants = (
            [place for place, symbol in enumerate(pictures) if getattr(symbol, area)]
            for area in ("animal_pearl", "plant_pearl")
        )
        table.animal_pearls[seat] = from_members(animals)
        table.plant_pearls[seat] = from_members(plants)
        table.scores[seat] += 60 * (len(animals) + len(plants))

    def _give_missions(self, seat: int, numbers: Sequence[int]) -> None:
        table, missions = self.table, [self.values["missions"][number] for number in numbers]
        table.owned[seat] = from_members(numbers)
        table.owned_colours[seat] = from_members(
            oracle.MISSION_COLOURS.index(mission["colour"]) for mission in missions
        )
        table.scores[seat] += 60 * sum(mission["points"] for mission in missions)

    def action_of(self, number: int) -> Action:
        return action_of(number)

    def picture(self) -> list[str]:
        """Return how a replay draws the table."""
        return GAME.teller.state(self.rules, self.snapshot(), range(self.players))

    def tableau(self, seat: int) -> str:
        """Return a seat's cards with their pearls, as they are written."""
        table = self.table
        return " ".join(
            symbol_of(
                card_of(table.tableau[seat, place]),
                bool(has(table.animal_pearls[seat], place)),
                bool(has(table.plant_pearls[seat], place)),
            )
            for place in range(table.tableau_size[seat])
        )

    @property
    def grid(self) -> str:
        return " ".join("---" if card < 0 else symbol_of(card_of(card)) for card in self.table.grid)

    @property
    def oxygen(self) -> list[int]:
        return self.table.oxygen[: self.players].tolist()  # type: ignore[no-any-return]

    @property
    def points(self) -> list[float]:
        return [score / 60 for score in self.table.scores[: self.players].tolist()]

    @property
    def counts(self) -> dict[str, int]:
        """The game's own counts that are not 0, but for the oxygen left."""
        return {name: count for name, count in super().counts.items() if name != "oxygen_left"}
