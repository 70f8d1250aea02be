"""What was found, as parts of a document: which version meets all, or what stands against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reports.figures.figure import SHARE
from reports.robust.levels import judge_at_levels
from reports.run import document as run
from reports.run import sentences
from reports.run.ending import warn_of_exaggeration
from reports.sweep.document import aims
from reports.tune.charts import charts_of
from reports.tune.results import HeadStart, HeadStarts, TuneResults
from reports.writing import document as doc
from reports.writing import wording
from reports.writing.wording import capital, counted, listed, rules_text, whole
from simulate.rules.values import HEAD_START

#: How a verdict is shown where there is no room for a word.
_MARKS = {"meets": "\N{CHECK MARK}", "misses": "\N{BALLOT X}", "undecided": "?"}
#: So many side effects are told on the first page.
_MOST_TOLD = 4


def make_findings(tune: TuneResults) -> doc.Findings:
    """Say which version meets all that is wanted, and what else there is to know of it."""
    base, study = tune.base, tune.base.run.study
    rules = tune.axes[:-1] if tune.players else tune.axes
    names = [axis.name for axis in rules if not axis.name.startswith(HEAD_START)]
    ahead = ["points to begin with"] * (len(names) < len(rules))
    who = f"{sentences.describe_lineup(base)}, seed {study.seed}"
    fixed = f" Rules changed throughout: {rules_text(study.changes)}." if study.changes else ""
    said = f"{counted(tune.versions, 'version')} of {listed([*ahead, *names])}; "
    long = doc.Item(
        f"{said}{sentences.describe_variant(base)}; {who}.{fixed}", brief=f"{said}{who}."
    )
    return doc.Findings(
        f"{run.write_title(study, tune.players)}: looking for rules",
        [long],
        [doc.Answer("Which rules?", [*_rules(tune)], [_table(tune)], short="Rules?"), *_more(tune)],
        [],
        [*_known(tune)],
        [doc.Section("versions", "The versions", charts_of(tune))],
        ["What the search saw only chose whom to play to the end: the luckiest look too good."],
    )


def _rules(tune: TuneResults) -> Iterator[doc.Item]:
    """Say what was found, and what each want is with the version that leads."""
    leading, name = tune.leading, tune.name(tune.leading[0])
    all_of_it = {1: "what you want", 2: "both"}.get(len(tune.figures), "all you want")
    if tune.players:
        all_of_it += f" for {listed([*map(str, tune.players)])} players"
    who = f"None of {whole(tune.versions)} versions gives"
    if len(tune.tried) // tune.each + tune.impossible < tune.versions:
        who = f"No version was found, of {whole(tune.versions)}, that gives"
    told = {
        "meets": f"{'As it is' if leading[0].is_base else f'With {name}'} you get {all_of_it}.",
        "none": f"{who} {all_of_it}. Nearest: {name}.",
        "undecided": f"Not decided yet: {name} may give {all_of_it}."
        if "undecided" in tune.words
        else f"Not found yet: {name} is the nearest of those judged; give more --games.",
    }
    yield doc.Item(told[tune.verdict], main=True)
    results = leading[0].results
    each = [
        run.make_target_item(one, sentences.describe_target(results, one))
        for one in results.judged()
    ]
    yield from aims(tune.over_players(leading)) if tune.players else each


def _table(tune: TuneResults) -> doc.Table:
    targets = [one.target for one in tune.base.judged()]
    heads = [doc.Heading("version", numeric=False), *[doc.Heading("players")] * bool(tune.players)]
    for target in targets:
        figure = tune.figure(target.figure)
        unit = replace(figure.unit, name="pp") if figure.unit.share else figure.unit
        name = figure.head or figure.title
        heads.append(doc.Heading(f"{name}, {wording.target_text(target, unit)}", short=name))
    rows = []
    for version, point in [(one, point) for one in tune.ranked for point in one]:
        name = tune.name(point) if point is version[0] else ""
        cells = [doc.Cell(name, strong=version is tune.leading)]
        if tune.players:
            cells.append(doc.Cell(str(point.results.players), point.results.players))
        for judged in point.results.judged():
            word, figure = judged.verdict.word, point.results.figure(judged.target.figure)
            text = f"{wording.with_half(judged.estimate, figure.unit)} {_MARKS[word]}"
            cells.append(doc.Cell(text, judged.estimate.value, mark=run.VERDICTS[word][0]))
        games = point.results.run.games
        rows.append([*cells, doc.Cell(whole(games), games)])
    return doc.Table("The last versions", [*heads, doc.Heading("games")], rows, is_explained=True)


def _more(tune: TuneResults) -> Iterator[doc.Answer]:
    """Answer what is asked next: of what is recommended, or where nothing is."""
    if tune.verdict == "none":
        if len(tune.figures) > 1:
            yield _said("What stands against what?", "Why?", stands_against(tune))
        few = f"by a few games each of {len(tune.helping) // tune.each} values of other rules"
        names = [one[0].label for one in tune.helps[:3]]
        helps = f"Perhaps {listed(names, 'or')}" if names else "No other rule clearly"
        yield _said("Which other rule would help?", "Helps?", f"{helps}, {few}.")
    if tune.verdict == "meets" and not tune.leading[0].is_base:
        changes = [
            f"{one.figure.title}{tune.whose(at)} {wording.with_interval(difference, one.unit)}"
            for at, one in tune.side_effects[:_MOST_TOLD]
            for difference in [one.difference.estimate]
        ]
        said = f"Beside the rules as they are: {listed(changes) or 'nothing that people notice'}."
        yield _said("What else changes?", "Besides?", said)
    if tune.head_starts:
        yield from _seats(tune, tune.head_starts)
    if holds := list(_holds(tune)):
        yield doc.Answer("Does it hold with other sensible players?", holds, short="Holds?")


def _seats(tune: TuneResults, head_starts: HeadStarts) -> Iterator[doc.Answer]:
    """Tell how often each seat wins now and before, and what each head start did."""
    versions = [tune.leading[0].results]
    if not tune.leading[0].is_base:
        versions.append(tune.base)
    rates = [
        listed([f"{wording.with_half(seat.win_rate, SHARE)}%" for seat in results.seats()])
        for results in versions
    ]
    yield _said("Who wins how often?", "Seats?", f"They win {', and before '.join(rates)}.")
    yield _said("What is a head start worth?", "A lead?", _head_starts(tune, head_starts))


def _head_starts(tune: TuneResults, head_starts: HeadStarts) -> str:
    """Return the wins of the seat with each head start that was tried, and what follows."""
    without, *tried = head_starts.tried
    rates = [f"{_wins(start)} with {start.points:g}" for start in tried]
    text = (
        f"Seat {head_starts.seat} wins {_wins(without)} without a head start, {listed(rates)}; "
        f"{wording.percent(head_starts.fair_share).replace(' ', '')} is fair."
    )
    below, above = head_starts.around
    if below is None or tune.verdict == "meets":
        return text
    if above is None:
        short = "clearly less" if below.win_rate.high < head_starts.fair_share else "less"
        return f"{text} Even with {below.points:g} it wins {short} than its share."
    if head_starts.is_crossed:
        return (
            f"{text} No head start between {below.points:g} and {above.points:g} exists, so none "
            "makes this seat fair by itself."
        )
    rule = f"{HEAD_START}.{head_starts.seat}"
    nearest = sorted({0.0, below.points, above.points})
    if any(axis.name == rule and set(nearest) <= set(axis.values) for axis in tune.axes):
        return text
    points = ",".join(f"{number:g}" for number in nearest)
    return f"{text} To judge the nearest: --vary {rule}={points}."


def _wins(start: HeadStart) -> str:
    return wording.brief_estimate(start.win_rate, SHARE)


def _said(question: str, short: str, text: str) -> doc.Answer:
    return doc.Answer(question, [doc.Item(text)], short=short)


def _holds(tune: TuneResults) -> Iterator[doc.Item]:
    """Judge each want with all sensible players: by who decides it."""
    for point, asked in zip(tune.leading, tune.robustness, strict=False):
        if not asked.ranked.is_known:
            continue
        sensible = replace(asked, levels=tuple(asked.ranked.sensible))
        among = counted(len(sensible.levels), "sensible table") + ", stopped early" * asked.stopped
        for target in [one.target for one in point.results.judged()]:
            if not target.figure.startswith("strateg"):
                judged, figure = judge_at_levels(target, sensible), tune.figure(target.figure)
                found = f"{wording.with_interval(judged.estimate, figure.unit)} with {judged.level}"
                text = f"{figure.title}{tune.whose(point)} {found}, the furthest off of {among}."
                yield run.make_target_item(judged, text)


def stands_against(tune: TuneResults) -> str:
    """Say what of two wants is given up for the other."""
    points, told = [*tune.points, *tune.tried], []
    versions, short = tune.by_version(points), tune.short(points)
    for mine, other in (tune.pair, tune.pair[::-1]):
        what, rest = tune.figures[mine], tune.figures[other]
        met = [n for n in range(len(versions)) if not short[n, mine]]
        if not met:
            told.append(f"no version tried gives the {what.title} that you want")
            continue
        best = versions[min(met, key=lambda n: short[n, other])]
        each = listed(
            [wording.with_interval(one.results.estimate(rest.path), rest.unit) for one in best]
        )
        text = f"with the {what.title} that you want, the {rest.title} is {each} at best"
        # The best of many by few games looks better than it is.
        is_judged = any(point is best[0] for point in tune.points)
        seen = "" if is_judged else ", seen in the search alone"
        told.append(f"{text} ({tune.name(best[0])}{seen})")
    return f"{capital('; '.join(dict.fromkeys(told)))}."


def _known(tune: TuneResults) -> Iterator[str]:
    tried, last = (tune.by_version(points) for points in (tune.tried, tune.points))
    games = [sum(one.results.run.games for one in points) for points in (tune.tried, tune.points)]
    yield (
        f"{whole(games[0])} games with {counted(len(tried), 'version')} chose the last "
        f"{len(last)}; {whole(games[1])} on fresh deals judged them, at "
        f"{100 * tune.overall:g}% for all of them, all wants and all looks together."
    )
    yield from warn_of_exaggeration(point.results for point in tune.points)
    if tune.impossible:
        yield f"{counted(tune.impossible, 'version')} cannot be played: values do not go together."
    if tune.left_open and tune.verdict != "meets":
        others = counted(tune.left_open, "other version")
        yield f"{others} may do, too, and {'was' if tune.left_open == 1 else 'were'} not judged."
