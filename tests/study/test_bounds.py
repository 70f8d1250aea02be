"""Study files of somebody else: however large, deep or odd, they are refused in a sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simulate.control_characters import SIGN, readable_text, unfit_in
from simulate.errors import FathomError
from simulate.study.reading import read_study
from simulate.study.toml_files import (
    LONGEST_TEXT,
    MOST_BYTES,
    MOST_ENTRIES,
    MOST_NESTED,
    MOST_SHOWN,
)

HEAD = 'game = "snorkeling"\n'
DEEP = "lists and tables are nested more than 20 deep; write them less deep"
LARGE = "a number is too large; whole numbers go from -2^63 to 2^63 - 1"
ARMS = '[compare]\n[[compare.arms]]\nlabel = "{}"\n[[compare.arms]]\nlabel = "b"\n'


def nested(depth: int, begin: str = "[", end: str = "]") -> str:
    return f"{HEAD}rules.a = {begin * depth}{end * depth}\n"


REFUSED = {
    "lists": (nested(500), DEEP),
    "lists that Python could read": (nested(100), DEEP),
    "lists left open": (f"{HEAD}rules.a = {'[' * 5000}", DEEP),
    "records": (nested(400, "{a = ", "}"), DEEP),
    "parts of a name": (f"{HEAD}{'a.' * 5000}b = 1\n", DEEP),
    "a heading and a name": (f"{HEAD}[{'a.' * 15}b]\n{'a.' * 15}b = 1\n", DEEP),
    "digits": (f"{HEAD}\nseed = {'9' * 5000}\n", LARGE),
    "more than 64 bits": (f"{HEAD}seed = {2**63}\n", LARGE),
    "less than 64 bits": (f"{HEAD}[pinned]\ndeals = {-(2**63) - 1}\n", LARGE),
    "a hexadecimal": (f"{HEAD}seed = 0x{'f' * 5000}\n", LARGE),
    "a long text": (f'{HEAD}variant = "{"a" * 5000}"\n', "a text of 5,000 letters is too long"),
    "a long name": (f"{HEAD}{'a' * 5000} = 1\n", "a name of 5,000 letters is too long"),
    "a long label": (HEAD + ARMS.format("a" * 101), "a name in quotes, of at most 100 letters"),
    "an escape": (
        HEAD + ARMS.format("a\\u001b[31m"),
        "a text holds \\x1b, a character that cannot",
    ),
    "a text turned round": (HEAD + ARMS.format("a\u202eb"), "a text holds \\u202e, a character"),
    "a name turned round": (f'{HEAD}rules."\u202eb" = 1\n', "a name holds \\u202e, a character"),
    "a zero": ('game = "a\\u0000.py"\n', "a text holds \\x00, a character"),
    "pins that are a number": (f"{HEAD}pinned = 3\n", "pinned cannot be 3; it is a table"),
    "a pin that is a number": (
        f'{HEAD}[sweep]\n[pinned]\n"target_score=4" = 3\n',
        "'target_score=4' in [pinned] cannot be 3; it is a table with the tally_id as a text, as ",
    ),
    "a pin without a text": (
        f"{HEAD}{ARMS.format('a')}[pinned.a]\ntally_id = 3\n",
        "'a' in [pinned] cannot be {'tally_id': 3}; it is a table with the tally_id as a text",
    ),
}


def refusal(file: Path) -> str:
    with pytest.raises(FathomError) as refused:
        read_study(file)
    return str(refused.value)


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_study_holds_is_refused_with_the_file_and_what_to_do(
    name: str, tmp_path: Path
) -> None:
    text, told = REFUSED[name]
    (tmp_path / "study.toml").write_text(text, encoding="utf-8")
    said = refusal(tmp_path / "study.toml")
    assert told in said
    assert said.startswith(str(tmp_path / "study.toml"))
    first, *shown = said.split("\n")
    assert len(first) < 1_000
    assert all(len(line) < MOST_SHOWN + 40 for line in shown)


@pytest.mark.parametrize("table", ["compare", "sweep", "tournament", "ladder", "ask"])
@pytest.mark.parametrize("value", ["3", '"a"', "[1]", "1979-05-27", "nan"])
def test_a_plan_that_is_no_table_is_refused(table: str, value: str, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(f"{HEAD}{table} = {value}\n")
    assert f"{table} cannot be" in refusal(tmp_path / "study.toml")
    (tmp_path / "study.toml").write_text(f"{HEAD}pinned = {value}\n[{table}]\n")
    refusal(tmp_path / "study.toml")


def test_what_a_study_may_hold_just_fits(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(nested(MOST_NESTED - 2))
    assert read_study(file)["rules"]["a"] != []
    file.write_text(f'{HEAD}seed = {2**63 - 1}\nvariant = "{"a" * LONGEST_TEXT}"\n')
    assert read_study(file)["seed"] == 2**63 - 1
    file.write_text(HEAD + ARMS.format("\u00e9\u4e2d " * 30))
    assert "compare" in read_study(file)["plan"]


def test_what_is_wrong_with_a_large_file_is_told_too(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_bytes(b"#" * (MOST_BYTES + 1))
    assert "is larger than the 4 MB that a study file may have" in refusal(file)
    file.write_text(f"{HEAD}[pinned]\na = [{'1,' * (MOST_ENTRIES + 1)}]\n")
    assert "has more than 200,000 entries" in refusal(file)
    lines = "".join(f"a{number} = 1\n" for number in range(20_000))
    file.write_text(f"{HEAD}[pinned]\n{lines}x =\n")
    assert "line 20003, column 4: invalid value" in refusal(file)
    file.write_text(f"{HEAD}[pinned]\n{lines}x = {2**64}\n")
    assert f"x: {LARGE}" in refusal(file)
    for letters in ("a" * 300_000, "a = " + " " * 300_000, "a." * 15 + "b" * 300_000):
        file.write_text(letters)  # whose reading once took minutes
        assert "line 1, column " in refusal(file)


def test_a_pipe_is_no_study_file(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes with names")
    os.mkfifo(tmp_path / "study.toml")
    assert "study.toml is no file on a disk" in refusal(tmp_path / "study.toml")


def test_tabs_and_line_ends_are_text_and_what_steers_a_terminal_is_not() -> None:
    assert unfit_in("a\tb\nc \u00e9\u4e2d\U0001f600\u200d") == ""
    unfit = "\0\x07\x08\x0b\r\x1b\x7f\x85\x9b\u2028\u202a\u202e\u2066\u2069\udcff\ufffe"
    for character in unfit:
        assert unfit_in(f"a{character}") == ascii(character)[1:-1]
        assert readable_text(f"a{character}b") == f"a{SIGN}b"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "ascii"]
)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_study_file_is_read_however_an_editor_of_windows_saves_it(
    encoding: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / "plain.toml"
    path.write_bytes(f"{HEAD}seed = 3\n".replace("\n", ending).encode(encoding))
    assert read_study(path) == {"game": "snorkeling", "seed": 3}


def test_a_letter_of_an_old_code_page_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_bytes(f"{HEAD}# für vier\n".encode("cp1252"))
    with pytest.raises(FathomError, match=r"plain\.toml, line 2: .* encoding UTF-8"):
        read_study(tmp_path / "plain.toml")
