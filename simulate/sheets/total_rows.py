"""Finding the rows of a table that are totals of other rows, in many languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from simulate.sheets.cells import Row, SheetCell
from simulate.sheets.columns import times_of
from simulate.sheets.headings import normal_heading
from simulate.sheets.numbers import parse_number

#: Words for a row of sums below a table.
_SUMS = (
    *("total", "totals", "sum", "grand total", "overall", "average", "avg", "mean", "total cards"),
    *("summe", "gesamt", "gesamtsumme", "insgesamt", "durchschnitt", "somme", "totaux"),
    *("moyenne", "suma", "totales", "promedio", "totaal", "som", "gemiddelde"),
    *("razem", "łącznie", "totale", "somma", "soma", "summa", "totalt", "i alt", "celkem"),
    *("yhteensä", "összesen", "toplam", "ukupno", "итого", "всего", "сумма", "сума"),
    *("合計", "計", "総計", "总计", "合计", "總計", "共計", "합계", "총계"),
    *("media", "média", "średnia", "medel", "gjennomsnitt", "gennemsnit", "общий итог"),
    "\N{GREEK SMALL LETTER SIGMA}",
)
#: Words for a row of sums between the rows of a table.
_PARTIAL_SUMS = (
    *("subtotal", "subtotals", "sub total", "partial total", "running total"),
    *("zwischensumme", "teilsumme", "zwischentotal", "teilergebnis", "zwischenergebnis"),
    *("sous total", "sous totaux", "total partiel", "somme partielle", "total intermédiaire"),
    *("subtotales", "total parcial", "suma parcial", "soma parcial"),
    *("totale parziale", "subtotale", "parziale", "somma parziale", "sub totale"),
    *("subtotaal", "sub totaal", "tussentotaal", "deeltotaal", "tussensom"),
    *("suma częściowa", "suma cząstkowa", "suma pośrednia", "razem częściowo"),
    *("delsumma", "delsum", "deltotal", "välisumma", "mezisoučet", "medzisúčet", "részösszeg"),
    *("ara toplam", "međuzbroj", "подытог", "промежуточный итог", "підсумок", "проміжний підсумок"),
    *("小計", "小计", "소계"),
)
_TOTALS = frozenset(map(normal_heading, (*_SUMS, *_PARTIAL_SUMS)))
#: Words that may follow a word for a sum, as in "Total cards".
_COUNTED = frozenset({"cards", "copies", "karten", "cartas", "cartes", "kaarten", "carte"})
#: Numbers count as a sum or mean if they differ by no more than this, relative to the sum.
_TOLERANCE = 0.005


@dataclass
class RowsAbove:
    """The entries of a table above a row that may be a total."""

    #: The index of the column with the names of the entries; None if it is unknown.
    names: int | None
    #: All entries above the row.
    rows: list[Row] = field(default_factory=list)
    #: The entries since the last total.
    group: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Add an entry."""
        self.rows.append(row)
        self.group.append(row)

    def end_group(self) -> None:
        """Start a new group after a total."""
        self.group = []

    @property
    def groups(self) -> tuple[Sequence[Row], ...]:
        """The sets of rows that a total may sum: all rows, and those since the last total."""
        return tuple(rows for rows in (self.rows, self.group) if rows)


def is_total(row: Row, above: RowsAbove, *, is_last: bool) -> bool:
    """Return True if a row has the sums of rows above it.

    That is a row with a word such as "Total" and the sum or mean of a column. A row without a word
    also counts if it has no name and only sums.

    Parameters
    ----------
    row
        The row.
    above
        The entries above it.
    is_last
        True for the last row of the table.
    """
    cells = row[1]
    numbers = {index: value for index, cell in enumerate(cells) if (value := _value(cell))}
    if has_total_word(row):
        if any(cell.is_without_value for cell in cells):
            return True
        if not numbers:
            return is_last
        is_count = any(list(numbers.values()) == [len(rows)] for rows in above.groups)
        return is_count or any(
            _is_sum_or_mean(value, index, rows)
            for rows in above.groups
            for index, value in numbers.items()
        )
    if not numbers:
        return False
    if any(cell and not is_number(cell) and _value(cell) is None for cell in cells):
        return _begins_with_total_word(row) and _are_sums(numbers, above)
    return _has_no_name(row, above, is_last=is_last) and _are_sums(numbers, above)


def is_nameless_total(row: Row, names: int | None) -> bool:
    """Return True if a row has a word such as "Total" outside the column of names, and no name.

    `names` is the index of the column of names, or None if it is unknown.
    """
    return names is not None and not row[1][names] and has_total_word(row)


def has_total_word(row: Row) -> bool:
    """Return True if the first text of a row is a word such as "Total"."""
    text = _first_text(row)
    if text.strip(" :") == "\N{N-ARY SUMMATION}":
        return True
    words = normal_heading(text)
    first, _, last = words.rpartition(" ")
    return words in _TOTALS or (last in _COUNTED and first.removesuffix(" de") in _TOTALS)


def _begins_with_total_word(row: Row) -> bool:
    """Return True if the first text of a row begins or ends with a word such as "Total"."""
    words = normal_heading(_first_text(row)).split()
    return bool(words) and (words[0] in _TOTALS or words[-1] in _TOTALS)


def _first_text(row: Row) -> str:
    """Return the first text of a row that is not a number; empty if it has none."""
    return next((cell.text for cell in row[1] if cell and not is_number(cell)), "")


def _has_no_name(row: Row, above: RowsAbove, *, is_last: bool) -> bool:
    """Return True if a row lacks a text that all rows above it have.

    In rows above the last, that must be the name.
    """
    cells = row[1]
    if not is_last:
        names = above.names
        return names is not None and not cells[names] and _has_only_texts(names, above.rows)
    return any(not cell and _has_only_texts(index, above.rows) for index, cell in enumerate(cells))


def _are_sums(numbers: dict[int, float], above: RowsAbove) -> bool:
    """Return True if all numbers are the sums of the same rows above, of at least two entries."""
    has_totals = len(above.group) < len(above.rows)
    return any(
        (len(rows) > 1 or has_totals)
        and all(value == _total(index, rows) for index, value in numbers.items())
        for rows in above.groups
    )


def is_number(cell: SheetCell) -> bool:
    """Return True if a cell is a number or a date."""
    return cell.number is not None or cell.date is not None or parse_number(cell.text) is not None


def _has_only_texts(index: int, rows: Sequence[Row]) -> bool:
    return all(cells[index] and not is_number(cells[index]) for _, cells in rows)


def _value(cell: SheetCell) -> float | None:
    """Return the number in a cell such as "3" or "3x", or None.

    An ambiguous mark is read as a decimal point.
    """
    if cell.number is not None:
        return cell.number
    number = parse_number(cell.text)
    return times_of(cell.text) if number is None else number.value(".")


def _total(index: int, rows: Sequence[Row]) -> float | None:
    """Return the sum of the numbers in a column, from its index; None if it has no numbers."""
    numbers = [number for _, cells in rows if (number := _value(cells[index])) is not None]
    return sum(numbers) if numbers else None


def _is_sum_or_mean(value: float, index: int, rows: Sequence[Row]) -> bool:
    """Return True if a value is the sum or the mean of the cells of a column in some rows."""
    total = _total(index, rows)
    if total is None:
        return False
    known_values = (total, total / len(rows))
    return any(abs(value - known) <= _TOLERANCE * max(1, abs(known)) for known in known_values)
