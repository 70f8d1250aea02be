"""``fathom rules``: print the rules in force."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from simulate.cli import options
from simulate.cli.selection import Selection, choose

if TYPE_CHECKING:
    from simulate.study import Study

EXAMPLE = (
    "Examples: fathom rules snorkeling --variant expert\n\n"
    "fathom rules snorkeling --toml > my_study.toml"
)


def rules(
    source: options.GameName,
    players: options.Players = None,
    variant: options.Variant = None,
    rule: options.Rules = None,
    as_toml: bool = typer.Option(
        False, "--toml", help="Print a study file to edit and give to 'fathom run'."
    ),
) -> int:
    """Print the rules in force: each with its value, what is allowed and where it is from.

    The standing says where a default comes from: printed in the rulebook, a ruling
    where the rulebook is silent or ambiguous, or assumed where it leaves a part out.
    """
    study, _ = choose(Selection(source=source, players=players, variant=variant, rules=rule))
    if as_toml:
        print(_study_file(study), end="")
    else:
        _show(study)
    return 0


def _show(study: Study) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from simulate.game import find_game
    from simulate.rules import assignments, written

    game, values = find_game(study.game), study.values
    console = Console(highlight=False)
    console.print(Text(f"{game.title}, variant {study.variant} ({game.source})", "bold"))
    table = Table(box=None, pad_edge=False)
    for column in ("rule", "value", "default", "allowed", "standing", "meaning"):
        table.add_column(column, overflow="fold")
    for option in game.options:
        value, default = values[option.name], option.default
        table.add_row(
            option.name,
            Text(written(value), "" if value == default else "bold"),
            written(default),
            option.allowed,
            option.standing,
            option.meaning,
        )
    console.print(table)
    console.print("\nVariants:", style="bold")
    by_name = {option.name: option for option in game.options}
    for name, variant in game.variants.items():
        changes = ", ".join(
            text
            for rule, value in variant.rules.items()
            for text in assignments(by_name[rule], value)
        )
        console.print(Text(f"  {name}: {variant.meaning}{f' ({changes})' if changes else ''}"))


def _study_file(study: Study) -> str:
    """Write a study file with every rule, its meaning and what is allowed, as comments."""
    from simulate.game import find_game

    game, values = find_game(study.game), study.values
    head = study.to_toml().partition("[rules]")[0]
    lines = [
        f"# {game.title}: take away the # before a rule to change it, then: fathom run THIS_FILE",
        head,
        "[rules]",
    ]
    for option in game.options:
        lines.append(f"## {option.meaning} ({option.standing}; {option.allowed})")
        lines += _toml(option.name, values[option.name], study.rules.get(option.name))
    return "\n".join(lines) + "\n"


def _toml(name: str, value: Any, change: Any) -> list[str]:
    """Write a rule as lines of TOML, a table's entries one a line.

    What the variant or the default says stays a comment: it holds without being said.
    """
    from simulate.rules import written

    if isinstance(value, dict):
        return [
            line
            for entry, number in value.items()
            for line in _toml(f"{name}.{entry}", number, (change or {}).get(entry))
        ]
    shown = written(value)
    if isinstance(value, str):
        shown = f'"{value}"'
    elif isinstance(value, tuple):
        shown = f"[{', '.join(map(str, value))}]"
    return [f"{'# ' if change is None else ''}{name} = {shown}"]
