"""House rules in TOML files are taken wherever a variant is, for bundled games and one's own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.commands_helper import fathom
from tests.helpers.guide_games import guide_game

HOUSE = """\
meaning = "Two red cards and short hands."

[house]
hand_size = 3
copies_of.red = 2
"""
FEW = ("-s", "random", "--games", "200", "--no-charts", "--quiet", "--trust", "--json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a new game, ``mine.py``, and house rules beside it, called family."""
    fathom(tmp_path, "new", "mine", "--like", "cards")
    (tmp_path / "mine.family.toml").write_text(HOUSE, encoding="utf-8")
    return tmp_path


def study_of(folder: Path, *words: str) -> Any:
    """Return the study file that ``fathom rules --toml`` prints for a game with options."""
    return tomllib.loads(fathom(folder, "rules", *words, "--trust", "--toml").out)


def rules_of(folder: Path, *words: str) -> Any:
    """Return the changed rules of a game with options."""
    return study_of(folder, *words)["rules"]


def test_house_rules_beside_a_game_are_a_variant_with_their_file_name(folder: Path) -> None:
    expected = {"hand_size": 3, "copies_of": {"red": 2}}
    assert rules_of(folder, "mine.py", "--variant", "family") == expected
    assert rules_of(folder, "mine", "--variant", "mine.family.toml") == expected


def test_rules_of_the_command_come_after_house_rules(folder: Path) -> None:
    rules = ("--rule", "hand_size=4", "--rule", "copies_of.blue=1")
    changed = rules_of(folder, "mine.py", "--variant", "family", *rules)
    assert changed == {"hand_size": 4, "copies_of": {"red": 2, "blue": 1}}


def test_house_rules_change_a_variant_of_a_bundled_game(tmp_path: Path) -> None:
    text = 'variant = "expert"\n\n[house]\ntarget_score = 6\n"deck.0" = 2\n'
    (tmp_path / "short.toml").write_text(text, encoding="utf-8")
    study = study_of(tmp_path, "snorkeling", "--variant", "short.toml")
    assert study["variant"] == "expert"
    assert study["rules"] == {"target_score": 6, "deck": {"0": 2}}


def test_a_study_file_can_have_house_rules_and_can_name_them(folder: Path) -> None:
    study = 'game = "../mine.py"\nvariant = "../mine.family.toml"\n[rules]\nhand_size = 4\n'
    (folder / "studies").mkdir()
    (folder / "studies" / "named.toml").write_text(study, encoding="utf-8")
    named = rules_of(folder, "studies/named.toml")
    assert named == {"hand_size": 4, "copies_of": {"red": 2}}
    study = 'game = "mine.py"\n[house]\nhand_size = 2\ncopies = 10\n[rules]\nhand_size = 4\n'
    (folder / "own.toml").write_text(study, encoding="utf-8")
    assert rules_of(folder, "own.toml") == {"hand_size": 4, "copies": 10}


def test_rules_lists_house_rules_under_a_heading_of_their_own(folder: Path) -> None:
    lines = fathom(folder, "rules", "mine.py", "--trust").out.splitlines()
    place = lines.index("House rules, which --variant takes:")
    assert lines[place + 1].strip() == (
        "family: Two red cards and short hands. (hand_size=3, copies_of.red=2)"
    )
    (folder / "mine.family.toml").unlink()
    assert "House rules" not in fathom(folder, "rules", "mine.py", "--trust").out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[house]\nhandsize = 3\n", "mine.family.toml: unknown rule 'handsize' for mine; known:"),
        ("[house]\nhand_size = 30\n", "mine.family.toml: rule hand_size cannot be 30; allowed:"),
        ('variant = "x"\n[house]\n', "unknown variant 'x' for mine, in mine.family.toml; known:"),
        ("hand_size = 3\n", "unknown key 'hand_size' in mine.family.toml, which has house rules"),
        ('meaning = "Short."\n', "mine.family.toml has no house rules; add a table such as"),
        ("meaning = 3\n[house]\n", "mine.family.toml: meaning cannot be 3; write a text in"),
    ],
)
def test_mistakes_in_house_rules_are_refused_with_the_file(
    text: str, message: str, folder: Path
) -> None:
    (folder / "mine.family.toml").write_text(text, encoding="utf-8")
    refused = fathom(folder, "rules", "mine.py", "--trust", "--variant", "family", code=2)
    assert message in refused.err.replace("\n  ", " ")


