"""The sample games are what they are called, however the games were split into blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from reports.run.samples import MOST_COMEBACKS, SampleGames
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.extra_runs import find_greatest_deficit
from simulate.play.rows import Integers
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study, rows


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


def test_comebacks_prefer_winners_that_were_alone_in_last_place() -> None:
    study = make_study("snorkeling", 4, lineup=("random",) * 4, games=600)
    played = rows(study)
    # A Beach leaves one seat last alone; of every second game let it be two.
    played[::2, row.LAST_AT_HALF] |= 1
    samples = SampleGames(study)
    for first in range(0, 600, 90):
        samples.add(played[first : first + 90])
    last, winners = played[:, row.LAST_AT_HALF].tolist(), played[:, row.WINNERS].tolist()
    back = [n for n in range(600) if winners[n].bit_count() == 1 and last[n] & winners[n]]
    alone = [n for n in back if last[n] == winners[n]]
    assert 0 < len(alone) < len(back)
    ordered = [*alone, *(n for n in back if n not in alone)]
    assert samples.best_games("comeback") == ordered[:MOST_COMEBACKS]
    others = SampleGames(study)
    others.add(played[[n for n in range(600) if n not in back]])
    assert others.best_games("comeback") == []


@pytest.mark.parametrize("turns_limit", [1, 10**6])
def test_the_largest_deficit_of_a_winner_is_that_after_a_round_or_else_after_a_turn(
    turns_limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulate.play.extra_runs.LEAST_STRETCHES", turns_limit)
    study = make_study("snorkeling", 3, lineup=("random", "planner", "random"))
    engine = make_engine(study, lineup_of(study))
    deficits = []
    for number in range(12):
        walk = engine.walk(number)
        winner = int(engine.play(number, 1)[0][row.WINNERS]).bit_length() - 1
        exact = 0
        field = "checkpoints" if turns_limit == 1 else "turns"
        for moment in walk:
            after = walk.snapshot
            is_new = after.table[field] > moment.snapshot.table[field]
            if is_new and walk.row is None:
                scores = engine.scores(after)
                exact = max(exact, max(scores) - scores[winner])
        assert find_greatest_deficit(engine, number) == exact
        deficits.append(exact)
    assert max(deficits) > 1 > min(deficits)


def test_the_usual_number_of_turns_is_that_of_the_middle_half_of_games() -> None:
    study = make_study("snorkeling", 3, lineup=("random",) * 3, games=400)
    played = rows(study)
    samples = SampleGames(study)
    samples.add(played[:150])
    samples.add(played[150:])
    turns = np.sort(played[:, row.TURNS])
    assert samples.usual_turns() == (turns[99], turns[299])
    assert turns[99] < turns[299]


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
