"""What a tournament that is played until all is decided says of that: sentences and a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from reports.run import ending
from reports.tournament.race import Race, Settled
from reports.tournament.results import TournamentResults
from reports.writing import numbers
from reports.writing.document import Cell, Column, Table
from reports.writing.numbers import counted
from reports.writing.words import listed

#: The most open cells, or pairs, that are named in a sentence.
_MOST_NAMED = 4


def ended(results: TournamentResults) -> list[str]:
    """Say what ended a tournament that is played until all is decided, and what stopped when."""
    if not results.tournament.races:
        return []
    run, tournament, race = results.run, results.tournament, results.race
    what = "every cell of the matrix and every pair of the ranking"
    if results.study.targets:
        what = "every cell of the matrix, every pair of the ranking and every target"
    told = ending.ended(
        run.games, tournament.games, what, known=race.is_decided, interrupted=run.interrupted
    )
    return [told, f"{_cells(results)} {_ranking(results)}"]


def looked(results: TournamentResults) -> list[str]:
    """Say what looking often costs; nothing of others."""
    if not results.tournament.races:
        return []
    looks, most = max(results.run.looked), len(results.tournament.looks)
    return [ending.looks_told(looks, most, results.level, results.confidence)]


def _cells(results: TournamentResults) -> str:
    race, matrix = results.race, results.matrix
    parts = _parts(race.cells.values(), f"practically fair (to within {_margin(race)})")
    games = [matrix.played(*cell).games for cell, how in race.cells.items() if how != "open"]
    when = ""
    if games:
        few, many = min(games), max(games)
        span = numbers.whole(few) if few == many else f"{few:,} to {many:,}"
        when = f"; what is settled stopped at once, after {span} games"
    named = ""
    if 0 < len(race.open_cells) <= _MOST_NAMED:
        specs = results.specs
        cells = [f"{specs[one]} among {specs[other]}" for one, other in race.open_cells]
        named = f" ({listed(cells)})"
    return f"Of {counted(len(race.cells), 'cell')} {parts}{named}{when}."


def _ranking(results: TournamentResults) -> str:
    race = results.race
    parts = _parts(race.pairs.values(), f"practically the same (to within {_margin(race)})")
    named = ""
    if 0 < len(race.open_pairs) <= _MOST_NAMED:
        specs = results.specs
        pairs = [f"{specs[one]} or {specs[other]}" for one, other in race.open_pairs]
        named = f" ({listed(pairs)})"
    return (
        f"Of {counted(len(race.pairs), 'pair')} of the ranking {parts}{named}, after "
        f"{counted(results.mixed.games, 'game')} of mixed line-ups."
    )


def _parts(settled: Iterable[Settled], alike: str) -> str:
    """Say how many are settled, and how, as in "40 are clear and 2 are open"."""
    counts = Counter(settled)
    open_, clear = counts.pop("open", 0), counts.pop("clear", 0)
    found = [(clear, "clear"), (sum(counts.values()), alike), (open_, "open")]
    told = [f"{count} {'is' if count == 1 else 'are'} {word}" for count, word in found if count]
    return listed(told)


def _margin(race: Race) -> str:
    return f"{100 * race.margin:g} percentage point{'s' * (race.margin != 0.01)}"


def stops_table(results: TournamentResults) -> Table:
    """Show after how many games each cell stopped."""
    order, specs, race = results.mixed.order, results.specs, results.race
    rows = [
        [
            Cell(specs[one], rank, f"{rank} {specs[one]}", code=True),
            *(_stop(results, one, other) for other in order),
        ]
        for rank, one in enumerate(order, 1)
    ]
    heads = [Column(specs[one], short=str(rank)) for rank, one in enumerate(order, 1)]
    fair = f"; = practically fair, to within {_margin(race)}"
    return Table(
        "Games of the row's strategy at a table of the column's, until that was settled; ? open"
        f"{fair if 'practically fair' in race.cells.values() else ''}",
        [Column("strategy", numeric=False), *heads],
        rows,
    )


def _stop(results: TournamentResults, one: int, other: int) -> Cell:
    if one == other:
        return Cell("\N{MIDDLE DOT}", 0.0)
    games, settled = results.matrix.played(one, other).games, results.race.cells[one, other]
    sign = {"open": " ?", "practically fair": " ="}.get(settled, "")
    short = f"{games / 1000:.3g}k" if games >= 1000 else str(games)
    return Cell(f"{games:,}{sign}", float(games), f"{short}{sign}")
