"""A run says whether its results hold for other players or depend on who plays."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from reports.analysis import other_players as levels
from reports.analysis.execution import Execution
from reports.analysis.other_players import games_at_looks
from reports.figures.figure import PLAIN, SHARE
from reports.figures.statistics import Estimate
from reports.robust import tables as its_tables
from reports.robust.document import describe_group
from reports.writing import wording
from reports.writing.columns import all_meanings
from simulate import UsageError, run
from simulate.game import find_game
from simulate.play.run import Run, play
from simulate.study import Study
from strategies import strategies_for
from tests.helpers.commands_helper import fathom

COLUMNS = all_meanings(its_tables.TABLES)

THREE = ("run", "snorkeling", "--players", "3", "--games", "3000")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder of a run for three with all that it writes, and what it showed."""
    folder = tmp_path_factory.mktemp("levels")
    done = fathom(folder, *THREE, "--out", "x", "--full")
    return folder / "x", " ".join(done.out.split())


@pytest.fixture(scope="module")
def robustness(played: tuple[Path, str]) -> Any:
    """The part of the JSON object on other player levels."""
    return json.loads((played[0] / "summary.json").read_text())["robustness"]


def names_of_levels(players: int, *, guests: bool = True) -> list[str]:
    """Return the names of the player levels of Snorkeling, in order."""
    others = [name for name in reversed(strategies_for("snorkeling")) if name != "planner"]
    beside = [f"{name} + {players - 1} planner" for name in others]
    return ["planner", *beside * guests, *others]


@pytest.mark.slow
def test_robustness_plays_a_level_for_each_strategy(
    robustness: Any, played: tuple[Path, str]
) -> None:
    assert [level["level"] for level in robustness["levels"]] == names_of_levels(3)
    [own] = [level for level in robustness["levels"] if level["is_study"]]
    assert (own["level"], own["games"]) == ("planner", 3_000)
    games = {level["players"]: set[int]() for level in robustness["levels"]}
    for level in robustness["levels"]:
        games[level["players"]].add(level["games"])
    # For beginners, the games of the first look are enough.
    assert games["sensible"] >= {252, 3_000}
    assert games["beginners"] == {125}
    verdicts = [verdict for verdict in robustness["verdicts"] if verdict["about"] == "length"]
    assert [verdict["among"] for verdict in verdicts] == ["sensible", "strongest", "beginners"]
    assert {verdict["verdict"] for verdict in verdicts} == {"depends on style"}
    length = verdicts[0]
    apart = ("attacker + 2 planner", "hoarder + 2 planner")
    assert (length["lowest_level"], length["highest_level"]) == apart
    assert length["spread"] == pytest.approx(length["highest"] / length["lowest"])
    assert length["ci_low"] > 1.2
    assert "Depends on who plays: good players " in played[1]
    # Rounded outward, so that the range on the screen holds all that the exact one holds.
    low, high = math.floor(verdicts[2]["from"]), math.ceil(verdicts[2]["to"])
    assert f", beginners {low} to {high} minutes." in played[1]
    beginners = [level for level in robustness["levels"] if level["players"] == "beginners"]
    ends = ("minutes_ci_low", "minutes_ci_high")
    assert verdicts[2]["from"] == min(level[ends[0]] for level in beginners)
    assert verdicts[2]["to"] == max(level[ends[1]] for level in beginners)
    assert " minutes, the strongest " in played[1]


@pytest.mark.slow
def test_player_levels_do_not_depend_on_the_number_of_jobs(robustness: Any, tmp_path: Path) -> None:
    assert fathom(tmp_path, *THREE, "--jobs", "3", "--json").json["robustness"] == robustness


def test_the_strength_of_each_strategy_is_measured_among_the_strongest(
    robustness: Any, played: tuple[Path, str]
) -> None:
    shares = {strength["style"]: strength for strength in robustness["strengths"]}
    assert set(shares) == set(strategies_for("snorkeling")) - {"planner"}
    for share in shares.values():
        assert share["fair"] == pytest.approx(1 / 3)
        assert share["sensible"] == (share["ci_low"] >= 0.6 * share["fair"])
        assert share["ci_low"] < share["wins"] < share["ci_high"]
    assert shares["random"]["wins"] < shares["hoarder"]["wins"] < 0.3
    # The declared order is not the measured one.
    assert shares["closer"]["wins"] < shares["hoarder"]["wins"]
    assert "Wins alone among planner; 33.3% is fair" in played[1]
    players = {level["style"]: level["players"] for level in robustness["levels"][7:]}
    assert players["random"] == "beginners"


