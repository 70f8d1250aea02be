"""Ends of runs other than a number of games, and warnings of a second look at targets."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports.analysis.contest_plan import ContestResult
from reports.analysis.selection import resolve_study
from reports.figures.statistics import Estimate, judge
from reports.run.ending import EXAGGERATION, error_of_two_looks
from reports.run.plan import deals_of_earlier_look
from reports.tournament.plan import TournamentPlan
from reports.tournament.play import play_tournament
from reports.tournament.results import TournamentResults
from simulate import tournament
from simulate.command_options import Selection
from simulate.errors import ExitCode
from simulate.study.precision import interim_looks
from tests.helpers.commands_helper import Finished, fathom

QUIET = ("--quiet", "--no-charts", "--no-robust")
#: Targets that are clearly met or missed: seat 1 scores about 18.5, and wins 34%.
EASY = """
game = "scaphandre"
players = 3
lineup = ["random", "random", "random"]
[targets]
"seats.1.score_mean" = { max = 30 }
"seats.1.win_rate" = { min = 0.6 }
"""


def written(folder: Path, text: str) -> str:
    (folder / "study.toml").write_text(text)
    return "study.toml"


def run(folder: Path, *arguments: str, code: int = 0) -> Finished:
    return fathom(folder, "run", *arguments, *QUIET, code=code)


def test_a_run_with_targets_and_no_number_of_games_ends_when_every_target_is_decided(
    tmp_path: Path,
) -> None:
    study = written(tmp_path, EASY)
    sure = ("--json", "--confidence", "0.99")
    summary = run(tmp_path, study, *sure, "--out", "out", code=1).json
    assert [target["verdict"] for target in summary["targets"]] == ["meets", "misses"]
    until = summary["until_decided"]
    assert until["decided"]
    assert until["values_exaggerated"]
    assert summary["games"] == until["looks"][0] < 1_000
    assert until["looks"][-1] == 1_000_000
    assert until["level"] == pytest.approx(1 - 0.01 / len(until["looks"]))
    # They are the first games of the whole study, with wider intervals.
    whole = run(tmp_path, study, *sure, "--games", str(summary["games"]), code=1).json
    assert whole["tally_id"] == summary["tally_id"]
    assert "until_decided" not in whole
    for seat, other in zip(summary["seats"], whole["seats"], strict=True):
        assert seat["win_rate"] == other["win_rate"]
        assert seat["ci_low"] < other["ci_low"]
        assert other["ci_high"] < seat["ci_high"]
    # Its folder is played again and verified with the same.
    again = run(tmp_path, "out", "--json", code=1).json
    assert (again["confidence"], again["tally_id"]) == (0.99, summary["tally_id"])
    pinned = (tmp_path / "out" / "study.toml").read_text()
    assert "until_decided = 0.99" in pinned
    assert summary["tally_id"] in pinned
    assert "as pinned" in fathom(tmp_path, "verify", "out").out
    (tmp_path / "out" / "study.toml").write_text(pinned.replace("max = 30", "max = 18.8"))
    assert "DIFFERS" in fathom(tmp_path, "verify", "out", code=1).out


@pytest.mark.slow
def test_until_decided_ends_a_comparison_when_every_difference_is_decided(tmp_path: Path) -> None:
    arms = ("compare", "scaphandre", "--players", "2", "--players", "4", "-s", "random")
    options = ("--until-decided", "--quiet", "--no-charts", "--out", "out")
    text = " ".join(fathom(tmp_path, *arms, *options).out.split())
    ended = "Every difference in mean length in minutes and first-player advantage"
    assert ended in text
    assert EXAGGERATION in text
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["until_decided"]["decided"]
    assert summary["deals"] < 1_000_000
    judged = {difference["figure"]: difference["verdict"] for difference in summary["differences"]}
    assert judged["length.minutes.mean"] != "not told"
    assert judged["first_player_advantage"] != "not told"


#: Two arms, of which one is decided soon and the other needs more games.
RACED = (
    *("compare", "snorkeling", "--players", "2", "-s", "random", "--rule", "target_score=12"),
    *("--rule", "target_score=1", "--rule", "target_score=11"),
)


@pytest.mark.slow
def test_arms_stop_after_the_same_games_with_one_and_with_two_jobs(tmp_path: Path) -> None:
    options = ("--until-decided", "--games", "60k", "--quiet", "--no-charts")
    done = fathom(tmp_path, *RACED, *options, "--jobs", "2", "--out", "out")
    other = fathom(tmp_path, *RACED, *options, "--jobs", "1", "--json").json
    made = json.loads((tmp_path / "out" / "summary.json").read_text())
    games = {arm["label"]: arm["result"]["games"] for arm in made["arms"]}
    ids = [[arm["result"]["tally_id"] for arm in each["arms"]] for each in (made, other)]
    assert ids[0] == ids[1]
    first, *others = games.values()
    sooner = min(others)
    assert sooner < first == made["deals"] == max(others)
    [label] = [label for label, several in games.items() if several == sooner]
    text = " ".join(done.out.split())
    assert f"Decided earlier, and stopped: {label} after {sooner:,} games." in text
    assert "as pinned" in fathom(tmp_path, "verify", "out").out


@pytest.mark.slow
def test_a_stopped_arm_is_compared_over_the_same_number_of_games_of_the_first_arm(
    tmp_path: Path,
) -> None:
    options = ("--until-decided", "--games", "60k", "--quiet", "--no-charts", "--json")
    raced = fathom(tmp_path, *RACED, *options).json
    sooner = min(raced["arms"], key=lambda arm: arm["result"]["games"])
    games = str(sooner["result"]["games"])
    alone = fathom(tmp_path, *RACED, "--games", games, "--quiet", "--no-charts", "--json").json
    paths = ("length.minutes.mean", "first_player_advantage", "lead_changes")
    keys = ("value", "value_a", "value_b", "p_value")
    for path in paths:
        in_race, other = (
            next(
                each
                for each in comparison["differences"]
                if each["b"] == sooner["label"] and each["figure"] == path
            )
            for comparison in (raced, alone)
        )
        assert [in_race[key] for key in keys] == [other[key] for key in keys]
        assert in_race["ci_low"] < other["ci_low"]


def test_points_of_a_sweep_stop_one_by_one(tmp_path: Path) -> None:
    text = EASY.replace("players = 3\n", "").replace('lineup = ["random", "random", "random"]', "")
    study = written(tmp_path, text.replace("max = 30", "min = 18").replace("0.6", "0.02"))
    options = ("-s", "random", "--vary", "players=2,3,4", "--quiet", "--no-charts")
    summary = fathom(tmp_path, "sweep", study, *options, "--out", "out", "--json").json
    assert summary["until_decided"]["decided"]
    assert summary["until_decided"]["looks"][-1] == 200_000
    assert "seats.1.score_mean" in summary["figures"]
    games = [point["result"]["games"] for point in summary["points"]]
    assert len(set(games)) > 1
    words = [
        [target["verdict"] for target in point["result"]["targets"]] for point in summary["points"]
    ]
    assert "undecided" not in {word for several in words for word in several}
    results = fathom(tmp_path, "sweep", study, *options, "--jobs", "1", "--json").json
    assert [point["result"]["tally_id"] for point in results["points"]] == [
        point["result"]["tally_id"] for point in summary["points"]
    ]
    assert "as pinned" in fathom(tmp_path, "verify", "out").out
    printed = " ".join(fathom(tmp_path, "sweep", "out", "--quiet", "--no-charts").out.split())
    assert "Every target with all numbers of players was decided after" in printed


def test_a_run_limited_by_minutes_can_be_repeated_exactly(tmp_path: Path) -> None:
    options = ("scaphandre", "-s", "random", "--minutes", "0.005", "--out", "out")
    summary = run(tmp_path, *options, "--json").json
    again = run(tmp_path, "out", "--json").json
    assert again["games"] == summary["games"] >= 1
    assert again["tally_id"] == summary["tally_id"]
    assert again["study_id"] == summary["study_id"]
    assert f"games = {summary['games']}\n" in (tmp_path / "out" / "study.toml").read_text()


#: Seat 1 wins a third of the games or a little more.
STUDY = """
game = "scaphandre"
players = 3
lineup = ["random"]
games = 500
[targets]
"seats.1.score_mean" = { max = 30 }
"seats.1.win_rate" = { min = 0.335 }
"""
SAID = "The targets were judged twice, because a target was undecided after 500 games"


def told_of(folder: Path, *arguments: str, code: int = 3) -> str:
    return " ".join(fathom(folder, "run", *arguments, *QUIET, code=code).out.split())


@pytest.fixture
def pinned(tmp_path: Path) -> Path:
    """Return a folder in which a study lies, played, undecided and pinned, in ``pin``."""
    (tmp_path / "study.toml").write_text(STUDY)
    told_of(tmp_path, "study.toml", "--out", "pin")
    return tmp_path


@pytest.mark.parametrize(("share", "error"), [(0.5, 0.0831), (1 - 1e-9, 0.05), (1e-9, 1 - 0.95**2)])
def test_the_error_of_two_looks_matches_known_values(share: float, error: float) -> None:
    assert error_of_two_looks(share, 0.95) == pytest.approx(error, abs=1e-4)


def test_the_error_of_two_looks_matches_simulated_studies() -> None:
    share, studies = 0.2, 200_000
    drawn = np.random.default_rng(1).standard_normal((2, studies))
    second = np.sqrt(share) * drawn[0] + np.sqrt(1 - share) * drawn[1]
    missed = np.mean((np.abs(drawn[0]) > 1.644854) | (np.abs(second) > 1.644854))
    error = error_of_two_looks(share, 0.9)
    assert abs(missed - error) < 4 * (error * (1 - error) / studies) ** 0.5
    assert abs(missed - 0.1) > 0.05  # as if there were one look


def test_a_run_warns_of_a_second_look_with_its_error_and_an_alternative_command(
    pinned: Path,
) -> None:
    text = told_of(pinned, "pin", "--games", "1000")
    assert SAID in text
    assert "In 8.3% of studies the 95% interval of at least one look misses the truth" in text
    assert "instead of 5% (exact for two looks at a normal figure)" in text
    instead = "fathom run pin --until-decided --games 10000"
    assert f"'{instead}' allows looks at any time, and keeps to 5%" in text
    summary = fathom(pinned, "run", "pin", "--games", "1000", *QUIET, "--json", code=3).json
    assert summary["looked_before"]["games"] == 500
    assert summary["looked_before"]["undecided"] == ["seats.1.win_rate"]
    assert summary["looked_before"]["error"] == pytest.approx(error_of_two_looks(0.5, 0.95))
    # The same games as if nobody had looked, and what is advised can be played.
    fresh = fathom(pinned, "run", "study.toml", "--games", "1000", *QUIET, "--json", code=3).json
    assert "looked_before" not in fresh
    assert fresh["tally_id"] == summary["tally_id"]
    assert fathom(pinned, *instead.split()[1:], *QUIET, "--json", code=3).json["until_decided"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("study.toml", "--games", "1000"),  # nothing is pinned, so nobody looked
        ("pin",),
        ("pin", "--games", "400"),
        ("pin", "--games", "1000", "--seed", "2"),  # other games
        ("pin", "--games", "1000", "--rule", "seconds_per_turn=20"),
        ("pin", "--games", "1000", "--until-decided"),
    ],
    ids=" ".join,
)
def test_a_run_does_not_warn_if_it_is_not_a_second_look(
    arguments: tuple[str, ...], pinned: Path
) -> None:
    assert "judged twice" not in told_of(pinned, *arguments)


def test_a_run_limited_by_minutes_is_not_a_second_look(pinned: Path) -> None:
    file = str(pinned / "pin")
    both: list[tuple[dict[str, Any], int]] = [({}, 500), ({"minutes": 1.0}, 0)]
    for options, deals in both:
        selection = replace(Selection(source=file, games="1k"), **options)
        study, _ = resolve_study(replace(selection, minutes=None))
        assert deals_of_earlier_look(selection, study) == deals


def test_a_run_does_not_warn_if_the_first_look_decided_every_target(pinned: Path) -> None:
    study = (pinned / "pin" / "study.toml").read_text()
    (pinned / "told.toml").write_text(study.replace("0.335", "0.2"))
    assert "judged twice" not in told_of(pinned, "told.toml", "--games", "1000", code=0)
    (pinned / "none.toml").write_text(study.partition("[targets.")[0])
    assert "judged twice" not in told_of(pinned, "none.toml", "--games", "1000", code=0)


#: Three of whom every rank and every cell is clear after a few thousand games.
CLEAR = ("-s", "planner", "-s", "closer", "-s", "random", "--players", "3")
CALM = ("--quiet", "--no-charts")


def test_until_decided_ends_a_tournament_when_every_cell_and_rank_is_decided(
    tmp_path: Path,
) -> None:
    command = ("tournament", "snorkeling", "--until-decided", "--games", "4k", *CLEAR, *CALM)
    text = " ".join(fathom(tmp_path, *command, "--full", "--out", "out").out.split())
    assert "Every cell of the matrix and every pair of the ranking was decided after" in text
    assert "Of 6 cells 6 are clear; of 3 pairs of the ranking 3 are clear." in text
    assert "The results were checked" in text
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    until = summary["until_decided"]
    assert until["decided"]
    assert until["values_exaggerated"]
    assert EXAGGERATION in text
    assert until["looks"][-1] == 4_002  # whole deals of three games
    assert until["level"] == pytest.approx(1 - 0.05 / len(until["looks"]))
    assert until["cells"] == {"clear": 6}
    cells = [cell for row in summary["matrix"] for cell in row if cell["games"]]
    assert {cell["settled"] for cell in cells} == {"clear"}
    assert {cell["games"] for cell in cells} <= set(until["looks"])
    assert summary["games"] == summary["mixed_games"] + sum(cell["games"] for cell in cells)
    assert summary["study_id"] == summary["played_study_id"]
    pinned = (tmp_path / "out" / "study.toml").read_text()
    assert "until_decided = true" in pinned
    assert "games = 4000" in pinned
    assert summary["tally_id"] in pinned
    assert "as pinned" in fathom(tmp_path, "verify", "out").out
    first, two = (
        fathom(tmp_path, "tournament", "out", "--json", "--jobs", jobs, *CALM).json["tally_id"]
        for jobs in ("1", "2")
    )
    assert first == two == summary["tally_id"]
    names = [name for name in CLEAR[:6] if name != "-s"]
    again = tournament("snorkeling", strategies=names, players=3, games="4k", until_decided=True)
    assert again.tally_id == summary["tally_id"]
    (tmp_path / "out" / "study.toml").write_text(pinned.replace("games = 4000", "games = 8000"))
    assert "DIFFERS" in fathom(tmp_path, "verify", "out", code=1).out


@pytest.mark.slow
def test_a_study_file_can_set_until_decided_and_an_option_can_play_all_games(
    tmp_path: Path,
) -> None:
    (tmp_path / "race.toml").write_text(
        'game = "snorkeling"\nplayers = 3\ngames = 900\nuntil_decided = 0.99\n'
        '[tournament]\nstrategies = ["planner", "closer", "shedder"]\n'
    )
    summary = fathom(tmp_path, "tournament", "race.toml", "--json", *CALM, code=3).json
    assert summary["confidence"] == 0.99
    assert not summary["until_decided"]["decided"]
    whole = fathom(tmp_path, "tournament", "race.toml", "--all-games", "--json", *CALM).json
    assert "until_decided" not in whole
    assert whole["games"] >= summary["games"]
    fathom(tmp_path, "report", "race.toml", "--out", "race.md", *CALM[:1], code=3)
    report = " ".join((tmp_path / "race.md").read_text(encoding="utf-8").split())
    assert "the maximum for everything still open, not every cell" in report


def test_until_decided_without_games_plays_at_most_ten_times_the_default_games(
    tmp_path: Path,
) -> None:
    summary = fathom(
        tmp_path, "tournament", "scaphandre", "--until-decided", "--json", "--quiet",
        "-s", "random", "-s", "planner", "--players", "2",
    ).json  # fmt: skip
    assert summary["until_decided"]["looks"][-1] == 100_000
    assert summary["games_per_cell"] < 100_000


def test_an_interrupted_tournament_reports_finished_games_and_pins_no_tally() -> None:
    chosen = Selection(source="snorkeling", players=3, games="2k", until_decided=True)
    plan = TournamentPlan(chosen, strategies=["closer", "shedder"])
    looks = iter(range(3))

    def open_until_it_is_pressed(_: object) -> range:
        if next(looks) == 2:
            raise KeyboardInterrupt
        return range(len(plan.design.lineups))

    run = play_tournament(plan.design, still_open=open_until_it_is_pressed)
    result = ContestResult(plan, TournamentResults(run))
    assert result.exit_code is ExitCode.INTERRUPTED
    assert result.interrupted == (
        f"these are the {result.games:,} games finished of {plan.design.games:,} at most, up to "
        "the last interim look"
    )
    assert result.summary["until_decided"]["looked"] == 3
    assert result.summary["games_per_cell"] == 3 * plan.design.interim[2]
    text = result.study_file(pinned=True)
    assert "until_decided = true" in text
    assert "tally_id" not in text
    assert result.document()


@pytest.mark.parametrize("truth", [0.02, 0.05, 0.1])
def test_an_early_end_exaggerates_a_value_but_its_interval_contains_the_truth(
    truth: float,
) -> None:
    generator = np.random.default_rng(1)
    looks = interim_looks(100_000, 1)
    half = 3.09  # at the level of one of the looks, in standard errors
    values, missed, studies = [], 0, 400
    for _ in range(studies):
        games, total = 0, 0.0
        for look in looks:
            total += generator.normal(truth * (look - games), (look - games) ** 0.5)
            games, reach = look, half / look**0.5
            value = total / games
            estimate = Estimate(value, value - reach, value + reach, games)
            if judge(estimate, 0.0, 10.0, games).word != "undecided":
                break
        if games < looks[-1]:
            values.append(value)
            missed += not estimate.low <= truth <= estimate.high
    assert 1.1 < np.mean(values) / truth < 1.45
    assert missed < 0.05 * studies
