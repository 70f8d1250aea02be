"""What ``fathom sweep`` shows on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reports.figures.catalogue import ADVANTAGE
from reports.run.screen import PARTIAL
from reports.sweep.aims import SAID, aims
from reports.sweep.points import Point, group, is_rate
from reports.sweep.results import Standing, Sweep, Told
from reports.sweep.sentences import dead_sentences, sentences
from reports.sweep.words import Words, base_name, marked, named, pace, value_of, words_of
from reports.writing.wording import capital
from simulate.rules.kinds import written

#: How a figure stands to the base, where there is no room for a word.
MARKS: dict[Standing, str] = {
    "base": "◆",
    "higher": "▲",
    "lower": "▼",
    "the same": "=",
    "not told": " ",
    "not compared": "·",
}
_COLOURS = {"meets": "bold green", "misses": "bold red"}


def show_sweep(sweep: Sweep, console: Console | None = None) -> None:
    """Print everything a designer needs to see of a sweep on stdout."""
    console = console or Console(highlight=False)
    first, *lines = headline(sweep)
    console.print(Text(f"{first}{PARTIAL if sweep.base.run.interrupted else ''}", "bold"))
    for line in lines:
        console.print(Text(line))
    console.print()
    for text in dead_sentences(sweep):
        console.print(Text(text, "bold yellow"))
    for aim in aims(sweep):
        console.print(Text(aim.text, _COLOURS.get(aim.verdict, "bold yellow")))
    for text in sentences(sweep):
        console.print(Text(text))
    for values, reason in sweep.skipped:
        names = ", ".join(
            f"{axis.name}={written(v)}" for axis, v in zip(sweep.axes, values, strict=True)
        )
        console.print(Text(f"Left out, because it cannot be played: {names}: {reason}"))
    for _, table in list_tables(sweep):
        console.print(table)
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
    of = f" of {study.deals * study.rotations:,}" if run.interrupted else ""
    return [
        f"{', '.join(parts)}: {rules}",
        f"{len(sweep.points)} settings, {run.games:,}{of} games each on the same deals, seed "
        f"{study.seed}, {seconds:.1f} s",
        f"line-up: {', '.join(study.strategies)}{'' if study.rotate else ' (not rotated)'}",
        *([f"rules changed at all settings: {', '.join(fixed)}"] if fixed else []),
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
    told = (
        f"± and 'to': {level} intervals; pp: percentage points. {MARKS['base']} "
        f"{base_name(sweep)}, with which the others are compared on the same deals, corrected "
        "for all differences shown (Holm): ▲ higher, ▼ lower, = exactly the same; without a mark "
        "a difference is not told from chance."
    )
    if "not compared" in sweep.standings(sweep.paths):
        told += f" {MARKS['not compared']} not compared: {MARKS['base']} has no such figure."
    if any(map(sweep.from_fair, sweep.paths)):
        told += (
            " Win rates are compared by their distance from the fair share, which falls with "
            "the number of players."
        )
    for assumed in dict.fromkeys(filter(None, (pace(sweep, path) for path in sweep.paths))):
        told += f" Minutes are at {assumed}."
    return told


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
    title = capital(figure.title)
    if path == ADVANTAGE:
        return f"{title}, in percentage points"
    return f"{title}, in %" if is_rate(figure) else title


def _line(sweep: Sweep, path: str) -> Table:
    words = words_of(sweep, path)
    base = written(sweep.base_point.values[0])
    level = f"{100 * sweep.confidence:g} % interval"
    judged = {
        point.key: [SAID[j.verdict.word] for j in point.results.judged() if j.target.figure == path]
        for point in sweep.points
    }
    fair = ["fair share"] if sweep.from_fair(path) else []
    columns = [sweep.axes[0].name, "value", level, *fair, f"minus {base}", level, "is"]
    aimed = any(judged.values())
    table = _table(_title(sweep, path), [*columns, *(["target"] if aimed else [])])
    for point, told in zip(sweep.points, sweep.told[path], strict=True):
        row = [_row_name(sweep, point)]
        if told is None:
            row += ["none"]
        else:
            row += [words.number(told.estimate), words.ends(told.estimate)]
            row += [_fair(point)] if fair else []
            row += _compared(sweep, point, told, words)
        row += [""] * (len(columns) - len(row))
        table.add_row(*map(Text, [*row, *(judged[point.key] if aimed else [])]))
    return table


def _row_name(sweep: Sweep, point: Point) -> str:
    return marked(sweep, point, value_of(sweep, point))


def _fair(point: Point) -> str:
    return f"{100 * point.results.fair_share:.1f}"


def _compared(sweep: Sweep, point: Point, told: Told, words: Words) -> list[str]:
    standing = sweep.standing(point, told)
    if told.difference is None:
        return ["", "", MARKS["base"] if standing == "base" else standing]
    estimate = told.difference.estimate
    return [words.difference(estimate), words.difference_interval(estimate), standing]


def _group(sweep: Sweep, name: str, paths: Sequence[str]) -> Table:
    members = [path.split(".", 1)[1].removesuffix(".win_rate") for path in paths]
    names = [f"seat {member}" for member in members] if name == "seat" else members
    fair = ["fair share"] if sweep.from_fair(paths[0]) else []
    table = _table(f"Win rate by {name}, in %", [sweep.axes[0].name, *fair, *names])
    for place, point in enumerate(sweep.points):
        cells = [_cell(sweep, path, point, sweep.told[path][place]) for path in paths]
        if fair:
            cells.insert(0, _fair(point))
        table.add_row(Text(_row_name(sweep, point)), *map(Text, cells))
    return table


def _cell(sweep: Sweep, path: str, point: Point, told: Told | None) -> str:
    if told is None:
        return "none  "
    mark = MARKS[sweep.standing(point, told)]
    return f"{words_of(sweep, path).with_half(told.estimate)} {mark}"


def _matrix(sweep: Sweep, path: str) -> Table:
    """Show a figure over two rules, the one with more values downwards."""
    down, across = (0, 1) if len(sweep.axes[0].values) >= len(sweep.axes[1].values) else (1, 0)
    rows, columns = sweep.axes[down], sweep.axes[across]
    heads = [named([columns], [value]) for value in columns.values]
    table = _table(_title(sweep, path), [rows.name, *heads])
    points = {point.key: point for point in sweep.points}
    told = dict(zip(points, sweep.told[path], strict=True))
    for value in rows.values:
        cells = []
        for other in columns.values:
            key = tuple(map(written, (value, other) if down == 0 else (other, value)))
            left_out = key not in points
            cells.append("left out  " if left_out else _cell(sweep, path, points[key], told[key]))
        table.add_row(Text(written(value)), *map(Text, cells))
    return table


def live_row(point: Point, label: str, games: int) -> list[str]:
    """Return how a point stands while it is played."""
    advantage = point.results.first_player_advantage()
    words = Words(point.results.figure(ADVANTAGE), True)
    done = point.results.run.games
    return [
        label,
        f"{done:,} of {games:,}",
        f"{words.number(advantage)}, {words.ends(advantage)} pp",
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
