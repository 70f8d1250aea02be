"""What a sweep found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.comparison import ending
from reports.comparison import levels as robust
from reports.figures.statistics import finite
from reports.run import sentences as run_sentences
from reports.sweep.aims import aims, besides
from reports.sweep.charts import charts_of
from reports.sweep.results import AtPoint, Standing, Sweep
from reports.sweep.sentences import (
    MARKS,
    Line,
    base_name,
    grid_of,
    grouped,
    line_of,
    marked,
    name_of,
    named,
    played,
    sentences,
    title,
    value_of,
)
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


def find(sweep: Sweep) -> Findings:
    """Say what a sweep found, and whether that holds at other levels of play."""
    levels, base = sweep.levels, sweep.base
    names = {point.label: name_of(sweep, point) for point in sweep.points}
    names[sweep.base_point.label] = base_name(sweep)
    rules = " and ".join(axis.name for axis in sweep.axes)
    does = "does" if len(sweep.axes) == 1 else "do"
    known = run_sentences.reach(base)
    deciding = ending.deciding(sweep.comparison, sweep.deciding)
    return Findings(
        title(sweep),
        [played(sweep)],
        [
            Answer("What does it do?", _found(sweep), [*_tables(sweep), Text(note(sweep), "note")]),
            *([robust.answer(levels, names)] if levels else []),
        ],
        [*aims(sweep), *besides(sweep)],
        [
            *deciding.said(f"every target with all {sweep.things}"),
            f"With {base_name(sweep)}: {known[:1].lower()}{known[1:]}",
            *([] if levels else [robust.unasked(run_sentences.who_plays(base), base.contest)]),
        ],
        [
            Section("found", f"What {rules} {does}", charts_of(sweep)),
            *robust.sections(levels, names),
        ],
        [*ending.looked(sweep.comparison), _caveat(sweep)],
    )


def _found(sweep: Sweep) -> list[Item]:
    found = [Item(text, main=not place) for place, text in enumerate(sentences(sweep))]
    for values, reason in sweep.skipped:
        names = named(sweep.axes, values)
        found.append(Item(f"Left out, because it cannot be played: {names}: {reason}."))
    return found


def note(sweep: Sweep) -> str:
    """Say how to read the tables."""
    level = f"{100 * sweep.base.confidence:g} %"
    said = [
        f"\N{PLUS-MINUS SIGN} and 'to': {level} intervals. {MARKS['base']} {base_name(sweep)}, "
        "with which the others are compared on the same deals, corrected for all differences "
        f"shown: {MARKS['higher']} clearly higher, {MARKS['lower']} clearly lower, "
        f"{MARKS['the same']} exactly the same; without a mark a difference is not clear."
    ]
    if sweep.raced:
        said.append(
            f"{capital(sweep.things)} that stopped sooner are compared over their own deals, so a "
            "difference need not be that of the two numbers shown."
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


def _caveat(sweep: Sweep) -> str:
    missed = 100 * (1 - sweep.base.confidence)
    return (
        f"Of 100 sweeps of rules without any effect, at most about {missed:.3g} would call any "
        "difference clear, however many are shown. More games show smaller differences."
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
    axis, fair = sweep.axes[0], any(map(sweep.from_fair, paths))
    columns = [
        Column(axis.name, numeric=False),
        *([Column("fair share")] if fair else []),
        *(
            Column(*each)
            for each in zip(heads, [True] * len(heads), brief_labels(heads), strict=True)
        ),
    ]
    lines = [line_of(sweep, path) for path in paths]
    rows = []
    for point in sweep.points:
        name, share = value_of(sweep, point), point.results.fair_share
        at = [next((one for one in line.known if one.point is point), None) for line in lines]
        order = float(point.values[0]) if axis.is_number else None
        rows.append(
            [
                Cell(marked(sweep, point, name), order, name),
                *([Cell(numbers.percent(share), share)] if fair else []),
                *(_marked(line, one) for line, one in zip(lines, at, strict=True)),
            ]
        )
    return Table(caption, columns, rows)


def _marked(line: Line, one: AtPoint | None, otherwise: str = "none") -> Cell:
    if one is None:
        return Cell(f"{otherwise}  ")
    text = f"{line.with_half(one.estimate)} {MARKS[one.standing]}"
    return Cell(text, finite(one.estimate.value), tone=_TONES.get(one.standing, ""))


def _matrix(sweep: Sweep, path: str) -> Table:
    line, grid = line_of(sweep, path), grid_of(sweep, path)
    columns = [Column(named([grid.across], [value])) for value in grid.across.values]
    rows = [
        [
            Cell(written(value)),
            *(_marked(line, one, "none" if point else "left out") for point, one in cells),
        ]
        for value, cells in zip(grid.down.values, grid.cells, strict=True)
    ]
    return Table(capital(line.title), [Column(grid.down.name, numeric=False), *columns], rows)
