"""Tables beside each other on a tab, such as two decks, or statistics beside the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from simulate.sheets.cells import EMPTY, SheetCell, Tab, letters
from simulate.sheets.copies_headings import LIKELY_COPIES_HEADINGS, is_copies_heading
from simulate.sheets.headings import NAME_HEADINGS, normal_heading
from simulate.sheets.total_rows import is_number

#: The number of rows in which headings are looked for.
_FIRST_ROWS = 30
#: A small table beside the cards has cells in at most this share of the rows of the cards.
_MOST_SMALL = 0.5


@dataclass(frozen=True)
class _Block:
    """Columns of a tab between columns without any cells."""

    #: The indices of its first and its last column.
    first: int
    last: int
    #: The rows of the tab that have cells in it, by number. Each has the cells of the block only.
    rows: dict[int, tuple[SheetCell, ...]]

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.last - self.first + 1

    @property
    def columns(self) -> str:
        """The columns in words, as in "columns E to G"."""
        if self.width == 1:
            return f"column {letters(self.first)}"
        return f"columns {letters(self.first)} to {letters(self.last)}"

    @cached_property
    def heading_row(self) -> int:
        """The number of the row with most known headings of names and copies; 0 if none."""
        known = {
            row: _known_headings(cells) for row, cells in islice(self.rows.items(), _FIRST_ROWS)
        }
        best = max(known, key=lambda row: known[row])
        return best if known[best] else 0

    def rows_below(self, row: int) -> list[tuple[SheetCell, ...]]:
        """Return the rows below the row with a number."""
        return [cells for number, cells in self.rows.items() if number > row]

    def quote(self) -> str:
        """Return the first text of the block."""
        return next(cell.text for cells in self.rows.values() for cell in cells if cell)


def split_decks(tab: Tab) -> list[Tab]:
    """Return a tab for each deck on a tab with several decks beside each other, or the tab.

    Decks are separated by columns without any cells. Each has a heading of names, and repeats the
    one of the first deck or has a heading of copies too. Their tabs have the name of the
    tab with the title above the headings of the deck.
    """
    blocks = _blocks(tab)
    decks: list[_Block] = []
    for block in blocks:
        if _name_headings(block) and (not decks or _is_second_deck(decks[0], block)):
            decks.append(block)
    if len(decks) < 2:
        return [tab]
    tabs: list[Tab] = []
    names: set[str] = set()
    firsts = [0, *[deck.first for deck in decks[1:]]]
    ends = [*firsts[1:], blocks[-1].last + 1]
    for deck, first, end in zip(decks, firsts, ends, strict=True):
        name = f"{tab.name} {_title(deck) or deck.columns}".strip()
        if name.casefold() in names:
            name = f"{tab.name} {deck.columns}".strip()
        names.add(name.casefold())
        kept = set(range(first, end))
        tabs.append(replace(_with_columns(tab, kept), name=name, columns=deck.columns))
    return tabs


def without_small_tables(tab: Tab) -> tuple[Tab, list[str]]:
    """Return a tab without small tables beside the cards, and doubts on these and similar columns.

    Parameters
    ----------
    tab
        A tab with at most one deck.
    """
    blocks = _blocks(tab)
    if len(blocks) < 2:
        return tab, []
    cards = max(
        blocks,
        key=lambda block: (
            _known_headings(block.rows.get(block.heading_row, ())),
            len(block.rows),
        ),
    )
    heading_row = cards.heading_row
    if not heading_row:
        return tab, []
    doubts: list[str] = []
    left_out: set[int] = set()
    for block in blocks:
        if block is cards or block.width == 1:
            continue
        named = f"{block.columns} ({block.quote()!r})"
        if _is_small_table(block, cards, heading_row):
            left_out.update(range(block.first, block.last + 1))
            doubts.append(
                f"{named} left out: a small table beside the cards; if it belongs to the cards, "
                "delete the empty columns between"
            )
        elif _may_be_small_table(block, cards, heading_row):
            doubts.append(
                f"{named} read as columns of the cards, although only the first rows have cells "
                "in them; if they are another table, put it on a tab of its own"
            )
    if not left_out:
        return tab, doubts
    kept = set(range(blocks[-1].last + 1)) - left_out
    return _with_columns(tab, kept), doubts


def _blocks(tab: Tab) -> list[_Block]:
    """Return the blocks of a tab, from left to right."""
    filled = sorted({index for _, cells in tab.rows for index, cell in enumerate(cells) if cell})
    groups: list[list[int]] = []
    for index in filled:
        if groups and index == groups[-1][-1] + 1:
            groups[-1].append(index)
        else:
            groups.append([index])
    blocks: list[_Block] = []
    for group in groups:
        first, last = group[0], group[-1]
        rows = {number: cells[first : last + 1] for number, cells in tab.rows}
        kept = {number: cells for number, cells in rows.items() if any(cells)}
        blocks.append(_Block(first, last, kept))
    return blocks


def _with_columns(tab: Tab, kept: set[int]) -> Tab:
    """Return a tab in which all other columns are empty."""
    rows = [
        (number, tuple(cell if index in kept else EMPTY for index, cell in enumerate(cells)))
        for number, cells in tab.rows
    ]
    return replace(tab, rows=tuple(row for row in rows if any(row[1])))


def _is_copies(cell: SheetCell) -> bool:
    return is_copies_heading(cell.text) or normal_heading(cell.text) in LIKELY_COPIES_HEADINGS


def _known_headings(cells: Sequence[SheetCell]) -> int:
    """Return the number of cells of a row that are headings of names or copies."""
    return sum(normal_heading(cell.text) in NAME_HEADINGS or _is_copies(cell) for cell in cells)


def _name_headings(block: _Block) -> set[str]:
    """Return the headings of names in the row of headings of a block."""
    cells = block.rows.get(block.heading_row, ())
    return {normal_heading(cell.text) for cell in cells}.intersection(NAME_HEADINGS)


def _is_second_deck(first: _Block, block: _Block) -> bool:
    """Return True if a block with a heading of names is a deck beside the first deck."""
    if not block.rows_below(block.heading_row):
        return False
    repeats = bool(_name_headings(first) & _name_headings(block))
    have_copies = all(any(map(_is_copies, deck.rows[deck.heading_row])) for deck in (first, block))
    return repeats or have_copies


def _title(deck: _Block) -> str:
    """Return the only text in the row above the headings of a deck; empty if there is none."""
    above = [cells for number, cells in deck.rows.items() if number < deck.heading_row]
    texts = [" ".join(cell.text.split()) for cell in above[-1] if cell] if above else []
    return texts[0] if len(texts) == 1 else ""


def _is_small(block: _Block, cards: _Block, heading_row: int) -> bool:
    rows = len(block.rows_below(heading_row))
    return rows <= _MOST_SMALL * len(cards.rows_below(heading_row))


def _is_small_table(block: _Block, cards: _Block, heading_row: int) -> bool:
    """Return True if a block is certainly another table than that of the cards.

    Such a table has a text and a number in the row of the headings, and only two columns. Or it has
    few rows, and a column without a heading, or a first column of different texts.
    """
    headings = block.rows.get(heading_row, ())
    if list(map(is_number, headings)) == [False, True] and headings[0]:
        return True
    if not _is_small(block, cards, heading_row):
        return False
    if len(list(filter(None, headings))) < block.width:
        return True
    labels = [cells[0] for cells in block.rows_below(heading_row)]
    texts = [cell.text for cell in labels if cell and not is_number(cell)]
    are_different = len(set(texts)) == len(labels) > 1
    return are_different and _may_be_small_table(block, cards, heading_row)


def _may_be_small_table(block: _Block, cards: _Block, heading_row: int) -> bool:
    """Return True if only the first few of the cards have cells in a block."""
    below = [number for number in cards.rows if number > heading_row]
    filled = [number for number in block.rows if number > heading_row]
    is_first = filled == below[: len(filled)]
    return bool(filled) and is_first and _is_small(block, cards, heading_row)
