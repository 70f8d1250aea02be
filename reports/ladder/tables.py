"""The columns and rows of the tables of a ladder: rungs, budgets, skill and luck."""

from __future__ import annotations

from typing import Any

from reports.analysis.contest_results import Side
from reports.figures.figure import POINTS, SHARE
from reports.ladder.results import LadderResults, Rung
from reports.ladder.sentences import SOURCE_WORDS
from reports.ladder.thinking import BudgetStep
from reports.writing import wording
from reports.writing.columns import Column
from reports.writing.document import Cell
from reports.writing.wording import percent
from simulate.strategy import TIERS

#: The cell for the verdict on a rung, which says how it compares with the reference.
_VERDICTS: dict[Side, Cell] = {
    "above": Cell("stronger", tone="more"),
    "below": Cell("weaker", tone="less"),
    "not told": Cell("not clear"),
}
#: The word for the verdict on two budgets, which says how the larger compares with the smaller.
_STEP_WORDS: dict[Side, str] = {"above": "better", "below": "worse", "not told": "not clear"}


def _show_strategy(rung: Rung) -> Cell:
    """Return the cell with the strategy of a rung."""
    return Cell(rung.label, code=True, strong=not rung.compared)


def _show_wins(rung: Rung) -> Cell:
    """Return the cell with the win rate of a rung; without an interval if that has no width."""
    win_rate = rung.win_rate
    is_exact = win_rate.low == win_rate.high
    text = percent(win_rate.value) if is_exact else wording.with_interval(win_rate, SHARE)
    return Cell(text, win_rate.value, wording.with_half(win_rate, SHARE))


def _show_elo(rung: Rung) -> Cell:
    """Return the cell with the Elo of a rung and its interval."""
    short = wording.elo_with_half(rung.elo) if rung.compared else ""
    return Cell(wording.elo(rung.elo, "+"), rung.elo.value, short)


def _verdict(rung: Rung) -> str:
    """Return the verdict on a rung, in the words of files and JSON."""
    if rung.compared:
        return rung.compared.word
    return "the reference" if rung.games else "fair by definition, not played"


def _show_verdict(rung: Rung) -> Cell | str:
    """Return the verdict on a rung as documents show it."""
    if rung.compared:
        return _VERDICTS[rung.compared.word]
    return "the reference" if rung.games else "not played"


def _show_speed(rung: Rung) -> Cell:
    """Return the cell with the speed of a rung's games; empty if it has no games."""
    return Cell(wording.speed(rung.games_per_s) if rung.games else "", rung.games_per_s)


def describe_wins(rung: Rung) -> str:
    """Return the win rate of a rung as text, for charts."""
    if rung.kind == "reference" and not rung.games:
        return f"{percent(rung.win_rate.value)} by definition"
    return wording.share_of(rung.win_rate)


#: The columns of the table of rungs. Each row is a `Rung`.
RUNG_COLUMNS = (
    Column(
        "strategy",
        "the strategy; it has one seat of each game",
        lambda rung: rung.spec,
        heading="strategy",
        display=_show_strategy,
        numeric=False,
    ),
    Column("kind", "reference (it is not played against itself), style, or thinking (ahead)"),
    Column("tier", "the intended strength of the strategy", lambda rung: TIERS[rung.strategy.tier]),
    Column(
        "rollouts",
        "games that it simulates for each action; 0 if it does not think ahead",
        lambda rung: rung.budget,
    ),
    Column("games", "games played"),
    Column(
        "win_rate",
        "share of the games that it wins; a win shared by k players counts 1/k",
        interval=True,
        heading="wins",
        short="wins in %",
        display=_show_wins,
    ),
    Column(
        "from_fair",
        "win_rate minus 1 / number of players, or of sides; if all win or lose together, minus the "
        "win_rate of the reference",
        interval=True,
    ),
    Column(
        "elo",
        "lead over each other player in Elo points; with a lead of 100 it wins 64% of the games "
        "that one of the two wins",
        interval=True,
        heading="Elo",
        display=_show_elo,
    ),
    Column(
        "p_value",
        "probability of a distance from the fair share at least this large by chance alone",
        lambda rung: rung.compared and rung.compared.p_value,
    ),
    Column(
        "p_holm",
        "p_value corrected for all rungs (Holm)",
        lambda rung: rung.compared and rung.compared.p_holm,
    ),
    Column(
        "verdict",
        "above or below the fair share if that is clear, else not told",
        _verdict,
        heading="is",
        display=_show_verdict,
        numeric=False,
    ),
    Column(
        "games_per_s",
        "games per second, of all threads together",
        lambda rung: round(rung.games_per_s, 4),
        heading="games per second",
        short="per second",
        spare=True,
        display=_show_speed,
    ),
)


