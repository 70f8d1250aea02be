"""What ``fathom tournament``, ``ladder`` and ``ask`` promise, each alone and all alike."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import simulate
from reports.analysis.contest import contest_of
from reports.writing.columns import all_meanings
from tests.helpers.commands_helper import Finished, contents, fathom, write_bold
from tests.helpers.tables import quick_among

SPECS = ("random", "attacker", "closer")
THINKER = "search(doubt=0, base=random, playout=random)"


def typed(*specs: str) -> tuple[str, ...]:
    return tuple(part for spec in specs for part in ("-s", spec))


@dataclass(frozen=True)
class Small:
    """A small contest: how it is typed, how a notebook asks for it, and what it is not asked."""

    command: str
    game: str
    arguments: tuple[str, ...]
    called: dict[str, Any]
    missing: tuple[str, ...] = ("targets",)

    @property
    def typed(self) -> tuple[str, ...]:
        return (self.command, self.game, *self.arguments)

    def told(self, all_of: Iterable[str]) -> list[str]:
        """Return which tables or charts of all that its contest has it makes."""
        return [name for name in all_of if name not in self.missing]


CONTESTS = {
    "tournament": Small(
        "tournament",
        "snorkeling",
        ("--players", "3", *typed(*SPECS), "--games", "90"),
        {"players": 3, "strategies": list(SPECS), "games": 90},
        ("targets",),
    ),
    "ladder": Small(
        "ladder",
        "schnuff",
        (
            *("--players", "3", "--against", "random", *typed("random", "creeper", THINKER)),
            *("--rollouts", "1,3", "--games", "90", "--slow-games", "30"),
        ),
        {
            "players": 3,
            "strategies": ["random", "creeper", THINKER],
            "against": "random",
            "rollouts": [1, 3],
            "games": 90,
            "slow_games": 30,
        },
    ),
    "ask": Small(
        "ask",
        "schnuff",
        ("--players", "3", "--with", "random", "--games", "60"),
        {"players": 3, "player": "random", "games": 60},
    ),
}


@dataclass(frozen=True)
class Made:
    """A contest that was played, and its folder."""

    small: Small
    folder: Path
    done: Finished
    summary: Any


#: Plays a contest by its name, once.
Contests = Callable[[str], Made]


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Contests:
    @cache
    def play(name: str) -> Made:
        folder, small = tmp_path_factory.mktemp(name), CONTESTS[name]
        done = fathom(folder, *small.typed, "--out", "found")
        summary = json.loads((folder / "found" / "summary.json").read_text())
        return Made(small, folder, done, summary)

    return play


@pytest.fixture(params=CONTESTS)
def made(request: pytest.FixtureRequest, contests: Contests) -> Made:
    return contests(request.param)


def flat(text: str) -> str:
    return " ".join(text.split())


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


def test_wins_of_mixed_line_ups_are_pinned_by_seat(contests: Contests) -> None:
    # In each mixed line-up others play, so there are no sums by strategy.
    study = (contests("tournament").folder / "found" / "study.toml").read_text()
    mixed = study[study.index('[pinned."mixed line-ups"]') :]
    assert "seat_wins = [" in mixed
    assert "strategy" not in mixed


@pytest.mark.slow
def test_all_strategies_compete_but_who_thinks_ahead_or_has_a_handicap(tmp_path: Path) -> None:
    found = fathom(tmp_path, "tournament", "schnuff", "--players", "2", "--games", "2", "--json")
    listed = fathom(tmp_path, "strategies", "schnuff").out
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


def test_json_of_a_ladder_has_the_fields_that_other_programs_read(contests: Contests) -> None:
    made = contests("ladder")
    found = made.summary
    assert found["reference"] == "random"
    assert {rung["strategy"]: rung["games"] for rung in found["rungs"]} == {
        "random": 0,
        "creeper": 90,
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
    assert "2 line-ups of 90 games, and 2 with a strategy that thinks ahead, of 30 games" in said
    assert "90 games each, and 30 games each of strategies that think ahead" in flat(done.out)
    [row] = [line for line in done.out.splitlines() if line.startswith("creeper ")]
    [rung] = [one for one in made.summary["rungs"] if one["strategy"] == "creeper"]
    assert f"{100 * rung['win_rate']:.1f}" in row
    assert f"{rung['elo']:+.0f}" in row


def test_targets_name_rungs_and_skill_and_are_judged(contests: Contests) -> None:
    made = contests("ladder")
    folder = made.folder
    study = (folder / "found" / "study.toml").read_text().partition("tally_id")[0]
    (folder / "aims.toml").write_text(
        f"""{study}
