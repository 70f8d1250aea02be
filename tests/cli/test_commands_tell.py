"""The commands that tell about games, and about single games."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulate import game as games
from simulate.game import find_game
from simulate.games.snorkeling import GAME
from simulate.study.models import study_schema
from strategies import strategies_for
from tests.helpers import commands_helper, toy_game
from tests.helpers.commands_helper import fathom, random_run


def test_games_lists_each_game_on_one_line(tmp_path: Path) -> None:
    lines = fathom(tmp_path, "games").out.splitlines()
    [line] = [line for line in lines if line.startswith("snorkeling ")]
    assert " 2 to 6 " in line
    assert ", ".join(GAME.variants) in line
    assert ", ".join(strategies_for("snorkeling")) in line


def test_rules_tells_every_rule_with_its_value_and_what_is_allowed(tmp_path: Path) -> None:
    out = fathom(
        tmp_path, "rules", "snorkeling", "--variant", "expert", "--rule", "target_score=9"
    ).out
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert rows["rule"] == ["rule", "value", "default", "allowed", "standing"]
    assert rows["meaning"] == ["meaning"]
    words = " ".join(out.split())
    for option in GAME.options:
        assert option.origin in rows[option.name]
        assert option.meaning in words
    assert rows["target_score"][1:8] == ["9", "12", "whole", "numbers", "1", "to", "60"]
    assert rows["expert"][1:6] == ["true", "false", "true", "or", "false"]
    for variant in GAME.variants:
        assert f"\n  {variant}: " in out


def test_the_file_that_rules_prints_gives_the_same_tally(tmp_path: Path) -> None:
    changes = ("--variant", "expert", "--rule", "target_score=9", "--players", "3")
    printed = fathom(tmp_path, "rules", "snorkeling", *changes, "--toml")
    assert printed.err == ""
    written = tomllib.loads(printed.out)
    # Only what differs from the variant is said; the rest stands by as comments.
    assert written["rules"] == {"target_score": 9}
    for option in GAME.options:
        assert f"\n{'' if option.name == 'target_score' else '# '}{option.name} = " in printed.out
    assert "\n# expert = true\n" in printed.out
    for option in GAME.options:
        assert option.meaning in printed.out
    (tmp_path / "my_study.toml").write_text(printed.out, encoding="utf-8")
    few = ("--games", "300", "--json", "--no-robust")
    again = fathom(tmp_path, "run", "my_study.toml", *few).json
    plain = fathom(tmp_path, "run", "snorkeling", *changes, *few).json
    unchanged = fathom(tmp_path, "run", "snorkeling", *few).json
    assert again["tally_id"] == plain["tally_id"] != unchanged["tally_id"]
    assert again["study_id"] == plain["study_id"]


def test_schema_prints_the_schema_of_study_files_and_nothing_else(tmp_path: Path) -> None:
    done = fathom(tmp_path, "schema")
    assert done.err == ""
    assert done.json == study_schema()
    assert done.json["properties"]["game"]["type"] == "string"


@pytest.fixture
def toy(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Install a game with rules of every kind, as a package of its own would."""
    installed = toy_game.install(tmp_path_factory.mktemp("package"))
    monkeypatch.setenv("PYTHONPATH", installed)
    monkeypatch.syspath_prepend(installed.partition(":")[0])
    games._locations.cache_clear()
    yield
    games._locations.cache_clear()


TOY_CHANGES = ("--variant", "rich", "--rule", "deck.back=1", "--rule", "forget_rate=0.5")


def test_an_installed_game_is_listed_and_its_rules_are_told(toy: None, tmp_path: Path) -> None:
    assert "\ntoy " in fathom(tmp_path, "games").out
    lines = fathom(tmp_path, "rules", "toy", *TOY_CHANGES).out.splitlines()
    told = {line.split("  ")[0]: " ".join(line.split()) for line in lines if line.strip()}
    assert told["forget_rate"] == "forget_rate 0.5 0.25 numbers 0 to 1 assumed"
    assert told["limits"].startswith("limits 10 30,60,90 1 to 4 whole numbers 1 to 200, as in")
    assert told["deck.pass"] == "deck.pass 9 4 whole numbers 0 to 30 printed"
    assert told["deck.back"] == "deck.back 1 3 whole numbers 0 to 30 printed"
    assert "  rich: More of it. (deck.pass=9, deck.panic=2, limits=10)" in lines


