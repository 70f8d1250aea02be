"""The parts of reports that say whether results hold for other players: sentences and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from reports.figures.figure import PLAIN, POINTS, Unit
from reports.figures.statistics import finite
from reports.robust.charts import (
    GROUP_TITLES,
    OTHER_PLAYERS,
    RobustReport,
    estimate_text,
    summarise_verdicts,
)
from reports.robust.directions import JudgedDifference, LevelsOfArms, combined_verdict
from reports.robust.levels import (
    JUDGED_FIGURES,
    PLAYER_VERDICTS,
    ROBUST_VERDICTS,
    SENSIBLE,
    Direction,
    Group,
    JudgedFigure,
    PlayerLevel,
    RobustVerdict,
)
from reports.robust.robustness import Judgement, Robustness
from reports.robust.tables import strengths
from reports.writing import document as doc
from reports.writing import wording
from reports.writing.columns import Column, document_table
from reports.writing.wording import capital, listed
from simulate.play.tally import Contest

#: The units written after figures of each group; lead changes ("course") have no unit.
_UNITS: dict[Group, str] = {"seats": " in 100 games", "length": " minutes", "course": ""}
_MARKS: dict[RobustVerdict, doc.Mark] = {
    "still moving": "look",
    "depends on style": "look",
    "settled": "fine",
    "not clear": "",
}
#: The sentence for games that rarely have a winner.
_NOT_RANKED = (
    "Hardly any game has a winner, so the strength of styles is not known and no style is called "
    "good."
)
#: The meanings of the verdicts on a run. ``{alike}`` stands for the margins within which levels
#: agree.
_MEANINGS = (
    "Holds: the strongest two agree {alike}, or if only one plays well, everybody does. Depends on "
    "who plays: the strongest two, or two groups of good players, clearly differ by more. A range "
    "holds the figure of every such player as surely as an interval does, except for players with "
    "few games who do not clearly differ. Mostly uncertainty: more games make the range narrower."
)
#: The colours of table cells for the directions of differences.
_TONES: dict[Direction, doc.Tone] = {"lower": "less", "higher": "more", "the same": ""}
#: The largest number of differences for which a sentence lists the players behind the verdict.
_MOST_EXPLAINED = 2


def _explain(results: Robustness | LevelsOfArms, subject: str, meanings: str) -> doc.Item:
    """Return a line that explains the players at the levels, and the verdicts.

    Parameters
    ----------
    results
        The results with other players.
    subject
        The subject that all players have in common, such as "rules and deals".
    meanings
        The meanings of the verdicts. ``{alike}`` is replaced by the margins within which levels
        agree.
    """
    rate = wording.number(results.margins.rate, 0, Unit(share=True))
    share = wording.percent(results.margins.relative, 0)
    alike = f"within {rate} percentage points of wins, or {share} of lengths and counts"
    explanation = meanings.format(alike=alike)
    slow = [level for level in results.ranked.levels if level.game_limit]
    if slow:
        *fewer, most = sorted({level.games for level in slow})
        games = listed([*map(wording.whole, fewer), wording.counted(most, "game")], "or")
        names = [level.name for level in slow]
        explanation += f" With only {games}, {listed(names)} can contradict, but not confirm."
    players = (
        f"The same {subject}, with every playing style in all seats, and alone among the strongest."
    )
    if not results.ranked.is_known:
        return doc.Item(f"{players} {_NOT_RANKED}")
    return doc.Item(
        f"{players} A style counts as good if its win rate among the strongest is clearly at least "
        f"{wording.percent(SENSIBLE, 0)} of a fair share, or if it is the strongest. All other "
        f"styles count as beginners. {explanation}"
    )


def _make_table(caption: str, results: Robustness | LevelsOfArms, place: int = 0) -> doc.Table:
    """Return a table of the judged figures, or of their differences, by level.

    `place` is the index of the compared version among all versions but the first; 0 for a run.
    """

    def cell(level: PlayerLevel, figure: JudgedFigure) -> doc.Cell:
        estimate = results.estimates(figure, level)[place]
        tone = _TONES.get(estimate.direction, "") if isinstance(results, LevelsOfArms) else ""
        text = estimate_text(estimate, level)
        return doc.Cell(text, finite(estimate.value.value), tone=tone)

    def name(level: PlayerLevel) -> doc.Cell:
        return doc.Cell(level.name, code=True, strong=level.is_study)

    def players(level: PlayerLevel) -> doc.Cell:
        return doc.Cell("good players" if level.players == "sensible" else level.players)

    columns = [
        Column("name", heading="who plays", numeric=False, display=name),
        Column("players", heading="players", numeric=False, spare=True, display=players),
        Column("games", heading="games"),
        *(
            Column(figure.path, heading=figure.head, display=partial(cell, figure=figure))
            for figure in JUDGED_FIGURES
        ),
    ]
    half = wording.interval_name(results.confidence)
    return document_table(
        f"{caption}; each \N{PLUS-MINUS SIGN} half its {half}", columns, results.ranked.levels
    )


# Reports on a run


def describe_group(robustness: Robustness, group: Group) -> list[doc.Item]:
    """Return a list with a line on a group's figure with sensible, strongest and weak players.

    The list is empty if the group was not judged.
    """
    if group not in robustness.judged:
        return []
    judged = robustness.judged[group]
    ranked = robustness.ranked
    clauses = [f"good players {_write_range(judged, ranked.sensible)}"]
    if judged.seat > 1:
        clauses[0] = f"in seat {judged.seat} {clauses[0]}"
    *_, best = ranked.strongest
    if not judged.seat or best.has_winners:
        unit = POINTS if judged.seat else PLAIN
        clauses.append(f"the strongest {wording.with_half(judged.at(best), unit)}")
    if ranked.beginners:
        clauses.append(f"beginners {_write_range(judged, ranked.beginners)}")
    mark = _MARKS[judged.verdict]
    verdict = PLAYER_VERDICTS[judged.verdict]
    # A verdict without a mark begins the line.
    return [doc.Item(f"{', '.join(clauses)}.", verdict if mark else capital(verdict), mark)]


def _write_range(judged: Judgement, levels: Sequence[PlayerLevel]) -> str:
    """Return the range of a figure at some levels as text; "not known" if it has no range.

    A remark is added if the range is mostly uncertainty.
    """
    ends = judged.span(levels)
    if ends is None:
        return "not known"
    unit = POINTS if judged.seat else PLAIN
    if len(levels) == 1:
        # One level is no range, although its interval has two ends.
        return f"{wording.with_half(judged.at(levels[0]), unit)}{_UNITS[judged.figure.group]}"
    text = f"{wording.outer_range(*ends, unit)}{_UNITS[judged.figure.group]}"
    return f"{text} (mostly uncertainty)" if judged.is_mostly_chance(levels) else text


def levels_answer(robustness: Robustness, hint: doc.Item) -> doc.Answer:
    """Return the answer to "Is it the game, or the players?", for a run.

    `hint` is a line on the next step. It is left out if styles could not be ranked.
    """
    summary = summarise_verdicts(robustness)
    items = [doc.Item(f"{summary}.", main=True)] if summary else []
    text = (
        "We also played the same deals with every other style: in all seats, and alone among the "
        "strongest players."
    )
    items.append(doc.Item(text))
    if robustness.ranked.is_known:
        items.append(hint)
    return doc.Answer("Is it the game, or the players?", items, is_secondary=True)


def what_next(robustness: Robustness, command: Callable[..., str]) -> str:
    """Return a question, with a command that may decide the first undecided verdict.

    Parameters
    ----------
    robustness
        The results with other players.
    command
        A function that is called with the name of a command and its options, and returns the
        command line.

    Returns
    -------
    str
        The question and the command; empty if all verdicts are settled, or if other parts of the
        report have the command: ``tournament``, or ``run --robust`` for the first time.
    """
    for judged in robustness.judged.values():
        subject = judged.figure.subject
        match judged.verdict:
            case "still moving":
                return (
                    f"Does {subject} go on changing? {command('ladder', '--rollouts', '16,64,256')}"
                )
            case "not clear" if robustness.more:
                games = str(4 * robustness.looks[-1])
                return f"Does {subject} settle? {command('run', '--robust', '--games', games)}"
    return ""


def describe_missing_levels(robustness: Robustness) -> str:
    """Return a sentence that names the levels that were not played; empty if all were."""
    names = listed(robustness.missing)
    return f"Interrupted before these played: {names}." if names else ""


# Reports on several versions


def differences_answers(levels: LevelsOfArms | None, names: Mapping[str, str]) -> list[doc.Answer]:
    """Return a list with the answer to "Does it hold for all players?", for several versions.

    Parameters
    ----------
    levels
        The comparison with other players; None if they were not played.
    names
        The names of versions in sentences, by label.

    Returns
    -------
    list of Answer
        One answer; empty if other players were not played.
    """
    if levels is None:
        return []
    items = []
    if levels.ranked.is_known:
        references = dict.fromkeys(difference.a for difference in levels.directions)
        for figure in JUDGED_FIGURES:
            for reference in references:
                differences = [
                    difference for difference in levels.of(figure) if difference.a == reference
                ]
                items.append(_difference_item(figure, differences, levels, names))
    tables = differences_by_level(levels, names) if len(levels.labels) == 2 else []
    meanings = (
        "Yes: the difference holds, because it is clear and has one direction with all good "
        "players. Depends on who plays: it is clear with some, and with others, who may think "
        "ahead and be stronger, clear the other way or practically the same ({alike})."
    )
    explanation = _explain(levels, "versions on the same deals", meanings)
    brief = None if items else ""
    items.append(replace(explanation, brief=brief))
    question = "Does it hold for all players?"
    return [doc.Answer(question, items, tables, short="Holds?", brief_parts=[])]


def other_players_caveat(with_whom: str, contest: Contest) -> str:
    """Return a sentence that says that the results were not checked with other players.

    `with_whom` describes the players of the study, as in "with planner in all seats". If the
    contest is "seats", the caveat also names the option --robust.
    """
    remedy = " (--robust checks it)" if contest == "seats" else ""
    return (
        f"All differences were found {with_whom}; whether they hold for other players was not "
        f"checked{remedy}."
    )


def _difference_item(
    figure: JudgedFigure,
    differences: Sequence[JudgedDifference],
    levels: LevelsOfArms,
    names: Mapping[str, str],
) -> doc.Item:
    """Return a line on the differences of a figure from one version, grouped by verdict."""
    beginners = sorted(level.name for level in levels.ranked.beginners)
    clauses = []
    for direction in _TONES:
        group = [difference for difference in differences if difference.direction == direction]
        if group:
            clauses.append(_direction_clause(direction, group, names, beginners))
    # A difference that holds has a direction, which replaces the verdict.
    undirected = [difference for difference in differences if not difference.direction]
    for verdict in ROBUST_VERDICTS:
        group = [difference for difference in undirected if difference.verdict == verdict]
        if group:
            clauses.append(_verdict_clause(verdict, group, names, beginners))
    combined = combined_verdict(differences)
    text = f"{capital(figure.title)} against {names[differences[0].a]}: {'; '.join(clauses)}."
    brief = _summarise_differences(figure, differences, levels, names)
    # The question is whether the difference holds.
    word = "Yes" if combined == "settled" else capital(PLAYER_VERDICTS[combined])
    return doc.Item(text, word, _MARKS[combined], brief=brief)


#: Short names of the judged groups of figures, and words for their directions.
_SUBJECTS: dict[Group, str] = {"seats": "Fairness", "length": "Length", "course": "Lead changes"}
_WORDS: dict[Group, dict[Direction, str]] = {
    "seats": {"lower": "seat 1 wins less", "higher": "seat 1 wins more", "the same": "the same"},
    "length": {"lower": "shorter", "higher": "longer", "the same": "the same"},
    "course": {"lower": "fewer", "higher": "more", "the same": "the same"},
}
#: The largest number of versions or players that a short sentence names.
_MOST_NAMED = 3


def _summarise_differences(
    figure: JudgedFigure,
    differences: Sequence[JudgedDifference],
    levels: LevelsOfArms,
    names: Mapping[str, str],
) -> str:
    """Return a short sentence on the differences of a figure from one version."""
    words = _WORDS[figure.group]
    clauses = []
    for direction, word in words.items():
        versions = [
            names[difference.b] for difference in differences if difference.direction == direction
        ]
        if versions:
            clauses.append(f"{word} with {_list_some(versions)}")
    for difference in differences:
        if (
            not difference.direction
            and PLAYER_VERDICTS[difference.verdict] == "depends on who plays"
        ):
            clauses.append(
                f"with {names[difference.b]}, {_list_directions(difference, levels, words)}"
            )
    unclear = [
        names[difference.b]
        for difference in differences
        if not difference.direction and PLAYER_VERDICTS[difference.verdict] == "too few games"
    ]
    if unclear:
        clauses.append(f"not clear yet with {_list_some(unclear)}")
    subject = _SUBJECTS[figure.group]
    if len({difference.a for difference in levels.directions}) > 1:
        subject += f" against {names[differences[0].a]}"
    named_clauses = clauses[:_MOST_NAMED]
    if len(clauses) > _MOST_NAMED:
        named_clauses.append(f"and {len(clauses) - _MOST_NAMED} more")
    return f"{subject}: {'; '.join(named_clauses)}."


def _list_directions(
    difference: JudgedDifference, levels: LevelsOfArms, words: Mapping[Direction, str]
) -> str:
    """Return a text with each direction that a difference clearly has, and for which good players.

    It is empty if the difference is not clear for any of them.
    """
    beginners = {level.name for level in levels.ranked.beginners}
    clauses = []
    for direction, word in words.items():
        players = [
            name
            for name, estimate in difference.at.items()
            if name not in beginners and estimate.direction == direction
        ]
        if players:
            clauses.append(f"{word} for {_list_some(players)}")
    return ", ".join(clauses)


def _list_some(names: Sequence[str]) -> str:
    """Return at most `_MOST_NAMED` names as a list, and the number of the others."""
    if len(names) <= _MOST_NAMED:
        return listed(names)
    first = names[: _MOST_NAMED - 1]
    return f"{', '.join(first)} and {len(names) - len(first)} more"


def _list_versions(differences: Sequence[JudgedDifference], names: Mapping[str, str]) -> str:
    """Return words for the versions of these differences, as in "with base and expert".

    `names` has the name of each version by its label.
    """
    return f"with {listed([names[difference.b] for difference in differences])}"


def _direction_clause(
    direction: str,
    differences: Sequence[JudgedDifference],
    names: Mapping[str, str],
    beginners: Sequence[str],
) -> str:
    """Return a clause on versions whose difference has one direction for all sensible players.

    It also names the beginners with another direction.
    """
    practically = "practically " if direction == "the same" else ""
    unlike = []
    for name in beginners:
        directions = {difference.at[name].direction for difference in differences}
        if directions - {direction, ""}:
            unlike.append(name)
    otherwise = f"; for beginners it may be otherwise ({listed(unlike)})" if unlike else ""
    versions = _list_versions(differences, names)
    return f"{practically}{direction} for all good players {versions}{otherwise}"


def _verdict_clause(
    verdict: RobustVerdict,
    differences: Sequence[JudgedDifference],
    names: Mapping[str, str],
    beginners: Sequence[str],
) -> str:
    """Return a clause on versions whose direction depends on the players or is not clear."""
    if verdict == "not clear":
        versions = _list_versions(differences, names)
        return f"{versions} it is not clear whether all good players agree"
    if len(differences) > _MOST_EXPLAINED:
        return f"{PLAYER_VERDICTS[verdict]} {_list_versions(differences, names)}"
    reasons = [_version_with_directions(difference, names, beginners) for difference in differences]
    return f"{PLAYER_VERDICTS[verdict]} {listed(reasons)}"


def _version_with_directions(
    difference: JudgedDifference, names: Mapping[str, str], beginners: Sequence[str]
) -> str:
    """Return the name of a version with its clear directions, and the players who show them."""
    groups: dict[str, list[str]] = {direction: [] for direction in _TONES}
    for name, estimate in difference.at.items():
        if name not in beginners and estimate.direction:
            groups[estimate.direction].append(name)
    clauses = [f"{direction} with {listed(group)}" for direction, group in groups.items() if group]
    return f"with {names[difference.b]} ({'; '.join(clauses)})"


def differences_by_level(levels: LevelsOfArms, names: Mapping[str, str]) -> list[doc.Table]:
    """Return one table per version but the first, of its differences at each level."""
    pairs = zip(levels.labels[1:], levels.against[1:], strict=True)
    captions = [f"{names[b]} minus {names[levels.labels[a]]} by who plays" for b, a in pairs]
    return [_make_table(caption, levels, place) for place, caption in enumerate(captions)]


def sections_of(report: RobustReport) -> list[doc.Section]:
    """Return a list with the section on other players: the chart, ranges and tables.

    The section of a run explains the verdicts and lists the ranges of figures. That of more than
    two versions has tables; with two versions, the table is on the first page instead. The list is
    empty if other players were not played or cannot be compared.
    """
    levels = report.levels
    parts = list[doc.Part](OTHER_PLAYERS.of(report))
    if isinstance(levels, Robustness):
        parts += _explain_run(levels)
    if isinstance(levels, LevelsOfArms) and len(levels.labels) > 2:
        parts += differences_by_level(levels, report.names)
    return [doc.Section("levels", "With other players", parts)] if parts else []


def _explain_run(robustness: Robustness) -> list[doc.Part]:
    """Return the ranges of a run's figures with other players, its tables, and a note on them."""
    items = []
    for group, judged in robustness.judged.items():
        title = GROUP_TITLES[group].format(seat=judged.seat)
        for item in describe_group(robustness, group):
            items.append(doc.Item(f"{capital(item.name)}: {item.text}", title))
    parts: list[doc.Part] = [doc.Items(items)] if items else []
    if robustness.ranked.is_known:
        parts.append(strengths(robustness))
        parts.append(_make_table("By who plays, seat 1 against its fair share", robustness))
    else:
        parts.append(_make_table("By who plays", robustness))
    explanation = _explain(robustness, "rules and deals", _MEANINGS)
    return [*parts, doc.Paragraph(explanation.text, "note")]
