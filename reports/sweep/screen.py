"""What ``fathom sweep`` shows on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reports.sweep.results import Point, Sweep, Told, group, is_rate
from reports.sweep.sentences import (
    Words,
    dead_sentences,
    sentences,
    target_sentences,
    words_of,
)
from simulate.option_kinds import written

#: How a difference to the first point is marked where there is no room for a word.
MARKS = {"higher": "▲", "lower": "▼", "the same": "=", "not told": " ", None: " "}


def show_sweep(sweep: Sweep, console: Console | None = None) -> None:
    """Print everything a designer needs to see of a sweep on stdout."""
    console = console or Console(highlight=False)
    first, *lines = headline(sweep)
    console.print(Text(first, "bold"))
    for line in lines:
        console.print(Text(line))
    console.print()
    for text in dead_sentences(sweep):
        console.print(Text(text, "bold yellow"))
    for text, met in target_sentences(sweep):
        console.print(Text(text, "bold green" if met else "bold red"))
    for text in sentences(sweep):
        console.print(Text(text))
    for values, reason in sweep.skipped:
        names = ", ".join(
            f"{axis.name}={written(v)}" for axis, v in zip(sweep.axes, values, strict=True)
        )
        console.print(Text(f"Left out, because it cannot be played: {names}: {reason}"))
    if len(sweep.axes) == 1:
        for name, paths in groupby(sweep.paths, group):
            _show_lines(sweep, name, list(paths), console)
    else:
        for path in sweep.paths:
            console.print(_matrix(sweep, path))
    console.print(Text(f"\n{note(sweep)}"))


def headline(sweep: Sweep) -> list[str]:
    """Say what was played, and how often."""
    run, study, varied = sweep.base.run, sweep.base.run.study, {a.name for a in sweep.axes}
    parts = [sweep.base.game.title]
    if "variant" not in varied:
        parts.append(study.variant)
    if "players" not in varied:
        parts.append(f"{study.players} players")
    seconds = sum(point.results.run.elapsed for point in sweep.points)
    rules = "; ".join(f"{axis.name} {', '.join(map(written, axis.values))}" for axis in sweep.axes)
    fixed = fixed_rules(sweep)
    return [
        f"{', '.join(parts)}: {rules}",
        f"{len(sweep.points)} points, {run.games:,} games each on the same deals, seed "
        f"{study.seed}, {seconds:.1f} s",
        f"line-up: {', '.join(study.strategies)}{'' if study.rotate else ' (not rotated)'}",
        *([f"rules changed at all points: {', '.join(fixed)}"] if fixed else []),
    ]


def fixed_rules(sweep: Sweep) -> list[str]:
    """Return the changed rules that are not varied."""
    varied = [axis.name for axis in sweep.axes]
    return [
        text
        for text in sweep.base.run.study.changes
        if not any(text.startswith((f"{name}=", f"{name}.")) for name in varied)
    ]


def note(sweep: Sweep) -> str:
    """Say how to read the tables."""
    level = f"{100 * sweep.confidence:g} %"
    base = sweep.label(sweep.points[0])
    return (
        f"± and 'to': {level} intervals. ▲ higher, ▼ lower, = exactly the same: compared with "
        f"{base} on the same deals, corrected for all differences shown (Holm); without a mark "
        "the difference is not told from chance."
    )


def _table(title: str, columns: Sequence[str]) -> Table:
    table = Table(
        title=f"\n{title}", title_justify="left", title_style="bold", box=None, pad_edge=False
    )
    table.add_column(columns[0], overflow="fold")
    for column in columns[1:]:
        table.add_column(column, justify="right", overflow="fold")
    return table


def _title(sweep: Sweep, path: str) -> str:
    figure = sweep.figure(path)
    title = figure.title[0].upper() + figure.title[1:]
    if path == "first_player_advantage":
        return f"{title}, in percentage points"
    return f"{title}, in %" if is_rate(figure) else title


def _show_lines(sweep: Sweep, name: str | None, paths: list[str], console: Console) -> None:
    """Show figures along one rule: a table of each, or of a group together."""
    if name and len(paths) > 1:
        console.print(_group(sweep, name, paths))
        return
    for path in paths:
        console.print(_line(sweep, path))


def _line(sweep: Sweep, path: str) -> Table:
    words = words_of(sweep, path)
    first = written(sweep.points[0].values[0])
    level = f"{100 * sweep.confidence:g} % interval"
    judged = {
        point.key: [j.verdict.word for j in point.results.judged() if j.target.figure == path]
        for point in sweep.points
    }
    columns = [sweep.axes[0].name, "", level, f"minus {first}", level, "is"]
    aimed = any(judged.values())
    table = _table(_title(sweep, path), [*columns, *(["target"] if aimed else [])])
    for point, told in zip(sweep.points, sweep.told[path], strict=True):
        row = [written(point.values[0])]
        if told is None:
            row += ["none"]
        else:
            value = words.value(told.estimate).removesuffix(words.unit)
            row += [value, words.interval(told.estimate).removesuffix(words.unit)]
            row += _compared(told, words)
        row += [""] * (len(columns) - len(row))
        table.add_row(*map(Text, [*row, *(judged[point.key] if aimed else [])]))
    return table


def _compared(told: Told, words: Words) -> list[str]:
    if told.difference is None:
        return []
    estimate = told.difference.estimate
    return [
        words.difference(estimate),
        words.difference_interval(estimate),
        told.verdict or "",
    ]


def _group(sweep: Sweep, name: str, paths: Sequence[str]) -> Table:
    members = [path.split(".", 1)[1].removesuffix(".win_rate") for path in paths]
    names = [f"seat {member}" for member in members] if name == "seat" else members
    table = _table(f"Win rate by {name}, in %", [sweep.axes[0].name, *names])
    for place, point in enumerate(sweep.points):
        cells = [_cell(sweep, path, sweep.told[path][place]) for path in paths]
        table.add_row(Text(written(point.values[0])), *map(Text, cells))
    return table


def _cell(sweep: Sweep, path: str, told: Told | None) -> str:
    if told is None:
        return "none  "
    return f"{words_of(sweep, path).with_half(told.estimate)} {MARKS[told.verdict]}"


def _matrix(sweep: Sweep, path: str) -> Table:
    """Show a figure over two rules, the one with more values downwards."""
    down, across = (0, 1) if len(sweep.axes[0].values) >= len(sweep.axes[1].values) else (1, 0)
    rows, columns = sweep.axes[down], sweep.axes[across]
    heads = [f"{columns.name} {written(value)}" for value in columns.values]
    table = _table(_title(sweep, path), [rows.name, *heads])
    told = dict(zip((point.key for point in sweep.points), sweep.told[path], strict=True))
    for value in rows.values:
        cells = []
        for other in columns.values:
            key = tuple(map(written, (value, other) if down == 0 else (other, value)))
            cells.append(_cell(sweep, path, told[key]) if key in told else "left out  ")
        table.add_row(Text(written(value)), *map(Text, cells))
    return table


def live_row(point: Point, label: str, games: int) -> list[str]:
    """Return how a point stands while it is played."""
    advantage = point.results.first_player_advantage()
    words = Words(point.results.figure("first_player_advantage"))
    done = point.results.run.games
    return [
        label,
        f"{done:,} of {games:,}",
        f"{words.value(advantage)}, {words.interval(advantage)}",
        f"{point.results.estimate('length.minutes.mean').value:.1f}",
    ]


def list_tables(sweep: Sweep) -> list[tuple[str, Table]]:
    """Return the tables that are shown, each with its title."""
    if len(sweep.axes) > 1:
        found = [_matrix(sweep, path) for path in sweep.paths]
    else:
        found = []
        for name, grouped in groupby(sweep.paths, group):
            paths = list(grouped)
            if name and len(paths) > 1:
                found.append(_group(sweep, name, paths))
            else:
                found += [_line(sweep, path) for path in paths]
    return [(str(table.title).strip(), table) for table in found]
