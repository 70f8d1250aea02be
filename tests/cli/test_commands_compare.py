"""The command ``fathom compare``: the games it plays, its output, and its errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.analysis import other_players as levels
from reports.compare import tables as its_tables
from reports.compare.charts import CHARTS
from reports.figures.figure import parse_margins, write_margins
from reports.writing.columns import all_meanings
from simulate import compare
from tests.helpers import commands_helper
from tests.helpers.commands_helper import contents, fathom, random_run

COLUMNS = all_meanings(its_tables.TABLES)

VARIANTS = ("compare", "snorkeling", "--variant", "base", "--variant", "expert", "-s", "random")

#: The tables of studies without targets, where no other level of play is asked.
TABLES = [name for name in COLUMNS if name not in ("levels", "targets", "groups")]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the games that measure skill, except in the fixture `found`."""
    monkeypatch.setattr(levels, "MOST_BEGINNER_GAMES", 40)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("compare")
    done = fathom(folder, *VARIANTS, "--games", "500", "--json", "--quiet")
    assert done.err == ""
    assert contents(folder) == {}
    return done.json


def test_json_of_each_arm_equals_the_json_of_its_run(found: Any, tmp_path: Path) -> None:
    assert [arm["label"] for arm in found["arms"]] == ["base", "expert"]
    alone = random_run(tmp_path, "--variant", "expert", "--games", "500").json
    times = {"elapsed_s", "games_per_s", "decisions_per_s", "jobs", "made_with"}
    [_, expert] = (arm["result"] for arm in found["arms"])
    assert {k: v for k, v in expert.items() if k not in times} == {
        k: v for k, v in alone.items() if k not in times
    }


def test_each_difference_has_the_documented_fields(found: Any) -> None:
    by_figure = {one["figure"]: one for one in found["differences"]}
    turns = by_figure["length.turns.mean"]
    assert (turns["a"], turns["b"]) == ("base", "expert")
    means = [arm["result"]["length"]["turns"]["mean"] for arm in found["arms"]]
    assert turns["value"] == pytest.approx(means[1] - means[0], abs=1e-9)
    assert turns["ci_low"] < turns["value"] < turns["ci_high"]
    assert turns["pairing_gain"] > 0
    assert turns["verdict"] == "higher"
    assert turns["p_value"] <= turns["p_holm"]
    assert by_figure["length.turns.p95"]["pairing_gain"] is None
    assert {"first_player_advantage", "seats.4.win_rate", "lead_changes"} < set(by_figure)
    assert {"comebacks", "unfinished", "counts.rounds_ended_by_beach"} < set(by_figure)
    assert found["margins"] == {"rate": 0.005, "relative": 0.01}
    skill, (base, expert) = by_figure["skill"], (arm["skill"] for arm in found["arms"])
    assert base["strategy"] == "planner"
    assert base["games"] == expert["games"] == 2000
    assert skill["value"] == pytest.approx(expert["value"] - base["value"])
    assert skill["value"] > 0.1  # Expert Diving lets the planner win nearly all
    assert (skill["verdict"], skill["matters"]) == ("higher", "large")


def test_a_comparison_prints_sentences_and_tables_and_writes_a_folder(tmp_path: Path) -> None:
    done = fathom(tmp_path, *VARIANTS, "--games", "300", "--out", "both")
    lines = done.out.splitlines()
    assert lines[0].startswith("Snorkeling: base or expert?")
    assert "300 games each \N{MIDDLE DOT} players who move at random" in done.out
    assert any(line.startswith("DIFFER? Yes. ") for line in lines)
    assert any(line.startswith("          a good player wins ") for line in lines)
    assert "turns: mean" not in done.out  # the first page only
    assert lines[-1].endswith("Details: --full; tables and charts: both")
    whole = fathom(tmp_path, *VARIANTS, "--games", "300", "--no-charts", "--full", "--out", "all")
    assert "Who wins: expert against base" in whole.out.splitlines()
    assert any(line.startswith("turns: mean ") for line in whole.out.splitlines())
    names = {f"{name}.{kind}" for name in TABLES for kind in ("csv", "parquet")}
    names |= {f"{chart.name}.{kind}" for chart in CHARTS for kind in ("png", "svg")}
    names |= {"study.toml", "summary.json", "journal"}
    assert {path.name for path in (tmp_path / "both").iterdir()} == names
    table = pd.read_csv(tmp_path / "both" / "differences.csv")
    summary = json.loads((tmp_path / "both" / "summary.json").read_text())
    assert list(table.figure) == [one["figure"] for one in summary["differences"]]


