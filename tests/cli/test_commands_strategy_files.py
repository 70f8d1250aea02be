"""Strategies and personas that a designer wrote, from the command line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.helpers.commands_helper import Finished, contents, fathom, write_bold
from tests.helpers.tables import quick_among

HEAD = """\
from simulate.games.snorkeling import is_pile
from simulate.kit.menu import legal
from simulate.strategy import Parameter
from strategies import strategy


@strategy("snorkeling", tier=1)
"""
#: Bodies that go wrong, by the name of the function.
WRONG = {
    "illegal": "    return 7777\n",
    "raises": '    if view.table.turns > 5:\n        raise ValueError("no idea")\n    return 0\n',
    "outside": "    return view.own.count[100]\n",
    "opens": '    with open("log.txt", "a") as log:\n        log.write("x")\n    return 0\n',
    "words": '    words = {"stop": 0}\n    words["all"] = "two"\n    return words["stop"]\n',
    "undefined": "    return nothing_of_that_name\n",
    "no_field": "    return view.table.colour_of_the_sky\n",
    "text": '    return "stop"\n',
    "fraction": "    return 0.5\n",
    "writes_scores": "    view.table.scores[0] = 99\n    return 0\n",
    "writes_seat": "    view.table.seat = 1\n    return 0\n",
    "writes_rules": "    view.rules.target_score = 1\n    return 0\n",
    "writes_menu": "    view.menu.bases[0] = 7\n    return 0\n",
}
#: The messages about strategies that make illegal choices, compiled or not.
PLAYED = {
    "illegal": ("chose 7777, which is not legal", "decision 1; "),
    "raises": ("raised ValueError: no idea", "decision 7; "),
    "outside": ("raised IndexError: ", "decision 1; "),
}
INTERPRETED = (("raises", PLAYED["raises"]), ("text", ()))
NOT_COMPILED = (
    *("opens", "words", "undefined", "no_field", "text", "fraction"),
    *("writes_scores", "writes_seat", "writes_rules", "writes_menu"),
)


def write(folder: Path, name: str) -> str:
    """Write a file with one of the wrong strategies, and return its spec."""
    text = f"{HEAD}def {name}(view):\n{WRONG[name]}"
    (folder / "mine.py").write_text(text, encoding="utf-8")
    return f"mine.py:{name}"


def run(folder: Path, spec: str, *options: str, code: int = 0) -> Finished:
    return fathom(
        folder,
        *("run", "snorkeling", "-s", spec, "--games", "8", "--json", "--quiet", "--jobs", "1"),
        *options,
        code=code,
    )


def test_a_strategy_from_a_file_plays_and_is_shown_by_its_spec(tmp_path: Path) -> None:
    spec = write_bold(tmp_path)
    lineup = [f"{spec}(boldness=0.25)", spec, "random", f"{spec}(boldness=0.5)"]
    chosen = [word for each in lineup for word in ("-s", each)]
    arguments = ("run", "snorkeling", *chosen, "--games", "400", "--json")
    summary = fathom(tmp_path, *arguments).json
    shown = [f"{spec}(boldness=0.25)", spec, "random", spec]
    assert summary["lineup"] == shown
    rates = {s["strategy"]: s["win_rate"] for s in summary["strategies"]}
    assert list(rates) == list(dict.fromkeys(shown))
    assert len(set(rates.values())) == 3


@pytest.mark.slow
def test_compiled_and_interpreted_give_the_same_tally(tmp_path: Path) -> None:
    spec = write_bold(tmp_path)
    few = ("--rule", "max_turns=60")
    compiled = run(tmp_path, spec, *few).json
    interpreted = run(tmp_path, spec, "--no-jit", *few).json
    assert compiled["tally_id"] == interpreted["tally_id"]
    calm = run(tmp_path, f"{spec}(boldness=0.1)", *few).json
    assert calm["tally_id"] != compiled["tally_id"]


def test_a_file_in_another_folder_may_import_its_neighbours(tmp_path: Path) -> None:
    there = tmp_path / "my strategies"
    there.mkdir()
    write_bold(there)
    (there / "more.py").write_text("from mine import bold\n", encoding="utf-8")
    summary = run(tmp_path, "my strategies/more.py:bold").json
    assert summary["lineup"] == ["my strategies/more.py:bold"] * 4


def test_a_users_strategy_may_have_the_name_of_a_bundled_strategy(tmp_path: Path) -> None:
    text = f"{HEAD}def random(view):\n    return legal(view)[0]\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    lineup = ("-s", "random", "-s", "mine.py:random", "--players", "2")
    short = ("--games", "200", "--rule", "max_turns=300", "--json")
    summary = fathom(tmp_path, "run", "snorkeling", *lineup, *short).json
    assert summary["lineup"] == ["random", "mine.py:random"]
    bundled, from_file = summary["strategies"]
    assert bundled["score_mean"] != from_file["score_mean"]


def assert_misplayed(done: Finished, name: str, fragments: tuple[str, ...]) -> None:
    first, *seen = done.err.splitlines()
    assert first.startswith(f"fathom: strategy mine.py:{name} ")
    assert "game 0, " in first
    assert re.search(r"mine\.py, line \d+\)", " ".join(done.err.split()))
    assert [words for words in fragments if words not in first] == [], first
    assert any("centre " in line for line in seen)
    hidden = [line for line in seen if re.search(r"hand \d cards", line)]
    assert len(hidden) == sum("hand " in line for line in seen) - 1 == 3
    assert seen[-1].startswith("  legal: 0 (stops)")
    assert done.out == ""


@pytest.mark.parametrize("name", PLAYED)
def test_an_illegal_choice_is_reported_with_the_strategy_and_the_state_it_saw(
    name: str, tmp_path: Path
) -> None:
    spec = write(tmp_path, name)
    before = contents(tmp_path)
    done = run(tmp_path, spec, "--out", "results", code=1)
    assert_misplayed(done, name, PLAYED[name])
    assert contents(tmp_path) == before


@pytest.mark.parametrize("name", quick_among(NOT_COMPILED, "opens", "text", "writes_scores"))
def test_a_strategy_that_cannot_be_compiled_is_refused_in_one_line(
    name: str, tmp_path: Path
) -> None:
    spec = write(tmp_path, name)
    before = contents(tmp_path)
    done = run(tmp_path, spec, "--out", "results", code=2)
    line = done.message
    assert line.startswith(f"fathom: strategy {name} (")
    assert "mine.py" in line
    # Only where interpreting would help.
    assert ("--no-jit" in line) == (name in ("opens", "words"))
    assert len(line) < 600
    assert done.out == ""
    assert contents(tmp_path) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", ["opens", "words"])
def test_a_strategy_that_cannot_be_compiled_can_be_interpreted(name: str, tmp_path: Path) -> None:
    spec = write(tmp_path, name)
    summary = run(tmp_path, spec, "--no-jit", "--rule", "max_turns=20").json
    assert summary["games"] == 8
    assert summary["unfinished"] == 8


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("writes_scores", ("read-only",)),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in INTERPRETED),
    ],
)
def test_an_illegal_choice_of_an_interpreted_strategy_is_reported(
    name: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    assert_misplayed(run(tmp_path, write(tmp_path, name), "--no-jit", code=1), name, words)


def test_an_unknown_field_of_the_view_is_refused_with_a_suggestion(tmp_path: Path) -> None:
    text = f"{HEAD}def mistyped(view):\n    return view.table.turms\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    done = run(tmp_path, "mine.py:mistyped", code=2)
    assert "mine.py, line 9)" in done.message
    assert "unknown field 'turms' of the view, which 'fathom strategies GAME" in done.message
    assert "did you mean 'turns'?" in done.message


AUNT = """\
name = "cautious aunt"
game = "scaphandre"
base = "collector"
about = "Takes what lies there."
"""
FEW = ("--games", "40", "--no-charts")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "aunt.toml").write_text(AUNT, encoding="utf-8")
    return tmp_path


def written(folder: Path, name: str) -> dict[str, object]:
    return tomllib.loads((folder / name / "study.toml").read_text(encoding="utf-8"))


def test_strategies_lists_the_personas_of_a_folder(folder: Path) -> None:
    out = fathom(folder, "strategies", "scaphandre", "--personas", "people").out
    assert "cautious aunt  (persona, " in out
    assert "Takes what lies there. Plays as collector." in out
    assert "-s 'cautious aunt = collector'" in out
    fathom(folder, "strategies", "shoal", "--personas", "people", code=2)


def test_strategies_explains_the_parameters_of_a_handicap(folder: Path) -> None:
    out = fathom(folder, "strategies", "schnuff").out
    assert "e+" not in out
    assert "first=-1 (-1 or more): " in out
    assert "You can set level=1 and choose the strategy with the handicap" in out
    assert "'fathom ask schnuff'" in " ".join(out.split())
    played = ("-s", "restricted(level=1, base=random)", "--no-robust", "--quiet", "--no-jit")
    fathom(folder, "run", "scaphandre", *played, "--games", "4", "--json")


def test_a_run_with_a_persona_can_be_repeated_without_the_file_of_the_persona(folder: Path) -> None:
    line_up = ("-s", "people/aunt.toml", "-s", "random", "--players", "2")
    first = fathom(folder, "run", "scaphandre", *line_up, *FEW, "--no-robust", "--out", "one")
    assert "cautious aunt (collector), random" in " ".join(first.out.split())
    assert written(folder, "one")["lineup"] == ["cautious aunt = collector", "random"]
    (folder / "people" / "aunt.toml").unlink()
    again = fathom(folder, "run", "one", "--no-robust", "--json", "--out", "two").json
    assert again["lineup"] == ["cautious aunt", "random"]
    assert again["personas"] == {"cautious aunt": "cautious aunt = collector"}
    assert written(folder, "two")["tally_id"] == written(folder, "one")["tally_id"]
    replayed = fathom(folder, "replay", "one", "--game", "1", "--moves").out
    assert "cautious aunt" in replayed


def test_arms_of_a_comparison_are_named_after_their_personas(folder: Path) -> None:
    arms = ("-s", "people/aunt.toml", "-s", "random")
    summary = fathom(folder, "compare", "scaphandre", *arms, *FEW, "--json", "--out", "both").json
    assert [arm["label"] for arm in summary["arms"]] == ["cautious aunt", "random"]
    (folder / "people" / "aunt.toml").unlink()
    again = fathom(folder, "compare", "both", "--json").json
    assert [arm["result"]["tally_id"] for arm in again["arms"]] == [
        arm["result"]["tally_id"] for arm in summary["arms"]
    ]


def test_studies_of_tournaments_and_ladders_record_the_definition_of_a_persona(
    folder: Path,
) -> None:
    options = ("-s", "people/aunt.toml", "-s", "random", "--players", "2", *FEW)
    fathom(folder, "tournament", "scaphandre", *options, "--out", "cup")
    assert written(folder, "cup")["tournament"] == {
        "strategies": ["cautious aunt = collector", "random"]
    }
    fathom(folder, "ladder", "scaphandre", *options, "--out", "steps")
    table = written(folder, "steps")["ladder"]
    assert isinstance(table, dict)
    assert "cautious aunt = collector" in table["strategies"]


def test_a_copy_of_a_strategy_file_in_another_folder_is_not_compiled_again(tmp_path: Path) -> None:
    few = ("--players", "2", "--games", "30", "--no-robust", "--no-charts")
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        spec = write_bold(tmp_path / name, unlike_any=name == "first")
    text = (tmp_path / "first" / "mine.py").read_text(encoding="utf-8")
    (tmp_path / "second" / "mine.py").write_text(text, encoding="utf-8")
    assert "compiling bold" in fathom(tmp_path / "first", "run", "snorkeling", "-s", spec, *few).err
    # Both are linked into one process.
    both = ("-s", f"../first/{spec}", "-s", spec)
    assert "compiling" not in fathom(tmp_path / "second", "run", "snorkeling", *both, *few).err
