"""Sentences on a game whose choices were weighed follow from its numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from reports.replay import first_page
from reports.thinking import sentences
from reports.thinking.charts import chart_of
from reports.thinking.results import Cause, Rise, Thoughts, chance, evaluate_decision
from reports.thinking.sentences import chance_rows, summarise, summarise_decision
from simulate.play import rows as row
from simulate.play.walk import Moment
from strategies.weighing import WeighedDecision, WeighedGame
from tests.reports.test_charts import faults

WORLDS = 400


def shares(of_first: float) -> Any:
    """Return the wins of two seats in all worlds; the first wins a share `of_first` of them."""
    won = np.arange(WORLDS) < round(of_first * WORLDS)
    return np.stack([won, ~won], axis=1).astype(float)


def game(lines: list[float], winners: int = 0b01, actions: Any = None) -> WeighedGame:
    """Return a game of two seats; `lines` has the first seat's chance to win at each turn.

    `actions` has, by index of the turn, the chances after the chosen action and after all others.
    """
    weighed = []
    for place, value in enumerate(lines):
        given = (actions or {}).get(place, [value, value])
        moment = Moment(place + 1, place + 1, 0, 0, tuple(range(len(given))), cast(Any, None))
        closely = np.stack([shares(decision) for decision in given])
        seats = (shares(value), shares(value))
        weighed.append(
            WeighedDecision(moment, place, closely, tuple(range(len(given))), closely, seats)
        )
    result = np.zeros(row.COUNTS, np.int64)
    result[row.TURNS] = len(lines)
    result[row.WINNERS] = winners
    return WeighedGame(7, result, 2, len(lines), tuple(weighed), WORLDS, "planner")


def name(moment: Moment, action: int) -> str:
    return f"plays {'abc'[action]}"


def place(moment: Moment) -> str:
    return f"round 1, turn {moment.step}"


def deeds(moment: Moment) -> str:
    return f"Seat {moment.seat + 1} {name(moment, moment.action)}."


def test_a_game_is_decided_when_the_winners_chance_stays_above_nine_in_ten() -> None:
    thoughts = Thoughts(game([0.5, 0.95, 0.6, 0.91, 0.99]))
    assert thoughts.decided_after == 3
    assert sentences.describe_when_decided(thoughts)[0] == (
        "It was decided after 60% of the game. From turn 4 of 5 on, the winner's chance stayed "
        "above 90%."
    )
    assert Thoughts(game([0.95, 0.92])).decided_after == 0


def halved(weighed: WeighedDecision) -> WeighedDecision:
    """Return a decision in which both seats share each win of the first seat."""

    def halve(won: Any) -> Any:
        return np.repeat(won[..., :1] / 2, 2, axis=-1)

    return replace(
        weighed,
        action_shares=halve(weighed.action_shares),
        rival_shares=halve(weighed.rival_shares),
        seat_shares=tuple(map(halve, weighed.seat_shares)),
    )


def test_a_dealt_team_that_wins_has_its_own_chance_and_not_the_shares_of_its_seats() -> None:
    played = game([0.5, 0.95, 0.6, 0.91, 1.0], winners=0b11, actions={2: [0.6, 0.2]})
    played = replace(played, weighed=tuple(map(halved, played.weighed)))
    shared = Thoughts(played)
    assert shared.seats[:, 0].tolist() == pytest.approx([0.25, 0.475, 0.3, 0.455, 0.5])
    team = Thoughts(played, "wolves")
    assert team.seats[:, 1].tolist() == pytest.approx([0.5, 0.95, 0.6, 0.91, 1.0])
    assert sentences.describe_when_decided(team) == [
        "It was decided after 60% of the game. From turn 4 of 5 on, the winner's chance stayed "
        "above 90%.",
        "Team wolves wins. Its own chance was lowest in turn 1 of 5: 50%.",
    ]
    assert [point.after.value for point in team.rising_points] == pytest.approx([0.95, 0.91, 1.0])
    assert team.choices[2].after.value == pytest.approx(0.6)
    assert [team.share_at_end(seat) for seat in (0, 1)] == [1.0, 1.0]
    chart = chart_of(team, "game 7", ["planner"] * 2, "chances", "How likely?")
    assert chart.title == ("Team wolves wins; decided after 60% of the game")


def test_games_that_are_open_to_the_end_shared_or_undecided_have_their_own_sentences() -> None:
    still = Thoughts(game([0.95, 0.7]))
    assert still.decided_after is None
    assert sentences.describe_when_decided(still)[0] == (
        "It was open to the end. At the last choice, in turn 2 of 2, the winner (seat 1) still had "
        "a chance of only 70%."
    )
    shared = Thoughts(game([0.95, 0.95], winners=0b11))
    assert (shared.decided_after, shared.lowest) == (None, None)
    assert sentences.describe_when_decided(shared)[0].startswith("Seat 1 and seat 2 share the win")
    nobody = game([0.5], winners=0)
    assert "never decided" in sentences.describe_when_decided(Thoughts(nobody))[0]
    nobody.row[row.FINISHED] = 1
    assert sentences.describe_when_decided(Thoughts(nobody)) == [
        "Nobody won, so there is no winner whose chance decided it."
    ]
    assert "Nobody ever had a choice" in sentences.describe_when_decided(Thoughts(game([])))[0]


def test_turning_points_are_the_largest_clear_changes_in_their_order() -> None:
    lines = [0.5, 0.52, 0.9, 0.9, 0.3, 0.6, 0.95, 0.5, 0.5]
    thoughts = Thoughts(game(lines))
    changes = [round(decision.change, 2) for decision in thoughts.turning_points]
    # The one of 2 points is not clear, that of 30 the smallest of six; the last is the win.
    assert changes == [0.38, -0.6, 0.35, -0.45, 0.5]
    last = thoughts.turning_points[-1]
    assert sentences.describe_turning_point(last, place, deeds) == (
        "Round 1, turn 9 (move 9): seat 1 rises from 50% to 100%. Seat 1 plays a."
    )


def rise_at(place_of_rise: int, with_chosen: float, with_other: float) -> Rise:
    """Return the rise of the winner's chance from 20% to 80%, caused by these chances."""
    thoughts = Thoughts(
        game([0.2, 0.2, 0.8], actions={1: [with_chosen, with_other], 2: [0.8, 0.8]})
    )
    point = thoughts.rising_points[place_of_rise]
    [weighed] = [move for move in thoughts.game.weighed if move.moment == point.moment]
    return Rise(point, evaluate_decision(weighed))


