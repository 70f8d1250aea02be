"""The line that an error is about is shown with a caret, and only if it is clear which it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.errors import FathomError, UsageError
from simulate.study.reading import read_study
from simulate.study.toml_files import MOST_SHOWN, excerpt, pointed
from tests.helpers.tables import quick_among

GOOD = (
    'game = "snorkeling"\nvariant = "base" # as printed\ngames = 20_000\nrotate = true\n'
    'lineup = [\n  "planner(attack=0.4)",\n  "random",\n]\n\n[rules]\ntarget_score = 10\n\n'
    '[targets]\n"length.turns.mean" = { min = 3.5, max = 80 }\n'
)


@pytest.mark.parametrize(
    "letter", quick_among(["", '"', ",", "“", "[", "=", " ", "\\", "\n", "#", "}"], "", '"', "=")
)
def test_no_slip_of_one_letter_ends_in_anything_but_words(letter: str, tmp_path: Path) -> None:
    path, told = tmp_path / "my.toml", 0
    for place in range(len(GOOD)):
        path.write_text(GOOD[:place] + letter + GOOD[place + 1 :], encoding="utf-8")
        try:
            read_study(path)
        except FathomError as error:
            told += 1
            assert "TOML" not in str(error)
            assert "(at " not in str(error)
    assert told > len(GOOD) // 10


def test_a_long_line_is_shown_around_its_caret() -> None:
    line = "x" * 200 + "Y" + "z" * 200
    shown, pointer = excerpt(line, 1, 201).split("\n")
    assert shown[pointer.index("^")] == "Y"
    assert shown.count("...") == 2
    assert len(shown) < MOST_SHOWN + 20


@pytest.mark.parametrize(
    ("text", "number", "shown"),
    [("a = [\n1,\n2", 3, "2"), ("a = 1\nb = {\n\n\n", 2, "b = {"), ("\n\n[a", 3, "[a")],
)
def test_a_file_that_ends_too_soon_is_shown_where_it_ends(
    text: str, number: int, shown: str, tmp_path: Path
) -> None:
    (tmp_path / "my.toml").write_text(text)
    with pytest.raises(FathomError, match=rf"my\.toml, line {number}, column ") as broken:
        read_study(tmp_path / "my.toml")
    assert str(broken.value).split("\n")[1] == f"    {number} | {shown}"


@pytest.mark.parametrize(
    ("words", "at"),
    [
        ("rule target_score cannot be 10; allowed: 'random'", "10"),
        ("unknown strategy 'random' for snorkeling", 'random",'),
        ("the number of games cannot be 20000", "20_000"),
        ("unknown figure 'length.turns.mean'; known: rotate", 'length.turns.mean" = {'),
        ("length.turns.mean: max cannot be 80", "80 }"),
        ("rotate cannot be true", "true"),
        ("rule target_score cannot be 100", ""),
        ("rule score cannot be 10", ""),
        ("games 20000, and rotate true", ""),
    ],
)
def test_a_line_is_pointed_at_only_if_the_words_name_one_alone(words: str, at: str) -> None:
    _, *shown = str(pointed(UsageError(words), GOOD)).split("\n")
    if not at:
        assert shown == []
        return
    line, pointer = shown
    assert line[pointer.index("^") :].startswith(at)
