"""Studies, their files, numbers of games and interim looks."""

from __future__ import annotations

import itertools
import os
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from simulate.errors import SIGN, FathomError, UsageError, find_unprintable, printable_text
from simulate.game import find_game
from simulate.study import MOST_GAMES, MOST_SEED, Study, check_numbers, parse_games
from simulate.study.precision import FIRST_GAMES, GROWTH, LEAST_DEALS, interim_looks
from simulate.study.reading import read_study
from simulate.study.text import (
    LONGEST_TEXT,
    MOST_BYTES,
    MOST_ENTRIES,
    MOST_NESTED,
    MOST_SHOWN,
)
from tests.bench.looks import KINDS, play
from tests.helpers.letters import LETTERS
from tests.helpers.studies import make_study

GAME = find_game("snorkeling")
plain_text = st.text(LETTERS, min_size=1, max_size=20).filter(
    lambda text: not find_unprintable(text)  # what cannot be shown is refused
)
rule_changes: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "expert": st.booleans(),
        "target_score": st.integers(1, 60),
        "starter": st.sampled_from(("same", "rotate", "winner", "loser", "random")),
        "max_turns": st.integers(1, 1_000_000),
    },
)
numbers = st.one_of(st.integers(-(2**40), 2**40), st.floats(allow_nan=False))
targets = st.dictionaries(
    plain_text,
    st.one_of(
        st.fixed_dictionaries({"min": numbers}),
        st.fixed_dictionaries({"max": numbers}),
        st.fixed_dictionaries({"of": numbers, "within": numbers.map(abs)}),
    ),
    max_size=3,
)


@st.composite
def studies(draw: st.DrawFn) -> Study:
    players = draw(st.integers(2, 6))
    return Study(
        game="snorkeling",
        variant=draw(st.sampled_from(list(GAME.variants))),
        players=players,
        games=draw(st.integers(1, 10**12)),
        seed=draw(st.integers(0, MOST_SEED)),
        lineup=tuple(draw(st.lists(plain_text, min_size=players, max_size=players))),
        rotate=draw(st.booleans()),
        rules=draw(rule_changes),
        targets=draw(targets),
        tally_id=draw(st.text("0123456789abcdef", max_size=64)),
    )


