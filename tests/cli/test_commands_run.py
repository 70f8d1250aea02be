"""The results of ``fathom run`` and `simulate.run` as JSON and as text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from matplotlib.figure import Figure as Drawing

import simulate
from reports.analysis import list_analyses
from simulate import FathomError, UsageError, run
from simulate.command_options import COMMANDS
from simulate.games.snorkeling import GAME
from simulate.study.precision import COUNTED, Precision
from tests.helpers.commands_helper import contents, fathom, random_run, write_bold
from tests.helpers.processes import run_python
from tests.helpers.studies import make_study


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return random_run(tmp_path_factory.mktemp("run"), "--games", "2k").json


#: Fields of the JSON object by their types.
TYPES = {
    str: ("game", "variant", "tally_id"),
    int: ("players", "games", "deals", "seed", "unfinished"),
    float: ("elapsed_s", "games_per_s", "decisions_per_s"),
    list: ("lineup", "seats", "strategies"),
    dict: ("rules", "first_player_advantage", "length", "counts"),
}


def test_json_of_a_run_has_every_field_with_its_type(summary: Any) -> None:
    for kind, names in TYPES.items():
        assert {type(summary[name]) for name in names} == {kind}
    assert [seat["seat"] for seat in summary["seats"]] == [1, 2, 3, 4]
    assert [strategy["strategy"] for strategy in summary["strategies"]] == ["random"]
    for row in (*summary["seats"], *summary["strategies"]):
        rates = (row["win_rate"], row["ci_low"], row["ci_high"], row["score_mean"])
        assert {type(number) for number in rates} == {float}
    for name, length in summary["length"].items():
        assert {n: type(length[n]) for n in ("mean", "sd")} == {"mean": float, "sd": float}
        percentiles = {type(length[n]) for n in ("p5", "p50", "p95")}
        assert percentiles == {float if name == "minutes" else int}
    assert set(summary["length"]) == {"turns", "rounds", "decisions", "minutes"}
    assert set(summary["counts"]) == {count.name for count in GAME.counts}
    assert re.fullmatch("[0-9a-f]{64}", summary["tally_id"])


def test_json_of_a_run_has_all_fields_of_its_study(summary: Any) -> None:
    assert (summary["game"], summary["variant"], summary["players"]) == ("snorkeling", "base", 4)
    assert (summary["games"], summary["deals"], summary["seed"]) == (2000, 2000, 1)
    assert summary["lineup"] == ["random"] * 4
    assert summary["rules"] == {option.name: option.default for option in GAME.options}


def test_the_figures_of_a_run_agree_with_each_other(summary: Any) -> None:
    seats = summary["seats"]
    assert sum(seat["win_rate"] for seat in seats) == pytest.approx(1, abs=1e-12)
    advantage = summary["first_player_advantage"]
    assert advantage["value"] == pytest.approx(seats[0]["win_rate"] - 1 / 4, abs=1e-12)
    assert advantage["ci_low"] == pytest.approx(seats[0]["ci_low"] - 1 / 4, abs=1e-12)
    assert advantage["ci_high"] == pytest.approx(seats[0]["ci_high"] - 1 / 4, abs=1e-12)
    for seat in seats:
        assert 0 <= seat["ci_low"] < seat["win_rate"] < seat["ci_high"] <= 1
    [only] = summary["strategies"]
    assert (only["win_rate"], only["ci_low"], only["ci_high"]) == (0.25, 0.25, 0.25)
    mean = sum(seat["score_mean"] for seat in seats) / 4
    assert only["score_mean"] == pytest.approx(mean, abs=1e-9)
    rounds = sum(count["value"] for count in summary["counts"].values())
    assert rounds == pytest.approx(summary["length"]["rounds"]["mean"], abs=1e-9)
    seconds = summary["rules"]["seconds_per_turn"]
    for name, minutes in summary["length"]["minutes"].items():
        turns = summary["length"]["turns"][name]
        assert minutes == pytest.approx(turns * seconds / 60, rel=1e-12)
    assert summary["unfinished"] == 0
    speed = summary["games"] / summary["elapsed_s"]
    assert summary["games_per_s"] == pytest.approx(speed, rel=0.02)
    decisions = summary["games_per_s"] * summary["length"]["decisions"]["mean"]
    assert summary["decisions_per_s"] == pytest.approx(decisions, rel=0.01)


def test_win_rates_sum_to_the_share_of_finished_games(tmp_path: Path) -> None:
    summary = random_run(tmp_path, "--games", "1000", "--rule", "max_turns=110").json
    assert 0 < summary["unfinished"] < 1000
    won = sum(seat["win_rate"] for seat in summary["seats"])
    assert won == pytest.approx(1 - summary["unfinished"] / 1000, abs=1e-12)


def test_stdout_has_json_only_and_quiet_silences_stderr(tmp_path: Path) -> None:
    few = ("-s", write_bold(tmp_path, unlike_any=True), "--games", "20", "--json", "--no-robust")
    before = contents(tmp_path)
    done = fathom(tmp_path, "run", "snorkeling", *few)
    assert done.message.startswith("compiling bold ")
    quiet = fathom(tmp_path, "run", "snorkeling", *few, "--quiet")
    assert quiet.json["lineup"] == done.json["lineup"] == ["mine.py:bold"] * 4
    assert quiet.err == ""
    assert contents(tmp_path) == before


def test_drawing_and_compiling_libraries_are_imported_only_if_they_are_used(
    tmp_path: Path,
) -> None:
    run = "run", "snorkeling", "--games", "20", "-s", "random", "--no-robust", "--json"
    heavy = "matplotlib", "pandas", "numba.np.arrayobj"
    script = (
        f"import sys\nsys.argv = ['fathom', *{run}]\n"
        "from simulate.cli.app import run_app\nrun_app()\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    fathom(tmp_path, *run)  # compiles it, if nothing has
    assert run_python(script).endswith("\n[]\n")


@pytest.mark.parametrize(
    ("lineup", "options", "games", "deals"),
    [
        (["random", "random", "random", "eager"], [], 12, 3),
        (["random", "eager", "random", "eager"], ["--games=9"], 10, 5),
        (["random", "random", "random", "eager"], ["--no-rotate"], 10, 10),
        (["random"], [], 10, 10),
    ],
)
def test_games_are_rounded_up_to_whole_deals(
    lineup: list[str], options: list[str], games: int, deals: int, tmp_path: Path
) -> None:
    chosen = [word for spec in lineup for word in ("-s", spec)]
    short = ["--rule", "target_score=2", "--json", "--no-robust"]
    games_options = options if "--games=9" in options else ["--games", "10", *options]
    summary = fathom(tmp_path, "run", "snorkeling", *chosen, *games_options, *short).json
    assert (summary["games"], summary["deals"]) == (games, deals)
    assert summary["lineup"] == (lineup if len(lineup) > 1 else lineup * 4)
    assert [s["strategy"] for s in summary["strategies"]] == list(dict.fromkeys(lineup))
    appearances = {s["strategy"]: s["games"] for s in summary["strategies"]}
    assert appearances == {spec: summary["lineup"].count(spec) * games for spec in lineup}


def test_the_tally_depends_on_the_study_and_not_on_the_jobs(summary: Any, tmp_path: Path) -> None:
    same = ("--games", "2000", "--seed", "1")
    one_job = random_run(tmp_path, *same, "--jobs", "1").json
    two_jobs = random_run(tmp_path, *same, "--jobs", "2", "--confidence", "0.999").json
    assert (one_job["jobs"], two_jobs["jobs"]) == (1, 2)
    assert one_job["tally_id"] == two_jobs["tally_id"] == summary["tally_id"]
    assert one_job["seats"] == summary["seats"]
    for narrow, wide in zip(one_job["seats"], two_jobs["seats"], strict=True):
        assert wide["win_rate"] == narrow["win_rate"]
        assert wide["ci_low"] < narrow["ci_low"] < narrow["ci_high"] < wide["ci_high"]
    changes = (["--seed", "2"], ["--players", "3"], ["--rule", "target_score=11"])
    others = [
        random_run(tmp_path, "--games", "2000", *change).json["tally_id"] for change in changes
    ]
    assert len({summary["tally_id"], *others}) == 4


def test_the_text_of_a_run_has_the_numbers_of_its_json(summary: Any, tmp_path: Path) -> None:
    typed = ("run", "snorkeling", "-s", "random", "--games", "2k", "--no-charts", "--no-robust")
    done = fathom(tmp_path, *typed, "--full", "--out", "kept")
    seats = list(pd.read_csv(tmp_path / "kept" / "seats.csv").itertuples())
    lines = done.out.splitlines()
    assert lines[0] == "Snorkeling, 4 players"
    assert lines[-1].startswith(f"Fingerprint {summary['tally_id'][:12]}; ")
    for seat in summary["seats"]:
        name = f"{seat['seat']} (first)" if seat["seat"] == 1 else str(seat["seat"])
        rate = f"{100 * seat['win_rate']:.1f}%"
        joint = seats[seat["seat"] - 1]
        interval = (
            f"{100 * joint.joint_win_rate_ci_low:.1f} to {100 * joint.joint_win_rate_ci_high:.1f}%"
        )
        [of_seat] = [line for line in lines if line.split("  ")[0] == name]
        assert rate in of_seat
        assert interval in of_seat
        assert float(of_seat.split()[-1]) == pytest.approx(seat["score_mean"], abs=0.05)
    for name, length in summary["length"].items():
        [line] = [line for line in lines if line.split("  ")[0] == name]
        mean, low, to, high = line.split()[1:5]
        assert to == "to"
        sentence = (length["mean"], length["ci_low"], length["ci_high"])
        half = (sentence[2] - sentence[1]) / 2
        assert [float(n) for n in (mean, low, high)] == pytest.approx(sentence, abs=half / 2)
        assert line.split()[5:] == [f"{length[p]:,.0f}" for p in ("p5", "p50", "p95")]
    half = f"{summary['length']['minutes']['p50']:.0f}"
    assert any(f"  Usually {half} minutes, nine games in ten " in line for line in lines)
    assert any(
        "played by players who move at random. The rules as printed." in line for line in lines
    )
    assert "Every game was decided within 10,000 turns." in lines


STUDY = """\
game = "snorkeling"
variant = "expert"
players = 3
games = 400
seed = 5
lineup = ["random", "random", "random"]
[rules]
target_score = 10
"""


def write_study(folder: Path) -> str:
    (folder / "my_study.toml").write_text(STUDY, encoding="utf-8")
    return "my_study.toml"


def test_a_study_file_and_equal_options_give_the_same_results(tmp_path: Path) -> None:
    file = fathom(tmp_path, "run", write_study(tmp_path), "--json", "--no-robust").json
    options = ["--variant", "expert", "--players", "3", "--games", "400", "--seed", "5"]
    plain = random_run(tmp_path, *options, "--rule", "target_score=10").json
    for differs in ("elapsed_s", "games_per_s", "decisions_per_s"):
        del file[differs], plain[differs]
    assert file == plain


def test_options_override_the_study_file(tmp_path: Path) -> None:
    study = write_study(tmp_path)
    options = ["--variant", "short", "--players", "2", "--games", "300", "--seed", "6"]
    rules, alone = ["--rule", "hand_size=4"], ("-s", "random", "--json", "--no-robust")
    summary = fathom(tmp_path, "run", study, *options, *rules, *alone).json
    assert (summary["variant"], summary["players"]) == ("short", 2)
    assert (summary["games"], summary["seed"], summary["lineup"]) == (300, 6, ["random"] * 2)
    assert summary["rules"]["hand_size"] == 4
    assert summary["rules"]["target_score"] == 10
    assert summary["rules"]["expert"] is False
    plain = random_run(tmp_path, *options, *rules, "--rule", "target_score=10").json
    assert summary["tally_id"] == plain["tally_id"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            "--precision 2pp --games 100k",
            "First-player advantage: known to within (.+) percentage points after (.+) games; "
            "2 was requested.",
        ),
        (
            "--precision 0.01pp --games 3k",
            "First-player advantage: known only to within (.+) percentage points after (.+) "
            "games, not the 0.01 requested.",
        ),
        (
            "--precision length.turns.mean=1.5",
            "Mean length in turns: known to within (.+) turns after (.+) games; 1.5 was requested.",
        ),
    ],
)
def test_a_run_reports_if_its_precision_was_reached(
    options: str, sentence: str, tmp_path: Path
) -> None:
    missed = 3 if "only" in sentence else 0
    random = ("run", "snorkeling", "-s", "random", "--quiet", "--no-charts", "--no-robust")
    text = " ".join(fathom(tmp_path, *random, *options.split(), code=missed).out.split())
    match = re.search(sentence.replace(".", r"\.").replace(r"(\.+)", r"(\S+)"), text)
    assert match, text
    summary = random_run(tmp_path, *options.split(), "--no-charts", code=missed).json
    reached, requested = summary["precision"]["reached"], summary["precision"]["asked"]
    assert (reached <= requested) == (not missed)
    scale = 100 if "pp" in options else 1
    # Three digits, and never less than it is.
    assert 0 <= float(match[1]) - scale * reached < 0.01 * scale * reached
    assert match[2] == f"{summary['games']:,}"


def test_a_run_of_one_game_reports_its_precision_as_not_known(tmp_path: Path) -> None:
    options = "--precision length.turns.mean=0.5 --games 1 --quiet --no-charts"
    done = fathom(tmp_path, "run", "snorkeling", "-s", "random", *options.split(), code=3)
    sentence = (
        "Mean length in turns: not known after 1 game; a precision of 0.5 turns was requested."
    )
    assert sentence in " ".join(done.out.split())


RANDOM = ("run", "snorkeling", "-s", "random", "--no-robust", "--quiet", "--no-charts")
SEVERAL = (
    *("--precision", "seat_spread=1.5pp", "--precision", "length.minutes.mean=30 s"),
    *("--precision", "length.turns.p90=2", "--precision", "lead_changes=4%"),
)


def test_a_run_plays_until_each_figure_has_its_precision(tmp_path: Path) -> None:
    options = (*RANDOM, *SEVERAL)
    text = " ".join(fathom(tmp_path, *options, "--out", "out").out.split())
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    requested = {precision["figure"]: precision["asked"] for precision in summary["precisions"]}
    assert list(requested) == [
        "seat_spread",
        "length.minutes.mean",
        "length.turns.p90",
        "lead_changes",
    ]
    assert requested["seat_spread"] == 0.015
    assert requested["length.minutes.mean"] == 0.5
    assert requested["lead_changes"] == pytest.approx(0.04 * summary["lead_changes"]["value"])
    assert all(precision["reached"] <= precision["asked"] for precision in summary["precisions"])
    assert summary["precision"] == summary["precisions"][0]
    games = f"after {summary['games']:,} games"
    for sentence in (
        rf"Largest distance of .+: known to within \S+ percentage points {games}; "
        "1.5 was requested",
        rf"Mean length in minutes: known to within \S+ minutes {games}; 0.5 was requested\.",
        rf"90th percentile of .+: known to within [12] turns? {games}; 2 was requested\.",
        rf"Lead changes per game: known to within \S+, \S+% of its value, {games}; "
        "4% was requested",
    ):
        assert re.search(sentence, text), sentence
    # More of it takes more games, and one that is not reached makes it undecided.
    finer = ("--precision", "comebacks=0.1pp", "--games", "9k")
    missed = json.loads(fathom(tmp_path, *options, *finer, "--json", code=3).out)
    assert missed["games"] == 9_000 > summary["games"]
    assert [precision["reached"] <= precision["asked"] for precision in missed["precisions"]] == [
        True
    ] * 4 + [False]


def test_precisions_in_any_notation_give_the_same_study(tmp_path: Path) -> None:
    study = 'game = "snorkeling"\nlineup = ["random"]\ngames = 2_000\n'
    ways = [
        'precision = { seat_spread = "4pp" }',
        "[precision]\nseat_spread = 0.04",
    ]
    typed = ("run", "way.toml", "--quiet", "--json", "--no-robust")
    ids = set()
    for way in ways:
        (tmp_path / "way.toml").write_text(f"{study}{way}\n")
        ids.add(fathom(tmp_path, *typed).json["study_id"])
    (tmp_path / "way.toml").write_text(f"{study}precision = 0.04\n")
    ids.add(fathom(tmp_path, *typed, "--precision", "seat_spread=4pp").json["study_id"])
    assert len(ids) == 1
    # As it was when there could be one precision only.
    made = make_study("snorkeling", 4, "base", lineup=("random",) * 4, games=3_000)
    with_precision = replace(made, precision={"length.turns.mean": Precision(0.5, COUNTED)})
    assert with_precision.id == "37ccf666cce7"


@pytest.mark.slow
def test_a_percentile_that_cannot_reach_its_precision_stops_early(tmp_path: Path) -> None:
    # In Shoal a turn is two decisions, so that no percentile is known to within one.
    options = ("--precision", "length.decisions.p50=1", "--no-robust", "--quiet", "--no-charts")
    sentence = fathom(tmp_path, "run", "shoal", "-s", "random", *options, code=3).out
    expected = (
        "known only to within 2 decisions after 2,000 games, not the 1 requested: it jumps from "
        "one possible value to the next, so more games do not help."
    )
    assert expected in " ".join(sentence.split())


# In a notebook ----------------------------------------------------------------------------------


def test_run_in_a_notebook_returns_figures_tables_and_charts() -> None:
    chosen = {"players": 3, "lineup": ["random"], "rules": {"limit": 10}, "games": 300}
    results = run("scaphandre", **chosen, jobs=1, robust=False)
    assert results.games == 300
    advantage = results.figures["first_player_advantage"]
    assert advantage.low < advantage.value < advantage.high
    seats = results.tables["seats"]
    assert isinstance(seats, pd.DataFrame)
    assert list(seats.seat) == [1, 2, 3]
    assert seats.win_rate[0] - 1 / 3 == pytest.approx(advantage.value)
    assert isinstance(results.charts["win_rate_by_seat"], Drawing)
    assert "length" not in results.charts, "all games last as long, which words can say"
    assert results.summary["rules"]["limit"] == 10
    assert repr(results) == "<run of scaphandre: 300 games, seed 1>"


def test_a_notebook_and_the_command_play_the_same_games(tmp_path: Path) -> None:
    sentence = random_run(tmp_path, "--games", "500", "--seed", "7", "--variant", "expert").json
    results = run("snorkeling", lineup=["random"], games=500, seed=7, variant="expert")
    assert results.summary["tally_id"] == sentence["tally_id"]
    assert results.summary["seats"] == sentence["seats"]


def test_run_in_a_notebook_prints_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run("snorkeling", lineup=["random"], games="1k")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_errors_in_a_notebook_equal_those_of_the_command_line() -> None:
    with pytest.raises(UsageError, match=r"unknown game 'snorkelling'; .*did you mean"):
        run("snorkelling")
    with pytest.raises(UsageError, match="rule target_score cannot be 0; allowed: whole numbers"):
        run("snorkeling", rules={"target_score": 0})
    with pytest.raises(FathomError, match="the confidence cannot be 2"):
        run("snorkeling", confidence=2)


def test_the_package_exports_exactly_the_documented_functions() -> None:
    exported = {name for name in simulate.__all__ if name.islower()}
    documented = {*list_analyses()} & {*COMMANDS} - {"replay", "playtest"}
    assert exported == documented, "add the function to simulate/__init__.py, twice"
    with pytest.raises(AttributeError, match="has no attribute 'sprint'"):
        _ = simulate.sprint
