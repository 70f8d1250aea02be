"""Excel workbooks: read whole, and refused in one line if they are broken or hostile."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook

from simulate.errors import UsageError
from simulate.rules.spreadsheets import Sheet, read_sheet

#: A log: a first row, and 20 games.
ROWS = [("winner", "rounds", "date"), *((1 + n % 4, 5 + n % 3, f"day {n}") for n in range(20))]
SHEET = "xl/worksheets/sheet1.xml"
BOOK = "xl/workbook.xml"
UNREADABLE = "cannot be read as an Excel workbook"
BOMB = (
    '<!DOCTYPE lol [<!ENTITY a0 "lol">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    + "]>"
)
OUTSIDE = '<!DOCTYPE x [<!ENTITY a11 SYSTEM "file:///etc/passwd">]>'


def workbook(rows: Sequence[tuple[object, ...]] = ROWS) -> bytes:
    """Return a workbook with these rows."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def changed(content: bytes, part: str, change: Callable[[str], str]) -> bytes:
    """Return a workbook of which the text of a part is changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w", 8) as new:
        for name in old.namelist():
            text = old.read(name).decode()
            new.writestr(name, change(text) if name == part else text)
    return file.getvalue()


def sheet_of(rows: str, head: str = "") -> bytes:
    """Return a workbook whose sheet holds these elements as rows."""
    return changed(
        workbook(),
        SHEET,
        lambda text: (
            head + re.sub("<sheetData>.*</sheetData>", f"<sheetData>{rows}</sheetData>", text)
        ),
    )


def read(folder: Path, content: bytes, name: str = "log.xlsx") -> Sheet:
    (folder / name).write_bytes(content)
    return read_sheet(folder / name, label=name, row_name="game")


def refusal(folder: Path, content: bytes, name: str = "log.xlsx") -> str:
    """Return the message about a file, which must be a line that begins with its name."""
    with pytest.raises(UsageError) as refused:
        read(folder, content, name)
    message = str(refused.value)
    assert message.startswith(name)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    "dimension",
    ['<dimension ref="A1:C6"/>', '<dimension ref="A1"/>', "", '<dimension ref="A1:C99999"/>'],
    ids=["too small", "one cell", "missing", "too large"],
)
def test_all_rows_of_a_workbook_with_a_wrong_stored_size_are_read(
    dimension: str, tmp_path: Path
) -> None:
    content = changed(
        workbook(), SHEET, lambda text: re.sub("<dimension [^>]*>", dimension, text, count=1)
    )
    sheet = read(tmp_path, content)
    assert [row for row, _ in sheet.rows] == list(range(2, 22))
    assert sheet.cells("rounds") == [(2 + n, str(5 + n % 3)) for n in range(20)]


def test_empty_rows_are_skipped_without_renumbering_the_rest(tmp_path: Path) -> None:
    rows = "".join(
        f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>{text}</t></is></c></row>'
        for n, text in ((3, "turns"), (5, "90"), (1_048_576, "80"))
    )
    assert read(tmp_path, sheet_of(rows)).cells("turns") == [(5, "90"), (1_048_576, "80")]
    formatted = "".join(f'<row r="{n}"/>' for n in range(22, 60_000))
    content = changed(
        workbook(), SHEET, lambda text: text.replace("</sheetData>", f"{formatted}</sheetData>")
    )
    assert len(read(tmp_path, content).rows) == 20


HOSTILE = {
    "part of a zip file": (workbook()[:-400], UNREADABLE),
    "its begin": (workbook()[:30], UNREADABLE),
    "two letters": (b"PK", UNREADABLE),
    "broken XML": (sheet_of("<row r='1'><c"), UNREADABLE),
    "an entity bomb": (sheet_of("<row r='1'><c r='A1'><v>&a11;</v></c></row>", BOMB), UNREADABLE),
    "an entity from outside": (
        sheet_of("<row r='1'><c r='A1'><v>&a11;</v></c></row>", OUTSIDE),
        UNREADABLE,
    ),
    "no sheet": (
        changed(workbook(), BOOK, lambda text: re.sub("<sheets>.*</sheets>", "<sheets/>", text)),
        "shows no sheet with cells",
    ),
    "a row that is no number": (sheet_of("<row r='x'/>"), UNREADABLE),
    "a row beyond the last": (sheet_of(f"<row r='{10**12}'/>"), "more rows or columns than"),
    "a cell beyond the last": (sheet_of("<row r='1'><c r='ZZZZ1'><v>1</v></c></row>"), UNREADABLE),
    "a text that is not there": (
        sheet_of("<row r='1'><c r='A1' t='s'><v>999</v></c></row>"),
        UNREADABLE,
    ),
    "wide empty rows": (
        sheet_of("".join(f"<row r='{n}'><c r='XFD{n}' s='0'/></row>" for n in range(1, 20_000))),
        "more rows or columns than",
    ),
    "a cell far to the right": (
        sheet_of("<row r='1'><c r='A1'><v>1</v></c><c r='ZZ1'><v>1</v></c></row>"),
        "larger than the 10,000 rows and 200 columns",
    ),
    "too many rows": (
        sheet_of("".join(f"<row r='{n}'><c r='A{n}'><v>1</v></c></row>" for n in range(1, 20_000))),
        "larger than the 10,000 rows and 200 columns",
    ),
    "a zip bomb": (sheet_of(" " * 30_000_000), "larger than the 20 MB that a workbook may have"),
    "another zip file": (
        changed(workbook(), SHEET, str).replace(b"xl/workbook.xml", b"xl/nothing1.xml"),
        UNREADABLE,
    ),
    "an old or encrypted workbook": (
        bytes.fromhex("D0CF11E0A1B11AE1") + bytes(600),
        "needs a password; save it as .xlsx without a password",
    ),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, "neither UTF-8 nor Windows-1252"),
    "a PDF file": (b"%PDF-1.7\n\0\0stream", "neither text nor a workbook"),
    "nothing": (b"", "is empty; its first row names the columns"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_are_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    content, words = HOSTILE[kind]
    assert words in refusal(tmp_path, content)


def test_a_file_of_another_kind_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder; name a file"):
        read_sheet(tmp_path)
    with pytest.raises(UsageError, match="there is no table"):
        read_sheet(tmp_path / "none.xlsx")


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Return a workbook of which some bytes of a part, or of the whole file, are altered."""
    if chance.random() < 0.3:
        return altered(content, chance)
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        part = chance.choice([SHEET, SHEET, *book.namelist()])
    return changed(
        content, part, lambda text: altered(text.encode(), chance).decode("utf-8", "replace")
    )