def test_the_first_page_has_at_most_24_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands_helper, "COLUMNS", "80")
    options = ("--games", "300", "--no-charts", "--quiet")
    lines = fathom(tmp_path, *VARIANTS, *options).out.splitlines()
    assert len(lines) <= 24
    assert max(len(line) for line in lines if not line.lstrip().startswith("fathom ")) <= 80
    assert any(line.startswith("          first player wins ") for line in lines)
    assert any(re.fullmatch(r"NEXT    Be surer \(~\d+ (s|min|h)\)", line) for line in lines)


def test_a_rule_that_only_beginners_use_is_reported_first(tmp_path: Path) -> None:
    rule = ("compare", "snorkeling", "--rule", "own_pile=true", "--games", "400", "--no-charts")
    text = " ".join(fathom(tmp_path, *rule, "--quiet").out.split())
    assert (
        "DIFFER? Not for good players, who never use this rule. With eager players, games take "
        "11 minutes on average with own_pile=true, 14 with the current rules."
    ) in text
    assert re.search(r"eager players .* minutes on average 1[34]\.\d 1[01]\.\d ", text)
    assert "Tried with one kind of player" not in text
    # The figures of the players of the comparison stay in the results.
    stored = json.loads(next(tmp_path.glob("*/*/summary.json")).read_text())
    differences = {row["figure"]: row for row in stored["differences"]}
    minutes = differences["length.minutes.mean"]
    assert minutes["value"] == 0
    better = "fathom compare snorkeling --rule own_pile=true -s search"
    assert f"NEXT Let players use it well (slow) {better}" in text
    # Other players, and rules that all players use, need no such warning.
    for other in (("-s", "eager"), ("--rule", "hand_size=4")):
        assert "use this rule" not in fathom(tmp_path, *rule, *other, "--quiet").out


def test_folders_of_sweeps_are_refused_with_what_to_do(tmp_path: Path) -> None:
    for name in ("first", "second"):
        vary = ("--vary", "hand_size=4,5", "-s", "random", "--games", "40", "--out", name)
        fathom(tmp_path, "sweep", "snorkeling", *vary, "--no-charts", "--quiet")
    refused = " ".join(fathom(tmp_path, "compare", "first", "second", code=2).err.split())
    assert "first holds results of 'fathom sweep', but compare takes folders of 'fathom run'" in (
        refused
    )
    assert "make a page of each with 'fathom report first --out first.html'" in refused
    refused = " ".join(fathom(tmp_path, "report", "first", "second", code=2).err.split())
    assert (
        "report takes one folder, not 2; make a page of each with 'fathom report first" in refused
    )
    for name in ("first", "second"):
        run = ("run", "snorkeling", "-s", "random", "--games", "40", "--no-charts", "--quiet")
        fathom(tmp_path, *run, "--out", f"{name}_run")
    refused = " ".join(fathom(tmp_path, "report", "first_run", "second_run", code=2).err.split())
    assert "type 'fathom compare first_run second_run --out both', then 'fathom report" in refused


def test_a_comparison_of_study_files_verifies_their_pinned_tallies(studies: Path) -> None:
    pinned = (studies / "other.toml").read_text() + "[pinned]\nturns = 7\n"
    (studies / "other.toml").write_text(pinned)
    wrong = fathom(studies, "compare", "one.toml", "other.toml", "--json", "--quiet", code=1)
    assert "first difference: at other, sum of turns is" in wrong.err
    fathom(studies, "compare", "one.toml", "other.toml", "--json", "--games", "200")