def test_a_rise_is_the_effect_of_a_choice_if_the_choice_made_half_of_it() -> None:
    thoughts = Thoughts(game([0.2, 0.2, 0.8], actions={1: [0.8, 0.2]}))
    assert [round(point.change, 2) for point in thoughts.rising_points] == [0.6, 0.2]
    assert Thoughts(game([0.8, 0.2], winners=0b10)).rising_points[-1].seat == 1
    assert Thoughts(game([0.2, 0.8], winners=0b11)).rising_points == []

    chosen = rise_at(0, 0.8, 0.2)
    assert (chosen.cause, chosen.with_other.value) == ("choice", 0.2)
    assert chosen.effect.value == pytest.approx(0.6)
    assert rise_at(0, 0.8, 0.75).cause == "luck"
    assert rise_at(0, 0.8, 0.5).cause == "not clear"
    # A move that helps less than its alternative is not the cause of a rise.
    assert rise_at(0, 0.2, 0.8).cause == "luck"


@pytest.mark.parametrize(
    ("causes", "sentence"),
    [
        (["luck"], "Luck made seat 1's best turn."),
        (["luck", "luck"], "Luck made seat 1's 2 best turns."),
        (["choice"], "A choice made seat 1's best turn."),
        (["luck", "choice", "luck"], "Of seat 1's 3 best turns, luck made 2 and a choice made 1."),
        (["luck", "not clear"], "Of seat 1's 2 best turns, luck made 1; 1 is not clear yet."),
        (["not clear"], "Too few simulated games to tell luck from choice in seat 1's best turn."),
    ],
)
def test_the_causes_of_rises_are_counted(causes: list[Cause], sentence: str) -> None:
    assert first_page._count_causes(Counter(causes), "seat 1") == sentence


