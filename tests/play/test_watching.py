"""What drawing and playing a card is worth, in a race where that is known."""

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
#: A deck of cards that are all alike, and the same with one that is better, unknown to players.
Rules = dict[str, Value]
NO_RULES: Rules = {}
ALIKE: Rules = {"worth": (20,) * KINDS, "luck": 20}
SECRET = 6
STRONG: Rules = {"worth": (20,) * SECRET + (23,) + (20,) * 3, "luck": 20}


def asking(games: int, seed: int = 1, spec: str = "first", rules: Rules = NO_RULES) -> CardsDesign:
    race = find_game(file_of("race"))
    who = find_strategy(spec, race.name_or_file)
    study = Study(
        game=race.name_or_file,
        variant="base",
        players=PLAYERS,
        games=games,
        seed=seed,
        lineup=(who.spec,) * PLAYERS,
        rules=rules,
    )
    return CardsDesign(study, (who,) * PLAYERS)


def played(asked: CardsDesign, **noted: int) -> Run:
    return play(asked.study_of(**noted), asked.lineup)


def results_of(asked: CardsDesign) -> CardsResults:
    drawn = played(asked)
    return CardsResults(CardsRun(asked, (drawn,), 0.0, 1, False, drawn, None, {}))


def named(games: int, seed: int, rules: Rules) -> list[str]:
    """Return the cards that are called better or worse, what is worth most first."""
    cards = results_of(asking(games, seed, rules=rules)).cards
    return [card.card for card in cards if card.verdict != "not told"]


@pytest.mark.parametrize("spec", ["first", "random"])
def test_what_a_draw_brings_is_what_an_exchange_brings(spec: str) -> None:
    asked = asking(40_000, spec=spec)
    drawn = played(asked)
    for kind in (0, 5, 9):
        swaps = WHOLE // 5
        exchanged = sums_of(played(asked, swaps=swaps, swap_kind=kind), "exchanged")
        said = sums_of(drawn, "drawn", kind)
        error = (said.variance + exchanged.variance) ** 0.5
        assert abs(said.value - exchanged.value) < 4 * error
        assert abs(said.value + exchanged.value) > 4 * error or kind == 5  # it tells them apart


def test_notes_change_no_game_and_add_up() -> None:
    asked = asking(500)
    plain, noted = play(asked.study, asked.lineup), played(asked)
    wins = plain.layout.seat_wins
    assert plain.tally.lengths == noted.tally.lengths
    assert plain.tally.sums[wins] == noted.tally.sums[wins]
    drawn = sum(mean_of(noted, "draws", kind) for kind in range(KINDS))
    assert drawn == PLAYERS * (3 + 8)
    assert sum(mean_of(noted, "plays", kind) for kind in range(KINDS)) == PLAYERS * 8
    for kind in range(KINDS):  # in this race who drew a card has played it or holds it
        drawn_and_not_held = mean_of(noted, "draws", kind) - mean_of(noted, "held", kind)
        assert mean_of(noted, "plays", kind) == pytest.approx(drawn_and_not_held)
    winners = sum(mean_of(noted, "by_winners", kind) for kind in range(KINDS))
    assert winners == 8 * noted.layout.win  # they are a quarter, each plays as often
    worst, best = (sums_of(noted, "by_winners", kind).value for kind in (0, KINDS - 1))
    assert worst < 1 / PLAYERS < best


def test_odds_are_those_of_the_pile() -> None:
    """The first hands alone, by hand: from 60 cards, 6 of each kind, three by three."""
    asked = asking(200)
    rows, _ = CompiledStudy(asked.study_of(), asked.lineup).play(0, 200)
    layout = CompiledStudy(asked.study_of(), asked.lineup).layout
    names = [f"opening_odds:{kind}" for kind in range(KINDS)]
    found = rows[:, [rows.shape[1] - len(layout.counts) + layout.counts.index(n) for n in names]]
    rng = np.random.default_rng(1)
    odds, left = np.zeros((20_000, KINDS)), np.full((20_000, KINDS), 6)
    for _ in range(3 * PLAYERS):
        share = left / left.sum(axis=1, keepdims=True)
        odds += share * (1 - share)
        drawn = (share.cumsum(axis=1) < rng.random((len(left), 1))).sum(axis=1)
        left[np.arange(len(left)), drawn] -= 1
    expected, error = odds.mean(), odds.std() / (200 * KINDS) ** 0.5
    assert abs(found.mean() / PARTS - expected) < 4 * error + 1 / PARTS


def test_playing_a_card_is_worth_what_it_scores_beside_others() -> None:
    run = played(asking(20_000, spec="random"), slips=WHOLE)
    values = [sums_of(run, "played", k).value for k in range(KINDS)]
    assert values == sorted(values)
    assert values[0] < -0.04 < 0.05 < values[-1]


def test_a_strong_card_is_named_first_and_no_other_of_a_deck_alike() -> None:
    assert named(20_000, 1, STRONG)[0] == f"no. {SECRET + 1}"
    assert named(20_000, 1, ALIKE) == []


