"""The tables of a ladder, tidy, and its JSON object: what other programs read."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from reports.figures.statistics import Estimate, finite, plain
from reports.figures.targets import TARGET_COLUMNS, summarise_targets, target_rows
from reports.ladder.luck import Luck
from reports.ladder.results import LadderResults, Rung, Skill
from reports.ladder.thinking import Step, Thinking
from reports.run.tables import as_tables

#: What every column of every table means; `fathom schema --tables` prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "rungs": {
        "strategy": "the strategy: it has one seat of each game",
        "others": "the strategy that plays all other seats",
        "kind": "reference (it is the others itself, and not played), style, or thinking",
        "tier": "how strong it is meant to be",
        "rollouts": "games that it plays on in its thoughts for each action; 0 for none",
        "games": "games played",
        "win_rate": "share of the games that it wins; a win shared by k players counts 1/k",
        "win_rate_low": "lower end of the interval of win_rate",
        "win_rate_high": "upper end of the interval of win_rate",
        "from_fair": "win_rate - 1 / number of players",
        "from_fair_low": "lower end of the interval of from_fair",
        "from_fair_high": "upper end of the interval of from_fair",
        "elo": "how far it is ahead of one of the others; 100: of the games that one of the two "
        "wins, it wins 64 %",
        "elo_low": "lower end of the interval of elo; -inf where it won no game",
        "elo_high": "upper end of the interval of elo; inf where it won them all",
        "p_value": "how likely so large a distance from the fair share is by chance",
        "p_holm": "p_value corrected for all rungs (Holm)",
        "verdict": "above or below the fair share if that is clear, else not told",
        "games_per_s": "games a second, of all threads together",
    },
    "thinking": {
        "fewer": "rollouts",
        "more": "more rollouts",
        "difference": "by how much the win rate is higher with more, on the same deals",
        "low": "lower end of the interval of difference",
        "high": "upper end of the interval of difference",
        "low_of_all": "lower end of an interval so wide that those of all rows hold together",
        "high_of_all": "upper end of that interval",
        "p_value": "how likely so large a difference is by chance where there is none",
        "p_holm": "p_value corrected for all rows (Holm)",
        "verdict": "above if more is clearly better, below if it is clearly worse, else not told",
    },
    "skill": {
        "strategy": "a strong player: it has one seat of each game",
        "others": "who plays at random, in all other seats",
        "games": "games played",
        "win_rate": "share of the games that the strong player wins",
        "win_rate_low": "lower end of the interval of win_rate",
        "win_rate_high": "upper end of the interval of win_rate",
        "coin_share": "luck, from 0 (none, as in chess) to 1 (nothing else, as in tossing a coin)",
        "coin_share_low": "lower end of the interval of coin_share",
        "coin_share_high": "upper end of the interval of coin_share",
        "elo": "how far the strong player is ahead of one of the others",
        "elo_low": "lower end of the interval of elo",
        "elo_high": "upper end of the interval of elo",
        "top": "the upper end of the ladder: the largest budget, or else the strong player",
        "width": "by how much Elo the upper end is ahead of who plays at random, both measured at "
        "the ladder's table",
        "width_low": "lower end of the interval of width",
        "width_high": "upper end of the interval of width",
    },
    "luck": {
        "source": "what decides who wins: seat, opening (all dealt before the first move), later "
        "(cards and dice after it), play (chance in the players' choices), or together",
        "strategy": "who plays in every seat",
        "games": "games played",
        "share": "share of the variance of who wins that it explains alone; of together, what "
        "is explained by none alone",
        "share_low": "lower end of an interval so wide that those of all rows hold together",
        "share_high": "upper end of that interval",
    },
    "targets": TARGET_COLUMNS,
}


def make_ladder_tables(results: LadderResults) -> dict[str, pd.DataFrame]:
    """Return the tables of a ladder by name; the columns are those of `COLUMNS`."""
    thinking, skill, luck = results.thinking, results.skill, results.luck
    rows = {
        "rungs": [_rung(results, rung) for rung in results.rungs],
        "thinking": [_step(step) for step in (thinking.steps if thinking else ())],
        "skill": [_skill(results, skill)] if skill else [],
        "luck": _luck_rows(luck) if luck else [],
        "targets": target_rows(results.judged()),
    }
    return as_tables(rows, COLUMNS)


def _rung(results: LadderResults, rung: Rung) -> dict[str, Any]:
    compared = rung.compared
    return {
        "strategy": rung.spec,
        "others": results.reference,
        "kind": rung.kind,
        "tier": rung.tier,
        "rollouts": rung.budget,
        "games": rung.games,
        **_interval("win_rate", rung.win_rate),
        **_interval("from_fair", rung.from_fair),
        **_interval("elo", rung.elo),
        "p_value": compared.p_value if compared else math.nan,
        "p_holm": compared.p_holm if compared else math.nan,
        "verdict": compared.word if compared else "fair by definition, not played",
        "games_per_s": round(rung.games_per_s, 4),
    }


def _step(step: Step) -> dict[str, Any]:
    alone, together = step.difference.estimate, step.corrected.estimate
    return {
        "fewer": step.fewer,
        "more": step.more,
        "difference": alone.value,
        "low": alone.low,
        "high": alone.high,
        "low_of_all": together.low,
        "high_of_all": together.high,
        "p_value": step.compared.p_value,
        "p_holm": step.compared.p_holm,
        "verdict": step.compared.word,
    }


def _skill(results: LadderResults, skill: Skill) -> dict[str, Any]:
    nothing = Estimate(math.nan, math.nan, math.nan, 0)
    return {
        "strategy": skill.strong,
        "others": skill.weak,
        "games": skill.win_rate.n,
        **_interval("win_rate", skill.win_rate),
        **_interval("coin_share", skill.coin),
        **_interval("elo", skill.elo),
        "top": results.ends[0].spec if results.ends else "",
        **_interval("width", results.width or nothing),
    }


def _luck_rows(luck: Luck) -> list[dict[str, Any]]:
    return [
        {
            "source": source,
            "strategy": luck.spec,
            "games": luck.games,
            **_interval("share", share),
        }
        for source, share in luck.shares.items()
    ]


def _interval(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def summarise_ladder(results: LadderResults) -> dict[str, Any]:
    """Return everything a ladder found as plain values that JSON can hold.

    Rates are shares of 1; what is not known is ``None``.
    """
    run, study = results.run, results.study
    found: dict[str, Any] = {
        "game": study.called,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "seed": study.seed,
        "confidence": results.confidence,
        "reference": results.reference,
        "games": run.games,
        "rungs": [_summarised(rung) for rung in results.rungs],
        "thinking": _thinking(results.thinking),
        "skill": _summarised_skill(results),
        "luck": _luck(results.luck),
        "unfinished": run.unfinished,
    }
    if study.targets:
        found["targets"] = summarise_targets(results.judged())
    return found | {
        "interrupted": run.interrupted,
        "study_id": results.ladder.id,
        "played_study_id": run.as_played.id,
        "tally_id": run.tally_id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games / run.elapsed, 1),
    }


def _summarised(rung: Rung) -> dict[str, Any]:
    found: dict[str, Any] = {
        "strategy": rung.spec,
        "kind": rung.kind,
        "tier": rung.tier,
        "rollouts": rung.budget,
        "games": rung.games,
        **_rate(rung.win_rate),
        "from_fair": rung.from_fair.value,
        **_elo("elo", rung.elo),
        "games_per_s": round(rung.games_per_s, 4),
    }
    if rung.compared:
        found |= {
            "p_value": rung.compared.p_value,
            "p_holm": rung.compared.p_holm,
            "verdict": rung.compared.word,
        }
    return found


def _thinking(thinking: Thinking | None) -> dict[str, Any] | None:
    if not thinking:
        return None
    return {
        "verdict": thinking.word,
        "rollouts": thinking.budget,
        "differences": [
            {
                "fewer": step.fewer,
                "more": step.more,
                **plain(step.difference.estimate),
                "p_value": step.compared.p_value,
                "p_holm": step.compared.p_holm,
                "verdict": step.compared.word,
            }
            for step in thinking.steps
        ],
    }


def _summarised_skill(results: LadderResults) -> dict[str, Any] | None:
    skill, width = results.skill, results.width
    if not skill:
        return None
    return {
        "strategy": skill.strong,
        "others": skill.weak,
        "games": skill.win_rate.n,
        **_rate(skill.win_rate),
        "coin_share": skill.coin.value,
        "coin_share_ci_low": skill.coin.low,
        "coin_share_ci_high": skill.coin.high,
        **_elo("elo", skill.elo),
        "top": results.ends[0].spec if results.ends else None,
        "elo_width": plain(width) if width else None,
    }


def _luck(luck: Luck | None) -> dict[str, Any] | None:
    if not luck:
        return None
    shares = {source: plain(share) for source, share in luck.shares.items()}
    return {"strategy": luck.spec, "games": luck.games, "shares": shares}


def _rate(estimate: Estimate) -> dict[str, float]:
    return {"win_rate": estimate.value, "ci_low": estimate.low, "ci_high": estimate.high}


def _elo(name: str, elo: Estimate) -> dict[str, float | None]:
    return {
        name: finite(elo.value),
        f"{name}_ci_low": finite(elo.low),
        f"{name}_ci_high": finite(elo.high),
    }
