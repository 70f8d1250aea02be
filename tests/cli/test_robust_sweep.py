"""A sweep says whether the effect of a rule holds for other players."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.analysis import other_players as levels
from reports.figures.figure import MINUTES
from reports.robust.levels import JUDGED_FIGURES
from reports.sweep import tables as its_tables
from reports.writing.columns import all_meanings
from simulate import run, sweep
from strategies import strategies_for
from tests.helpers.commands_helper import fathom
from tests.reports.test_charts import faults

COLUMNS = all_meanings(its_tables.TABLES)

#: A sweep in which the current value of the rule, the reference, is not the first value.
THREE = ("sweep", "snorkeling", "--players", "3", "--vary", "target_score=6,12,16")
QUICK = (*THREE, "--games", "100", "--no-charts")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play few games per player level, without strategies that think ahead."""
    monkeypatch.setattr(levels, "LEAST_ASKED", 100)
    monkeypatch.setattr(levels, "thinkers_for", lambda game: {})


def verdicts_of(robustness: Any, path: str) -> dict[str, Any]:
    """Return the verdict on a figure at each point of the sweep."""
    return {
        candidate["b"]: candidate
        for candidate in robustness["verdicts"]
        if candidate["figure"] == path
    }


@pytest.mark.slow
def test_each_point_is_compared_with_the_current_rules_at_every_player_level(
    tmp_path: Path,
) -> None:
    done = fathom(tmp_path, *QUICK, "--robust", "--jobs", "2", "--out", "x")
    summary = json.loads((tmp_path / "x" / "summary.json").read_text())
    outcome = summary["robustness"]
    assert len(outcome["levels"]) == 2 * len(strategies_for("snorkeling")) - 1
    [own] = [level for level in outcome["levels"] if level["is_study"]]
    played = {point["rules"]["target_score"]: point["result"] for point in summary["points"]}
    assert [(arm["label"], arm["tally_id"]) for arm in own["arms"]] == [
        (f"target_score={value}", played[value]["tally_id"]) for value in (12, 6, 16)
    ]
    minutes = verdicts_of(outcome, MINUTES)
    assert {label: candidate["direction"] for label, candidate in minutes.items()} == {
        "target_score=6": "lower",
        "target_score=16": "higher",
    }
    assert {candidate["a"] for candidate in minutes.values()} == {"target_score=12"}
    screen = " ".join(done.out.split())
    assert "HOLDS? " in screen
    assert ("YES: Length: shorter with 6; longer with 16.") in screen
    table = pd.read_csv(tmp_path / "x" / "levels.csv")
    assert list(table) == ["target_score", *list(COLUMNS["levels"])[1:]]
    assert len(table) == 2 * len(JUDGED_FIGURES) * len(outcome["levels"])
    row = table[(table.target_score == 6) & (table.level == "shedder") & (table.figure == MINUTES)]
    alone = [
        run(
            "snorkeling",
            players=3,
            lineup=["shedder"],
            rules={"target_score": value},
            games=100,
            robust=False,
        )
        for value in (12, 6)
    ]
    first, other = (candidate.figures[MINUTES].value for candidate in alone)
    assert row.value.item() == pytest.approx(other - first)

    again = sweep(
        "snorkeling", players=3, vary={"target_score": [6, 12, 16]}, games=100, robust=True, jobs=1
    )
    assert again.summary["robustness"] == outcome
    assert again.origin.command == "fathom sweep study.toml --robust"


@pytest.mark.slow
def test_a_sweep_over_two_rules_shows_the_points_that_depend_on_style(tmp_path: Path) -> None:
    rules = ("--vary", "players=3,4", "--vary", "target_score=6,12")
    options = ("--games", "200", "--no-charts", "--robust", "--full")
    done = fathom(tmp_path, "sweep", "snorkeling", *rules, *options)
    base = "4 players, target_score 12 (current)"
    screen = " ".join(done.out.split())
    assert (
        "depends on who plays with 3 players, target_score 12 (lower with eager + 3 planner"
        in screen
    )
    for other in ("3 players, target_score 6", "3 players, target_score 12"):
        assert f"{other} minus {base} by who plays; each ± half its 95% " in screen


