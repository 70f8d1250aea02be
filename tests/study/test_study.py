from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from simulate.control_characters import unfit_in
from simulate.errors import FathomError, UsageError
from simulate.game import find_game
from simulate.study import MOST_GAMES, MOST_SEED, Study, check_numbers, parse_games
from simulate.study.reading import read_study

GAME = find_game("snorkeling")
plain_text = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(
    lambda text: not unfit_in(text)  # what cannot be shown is refused
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
def test_a_study_file_gives_the_study_again(
    study: Study, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("studies") / "study.toml"
    path.write_text(study.to_toml(), encoding="utf-8")
    found = read_study(path)
    again = Study(**{**found, "lineup": tuple(found["lineup"])})
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


def test_the_id_changes_with_everything_that_changes_the_answer_and_nothing_else(
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
    assert [one for one in changes if base_study(**one).id == before] == []
    leaving: list[dict[str, Any]] = [
        {"tally_id": "abc"},
        {"targets": {"turns": 30}},
        {"games": 898},
    ]
    assert [one for one in leaving if base_study(**one).id != before] == []
    newer = replace(GAME, version=GAME.version + 1)
    monkeypatch.setattr("simulate.study.find_game", lambda name: newer)
    assert base_study().id != before


def test_the_id_does_not_depend_on_how_the_rules_are_spelt() -> None:
    spellings: list[dict[str, Any]] = [
        {"rules": {"target_score": 8}},
        {"variant": "short", "rules": {"target_score": 8}},
        {"variant": "expert", "rules": {"expert": False, "target_score": 8}},
        {"rules": {"target_score": 8, "expert": False, "starter": "same"}},
    ]
    short = base_study(variant="short").id
    assert [one for one in spellings if base_study(**one).id != short] == []


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
def test_a_deal_is_played_in_each_different_rotation_once(
    lineup: str, rotate: bool, rotations: int
) -> None:
    study = base_study(players=len(lineup), lineup=tuple(lineup), rotate=rotate)
    assert study.rotations == rotations


@given(games=st.integers(1, 10**9))
def test_the_deals_hold_at_least_the_games_asked_for_and_no_deal_more(games: int) -> None:
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
def test_thousands_and_millions_of_games_are_read_exactly(
    thousandths: int, letter: str, places: int
) -> None:
    number = Decimal(thousandths).scaleb(-places)
    games = number * {"k": 1000, "m": 1_000_000}[letter.lower()]
    assume(games <= MOST_GAMES)
    assert parse_games(f"{number:f}{letter}") == games


NO_NUMBERS = ["0", "-5", "", "many", "1.5", "0.0001k", "1e6", "5 k", "k", "1.2.3", "1b", "0x10"]
TOO_MANY = ["9" * 400, "9" * 30, str(2**63), "9" * 30 + "M", str(MOST_GAMES + 1)]
#: Thousands as they are parted elsewhere, and what is meant.
PARTED = {
    "10.000": "10000 or 10k",
    "1,000,000": "1000000 or 1000k",
    "20 000": "20000 or 20k",
    "1'234": "1234",
}


@pytest.mark.parametrize("text", [*NO_NUMBERS, *TOO_MANY, *PARTED])
def test_what_is_no_number_of_games_is_refused_with_examples_or_what_it_may_mean(text: str) -> None:
    told = f"{re.escape(repr(text))}; if .* write {PARTED.get(text)}$"
    if text not in PARTED:
        told = ".*20000, 200k or 1M"
    with pytest.raises(UsageError, match=f"the number of games cannot be {told}"):
        parse_games(text)


def test_a_seed_or_number_of_games_out_of_bounds_is_refused() -> None:
    for games, seed in ((0, 1), (-1, 1), (MOST_GAMES + 1, 1), (1, -1), (1, MOST_SEED + 1)):
        with pytest.raises(UsageError, match="cannot be"):
            check_numbers(games, seed)
    for seed in (0, MOST_SEED):
        check_numbers(1, seed)


def test_a_study_file_that_is_missing_or_no_text_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no study file .*missing\.toml"):
        read_study(tmp_path / "missing.toml")
    (tmp_path / "image.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(
        FathomError, match=r"image\.toml, line 1: there is a letter that is not saved as UTF-8"
    ) as refused:
        read_study(tmp_path / "image.toml")
    assert refused.value.exit_code == 1


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
def test_a_rule_in_quotes_is_the_entry_that_it_is_after_the_option_rule(
    quoted: str, plain: str, tmp_path: Path
) -> None:
    found = []
    for name, rules in (("quoted", quoted), ("plain", plain)):
        (tmp_path / name).write_text(f'game = "schnuff"\n[rules]\n{rules}\n')
        found.append(read_study(tmp_path / name))
    assert found[0] == found[1]


def test_a_rule_that_is_said_twice_is_refused(tmp_path: Path) -> None:
    for rules, said in (
        ('"deck.schnuff" = 1\ndeck.schnuff = 2', "rule deck.schnuff is said twice"),
        ('deck = 3\n"deck.schnuff" = 1', "rule deck is said twice"),
        ('"deck.schnuff" = 1\n"deck" = 3', "rule deck is said twice"),
    ):
        (tmp_path / "twice.toml").write_text(f'game = "schnuff"\n[rules]\n{rules}\n')
        with pytest.raises(UsageError, match=rf"twice\.toml: {said}; say it once"):
            read_study(tmp_path / "twice.toml")