def _show_step(step: BudgetStep) -> str:
    """Return words for the verdict on a step from one budget of a search to the next."""
    return _STEP_WORDS[step.compared.word]


#: The columns of the table of budgets. Each row is a `BudgetStep`.
THINKING_COLUMNS = (
    Column("fewer", "the smaller number of rollouts", heading="rollouts"),
    Column("more", "the larger number of rollouts", heading="more rollouts", short="more"),
    Column(
        "value",
        "win rate with more rollouts minus that with fewer, on the same deals; the intervals of "
        "all rows hold together",
        lambda step: step.difference,
        interval=True,
        heading="difference",
        unit=POINTS,
    ),
    Column(
        "p_value",
        "probability of a difference at least this large by chance alone",
        lambda step: step.compared.p_value,
    ),
    Column("p_holm", "p_value corrected for all rows (Holm)", lambda step: step.compared.p_holm),
    Column(
        "verdict",
        "above if more rollouts are clearly better, below if clearly worse, else not told",
        lambda step: step.compared.word,
        heading="is",
        display=_show_step,
        numeric=False,
    ),
)

#: The columns of the table on skill. The rows come from `skill_rows`.
SKILL_COLUMNS = (
    Column("strategy", "a strong player; it has one seat of each game"),
    Column("others", "a player that moves at random, in all other seats"),
    Column("games", "games played"),
    Column("win_rate", "share of the games that the strong player wins", interval=True),
    Column(
        "coin_share",
        "share of luck, from 0 (none, as in chess) to 1 (only luck, as in tossing a coin)",
        interval=True,
    ),
    Column("elo", "lead of the strong player over each of the others in Elo points", interval=True),
    Column(
        "top",
        "the upper end of the ladder: the strategy with the largest budget, or else the strong "
        "player",
    ),
    Column(
        "width",
        "lead in Elo of the upper end over the player that moves at random, both at a table of the "
        "reference",
        interval=True,
    ),
)


def skill_rows(results: LadderResults) -> list[dict[str, Any]]:
    """Return the only row of the table on skill, as a dictionary by column.

    The list is empty if skill was not measured.
    """
    skill = results.skill
    if not skill:
        return []
    top = results.ends[0].spec if results.ends else None
    return [{**vars(skill), "games": skill.win_rate.n, "top": top, "width": results.width}]


def _show_source(row: dict[str, Any]) -> str:
    """Return words for the source of luck in a row."""
    return SOURCE_WORDS[row["source"]]


#: The columns of the table on luck. The rows come from `luck_rows`.
LUCK_COLUMNS = (
    Column(
        "source",
        "source of luck: seat, opening (all dealt before the first move), later (cards and dice "
        "after it), play (chance in the players' choices), or together",
        heading="alone",
        display=_show_source,
        numeric=False,
    ),
    Column("strategy", "the strategy in every seat"),
    Column("games", "games played"),
    Column(
        "share",
        'share of the variance of wins that the source explains alone; in the row "together", the '
        "share that no source explains alone",
        interval=True,
        heading="share",
        unit=SHARE,
    ),
)


def luck_rows(results: LadderResults) -> list[dict[str, Any]]:
    """Return a row (a dictionary by column) for each source of luck.

    The list is empty if luck was not measured.
    """
    return [
        {
            "source": source,
            "strategy": results.run.crossed.spec,
            "games": share.n,
            "share": share,
        }
        for source, share in results.luck.items()
    ]