def test_a_player_level_has_the_tally_of_a_run_with_its_line_up(
    robustness: Any, tmp_path: Path
) -> None:
    [level] = [level for level in robustness["levels"] if level["level"] == "closer + 2 planner"]
    games = str(level["games"])
    options = ("-s", "closer,planner,planner", "--games", games, "--no-robust", "--json")
    alone = fathom(tmp_path, "run", "snorkeling", "--players", "3", *options).json
    assert alone["tally_id"] == level["tally_id"]
    advantage = alone["first_player_advantage"]
    assert advantage["value"] == level["advantage"]
    assert (advantage["ci_low"], advantage["ci_high"]) == (level["ci_low"], level["ci_high"])
    assert alone["robustness"] is None
    [share] = [strength for strength in robustness["strengths"] if strength["style"] == "closer"]
    assert alone["strategies"][0]["win_rate"] == share["wins"]


def test_skill_is_the_win_rate_of_the_strategy_among_random_players(
    played: tuple[Path, str], tmp_path: Path
) -> None:
    summary = json.loads((played[0] / "summary.json").read_text())["skill"]
    lineup = ("-s", "planner,random,random", "--games", str(summary["games"]))
    alone = fathom(
        tmp_path, "run", "snorkeling", "--players", "3", *lineup, "--no-robust", "--json"
    ).json
    assert summary["strategy"] == "planner"
    assert summary["value"] == alone["strategies"][0]["win_rate"]
    assert summary["ci_low"] < summary["value"] < summary["ci_high"]
    assert alone["skill"] is None


def table_of_course(screen: str) -> str:
    """Return the table on how games go of a full report, in one line."""
    text = " ".join(screen.split())
    assert "How games go, as seen after each round" in text
    return re.split("WITH OTHER PLAYERS|STRATEGIES", text.partition("How games go, ")[2])[0]


@pytest.mark.slow
def test_a_table_compares_figures_with_those_of_random_players(
    robustness: Any, played: tuple[Path, str], tmp_path: Path
) -> None:
    [level] = [level for level in robustness["levels"] if level["level"] == "random"]
    screen = played[1]
    for path, unit in (("lead_changes", PLAIN), ("comebacks", SHARE), ("close_games", SHARE)):
        low, high = (level[f"{path}_ci_{end}"] for end in ("low", "high"))
        estimate = Estimate(level[path], low, high, level["games"])
        assert wording.brief_estimate(estimate, unit) in table_of_course(screen), path
    assert "by chance random players" in table_of_course(screen)
    assert " 33.3% " in table_of_course(screen)
    few = ("run", "snorkeling", "--players", "3", "--games", "600", "--no-charts", "--full")
    random = fathom(tmp_path, *few, "-s", "random").out
    assert "random players" not in table_of_course(random), "they are the study"
    several = fathom(tmp_path, *few, "-s", "planner,random,random").out
    assert "by chance" not in table_of_course(several), "the weaker ones are last more often"


def test_the_folder_has_tables_and_a_chart_of_player_levels(
    robustness: Any, played: tuple[Path, str]
) -> None:
    folder, screen = played
    for name in ("robustness", "strengths", "levels"):
        assert list(pd.read_csv(folder / f"{name}.csv")) == list(COLUMNS[name])
    table = pd.read_parquet(folder / "levels.parquet")
    assert list(table.level) == [level["level"] for level in robustness["levels"]]
    assert (folder / "levels_of_play.png").is_file()
    verdicts = "holds?|depends? on who plays|too few games to tell for"
    assert re.search(f"or the players\\? In words: [^.]*({verdicts})", screen)


def test_a_run_without_player_levels_says_that_its_results_hold_for_its_players_only(
    tmp_path: Path,
) -> None:
    done = fathom(tmp_path, *THREE[:-1], "2000", "--no-robust", "--no-charts", "--out", "x")
    text = " ".join(done.out.split())
    assert "FAIR? Not quite. The first player wins " in text
    assert "Tried with one kind of player only; others may differ: fathom run " in text
    assert "the game, or the players" not in text
    assert not (tmp_path / "x" / "levels.csv").exists()


def test_wide_margins_make_player_levels_agree_and_margins_without_levels_are_refused(
    tmp_path: Path,
) -> None:
    margins = ("--margin", "60pp", "--margin", "900%")
    whole = fathom(tmp_path, *THREE[:-1], "2000", *margins, "--no-charts", "--full").out
    text = " ".join(whole.split())
    assert "Holds: good players " in text
    assert "STILL MOVING" not in text
    assert " --games 2000 --margin 60pp --margin 900%" in whole
    with pytest.raises(UsageError, match="the margin cannot be '3'"):
        run("snorkeling", margins=["3"], games=10)


