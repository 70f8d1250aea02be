"""The tables of a tournament, tidy, and its JSON object: what other programs read."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from reports.figures.statistics import Estimate, finite, plain
from reports.tournament import duel_tables
from reports.tournament.mixed import Ranked
from reports.tournament.race import summarise_race
from reports.tournament.results import TournamentResults
from reports.tournament.verdicts import summarise_verdicts
from reports.writing.columns import frame, meanings, plain_rows
from reports.writing.target_table import TARGETS, judged_rows
from simulate.play.tournament import Tournament

#: What every column of every table means; `fathom schema --tables` prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "matrix": {
        "strategy": "the one: it has one seat of each game",
        "others": "the strategy that plays all other seats",
        "games": "games played",
        "win_rate": "share of the games that the one wins; a win shared by k players counts 1/k",
        "win_rate_low": "lower end of the interval of win_rate",
        "win_rate_high": "upper end of the interval of win_rate",
        "fair_share": "1 / number of players",
        "p_value": "how likely so large a distance from the fair share is by chance",
        "p_holm": "p_value corrected for all cells of the matrix (Holm), and for all looks",
        "verdict": "above or below the fair share if that is clear, else not told",
        "unfinished": "games that reached the safety cap on turns undecided",
    },
    "ranking": {
        "strategy": "the strategy, with its parameters where they differ from the defaults",
        "tier": "how strong it is meant to be",
        "rank": "its place by win_rate, from 1",
        "best_rank": "1 + the strategies that are clearly better",
        "worst_rank": "the number of strategies - those that are clearly worse",
        "games": "games of mixed line-ups, counted once for each seat the strategy has",
        "win_rate": "share of those games won from a seat of this strategy",
        "win_rate_low": "lower end of the interval of win_rate",
        "win_rate_high": "upper end of the interval of win_rate",
        "elo": "strength by Bradley and Terry; 1500 would win half of the games against all others",
        "elo_low": "lower end of the interval of elo; -inf where it won no game",
        "elo_high": "upper end of the interval of elo; inf where it lost no game",
        "share": "share of the players who play it in the long run, when all take up what wins",
        "share_low": "lower end of the interval of share",
        "share_high": "upper end of the interval of share",
        "stable_alone": "where all play it, any other clearly wins less than its share",
        "never_pays": "clearly below the fair share at all tables, mixed ones too, and no share",
    },
    "pairs": {
        "strategy": "the strategy that ranks higher",
        "other": "the one that ranks lower",
        "difference": "by how much its win rate with mixed line-ups is higher",
        "low": "lower end of the interval of difference",
        "high": "upper end of the interval of difference",
        "p_value": "how likely so large a difference is by chance where there is none",
        "p_holm": "p_value corrected for all pairs (Holm), and for all looks",
        "verdict": "above if the first is clearly better, else not told",
    },
    "stops": {
        "lineup": "of a tournament that is played until all is decided: a cell, or the mixed ones",
        "looks": "after how many looks it stopped",
        "games": "games played",
        "settled": "clear, practically fair or open; of mixed line-ups settled if all pairs are",
    },
    "duels": duel_tables.COLUMNS,
    "targets": meanings(TARGETS),
}


def make_tournament_tables(results: TournamentResults) -> dict[str, pd.DataFrame]:
    """Return the tables of a tournament by name; the columns are those of `COLUMNS`."""
    rows = {
        "matrix": [
            _cell(results, one, other)
            for one in range(len(results.specs))
            for other in range(len(results.specs))
        ],
        "ranking": [_ranked(results, ranked) for ranked in results.mixed.ranking],
        "pairs": [
            {
                "strategy": results.specs[pair.first],
                "other": results.specs[pair.second],
                "difference": pair.difference.value,
                "low": pair.difference.low,
                "high": pair.difference.high,
                "p_value": pair.compared.p_value,
                "p_holm": pair.compared.p_holm,
                "verdict": pair.compared.word,
            }
            for pair in results.mixed.pairs
        ],
        "stops": _stops(results),
        "duels": duel_tables.rows_of(results),
    }
    rows = {name: of for name, of in rows.items() if of or name not in ("duels", "stops")}
    found = {name: pd.DataFrame(of, columns=list(COLUMNS[name])) for name, of in rows.items()}
    judged = judged_rows(results.judged())
    return found | ({"targets": frame(TARGETS, judged)} if judged else {})


def _cell(results: TournamentResults, one: int, other: int) -> dict[str, Any]:
    found = {
        "strategy": results.specs[one],
        "others": results.specs[other],
        "games": 0,
        **_interval("win_rate", results.matrix.rates[one][other]),
        "fair_share": results.fair_share,
        "p_value": math.nan,
        "p_holm": math.nan,
        "verdict": "fair by definition, not played",
        "unfinished": 0,
    }
    return found | _against(results, one, other)


def _stops(results: TournamentResults) -> list[dict[str, Any]]:
    """Return of each line-up of a race when it stopped, the mixed ones together."""
    if not results.tournament.races:
        return []
    specs, race, run = results.specs, results.race, results.run
    found = [
        {
            "lineup": f"{specs[one]} at a table of {specs[other]}",
            "looks": looks,
            "games": results.matrix.played(one, other).games,
            "settled": settled,
        }
        for ((one, other), settled), looks in zip(race.cells.items(), run.looked, strict=False)
    ]
    ranking = "open" if race.open_pairs else "settled"
    mixed = {"lineup": "mixed line-ups", "looks": run.looked[len(run.cells)]}
    return [*found, mixed | {"games": results.mixed.games, "settled": ranking}]


def _ranked(results: TournamentResults, ranked: Ranked) -> dict[str, Any]:
    number = ranked.strategy
    return {
        "strategy": results.specs[number],
        "tier": results.tiers[number],
        "rank": ranked.rank,
        "best_rank": ranked.best,
        "worst_rank": ranked.worst,
        "games": ranked.win_rate.n,
        **_interval("win_rate", ranked.win_rate),
        **_interval("elo", ranked.elo),
        **_interval("share", results.long_run.shares[number]),
        "stable_alone": number in results.long_run.stable_alone,
        "never_pays": number in results.long_run.never_pays,
    }


def _interval(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def summarise_tournament(results: TournamentResults) -> dict[str, Any]:
    """Return everything a tournament found as plain values that JSON can hold.

    Rates are shares of 1; an end of an interval that is not known is ``None``.
    """
    run, study, specs = results.run, results.study, results.specs
    found: dict[str, Any] = {
        "game": study.called,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "seed": study.seed,
        "confidence": results.confidence,
        "strategies": list(specs),
        "tiers": dict(zip(specs, results.tiers, strict=True)),
        "games": run.games,
        "games_per_cell": results.cell_games,
        "mixed_lineups": len(run.mixed),
        "mixed_lineups_possible": results.tournament.mixed_possible,
        "mixed_games": results.mixed.games,
        "matrix": [
            [
                _rate(results.matrix.rates[one][other]) | _against(results, one, other)
                for other in range(len(specs))
            ]
            for one in range(len(specs))
        ],
        "ranking": [
            {
                "strategy": specs[ranked.strategy],
                "rank": ranked.rank,
                "best_rank": ranked.best,
                "worst_rank": ranked.worst,
                "games": ranked.win_rate.n,
                **_rate(ranked.win_rate),
                **_elo(ranked.elo),
                "never_pays": ranked.strategy in results.long_run.never_pays,
            }
            for ranked in results.mixed.ranking
        ],
        "pairs": [
            {
                "strategy": specs[pair.first],
                "other": specs[pair.second],
                **plain(pair.difference),
                "p_value": pair.compared.p_value,
                "p_holm": pair.compared.p_holm,
                "verdict": pair.compared.word,
            }
            for pair in results.mixed.pairs
        ],
        **duel_tables.summarise_duels(results),
        "equilibrium": [
            {"strategy": spec, **plain(share)}
            for spec, share in zip(specs, results.long_run.shares, strict=True)
        ],
        "effective_styles": plain(results.long_run.effective_styles),
        "stable_alone": [specs[number] for number in results.long_run.stable_alone],
        "cycles": [[specs[number] for number in cycle] for cycle in results.matrix.cycles],
        "never_pays": [specs[number] for number in results.long_run.never_pays],
        "verdicts": summarise_verdicts(results),
        "unfinished": run.unfinished,
    }
    if results.tournament.races:
        found["until_decided"] = summarise_race(results)
    if study.targets:
        found["targets"] = plain_rows(TARGETS, judged_rows(results.judged()))
    return found | {
        "interrupted": run.interrupted,
        "study_id": results.tournament.id,
        "played_study_id": _played(results).id,
        "tally_id": run.tally_id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games / run.elapsed, 1),
    }


def _played(results: TournamentResults) -> Tournament:
    """Return the tournament that gives just these games; a race, whole, gives them again."""
    tournament = results.tournament
    return tournament if tournament.races else tournament.played(results.cell_games)


def _rate(estimate: Estimate) -> dict[str, float]:
    return {"win_rate": estimate.value, "ci_low": estimate.low, "ci_high": estimate.high}


def _against(results: TournamentResults, one: int, other: int) -> dict[str, Any]:
    if one == other:
        return {}
    against, played = results.matrix.against_fair[one, other], results.matrix.played(one, other)
    return {
        "games": played.games,
        "p_value": against.p_value,
        "p_holm": against.p_holm,
        "verdict": against.word,
        "unfinished": played.unfinished,
        **({"settled": results.race.cells[one, other]} if results.tournament.races else {}),
    }


def _elo(elo: Estimate) -> dict[str, float | None]:
    return {"elo": elo.value, "elo_ci_low": finite(elo.low), "elo_ci_high": finite(elo.high)}
