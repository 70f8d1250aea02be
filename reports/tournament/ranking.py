"""Who is best where different styles meet."""

from __future__ import annotations

import math
from typing import Any

from matplotlib.figure import Figure as Drawing

from reports.contest.contest import Question, frame
from reports.figures.figure import SHARE
from reports.tournament.bradley_terry import ELO, EVEN_ELO
from reports.tournament.mixed import Ranked
from reports.tournament.results import TournamentResults
from reports.writing import numbers
from reports.writing.chart_frame import Sheet
from reports.writing.columns import Column
from reports.writing.document import Cell, Table, columns
from reports.writing.forest import Row, draw_forest
from reports.writing.numbers import counted, percent
from reports.writing.words import listed


def _answer(results: TournamentResults) -> list[str]:
    first, *_ = results.mixed.ranking
    name, rate = results.specs[first.strategy], first.win_rate
    wins = (
        f"{numbers.value(rate, SHARE)} of its games ({numbers.interval(rate, SHARE)}; fair is "
        f"{percent(results.fair_share)})"
    )
    if others := results.mixed.best[1:]:
        level = listed([results.specs[other] for other in others])
        return [
            f"With mixed line-ups it is not clear who is best: {name} wins most, {wins}, but "
            f"{level} may be as good."
        ]
    return [f"With mixed line-ups {name} is clearly best: it wins {wins}."]


def _notes(results: TournamentResults) -> list[str]:
    return [_mixed(results), _elo(results)]


def _mixed(results: TournamentResults) -> str:
    """Say what the mixed line-ups were."""
    count, possible = len(results.run.mixed), results.tournament.mixed_possible
    different = min(len(results.specs), results.players)
    who = f"{different} different strategies"
    if different < results.players:
        who += " as evenly as that can be"
    which = f"all {possible:,}" if count == possible else f"{count:,} drawn of {possible:,}"
    which = "the only line-up" if possible == 1 else f"{which} line-ups"
    return (
        f"Mixed line-ups: {which} of {who}, {numbers.whole(results.mixed.games)} games, each deal "
        "in every rotation. A rank is a range where others are not clearly better or worse."
    )


def _elo(results: TournamentResults) -> str:
    """Say what Elo means at a table of so many."""
    ahead = 1 / (1 + math.exp(-100 / ELO))
    told = (
        "Elo (Bradley and Terry): where one is 100 ahead of another, it wins "
        f"{percent(ahead, 0)} of the games that one of the two wins; {EVEN_ELO:.0f} would win half "
        "of them against all others"
    )
    bounded = [
        results.specs[r.strategy]
        for r in results.mixed.ranking
        if not (math.isfinite(r.elo.low) and math.isfinite(r.elo.high))
    ]
    if bounded:
        told += f". Of {listed(bounded)}, who won no game against the others or lost none, "
        told += "no more than a bound is known"
    return f"{told}."


def _rank(ranked: Ranked) -> str:
    return str(ranked.best) if ranked.best == ranked.worst else f"{ranked.best} to {ranked.worst}"


def _table(results: TournamentResults) -> Table:
    rows = [
        [
            Cell(results.specs[ranked.strategy], code=True),
            Cell(_rank(ranked), ranked.rank),
            Cell(
                numbers.share_of(ranked.win_rate),
                ranked.win_rate.value,
                f"{numbers.with_half(ranked.win_rate, SHARE)} %",
            ),
            Cell(numbers.elo(ranked.elo), ranked.elo.value),
        ]
        for ranked in results.mixed.ranking
    ]
    level = numbers.level(results.confidence)
    return Table(
        f"Ranking by win rate with mixed line-ups, with {level}s",
        columns(["strategy", "rank", "wins", "Elo"], ("strategy",)),
        rows,
    )


def _rows(results: TournamentResults) -> list[dict[str, Any]]:
    return [
        {
            "strategy": results.specs[ranked.strategy],
            "tier": results.tiers[ranked.strategy],
            "rank": ranked.rank,
            "best_rank": ranked.best,
            "worst_rank": ranked.worst,
            "games": ranked.win_rate.n,
            "win_rate": ranked.win_rate,
            "elo": ranked.elo,
        }
        for ranked in results.mixed.ranking
    ]


def _draw(sheet: Sheet, results: TournamentResults) -> Drawing:
    rows = [
        Row(
            f"{_rank(ranked)}  {results.specs[ranked.strategy]}",
            f"{numbers.share_of(ranked.win_rate)}\nElo {numbers.elo(ranked.elo)}",
            [ranked.win_rate.scaled(100)],
        )
        for ranked in results.mixed.ranking
    ]
    fair = 100 * results.fair_share
    games = f"{counted(results.mixed.games, 'game')} of mixed line-ups"
    notes = [f"Figures with their {numbers.level(results.confidence)}s.", *_notes(results)]
    return draw_forest(
        sheet,
        lambda height: frame(results, sheet, games, height, notes),
        rows,
        "win rate in %, a seat",
        (fair, f"fair, {fair:.3g} %"),
    )


RANKING = Question(
    name="ranking",
    asks="Who is best?",
    answer=_answer,
    columns=(
        Column("strategy", "the strategy, with its parameters where they differ from the defaults"),
        Column("tier", "how strong it is meant to be"),
        Column("rank", "its place by win_rate, from 1"),
        Column("best_rank", "1 + the strategies that are clearly better"),
        Column("worst_rank", "the number of strategies - those that are clearly worse"),
        Column("games", "games of mixed line-ups, counted once for each seat the strategy has"),
        Column("win_rate", "share of those games won from a seat of this strategy", interval=True),
        Column(
            "elo",
            "strength by Bradley and Terry; 1500 would win half of the games against all others",
            interval=True,
        ),
    ),
    rows=_rows,
    table=_table,
    notes=_notes,
    draw=_draw,
    is_first=True,
)
