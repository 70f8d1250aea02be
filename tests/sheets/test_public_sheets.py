"""Sheets with the shapes of files in public repositories; their contents are made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.rules.card_tables import declare_table
from simulate.sheets.card_sheet import CardSheet, read_card_sheet
from simulate.sheets.cells import SheetCell
from simulate.sheets.columns import Kind
from simulate.sheets.heading_groups import join_headings
from simulate.sheets.settings import SheetSettings
from tests.sheets.understanding import understood


def read(folder: Path, text: str, name: str = "cards.csv") -> CardSheet:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_card_sheet(path, name, SheetSettings())


def kinds(sheet: CardSheet) -> dict[str, Kind]:
    return {column.name: column.kind for column in sheet.columns}


@pytest.mark.parametrize(
    "heading",
    [
        *("Stück", "Stk.", "Quantità", "Quantidade", "Ilość", "Antal", "Количество", "item-count"),
        *("Num", "Qtd", "Exemplare", "Cantidad", "Anz.", "Anz", "Cant.", "Qnty", "Q'ty", "QTY."),
        *(
            "In box",
            "Stuks per deck",
            "Stuks",
            "Nb d'exemplaires",
            "Nbre",
            "Nb",
            "Freq",
            "Frequency",
        ),
        *(
            "How many?",
            "Ks",
            "Szt.",
            "Liczba",
            "Q",
            "Pcs",
            "Pieces",
            "Copies in the deck",
            "cardCount",
        ),
        *("# of copies", "Quantity to print", "Anzahl im Stapel", "枚数", "数量", "수량", "Darab"),
    ],
)
def test_copies_have_the_headings_of_many_languages(heading: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, f"Name;{heading};Cost\nOrc;3;1\nElf;2;1\nImp;2;4\n")
    copies = sheet.column("copies")
    assert copies is not None
    assert copies.heading == heading


@pytest.mark.parametrize("heading", ["Nome", "Nazwa", "Namn", "Название", "Nickname"])
def test_names_have_the_headings_of_many_languages(heading: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, f"{heading},Copies\nOrc,3\nElf,2\n")
    assert not any("no column is called name" in doubt for doubt in sheet.doubts)


def test_a_sheet_without_copies_says_so_and_names_the_columns_that_could_be_meant(
    tmp_path: Path,
) -> None:
    sheet = read(tmp_path, "Name,Starter,Market,Suit\nA,2,4,red\nB,0,6,red\nC,1,2,blue\n")
    assert sheet.copies_candidates == ("Starter", "Market")
    first = sheet.checks[0]
    assert first.startswith("each row is read as one card; if Starter or Market says how many")
    assert 'columns={"copies": "Starter"}' in first


@pytest.mark.parametrize("heading", ["Cost", "Victory points", "Angriff", "Coût", "DeckID", "HP"])
def test_a_column_of_costs_or_points_is_not_suspected_to_be_copies(
    heading: str, tmp_path: Path
) -> None:
    sheet = read(tmp_path, f"Name;{heading};Suit\nOrc;2;a\nElf;2;b\nImp;1;c\n")
    assert sheet.column("copies") is None
    assert sheet.checks == ()


@pytest.mark.parametrize("heading", ["Anzahl Punkte", "Count of symbols", "Qty (solo)", "Card No."])
def test_a_word_for_copies_beside_other_words_is_not_read_as_copies(
    heading: str, tmp_path: Path
) -> None:
    sheet = read(tmp_path, f"Name;{heading};Suit\nOrc;2;a\nElf;2;b\nImp;1;c\n")
    assert sheet.column("copies") is None


def test_a_column_of_copies_with_a_remark_in_a_cell_is_named_before_all_else(
    tmp_path: Path,
) -> None:
    sheet = read(tmp_path, "Name,Freq,Cost\nOrc,3 (2 in solo),1\nElf,2,2\nImp,2,4\n")
    assert sheet.checks[0].startswith("each row is read as one card; if Freq says how many")
    assert any("cell B2 (freq) is '3 (2 in solo)'" in doubt for doubt in sheet.doubts)


def test_a_number_of_each_card_is_not_its_copies(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Nr.;Name;Kosten\n1;Ork;3\n2;Elf;2\n3;Troll;6\n")
    assert sheet.column("copies") is None
    assert any(doubt.startswith("column Nr. could mean") for doubt in sheet.doubts)


def test_names_of_several_rows_are_named(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name,Value\nHit,1\nHit,2\nDuck,1\n")
    assert any("same name (Hit)" in note for note in sheet.notes)


def test_a_dash_among_words_is_an_empty_cell(tmp_path: Path) -> None:
    text = "Name,Tribes,Kind,Pelt\nA,Fish; Fox,-,-\nB,Fox,old,-\nC,-,new,\n"
    sheet = read(tmp_path, text)
    assert kinds(sheet) == {"name": Kind.NAMES, "tribes": Kind.SETS, "kind": Kind.WORDS}
    [tribes, kind] = [sheet.column("tribes"), sheet.column("kind")]
    assert tribes is not None and tribes.words == ("Fish", "Fox")
    assert kind is not None and kind.words == ("", "old", "new")
    assert [column.name for column in sheet.unread] == ["pelt"]
    assert any("'-' is read as an empty cell" in note for note in sheet.notes)


def numbers_of_words(sheet: CardSheet) -> list[dict[str, int]]:
    """Return the numbers of words of each card, by name in code."""
    names = [column.name for column in sheet.columns if column.kind == Kind.COUNTS]
    records = declare_table(sheet, "card").default
    return [{name: record[name] for name in names if record[name]} for record in records]


@pytest.mark.parametrize(
    "cells",
    [
        ("2 wood; 1 ore", "1 wood", "3 ore"),
        ("+2 wood / +1 ore", "+1 wood", "+3 ore"),
        ("2 wood + ore", "wood", "3x ore"),
        ("wood x2 / ore x1", "Wood", "ore x3"),
        ("wood; wood; ore", "wood", "ore; ore; ore"),
        ("wood|ore|wood", "wood", "ore|ore|ore"),
    ],
)
def test_the_number_of_each_word_in_a_list_is_read(
    cells: tuple[str, str, str], tmp_path: Path
) -> None:
    text = "Name;Tags;Cost\n" + "".join(f'"{cell}";a;"{cell}"\n' for cell in cells)
    sheet = read(tmp_path, text)
    assert kinds(sheet)["cost"] == Kind.SETS
    assert numbers_of_words(sheet) == [
        {"cost_wood": 2, "cost_ore": 1},
        {"cost_wood": 1},
        {"cost_ore": 3},
    ]
    sets = [record["cost"] for record in declare_table(sheet, "card").default]
    assert sets == [("wood", "ore"), ("wood",), ("ore",)]


def test_a_list_that_repeats_more_words_than_are_counted_is_reported(tmp_path: Path) -> None:
    words = [f"w{chr(97 + number)}" for number in range(20)]
    rows = "".join(f"Card {word},{word};{words[0]}\n" for word in words)
    sheet = read(tmp_path, f"Name,Icons\n{rows}")
    assert kinds(sheet)["icons"] == Kind.SETS
    assert not any(kind == Kind.COUNTS for kind in kinds(sheet).values())
    assert any("'wa;wa', but each word is read once" in doubt for doubt in sheet.doubts)


def test_a_number_of_words_does_not_replace_a_column_of_the_same_name(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name,Cost,Cost wood\nA,2 wood,7\nB,1 wood; 1 ore,8\nC,ore,9\n")
    assert kinds(sheet)["cost_wood"] == Kind.WHOLE
    assert kinds(sheet)["cost_ore"] == Kind.COUNTS
    assert any("the number of 'wood' in its cells is not read" in doubt for doubt in sheet.doubts)


def test_lists_of_single_words_are_sets(tmp_path: Path) -> None:
    text = 'Name,Tags,Kin\nA,"Cheese, Rice",sun|sea\nB,"Meat, Tomato",rock\nC,Cheese,tree\n'
    sheet = read(tmp_path, text)
    assert kinds(sheet) == {"name": Kind.NAMES, "tags": Kind.SETS, "kin": Kind.SETS}


def test_texts_with_numbers_for_people_are_not_counted(tmp_path: Path) -> None:
    text = "Name,Effect\nA,Draw 2 cards\nB,2 players draw. Then stop.\nC,3 players draw.\n"
    assert kinds(read(tmp_path, text))["effect"] == Kind.WORDS


def test_a_price_in_words_is_not_called_a_word(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name;Price\nA;3,50 €\nB;2,00 €\nC;negotiable\n")
    [doubt] = [doubt for doubt in sheet.doubts if doubt.startswith("column Price is left out")]
    assert "words=" not in doubt
    assert "write a number, or leave the cell empty" in doubt


def test_digits_of_east_asian_fonts_are_numbers(tmp_path: Path) -> None:
    wide = {ord(mark): 0xFEE0 + ord(mark) for mark in "0123456789-"}
    text = "Name,枚数,コスト\nA,2,5\nB,4,2\nC,1,-1\n".translate(wide)
    records = declare_table(read(tmp_path, text), "card").default
    assert [(record["copies"], record["コスト"]) for record in records] == [(2, 5), (4, 2), (1, -1)]


def test_letters_that_are_only_assumed_are_quoted(tmp_path: Path) -> None:
    text = "Name;Qty;Cost\nRytíř;3;1\nElf;2;2\n"
    note = "letters are read as Windows-1252, as in 'Rytíø'; if they look wrong, save the file as"
    for encoding, is_assumed in (("cp1250", True), ("utf-8", False), ("utf-16", False)):
        path = tmp_path / f"{encoding}.csv"
        path.write_text(text, encoding=encoding)
        notes = read_card_sheet(path, path.name, SheetSettings()).notes
        assert any(sentence.startswith(note) for sentence in notes) == is_assumed


def test_gains_and_losses_in_words_are_pointed_out(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name,Gain\nA,+1 wood\nB,+2 wood\nC,-1 food\n")
    assert kinds(sheet)["gain"] == Kind.WORDS
    assert any("read as words, such as '+1 wood'" in doubt for doubt in sheet.doubts)


def test_comments_and_headings_between_the_cards_are_left_out_and_named(tmp_path: Path) -> None:
    text = "ID,Name,Qty,Cost\n# weapons,,,\nW1,Bow,3,1\nW2,Axe,2,2\n,MAGIC,,\nS1,Mend,1,1\n"
    sheet = read(tmp_path, text)
    names = [record["name"] for record in declare_table(sheet, "card").default]
    assert names == ["Bow", "Axe", "Mend"]
    assert "row 2 ('# weapons') left out: a note, not a card" in sheet.doubts
    assert "row 5 ('MAGIC') left out: only a name, and no number of copies" in sheet.doubts


@pytest.mark.parametrize("units", [";(cards);(coins);%", ";;(0-10);", ";[n];;"])
def test_a_row_of_units_below_the_headings_is_no_card(units: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, f"Name;Qty;Cost;Chance\n{units}\nOrc;3;1,5;10%\nElf;2;2;50%\n")
    records = declare_table(sheet, "card").default
    assert [(record["name"], record["cost"]) for record in records] == [("Orc", 1.5), ("Elf", 2.0)]
    [doubt] = sheet.doubts
    assert doubt.startswith("row 2 (")
    assert doubt.endswith("left out: units or remarks below the headings")


@pytest.mark.parametrize("first", ["Joker;1;wild;", "Joker;1;-;", ";2;3;4%"])
def test_a_first_card_with_texts_or_without_a_name_is_kept(first: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, f"Name;Qty;Cost;Chance\n{first}\nOrc;3;1,5;10%\nElf;2;2;50%\n")
    assert len(declare_table(sheet, "card").default) == 3


@pytest.mark.parametrize(
    "repeated",
    ["\N{WOOD}\N{WOOD}\N{ROCK}", "sword sword shield", "[oil][oil]", "{W}{W}{U}", ":a::a:"],
)
def test_icons_that_are_repeated_in_a_cell_are_not_read_as_a_word_silently(
    repeated: str, tmp_path: Path
) -> None:
    sheet = read(tmp_path, f"Name,Icons\nA,{repeated}\nB,star\nC,moon\n")
    [doubt] = sheet.doubts
    assert doubt.startswith("column Icons is read as words, such as ")
    assert doubt.endswith("to count what is repeated in a cell, write semicolons between its parts")


def test_a_text_without_repetitions_is_not_called_a_list_of_icons(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name,Kind\nA,the sword the king has\nB,\N{FIRE} Fire\nC,[a] [b]\n")
    assert sheet.doubts == ()


def test_a_card_called_sum_is_a_card_unless_its_numbers_are_sums(tmp_path: Path) -> None:
    rows = "Name,Qty,Health,Cost\nAce,2,10,1\nTotal War,1,5,5\nKing,1,3,1\n"
    sheet = read(tmp_path, f"{rows}Sum,1,3,3\nRazem,5,,\n")
    names = [record["name"] for record in declare_table(sheet, "card").default]
    assert names == ["Ace", "Total War", "King", "Sum"]
    assert sheet.table.totals == ("row 6 ('Razem') left out: sums of the rows above",)


@pytest.mark.parametrize(
    ("yes", "no"), [("\N{CHECK MARK}", "\N{BALLOT X}"), ("PRAWDA", "FAŁSZ"), ("VERO", "FALSO")]
)
def test_marks_and_spreadsheet_words_for_yes_and_no_are_read(
    yes: str, no: str, tmp_path: Path
) -> None:
    sheet = read(tmp_path, f"Name,Flies\nA,{yes}\nB,{no}\nC,{yes}\n")
    assert kinds(sheet)["flies"] == Kind.FLAGS


@pytest.mark.parametrize(
    "text",
    [
        'Noise,anarch,event,core,"A text that is much too long to be the heading of a column of a '
        'table of cards."'
        "\nDeja Vu,anarch,event,core,\nStimhack,shaper,event,core,Run\n",
        "Noise,anarch,event\nDeja Vu,anarch,event\nStimhack,shaper,event\n",
    ],
)
def test_a_first_card_in_place_of_headings_is_pointed_out(text: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, text)
    assert any("is read as the headings, not as a card" in doubt for doubt in sheet.doubts)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("4x Lightning\n2x Forest\n1x Bear\n", ["4 Lightning", "2 Forest", "1 Bear"]),
        ("4 Lightning Bolt\n2 Forest\n", ["4 Lightning Bolt", "2 Forest"]),
        ("Ant x3\nBee (2x)\n", ["3 Ant", "2 Bee"]),
        ("- 3 x Ant\n- x2 Bee\n", ["3 Ant", "2 Bee"]),
        ("3x Ant, the small\n2x Bee\n", ["3 Ant, the small", "2 Bee"]),
        ("Name\n3x Ant\n2\u00d7 Bee\n", ["3 Ant", "2 Bee"]),
        ("Name,Cost\n3x Ant,2\n2x Bee,1\n", ["3 Ant 2", "2 Bee 1"]),
    ],
)
def test_numbers_of_copies_beside_names_are_read(
    text: str, cards: list[str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text(text, encoding="utf-8")
    assert understood(tmp_path / "cards.csv").splitlines()[1:] == cards


def test_titles_and_names_without_a_number_are_named_in_a_list(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("My deck\n3x Ant\nQueen\n\nSideboard\n1x Gnu\n1x Owl\n", encoding="utf-8")
    assert understood(file) == (
        "copies name\n3 Ant\n1 Queen\n1 Gnu\n1 Owl\n"
        "! row 1 ('My deck'), row 5 ('Sideboard') left out: a title, without a number of copies\n"
        "! row 3 ('Queen') is read as one card, without a number of copies"
    )


@pytest.mark.parametrize("text", ["Name\n2 Coins\n3 Coins\n", "Name,Qty\n3x Ant,2\n2x Bee,1\n"])
def test_numbers_that_belong_to_names_stay_there(text: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, text)
    assert text.splitlines()[1].startswith(next(cell.text for _, cell in sheet.cells[0]))


def test_cards_in_columns_are_pointed_out(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Name,Orc,Elf\nQty,2,4\nCost,3,2\n")
    assert any("swap rows and columns" in doubt for doubt in sheet.doubts)
    assert sheet.copies_candidates == ()


def test_headings_in_two_rows_are_joined(tmp_path: Path) -> None:
    text = "Name,Qty,Cost,,,Points\n,,Wood,Stone,Gold,\nHut,3,1,0,0,1\nKeep,2,2,3,1,4\n"
    sheet = read(tmp_path, text)
    names = ["name", "copies", "cost_wood", "cost_stone", "cost_gold", "points"]
    assert list(kinds(sheet)) == names
    assert [cell.text for _, cell in sheet.cells[3]] == ["0", "3"]


def test_groups_above_repeated_headings_tell_them_apart(tmp_path: Path) -> None:
    text = (
        "My game,,,,,\n,,Cost,,Reward,\nName,Qty,Wood,Ore,Wood,Age\nHut,3,1,0,2,1\nKeep,2,2,3,0,4\n"
    )
    sheet = read(tmp_path, text)
    names = ["name", "copies", "cost_wood", "ore", "reward_wood", "age"]
    assert list(kinds(sheet)) == names
    assert [cell.text for _, cell in sheet.cells[4]] == ["2", "0"]
    assert sheet.unread == ()
    assert "row 2 ('Cost'): headings above those of several columns" in sheet.notes
    assert "row 1 ('My game') left out: above the headings" in sheet.notes


def test_a_heading_in_the_row_above_counts_for_a_column_without_one(tmp_path: Path) -> None:
    sheet = read(tmp_path, ",,Cost,,Age\nName,Qty,Wood,Ore,\nHut,3,1,0,1\nKeep,2,2,3,4\n")
    assert list(kinds(sheet)) == ["name", "copies", "wood", "ore", "age"]


def test_a_title_above_repeated_headings_is_no_group(tmp_path: Path) -> None:
    sheet = read(tmp_path, "Deck,,,\nName,Qty,Wood,Wood\nHut,3,1,0\nKeep,2,2,3\n")
    assert [column.name for column in sheet.unread] == ["wood"]


def test_a_card_below_the_heading_of_names_is_not_a_row_of_headings() -> None:
    rows = [(number, (SheetCell("Orc"), SheetCell("old"))) for number in (2, 3)]
    assert join_headings({0: "Name"}, rows) == {}
    assert join_headings({0: "Cost"}, rows) == {0: "Cost Orc", 1: "Cost old"}


def test_a_second_table_beside_the_cards_is_left_out(tmp_path: Path) -> None:
    text = "Name,Qty,Type,,Type,Sum\nOrc,2,Unit,,Unit,5\nElf,3,Unit,,Spell,4\nBolt,4,Spell,,,\n"
    sheet = read(tmp_path, text)
    assert list(kinds(sheet)) == ["name", "copies", "type"]
    assert any(doubt.startswith("columns E to F left out") for doubt in sheet.doubts)


def test_columns_with_the_same_headings_are_left_out_and_named_once_each(tmp_path: Path) -> None:
    text = "Card Name,Qty,Card Name,Qty\nJab,3,Kick,2\nOrb,1,Punch,4\n"
    sheet = read(tmp_path, text)
    assert [column.index for column in sheet.unread] == [2, 3]
    assert sum("another column is called" in doubt for doubt in sheet.doubts) == 2
    assert not any("could mean the number of copies" in doubt for doubt in sheet.doubts)


@pytest.mark.parametrize("word", ["\N{GREEK CAPITAL LETTER SIGMA}", "Total cartas", "Total cards:"])
def test_sums_are_left_out_in_many_words(word: str, tmp_path: Path) -> None:
    sheet = read(tmp_path, f"Name,Qty,Cost\nA,3,1\nB,2,2\n{word},5,\n")
    assert len(sheet.table.rows) == 2


def test_dates_of_numbers_with_a_slash_are_explained_and_dates_of_plays_are_not(
    tmp_path: Path,
) -> None:
    text = "Name,Power,Last date\nA,03-Feb,1 May 2026\nB,2/1,2 May 2026\n"
    sheet = read(tmp_path, text)
    [doubt] = [doubt for doubt in sheet.doubts if "date" in doubt]
    assert "cell B2 (power) is the date '03-Feb'" in doubt


def test_a_total_that_is_a_formula_without_a_value_is_left_out(tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    rows = [["Name", "Qty"], ["Orc", 3], ["Elf", 2], ["Total", "=SUM(B2:B3)"], ["* to test", None]]
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "cards.xlsx")
    sheet = read_card_sheet(tmp_path / "cards.xlsx", "cards.xlsx", SheetSettings())
    assert [cells[0].text for _, cells in sheet.table.rows] == ["Orc", "Elf"]


def test_hidden_tabs_are_named(tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    for row in (["Name", "Qty"], ["Orc", 3], ["Elf", 2]):
        book.active.append(row)
    book.create_sheet("old").sheet_state = "hidden"
    book.save(tmp_path / "cards.xlsx")
    sheet = read_card_sheet(tmp_path / "cards.xlsx", "cards.xlsx", SheetSettings())
    assert "hidden tabs: not read: old" in sheet.notes
