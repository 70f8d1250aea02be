"""Who is best where styles meet: with mixed line-ups, and half against half."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from reports.contest.question import SIDES, Question, frame
from reports.contest.results import ELO_MEANS
from reports.figures.figure import POINTS, SHARE, UNSIGNED_POINTS
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.tournament.mixed import Ranked
from reports.tournament.results import TournamentResults
from reports.writing import numbers
from reports.writing.chart_frame import Drawing, Sheet
from reports.writing.columns import Column
from reports.writing.document import Cell, Table, columns
from reports.writing.forest import Panel, Row, draw_panels
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
        f"{numbers.whole(results.mixed.games)} games, each deal in every rotation. A rank is a "
        "range where others are not clearly better or worse.",
        f"{told}.",
    ]


def _rank(ranked: Ranked) -> str:
    return " to ".join(map(str, dict.fromkeys((ranked.best_rank, ranked.worst_rank))))


def _draw(sheet: Sheet, results: TournamentResults) -> Drawing:
    rows = [
        Row(
            f"{_rank(ranked)}  {ranked.spec}",
            f"{numbers.share_of(ranked.win_rate)}\nElo {numbers.elo(ranked.elo)}",
            [ranked.win_rate.scaled(100)],
        )
        for ranked in results.mixed.ranking
    ]
    fair = 100 * results.fair_share
    games = f"{counted(results.mixed.games, 'game')} of mixed line-ups"
    notes = [f"Figures with their {numbers.level(results.confidence)}s.", *_notes(results)]
    framed, line = partial(frame, results, sheet, games, notes=notes), (fair, f"fair, {fair:.3g} %")
    return draw_panels(sheet, framed, [Panel(rows, "win rate in %, a seat", line)])


_COLUMNS = (
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
            numbers.share_of(one.win_rate),
            one.win_rate.value,
            f"{numbers.with_half(one.win_rate, SHARE)} %",
        ),
    ),
    Column(
        "elo",
        "strength by Bradley and Terry; 1500 would win half of the games against all others; its "
        "interval is empty where it won no game, or lost none",
        interval=True,
        heading="Elo",
        shown=lambda one: Cell(numbers.elo(one.elo), one.elo.value),
    ),
)

RANKING = Question(
    name="ranking",
    asks="Who is best?",
    answer=_answer,
    columns=_COLUMNS,
    rows=lambda results: results.mixed.ranking,
    caption=lambda results: (
        f"Ranking by win rate with mixed line-ups, with {numbers.level(results.confidence)}s"
    ),
    notes=_notes,
    draw=_draw,
    is_first=True,
)


#: What its seating is called where all of a pair are taken together.
ALL = "all"
#: The most pairs drawn.
MOST_PAIRS = 36
_NUMBERS = {1: "one", 2: "two", 3: "three"}


def halves(players: int) -> str:
    """Name how two styles share the seats, as in "two against two"."""
    less, more = (_NUMBERS.get(n, str(n)) for n in (players // 2, players - players // 2))
    return f"{more} against {less}"


def _winning(results: TournamentResults) -> str:
    duels, order = results.duels, results.mixed.order
    for style in order:
        others = [other for other in order if other != style]
        if all(duels.wins(style, other) for other in others):
            near = min(others, key=lambda other: duels.ahead(style, other).value)
            lead = duels.ahead(style, near)
            whom = f"each other style; the nearest is {results.specs[near]}"
            whom = whom if len(others) > 1 else results.specs[near]
            return (
                f"{results.specs[style]} clearly wins more than {whom}, by {_size(lead)} of 100 "
                f"games a seat ({_ends(lead)})."
            )
    clear = [duel for duel in duels.pairs if duel.compared.is_clear]
    most = max(clear or duels.pairs, key=lambda duel: abs(duel.difference.value))
    first, second = results.specs[most.first], results.specs[most.second]
    if most.difference.value < 0:
        first, second = second, first
    told = "No style clearly wins more than another"
    if clear:
        told = f"No style clearly wins more than all others; {len(clear)} of {len(duels.pairs)} "
        told += "pairs are clear"
    return (
        f"{told}. Most apart: {first} wins {_size(most.difference)} more of 100 games a seat than "
        f"{second} ({_ends(most.difference)})."
    )


def _size(difference: Estimate) -> str:
    return numbers.size(difference, SHARE)


def _ends(difference: Estimate) -> str:
    """Write the ends of a lead, whichever way round it was found."""
    lead = difference if difference.value >= 0 else difference.negated()
    return numbers.ends(lead, POINTS if lead.low < 0 else UNSIGNED_POINTS)


def _duel_notes(results: TournamentResults) -> list[str]:
    ways = [seated.seating for seated in results.duels.pairs[0].seated]
    every = f" in every way to sit ({listed(ways)})," if len(ways) > 1 else ""
    return [
        f"A and B share the seats, {halves(results.players)},{every} on the deals of the matrix, "
        "each deal in every rotation. Shown is how many more of 100 games A wins than B, a seat.",
        f"+ and \N{MINUS SIGN}: A clearly wins more and less, by more than chance explains at "
        f"{100 * results.confidence:g} %, corrected for all pairs; ?: not clear.",
    ]


def _table(results: TournamentResults) -> Table:
    ways = [seated.seating for seated in results.duels.pairs[0].seated]
    others = ways if len(ways) > 1 else []
    rows = [
        [
            Cell(results.specs[duel.first], code=True),
            Cell(results.specs[duel.second], code=True),
            replace(ahead, text=f"{ahead.text} {sign}", short=f"{ahead.short} {sign}", tone=tone),
            *(_cell(seated.difference) for seated in duel.seated if others),
            Cell(numbers.whole(duel.games), duel.games),
        ]
        for duel in results.duels.pairs
        for ahead, (sign, tone) in [(_cell(duel.difference), SIDES[duel.compared.word])]
    ]
    caption = (
        "By how many of 100 games A wins more a seat than B, \N{PLUS-MINUS SIGN} half the "
        f"{numbers.level(results.confidence)}"
    )
    return Table(caption, columns(["A", "B", "A ahead", *others, "games"], ("A", "B")), rows)


def _cell(difference: Estimate) -> Cell:
    short = numbers.number(difference.value, half_width(difference), POINTS)
    return Cell(numbers.with_half(difference, POINTS), difference.value, short)


def _rows(results: TournamentResults) -> list[dict[str, Any]]:
    rows = []
    for duel in results.duels.pairs:
        names = {"strategy": results.specs[duel.first], "other": results.specs[duel.second]}
        verdict = {
            "p_value": duel.compared.p_value,
            "p_holm": duel.compared.p_holm,
            "verdict": duel.compared.word,
        }
        together = {"seating": ALL, "games": duel.games, "value": duel.difference}
        rows.append(names | together | verdict)
        rows += [
            names | {"seating": one.seating, "games": one.games, "value": one.difference}
            for one in duel.seated
        ]
    return rows


def _draw_duels(sheet: Sheet, results: TournamentResults) -> Drawing:
    pairs = results.duels.pairs
    most = sorted(pairs, key=lambda duel: -abs(duel.difference.value))[:MOST_PAIRS]
    rows = [
        Row(
            f"{results.specs[duel.first]} over {results.specs[duel.second]}",
            f"{_cell(duel.difference).short} ({numbers.ends(duel.difference, POINTS)})",
            [seated.difference.scaled(100) for seated in duel.seated],
            duel.compared.is_clear,
        )
        for duel in pairs
        if duel in most
    ]
    notes = [*_duel_notes(results), "Grey figures are not clear."]
    if left_out := len(pairs) - len(most):
        notes.append(
            f"Drawn are the {len(most)} pairs that are most apart; the table duels has "
            f"{numbers.counted(left_out, 'more pair')}."
        )
    ways = [seated.seating for seated in pairs[0].seated]
    games = f"{numbers.whole(sum(duel.games for duel in pairs))} games of duels"
    framed = partial(frame, results, sheet, games, notes=notes)
    series = ways if len(ways) > 1 else ()
    panel = Panel(rows, "more wins of 100 games, a seat", (0, ""))
    return draw_panels(sheet, framed, [panel], series)


DUELS = Question(
    name="duels",
    asks=lambda results: f"Who wins {halves(results.players)}?",
    answer=lambda results: [_winning(results)] if results.design.with_duels else [],
    columns=(
        Column("strategy", "the strategy that ranks higher, A of the seating"),
        Column("other", "the one that ranks lower, B of the seating"),
        Column("seating", f"who sits where, up to rotation; {ALL}: all of the pair together"),
        Column("games", "games played"),
        Column(
            "value", "win rate of strategy - that of other, each per seat it has", interval=True
        ),
        Column(
            "p_value",
            "how likely so large a difference is by chance where there is none; of all alone",
        ),
        Column("p_holm", "p_value corrected for all pairs (Holm); of all alone"),
        Column(
            "verdict",
            "above if strategy clearly wins more than other, below if less, else not told; "
            "of all alone",
        ),
    ),
    rows=_rows,
    table=_table,
    notes=_duel_notes,
    draw=_draw_duels,
)
