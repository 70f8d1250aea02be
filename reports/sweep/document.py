"""What a sweep found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.comparison import ending
from reports.figures.statistics import finite
from reports.robust import document as robust
from reports.run import sentences as run_sentences
from reports.run.shared_charts import sections_of
from reports.sweep import sentences as say
from reports.sweep.aims import aims, besides
from reports.sweep.charts import charts_of, shown
from reports.sweep.results import AtPoint, Standing, Sweep
from reports.writing import document as doc
from reports.writing import numbers
from reports.writing.words import brief_labels, capital
from simulate.rules.kinds import written

_TONES: dict[Standing, doc.Tone] = {"higher": "more", "lower": "less"}


def find(sweep: Sweep) -> doc.Findings:
    """Say what a sweep found, and whether that holds at other levels of play."""
    levels, base = sweep.levels, sweep.base
    rules = " and ".join(axis.name for axis in sweep.axes)
    does = "does" if len(sweep.axes) == 1 else "do"
    known = run_sentences.reach(base)
    caveat = (
        "Of 100 sweeps of rules without any effect, at most about "
        f"{100 * (1 - base.confidence):.3g} would call any difference clear, however many are "
        "shown. More games show smaller differences."
    )
    deciding = ending.Deciding(sweep.comparison, sweep.deciding)
    return doc.Findings(
        say.title(sweep),
        [doc.Item(say.played(sweep))],
        [
            doc.Answer(
                "What does it do?", _found(sweep), [*_tables(sweep), doc.Text(note(sweep), "note")]
            ),
            *robust.differences_answers(levels, say.labels_of(sweep)),
        ],
        [*aims(sweep), *besides(sweep)],
        [
            *deciding.said(f"every target with all {sweep.things}"),
            f"With {say.base_name(sweep)}: {known[:1].lower()}{known[1:]}",
            *([] if levels else [robust.found_with(run_sentences.who_plays(base), base.contest)]),
        ],
        [
            doc.Section(
                "found",
                f"What {rules} {does}",
                [chart for chart in charts_of(sweep) if not chart.section],
            ),
            *sections_of(shown(sweep)),
        ],
        [*ending.looked(sweep.comparison), caveat],
    )


def _found(sweep: Sweep) -> list[doc.Item]:
    found = [doc.Item(text, main=not place) for place, text in enumerate(say.sentences(sweep))]
    for values, reason in sweep.skipped:
        names = say.named(sweep.axes, values)
        found.append(doc.Item(f"Left out, because it cannot be played: {names}: {reason}."))
    return found


def note(sweep: Sweep) -> str:
    """Say how to read the tables."""
    level, marks = f"{100 * sweep.base.confidence:g} %", say.MARKS
    said = [
        f"\N{PLUS-MINUS SIGN} and 'to': {level} intervals. {marks['base']} {say.base_name(sweep)}, "
        "with which the others are compared on the same deals, corrected for all differences "
        f"shown: {say.MEANINGS}; without a mark a difference is not clear."
    ]
    if sweep.raced:
        said.append(
            f"{capital(sweep.things)} that stopped sooner are compared over their own deals, so a "
            "difference need not be that of the two numbers shown."
        )
    if "not compared" in sweep.standings(sweep.paths):
        said.append(f"{marks['not compared']} not compared: {marks['base']} has no such figure.")
    if any(map(sweep.from_fair, sweep.paths)):
        said.append(
            "Win rates are compared by their distance from the fair share, which falls with the "
            "number of players."
        )
    paces = dict.fromkeys(say.line_of(sweep, path).pace for path in sweep.paths)
    return " ".join([*said, *(f"Minutes are at {pace}." for pace in paces if pace)])


# Tables ---------------------------------------------------------------------------


def _tables(sweep: Sweep) -> Iterator[doc.Part]:
    if len(sweep.axes) > 1:
        yield from (_matrix(sweep, path) for path in sweep.paths)
        return
    groups = say.grouped(sweep)
    if alone := [paths[0] for kind, paths in groups if not kind]:
        yield _rows(sweep, "Each value", alone, [say.line_of(sweep, path).title for path in alone])
    for kind, paths in groups:
        if kind:
            members = [sweep.figure(path).member for path in paths]
            yield _rows(sweep, f"Win rate by {kind} in %", paths, members)


def _rows(sweep: Sweep, caption: str, paths: Sequence[str], heads: Sequence[str]) -> doc.Table:
    axis, fair = sweep.axes[0], any(map(sweep.from_fair, paths))
    columns = [doc.Column(axis.name, numeric=False), *([doc.Column("fair share")] if fair else [])]
    columns += [
        doc.Column(head, short=short)
        for head, short in zip(heads, brief_labels(heads), strict=True)
    ]
    lines = [say.line_of(sweep, path) for path in paths]
    rows = []
    for point in sweep.points:
        name, share = say.value_of(sweep, point), point.results.fair_share
        order = float(point.values[0]) if axis.is_number else None
        row = [doc.Cell(say.marked(sweep, point, name), order, name)]
        row += [doc.Cell(numbers.percent(share), share)] if fair else []
        rows.append([*row, *(_marked(line, line.at(point)) for line in lines)])
    return doc.Table(caption, columns, rows)


def _marked(line: say.Line, one: AtPoint | None, otherwise: str = "none") -> doc.Cell:
    if one is None:
        return doc.Cell(f"{otherwise}  ")
    text = f"{line.with_half(one.estimate)} {say.MARKS[one.standing]}"
    return doc.Cell(text, finite(one.estimate.value), tone=_TONES.get(one.standing, ""))


def _matrix(sweep: Sweep, path: str) -> doc.Table:
    line = say.line_of(sweep, path)
    grid = say.grid_of(sweep, line)
    columns = [doc.Column(say.named([grid.across], [value])) for value in grid.across.values]
    rows = [
        [
            doc.Cell(written(value)),
            *(_marked(line, one, "none" if point else "left out") for point, one in cells),
        ]
        for value, cells in zip(grid.down.values, grid.cells, strict=True)
    ]
    return doc.Table(
        capital(line.title), [doc.Column(grid.down.name, numeric=False), *columns], rows
    )