def test_cards_that_are_worth_the_same_are_alike_and_no_others() -> None:
    pairs: Rules = {"worth": tuple(sorted((10, 13, 16, 19, 22) * 2))}
    alike = results_of(asking(100_000, spec="random", rules=pairs)).alike
    found = {tuple(sorted(int(card.card[4:]) for card in group)) for group in alike}
    assert found == {(one, one + 1) for one in range(1, KINDS, 2)}
    # And no two of which one is used more often, however alike what they are worth.
    alike = results_of(asking(100_000, rules=ALIKE)).alike
    assert alike
    assert all(np.ptp([card.used for card in group]) < 0.05 for group in alike)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["snorkeling", "schnuff", "scaphandre"])
def test_what_is_held_is_what_is_in_hands_at_the_end(name: str) -> None:
    who = find_strategy("random", name)
    lineup = (who,) * PLAYERS
    study = Study(
        game=name, variant="base", players=PLAYERS, games=60, seed=1, lineup=("random",) * PLAYERS
    )
    asked = CardsDesign(study, lineup)
    held = sum(mean_of(played(asked), "held", kind) for kind in range(len(asked.names)))
    hands = []
    for number in range(study.games):
        walk = CompiledStudy(study, lineup).engine.walk(number)
        walk.finish()
        hands.append(walk.snapshot.table.hand_size.sum())
    assert held == pytest.approx(np.mean(hands))


@pytest.mark.slow
def test_strong_cards_are_found_in_a_hundred_tables_and_none_without() -> None:
    first = sum(named(10_000, seed, STRONG)[:1] == [f"no. {SECRET + 1}"] for seed in range(100))
    none = sum(not named(10_000, seed, ALIKE) for seed in range(100))
    assert first >= 95
    assert none >= 90


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["first", "random"])
def test_intervals_hold_what_is_true(spec: str) -> None:
    slips = WHOLE if spec == "random" else WHOLE // 20
    held: dict[str, list[bool]] = {"drawn": [], "opening": [], "played": []}

    def estimates(games: int, seed: int) -> dict[str, list[Any]]:
        asked = asking(games, seed, spec)
        runs = {"drawn": played(asked), "played": played(asked, slips=slips)}
        runs["opening"] = runs["drawn"]
        return {
            what: [mean_ratio(sums_of(runs[what], what, kind), 0.95) for kind in range(KINDS)]
            for what in held
        }

    true = estimates(150_000, 10**6)
    for seed in range(200):
        for what, found in estimates(1_000, seed).items():
            pairs = zip(found, true[what], strict=True)
            held[what] += [one.low <= truth.value <= one.high for one, truth in pairs]
    assert all(0.93 <= np.mean(some) <= 0.97 for some in held.values())


def differences(games: int, seed: int) -> list[Difference]:
    """Return how much more each card brings in the deck with a strong one, on the same deals."""
    decks = [asking(games, seed, rules=rules) for rules in (ALIKE, STRONG)]
    together = play_together([one.study_of() for one in decks], [one.lineup for one in decks])
    before, after = map(RunResults, together.runs)
    paths = [f"cards.no. {kind + 1}" for kind in range(KINDS)]
    return [figure_difference(path, before, after, together.products[0]) for path in paths]


def test_the_card_that_changed_is_the_one_that_a_comparison_names() -> None:
    found = [one.estimate for one in differences(4_000, 1)]
    assert found[SECRET].low > 0.03
    assert all(one.low < 0.01 for one in found if one is not found[SECRET])


@pytest.mark.slow
def test_intervals_of_differences_hold_what_is_true() -> None:
    true = [one.estimate.value for one in differences(200_000, 10**6)]
    found = [differences(1_000, seed) for seed in range(200)]
    pairs = [(one.estimate, value) for some in found for one, value in zip(some, true, strict=True)]
    assert 0.93 <= np.mean([one.low <= value <= one.high for one, value in pairs]) <= 0.97


def test_a_pile_that_changes_by_itself_is_refused() -> None:
    asked = asking(200, rules={"honest": False})
    with pytest.raises(FathomError, match="a pile changed"):
        played(asked, slips=0)


@pytest.mark.slow
def test_the_faces_of_dice_are_draws_of_who_rolls() -> None:
    pig = find_game(file_of("pig"))
    who = find_strategy("random", pig.name_or_file)
    study = Study(
        game=pig.name_or_file,
        variant="base",
        players=2,
        games=2_000,
        seed=1,
        lineup=(who.spec,) * 2,
    )
    run = play(replace(study, noted={"slips": 0}), [who] * 2)
    values = [sums_of(run, "drawn", face).value for face in range(6)]
    assert values.index(min(values)) == 0  # a 1 loses the turn
    draws = [mean_of(run, "draws", face) for face in range(6)]
    assert max(draws) < 1.1 * min(draws)
