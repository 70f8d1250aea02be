"""What a sweep found, as the parts of a document."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reports.compare import ending
from reports.compare.document import make_headings
from reports.figures.statistics import finite, half_width
from reports.figures.targets import JudgedTarget
from reports.robust import document as robust
from reports.run import sentences as run_sentences
from reports.run.document import VERDICTS
from reports.sweep import sentences as say
from reports.sweep.charts import charts_of, shown
from reports.sweep.results import PointComparison, Standing, SweepPoint, SweepResults
from reports.writing import document as doc
from reports.writing import wording
from reports.writing.wording import capital
from simulate.rules.kinds import written

_TONES: dict[Standing, doc.Tone] = {"higher": "more", "lower": "less"}


def make_findings(sweep: SweepResults) -> doc.Findings:
    """Say what a sweep found, and whether that holds at other levels of play."""
    levels, base = sweep.levels, sweep.base
    rules = " and ".join(axis.name for axis in sweep.axes)
    does = "does" if len(sweep.axes) == 1 else "do"
    known = run_sentences.describe_reach(base)
    caveat = (
        "Of 100 sweeps of rules without any effect, at most about "
        f"{100 * (1 - base.confidence):.3g} would call any difference clear, however many are "
        "shown. More games show smaller differences."
    )
    return doc.Findings(
        say.title(sweep),
        [doc.Item(say.played(sweep))],
        [
            doc.Answer(
                "What does it do?",
                _found(sweep),
                [*_tables(sweep), doc.Paragraph(note(sweep), "note")],
            ),
            *robust.differences_answers(levels, say.labels_of(sweep)),
        ],
        [*aims(sweep), *besides(sweep)],
        [
            *ending.StoppingRule(sweep.comparison).describe(
                f"every target with all {sweep.things}"
            ),
            f"With {say.base_name(sweep)}: {known[:1].lower()}{known[1:]}",
            *(
                []
                if levels
                else [
                    robust.other_players_caveat(run_sentences.describe_players(base), base.contest)
                ]
            ),
        ],
        [
            doc.Section(
                "found",
                f"What {rules} {does}",
                [chart for chart in charts_of(sweep) if not chart.section],
            ),
            *robust.sections_of(shown(sweep)),
        ],
        [*ending.describe_looks(sweep.comparison), caveat],
    )


def _found(sweep: SweepResults) -> list[doc.Item]:
    found = [doc.Item(text, main=not place) for place, text in enumerate(say.sentences(sweep))]
    for values, reason in sweep.skipped:
        names = say.named(sweep.axes, values)
        found.append(doc.Item(f"Left out, because it cannot be played: {names}: {reason}."))
    return found


def note(sweep: SweepResults) -> str:
    """Say how to read the tables."""
    level, marks = f"{100 * sweep.base.confidence:g}%", say.MARKS
    said = [
        f"\N{PLUS-MINUS SIGN} and 'to': {level} intervals. {marks['base']} {say.base_name(sweep)}, "
        "with which the others are compared on the same deals, corrected for all differences "
        f"shown: {say.MEANINGS}; without a mark a difference is not clear."
    ]
    if sweep.comparison.is_raced:
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


def _tables(sweep: SweepResults) -> Iterator[doc.Part]:
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


def _rows(
    sweep: SweepResults, caption: str, paths: Sequence[str], heads: Sequence[str]
) -> doc.Table:
    axis, fair = sweep.axes[0], any(map(sweep.from_fair, paths))
    columns = [
        doc.Heading(axis.name, numeric=False),
        *([doc.Heading("fair share")] if fair else []),
    ]
    columns += make_headings(heads)
    lines = [say.line_of(sweep, path) for path in paths]
    rows = []
    for point in sweep.points:
        name, share = say.value_of(sweep, point), point.results.fair_share
        order = float(point.values[0]) if axis.is_number else None
        row = [doc.Cell(say.marked(sweep, point, name), order, name)]
        row += [doc.Cell(wording.percent(share), share)] if fair else []
        rows.append([*row, *(_marked(line, line.at(point)) for line in lines)])
    return doc.Table(caption, columns, rows)


def _marked(
    line: say.FigureSeries, one: PointComparison | None, otherwise: str = "none"
) -> doc.Cell:
    if one is None:
        return doc.Cell(f"{otherwise}  ")
    text = f"{line.with_half(one.estimate)} {say.MARKS[one.standing]}"
    return doc.Cell(text, finite(one.estimate.value), tone=_TONES.get(one.standing, ""))


def _matrix(sweep: SweepResults, path: str) -> doc.Table:
    line = say.line_of(sweep, path)
    down, across, cells = say.grid_of(sweep, line)
    columns = [doc.Heading(say.named([across], [value])) for value in across.values]
    rows = [
        [
            doc.Cell(written(value)),
            *(_marked(line, one, "none" if point else "left out") for point, one in row),
        ]
        for value, row in zip(down.values, cells, strict=True)
    ]
    return doc.Table(capital(line.title), [doc.Heading(down.name, numeric=False), *columns], rows)


#: A point with what came of a target there.
Found = tuple[SweepPoint, JudgedTarget]


def aims(sweep: SweepResults) -> list[doc.Item]:
    """Tell of each target of the study what is wanted, and where it is met."""
    judged = [point.results.judged() for point in sweep.points]
    return [
        _aim(sweep, list(zip(sweep.points, column, strict=True)))
        for column in zip(*judged, strict=True)
    ]


def _aim(sweep: SweepResults, found: Sequence[Found]) -> doc.Item:
    target = found[0][1].target
    figure = sweep.base.figure(target.figure)
    start, unit = capital(figure.title), figure.unit
    known = [PointComparison(point, judged.estimate) for point, judged in found]
    if pace := say.FigureSeries(figure, unit, 0.0, known).pace:
        start += f" at {pace}"
    told = "; ".join([*_parts(sweep, found), *_between(sweep, found)])
    words = [judged.verdict.word for _, judged in found]
    mark, word = VERDICTS[words[0] if len(set(words)) == 1 else "undecided"]
    several = f"met at {words.count('meets')} of {len(words)} {sweep.things}"
    name = word if len(set(words)) == 1 else several
    return doc.Item(f"{start}, wanted {wording.target_text(target, unit)}: {told}.", name, mark)


def _parts(sweep: SweepResults, found: Sequence[Found]) -> Iterator[str]:
    """Name the points with each verdict, those of a miss by the side on which they are."""
    groups: dict[tuple[str, str], list[Found]] = {}
    for one in found:
        groups.setdefault(_verdict(one), []).append(one)
    ordered = sorted(groups, key=lambda group: list(VERDICTS).index(group[0]))
    for place, (word, side) in enumerate(ordered):
        several = groups[word, side]
        names = [_named(sweep, *one, short=bool(place or n)) for n, one in enumerate(several)]
        said = f"{VERDICTS[word][1]}{f', {side},' if side else ''}"
        yield f"{said} with {say.some(names)}{_more(several)}"


def _verdict(one: Found) -> tuple[str, str]:
    """Return the verdict at a point, and of a miss on which side it is, where there are two."""
    judged, target = one[1], one[1].target
    if judged.verdict.word != "misses" or math.inf in (-target.low, target.high):
        return judged.verdict.word, ""
    return "misses", "too low" if judged.estimate.value < target.low else "too high"


def _named(sweep: SweepResults, point: SweepPoint, judged: JudgedTarget, *, short: bool) -> str:
    """Name a point with what was found there; the rule's name goes before the very first."""
    name = say.value_of(sweep, point) if short else say.named(sweep.axes, point.values)
    mark, found = say.mark_of(sweep, point), judged.estimate
    unit = point.results.figure(judged.target.figure).unit
    # Percentage points are in what is wanted.
    value = wording.number(found.value, half_width(found), unit)
    value = value if unit.signed else wording.value(found, unit)
    whose = f" with {judged.level}" if judged.level else ""
    return f"{name} ({f'{mark}: ' if mark else ''}{value}{whose})"


