"""A replay shows the game that a run counted."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.kit.menu import PASS
from simulate.play import kernel
from simulate.play import rows as row
from simulate.play.arms import make_engine
from tests.helpers.reports_made import tell_in_full
from tests.helpers.studies import lineup_of, make_study, rows
from tests.helpers.tables import each_table_of_all_games
from tests.helpers.tiny_games import GOOD_TURNS, PASSING
from tests.helpers.toy_game import register

each_case = each_table_of_all_games(quick=1)


@each_case
def test_a_replay_ends_as_the_run_counted(game: str, players: int, variant: str) -> None:
    study = make_study(game, players, variant, rules={"max_turns": 200})
    number = players
    result = rows(study, number, 1)[0]
    lines = list(tell_in_full(study, lineup_of(study), number))
    ending = lines[-1]
    match = re.search(r"after (\d+) turns?,? in (?:\d+ \w+|\w+ \d+): (.*) \w+ by seat\.$", ending)
    assert match, ending
    assert int(match[1]) == result[row.TURNS]
    parts = find_game(game).score_parts
    scores = [round(float(text) * parts) for text in match[2].split(" : ")]
    assert scores == result[row.SCORES : row.SCORES + players].tolist()
    before = ending[: match.start()]
    winners = [int(text) for text in re.findall(r"[Ss]eat (\d+) \(", before)]
    expected = [seat + 1 for seat in range(players) if result[row.WINNERS] >> seat & 1]
    assert winners == expected
    assert ("UNFINISHED" in ending) == (result[row.FINISHED] == 0)
    # After the head, which says in the same form who plays each seat.
    acted = [line for line in lines[1 + players :] if re.match(r"  seat \d+ ", line)]
    engine = make_engine(study, lineup_of(study))
    *_, last = engine.walk(number)
    assert (last.step, last.decisions) == (len(acted), result[row.DECISIONS])


@each_case
def test_every_step_is_a_legal_choice_or_a_turn_without_a_decision(
    game: str, players: int, variant: str
) -> None:
    study = make_study(game, players, variant, rules={"max_turns": 30})
    engine = make_engine(study, lineup_of(study))
    decisions = 0
    for step, moment in enumerate(engine.walk(1), 1):
        decisions += bool(moment.actions)
        assert (moment.step, moment.decisions) == (step, decisions)
        assert moment.action in (moment.actions or (PASS,))
        assert len(set(moment.actions)) == len(moment.actions)
        assert moment.snapshot.table.seat == moment.seat
        names = [
            engine.game.teller.action(engine.rules[0], moment.snapshot.table, action)
            for action in moment.actions
        ]
        assert len(set(names)) == len(names), "two actions have one name"
    assert decisions == rows(study, 1, 1)[0][row.DECISIONS]


@each_case
def test_lead_changes_and_standings_count_only_seats_that_are_still_in(
    game: str, players: int, variant: str
) -> None:
    study = make_study(game, players, variant)
    engine = make_engine(study, lineup_of(study))
    for number in range(2):
        walk = engine.walk(number)
        steps = [moment.snapshot for moment in walk]
        final, result = walk.snapshot, walk.finish()
        standings: list[dict[int, int]] = []
        first: dict[int, int] = {}
        at_half: dict[int, int] = {}
        half = during = 0
        for snapshot in (*steps, final):
            table = snapshot.table
            still_in = [seat for seat in range(players) if table.active >> seat & 1]
            state = kernel.State(*snapshot[:2], snapshot.hidden, None, None)
            all_scores = getattr(engine.game.scores, "py_func", engine.game.scores)(state)
            scores = {seat: int(all_scores[seat]) for seat in still_in}
            if table.checkpoints > len(standings):
                standings.append(scores)
                if len(standings) == 1 and table is not final.table:
                    first = scores
            if table is not final.table:
                during = len(standings)
                at_half = scores if table.halftime > half else at_half
            half = table.halftime
        assert len(standings) == final.table.checkpoints
        if engine.game.halves and during:
            at_half = standings[(during + 1) // 2 - 1]
        behind = [seat for seat in at_half if at_half[seat] == min(at_half.values())]
        last = sum(1 << seat for seat in behind) if len(behind) < len(at_half) else 0
        in_front = [
            [s for s in scores if scores[s] == max(scores.values())] for scores in standings
        ]
        leaders = [seats for seats in in_front if len(seats) == 1]
        changes = sum(before != after for before, after in pairwise(leaders))
        assert result[row.LEAD_CHANGES] == changes
        assert result[row.LAST_AT_HALF] == (last if result[row.FINISHED] else 0)
        for standing, place in ((first, row.FIRST_SEATS), (at_half, row.HALF_SEATS)):
            assert result[place] == sum(1 << seat for seat in standing)
            assert {seat: result[place + 1 + seat] for seat in standing} == standing


def test_a_game_decided_before_half_time_has_no_last_seat_at_half_time() -> None:
    results = rows(make_study("snorkeling", 6, games=2000, rules={"target_score": 1}))
    decided = results[:, row.ROUNDS] == 1
    assert decided.any()
    assert (~decided).any()  # a tie in front goes on
    assert (results[decided, row.LAST_AT_HALF] == 0).all()
    assert (results[~decided, row.LAST_AT_HALF] > 0).all()


@pytest.mark.parametrize("game", game_names())
def test_a_game_beyond_the_study_can_be_replayed_and_a_negative_number_is_refused(
    game: str,
) -> None:
    study = make_study(game, games=3)
    assert "game 50 " in next(iter(tell_in_full(study, lineup_of(study), 50)))
    with pytest.raises(UsageError, match="no game -1"):
        list(tell_in_full(study, lineup_of(study), -1))


def test_variants_with_the_same_deck_deal_the_same_cards() -> None:
    game = find_game("snorkeling")
    hands = []
    for variant in game.variants:
        study = make_study("snorkeling", 4, variant)
        moment = next(make_engine(study, lineup_of(study)).walk(9))
        hands.append(moment.snapshot.own["count"].tolist())
    assert all(hand == hands[0] for hand in hands)


def test_turns_without_a_decision_are_shown_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, PASSING)
    study = make_study("passing", 3, lineup=("random",) * 3, rules={"max_turns": 10})
    lines = list(tell_in_full(study, lineup_of(study), 0))
    begins = [f"\nturn {turn + 1}: seat {turn % 3 + 1} (random)" for turn in range(10)]
    assert [line for line in lines if line.startswith("\nturn ")] == begins
    acted = [line for line in lines[4:] if line.startswith("  seat ")]
    assert acted == [
        f"  seat {turn % 3 + 1} {'stops' if turn < GOOD_TURNS else 'has no card to play'}"
        for turn in range(10)
    ]
    steps = list(make_engine(study, lineup_of(study)).walk(0))
    passed = [step.step for step in steps if step.action == PASS]
    assert passed == list(range(GOOD_TURNS + 1, 11))
    assert len(steps) == rows(study, 0, 1)[0][row.DECISIONS] + len(passed)
    for line, following in pairwise(lines):
        if line in begins:  # the table is shown in each of them
            assert following.startswith("    ")
