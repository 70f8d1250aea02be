"""Choosing versions: models of figures against the truth of made-up worlds, without any games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice, product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from reports.figures.statistics import Estimate
from reports.sweep.results import Axis
from reports.tune.charts import effects_of, largest_effects
from reports.tune.model import Model, Places
from reports.tune.results import Floats, TargetBounds, TuneResults, rank_ties
from reports.tune.search import FINALISTS, SAFE, finalists, propose, ranked

AXES = [
    Axis("score", (6, 8, 10, 12, 14)),
    Axis("starter", ("same", "rotate", "winner", "loser", "random")),
    Axis("hand", (3, 4, 5, 6, 7)),
    Axis("market", ("open", "closed", "half", "blind", "none")),
    Axis("draws", (1, 2, 3, 4, 5)),
]
POOL: Places = np.array(list(product(*(range(len(axis.values)) for axis in AXES))))
#: The standard error of each figure when a version is played.
ERRORS = np.array([0.3, 0.003])


def wanted(low: tuple[float, ...], high: tuple[float, ...], error: float = 0.1) -> TargetBounds:
    count = len(low)
    paths = tuple(f"figure {n}" for n in range(count))
    noticed = np.array([1.5, 0.01][:count])
    return TargetBounds(paths, np.array(low), np.array(high), noticed, error * noticed)


def world(chance: np.random.Generator) -> Floats:
    """Return two invented figures of every version; each rule and some pairs have an effect."""
    found = []
    for size in (8.0, 0.03):
        total = np.zeros(len(POOL))
        for n, axis in enumerate(AXES):
            steps = np.linspace(-1, 1, len(axis.values))
            words = chance.normal(size=len(axis.values))
            line = chance.normal() * steps + 0.4 * chance.normal() * steps**2
            total += (line if axis.is_number else words)[POOL[:, n]]
            other = POOL[:, n - 1]
            total += 0.3 * chance.normal() * steps[POOL[:, n]] * np.linspace(-1, 1, 5)[other]
        found.append(size * (total - total.mean()) / total.std())
    return np.array([40 + found[0], found[1]]).T


def best_of(wants: TargetBounds, truth: Floats, seed: int, *, modelled: bool) -> bool:
    """Try 80 versions, and return True if the one that seems best really meets all targets."""
    chance = np.random.default_rng(seed)
    picked = list(map(int, chance.permutation(len(POOL))[: 10 if modelled else 80]))
    known, values, changes = list[int](), np.zeros((0, 2)), np.zeros(len(POOL))
    for _ in range(8 if modelled else 1):
        looked = truth[picked] + ERRORS * chance.normal(size=(len(picked), 2))
        known, values = known + picked, np.vstack([values, looked])
        if modelled:
            both = zip(values.T, np.tile(ERRORS, (len(known), 1)).T, strict=True)
            models = [Model.fit(AXES, POOL[known], *one) for one in both]
            orders = propose(models, wants, POOL, changes, chance)
            picked = []
            for order in islice(orders, 10):
                picked += [n for n in order if n not in picked][:1]
    scores, places = wants.scores(values), np.array(known)
    if modelled:
        scores = wants.scores(np.stack([one.mean(POOL) for one in models], axis=1))
        places = np.arange(len(POOL))
    return bool(wants.scores(truth[[places[scores.argmax()]]])[0] >= 0)


@pytest.mark.slow
def test_searching_with_a_model_finds_better_versions_than_random_search() -> None:
    met = {True: 0, False: 0}
    for seed in range(8):
        chance = np.random.default_rng([seed, 1])
        truth = world(chance)
        # The one in 400 versions that are nearest to some point in reach.
        aim = truth[chance.integers(len(truth))]
        apart = np.abs((truth - aim) / [1.5, 0.01]).max(axis=1)
        reach = np.sort(apart)[len(truth) // 400] * np.array([1.5, 0.01])
        wants = wanted(tuple(aim - reach), tuple(aim + reach))
        for modelled in met:
            met[modelled] += best_of(wants, truth, seed, modelled=modelled)
    assert met[True] >= 5, met
    assert met[False] <= 1, met


def test_a_model_predicts_unplayed_versions_with_larger_errors_than_played_ones() -> None:
    chance = np.random.default_rng(5)
    truth = world(chance)[:, 0]
    known = [int(n) for n in chance.permutation(len(POOL))[:150]]
    model = Model.fit(AXES, POOL[known], truth[known], np.full(150, 0.1))
    rest = np.setdiff1d(np.arange(len(POOL)), known)
    assert np.corrcoef(model.mean(POOL[rest]), truth[rest])[0, 1] > 0.97
    assert np.abs(model.mean(POOL[known]) - truth[known]).max() < 1.0
    draws = model.draws(POOL, chance)
    spread = np.std([next(draws) for _ in range(40)], axis=0)
    assert spread[rest].mean() > 1.5 * spread[known].mean()


def test_versions_that_meet_all_targets_rank_first_in_order_of_fewest_changes() -> None:
    wants = wanted((25.0, -0.01), (35.0, 0.01))
    figures = np.array([[30.0, 0.0], [30.0, 0.009], [34.8, 0.0], [36.5, 0.0], [20.0, 0.05]])
    scores = wants.scores(figures)
    assert scores[0] == pytest.approx(10)  # by the want that is met least safely
    assert scores[1] == pytest.approx(1)
    assert scores[2] == pytest.approx(0.2 / 0.15)
    assert scores[3] == pytest.approx(-1)  # in units of the noticeable difference
    assert scores[4] == pytest.approx(-5 / 1.5 - 4)
    changes = np.array([2.0, 1.0, 1.0, 0.0, 0.0])
    assert list(np.argsort(-ranked(scores, changes))) == [0, 2, 1, 3, 4]
    safe = np.array([SAFE + 1 + n for n in range(9)])
    few = np.arange(9)[::-1].astype(float)
    assert (
        finalists(safe, np.ones(9), 10 - few) == [0, 1, 8, 7][:FINALISTS]
    )  # least changed, then safest


def test_a_version_without_the_figure_of_a_target_never_meets_it() -> None:
    wants = wanted((25.0, -0.01), (35.0, 0.01))
    assert wants.scores(np.array([[30.0, np.nan]]))[0] == -np.inf


def test_the_chance_to_meet_all_targets_is_the_product_of_those_of_all_figures() -> None:
    wants = wanted((25.0, -np.inf), (35.0, 0.01))
    figures = np.array([[30.0, 0.01], [35.0, 0.0], [25.0, 0.01], [30.0, np.nan]])
    errors = np.array([[1.0, 0.01], [1.0, 0.001], [1.0, 0.01], [1.0, np.inf]])
    assert wants.chances(figures, errors) == pytest.approx([0.5, 0.5, 0.25, 0.0], abs=1e-4)
    # A version of two points needs both.
    both = replace(wants, points_per_version=2)
    assert both.chances(figures, errors) == pytest.approx([0.25, 0.0], abs=1e-4)


def test_undecided_versions_rank_by_their_chance_and_decided_ones_by_their_changes() -> None:
    wants = wanted((20.0,), (25.0,))
    minutes = np.array([[34.0], [24.9], [24.2], [24.3], [27.0]])
    change_sizes = [0.0, 1.0, 2.0, 1.5, 1.0]

    def names_by_rank(error: float, *verdicts: str) -> list[str]:
        errors = np.full_like(minutes, error)
        bounds = SimpleNamespace(
            estimates_of=lambda points: (minutes, errors),
            scores=wants.scores,
            score_errors=wants.score_errors,
            chances=wants.chances,
        )
        names = ["now", "small", "safe", "similar", "long"]
        tune = SimpleNamespace(
            bounds=bounds,
            points=names,
            verdicts=verdicts,
            change_sizes=change_sizes,
            by_version=lambda points: [[point] for point in points],
        )
        return [version[0] for version in TuneResults.__dict__["ranked"].func(tune)]

    undecided = names_by_rank(0.4, "misses", *["undecided"] * 3, "misses")
    assert undecided == ["safe", "similar", "small", "long", "now"]
    # If two are equally likely in whole percent, the smaller change comes first.
    undecided = names_by_rank(0.1, "misses", *["undecided"] * 3, "misses")
    assert undecided == ["similar", "safe", "small", "long", "now"]
    decided = names_by_rank(0.1, "misses", *["meets"] * 3, "misses")
    assert decided == ["small", "similar", "safe", "long", "now"]


@pytest.mark.parametrize(
    ("scores", "sizes", "order"),
    [
        # The version with one change ties with the best, which has two.
        ([-2.0, -2.1, -4.0], [2.1, 1.1, 0.0], [1, 0, 2]),
        # It is clearly worse.
        ([-2.0, -3.5, -4.0], [2.1, 1.1, 0.0], [0, 1, 2]),
        # The current rules come first only if they are nearest.
        ([-2.0, -2.1, -2.2], [2.1, 1.1, 0.0], [1, 0, 2]),
        ([-2.2, -2.1, -2.0], [2.1, 1.1, 0.0], [2, 1, 0]),
        # Of two versions with the same number of changes, the better one comes first.
        ([-2.0, -2.1, -4.0], [1.2, 1.1, 0.0], [0, 1, 2]),
    ],
)
def test_of_versions_that_tie_the_smallest_change_comes_first(
    scores: list[float], sizes: list[float], order: list[int]
) -> None:
    errors = np.full(3, 0.3)
    best_first = sorted(range(3), key=lambda number: -scores[number])
    assert rank_ties(best_first, np.array(scores), errors, sizes) == order


def tuned(figures: Mapping[Any, float], axes: list[Axis], longest: Any = None) -> Any:
    """Return results of tuning with a figure per version; one version has ten times the games."""
    tried = [
        SimpleNamespace(
            values=values,
            results=SimpleNamespace(
                has=lambda path: True,
                estimate=lambda path, minutes=minutes: Estimate(minutes, minutes, minutes, 1),
                run=SimpleNamespace(games=1_000 if values == longest else 100),
            ),
        )
        for values, minutes in figures.items()
    ]
    return SimpleNamespace(tried=tried, axes=axes)


def test_the_effect_of_a_rule_is_adjusted_for_the_other_rules() -> None:
    # Only one version has target 4, with more games: plain means would hide its effect.
    truth = {(4, 0): 30.0, (6, 0): 40.0, (6, 1): 20.0, (8, 0): 50.0, (8, 1): 30.0}
    axes = [Axis("target", (4, 6, 8, 10)), Axis("rare", (0, 1))]
    effects = dict(effects_of(tuned(truth, axes, (4, 0)), "length.minutes.mean"))
    assert {name: round(effect.value, 6) for name, effect in effects.items()} == {
        "target 4": 20,
        "target 6": 30,
        "target 8": 40,
        "rare 0": 40,
        "rare 1": 20,
    }
    # The rules explain every version, so that no version is off its effect.
    eight = effects["target 8"]
    assert [eight.low, eight.high] == pytest.approx([40, 40])
    assert eight.n == 2


def test_effects_lie_between_the_lowest_and_the_highest_version() -> None:
    random = np.random.default_rng(3)
    for _ in range(20):
        axes = [Axis("target", (4, 6, 8)), Axis("rare", (0, 1)), Axis("hand", (5, 6, 7))]
        versions = list(product((4, 6, 8), (0, 1), (5, 6, 7)))
        chosen = random.choice(len(versions), 9, replace=False)
        figures = {versions[number]: float(random.normal(40, 10)) for number in chosen}
        effects = dict(effects_of(tuned(figures, axes, versions[chosen[0]]), "minutes"))
        for effect in effects.values():
            assert effect.low <= effect.value <= effect.high
        assert any(effect.high - effect.low > 1 for effect in effects.values())


def test_the_rule_with_the_largest_effect_comes_first() -> None:
    axes = [Axis("rare", (0, 1)), Axis("target", (4, 8))]
    figures = {(0, 4): 20.0, (1, 4): 22.0, (0, 8): 50.0, (1, 8): 52.0}
    effects = largest_effects(tuned(figures, axes), "minutes")
    assert [effect.rule for effect in effects] == ["target", "rare"]
    assert [effect.size for effect in effects] == [pytest.approx(30), pytest.approx(2)]


@pytest.mark.parametrize(
    ("figure", "error", "is_helpful"),
    [
        (4.0, 0.1, False),  # As far as the nearest version, as a rule without effect is.
        (3.9, 0.1, False),
        (2.0, 0.1, True),
        (2.0, 0.9, False),  # It may only be luck.
    ],
)
def test_another_rule_helps_if_it_is_clearly_nearer_on_the_same_deals(
    figure: float, error: float, is_helpful: bool
) -> None:
    bounds = wanted((0.0,), (1.0,))
    base, changed = SimpleNamespace(figure=4.0), SimpleNamespace(figure=figure)

    def figures_of(points: Any) -> Floats:
        return np.array([[point.figure] for point in points])

    class Bounds(TargetBounds):
        def estimates_of(self, points: Any) -> tuple[Floats, Floats]:
            figures = figures_of(points)
            return figures, np.full_like(figures, error)

    tune = SimpleNamespace(
        helping=[changed],
        helping_base=[base],
        bounds=Bounds(bounds.paths, bounds.low, bounds.high, bounds.noticed, bounds.error),
        shortfalls=lambda points: bounds.shortfalls(figures_of(points)),
        by_version=lambda points: [[point] for point in points],
    )
    helpful = vars(TuneResults)["helpful"].func(tune)
    assert helpful == ([[changed]] if is_helpful else [])
