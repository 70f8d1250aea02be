"""Positions of Shoal drawn in letters, played by the engine's functions.

Cards are written as in the oracle; seats and slots are 0-based. A cell is (row, column), counted
from the start coral, rows growing downwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.game import find_game
from simulate.games import shoal as encoding
from simulate.kit.bits import from_members
from simulate.kit.grid import CELLS, MIDDLE, ROW, SET
from simulate.kit.menu import PASS
from tests.oracles import shoal as oracle
from tests.oracles.stacked import Stacked

GAME = find_game("shoal")
CORAL, SHARK, OCTOPUS = (oracle.Card(kind) for kind in ("coral", "shark", "octopus"))
#: All cards by the engine's numbers.
CARDS = [
    *(
        oracle.Card("fish", colour, seabed, fish)
        for colour in range(4)
        for seabed in range(4)
        for fish in (1, 2)
    ),
    CORAL,
    SHARK,
    OCTOPUS,
]
#: As in a replay: a capital for each fish of its colour, then its seabed.
COLOURS, SEABEDS = "RYGB", "srkd"
#: What else a drawing can have; the start coral has capitals.
SYMBOLS = {"cor": CORAL, "shk": SHARK, "oct": OCTOPUS}
BONE = "xxx"

#: An action as the oracle writes it, or nothing in a turn without a decision.
Action = oracle.Action | None
Cell = tuple[int, int]


def card(symbol: str) -> oracle.Card:
    if symbol.lower() in SYMBOLS:
        return SYMBOLS[symbol.lower()]
    colour, seabed = symbol[0], symbol[-1]
    return oracle.Card("fish", COLOURS.index(colour), SEABEDS.index(seabed), len(symbol) - 1)


def code(known: oracle.Card) -> int:
    return CARDS.index(known)


def cells(board: Any) -> set[Cell]:
    """Return the cells of one of the engine's boards."""
    numbers = (
        SET * word + member
        for word in np.flatnonzero(board).tolist()
        for member in range(SET)
        if int(board[word]) >> member & 1
    )
    return {(number // ROW - MIDDLE, number % ROW - MIDDLE) for number in numbers}


def number_of(cell: Cell) -> int:
    """Return the engine's number for a cell."""
    return (cell[0] + MIDDLE) * ROW + cell[1] + MIDDLE


def board(chosen: set[Cell]) -> list[int]:
    """Return the engine's board of some cells."""
    numbers = [number_of(cell) for cell in chosen]
    return [
        from_members(n % SET for n in numbers if n // SET == word) for word in range(CELLS // SET)
    ]


def action_of(number: int, seat: int) -> Action:
    if number == PASS:
        return None
    if number >= encoding.DISCARD:
        return ("discard", number - encoding.DISCARD)
    place, cell = divmod(number, CELLS)
    owner, slot = divmod(place, 4)
    where = (cell // ROW - MIDDLE, cell % ROW - MIDDLE)
    return ("own", slot, where) if owner == seat else ("opponent", slot, owner, where)


def drawn(drawing: str) -> dict[Cell, str]:
    """Read a drawing: a row a line, symbols between spaces, the start coral in capitals.

    The start coral is "COR", or "OCT" if an octopus lies on it. Free cells are dots.
    """
    rows = [line.split() for line in drawing.strip().splitlines()]
    symbols = {
        (row, column): symbol
        for row, line in enumerate(rows)
        for column, symbol in enumerate(line)
        if symbol != "."
    }
    [(top, left)] = [cell for cell, symbol in symbols.items() if symbol in ("COR", "OCT")]
    return {(row - top, column - left): symbol for (row, column), symbol in symbols.items()}


class ShoalTable(Stacked):
    """A moment of Shoal, a drawing for each player; just the start coral where left out.

    `slots` are the symbols of the cards on offer between spaces, "---" for none. The face-down
    cards `below` will be turned up in this order; so many are in each of the `piles`, by default as
    evenly as they go.
    """

    def __init__(
        self,
        *shoals: str,
        slots: str,
        players: int = 0,
        seat: int = 0,
        step: int = 1,
        below: str = "cor " * 40,
        piles: Sequence[int] = (),
        tiles: Sequence[int] = (0, 1, 2, 3),
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(GAME, players or max(2, len(shoals)), rules)
        table, hidden = self.table, self.hidden
        table.seat, table.step = seat, step
        for owner in range(self.players):
            self._lay_out(owner, drawn(shoals[owner] if owner < len(shoals) else "COR"))
            hidden.tiles[owner] = self.own["tile"][owner] = tiles[owner]
        table.tiles[:] = hidden.tiles if self.rules.open_tiles else -1
        table.slots[:] = [-1 if word == "---" else code(card(word)) for word in slots.split()]
        cards = [code(card(symbol)) for symbol in below.split()]
        self._stack(hidden.pool, cards)
        np.add.at(table.to_come, cards, 1)
        hidden.pool_size = count = len(cards)
        table.piles[:] = piles or [count // 4 + (pile < count % 4) for pile in range(4)]
        assert sum(table.piles) == count, "piles do not fit the cards below"

    def _lay_out(self, seat: int, shoal: Mapping[Cell, str]) -> None:
        """Fill in all that the table tells of a shoal."""
        table, hidden = self.table, self.hidden
        where: dict[str, set[Cell]] = {"cor": set(), "shk": set(), "oct": set(), BONE: set()}
        reach = int(self.rules.table_size) // 2
        for cell, symbol in shoal.items():
            assert max(map(abs, cell)) <= reach, f"{cell} is not on the table"
            if symbol.lower() in where:
                where[symbol.lower()].add(cell)
                continue
            fish = card(symbol)
            word, mask = number_of(cell) // SET, from_members([number_of(cell) % SET])
            table.fish_cards[seat, word] |= mask
            table.colours[seat, fish.colour, word] |= mask
            table.seabeds[seat, fish.seabed, word] |= mask
            if fish.fish == 2:
                table.doubles[seat, word] |= mask
            table.fish[seat, fish.colour] += fish.fish
            table.fish_total[seat] += fish.fish
        table.occupied[seat] = board(set(shoal))
        free = {
            (row + down, column + right)
            for row, column in shoal
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
        } - set(shoal)
        table.frontier[seat] = board({cell for cell in free if max(map(abs, cell)) <= reach})
        words = [number_of(cell) // SET for cell in shoal]
        table.first_word[seat] = max(0, min(words) - 1)
        table.last_word[seat] = min(CELLS // SET - 1, max(words) + 1)
        for name, symbol in (("corals", "cor"), ("sharks", "shk"), ("octopuses", "oct")):
            table[name][seat] = board(where[symbol])
            table[f"{name[:-1] if symbol != 'oct' else 'octopus'}_count"][seat] = len(where[symbol])
        table.bones[seat] = board(where[BONE])
        # Octopuses lie on the corals laid first; of the others those drawn first were laid first.
        order = [c for c in shoal if c in where["oct"]] + [c for c in shoal if c in where["cor"]]
        hidden.coral_order[seat, : len(order)] = [number_of(cell) for cell in order]

    def action_of(self, number: int) -> Action:
        return action_of(number, int(self.table.seat))

    def cells_for(self, slot: int) -> dict[int, set[Cell]]:
        """Return by seat the cells on which the card of a slot can be laid now."""
        cells_by_seat: dict[int, set[Cell]] = {}
        for action in self.legal():
            if action and action[0] == "own" and action[1] == slot:
                cells_by_seat.setdefault(int(self.table.seat), set()).add(action[2])
            if action and action[0] == "opponent" and action[1] == slot:
                cells_by_seat.setdefault(action[2], set()).add(action[3])
        return cells_by_seat

    def shoal(self, seat: int) -> dict[Cell, str]:
        """Return the visible cards of a shoal by cell, as symbols of drawings."""
        table = self.table
        symbols = {}
        for name, symbol in (("corals", "cor"), ("sharks", "shk"), ("octopuses", "oct")):
            symbols.update(dict.fromkeys(cells(table[name][seat]), symbol))
        symbols.update(dict.fromkeys(cells(table.bones[seat]), BONE))
        for colour in range(4):
            for seabed in range(4):
                both = table.colours[seat, colour] & table.seabeds[seat, seabed]
                for cell in cells(both):
                    fish = 2 if cell in cells(table.doubles[seat]) else 1
                    assert cell not in symbols, f"two things lie on {cell}"
                    symbols[cell] = COLOURS[colour] * fish + SEABEDS[seabed]
        assert set(symbols) == cells(table.occupied[seat])
        return symbols

    @property
    def slots(self) -> str:
        return " ".join("---" if slot < 0 else symbol_of(CARDS[slot]) for slot in self.table.slots)

    @property
    def gone(self) -> Counter[str]:
        return Counter(
            {symbol_of(CARDS[card]): int(n) for card, n in enumerate(self.table.gone) if n}
        )

    @property
    def scores(self) -> list[int]:
        """Each seat's points at the latest end of a turn."""
        return self.hidden.scores[: self.players].tolist()  # type: ignore[no-any-return]


def symbol_of(known: oracle.Card) -> str:
    """Return the symbol of a card."""
    if known.kind == "fish":
        return COLOURS[known.colour] * known.fish + SEABEDS[known.seabed]
    return next(symbol for symbol, card in SYMBOLS.items() if card == known)
