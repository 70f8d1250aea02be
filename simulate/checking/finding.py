"""What a check found: where in which game, on which line, and what to do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

#: The seed of all games that are checked.
SEED = 1


class Verdict(Enum):
    """What became of a check."""

    PASSED = "passed"
    WARNED = "warned"
    FAILED = "failed"
    NOT_LOOKED_AT = "not looked at"


@dataclass(frozen=True)
class Table:
    """A number of players and a variant, at which a game is checked."""

    players: int
    variant: str

    def __str__(self) -> str:
        seats = f"{self.players} player{'' if self.players == 1 else 's'}"
        return f"{seats}, {self.variant}"


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a game, which check found it, and what likely mends it.

    Players and variant (`where`), game, step from 1, seat from 1, action and line tell the place;
    what is empty is no place in particular. With a warning the game can be played nevertheless.
    """

    check: str
    said: str
    remedy: str
    where: str = ""
    seed: int | None = None
    game: int | None = None
    step: int | None = None
    seat: int | None = None
    action: str = ""
    line: str = ""
    warning: bool = False

    @property
    def moment(self) -> str:
        """Game, step, seat and action in words."""
        parts = [self.where] if self.where else []
        if self.game is not None:
            parts.append(f"game {self.game}, seed {self.seed}")
        if self.step is not None:
            parts.append(f"step {self.step}")
        if self.seat is not None:
            parts.append(f"seat {self.seat}{' ' + self.action if self.action else ''}")
        return ", ".join(parts)

    @property
    def told(self) -> str:
        """All of it as one paragraph."""
        moment = f" ({self.moment})" if self.moment else ""
        line = f" at {self.line}" if self.line else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{self.said}{moment}{line}{remedy}"

    def as_json(self) -> dict[str, Any]:
        """Return what is said of it, by name."""
        kept = asdict(self)
        del kept["check"]
        return {name: value for name, value in kept.items() if value not in (None, "")}
