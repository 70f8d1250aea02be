"""The table of duels, and what the JSON object holds of them."""

from __future__ import annotations

from typing import Any

from reports.figures.statistics import Estimate, finite, plain
from reports.tournament.duels import Apart, Duel
from reports.tournament.results import TournamentResults

#: What its seating is called where all of a pair are taken together.
ALL = "all"
#: What every column means; `fathom schema --tables` prints this.
COLUMNS = {
    "strategy": "the strategy that ranks higher, A of the seating",
    "other": "the one that ranks lower, B of the seating",
    "seating": f"who sits where, up to rotation; {ALL}: all of the pair together",
    "games": "games played",
    "difference": "win rate of strategy - that of other, each per seat it has",
    "low": "lower end of the interval of difference",
    "high": "upper end of the interval of difference",
    "p_value": "how likely so large a difference is by chance where there is none; of all alone",
    "p_holm": "p_value corrected for all pairs (Holm)",
    "verdict": "above if strategy clearly wins more than other, below if less, else not told; of "
    "all alone",
    "rotation_gain": "how many times as many games, each on a deal of its own, the same interval "
    "would take; of all alone",
    "unfinished": "games that reached the safety cap on turns undecided",
}


def rows_of(results: TournamentResults) -> list[dict[str, Any]]:
    """Return a row for each pair, and one for each way in which it sits."""
    return [row for duel in results.duels.pairs for row in _rows(results, duel)]


def _rows(results: TournamentResults, duel: Duel) -> list[dict[str, Any]]:
    names = {"strategy": results.specs[duel.first], "other": results.specs[duel.second]}
    together = {
        **names,
        "seating": ALL,
        "games": duel.games,
        **_interval(duel.difference),
        "p_value": duel.compared.p_value,
        "p_holm": duel.compared.p_holm,
        "verdict": duel.compared.word,
        "rotation_gain": duel.rotation_gain,
        "unfinished": duel.unfinished,
    }
    return [
        together,
        *(
            {
                **names,
                "seating": seated.seating,
                "games": seated.games,
                **_interval(seated.difference),
                "unfinished": seated.unfinished,
            }
            for seated in duel.seated
        ),
    ]


def _interval(difference: Estimate) -> dict[str, float]:
    return {"difference": difference.value, "low": difference.low, "high": difference.high}


def summarise_duels(results: TournamentResults) -> dict[str, Any]:
    """Return what the duels gave as plain values for JSON; nothing if none were played."""
    duels = results.duels
    if not duels.are_played:
        return {}
    return {
        "duels": [
            {
                "strategy": results.specs[duel.first],
                "other": results.specs[duel.second],
                "games": duel.games,
                **plain(duel.difference),
                "p_value": duel.compared.p_value,
                "p_holm": duel.compared.p_holm,
                "verdict": duel.compared.word,
                "rotation_gain": finite(duel.rotation_gain),
                "seatings": [
                    {"seating": one.seating, "games": one.games, **plain(one.difference)}
                    for one in duel.seated
                ],
                "neighbours": [
                    _apart(one)
                    for one in duels.apart
                    if (one.first, one.second) == (duel.first, duel.second)
                ],
            }
            for duel in duels.pairs
        ]
    }


def _apart(apart: Apart) -> dict[str, Any]:
    return {
        "more": apart.more.seating,
        "less": apart.less.seating,
        **plain(apart.corrected),
        "p_value": apart.compared.p_value,
        "p_holm": apart.compared.p_holm,
        "clear": apart.compared.is_clear,
    }
