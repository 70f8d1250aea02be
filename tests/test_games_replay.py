"""A replay tells the very game that was counted."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from simulate import rows as row
from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.replay import tell_game
from simulate.run import make_engine
from tests.studies import CASES, lineup_of, make_study, rows

each_case = pytest.mark.parametrize(("game", "players", "variant"), CASES)
each_game = pytest.mark.parametrize("game", game_names())


@each_case
def test_a_replay_ends_as_the_run_counted(game: str, players: int, variant: str) -> None:
    study = make_study(game, players, variant, rules={"max_turns": 200})
    for number in (0, 3):
        result = rows(study, number, 1)[0]
        lines = list(tell_game(study, lineup_of(study), number))
        ending = lines[-1]
        told = re.search(r"after (\d+) turns?, (\d+) rounds?: (.*)\.$", ending)
        assert told, ending
        assert (int(told[1]), int(told[2])) == (result[row.TURNS], result[row.ROUNDS])
        scores = [int(text) for text in re.findall(r"seat \d+ (-?\d+)", told[3])]
        assert scores == result[row.SCORES : row.SCORES + players].tolist()
        before = ending[: told.start()]
        winners = [int(text) for text in re.findall(r"seat (\d+) \(", before)]
        expected = [seat + 1 for seat in range(players) if result[row.WINNERS] >> seat & 1]
        assert winners == expected
        assert ("UNFINISHED" in ending) == (result[row.FINISHED] == 0)
        decided = [line for line in lines if re.match(r"  seat \d+ (?!plays |\|)", line)]
        assert len(decided) == result[row.DECISIONS]


@each_case
def test_every_decision_counted_is_a_moment_with_a_legal_choice(
    game: str, players: int, variant: str
) -> None:
    study = make_study(game, players, variant, rules={"max_turns": 30})
    engine = make_engine(study, lineup_of(study))
    decisions = int(rows(study, 1, 1)[0][row.DECISIONS])
    for decision in range(1, decisions + 1):
        moment = engine.moment(1, decision)
        assert moment
        assert moment.decision == decision
        assert moment.action in moment.actions
        assert len(set(moment.actions)) == len(moment.actions)
        assert moment.snapshot.table.seat == moment.seat
        names = [
            engine.game.teller.action(engine.rules[0], moment.snapshot.table, action)
            for action in moment.actions
        ]
        assert len(set(names)) == len(names), "two actions have one name"
    assert engine.moment(1, decisions + 1) is None


@each_case
def test_lead_changes_and_last_seats_are_those_of_the_scores_after_each_round(
    game: str, players: int, variant: str
) -> None:
    study = make_study(game, players, variant)
    engine = make_engine(study, lineup_of(study))
    for number in range(3):
        final, result = engine.final(number)
        standings: list[list[int]] = []
        last = 0
        for decision in range(1, int(result[row.DECISIONS]) + 1):
            moment = engine.moment(number, decision)
            assert moment
            table = moment.snapshot.table
            scores = table.scores[:players].tolist()
            if table.checkpoints > len(standings):
                standings.append(scores)
                if table.checkpoints == 1:
                    last = sum(1 << s for s in range(players) if scores[s] == min(scores))
        standings.append(final.table.scores[:players].tolist())
        assert len(standings) == final.table.checkpoints
        leaders = [s.index(max(s)) for s in standings if s.count(max(s)) == 1]
        changes = sum(one != other for one, other in pairwise(leaders))
        assert result[row.LEAD_CHANGES] == changes
        assert result[row.LAST_AT_FIRST] == last


def test_no_seat_is_last_after_the_first_round_of_a_game_that_it_decided() -> None:
    found = rows(make_study("snorkeling", 6, games=2000, rules={"target_score": 1}))
    decided = found[:, row.ROUNDS] == 1
    assert decided.any()
    assert (~decided).any()  # a tie in front goes on
    assert (found[decided, row.LAST_AT_FIRST] == 0).all()
    assert (found[~decided, row.LAST_AT_FIRST] > 0).all()


@each_game
def test_a_game_beyond_those_asked_for_can_be_replayed(game: str) -> None:
    study = make_study(game, games=3)
    assert "game 50 " in next(iter(tell_game(study, lineup_of(study), 50)))


@each_game
def test_a_negative_game_cannot_be_replayed(game: str) -> None:
    study = make_study(game)
    with pytest.raises(UsageError, match="no game -1"):
        list(tell_game(study, lineup_of(study), -1))


def test_rules_that_leave_the_deal_alone_meet_the_same_cards() -> None:
    game = find_game("snorkeling")
    hands = []
    for variant in game.variants:
        study = make_study("snorkeling", 4, variant)
        moment = make_engine(study, lineup_of(study)).moment(9, 1)
        assert moment
        hands.append(moment.snapshot.own["count"].tolist())
    assert all(hand == hands[0] for hand in hands)
