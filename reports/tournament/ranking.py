"""Who is best where styles meet: with mixed line-ups."""

from __future__ import annotations

import math
from functools import partial

from reports.contest.contest import Question, frame
from reports.contest.results import ELO_MEANS
from reports.figures.figure import SHARE
from reports.tournament.mixed import Ranked
from reports.tournament.results import TournamentResults
from reports.writing import wording
from reports.writing.chart_frame import Drawing, Sheet
from reports.writing.columns import Column
from reports.writing.document import Cell
from reports.writing.plots import Panel, Row, draw_panels
from reports.writing.wording import counted, listed, percent


def _answer(results: TournamentResults) -> list[str]:
    first, *_ = results.mixed.ranking
    name, rate = results.specs[first.strategy], first.win_rate
    wins = (
        f"{wording.value(rate, SHARE)} of its games ({wording.interval(rate, SHARE)}; fair is "
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
    count, possible = len(results.run.mixed), results.design.mixed_possible
    different = min(len(results.specs), results.players)
    evenly = " as evenly as that can be" if different < results.players else ""
    which = f"all {possible:,}" if count == possible else f"{count:,} drawn of {possible:,}"
    which = "the only line-up" if possible == 1 else f"{which} line-ups"
    told = f"Elo (Bradley and Terry): {ELO_MEANS}; 1500 would win half of them against all others"
    ranking = results.mixed.ranking
    if unknown := [one.spec for one in ranking if not math.isfinite(one.elo.high)]:
        told += f". That of {listed(unknown)}, who won no game against the others or lost none, is "
        told += "not known"
    return [
        f"Mixed line-ups: {which} of {different} different strategies{evenly}, "
        f"{wording.whole(results.mixed.games)} games, each deal in every rotation. A rank is a "
        "range where others are not clearly better or worse.",
        f"{told}.",
    ]


def _rank(ranked: Ranked) -> str:
    return " to ".join(map(str, dict.fromkeys((ranked.best_rank, ranked.worst_rank))))


def _draw(sheet: Sheet, results: TournamentResults) -> Drawing:
    rows = [
        Row(
            f"{_rank(ranked)}  {ranked.spec}",
            f"{wording.share_of(ranked.win_rate)}\nElo {wording.elo(ranked.elo)}",
            [ranked.win_rate.scaled(100)],
        )
        for ranked in results.mixed.ranking
    ]
    fair = 100 * results.fair_share
    games = f"{counted(results.mixed.games, 'game')} of mixed line-ups"
    notes = [f"Figures with their {wording.level(results.confidence)}s.", *_notes(results)]
    framed, line = partial(frame, results, sheet, games, notes=notes), (fair, f"fair, {fair:.3g} %")
    return draw_panels(sheet, framed, [Panel(rows, "win rate in %, a seat", line)])


RANKING = Question(
    name="ranking",
    asks="Who is best?",
    answer=_answer,
    columns=(
        Column(
            "strategy",
            "the strategy, with its parameters where they differ from the defaults",
            lambda one: one.spec,
            heading="strategy",
            shown=lambda one: Cell(one.spec, code=True),
            numeric=False,
        ),
        Column("tier", "how strong it is meant to be"),
        Column(
            "rank",
            "its place by win_rate, from 1",
            heading="rank",
            shown=lambda one: Cell(_rank(one), one.rank),
        ),
        Column("best_rank", "1 + the strategies that are clearly better"),
        Column("worst_rank", "the number of strategies - those that are clearly worse"),
        Column(
            "games",
            "games of mixed line-ups, counted once for each seat the strategy has",
            lambda one: one.win_rate.n,
        ),
        Column(
            "win_rate",
            "share of those games won from a seat of this strategy",
            interval=True,
            heading="wins",
            shown=lambda one: Cell(
                wording.share_of(one.win_rate),
                one.win_rate.value,
                f"{wording.with_half(one.win_rate, SHARE)} %",
            ),
        ),
        Column(
            "elo",
            "strength by Bradley and Terry; 1500 would win half of the games against all others; "
            "its interval is empty where it won no game, or lost none",
            interval=True,
            heading="Elo",
            shown=lambda one: Cell(wording.elo(one.elo), one.elo.value),
        ),
    ),
    rows=lambda results: results.mixed.ranking,
    caption=lambda results: (
        f"Ranking by win rate with mixed line-ups, with {wording.level(results.confidence)}s"
    ),
    notes=_notes,
    draw=_draw,
    is_first=True,
)
