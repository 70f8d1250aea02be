"""Cards from a spreadsheet beside a game's file: played, changed, compared, copied."""

from __future__ import annotations

import json
import math
import time
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.commands_helper import fathom, study_id

GAME = '''"""High: two cards each; all are played, and their points count."""

from simulate.making import Cards, Hands, Pile, Shown, allow, end_game, game
from strategies import legal as listed
from strategies import strategy

CARDS = Cards("card", data="cards.csv")
RED = CARDS.word("suit", "red")
deck = Pile("deck", CARDS)
hand = Hands(CARDS)
gone = Shown("gone", CARDS)


def deal(rules, state):
    for seat in range(rules.players):
        hand.deal(state, seat, deck, 2)


def legal(rules, state, menu):
    hand.offer(menu, 0, state.own[state.table.seat])


def apply(rules, state, action):
    table = state.table
    seat = table.seat
    hand.put_down(state, seat, action)
    gone.put(state, action)
    table.scores[seat] += rules.card_points[action]
    if rules.card_suit[action] == RED:
        table.scores[seat] += 10
    if seat == rules.players - 1 and table.hand_size[seat] == 0:
        end_game(state)


GAME = game(
    name="high",
    seats=(2, 3),
    components=[deck, hand, gone],
    actions={range(CARDS.kinds): "plays {card}"},
    deal=deal,
    legal=legal,
    apply=apply,
)


@strategy("high", tier=1)
def best(view):
    """Plays the card with the most points."""
    found = listed(view)[0]
    for card in listed(view):
        if view.rules.card_points[card] > view.rules.card_points[found]:
            found = card
    return found
'''
CARDS = "name,copies,points,suit\nKnight,3,2,red\nSquire,4,1,blue\nQueen,1,5,red\nFool,2,0,green\n"
#: The same cards with a changed cell and one more row, separated by semicolons.
MORE = CARDS.replace("Queen,1,5", "Queen,1,9").replace(",", ";") + "King;2;20;blue\n"
#: The mean score of a seat, which is the sum of two cards, with each sheet.
MEAN, MEAN_OF_MORE = 2 * 55 / 10, 2 * 99 / 12
QUICK = ("--games", "3k", "--players", "2", "--no-charts", "--quiet")
SHORT = ("run", "../games/high.py", "--games", "300", "--no-charts", "--no-robust")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder beside that of the game and its cards."""
    games = tmp_path / "games"
    games.mkdir()
    (games / "high.py").write_text(GAME, encoding="utf-8")
    (games / "cards.csv").write_text(CARDS, encoding="utf-8")
    home = tmp_path / "home"
    home.mkdir()
    (home / "more.csv").write_text(MORE, encoding="utf-8")
    return home


def mean_score(summary: dict[str, Any]) -> tuple[float, float]:
    """Return the mean of the first seat's score, and its standard error."""
    [first, *_] = summary["seats"]
    return first["score_mean"], (
        first["score_mean_ci_high"] - first["score_mean_ci_low"]
    ) / 2 / 1.96


def run(folder: Path, *arguments: str) -> dict[str, Any]:
    done = fathom(folder, "run", "../games/high.py", *arguments, *QUICK, "--no-robust", "--json")
    summary: dict[str, Any] = json.loads(done.out)
    return summary


@pytest.mark.slow
def test_cards_have_the_values_of_their_table_or_of_another_table(home: Path) -> None:
    means = [mean_score(run(home, *data)) for data in ((), ("--data", "more.csv"))]
    for (mean, error), known in zip(means, (MEAN, MEAN_OF_MORE), strict=True):
        assert math.isclose(mean, known, abs_tol=4 * error), (mean, known, error)
    assert abs(means[1][0] - MEAN) > 4 * means[1][1], "the other table does not count as the first"


def test_a_rule_can_change_a_cell_of_a_table(home: Path) -> None:
    results = run(home, "--data", "more.csv", "--rule", "card.5.points=2")
    mean, error = mean_score(results)
    assert math.isclose(mean, 2 * (99 - 36) / 12, abs_tol=4 * error)
    assert [card["points"] for card in results["rules"]["card"]] == [2, 1, 9, 0, 2]


def test_the_id_of_a_study_changes_with_its_table_but_not_with_the_folder_of_the_game(
    home: Path,
) -> None:
    games = home.parent / "games"
    before = study_id(home, "../games/high.py")
    moved = games.rename(home.parent / "elsewhere")
    assert study_id(home, "../elsewhere/high.py") == before
    (moved / "cards.csv").write_text(CARDS.replace("Fool,2", "Fool,3"), encoding="utf-8")
    assert study_id(home, "../elsewhere/high.py") != before


@pytest.mark.slow
def test_a_folder_of_results_has_copies_of_the_tables_and_can_be_repeated_without_the_originals(
    home: Path,
) -> None:
    fathom(home, "run", "../games/high.py", "--data", "more.csv", *QUICK, "--out", "x")
    both = ("--data", "../games/cards.csv", "--data", "more.csv", "--out", "both")
    fathom(home, "compare", "../games/high.py", *both, *QUICK)
    assert (home / "x" / "game" / "cards.csv").read_text(encoding="utf-8") == CARDS
    for path in (home / "more.csv", home.parent / "games" / "cards.csv"):
        path.unlink()
    for folder in ("x", "both"):
        assert "gave the fingerprint it pins" in fathom(home, "verify", folder).out
    output = fathom(home, "replay", "x", "--game", "3", "--moves").out
    assert "plays King" in output or "plays Knight" in output


