"""``fathom rules``: print the rules in force."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import typer

from simulate.cli import options
from simulate.cli.selection import Selection, choose

if TYPE_CHECKING:
    from rich.table import Table

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
    from rich.padding import Padding
    from rich.text import Text

    from simulate.game import find_game

    game, values = find_game(study.game), study.values
    console = Console(highlight=False)
    console.print(Text(f"{game.title}, variant {study.variant} ({game.source})\n", "bold"))
    rows = {
        option.name: [(*row, option.standing) for row in option.rows(values[option.name])]
        for option in game.options
    }
    heading = ("rule", "value", "default", "allowed", "standing", "meaning")
    widths = _widths([heading, *(row for some in rows.values() for row in some)], console.width)
    console.print(_line(heading, widths, False))
    for option in game.options:
        for row in rows[option.name]:
            console.print(_line(row, widths, row[1] != row[2]))
        console.print(Padding(Text(option.meaning, "dim"), (0, 0, 0, 4)))
    console.print("\nVariants:", style="bold")
    by_name = {option.name: option for option in game.options}
    for name, variant in game.variants.items():
        changes = ", ".join(
            text
            for rule, change in variant.rules.items()
            for text in by_name[rule].assignments(change)
        )
        console.print(Text(f"  {name}: {variant.meaning}{f' ({changes})' if changes else ''}"))


def _widths(rows: list[tuple[str, ...]], room: int) -> list[int]:
    """Return how wide each column is; long values and what is allowed share what room is left."""
    name, value, default, allowed, standing = (
        max(len(row[column]) for row in rows) for column in range(5)
    )
    left = room - name - standing - 2 * 5
    most = max(8, (left - min(allowed, left // 3)) // 2)
    value, default = min(value, most), min(default, most)
    return [name, value, default, max(20, min(allowed, left - value - default)), standing]


def _line(row: tuple[str, ...], widths: list[int], bold: bool) -> Table:
    """Lay out one line of columns; a sixth column stands only in the heading."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    for width in widths:
        table.add_column(width=width, overflow="fold")
    cells = [Text(cell) for cell in row[:5]]
    if bold:
        cells[1].stylize("bold")
    table.add_row(*cells)
    if len(row) > 5:
        table.add_row(Text(f"    {row[5]}"))
    return table


def _study_file(study: Study) -> str:
    """Write a study file with every rule, its meaning and what is allowed, as comments."""
    from simulate.game import find_game

    game, values = find_game(study.game), study.values
    # Without the changes: they come below, each at the rule it changes.
    head, _, targets = replace(study, rules={}).to_toml().partition("[rules]\n")
    lines = [
        f"# {game.title}: take away the # before a rule to change it, then: fathom run THIS_FILE",
        head,
        "[rules]",
    ]
    for option in game.options:
        lines.append(f"## {option.meaning} ({option.standing}; {option.allowed})")
        lines += _toml(option.name, values[option.name], study.rules.get(option.name))
    return "\n".join(lines) + f"\n{targets}"


def _toml(name: str, value: Any, change: Any) -> list[str]:
    """Write a rule as lines of TOML, a table's entries and records one a line.

    What the variant or the default says stays a comment: it holds without being said.
    """
    records = isinstance(value, tuple) and bool(value) and isinstance(value[0], dict)
    if records and (change is None or isinstance(change, dict)):
        value = {str(place): record for place, record in enumerate(value, 1)}
    elif not isinstance(value, dict):
        return [f"{'# ' if change is None else ''}{name} = {_toml_value(value)}"]
    return [
        f"{'' if entry in (change or {}) else '# '}{name}.{entry} = {_toml_value(part)}"
        for entry, part in value.items()
    ]


def _toml_value(value: Any) -> str:
    from simulate.option_kinds import written

    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml_value, value))}]"
    if isinstance(value, dict):
        parts = (f"{name} = {_toml_value(part)}" for name, part in value.items())
        return f"{{{', '.join(parts)}}}"
    return written(value)
