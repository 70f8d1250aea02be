"""What ``fathom run`` shows on the terminal."""

from __future__ import annotations

import math

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.run import sentences
from reports.run.results import Results
from reports.run.sentences import percent, percent_interval


def show_results(results: Results, console: Console | None = None) -> None:
    """Print everything a designer needs to see of a run on stdout."""
    console = console or Console(highlight=False)
    study, run = results.run.study, results.run
    changed = "".join(f", {change}" for change in study.changes)
    partial = PARTIAL if run.interrupted else ""
    what = f"{results.game.title}, {study.variant}{changed}, {study.players} players{partial}"
    console.print(Text(what, "bold"))
    asked = study.deals * study.rotations
    of = f" of {asked:,}" if run.interrupted and not study.precision else ""
    deals = "" if study.rotations == 1 else f" ({run.tally.deals:,} deals x {study.rotations})"
    console.print(
        Text(
            f"{run.games:,}{of} games{deals}, seed {study.seed}, {run.elapsed:.1f} s, "
            f"{run.games / run.elapsed:,.0f} games/s, tally {run.tally.id[:12]}"
        )
    )
    console.print()
    for judged in results.judged():
        told = f"{judged.verdict.word.upper()}: {sentences.target(results, judged)}"
        console.print(Text(told, LOOKS[judged.verdict.word]))
    if study.precision:
        console.print(Text(sentences.precision(results)))
    console.print(Text(sentences.first_player(results), "bold"))
    console.print()
    console.print(_seats(results))
    if len(study.strategies) > 1:
        console.print(_strategies(results))
        console.print(_cells(results))
    else:
        console.print(Text(f"Every seat plays {study.lineup[0]}."))
        console.print()
    console.print(_lengths(results))
    console.print(Text(sentences.minutes(results)))
    if results.counts() or results.shares():
        console.print(_counts(results))
    console.print(Text(sentences.lead_changes(results)))
    console.print(Text(sentences.comeback(results)))
    console.print(Text(sentences.unfinished(results)))


#: Ends the heading of what was interrupted.
PARTIAL = " (interrupted: not all of it was played)"
#: How verdicts are printed.
LOOKS = {"meets": "bold green", "misses": "bold red", "undecided": "bold yellow"}


def make_table(title: str, *columns: str) -> Table:
    """Make an empty table, the first column to the left and the others to the right."""
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    table.add_column(columns[0])
    for column in columns[1:]:
        table.add_column(column, justify="right")
    return table


def _level(results: Results) -> str:
    return f"{100 * results.confidence:g} % interval"


def _score(estimate: Estimate | None) -> str:
    return f"{estimate.value:.2f}" if estimate else ""


def _interval(estimate: Estimate, places: int) -> str:
    if not math.isfinite(estimate.high):
        return "not known"
    return f"{estimate.low:.{places}f} to {estimate.high:.{places}f}"


def _cell(rate: Estimate) -> str:
    return f"{100 * rate.value:.1f} \N{PLUS-MINUS SIGN} {50 * (rate.high - rate.low):.1f} %"


def _seats(results: Results) -> Table:
    fair = results.decided_fair_share
    title = f"Win rate by seat (fair share {percent(fair)})"
    table = make_table(
        title, "seat", "wins", _level(results), "", f"mean {results.game.score_unit}"
    )
    for seat, (standing, told) in enumerate(
        zip(results.seats(), sentences.seat_verdicts(results), strict=True), 1
    ):
        rate = standing.win_rate
        table.add_row(
            f"{seat}{' (first)' if seat == 1 else ''}",
            percent(rate.value),
            percent_interval(rate),
            Text(told),
            _score(standing.score),
        )
    table.add_section()
    return table


def _strategies(results: Results) -> Table:
    fair = results.decided_fair_share
    title = f"\nWin rate by strategy, per seat it has (fair share {percent(fair)})"
    unit = f"mean {results.game.score_unit}"
    table = make_table(title, "strategy", "wins", _level(results), "", unit, "games")
    for (spec, standing), told in zip(
        results.strategies().items(), results.strategies_against_fair(), strict=True
    ):
        rate = standing.win_rate
        table.add_row(
            Text(spec),
            percent(rate.value),
            percent_interval(rate),
            told,
            _score(standing.score),
            f"{rate.n:,}",
        )
    return table


def _cells(results: Results) -> Table:
    cells = results.cells()
    seats = range(1, results.players + 1)
    table = make_table("\nWin rate by strategy and seat", "strategy", *(f"seat {s}" for s in seats))
    for spec in results.run.study.strategies:
        row = [Text(spec)]
        for seat in seats:
            standing = cells.get((spec, seat))
            row.append(Text(_cell(standing.win_rate) if standing else "not played"))
        table.add_row(*row)
    table.add_section()
    return table


def _lengths(results: Results) -> Table:
    table = make_table(
        "\nHow long a game lasts", "", "mean", _level(results), "5th pct", "median", "95th pct"
    )
    for name, length in (*results.lengths().items(), ("minutes", results.minutes())):
        mean = length.mean
        table.add_row(
            name,
            f"{mean.value:.2f}",
            _interval(mean, 2),
            *(f"{value:,.0f}" for value in length.percentiles.values()),
        )
    table.add_section()
    return table


def _counts(results: Results) -> Table:
    table = make_table("\nPer game", "", "mean", _level(results))
    means, shares = results.counts(), results.shares()
    for count in results.game.counts:
        if count.name in means:
            mean = means[count.name]
            per = ", per player" if count.per_player else ""
            meaning = Text(results.meaning(count) + per)
            path = f"counts.{count.name}"
            known = sentences.figure_interval(results, path, mean)
            if not mean.value:
                known = f"below {sentences.figure_value(results, path, mean.high, mean.high)}"
            value = sentences.figure_value(results, path, mean.value, half_width(mean))
            table.add_row(meaning, value, known)
    for share in results.game.shares:
        if share.name in shares:
            rate = shares[share.name]
            known = percent(rate.value) if rate.n else "none"
            meaning = Text(f"{results.meaning(share)} {rate.n:,}")
            table.add_row(meaning, known, percent_interval(rate))
    table.add_section()
    return table
