"""The included games say what points consist of, and the points that they name are real."""

from __future__ import annotations

import re

import pytest

from simulate.game import Scored, find_game, game_names
from simulate.play.replay import Replay, ReplayedStep
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study


def replay_steps(study: Study, number: int) -> list[ReplayedStep]:
    """Return the steps of a game of a study."""
    return list(Replay(study, lineup_of(study), number))


def scored_lines(step: ReplayedStep) -> list[str]:
    """Return the lines of a step that say what points consist of."""
    return [str(line) for line in step.effects if isinstance(line, Scored)]


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_each_pile_of_snorkeling_scores_the_card_that_is_named(variant: str) -> None:
    study = make_study("snorkeling", 4, variant=variant, lineup=("random",) * 4)
    rounds = 0
    for number in range(3):
        before = [0, 0, 0, 0]
        for step in replay_steps(study, number):
            if not step.ends_stretch:
                assert not scored_lines(step)
                continue
            [line] = scored_lines(step)
            piles = re.findall(r"seat (\d) \+(\d) \(([^)]*)\)", line)
            for seat, points, card in piles:
                assert int(points) == step.scores[int(seat) - 1] - before[int(seat) - 1]
                values = {"Lanternfish": "5", "Beach": "0"}
                assert values.get(card, card.rpartition(" ")[2]) == points
            assert len(piles) == 4
            before = list(step.scores)
            rounds += 1
    assert rounds > 3


def test_a_line_of_shoal_names_each_reason_for_which_the_points_of_a_seat_change() -> None:
    study = make_study("shoal", 3, lineup=("random",) * 3)
    reasons = set()
    for number in range(3):
        scores = [0, 0, 0]
        turns = 0
        for step in replay_steps(study, number):
            for line in scored_lines(step):
                match = re.match(r"seat (\d) (gains|loses) (\d+) points? (.*)", line)
                if match:
                    sign = 1 if match[2] == "gains" else -1
                    scores[int(match[1]) - 1] += sign * int(match[3])
                    reasons.add(re.sub(r"\d+ | (red|green|blue|yellow)| \(.*\)", "", match[4]))
            if step.turns > turns:
                if not turns:
                    scores = [*step.scores]  # Octopuses may have been given out at the set-up.
                turns = step.turns
                assert [*step.scores] == scores
    assert {"for more fish, its colour", "for the majority in its shoal"} <= reasons


def test_the_cards_of_the_suits_add_up_to_the_animals_that_a_seat_gains() -> None:
    study = make_study("scaphandre", 3, lineup=("random",) * 3)
    sums = 0
    for number in range(4):
        before: tuple[int, ...] = (0, 0, 0)
        for step in replay_steps(study, number):
            for line in scored_lines(step):
                terms, _, total = (
                    line.partition(": ")[2].replace("\N{MINUS SIGN}", "-").partition("=")
                )
                if not total:
                    continue
                gained = sum(step.scores) - sum(before)
                assert int(total.split()[0]) == gained
                assert sum(map(int, re.findall(r"-?\d+", terms.replace("- ", "-")))) == gained
                sums += 1
            before = step.scores
    assert sums > 5


@pytest.mark.parametrize("name", game_names())
def test_the_words_of_an_included_game_are_explained(name: str) -> None:
    game = find_game(name)
    assert game.scoring.endswith(".")
    assert len(game.glossary) >= 4
    assert all(meaning and meaning[-1] != "." for meaning in game.glossary.values())