def test_a_users_line_up_is_a_player_level_unless_it_does_not_rotate() -> None:
    lineup = ["planner", "random", "random"]
    results = run("snorkeling", players=3, lineup=lineup, games=600)
    assert results.robustness
    own = results.robustness.levels[-1]
    assert (own.name, own.is_study, own.games) == ("this line-up", True, 600)
    seated = run("snorkeling", players=3, lineup=lineup, games=600, rotate=False)
    assert seated.robustness is None
    assert run("snorkeling", players=3, lineup=lineup, games=60, robust=False).robustness is None
    tuned = run("snorkeling", players=3, lineup=["planner(attack=0.4)"], games=600)
    assert tuned.robustness
    assert tuned.robustness.levels[-1].name == "planner(attack=0.4)"


@pytest.mark.slow
def test_a_figure_is_settled_only_if_both_strongest_strategies_agree() -> None:
    """At a table of four, Shoal has a style as strong as the planner."""
    default_margins = run("shoal", players=4, games=2_000).robustness
    assert default_margins
    assert len(default_margins.ranked.strongest) == 2
    seats = default_margins.judged["seats"]
    assert seats.strongest
    assert (seats.verdict, seats.strongest.word) == ("not clear", "not clear")
    wide_margins = run("shoal", players=4, games=2_000, margins=["60pp", "900%"]).robustness
    assert wide_margins
    [item] = describe_group(wide_margins, "seats")
    assert (item.name, item.mark) == ("holds", "fine")
    end, sign = "[+\N{MINUS SIGN}]?[\\d.]+", "[+\N{MINUS SIGN}]"
    strongest = rf"the strongest {sign}[\d.]+ \S [\d.]+"
    span = f"{end} to {end} in 100 games"
    expected = rf"good players {span}, {strongest}, beginners {span}\."
    assert re.fullmatch(expected, item.text)


@pytest.mark.parametrize(
    ("usual", "lots", "chosen"),
    [(0.26, 0.25, "random"), (0.35, 0.25, "planner"), (0.2, 0.3, "random")],
)
def test_the_playout_strategy_of_search_is_chosen_by_win_rate_if_the_game_declares_none(
    usual: float, lots: float, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is random, unless the usual strategy is clearly better; win rates are ± 4 points."""
    shares = {"planner": usual, "random": lots}
    game = replace(find_game("scaphandre"), playout="")

    def play(study: Study, strategy: Any, *more: Any) -> Any:
        value = shares["random" if "playout=random" in strategy.spec else "planner"]
        wins = SimpleNamespace(win_rate=Estimate(value, value - 0.04, value + 0.04, 400))
        return SimpleNamespace(interrupted=False, strategies=lambda: {strategy.spec: wins})

    monkeypatch.setattr(Study, "loaded_game", game)
    monkeypatch.setattr(levels, "play_against", play)
    monkeypatch.setattr(levels, "RunResults", lambda run, confidence: run)
    study = Study(
        game="scaphandre", variant="base", players=4, games=4, seed=1, lineup=("planner",)
    )
    assert levels.choose_playout(study, Execution()) == chosen
    thinks = "search(rollouts=16)" if chosen == "planner" else "search(rollouts=16, playout=random)"
    assert thinks in {
        level.style for level in levels.list_levels(study, thinkers=True, playout=chosen)
    }


@pytest.mark.parametrize(
    ("games", "how", "looks"),
    [
        (1_000_000, "", (500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000)),
        (100_000, "", (625, 1_250, 2_500, 5_000, 10_000)),
        (1_000_000, "weak", (500, 1_000)),
        (1_000, "", (50, 100)),
        (30, "", (15, 30)),
        (1_000_000, "more", (2_000, 4_000, 8_000, 16_000, 32_000, 64_000)),
        (100, "more", (63, 125, 250, 500, 1_000, 2_000)),
    ],
)
def test_player_levels_double_their_games_at_each_look_up_to_their_share_of_the_run(
    games: int, how: str, looks: tuple[int, ...]
) -> None:
    assert games_at_looks(games, 10, weak=how == "weak", more=how == "more") == looks


def test_interrupting_player_levels_keeps_the_results_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []

    def stop(study: Study, *more: Any, **options: Any) -> Run:
        """Press Ctrl-C when the second of the other levels is played."""
        played.append(study)
        if len(played) == 2:
            raise KeyboardInterrupt
        return play(study, *more, **options)

    monkeypatch.setattr(levels, "play", stop)
    options = ("--out", "it", "--no-charts", "--full")
    done = fathom(tmp_path, *THREE[:-1], "2000", *options, code=130)
    summary = json.loads((tmp_path / "it" / "summary.json").read_text())
    assert (summary["games"], summary["interrupted"]) == (2_000, False)
    finished = [level["level"] for level in summary["robustness"]["levels"]]
    missing = summary["robustness"]["missing"]
    assert len(finished) == 2
    assert len(missing) >= 3
    assert not set(finished) & set(missing)
    text = " ".join(done.out.split())
    assert f"Interrupted before these played: {missing[0]}, {missing[1]}" in text
    assert "with other players was not checked" not in text


slowly = partial(pytest.param, marks=pytest.mark.slow)
STUDY = """\
game = "snorkeling"
players = 3
games = 300
[targets]
"length.minutes.mean" = {{ {bounds}, robust = true }}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bounds", "code", "verdict", "reason"),
    [
        slowly("max = 100", 0, "meets", "hoarder, which is nearest to the limit"),
        slowly("max = 40", 1, "misses", "hoarder, which misses the target most clearly"),
        ("min = 24, max = 100", 1, "misses", "attacker, which misses the target most"),
        ("max = 58.8", 3, "undecided", "hoarder, which is not clear yet"),
    ],
)
def test_a_robust_target_is_met_only_at_every_level(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    bounds: str,
    code: int,
    verdict: str,
    reason: str,
) -> None:
    level = reason.partition(",")[0]
    monkeypatch.setattr(levels, "LEAST_ASKED", 300)
    (tmp_path / "aims.toml").write_text(STUDY.format(bounds=bounds), encoding="utf-8")
    done = fathom(tmp_path, "run", "aims.toml", "--no-charts", "--out", "x", code=code)
    summary = json.loads((tmp_path / "x" / "summary.json").read_text())
    [target] = summary["targets"]
    assert (target["verdict"], target["level"]) == (verdict, level)
    assert target["asked"]["robust"] is True
    assert reason in " ".join(done.out.split())
    [own] = [row for row in summary["robustness"]["levels"] if row["level"] == level]
    assert target["value"] == own["minutes"]