@given(study=studies())
def test_a_study_written_to_a_file_is_read_back_unchanged(
    study: Study, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("studies") / "study.toml"
    path.write_text(study.to_toml(), encoding="utf-8")
    fields: dict[str, Any] = {**read_study(path)}
    again = Study(**{**fields, "lineup": tuple(fields["lineup"])})
    assert again == study
    assert again.id == study.id


def base_study(**changes: Any) -> Study:
    fields: dict[str, Any] = {
        "game": "snorkeling",
        "variant": "base",
        "players": 3,
        "games": 900,
        "seed": 1,
        "lineup": ("a", "b", "c"),
    }
    return Study(**{**fields, **changes})


def test_the_id_changes_only_with_fields_that_change_the_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = base_study().id
    changes: list[dict[str, Any]] = [
        {"variant": "expert"},
        {"players": 4, "lineup": ("a", "b", "c", "a")},
        {"games": 903},
        {"seed": 2},
        {"lineup": ("a", "c", "b")},
        {"lineup": ("a", "b", "c(attack=0.5)")},
        {"rotate": False},
        {"rules": {"target_score": 11}},
        {"rules": {"own_pile": True}},
        {"rules": {"starter": "random"}},
    ]
    assert [fields for fields in changes if base_study(**fields).id == before] == []
    leaving: list[dict[str, Any]] = [
        {"tally_id": "abc"},
        {"targets": {"turns": 30}},
        {"games": 898},
    ]
    assert [fields for fields in leaving if base_study(**fields).id != before] == []
    newer = replace(GAME, version=GAME.version + 1)
    monkeypatch.setattr("simulate.study.find_game", lambda name: newer)
    assert base_study().id != before


def test_the_id_does_not_depend_on_how_the_rules_are_written() -> None:
    spellings: list[dict[str, Any]] = [
        {"rules": {"target_score": 8}},
        {"variant": "short", "rules": {"target_score": 8}},
        {"variant": "expert", "rules": {"expert": False, "target_score": 8}},
        {"rules": {"target_score": 8, "expert": False, "starter": "same"}},
    ]
    short = base_study(variant="short").id
    assert [fields for fields in spellings if base_study(**fields).id != short] == []


@pytest.mark.parametrize(
    ("lineup", "rotate", "rotations"),
    [
        ("aaa", True, 1),
        ("abc", True, 3),
        ("abc", False, 1),
        ("abab", True, 2),
        ("aabb", True, 4),
        ("abbabb", True, 3),
    ],
)
def test_a_deal_is_played_in_each_rotation_once(lineup: str, rotate: bool, rotations: int) -> None:
    study = base_study(players=len(lineup), lineup=tuple(lineup), rotate=rotate)
    assert study.rotations == rotations


@given(games=st.integers(1, 10**9))
def test_the_deals_have_at_least_the_number_of_games_and_no_deal_more(games: int) -> None:
    study = base_study(games=games)
    assert (study.deals - 1) * 3 < games <= study.deals * 3


@given(games=st.integers(1, MOST_GAMES))
@example(games=MOST_GAMES)
def test_a_number_of_games_is_read_exactly(games: int) -> None:
    assert parse_games(str(games)) == games
    assert parse_games(f"{games:_}") == games
    assert parse_games(f" {games} ") == games


@given(thousandths=st.integers(1, 10**7), letter=st.sampled_from("kKmM"), places=st.integers(0, 3))
@example(thousandths=1001, letter="M", places=3)
def test_games_typed_in_thousands_or_millions_are_exact(
    thousandths: int, letter: str, places: int
) -> None:
    number = Decimal(thousandths).scaleb(-places)
    games = number * {"k": 1000, "m": 1_000_000}[letter.lower()]
    assume(games <= MOST_GAMES)
    assert parse_games(f"{number:f}{letter}") == games


NO_NUMBERS = ["0", "-5", "", "many", "1.5", "0.0001k", "1e6", "5 k", "k", "1.2.3", "1b", "0x10"]
TOO_MANY = [
    *("9" * 400, "9" * 5_000, "1" + ",000" * 2_000, "9" * 30),
    *(str(2**63), "9" * 30 + "M", str(MOST_GAMES + 1)),
]
#: Thousands as they are parted elsewhere, and what is meant.
PARTED = {
    "10.000": "10000 or 10k",
    "1,000,000": "1000000 or 1000k",
    "20 000": "20000 or 20k",
    "1'234": "1234",
}


@pytest.mark.parametrize("text", [*NO_NUMBERS, *TOO_MANY, *PARTED])
def test_an_invalid_number_of_games_is_refused_with_examples_or_a_suggestion(text: str) -> None:
    expected = f"{re.escape(repr(text))}; if .* write {PARTED.get(text)}$"
    if text not in PARTED:
        expected = ".*20000, 200k or 1M"
    with pytest.raises(UsageError, match=f"the number of games cannot be {expected}"):
        parse_games(text)


def test_a_seed_or_number_of_games_out_of_bounds_is_refused() -> None:
    for games, seed in ((0, 1), (-1, 1), (MOST_GAMES + 1, 1), (1, -1), (1, MOST_SEED + 1)):
        with pytest.raises(UsageError, match="cannot be"):
            check_numbers(games, seed)
    for seed in (0, MOST_SEED):
        check_numbers(1, seed)


@pytest.mark.parametrize(
    ("quoted", "plain"),
    [
        ('"deck.schnuff" = 1', "deck.schnuff = 1"),
        ('"deck.schnuff" = 1\ndeck.pass = 3', "deck = { schnuff = 1, pass = 3 }"),
        ('deck.pass = 3\n"deck.schnuff" = 1', "deck = { schnuff = 1, pass = 3 }"),
        ('"missions.3.points" = 2\n"missions.3.depth" = 1', "missions.3 = {points = 2, depth = 1}"),
        ('missions.3.depth = 1\n"missions.3.points" = 2', "missions.3 = {points = 2, depth = 1}"),
        ('chips = 5\n"limits" = [10, 20]', "chips = 5\nlimits = [10, 20]"),
    ],
)
def test_a_rule_in_quotes_is_the_same_rule(quoted: str, plain: str, tmp_path: Path) -> None:
    studies = []
    for name, rules in (("quoted", quoted), ("plain", plain)):
        (tmp_path / name).write_text(f'game = "schnuff"\n[rules]\n{rules}\n')
        studies.append(read_study(tmp_path / name))
    assert studies[0] == studies[1]


def test_a_rule_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    for rules, message in (
        ('"deck.schnuff" = 1\ndeck.schnuff = 2', "rule deck.schnuff is set twice"),
        ('deck = 3\n"deck.schnuff" = 1', "rule deck is set twice"),
        ('"deck.schnuff" = 1\n"deck" = 3', "rule deck is set twice"),
    ):
        (tmp_path / "twice.toml").write_text(f'game = "schnuff"\n[rules]\n{rules}\n')
        with pytest.raises(UsageError, match=rf"twice\.toml: {message}; set it once"):
            read_study(tmp_path / "twice.toml")


@pytest.mark.parametrize("rotations", [1, 4])
@pytest.mark.parametrize("deals", [1, 99, 100, 101, 400, 25_000, 1_000_000])
def test_looks_rise_by_a_steady_factor_and_end_with_all_deals(deals: int, rotations: int) -> None:
    looks = interim_looks(deals, rotations)
    assert looks[-1] == deals
    assert looks[0] == deals or LEAST_DEALS <= looks[0] <= max(LEAST_DEALS, FIRST_GAMES)
    pairs = list(itertools.pairwise(looks))
    assert all(look < next_look <= look * GROWTH + 1 for look, next_look in pairs)
    assert all(next_look >= look * GROWTH - 1 for look, next_look in pairs[:-1])


@pytest.mark.parametrize("rotations", [1, 2, 5])
def test_no_two_looks_are_after_the_same_number_of_deals(rotations: int) -> None:
    for deals in [*range(1, 3000), *range(10_000, 10_500), 1_000_000]:
        looks = interim_looks(deals, rotations)
        assert looks[-1] == deals
        assert all(look < next_look for look, next_look in itertools.pairwise(looks)), deals


def test_a_study_that_cannot_stop_early_has_a_single_look() -> None:
    whole = make_study("scaphandre", games=10_000)
    assert whole.interim == (whole.deals,)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rate 0.25", "length", "difference", "spread, alike"])
def test_interim_looks_keep_the_error_rate_and_uncorrected_looks_do_not(kind: str) -> None:
    studies, most = 150, 10_000
    outcome = play(KINDS[kind], 0.0, studies, 1, most=most)
    control = play(KINDS[kind], 0.0, studies, 1, most=most, peeking=True)
    few = 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    assert outcome.missed <= few
    assert outcome.wrong <= few
    assert control.missed > few


@pytest.mark.slow
@pytest.mark.parametrize("off", [-2.0, 0.0, 0.5])
@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_of_many_studies_keep_the_error_rate(kind: str, off: float) -> None:
    if KINDS[kind].truth + off * KINDS[kind].reach < 0:
        pytest.skip("no figure of this kind is below 0")
    studies = 300
    outcome = play(KINDS[kind], off, studies, 1)
    few = 0.05 + 3 * (0.05 * 0.95 / studies) ** 0.5
    assert outcome.missed <= few
    assert outcome.wrong <= few


# What somebody else wrote -----------------------------------------------------------------------


HEAD = 'game = "snorkeling"\n'
DEEP = "lists and tables are nested more than 20 levels deep; use fewer levels"
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
    "a long text": (f'{HEAD}variant = "{"a" * 5000}"\n', "a text of 5,000 characters is too long"),
    "a long name": (f"{HEAD}{'a' * 5000} = 1\n", "a name of 5,000 characters is too long"),
    "a long label": (HEAD + ARMS.format("a" * 101), "a name in quotes, of at most 100 characters"),
    "an escape": (
        HEAD + ARMS.format("a\\u001b[31m"),
        "a text contains \\x1b, a character that cannot",
    ),
    "a text turned round": (HEAD + ARMS.format("a\u202eb"), "a text contains \\u202e, a character"),
    "a name turned round": (f'{HEAD}rules."\u202eb" = 1\n', "a name contains \\u202e, a character"),
    "a zero": ('game = "a\\u0000.py"\n', "a text contains \\x00, a character"),
    "pins that are a number": (f"{HEAD}pinned = 3\n", "pinned cannot be 3; it must be a table"),
    "a pin that is a number": (
        f'{HEAD}[sweep]\n[pinned]\n"target_score=4" = 3\n',
        "'target_score=4' in [pinned] cannot be 3; it must be a table with the tally_id as ",
    ),
    "a pin without a text": (
        f"{HEAD}{ARMS.format('a')}[pinned.a]\ntally_id = 3\n",
        "'a' in [pinned] cannot be {'tally_id': 3}; it must be a table with the tally_id as a text",
    ),
}


