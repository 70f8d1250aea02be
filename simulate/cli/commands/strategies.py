"""``fathom strategies``: list the strategies of a game."""

from __future__ import annotations

import typer

from simulate.cli import options

EXAMPLE = "Examples: fathom strategies snorkeling\n\nfathom strategies snorkeling --view"

#: How a strategy draws, which is no field of any game's.
_CHANCE = (
    "the seat's own random numbers, the same for the same seed:",
    "below(view.chance, 6) is a whole number from 0 to 5",
    "uniform(view.chance) is a number from 0 up to 1",
    "(from strategies import below, uniform); no other chance is allowed",
)


def strategies(
    game: options.GameName,
    view: bool = typer.Option(
        False, "--view", help="List what a strategy sees, for writing your own."
    ),
) -> int:
    """List the strategies of a game: strength, parameters and what they do."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    from simulate.game import find_game
    from simulate.strategy import TIERS
    from strategies import handicaps_for, strategies_for, thinkers_for

    rules_of = find_game(game)
    console = Console(highlight=False)
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
        for line in _CHANCE:
            console.print(Text(f"  {line}"))
        return 0
    listed = {**strategies_for(game), **thinkers_for(game), **handicaps_for(game)}
    for strategy in listed.values():
        what = "handicap" if strategy.is_handicap else TIERS[strategy.tier]
        console.print(Text.assemble((strategy.name, "bold"), f"  ({what})"))
        console.print(Padding(Text(strategy.description), (0, 0, 0, 2)))
        for name, parameter in strategy.parameters.items():
            console.print(
                Text(
                    f"    {name}={parameter.default:g} "
                    f"({parameter.minimum:g} to {parameter.maximum:g}): {parameter.meaning}"
                )
            )
        for name, player in strategy.thinks_with.items():
            console.print(Text(f"    {name}={rules_of.default_strategy}: {player.meaning}"))
        console.print()
    return 0
