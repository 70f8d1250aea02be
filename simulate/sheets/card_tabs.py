"""Choosing the tab of a workbook that has the cards."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

from simulate.errors import UsageError, unknown
from simulate.sheets import headings as known
from simulate.sheets.cells import Tab
from simulate.sheets.columns import is_number
from simulate.sheets.copies_headings import rank_copies
from simulate.sheets.counted_names import with_copies_apart, with_list_headings
from simulate.sheets.files import TAB_MARK, check_size
from simulate.sheets.matrices import with_cards_of_matrix
from simulate.sheets.sections import split_sections
from simulate.sheets.side_tables import split_decks, without_small_tables
from simulate.sheets.tables import FoundTable, find_table

#: What messages call a row of a sheet, and the example of a row of headings that they give.
CARD = "card"
EXAMPLE = "name,copies,points"
#: The smallest likeness of a table that has names of cards, or numbers of copies, and numbers.
_LEAST_LIKENESS = 3
#: The maximum number of tabs that a message lists.
_MOST_TABS = 8


def choose_table(
    tabs: Sequence[Tab], wanted: str, label: str
) -> tuple[FoundTable, list[str], list[str]]:
    """Return the table of a file, with notes and doubts on the choice of its tab.

    If only one tab looks like a table of cards, it is chosen. If none does, it is the tab that
    looks most like one. If several do equally, it is the tab that was open when the workbook was
    saved.

    Parameters
    ----------
    tabs
        The visible tabs of the file.
    wanted
        The name of the tab that the user chose; empty for none.
    label
        The name that messages use for the file.

    Raises
    ------
    UsageError
        If no tab has the name `wanted`, if no tab has a table, or if several tabs look like tables
        of cards.
    """
    if wanted:
        tabs = _named_tabs(tabs, wanted, label)
    file = label.removesuffix(f"{TAB_MARK}{wanted}") if wanted else label
    tabs = [part for tab in tabs for part in _parts_of(tab)]
    if len(tabs) == 1:
        return _table_of(tabs[0], label), [], []
    tables: list[FoundTable] = []
    for tab in tabs:
        try:
            tables.append(_table_of(tab, label))
        except UsageError as error:
            reason = error
    if not tables:
        raise reason
    _check_only_deck(tables, label, file)
    best = max(tables, key=lambda table: (_likeness_to_cards(table), table.tab.is_open))
    others = [tab.name for tab in tabs if tab.name != best.tab.name]
    notes = [f"tabs: the table is on tab {best.tab.name}; not read: {', '.join(others)}"]
    doubts = []
    rivals = [
        table.tab.name
        for table in tables
        if table is not best and _likeness_to_cards(table) == _likeness_to_cards(best)
    ]
    if rivals:
        doubts.append(
            f"tab {best.tab.name} is read, and {', '.join(rivals)} could be meant too; name the "
            f"tab, as in {_with_tab(file, rivals[0])}"
        )
    return best, notes, doubts


def _named_tabs(tabs: Sequence[Tab], wanted: str, label: str) -> list[Tab]:
    """Return the tab with a name, or the deck or section with that title on a tab with several.

    Raise `UsageError` if there is none.
    """
    decks = [part for tab in tabs for part in split_decks(tab) if part.columns]
    sections = [part for tab in [*tabs, *decks] for part in _parts_of(tab) if part.is_section]
    candidates = [*tabs, *decks, *sections]
    for tab in candidates:
        if tab.name.casefold() == wanted.casefold():
            return [tab]
    raise unknown("tab", wanted, [tab.name for tab in candidates if tab.name], f" of {label}")


def _parts_of(tab: Tab) -> list[Tab]:
    """Return the decks beside each other on a tab and the sections below each other, or the tab."""
    if tab.is_section:
        return [tab]
    return [section for deck in split_decks(tab) for section in split_sections(deck)]


def _check_only_deck(tables: Sequence[FoundTable], label: str, file: str) -> None:
    """Raise `UsageError` if several tabs look like cards.

    They may be several decks or versions of a deck, and none is more likely to be meant.
    """
    decks = [table for table in tables if _likeness_to_cards(table) >= _LEAST_LIKENESS]
    if len(decks) < 2:
        return
    listed = [_describe(table) for table in decks[:_MOST_TABS]]
    if len(decks) > _MOST_TABS:
        listed.append(f"{len(decks) - _MOST_TABS} more")
    if any(table.tab.columns for table in decks):
        raise UsageError(
            f"{label} has {len(decks)} tables that look like cards: {', '.join(listed)}; name one, "
            f"as in {_with_tab(file, decks[0].tab.name)}, or delete the empty columns between "
            "tables that describe the same cards"
        )
    if any(table.tab.is_section for table in decks):
        raise UsageError(
            f"{label} has {len(decks)} tables below each other that look like cards, each with "
            f"headings of its own: {', '.join(listed)}; name one, as in "
            f"{_with_tab(file, decks[0].tab.name)}, or write all cards below the same headings"
        )
    raise UsageError(
        f"{label} has {len(decks)} tabs that look like cards: {', '.join(listed)}; name one, as in "
        f"{_with_tab(file, decks[0].tab.name)}, or put the cards of one deck on one tab"
    )


def _with_tab(file: str, tab: str) -> str:
    """Return the name of a tab of a file, as users type it on a command line."""
    return shlex.quote(f"{file}{TAB_MARK}{tab}")


def _table_of(tab: Tab, label: str) -> FoundTable:
    """Return the table in a tab; raise `UsageError` if it has none or is too large."""
    check_size(tab, label, CARD)
    tab, doubts = without_small_tables(tab)
    tab, summary, left_out = with_cards_of_matrix(tab)
    doubts += left_out
    if summary:
        doubts.append(f"{summary}; if cells mean something else, write a row for each card")
    table = with_copies_apart(find_table(with_list_headings(tab), label, CARD, EXAMPLE))
    return replace(table, doubts=(*doubts, *table.doubts), matrix=summary)


def _likeness_to_cards(table: FoundTable) -> int:
    """Return a score for how likely it is that a table lists cards, by its headings and numbers.

    Scores are 0 to 5; a higher score is more likely.
    """
    ranked_names = known.rank_headings(table.headings, known.NAME_HEADINGS)
    ranked_copies = rank_copies(table.headings)
    has_numbers = any(
        is_number(cells[index]) for _, cells in table.rows for index in table.headings
    )
    likeness = 2 * bool(ranked_names) + 2 * bool(ranked_copies) + has_numbers
    return likeness if len(table.headings) > 1 and len(table.rows) > 1 else min(likeness, 1)


def _describe(table: FoundTable) -> str:
    """Return the name of a tab with the number of rows of its table, as in "Spells (12 rows)"."""
    rows = "1 row" if len(table.rows) == 1 else f"{len(table.rows):,} rows"
    if table.tab.columns and table.tab.columns != table.tab.name:
        rows = f"{table.tab.columns}, {rows}"
    return f"{table.tab.name} ({rows})"
