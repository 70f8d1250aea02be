"""What ``fathom compare`` shows on the terminal."""

from __future__ import annotations

import math

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from reports.comparison import sentences as words
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.catalogue import ADVANTAGE
from reports.run.screen import LOOKS
from reports.run.sentences import target
from reports.writing.chart_frame import line_up

#: The groups of the table of all figures: how their paths begin.
_GROUPS = {
    "Who wins": ("first_player_advantage", "lineup.", "seats.", "strategies.", "strategy_seats."),
    "How long a game lasts": ("length.",),
    "How a game goes": ("lead_changes", "comebacks", "unfinished"),
    "Per game": ("counts.",),
}


def show_comparison(comparison: Comparison, console: Console | None = None) -> None:
    """Print everything a designer needs to see of a comparison on stdout."""
    console = console or Console(highlight=False)
    (_, first), *_ = comparison.arms.items()
    deals, seed = first.run.tally.deals, first.run.study.seed
    seconds = sum(results.run.elapsed for results in comparison.arms.values())
    arms = " | ".join(comparison.arms)
    console.print(Text(f"{first.game.title}: {arms}", "bold"))
    console.print(Text(f"All arms on the same {deals:,} deals, seed {seed}, {seconds:.1f} s"))
    console.print()
    console.print(_arms(comparison))
    console.print()
    for label, results in comparison.arms.items():
        for judged in results.judged():
            told = f"{judged.verdict.word.upper()} with {label}: {target(results, judged)}"
            console.print(Text(told, LOOKS[judged.verdict.word]))
    for pair in comparison.pairs:
        console.print(
            Text(f"{words.quoted(pair.b)} against {words.quoted(pair.a)}", "bold underline")
        )
        said = (words.headlines, words.needed, words.pairing)
        for sentence in (text for say in said for text in say(comparison, pair)):
            console.print(Padding(Text(sentence), (0, 0, 0, 2)))
        console.print()
        console.print(_figures(comparison, pair, console.width))
        for sentence in words.left_out(comparison, pair):
            console.print(Text(sentence))
        console.print(Text("The table of all figures is differences.csv.", "dim"))
        console.print()
    console.print(Text(words.caveat(comparison)))


def _arms(comparison: Comparison) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("arm")
    for column in ("games", "players"):
        table.add_column(column, justify="right")
    for column in ("rules", "who plays", "tally"):
        table.add_column(column)
    for label, results in comparison.arms.items():
        study = results.run.study
        table.add_row(
            Text(label),
            f"{results.run.games:,}",
            f"{study.players}",
            Text(", ".join([study.variant, *study.changes])),
            Text(line_up(study).removeprefix("line-up: ")),
            results.run.tally.id[:12],
        )
    return table


def _figures(comparison: Comparison, pair: Pair, width: int) -> Table:
    """Lay out every figure of two arms, grouped; with the gain by pairing where there is room."""
    everything = width >= _WIDE
    table = Table(box=None, pad_edge=False)
    table.add_column("", min_width=20)
    for label in (pair.a, pair.b):
        table.add_column(Text(label), justify="right", max_width=12)
    table.add_column("difference", justify="right", no_wrap=True)
    table.add_column("", min_width=11)
    table.add_column("pairing" if everything else "", justify="right")
    shown = set(words.worth_showing(comparison, pair, everything))
    for group, begins in _GROUPS.items():
        chosen = [
            figure
            for path, figure in pair.figures.items()
            if path.startswith(begins) and path in shown
        ]
        if chosen:
            table.add_row(Text(f"\n{group}", "bold"))
        for figure in chosen:
            cells = _row(figure)
            table.add_row(*(cells if everything else cells[:-1]))
    return table


def _row(figure: Compared) -> list[Text]:
    places, gain = words.decimals(figure), figure.difference.pairing_gain
    interval, scale = figure.difference.estimate, 100 if figure.is_rate else 1
    low, value, high = (scale * end for end in (interval.low, interval.value, interval.high))
    levels = [words.level(figure, arm) for arm in (0, 1)]
    if figure.path == ADVANTAGE:
        levels = [f"{text.removesuffix(' percentage points')} pp" for text in levels]
    change = "" if math.isnan(value) else words.signed(value, places)
    if math.isfinite(high - low) and not figure.exact:
        half = max(high - value, value - low)
        change += f" \N{PLUS-MINUS SIGN} {half:,.{places}f}"
    if figure.is_rate:
        change += " pp"
    paired = f"{gain:.2f} x" if math.isfinite(gain) else ""
    cells = (_short(figure), *levels, change, figure.verdict, paired)
    return [Text(cell, "bold" if figure.told else "") for cell in cells]


def _short(figure: Compared) -> str:
    """Name a figure within its group."""
    if figure.path.startswith("length."):
        _, measure, what = figure.path.split(".")
        return f"{measure}: {_PERCENTILES.get(what, what)}"
    return figure.title


#: From so many characters on there is room for all columns.
_WIDE = 100
_PERCENTILES = {"p5": "5th percentile", "p50": "median", "p95": "95th percentile"}


def list_tables(comparison: Comparison) -> list[tuple[str, Table]]:
    """Return the tables that are shown, each with its title, with all their columns."""
    return [
        ("The arms", _arms(comparison)),
        *(
            (f"{pair.b} against {pair.a}", _figures(comparison, pair, _WIDE))
            for pair in comparison.pairs
        ),
    ]
