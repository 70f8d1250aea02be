"""A strategy as the engine sees it: a compiled choice with named parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from simulate.errors import UsageError, unknown

#: How strong a strategy is, in words; the tier is the place in this list.
TIERS = ("random", "simple", "solid", "strong")
#: The parameters a strategy can have.
MOST_PARAMETERS = 16


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy.

    Attributes
    ----------
    default, minimum, maximum
        The value when none is given, and its bounds, both allowed.
    meaning
        One sentence for designers.
    """

    default: float
    minimum: float
    maximum: float
    meaning: str


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """How a player decides.

    Attributes
    ----------
    name
        As typed.
    game
        The game it plays, or ``"*"`` for every game.
    tier
        0 random, 1 simple, 2 solid, 3 strong.
    description
        One paragraph of what it does.
    decide
        ``(view, *parameters) -> action``, compiled when the engine compiles it.
    parameters
        By name, in the order `decide` takes them.
    values
        The parameters' values; those left out have their defaults.
    origin
        The file it was loaded from, or ``""`` for one that is found by its name.
    """

    name: str
    game: str
    tier: int
    description: str
    decide: Callable[..., Any] = field(repr=False)
    parameters: Mapping[str, Parameter]
    values: Mapping[str, float] = field(default_factory=dict)
    origin: str = ""

    @property
    def spec(self) -> str:
        """What to type to get this strategy again, as in ``planner(attack=0.8)``."""
        name = f"{self.origin}:{self.name}" if self.origin else self.name
        changed = [
            f"{name}={_shortest(self.values[name])}"
            for name, parameter in self.parameters.items()
            if self.values.get(name, parameter.default) != parameter.default
        ]
        return f"{name}({', '.join(changed)})" if changed else name

    @property
    def vector(self) -> list[float]:
        """The values of all parameters, in order."""
        return [self.values.get(name, p.default) for name, p in self.parameters.items()]

    def with_values(self, values: Mapping[str, float]) -> Strategy:
        """Return this strategy with some parameters set.

        Raises
        ------
        UsageError
            An unknown parameter, or a value out of bounds.
        """
        if values and not self.parameters:
            raise UsageError(f"strategy {self.name} has no parameters; write {self.name} alone")
        for name, value in values.items():
            if name not in self.parameters:
                raise unknown("parameter", name, self.parameters, f" of strategy {self.name}")
            parameter = self.parameters[name]
            if not parameter.minimum <= value <= parameter.maximum:
                raise UsageError(
                    f"parameter {name} of strategy {self.name} cannot be {_shortest(value)}; "
                    f"allowed: {parameter.minimum:g} to {parameter.maximum:g}"
                )
        return replace(self, values={**self.values, **values})


def _shortest(value: float) -> str:
    """Write a number with the fewest digits that give it again."""
    return repr(float(value)).removesuffix(".0")
