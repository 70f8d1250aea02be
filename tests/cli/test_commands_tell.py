"""The commands that print information on games, and replays of single games."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.run.samples import KINDS_BY_OPTION
from simulate import game as games
from simulate.game import find_game
from simulate.games.snorkeling import GAME
from simulate.study.models import study_schema
from strategies import strategies_for
from tests.helpers import toy_game
from tests.helpers.commands_helper import fathom, random_run
from tests.helpers.tables import quick_among


def test_games_lists_each_game_on_one_line(tmp_path: Path) -> None:
    lines = fathom(tmp_path, "games").out.splitlines()
    [line] = [line for line in lines if line.startswith("snorkeling ")]
    assert " 2 to 6 " in line
    assert ", ".join(GAME.variants) in line
    assert ", ".join(strategies_for("snorkeling")) in line


def test_rules_lists_every_rule_with_its_value_and_allowed_values(tmp_path: Path) -> None:
    out = fathom(
        tmp_path, "rules", "snorkeling", "--variant", "expert", "--rule", "target_score=9"
    ).out
    table = out.partition('The column "standing"')[0]
    rows = {line.split()[0]: line.split() for line in table.splitlines() if line.strip()}
    assert rows["rule"] == ["rule", "value", "default", "allowed", "standing"]
    assert rows["meaning"] == ["meaning"]
    words = " ".join(out.split())
    for option in GAME.options:
        assert option.standing in rows[option.name]
        assert option.meaning in words
    assert rows["target_score"][1:8] == ["9", "12", "whole", "numbers", "1", "to", "60"]
    assert rows["expert"][1:6] == ["true", "false", "true", "or", "false"]
    for variant in GAME.variants:
        assert f"\n  {variant}: " in out


def test_a_study_file_printed_by_rules_gives_the_same_tally(tmp_path: Path) -> None:
    changes = ("--variant", "expert", "--rule", "target_score=9", "--players", "3")
    printed = fathom(tmp_path, "rules", "snorkeling", *changes, "--toml")
    assert printed.err == ""
    written = tomllib.loads(printed.out)
    # Only what differs from the variant is said; the rest stands by as comments.
    assert written["rules"] == {"target_score": 9}
    for option in GAME.options:
        assert f"\n{'' if option.name == 'target_score' else '# '}{option.name} = " in printed.out
    assert "\n# expert = true\n" in printed.out
    for option in GAME.options:
        assert option.meaning in printed.out
    (tmp_path / "my_study.toml").write_text(printed.out, encoding="utf-8")
    few = ("--games", "300", "--json", "--no-robust")
    again = fathom(tmp_path, "run", "my_study.toml", *few).json
    plain = fathom(tmp_path, "run", "snorkeling", *changes, *few).json
    unchanged = fathom(tmp_path, "run", "snorkeling", *few).json
    assert again["tally_id"] == plain["tally_id"] != unchanged["tally_id"]
    assert again["study_id"] == plain["study_id"]


def test_schema_prints_the_schema_of_study_files_and_nothing_else(tmp_path: Path) -> None:
    done = fathom(tmp_path, "schema")
    assert done.err == ""
    assert done.json == study_schema()
    assert done.json["properties"]["game"]["type"] == "string"


@pytest.fixture
def toy(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Install a game with rules of every kind, as a package of its own would."""
    installed = toy_game.install(tmp_path_factory.mktemp("package"))
    monkeypatch.setenv("PYTHONPATH", installed)
    monkeypatch.syspath_prepend(installed.partition(":")[0])
    games._locations.cache_clear()
    yield
    games._locations.cache_clear()


TOY_CHANGES = ("--variant", "rich", "--rule", "deck.back=1", "--rule", "forget_rate=0.5")


def test_an_installed_game_and_its_rules_are_listed(toy: None, tmp_path: Path) -> None:
    assert "\ntoy " in fathom(tmp_path, "games").out
    lines = fathom(tmp_path, "rules", "toy", *TOY_CHANGES).out.splitlines()
    rows = {line.split("  ")[0]: " ".join(line.split()) for line in lines if line.strip()}
    assert rows["forget_rate"] == "forget_rate 0.5 0.25 numbers 0 to 1 assumed"
    assert rows["limits"].startswith("limits 10 30,60,90 1 to 4 whole numbers 1 to 200, as in")
    assert rows["deck.pass"] == "deck.pass 9 4 whole numbers 0 to 30 printed"
    assert rows["deck.back"] == "deck.back 1 3 whole numbers 0 to 30 printed"
    assert "  rich: More of it. (deck.pass=9, deck.panic=2, limits=10)" in lines


