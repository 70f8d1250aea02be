"""Play Shoal slowly and plainly, as an independent oracle.

Written from the rules file alone. A card is a named tuple,
a shoal is a dictionary from cells to what lies there, and the cards face down are one unordered
pool: a pile only knows how many of them are its own. Seats, slots and colours are 0-based.

The rules in short: of four cards on offer lay one in your own shoal and one in an opponent's.
Neighbouring fish share a colour or a seabed, sharks cover fish of others, and a line of one
seabed turns to fishbone. An octopus on offer goes to whoever shows the most corals. When most
piles have run out, the fish of the own secret colour count, wherever they swim.

Readings chosen where the rules file leaves room:

- Cards laid in a shoal leave their slots empty until the end of the turn, discarded ones too.
- An all-sharks display needs a visible card, and it stays if no pile under it has cards left.
- A turn without a card on offer counts as a turn and is taken without a decision.
- The piles are looked at when a turn ends, so however few cards there are, one turn is played.
- A seat scores for the majority or for sharks also where that is worth no points.
- A lead, and being last, is of points alone: fish in the own shoal only break a final tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from tests.oracles.plain import Played, seats_with

Cell = tuple[int, int]
#: The slot, where it is not one's own the seat of the shoal, and the cell.
Action = (
    tuple[Literal["own"], int, Cell]
    | tuple[Literal["opponent"], int, int, Cell]
    | tuple[Literal["discard"], int]
)

FISH, CORAL, SHARK, OCTOPUS = "fish", "coral", "shark", "octopus"
COLOURS = range(4)
SLOTS = range(4)
START: Cell = (0, 0)
DOWN, RIGHT = (1, 0), (0, 1)

RUNNING_COUNTS = (
    "curses",
    "fish_cursed",
    "fish_eaten",
    "octopuses_gained",
    "octopuses_discarded",
    "sharks_discarded",
    "corals_laid",
    "cards_discarded",
)


class Card(NamedTuple):
    """Name a card; only fish have a colour, a seabed and a number of fish."""

    kind: str
    colour: int = -1
    seabed: int = -1
    fish: int = 0


@dataclass
class Spot:
    """Tell what lies on a cell: a card, what covers it, and whether it was turned over."""

    card: Card
    cover: Card | None = None
    fishbone: bool = False

    def shows(self, kind: str) -> bool:
        """Tell whether the card is of a kind (fish, coral) and counts as such."""
        return self.card.kind == kind and self.cover is None and not self.fishbone


#: What lies in front of a seat, in the order in which it was laid.
Shoal = dict[Cell, Spot]


@dataclass(frozen=True)
class Rules:
    """Hold the rule options of one game."""

    players: int = 4
    singles: int = 3
    doubles: int = 1
    corals: int = 22
    sharks: int = 8
    octopuses: int = 10
    curse_length: int = 3
    majority_points: int = 3
    octopus_points: int = 1
    shark_points: int = 2
    piles_to_end: int = 3
    open_tiles: bool = False
    table_size: int = 15
    head_start: Mapping[str, float] = field(default_factory=dict)
    max_turns: int = 10_000


class Game(Played):
    """Hold one game in progress, set up and with its first display resolved.

    A position stacked without a card on offer needs `take_empty_turns` afterwards. Of finished
    games only, "majority_bonuses", "shark_bonuses", "colours_guessed", "margin" and "shared_wins"
    are counted.

    `tiles` are the colours of seats; cells (row, column) are counted from the start coral, rows
    growing downwards. `pool` are the cards face down of all piles together, of which `face_down`
    tells how many are in each. Of cards turned up later `turned_up` is greater, together equal.
    """

    rules: Rules
    scores: tuple[int, ...] = ()
    finished = False

    def __init__(self, rules: Rules, chance: Any) -> None:
        super().__init__(rules, chance, RUNNING_COUNTS)
        colours = list(COLOURS)
        self.tiles = [chance.draw(colours) for _ in range(rules.players)]
        self.shoals: list[Shoal] = [{START: Spot(Card(CORAL))} for _ in range(rules.players)]
        self.pool = cards_but_start_corals(rules)
        self.cards_at_start = len(self.pool)
        self.face_down = [
            self.cards_at_start // len(SLOTS) + (pile < self.cards_at_start % len(SLOTS))
            for pile in SLOTS
        ]
        self.slots: list[Card | None] = [None for _ in SLOTS]
        self.turned_up = [0 for _ in SLOTS]
        self.discarded: list[Card] = []
        self.own_done = False
        self.laid_at_home: list[Counter[int]] = [Counter() for _ in range(rules.players)]

        self.half_seen = False
        self._refill()
        self._resolve_display()
        self.scores = self.points()
        self.take_empty_turns()

    @property
    def visible(self) -> dict[int, Card]:
        """Return the cards on offer by their slots."""
        return {slot: card for slot, card in enumerate(self.slots) if card is not None}

    @property
    def in_own_step(self) -> bool:
        """Tell whether the seat to act has to deal with its own shoal.

        Where only sharks are on offer, that step is left out.
        """
        return not self.own_done and any(card.kind != SHARK for card in self.visible.values())

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats with most points in a finished game, fish at home breaking ties."""
        if not self.finished:
            return ()
        ranks = [
            (points, fish_by_colour(shoal).total())
            for points, shoal in zip(self.with_halves(self.points()), self.shoals, strict=True)
        ]
        return seats_with(ranks, max(ranks))

    def _legal(self) -> list[Action]:
        visible = self.visible
        actions: list[Action] = []
        if self.in_own_step:
            visible = {slot: card for slot, card in visible.items() if card.kind != SHARK}
            own_edge = self._edge(self.seat)
            for slot, card in visible.items():
                cells = places(card, self.shoals[self.seat], own_edge)
                actions += [("own", slot, cell) for cell in cells]
        else:
            opponents = [seat for seat in range(self.rules.players) if seat != self.seat]
            edges = {seat: self._edge(seat) for seat in opponents}
            for slot, card in visible.items():
                for seat in opponents:
                    cells = places(card, self.shoals[seat], edges[seat])
                    actions += [("opponent", slot, seat, cell) for cell in cells]
        return actions or [("discard", slot) for slot in visible]

    def _carry_out(self, action: Action) -> None:
        turn_goes_on = self.in_own_step
        slot = action[1]
        card = self.visible[slot]
        self.slots[slot] = None
        if action[0] == "own":
            self._lay(card, self.seat, action[2])
            if card.kind == FISH:
                self.laid_at_home[self.seat][card.colour] += card.fish
        elif action[0] == "opponent":
            self._lay(card, action[2], action[3])
        else:
            self.discarded.append(card)
            self.counts["cards_discarded"] += 1

        self.own_done = True
        # With nothing left on offer there is no step in an opponent's shoal.
        if not (turn_goes_on and self.visible):
            self._end_turn()
        self.take_empty_turns()

    def take_empty_turns(self) -> None:
        """Let seats that find no card on offer take their turns, which hold no decision."""
        while not self.over and not self.visible:
            self._end_turn()

    def points(self) -> tuple[int, ...]:
        """Return what each seat would score if the game ended now."""
        rules = self.rules
        everywhere = sum((fish_by_colour(shoal) for shoal in self.shoals), Counter())
        majority = self.seats_with_majority()
        most_sharks = self.seats_with_most_sharks()
        return tuple(
            self.head_start[seat]
            + everywhere[self.tiles[seat]]
            + rules.majority_points * (seat in majority)
            + rules.octopus_points * covers(self.shoals[seat], OCTOPUS)
            + rules.shark_points * (seat in most_sharks)
            for seat in range(rules.players)
        )

    def seats_with_majority(self) -> tuple[int, ...]:
        """Return the seats with more fish of their colour at home than of any other colour."""
        return tuple(
            seat
            for seat, shoal in enumerate(self.shoals)
            if is_most(self.tiles[seat], fish_by_colour(shoal))
        )

    def seats_with_most_sharks(self) -> tuple[int, ...]:
        """Return the seats with the most sharks at home; nobody while there are none."""
        sharks = [covers(shoal, SHARK) for shoal in self.shoals]
        return seats_with(sharks, max(sharks)) if any(sharks) else ()

    def _counts_at_the_end(self) -> dict[str, int]:
        second, best = sorted(self.scores)[-2:]
        counts = {
            "majority_bonuses": len(self.seats_with_majority()),
            "shark_bonuses": len(self.seats_with_most_sharks()),
            "colours_guessed": sum(map(is_most, self.tiles, self.laid_at_home)),
            "margin": best - second,
            "shared_wins": int(len(self.winners) > 1),
        }
        return counts if self.finished else dict.fromkeys(counts, 0)

    def _edge(self, seat: int) -> list[tuple[Cell, list[Spot]]]:
        """Return the empty cells on the table next to the shoal of a seat."""
        return edge(self.shoals[seat], self.rules.table_size // 2)

    def _lay(self, card: Card, owner: int, cell: Cell) -> None:
        """Put a card on a cell of a shoal, where it may lie, and do what it causes."""
        shoal = self.shoals[owner]
        if card.kind == SHARK:
            shoal[cell].cover = card
            self.counts["fish_eaten"] += shoal[cell].card.fish
            return
        shoal[cell] = Spot(card)
        if card.kind == CORAL:
            self.counts["corals_laid"] += 1
            return
        # Both lines are found before either is turned, since they share the new card.
        lines = [line_through(shoal, cell, direction) for direction in (RIGHT, DOWN)]
        length = self.rules.curse_length
        cursed = [line for line in lines if length and len(line) >= length]
        self.counts["curses"] += len(cursed)
        for struck in {cell for line in cursed for cell in line}:
            shoal[struck].fishbone = True
            self.counts["fish_cursed"] += shoal[struck].card.fish

    def _end_turn(self) -> None:
        """Refill, resolve the display, take the standings and pass on unless the game ends."""
        self._refill()
        self._resolve_display()
        self.turns += 1
        self.scores = self.points()
        self.finished = self.face_down.count(0) >= self.rules.piles_to_end

        lap_complete = self.turns % self.rules.players == 0
        if lap_complete or self.finished:
            self._note_leader()
        if self.over:
            return
        if lap_complete and not self.half_seen and 2 * sum(self.face_down) <= self.cards_at_start:
            self.half_seen = True
            self._note_last()
        self.seat = (self.seat + 1) % self.rules.players
        self.own_done = False

    def _refill(self) -> None:
        """Turn up cards for all empty slots together."""
        self._turn_up(slot for slot in SLOTS if self.slots[slot] is None)

    def _turn_up(self, slots: Iterable[int]) -> None:
        """Turn up the next card of these piles, of those that have one, all together."""
        now = max(self.turned_up) + 1
        for slot in slots:
            if self.face_down[slot] > 0:
                self.face_down[slot] -= 1
                self.slots[slot] = self.chance.draw(self.pool)
                self.turned_up[slot] = now

    def _resolve_display(self) -> None:
        """Hand out octopuses and break up displays of sharks until nothing changes."""
        while True:
            octopuses = [slot for slot, card in self.visible.items() if card.kind == OCTOPUS]
            if octopuses:
                slot = octopuses[0]
                self._hand_out(self.visible[slot])
            elif self.visible and all(card.kind == SHARK for card in self.visible.values()):
                replaceable = [slot for slot in self.visible if self.face_down[slot] > 0]
                if not replaceable:
                    return
                # The first of the greatest, which is the lowest slot.
                slot = max(replaceable, key=lambda slot: self.turned_up[slot])
                self.discarded.append(self.visible[slot])
                self.counts["sharks_discarded"] += 1
            else:
                return
            self.slots[slot] = None
            self._turn_up([slot])

    def _hand_out(self, octopus: Card) -> None:
        """Lay an octopus on the first coral of the one seat that shows the most corals."""
        corals = [[spot for spot in shoal.values() if spot.shows(CORAL)] for shoal in self.shoals]
        most = max(len(spots) for spots in corals)
        leaders = [spots for spots in corals if len(spots) == most]
        if len(leaders) == 1:
            leaders[0][0].cover = octopus
            self.counts["octopuses_gained"] += 1
        else:
            self.discarded.append(octopus)
            self.counts["octopuses_discarded"] += 1


def cards_but_start_corals(rules: Rules) -> list[Card]:
    """Return all cards that are shuffled into the piles."""
    fish = [
        Card(FISH, colour, seabed, number)
        for colour in COLOURS
        for seabed in COLOURS
        for number, copies in ((1, rules.singles), (2, rules.doubles))
        for _ in range(copies)
    ]
    others = {CORAL: rules.corals - rules.players, SHARK: rules.sharks, OCTOPUS: rules.octopuses}
    return fish + [Card(kind) for kind, copies in others.items() for _ in range(copies)]


def edge(shoal: Shoal, reach: int) -> list[tuple[Cell, list[Spot]]]:
    """Return the empty cells next to a shoal and on the table, each with what lies next to it.

    Cells are in the order of rows and, within a row, of columns; the table reaches so many cells
    from the start coral.
    """
    empty: dict[Cell, list[Spot]] = {}
    for (row, column), spot in shoal.items():
        for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if cell not in shoal and max(abs(cell[0]), abs(cell[1])) <= reach:
                empty.setdefault(cell, []).append(spot)
    return sorted(empty.items(), key=lambda item: item[0])


def places(card: Card, shoal: Shoal, around: list[tuple[Cell, list[Spot]]]) -> list[Cell]:
    """Return the cells of a shoal, given with its edge, where a card may lie, in their order."""
    if card.kind == SHARK:
        return sorted(cell for cell, spot in shoal.items() if spot.shows(FISH))
    return [cell for cell, spots in around if all(fits(card, spot) for spot in spots)]


def fits(card: Card, neighbour: Spot) -> bool:
    """Tell whether a fish, coral or other card may lie next to what is on a cell."""
    if card.kind == CORAL:
        return True
    if card.kind != FISH or neighbour.fishbone:
        return False
    if neighbour.shows(FISH):
        return card.colour == neighbour.card.colour or card.seabed == neighbour.card.seabed
    # Left are corals, octopuses and sharks.
    return True


def line_through(shoal: Shoal, cell: Cell, direction: Cell) -> list[Cell]:
    """Return the unbroken line of fish with one seabed through a fish's cell."""
    seabed = shoal[cell].card.seabed
    line = [cell]
    for sign in (-1, 1):
        row, column = cell
        while True:
            row, column = row + sign * direction[0], column + sign * direction[1]
            spot = shoal.get((row, column))
            if spot is None or not spot.shows(FISH) or spot.card.seabed != seabed:
                break
            line.append((row, column))
    return line


def fish_by_colour(shoal: Shoal) -> Counter[int]:
    """Return the number of fish of each colour that count in a shoal."""
    fish: Counter[int] = Counter()
    for spot in shoal.values():
        if spot.shows(FISH):
            fish[spot.card.colour] += spot.card.fish
    return fish


def covers(shoal: Shoal, kind: str) -> int:
    """Return how many cards of a kind (octopus, shark) lie on others in a shoal."""
    return sum(spot.cover is not None and spot.cover.kind == kind for spot in shoal.values())


def is_most(colour: int, fish: Counter[int]) -> bool:
    """Tell whether there are more fish of a colour than of each other colour."""
    return all(fish[colour] > fish[other] for other in COLOURS if other != colour)