def test_an_unknown_variant_is_refused_with_the_names_of_house_rules(folder: Path) -> None:
    refused = fathom(folder, "rules", "mine.py", "--trust", "--variant", "famly", code=2)
    assert "known: base, family; did you mean 'family'?" in refused.message
    refused = fathom(folder, "rules", "mine.py", "--trust", "--variant", "gone.toml", code=2)
    assert "there is no file with house rules gone.toml" in refused.message


def test_compare_sweep_and_tune_play_house_rules(folder: Path) -> None:
    compared = fathom(folder, "compare", "mine.py", *FEW, "--variant", "family").json
    assert [arm["label"] for arm in compared["arms"]] == ["base", "family"]
    swept = fathom(folder, "sweep", "mine.py", *FEW, "--vary", "variant=base,family").json
    assert swept["points"][1]["result"]["seats"] == compared["arms"][1]["result"]["seats"]
    tune = ("--vary", "copies_of.white=4,8", "--target", "length.turns.mean=1..99")
    tuned = fathom(folder, "tune", "mine.py", *FEW[:-1], "--variant", "family", *tune)
    assert "fathom run mine.py --rule hand_size=3 --rule copies_of.red=2 " in tuned.out


def test_sweep_suggests_to_tune_the_copies_of_a_card_with_values(folder: Path) -> None:
    options = (*FEW[:-1], "--vary", "copies_of.red=2,8")
    swept = fathom(folder, "sweep", "mine.py", *options)
    assert "fathom tune mine.py --vary copies_of.red=2,8 --target" in swept.out


def test_the_study_of_a_run_needs_no_file_with_house_rules(folder: Path) -> None:
    run = ("run", "mine.py", *FEW, "--no-robust", "--variant", "family", "--out", "kept")
    first = fathom(folder, *run).json
    (folder / "mine.family.toml").unlink()
    again = fathom(folder, "run", "kept/study.toml", "--trust", "--json", "--no-robust").json
    assert again["tally_id"] == first["tally_id"]


def test_the_example_of_house_rules_that_rules_prints_can_be_played(tmp_path: Path) -> None:
    lines = fathom(tmp_path, "rules", "snorkeling").out.splitlines()
    place = lines.index("    [house]")
    text = "\n".join(line.strip() for line in lines[place : place + 2])
    (tmp_path / "family.toml").write_text(f"{text}\n", encoding="utf-8")
    assert "fathom run snorkeling --variant family.toml" in lines[place + 2]
    changed = fathom(tmp_path, "rules", "snorkeling", "--variant", "family.toml", "--toml").out
    assert lines[place + 1].strip() in [line.strip() for line in changed.splitlines()]


@pytest.mark.parametrize("game", ["snorkeling", "shoal"])
def test_the_example_of_a_persona_that_strategies_prints_can_be_played(
    game: str, tmp_path: Path
) -> None:
    lines = [line.strip() for line in fathom(tmp_path, "strategies", game).out.splitlines()]
    place = lines.index('name = "aunt"')
    assert lines[place + 1 : place + 3] == [f'game = "{game}"', 'base = "planner"']
    (tmp_path / "aunt.toml").write_text("\n".join(lines[place : place + 4]), encoding="utf-8")
    options = ("-s", "aunt.toml", "--games", "8", "--json", "--no-robust")
    assert "aunt" in fathom(tmp_path, "run", game, *options).out


def test_rules_explains_the_words_for_the_origin_of_defaults(tmp_path: Path) -> None:
    lines = fathom(tmp_path, "rules", "snorkeling").out.splitlines()
    place = lines.index('The column "standing" says where each default comes from:')
    words = [line.split(":")[0].strip() for line in lines[place + 1 : place + 5]]
    assert words == ["printed", "ruling", "assumed", "added"]


def test_rules_calls_the_rules_of_an_own_design_yours_unless_it_names_a_source(
    tmp_path: Path,
) -> None:
    design = guide_game("shark-bay")
    published = design.replace(
        "    seats=(2, 6),\n", '    seats=(2, 6),\n    source="Ann, 2020",\n'
    )
    assert published != design
    for text, standing in ((design, "yours"), (published, "printed")):
        (tmp_path / "shark-bay.py").write_text(text, encoding="utf-8")
        lines = fathom(tmp_path, "rules", "shark-bay.py").out.splitlines()
        [goal] = [line for line in lines if line.startswith("goal ")]
        assert goal.split()[-1] == standing
        meanings = [line for line in lines if line.startswith(("  printed: ", "  yours: "))]
        assert [line.split(":")[0].strip() for line in meanings] == [standing]
    study = fathom(tmp_path, "rules", "shark-bay.py", "--toml").out
    assert "Points that end the game. (printed; whole numbers 10 to 200)" in study
