"""What a sweep found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.comparison.levels import LevelsOfArms
from reports.comparison.robust import unasked
from reports.figures.statistics import finite
from reports.run import ending
from reports.run import sentences as run_sentences
from reports.run.document import VERDICTS, described
from reports.sweep import decided, robust
from reports.sweep.aims import aims
from reports.sweep.besides import besides, changed_besides
from reports.sweep.charts import charts_of
from reports.sweep.grid import grid_of
from reports.sweep.line import MARKS, Line, grouped, line_of
from reports.sweep.naming import (
    PLAYERS,
    VARIANT,
    base_name,
    fixed_rules,
    games_each,
    marked,
    named,
    value_of,
)
from reports.sweep.points import Point
from reports.sweep.results import AtPoint, Standing, Sweep
from reports.sweep.sentences import dead_sentences, sentences
from reports.writing import numbers
from reports.writing.document import (
    Answer,
    Cell,
    Column,
    Findings,
    Item,
    Part,
    Section,
    Table,
    Text,
    Tone,
)
from reports.writing.numbers import counted
from reports.writing.words import capital, told_rules
from simulate.rules.kinds import written

_TONES: dict[Standing, Tone] = {"higher": "more", "lower": "less"}


def find(sweep: Sweep, levels: LevelsOfArms | None = None) -> Findings:
    """Say what a sweep found, and whether that holds at other levels of play."""
    names = " and ".join(axis.name for axis in sweep.axes)
    does = "does" if len(sweep.axes) == 1 else "do"
    return Findings(
        title(sweep),
        [_played(sweep)],
        [
            Answer("What does it do?", _found(sweep), [*_tables(sweep), Text(note(sweep), "note")]),
            *([robust.answer(sweep, levels)] if levels else []),
        ],
        [*(aim.item for aim in aims(sweep)), *besides(sweep)],
        [
            *decided.said(sweep),
            _reach(sweep),
            *([] if levels else [unasked(run_sentences.who_plays(sweep.base), sweep.base.contest)]),
        ],
        [
            Section("found", f"What {names} {does}", charts_of(sweep)),
            *([robust.section(sweep, levels)] if levels else []),
        ],
        [*_looked(sweep), _caveat(sweep)],
    )


def title(sweep: Sweep) -> str:
    """Name what was played, and what was varied."""
    study, game = sweep.base.run.study, sweep.base.game
    varied = {axis.name for axis in sweep.axes}
    parts = [game.title]
    if VARIANT not in varied and study.variant != game.default_variant:
        parts.append(study.variant)
    if PLAYERS not in varied:
        parts.append(f"{study.players} players")
    return f"{', '.join(parts)}: {_settings(sweep)}"


def _settings(sweep: Sweep) -> str:
    return "; ".join(f"{axis.name} {', '.join(map(written, axis.values))}" for axis in sweep.axes)


def _played(sweep: Sweep) -> str:
    base, run, varied = sweep.base, sweep.base.run, {axis.name for axis in sweep.axes}
    said = [
        f"{sweep.base.game.title} with {_settings(sweep)}: {len(sweep.points)} settings, "
        f"{games_each(sweep)} on the same {counted(run.tally.deals, 'deal')}"
    ]
    if PLAYERS not in varied:
        said[0] += f", for {base.players} players"
    if VARIANT not in varied:
        said.append(described(base))
    said += [run_sentences.line_up(base), f"seed {run.study.seed}"]
    fixed = fixed_rules(sweep)
    rules = f" Rules changed at all settings: {told_rules(fixed)}." if fixed else ""
    return f"{'; '.join(said)}.{rules}"


def _found(sweep: Sweep) -> list[Item]:
    found = [Item(text, mark="look") for text in dead_sentences(sweep)]
    found += [Item(text, main=not place) for place, text in enumerate(sentences(sweep))]
    for values, reason in sweep.skipped:
        names = named(sweep.axes, values)
        found.append(Item(f"Left out, because it cannot be played: {names}: {reason}."))
    return found


def note(sweep: Sweep) -> str:
    """Say how to read the tables."""
    level = f"{100 * sweep.confidence:g} %"
    said = [
        f"\N{PLUS-MINUS SIGN} and 'to': {level} intervals. {MARKS['base']} {base_name(sweep)}, "
        "with which the others are compared on the same deals, corrected for all differences "
        f"shown: {MARKS['higher']} clearly higher, {MARKS['lower']} clearly lower, "
        f"{MARKS['the same']} exactly the same; without a mark a difference is not clear."
    ]
    if len({point.results.run.tally.deals for point in sweep.points}) > 1:
        said.append(
            "Settings that stopped sooner are compared over their own deals, so a difference need "
            "not be that of the two values shown."
        )
    if "not compared" in sweep.standings(sweep.paths):
        said.append(f"{MARKS['not compared']} not compared: {MARKS['base']} has no such figure.")
    if any(map(sweep.from_fair, sweep.paths)):
        said.append(
            "Win rates are compared by their distance from the fair share, which falls with the "
            "number of players."
        )
    paces = dict.fromkeys(line_of(sweep, path).pace for path in sweep.paths)
    return " ".join([*said, *(f"Minutes are at {pace}." for pace in paces if pace)])


def _reach(sweep: Sweep) -> str:
    known = run_sentences.reach(sweep.base)
    return f"With {base_name(sweep)}: {known[:1].lower()}{known[1:]}"


def _looked(sweep: Sweep) -> list[str]:
    return [ending.looked(sweep.base)] if len(sweep.base.run.study.looks) > 1 else []


def _caveat(sweep: Sweep) -> str:
    missed = 100 * (1 - sweep.confidence)
    return (
        f"Of 100 sweeps of rules without any effect, at most about {missed:.3g} would call one of "
        "their differences clear, however many are shown: that is what the correction is for. A "
        "difference that is not clear may still be there; more games show smaller ones."
        + (
            " What else changes where a target is met is corrected on its own."
            if changed_besides(sweep)
            else ""
        )
    )


# Tables ---------------------------------------------------------------------------


def _tables(sweep: Sweep) -> Iterator[Part]:
    if len(sweep.axes) > 1:
        yield from (_matrix(sweep, path) for path in sweep.paths)
        return
    for kind, paths in grouped(sweep):
        yield _group(sweep, kind, paths) if kind else _line(sweep, paths[0])


def _line(sweep: Sweep, path: str) -> Table:
    """Show a figure along one rule."""
    line, level = line_of(sweep, path), numbers.level(sweep.confidence)
    fair = [Column("fair share")] if sweep.from_fair(path) else []
    minus = Column(f"minus {written(sweep.base_point.values[0])}")
    aimed = any(_target(point, path) for point in sweep.points)
    interval = Column(level, False, "interval")
    columns = [Column(sweep.axes[0].name, False), Column("value"), interval, *fair]
    columns += [minus, interval, Column("is", False)]
    columns += [Column("target", False)] if aimed else []
    rows = []
    for point, one in zip(sweep.points, sweep.found[path], strict=True):
        cells = [_name(sweep, point)]
        cells += _measured(line, one)
        cells += [_fair(point)] if fair else []
        cells += _compared(sweep, point, one, line)
        rows.append([*cells, *(_target(point, path) or [Cell("")] if aimed else [])])
    return Table(capital(line.title), columns, rows)


def _name(sweep: Sweep, point: Point) -> Cell:
    value = point.values[0]
    order = float(value) if sweep.axes[0].is_number and len(sweep.axes) == 1 else None
    name = value_of(sweep, point)
    return Cell(marked(sweep, point, name), order, name)


def _fair(point: Point) -> Cell:
    return Cell(numbers.percent(point.results.fair_share), point.results.fair_share)


def _measured(line: Line, one: AtPoint | None) -> list[Cell]:
    if one is None:
        return [Cell("none"), Cell("")]
    estimate = one.estimate
    return [
        Cell(line.number(estimate), finite(estimate.value)),
        Cell(line.ends(estimate), finite(estimate.low)),
    ]


def _compared(sweep: Sweep, point: Point, one: AtPoint | None, line: Line) -> list[Cell]:
    if one is None:
        return [Cell("")] * 3
    standing = sweep.standing(point, one)
    if one.difference is None:
        return [Cell(""), Cell(""), Cell(MARKS["base"] if standing == "base" else standing)]
    estimate, differences = one.difference.estimate, line.differences
    return [
        Cell(differences.number(estimate), finite(estimate.value)),
        Cell("" if estimate.low == estimate.high else differences.ends(estimate)),
        Cell(standing, tone=_TONES.get(standing, "")),
    ]


def _target(point: Point, path: str) -> list[Cell]:
    """Say whether the target of a figure is met at a point, if it has one."""
    words = [one.verdict.word for one in point.judged if one.target.figure == path]
    return [Cell(VERDICTS[word][1], mark=VERDICTS[word][0]) for word in words[:1]]


def _group(sweep: Sweep, kind: str, paths: Sequence[str]) -> Table:
    """Show the win rates of all seats, or of all strategies, along one rule."""
    lines = [line_of(sweep, path) for path in paths]
    fair = [Column("fair share")] if sweep.from_fair(paths[0]) else []
    columns = [Column(sweep.axes[0].name, False), *fair]
    columns += [Column(line.figure.member) for line in lines]
    rows = []
    for place, point in enumerate(sweep.points):
        cells = [
            _marked(sweep, line, point, sweep.found[line.figure.path][place]) for line in lines
        ]
        rows.append([_name(sweep, point), *([_fair(point)] if fair else []), *cells])
    return Table(f"Win rate by {kind} in %", columns, rows)


def _marked(sweep: Sweep, line: Line, point: Point, one: AtPoint | None) -> Cell:
    if one is None:
        return Cell("none  ")
    standing = sweep.standing(point, one)
    text = f"{line.with_half(one.estimate)} {MARKS[standing]}"
    return Cell(text, finite(one.estimate.value), tone=_TONES.get(standing, ""))


def _matrix(sweep: Sweep, path: str) -> Table:
    """Show a figure over two rules."""
    line, grid = line_of(sweep, path), grid_of(sweep, path)
    columns = [Column(named([grid.across], [value])) for value in grid.across.values]
    rows = []
    for value, cells in zip(grid.down.values, grid.cells, strict=True):
        shown = [
            _marked(sweep, line, point, found) if point else Cell("left out  ")
            for point, found in cells
        ]
        rows.append([Cell(written(value)), *shown])
    return Table(capital(line.title), [Column(grid.down.name, False), *columns], rows)
