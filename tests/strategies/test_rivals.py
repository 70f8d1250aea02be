"""The strategies with which a learned player is compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from reports.analysis.selection import resolve_study
from simulate.command_options import Selection
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy
from strategies.learned import rivals
from strategies.learned.measuring import CONFIDENCE, Exam, Strength
from strategies.learned.rivals import find_victories, find_weaknesses, rivals_below

GAME = "schnuff"


def study() -> Study:
    selection = Selection(source=GAME, players=3, strategy=["random"], seed=1)
    return resolve_study(selection)[0]


def named(name: str, tier: int = 0) -> Strategy:
    return replace(find_strategy("random", GAME), name=name, tier=tier)


def test_stronger_strategies_are_found_on_any_number_of_threads() -> None:
    names = ("random", "bully", "planner")
    usual, bully, planner = (find_strategy(name, GAME) for name in names)
    victories = find_victories(study(), usual, [bully, planner])
    assert [(victory.winner, victory.loser) for victory in victories] == [(planner, usual)]
    assert victories[0].strength.share > 0.6
    assert victories[0].strength.deals == 334  # Each is played in every rotation of the seats.
    assert find_victories(study(), usual, [bully, planner], jobs=2) == victories
    assert find_victories(study(), planner, [bully, usual]) == []
    assert find_victories(study(), usual, []) == []


def test_winners_are_challenged_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    # The second is stronger than the first, and the third only than the second.
    shares = {
        ("second", "first"): 0.5,
        ("third", "first"): 0.2,
        ("third", "second"): 0.45,
        ("third", "third"): 0.33,
    }

    def measure(exam: Exam, strategy: Strategy, jobs: int) -> Strength:
        share = shares[strategy.name, exam.rival.name]
        return Strength(share, 1 / 3, share - 1 / 3 - 0.05, share - 1 / 3 + 0.05, exam.deals)

    monkeypatch.setattr(Exam, "measure_strategy", measure)
    victories = find_victories(study(), named("first"), [named("second"), named("third")])
    pairs = [(victory.winner.name, victory.loser.name) for victory in victories]
    assert pairs == [("second", "first"), ("third", "second")]


def test_only_promising_strategies_play_more_and_more_of_them_need_more_certainty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = []

    def measure(exam: Exam, strategy: Strategy, jobs: int) -> Strength:
        played.append((strategy.name, exam.deals, round(exam.confidence, 4)))
        share = 0.2 if strategy.name == "weak" else 0.4
        return Strength(share, 1 / 3, share - 1 / 3 - 0.1, share - 1 / 3 + 0.1, exam.deals)

    monkeypatch.setattr(Exam, "measure_strategy", measure)
    others = [named("strong"), named("weak"), named("other")]
    # Neither of the promising ones is surely stronger.
    assert find_victories(study(), named("usual"), others) == []
    trials = [("strong", 67, CONFIDENCE), ("weak", 67, CONFIDENCE), ("other", 67, CONFIDENCE)]
    assert played == [*trials, ("strong", 334, 0.975), ("other", 334, 0.975)]


def test_only_sure_weaknesses_of_a_player_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = {"weak": [0.6], "even": [0.3, 0.32], "strong": [0.2, 0.25], "strongest": [0.1, 0.1]}
    left = {name: iter(values) for name, values in shares.items()}

    def measure(exam: Exam, *_: Any) -> Strength:
        share = next(left[exam.rival.name])
        return Strength(share, 1 / 3, share - 1 / 3 - 0.05, share - 1 / 3 + 0.05, exam.deals)

    monkeypatch.setattr(Exam, "measure", measure)
    brain: Any = None
    weaknesses = find_weaknesses(study(), brain, named("base"), list(map(named, shares)))
    found = [(strategy.name, strength.share) for strategy, strength in weaknesses]
    assert found == [("strongest", 0.1), ("strong", 0.25)]
    assert not any(list(values) for values in left.values())


def test_equal_strategies_are_hardly_ever_called_stronger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "TRIAL_GAMES", 30)
    monkeypatch.setattr(rivals, "CHALLENGE_GAMES", 90)
    equals = [named("second"), named("third"), named("fourth")]
    found = 0
    for seed in range(30):
        monkeypatch.setattr(rivals, "TRIAL_SEED", 10_000 + seed)
        monkeypatch.setattr(rivals, "CHALLENGE_SEED", 20_000 + seed)
        found += len(find_victories(study(), named("first"), equals))
    # At most 2.5% of 30 are expected. Six or more have a probability of one in ten thousand.
    assert found < 6


@pytest.mark.parametrize(
    ("strongest", "below"),
    [
        ("planner", ["middle", "low"]),
        ("low", ["planner", "middle"]),
        ("other", ["planner", "middle", "low"]),
    ],
)
def test_weaker_rivals_are_the_usual_strategy_and_one_of_each_lower_tier(
    strongest: str, below: Sequence[str]
) -> None:
    tiers = {"planner": 2, "other": 2, "middle": 1, "second": 1, "low": 0}
    known = [named(name, tier) for name, tier in tiers.items()]
    [winner] = [strategy for strategy in known if strategy.name == strongest]
    assert [rival.name for rival in rivals_below(winner, known[0], known)] == below
