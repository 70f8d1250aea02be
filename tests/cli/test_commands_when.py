"""The command ``fathom when``: its counts agree with replays, and its screens report them."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import simulate
from reports.analysis.observed_games import play_observed
from reports.analysis.selection import resolve_study
from reports.when.play import WhenDesign
from simulate.command_options import Selection
from simulate.play.arms import make_engine
from simulate.play.journal import Journal, use_journal
from tests.helpers.commands_helper import fathom

GAMES = 60
FEW = ("--games", str(GAMES), "--json")


def test_twice_in_an_event_means_twice_by_the_same_seat(tmp_path: Path) -> None:
    study, lineup = resolve_study(Selection(source="schnuff", games=str(GAMES)))
    engine, happened = make_engine(study, lineup), []
    for number in range(GAMES):
        walk, panics = engine.walk(number), Counter[int]()
        for moment in walk:
            text = engine.game.teller.action(engine.rules[0], moment.snapshot.table, moment.action)
            panics[moment.seat] += text.startswith("plays Panic")
            if panics[moment.seat] == 2:
                happened.append((number, moment.seat, moment.snapshot.table.turns + 1))
                break
    summary = fathom(tmp_path, "when", "schnuff", "plays Panic", "twice", *FEW).json
    assert summary["event"] == "Somebody plays Panic twice or more"
    assert (summary["games"], summary["happened"]) == (GAMES, len(happened))
    design = WhenDesign(study, lineup, ("plays Panic", "twice"))
    head = {"any": 1}
    for reused_games in (0, GAMES):  # played, then read from the journal
        journal = Journal.read(tmp_path / "journal") or Journal(tmp_path / "journal", head)
        with use_journal(journal):
            run = play_observed(design, 1, lambda games: None)
        journal.flush()
        matches = enumerate(run.observed.observations)
        assert [
            (number, match.seat, match.moment) for number, match in matches if match.happened
        ] == happened
        assert (journal.reused_games, run.games) == (reused_games, GAMES)


def test_an_event_about_half_time_agrees_with_kept_games(tmp_path: Path) -> None:
    import pandas as pd

    alone = ("--games", "400", "--keep-games", "--out", "kept", "--no-charts", "--no-robust")
    fathom(tmp_path, "run", "scaphandre", *alone)
    kept = pd.read_parquet(tmp_path / "kept" / "games.parquet")
    half = kept[[f"half_score_seat_{seat}" for seat in range(1, 5)]]
    going = half.notna().all(axis=1)
    leads = going & (half.iloc[:, 3] > half.iloc[:, :3].max(axis=1))
    shares = kept["win_share_seat_4"]
    event = "the last seat leads at half-time"
    summary = fathom(tmp_path, "when", "scaphandre", event, "--games", "400", "--json").json
    assert summary["happened"] == leads.sum()
    assert summary["then"]["with"]["value"] == pytest.approx(shares[leads].mean())
    assert summary["then"]["without"]["value"] == pytest.approx(shares[going & ~leads].mean())
    assert all(leads[number] for number in summary["examples"])
    # Any of the seats that are last together may win.
    last = half.eq(half.min(axis=1), axis=0) & going.to_numpy()[:, None]
    last &= (half.min(axis=1) < half.max(axis=1)).to_numpy()[:, None]
    won = kept[[f"win_share_seat_{seat}" for seat in range(1, 5)]].to_numpy() > 0
    both = ("when", "scaphandre", "is last at half-time", "wins", "--games", "400", "--json")
    summary_of_both = fathom(tmp_path, *both).json
    assert summary_of_both["happened"] == (last & won).any(axis=1).sum()
    same = "No difference. Mean length in turns: 60 with and without it."
    assert same in summary_of_both["answers"]["What goes with it?"]
    done = simulate.when("scaphandre", event, games=400, jobs=2)
    assert done.summary["then"] == summary["then"]
    [axes] = done.charts["then"].axes
    dots = [np.ravel(line.get_xdata())[0] for line in axes.lines if line.get_marker() == "o"]
    compared = [100 * summary["then"][side]["value"] for side in ("with", "without")]
    assert dots == pytest.approx(compared)


def test_the_screen_reports_events_and_its_commands_replay_them(tmp_path: Path) -> None:
    arguments = ("when", "schnuff", "seat 2 plays Panic before turn 20")
    brief = fathom(tmp_path, *arguments, "--games", "200", "--out", "out").out
    assert len(brief.splitlines()) <= 24
    for words in (
        "OFTEN?  In ",
        "of 100 games seat 2 plays Panic before turn 20.",
        "THEN?   Too few games to tell. Seat 2 wins ",
        "fathom when schnuff 'seat 2 plays Panic before turn 20' --games 800",
        "fathom replay schnuff --game ",
    ):
        assert words in brief
    text = fathom(tmp_path, *arguments, "--games", "200", "--full").out
    assert "of 100 games seat 2 plays Panic before turn 20." in text
    assert "games that reached the same moment without it" in " ".join(text.split())
    (typed, turn), *_ = re.findall(r"fathom (replay.*?) +# seat 2, (turn \d+)", text)
    replay = fathom(tmp_path, *typed.split()).out
    assert re.search(rf"^{turn}: seat 2 .*\n  plays Panic", replay, re.MULTILINE)
    again = fathom(tmp_path, "when", "out/study.toml", "--json", "--quiet").json
    assert f"{again['games']} games" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("seat 2 plays Panik", *FEW),
            "Schnuff has no card or action 'plays Panik' (none in 40 games) The nearest events of "
            "Schnuff: fathom when schnuff 'seat 2 plays Panic' fathom when",
        ),
        (
            ("plays", "Panik", "twice"),
            "(none in 40 games); perhaps you left out the quotes around an event",
        ),
        (("length.turn > 3",), "unknown figure 'length.turn'"),
        (
            ("lead_changes >> 3",),
            "'lead_changes >> 3' is not a comparison of a figure with a number, such as "
            "lead_changes > 3",
        ),
        (("seat 1 wins", "--then", "length.moons"), "unknown figure 'length.moons'"),
        ((), "name an event, for example 'seat 1 leads at half-time'"),
    ],
)
def test_unknown_events_and_figures_are_refused(
    words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    refused = fathom(tmp_path, "when", "schnuff", *words, code=2)
    assert message in " ".join(refused.err.split())


@pytest.mark.slow
def test_an_event_is_accepted_if_it_is_possible_in_any_arm(tmp_path: Path) -> None:
    arms = '[{ label = "none", rules = { deck.schnuff = 0 } }, { label = "some" }]'
    study = "game = 'schnuff'\ngames = 60\n[events]\nx = 'plays Schnuff'\n"
    (tmp_path / "s.toml").write_text(f"{study}[compare]\narms = {arms}\n")
    results = fathom(tmp_path, "compare", "s.toml", "--json", "--quiet").json["arms"]
    assert [arm["result"]["counts"]["x"]["value"] for arm in results] == [0, 1]
    alone = ("when", "schnuff", "plays Schnuff", "--rule", "deck.schnuff=0")
    refused = fathom(tmp_path, *alone, code=2).err
    assert "Schnuff has no card or action 'plays Schnuff'" in refused
    assert "fathom when schnuff --rule deck.schnuff=0 'plays Pass'" in refused


@pytest.mark.slow
def test_a_card_of_another_game_is_refused_with_that_game_and_the_nearest_events(
    tmp_path: Path,
) -> None:
    refused = fathom(tmp_path, "when", "snorkeling", "plays Panic", *FEW, code=2).err
    assert refused.splitlines() == [
        "fathom: Snorkeling has no card or action 'plays Panic' (none in 40 games)",
        "  Schnuff has it:",
        "    fathom when schnuff 'plays Panic'",
        "  The nearest events of Snorkeling:",
        "    fathom when snorkeling 'lays green …'",
        "    fathom when snorkeling 'lays purple …'",
        "    fathom when snorkeling 'lays red …'",
        "  All events: fathom when snorkeling --events",
    ]
    for command in re.findall(r"fathom (when s\w+ '.*')", refused)[:2]:
        fathom(tmp_path, *shlex.split(command), *FEW)


def test_the_list_of_events_has_the_actions_of_the_game(tmp_path: Path) -> None:
    listed = fathom(tmp_path, "when", "schnuff", "--events").out
    assert "  plays Panic and says …  (for example: plays Panic and says " in listed
    assert "at half-time" in listed
    summary = fathom(tmp_path, "when", "schnuff", "--events", "--json").json
    [panic] = [
        action for action in summary["actions"] if action["kind"] == "plays Panic and says …"
    ]
    assert (panic["games"], summary["games"]) == (40, 40)
    assert panic["example"].startswith("plays Panic and says ")


STUDY = """
game = "schnuff"
games = 60
[events]
panic = ["plays Panic", "twice"]
upset = ["seat 1 leads at half-time", "loses"]
"""
COMPARE = """
[compare]
arms = [{ label = "base" }, { label = "three", players = 3 }]
"""


@pytest.mark.slow
def test_run_and_compare_count_the_events_of_a_study_as_when_does(tmp_path: Path) -> None:
    import pandas as pd

    (tmp_path / "s.toml").write_text(f"{STUDY}[targets]\n'counts.upset' = {{ max = 0.9 }}\n")
    (tmp_path / "c.toml").write_text(STUDY + COMPARE)
    happened = {
        "panic": fathom(tmp_path, "when", "schnuff", "plays Panic", "twice", *FEW).json,
        "upset": fathom(
            tmp_path, "when", "schnuff", "seat 1 leads at half-time", "loses", *FEW
        ).json,
    }
    run = fathom(tmp_path, "run", "s.toml", "--keep-games", "--out", "kept", "--no-charts")
    text = " ".join(run.out.split())
    assert re.search("Games in which somebody plays Panic twice or more: .*?; random players", text)
    assert "MET: Games in which seat 1 leads at half-time, and then that seat loses" in run.out
    kept = pd.read_parquet(tmp_path / "kept" / "games.parquet")
    assert "as pinned" in fathom(tmp_path, "verify", "kept").out
    to = ("--out", "arms", "--no-charts")
    arms = fathom(tmp_path, "compare", "c.toml", "--jobs", "2", "--json", *to).json
    again = fathom(tmp_path, "compare", "arms", "--json", "--fresh").json
    assert again["differences"] == arms["differences"]
    gaps = {row["figure"]: row["value"] for row in arms["differences"]}
    base, three = (arm["result"]["counts"] for arm in arms["arms"])
    for name, summary in happened.items():
        assert kept[name].sum() == summary["happened"] == round(GAMES * base[name]["value"])
        assert gaps[f"counts.{name}"] == pytest.approx(three[name]["value"] - base[name]["value"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "event", "message"),
    [
        ("run", "x = 'seat 5 leads'", "there is no seat 5 in 'seat 5 leads'"),
        (
            "run",
            "turns = 'wins'",
            "turns is the name of something that is always counted; choose another name",
        ),
        ("run", "x = 'length.moons > 3'", "unknown figure 'length.moons'"),
        ("run", "finished = 'wins'", "finished is the name of something that is always counted"),
        ("run", "x = 'plays Panik twice'", "Schnuff has no card or action 'plays Panik'"),
        ("ask", "x = 'wins'", "only run, compare, sweep, tune and report count them"),
    ],
)
def test_events_that_cannot_be_counted_are_refused(
    command: str, event: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "s.toml").write_text(f"game = 'schnuff'\ngames = 60\n[events]\n{event}\n")
    alone = ("--no-robust",) if command == "run" else ()
    refused = fathom(tmp_path, command, "s.toml", *alone, code=2)
    assert message in " ".join(refused.err.split())


def test_an_event_that_compares_players_is_refused_if_all_play_together(tmp_path: Path) -> None:
    boat = Path(__file__).parents[1] / "making" / "games" / "lifeboat.py"
    (tmp_path / "s.toml").write_text(f"game = '{boat}'\ngames = 20\n[events]\nx = 'leads by 2'\n")
    refused = fathom(tmp_path, "run", "s.toml", "--trust", code=2)
    assert "compares players, but all play lifeboat together" in " ".join(refused.err.split())
