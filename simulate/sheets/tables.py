"""Finding the table in a tab: its row of headings, its cards, and everything around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from simulate.errors import UsageError
from simulate.sheets.cells import EMPTY, Row, SheetCell, Tab, letters
from simulate.sheets.heading_groups import (
    columns_beside,
    has_second_headings,
    join_groups_above,
    join_headings,
)
from simulate.sheets.heading_rows import check_width, heading_place
from simulate.sheets.headings import NAME_HEADINGS, normal_heading, rank_headings
from simulate.sheets.total_rows import (
    RowsAbove,
    has_total_word,
    is_nameless_total,
    is_number,
    is_total,
)

#: The number of characters of a text that is quoted in notes.
_LONGEST_QUOTE = 40


@dataclass(frozen=True)
class RowsLeftOut:
    """Entries of a table that do not count, all for the same reason."""

    #: The numbers of the rows.
    rows: tuple[int, ...]
    #: The rows in words, such as "row 7 ('Wolf')".
    description: str
    #: The reason in words, such as "struck through".
    reason: str


@dataclass(frozen=True)
class FoundTable:
    """The table in a tab."""

    #: The tab.
    tab: Tab
    #: The number of the row of headings; 0 if the file has none.
    heading_row: int
    #: The headings, by index of the column, of columns with a heading.
    headings: dict[int, str]
    #: The cells of each row of the table, of equal length.
    rows: tuple[Row, ...]
    #: Sentences on everything around the table that was left out.
    notes: tuple[str, ...] = ()
    #: Sentences on what a designer should check.
    doubts: tuple[str, ...] = ()
    #: Sentences on the rows that were left out because they are certainly sums of other rows.
    totals: tuple[str, ...] = ()
    #: These rows.
    sums: tuple[Row, ...] = ()
    #: The columns in which merged cells got the value of the first of them.
    filled: frozenset[int] = field(default_factory=frozenset)
    #: The entries that the user crossed out.
    left_out: tuple[RowsLeftOut, ...] = ()
    #: The entries in hidden rows in words, such as "row 7 ('Wolf')"; they count. Empty for none.
    hidden: str = ""
    #: How the rows and columns of suits and ranks became cards, as a clause; empty for none.
    matrix: str = ""

    def column(self, index: int) -> list[SheetCell]:
        """Return the cells of a column, from its index."""
        return [cells[index] for _, cells in self.rows]


def find_table(tab: Tab, label: str, row_name: str, example: str) -> FoundTable:
    """Return the table in a tab.

    Parameters
    ----------
    tab
        The tab.
    label
        The name that messages use for the file.
    row_name
        The word that messages use for a row, such as "card".
    example
        The example of a row of headings that messages give.

    Raises
    ------
    UsageError
        If the tab has no row of headings, no rows below it, or cells without a column.
    """
    if len(tab.rows) < 2:
        problem = "is empty" if not tab.rows else f"has only a first row and no {row_name}s"
        raise UsageError(
            f"{label} {problem}; its first row names the columns, as in {example}, and each "
            f"further row is a {row_name}"
        )
    place = heading_place(tab.rows)
    if place is None:
        raise UsageError(
            f"{label} has no row of headings, because each row has a number; add a first row that "
            f"names the columns, as in {example}"
        )
    heading_row, heading_cells = tab.rows[place]
    headings = {
        index: " ".join(cell.text.split()) for index, cell in enumerate(heading_cells) if cell
    }
    body = tab.rows[place + 1 :]
    if not body:
        raise UsageError(
            f"{label} has only a first row and no {row_name}s; its first row names the columns, as "
            f"in {example}, and each further row is a {row_name}"
        )
    check_width(tab, label, heading_cells, body, row_name, example)
    width = max(len(heading_cells), *(len(cells) for _, cells in body))
    body = tuple((number, _widened(cells, width)) for number, cells in body)
    table = FoundTable(tab, heading_row, headings, body, tab.notes, tab.doubts)
    joined = join_headings(headings, body)
    if joined:
        table = replace(table, headings=joined, rows=body[1:])
        note = f"{describe_rows(body[:1])}: headings below those of several columns"
        table = _with_note(table, note)
    elif has_second_headings(headings, body):
        doubt = f"{describe_rows(body[:1])} left out: a second row of headings"
        table = replace(table, rows=body[1:], doubts=(*table.doubts, doubt))
    table = _with_rows_above(table, place)
    table = _without_units(table)
    table = _without_columns_beside(table)
    table = _without_nameless_columns(table)
    table = _fill_merged(table)
    table = _without_second_table(table)
    table = _without_other_rows(table, row_name)
    table = _without_struck_rows(table)
    table = _with_hidden_parts(table)
    if not table.rows:
        raise UsageError(
            f"{label} has no {row_name}s below the headings in row {heading_row}; write a row for "
            f"each {row_name}"
        )
    return table


def _with_rows_above(table: FoundTable, place: int) -> FoundTable:
    """Return a table with the headings of groups of columns in the row above, and notes on rows.

    `place` is the index of the row of headings in the tab.
    """
    above = table.tab.rows[:place]
    if not above:
        return table
    number, cells = above[-1]
    joined = {}
    if number == table.heading_row - 1:
        joined = join_groups_above(table.headings, cells)
        joined = {
            index: heading
            for index, heading in joined.items()
            if index in table.headings or any(table.column(index))
        }
    if joined:
        note = f"{describe_rows(above[-1:])}: headings above those of several columns"
        table = _with_note(replace(table, headings=joined), note)
        above = above[:-1]
    if above:
        table = _with_note(table, f"{describe_rows(above)} left out: above the headings")
    return table


def _without_struck_rows(table: FoundTable) -> FoundTable:
    """Return a table without the entries whose name, or whose every cell, is struck through.

    A doubt names the other cells that are struck through, because they are read.
    """
    struck = table.tab.struck
    if not struck:
        return table
    names = _names_column(table)
    kept: list[Row] = []
    left_out: list[Row] = []
    cells_read: list[str] = []
    for number, cells in table.rows:
        filled = [index for index in table.headings if cells[index]]
        crossed = [index for index in filled if (number, index) in struck]
        if names in crossed or (filled and crossed == filled):
            left_out.append((number, cells))
            continue
        kept.append((number, cells))
        cells_read += [f"{letters(index)}{number}" for index in crossed]
    doubts = list(table.doubts)
    dropped = list(table.left_out)
    if left_out:
        rows = tuple(number for number, _ in left_out)
        named = describe_rows(left_out, names)
        dropped.append(RowsLeftOut(rows, named, "struck through"))
        doubts.append(f"{named} left out: struck through")
    if cells_read:
        verb = "is" if len(cells_read) == 1 else "are"
        listed = ", ".join(cells_read[:5]) + (" and more" if len(cells_read) > 5 else "")
        doubts.append(f"{listed} {verb} struck through, but {verb} read")
    return replace(table, rows=tuple(kept), doubts=tuple(doubts), left_out=tuple(dropped))


def _with_hidden_parts(table: FoundTable) -> FoundTable:
    """Return a table with sentences on its hidden rows and columns, which are read."""
    hidden = [row for row in table.rows if row[0] in table.tab.hidden_rows]
    if hidden:
        named = describe_rows(hidden, _names_column(table))
        verb = "is" if len(hidden) == 1 else "are"
        doubt = f"{named} {verb} hidden in the spreadsheet, but {verb} read"
        doubts = (*table.doubts, f"{doubt}; delete what is not in use")
        table = replace(table, doubts=doubts, hidden=named)
    for index in sorted(table.tab.hidden_columns):
        if index in table.headings and any(table.column(index)):
            heading = table.headings[index]
            table = _with_note(table, f"column {heading}: hidden in the spreadsheet, but read")
    return table


def _widened(cells: tuple[SheetCell, ...], width: int) -> tuple[SheetCell, ...]:
    return (*cells, *[EMPTY] * (width - len(cells)))


def _with_note(table: FoundTable, note: str) -> FoundTable:
    return replace(table, notes=(*table.notes, note))


def describe_rows(rows: Sequence[Row], names: int | None = None) -> str:
    """Return the numbers of rows with the text of the first of them, as in "row 7 ('Total')".

    Parameters
    ----------
    rows
        The rows.
    names
        The index of the column of names, whose text is preferred to the first text of a row; None
        if the rows have no names.
    """
    numbers = [str(number) for number, _ in rows]
    noun = "row" if len(numbers) == 1 else "rows"
    listed = ", ".join(numbers[:5]) + (" and more" if len(numbers) > 5 else "")
    quote = next((cell.text for _, cells in rows for cell in cells if cell), "")
    if names is not None:
        quote = next((cells[names].text for _, cells in rows if cells[names]), quote)
    quote = " ".join(quote.split())
    if len(quote) > _LONGEST_QUOTE:
        quote = f"{quote[:_LONGEST_QUOTE]}..."
    return f"{noun} {listed} ({quote!r})" if quote else f"{noun} {listed}"


def _without_units(table: FoundTable) -> FoundTable:
    """Return a table without a first row that has units, such as "(coins)", with a doubt on it.

    That row has texts in columns of numbers, or texts in brackets, and nothing else. A row with
    several texts and no name also counts if one of them is in a column of numbers.
    """
    first, *others = table.rows
    filled = {index: cell for index, cell in enumerate(first[1]) if cell}
    are_numbers = [
        2 * sum(is_number(cells[index]) for _, cells in others)
        > sum(bool(cells[index]) for _, cells in others)
        for index in filled
    ]
    are_texts = not any(map(is_number, filled.values()))
    are_units = all(
        is_numeric or (cell.text[0] in "[(" and cell.text[-1] in "])")
        for is_numeric, cell in zip(are_numbers, filled.values(), strict=True)
    )
    names = _names_column(table)
    is_nameless = names is not None and names not in filled and len(filled) > 1
    is_title = list(filled) == [min(table.headings)] and first[1][min(filled)].text[0] not in "[("
    if not (others and any(are_numbers) and are_texts and (are_units or is_nameless)) or is_title:
        return table
    doubt = f"{describe_rows([first])} left out: units or remarks below the headings"
    return replace(table, rows=tuple(others), doubts=(*table.doubts, doubt))


def _without_columns_beside(table: FoundTable) -> FoundTable:
    """Return a table without the columns of a second table beside it, with a doubt on them."""
    beside = columns_beside(table.headings, table.rows)
    if not beside:
        return table
    first, last = letters(beside[0]), letters(beside[-1])
    columns = f"column {first}" if first == last else f"columns {first} to {last}"
    doubt = (
        f"{columns} left out: a second table beside the first; put it on a tab or into a file of "
        "its own"
    )
    headings = {index: text for index, text in table.headings.items() if index not in beside}
    rows = tuple(
        (number, tuple(EMPTY if index in beside else cell for index, cell in enumerate(cells)))
        for number, cells in table.rows
    )
    rows = tuple(row for row in rows if any(row[1]))
    return replace(table, headings=headings, rows=rows, doubts=(*table.doubts, doubt))


def _without_nameless_columns(table: FoundTable) -> FoundTable:
    """Return the table, with a note on each column that has cells but no heading."""
    width = len(table.rows[0][1])
    for index in range(width):
        if index not in table.headings and any(table.column(index)):
            note = f"column {letters(index)}: it has no heading in row {table.heading_row}"
            table = _with_note(table, note)
    return table


def _fill_merged(table: FoundTable) -> FoundTable:
    """Return a table in which merged cells of a column have the value of the first of them."""
    rows = dict(table.rows)
    filled = set()
    for merged in table.tab.merged:
        column = merged.first_column
        first = rows.get(merged.first_row)
        if first is None or merged.last_column > column or column not in table.headings:
            continue
        for number in range(merged.first_row + 1, merged.last_row + 1):
            cells = rows.get(number)
            if cells and not cells[column]:
                rows[number] = (*cells[:column], first[column], *cells[column + 1 :])
                filled.add(column)
    for column in sorted(filled):
        table = _with_note(
            table, f"column {table.headings[column]}: merged cells have the value of the first"
        )
    return replace(table, rows=tuple(rows.items()), filled=frozenset(filled))


def _without_second_table(table: FoundTable) -> FoundTable:
    """Return a table without another table below it, which begins with headings of its own."""
    numeric = [
        index
        for index in table.headings
        if table.rows[0][1][index] and is_number(table.rows[0][1][index])
    ]
    before = table.heading_row
    for place, (number, cells) in enumerate(table.rows):
        filled = [index for index, cell in enumerate(cells) if cell]
        is_after_gap = number > before + 1 and place > 0
        before = number
        texts_in_numeric = [
            index for index in numeric if cells[index] and not is_number(cells[index])
        ]
        if has_total_word((number, cells)) or _repeats_headings((number, cells), table):
            continue
        if not is_after_gap or not texts_in_numeric or len(filled) < 2:
            continue
        if not any(is_number(cells[index]) for index in filled):
            doubt = (
                f"row {number} begins another table; only the rows above it are read. Put the "
                "other table on a tab or into a file of its own"
            )
            return replace(table, rows=table.rows[:place], doubts=(*table.doubts, doubt))
    return table


def _without_other_rows(table: FoundTable, row_name: str) -> FoundTable:
    """Return a table without the rows that are not entries.

    They are repetitions of the headings, sums, notes, and rows that are filled only in columns
    beside the table.

    `row_name` is the word that messages use for an entry, such as "card".
    """
    repeated, beside, notes, totals, wrong_totals = [], [], [], [], []
    names = _names_column(table)
    above = RowsAbove(names)
    main = _main_columns(table)
    for place, row in enumerate(table.rows):
        cells = row[1]
        filled = {index: cell for index, cell in enumerate(cells) if cell}
        named = {index: cell for index, cell in filled.items() if index in table.headings}
        if _repeats_headings(row, table):
            repeated.append(row)
        elif not named or main.isdisjoint(named):
            beside.append(row)
        elif is_total(row, above, is_last=place == len(table.rows) - 1):
            totals.append(row)
            above.end_group()
        elif is_nameless_total(row, names):
            wrong_totals.append(row)
            above.end_group()
        elif _is_note(row, above.rows, named, table):
            notes.append(row)
        else:
            above.add(row)
    kept = above.rows
    table = replace(table, rows=tuple(kept))
    if repeated:
        table = _with_note(table, f"{describe_rows(repeated)} left out: the headings again")
    left_out = {
        "beside the table": beside,
        f"a note, not a {row_name}": notes,
        f"a total, not a {row_name}, but not the sum of the rows above": wrong_totals,
    }
    doubts = [
        f"{describe_rows(rows)} left out: {reason}" for reason, rows in left_out.items() if rows
    ]
    doubts += [
        f"{describe_rows([row])} is read as a {row_name}, because its numbers are not the sums of "
        "the rows above; if it is a total, delete it"
        for row in kept
        if has_total_word(row)
    ]
    table = replace(table, doubts=(*table.doubts, *doubts), sums=tuple(totals))
    if totals:
        sentence = f"{describe_rows(totals)} left out: sums of the rows above"
        table = replace(table, totals=(sentence,))
    return table


def _repeats_headings(row: Row, table: FoundTable) -> bool:
    """Return True if the cells of a row are the headings of their columns."""
    named = {index: cell for index, cell in enumerate(row[1]) if cell and index in table.headings}
    are_equal = all(
        normal_heading(cell.text) == normal_heading(table.headings[index])
        for index, cell in named.items()
    )
    return are_equal and (len(named) > 1 or len(named) == len(table.headings))


def _names_column(table: FoundTable) -> int | None:
    """Return the index of the column that has the names by its heading; None if there is none."""
    for index in rank_headings(table.headings, NAME_HEADINGS):
        if any(cell and not is_number(cell) for cell in table.column(index)):
            return index
    return None


def _main_columns(table: FoundTable) -> set[int]:
    """Return the columns of the block that has the names, or else of the first block.

    Blocks are separated by columns without any cells.
    """
    blocks: list[set[int]] = [set()]
    last = max(table.headings)
    for index in range(last + 1):
        if index in table.headings or any(table.column(index)):
            blocks[-1].add(index)
        elif blocks[-1]:
            blocks.append(set())
    names = [
        index for index, text in table.headings.items() if normal_heading(text) in NAME_HEADINGS
    ]
    for block in blocks:
        if names and names[0] in block:
            return block
    return blocks[0]


def _is_note(
    row: Row, above: Sequence[Row], named: dict[int, SheetCell], table: FoundTable
) -> bool:
    """Return True if a row has only one text, and it is a comment, long, or not a name."""
    if len(named) > 1 or len(table.headings) < 2:
        return False
    [(index, cell)] = named.items()
    if is_number(cell):
        return False
    is_after_gap = bool(above) and row[0] > above[-1][0] + 1
    names = _names_column(table)
    is_name = index == (min(table.headings) if names is None else names)
    is_comment = cell.text.startswith(("# ", "//", "--", "* "))
    is_long = len(cell.text.encode()) > 64 or cell.text.endswith(":") or "\n" in cell.text
    return is_comment or not is_name or is_long or is_after_gap
