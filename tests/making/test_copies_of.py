"""The rule copies_of changes the copies of single cards, where the cards are components."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.errors import UsageError
from simulate.game import Game, find_game
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.rules.values import COPIES_OF
from strategies import find_strategy
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import LIMIT, distances

#: A game in which seats draw in turn until the deck is empty. The deck is in a sheet or a list.
DRAW = """\
from simulate.making import Cards, Flag, Pile, Tableau, Whole, WholeTable, allow
from simulate.making import end_game, end_turn, game

CARDS = Cards("card", {cards})
deck = Pile("deck", CARDS)
taken = Tableau("taken", CARDS)
POINTS = (3, -1, 1)


def legal(rules, state, menu):
    if state.table.deck_size > 0:
        allow(menu, 0)


def apply(rules, state, action):
    table = state.table
    card = deck.draw(state)
    taken.put(state, table.seat, card)
    table.scores[table.seat] += POINTS[card]
    end_turn(rules, state)
    if table.deck_size == 0:
        end_game(state)


GAME = game(
    name="draw", seats=(2, 4), components=[deck, taken], actions={{0: "draws"}},
    rules={{{rules}}}, legal=legal, apply=apply,
)
"""
NAMES = '["Seer", "Wolf", "Villager"]'
SHEET = "name,copies\nSeer,1\nWolf,2\nVillager,4\n"
RULE = '"number": Whole(default=3, minimum=0, maximum=5, meaning="Copies of each card."),'
TABLE = (
    '"number": WholeTable(default={"Seer": 1, "Wolf": 2, "Villager": 4}, minimum=0, maximum=5, '
    'meaning="Copies of each card."),'
)
#: The arguments of `Cards` and the rules of each kind of deck.
DECKS = {
    "sheet": ('data="cards.csv"', ""),
    "list": (f"{NAMES}, copies=(1, 2, 4)", ""),
    "rule": (f'{NAMES}, copies="number"', RULE),
    "table": (f'{NAMES}, copies="number"', TABLE),
}


def draw_game(folder: Path, deck: str) -> Game:
    """Return the game with one of `DECKS`; its file is written to a folder."""
    cards, rules = DECKS[deck]
    (folder / "cards.csv").write_text(SHEET, encoding="utf-8")
    file = folder / "draw.py"
    file.write_text(DRAW.format(cards=cards, rules=rules), encoding="utf-8")
    return find_game(str(file))


def copies_in(game: Game, changes: dict[str, Any]) -> dict[str, int]:
    """Return the number of copies of each card in a rules record, as compiled code reads it."""
    [rules] = game.rules_record(game.resolve("base", changes, 2), 2)
    listed = Counter(rules.card_all[: rules.card_total].tolist())
    assert dict(enumerate(rules.card_copies[:3])) == {kind: listed[kind] for kind in range(3)}
    return {name: listed[kind] for kind, name in enumerate(("Seer", "Wolf", "Villager"))}


@pytest.mark.parametrize(
    ("deck", "before"),
    [
        ("sheet", {"Seer": 1, "Wolf": 2, "Villager": 4}),
        ("list", {"Seer": 1, "Wolf": 2, "Villager": 4}),
        ("rule", {"Seer": 3, "Wolf": 3, "Villager": 3}),
    ],
)
def test_single_cards_get_other_numbers_of_copies(
    deck: str, before: dict[str, int], tmp_path: Path
) -> None:
    game = draw_game(tmp_path, deck)
    assert copies_in(game, {}) == before
    changes = {"Wolf": 0, "Seer": 2}
    assert copies_in(game, {COPIES_OF: changes}) == before | changes


def test_the_compiled_rules_of_a_game_have_no_field_for_copies_of(tmp_path: Path) -> None:
    game = draw_game(tmp_path, "list")
    assert COPIES_OF in {option.name for option in game.options}
    assert COPIES_OF not in (game.rules_dtype.names or ())


def test_a_sheet_has_room_for_more_cards_and_a_list_if_its_author_says_how_many(
    tmp_path: Path,
) -> None:
    assert copies_in(draw_game(tmp_path, "sheet"), {COPIES_OF: {"Wolf": 20}})["Wolf"] == 20
    (tmp_path / "other").mkdir()
    listed = draw_game(tmp_path / "other", "list")
    remedy = r"there are 25 cards, .* room for 7; .* write Cards\('card', ..., most_cards=25\)"
    with pytest.raises(UsageError, match=remedy):
        copies_in(listed, {COPIES_OF: {"Wolf": 20}})
    (tmp_path / "roomy").mkdir()
    cards = f"{NAMES}, copies=(1, 2, 4), most_cards=25"
    file = tmp_path / "roomy" / "draw.py"
    file.write_text(DRAW.format(cards=cards, rules=""), encoding="utf-8")
    assert copies_in(find_game(str(file)), {COPIES_OF: {"Wolf": 20}})["Wolf"] == 20


@pytest.mark.parametrize("deck", ["sheet", "list", "rule"])
def test_at_least_one_card_has_to_stay(deck: str, tmp_path: Path) -> None:
    none = {"Seer": 0, "Wolf": 0, "Villager": 0}
    with pytest.raises(UsageError, match="no card is left; give a card 1 copy or more"):
        copies_in(draw_game(tmp_path, deck), {COPIES_OF: none})


def test_a_rule_that_lists_the_copies_of_each_card_is_the_only_one(tmp_path: Path) -> None:
    game = draw_game(tmp_path, "table")
    with pytest.raises(UsageError, match="draw has no copies_of, because"):
        game.resolve("base", {COPIES_OF: {"Wolf": 1}}, 2)


def test_a_card_that_another_sheet_lacks_is_refused(tmp_path: Path) -> None:
    game = draw_game(tmp_path, "sheet")
    other = [{"name": "Seer", "copies": 3}, {"name": "Owl", "copies": 9}]
    values = game.resolve("base", {"card": other, COPIES_OF: {"Wolf": 9}}, 2)
    with pytest.raises(UsageError, match="unknown card 'Wolf' in this table; known: Owl, Seer"):
        game.rules_record(values, 2)


def test_a_deck_of_a_single_kind_has_the_rule_too(tmp_path: Path) -> None:
    file = tmp_path / "draw.py"
    file.write_text(DRAW.format(cards='["Owl"], copies=5', rules=""), encoding="utf-8")
    with pytest.raises(UsageError, match="rule copies_of cannot be '7'; set single entries"):
        find_game(str(file)).resolve("base", {COPIES_OF: "7"}, 2)


def test_names_with_dots_can_be_nested_as_in_study_files(tmp_path: Path) -> None:
    file = tmp_path / "draw.py"
    cards, rules = '["St. John", "Wolf", "Owl"], copies=5', ""
    file.write_text(DRAW.format(cards=cards, rules=rules), encoding="utf-8")
    game = find_game(str(file))
    values = game.resolve("base", {COPIES_OF: {"St": {" John": 2}}}, 2)
    assert values[COPIES_OF] == {"St. John": 2}


def play_draw(copies: Sequence[int], players: int, chance: random.Random) -> list[float]:
    """Play a game of `DRAW` in plain Python; return seat 1's score, its wins and the turns."""
    deck = [3] * copies[0] + [-1] * copies[1] + [1] * copies[2]
    chance.shuffle(deck)
    scores = [sum(deck[seat::players]) for seat in range(players)]
    winners = [seat for seat in range(players) if scores[seat] == max(scores)]
    return [scores[0], (0 in winners) / len(winners), len(deck)]