def test_all_arms_play_the_same_deals_and_at_least_the_requested_games(tmp_path: Path) -> None:
    arms = ("-s", "random", "-s", "shedder, random,random,random")
    done = fathom(tmp_path, "compare", "snorkeling", *arms, "--games", "200", "--json").json
    results = [arm["result"] for arm in done["arms"]]
    assert [arm["label"] for arm in done["arms"]] == [
        "random",
        "shedder, 3 \N{MULTIPLICATION SIGN} random",
    ]
    assert [result["deals"] for result in results] == [200, 200]
    assert [result["games"] for result in results] == [200, 800]
    assert "unfinished" in done["not_in_both"][0]["only_a"]


TWO, FACTORS = ("--players", "2", "--players", "3"), ("--variant", "base", "--variant", "expert")
GRID = ("compare", "snorkeling", *FACTORS, *TWO, "-s", "random")


def test_two_repeated_options_make_a_grid_of_arms(tmp_path: Path) -> None:
    done = fathom(tmp_path, *GRID, "--games", "200", "--no-charts", "--out", "grid")
    found = json.loads((tmp_path / "grid" / "summary.json").read_text())
    labels = ["base, 2 players", "expert, 2 players", "base, 3 players", "expert, 3 players"]
    assert [arm["label"] for arm in found["arms"]] == labels
    assert found["factors"] == [
        {"name": "variant", "levels": ["base", "expert"]},
        {"name": "players", "levels": ["2 players", "3 players"]},
    ]
    pairs = list(dict.fromkeys((one["a"], one["b"]) for one in found["differences"]))
    assert pairs == [(labels[0], labels[1]), (labels[0], labels[2]), (labels[2], labels[3])]
    three = (*VARIANTS, "--players", "3", "--games", "200", "--json", "--quiet")
    alone = fathom(tmp_path, *three).json["differences"]
    inside = [one for one in found["differences"] if one["b"] == labels[3]]
    for one, same in zip(inside, alone, strict=True):
        assert (one["figure"], one["value"]) == (same["figure"], same["value"])
        assert (one["ci_low"], one["pairing_gain"]) == (same["ci_low"], same["pairing_gain"])
    assert "Snorkeling: base or expert, each with 2 or 3 players?" in done.out
    assert "DIFFER? Yes. " in done.out
    assert "Expert against base: mean length in minutes " in done.out
    again = fathom(tmp_path, "compare", "grid", "--json", "--quiet").json
    assert (again["factors"], again["study_id"]) == (found["factors"], found["study_id"])


def test_the_first_value_given_for_a_rule_is_the_reference_arm(tmp_path: Path) -> None:
    rules = [f"--rule=target_score={value}" for value in (8, 6, 10)]
    asked = ("compare", "snorkeling", *rules, "-s", "random", "--games", "100", "--json")
    done = fathom(tmp_path, *asked).json
    labels = [arm["label"] for arm in done["arms"]]
    assert labels == ["target_score=8", "target_score=6", "target_score=10"]
    assert {one["a"] for one in done["differences"]} == {"target_score=8"}
    assert [arm["result"]["rules"]["target_score"] for arm in done["arms"]] == [8, 6, 10]


@pytest.fixture
def studies(tmp_path: Path) -> Path:
    text = 'game = "snorkeling"\nlineup = ["random"]\ngames = 300\nseed = 3\n'
    (tmp_path / "one.toml").write_text(text)
    (tmp_path / "other.toml").write_text(f"{text}[rules]\ntarget_score = 8\n")
    return tmp_path


def test_study_files_make_arms_whose_targets_are_judged(studies: Path) -> None:
    done = fathom(studies, "compare", "one.toml", "other.toml", "--json").json
    assert [arm["label"] for arm in done["arms"]] == ["one", "other"]
    assert [arm["result"]["rules"]["target_score"] for arm in done["arms"]] == [12, 8]
    assert done["seed"] == 3
    for name in ("one", "other"):
        text = (studies / f"{name}.toml").read_text()
        text += '[targets]\n"length.rounds.mean" = { max = 1 }\n'
        (studies / f"{name}.toml").write_text(text)
    said = fathom(studies, "compare", "one.toml", "other.toml", "--no-charts", code=1).out
    assert "TARGET? MISSED: With one: Mean length in rounds: " in said
    assert " MISSED: With other: Mean length in rounds: " in said


