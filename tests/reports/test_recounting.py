"""Files of kept games give the same tally, and comebacks can be counted from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.run.kept_games import KeptGames, recount
from simulate.game import find_game, game_names
from simulate.play import rows as row
from simulate.play.run import Run, play
from simulate.play.tally import COMEBACKS, LEADS
from tests.helpers.commands_helper import fathom
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import quick_among

GAMES = {"snorkeling": 5_000}
each_game = pytest.mark.parametrize("name", quick_among(game_names(), "schnuff"))


@each_game
def test_comebacks_and_leads_can_be_counted_from_kept_games(name: str, tmp_path: Path) -> None:
    run, path = kept(name, tmp_path)
    games = pd.read_parquet(path)
    wins = last_seats = leads = led = 0
    for game in games[games.finished].to_dict("records"):
        scores = standing(game, "half_score", run.study.players)
        last = [seat for seat, score in scores.items() if score == min(scores.values())]
        if len(last) < len(scores):
            last_seats += len(last)
            wins += sum(round(game[f"win_share_seat_{seat}"] * run.layout.win) for seat in last)
        first = [seat for seat, score in scores.items() if score == max(scores.values())]
        if len(first) == 1:
            led += 1
            leads += round(game[f"win_share_seat_{first[0]}"] * run.layout.win)
    counted = [run.tally.sums[run.layout.single(count)] for count in (*COMEBACKS, *LEADS)]
    assert [wins, last_seats, leads, led] == counted
    assert last_seats > 0
    assert led > 0


@each_game
def test_the_file_of_kept_games_gives_the_tally(name: str, tmp_path: Path) -> None:
    run, path = kept(name, tmp_path)
    assert recount(path, run.study) == run.tally


def test_games_that_are_not_counted_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = KeptGames.add

    def adding(self: KeptGames, results: Any) -> None:
        other = results.copy()
        other[-1, row.TURNS] += 1
        add(self, other)

    monkeypatch.setattr(KeptGames, "add", adding)
    few = ("run", "snorkeling", "-s", "random", "--games", "90", "--no-robust", "--no-charts")
    done = fathom(tmp_path, *few, "--keep-games", "--out", "a", code=1)
    assert "90 games \N{MIDDLE DOT} players who move at random" in done.out
    assert "the games in games.parquet differ from those that were counted" in done.message
    assert not (tmp_path / "a" / "games.parquet").exists()


def kept(name: str, folder: Path) -> tuple[Run, Path]:
    """Play a study, and return its run and the file with its games."""
    path = folder / "games.parquet"
    study = make_study(name, find_game(name).seats[1], games=GAMES.get(name, 500))
    keeper = KeptGames([path], study, folder / "spool")
    run = play(study, lineup_of(study), watchers={"games": keeper})
    keeper.close()
    return run, path


def standing(game: dict[str, Any], name: str, players: int) -> dict[int, float]:
    """Return the scores of the seats still in the game at a standing, by number of the seat."""
    scores = {seat: game[f"{name}_seat_{seat}"] for seat in range(1, players + 1)}
    return {seat: score for seat, score in scores.items() if not pd.isna(score)}