def _between(sweep: SweepResults, found: Sequence[Found]) -> Iterator[str]:
    """Say between which neighbouring values the figure passes what is wanted, unless one meets.

    A value between need not meet it: the figure may jump.
    """
    one_rule = len(sweep.axes) == 1 and sweep.axes[0].is_number
    if not one_rule or any(judged.verdict.word == "meets" for _, judged in found):
        return
    for one, other in pairwise(found):
        if {_verdict(one)[1], _verdict(other)[1]} == {"too low", "too high"}:
            low, high = (say.value_of(sweep, point) for point, _ in (one, other))
            yield f"from {low} to {high} it passes what is wanted, and nothing between was played"


def _more(several: Sequence[Found]) -> str:
    first = several[0][1]
    if first.verdict.word != "undecided":
        return ""
    if first.target.robust:
        if first.level:
            return ", where it is not clear yet"
        return ", where other players were not asked (--robust asks them)"
    needed = [judged.verdict.more_games for _, judged in several]
    known = [games for games in needed if games is not None]
    if not known:
        return ", where it cannot be told how many more games would decide it"
    most, unknown = wording.about(max(known)), len(needed) - len(known)
    more = f" (at {unknown} of them it cannot be told)" if unknown else ""
    return f", where at most about {most} more games would probably decide it{more}"


def besides(sweep: SweepResults) -> list[doc.Item]:
    """Name the side effects where a target is met, a figure each; none where none is met."""
    if not sweep.met:
        return []
    told = []
    for path, (first, *others) in sweep.changed_besides.items():
        figure = sweep.figure(path)
        assert first.difference
        change = wording.with_interval(first.difference.estimate, figure.unit.of_differences)
        more = say.some([say.name_of(sweep, one.point) for one in others])
        also = f", also with {more}" if others else ""
        told.append(f"{figure.title} {change} with {say.name_of(sweep, first.point)}{also}")
    what = "; ".join(told) or "none of the main figures clearly changes"
    return [
        doc.Item(f"Against {say.base_name(sweep)}, where a target is met: {what}.", "side effects")
    ]
