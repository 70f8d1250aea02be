"""Decks in JSON, as card tools and Tabletop Simulator write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simulate.sheets.card_sheet import read_card_sheet
from simulate.sheets.settings import SheetSettings
from tests.sheets.understanding import understood

CARDS = [
    {"name": "Ant", "count": 3, "cost": 1.5, "tags": ["red", "fast"], "wild": True},
    {"name": "Bee", "count": 2, "cost": 2, "tags": ["red"], "wild": False},
    {"name": "Cat", "count": 1, "cost": None},
]
READ = "copies name cost tags wild\n3 Ant 1.5 red+fast True\n2 Bee 2 red False\n1 Cat 0 {} False"


def write(folder: Path, value: Any) -> Path:
    """Write a JSON file, and return its path."""
    file = folder / "cards.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    return file


def test_a_list_of_objects_is_read_like_a_sheet(tmp_path: Path) -> None:
    assert understood(write(tmp_path, CARDS)) == READ


@pytest.mark.parametrize(
    "value",
    [
        {"title": "Reef", "version": 2, "cards": CARDS},
        {"title": "Reef", "authors": ["Ann", "Bo"], "deck": {"size": 3, "cards": CARDS}},
    ],
)
def test_the_only_list_of_objects_in_an_object_is_read(value: Any, tmp_path: Path) -> None:
    assert understood(write(tmp_path, value)) == READ


def test_numbers_are_read_as_json_has_them(tmp_path: Path) -> None:
    cards = [{"name": "Ant", "weight": 1.234}, {"name": "Bee", "weight": 2.345}]
    assert understood(write(tmp_path, cards)) == "copies name weight\n1 Ant 1.234\n1 Bee 2.345"


def test_one_of_several_lists_is_read_by_its_name(tmp_path: Path) -> None:
    spells = [{"name": "Fire", "copies": 3, "cost": 1}, {"name": "Ice", "copies": 2, "cost": 2}]
    file = write(tmp_path, {"cards": CARDS, "spells": spells})
    assert understood(file) == (
        "refused: cards.json has 2 tabs that look like cards: cards (3 rows), spells (2 rows); "
        "name one, as in 'cards.json#cards', or put the cards of one deck on one tab"
    )
    assert understood(Path(f"{file}#spells")) == "copies name cost\n3 Fire 1\n2 Ice 2"


def test_fields_with_fields_of_their_own_are_left_out_and_named(tmp_path: Path) -> None:
    cards = [
        {"name": "Ant", "cost": 1, "art": {"file": "ant.png"}, "moves": [{"name": "Bite"}]},
        {"name": "Bee", "cost": 2},
    ]
    file = write(tmp_path, cards)
    assert understood(file) == "copies name cost\n1 Ant 1\n1 Bee 2"
    sheet = read_card_sheet(file, "cards.json", SheetSettings())
    assert sheet.notes[:2] == (
        "field art: its values have fields of their own",
        "field moves: its values have fields of their own",
    )


def tabletop_card(nickname: str, **filled: Any) -> dict[str, Any]:
    """Return a card as Tabletop Simulator saves it."""
    return {
        "GUID": "a1b2c3",
        "Name": "Card",
        "Transform": {"posX": 1.5, "rotY": 180.0},
        "Nickname": nickname,
        "Description": "",
        "CardID": 100,
        "Locked": False,
        **filled,
    }


def write_deck(folder: Path, cards: list[dict[str, Any]]) -> Path:
    """Write a table of Tabletop Simulator with one deck, and return its path."""
    deck = {
        "Name": "DeckCustom",
        "Transform": {},
        "Nickname": "Draw pile",
        "ContainedObjects": cards,
    }
    return write(folder, {"SaveName": "", "ObjectStates": [deck]})


def test_a_deck_of_tabletop_simulator_has_a_kind_for_cards_with_the_same_texts(
    tmp_path: Path,
) -> None:
    ant = tabletop_card("Ant", GMNotes="3", Tags=["Red"])
    file = write_deck(tmp_path, [ant, tabletop_card("Bee", GMNotes="1"), ant, ant])
    assert understood(file) == "copies name gmnotes tags nickname\n3 Ant 3 Red Ant\n1 Bee 1 _ Bee"
    sheet = read_card_sheet(file, "cards.json", SheetSettings())
    assert sheet.table.tab.name == "Draw pile"
    assert (
        "4 objects: those with the same picture (CardID) and texts are copies of a card"
        in sheet.notes
    )


def test_cards_of_tabletop_simulator_with_different_numbers_are_different(tmp_path: Path) -> None:
    cards = [tabletop_card("", CardID=number, Tags=["Beast"]) for number in (100, 101, 101, 102)]
    wolves = [tabletop_card("Wolf", CardID=number, Tags=["Beast"]) for number in (200, 201)]
    file = write_deck(tmp_path, [*cards, *wolves])
    assert understood(file).splitlines()[1:] == [
        "1 card 1 Beast card 1",
        "2 card 2 Beast card 2",
        "1 card 3 Beast card 3",
        "1 Wolf Beast Wolf",
        "1 Wolf Beast Wolf",
    ]
    notes = read_card_sheet(file, "cards.json", SheetSettings()).notes
    assert (
        "names: cards without a nickname have numbers, such as card 1; the field Nickname can name "
        "them" in notes
    )
    assert any("several rows have the same name (Wolf)" in note for note in notes)


def test_the_pictures_of_tabletop_simulator_tell_cards_apart_whatever_their_keys(
    tmp_path: Path,
) -> None:
    # Programs that write decks give each copy a key of its own. Cards of two decks share a key.
    def card(key: int, picture: str) -> dict[str, Any]:
        sheet = {"FaceURL": picture, "BackURL": "back.png"}
        return tabletop_card("", CardID=100 * key, CustomDeck={str(key): sheet})

    file = write_deck(tmp_path, [card(1, "ant.png"), card(2, "ant.png"), card(1, "bee.png")])
    assert understood(file).splitlines()[1:] == ["2 card 1 card 1", "1 card 2 card 2"]


def test_a_table_of_tabletop_simulator_with_several_decks_is_refused_with_their_names(
    tmp_path: Path,
) -> None:
    decks: list[dict[str, Any]] = []
    for name in ("Ants", "Bees"):
        cards = [tabletop_card(f"{name} {place}", GMNotes="2") for place in range(3)]
        decks.append({"Nickname": name, "Transform": {}, "ContainedObjects": cards})
    file = write(tmp_path, {"ObjectStates": decks})
    message = understood(file)
    assert "cards.json has 2 tabs that look like cards: Ants (3 rows), Bees (3 rows)" in message
    assert understood(Path(f"{file}#Bees")).splitlines()[1] == "1 Bees 0 2 Bees 0"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": 1}', "cards.json has no list with an object for each card; save its table as"),
        ("[1, 2]", "cards.json has no list with an object"),
        ("[]", "cards.json has no list with an object"),
        ('[{"name": "Ant"}', "cards.json is not valid JSON; export it again, or save it as CSV"),
        ('[{"name": "Ant", "cost": NaN}]', "cards.json is not valid JSON"),
        ("[" * 100_000, "cards.json is not valid JSON"),
        ('{"a":' * 800 + "[]" + "}" * 800, "cards.json has no list with an object"),
        ('[{"name": "a\\u0007"}, {"name": "b"}]', "a character that cannot be shown"),
        ('[{"a": {"b": 1}}, {"a": {"b": 2}}]', "cards.json has no list with an object"),
    ],
)
def test_other_json_is_refused_in_one_line(content: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(content, encoding="utf-8")
    refusal = understood(file)
    assert refusal.startswith("refused: ")
    assert message in refusal
    assert "\n" not in refusal


def test_numbers_that_are_too_large_are_named_and_not_read(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text('[{"name": "Ant", "cost": 1e999}, {"name": "Bee", "cost": 1}]')
    [column] = read_card_sheet(file, "cards.json", SheetSettings()).unread
    assert column.reason == "cell B2 (cost) is 'inf'; numbers may be at most 1,000,000"
