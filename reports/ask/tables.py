"""The table of `ask`: the cost of each handicap."""

from __future__ import annotations

from reports.analysis.contest_results import unfinished_games
from reports.ask.results import Effect, HandicapResult
from reports.ask.sentences import handicap_text, question_text, yes_or_no
from reports.figures.figure import POINTS, SHARE
from reports.writing import wording
from reports.writing.columns import Column
from reports.writing.document import Cell, Tone

_TONES: dict[Effect, Tone] = {"costs": "more", "free": "", "helps": "less", "not clear": ""}


def _show_player(answer: HandicapResult) -> Cell:
    return Cell(handicap_text(answer), below=f"played by {answer.player.spec}")


def _show_wins(answer: HandicapResult) -> Cell:
    return Cell(wording.value(answer.win_rate, SHARE), answer.win_rate.value)


def write_cost(answer: HandicapResult) -> str:
    """Write the cost with its interval and effect, as in "+5.1 (+3.0 to +7.2) costs"."""
    cost = answer.cost
    value = wording.number(cost.value, (cost.high - cost.low) / 2, POINTS)
    return f"{value} ({wording.ends(cost, POINTS)}) {answer.effect}"


def _show_cost(answer: HandicapResult) -> Cell:
    return Cell(write_cost(answer), answer.cost.value, tone=_TONES[answer.effect])


def _show_used(answer: HandicapResult) -> Cell:
    kind = answer.question.kind
    if not kind:
        return Cell("", -1.0)
    share = kind.chosen / kind.offered
    return Cell(wording.percent(share, 0), share)


def _offered(answer: HandicapResult) -> int | None:
    kind = answer.question.kind
    return kind.offered if kind else None


def _chosen(answer: HandicapResult) -> int | None:
    kind = answer.question.kind
    return kind.chosen if kind else None


#: Rows are `HandicapResult`.
COLUMNS = (
    Column(
        "name",
        "the question's name: without or only a kind of action, or the missing ability",
        lambda answer: answer.question.name,
    ),
    Column("question", "the question in words", question_text),
    Column("answer", "its answer in a word or two", yes_or_no),
    Column(
        "verdict",
        "effect of the handicap if it is clear: costs, free or helps; else not clear",
        lambda answer: answer.effect,
    ),
    Column(
        "player",
        "the strategy with the handicap, as typed after -s",
        lambda answer: answer.player.spec,
        heading="a player",
        display=_show_player,
        numeric=False,
    ),
    Column("games", "games played", lambda answer: answer.run.games),
    Column(
        "win_rate",
        "share of the games won with the handicap; a win shared by k players counts 1/k",
        interval=True,
        heading="wins",
        display=_show_wins,
    ),
    Column(
        "cost",
        "fair share of the decided games minus win_rate; if all play together, the win rate "
        "without a handicap minus win_rate",
        interval=True,
        heading="cost, points",
        display=_show_cost,
    ),
    Column("offered", "choices read that offered that kind of action and another kind", _offered),
    Column(
        "chosen",
        "number of these choices in which the player without a handicap took it",
        _chosen,
        heading="used",
        display=_show_used,
        spare=True,
    ),
    Column(
        "unfinished",
        "games that reached the safety cap on turns undecided",
        lambda answer: unfinished_games(answer.run),
    ),
)
