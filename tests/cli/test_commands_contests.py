"""The commands ``tournament``, ``ladder`` and ``ask``: each by itself, then all three."""

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
    """A small contest: its arguments on the command line and in a notebook."""

    command: str
    game: str
    arguments: tuple[str, ...]
    called: dict[str, Any]
    #: The tables and charts that the contest does not have.
    missing: tuple[str, ...] = ("targets",)

    @property
    def typed(self) -> tuple[str, ...]:
        return (self.command, self.game, *self.arguments)

    def present(self, names: Iterable[str]) -> list[str]:
        """Return the names of the tables or charts that this contest has, from all of its kind."""
        return [name for name in names if name not in self.missing]


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


#: A function that returns the contest with a name, and plays it at the first call.
Contests = Callable[[str], Made]


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Contests:
    @cache
    def play(name: str) -> Made:
        folder, small = tmp_path_factory.mktemp(name), CONTESTS[name]
        done = fathom(folder, *small.typed, "--out", "found", "--full")
        summary = json.loads((folder / "found" / "summary.json").read_text())
        return Made(small, folder, done, summary)

    return play


@pytest.fixture(params=CONTESTS)
def made(request: pytest.FixtureRequest, contests: Contests) -> Made:
    return contests(request.param)


def flat(text: str) -> str:
    return " ".join(text.split())


TOP = "search(rollouts=3, doubt=0, base=random, playout=random)"


def test_json_of_a_tournament_has_the_documented_fields(contests: Contests) -> None:
    made = contests("tournament")
    summary = made.summary
    assert summary["strategies"] == list(SPECS)
    for row_number, row in enumerate(summary["matrix"]):
        for column, cell in enumerate(row):
            assert cell["ci_low"] <= cell["win_rate"] <= cell["ci_high"]
            assert (cell["win_rate"] == 1 / 3) or row_number != column
    assert sorted(ranked["strategy"] for ranked in summary["ranking"]) == sorted(
        summary["strategies"]
    )
    assert [ranked["rank"] for ranked in summary["ranking"]] == [1, 2, 3]
    for ranked in summary["ranking"]:
        assert ranked["ci_low"] < ranked["win_rate"] < ranked["ci_high"]
        assert ranked["elo_ci_low"] < ranked["elo"] < ranked["elo_ci_high"]
    distances = [(1500 - ranked["elo"]) / 400 for ranked in summary["ranking"]]
    assert sum(1 / (1 + 10**distance) for distance in distances) == pytest.approx(1.5)
    assert summary["games"] == summary["games_per_cell"] * 6 + summary["mixed_games"]


def test_a_tournament_announces_its_games_and_prints_each_cell(contests: Contests) -> None:
    made = contests("tournament")
    done = made.done
    games = "Plays 720 games: 90 for each style against each other one, and 180 with mixed styles"
    assert games in flat(done.err)
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
def test_all_strategies_compete_except_search_and_handicaps(
    tmp_path: Path,
) -> None:
    done = fathom(tmp_path, "tournament", "schnuff", "--players", "2", "--games", "2", "--json")
    listed = fathom(tmp_path, "strategies", "schnuff").out
    named = [line.split("  (")[0] for line in listed.splitlines() if "  (" in line[:25]]
    assert named == [*done.json["strategies"], "search", "restricted"]
    assert done.json["tiers"]["planner"] == "strong"


@pytest.mark.slow
def test_a_strategy_from_a_file_competes(tmp_path: Path) -> None:
    bold = write_bold(tmp_path)
    arguments = [*typed(bold, f"{bold}(boldness=0)"), "--no-jit", "--rule", "target_score=2"]
    done = fathom(
        tmp_path, "tournament", "snorkeling", "--players", "2", *arguments, "--games", "4", "--json"
    )
    assert done.json["strategies"] == ["mine.py:bold", "mine.py:bold(boldness=0)"]