def test_assumed_rules_of_animal_splash_are_marked_as_assumed() -> None:
    options = find_game("animal-splash").options
    assert {option.name for option in options if option.standing == "assumed"} == {
        *("swap_cost", "shift_cost", "end_scoring", "end_points", "copies", "oxygen_cards"),
        *("seconds_per_turn", "missions"),
    }


def test_strategies_lists_names_descriptions_and_parameters(tmp_path: Path) -> None:
    out = fathom(tmp_path, "strategies", "snorkeling").out
    for strategy in strategies_for("snorkeling").values():
        assert f"{strategy.name}  (" in out
        assert strategy.description.splitlines()[0].split(".")[0] in " ".join(out.split())
        for name, parameter in strategy.parameters.items():
            bounds = f"({parameter.minimum:g} to {parameter.maximum:g})"
            assert f"{name}={parameter.default:g} {bounds}" in out


def test_strategies_view_lists_every_field_that_a_strategy_sees(tmp_path: Path) -> None:
    lines = fathom(tmp_path, "strategies", "snorkeling", "--view").out.splitlines()
    for heading, fields in (
        ("view.table", GAME.table),
        ("view.own", GAME.own),
        ("view.rules", GAME.derived),
    ):
        below = lines[lines.index(heading) + 1 :]
        for name, meaning in fields.meanings.items():
            assert any(line.lstrip().startswith(name) and meaning in line for line in below)
    assert not any("the first deck_size entries" in line for line in lines)


@pytest.mark.slow
def test_replay_shows_the_same_game_for_a_name_a_study_file_and_a_run_folder(
    tmp_path: Path,
) -> None:
    random_run(tmp_path, "--games", "50", "--seed", "4", "--out", "done", "--no-charts")
    by_name = fathom(
        tmp_path, "replay", "snorkeling", "-s", "random", "--seed", "4", "--game", "17", "--moves"
    )
    by_file = fathom(tmp_path, "replay", "done/study.toml", "--game", "17", "--moves")
    by_folder = fathom(tmp_path, "replay", "done", "--game", "17", "--moves")
    other = fathom(tmp_path, "replay", "done", "--game", "18", "--moves")
    assert by_name.out == by_file.out == by_folder.out != other.out
    first = by_name.out.splitlines()[0]
    assert first == "Snorkeling, base, 4 players: game 17 (deal 17, seed 4)"
    assert "\nROUND 1 OF " in by_name.out
    assert "\nturn 1: seat 1 has " in by_name.out
    assert "\n  Every seat plays random.\n" in by_name.out
    assert re.search(r"\nSeat \d \(random\) wins after \d+ turns in \d+ rounds?: ", by_name.out)


def test_an_interpreted_replay_equals_the_compiled_one(tmp_path: Path) -> None:
    game = ("snorkeling", "-s", "random", "--game", "2", "--rule", "target_score=3")
    arguments = ("replay", *game, "--moves")
    compiled = fathom(tmp_path, *arguments).out
    assert fathom(tmp_path, *arguments, "--no-jit").out == compiled
    title = compiled.splitlines()[0]
    assert title == "Snorkeling, base, 4 players, changed rules: game 2 (deal 2, seed 1)"


@pytest.mark.slow
def test_bench_reports_speeds_of_one_job_and_of_several_jobs(tmp_path: Path) -> None:
    few = ("--seconds", "0.05", "--jobs", "2")
    lines = fathom(tmp_path, "bench", "snorkeling", "-s", "random", *few).out.splitlines()
    assert lines[0] == "snorkeling, base, 4 players, random"
    assert lines[1].startswith("  1 job: ")
    assert lines[2].startswith("  2 jobs: ")
    for line in lines[1:3]:
        numbers = [int(w.replace(",", "")) for w in line.split() if w.replace(",", "").isdigit()]
        assert len(numbers) == 4
        assert all(number > 0 for number in numbers)
        assert line.endswith(" games/s per core")
    done = fathom(tmp_path, "bench", *few, "--json", "--quiet")
    assert done.err == ""
    assert done.json["lineup"] == ["random"] * 4
    assert done.json["games_per_s_per_core"] > 0
    assert done.json["games_per_s"] > 0
    assert list(tmp_path.iterdir()) == []


