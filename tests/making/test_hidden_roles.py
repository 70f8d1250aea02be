"""The game with hidden roles in the guide plays like a plain Python program."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from simulate.game import find_game
from simulate.play import rows as row
from simulate.play.engine import Engine
from strategies import find_strategy
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import LIMIT, Matrix, distances
from tests.helpers.guide_games import guide_game

GAMES = 20_000
PLAIN_GAMES = 20_000
DAYS = 6


def play_plainly(source: random.Random, players: int, votes_together: bool) -> list[float]:
    """Return 1 if the wolves win, 1 if seat 1 wins, and the number of days."""
    wolves = set(source.sample(range(players), 2))
    alive = set(range(players))
    days = 0
    while wolves & alive and 2 * len(wolves & alive) < len(alive) and days < DAYS:
        days += 1
        votes = []
        for voter in sorted(alive):
            suspects = sorted(alive - {voter} - (wolves if voter in wolves else set()))
            is_fixed = votes_together and voter in wolves
            votes.append(suspects[0] if is_fixed else source.choice(suspects))
        counts = sorted((votes.count(seat), seat) for seat in alive)
        if counts[-1][0] > counts[-2][0]:
            alive.remove(counts[-1][1])
    wolves_win = bool(wolves & alive)
    return [float(wolves_win), float((0 in wolves) == wolves_win), float(days)]


def play(file: Path, players: int, strategy: str) -> Matrix:
    """Return the same numbers of the engine's games."""
    game = find_game(str(file))
    values = game.resolve("base", {}, players)
    lineup = [find_strategy(strategy, str(file))] * players
    results = Engine(game, values, lineup, 1, 1).play(0, GAMES)
    winners = results[:, row.WINNERS]
    sizes = np.array([int(seats).bit_count() for seats in winners])
    return np.column_stack([sizes == 2, winners & 1, results[:, row.ROUNDS]]).astype(float)


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "players"), [("random", 6), ("pack_vote", 8)])
def test_hidden_roles_play_like_a_plain_program(
    strategy: str, players: int, tmp_path: Path
) -> None:
    file = tmp_path / "wolf-hunt.py"
    file.write_text(guide_game("wolf-hunt"), encoding="utf-8")
    source = random.Random(3)
    theirs = np.array(
        [play_plainly(source, players, strategy == "pack_vote") for _ in range(PLAIN_GAMES)]
    )
    ours = play(file, players, strategy)
    assert 0.05 < ours[:, 0].mean() < 0.99
    assert max(map(abs, distances(ours, theirs))) < LIMIT


def test_seats_of_a_team_divide_the_win_and_the_run_counts_wins_by_side(tmp_path: Path) -> None:
    (tmp_path / "wolf-hunt.py").write_text(guide_game("wolf-hunt"), encoding="utf-8")
    options = ("--players", "6", "--games", "300", "--json", "--quiet", "--no-robust")
    output = fathom(tmp_path, "run", "wolf-hunt.py", *options).json
    assert sum(side["wins"] for side in output["groups"]["side"].values()) == 300
    assert sum(seat["win_rate"] for seat in output["seats"]) == pytest.approx(1)