@pytest.mark.slow
def test_each_number_of_players_has_its_own_line_up_at_every_player_level() -> None:
    outcome = sweep("snorkeling", vary={"players": [3, 4, 6]}, games=100, robust=True)
    robustness = outcome.summary["robustness"]
    for level in robustness["levels"]:
        assert [len(arm["lineup"]) for arm in level["arms"]] == [4, 3, 6]
    longer = verdicts_of(robustness, MINUTES)["players=6"]
    assert (longer["verdict"], longer["direction"]) == ("settled", "higher")
    stands = {candidate["level"]: candidate["stands"] for candidate in longer["differences"]}
    assert (stands["planner"], stands["hoarder"]) == ("higher", "lower")
    [chart] = [candidate for candidate in outcome.chart_list if candidate.name == "levels_of_play"]
    words = ("holds", "depends on who plays", "hold", "depend on who plays", "too few games")
    assert any(word in chart.title for word in words)
    assert "the length" in chart.title.lower()
    assert [faults(chart.draw(narrow=narrow)) for narrow in (False, True)] == [[], []]


def test_a_rule_without_effect_is_practically_the_same_for_all_good_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "LEAST_ASKED", 20)
    values = [7_000, 8_000, 9_000, 10_000, 11_000]
    outcome = sweep("snorkeling", vary={"max_turns": values}, games=20, robust=True)
    answer = outcome.findings.answers[-1]
    assert answer.items[1].mark == "fine"
    assert answer.items[1].text == (
        "Mean length in minutes against max_turns 10000 (current): practically the same for "
        "all good players with 7000, 8000, 9000 and 11000."
    )


STUDY = """\
game = "snorkeling"
players = 3
games = 100
[targets]
"length.minutes.mean" = { max = 40, robust = true }
"""


@pytest.mark.slow
def test_a_robust_target_is_judged_at_every_player_level_of_each_point_or_arm(
    tmp_path: Path,
) -> None:
    values = {"short": 6, "long": 16}
    arms = "".join(
        f'[[compare.arms]]\nlabel = "{label}"\nrules = {{ target_score = {value} }}\n'
        for label, value in values.items()
    )
    (tmp_path / "arms.toml").write_text(f"{STUDY}{arms}", encoding="utf-8")
    (tmp_path / "aims.toml").write_text(
        f'{STUDY}[sweep]\nvary = ["target_score=6,16"]\n', encoding="utf-8"
    )
    done = fathom(tmp_path, "sweep", "aims.toml", "--robust", "--no-charts", "--out", "x")
    points = json.loads((tmp_path / "x" / "summary.json").read_text())["points"]
    results = [point["result"] for point in points]
    targets = [target for candidate in results for target in candidate["targets"]]
    for candidate, target in zip(results, targets, strict=True):
        [level] = [
            level for level in candidate["robustness"]["levels"] if level["level"] == "hoarder"
        ]
        assert level["minutes"] == target["value"]
    sentence = f"met with target_score 6 ({targets[0]['value']:.1f} with hoarder); missed with 16 ("
    assert sentence in " ".join(done.out.split())
    compared = fathom(tmp_path, "compare", "arms.toml", "--robust", "--json", code=1).json
    same = [target for arm in compared["arms"] for target in arm["result"]["targets"]]
    for several in (targets, same):
        assert [(candidate["verdict"], candidate["level"]) for candidate in several] == [
            ("meets", "hoarder"),
            ("misses", "hoarder"),
        ]
    open_ = fathom(tmp_path, "sweep", "aims.toml", "--no-charts")
    assert "no other players have played (--robust lets them play)" in " ".join(open_.out.split())


def test_a_sweep_without_player_levels_names_the_players_for_whom_it_holds(tmp_path: Path) -> None:
    done = fathom(tmp_path, *QUICK, "--out", "x")
    text = " ".join(done.out.split())
    assert "Tried with one kind of player only; others may differ: fathom sweep " in text
    assert " --robust NEXT " in text
    assert "HOLDS?" not in done.out
    assert not (tmp_path / "x" / "levels.csv").exists()
    assert json.loads((tmp_path / "x" / "summary.json").read_text())["robustness"] is None


def test_interrupting_player_levels_keeps_the_results_of_a_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(levels, "play_together_until", stop)
    done = fathom(tmp_path, *QUICK, "--robust", "--json", code=130)
    assert [point["result"]["games"] for point in done.json["points"]] == [100] * 3
    assert done.json["interrupted"] is False
    assert " ".join(done.err.split()) == (
        "fathom: interrupted while other players played; nothing is kept, because no folder "
        "was named with --out"
    )
    assert done.json["robustness"] is None
