"""The strongest strategy of a game, and the strategies that beat a learned player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from reports.analysis.selection import resolve_study
from simulate.command_options import Selection
from simulate.errors import FathomError
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy
from strategies.learned.measuring import Exam, Strength
from strategies.learned.rivals import (
    find_victories,
    find_weaknesses,
    rivals_below,
    tier_of,
)

GAME, PLAYERS = "schnuff", 3


def study() -> Study:
    selection = Selection(source=GAME, players=PLAYERS, strategy=["random"], seed=1)
    return resolve_study(selection)[0]


def named(name: str, tier: int = 0) -> Strategy:
    return replace(find_strategy("random", GAME), name=name, tier=tier)


def pairs(default: Strategy, others: Sequence[Strategy]) -> list[tuple[str, str]]:
    """Return the names of the winner and the loser of each victory."""
    victories = find_victories(study(), default, others)
    return [(victory.winner.name, victory.loser.name) for victory in victories]


def shares_of_wins(shares: Mapping[tuple[str, str], float]) -> Callable[..., NDArray[np.float64]]:
    """Return a replacement of `Exam.play`: the shares of strategies among others, by both names.

    The shares of deals differ a little, so that the interval of 300 deals is about 1 point wide.
    """

    def play(exam: Exam, strategy: Strategy, *_: Any) -> NDArray[np.float64]:
        if strategy.name == exam.rival.name:
            return np.full(exam.deals, 1 / PLAYERS)
        deviations = np.where(np.arange(exam.deals) % 2, -0.05, 0.05)
        return shares[strategy.name, exam.rival.name] + deviations

    return play


# The strongest strategy ----------------------------------------------------------


def test_stronger_strategies_are_found_on_any_number_of_threads() -> None:
    names = ("random", "bully", "planner")
    default, bully, planner = (find_strategy(name, GAME) for name in names)
    victories = find_victories(study(), default, [bully, planner])
    assert [(victory.winner, victory.loser) for victory in victories] == [(planner, default)]
    assert victories[0].strength.share > 0.6
    assert victories[0].strength.deals == 334  # Each is played in every rotation of the seats.
    assert find_victories(study(), default, [bully, planner], jobs=2) == victories
    assert find_victories(study(), planner, [bully, default]) == []
    assert find_victories(study(), default, []) == []


def test_winners_are_challenged_in_turn_and_the_clearest_victory_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shares = {
        ("second", "first"): 0.5,
        ("third", "first"): 0.2,
        ("fourth", "first"): 0.45,
        ("third", "second"): 0.45,
        ("fourth", "second"): 0.2,
        ("fourth", "third"): 0.2,
        # The returns.
        ("first", "second"): 0.2,
        ("second", "third"): 0.2,
    }
    monkeypatch.setattr(Exam, "play", shares_of_wins(shares))
    others = [named(name) for name in ("third", "fourth", "second")]
    assert pairs(named("first"), others) == [("second", "first"), ("third", "second")]


@pytest.mark.parametrize(("returned", "is_victory"), [(0.3, True), (0.4, False)])
def test_two_strategies_that_each_win_among_the_other_are_not_ranked(
    returned: float, is_victory: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = {("second", "first"): 0.45, ("first", "second"): returned}
    monkeypatch.setattr(Exam, "play", shares_of_wins(shares))
    assert bool(pairs(named("first"), [named("second")])) is is_victory


def test_promising_strategies_play_again_on_other_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = {("strong", "default"): 0.335, ("weak", "default"): 0.2}
    plain = shares_of_wins(shares)
    played = []

    def play(exam: Exam, strategy: Strategy, *_: Any) -> NDArray[np.float64]:
        if strategy.name != exam.rival.name:
            played.append((strategy.name, exam.deals, exam.seed))
        return plain(exam, strategy)

    monkeypatch.setattr(Exam, "play", play)
    assert pairs(named("default"), [named(name) for name in ("strong", "weak")]) == []
    [*trials, again] = played
    assert [(name, deals) for name, deals, _ in trials] == [("strong", 67), ("weak", 67)]
    assert again[:2] == ("strong", 334)
    trial_seeds = {seed for _, _, seed in trials}
    assert again[2] not in trial_seeds

    played.clear()
    player = named("player")
    shares.update({("player", name): 0.3 for name in ("strong", "weak")})
    find_weaknesses(study(), player, [named("strong"), named("weak")])
    # Weaknesses are looked for on deals with which no strategy was chosen.
    assert {seed for _, _, seed in played}.isdisjoint({*trial_seeds, again[2]})


def test_false_victories_are_rare_among_many_equal_strategies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generator = np.random.default_rng(1)

    def play(exam: Exam, *_: Any) -> NDArray[np.float64]:
        return (generator.random(exam.deals) < 1 / PLAYERS).astype(float)

    monkeypatch.setattr(Exam, "play", play)
    equals = [named(f"equal {number}") for number in range(10)]
    table = study()
    false_victories = sum(bool(find_victories(table, named("first"), equals)) for _ in range(300))
    # At most 7.5 are expected. Without the correction, there would be about 31.
    assert false_victories < 17


def test_strategies_that_fail_are_left_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("first", "second", "broken", "rarely broken")
    shares = {(name, other): 0.5 for name in names for other in names}
    shares["first", "second"] = 0.2
    plain = shares_of_wins(shares)

    def play(exam: Exam, strategy: Strategy, *_: Any) -> NDArray[np.float64]:
        seated = (strategy.name, exam.rival.name)
        if "broken" in seated or ("rarely broken" in seated and exam.deals > 100):
            raise FathomError("it chose an illegal action")
        return plain(exam, strategy)

    monkeypatch.setattr(Exam, "play", play)
    first, second, broken, rarely_broken = map(named, names)
    failed: list[str] = []

    def leave_out(strategy: Strategy, error: FathomError) -> None:
        assert str(error) == "it chose an illegal action"
        failed.append(strategy.name)

    others = [broken, second, rarely_broken]
    victories = find_victories(study(), first, others, leave_out=leave_out)
    assert [victory.winner for victory in victories] == [second]
    assert failed == ["broken", "rarely broken"]
    shares["first", "rarely broken"] = 0.2
    failed.clear()
    weaknesses = find_weaknesses(
        study(), first, [broken, rarely_broken, second], leave_out=leave_out
    )
    assert [strategy for strategy, _ in weaknesses] == [second]
    assert failed == ["broken", "rarely broken"]
    for find in (find_victories, find_weaknesses):
        with pytest.raises(FathomError, match="illegal"):
            find(study(), first, [broken])
        # A failure of the default strategy or of the player is no reason to leave others out.
        with pytest.raises(FathomError, match="illegal"):
            find(study(), broken, [first], leave_out=leave_out)


def test_the_next_victory_counts_if_the_clearest_is_no_victory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shares = {
        ("clear", "first"): 0.6,
        ("second", "first"): 0.5,
        ("first", "clear"): 0.4,
        ("first", "second"): 0.2,
        ("clear", "second"): 0.2,
    }
    monkeypatch.setattr(Exam, "play", shares_of_wins(shares))
    assert pairs(named("first"), [named("clear"), named("second")]) == [("second", "first")]


# Strategies that beat a player ----------------------------------------------------


def test_strategies_that_beat_a_player_are_found_on_any_number_of_threads() -> None:
    player, random, planner = (find_strategy(name, GAME) for name in ("bully", "random", "planner"))
    [weakness] = find_weaknesses(study(), player, [random, planner])
    assert weakness[0] == planner
    assert weakness[1].is_weaker
    assert weakness[1].deals == 334
    assert find_weaknesses(study(), player, [random, planner], jobs=2) == [weakness]
    assert find_weaknesses(study(), planner, [player, random]) == []


def test_the_strongest_weakness_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = {"weak": 0.6, "equal": 0.33, "strong": 0.25, "strongest": 0.1}
    of_pairs = {("player", name): share for name, share in shares.items()}
    monkeypatch.setattr(Exam, "play", shares_of_wins(of_pairs))
    weaknesses = find_weaknesses(study(), named("player"), [named(name) for name in shares])
    shares_by_name = [(s.name, round(strength.share, 3)) for s, strength in weaknesses]
    assert shares_by_name == [("strongest", 0.1), ("strong", 0.25)]


# Weaker rivals, and tiers ----------------------------------------------------------


@pytest.mark.parametrize(
    ("strongest", "default", "below"),
    [
        ("planner", "planner", ["middle", "low"]),
        ("low", "planner", ["planner", "middle"]),
        ("other", "planner", ["planner", "middle", "low"]),
        # The default thinks ahead, and random play takes its place.
        ("planner", "low", ["other", "middle", "low"]),
    ],
)
def test_weaker_rivals_are_the_default_and_one_strategy_of_each_other_tier(
    strongest: str, default: str, below: Sequence[str]
) -> None:
    tiers = {"planner": 2, "other": 2, "middle": 1, "second": 1, "low": 0}
    known = {name: named(name, tier) for name, tier in tiers.items()}
    rivals = rivals_below(known[strongest], known[default], list(known.values()))
    assert [rival.name for rival in rivals] == below


@pytest.mark.parametrize(
    ("tiers", "differences", "expected"),
    [
        ((2, 1, 0), [0.1], 3),
        ((3, 1, 0), [0.1], 3),  # There is no higher tier.
        ((2, 1, 0), [0.01], 2),
        ((1, 2, 0), [0.01], 2),  # It equals a strategy that beats one of tier 2.
        ((2, 1, 0), [-0.1, 0.1], 1),
        ((1, 2, 0), [-0.1, 0.1], 1),  # A strategy of tier 1 beats it.
        ((2, 1, 0), [-0.1, -0.1, 0.01], 0),
        ((2, 1), [-0.1, -0.1], 0),
    ],
)
def test_the_tier_follows_from_the_rivals_that_are_and_are_not_stronger(
    tiers: Sequence[int], differences: Sequence[float], expected: int
) -> None:
    rivals = [named(f"rival {number}", tier) for number, tier in enumerate(tiers)]
    strengths = [
        Strength(0.33 + difference, 0.33, difference - 0.05, difference + 0.05, 100)
        for difference in differences
    ]
    assert tier_of(rivals, strengths, highest=3) == expected
