"""What a check found: where in which game, on which line, and what to do."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any


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
    """One thing that is wrong with a game.

    Attributes
    ----------
    check
        The name of the check that found it.
    said
        What is wrong.
    remedy
        What likely mends it.
    where
        Players and variant; ``""`` for all.
    seed, game, step
        Which game and which of its steps, from 1; ``None`` where it is none in particular.
    seat
        Who acted, counted from 1.
    action
        What was done, in words.
    line
        File and line, and what stands there.
    warning
        Whether the game can be played so nevertheless.
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

    def at(self, **place: Any) -> Finding:
        """Return it with more said of where it was found."""
        return replace(self, **place)

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
        return f"{self.said}{moment}{line}; {self.remedy}"

    def as_json(self) -> dict[str, Any]:
        """Return what is said of it, by name."""
        kept = asdict(self)
        del kept["check"]
        return {name: value for name, value in kept.items() if value not in (None, "")}
