"""The contract of strategies: how a player decides, with named parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simulate.errors import UsageError, unknown
from simulate.rules.kinds import written
from simulate.rules.kinds.bounds import check_bounds, check_default

#: The strengths of strategies in words, weakest first.
TIERS = ("random", "simple", "solid", "strong")
#: The maximum number of parameters of a strategy.
MOST_PARAMETERS = 16
#: The maximum total number of parameters of a strategy and the strategies in its simulated games.
MOST_NUMBERS = 3 * MOST_PARAMETERS


@dataclass(frozen=True)
class Parameter:
    """A number that changes how a strategy decides."""

    default: float
    #: The smallest allowed value.
    minimum: float
    #: The largest allowed value.
    maximum: float
    #: The effect of the parameter, in a sentence for designers.
    meaning: str

    def __post_init__(self) -> None:
        check_bounds(self, float)
        check_default(self, float)


@dataclass(frozen=True)
class Player:
    """The declaration of a strategy that plays in the simulated games of another strategy.

    Users can choose it. The default is the game's default strategy.
    """

    #: The role of the player, in a sentence for designers.
    meaning: str
    #: True if users may choose a strategy that itself thinks ahead.
    may_think: bool = False


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """A strategy with the values of its parameters: how a player decides."""

    name: str
    #: The name of the game that it plays, or ``"*"`` for every game.
    game: str
    #: Its strength, as an index of `TIERS`.
    tier: int
    #: A description of its play, in a sentence for designers.
    description: str
    #: The function ``(view, *parameters) -> action``, which the engine compiles.
    decide: Callable[..., Any] = field(repr=False)
    #: The parameters by name, in the order of the arguments of `decide`.
    parameters: Mapping[str, Parameter]
    #: The values of parameters that differ from their defaults.
    values: Mapping[str, float] = field(default_factory=dict)
    #: The strategies that it simulates games with, by argument name; empty if it does not think
    #: ahead. Strategies that think ahead are slow.
    thinks_with: Mapping[str, Player] = field(default_factory=dict)
    #: The strategies that its function calls, by argument name: those chosen for `thinks_with`, and
    #: those that users cannot choose. Empty until the game is known.
    players: Mapping[str, Strategy] = field(default_factory=dict)
    #: The specification of the default for `players`.
    usual: str = ""
    #: The file that the strategy was loaded from; empty for bundled strategies.
    origin: str = ""
    #: Its name as a persona; empty if it is not a persona.
    persona: str = ""
    #: True if the strategy plays like another one but with a handicap, whose cost `ask` measures.
    is_handicap: bool = False
    #: The function that is copied for each game; None if the strategy does not think ahead.
    template: Callable[..., Any] | None = field(default=None, repr=False)
    #: ``(strategy, game, first)``: returns `decide` of a strategy that calls functions of its game,
    #: for a copy of the game that has other functions. `first` is the index in the view's
    #: parameters at which its own begin. None for other strategies.
    specialise: Callable[[Strategy, Any, int], Callable[..., Any]] | None = field(
        default=None, repr=False
    )

    #: Numbers that the strategy reads, besides its parameters, such as what it has learned: a
    #: contiguous array of int64, whose address its view has. None for most strategies.
    numbers: Any = field(default=None, repr=False, compare=False)
    #: The numbers of players that it has learned to play with, each with a digest of what it
    #: learned; empty if it has learned nothing, and plays with any number.
    learned: Mapping[int, str] = field(default_factory=dict)
    #: A digest of the rules with which it learned, by number of players.
    learned_rules: Mapping[int, str] = field(default_factory=dict)

    @property
    def spec(self) -> str:
        """The name in tables: the persona, or a specification such as ``planner(attack=0.8)``."""
        return self.persona or self._format([player.spec for player in self.players.values()])

    @property
    def full_spec(self) -> str:
        """The full specification, with the persona's name, as in ``aunt = planner(attack=1)``."""
        specification = self._format([player.full_spec for player in self.players.values()])
        return f"{self.persona} = {specification}" if self.persona else specification

    def _format(self, players: Sequence[str]) -> str:
        """Return the strategy's name with the parameters and players that are not defaults.

        `players` has a specification for each of the strategy's players.
        """
        name = f"{self.origin}:{self.name}" if self.origin else self.name
        arguments = [
            f"{parameter_name}={written(float(self.values[parameter_name]))}"
            for parameter_name, parameter in self.parameters.items()
            if self.values.get(parameter_name, parameter.default) != parameter.default
        ]
        arguments += [
            f"{argument}={player}"
            for argument, player in zip(self.players, players, strict=True)
            if argument in self.thinks_with and player != self.usual
        ]
        return f"{name}({', '.join(arguments)})" if arguments else name

    @property
    def quick(self) -> Strategy:
        """A fast strategy that replaces this one where many games are needed.

        It is this strategy itself unless it thinks ahead or is a handicap, else the `quick` of its
        first player.
        """
        if self.thinks_with:
            for player in self.players.values():
                return player.quick
        return self

    @property
    def is_slow(self) -> bool:
        """True if the strategy thinks ahead, or is a handicap of a strategy that thinks ahead."""
        if self.is_handicap:
            return any(player.is_slow for player in self.players.values())
        return bool(self.thinks_with)

    @property
    def vector(self) -> list[float]:
        """The values of all parameters in order, followed by the vectors of the `players`."""
        numbers = [
            self.values.get(name, parameter.default) for name, parameter in self.parameters.items()
        ]
        for player in self.players.values():
            numbers += player.vector
        return numbers

    @property
    def places(self) -> dict[str, int]:
        """The index in `vector` where the parameters of each of the `players` begin, by name.

        Players with the same specification share an index, so that they are compiled only once.
        """
        next_place = len(self.parameters)
        places: dict[str, int] = {}
        place_of_spec: dict[str, int] = {}
        for name, player in self.players.items():
            places[name] = place_of_spec.setdefault(player.spec, next_place)
            next_place += len(player.vector)
        return places

    @property
    def code(self) -> str:
        """The name of the machine code. Strategies of a game have the same name if they share code.

        It contains the `places` of the players, because these indices are constants in the code.
        """
        places = self.places
        players = [f"{player.code}{places[name]}" for name, player in self.players.items()]
        return "_".join([self.name, *players])

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """The functions that choose actions: `decide`, and the functions of all `players`."""
        functions = [self.decide]
        for player in self.players.values():
            functions += player.functions
        return tuple(functions)

    def check_players(self, players: int, game: str) -> None:
        """Check that this strategy, and those that it uses, can play with a number of players.

        `game` is the game's name or file, for the message.

        Raises
        ------
        UsageError
            If one of them has learned to play with other numbers of players only.
        """
        if self.learned and players not in self.learned:
            known = " and ".join(map(str, sorted(self.learned)))
            noun = "player" if known == "1" else "players"
            raise UsageError(
                f"strategy {self.name} has learned {game} with {known} {noun}, not with "
                f"{players}; to teach it, type 'fathom learn {game} --players {players}'"
            )
        for player in self.players.values():
            player.check_players(players, game)

    def digests(self, players: int) -> list[str]:
        """Return the digests of everything that this strategy, and those that it uses, learned.

        Only what it learned for this number of players counts. The list is empty for a strategy
        that has learned nothing.
        """
        digests = [self.learned[players]] if players in self.learned else []
        for player in self.players.values():
            digests += player.digests(players)
        return digests

    def learned_other_rules(self, players: int, rules: str) -> bool:
        """Return True if this strategy, or one that it uses, learned the game with other rules.

        `rules` is a digest of the rules in force.
        """
        if self.learned_rules.get(players, rules) != rules:
            return True
        return any(player.learned_other_rules(players, rules) for player in self.players.values())

    def with_values(self, values: Mapping[str, float]) -> Strategy:
        """Return this strategy with other values of parameters, given by name.

        If `values` is not empty, the result is not a persona.

        Raises
        ------
        UsageError
            If a parameter is unknown or its value is out of bounds.
        """
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
        if not values:
            return self
        return replace(self, values={**self.values, **values}, persona="")


def persona_specs(strategies: Iterable[Strategy]) -> dict[str, str]:
    """Return the full specifications of strategies, by their names in tables.

    Strategies whose full specification is their name are omitted.

    Raises
    ------
    UsageError
        If two different personas have the same name.
    """
    full_specs: dict[str, str] = {}
    for strategy in strategies:
        name = strategy.spec
        full_spec = full_specs.setdefault(name, strategy.full_spec)
        if full_spec != strategy.full_spec:
            raise UsageError(
                f"two personas are called {name}: {full_spec!r} and {strategy.full_spec!r}; give "
                "one of them another name"
            )
    return {name: full_spec for name, full_spec in full_specs.items() if name != full_spec}
