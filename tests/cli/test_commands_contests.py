"""What ``fathom tournament``, ``ladder`` and ``ask`` alone promise; see `test_contests`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import SPECS, Contests, flat, typed
from tests.helpers.commands_helper import fathom, write_bold

TOP = "search(rollouts=3, doubt=0, base=random, playout=random)"


def test_json_of_a_tournament_has_the_fields_that_other_programs_read(contests: Contests) -> None:
    made = contests("tournament")
    found = made.summary
    assert found["strategies"] == list(SPECS)
    for one, row in enumerate(found["matrix"]):
        for other, cell in enumerate(row):
            assert cell["ci_low"] <= cell["win_rate"] <= cell["ci_high"]
            assert (cell["win_rate"] == 1 / 3) or one != other
    assert sorted(one["strategy"] for one in found["ranking"]) == sorted(found["strategies"])
    assert [one["rank"] for one in found["ranking"]] == [1, 2, 3]
    for one in found["ranking"]:
        assert one["ci_low"] < one["win_rate"] < one["ci_high"]
        assert one["elo_ci_low"] < one["elo"] < one["elo_ci_high"]
    ahead = [(1500 - one["elo"]) / 400 for one in found["ranking"]]
    assert sum(1 / (1 + 10**by) for by in ahead) == pytest.approx(1.5)
    assert found["games"] == found["games_per_cell"] * 6 + found["mixed_games"]


def test_the_total_is_said_before_playing_and_each_cell_after(contests: Contests) -> None:
    made = contests("tournament")
    done = made.done
    said = flat(done.err)
    assert "3 strategies: 6 cells of 90 games, and 180 games of 2 mixed line-ups: 720 games" in said
    lines = done.out.splitlines()
    assert lines[0] == "Tournament of 3 strategies: Snorkeling, 3 players"
    cell = made.summary["matrix"][1][0]
    half = 50 * (cell["ci_high"] - cell["ci_low"])
    [row] = [line for line in lines if line.startswith("attacker ") and "±" in line][:1]
    assert f"{100 * cell['win_rate']:.1f} ± {half:.1f} +" in row


def test_wins_are_pinned_by_seat_and_strategy_and_named(contests: Contests) -> None:
    made = contests("tournament")
    folder = made.folder
    study = (folder / "found" / "study.toml").read_text()
    begin = study.index('[pinned."closer at a table of random"]')
    wins = study.index("strategy_wins = [", begin) + len("strategy_wins = [")
    (folder / "altered.toml").write_text(study[:wins] + "\n    1" + study[wins:].lstrip(" \n"))
    failed = fathom(folder, "tournament", "altered.toml", "--json", code=1)
    assert "at closer at a table of random, sum of wins of closer in 60ths is " in failed.err
    # In each mixed line-up others play, so there are no sums by strategy.
    mixed = study[study.index('[pinned."mixed line-ups"]') :]
    assert "seat_wins = [" in mixed
    assert "strategy" not in mixed


def test_all_bundled_strategies_compete_unless_said_but_who_thinks_ahead_or_has_a_handicap(
    tmp_path: Path,
) -> None:
    found = fathom(tmp_path, "tournament", "scaphandre", "--players", "2", "--games", "2", "--json")
    listed = fathom(tmp_path, "strategies", "scaphandre").out
    named = [line.split("  (")[0] for line in listed.splitlines() if "  (" in line[:25]]
    assert named == [*found.json["strategies"], "search", "restricted"]
    assert found.json["tiers"]["planner"] == "strong"


@pytest.mark.slow
def test_a_strategy_of_ones_own_competes(tmp_path: Path) -> None:
    bold = write_bold(tmp_path)
    arguments = [*typed(bold, f"{bold}(boldness=0)"), "--no-jit", "--rule", "target_score=2"]
    done = fathom(
        tmp_path, "tournament", "snorkeling", "--players", "2", *arguments, "--games", "4", "--json"
    )
    assert done.json["strategies"] == ["mine.py:bold", "mine.py:bold(boldness=0)"]


def test_without_duels_all_else_is_the_same_and_the_study_has_them_only_if_said(
    contests: Contests,
) -> None:
    made = contests("duels")
    done, found = made.done, made.summary
    assert "and 360 games of 6 duels: " in flat(done.err)
    told = done.out.partition("Who wins two against two?")[2].partition("How sure?")[0]
    assert 100 < len(told) < 420  # five lines of 80
    for one in found["duels"]:
        assert one["ci_low"] < one["value"] < one["ci_high"]
    for together, *ways in (found["duels"][first:][:3] for first in (0, 3, 6)):
        assert sum(part["games"] for part in ways) == together["games"] == 120
    # On the command line, without them, the pinned study is another one.
    plain = fathom(made.folder, "tournament", "found/study.toml", "--no-duels", "--json").json
    assert "duels" not in plain
    assert found["games"] == plain["games"] + 360
    for key in ("matrix", "ranking", "lasting", "beats_all"):
        assert found[key] == plain[key]
    assert found["tally_id"] != plain["tally_id"]
    assert found["study_id"] != plain["study_id"]


def test_where_a_duel_is_a_cell_nothing_is_played_twice(contests: Contests) -> None:
    plain = contests("tournament")
    duels = fathom(plain.folder, *plain.small.typed, "--json", "--duels")
    assert duels.json["tally_id"] == plain.summary["tally_id"]
    assert "duels" not in duels.err
    assert {one["seating"] for one in duels.json["duels"]} == {"all", "AAB", "ABB"}


def test_json_of_a_ladder_has_the_fields_that_other_programs_read(contests: Contests) -> None:
    made = contests("ladder")
    found = made.summary
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


def test_what_is_slow_is_said_before_playing_and_each_rung_after(contests: Contests) -> None:
    made = contests("ladder")
    done = made.done
    said = flat(done.err)
    assert "2 line-ups of 90 games, and 2 with one who thinks ahead, of 30 games" in said
    assert "90 games each, and 30 games each of those who think ahead" in flat(done.out)
    [row] = [line for line in done.out.splitlines() if line.startswith("collector ")]
    [rung] = [one for one in made.summary["rungs"] if one["strategy"] == "collector"]
    assert f"{100 * rung['win_rate']:.1f}" in row
    assert f"{rung['elo']:+.0f}" in row


def test_targets_name_rungs_and_skill_and_are_judged(contests: Contests) -> None:
    made = contests("ladder")
    folder = made.folder
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


def test_plain_questions_get_plain_answers_and_what_costs_most_comes_first(
    contests: Contests,
) -> None:
    found = contests("ask").summary
    assert (found["player"], found["games_per_question"]) == ("random", 60)
    asked = [one["question"] for one in found["questions"]]
    assert "Must you use “lays … crab and announces …: takes the centre”?" in asked
    costs = [one["cost"] for one in found["questions"]]
    assert costs == sorted(costs, reverse=True)
    answers = " ".join(answer for several in found["answers"].values() for answer in several)
    for one in found["questions"]:
        assert f"{one['question']} {one['answer']}: " in answers
        assert one["ci_low"] <= one["win_rate"] <= one["ci_high"]
        assert one["cost"] == pytest.approx(1 / 3 - one["win_rate"])