[ladder]
strategies = ["random", "creeper"]
against = "random"
[targets]
"rungs.creeper.win_rate" = {{ min = 0.34 }}
"skill.coin_share" = {{ max = 0.9 }}
"rungs.creeper.elo" = {{ max = -100 }}
"""
    )
    done = fathom(folder, "ladder", "aims.toml", "--json", code=1).json
    assert [one["verdict"] for one in done["targets"]] == ["meets", "meets", "misses"]


def test_plain_questions_get_plain_answers_and_what_costs_most_is_first(contests: Contests) -> None:
    found = contests("ask").summary
    assert (found["player"], found["games_per_question"]) == ("random", 60)
    asked = [one["question"] for one in found["questions"]]
    assert "Must you use “plays Risk”?" in asked
    costs = [one["cost"] for one in found["questions"]]
    assert costs == sorted(costs, reverse=True)
    answers = " ".join(answer for several in found["answers"].values() for answer in several)
    for one in found["questions"]:
        assert f"{one['question']} {one['answer']}: " in answers
        assert one["ci_low"] <= one["win_rate"] <= one["ci_high"]
        assert one["cost"] == pytest.approx(1 / 3 - one["win_rate"])


# What all contests promise ----------------------------------------------------------------------


#: What is one for all contests is tried with the quickest in every run.
most_often_with_one = pytest.mark.parametrize(
    "made", quick_among(CONTESTS, "tournament"), indirect=True
)


def timeless(found: Any) -> Any:
    """Leave out what the clock tells."""
    if isinstance(found, dict):
        return {key: timeless(one) for key, one in found.items() if not key.endswith("_s")}
    return list(map(timeless, found)) if isinstance(found, list) else found


@most_often_with_one
def test_json_alone_is_that_of_the_folder_and_leaves_nothing(made: Made) -> None:
    before = contents(made.folder)
    done = fathom(made.folder, *made.small.typed, "--json", "--quiet")
    assert done.err == ""
    assert contents(made.folder) == before
    assert timeless(done.json) == timeless(made.summary)


def test_the_screen_asks_and_answers_what_the_json_object_does(made: Made) -> None:
    lines, said = made.done.out.splitlines(), flat(made.done.out)
    assert f"; seed 1, fingerprint {made.summary['tally_id'][:12]}" in lines[-2]
    assert lines[-1] == "Tables and charts are in found"
    for asked, answers in made.summary["answers"].items():
        assert asked in lines
        for answer in answers:
            assert flat(answer) in said


@most_often_with_one
def test_the_folder_holds_tables_charts_and_a_study_that_gives_the_same_again(made: Made) -> None:
    small, folder = made.small, made.folder / "found"
    contest = contest_of(small.command)
    columns = all_meanings(contest.tables)
    tables = [f"{name}.{kind}" for name in small.told(columns) for kind in ("csv", "parquet")]
    charts = [f"{name}.{kind}" for name in small.told(contest.charts) for kind in ("png", "svg")]
    files = {path.name for path in folder.iterdir()}
    assert files == {"study.toml", "summary.json", "journal", *tables, *charts}
    for name in small.told(columns):
        assert list(pd.read_csv(folder / f"{name}.csv")) == list(columns[name])
    again = fathom(made.folder, small.command, "found/study.toml", "--json").json
    assert again["tally_id"] == made.summary["tally_id"]
    pins = tomllib.loads((folder / "study.toml").read_text())["pinned"]
    assert f"{len(pins)} fingerprints as pinned" in fathom(made.folder, "verify", "found").out


@most_often_with_one
def test_a_notebook_finds_what_the_command_does(made: Made) -> None:
    small, contest = made.small, contest_of(made.small.command)
    done = getattr(simulate, small.command)(small.game, jobs=2, **small.called)
    assert done.tally_id == made.summary["tally_id"]
    assert done.games == made.summary["games"]
    assert list(done.tables) == small.told(contest.tables)
    assert list(done.charts) == small.told(contest.charts)
    assert done.figures


@pytest.mark.parametrize(
    ("name", "places"),
    [("tournament", ("matrix", 2, 0)), ("ladder", ("rungs", "creeper")), ("ask", ("questions",))],
)
def test_a_line_up_is_what_run_says_of_it(
    name: str, places: tuple[Any, ...], contests: Contests, tmp_path: Path
) -> None:
    one, small = contests(name).summary, CONTESTS[name]
    for place in places:
        one = one[place] if not isinstance(one, list) or isinstance(place, int) else next(
            row for row in one if row["strategy"] == place
        )  # fmt: skip
    one = one[0] if isinstance(one, list) else one
    seated = typed(one.get("strategy") or one["player"], "random", "random")
    games = ("--games", str(one["games"]), "--json", "--no-robust")
    run = fathom(tmp_path, "run", small.game, "--players", "3", *seated, *games).json
    told = run["strategies"][0]
    keys = ("win_rate",) if name == "ask" else ("win_rate", "ci_low", "ci_high")
    assert [told[key] for key in keys] == [one[key] for key in keys]


@pytest.mark.slow
def test_a_contest_has_a_report_too(made: Made, undrawn: None) -> None:
    fathom(made.folder, "report", "found", "--out", "report.html", "--quiet")
    page = (made.folder / "report.html").read_text()
    for asked in made.summary["answers"]:
        assert page.count(f"<dt>{asked}</dt>") == 1
    assert f"fathom {made.small.command} study.toml" in page


#: A tournament with a target.
STUDY = """\
game = "snorkeling"
players = 3
games = 300
seed = 4
[tournament]
strategies = ["planner", "random", "closer"]
[targets]
"tiers.strong.random" = { min = 0.4 }
"""


@pytest.mark.parametrize(
    ("aim", "code", "shown", "word"), [(0.4, 0, "MET", "meets"), (0.999, 1, "MISSED", "misses")]
)
def test_targets_are_judged(aim: float, code: int, shown: str, word: str, tmp_path: Path) -> None:
    (tmp_path / "aims.toml").write_text(STUDY.replace("0.4", str(aim)))
    done = fathom(tmp_path, "tournament", "aims.toml", "--out", "out", "--no-charts", code=code)
    said = flat(done.out)
    assert f"{shown}: Win rate of strong strategies at tables of random ones: " in said
    assert f"; wanted at least {100 * aim:.12g}%." in said
    [target] = json.loads((tmp_path / "out" / "summary.json").read_text())["targets"]
    assert target["verdict"] == word
    if word == "meets":
        (tmp_path / "aims.toml").write_text(STUDY.replace("0.4", str(target["value"])))
        done = fathom(tmp_path, "tournament", "aims.toml", "--json", code=3)
        assert done.json["targets"][0]["verdict"] == "undecided"