@pytest.mark.slow
def test_json_of_a_ladder_has_the_documented_fields(contests: Contests) -> None:
    made = contests("ladder")
    summary = made.summary
    assert summary["reference"] == "random"
    assert {rung["strategy"]: rung["games"] for rung in summary["rungs"]} == {
        "random": 0,
        "creeper": 90,
        TOP: 30,
        TOP.replace("=3", "=1", 1): 30,
    }
    for rung in summary["rungs"]:
        assert rung["games_per_s"] > 0 or rung["kind"] == "reference"
        assert rung["ci_low"] <= rung["win_rate"] <= rung["ci_high"]
        assert rung["from_fair"] == pytest.approx(rung["win_rate"] - 1 / 3)
    assert summary["thinking"]["verdict"] in ("stops", "still pays", "not told")
    [step] = summary["thinking"]["differences"]
    assert (step["fewer"], step["more"]) == (1, 3)
    skill = summary["skill"]
    assert (skill["strategy"], skill["others"], skill["games"]) == ("planner", "random", 90)
    assert (
        0 <= skill["coin_share_ci_low"] <= skill["coin_share"] <= skill["coin_share_ci_high"] <= 1
    )
    assert skill["top"] == TOP


def test_a_ladder_announces_its_slow_games_and_prints_each_rung(contests: Contests) -> None:
    made = contests("ladder")
    done = made.done
    announcement = flat(done.err)
    assert (
        "Plays 2 times 90 games, and 2 times 30 games with search, which thinks ahead and takes "
        "most of the time. Ctrl-C stops and shows the finished games" in announcement
    )
    assert "90 games each, and 30 games each of strategies that think ahead" in flat(done.out)
    [row, *_] = [line for line in done.out.splitlines() if line.startswith("creeper ")]
    [rung] = [row for row in made.summary["rungs"] if row["strategy"] == "creeper"]
    assert f"{100 * rung['win_rate']:.1f}" in row
    assert f"{rung['elo']:+.0f}" in row


def test_targets_for_rungs_and_skill_are_judged(contests: Contests) -> None:
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
    assert [target["verdict"] for target in done["targets"]] == ["meets", "meets", "misses"]


@pytest.mark.slow
def test_questions_have_plain_answers_and_the_most_costly_comes_first(contests: Contests) -> None:
    summary = contests("ask").summary
    assert (summary["player"], summary["games_per_question"]) == ("random", 60)
    questions = [row["question"] for row in summary["questions"]]
    assert "Must you use “plays Risk”?" in questions
    costs = [row["cost"] for row in summary["questions"]]
    assert costs == sorted(costs, reverse=True)
    answers = " ".join(answer for texts in summary["answers"].values() for answer in texts)
    for row in summary["questions"]:
        assert f"{row['question']} {row['answer']}: " in answers
        assert row["ci_low"] <= row["win_rate"] <= row["ci_high"]
        assert row["cost"] == pytest.approx(1 / 3 - row["win_rate"])


# All contests ----------------------------------------------------------------------


#: Tests of code that all contests share use the quickest contest; the others are slow tests.
most_often_with_one = pytest.mark.parametrize(
    "made", quick_among(CONTESTS, "tournament"), indirect=True
)


def timeless(value: Any) -> Any:
    """Return the values without times and speeds."""
    if isinstance(value, dict):
        return {key: timeless(item) for key, item in value.items() if not key.endswith("_s")}
    return list(map(timeless, value)) if isinstance(value, list) else value


@most_often_with_one
def test_json_on_stdout_equals_that_of_the_folder_and_writes_no_files(made: Made) -> None:
    before = contents(made.folder)
    done = fathom(made.folder, *made.small.typed, "--json", "--quiet")
    assert done.err == ""
    assert contents(made.folder) == before
    assert timeless(done.json) == timeless(made.summary)


def test_the_screen_has_the_questions_and_answers_of_the_json_object(made: Made) -> None:
    lines = made.done.out.splitlines()
    text = flat(made.done.out)
    fingerprint = f"Fingerprint {made.summary['tally_id'][:12]}"
    assert text.endswith(f"{fingerprint}; the same games again: --seed 1; tables and charts: found")
    for question, answers in made.summary["answers"].items():
        assert question in lines
        for answer in answers:
            assert flat(answer) in text


@pytest.mark.parametrize("command", ["tournament", "ladder", "ask"])
def test_the_first_page_of_a_contest_has_short_answers_in_at_most_24_lines(
    contests: Contests, command: str
) -> None:
    folder = contests(command).folder
    done = fathom(folder, command, "found/study.toml", "--no-charts")
    lines = done.out.splitlines()
    assert len(lines) <= 24
    labels = [line.split(" ", 1)[0] for line in lines[1:] if "A" <= line[:1] <= "Z"]
    first = {"tournament": "BEST?", "ladder": "SKILL?", "ask": "NEEDED?"}[command]
    assert labels[0] == first
    assert labels[labels.index("TRUST?") :][:2] == ["TRUST?", "NEXT"]


