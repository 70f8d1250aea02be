"""The table of the analysis `ask`: the cost of each handicap."""

from __future__ import annotations

from reports.analysis.contest_results import unfinished_games
from reports.ask.results import Effect, HandicapResult
from reports.ask.sentences import handicap_text, question_text, yes_or_no
from reports.figures.figure import POINTS, SHARE
from reports.writing import wording
from reports.writing.columns import Column
from reports.writing.document import Cell, Tone

#: The tone of the cell of a cost, by the effect of the handicap.
_TONES: dict[Effect, Tone] = {"costs": "more", "free": "", "helps": "less", "not clear": ""}


def _show_player(answer: HandicapResult) -> Cell:
    """Return a cell with the handicap, and below it the strategy that has it."""
    return Cell(handicap_text(answer), below=f"played by {answer.player.spec}")


def _show_wins(answer: HandicapResult) -> Cell:
    """Return a cell with the win rate in percent, without its interval."""
    return Cell(wording.value(answer.win_rate, SHARE), answer.win_rate.value)


def write_cost(answer: HandicapResult) -> str:
    """Return a text with the cost in percentage points, its interval and its effect.

    An example is "+5.1 (+3.0 to +7.2) costs".
    """
    return f"{write_points(answer)} {answer.effect}"


def write_points(answer: HandicapResult) -> str:
    """Return the cost in percentage points with its interval, as in "+5.1 (+3.0 to +7.2)"."""
    cost = answer.cost
    points = wording.number(cost.value, (cost.high - cost.low) / 2, POINTS)
    return f"{points} ({wording.ends(cost, POINTS)})"


def _show_cost(answer: HandicapResult) -> Cell:
    """Return a cell with the cost, its interval and its effect."""
    return Cell(write_cost(answer), answer.cost.value, tone=_TONES[answer.effect])


def _show_used(answer: HandicapResult) -> Cell:
    """Return a cell with the share of choices that take the kind of action; empty for abilities."""
    kind = answer.question.kind
    if not kind:
        return Cell("", -1.0)
    share = kind.chosen / kind.offered
    return Cell(wording.percent(share, 0), share)


def _offered(answer: HandicapResult) -> int | None:
    """Return the number of choices between the kind and others, or None for abilities."""
    kind = answer.question.kind
    return kind.offered if kind else None


def _chosen(answer: HandicapResult) -> int | None:
    """Return the number of choices that took the kind of action, or None for abilities."""
    kind = answer.question.kind
    return kind.chosen if kind else None


#: The columns of the table of questions, whose rows are `HandicapResult`.
COLUMNS = (
    Column(
        "name",
        "name of the question: without or only and a kind of action, or the missing ability",
        lambda answer: answer.question.name,
    ),
    Column("question", "text of the question", question_text),
    Column("answer", "short answer, such as yes or no", yes_or_no),
    Column(
        "verdict",
        "effect of the handicap: costs, free, helps or not clear",
        lambda answer: answer.effect,
    ),
    Column(
        "player",
        "strategy with the handicap, as typed after -s",
        lambda answer: answer.player.spec,
        heading="a player",
        display=_show_player,
        numeric=False,
    ),
    Column("games", "games played", lambda answer: answer.run.games),
    Column(
        "win_rate",
        "share of games won with the handicap; a win shared by k players counts 1/k",
        interval=True,
        heading="wins",
        display=_show_wins,
    ),
    Column(
        "cost",
        "fair share of the decided games minus win_rate; if all players win together, their win "
        "rate without a handicap minus win_rate",
        interval=True,
        heading="cost, points",
        display=_show_cost,
    ),
    Column(
        "offered",
        "choices in a few games between an action of the kind and one of another kind",
        _offered,
    ),
    Column(
        "chosen",
        "number of these choices in which the player without a handicap took the kind",
        _chosen,
        heading="used",
        display=_show_used,
        spare=True,
    ),
    Column(
        "unfinished",
        "games without a result, because they reached the maximum number of turns",
        lambda answer: unfinished_games(answer.run),
    ),
)