def test_arms_of_a_study_file_inherit_its_settings(studies: Path) -> None:
    (studies / "both.toml").write_text(
        (studies / "other.toml").read_text()
        + '[[compare.arms]]\nlabel = "as it is"\n'
        + '[[compare.arms]]\nlabel = "rotating"\nvariant = "expert"\n'
        + '[compare.arms.rules]\nstarter = "rotate"\n'
    )
    done = fathom(studies, "compare", "both.toml", "--json").json
    first, second = (arm["result"] for arm in done["arms"])
    assert [arm["label"] for arm in done["arms"]] == ["as it is", "rotating"]
    assert (first["variant"], second["variant"]) == ("base", "expert")
    assert [result["rules"]["target_score"] for result in (first, second)] == [8, 8]
    assert second["rules"]["starter"] == "rotate" != first["rules"]["starter"]
    refused = fathom(studies, "run", "both.toml", code=2)
    assert "fathom compare both.toml" in refused.err


@pytest.mark.parametrize("text", ["0.5", "0.076", "0.00001", "7", "33.333"])
def test_a_margin_is_written_as_it_was_typed(text: str) -> None:
    margins = parse_margins([f"{text}pp", f"{text}%"])
    assert write_margins(margins) == [f"{text}pp", f"{text}%"]


@pytest.mark.slow
def test_margins_are_stored_in_the_study_and_can_be_replaced(tmp_path: Path) -> None:
    options = ("--games", "100", "--no-charts", "--json")
    fathom(tmp_path, *VARIANTS, *options, "--margin", "2pp", "--out", "both")
    assert 'margins = [\n    "2pp",\n    "1%",\n]' in (tmp_path / "both/study.toml").read_text()

    def of(*arguments: str) -> Any:
        return fathom(tmp_path, "compare", "both", *options, *arguments).json["margins"]

    assert of() == {"rate": 0.02, "relative": 0.01}
    assert of("--margin", "3%") == {"rate": 0.02, "relative": 0.03}
    assert of("--margin", "1pp") == {"rate": 0.01, "relative": 0.01}
    report = ("report", "both", "--tables", "tables", "--out", "both.md", "--quiet")
    fathom(tmp_path, *report)
    written = json.loads((tmp_path / "tables" / "summary.json").read_text())
    assert written["margins"] == of()
    assert '"2pp"' in (tmp_path / "tables" / "study.toml").read_text()


def test_a_notebook_gets_the_differences_tables_and_charts() -> None:
    found = compare("snorkeling", variant=["base", "expert"], lineups=[["random"]], games=300)
    assert found.exit_code == 0
    assert list(found.comparison.arms) == list(found.runs) == ["base", "expert"]
    [pair] = found.comparison.pairs
    assert set(found.figures) == set(pair.figures) > {"skill", "length.minutes.mean"}
    turns = found.figures["length.turns.mean"]
    assert turns.low < turns.value < turns.high
    assert list(found.tables) == TABLES
    assert list(found.charts) == [chart.name for chart in CHARTS]
    assert found.summary["tests"] == found.comparison.tests
    several = compare("snorkeling", players=[2, 3, 4], lineups=[["random"]], games=60)
    assert {path.partition(":")[0] for path in several.figures} == {"3 players", "4 players"}
    assert "4 players: first_player_advantage" in several.figures


