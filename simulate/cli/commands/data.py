"""The command ``data``, which shows how a sheet of cards is read, before there is a game."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from simulate import command_options as options
from simulate.errors import UsageError
from simulate.output.json_text import json_text
from simulate.output.messages import print_text

if TYPE_CHECKING:
    from rich.table import Table

    from simulate.rules.kinds import CardTable
    from simulate.sheets.card_sheet import CardSheet

#: The number of cards that are listed.
_MOST_CARDS = 12
#: The width of the table of columns that is kept for everything but the names in code.
_OTHER_WIDTH = 40
#: The number of words of a column that are listed.
_MOST_WORDS = 6
#: A sentence on the option that has the effect of the argument `columns`.
_HOW_TO_TRY = (
    "To try columns={...} first, give --columns to this command, as in --columns copies=Deck."
)
#: Matches an argument of a game's file that chooses a column, as in ``columns={"copies": "Deck"}``.
_CHOICE = re.compile(r'(write )?columns=\{"(\w+)": (?:"([^"]*)"|\.\.\.)\}( in the game\'s file)?')
#: The name of a card in the code that is shown.
_CARD = "card"


@options.command(
    'Examples: fathom data cards.csv\n\nfathom data "cards.xlsx#Spells"\n\n'
    "fathom data cards.csv --columns copies=Deck"
)
def data(
    file: Annotated[
        str,
        options.argument("FILE", "A spreadsheet of cards: CSV, TSV, Excel (.xlsx), .ods or .json."),
    ],
    columns: list[str] | None = options.option(
        "NAME=HEADING",
        "The heading of a column, as in copies=Anzahl, name=Title or in_deck=Active. May be "
        "repeated; copies= means that no column has the copies.",
    ),
    as_json: bool = options.option_of(options.OutputOptions, "as_json"),
) -> int:
    """Show how a spreadsheet of cards is read: its columns, its cards, and what is left out.

    The columns with the names and the copies of the cards are found by their headings, and numbers
    are read as they are written, as in 1,5 or $3. Titles, notes, totals and other tabs are left
    out, and listed. Cards that are not in the deck, such as those without copies, are named first.
    Lines under "Please check" list what may be read wrongly, and how to change that. FILE#TAB reads
    one tab of a workbook.
    """
    from simulate.rules.card_tables import declare_table
    from simulate.sheets.card_sheet import read_card_sheet
    from simulate.sheets.settings import SheetSettings

    settings = SheetSettings(columns=_parse_columns(columns or ()))
    try:
        sheet = read_card_sheet(Path(file), file, settings)
    except UsageError as error:
        raise UsageError(_with_option(str(error))) from None
    table = declare_table(sheet, _CARD)
    if as_json:
        print_text(json_text(_summary(sheet, table)))
    else:
        _show(sheet, table)
    return 0


def _parse_columns(texts: Sequence[str]) -> dict[str, str]:
    """Return the headings by name of the column, from texts such as ``copies=Anzahl``.

    Raises
    ------
    UsageError
        If a text has no equals sign.
    """
    columns = {}
    for text in texts:
        name, equals, heading = text.partition("=")
        if not equals:
            raise UsageError(
                f"--columns cannot be {text!r}; write a name and a heading, as in copies=Anzahl"
            )
        columns[name.strip()] = heading.strip()
    return columns


def _total(table: CardTable) -> int:
    """Return the number of cards, copies included."""
    return sum(record.get("copies", 1) for record in table.default)


def _in_deck(table: CardTable) -> list[Mapping[str, Any]]:
    """Return the kinds of cards that have copies."""
    return [record for record in table.default if record.get("copies", 1)]


def _summary(sheet: CardSheet, table: CardTable) -> dict[str, Any]:
    """Return the object that ``--json`` prints."""
    return {
        "file": sheet.label,
        "tab": sheet.table.tab.name,
        "heading_row": sheet.table.heading_row,
        "kinds": len(table.default),
        "cards": _total(table),
        "rows_left_out": [
            {"rows": list(rows.rows), "reason": rows.reason} for rows in sheet.rows_left_out
        ],
        "columns": [
            {
                "heading": column.heading,
                "name": column.name,
                "kind": str(column.kind),
                "words": list(column.words),
            }
            for column in sheet.columns
        ],
        "left_out": [
            {"heading": column.heading, "name": column.name, "reason": column.reason}
            for column in sheet.unread
        ],
        "notes": list(sheet.notes),
        "check": list(sheet.checks),
        "records": [dict(record) for record in table.default],
    }


def _show(sheet: CardSheet, table: CardTable) -> None:
    """Print how a sheet was read, what was left out, and what to check."""
    from rich.text import Text

    from reports.writing.terminal import stdout
    from reports.writing.wording import counted
    from simulate.sheets.card_sheet import either_of

    console = stdout()
    console.print(Text(_headline(sheet, table), "bold"))
    console.print(Text(_place_of_rows(sheet)))
    for sentence in sheet.miscounts:
        console.print(Text(sentence, "bold"))
    if sheet.copies_candidates:
        candidates = either_of(sheet.copies_candidates)
        choice = shlex.quote(f"copies={sheet.copies_candidates[0]}")
        warning = f"Each row is read as one card. If {candidates} says how many copies there are:"
        console.print(Text(warning, "bold"))
        console.print(Text(f"  fathom data {shlex.quote(sheet.label)} --columns {choice}"))
    if len(sheet.checks) > bool(sheet.copies_candidates):
        points = counted(len(sheet.checks), "point")
        console.print(Text(f"Please check {points}, listed at the end."))
    console.print()
    _print_columns(sheet, table)
    console.print("\nCards", style="bold")
    console.print(_cards_as_table(table))
    more = len(_in_deck(table)) - _MOST_CARDS
    if more > 0:
        console.print(Text(f"  and {counted(more, 'more kind')}"))
    left_out = [
        f"column {column.heading}: {column.reason}"
        for column in sheet.unread
        if not column.is_doubtful
    ]
    notes = [*left_out, *map(_with_option, sheet.notes)]
    checks = [_with_option(line) for line in sheet.checks]
    _print_list("Left out or assumed", notes)
    _print_list("Please check", checks)
    if any("columns={" in line for line in (*notes, *checks)):
        console.print(Text(f"\n{_HOW_TO_TRY}"))
    if any("in the game's file" in line for line in (*notes, *checks)):
        new = f"fathom new NAME --data {shlex.quote(sheet.label)}"
        console.print(Text(f"\nIf there is no game's file yet, this writes one:\n  {new}"))


def _headline(sheet: CardSheet, table: CardTable) -> str:
    """Return the numbers of cards and of kinds, and of rows that are not in the deck."""
    from reports.writing.wording import counted

    kinds = counted(len(_in_deck(table)), "kind")
    headline = f"{sheet.label}: {counted(_total(table), 'card')} of {kinds}"
    left_out = sum(len(rows.rows) for rows in sheet.rows_left_out)
    if left_out:
        verb = "is" if left_out == 1 else "are"
        headline += f"; {counted(left_out, 'row')} {verb} not in the deck"
    return headline


def _place_of_rows(sheet: CardSheet) -> str:
    """Return a sentence on where the rows are that other sentences name."""
    from simulate.sheets.counted_names import NO_ROW

    tab = sheet.table.tab
    if tab.is_json:
        return f"Row 2 is the first object of {tab.name or 'the list'}."
    of_tab = f" of tab {tab.name}" if tab.name else ""
    if sheet.table.heading_row == NO_ROW:
        return f"There is no row of headings{of_tab}."
    return f"The headings are in row {sheet.table.heading_row}{of_tab}."


def _with_option(line: str) -> str:
    """Return a sentence with the option of this command instead of the argument of a game's file.

    There may be no game's file yet.
    """

    def option(match: re.Match[str]) -> str:
        heading = "HEADING" if match[3] is None else match[3]
        choice = f"--columns {shlex.quote(f'{match[2]}={heading}')}"
        return f"add {choice} to this command" if match[1] else choice

    return _CHOICE.sub(option, line)


def _print_list(heading: str, lines: Sequence[str]) -> None:
    """Print a heading and lines that wrap; nothing if there are no lines."""
    from rich.padding import Padding
    from rich.text import Text

    from reports.writing.terminal import stdout

    if not lines:
        return
    console = stdout()
    console.print(f"\n{heading}", style="bold")
    for line in lines:
        console.print(Padding(Text(line), (0, 0, 0, 2)))


def _print_columns(sheet: CardSheet, table: CardTable) -> None:
    """Print a table with a line for each column that is read.

    Names in code are never broken. If they are too long for the table, they follow it.
    """
    from rich.table import Table
    from rich.text import Text

    from reports.writing.terminal import stdout

    console = stdout()
    rows = list(_columns_in_words(sheet, table))
    fits = all(len(code) <= console.width - _OTHER_WIDTH for _, _, code, _ in rows)
    shown = Table(box=None, pad_edge=False)
    for heading in ("column", "read as", *(["in code"] if fits else []), "values"):
        shown.add_column(heading, overflow="fold", no_wrap=heading == "in code")
    for heading, kind, code, values in rows:
        shown.add_row(*map(Text, (heading, kind, *([code] if fits else []), values)))
    console.print(shown)
    if fits:
        return
    console.print("\nIn code", style="bold")
    for _, _, code, _ in rows:
        if code:
            console.print(Text(f"  {code}"), soft_wrap=True)


def _columns_in_words(sheet: CardSheet, table: CardTable) -> Iterator[tuple[str, str, str, str]]:
    """Yield the heading, the kind, the name in code and the values of each column that is read."""
    from simulate.sheets.columns import Kind

    # The names may also be read as words, so that rules can use them. They are listed once.
    words = {column.index: column.name for column in sheet.columns if column.kind == Kind.WORDS}
    names = {column.index for column in sheet.columns if column.kind == Kind.NAMES}
    for column in sheet.columns:
        if column.kind != Kind.NAMES and column.index in names:
            continue
        field = words.get(column.index, "") if column.kind == Kind.NAMES else column.name
        code = f"rules.{_CARD}_{field}[{_CARD}]" if field else ""
        values = _values([record[column.name] for record in table.default])
        yield column.heading, str(column.kind), code, values


def _values(values: Sequence[Any]) -> str:
    """Return the range of numbers, the number of "yes", or the first words of a column."""
    if all(isinstance(value, bool) for value in values):
        return f"yes for {sum(values)} of {len(values)}"
    if all(isinstance(value, int | float) for value in values):
        low, high = min(values), max(values)
        return f"{low:g}" if low == high else f"{low:g} to {high:g}"
    words: list[str] = []
    for value in values:
        words += [value] if isinstance(value, str) else value
    different = list(dict.fromkeys(word or "(empty)" for word in words))
    more = f" and {len(different) - _MOST_WORDS} more" if len(different) > _MOST_WORDS else ""
    return ", ".join(different[:_MOST_WORDS]) + more


def _cards_as_table(table: CardTable) -> Table:
    """Return a table with a line for each of the first cards."""
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(3):
        shown.add_column(overflow="fold")
    for number, record in enumerate(_in_deck(table)[:_MOST_CARDS], 1):
        name = record.get("name", f"card {number}")
        shown.add_row(*map(Text, (f"  {record.get('copies', 1)} x", name, _rest_of_card(record))))
    return shown


def _rest_of_card(record: Mapping[str, Any]) -> str:
    """Return the values of a card besides its name and copies, as in "points 3, suit red"."""
    parts = []
    for field, value in record.items():
        if field in ("name", "copies") or value in ("", (), 0, False, record.get("name")):
            continue
        text = "yes" if value is True else value
        if isinstance(value, tuple):
            text = " + ".join(value)
        parts.append(f"{field} {text:g}" if isinstance(value, float) else f"{field} {text}")
    return ", ".join(parts)
