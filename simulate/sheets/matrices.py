"""Tables with a row per suit and a column per rank, whose cells are the copies of a card."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from simulate.sheets.cells import EMPTY, Row, SheetCell, Tab
from simulate.sheets.columns import copies_of
from simulate.sheets.copies_headings import is_copies_heading
from simulate.sheets.headings import COPIES, NAME, NAME_HEADINGS, normal_heading
from simulate.sheets.numbers import NumberStyle, is_nothing
from simulate.sheets.total_rows import has_total_word

#: Names of ranks of cards, in English, German, French, Spanish, Italian and Dutch.
_RANKS = frozenset(
    {*("a", "k", "q", "j", "t", "b", "d", "u", "o", "v", "r", "x", "joker", "ace", "king", "queen")}
    | {*("jack", "knave", "knight", "page", "ass", "as", "konig", "dame", "bube", "ober", "unter")}
    | {*("roi", "reine", "valet", "cavalier", "rey", "reina", "sota", "caballo", "caballero")}
    | {*("asso", "re", "regina", "fante", "cavallo", "aas", "heer", "vrouw", "boer", "koning")}
    | {*("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")}
)
#: Names of suits and colors, in the same languages.
_SUITS = frozenset(
    {*("red", "blue", "green", "yellow", "black", "white", "purple", "orange", "pink", "brown")}
    | {*("rot", "blau", "grun", "gelb", "schwarz", "weiss", "lila", "braun", "rosa")}
    | {*("rouge", "bleu", "vert", "jaune", "noir", "blanc", "violet", "rojo", "azul", "verde")}
    | {*("amarillo", "negro", "blanco", "rosso", "blu", "giallo", "nero", "bianco", "rood")}
    | {*("blauw", "groen", "geel", "zwart", "wit", "gray", "grey", "gold", "silver")}
    | {*("hearts", "spades", "clubs", "diamonds", "heart", "spade", "club", "diamond")}
    | {*("herz", "pik", "kreuz", "karo", "schellen", "eichel", "laub", "coeur", "pique")}
    | {*("trefle", "carreau", "corazones", "picas", "treboles", "diamantes", "oros", "copas")}
    | {*("espadas", "bastos", "coppe", "denari", "bastoni", "spade", "harten", "schoppen")}
    | {*("klaveren", "ruiten", "cups", "swords", "wands", "coins", "pentacles")}
)
#: Words for ranks, as the heading of their row or column.
_RANK_WORDS = frozenset(
    {*("rank", "ranks", "value", "values", "number", "numbers", "wert", "werte", "zahl", "zahlen")}
    | {*("valeur", "valeurs", "valor", "valores", "numero", "valore", "waarde", "rang", "level")}
)
#: Words for suits, as the heading of their row or column.
_SUIT_WORDS = frozenset(
    {*("suit", "suits", "color", "colors", "colour", "colours", "farbe", "farben", "couleur")}
    | {*("couleurs", "palo", "palos", "seme", "semi", "kleur", "kleuren", "type", "typ")}
)
#: The fewest rows and the fewest columns of such a table.
_FEWEST_ROWS = 2
_FEWEST_COLUMNS = 3
#: The fewest columns with the numbers 1, 2, 3 and so on below a corner with an unknown word.
_ENOUGH_COLUMNS = 4
#: The largest number of copies of a card. Larger numbers are hardly ever copies.
_MOST_COPIES = 50
#: The largest sum that is compared with the copies.
_LARGEST_SUM = 9_999
#: The number of rows in which the headings are looked for.
_FIRST_ROWS = 30
#: Matches a number as the name of a rank, such as "3" or "3s".
_NUMBER = re.compile(r"(\d{1,2})(?:er|s)?")
#: Numbers of copies are whole, so the decimal mark does not matter.
_STYLE = NumberStyle(".", is_certain=False)


@dataclass(frozen=True)
class _Matrix:
    """A table of suits and ranks."""

    #: The text above the names of the rows; may be empty.
    corner: str
    #: The names of the rows and of the columns.
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    #: The copies of each card, by row and column; 0 for none.
    copies: tuple[tuple[int, ...], ...]
    #: Sentences on sums, which are left out.
    doubts: tuple[str, ...] = ()

    @property
    def has_ranks_as_columns(self) -> bool:
        """True if the columns are ranks, False if the rows are."""
        return _are_ranks(self.columns)

    @property
    def is_certain(self) -> bool:
        """True if the names of rows and columns show that they are suits and ranks."""
        corner = set(normal_heading(self.corner).split())
        is_known = not corner or not corner.isdisjoint(_RANK_WORDS | _SUIT_WORDS)
        is_known |= is_copies_heading(self.corner)
        if _are_ranks(self.columns):
            is_named = not all(map(_NUMBER.fullmatch, self.columns))
            enough = _FEWEST_COLUMNS if is_known or is_named else _ENOUGH_COLUMNS
            return len(self.columns) >= enough
        return _are_ranks(self.rows) and _are_suits(self.columns)

    @property
    def headings(self) -> tuple[str, str]:
        """The headings for the rows and for the columns, from the corner if it has them."""
        parts = [part.strip() for part in re.split(r"[\\/|]", self.corner) if part.strip()]
        usual = ("suit", "rank") if self.has_ranks_as_columns else ("rank", "suit")
        if len(parts) == 2:
            return parts[0], parts[1]
        words = normal_heading(self.corner)
        if not words or words in NAME_HEADINGS or is_copies_heading(self.corner):
            return usual
        names_columns = words in (_RANK_WORDS if self.has_ranks_as_columns else _SUIT_WORDS)
        return (usual[0], self.corner) if names_columns else (self.corner, usual[1])


def with_cards_of_matrix(tab: Tab) -> tuple[Tab, str, list[str]]:
    """Return a tab with a row per card, if the tab has a row per suit and a column per rank.

    Other tabs are returned unchanged, and so are tabs with parts that are hidden or struck through.

    Returns
    -------
    tab, summary, doubts
        The summary says how the table is read; empty for an unchanged tab. Doubts are sentences on
        what is left out.
    """
    if tab.is_json or tab.struck or tab.hidden_rows or tab.hidden_columns or tab.columns:
        return tab, "", []
    for place, (number, _) in enumerate(tab.rows[:_FIRST_ROWS]):
        matrix = _matrix_of(tab.rows[place:])
        if matrix is None or not matrix.is_certain:
            continue
        doubts = list(matrix.doubts)
        if place:
            above = [str(row) for row, _ in tab.rows[:place]]
            noun = "row" if len(above) == 1 else "rows"
            doubts.append(f"{noun} {', '.join(above[:5])} left out: above the table")
        rows = _rows_of(matrix, number)
        name, *_, copies = (cell.text for cell in rows[1][1])
        summary = (
            "each cell is read as the number of copies of a card with the "
            f"{matrix.headings[0]} of its row and the {matrix.headings[1]} of its column, such as "
            f"{copies} x {name}"
        )
        return replace(tab, rows=rows, merged=()), summary, doubts
    return tab, "", []


def _matrix_of(rows: Sequence[Row]) -> _Matrix | None:
    """Return the table whose names of columns are in the first row; None if it is no such table."""
    (_, header), *body = rows
    if len(body) < _FEWEST_ROWS:
        return None
    first = min(next(index for index, cell in enumerate(cells) if cell) for _, cells in body)
    names = {index: cell.text for index, cell in enumerate(header) if cell and index > first}
    if any(header[:first]) or not names:
        return None
    totals = [index for index in names if _is_total(names[index])]
    columns = [index for index in names if index not in totals]
    sums = [row for row in body if _is_total(_at(row[1], first).text)]
    body = [row for row in body if row not in sums]
    labels = tuple(_without_ending(_at(cells, first).text) for _, cells in body)
    width = max(names) + 1
    has_other_cells = any(any(cells[width:]) for _, cells in body)
    if not all(labels) or len({*labels}) < len(labels) or has_other_cells:
        return None
    if not _are_neighbours(columns, first) or len(body) < _FEWEST_ROWS:
        return None
    copies = [[_copies_in(_at(cells, index)) for index in columns] for _, cells in body]
    known = [[value for value in row if value is not None] for row in copies]
    if known != copies or not any(map(any, known)):
        return None
    by_column = [[row[place] for row in known] for place in range(len(columns))]
    doubts = []
    for number, cells in sums:
        texts = [_at(cells, index) for index in columns]
        named = f"row {number} ({_at(cells, first).text!r})"
        doubts.append(f"{named} left out: {_describe_sums(texts, by_column)}")
    for index in totals:
        texts = [_at(cells, index) for _, cells in body]
        doubts.append(f"column {names[index]} left out: {_describe_sums(texts, known)}")
    return _Matrix(
        _at(header, first).text,
        labels,
        tuple(_without_ending(names[index]) for index in columns),
        tuple(map(tuple, known)),
        tuple(doubts),
    )


def _rows_of(matrix: _Matrix, heading_row: int) -> tuple[Row, ...]:
    """Return a row of headings and a row for each card that has copies.

    The rows are numbered from that of the headings.
    """
    of_rows, of_columns = matrix.headings
    texts = [(NAME, of_rows, of_columns, COPIES)]
    for row, copies in zip(matrix.rows, matrix.copies, strict=True):
        for column, number in zip(matrix.columns, copies, strict=True):
            if number:
                texts.append((f"{row} {column}", row, column, str(number)))
    return tuple(
        (heading_row + place, tuple(map(SheetCell, cells))) for place, cells in enumerate(texts)
    )


def _are_ranks(names: Sequence[str]) -> bool:
    """Return True if names are ranks: numbers that count up or down, or words such as "Ace"."""
    words = [normal_heading(name) for name in names]
    numbers = [int(match[1]) for word in words if (match := _NUMBER.fullmatch(word))]
    others = [word for word in words if not _NUMBER.fullmatch(word)]
    steps = {later - earlier for earlier, later in pairwise(numbers)}
    is_counting = steps <= {1} or steps <= {-1}
    is_long = len(numbers) >= _FEWEST_COLUMNS or bool(others)
    is_different = len({*words}) == len(words)
    return is_different and is_counting and is_long and all(word in _RANKS for word in others)


def _are_suits(names: Sequence[str]) -> bool:
    """Return True if all names are suits or colors."""
    return len(names) > 1 and all(normal_heading(name) in _SUITS for name in names)


def _without_ending(name: str) -> str:
    """Return the number of a name such as "3s"; other names unchanged."""
    match = _NUMBER.fullmatch(name.casefold())
    return match[1] if match else name


def _is_total(text: str) -> bool:
    """Return True if a text is a word such as "Total"."""
    return bool(text) and has_total_word((0, (SheetCell(text),)))


def _are_neighbours(columns: Sequence[int], first: int) -> bool:
    """Return True if columns follow each other, directly after the column of names."""
    return [*columns] == [*range(first + 1, first + 1 + len(columns))]


def _copies_in(cell: SheetCell, most: int = _MOST_COPIES) -> int | None:
    """Return the copies in a cell, 0 if it is empty; None if it has something else."""
    if not cell or is_nothing(cell.text):
        return 0
    number = copies_of(cell, _STYLE)
    return number if number is not None and number <= most else None


def _describe_sums(cells: Sequence[SheetCell], groups: Sequence[Sequence[int]]) -> str:
    """Return in words that cells are the sums of groups of numbers, and whether they fit."""
    for cell, group in zip(cells, groups, strict=True):
        total = _copies_in(cell, most=_LARGEST_SUM)
        if total != sum(group):
            return f"sums, which do not fit: {cell.text!r} should be {sum(group)}"
    return "sums"


def _at(cells: Sequence[SheetCell], index: int) -> SheetCell:
    """Return a cell of a row; an empty cell if the row is shorter."""
    return cells[index] if index < len(cells) else EMPTY
