"""The values of drawing and playing cards, in a race where they are known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.cards.play import CardsDesign, CardsRun, mean_of
from reports.cards.results import CardsResults, sums_of
from reports.compare.difference import figure_difference
from reports.figures.differences import Difference
from reports.figures.statistics import mean_ratio
from reports.run.results import RunResults
from simulate.errors import FathomError
from simulate.game import find_game
from simulate.kit.notes import WHOLE
from simulate.play.arms import CompiledStudy
from simulate.play.run import Run, play, play_together
from simulate.play.watching import PARTS
from simulate.rules.kinds import Value
from simulate.study import Study
from strategies import find_strategy
from tests.helpers.file_games import file_of

KINDS, PLAYERS = 10, 4
Rules = dict[str, Value]
NO_RULES: Rules = {}
#: A deck of equal cards, and the same deck with a better one that players do not know.
ALIKE: Rules = {"worth": (20,) * KINDS, "luck": 20}
SECRET = 6
STRONG: Rules = {"worth": (20,) * SECRET + (23,) + (20,) * 3, "luck": 20}


def design_of(
    games: int, seed: int = 1, spec: str = "first", rules: Rules = NO_RULES
) -> CardsDesign:
    race = find_game(file_of("race"))
    strategy = find_strategy(spec, race.name_or_file)
    study = Study(
        game=race.name_or_file,
        variant="base",
        players=PLAYERS,
        games=games,
        seed=seed,
        lineup=(strategy.spec,) * PLAYERS,
        rules=rules,
    )
    return CardsDesign(study, (strategy,) * PLAYERS)


def play_design(design: CardsDesign, **noted: int) -> Run:
    return play(design.study_of(**noted), design.lineup)


def results_of(design: CardsDesign) -> CardsResults:
    drawn = play_design(design)
    return CardsResults(CardsRun(design, (drawn,), 0.0, 1, False, drawn, None, {}))


def clear_cards(games: int, seed: int, rules: Rules) -> list[str]:
    """Return the cards that are clearly better or worse than average, the best first."""
    cards = results_of(design_of(games, seed, rules=rules)).cards
    return [card.card for card in cards if card.verdict != "not told"]


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["first", "random"])
def test_a_draw_has_the_value_of_an_exchange(spec: str) -> None:
    design = design_of(40_000, spec=spec)
    drawn = play_design(design)
    for kind in (0, 5, 9):
        swaps = WHOLE // 5
        exchanged = sums_of(play_design(design, swaps=swaps, swap_kind=kind), "exchanged")
        noted = sums_of(drawn, "drawn", kind)
        error = (noted.variance + exchanged.variance) ** 0.5
        assert abs(noted.value - exchanged.value) < 4 * error
        assert abs(noted.value + exchanged.value) > 4 * error or kind == 5  # it tells them apart


def test_counting_cards_does_not_change_games_and_counts_every_draw_and_play() -> None:
    design = design_of(500)
    plain, noted = play(design.study, design.lineup), play_design(design)
    wins = plain.layout.seat_wins
    assert plain.tally.lengths == noted.tally.lengths
    assert plain.tally.sums[wins] == noted.tally.sums[wins]
    drawn = sum(mean_of(noted, "draws", kind) for kind in range(KINDS))
    assert drawn == PLAYERS * (3 + 8)
    assert sum(mean_of(noted, "plays", kind) for kind in range(KINDS)) == PLAYERS * 8
    for kind in range(KINDS):  # in this race, drawn cards are played or held
        drawn_and_not_held = mean_of(noted, "draws", kind) - mean_of(noted, "held", kind)
        assert mean_of(noted, "plays", kind) == pytest.approx(drawn_and_not_held)
    winners = sum(mean_of(noted, "by_winners", kind) for kind in range(KINDS))
    assert winners == 8 * noted.layout.win  # all seats play equally often
    worst, best = (sums_of(noted, "by_winners", kind).value for kind in (0, KINDS - 1))
    assert worst < 1 / PLAYERS < best


def test_odds_of_draws_equal_the_contents_of_the_pile() -> None:
    """Compare with the odds of first hands: three cards each, from 60 cards, 6 of each kind."""
    design = design_of(200)
    rows, _ = CompiledStudy(design.study_of(), design.lineup).play(0, 200)
    layout = CompiledStudy(design.study_of(), design.lineup).layout
    names = [f"opening_odds:{kind}" for kind in range(KINDS)]
    noted = rows[:, [rows.shape[1] - len(layout.counts) + layout.counts.index(n) for n in names]]
    rng = np.random.default_rng(1)
    odds, remaining = np.zeros((20_000, KINDS)), np.full((20_000, KINDS), 6)
    for _ in range(3 * PLAYERS):
        share = remaining / remaining.sum(axis=1, keepdims=True)
        odds += share * (1 - share)
        drawn = (share.cumsum(axis=1) < rng.random((len(remaining), 1))).sum(axis=1)
        remaining[np.arange(len(remaining)), drawn] -= 1
    expected, error = odds.mean(), odds.std() / (200 * KINDS) ** 0.5
    assert abs(noted.mean() / PARTS - expected) < 4 * error + 1 / PARTS


def test_the_value_of_playing_a_card_rises_with_its_score() -> None:
    run = play_design(design_of(20_000, spec="random"), slips=WHOLE)
    values = [sums_of(run, "played", k).value for k in range(KINDS)]
    assert values == sorted(values)
    assert values[0] < -0.04 < 0.05 < values[-1]


def test_a_strong_card_comes_first_and_no_card_of_an_equal_deck_is_clear() -> None:
    assert clear_cards(20_000, 1, STRONG)[0] == f"no. {SECRET + 1}"
    assert clear_cards(20_000, 1, ALIKE) == []


def test_only_cards_of_equal_value_are_called_equal() -> None:
    pairs: Rules = {"worth": tuple(sorted((10, 13, 16, 19, 22) * 2))}
    alike = results_of(design_of(100_000, spec="random", rules=pairs)).alike
    groups = {tuple(sorted(int(card.card[4:]) for card in group)) for group in alike}
    assert groups == {(number, number + 1) for number in range(1, KINDS, 2)}
    # Cards of equal value are not alike if one is used more often.
    alike = results_of(design_of(100_000, rules=ALIKE)).alike
    assert alike
    assert all(np.ptp([card.used for card in group]) < 0.05 for group in alike)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["snorkeling", "schnuff", "scaphandre"])
def test_cards_held_are_the_cards_in_hands_at_the_end(name: str) -> None:
    lineup = (find_strategy("random", name),) * PLAYERS
    study = Study(
        game=name, variant="base", players=PLAYERS, games=60, seed=1, lineup=("random",) * PLAYERS
    )
    design = CardsDesign(study, lineup)
    held = sum(mean_of(play_design(design), "held", kind) for kind in range(len(design.names)))
    hands = []
    for number in range(study.games):
        walk = CompiledStudy(study, lineup).engine.walk(number)
        walk.finish()
        hands.append(walk.snapshot.table.hand_size.sum())
    assert held == pytest.approx(np.mean(hands))


@pytest.mark.slow
def test_a_strong_card_is_clear_in_nearly_all_of_a_hundred_studies() -> None:
    first = sum(
        clear_cards(10_000, seed, STRONG)[:1] == [f"no. {SECRET + 1}"] for seed in range(100)
    )
    none = sum(not clear_cards(10_000, seed, ALIKE) for seed in range(100))
    assert first >= 95
    assert none >= 90


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["first", "random"])
def test_intervals_of_card_values_contain_the_true_values(spec: str) -> None:
    slips = WHOLE if spec == "random" else WHOLE // 20
    held: dict[str, list[bool]] = {"drawn": [], "opening": [], "played": []}

    def estimates(games: int, seed: int) -> dict[str, list[Any]]:
        design = design_of(games, seed, spec)
        runs = {"drawn": play_design(design), "played": play_design(design, slips=slips)}
        runs["opening"] = runs["drawn"]
        return {
            part: [mean_ratio(sums_of(runs[part], part, kind), 0.95) for kind in range(KINDS)]
            for part in held
        }

    true = estimates(150_000, 10**6)
    for seed in range(200):
        for part, values in estimates(1_000, seed).items():
            pairs = zip(values, true[part], strict=True)
            held[part] += [value.low <= truth.value <= value.high for value, truth in pairs]
    assert all(0.93 <= np.mean(inside) <= 0.97 for inside in held.values())


def differences(games: int, seed: int) -> list[Difference]:
    """Return the difference of each card between both decks, on the same deals."""
    decks = [design_of(games, seed, rules=rules) for rules in (ALIKE, STRONG)]
    together = play_together([deck.study_of() for deck in decks], [deck.lineup for deck in decks])
    before, after = map(RunResults, together.runs)
    paths = [f"cards.no. {kind + 1}" for kind in range(KINDS)]
    return [figure_difference(path, before, after, together.products[0]) for path in paths]


def test_a_comparison_names_the_card_that_changed() -> None:
    estimates = [difference.estimate for difference in differences(4_000, 1)]
    changed = estimates.pop(SECRET)
    assert changed.low > 0.03
    assert all(estimate.low < 0.01 for estimate in estimates)


@pytest.mark.slow
def test_intervals_of_differences_of_card_values_contain_the_true_values() -> None:
    true = [difference.estimate.value for difference in differences(200_000, 10**6)]
    held = []
    for seed in range(200):
        for difference, value in zip(differences(1_000, seed), true, strict=True):
            held.append(difference.estimate.low <= value <= difference.estimate.high)
    assert 0.93 <= np.mean(held) <= 0.97


def test_a_pile_that_changes_by_itself_is_refused() -> None:
    design = design_of(200, rules={"honest": False})
    with pytest.raises(FathomError, match="a pile changed"):
        play_design(design, slips=0)


@pytest.mark.slow
def test_faces_of_dice_are_draws_of_the_seat_that_rolls() -> None:
    pig = find_game(file_of("pig"))
    strategy = find_strategy("random", pig.name_or_file)
    study = Study(
        game=pig.name_or_file,
        variant="base",
        players=2,
        games=2_000,
        seed=1,
        lineup=(strategy.spec,) * 2,
    )
    run = play(replace(study, noted={"slips": 0}), [strategy] * 2)
    values = [sums_of(run, "drawn", face).value for face in range(6)]
    assert values.index(min(values)) == 0  # a 1 loses the turn
    draws = [mean_of(run, "draws", face) for face in range(6)]
    assert max(draws) < 1.1 * min(draws)