@most_often_with_one
def test_the_folder_of_a_contest_has_tables_charts_and_a_reproducible_study(made: Made) -> None:
    small, folder = made.small, made.folder / "found"
    contest = contest_of(small.command)
    columns = all_meanings(contest.tables)
    tables = [f"{name}.{kind}" for name in small.present(columns) for kind in ("csv", "parquet")]
    charts = [f"{name}.{kind}" for name in small.present(contest.charts) for kind in ("png", "svg")]
    files = {path.name for path in folder.iterdir()}
    assert files == {"study.toml", "summary.json", "journal", *tables, *charts}
    for name in small.present(columns):
        assert list(pd.read_csv(folder / f"{name}.csv")) == list(columns[name])
    again = fathom(made.folder, small.command, "found/study.toml", "--json").json
    assert again["tally_id"] == made.summary["tally_id"]
    pins = tomllib.loads((folder / "study.toml").read_text())["pinned"]
    assert f"{len(pins)} fingerprints as pinned" in fathom(made.folder, "verify", "found").out


@most_often_with_one
def test_a_notebook_gets_the_results_of_the_command(made: Made) -> None:
    small, contest = made.small, contest_of(made.small.command)
    done = getattr(simulate, small.command)(small.game, jobs=2, **small.called)
    assert done.tally_id == made.summary["tally_id"]
    assert done.games == made.summary["games"]
    assert list(done.tables) == small.present(contest.tables)
    assert list(done.charts) == small.present(contest.charts)
    assert done.figures


def _find_row(summary: Any, places: tuple[Any, ...]) -> Any:
    """Follow a path of keys, numbers and names of strategies; return the first row at its end."""
    value = summary
    for place in places:
        if isinstance(value, list) and isinstance(place, str):
            value = next(row for row in value if row["strategy"] == place)
        else:
            value = value[place]
    return value[0] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("name", "places"),
    [("tournament", ("matrix", 2, 0)), ("ladder", ("rungs", "creeper")), ("ask", ("questions",))],
)
def test_a_line_up_of_a_contest_has_the_results_of_its_run(
    name: str, places: tuple[Any, ...], contests: Contests, tmp_path: Path
) -> None:
    small = CONTESTS[name]
    row = _find_row(contests(name).summary, places)
    seated = typed(row.get("strategy") or row["player"], "random", "random")
    games = ("--games", str(row["games"]), "--json", "--no-robust")
    run = fathom(tmp_path, "run", small.game, "--players", "3", *seated, *games).json
    strategy = run["strategies"][0]
    keys = ("win_rate",) if name == "ask" else ("win_rate", "ci_low", "ci_high")
    assert [strategy[key] for key in keys] == [row[key] for key in keys]


@pytest.mark.slow
def test_a_report_on_a_contest_has_all_its_questions_and_its_command(
    made: Made, undrawn: None
) -> None:
    fathom(made.folder, "report", "found", "--out", "report.html", "--quiet")
    page = (made.folder / "report.html").read_text()
    for question in made.summary["answers"]:
        assert page.count(f"<dt>{question}</dt>") == 1
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
    ("bound", "code", "mark", "verdict"), [(0.4, 0, "MET", "meets"), (0.999, 1, "MISSED", "misses")]
)
def test_the_target_of_a_tournament_sets_its_verdict_and_exit_code(
    bound: float, code: int, mark: str, verdict: str, tmp_path: Path
) -> None:
    (tmp_path / "aims.toml").write_text(STUDY.replace("0.4", str(bound)))
    done = fathom(tmp_path, "tournament", "aims.toml", "--out", "out", "--no-charts", code=code)
    text = flat(done.out)
    assert f"{mark}: Win rate of strong strategies at tables of random ones: " in text
    assert f"; target: at least {100 * bound:.12g}%." in text
    [target] = json.loads((tmp_path / "out" / "summary.json").read_text())["targets"]
    assert target["verdict"] == verdict
    if verdict == "meets":
        (tmp_path / "aims.toml").write_text(STUDY.replace("0.4", str(target["value"])))
        done = fathom(tmp_path, "tournament", "aims.toml", "--json", code=3)
        assert done.json["targets"][0]["verdict"] == "undecided"