def play_cards(copies: Sequence[int], players: int, chance: random.Random) -> list[float]:
    """Play the game of ``fathom new --like cards`` with random players; results as `play_draw`."""
    deck = [colour for colour, number in enumerate(copies) for _ in range(number)]
    chance.shuffle(deck)
    hands = [[deck.pop() for _ in range(5)] for _ in range(players)]
    laid: list[Counter[int]] = [Counter() for _ in range(players)]
    scores = [0] * players
    turns = 0
    while deck:
        seat = turns % players
        turns += 1
        colour = chance.choice(sorted(set(hands[seat])))
        hands[seat].remove(colour)
        laid[seat][colour] += 1
        scores[seat] += laid[seat][colour]
        hands[seat].append(deck.pop())
    winners = [seat for seat in range(players) if scores[seat] == max(scores)]
    return [scores[0], (0 in winners) / len(winners), turns]


def engine_games(game: Game, players: int, copies: dict[str, int], games: int) -> Any:
    """Return the same results as `play_draw` of games by random players in the engine."""
    values = game.resolve("base", {COPIES_OF: copies}, players)
    lineup = [find_strategy("random", game.name_or_file)] * players
    rows = Engine(game, values, lineup, 1, 1).play(0, games)
    winners = rows[:, row.WINNERS]
    shares = (winners & 1) / np.bitwise_count(winners)
    return np.column_stack([rows[:, row.SCORES], shares, rows[:, row.TURNS]])


@pytest.mark.parametrize("number", ["-1", "2.5"])
def test_room_for_cards_is_a_whole_number(number: str, tmp_path: Path) -> None:
    file = tmp_path / "draw.py"
    cards = f"{NAMES}, most_cards={number}"
    file.write_text(DRAW.format(cards=cards, rules=""), encoding="utf-8")
    with pytest.raises(UsageError, match=r"most_cards of cards cannot be .* give a whole number"):
        find_game(str(file))


@pytest.mark.slow
def test_games_with_other_copies_agree_with_plain_python(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "mine", "--like", "cards")
    template = find_game(str(tmp_path / "mine.py"))
    drawn = draw_game(tmp_path, "sheet")
    games = 4_000
    for game, play, copies, changes in (
        (drawn, play_draw, (6, 2, 4), {"Seer": 6}),
        (template, play_cards, (20, 9, 9, 9, 9, 2), {"red": 20, "white": 2}),
    ):
        chance = random.Random(5)
        theirs = np.array([play(copies, 3, chance) for _ in range(games)])
        ours = engine_games(game, 3, changes, games)
        unchanged = engine_games(game, 3, {}, games)
        assert np.array_equal(np.unique(ours[:, 2]), np.unique(theirs[:, 2]))
        assert max(map(abs, distances(ours[:, :2], theirs[:, :2]))) < LIMIT
        # The unchanged game differs clearly, so that the comparison can fail.
        assert max(map(abs, distances(unchanged[:, :1], theirs[:, :1]))) > 2 * LIMIT
