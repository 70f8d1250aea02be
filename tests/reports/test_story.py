"""The story of a game has every step, the standings after each stretch, and turning points."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from reports.replay import first_page as replay_page
from reports.story import document as sentences
from reports.story.document import chapters, to_document
from reports.story.rarity import describe_rarity, share_with_deficit
from reports.story.results import (
    Story,
    StoryStep,
    Stretch,
    Turn,
    TurnStanding,
    find_catch_up,
    in_front_for_good,
    make_story,
    swings,
    teams_of,
)
from reports.writing.document import Chapter, Document, Folded, Line, Section
from reports.writing.wording import listed
from simulate.game import Aside, Drawn, TieBreak, game_names
from simulate.kit.seats import all_together, each_seat, lowest_scorers, opposite_seats
from simulate.play import rows as row
from simulate.play.comebacks import Comebacks
from simulate.play.replay import Replay
from simulate.study import Study
from tests.helpers.file_games import file_of
from tests.helpers.reports_made import on_terminal
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import each_table_of_all_games
from tests.oracles.agreement import ORACLES

each_case = each_table_of_all_games(quick=1)
each_game = pytest.mark.parametrize("game", game_names())


def story_of(study: Study, number: int = 1) -> Story:
    return make_story(Replay(study, lineup_of(study), number))


def short(game: str, players: int, variant: str) -> Study:
    """Return a study of games that are stopped after 200 turns."""
    return make_study(game, players, variant, rules={"max_turns": 200})


@cache
def story_at(make: Callable[..., Study], *table: Any, number: int = 1) -> Story:
    """Return the story of a game of the study `make(*table)`; cached for several tests."""
    return story_of(make(*table), number)


def shown(story: Story, width: int = 80) -> list[str]:
    """Return the lines of a story on a terminal."""
    return on_terminal(to_document(story, "0.0.0"), width=width).splitlines()


@pytest.mark.slow
@each_case
def test_a_story_has_every_step_once_in_its_turn(game: str, players: int, variant: str) -> None:
    study = short(game, players, variant)
    story = story_at(short, game, players, variant)
    turns = [turn for stretch in story.stretches for turn in stretch.turns]
    assert [turn.number for turn in turns] == list(range(1, int(story.result[row.TURNS]) + 1))
    steps = list(Replay(study, lineup_of(study), 1))
    assert [step.action for turn in turns for step in turn.steps] == [step.action for step in steps]
    assert [step.seat for turn in turns for step in turn.steps] == [s.moment.seat for s in steps]
    assert [turn.seat for turn in turns] == [turn.steps[0].seat for turn in turns]
    assert [standing.turn for standing in story.standings] == [turn.number for turn in turns]


@each_case
def test_stretches_of_a_story_have_the_ends_and_standings_of_the_engine(
    game: str, players: int, variant: str
) -> None:
    study = short(game, players, variant)
    story = story_at(short, game, players, variant)
    replay = Replay(study, lineup_of(study), 1)
    walk = replay.engine.walk(1)
    taken = []
    for moment in walk:
        after, before = walk.snapshot.table, moment.snapshot.table
        if after.checkpoints > before.checkpoints or walk.row is not None:
            taken.append((int(before.turns) + 1, replay.engine.scores(walk.snapshot)))
    assert [
        (stretch.turns[-1].number, stretch.standing.scores) for stretch in story.stretches
    ] == taken
    final = story.result[row.SCORES : row.SCORES + players].tolist()
    assert list(story.standings[-1].scores) == final
    assert all(stretch.number == place for place, stretch in enumerate(story.stretches, 1))
    for current in story.stretches:
        led = sentences.standing(story, current)
        points = [
            story.game.in_units(current.standing.scores[seat]) for seat in current.standing.active
        ]
        printed_scores = re.findall(r"-?[\d.]+(?= [:a-z])", led.partition(" by seat; ")[0] + " x")
        assert [float(text) for text in printed_scores] == points
        assert f"After {story.game.stretch} {current.number}: {led}" in sentences.summary(
            story, current
        )


@pytest.mark.slow
@pytest.mark.parametrize("game", ORACLES)
def test_a_story_gives_the_true_reason_for_the_end_of_its_game(game: str) -> None:
    study = make_study(game, 3)
    for number in range(4):
        story = story_of(study, number)
        why, winners = story.why_over, [seat + 1 for seat in story.winners]
        if game == "snorkeling":
            best = max(story.standings[-1].scores)
            assert why == (
                f"Seat {winners[0]} leads alone with {best} points, and 12 or more are enough for "
                "a player alone in the lead."
            )
        elif game == "schnuff":
            assert why == f"Only seat {winners[0]} is still in."
        elif game == "shoal":
            assert re.fullmatch(
                r"After the last turn [34] piles have no card left; 3 are enough to end the game, "
                r"even within a lap\.",
                why,
            )
        else:
            ends = {
                "scaphandre": "All cards have been played.",
                "animal-splash": "Everybody has laid 8 cards.",
            }
            assert why == ends[game]


def test_the_story_of_an_unfinished_game_says_that_it_was_stopped() -> None:
    study = make_study("snorkeling", 3, rules={"max_turns": 7})
    story = story_of(study)
    assert not story.finished
    assert sentences.why_over(story).startswith("It was stopped at the maximum number of turns")
    assert sentences.ending(story).startswith("UNFINISHED after 7 turns, in round 1: ")
    assert shown(story)[-1].startswith("UNFINISHED after 7 turns")


@each_game
def test_a_story_fits_80_columns_and_shows_the_table_once_per_stretch(game: str) -> None:
    story = story_at(make_study, game, 4)
    lines = shown(story)
    assert max(map(len, lines)) <= 80
    for current, chapter in zip(story.stretches, chapters(story), strict=True):
        texts = [line.text.strip() for line in chapter.lines]
        begins = [place for place, text in enumerate(texts) if text.startswith("turn ")]
        assert texts[0] == f"before {story.game.stretch} {current.number}:"
        assert texts[1 : begins[0]] == [line.strip() for line in current.table]
        assert len(begins) == len(current.turns)
    # A turn in which all seats choose at the same time counts for each of them.
    turns = [turn for stretch in story.stretches for turn in stretch.turns]
    per_turn = len(lines) / sum(len({step.seat for step in turn.steps}) for turn in turns)
    assert per_turn < {"shoal": 20, "animal-splash": 28}.get(game, 8)


Seats = Sequence[tuple[int, ...]]


def made(
    scores: Seats,
    winners: int,
    active: Seats = (),
    led_to: Sequence[str] = (),
    sides: Callable[[int], tuple[int, ...]] = each_seat,
) -> Story:
    """Return a story with these scores after each turn; every turn is a round with one step."""
    players = len(scores[0])
    story = story_at(make_study, "snorkeling", max(players, 3))
    game = story.game
    if sides is not each_seat:
        game = replace(game, sides=sides, horizon=0, winners=lowest_scorers)
    story = replace(story, game=game, seated=story.seated[:players])
    seats, teams = tuple(range(players)), teams_of(game, players)
    standings = [
        TurnStanding(
            place, place, points, active[place - 1] if active else seats, place, False, teams
        )
        for place, points in enumerate(scores, 1)
    ]
    result = story.result.copy()
    result[row.WINNERS] = winners
    story_made = replace(story, standings=standings, result=result)
    vars(story_made)["stretch_of"] = {standing.turn: standing.stretch for standing in standings}
    vars(story_made)["steps"] = [
        StoryStep(0, f"lays {n}", led_to, ()) for n in range(1, 1 + len(scores))
    ]
    return story_made


def test_swings_are_the_largest_changes_of_the_winners_distance_to_its_best_opponent() -> None:
    story = made([(0, 0, 0), (5, 0, 1), (5, 0, 3), (5, 9, 3), (9, 9, 3), (9, 9, 20)], 0b100)
    swing_rows = [
        (swing.standing.turn, swing.side, swing.before, swing.after) for swing in swings(story)
    ]
    assert swing_rows == [(2, 2, 0, -4), (4, 2, -2, -6), (6, 2, -6, 11)]


def test_the_winning_turn_is_a_swing_even_if_its_change_is_small() -> None:
    scores = [(0, 0, 0), (9, 0, 0), (9, 20, 0), (9, 20, 19), (9, 20, 21), (9, 20, 22), (9, 30, 40)]
    story = made(scores, 0b100)
    assert [swing.standing.turn for swing in swings(story) if swing.for_good] == [5]
    assert len(swings(story)) == 3
    texts = list(sentences.describe_turning_points(story))
    assert texts[-1].startswith(
        "Turn 5 (round 5): seat 3 was 1 point behind, and is now 1 point ahead."
    )
    assert texts[-1].endswith(" From here on seat 3 leads alone for good.")
    assert sum("Turn 5 " in text or "for good" in text for text in texts) == 1


def test_gains_of_losing_seats_that_stay_behind_the_leader_are_not_swings() -> None:
    scores = [(0, 0, 0), (5, 0, 0), (5, 0, -9), (5, 0, 4), (6, 0, 4), (6, 1, 4)]
    turning_turns = [(swing.standing.turn, swing.side) for swing in swings(made(scores, 0b001))]
    assert turning_turns == [(2, 0), (4, 0), (5, 0)]
    moved = [(0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 7, 1), (0, 7, 6), (0, 9, 6)]
    assert [swing.side for swing in swings(made(moved, 0b010))] == [1, 1, 1]
    assert all(swing.side in (0, 1, 2) for swing in swings(made(moved, 0)))


def test_a_winner_left_alone_after_being_behind_is_described_as_left_alone() -> None:
    story = made([(2, 3), (2, 4), (2, 4)], 0b01, [(0, 1), (0, 1), (0,)])
    texts = list(sentences.describe_turning_points(story))
    assert texts[-1] == (
        "Turn 3 (round 3), the last: seat 1 was 2 points behind, and is now the only one left. "
        "Seat 1 lays 3. Points by seat: before 2 : 4, after 2 : out. So seat 1 leads alone at the "
        "end."
    )


def test_a_winner_by_tie_break_takes_the_lead_when_it_draws_level() -> None:
    story = made([(1, 0), (2, 0), (2, 2), (3, 3)], 0b10)
    texts = list(sentences.describe_turning_points(story))
    assert [swing.standing.turn for swing in swings(story) if swing.for_good] == [3]
    assert texts[-2].startswith(
        "Turn 3 (round 3): seat 2 was 2 points behind, and is now level with the best rival."
    )
    assert texts[-2].endswith(" From here on seat 2 is never behind again.")
    assert texts[-1] == "Seat 2 wins without leading alone at the end: the tie had to be broken."
    assert not any(swing.for_good for swing in swings(made([(1, 0), (2, 0), (2, 2), (3, 3)], 0b11)))


def test_seats_that_are_out_neither_make_swings_nor_count_as_opponents() -> None:
    story = made([(3, 2, 1), (3, 2, 0), (3, 0, 0)], 0b001, [(0, 1, 2), (0, 1), (0,)])
    assert [swing.side for swing in swings(story)] == []
    assert made([(3, 2, 1), (3, 1, 0)], 0b001, [(0, 1, 2), (0, 1)]).standings[1].ahead(1) == -2


def test_the_final_lead_belongs_to_the_winner() -> None:
    story = made([(1, 0), (1, 4), (2, 4), (5, 4), (4, 4), (6, 4), (7, 4)], 0b01)
    since = in_front_for_good(story)
    assert since is story.standings[5]
    texts = list(sentences.describe_turning_points(story))
    assert texts[-1:] == [
        "Turn 6 (round 6): seat 1 was level with the best rival, and is now 2 points ahead. "
        "Seat 1 lays 6. Points by seat: before 4 : 4, after 6 : 4. From here on seat 1 leads alone "
        "for good."
    ]


@pytest.mark.parametrize(
    ("scores", "winners", "last"),
    [
        ([(1, 0), (2, 0)], 0b01, "Seat 1 led alone from the first turn to the end."),
        (
            [(1, 0), (2, 2)],
            0b10,
            "Seat 2 wins without leading alone at the end: the tie had to be broken.",
        ),
        ([(0, 0), (0, 0)], 0b11, "The distances between the seats never changed."),
        ([(3, 0), (3, 0)], 0b01, "Seat 1 led alone from the first turn to the end."),
        (
            [(3, 0), (3, 0)],
            0,
            "After the first turn, the distances between the seats never changed.",
        ),
    ],
)
def test_games_without_a_final_lead_have_their_own_sentences(
    scores: Any, winners: int, last: str
) -> None:
    assert list(sentences.describe_turning_points(made(scores, winners)))[-1] == last


@pytest.mark.parametrize(
    ("scores", "active", "lower_leads", "sentence"),
    [
        (
            [(0, 3), (2, 16), (20, 18)],
            (),
            False,
            "Seat 1 was 14 points behind after round 2 of 3 and won by 2.",
        ),
        (
            [(0, 1), (1, 1), (4, 1)],
            (),
            False,
            "Seat 1 was 1 point behind after round 1 of 3 and won by 3.",
        ),
        (
            [(2, 1), (5, 2), (3, 3)],
            (),
            True,
            "Seat 1 was 3 points behind after round 2 of 3 and won the tie.",
        ),
        (
            [(2, 3), (2, 6), (2, 6)],
            [(0, 1), (0, 1), (0,)],
            False,
            "Seat 1 was 4 points behind after round 2 of 3 and won as the only one left.",
        ),
        ([(1, 1), (2, 1), (1, 4)], (), False, ""),
    ],
)
def test_a_comeback_says_how_far_behind_the_winner_was_when_and_by_how_much_it_won(
    scores: Any, active: Any, lower_leads: bool, sentence: str
) -> None:
    story = made(scores, 0b01, active)
    standings = [replace(now, lower_leads=lower_leads) for now in story.standings]
    story.result[row.SCORES : row.SCORES + 2] = scores[-1]
    stretches = [Stretch(now.stretch, [], [], "", now) for now in standings]
    story = replace(story, standings=standings, stretches=stretches)
    assert sentences.describe_comeback(story) == sentence
    short_story = replace(story, stretches=stretches[-1:])
    assert sentences.describe_comeback(short_story) == re.sub(
        r"round (\d) of 3", f"turn \\1 of {int(story.result[row.TURNS])}", sentence
    )


def with_rounds(story: Story) -> Story:
    """Return a story whose turns are rounds too, with the final scores of its last turn."""
    last = story.standings[-1].scores
    story.result[row.SCORES : row.SCORES + len(last)] = last
    stretches = [Stretch(now.stretch, [], [], "", now) for now in story.standings]
    return replace(story, stretches=stretches)


def test_a_comeback_is_explained_by_what_winner_and_rivals_gained_from_then_on() -> None:
    scores = [(0, 9, 2, 1), (3, 9, 3, 1), (3, 9, 3, 0), (6, 9, 3, 0), (9, 8, 3, 1), (12, 8, 3, 1)]
    story = with_rounds(made(scores, 0b0001))
    assert sentences.explain_comeback(story) == [
        "From then on seat 1 gained 12 points; seat 2, who was in front, lost 1, seat 3 gained 1 "
        "and seat 4 gained nothing.",
        "Seat 1 scored in 4 of these 5 rounds, seat 2 in none.",
    ]
    turns = [
        (swing.standing.turn, sentences.describe_catch_up(story, swing))
        for swing in find_catch_up(story)
    ]
    assert turns == [
        (2, "seat 1 gains 3 points, from 9 behind to 6 behind"),
        (4, "seat 1 gains 3 points, from 6 behind to 3 behind"),
        (5, "seat 1 gains 3 points and seat 2 loses 1: from 3 behind to 1 ahead"),
    ]


def test_a_winner_who_only_loses_less_catches_up_as_rivals_lose_points() -> None:
    scores = [(4, 10, 9), (1, 10, 9), (1, 6, 9), (1, 6, 2), (1, 0, 0)]
    active = [(0, 1, 2), (0, 1, 2), (0, 1, 2), (0, 1, 2), (0,)]
    story = with_rounds(made(scores, 0b001, active))
    assert sentences.explain_comeback(story) == [
        "From then on seat 1 lost nothing; seat 2, who was in front, lost 10 points and seat 3 "
        "lost 9.",
    ]
    texts = [sentences.describe_catch_up(story, swing) for swing in find_catch_up(story)]
    assert texts == [
        "seat 2 loses 4 points; seat 1 comes from 9 behind seat 2 to 8 behind seat 3",
        "seat 3 loses 7 points; seat 1 comes from 8 behind seat 3 to 5 behind seat 2",
        "seat 2 loses 6 points and seat 3 loses 2 points; seat 1 comes from 5 behind to alone",
    ]


def test_the_changes_of_the_best_rival_explain_how_far_a_winner_catches_up() -> None:
    scores = [(5, 15, 3), (8, 11, 3), (9, 8, 12), (16, 8, 12)]
    story = with_rounds(made(scores, 0b001))
    texts = [sentences.describe_catch_up(story, swing) for swing in find_catch_up(story)]
    assert texts == [
        "seat 1 gains 3 points and seat 2 loses 4: from 10 behind to 3 behind",
        "seat 1 gains 7 points, from 3 behind to 4 ahead",
    ]


def test_both_rivals_are_named_if_another_one_is_the_best_after_a_turn() -> None:
    scores = [(5, 15, 8), (8, 7, 8), (8, 7, 5), (12, 7, 5)]
    story = with_rounds(made(scores, 0b001))
    texts = [sentences.describe_catch_up(story, swing) for swing in find_catch_up(story)]
    assert texts[0] == (
        "seat 1 gains 3 points and seat 2 loses 8: from 10 behind seat 2 to level with seat 3"
    )
    assert texts[1].endswith("seat 1 comes from level with seat 3 to 1 ahead of seat 2")


def test_a_winner_who_was_never_behind_has_no_comeback_to_explain() -> None:
    story = with_rounds(made([(1, 0), (2, 0), (3, 2)], 0b01))
    assert sentences.explain_comeback(story) == []
    assert find_catch_up(story) == []


def test_a_game_without_a_single_winner_is_no_comeback() -> None:
    assert sentences.describe_comeback(made([(1, 0), (2, 2)], 0b11)) == ""
    assert sentences.describe_comeback(made([(1, 0), (2, 2)], 0)) == ""
    assert sentences.describe_comeback(made(TEAM_SCORES, 0b1111, sides=all_together)) == ""


def comebacks_of(*deficits: int, usual_gain: int = 1) -> Comebacks:
    """Return comebacks with these deficits, each in a deal of its own."""
    by_deal = np.array(deficits, np.int64).reshape(-1, 1)
    return Comebacks(by_deal, by_deal, np.full_like(by_deal, usual_gain), True)


def test_a_comeback_is_compared_with_those_of_other_games() -> None:
    story = with_rounds(made([(0, 4), (1, 4), (5, 4)], 0b01))
    others = comebacks_of(*[0] * 150, *[2] * 247, 4, 6, 7)
    assert describe_rarity(story, others) == [
        "Only 3 of 400 games had a comeback as large or larger: 0.8% (0.3 to 2.2%).",
        "In 397 of 400 games the winner was never more than 2 points behind.",
    ]
    assert describe_rarity(story, others, is_brief=True) == [
        "Only 3 of 400 games had a comeback as large or larger: 0.8% (0.3 to 2.2%)."
    ]
    smaller = comebacks_of(*[0] * 250, *[2] * 100, *[3] * 50)
    assert describe_rarity(story, smaller) == [
        "None of 400 games had such a large comeback: below 1.0% of all games.",
        "In 250 of 400 games the winner was never behind, and in 400 never more than 3 points.",
    ]
    usual = describe_rarity(story, comebacks_of(*[0] * 100, *[6] * 300))
    assert usual[0].startswith("300 of 400 games had a comeback as large or larger: 75.0% (")


def test_games_of_a_deal_do_not_count_as_independent_in_the_interval_of_a_comeback() -> None:
    alike = np.repeat([[0]] * 190 + [[9]] * 10, 4, axis=1)
    independent = comebacks_of(*[0] * 760, *[9] * 40)
    by_deal = Comebacks(alike, alike, alike, True)
    wide, narrow = (share_with_deficit(comebacks, 5) for comebacks in (by_deal, independent))
    assert wide.value == narrow.value == 0.05
    assert wide.high - wide.low > 1.8 * (narrow.high - narrow.low)


def test_comebacks_are_small_if_a_single_round_usually_brings_as_much() -> None:
    story = with_rounds(made([(0, 2), (1, 2), (3, 2)], 0b01))
    small = comebacks_of(0, 1, 2, 2, usual_gain=3)
    assert describe_rarity(story, small)[-1] == (
        "Comebacks are small in this game: no winner was more than 2 points behind, and in half of "
        "the games somebody gains 3 points on the best rival in a single round."
    )
    assert not any("small" in text for text in describe_rarity(story, comebacks_of(0, 2, 4)))


def test_the_rarity_of_a_comeback_needs_two_deals_and_a_comeback() -> None:
    story = with_rounds(made([(0, 2), (1, 2), (3, 2)], 0b01))
    [text, *_] = describe_rarity(story, comebacks_of(2))
    assert text == "How rare that is cannot be said from 1 game."
    never_behind = with_rounds(made([(1, 0), (2, 0), (3, 2)], 0b01))
    assert describe_rarity(never_behind, comebacks_of(0, 2, 2)) == []


TEAM_SCORES = [(1, 0, 0, 0), (1, 2, 0, 1), (1, 2, 4, 1), (1, 9, 4, 1)]


def test_swings_of_sides_use_the_sums_of_their_scores() -> None:
    story = made(TEAM_SCORES, 0b1010, sides=opposite_seats)
    assert [(swing.side, swing.before, swing.after) for swing in swings(story)] == [
        (1, -1, 2),
        (1, 2, -2),
        (1, -2, 5),
    ]
    assert list(sentences.describe_turning_points(story))[-1] == (
        "Turn 4 (round 4), the last: side 2 was 2 points behind, and is now 5 points ahead. Seat 1 "
        "lays 4. Points by side: before 5 : 3, after 5 : 10. So side 2 leads alone at the end."
    )
    assert story.winning_sides == [1]
    assert sentences.ending(story).startswith("Side 2 (hoarder and random) wins after ")
    assert "20 : 17 points by side (12 : 9 : 8 : 8 by seat)." in sentences.ending(story)
    assert sentences.who_played(story)[-2:] == [
        "Side 1 is seats 1 and 3.",
        "Side 2 is seats 2 and 4.",
    ]
    alone = made(TEAM_SCORES, 0b0010)
    assert [swing.side for swing in swings(alone)] == [1, 1, 1]
    assert story.standings[-1].leaders == alone.standings[-1].leaders == [1]


def test_a_side_stays_in_while_any_of_its_seats_is_in() -> None:
    standing = made([(5, 1, 0, 7)], 0b1010, [(1, 2)], sides=opposite_seats).standings[0]
    assert standing.still_in == [0, 1]
    assert standing.totals == (5, 8)
    assert standing.ahead(0) == -3


def test_a_story_of_a_cooperative_game_compares_no_scores() -> None:
    story = made(TEAM_SCORES, 0b1111, sides=all_together)
    assert list(sentences.describe_turning_points(story)) == [
        "Not known: turning points are changes of the lead, and nobody leads in a game that all "
        "win or lose together."
    ]
    assert sentences.ending(story).startswith("The players win after ")
    standing = Stretch(1, [], [], "", story.standings[-1])
    assert sentences.standing(story, standing) == "15 points in all (1 : 9 : 4 : 1 by seat)."
    lost = made(TEAM_SCORES, 0, sides=all_together)
    assert sentences.ending(lost).startswith("The players lose after ")


def test_a_turn_with_several_acting_seats_names_each_of_them() -> None:
    story = made([(0, 0)], 0)
    several = Turn(
        1, 0, "", [StoryStep(0, "bids 2", [], ()), StoryStep(1, "bids 3", ["pays 3"], ())]
    )
    alone = Turn(2, 1, "", [StoryStep(1, "bids 3", [], ())])
    stretch = replace(story.stretches[0], table=[], turns=[several, alone])
    lines = [line.text for line in chapters(replace(story, stretches=[stretch]))[0].lines]
    assert lines[:5] == [
        "turn 1: seat 1",
        "seat 1 bids 2",
        "seat 2 bids 3; pays 3",
        "turn 2: seat 2",
        "bids 3",
    ]


def test_a_story_ignores_changes_among_seats_behind_the_leader() -> None:
    first, last = sentences.describe_turning_points(made([(5, 3, 0), (5, 3, 2)], 0b001))
    assert first == "After the first turn, no turn changed who led, or by how much."
    assert last == "Seat 1 led alone from the first turn to the end."


def test_a_swing_lists_the_effects_of_a_step_except_asides() -> None:
    led_to = ["two fish are lost", Aside("draws a card"), Drawn("| x |"), "A Beach: it is over."]
    [first, *_] = swings(story := made([(0, 0), (0, 3), (0, 4)], 0b10, led_to=led_to))
    assert (
        "Seat 1 lays 2; two fish are lost. A Beach: it is over. Points"
        in sentences.describe_swing(story, first)
    )


def test_the_description_of_a_turn_has_every_step_with_its_seat() -> None:
    steps = [
        StoryStep(0, "lays red", ["loses 1"], ()),
        StoryStep(0, "lays blue", [], ()),
        StoryStep(1, Aside("stops"), [], ()),
        StoryStep(2, Aside("dives"), ["gets 2 points"], ()),
    ]
    assert sentences.describe_steps(steps) == (
        "Seat 1 lays red; loses 1; lays blue; seat 3 dives; gets 2 points."
    )
    assert sentences.describe_steps(steps[2:3]) == "Seat 2 stops."


@each_game
def test_the_description_of_a_swing_has_every_step_of_its_turn(game: str) -> None:
    for number in range(3):
        story = story_at(make_study, game, 4, number=number)
        for swing in swings(story):
            text, place = sentences.describe_swing(story, swing), swing.standing.turn
            [turn] = [turn for s in story.stretches for turn in s.turns if turn.number == place]
            assert [step.action for step in story.steps_between(swing.since, swing.standing)] == [
                step.action for step in turn.steps
            ]
            assert f"eat {turn.seat + 1} " in text.partition(". ")[2]
            for line in (line for step in turn.steps for line in (step.action, *step.effects)):
                if not isinstance(line, Aside | Drawn | TieBreak):
                    assert line.strip().removesuffix(".") in text


def test_the_winners_of_a_game_with_dealt_teams_are_named_by_their_team() -> None:
    camps = file_of("camps")
    study = Study(
        game=camps,
        variant="base",
        players=4,
        games=8,
        seed=1,
        lineup=("random",) * 4,
        rules={"teams_win": True},
    )
    endings = set()
    for number in range(8):
        story = story_of(study, number)
        [wolf] = story.hidden_teams["wolves"]
        others = tuple(seat for seat in range(4) if seat != wolf)
        assert story.hidden_teams["villagers"] == others
        seats = listed([str(seat + 1) for seat in others])
        expected = {
            (wolf,): f"A win for wolves (seat {wolf + 1}) after 4 turns in 1 round.",
            others: f"A win for villagers (seats {seats}) after 4 turns in 1 round.",
        }
        assert sentences.ending(story) == expected[tuple(story.winners)]
        endings.add(story.winning_team)
    assert endings == {"wolves", "villagers"}


@pytest.mark.slow
def test_the_ending_of_a_story_explains_a_tie_break() -> None:
    study = make_study("animal-splash", 4)
    stories = [story_of(study, number) for number in range(60)]
    tied = [story for story in stories if story.tie_break]
    assert tied
    for story in stories:
        won = next(a for a in to_document(story, "0").answers if a.question == "Who won?")
        texts = [item.text for item in won.items]
        most = [s for s in story.standings[-1].scores if s == max(story.standings[-1].scores)]
        assert any("so oxygen decides: seat " in text for text in texts) == (len(most) > 1)


def on_screen(*lines: Line) -> list[str]:
    folded = Folded("one", "", "", [Chapter("begin", "", lines)])
    shown = on_terminal(Document("t", [], [Section("s", "s", [folded])], "0.0.0")).splitlines()
    return shown[shown.index("BEGIN") + 1 :]


@pytest.mark.parametrize("text", ["a very long word " * 9, "x" * 120 + " tail", "y" * 200])
@pytest.mark.parametrize("depth", [0, 1, 3])
def test_a_line_that_is_too_wide_is_wrapped_without_losing_text(text: str, depth: int) -> None:
    lines = on_screen(Line(text.strip(), depth))
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80
    assert "".join("".join(lines).split()) == "".join(text.split())
    first, *rest = (len(line) - len(line.lstrip()) for line in lines)
    assert first == 2 * depth
    assert set(rest) == {2 * depth + 4}


def test_lines_that_fit_and_drawings_are_not_wrapped() -> None:
    drawing = f"|{'-' * 90}|  end"
    picture = Line(drawing, 1, drawn=True), Line("  a   b", 0, drawn=True)
    lines = on_screen(Line("lays [red] 4", 1), *picture)
    assert lines == ["  lays [red] 4", f"  {drawing}", "  a   b"]


def test_consecutive_drawn_lines_form_a_block_without_common_indentation() -> None:
    picture = [Line("   +--+", 1, drawn=True), Line("  a|  |", 1, drawn=True)]
    chapter = Chapter("c", "", [Line("before", 1), *picture, Line("  after")])
    texts = [(drawn, [line.text for line in lines]) for drawn, lines in chapter.blocks]
    assert texts == [(False, ["before"]), (True, [" +--+", "a|  |"]), (False, ["  after"])]


def test_a_replay_names_action_and_points_of_a_turn_that_is_too_long_to_describe() -> None:
    effects = [f"seat {number} counts the fish of its own shoal" for number in range(1, 9)]
    story = made([(0, 0, 0), (5, 0, 1), (2, 0, 9)], 0b100, led_to=effects)
    *_, last = swings(story)
    assert replay_page.describe_swing(story, last) == (
        "Turn 3 (round 3), the last: seat 3 was 4 points behind, and is now 7 points ahead. Seat 1 "
        "lays 3. Points of this turn: seat 1 \N{MINUS SIGN}3, seat 3 +8. So seat 3 leads alone "
        "at the end."
    )


def test_turning_points_are_in_the_order_of_their_turns() -> None:
    scores = [(0, 0, 0), (0, 5, 0), (9, 5, 0), (20, 5, 0), (20, 9, 0)]
    texts = list(sentences.describe_turning_points(made(scores, 0b001)))
    turns = [int(text.split()[1]) for text in texts]
    assert turns == sorted(turns)
    assert "for good" in texts[1]