@pytest.mark.slow
def test_without_player_levels_a_robust_target_is_missed_or_undecided(tmp_path: Path) -> None:
    for bounds, code, reason in (
        ("max = 20", 1, "these players miss the target"),
        ("max = 100", 3, "games with other kinds of players were not played"),
    ):
        (tmp_path / "aims.toml").write_text(STUDY.format(bounds=bounds), encoding="utf-8")
        done = fathom(tmp_path, "run", "aims.toml", "--no-charts", "--no-robust", code=code)
        assert reason in " ".join(done.out.split())
    done = fathom(tmp_path, "compare", "aims.toml", *VARIANTS[2:-1], "400", "--no-charts", code=3)
    assert "at most 100 for all players" in " ".join(done.out.split())


VARIANTS = ("compare", "snorkeling", "--variant", "base", "--variant", "expert", "--games", "150")


@pytest.mark.slow
def test_a_comparison_lists_the_player_levels_at_which_each_difference_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "LEAST_ASKED", 150)
    monkeypatch.setattr(levels, "thinkers_for", lambda game: {})
    done = fathom(tmp_path, *VARIANTS, "--robust", "--no-charts", "--out", "x")
    summary = json.loads((tmp_path / "x" / "summary.json").read_text())["robustness"]
    names = [level["level"] for level in summary["levels"]]
    assert names == names_of_levels(4)
    verdicts = {verdict["figure"]: verdict for verdict in summary["verdicts"]}
    assert list(verdicts) == ["first_player_advantage", "length.minutes.mean", "lead_changes"]
    minutes = verdicts["length.minutes.mean"]
    at = {difference["level"]: difference for difference in minutes["differences"]}
    # Who always lays or always hoards never dives, so the variant changes nothing for them.
    assert at["hoarder"]["value"] == at["attacker"]["value"] == 0
    assert at["hoarder"]["stands"] == "the same"
    assert (at["shedder"]["stands"], at["closer"]["stands"]) == ("higher", "higher")
    assert minutes["verdict"] == "depends on style"
    told = " ".join(done.out.split())
    assert "DEPENDS ON WHO PLAYS: Length: with expert, " in told
    table = pd.read_parquet(tmp_path / "x" / "levels.parquet")
    assert len(table) == 3 * len(names)
    shedder = table[(table.level == "shedder") & (table.figure == "length.minutes.mean")]
    assert shedder.value.item() == at["shedder"]["value"]
