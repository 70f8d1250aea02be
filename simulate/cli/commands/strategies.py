"""``fathom strategies``: list the strategies of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simulate.cli import options
from simulate.errors import UsageError

if TYPE_CHECKING:
    from simulate.game import Game
    from simulate.strategy import Parameter, Strategy

EXAMPLE = (
    "Examples: fathom strategies snorkeling\n\nfathom strategies snorkeling --view\n\n"
    "fathom strategies snorkeling --personas my-personas/"
)

#: How a strategy draws, which is no field of any game's.
_CHANCE = """  the seat's own random numbers, the same for the same seed:
  below(view.chance, 6) is a whole number from 0 to 5
  uniform(view.chance) is a number from 0 up to 1
  (from strategies import below, uniform); no other chance is allowed"""
#: No number larger than this is meant by somebody who writes one.
_REACHED = 1e6
#: What designers may write of a handicap, whose other numbers are not for writing by hand.
_HANDICAP = (
    "By hand, write level=1 or say who plays, as in -s 'restricted(level=1, base=planner)'. The "
    "other numbers are the game's own numbers of its actions and things; 'fathom ask {game}' finds "
    "them, and plays each handicap that makes sense."
)
_PERSONAS = (
    "A style of your own, a persona, is a TOML file with a name, a game and a base: -s FILE plays "
    "it, and --personas FILE lists it here."
)


def strategies(
    game: options.GameName,
    personas: str = options.asked("FILE", "List the personas of a file or folder too.", default=""),
    view: bool = options.flag("List what a strategy sees, for writing your own."),
) -> int:
    """List the strategies of a game: strength, parameters and what they do."""
    from rich.padding import Padding
    from rich.text import Text

    from reports.writing.terminal import stdout
    from simulate.game import find_game
    from simulate.strategy import TIERS
    from strategies import handicaps_for, strategies_for, thinkers_for
    from strategies.registry import usual_player

    rules_of = find_game(game)
    console = stdout()
    if view:
        parts = {"table": rules_of.table, "own": rules_of.own, "rules": rules_of.derived}
        for part, fields in parts.items():
            console.print(Text(f"view.{part}", "bold"))
            for name, meaning in fields.meanings.items():
                shape = fields.dtype[name].shape
                size = f"[{', '.join(map(str, shape))}]" if shape else ""
                console.print(Text(f"  {name}{size}: {meaning}"))
        console.print(Text("  and every rule by name; see 'fathom rules'"))
        console.print(Text("view.chance", "bold"))
        console.print(Text(_CHANCE))
        return 0
    listed = [
        *_personas(rules_of, personas),
        *strategies_for(game).values(),
        *thinkers_for(game).values(),
        *handicaps_for(game).values(),
    ]
    for strategy in listed:
        what = "handicap" if strategy.is_handicap else TIERS[strategy.tier]
        called, about = strategy.name, [strategy.description]
        told = [
            f"{name}={parameter.default:g} ({_bounds(parameter)}): {parameter.meaning}"
            for name, parameter in strategy.parameters.items()
        ]
        told += [
            f"{name}={usual_player(rules_of)} (a strategy): {player.meaning}"
            for name, player in strategy.thinks_with.items()
        ]
        if strategy.persona:
            called, what = strategy.persona, f"persona, {what}"
            about = strategy.description.split("\n")[:1]
            told = [f"written out: -s '{strategy.full}'"]
        elif strategy.is_handicap:
            about.append(_HANDICAP.format(game=game))
        console.print(Text.assemble((called, "bold"), f"  ({what})"))
        for indent, lines in ((2, about), (4, told)):
            for line in lines:
                console.print(Padding(Text(line), (0, 0, 0, indent)))
        console.print()
    if not personas:
        console.print(Text(_PERSONAS))
    return 0


def _bounds(parameter: Parameter) -> str:
    """Say which numbers may be written; a bound that nobody reaches is none."""
    if parameter.maximum > _REACHED:
        return f"{parameter.minimum:g} or more"
    return f"{parameter.minimum:g} to {parameter.maximum:g}"


def _personas(game: Game, place: str) -> list[Strategy]:
    """Return the personas of a file or folder that play a game."""
    from strategies.personas import personas_in
    from strategies.registry import find_persona

    found = personas_in(Path(place)) if place else []
    mine = [persona for persona in found if persona.game in (game.name, game.played_as)]
    if found and not mine:
        raise UsageError(f"no persona in {place} plays {game.typed}")
    return [find_persona(persona, game.typed) for persona in mine]
