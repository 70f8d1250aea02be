"""What ``fathom ladder`` and ``fathom ask`` alone promise; see `test_contests`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_contests import CONTESTS
from tests.helpers.commands_helper import Finished, fathom

TOP = "search(rollouts=3, doubt=0, base=random, playout=random)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ladder")


@pytest.fixture(scope="module")
def done(folder: Path) -> Finished:
    return fathom(folder, *CONTESTS["ladder"].typed, "--out", "found")


@pytest.fixture(scope="module")
def found(folder: Path, done: Finished) -> Any:
    assert done
    return json.loads((folder / "found" / "summary.json").read_text())


def test_json_has_the_fields_that_other_programs_read(found: Any) -> None:
    assert found["reference"] == "random"
    assert {rung["strategy"]: rung["games"] for rung in found["rungs"]} == {
        "random": 0,
        "collector": 90,
        TOP: 30,
        TOP.replace("=3", "=1", 1): 30,
    }
    for rung in found["rungs"]:
        assert rung["games_per_s"] > 0 or rung["kind"] == "reference"
        assert rung["ci_low"] <= rung["win_rate"] <= rung["ci_high"]
        assert rung["from_fair"] == pytest.approx(rung["win_rate"] - 1 / 3)
    assert found["thinking"]["verdict"] in ("stops", "still pays", "not told")
    [step] = found["thinking"]["differences"]
    assert (step["fewer"], step["more"]) == (1, 3)
    skill = found["skill"]
    assert (skill["strategy"], skill["others"], skill["games"]) == ("planner", "random", 90)
    assert (
        0 <= skill["coin_share_ci_low"] <= skill["coin_share"] <= skill["coin_share_ci_high"] <= 1
    )
    assert skill["top"] == TOP


def test_what_is_slow_is_said_before_playing_and_each_rung_after(
    done: Finished, found: Any
) -> None:
    said = " ".join(done.err.split())
    assert "2 line-ups of 90 games, and 2 with one who thinks ahead, of 30 games" in said
    assert "90 games each, and 30 games each of those who think ahead" in " ".join(done.out.split())
    [row] = [line for line in done.out.splitlines() if line.startswith("collector ")]
    [rung] = [one for one in found["rungs"] if one["strategy"] == "collector"]
    assert f"{100 * rung['win_rate']:.1f}" in row
    assert f"{rung['elo']:+.0f}" in row


def test_targets_name_rungs_and_skill_and_are_judged(folder: Path, found: Any) -> None:
    assert found
    study = (folder / "found" / "study.toml").read_text().partition("tally_id")[0]
    (folder / "aims.toml").write_text(
        f"""{study}
[ladder]
strategies = ["random", "collector"]
against = "random"
[targets]
"rungs.collector.win_rate" = {{ min = 0.34 }}
"skill.coin_share" = {{ max = 0.9 }}
"rungs.collector.elo" = {{ max = -100 }}
"""
    )
    done = fathom(folder, "ladder", "aims.toml", "--json", code=1).json
    assert [one["verdict"] for one in done["targets"]] == ["meets", "meets", "misses"]


def test_plain_questions_get_plain_answers_and_what_costs_most_comes_first(tmp_path: Path) -> None:
    found = fathom(tmp_path, *CONTESTS["ask"].typed, "--json").json
    assert (found["player"], found["games_per_question"]) == ("saver", 240)
    asked = [one["question"] for one in found["questions"]]
    assert "Must you use “plays Panic and says …”?" in asked
    costs = [one["cost"] for one in found["questions"]]
    assert costs == sorted(costs, reverse=True)
    answers = " ".join(answer for several in found["answers"].values() for answer in several)
    for one in found["questions"]:
        assert f"{one['question']} {one['answer']}: " in answers
        assert one["ci_low"] <= one["win_rate"] <= one["ci_high"]
        assert one["cost"] == pytest.approx(1 / 3 - one["win_rate"])
