"""A strategy as the engine sees it: a compiled choice with named parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simulate.errors import UsageError, unknown
from simulate.rules.kinds import written

#: How strong a strategy is, in words; the tier is the place in this list.
TIERS = ("random", "simple", "solid", "strong")
#: The parameters a strategy can have, and the numbers that all strategies it thinks with have.
MOST_PARAMETERS = 16
MOST_NUMBERS = 3 * MOST_PARAMETERS


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy, its bounds, both allowed, and a sentence for designers."""

    default: float
    minimum: float
    maximum: float
    meaning: str


@dataclass(frozen=True)
class Player:
    """A strategy that another one thinks with; the game's default strategy unless it is said."""

    meaning: str
    #: Whether it may be one who thinks with others itself.
    may_think: bool = False


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """How a player decides.

    It plays one game, or every one (``"*"``); its tier is the place in `TIERS`. `decide` is
    ``(view, *parameters) -> action``, compiled when the engine compiles it; its parameters are by
    name, in order, and `values` what they are where it is not the default.
    """

    name: str
    game: str
    tier: int
    description: str
    decide: Callable[..., Any] = field(repr=False)
    parameters: Mapping[str, Parameter]
    values: Mapping[str, float] = field(default_factory=dict)
    #: What strategies it thinks with, by name, if it does (it is slow then); which these are, empty
    #: until the game is known; and the spec of who they are unless it is said.
    thinks_with: Mapping[str, Player] = field(default_factory=dict)
    players: Mapping[str, Strategy] = field(default_factory=dict)
    usual: str = ""
    #: The file it was loaded from, and what it is called as a persona.
    origin: str = ""
    persona: str = ""
    #: Whether it is another strategy with a handicap, for who asks what that costs.
    is_handicap: bool = False
    #: Of one who thinks with others, the function of which each game has a copy.
    template: Callable[..., Any] | None = field(default=None, repr=False)

    @property
    def spec(self) -> str:
        """What it is called in tables: a persona's name, or as in ``planner(attack=0.8)``."""
        return self.persona or self._written([one.spec for one in self.players.values()])

    @property
    def full_spec(self) -> str:
        """What to type to get this strategy again, as in ``aunt = planner(attack=0.8)``."""
        written = self._written([one.full_spec for one in self.players.values()])
        return f"{self.persona} = {written}" if self.persona else written

    def _written(self, players: Sequence[str]) -> str:
        """Return its name with what differs from the defaults, and who its players are."""
        name = f"{self.origin}:{self.name}" if self.origin else self.name
        changed = [
            f"{name}={written(float(self.values[name]))}"
            for name, parameter in self.parameters.items()
            if self.values.get(name, parameter.default) != parameter.default
        ]
        changed += [
            f"{name}={player}"
            for name, player in zip(self.players, players, strict=True)
            if player != self.usual
        ]
        return f"{name}({', '.join(changed)})" if changed else name

    @property
    def quick(self) -> Strategy:
        """Who can play many games in its place: itself, or if it thinks, whom it thinks with."""
        for player in self.players.values():
            return player.quick
        return self

    @property
    def is_slow(self) -> bool:
        """Whether it plays games on in its thoughts, or is a handicap of one who does."""
        if self.is_handicap:
            return any(player.is_slow for player in self.players.values())
        return bool(self.thinks_with)

    @property
    def vector(self) -> list[float]:
        """The values of all parameters, in order, and behind them those of its `players`."""
        own = [self.values.get(name, p.default) for name, p in self.parameters.items()]
        return own + [value for player in self.players.values() for value in player.vector]

    @property
    def places(self) -> dict[str, int]:
        """Where in `vector` the numbers of each of its `players` are read, by name.

        Two with one spec are read at the first one's place, and so are compiled once.
        """
        place, found, first = len(self.parameters), {}, dict[str, int]()
        for name, player in self.players.items():
            found[name] = first.setdefault(player.spec, place)
            place += len(player.vector)
        return found

    @property
    def code(self) -> str:
        """What tells its machine code from that of other strategies of its game.

        The places are part of it: code that reads one strategy's numbers for two is other code.
        """
        places = self.places
        players = (f"{one.code}{places[name]}" for name, one in self.players.items())
        return "_".join([self.name, *players])

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """All that decides when it decides."""
        inner = (one for player in self.players.values() for one in player.functions)
        return (self.decide, *inner)

    def with_values(self, values: Mapping[str, float]) -> Strategy:
        """Return this strategy with some parameters set, which makes it nobody's persona."""
        if values and not self.parameters:
            raise UsageError(f"strategy {self.name} has no parameters; write {self.name} alone")
        for name, value in values.items():
            if name not in self.parameters:
                raise unknown("parameter", name, self.parameters, f" of strategy {self.name}")
            parameter = self.parameters[name]
            if not parameter.minimum <= value <= parameter.maximum:
                raise UsageError(
                    f"parameter {name} of strategy {self.name} cannot be {written(float(value))}; "
                    f"allowed: {parameter.minimum:g} to {parameter.maximum:g}"
                )
        return replace(self, values={**self.values, **values}, persona="") if values else self


def persona_specs(strategies: Iterable[Strategy]) -> dict[str, str]:
    """Return what to type for each strategy known by another name; `UsageError` if two have it."""
    found: dict[str, str] = {}
    for one in strategies:
        if found.setdefault(one.spec, one.full_spec) != one.full_spec:
            raise UsageError(
                f"two personas are called {one.spec}: {found[one.spec]!r} and {one.full_spec!r}; "
                "rename one of them"
            )
    return {name: full for name, full in found.items() if name != full}