# A game told ------------------------------------------------------------------------------------


TOLD = ("replay", "schnuff", "--players", "3", "-s", "random", "--game", "5")
WEIGHED = (*TOLD, "--search", "--rollouts", "2", "--playout", "planner", "--jobs", "1")


def read(text: str) -> dict[str, Any]:
    summary = json.loads(text)
    assert isinstance(summary, dict)
    return summary


@pytest.mark.slow
def test_json_of_a_replay_has_the_same_steps_as_the_text(tmp_path: Path) -> None:
    output = fathom(tmp_path, *TOLD, "--moves").out
    replay = read(fathom(tmp_path, *TOLD, "--json").out)
    assert (replay["number"], replay["seats"]) == (5, ["random"] * 3)
    assert [step["step"] for step in replay["steps"]] == list(range(1, len(replay["steps"]) + 1))
    remaining_lines = iter(output.splitlines())
    for step in replay["steps"]:
        assert any(line.startswith(f"  {step['said']}") for line in remaining_lines), (
            "in their order"
        )
    assert replay["decisions"] <= len(replay["steps"])
    assert f"after {replay['turns']} turns" in output
    assert all(
        f"seat {seat} (random)" in output.splitlines()[-1].lower() for seat in replay["winners"]
    )
    assert "search" not in replay


@pytest.mark.slow
def test_a_weighed_replay_gives_the_same_chance_for_every_choice_each_time(tmp_path: Path) -> None:
    first = fathom(tmp_path, *WEIGHED, "--moves").out
    assert fathom(tmp_path, *WEIGHED[:-1], "2", "--moves").out == first
    assert max(map(len, first.splitlines())) <= 100
    replay = read(fathom(tmp_path, *WEIGHED, "--json").out)
    several = [step for step in replay["steps"] if step["choices"] > 1]
    assert first.count("chance to win ") == len(several) == replay["search"]["choices"]
    assert all("choice" in step for step in several)
    weighed = several[0]["choice"]["actions"]
    assert len(weighed) == several[0]["choices"]
    assert sum(seat["chance"] for seat in weighed[0]["seats"]) == pytest.approx(1)
    for question in ("When was it decided?", "What turned it?", "Which choices mattered?"):
        assert question in first
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["snorkeling", "schnuff"])
def test_a_replay_prints_a_summary_of_at_most_24_lines_and_the_command_for_all_moves(
    game: str, tmp_path: Path
) -> None:
    for number in ("0", "1", "2"):
        lines = fathom(tmp_path, "replay", game, "-s", "random", "--game", number).out.splitlines()
        assert len(lines) <= 24
        labels = [line.split(" ", 1)[0] for line in lines if line and line[0] != " "][1:]
        # Games whose winner was behind are explained from there on.
        assert [label for label in labels if label != "WHY?"] == ["WON?", "TURNED?", "NEXT"]
        assert labels[:2] == ["WON?", "WHY?"] or not any("behind after" in line for line in lines)
        [command] = [line.strip() for line in lines if line.endswith("--moves")]
        moves = fathom(tmp_path, *command.split("fathom ", 1)[1].split()).out
        title, _, players = lines[0].partition(" \N{MIDDLE DOT} ")
        assert players == "players who move at random"
        assert moves.splitlines()[0] == f"{title} (deal {number}, seed 1)"
        assert "\nturn 1: seat 1 has " in moves


@pytest.mark.slow
def test_the_summary_of_a_weighed_replay_gives_its_simulated_games_and_the_time_of_more(
    tmp_path: Path,
) -> None:
    done = fathom(tmp_path, *WEIGHED)
    lines = done.out.splitlines()
    assert len(lines) <= 24
    for label in ("WON?", "WHEN?", "TURNED?", "POOR?", "TRUST?", "NEXT"):
        assert any(line.startswith(f"{label} ") for line in lines)
    assert "Each chance comes from 8 simulated games." in done.out
    # How long it takes depends on the machine, and on what else it does.
    assert re.search(r"Be surer \(~\d+ (s|min|h)\)", done.out)