def altered(content: bytes, chance: random.Random) -> bytes:
    """Return bytes of which some are replaced, left out or doubled, or that end early."""
    pieces = bytearray(content)
    for _ in range(chance.choice((1, 2, 8))):
        at, length = chance.randrange(max(1, len(pieces))), chance.choice((1, 3, 40))
        match chance.randrange(5):
            case 0:
                pieces[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del pieces[at : at + length]
            case 2:
                pieces[at:at] = pieces[at : at + length]
            case 3:
                pieces[at : at + 1] = chance.choice((b"<", b">", b"&", b"9" * 20, b'"', b"-1"))
            case _:
                pieces = pieces[: max(20, at)]
    return bytes(pieces)


def read_or_refused(folder: Path, content: bytes, name: str) -> bool:
    """Read a file, and tell whether it could be read; its refusal must be one line."""
    try:
        read(folder, content, name)
    except UsageError as error:
        assert "\n" not in str(error), error
        assert len(str(error)) < 1_000, error
        return False
    return True


@pytest.mark.parametrize("name", ["log.xlsx", "log.csv"])
def test_altered_files_are_read_or_refused_and_raise_nothing_else(
    name: str, tmp_path: Path
) -> None:
    whole = workbook()
    if name == "log.csv":
        whole = "\n".join(",".join(map(str, row)) for row in ROWS).encode()
    chance = random.Random(5)
    change = mutated if name == "log.xlsx" else altered
    can_be_read = [read_or_refused(tmp_path, change(whole, chance), name) for _ in range(200)]
    # Some alterations do no harm; a file that is not altered can be read.
    assert 10 < sum(can_be_read) < 190
    assert read_or_refused(tmp_path, whole, name)
