"""Reading CSV and TSV files with any common separator and encoding."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from dataclasses import dataclass

from simulate.errors import UsageError
from simulate.input_files import decode
from simulate.sheets.counted_lines import is_list_of_names
from simulate.sheets.limits import TABLE_LIMITS

#: The separators that are recognized.
SEPARATORS = ",;\t|"
#: Matches a line that names the separator, such as ``sep=;``. Excel reads and writes it before the
#: first row.
_SEPARATOR_LINE = re.compile(r'"?sep=([^\w\s"]|\t)"?\s*')
#: The number of lines from which the separator is chosen.
_SAMPLE_LINES = 100


@dataclass(frozen=True)
class CsvRows:
    """The rows of a CSV file."""

    #: The separator between cells.
    separator: str
    #: The rows that are not empty, each with its number, from 1.
    rows: list[tuple[int, list[str]]]
    #: The number of the last row that was read, which may be empty.
    last: int


def guessed_word(content: bytes) -> str:
    """Return the first word with letters that are read as Windows-1252, which is only a guess.

    The result is empty for UTF-8 and UTF-16, and for files without such letters.
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return ""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
        words = [word for word in re.findall(r"\w+", text) if not word.isascii()]
        return words[0] if words else ""
    return ""


def csv_rows(content: bytes, label: str, most: int = TABLE_LIMITS.rows) -> CsvRows:
    """Return the rows of a CSV file that are not empty, at most `most` + 1 of them.

    The separator is the one that divides the most rows into equal numbers of cells: commas,
    semicolons, tabs or vertical bars. A line such as ``sep=;`` before the first row names it. Each
    line of a list of cards such as ``3x Ant`` is one cell. The encoding is UTF-8, UTF-16 or
    Windows-1252.

    Parameters
    ----------
    content
        The bytes of the file.
    label
        The name that messages use for the file.
    most
        The maximum number of rows of a table.

    Raises
    ------
    UsageError
        If the file is not text, or a quoted cell in it has no closing quote.
    """
    try:
        text = decode(content, "cp1252")
    except UnicodeDecodeError:
        raise UsageError(
            f"{label} is neither UTF-8 nor Windows-1252; save it as 'CSV UTF-8'"
        ) from None
    if "\0" in text:
        raise UsageError(
            f"{label} contains \\x00, so it is neither text nor a workbook (.xlsx or .ods); save "
            "its table as CSV"
        )
    first_line, _, later_lines = text.partition("\n")
    declared_separator = _SEPARATOR_LINE.fullmatch(first_line)
    if declared_separator:
        text = later_lines
        separator = declared_separator[1]
    elif is_list_of_names([line for line in text.splitlines() if line.strip()]):
        separator = "\t"  # Such lines have no tabs, but may have commas.
    else:
        separator = _choose_separator(text)
    # Spaces between a closing quote and the separator after it would be an error.
    mark = re.escape(separator)
    text = re.sub(rf'(?<=[^"{mark}\n]") +(?=[{mark}\r\n]|$)', "", text)
    # Rows are counted instead of lines, because a cell may contain line breaks.
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=separator, strict=True, skipinitialspace=True
    )
    rows: list[tuple[int, list[str]]] = []
    number = 0
    try:
        for number, cells in enumerate(reader, 1):
            if any(cells):
                rows.append((number, cells))
            if len(rows) > most:
                break
    except csv.Error as error:
        raise UsageError(
            f"{label}: row {number + 1} is not valid CSV ({error}); add the missing closing quote, "
            'and double the quotes within a text, as in "a ""big"" one"'
        ) from None
    return CsvRows(separator, rows, number)


def _choose_separator(text: str) -> str:
    """Return the separator of a text; a comma if the text does not show it.

    Each separator divides the lines into cells, and has a most frequent number of cells per line,
    not counting undivided lines. The separator with the most lines of that number is chosen; among
    equals, the one with the most cells per line.
    """
    # Separators within quotes do not count.
    lines = re.sub(r'"[^"]*"', "", text).split("\n", _SAMPLE_LINES)[:_SAMPLE_LINES]

    def fit(separator: str) -> tuple[int, int]:
        """Return the number of lines with the most frequent number of cells, and that number."""
        numbers = Counter(line.count(separator) + 1 for line in lines if separator in line)
        if not numbers:
            return 0, 0
        cells, rows = max(numbers.items(), key=lambda item: (item[1], item[0]))
        return rows, cells

    return max(SEPARATORS, key=fit)
