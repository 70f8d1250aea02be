"""What a sweep found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.comparison import decided, robust
from reports.comparison.levels import LevelsOfArms
from reports.figures.statistics import finite
from reports.run import sentences as run_sentences
from reports.sweep.aims import aims
from reports.sweep.besides import besides
from reports.sweep.charts import charts_of
from reports.sweep.grid import grid_of
from reports.sweep.line import MARKS, Line, grouped, line_of
from reports.sweep.naming import (
    base_name,
    marked,
    named,
    played,
    title,
    value_of,
)
from reports.sweep.points import Point
from reports.sweep.results import AtPoint, Standing, Sweep, deciding
from reports.sweep.sentences import dead_sentences, point_names, sentences
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
from reports.writing.words import brief_labels, capital
from simulate.rules.kinds import written

_TONES: dict[Standing, Tone] = {"higher": "more", "lower": "less"}


def find(sweep: Sweep, levels: LevelsOfArms | None = None) -> Findings:
    """Say what a sweep found, and whether that holds at other levels of play."""
    names = point_names(sweep, sweep.points)
    names[sweep.label(sweep.base_point)] = base_name(sweep)
    rules = " and ".join(axis.name for axis in sweep.axes)
    does = "does" if len(sweep.axes) == 1 else "do"
    return Findings(
        title(sweep),
        [played(sweep)],
        [
            Answer("What does it do?", _found(sweep), [*_tables(sweep), Text(note(sweep), "note")]),
            *([robust.answer(levels, names, "settings")] if levels else []),
        ],
        [*(aim.item for aim in aims(sweep)), *besides(sweep)],
        [
            *deciding(sweep).said("every target at every setting"),
            _reach(sweep),
            *(
                []
                if levels
                else [robust.unasked(run_sentences.who_plays(sweep.base), sweep.base.contest)]
            ),
        ],
        [
            Section("found", f"What {rules} {does}", charts_of(sweep)),
            *robust.sections(levels, names),
        ],
        [*decided.looked(sweep.comparison), _caveat(sweep)],
    )


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


def _caveat(sweep: Sweep) -> str:
    missed = 100 * (1 - sweep.confidence)
    return (
        f"Of 100 sweeps of rules without any effect, at most about {missed:.3g} would call one of "
        "their differences clear, however many are shown: that is what the correction is for. A "
        "difference that is not clear may still be there; more games show smaller ones."
    )


# Tables ---------------------------------------------------------------------------


def _tables(sweep: Sweep) -> Iterator[Part]:
    if len(sweep.axes) > 1:
        yield from (_matrix(sweep, path) for path in sweep.paths)
        return
    groups = grouped(sweep)
    if alone := [paths[0] for kind, paths in groups if not kind]:
        yield _rows(sweep, "Each value", alone, [line_of(sweep, path).title for path in alone])
    for kind, paths in groups:
        if kind:
            members = [sweep.figure(path).member for path in paths]
            yield _rows(sweep, f"Win rate by {kind} in %", paths, members)


def _rows(sweep: Sweep, caption: str, paths: Sequence[str], heads: Sequence[str]) -> Table:
    """Show some figures along one rule, a row for each value."""
    lines = [line_of(sweep, path) for path in paths]
    fair = any(map(sweep.from_fair, paths))
    columns = [Column(sweep.axes[0].name, False), *([Column("fair share")] if fair else [])]
    columns += [
        Column(*each) for each in zip(heads, [True] * len(heads), brief_labels(heads), strict=True)
    ]
    rows = []
    for place, point in enumerate(sweep.points):
        share = point.results.fair_share
        cells = [
            _marked(sweep, line, point, sweep.found[path][place])
            for line, path in zip(lines, paths, strict=True)
        ]
        shares = [Cell(numbers.percent(share), share)] if fair else []
        rows.append([_name(sweep, point), *shares, *cells])
    return Table(caption, columns, rows)


def _name(sweep: Sweep, point: Point) -> Cell:
    value = point.values[0]
    order = float(value) if sweep.axes[0].is_number else None
    name = value_of(sweep, point)
    return Cell(marked(sweep, point, name), order, name)


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
