"""Files that cannot be read: the cause is found, and what is to be written can be read."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from simulate.errors import FathomError
from simulate.study.pointing import MOST_SHOWN, excerpt, pointed, pointed_by_words
from simulate.study.reading import read_study
from tests.helpers.tables import quick_among

GOOD = (
    'game = "snorkeling"\nvariant = "base" # as printed\ngames = 20_000\nrotate = true\n'
    'lineup = [\n  "planner(attack=0.4)",\n  "random",\n]\n\n[rules]\ntarget_score = 10\n\n'
    '[targets]\n"length.turns.mean" = { min = 3.5, max = 80 }\n'
)

#: What is written, how the cause is said, where the caret points from 1, and what to write.
MISTAKES = [
    ("a = \u2018x\u2019", "curly", 5, "a = 'x'"),
    ("a = «x»", "curly", 5, 'a = "x"'),
    ('a = "“x”', "curly", 6, ""),
    ("a\u00a0= 4", "invisible", 2, "a = 4"),
    ('a = "x\u0007"', "invisible", 7, 'a = "x"'),
    ("a = \N{MINUS SIGN}5", "minus", 5, "a = -5"),
    ("a = 1\nb = 2\na = 3", "a is said here, and in line 1 already", 1, ""),
    ("x.y = 1\nx = 2", "x is said here, and in line 1 already", 1, ""),
    ("[a]\nb = 1\n[a]\nc = 2", "[a] begins here, and in line 1 already", 1, ""),
    ("[[a]\nb = 1", "brackets", 5, "[[a]]"),
    ("[my rules]", "cannot be a heading", 11, ""),
    ("players", "players has no value", 1, ""),
    ("variant expert", "no =", 8, 'variant = "expert"'),
    ("rotate: no", "colon", 7, "rotate = false"),
    ("a == 4", "one equals sign", 3, "a = 4"),
    ("a := b", "one equals sign", 3, 'a = "b"'),
    ("target score = 3", "one word", 1, "target_score = 3"),
    ("a = { max: 8 }", "colon", 10, "a = { max = 8 }"),
    ("a =", "a has no value", 4, ""),
    ("a = # nothing", "a has no value", 14, ""),
    ("a = 200 000", "thousands", 5, "a = 200_000"),
    ("a = 1.000.000", "thousands", 5, "a = 1_000_000"),
    ("a = { max = 0,05 }", "point, not a comma", 13, "a = { max = 0.05 }"),
    ("a = 1.5M", "written out", 5, "a = 1_500_000"),
    ("a = { max = 5% }", "shares of 1", 13, "a = { max = 0.05 }"),
    ("a = .5", "both of its sides", 5, "a = 0.5"),
    ("a = 05", "begins with no 0", 5, "a = 5"),
    ("a = 4 ; so", "begins with #", 7, "a = 4 # so"),
    ("a = 4,", "no comma ends a line", 6, "a = 4"),
    ('a = "x", "y"', "in brackets", 5, 'a = ["x", "y"]'),
    ('a = ["x", "y]', "closing quotation mark", 13, 'a = ["x", "y"]'),
    ("a = 'x\"", "begins with ' and ends with \"", 7, "a = 'x'"),
    ("a = 'x\nb = 1", "closing quotation mark", 7, "a = 'x'"),
    ('a = x"', "opening quotation mark", 5, 'a = "x"'),
    ('a = "C:\\Users\\x"', "backslash", 8, 'a = "C:/Users/x"'),
    ('a = ["x" "y"]', "comma is missing", 9, 'a = ["x", "y"]'),
    ('a = [\n  "x"\n  "y"\n]', "line 2: a comma is missing", 6, '"x",'),
    ('a = [\n  "x",\n  "y"\n\n[b]\n', "line 3: the closing bracket ]", 6, ""),
    ('a = ["x",\nb = 3', "line 1: the closing bracket ]", 10, 'a = ["x",]'),
    ("a = { b = 1\nc = 2", "closing brace }", 12, "a = { b = 1 }"),
    ("a = { b = 1, }", "no comma", 12, "a = { b = 1 }"),
    ("a = 1 b = 2", "a line of its own", 7, ""),
    ('a = "x" "y"', "something follows", 9, ""),
    ("a = [x, y(z=1)]", "quotation marks", 6, 'a = ["x", "y(z=1)"]'),
    ("a = none", "no none", 5, ""),
    ("a = off", "true and false", 5, "a = false"),
    ("é = 3", "cannot be read", 1, ""),
]


@pytest.mark.parametrize(("text", "says", "caret", "write"), MISTAKES)
def test_the_cause_is_found_and_what_to_write_can_be_read(
    text: str, says: str, caret: int, write: str, tmp_path: Path
) -> None:
    path = tmp_path / "my.toml"
    path.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(FathomError) as broken:
        read_study(path)
    first, shown, pointer, *rest = str(broken.value).split("\n")
    assert says in first
    assert pointer.index("^") - shown.index("| ") - 1 == caret
    assert rest == ([f"Write: {write}"] if write else [])
    if write and not write.endswith(",") and "[[" not in write:
        tomllib.loads(write)


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


def test_an_error_points_at_the_value_or_the_name_that_it_is_about() -> None:
    told = str(pointed(FathomError("no"), GOOD, ("rules", "target_score")))
    assert told.split("\n")[1:] == ["    11 | target_score = 10", "       | " + " " * 15 + "^"]
    told = str(pointed(FathomError("no"), GOOD, ("targets", "length.turns.mean", "max")))
    assert "    14 | " in told
    assert str(pointed(FathomError("no"), GOOD, ("rules", "starter"))) == "no"


def test_a_line_in_one_of_several_tables_and_an_entry_of_a_list_are_found() -> None:
    text = 'lineup = ["planner", "randm"]\n[[arms]]\nlabel = "a"\n[[arms]]\nlabel = "b"\n'
    for words, number, at in (
        ("unknown strategy 'randm'", 1, '"randm"]'),
        ("the label is b", 5, '"b"'),
    ):
        _, shown, pointer = str(pointed_by_words(FathomError(words), text)).split("\n")
        assert shown.startswith(f"    {number} | ")
        assert shown[pointer.index("^") :] == at


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("rule target_score cannot be 10", "target_score = 10"),
        ("unknown strategy 'random' for snorkeling", '  "random",'),
        ("the number of games cannot be 20000", "games = 20_000"),
        ("unknown figure 'length.turns.mean'", '"length.turns.mean"'),
        ("rule target_score cannot be 100", ""),
        ("games 20000, and unknown variant 'base'; the variant is base", ""),
    ],
)
def test_a_line_is_pointed_at_only_if_the_words_name_one_alone(words: str, line: str) -> None:
    _, *shown = str(pointed_by_words(FathomError(words), GOOD)).split("\n")
    assert (len(shown), line in "".join(shown)) == (2 if line else 0, True)
