"""The tables of a ladder, tidy, and its JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from reports.ladder.results import LadderResults
from reports.writing.columns import Column, frames, plain_rows
from reports.writing.target_table import TARGETS, judged_rows

#: What the verdict is on who plays all other seats too.
FAIR = "fair by definition, not played"
#: The tables' columns. Rows of `rungs` are `Rung`, of `thinking` `Step`.
TABLES: dict[str, Sequence[Column]] = {
    "rungs": (
        Column("strategy", "the strategy: it has one seat of each game", lambda rung: rung.spec),
        Column("kind", "reference (it is the others itself, and not played), style, or thinking"),
        Column("tier", "how strong it is meant to be"),
        Column(
            "rollouts",
            "games that it plays on in its thoughts for each action; 0 for none",
            lambda rung: rung.budget,
        ),
        Column("games", "games played"),
        Column(
            "win_rate",
            "share of the games that it wins; a win shared by k players counts 1/k",
            interval=True,
        ),
        Column("from_fair", "win_rate - 1 / number of players", interval=True),
        Column(
            "elo",
            "how far it is ahead of one of the others; 100: of the games that one of the two "
            "wins, it wins 64 %",
            interval=True,
        ),
        Column(
            "p_value",
            "how likely so large a distance from the fair share is by chance",
            lambda rung: rung.compared.p_value if rung.compared else None,
        ),
        Column(
            "p_holm",
            "p_value corrected for all rungs (Holm)",
            lambda rung: rung.compared.p_holm if rung.compared else None,
        ),
        Column(
            "verdict",
            "above or below the fair share if that is clear, else not told",
            lambda rung: rung.compared.word if rung.compared else FAIR,
        ),
        Column(
            "games_per_s",
            "games a second, of all threads together",
            lambda rung: round(rung.games_per_s, 4),
        ),
    ),
    "thinking": (
        Column("fewer", "rollouts"),
        Column("more", "more rollouts"),
        Column(
            "value",
            "by how much the win rate is higher with more, on the same deals",
            lambda step: step.difference.estimate,
            interval=True,
        ),
        Column(
            "low_of_all",
            "lower end of an interval so wide that those of all rows hold together",
            lambda step: step.corrected.estimate.low,
        ),
        Column(
            "high_of_all", "upper end of that interval", lambda step: step.corrected.estimate.high
        ),
        Column(
            "p_value",
            "how likely so large a difference is by chance where there is none",
            lambda step: step.compared.p_value,
        ),
        Column(
            "p_holm", "p_value corrected for all rows (Holm)", lambda step: step.compared.p_holm
        ),
        Column(
            "verdict",
            "above if more is clearly better, below if it is clearly worse, else not told",
            lambda step: step.compared.word,
        ),
    ),
    "skill": (
        Column("strategy", "a strong player: it has one seat of each game"),
        Column("others", "who plays at random, in all other seats"),
        Column("games", "games played"),
        Column("win_rate", "share of the games that the strong player wins", interval=True),
        Column(
            "coin_share",
            "luck, from 0 (none, as in chess) to 1 (nothing else, as in tossing a coin)",
            interval=True,
        ),
        Column("elo", "how far the strong player is ahead of one of the others", interval=True),
        Column("top", "the upper end of the ladder: the largest budget, or else the strong player"),
        Column(
            "width",
            "by how much Elo the upper end is ahead of who plays at random, both measured at the "
            "ladder's table",
            interval=True,
        ),
    ),
    "luck": (
        Column(
            "source",
            "what decides who wins: seat, opening (all dealt before the first move), later (cards"
            " and dice after it), play (chance in the players' choices), or together",
        ),
        Column("strategy", "who plays in every seat"),
        Column("games", "games played"),
        Column(
            "share",
            "share of the variance of who wins that it explains alone; of together, what is "
            "explained by none alone",
            interval=True,
        ),
    ),
    "targets": TARGETS,
}


def make_ladder_tables(results: LadderResults) -> dict[str, pd.DataFrame]:
    """Return the tables of a ladder by name; the columns are those of `TABLES`."""
    return frames(TABLES, _rows(results), if_asked=("targets",))


def _rows(results: LadderResults) -> dict[str, Sequence[Any]]:
    thinking, skill, luck = results.thinking, results.skill, results.luck
    return {
        "rungs": results.rungs,
        "thinking": thinking.steps if thinking else (),
        "skill": [
            {
                "strategy": skill.strong,
                "others": skill.weak,
                "games": skill.win_rate.n,
                "win_rate": skill.win_rate,
                "coin_share": skill.coin,
                "elo": skill.elo,
                "top": results.ends[0].spec if results.ends else None,
                "width": results.width,
            }
        ]
        if skill
        else (),
        "luck": [
            {"source": source, "strategy": luck.spec, "games": luck.games, "share": share}
            for source, share in luck.shares.items()
        ]
        if luck
        else (),
        "targets": judged_rows(results.judged()),
    }


def summarise_ladder(results: LadderResults) -> dict[str, Any]:
    """Return everything a ladder found as plain values that JSON can hold.

    Rates are shares of 1; what is not known is ``None``.
    """
    run, study, thinking = results.run, results.study, results.thinking
    rows = {name: plain_rows(TABLES[name], one) for name, one in _rows(results).items()}
    return {
        "game": study.called,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "seed": study.seed,
        "confidence": results.confidence,
        "reference": results.reference,
        "games": run.games,
        "rungs": rows["rungs"],
        "thinking": thinking
        and {
            "verdict": thinking.word,
            "rollouts": thinking.budget,
            "differences": rows["thinking"],
        },
        "skill": next(iter(rows["skill"]), None),
        "luck": rows["luck"],
        **({"targets": rows["targets"]} if study.targets else {}),
        "unfinished": run.unfinished,
        "interrupted": run.interrupted,
        "study_id": results.ladder.id,
        "played_study_id": run.as_played.id,
        "tally_id": run.tally_id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games / run.elapsed, 1),
    }
