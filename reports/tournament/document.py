"""A tournament as a contest: who is best, whether one style beats all others, how sure it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from operator import attrgetter
from typing import Any, Literal

from reports.analysis.contest import SIDES, Contest, Question, frame
from reports.analysis.contest_results import ELO_MEANS, unfinished_games
from reports.figures.figure import SHARE
from reports.figures.statistics import half_width, plain
from reports.run import ending
from reports.run.tables import STRATEGY
from reports.tournament.lasting import LASTING
from reports.tournament.mixed import RankedStrategy
from reports.tournament.results import TournamentResults
from reports.writing import document, wording
from reports.writing.chart_frame import LINE, ChartFrame, Drawing, text_width, wrap
from reports.writing.columns import Column
from reports.writing.plots import Panel, Row, Tile, draw_panels, draw_tiles

Known = Literal["yes", "no", "not known yet"]
#: The most styles in a sentence about what is open.
_MOST_NAMED = 4
#: Inches: the widest label beside the chart, and under it.
_BESIDE, _BELOW = 2.3, 1.7
#: Inches that a cell of the chart takes with half the width of an interval in it, with a figure
#: alone, and with one in whole per cent.
_WITH_HALF, _WITH_FIGURE, _WITH_WHOLE = 0.5, 0.38, 0.23


def _best_group(results: TournamentResults) -> list[str]:
    """Say which strategy wins most where it has all seats, which play together."""
    first, *_ = results.mixed.ranking
    if rivals := results.mixed.best[1:]:
        names = wording.listed([results.specs[rival] for rival in rivals])
        # Without its win rate: the highest of several is high by chance, and so is its interval.
        return [
            f"Which group plays best is not clear: {first.spec} in every seat wins most, but "
            f"{names} may be as good."
        ]
    value, interval = wording.value(first.win_rate, SHARE), wording.interval(first.win_rate, SHARE)
    return [
        f"Groups of {first.spec} are clearly best: they win {value} ({interval}) of "
        f"{wording.counted(results.matrix.games, 'game')} each."
    ]


def _best(results: TournamentResults) -> list[str]:
    if results.contest == "together":
        return _best_group(results)
    first, *_ = results.mixed.ranking
    name = results.specs[first.strategy]
    fair = f"fair is {wording.percent(results.fair_share)}"
    if others := results.mixed.best[1:]:
        rivals = wording.listed([results.specs[number] for number in others])
        # Without its win rate: the highest of several is high by chance, and so is its interval.
        return [
            f"With mixed line-ups it is not clear who is best: {name} wins most, but {rivals} may "
            f"be as good; {fair}."
        ]
    value, interval = wording.value(first.win_rate, SHARE), wording.interval(first.win_rate, SHARE)
    return [
        f"With mixed line-ups {name} is clearly best: it wins {value} of its games ({interval}; "
        f"{fair})."
    ]


def _ranking_notes(results: TournamentResults) -> list[str]:
    if results.contest == "together":
        return [
            "Each strategy has all seats, which win or lose together, on deals of its own. A rank "
            "is a range where others are not clearly better or worse."
        ]
    count, possible = len(results.run.mixed), results.design.mixed_possible
    different = min(len(results.specs), results.competitors)
    evenly = " as evenly as that can be" if different < results.competitors else ""
    which = f"all {possible:,}" if count == possible else f"{count:,} drawn of {possible:,}"
    which = "the only line-up" if possible == 1 else f"{which} line-ups"
    told = f"Elo (Bradley and Terry): {ELO_MEANS}; 1500 would win half of them against all others"
    ranking = results.mixed.ranking
    if unknown := [one.spec for one in ranking if not math.isfinite(one.elo.high)]:
        told += f". That of {wording.listed(unknown)}, who won no game against the others or lost "
        told += "none, is not known"
    return [
        f"Mixed line-ups: {which} of {different} different strategies{evenly}, "
        f"{wording.whole(results.mixed.games)} games, each deal in every rotation. A rank is a "
        "range where others are not clearly better or worse.",
        f"{told}.",
    ]


def _rank(ranked: RankedStrategy) -> str:
    return " to ".join(map(str, dict.fromkeys((ranked.best_rank, ranked.worst_rank))))


def _where(results: TournamentResults) -> str:
    """Describe the line-ups of the ranking."""
    return "in every seat" if results.contest == "together" else "with mixed line-ups"


def _ranked_label(ranked: RankedStrategy) -> str:
    share = wording.share_of(ranked.win_rate)
    has_elo = math.isfinite(ranked.elo.value)
    return f"{share}\nElo {wording.elo(ranked.elo)}" if has_elo else share


def _draw_ranking(sheet: ChartFrame, results: TournamentResults) -> Drawing:
    rows = [
        Row(
            f"{_rank(ranked)}  {ranked.spec}",
            _ranked_label(ranked),
            [ranked.win_rate.scaled(100)],
        )
        for ranked in results.mixed.ranking
    ]
    fair = 100 * results.fair_share
    games = f"{wording.counted(results.mixed.games, 'game')} {_where(results)}"
    notes = [
        f"Figures with their {wording.interval_name(results.confidence)}s.",
        *_ranking_notes(results),
    ]
    framed, line = partial(frame, results, sheet, games, notes=notes), (fair, f"fair, {fair:.3g}%")
    return draw_panels(sheet, framed, [Panel(rows, f"win rate in %, a {results.seat_word}", line)])


RANKING = Question(
    name="ranking",
    asks="Who is best?",
    answer=_best,
    columns=(
        replace(STRATEGY, of=attrgetter("spec")),
        Column("tier", "how strong it is meant to be"),
        Column(
            "rank",
            "its place by win_rate, from 1",
            heading="rank",
            display=lambda one: document.Cell(_rank(one), one.rank),
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
            display=lambda one: document.Cell(
                wording.share_of(one.win_rate),
                one.win_rate.value,
                f"{wording.with_half(one.win_rate, SHARE)}%",
            ),
        ),
        Column(
            "elo",
            "strength by Bradley and Terry; 1500 would win half of the games against all others; "
            "its interval is empty where it won no game, or lost none",
            interval=True,
            heading="Elo",
            display=lambda one: document.Cell(wording.elo(one.elo), one.elo.value),
        ),
    ),
    rows=lambda results: results.mixed.ranking,
    caption=lambda results: (
        f"Ranking by win rate {_where(results)}, with {wording.interval_name(results.confidence)}s"
    ),
    notes=_ranking_notes,
    draw=_draw_ranking,
    is_first=True,
)


def beats_all(results: TournamentResults) -> tuple[Known, list[int]]:
    """Return whether one style beats each other one at a time, and which it is, or may be."""
    against, everyone = results.matrix.against_fair, range(len(results.specs))
    maybe = []
    for one in everyone:
        others = [other for other in everyone if other != one]
        if all(results.matrix.beats(one, other) for other in others):
            return "yes", [one]
        if not any(
            against[one, other].word == "below" or against[other, one].word == "above"
            for other in others
        ):
            maybe.append(one)
    return ("not known yet", maybe) if maybe else ("no", [])


def _answer(results: TournamentResults) -> list[str]:
    if results.contest == "together":
        return []  # no strategy plays against another
    known, styles = beats_all(results)
    names = [results.specs[style] for style in styles]
    ring = [results.specs[one] for one in (*results.matrix.ring, *results.matrix.ring[:1])]
    rings = [f"As in rock, paper, scissors: {' beats '.join(ring)}."] if ring else []
    if known == "no":
        return ["No style beats all others one at a time.", *rings]
    if known == "not known yet":
        which = f": it may be {wording.listed(names, 'or')}" if len(names) <= _MOST_NAMED else ""
        return [
            f"Whether one style beats all others one at a time is not known yet{which}.",
            *rings,
        ]
    return [
        f"{names[0]} beats all others one at a time.",
        "Alone at a table of any other style it wins more than its share; any other alone at a "
        f"table of {names[0]} wins less.",
    ]


def games_a_cell(results: TournamentResults) -> str:
    """Say how many games were played of each cell of the matrix, as in "500 to 20,000"."""
    games = sorted({played.games for played in results.run.cells})
    return " to ".join(map(wording.whole, dict.fromkeys((games[0], games[-1]))))


def _notes(results: TournamentResults) -> list[str]:
    return [
        "+ and \N{MINUS SIGN}: clearly above and below the fair share, by more than chance "
        f"explains at {100 * results.confidence:g}%, corrected for all cells; ?: not clear."
    ]


def _table(results: TournamentResults) -> document.Table:
    order, specs = results.mixed.order, results.specs
    rows = [
        [
            document.Cell(specs[one], rank, f"{rank} {specs[one]}", code=True),
            *(_cell(results, one, other) for other in order),
        ]
        for rank, one in enumerate(order, 1)
    ]
    heads = [document.Heading(specs[one], short=str(rank)) for rank, one in enumerate(order, 1)]
    return document.Table(
        "Win rate in % of the row's strategy at a table of the column's; fair is "
        f"{wording.percent(results.fair_share)}",
        [document.Heading("strategy", numeric=False), *heads],
        rows,
    )


def _cell(results: TournamentResults, one: int, other: int) -> document.Cell:
    rate = results.matrix.rates[one][other]
    if one == other:
        return document.Cell("\N{MIDDLE DOT}", rate.value)
    sign, tone = SIDES[results.matrix.against_fair[one, other].word]
    short = wording.number(rate.value, half_width(rate), SHARE)
    return document.Cell(
        f"{wording.with_half(rate, SHARE)} {sign}", rate.value, f"{short} {sign}", tone=tone
    )


def _rows(results: TournamentResults) -> list[dict[str, Any]]:
    everyone = range(len(results.specs))
    race = results.race.cells if results.design.races else {}
    rows = []
    for cell in product(everyone, everyone):
        one, other = cell
        row: dict[str, Any] = {
            "strategy": results.specs[one],
            "others": results.specs[other],
            "win_rate": results.matrix.rates[one][other],
            "settled": race.get(cell),
        }
        if one != other:
            compared, played = results.matrix.against_fair[cell], results.matrix.played[cell]
            row |= {
                **vars(compared),
                "games": played.games,
                "verdict": compared.word,
                "unfinished": unfinished_games(played),
            }
        rows.append(row)
    return rows


def _draw(sheet: ChartFrame, results: TournamentResults) -> Drawing:
    specs, size = [results.specs[number] for number in results.mixed.order], len(results.specs)
    beside = sheet.part(_BESIDE)
    # Names that fit neither way below the columns stand beside the rows, with a number for both.
    is_numbered = max(map(text_width, specs)) > _BELOW
    rows = [
        "\n".join(wrap(f"{n}  {spec}" if is_numbered else spec, beside))
        for n, spec in enumerate(specs, 1)
    ]
    widest = max(text_width(line) for label in rows for line in label.split("\n"))
    across = (sheet.width - 0.7 - widest) / size
    columns = [str(n) for n in range(1, size + 1)] if is_numbered else specs
    below = max(map(text_width, columns))
    turned = below > across - 0.08
    halves = across >= _WITH_HALF
    lines = max(label.count("\n") + 1 for label in rows)
    height = size * max(0.56 if halves else 0.34, 0.12 + lines * LINE)
    fair = wording.percent(results.fair_share).removesuffix(".0%").removesuffix("%")
    place = results.seat_word
    half = (
        f" \N{PLUS-MINUS SIGN} half its {wording.interval_name(results.confidence)}"
        if halves
        else ""
    )
    notes = [
        f"Win rate in %{half} of the row's strategy, which has one {place}, where the column's has "
        f"all others. White: the fair share, {fair}%; orange: above; blue: below. The best of the "
        "ranking comes first.",
        *_notes(results),
        "Grey figures are not clear.",
    ]
    games = f"{games_a_cell(results)} games a cell, all on the same deals"
    figure = frame(results, sheet, games, height + (below if turned else LINE) + 0.55, notes)
    order, matrix = results.mixed.order, results.matrix
    tiles = [
        [
            Tile(
                _figure(results, one, other, across),
                matrix.rates[one][other].value,
                one != other and matrix.against_fair[one, other].is_clear,
            )
            for other in order
        ]
        for one in order
    ]
    rates = [tile.shade for row in tiles for tile in row]
    # Full colour no sooner than 5 points from the fair share: small differences look small.
    ends = min(*rates, results.fair_share - 0.05), max(*rates, results.fair_share + 0.05)
    draw_tiles(
        figure.subplots(),
        tiles,
        (results.fair_share, *ends),
        (f"this strategy in one {place}", rows),
        (f"this strategy in all other {place}s", columns),
        turned=turned,
    )
    return figure


def _figure(results: TournamentResults, one: int, other: int, across: float) -> str:
    """Write as much of a win rate as a cell so many inches wide has room for."""
    rate = results.matrix.rates[one][other]
    if one == other:
        return "fair" if across >= _WITH_HALF else ""
    if across >= _WITH_HALF:
        return wording.with_half(rate, SHARE).replace(" ", "\n", 1)
    if across >= _WITH_FIGURE:
        return wording.number(rate.value, half_width(rate), SHARE)
    return f"{100 * rate.value:.0f}" if across >= _WITH_WHOLE else ""


BEATING = Question(
    name="matrix",
    asks="Does one style beat all others?",
    answer=_answer,
    columns=(
        Column("strategy", "the one: it has one seat of each game"),
        Column("others", "the strategy that plays all other seats"),
        Column(
            "win_rate",
            "share of the games that the one wins; a win shared by k players counts 1/k; "
            "of a strategy among its like the fair share, which is not played",
            interval=True,
        ),
        Column("games", "games played"),
        Column("p_value", "how likely so large a distance from the fair share is by chance"),
        Column("p_holm", "p_value corrected for all cells of the matrix (Holm), and for all looks"),
        Column("verdict", "above or below the fair share if that is clear, else not told"),
        Column("unfinished", "games that reached the safety cap on turns undecided"),
        Column(
            "settled",
            "where it is played until all is decided: clear, practically the same (as the "
            "fair share) or open",
        ),
    ),
    rows=_rows,
    table=_table,
    notes=_notes,
    draw=_draw,
    is_first=True,
)


def _known(results: TournamentResults) -> list[str]:
    if results.contest == "together":
        half = max(half_width(ranked.win_rate) for ranked in results.mixed.ranking)
        reach = (
            f"Win rates are known to within about {wording.number(half, half, SHARE)} percentage "
            f"points, at {100 * results.confidence:g}% confidence."
        )
        return [*_raced(results), reach]
    cells = [results.matrix.rates[one][other] for one, other in results.design.cells]
    mixed = [ranked.win_rate for ranked in results.mixed.ranking]
    of_cells, of_mixed = (
        wording.number(half, half, SHARE)
        for half in (max((rate.high - rate.low) / 2 for rate in rates) for rates in (cells, mixed))
    )
    reach = (
        f"Win rates of the matrix are known to within about {of_cells} percentage points, those "
        f"with mixed line-ups to within about {of_mixed}, at {100 * results.confidence:g}% "
        "confidence."
    )
    return [*_raced(results), reach]


def _raced(results: TournamentResults) -> list[str]:
    """Describe the result of a race; an empty list for a tournament that does not race."""
    if not results.design.races:
        return []
    run, race, margin = results.run, results.race, results.margin
    what = "every cell of the matrix and every pair of the ranking"
    if results.study.targets:
        what = "every cell of the matrix, every pair of the ranking and every target"
    told = ending.write_stop(
        run.games, run.design.games, what, is_decided=race.is_decided, interrupted=run.interrupted
    )
    points = f"{100 * margin:g} percentage point{'s' * (margin != 0.01)}"
    same = f"Practically the same is within {points}."
    exaggeration = [ending.EXAGGERATION] if _ended_early(results) else []
    return [f"{told} {race.told(results.specs)} {same}", *exaggeration]


def _ended_early(results: TournamentResults) -> bool:
    """Return whether some cells or pairs were decided before the last look."""
    return results.run.games < results.run.design.games and not results.run.interrupted


def _caveats(results: TournamentResults) -> list[str]:
    if not results.design.races:
        return []
    looks, most = max(results.run.looked), len(results.design.interim)
    return [ending.write_looks(looks, most, results.level, results.confidence)]


def _groups_matrix(results: TournamentResults) -> list[list[dict[str, Any] | None]]:
    """Return the matrix of a game that all play together: win rates on the diagonal alone."""
    size = len(results.specs)
    matrix: list[list[dict[str, Any] | None]] = [[None] * size for _ in range(size)]
    for number, spec in enumerate(results.specs):
        rate, games = results.mixed.win_rate(number), results.run.lineup_runs[number].games
        cell = plain(rate)
        cell["win_rate"] = cell.pop("value")
        matrix[number][number] = {"strategy": spec, "others": spec, **cell, "games": games}
    return matrix


def _between_styles(results: TournamentResults, rows: Sequence[Any]) -> dict[str, Any]:
    """Return the fields on strategies against each other; empty if all play together."""
    if results.contest == "together":
        return {"beats_all": None, "beating": [], "ring": [], "matrix": _groups_matrix(results)}
    specs, size = results.specs, len(results.specs)
    known, styles = beats_all(results)
    return {
        "beats_all": known,
        "beating": [specs[style] for style in styles],
        "ring": [specs[style] for style in results.matrix.ring],
        "matrix": [rows[row * size :][:size] for row in range(size)],
    }


def _summary(results: TournamentResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    run, specs = results.run, results.specs
    found: dict[str, Any] = {
        "strategies": list(specs),
        "tiers": {one.spec: one.tier for one in results.mixed.ranking},
        "games_per_cell": results.matrix.games,
        "mixed_lineups": len(run.mixed),
        "mixed_lineups_possible": results.design.mixed_possible,
        "mixed_games": results.mixed.games,
        **_between_styles(results, tables[BEATING.name]),
    }
    if results.design.races:
        race = results.race
        found["until_decided"] = {
            "decided": race.is_decided,
            "values_exaggerated": _ended_early(results),
            "looks": [deals * results.competitors for deals in results.design.interim],
            "level": results.level,
            "looked": max(run.looked),
            "margin": results.margin,
            "cells": Counter(race.cells.values()),
            "pairs": Counter(race.pairs.values()),
        }
    return found


def _played(results: TournamentResults) -> str:
    strategies = (
        f"{len(results.specs)} strategies of {results.game.title} for "
        f"{wording.counted(results.players, 'player')}, variant {results.study.variant}, each"
    )
    games = f"{results.run.games:,} games"
    if results.contest == "together":
        return f"{strategies} in every seat: {games}, {results.matrix.games:,} of each"
    return (
        f"{strategies} alone among others of each other one and in mixed line-ups: {games}, "
        f"{games_a_cell(results)} of each cell of the matrix"
    )


CONTEST = Contest(
    questions=(BEATING, RANKING, LASTING),
    heading=lambda results: f"Tournament of {len(results.specs)} strategies",
    subtitle=_played,
    certainty=_known,
    caveats=_caveats,
    summary=_summary,
    has_targets=True,
)
