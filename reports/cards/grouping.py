"""The results of groups of cards that the rules treat alike, such as one value in all colours."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.analysis.contest_results import confidence_per_look
from reports.cards.play import mean_of
from reports.cards.results import Card, CardsResults, side_of_zero, sums_of
from reports.figures.statistics import UNKNOWN, Estimate, half_width, mean_ratio


def group_cards(results: CardsResults) -> list[Card]:
    """Return the results of each group of cards, the best first.

    These are the results of the single cards if the deck declares no groups, or no card is drawn by
    chance. The verdicts on draws hold jointly for all groups.

    Raises
    ------
    ValueError
        If the games were played without counting cards.
    """
    groups = results.design.groups
    if not groups or not results.estimates:
        return results.cards
    confidence = confidence_per_look(results.confidence, 1, len(groups))
    cards = [_combine(results, name, kinds, confidence) for name, kinds in groups.items()]
    return sorted((card for card in cards if card.drawn.n), key=lambda card: -card.drawn.value)


def _combine(results: CardsResults, name: str, kinds: Sequence[int], confidence: float) -> Card:
    """Return the results of several kinds of cards together; only draws and uses are known.

    The value of a draw is the mean over all draws of these kinds. The errors of different kinds are
    treated as independent. In fact their correlation is slightly negative, because a draw of one
    kind is no draw of another, so the interval is slightly too wide.

    Raise `ValueError` if the games were played without counting cards.
    """
    run = results.run.drawn
    draws = [mean_of(run, "draws", kind) for kind in kinds]
    weights = [mean_of(run, "drawn_odds", kind) for kind in kinds]
    estimates = [mean_ratio(sums_of(run, "drawn", kind), confidence) for kind in kinds]
    drawn = _mean_of(estimates, weights)
    used = math.nan
    if sum(draws) and max(kinds) < results.design.usable:
        used = sum(mean_of(run, "plays", kind) for kind in kinds) / sum(draws)
    return Card(
        card=name,
        drawn=drawn,
        opening=UNKNOWN,
        played=UNKNOWN,
        verdict=side_of_zero(drawn),
        exchanged=UNKNOWN,
        exchange="not made",
        per_game=sum(draws),
        used=used,
        held=math.nan,
        by_winners=UNKNOWN,
        played_verdict="not told",
        got=math.nan,
        won_with=UNKNOWN,
        won_with_verdict="not told",
    )


def _mean_of(estimates: Sequence[Estimate], weights: Sequence[float]) -> Estimate:
    """Return the weighted mean of independent estimates.

    Estimates with weight 0 are left out. It is `UNKNOWN` if none is left.
    """
    weighted_values = [
        (estimate, weight) for estimate, weight in zip(estimates, weights, strict=True) if weight
    ]
    if not weighted_values:
        return UNKNOWN
    total = sum(weight for _, weight in weighted_values)
    mean = sum(estimate.value * weight for estimate, weight in weighted_values) / total
    half = (
        math.hypot(*(half_width(estimate) * weight for estimate, weight in weighted_values)) / total
    )
    return Estimate(
        mean, mean - half, mean + half, sum(estimate.n for estimate, _ in weighted_values)
    )