def test_a_choice_is_poor_only_if_another_is_clearly_better() -> None:
    actions = {0: [0.3, 0.31], 1: [0.3, 0.6, 0.2], 2: [0.6, 0.3]}
    thoughts = Thoughts(game([0.5, 0.5, 0.5], actions=actions))
    assert [decision.is_poor for decision in thoughts.choices] == [False, True, False]
    assert [decision.best_other for decision in thoughts.choices] == [1, 1, 1]
    lines = [" ".join(sentences.comment_on_choice(decision, name)) for decision in thoughts.choices]
    assert lines[0] == (
        "chance to win 50% before, 30% with this; best other: plays b, 31% (+1 ± 1)"
    )
    assert lines[1].startswith("POOR CHOICE: chance to win 50% before, 30% with this; 60% with")
    assert lines[1].endswith("plays b (+30 ± 5, clear)")
    assert "(\N{MINUS SIGN}30 ± 5)" in lines[2]
    assert len(thoughts.poor) == 1


def test_a_choice_matters_only_if_its_alternatives_clearly_differ() -> None:
    actions = {0: [0.5, 0.8], 1: [0.5, 0.5], 2: [0.5, 0.53]}
    thoughts = Thoughts(game([0.5, 0.5, 0.5], actions=actions))
    assert [decision.mattered for decision in thoughts.choices] == ["yes", "no", "not clear"]
    [_, _, mattered, *_] = sentences.summary(thoughts, name, place, deeds)
    assert mattered.question == "Which choices mattered?"
    assert "Of 3 choices among several actions, 1 clearly mattered" in mattered.items[0].text


def test_a_chance_is_uncertain_even_if_all_simulated_games_end_alike() -> None:
    assert chance(np.ones(100)).error == pytest.approx(0.005)
    assert chance(np.ones(1)).error == pytest.approx(0.5)


def test_the_interval_of_a_chance_has_its_nominal_coverage() -> None:
    random, held = np.random.default_rng(5), 0
    for _ in range(2000):
        drawn = chance((random.random(64) < 0.3).astype(float)).estimate
        held += drawn.low <= 0.3 <= drawn.high
    assert 0.92 < held / 2000 < 0.97


def test_summary_of_a_weighed_game_has_its_deciding_turn_lowest_chance_and_poor_choices() -> None:
    thoughts = Thoughts(game([0.5, 0.2, 0.95], actions={1: [0.2, 0.7]}))
    assert len(list(chance_rows(thoughts))) == 6
    assert [summarise_decision(decision, name)["poor"] for decision in thoughts.choices] == [
        False,
        True,
        False,
    ]
    in_json = summarise(thoughts, name)
    assert in_json["decided"] == {"turn": 3, "share_of_turns": 2 / 3}
    assert in_json["lowest"]["chance"] == 0.2
    assert in_json["poor_choices"] == 1


def test_the_chart_of_chances_names_the_winner_and_describes_every_seat() -> None:
    thoughts = Thoughts(game([0.5] * 100 + [0.6, 0.95]))
    chart = chart_of(thoughts, "game 7", ["planner", "random"], "chances", "How likely?")
    assert faults(chart.draw(narrow=True)) == []
    assert chart.title == "Seat 1 wins; the game is open until the last turn"
    axes = chart.draw().axes[0]
    assert [text.get_text() for text in axes.texts] == ["fair share", "seat 1", "the others"]
    loser, winner = axes.lines[:2]
    assert winner.get_ydata()[-1] == 1  # type: ignore[index]
    assert loser.get_ydata()[-1] == 0  # type: ignore[index]
    assert winner.get_linewidth() > loser.get_linewidth()
    assert "seat 1 50%, 50%, 50%, 50% and 95%" in chart.words
    assert "Seat 1 wins. Its own chance was lowest in turn " in chart.words


def test_the_chart_of_chances_shows_when_the_game_was_decided() -> None:
    thoughts = Thoughts(game([0.5, 0.4, 0.95, 0.97]))
    assert thoughts.decided_after == 2
    chart = chart_of(thoughts, "game 7", ["planner", "random"], "chances", "How likely?")
    assert chart.title == "Seat 1 wins; decided after 50% of the game"
    drawing = chart.draw()
    assert faults(drawing) == []
    assert "above 90% from here" in [text.get_text() for text in drawing.axes[0].texts]
