"""What a tournament found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports.figures.figure import POINTS, SHARE
from reports.figures.precision import half_width
from reports.run.document import target_item, title
from reports.tournament import duel_words, race_words, sentences
from reports.tournament.charts import DUELS, FOUND, charts_of
from reports.tournament.compared import Word
from reports.tournament.results import TournamentResults
from reports.tournament.story import share
from reports.writing import numbers
from reports.writing.document import (
    Answer,
    Cell,
    Chart,
    Column,
    Findings,
    Item,
    Part,
    Section,
    Table,
    Text,
    Tone,
    columns,
)
from reports.writing.numbers import percent
from reports.writing.words import capital, told_rules

#: The sign and the colour of a cell of the matrix.
_SIDES: dict[Word, tuple[str, Tone]] = {
    "above": ("+", "more"),
    "below": ("\N{MINUS SIGN}", "less"),
    "not told": ("?", ""),
}


def find(results: TournamentResults) -> Findings:
    """Say what a tournament found."""
    found = [Item(text, main=not place) for place, text in enumerate(sentences.findings(results))]
    charts = charts_of(results)
    return Findings(
        f"Tournament of {len(results.specs)} strategies: {title(results.study)}",
        [_played(results)],
        [
            Answer(
                "Who is best?",
                found,
                [
                    matrix_table(results),
                    Text(sentences.sides(results), "note"),
                    _ranking_table(results),
                    Text(sentences.mixed_meaning(results), "note"),
                    Text(sentences.elo_meaning(results), "note"),
                ],
            ),
            *_duelling(results),
        ],
        [target_item(judged, sentences.target(results, judged)) for judged in results.judged()],
        [*race_words.ended(results), sentences.reach(results)],
        [
            Section(FOUND, "What was found", [one for one in charts if one.section == FOUND]),
            *_duels(results, charts),
            *_stops(results),
        ],
        [
            f"Every figure comes with a {numbers.level(results.confidence)}. Four times as many "
            "games make most intervals about half as wide.",
            "All cells of the matrix play the same deals, each deal in every rotation; intervals "
            "are made from the differences between deals, not between games.",
            *race_words.looked(results),
        ],
    )


def _played(results: TournamentResults) -> str:
    run, study = results.run, results.study
    duels = f", {duel_words.halves(study.players)}" if results.duels.are_played else ""
    told = (
        f"{len(results.specs)} strategies of {results.game.title} for {study.players} players, "
        f"variant {study.variant}, each alone among others of each other one{duels} and in mixed "
        f"line-ups: {run.games:,} games, {sentences.games_a_cell(results)} of each cell of the "
        f"matrix; seed {study.seed}."
    )
    return f"{told} Rules changed: {told_rules(study.changes)}." if study.changes else told


def _stops(results: TournamentResults) -> list[Section]:
    if not results.tournament.races:
        return []
    return [Section("stops", "When each cell was settled", [race_words.stops_table(results)])]


def matrix_table(results: TournamentResults) -> Table:
    """Show who beats whom, the best of the ranking first; numbers for names where room is short."""
    order, specs = results.mixed.order, results.specs
    rows = [
        [
            Cell(specs[one], rank, f"{rank} {specs[one]}", code=True),
            *(_cell(results, one, other) for other in order),
        ]
        for rank, one in enumerate(order, 1)
    ]
    heads = [Column(specs[one], short=str(rank)) for rank, one in enumerate(order, 1)]
    return Table(
        "Win rate in % of the row's strategy at a table of the column's; fair is "
        f"{percent(results.fair_share)}",
        [Column("strategy", numeric=False), *heads],
        rows,
    )


def _cell(results: TournamentResults, one: int, other: int) -> Cell:
    rate = results.matrix.rates[one][other]
    if one == other:
        return Cell("\N{MIDDLE DOT}", rate.value)
    sign, tone = _SIDES[results.matrix.against_fair[one, other].word]
    short = numbers.number(rate.value, half_width(rate), SHARE)
    return Cell(
        f"{numbers.with_half(rate, SHARE)} {sign}", rate.value, f"{short} {sign}", tone=tone
    )


def _ranking_table(results: TournamentResults) -> Table:
    shares = results.long_run.shares
    rows = [
        [
            Cell(results.specs[ranked.strategy], code=True),
            Cell(
                str(ranked.rank)
                if ranked.best == ranked.worst
                else f"{ranked.best} to {ranked.worst}",
                ranked.rank,
            ),
            Cell(
                numbers.known(ranked.win_rate, SHARE),
                ranked.win_rate.value,
                f"{numbers.with_half(ranked.win_rate, SHARE)} %",
            ),
            Cell(numbers.elo(ranked.elo), ranked.elo.value),
            Cell(
                share(results, ranked.strategy),
                shares[ranked.strategy].value,
            ),
        ]
        for ranked in results.mixed.ranking
    ]
    names = ["strategy", "rank", "wins", "Elo", "share in the long run"]
    level = numbers.level(results.confidence)
    return Table(
        f"Ranking by win rate with mixed line-ups, with {level}s",
        columns(names, ("strategy",)),
        rows,
    )


def _duelling(results: TournamentResults) -> list[Answer]:
    """Answer who wins half against half, if that was asked."""
    if not results.duels.are_played:
        return []
    pairs = zip(
        duel_words.neighbours(results), duel_words.neighbours_in_brief(results), strict=True
    )
    items = [
        Item(duel_words.duelling(results), main=True),
        *(Item(text, brief=brief) for text, brief in pairs),
    ]
    return [Answer(duel_words.question(results), items)]


def _duels(results: TournamentResults, charts: Sequence[Chart]) -> list[Section]:
    if not results.duels.are_played:
        return []
    parts: list[Part] = [one for one in charts if one.section == DUELS]
    said = [duel_words.sides(results), duel_words.meaning(results), *duel_words.saved(results)]
    parts += [_duel_table(results), *(Text(text, "note") for text in said)]
    return [Section(DUELS, capital(duel_words.halves(results.players)), parts)]


def _duel_table(results: TournamentResults) -> Table:
    duels = results.duels.pairs
    ways = [seated.seating for seated in duels[0].seated]
    rows = []
    for duel in duels:
        sign, tone = _SIDES[duel.compared.word]
        found = [duel.difference, *(seated.difference for seated in duel.seated)]
        first, *others = [
            Cell(
                numbers.with_half(one, POINTS),
                one.value,
                numbers.number(one.value, half_width(one), POINTS),
            )
            for one in (found if len(ways) > 1 else found[:1])
        ]
        rows.append(
            [
                Cell(results.specs[duel.first], code=True),
                Cell(results.specs[duel.second], code=True),
                replace(
                    first, text=f"{first.text} {sign}", short=f"{first.short} {sign}", tone=tone
                ),
                *others,
                Cell(numbers.whole(duel.games), duel.games),
            ]
        )
    names = ["A", "B", "A ahead", *(ways if len(ways) > 1 else ()), "games"]
    level = numbers.level(results.confidence)
    caption = (
        f"By how many of 100 games A wins more a seat than B, \N{PLUS-MINUS SIGN} half the {level}"
    )
    return Table(caption, columns(names, ("A", "B")), rows)