@pytest.mark.slow
def test_a_search_says_whether_luck_or_choices_raised_the_winners_chance_most(
    tmp_path: Path,
) -> None:
    replayed = ("replay", "scaphandre", "--game", "541", "--search", "--rollouts", "4")
    text = " ".join(fathom(tmp_path, *replayed).out.split())
    rises = json.loads(fathom(tmp_path, *replayed, "--json").out)["search"]["rises"]
    assert rises
    for rise in rises:
        assert rise["after"] > rise["before"]
        before, after = (f"{100 * rise[end]:.0f}%" for end in ("before", "after"))
        label = {"luck": ", by luck", "choice": ", by a choice", "not clear": ""}[rise["cause"]]
        assert f"turn {rise['turn']}{label}: seat 1's chance goes from {before} to {after}" in text
    causes = [rise["cause"] for rise in rises]
    assert "LUCK? Luck made seat 1's" in text or set(causes) != {"luck"}
    assert ("Luck means: the next best move" in text) == ("luck" in causes)


RANDOM = ("snorkeling", "--players", "3", "-s", "random")
PLAYED = ("--games", "45", "--out", "mine", "--no-charts", "--no-robust", "--quiet")


def without_rarity(text: str) -> str:
    """Return a replay without its sentences on other comebacks, which depend on how many games."""
    return re.sub(
        r"\n  (None|Only [\d,]+|[\d,]+) of [\d,]+ games had .*?behind\.", "", text, flags=re.S
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", quick_among(KINDS_BY_OPTION, "closest"))
def test_a_game_picked_by_kind_is_replayed_like_the_game_with_its_number(
    kind: str, tmp_path: Path
) -> None:
    options = ("--game", kind, "--games", "60", "--moves")
    done = without_rarity(fathom(tmp_path, "replay", *RANDOM, *options).out)
    match = re.search(r"\n  Game (\d+) is [^:]* (?:of|in) 60\s+games(?:: |\.)", done)
    assert match
    number = int(match[1])
    replayed = fathom(tmp_path, "replay", *RANDOM, "--game", str(number), "--moves").out
    by_number = without_rarity(replayed)
    assert "Why this game?" not in by_number
    title, rest = by_number.split("\n", 1)
    assert done.startswith(f"{title}\n\nWhy this game?\n")
    assert done.endswith(rest)
    again = " ".join(done.partition("by its number:")[2].partition("\n\n")[0].split())
    assert again.startswith("fathom replay snorkeling ")
    assert fathom(tmp_path, *again.split()[1:], "--moves").out == replayed
    as_json = read(
        fathom(tmp_path, "replay", *RANDOM, "--game", kind, "--games", "60", "--json").out
    )
    assert (as_json["number"], as_json["picked"]) == (number, {"kind": kind, "games": 60})


def test_replay_searches_all_games_of_a_run_for_a_kind(tmp_path: Path) -> None:
    fathom(tmp_path, "run", *RANDOM, *PLAYED, "--keep-games")
    games = pd.read_parquet(tmp_path / "mine" / "games.parquet")
    replay = read(fathom(tmp_path, "replay", "mine", "--game", "longest", "--json").out)
    assert replay["turns"] == games.turns.max()
    assert replay["picked"] == {"kind": "longest", "games": 45}
    fewer = read(
        fathom(tmp_path, "replay", "mine", "--game", "shortest", "--games", "9", "--json").out
    )
    assert fewer["turns"] == games.turns[:9].min()
    assert fewer["picked"]["games"] == 9


@pytest.mark.slow
def test_a_game_number_beyond_the_run_is_refused_with_the_number_of_games(tmp_path: Path) -> None:
    fathom(tmp_path, "run", *RANDOM, *PLAYED)
    for source in ("mine", "mine/study.toml"):
        assert fathom(tmp_path, "replay", source, "--game", "44").out
        done = fathom(tmp_path, "replay", source, "--game", "45", code=2)
        assert "there is no game 45: the run has 45 games, numbered from 0 to 44" in done.err
    done = fathom(tmp_path, "replay", *RANDOM, "--games", "10", "--game", "99999999", code=2)
    assert "the run has 10 games, numbered from 0 to 9" in done.err
    # A game's name alone is no run: any game of its study can be told.
    assert "game 99999999 " in fathom(tmp_path, "replay", *RANDOM, "--game", "99999999").out


def test_search_is_refused_as_the_player_of_simulated_games(tmp_path: Path) -> None:
    done = fathom(tmp_path, *TOLD, "--search", "--playout", "search", code=2)
    assert "search cannot play simulated games" in done.err


@pytest.mark.slow
def test_a_comeback_is_the_greatest_and_says_how_far_behind_the_winner_was_and_how_rare_it_is(
    tmp_path: Path,
) -> None:
    players = ("shoal", "-s", "random", "--players", "3", "--games", "300")
    out = ("--out", "mine", "--no-robust", "--keep-games")
    assert fathom(tmp_path, "run", *players, *out).out
    done = fathom(tmp_path, "replay", "mine", "--game", "comeback")
    text = " ".join(done.out.split())
    replay = json.loads(fathom(tmp_path, "replay", "mine", "--game", "comeback", "--json").out)
    assert f"Game {replay['number']} is the greatest comeback of 300 games: in no other" in text
    assert re.search(r"Only \d of 300 games had a comeback as large or larger: ", text)
    pattern = (
        r"WHY\? Seat (\d) was (\d+) points? behind after lap (\d+) of (\d+) and won by (\d+)\."
    )
    seat, behind, lap, laps, margin = map(int, re.search(pattern, text).groups())  # type: ignore[union-attr]
    assert replay["winners"] == [seat]
    assert laps == len(replay["stretches"])
    scores = replay["stretches"][lap - 1]["scores"]
    assert max(scores) - scores[seat - 1] == behind
    others = [score for place, score in enumerate(replay["scores"], 1) if place != seat]
    assert replay["scores"][seat - 1] - max(others) == margin
    # The same sentence is printed for the game's number, which is compared with more games.
    by_number = fathom(tmp_path, "replay", "mine", "--game", str(replay["number"])).out
    again = " ".join(by_number.split())
    assert f"WHY? Seat {seat} was {behind} point" in again
    assert " of 1,000 games had a comeback as large or larger" in again
    gained = replay["scores"][seat - 1] - scores[seat - 1]
    assert f"From then on seat {seat} gained {gained:g} points; seat " in text
    moves = fathom(tmp_path, "replay", "mine", "--game", "comeback", "--moves").out
    assert " ".join(moves.split()).count(f"Seat {seat} was {behind} point") == 1


@pytest.mark.slow
def test_a_comeback_in_a_game_with_points_only_at_the_end_is_refused_with_the_reason(
    tmp_path: Path,
) -> None:
    guide = Path("simulate/games/README.md").read_text(encoding="utf-8")
    text = guide.partition('"""Four Prizes')[2].partition("```")[0]
    at_the_end = text.replace("        table.scores[table.auction_winner] += 3", "        pass")
    assert at_the_end != text
    (tmp_path / "late.py").write_text(f'"""Four Prizes{at_the_end}', encoding="utf-8")
    options = ("-s", "random", "--games", "300", "--game", "comeback")
    error = " ".join(fathom(tmp_path, "replay", "late.py", *options, code=2).err.split())
    assert "no winner was ever behind, so more games hardly help" in error
    assert "increase --games" not in error


def test_a_kind_of_game_that_no_game_has_is_refused_with_its_meaning(tmp_path: Path) -> None:
    short = (*RANDOM, "--rule", "target_score=1", "--games", "1", "--game", "comeback")
    done = fathom(tmp_path, "replay", *short, code=2)
    assert "among 1 game, none is right for --game comeback: no winner was ever behind" in done.err


def test_the_help_of_replay_lists_all_kinds_of_games(tmp_path: Path) -> None:
    assert all(kind in fathom(tmp_path, "replay", "--help").out for kind in KINDS_BY_OPTION)