def test_each_table_is_an_arm_of_a_comparison(home: Path) -> None:
    data = ("--data", "../games/cards.csv", "--data", "more.csv")
    done = fathom(home, "compare", "../games/high.py", *data, *QUICK)
    assert "cards.csv or more.csv?" in done.out
    assert "more.csv: card.3.points=9, card.5.name=King, card.5.copies=2" in done.out


def test_rules_shows_a_table_and_the_numbers_that_stand_for_its_words(home: Path) -> None:
    output = fathom(home, "rules", "../games/high.py", "--data", "more.csv").out
    assert "Knight:3:2:red" in output
    assert "King:2:20:blue" in output
    assert "rules.card_points[card]; suit is 0 for red, 1 for blue, 2 for green" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("../games/high.py", "--data", "none.csv"), "there is no table none.csv"),
        (("schnuff", "--data", "more.csv"), "and schnuff has none; a game's file declares them"),
        (
            ("../games/high.py", "--data", "more.csv", "--data", "card=../games/cards.csv"),
            "--data is given twice for card; give it once, or compare them with 'fathom compare",
        ),
        (
            ("../games/high.py", "--data", "more.csv", "--rule", "card=a:1:2:red"),
            "--rule card would undo --data card",
        ),
    ],
)
def test_an_invalid_table_or_option_is_refused_with_the_reason(
    arguments: tuple[str, ...], message: str, home: Path
) -> None:
    assert message in fathom(home, "run", *arguments, code=2).message


def test_an_invalid_cell_of_the_games_own_table_is_refused_by_name(home: Path) -> None:
    cards = home.parent / "games" / "cards.csv"
    cards.write_text(CARDS.replace("Squire,4,1", "Squire,4,one"), encoding="utf-8")
    error_message = fathom(home, "run", "../games/high.py", code=2).message
    assert "(line 7)" in error_message
    assert (
        "cards.csv is left out: cell C3 (points) is 'one' in a column of numbers; correct it"
        in (error_message)
    )
    cards.unlink()
    assert "there is no table" in fathom(home, "run", "../games/high.py", code=2).message


def test_changed_numbers_are_played_without_compiling(home: Path) -> None:
    cards = home.parent / "games" / "cards.csv"
    fathom(home, *SHORT)
    cards.write_text(CARDS.replace("Queen,1,5", "Queen,2,7"), encoding="utf-8")
    assert "compiling" not in fathom(home, *SHORT).err


@pytest.mark.slow
def test_changed_columns_are_compiled(home: Path) -> None:
    # More kinds than the first could have; and no table before had a column of that name.
    head, *rows = CARDS.splitlines() + [f"Page {number},1,1,red" for number in range(30)]
    columns = [f"{head},at_{time.time_ns()}", *(f"{row},1" for row in rows)]
    cards = home.parent / "games" / "cards.csv"
    cards.write_text("\n".join(columns), encoding="utf-8")
    assert "compiling High" in fathom(home, *SHORT).err


def test_a_game_with_several_tables_needs_the_name_of_the_table(home: Path) -> None:
    games = home.parent / "games"
    tiles = 'TILES = Cards("tile", data="tiles.csv")\nbag = Pile("bag", TILES)\ndeck ='
    more = GAME.replace("deck =", tiles).replace("[deck,", "[bag, deck,")
    (games / "high.py").write_text(more, encoding="utf-8")
    (games / "tiles.csv").write_text("height\n1\n2\n", encoding="utf-8")
    (home / "flat.csv").write_text("height\n0\n", encoding="utf-8")
    error_message = fathom(home, "rules", "../games/high.py", "--data", "more.csv", code=2).message
    assert (
        "does not say which table it is for; known: tile, card; write, for instance"
        in error_message
    )
    both = ("--data", "card=more.csv", "--data", "tile=flat.csv")
    error_message = fathom(home, "rules", "../games/high.py", *both).out
    assert "King:2:20:blue" in error_message
    assert [
        line.split()[:3] for line in error_message.splitlines() if line.startswith("tile.")
    ] == [
        ["tile.1", "0", "1"],
        ["tile.2", "none", "2"],
    ]


@pytest.mark.slow
def test_two_cards_with_the_same_name_are_shown_with_numbers(home: Path) -> None:
    cards = home.parent / "games" / "cards.csv"
    cards.write_text(CARDS.replace("Squire", "Knight"), encoding="utf-8")
    output = fathom(home, "replay", "../games/high.py", "--game", "2", "--moves").out
    assert "Knight #1" in output or "Knight #2" in output
    assert "plays Knight;" not in output


@pytest.mark.slow
def test_a_game_can_ask_whether_the_list_of_a_card_has_a_word(home: Path) -> None:
    games = home.parent / "games"
    game = GAME.replace("import Cards,", "import Cards, has,").replace(
        "if rules.card_suit[action] == RED:", "if has(rules.card_suit[action], RED):"
    )
    (games / "high.py").write_text(game, encoding="utf-8")
    (games / "cards.csv").write_text(
        CARDS.replace("1,blue", "1,blue; red").replace("0,green", "0,green; blue"), encoding="utf-8"
    )
    mean, error = mean_score(run(home))
    # Of ten cards, four squires have red too, worth ten points each.
    assert math.isclose(mean, MEAN + 2 * 40 / 10, abs_tol=4 * error)
