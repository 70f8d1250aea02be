"""What was found, as parts of a document: which version meets all, or what stands against it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from reports.figures.figure import POINTS, SHARE
from reports.figures.statistics import Estimate
from reports.robust.levels import judge_at_levels
from reports.run import document as run
from reports.run import sentences
from reports.sweep.document import aims
from reports.tune.charts import charts_of
from reports.tune.results import LEAD, Tune
from reports.writing import document as doc
from reports.writing import wording
from reports.writing.wording import capital, counted, listed, told_rules, whole
from simulate.rules.values import HEAD_START

#: How a verdict is shown where there is no room for a word.
_MARKS = {"meets": "\N{CHECK MARK}", "misses": "\N{BALLOT X}", "undecided": "?"}
#: So many side effects are told on the first page.
_MOST_TOLD = 4
#: A share of wins below which a lead is worth next to nothing.
_NOTHING = 0.01


def find(tune: Tune) -> doc.Findings:
    """Say which version meets all that is wanted, and what else there is to know of it."""
    base, study = tune.base, tune.base.run.study
    rules = tune.axes[:-1] if tune.players else tune.axes
    names = [axis.name for axis in rules if not axis.name.startswith(HEAD_START)]
    ahead = ["points to begin with"] * (len(names) < len(rules))
    who = f"{sentences.line_up(base)}, seed {study.seed}"
    fixed = f" Rules changed throughout: {told_rules(study.changes)}." if study.changes else ""
    said = f"{counted(tune.versions, 'version')} of {listed([*ahead, *names])}; "
    long = doc.Item(f"{said}{sentences.described(base)}; {who}.{fixed}", brief=f"{said}{who}.")
    return doc.Findings(
        f"{run.title(study, tune.players)}: looking for rules",
        [long],
        [doc.Answer("Which rules?", [*_rules(tune)], [_table(tune)], short="Rules?"), *_more(tune)],
        [],
        [*_known(tune)],
        [doc.Section("versions", "The versions", charts_of(tune))],
        ["What the search saw only chose whom to play to the end: the luckiest look too good."],
    )


def _rules(tune: Tune) -> Iterator[doc.Item]:
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
    each = [run.target_item(one, sentences.target(results, one)) for one in results.judged()]
    yield from aims(tune.over_players(leading)) if tune.players else each


def _table(tune: Tune) -> doc.Table:
    targets = [one.target for one in tune.base.judged()]
    heads = [doc.Column("version", numeric=False), *[doc.Column("players")] * bool(tune.players)]
    for target in targets:
        figure = tune.figure(target.figure)
        unit = replace(figure.unit, name="pp") if figure.unit.share else figure.unit
        name = figure.head or figure.title
        heads.append(doc.Column(f"{name}, {wording.wanted(target, unit)}", short=name))
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
    return doc.Table("The last versions", [*heads, doc.Column("games")], rows, said=True)


def _more(tune: Tune) -> Iterator[doc.Answer]:
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
            f"{one.figure.title}{tune.whose(at)} {wording.known(difference, one.unit)}"
            for at, one in tune.side_effects[:_MOST_TOLD]
            for difference in [one.difference.estimate]
        ]
        said = f"Beside the rules as they are: {listed(changes) or 'nothing that people notice'}."
        yield _said("What else changes?", "Besides?", said)
    if tune.lead:
        yield from _seats(tune, *tune.lead)
    if tune.robustness:
        holds = "Does it hold with other sensible players?"
        yield doc.Answer(holds, [*_holds(tune)], short="Holds?")


def _seats(tune: Tune, seat: int, more: Estimate) -> Iterator[doc.Answer]:
    """Tell how often each seat wins now and before, and by how much a lead helps a seat."""
    found = [tune.leading[0].results, tune.base][: 2 - tune.leading[0].is_base]
    told = [listed([wording.value(n.win_rate, SHARE) for n in one.seats()]) for one in found]
    yield _said("Who wins how often?", "Seats?", f"They win {', and before '.join(told)}.")
    text = f"Seat {seat}, {LEAD} points ahead, wins {wording.known_briefly(more, POINTS)} more."
    if more.high < _NOTHING:
        text += " So a lead is worth next to nothing, and no points can make the seats fair."
    elif more.low > 0 and tune.verdict != "meets":
        short = tune.base.fair_share - tune.base.seats()[seat - 1].win_rate.value
        need = round(2 * LEAD * short / more.value) / 2
        wider = f"; to try more: --vary {HEAD_START}.{seat}=0:{math.ceil(2 * need)}:1"
        text += f" It needs about {need:g}{wider if need > LEAD else ''}."
    yield _said("What is a lead worth?", "A lead?", text)


def _said(question: str, short: str, text: str) -> doc.Answer:
    return doc.Answer(question, [doc.Item(text)], short=short)


def _holds(tune: Tune) -> Iterator[doc.Item]:
    """Judge each want with all sensible players: by who decides it."""
    for point, asked in zip(tune.leading, tune.robustness, strict=False):
        sensible = replace(asked, levels=tuple(asked.ranked.sensible))
        among = counted(len(sensible.levels), "sensible table") + ", stopped early" * asked.stopped
        for target in [one.target for one in point.results.judged()]:
            if not target.figure.startswith("strateg"):
                judged, figure = judge_at_levels(target, sensible), tune.figure(target.figure)
                found = f"{wording.known(judged.estimate, figure.unit)} with {judged.level}"
                text = f"{figure.title}{tune.whose(point)} {found}, the furthest off of {among}."
                yield run.target_item(judged, text)


def stands_against(tune: Tune) -> str:
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
        each = listed([wording.value(one.results.estimate(rest.path), rest.unit) for one in best])
        text = f"with the {what.title} that you want, the {rest.title} is {each} at best"
        told.append(f"{text} ({tune.name(best[0])})")
    return f"{capital('; '.join(dict.fromkeys(told)))}."


def _known(tune: Tune) -> Iterator[str]:
    tried, last = (tune.by_version(points) for points in (tune.tried, tune.points))
    games = [sum(one.results.run.games for one in points) for points in (tune.tried, tune.points)]
    yield (
        f"{whole(games[0])} games with {counted(len(tried), 'version')} chose the last "
        f"{len(last)}; {whole(games[1])} on fresh deals judged them, at "
        f"{100 * tune.overall:g} % for all of them, all wants and all looks together."
    )
    if tune.impossible:
        yield f"{counted(tune.impossible, 'version')} cannot be played: values do not go together."
    if tune.left_open and tune.verdict != "meets":
        others = counted(tune.left_open, "other version")
        yield f"{others} may do, too, and {'was' if tune.left_open == 1 else 'were'} not judged."
