"""What ``fathom tournament`` shows on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from reports.run.screen import LOOKS, PARTIAL, make_table
from reports.run.sentences import percent
from reports.tournament.results import TournamentResults
from reports.tournament.sentences import (
    elo_and_interval,
    elo_meaning,
    findings,
    mixed_meaning,
    share_and_interval,
    target,
)

_WHAT = "Win rate in % of the row's strategy in one seat, the column's in all other seats"


def show_tournament(results: TournamentResults, console: Console | None = None) -> None:
    """Print everything a designer needs to see of a tournament on stdout."""
    console = console or Console(highlight=False)
    study, run = results.study, results.run
    changed = "".join(f", {change}" for change in study.changes)
    what = f"{results.game.title}, {study.variant}{changed}, {study.players} players"
    partial = PARTIAL if run.interrupted else ""
    console.print(Text(f"Tournament of {len(results.specs)} strategies: {what}{partial}", "bold"))
    of = f" of {results.tournament.games:,}" if run.interrupted else ""
    console.print(
        Text(
            f"{run.games:,}{of} games ({results.cell_games:,} a cell), seed {study.seed}, "
            f"{run.elapsed:.1f} s, {run.games / run.elapsed:,.0f} games/s, "
            f"tally {run.tally_id[:12]}"
        )
    )
    console.print()
    for judged in results.judged():
        word = judged.verdict.word
        console.print(Text(f"{word.upper()}: {target(results, judged)}", LOOKS[word]))
    for place, sentence in enumerate(findings(results)):
        console.print(Text(sentence, "" if place else "bold"))
    console.print()
    _print_matrix(results, console)
    console.print(_ranking(results))
    console.print(Text(mixed_meaning(results)))
    console.print(Text(elo_meaning(results)))


def _print_matrix(results: TournamentResults, console: Console) -> None:
    """Print the matrix as fully as there is room for."""
    fair = percent(results.fair_share)
    what = f"{_WHAT}; fair is {fair}"
    console.print(Text(what, "bold"))
    for table in _matrix_as_fits(results, console):
        console.print(table)
    console.print(
        Text(
            "+ and \N{MINUS SIGN}: above and below the fair share, told from chance (Holm, over "
            "all cells)."
        )
    )
    console.print()


def _matrix_as_fits(results: TournamentResults, console: Console) -> list[Table]:
    """Leave out half widths where there is no room; then number the columns; then split."""
    everyone = results.mixed.order
    unlimited = console.options.update(max_width=10_000)
    for halves in (True, False):
        table = _matrix(results, everyone, halves=halves, numbered=False)
        if Measurement.get(console, unlimited, table).maximum <= console.width:
            return [table]
    room = max(1, (console.width - _LEAST_NAME) // _CELL)
    return [
        _matrix(results, everyone[first : first + room], halves=False, numbered=True)
        for first in range(0, len(everyone), room)
    ]


#: Characters that a strategy's name and a cell of a numbered matrix take at least.
_LEAST_NAME, _CELL = 16, 9


def _matrix(
    results: TournamentResults, columns: Sequence[int], *, halves: bool, numbered: bool
) -> Table:
    """Make the matrix, in the order of the ranking, or some columns of it."""
    rank = {number: place for place, number in enumerate(results.mixed.order, 1)}
    heads = [str(rank[number]) if numbered else results.specs[number] for number in columns]
    table = make_table("", "", *heads)
    table.title = None
    for column in table.columns[0 if not numbered else 1 :]:
        column.no_wrap = True
    for one in results.mixed.order:
        cells = [_cell(results, one, other, halves) for other in columns]
        name = results.specs[one]
        table.add_row(Text(f"{rank[one]} {name}" if numbered else name), *cells)
    return table


_SIGNS = {"above": "+", "below": "\N{MINUS SIGN}", "not told": " "}
_SHADES = {"above": "green", "below": "red", "not told": ""}


def _cell(results: TournamentResults, one: int, other: int, halves: bool) -> Text:
    rate = results.matrix.rates[one][other]
    if one == other:
        return Text("\N{MIDDLE DOT}  ")
    word = results.matrix.against_fair[one, other].word
    half = f" \N{PLUS-MINUS SIGN} {50 * (rate.high - rate.low):.1f}" if halves else ""
    return Text(f"{100 * rate.value:.1f}{half} {_SIGNS[word]}", _SHADES[word])


def _ranking(results: TournamentResults) -> Table:
    level = f"{100 * results.confidence:g} %"
    table = make_table(
        f"Ranking by win rate with mixed line-ups ({level} intervals)",
        "strategy",
        "rank",
        "wins in %",
        "Elo",
        "long run",
    )
    for column in table.columns[1:]:
        column.no_wrap = True
    for ranked in results.mixed.ranking:
        rate, elo, share = ranked.win_rate, ranked.elo, results.long_run.shares[ranked.strategy]
        rank = str(ranked.rank)
        if ranked.best < ranked.worst:
            rank = f"{ranked.best} to {ranked.worst}"
        table.add_row(
            Text(results.specs[ranked.strategy]),
            rank,
            f"{100 * rate.value:.1f} ({100 * rate.low:.1f} to {100 * rate.high:.1f})",
            elo_and_interval(elo),
            share_and_interval(share),
        )
    table.add_section()
    return table


def list_tables(results: TournamentResults) -> list[tuple[str, Table]]:
    """Return the tables that are shown, each with its title, with all their columns."""
    matrix = _matrix(results, results.mixed.order, halves=True, numbered=False)
    ranking = _ranking(results)
    return [(_WHAT, matrix), (str(ranking.title).strip(), ranking)]
