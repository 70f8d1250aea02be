"""What Fathom understands of a sheet of cards, in a few lines that tests can compare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simulate.errors import UsageError
from simulate.rules.card_tables import declare_table
from simulate.sheets.card_sheet import read_card_sheet
from simulate.sheets.settings import SheetSettings


def understood(file: Path, **settings: Any) -> str:
    """Return the cards of a sheet, the columns that are left out, and what is said about it.

    A card is its copies, its name and its other values, as in ``2 Ant 1.5 red``. Lines after the
    cards begin with "-" for a column that is left out, and with "!" for what to check.
    """
    label = file.name
    try:
        sheet = read_card_sheet(file, label, SheetSettings(**settings))
        table = declare_table(sheet, "card")
    except UsageError as error:
        return f"refused: {error}"
    names = [column.name for column in sheet.columns if column.name not in ("name", "copies")]
    lines = [" ".join(["copies", "name", *names])]
    for record in table.default:
        values = [written(record[name]) for name in names]
        lines.append(" ".join([str(record.get("copies", 1)), record.get("name", "?"), *values]))
    lines += [f"- {column.name}" for column in sheet.unread]
    lines += [f"! {doubt}" for doubt in sheet.checks]
    return "\n".join(lines)


def written(value: object) -> str:
    """Return a value as a short text: "_" for an empty word, and "a+b" for a set of words."""
    if isinstance(value, tuple):
        return "+".join(value) or "{}"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) or "_"
