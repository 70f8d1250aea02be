"""``fathom new NAME --from FILE``: the folder for a rulebook, and the questions about it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulate.cli.rulebook import LARGEST, MOST_QUOTED, QUESTIONS, find_lines
from tests.helpers.commands_helper import fathom

RULES = """\
CORAL

For 2 to 5 players, about 20 minutes.
Each player gets five cards from the shuffled deck. The youngest player starts.

On your turn, you may draw a card or lay one. If you cannot, you pass.
When the deck is empty, shuffle the discard pile.
A card is worth 3 points. The game ends when a player has 30 points; finish the round first.
Whoever has the most points wins. If there is a tie, the tied players share the win.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rules.txt").write_text(RULES, encoding="utf-8")
    return tmp_path


def lines_for(title: str, text: str = RULES) -> list[int]:
    """Return the numbers of the lines that are quoted below a question."""
    [question] = [question for question in QUESTIONS if question.title == title]
    return [number for number, _ in find_lines(text, question)]


@pytest.mark.slow
def test_a_folder_has_the_rulebook_a_game_that_plays_and_all_questions(folder: Path) -> None:
    output = fathom(folder, "new", "coral", "--from", "rules.txt", "--like", "cards").out
    made = folder / "coral"
    assert sorted(file.name for file in made.iterdir()) == [
        "coral.py",
        "questions.md",
        "rulebook.txt",
    ]
    assert f"{len(QUESTIONS)} questions" in output
    assert (made / "rulebook.txt").read_text(encoding="utf-8") == RULES
    few = ("--games", "4", "--no-jit", "--no-charts", "--no-robust", "--quiet", "--json")
    assert fathom(made, "run", "coral.py", *few).json["game"] == "coral"
    assert "Hands(CARDS)" in (made / "coral.py").read_text(encoding="utf-8")
    questions = (made / "questions.md").read_text(encoding="utf-8")
    assert questions.startswith("# Questions about Coral\n")
    assert questions.count("\nAnswer:\n") == len(QUESTIONS)
    assert "The quoted lines are a guess." in questions
    assert max(map(len, questions.splitlines())) <= 100
    for question in QUESTIONS:
        assert f" {question.title}\n" in questions


def test_questions_quote_the_lines_that_answer_them_with_their_numbers(folder: Path) -> None:
    fathom(folder, "new", "coral", "--from", "rules.txt")
    text = (folder / "coral" / "questions.md").read_text(encoding="utf-8")
    questions = dict(
        re.findall(r"^## \d+\. ([^\n]+)\n(.*?)^Answer:", text, re.DOTALL | re.MULTILINE)
    )
    assert "> 4: The youngest player starts." in questions["Who starts"]
    assert "> 7: When the deck is empty, shuffle the discard pile." in questions["Empty deck"]
    assert "> 6: If you cannot, you pass." in questions["No legal action"]
    assert "> 9: If there is a tie" in questions["Winner"]
    assert "finish the round first" in questions["End within a round"]
    assert "> 3: For 2 to 5 players" in questions["Number of players"]
    assert "> No line has such words." in questions["Teams"]


@pytest.mark.parametrize(
    "line",
    [
        "A co-operative game for 2 to 4 keepers, 15 minutes",
        "For two or three pirates",
        "2-4 people",
    ],
)
def test_a_number_of_players_is_quoted_whatever_the_players_are_called(line: str) -> None:
    text = f"LANTERN\n{line}\nThe light track goes from 0 to 5. Take 2 to 3 barrels.\n"
    assert lines_for("Number of players", text) == [2]


def test_the_lines_with_the_most_words_are_quoted_in_their_order() -> None:
    many = "The deck.\n" * 9 + "The deck is empty: shuffle.\n" + "The deck.\n"
    assert lines_for("Empty deck", many) == [1, 2, 3, 10]
    assert len(lines_for("Empty deck", many)) == MOST_QUOTED
    assert lines_for("Empty deck", "Players take turns.\n\n") == []


def test_long_and_hostile_lines_are_shortened_and_cleaned(tmp_path: Path) -> None:
    text = f"Shuffle the deck \x1b[31m {'word ' * 300}\n"
    (tmp_path / "rules.md").write_text(text, encoding="utf-8")
    fathom(tmp_path, "new", "coral", "--from", "rules.md")
    questions = (tmp_path / "coral" / "questions.md").read_text(encoding="utf-8")
    assert "\x1b" not in questions
    assert "word …" in questions
    assert (tmp_path / "coral" / "rulebook.md").is_file()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("rules.pdf", b"%PDF", "has to be a text file ending in .txt or .md"),
        ("rules.txt", b"ab\0\0\0cd\0", "is not a text file"),
        ("rules.txt", b" \n\n", "is empty"),
        ("rules.txt", b"x" * (LARGEST + 1), "is larger than the 1 MB that a rulebook may have"),
    ],
)
def test_a_file_that_is_no_rulebook_is_refused_and_nothing_is_made(
    name: str, content: bytes, words: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    message = fathom(tmp_path, "new", "coral", "--from", name, code=2).message
    assert words in message
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_missing_rulebook_and_an_existing_folder_are_refused(folder: Path) -> None:
    assert (
        "there is no rulebook none.txt"
        in fathom(folder, "new", "coral", "--from", "none.txt", code=2).message
    )
    (folder / "coral").mkdir()
    message = fathom(folder, "new", "coral", "--from", "rules.txt", code=2).message
    assert "coral exists already" in message
    assert list((folder / "coral").iterdir()) == []
    both = ("--from", "rules.txt", "--data", "cards.csv")
    message = fathom(folder, "new", "reef", *both, code=2).message
    assert "--from and --data cannot be combined" in message
