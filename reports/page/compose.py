"""The composition of a report from the findings of a plan and the parts that all reports have."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path

from reports.advice.document import make_section as make_advice_section
from reports.page.checks import (
    InspectedStudy,
    SampleGame,
    answer_skill,
    charts_of_checks,
    explain_luck,
    summarise_checks,
)
from reports.page.tables import make_suspense_section
from reports.run.fairness import write_command
from reports.run.results import RunResults
from reports.run.samples import KINDS
from reports.story.document import (
    chapters,
    describe_tie_break,
    describe_turning_points,
    ending,
    why_over,
)
from reports.thinking.charts import chart_of
from reports.writing import document as doc
from reports.writing.wording import capital, counted, listed
from simulate.game_files import describe_files
from simulate.packed_games import is_packed
from simulate.play import rows as row
from simulate.study import Study
from simulate.user_files import code_files_in

#: The largest number of lines of a replay in a report, and of characters of all its replays
#: together. They keep the page small enough for e-mail.
MOST_LINES, MOST_CHARACTERS = 2_500, 700_000
#: The number of characters that the markup of a line takes.
_MARKUP = 20
_NO_REDEAL = "the game's file does not say how to deal again what a player cannot know (redeal)."


def make_checks_item(study: InspectedStudy) -> doc.Item:
    """Return an item that summarises the checks of a study.

    Its mark is the worst mark of the checks.
    """
    marks = {check.mark for check in study.checks}
    worst: doc.Mark = "fine"
    if "wrong" in marks:
        worst = "wrong"
    elif "look" in marks:
        worst = "look"
    name = f" ({study.name})" if study.name else ""
    return doc.Item(summarise_checks(study.checks, name), "", worst)


def make_checks_section(studies: Sequence[InspectedStudy]) -> doc.Section:
    """Return the section on the checks of each study.

    If there is only one study, the section has charts of its checks too.
    """
    introduction = (
        "Small extra runs with the same rules show whether the game is played as it should be, so "
        "that its figures can be trusted."
    )
    if any(study.results.contest != "together" for study in studies):
        introduction += (
            " The answer on fairness above is from the games of the study itself. The checks "
            "played other games, which may show more about the seats."
        )
    parts: list[doc.Part] = [doc.Paragraph(introduction)]
    for study in studies:
        if study.name:
            parts.append(doc.Paragraph(f"Checked with {study.name}:", "lead"))
        items = [
            doc.Item(check.sentence, check.name, check.mark, check.details)
            for check in study.checks
        ]
        parts.append(doc.Items(items))
        if len(studies) == 1:  # Comparisons have charts of skill of their own.
            parts.extend(charts_of_checks(study.results, study.checks))
        if study.extra_games:
            parts.append(doc.Paragraph(_describe_extra_games(study), "note"))
    return doc.Section("checked", "Checked first", parts)


def _describe_extra_games(study: InspectedStudy) -> str:
    """Return a sentence on the numbers of extra games and, if possible, on how to get more."""
    runs = []
    enough = 0
    for description, games, extra in study.extra_games:
        number = f"{games:,}"
        if games < extra.most:
            number += f" of at most {extra.most:,}"
            enough = max(enough, extra.most * extra.part)
        runs.append(f"{number} {description}")
    text = f"Games of this report in addition to the study's {study.results.run.games:,}: "
    text += "; ".join(runs)
    if enough:
        text += f"; a study with more games gets more extra games (--games {enough})"
    return f"{text}."


def make_samples_section(studies: Sequence[InspectedStudy]) -> doc.Section:
    """Return the section on the sample games of each study.

    Long games are shortened, so that all games together have about `MOST_CHARACTERS` characters.
    """
    introduction = "Games worth reading, with all hands open: how each ended and what turned it."
    parts: list[doc.Part] = [doc.Paragraph(introduction)]
    characters = MOST_CHARACTERS // max(1, sum(len(study.replays) for study in studies))
    for number, study in enumerate(studies, 1):
        if study.name:
            parts.append(doc.Paragraph(f"Games with {study.name}:", "lead"))
        anchor = f"game-{number}" if len(studies) > 1 else "game"
        parts.extend(_sample_games(study, anchor, characters))
    return doc.Section("samples", "Sample games", parts)


def _sample_games(study: InspectedStudy, anchor: str, characters: int) -> list[doc.Part]:
    """Return the parts of a report that show the sample games of a study.

    Parameters
    ----------
    study
        The study with its sample games.
    anchor
        The beginning of the games' HTML anchors.
    characters
        The largest number of characters per game.
    """
    if not study.replays:
        return [doc.Paragraph("No game was decided, so there is none to show.")]
    parts: list[doc.Part] = []
    has_chances = study.results.game.redeal is not None
    if not has_chances:
        parts.append(doc.Paragraph(f"There are no chances to win to show: {_NO_REDEAL}", "note"))
    for replay in study.replays:
        number = replay.story.number
        if replay.thoughts:
            parts.append(
                chart_of(
                    replay.thoughts,
                    f"game {number:,}",
                    replay.story.seated,
                    f"{anchor}-{number}-chances",
                    f"How likely was each seat to win, all through game {number:,}?",
                )
            )
        parts.append(_folded_game(study.results, replay, f"{anchor}-{number}", characters))

    options = ["--game", str(study.replays[0].story.number)]
    how = "'fathom replay' shows any game by its number"
    if has_chances:
        options.append("--search")
        how += "; with --search also the value of each choice"
    command = write_command(study.results.run.study, "replay", *options, whole=True)
    return [*parts, doc.Paragraph(f"{how}:"), doc.Code(command)]


def _folded_game(
    results: RunResults, replay: SampleGame, anchor: str, characters: int
) -> doc.Folded:
    """Return a sample game that readers can unfold, with its moves and its turning points.

    `anchor` is the id of the game in the page. The moves have at most about `characters`
    characters.
    """
    number = replay.story.number
    why = why_over(replay.story)
    return doc.Folded(
        anchor,
        f"{capital(' and '.join(replay.kinds))}: game {number:,}",
        _describe_game(results, replay),
        _shorten(chapters(replay.story), characters, results.run.study, number),
        [f"How it ended: {why[:1].lower()}{why[1:]}", *describe_turning_points(replay.story)],
    )


def _shorten(
    game_chapters: Sequence[doc.Chapter], characters: int, study: Study, number: int
) -> list[doc.Chapter]:
    """Return the chapters of a game, cut to `MOST_LINES` lines and a number of characters.

    Each chapter that was cut ends with the command that shows the whole game.
    """
    sizes = (len(line.text) + _MARKUP for chapter in game_chapters for line in chapter.lines)
    lines_left = min(MOST_LINES, sum(1 for size in accumulate(sizes) if size <= characters))
    command = write_command(study, "replay", "--game", str(number), "--moves", whole=True)
    shortened: list[doc.Chapter] = []
    for chapter in game_chapters:
        lines = list(chapter.lines[:lines_left])
        if len(lines) < len(chapter.lines):
            lines.append(doc.Line(f"and so on; to read all of it: {command}"))
        shortened.append(replace(chapter, lines=lines))
        lines_left -= min(lines_left, len(chapter.lines))
    return shortened


def _describe_game(results: RunResults, replay: SampleGame) -> str:
    """Return sentences on the end of a sample game, its lead changes and why it was chosen."""
    sentences = [ending(replay.story), *describe_tie_break(replay.story)]
    if results.contest != "together":
        changes = int(replay.story.result[row.LEAD_CHANGES])
        sentences.append(f"The lead changed {counted(changes, 'time')}.")
    reasons = "; ".join(KINDS[kind] for kind in replay.kinds)
    sentences.append(f"Chosen for: {reasons}.")
    return " ".join(sentences)


def make_rules_section(results: RunResults, arms: Mapping[str, RunResults]) -> doc.Section:
    """Return the section with the rules of a study, their meanings and sources.

    `arms` holds the results of all compared versions by label. Unless it is empty, the section also
    has a table of the rules that differ between versions.
    """
    game = results.game
    standings = Counter(game.standing_of(option) for option in game.options)
    del standings["added"]
    stated = f"{standings['printed']} printed in the rulebook"
    if standings["yours"]:
        stated = f"{standings['yours']} of your own game"
    sources = (
        f"Of {standings.total()} rules: {stated}; {counted(standings['ruling'], 'ruling')} where "
        "the rulebook is silent or contradicts itself; "
        f"{standings['assumed']} assumed where it does not "
        "specify a component or a time. A rule is counted by the source of its default value."
    )
    variants = dict.fromkeys(study.run.study.variant for study in [results, *arms.values()])
    descriptions = [f"Variant {name}: {game.variants[name].meaning}" for name in variants]
    if game.source:
        descriptions.insert(0, f"{game.title}: {game.source}.")
    caption = "All rules in force"
    parts: list[doc.Part] = [doc.Paragraph(" ".join(descriptions))]
    if arms:
        parts.append(make_different_rules(arms))
        caption += f" with {next(iter(arms))}"
    names = ("rule", "value", "default", "standing")
    parts.append(doc.Paragraph(sources))
    parts.append(doc.Table(caption, doc.columns(names, names), list(_rule_rows(results))))
    return doc.Section("rules", "The rules", parts)


def make_different_rules(arms: Mapping[str, RunResults]) -> doc.Part:
    """Return a table of the rules that differ between arms, or a paragraph if none does."""
    rules: dict[str, doc.Cell] = {}
    values: dict[str, dict[str, str]] = {}
    for label, results in arms.items():
        for option in results.game.options:
            for name, value, *_ in option.rows(results.run.study.values[option.name]):
                meaning = option.meaning if name == option.name else ""
                rules.setdefault(name, doc.Cell(name, code=True, below=meaning))
                values.setdefault(name, dict.fromkeys(arms, "none"))[label] = value
    rows = []
    for name, by_arm in values.items():
        if len(set(by_arm.values())) > 1:
            cells = (doc.Cell(text, _parse_number(text)) for text in by_arm.values())
            rows.append([rules[name], *cells])
    if not rows:
        return doc.Paragraph("All have the same rules.", "lead")
    names = ("rule", *arms)
    return doc.Table("Where the rules differ", doc.columns(names, names), rows)


def _rule_rows(results: RunResults) -> Iterator[list[doc.Cell]]:
    """Yield a row for each rule: its name and meaning, value, default and source."""
    values = results.run.study.values
    for option in results.game.options:
        for place, (name, value, default, _) in enumerate(option.rows(values[option.name])):
            is_changed = value != default
            text = f"{value} (changed)" if is_changed else value
            yield [
                doc.Cell(name, code=True, below="" if place else option.meaning),
                doc.Cell(text, _parse_number(value), strong=is_changed),
                doc.Cell(default, _parse_number(default)),
                doc.Cell(results.game.standing_of(option)),
            ]


def _parse_number(text: str) -> float | None:
    """Return the number that a text holds; None if it holds none."""
    try:
        return float(text)
    except ValueError:
        return None


@dataclass(frozen=True)
class Origin:
    """The games behind a document, and the command that makes the document again."""

    #: The results of the study, or of the first of several studies.
    results: RunResults
    #: The command that plays the same games again.
    command: str
    #: The text of the study file that the command takes; empty if it takes none.
    file: str
    #: The fingerprints by name of the study; the name is empty if there is only one study.
    tallies: Mapping[str, str]
    #: Fathom's version.
    version: str
    #: The file or folder given by the user; empty if none was given.
    source: str = ""
    #: True if the games of a replay file were played again and gave the same fingerprint.
    again: bool = False
    #: The results by label of all compared versions; empty for a single study.
    arms: Mapping[str, RunResults] = field(default_factory=dict)
    #: A clause on the missing part of an interrupted run; empty if it was not interrupted.
    interrupted: str = ""
    #: True if nothing was played, because stored results were read.
    stored: bool = False


def compose(
    findings: doc.Findings, origin: Origin, studies: Sequence[InspectedStudy] = ()
) -> doc.Document:
    """Return the complete document of an analysis: answers, sections and repetition.

    Parameters
    ----------
    findings
        The findings of a plan.
    origin
        The games behind the document, and the command that makes it again.
    studies
        The studies with their checks and sample games; empty to leave these out.
    """
    items = [*findings.played]
    if origin.interrupted:
        items.append(doc.Item(f"It was interrupted: {origin.interrupted}.", "partial", "look"))
    has_short_names = any(answer.short for answer in findings.answers)
    questions = {answer.question for answer in findings.answers}
    skill = [
        replace(answer, short="Skill?" if has_short_names else "")
        for answer in answer_skill(studies)
        if answer.question not in questions
    ]
    certainty = [*findings.certainty, *map(make_checks_item, studies)]
    caveats = [*(item.text for item in findings.certainty), *findings.caveats]
    if skill:
        caveats.extend(explain_luck(studies))
    caveats.append(_limits_of_intervals(origin.results))

    answers = [doc.Answer("What was played?", items, is_opening=True)]
    if findings.targets:
        short = "Target?" if has_short_names else ""
        answers.append(doc.Answer("Targets?", findings.targets, short=short))
    answers.extend(findings.answers)
    answers.extend(skill)
    answers.append(doc.Answer("How sure?", certainty, short="Trust?" if has_short_names else ""))
    if findings.next_steps:
        answers.append(_make_next_answer(findings.next_steps))

    sections = []
    if studies:
        sections.append(make_checks_section(studies))
    sections.extend(findings.sections)
    if any(study.leads for study in studies):
        sections.append(make_suspense_section(studies))
    advised = [(study.name, study.advice) for study in studies if study.advice]
    if advised:
        sections.append(make_advice_section(advised))
    if studies:
        sections.append(make_samples_section(studies))
    sections.append(make_rules_section(origin.results, origin.arms))
    paragraphs = [doc.Paragraph(text) for text in caveats]
    sections.append(doc.Section("how-sure", "How sure are we?", paragraphs))
    sections.append(_make_repeat_section(origin))
    return doc.Document(findings.title, answers, sections, origin.version)


def _make_next_answer(steps: Sequence[doc.Step]) -> doc.Answer:
    """Return the answer with the next commands; reports leave out the command that writes one."""
    in_report = [step for step in steps if not step.writes_report]
    parts = [doc.Steps(in_report)] if in_report else []
    return doc.Answer("What next?", [], parts, short="Next", brief_parts=[doc.Steps(steps)])


def _limits_of_intervals(results: RunResults) -> str:
    """Return sentences on what the intervals do not include."""
    text = "The intervals are about chance only. They do not say whether people play like these"
    details = len(results.game.open_rules)
    rules = ""
    if details:
        rules = (
            f", nor whether your table plays by the {details} rules that the rulebook leaves open"
        )
    return f"{text} strategies{rules}."


def _make_repeat_section(origin: Origin) -> doc.Section:
    """Return the section on repeating the analysis: command, study file and fingerprints."""
    study = origin.results.run.study
    game = origin.results.game
    parts: list[doc.Part] = [doc.Paragraph(_describe_origin(origin)), doc.Code(origin.command)]
    if origin.file:
        parts.append(doc.Code(origin.file))
    if game.origin and not origin.stored:
        parts.append(doc.Paragraph(_describe_files(origin.results)))
    facts = {
        "Fathom": origin.version,
        f"{game.title}, version": str(game.version),
        "seed": str(study.seed),
    }
    for name, fingerprint in origin.tallies.items():
        facts[f"fingerprint of {name}" if name else "fingerprint"] = fingerprint
    rows = [[doc.Cell(name), doc.Cell(text, code=True)] for name, text in facts.items()]
    headings = doc.columns(("what", "value"), ("what", "value"))
    parts.append(doc.Table("Input of the command and expected fingerprints", headings, rows))
    return doc.Section("repeat", "To repeat it", parts)


def _describe_files(results: RunResults) -> str:
    """Return sentences on the files of the game and of its players, and on how to send them."""
    game = results.game
    text = f"The game consists of {listed(describe_files(game))}"
    specs = results.run.study.strategies
    files = dict.fromkeys(Path(file).name for spec in specs for file in code_files_in(spec))
    if files:
        text += f"; strategies are in {listed(list(files))}"
    if is_packed(game.origin):
        return f"{text}."
    return f"{text}. To send the game itself: fathom pack {shlex.quote(Path(game.origin).name)}"


def _describe_origin(origin: Origin) -> str:
    """Return sentences on the study file and the command that repeat the games."""
    if origin.stored:
        return "The command compares the stored results in these folders; it plays nothing."
    sentences = []
    if origin.source and origin.again:
        sentences.append(
            f"This is {origin.source}, played again: the same seed, the same fingerprint."
        )
    elif origin.source:
        sentences.append(f"Made from {origin.source}.")
    if origin.file:
        sentences.append("Save the text below the command as study.toml.")
    sentences.append(
        "The command plays the same games on any machine with this version of Fathom; each "
        "fingerprint, computed from all counts, is then the same."
    )
    return " ".join(sentences)