def refusal(file: Path) -> str:
    with pytest.raises(FathomError) as refused:
        read_study(file)
    return str(refused.value)


@pytest.mark.parametrize("name", REFUSED)
def test_a_study_beyond_the_bounds_is_refused_with_its_file_and_a_remedy(
    name: str, tmp_path: Path
) -> None:
    text, expected = REFUSED[name]
    (tmp_path / "study.toml").write_text(text, encoding="utf-8")
    message = refusal(tmp_path / "study.toml")
    assert expected in message
    assert message.startswith(str(tmp_path / "study.toml"))
    first, *shown = message.split("\n")
    assert len(first) < 1_000
    assert all(len(line) < MOST_SHOWN + 40 for line in shown)


def test_a_study_at_the_bounds_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(nested(MOST_NESTED - 2))
    assert read_study(file)["rules"]["a"] != []
    file.write_text(f'{HEAD}seed = {2**63 - 1}\nvariant = "{"a" * LONGEST_TEXT}"\n')
    assert read_study(file)["seed"] == 2**63 - 1
    file.write_text(HEAD + ARMS.format("\u00e9\u4e2d " * 30))
    assert "compare" in read_study(file)["plan"]


def test_errors_in_a_large_file_are_reported(tmp_path: Path) -> None:
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


def test_a_pipe_is_refused_as_a_study_file(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes with names")
    os.mkfifo(tmp_path / "study.toml")
    assert "study.toml is not a file on a disk" in refusal(tmp_path / "study.toml")


def test_tabs_and_line_ends_are_allowed_and_control_characters_are_not() -> None:
    assert find_unprintable("a\tb\nc \u00e9\u4e2d\U0001f600\u200d") == ""
    unfit = "\0\x07\x08\x0b\r\x1b\x7f\x85\x9b\u2028\u202a\u202e\u2066\u2069\udcff\ufffe"
    for character in unfit:
        assert find_unprintable(f"a{character}") == ascii(character)[1:-1]
        assert printable_text(f"a{character}b") == f"a{SIGN}b"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "ascii"]
)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_files_are_read_in_every_common_encoding(
    encoding: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / "plain.toml"
    path.write_bytes(f"{HEAD}seed = 3\n".replace("\n", ending).encode(encoding))
    assert read_study(path) == {"game": "snorkeling", "seed": 3}


def test_a_letter_in_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_bytes(f"{HEAD}# für vier\n".encode("cp1252"))
    with pytest.raises(FathomError, match=r"plain\.toml, line 2: .* encoding UTF-8"):
        read_study(tmp_path / "plain.toml")
