"""Play Animal Splash slowly and plainly, as an independent oracle.

Written from the rules file alone. A card is a
``(kind, colour, plant, oxygen)`` tuple, the grid is a dict from ``(row, column)`` to the card
there, a tableau is a list of pictures, and everything asked of a position is searched for
afresh. Seats are 0-based, and so are kinds, colours, plants, spots, cells and places in a tableau.

The rules in short: dive clockwise around a 3 x 3 grid, take a card of the line in view and lay
it at an end of the tableau; pay oxygen to rearrange; put pearls on groups of neighbours that
share an animal kind, an animal colour or a plant; perhaps take a mission. When everybody has
enough cards, one end-scoring card is scored, and pearls plus points win.

Readings chosen where the rules leave room:

- A dive past the free steps is a paid move even where such a step costs nothing.
- A seat that has all its cards leaves its diver where it is, in the way of the others.
- A mission belongs to the seat that took it; nobody else can take it. Missions alike in
  everything are different cards and different actions, as are cards alike in different cells.
- A lap that ends exactly at the turn limit still has its standings taken.
- A finished game has one last standing, the one with the end points, even if its last turn
  also closes a lap.
- Half-time is looked for once: at a first lap of that kind with all scores level, nobody is last.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from tests.oracles.animal_splash_pieces import (
    AREAS,
    CELLS,
    COLOURS,
    DONE,
    KINDS,
    LINES,
    NONE,
    PLANTS,
    SIDES,
    SPOTS,
    Action,
    Area,
    Card,
    Cell,
    Phase,
    Picture,
    Rules,
    Side,
)
from tests.oracles.plain import Played, seats_with

# Scores are told in 60ths, so that up to five players can share a place in whole numbers.
POINT = 60
COUNTS = (
    "pearls_on_kinds",
    "pearls_on_colours",
    "pearls_on_plants",
    "oxygen_from_dives",
    "oxygen_from_cards",
    "oxygen_on_steps",
    "oxygen_on_swaps",
    "oxygen_on_shifts",
    "missions_tier_1",
    "missions_tier_2",
    "missions_tier_3",
    "moves",
    "one_step_moves",
    "paid_moves",
    "passed_turns",
)
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
MISSION_COLOURS = ("animals", "plants", "oxygen", "variety", "red", "yellow", "black", "white")
TABLE_SIZES = ("2", "3", "4", "5")


class Game(Played):
    """Hold one game in progress, its grid laid out.

    A position stacked so that the diver to move can go nowhere needs `pass_stuck_turns` afterwards.
    Counted are `COUNTS`, "oxygen_left", and of finished games (otherwise 0) "end_card_points",
    "end_card_decides", "winners", "winners_without_actions", "players_without_actions" and
    "margin"; points are in 60ths.

    `pool` are all face-down cards, of which `row_piles` tells how many are each row's own; a diver
    is at ``None`` before it is placed; `missions` are the numbers that each seat took.
    """

    rules: Rules

    def __init__(self, rules: Rules, chance: Any) -> None:
        super().__init__(rules, chance, COUNTS)
        self.end_card: str | None = None
        if rules.end_scoring:
            self.end_card = rules.end_scoring[chance.below(len(rules.end_scoring))]
        self.pool = [
            Card(kind, colour, (kind + colour + copy) % PLANTS, int(copy < rules.oxygen_cards))
            for kind in range(KINDS)
            for colour in range(COLOURS)
            for copy in range(rules.copies)
        ]
        share, rest = divmod(len(self.pool), 3)
        self.row_piles = [share + (row < rest) for row in range(3)]
        self.grid: dict[Cell, Card] = {}
        for cell in CELLS:
            self._fill(cell)

        self.divers: list[int | None] = [None] * rules.players
        self.tableaus: list[list[Picture]] = [[] for _ in range(rules.players)]
        self.oxygen = [rules.start_oxygen] * rules.players
        self.missions: list[list[int]] = [[] for _ in range(rules.players)]
        self.used_actions = [False] * rules.players
        self.phase: Phase = "dive"
        self.emptied: Cell | None = None
        self.half_reached = False

    @property
    def finished(self) -> bool:
        """Tell whether play has come to its proper end."""
        # The last card is laid in the middle of a turn, which is then still played to its end.
        return self.phase == "dive" and not any(map(self.needs_cards, range(self.rules.players)))

    @property
    def end_shares(self) -> tuple[int, ...]:
        """Return what each seat would get by the end-scoring card as things stand, in 60ths."""
        shares = [0] * self.rules.players
        if self.end_card is None:
            return tuple(shares)
        values = [self.measured(self.end_card, seat) for seat in range(self.rules.players)]
        first, second = (points * POINT for points in self.rules.end_points)
        places = sorted({value for value in values if value > 0}, reverse=True)
        if places:
            best = seats_with(values, places[0])
            for seat in best:
                shares[seat] = first if len(best) == 1 else (first + second) // len(best)
            if len(best) == 1 and len(places) > 1:
                runners_up = seats_with(values, places[1])
                for seat in runners_up:
                    shares[seat] = second // len(runners_up)
        return tuple(shares)

    @property
    def scores_without_end(self) -> tuple[int, ...]:
        """Return the points of each seat for pearls and missions, in 60ths."""
        taken = [sum(self.rules.missions[n]["points"] for n in own) for own in self.missions]
        pearls = [self.measured("pearls", seat) for seat in range(self.rules.players)]
        ahead = self.with_halves(self.head_start)
        return tuple(int(POINT * sum(own)) for own in zip(ahead, taken, pearls, strict=True))

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the points of each seat in 60ths, those of the end only when finished."""
        scores = self.scores_without_end
        if not self.finished:
            return scores
        return tuple(map(sum, zip(scores, self.end_shares, strict=True)))

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that share the win of a finished game."""
        return self.ahead(self.scores) if self.finished else ()

    def ahead(self, scores: Sequence[int]) -> tuple[int, ...]:
        """Return the seats that would win with these scores and the oxygen now held."""
        standing = list(zip(scores, self.oxygen, strict=True))
        return tuple(seat for seat, own in enumerate(standing) if own == max(standing))

    def needs_cards(self, seat: int) -> bool:
        return len(self.tableaus[seat]) < self.rules.target

    def measured(self, measure: str, seat: int) -> int:
        """Return how much of what a mission or end-scoring card asks for a seat has."""
        tableau = self.tableaus[seat]
        kinds = [picture.card.kind for picture in tableau]
        colours = [picture.card.colour for picture in tableau]
        plants = [picture.card.plant for picture in tableau]
        animal_pearls = sum(picture.animal_pearl for picture in tableau)
        plant_pearls = sum(picture.plant_pearl for picture in tableau)
        return {
            "oxygen": self.oxygen[seat],
            "animal_pearls": animal_pearls,
            "plant_pearls": plant_pearls,
            "pearls": animal_pearls + plant_pearls,
            "animal_kinds": len(set(kinds)),
            "animal_colours": len(set(colours)),
            "plant_kinds": len(set(plants)),
            "longest_kind_run": longest_run(kinds),
            "longest_colour_run": longest_run(colours),
            "longest_plant_run": longest_run(plants),
        }[measure]

    def reachable(self) -> dict[int, int]:
        """Return the steps to each spot that the seat to act can step on, payable or not."""
        start = self.divers[self.seat]
        assert start is not None, "a diver not yet placed takes no steps"
        clockwise = [(start + distance) % SPOTS for distance in range(1, SPOTS)]
        open_spots = [spot for spot in clockwise if spot not in self.divers]
        most = SPOTS - self.rules.players
        return {spot: steps for steps, spot in enumerate(open_spots[:most], start=1)}

    def price(self, steps: int) -> int:
        return max(0, steps - self.rules.free_steps) * self.rules.step_cost

    def _legal(self) -> list[Action]:
        offers = {
            "dive": self._dives,
            "take": self._takes,
            "arrange": self._arrangements,
            "pearl": self._pearls,
            "mission": self._missions,
        }
        return offers[self.phase]()

    def _carry_out(self, action: Action) -> None:
        match action:
            case ("dive", spot):
                self._dive(spot)
                self.phase = "take"
            case ("take", cell, side):
                self._take(CELLS[cell], side)
                self.phase = "arrange"
            case ("swap", place):
                self._pay("oxygen_on_swaps", self.rules.swap_cost)
                tableau = self.tableaus[self.seat]
                tableau[place], tableau[place + 1] = tableau[place + 1], tableau[place]
                self.used_actions[self.seat] = True
            case ("shift", place, side):
                self._pay("oxygen_on_shifts", self.rules.shift_cost)
                self._lay(self.tableaus[self.seat].pop(place), side)
                self.used_actions[self.seat] = True
            case ("pearl", area, first, which):
                picture = self.tableaus[self.seat][first + which]
                if area == "plant":
                    picture.plant_pearl = True
                else:
                    picture.animal_pearl = True
                self.counts[f"pearls_on_{area}s"] += 1
            case ("done",):
                self.phase = "pearl" if self.phase == "arrange" else "mission"
            case ("mission", number):
                self._take_mission(number)
                self._end_turn()
            case ("none",):
                self._end_turn()
        self.pass_stuck_turns()

    def pass_stuck_turns(self) -> None:
        """Let seats whose diver can go nowhere have their turns, which hold no decision."""
        while self.phase == "dive" and not self.over and not self._dives():
            self.counts["passed_turns"] += 1
            self._end_turn()

    def _counts_at_the_end(self) -> dict[str, int]:
        winners = self.winners
        counts = {
            "oxygen_left": sum(self.oxygen),
            "end_card_points": 0,
            "end_card_decides": 0,
            "winners": len(winners),
            "winners_without_actions": sum(not self.used_actions[seat] for seat in winners),
            "players_without_actions": 0,
            "margin": 0,
        }
        if self.finished:
            second, best = sorted(self.scores)[-2:]
            counts["end_card_points"] = sum(self.end_shares)
            counts["end_card_decides"] = int(winners != self.ahead(self.scores_without_end))
            counts["players_without_actions"] = self.used_actions.count(False)
            counts["margin"] = best - second
        return counts

    def _dives(self) -> list[Action]:
        """Return the dives to spots that can be reached, are paid for and have a card in view."""
        if self.divers[self.seat] is None:
            spots = [spot for spot in range(SPOTS) if spot not in self.divers]
        else:
            reachable = self.reachable()
            held = self.oxygen[self.seat]
            spots = sorted(spot for spot in reachable if self.price(reachable[spot]) <= held)
        return [("dive", spot) for spot in spots if any(cell in self.grid for cell in LINES[spot])]

    def _takes(self) -> list[Action]:
        spot = self.divers[self.seat]
        assert spot is not None, "a card is taken after the dive"
        return [
            ("take", CELLS.index(cell), side)
            for cell in LINES[spot]
            if cell in self.grid
            for side in SIDES
        ]

    def _arrangements(self) -> list[Action]:
        """Return the swaps and shifts that are offered and can be paid, and the end of them."""
        held, last = self.oxygen[self.seat], len(self.tableaus[self.seat]) - 1
        actions: list[Action] = []
        if 0 < self.rules.swap_cost <= held:
            actions += [("swap", place) for place in range(last)]
        if 0 < self.rules.shift_cost <= held:
            actions += [("shift", place, "left") for place in range(1, last + 1)]
            actions += [("shift", place, "right") for place in range(last)]
        return [*actions, DONE]

    def _pearls(self) -> list[Action]:
        """Return the pearls that groups of neighbours allow, and the end of them."""
        tableau, size = self.tableaus[self.seat], self.rules.group_size
        actions: list[Action] = []
        for area in AREAS:
            for first in range(len(tableau) - size + 1):
                group = tableau[first : first + size]
                alike = len({getattr(picture.card, area) for picture in group}) == 1
                if alike and not any(has_pearl(picture, area) for picture in group):
                    actions += [("pearl", area, first, which) for which in range(size)]
        return [*actions, DONE]

    def _missions(self) -> list[Action]:
        """Return the missions that the seat to act may take, and taking none."""
        missions = self.rules.missions
        taken = {number for own in self.missions for number in own}
        own_colours = {missions[number]["colour"] for number in self.missions[self.seat]}
        actions: list[Action] = [
            ("mission", number)
            for number, mission in enumerate(missions)
            if number not in taken
            and mission["colour"] not in own_colours
            and self.measured(mission["measure"], self.seat) >= mission["at_least"]
        ]
        return [*actions, NONE]

    def _dive(self, spot: int) -> None:
        if self.divers[self.seat] is not None:
            steps = self.reachable()[spot]
            self._pay("oxygen_on_steps", self.price(steps))
            self.counts["moves"] += 1
            if steps > self.rules.free_steps:
                self.counts["paid_moves"] += 1
            if steps == 1:
                self.counts["one_step_moves"] += 1
                self._earn("oxygen_from_dives", self.rules.one_step_oxygen)
        self.divers[self.seat] = spot

    def _take(self, cell: Cell, side: Side) -> None:
        card = self.grid.pop(cell)
        self.emptied = cell
        self._lay(Picture(card), side)
        self._earn("oxygen_from_cards", card.oxygen)

    def _lay(self, picture: Picture, side: Side) -> None:
        tableau = self.tableaus[self.seat]
        tableau.insert(0 if side == "left" else len(tableau), picture)

    def _take_mission(self, number: int) -> None:
        colour = self.rules.missions[number]["colour"]
        before = [mission["colour"] for mission in self.rules.missions[:number]].count(colour)
        self.counts[f"missions_tier_{min(before + 1, 3)}"] += 1
        self.missions[self.seat].append(number)

    def _earn(self, source: str, amount: int) -> None:
        self.oxygen[self.seat] += amount
        self.counts[source] += amount

    def _pay(self, purpose: str, amount: int) -> None:
        self.oxygen[self.seat] -= amount
        self.counts[purpose] += amount

    def _fill(self, cell: Cell) -> None:
        row, _ = cell
        if self.row_piles[row]:
            self.row_piles[row] -= 1
            self.grid[cell] = self.chance.draw(self.pool)

    def _end_turn(self) -> None:
        """Refill the grid, take the standings where they are due, and pass the turn on."""
        if self.emptied is not None:
            self._fill(self.emptied)
            self.emptied = None
        self.turns += 1
        self.phase = "dive"

        players = self.rules.players
        clockwise = [(self.seat + step) % players for step in range(1, players + 1)]
        to_come = [seat for seat in clockwise if self.needs_cards(seat)]
        if not to_come:
            self._note_leader()
            return
        if to_come[0] <= self.seat:
            self._note_leader()
            self._note_half()
        if not self.over:
            self.seat = to_come[0]

    def _note_half(self) -> None:
        laid = sum(map(len, self.tableaus))
        if self.half_reached or 2 * laid < self.rules.players * self.rules.target:
            return
        self.half_reached = True
        self._note_last()


def has_pearl(picture: Picture, area: Area) -> bool:
    """Tell whether a pearl keeps a picture from a group of this sort."""
    return picture.plant_pearl if area == "plant" else picture.animal_pearl


def longest_run(values: Sequence[int]) -> int:
    """Return the length of the longest run of equal neighbours."""
    return max((len(list(run)) for _, run in groupby(values)), default=0)
