"""The sample games are what they are called, however the games were split into blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from reports.run.samples import SampleGames
from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.study import Study
from tests.helpers.studies import make_study, rows


def numbers(study: Study, played: Integers, block: int) -> dict[str, int]:
    """Return the number of the sample game of each kind."""
    samples = SampleGames(study)
    for first in range(0, len(played), block):
        samples.add(played[first : first + block])
    return {kind: number for number, kinds in samples.kinds_by_game().items() for kind in kinds}


def margin(game: Any, players: int) -> int:
    """Return by how much a game was won, the slow way."""
    scores = [int(game[row.SCORES + seat]) for seat in range(players)]
    winners = [seat for seat in range(players) if game[row.WINNERS] >> seat & 1]
    if len(winners) > 1:
        return 0
    return abs(scores[winners[0]] - max(s for seat, s in enumerate(scores) if seat != winners[0]))


@pytest.mark.parametrize("game", ["snorkeling", "scaphandre", "schnuff"])
def test_sample_games_have_the_properties_of_their_kinds(game: str) -> None:
    study = make_study(game, 3, lineup=("random", "planner", "random"), games=600)
    played = rows(study)
    sample_numbers = numbers(study, played, len(played))
    samples = SampleGames(study)
    samples.add(played)
    turns, changes = played[:, row.TURNS], played[:, row.LEAD_CHANGES]
    assert turns[sample_numbers["longest"]] == turns.max()
    assert changes[sample_numbers["most changes of lead"]] == changes.max()
    assert turns[samples.best_games("shortest")[0]] == turns.min()
    assert samples.best_games("longest")[0] == sample_numbers["longest"]
    margins = [margin(game_row, 3) for game_row in played]
    assert margins[sample_numbers["closest"]] == min(margins)
    assert turns[sample_numbers["typical"]] == np.sort(turns)[(len(turns) - 1) // 2]


@pytest.mark.parametrize("block", [3, 50, 299])
def test_sample_games_do_not_depend_on_the_blocks(block: int) -> None:
    study = make_study("snorkeling", 3, lineup=("random", "eager", "random"), games=300)
    played = rows(study)
    assert numbers(study, played, block) == numbers(study, played, len(played))


def test_undecided_games_are_not_sampled_and_the_first_is_recorded() -> None:
    study = make_study("snorkeling", 3, lineup=("random",) * 3, games=300, rules={"max_turns": 60})
    played = rows(study)
    decided = played[:, row.FINISHED] == 1
    assert 0 < decided.sum() < len(played)
    samples = SampleGames(study)
    samples.add(played)
    assert all(decided[number] for number in samples.kinds_by_game())
    assert samples.first_unfinished == int(np.flatnonzero(~decided)[0])