@pytest.mark.parametrize(
    ("arguments", "labels", "changed"),
    [
        (["--variant", "expert"], ["base", "expert"], {"expert": True}),
        (
            ["--rule", "starter=rotate", "--rule", "target_score=8"],
            ["current rules", "starter=rotate, target_score=8"],
            {"starter": "rotate", "target_score": 8},
        ),
        (
            ["-s", "closer"],
            ["4 \N{MULTIPLICATION SIGN} random", "4 \N{MULTIPLICATION SIGN} closer"],
            {},
        ),
    ],
)
def test_a_single_change_is_compared_with_the_unchanged_study(
    tmp_path: Path, arguments: list[str], labels: list[str], changed: dict[str, object]
) -> None:
    """A study file's own rules and players are those that it is compared with."""
    (tmp_path / "mine.toml").write_text(
        'game = "snorkeling"\ngames = 40\nlineup = ["random", "random", "random", "random"]\n'
    )
    done = fathom(tmp_path, "compare", "mine.toml", *arguments, "--json")
    before, after = json.loads(done.out)["arms"]
    assert [before["label"], after["label"]] == labels
    assert after["result"]["rules"] == before["result"]["rules"] | changed


CALM = ("--quiet", "--no-charts")
FILE = """
game = "snorkeling"
lineup = ["random"]
precision = { "length.minutes.mean" = "40 s" }
[[compare.arms]]
label = "base"
[[compare.arms]]
label = "expert"
variant = "expert"
"""


def test_a_comparison_plays_until_each_difference_has_its_precision(tmp_path: Path) -> None:
    widths = ("length.minutes.mean=40 s", "3pp", "length.turns.p95=9", "lead_changes=8%")
    asked = [part for width in widths for part in ("--precision", width)]
    text = fathom(tmp_path, *VARIANTS, *asked, *CALM, "--out", "out").out
    said, found = " ".join(text.split()), json.loads((tmp_path / "out/summary.json").read_text())
    known = {one["figure"]: one for one in found["precisions"]}
    assert list(known) == [
        "length.minutes.mean",
        "first_player_advantage",
        "length.turns.p95",
        "lead_changes",
    ]
    differences = {one["figure"]: one for one in found["differences"]}
    for path, one in known.items():
        change = differences[path]
        half = max(change["ci_high"] - change["value"], change["value"] - change["ci_low"])
        assert half == pytest.approx(one["reached"], abs=0.01)
        assert one["reached"] <= one["asked"]
        assert (one["a"], one["b"]) == ("base", "expert")
    assert known["length.minutes.mean"]["asked"] == pytest.approx(2 / 3)
    changes = found["arms"][0]["result"]["lead_changes"]["value"]
    assert known["lead_changes"]["asked"] == pytest.approx(0.08 * changes)
    games = f"after {found['deals']:,} games of each"
    assert "Difference in mean length in minutes, expert against base: known to within" in said
    assert f"% of its value in base, {games}; 8% was requested" in said
    assert said.count(games) == 4
    # Its folder says how many games, and which: all arms have as many.
    assert "precision" not in (tmp_path / "out" / "study.toml").read_text()
    assert "as pinned" in fathom(tmp_path, "verify", "out").out


def test_a_comparison_to_a_precision_does_not_depend_on_jobs_or_on_the_form_of_the_request(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.toml").write_text(FILE)
    asked = ("--precision", "length.minutes.mean=40s")
    ways = [("mine.toml", "--jobs", "1"), (*VARIANTS[1:], *asked, "--jobs", "2")]
    found = [fathom(tmp_path, "compare", *way, *CALM, "--json").json for way in ways]
    assert len({one["study_id"] for one in found}) == 1
    tallies = {tuple(arm["result"]["tally_id"] for arm in one["arms"]) for one in found}
    assert len(tallies) == 1
    assert 500 < found[0]["deals"] < 5_000


def test_a_comparison_that_misses_its_precision_names_the_least_certain_difference(
    tmp_path: Path,
) -> None:
    arms = ("snorkeling", "--rule", "target_score=8", "--rule", "target_score=10")
    more = ("--rule", "target_score=12", "-s", "random", "--games", "2500")
    asked = ("--precision", "length.minutes.mean=1 s", "--precision", "20pp")
    said = fathom(tmp_path, "compare", *arms, *more, *asked, *CALM, code=3).out
    said = " ".join(said.split())
    assert "target_score=12 against target_score=8, the least certain: known only to within" in said
    assert "after 2,500 games of each, not the 0.0167 requested." in said
    assert said.count("the least certain: known to within") == 1
