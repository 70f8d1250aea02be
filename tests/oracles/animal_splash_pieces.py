"""The rules of a game of Animal Splash, and what lies on its table, for the oracle beside this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypedDict

Cell = tuple[int, int]
Side = Literal["left", "right"]
Area = Literal["kind", "colour", "plant"]
Phase = Literal["dive", "take", "arrange", "pearl", "mission"]
#: What is done, and where, as in ("dive", 4), ("take", 2, "left") or ("pearl", "kind", 0, 1).
Action = tuple[Any, ...]

DONE: Action = ("done",)
NONE: Action = ("none",)
SIDES: tuple[Side, ...] = ("left", "right")
AREAS: tuple[Area, ...] = ("kind", "colour", "plant")

KINDS, COLOURS, PLANTS = 5, 4, 4
SPOTS = 12

CELLS: list[Cell] = [(row, column) for row in range(3) for column in range(3)]
ROWS = [[(row, column) for column in range(3)] for row in range(3)]
COLUMNS = [[(row, column) for row in range(3)] for column in range(3)]
# The cells in view from each spot: along the top, down the right, back below, up the left.
LINES = [*COLUMNS, *ROWS, *reversed(COLUMNS), *reversed(ROWS)]


class Card(NamedTuple):
    """A picture card as printed."""

    kind: int
    colour: int
    plant: int
    oxygen: int


@dataclass
class Picture:
    """A card in a tableau, with what lies on its two areas."""

    card: Card
    animal_pearl: bool = False
    plant_pearl: bool = False


class Mission(TypedDict):
    """A mission card: what it asks for and gives."""

    colour: str
    measure: str
    at_least: int
    points: int


def default_missions() -> list[Mission]:
    """Return the eight assumed mission cards."""
    rows = [
        ("animals", "animal_pearls", 2, 3),
        ("plants", "plant_pearls", 2, 3),
        ("oxygen", "oxygen", 3, 5),
        ("variety", "animal_kinds", 4, 5),
    ]
    return [
        Mission(colour=colour, measure=measure, at_least=at_least, points=points)
        for colour, measure, low, high in rows
        for at_least, points in ((low, 1), (high, 2))
    ]


@dataclass(frozen=True)
class Rules:
    """Hold the rule options of one game; `ValueError` where they allow no game."""

    players: int = 4
    cards_to_end: Mapping[str, int] = field(
        default_factory=lambda: {"2": 9, "3": 8, "4": 7, "5": 6}
    )
    copies: int = 3
    oxygen_cards: int = 1
    group_size: int = 3
    one_step_oxygen: int = 1
    free_steps: int = 2
    step_cost: int = 1
    swap_cost: int = 1
    shift_cost: int = 2
    missions: Sequence[Mission] = field(default_factory=default_missions)
    end_scoring: Sequence[str] = ("oxygen", "animal_pearls", "plant_pearls", "longest_colour_run")
    end_points: Sequence[int] = (3, 1)
    start_oxygen: int = 0
    head_start: Mapping[str, float] = field(default_factory=dict)
    max_turns: int = 10_000

    def __post_init__(self) -> None:
        if self.oxygen_cards > self.copies:
            raise ValueError(f"{self.oxygen_cards} cards with oxygen, of {self.copies} copies")
        cards = KINDS * COLOURS * self.copies
        if cards < self.players * self.target:
            raise ValueError(f"there are {cards} cards; the end needs {self.players * self.target}")

    @property
    def target(self) -> int:
        """Return the number of cards with which a player of this table is finished."""
        return self.cards_to_end[str(self.players)]
