"""Tables of cards: read from what spreadsheets write, told cell by cell, and typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from openpyxl import Workbook

from simulate.errors import UsageError
from simulate.rules.card_tables import declare_table, read_other_table
from simulate.rules.kinds import CardTable, Choice, Flag, Real, Text, Whole
from simulate.rules.kinds.single import text_of
from simulate.rules.values import Variant, combine_changes, resolve, rules_dtype
from simulate.sheets.card_sheet import read_card_sheet
from simulate.sheets.settings import SheetSettings

CARDS = """Name,Copies,Points,Suit,Wild
Knight,3,2,red,no
"Queen, the",1,5,blue,yes
Fool,2,-1,red,no
"""
RECORDS = (
    {"name": "Knight", "copies": 3, "points": 2, "suit": "red", "wild": False},
    {"name": "Queen, the", "copies": 1, "points": 5, "suit": "blue", "wild": True},
    {"name": "Fool", "copies": 2, "points": -1, "suit": "red", "wild": False},
)


def table(folder: Path, content: str | bytes = CARDS, **more: Any) -> CardTable:
    """Return the rule that a file makes."""
    file = folder / "cards.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    limits = {name: more.pop(name) for name in ("most", "most_cards") if name in more}
    return declare_table(
        read_card_sheet(file, "cards.csv", SheetSettings(**more)), "card", **limits
    )


def refusal(folder: Path, content: str | bytes, **more: Any) -> str:
    with pytest.raises(UsageError) as refused:
        table(folder, content, **more)
    return str(refused.value)


def other(folder: Path, content: str, of: CardTable | None = None) -> tuple[dict[str, Any], ...]:
    """Read another file for the rule of `CARDS`."""
    (folder / "v2.csv").write_text(content, encoding="utf-8")
    return read_other_table(of or table(folder), folder / "v2.csv")[0]


def other_refusal(folder: Path, content: str) -> str:
    with pytest.raises(UsageError) as refused:
        other(folder, content)
    return str(refused.value).replace(f"{folder}/", "")


def test_columns_are_names_copies_numbers_words_and_yes_or_no(tmp_path: Path) -> None:
    rule = table(tmp_path)
    assert rule.default == RECORDS
    assert [type(field) for field in rule.fields] == [Text, Whole, Whole, Choice, Flag]
    assert "in code rules.card_points[card]; suit is 0 for red, 1 for blue" in rule.meaning
    parts = table(tmp_path, "points\n1\n2.5\n")
    assert [type(field) for field in parts.fields] == [Real]
    assert parts.default == ({"points": 1.0}, {"points": 2.5})


@pytest.mark.parametrize(
    "content",
    [
        CARDS.encode("utf-8-sig"),
        CARDS.encode("utf-16"),
        CARDS.replace("\n", "\r\n").encode(),
        CARDS.replace("\n", "\n\n").encode(),
        CARDS.replace("\n", " ,,\n,,,\n").encode(),
        CARDS.replace("Queen, the", "QT").replace(",", ";").replace("QT", "Queen, the").encode(),
        CARDS.replace("Queen, the", "QT").replace(",", "\t").replace("QT", "Queen, the").encode(),
        f"sep=,\r\n{CARDS}".encode(),
        CARDS.replace("-1", "\N{MINUS SIGN}1").encode(),
        CARDS.replace(",no", ",FALSE").replace(",yes", ",TRUE").encode(),
    ],
    ids=["mark", "utf-16", "crlf", "blank", "wide", "semicolons", "tabs", "sep", "minus", "flags"],
)
def test_separators_and_encodings_do_not_change_a_table(content: bytes, tmp_path: Path) -> None:
    assert table(tmp_path, content).default == RECORDS


def test_windows_encodings_and_spaces_in_column_names_are_read(tmp_path: Path) -> None:
    rule = table(tmp_path, "Victory points,Sea-Level,name\n3,2,König\n".encode("cp1252"))
    assert rule.default == ({"victory_points": 3, "sea_level": 2, "name": "König"},)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("points\n1\n2\nx\n", "cards.csv: cell A4 (points) is 'x' in a column of numbers; correct"),
        ("name,points\na,1,5\n", "cell C2 contains '5', but its column has no name"),
        ("name,copies\na,#REF!\n", "cell B2 (copies) is '#REF!', a formula without a value"),
        ("name,copies\na,many\n", "cell B2 (copies) is 'many'; allowed: whole numbers 0 to"),
        ("name,copies\na,1.5\n", "cell B2 (copies) is '1.5'; allowed: whole numbers 0 to"),
        ("name,copies\na,0\n", "rule card has no copies of any card; give a card 1 or more"),
        ("name,points\n", "has only a first row and no cards"),
        ("", "cards.csv is empty; its first row names the columns"),
        ('name,points\n"a,1\n', "row 2 is not valid CSV"),
        (b"PK\x03\x04", "cards.csv cannot be read as an Excel workbook"),
        (b"name\n\x81\x8d\n", "cards.csv is neither UTF-8 nor Windows-1252"),
    ],
)
def test_an_invalid_table_is_refused_with_the_name_of_the_cell(
    content: str | bytes, message: str, tmp_path: Path
) -> None:
    assert message in refusal(tmp_path, content)


@pytest.mark.parametrize(
    ("content", "column", "reason"),
    [
        ("name,suit\na,red\nb,#REF!\n", "suit", "cell B3 (suit) is '#REF!', a formula without"),
        (
            "name,suit\na,red\nb,blue\nc,3\n",
            "suit",
            "cell B4 (suit) is the number '3' in a column of words; correct it or, if all are",
        ),
        (
            "name,points\na,1\nb,2\nc,x\n",
            "points",
            "cell B4 (points) is 'x' in a column of numbers",
        ),
        ("name,text\na," + "very " * 20 + "long\n", "text", "texts for people, too long or of"),
        (
            'name,text\na,"line 1\nline 2"\n',
            "text",
            "texts for people, too long or of several lines",
        ),
        ("name,cost,Cost\na,1,2\n", "cost", "another column is called cost"),
        ("name,id\na,20240115001\n", "id", "cell B2 (id) is '20240115001'; numbers may be at most"),
        ('name,pay\na,"0,0,1"\nb,2\n', "pay", "cell B2 (pay) is '0,0,1', which is not one number"),
        (f"name,id\na,{'9' * 5_000}\n", "id", "texts for people, too long"),
        ("name,points\na,\nb,\n", "points", "it is empty"),
    ],
)
def test_a_column_that_cannot_be_read_is_left_out_with_the_reason(
    content: str, column: str, reason: str, tmp_path: Path
) -> None:
    rule = table(tmp_path, content)
    assert reason in rule.unread[column]
    assert "name" in [field.name for field in rule.fields]


def test_a_heading_that_is_no_name_in_code_gets_one(tmp_path: Path) -> None:
    rule = table(tmp_path, "name,total,2nd,Cost ($)\na,1,2,3\n")
    fields = ["name", "column_total", "column_2nd", "cost"]
    assert [field.name for field in rule.fields] == fields


def test_words_that_differ_in_case_are_the_same_word_which_is_reported(tmp_path: Path) -> None:
    rule = table(tmp_path, "name,suit\na,red\nb,Red\n")
    assert [record["suit"] for record in rule.default] == ["red", "red"]
    assert rule.doubts == ("cards.csv: cell B3 (suit) is 'Red', read as 'red'",)


def test_a_workbook_is_read_with_the_values_that_its_sheet_shows(tmp_path: Path) -> None:
    book = Workbook()
    book.create_sheet("notes")
    sheet = book.worksheets[0]
    heads, *cards = (line.split(",") for line in CARDS.replace('"Queen, the"', "Queen").split())
    sheet.append(heads)
    sheet.append([])
    for name, copies, points, suit, wild in cards:
        sheet.append([name, int(copies), float(points), suit, wild == "yes"])
    sheet["H9"].number_format = "0.00"  # a cell that is formatted and empty is none
    file = tmp_path / "cards.xlsx"
    book.save(file)
    records = read_other_table(table(tmp_path), file)[0]
    assert records == tuple(
        {**record, "name": str(record["name"])[:6].strip(",")} for record in RECORDS
    )
    sheet["B4"] = "many"
    book.save(file)
    with pytest.raises(UsageError, match=r"cards.xlsx: cell B4 \(copies\) is 'many'"):
        read_other_table(table(tmp_path), file)[0]


def test_cells_beyond_the_letter_z_are_named_as_spreadsheets_do(tmp_path: Path) -> None:
    names = ",".join(f"c{number}" for number in range(28))
    rule = table(tmp_path, f"{names}\n{'1,' * 27}#REF!\n")
    assert rule.unread["c27"].startswith("cell AB2 (c27) is '#REF!'")


def test_a_column_of_words_that_look_like_numbers_can_be_declared_as_words(tmp_path: Path) -> None:
    ranks = "rank\n10\nJ\n9\nQ\n"
    assert "words={'rank': ('J', 'Q', '10', '9', ...)}" in refusal(tmp_path, ranks)
    rule = table(tmp_path, ranks, words={"rank": ("9", "10", "J", "Q")})
    assert [record["rank"] for record in rule.default] == ["10", "J", "9", "Q"]
    assert "unknown column 'suit' in words=" in refusal(tmp_path, ranks, words={"suit": ("a",)})


def test_columns_of_a_card_table_can_be_left_out(tmp_path: Path) -> None:
    content = "name,points,Rules text\na,1,Draw two cards; discard one of them.\n"
    rule = table(tmp_path, content, left_out=("rules text",))
    assert [field.name for field in rule.fields] == ["name", "points"]
    assert other(tmp_path, "name,points\nb,2\n", rule) == ({"name": "b", "points": 2},)
    assert other(tmp_path, content, rule) == ({"name": "a", "points": 1},)
    assert "unknown column 'notes' to leave out" in refusal(tmp_path, CARDS, left_out=("notes",))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("blue", "green", "v2.csv: cell D3 (suit) is 'green'; allowed: red, blue; to allow more, "),
        ("Points", "Pionts", "unknown column 'pionts' in v2.csv"),
        (",Wild", "", "cell E2 contains 'no', but its column has no name"),
        ("Fool,2", "Fool,200", "cannot add up to 204; allowed: 1 to 50; for more, set"),
        ("Fool,2,-1", "Fool,2,2.5", "cell C4 (points) is '2.5'; allowed: whole numbers"),
    ],
)
def test_another_card_table_must_have_the_columns_of_the_games_table(
    before: str, after: str, message: str, tmp_path: Path
) -> None:
    assert message in other_refusal(tmp_path, CARDS.replace(before, after))


def test_another_table_may_have_more_rows_up_to_the_declared_maximum(tmp_path: Path) -> None:
    row = "Page,1,0,red,no\n"
    assert len(other(tmp_path, CARDS + 13 * row)) == 16
    message = other_refusal(tmp_path, CARDS + 14 * row)
    assert "cannot have 17 records; allowed: up to 16" in message
    assert "Cards('card', data=..., most=17)" in message
    assert len(other(tmp_path, CARDS + 14 * row, table(tmp_path, most=17))) == 17


def test_hands_of_up_to_64_kinds_stay_a_single_set_unless_more_rows_are_declared(
    tmp_path: Path,
) -> None:
    most = [table(tmp_path, "points\n" + "1\n" * rows).longest for rows in (52, 60, 64, 65)]
    assert most == [64, 64, 64, 96]


def test_words_keep_their_numbers_in_a_table_with_another_order(tmp_path: Path) -> None:
    rule = table(tmp_path)
    turned = other(tmp_path, "name,copies,points,suit,wild\na,1,1,blue,no\nb,1,1,red,no\n", rule)
    assert stored(rule, turned)["card_suit"][:2].tolist() == [1, 0]


def stored(rule: CardTable, value: Any) -> Any:
    record = np.zeros(1, rules_dtype([rule], np.dtype([])))[0]
    rule.store(record, value)
    return record


def test_compiled_code_has_all_columns_and_the_names_of_cards(tmp_path: Path) -> None:
    rule = table(tmp_path)
    record = stored(rule, rule.default)
    assert record["card_length"] == 3
    assert record["card_points"].tolist() == [2, 5, -1] + [0] * 13
    assert record["card_wild"][:3].tolist() == [0, 1, 0]
    names = [text_of(name.tobytes()) for name in record["card_name"][:4]]
    assert names == ["Knight", "Queen, the", "Fool", ""]


def resolved(rule: CardTable, change: Any) -> Any:
    return resolve([rule], Variant("", {}), {"card": change}, "toy")["card"]


def test_the_assignments_of_a_change_make_the_same_change(tmp_path: Path) -> None:
    rule = table(tmp_path)
    more = (*RECORDS, {"name": 'the "big" one: a; b', "copies": 1, "points": 0} | RECORDS[1])
    renamed = ({**RECORDS[0], "name": 'a "b", c:d'}, *RECORDS[1:])
    cell = (*RECORDS[:2], {**RECORDS[2], "points": 4})
    assert rule.assignments(rule.difference(cell, rule.default)) == ["card.3.points=4"]
    for value in (cell, more, renamed, RECORDS[:2], RECORDS[1:] + RECORDS[:1]):
        change = rule.difference(value, rule.default)
        typed: dict[str, Any] = {}
        for text in rule.assignments(change):
            name, _, value_text = text.partition("=")
            _, _, entry = name.partition(".")
            read = rule.parse_entry(entry, value_text) if entry else rule.parse(value_text)
            typed = combine_changes([rule], typed, {"card": read})
        assert resolved(rule, typed["card"]) == tuple(value)
        assert resolved(rule, change) == tuple(value)


def test_a_new_row_follows_the_last_and_has_every_column(tmp_path: Path) -> None:
    rule = table(tmp_path)
    added = resolved(rule, {"4": RECORDS[0]})
    assert added == (*RECORDS, RECORDS[0])
    assert rule.difference(added, rule.default) == {"4": RECORDS[0]}
    with pytest.raises(
        UsageError, match=r"has no record '5' \(it has records 1 to 3\); to add one"
    ):
        resolved(rule, {"5": RECORDS[0]})
    with pytest.raises(UsageError, match=r"has no record '9+…9' \(it has records 1 to 3\);"):
        resolved(rule, {"9" * 5_000: {"points": 2}})  # more digits than Python reads
    with pytest.raises(UsageError, match=r"rule card.4 has no name, copies, suit, wild"):
        resolved(rule, {"4": {"points": 2}})


def test_a_table_with_an_unclosed_quote_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a closing quote is missing"):
        table(tmp_path).parse('"Knight:3:2:red:false')


def test_alternatives_of_a_table_change_one_column_and_are_allowed(tmp_path: Path) -> None:
    rule = table(tmp_path)
    alternatives = rule.alternatives(rule.default)
    assert list(alternatives) == ["card.copies", "card.points", "card.suit", "card.wild"]
    for changes in (*alternatives.values(), *rule.extremes().values()):
        assert changes
        for change in changes:
            assert resolved(rule, change) != rule.default


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'name,points\n"a\x1bb",1\n', "a cell of row 2 contains \\x1b, a character that cannot"),
        ("name,points\na\u202eb,1\n", "a cell of row 2 contains \\u202e, a character that cannot"),
        (b"name,points\n\0\0,1\n", "\\x00"),
        (f"name,points\n{'a' * 20_000},1\n", "a cell of row 2 has 20,000 characters"),
        ("name,points\n" + "a,1\n" * 20_000, "is larger than the 10,000 rows and 200 columns"),
        (",".join("abc") * 1_000 + "\na\n", "is larger than the 10,000 rows and 200 columns"),
        (b"name,points\n" + b"a" * 5_000_000, "is larger than the 4 MB that a table may have"),
        (b"\xff\xfea", "is neither UTF-8 nor Windows-1252"),
    ],
    ids=range(8),
)
def test_a_table_that_is_too_large_is_refused(
    content: str | bytes, message: str, tmp_path: Path
) -> None:
    error = refusal(tmp_path, content)
    assert message in error
    assert error.startswith("cards.csv")


def test_the_apostrophe_before_a_name_that_looks_like_a_formula_is_dropped(
    tmp_path: Path,
) -> None:
    rule = table(tmp_path, "name,points\n'=Knight,2\n'-x,'-3\n'Tis,1\n")
    assert [card["name"] for card in rule.default] == ["=Knight", "-x", "'Tis"]
    assert [card["points"] for card in rule.default] == [2, -3, 1]


TAGS = "name,tags\nAnt,fire; water\nBee,water\nCat,\nDog,earth; fire\n"


def test_lists_of_words_are_sets_which_code_reads_as_bits(tmp_path: Path) -> None:
    rule = table(tmp_path, TAGS)
    assert [record["tags"] for record in rule.default] == [
        ("fire", "water"),
        ("water",),
        (),
        ("fire", "earth"),
    ]
    assert stored(rule, rule.default)["card_tags"][:4].tolist() == [0b011, 0b010, 0, 0b101]
    assert "tags is a set of 0 for fire, 1 for water, 2 for earth" in rule.meaning


def test_a_set_of_words_is_typed_with_commas_and_read_from_another_sheet(tmp_path: Path) -> None:
    rule = table(tmp_path, TAGS)
    change = rule.parse_entry("2.tags", "earth,water")
    assert resolved(rule, change)[1]["tags"] == ("water", "earth")
    assert resolved(rule, rule.parse_entry("1.tags", "none"))[0]["tags"] == ()
    assert rule.assignments(change) == ["card.2.tags=water,earth"]
    records = other(tmp_path, 'name,tags\nEel,"Water, fire"\n', rule)
    assert records == ({"name": "Eel", "tags": ("fire", "water")},)
    with pytest.raises(UsageError, match=r"cell B2 \(tags\) is 'wind'; allowed: none, or some"):
        other(tmp_path, "name,tags\nEel,wind\n", rule)


def test_another_table_may_have_other_headings_and_columns_that_are_reported(
    tmp_path: Path,
) -> None:
    rule = table(tmp_path)
    file = tmp_path / "v2.csv"
    file.write_text("Title,Qty,Wild,Points,Suit,Cost\nPage,2,,1,Red,3\n", encoding="utf-8")
    records, doubts = read_other_table(rule, file)
    page = {"name": "Page", "copies": 2, "points": 1, "suit": "red", "wild": False}
    assert records == (page,)
    assert [doubt.removeprefix(f"{file}: ") for doubt in doubts] == [
        "not in the game's table, so left out: cost, title"
    ]


COSTS = "Name,Qty,Cost\nHut,2,wood; wood; food\nInn,1,food\nMill,1,wood; food\n"


def test_another_table_is_read_with_the_numbers_of_the_words_in_its_lists(tmp_path: Path) -> None:
    rule = table(tmp_path, COSTS)
    records = other(tmp_path, "Name,Qty,Cost\nHut,2,3 Wood + food\nInn,1,\nMill,1,wood\n", rule)
    assert [(record["cost"], record["cost_wood"], record["cost_food"]) for record in records] == [
        (("wood", "food"), 3, 1),
        ((), 0, 0),
        (("wood",), 1, 0),
    ]


def test_another_table_with_an_unknown_word_in_a_list_is_refused(tmp_path: Path) -> None:
    rule = table(tmp_path, COSTS)
    with pytest.raises(UsageError, match=r"cell C2 \(cost\) is 'iron; wood'"):
        other(tmp_path, "Name,Qty,Cost\nHut,2,iron; wood\nInn,1,food\n", rule)


def test_repetitions_that_the_games_own_table_lacks_are_reported(tmp_path: Path) -> None:
    rule = table(tmp_path, COSTS.replace("wood; wood; food", "wood; food"))
    assert [field.name for field in rule.fields] == ["name", "copies", "cost"]
    (tmp_path / "v2.csv").write_text(COSTS, encoding="utf-8")
    records, doubts = read_other_table(rule, tmp_path / "v2.csv")
    assert records[0]["cost"] == ("wood", "food")
    [doubt] = doubts
    assert doubt.endswith("not in the game's table, so left out: cost_wood, cost_food")