def test_the_rules_of_animal_splash_are_readable_and_mark_what_is_assumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands_helper, "COLUMNS", "80")
    lines = [x.rstrip() for x in fathom(tmp_path, "rules", "animal-splash").out.splitlines()]
    assert all(len(line) <= 80 for line in lines)
    assert lines[2].split() == ["rule", "value", "default", "allowed", "standing"]
    assert lines[3] == "    meaning"
    standing = {line.split()[0]: line.split()[-1] for line in lines[4:] if line[:1].strip()}
    options = {option.name: option for option in find_game("animal-splash").options}
    assumed = {
        *("swap_cost", "shift_cost", "end_scoring", "end_points", "copies", "oxygen_cards"),
        *("seconds_per_turn", *(f"missions.{place}" for place in range(1, 9))),
    }
    told = {name for name in standing if name.partition(".")[0] in options}
    assert {name for name in told if standing[name] == "assumed"} == assumed
    assert {standing[name] for name in told - assumed} == {"printed", "filled"}
    for place, mission in enumerate(options["missions"].default, 1):
        typed = ":".join(map(str, mission.values()))
        [line] = [line for line in lines if line.startswith(f"missions.{place} ")]
        assert line.split() == [f"missions.{place}", typed, typed, "assumed"]


def test_strategies_lists_name_tier_parameters_and_what_they_do(tmp_path: Path) -> None:
    out = fathom(tmp_path, "strategies", "snorkeling").out
    for strategy in strategies_for("snorkeling").values():
        assert f"{strategy.name}  (" in out
        assert strategy.description.splitlines()[0].split(".")[0] in " ".join(out.split())
        for name, parameter in strategy.parameters.items():
            bounds = f"({parameter.minimum:g} to {parameter.maximum:g})"
            assert f"{name}={parameter.default:g} {bounds}" in out


def test_strategies_view_names_every_field_a_strategy_sees(tmp_path: Path) -> None:
    lines = fathom(tmp_path, "strategies", "snorkeling", "--view").out.splitlines()
    for heading, fields in (
        ("view.table", GAME.table),
        ("view.own", GAME.own),
        ("view.rules", GAME.derived),
    ):
        below = lines[lines.index(heading) + 1 :]
        for name, meaning in fields.meanings.items():
            assert any(line.lstrip().startswith(name) and meaning in line for line in below)
    assert not any("the first deck_size entries" in line for line in lines)


def test_replay_tells_the_same_game_by_name_study_file_and_run_folder(tmp_path: Path) -> None:
    random_run(tmp_path, "--games", "50", "--seed", "4", "--out", "done", "--no-charts")
    by_name = fathom(
        tmp_path, "replay", "snorkeling", "-s", "random", "--seed", "4", "--game", "17"
    )
    by_file = fathom(tmp_path, "replay", "done/study.toml", "--game", "17")
    by_folder = fathom(tmp_path, "replay", "done", "--game", "17")
    other = fathom(tmp_path, "replay", "done", "--game", "18")
    assert by_name.out == by_file.out == by_folder.out != other.out
    first = by_name.out.splitlines()[0]
    assert first == "Snorkeling, base, 4 players: game 17 (deal 17, seed 4)"
    assert "\nROUND 1 OF " in by_name.out
    assert "\nturn 1: seat 1 has " in by_name.out
    assert "\n  Every seat plays random.\n" in by_name.out
    assert re.search(r"\nSeat \d \(random\) wins after \d+ turns in \d+ rounds?: ", by_name.out)


def test_replay_interpreted_tells_what_was_compiled(tmp_path: Path) -> None:
    arguments = ("replay", "snorkeling", "-s", "random", "--game", "2", "--rule", "target_score=3")
    assert fathom(tmp_path, *arguments, "--no-jit").out == fathom(tmp_path, *arguments).out


def test_bench_shows_speeds_of_one_job_and_of_several_and_as_json_per_core(tmp_path: Path) -> None:
    few = ("--seconds", "0.05", "--jobs", "2")
    lines = fathom(tmp_path, "bench", "snorkeling", "-s", "random", *few).out.splitlines()
    assert lines[0] == "snorkeling, base, 4 players, random"
    assert lines[1].startswith("  1 job: ")
    assert lines[2].startswith("  2 jobs: ")
    for line in lines[1:3]:
        numbers = [int(w.replace(",", "")) for w in line.split() if w.replace(",", "").isdigit()]
        assert len(numbers) == 4
        assert all(number > 0 for number in numbers)
        assert line.endswith(" games/s a core")
    found = fathom(tmp_path, "bench", *few, "--json", "--quiet")
    assert found.err == ""
    assert found.json["lineup"] == ["random"] * 4
    assert found.json["games_per_s_per_core"] > 0
    assert found.json["games_per_s"] > 0
    assert list(tmp_path.iterdir()) == []
