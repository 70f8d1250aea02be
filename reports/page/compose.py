"""A whole document, of what a plan found and what all documents have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from reports.page.checks import (
    InspectedStudy,
    SampleGame,
    answer_skill,
    explain_luck,
    summarise_checks,
)
from reports.page.tables import make_suspense_section
from reports.run.fairness import write_command
from reports.run.results import RunResults
from reports.run.samples import KINDS
from reports.story.document import chapters, decided, ending, turned, why_over
from reports.thinking.sentences import chart_of
from reports.writing import document as doc
from reports.writing.wording import capital, counted
from simulate.play import rows as row
from simulate.study import Study

#: The most lines of a replay that a report holds, and the most characters of all its replays
#: together, so that the page stays light enough to be sent.
MOST_LINES, MOST_CHARACTERS = 2_500, 700_000
#: What a line takes besides its text.
_AROUND = 20
_NO_REDEAL = "the game's file does not say how to deal anew what a player cannot know (redeal)."


def make_checks_item(looked_at: InspectedStudy) -> doc.Item:
    """Say how the checks stand, marked as the one that stands worst."""
    marks = {check.mark for check in looked_at.checks}
    worst: doc.Mark = "wrong" if "wrong" in marks else "look" if "look" in marks else "fine"
    said = f" ({looked_at.name})" if looked_at.name else ""
    return doc.Item(summarise_checks(looked_at.checks, said), "", worst)


def make_checks_section(several: Sequence[InspectedStudy]) -> doc.Section:
    """Show what was checked first of each study."""
    said = (
        "Small extra runs on the same rules, to see whether the game is played as it should be, so "
        "that its figures can be believed. Whether it is fair is said above, from the games of the "
        "study itself; here other games were played, and what they show of seats may be clearer."
    )
    parts: list[doc.Part] = [doc.Paragraph(said)]
    for looked_at in several:
        if looked_at.name:
            parts.append(doc.Paragraph(f"Checked with {looked_at.name}:", "lead"))
        found = looked_at.checks
        parts.append(
            doc.Items([doc.Item(one.sentence, one.name, one.mark, one.details) for one in found])
        )
        if looked_at.extra_games:
            parts.append(doc.Paragraph(_spent(looked_at), "note"))
    return doc.Section("checked", "Checked first", parts)


def _spent(looked_at: InspectedStudy) -> str:
    """Say how many games were played besides a study's, which of them could be more, and how."""
    cut = [extra for _, games, extra in looked_at.extra_games if games < extra.most]
    told = "; ".join(
        f"{games:,}{f' of at most {extra.most:,}' if extra in cut else ''} {said}"
        for said, games, extra in looked_at.extra_games
    )
    enough = max((extra.most * extra.part for extra in cut), default=0)
    more = f"; a study of more games is looked at more closely (--games {enough})" if cut else ""
    played = f"Games that this report took besides the study's {looked_at.results.run.games:,}"
    return f"{played}: {told}{more}."


def make_samples_section(several: Sequence[InspectedStudy]) -> doc.Section:
    """Show the sample games of each study: how each ended, what turned it, and its moves."""
    said = "Games worth reading, with all hands open: how each ended and what turned it."
    parts: list[doc.Part] = [doc.Paragraph(said)]
    room = MOST_CHARACTERS // max(1, sum(len(looked_at.replays) for looked_at in several))
    for place, looked_at in enumerate(several, 1):
        if looked_at.name:
            parts.append(doc.Paragraph(f"Games with {looked_at.name}:", "lead"))
        name = f"game-{place}" if len(several) > 1 else "game"
        parts += _samples(looked_at, name, room)
    return doc.Section("samples", "Sample games", parts)


def _samples(looked_at: InspectedStudy, name: str, room: int) -> list[doc.Part]:
    if not looked_at.replays:
        return [doc.Paragraph("No game was decided, so there is none to show.")]
    parts: list[doc.Part] = []
    study, unseen = looked_at.results.run.study, looked_at.results.game.redeal is None
    if unseen:
        parts.append(doc.Paragraph(f"There are no chances to win to show: {_NO_REDEAL}", "note"))
    for replay in looked_at.replays:
        kinds, number = " and ".join(replay.kinds), replay.story.number
        if replay.thoughts:
            question = f"How likely was each seat to win, all through game {number:,}?"
            chart = f"{name}-{number}-chances"
            seated = replay.story.seated
            parts.append(chart_of(replay.thoughts, f"game {number:,}", seated, chart, question))
        why = why_over(replay.story)
        parts.append(
            doc.Folded(
                f"{name}-{number}",
                f"{capital(kinds)}: game {number:,}",
                _about(looked_at.results, replay),
                _shortened(chapters(replay.story), room, study, number),
                [f"How it ended: {why[:1].lower()}{why[1:]}", *turned(replay.story)],
            )
        )
    first = str(looked_at.replays[0].story.number)
    weighed = [] if unseen else ["--search"]
    more = "" if unseen else "; with --search also what each choice was worth"
    told = doc.Paragraph(f"Any game is told by its number{more}:")
    return [
        *parts,
        told,
        doc.Code(write_command(study, "replay", "--game", first, *weighed, whole=True)),
    ]


def _shortened(
    told: Sequence[doc.Chapter], room: int, study: Study, number: int
) -> list[doc.Chapter]:
    """Leave out what is more than a page should hold of a game, and say so."""
    kept: list[doc.Chapter] = []
    sizes = (len(line.text) + _AROUND for chapter in told for line in chapter.lines)
    left = min(MOST_LINES, sum(1 for size in accumulate(sizes) if size <= room))
    rest = write_command(study, "replay", "--game", str(number), whole=True)
    for chapter in told:
        lines = list(chapter.lines[:left])
        if len(lines) < len(chapter.lines):
            lines.append(doc.Line(f"and so on; to read all of it: {rest}"))
        kept.append(replace(chapter, lines=lines))
        left -= min(left, len(chapter.lines))
    return kept


def _about(results: RunResults, replay: SampleGame) -> str:
    changes = int(replay.story.result[row.LEAD_CHANGES])
    changed = ""
    if results.contest != "together":
        changed = f"The lead changed {counted(changes, 'time')}. "
    why = "; ".join(KINDS[kind] for kind in replay.kinds)
    tie = "".join(f"{text} " for text in decided(replay.story))
    return f"{ending(replay.story)} {tie}{changed}Chosen for: {why}."


def make_rules_section(results: RunResults, arms: Mapping[str, RunResults]) -> doc.Section:
    """Show the rules in force, what each means and where it is from; first where `arms` differ."""
    game = results.game
    standings = [option.standing for option in game.options if option.standing != "added"]
    said = (
        f"Of {len(standings)} rules, printed in the rulebook: {standings.count('printed')}; "
        f"filled in where it is silent or says two things: {standings.count('ruling')}; assumed "
        f"where it says nothing of a component or of time: {standings.count('assumed')}. The "
        "standing is that of the default."
    )
    source = f"{game.title}: {game.source}. " if game.source else ""
    source += " ".join(
        f"Variant {name}: {game.variants[name].meaning}"
        for name in dict.fromkeys(one.run.study.variant for one in [results, *arms.values()])
    )
    caption = "All rules in force" + (f" with {next(iter(arms))}" if arms else "")
    names = ("rule", "value", "default", "standing")
    return doc.Section(
        "rules",
        "The rules",
        [
            doc.Paragraph(source),
            *([_different_rules(arms)] if arms else []),
            doc.Paragraph(said),
            doc.Table(caption, doc.columns(names, names), list(_rule_rows(results))),
        ],
    )


def _different_rules(arms: Mapping[str, RunResults]) -> doc.Part:
    rules: dict[str, doc.Cell] = {}
    values: dict[str, dict[str, str]] = {}
    for label, results in arms.items():
        for option in results.game.options:
            for name, value, *_ in option.rows(results.run.study.values[option.name]):
                meaning = option.meaning if name == option.name else ""
                rules.setdefault(name, doc.Cell(name, code=True, below=meaning))
                values.setdefault(name, dict.fromkeys(arms, "none"))[label] = value
    different = [
        [rules[name], *(doc.Cell(text, _number(text)) for text in by_arm.values())]
        for name, by_arm in values.items()
        if len(set(by_arm.values())) > 1
    ]
    if not different:
        return doc.Paragraph("All have the same rules.", "lead")
    names = ("rule", *arms)
    return doc.Table("Where the rules differ", doc.columns(names, names), different)


def _rule_rows(results: RunResults) -> Iterator[list[doc.Cell]]:
    values = results.run.study.values
    for option in results.game.options:
        for place, (name, value, default, _) in enumerate(option.rows(values[option.name])):
            changed = value != default
            shown = f"{value} (changed)" if changed else value
            yield [
                doc.Cell(name, code=True, below="" if place else option.meaning),
                doc.Cell(shown, _number(value), strong=changed),
                doc.Cell(default, _number(default)),
                doc.Cell(option.origin),
            ]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


@dataclass(frozen=True)
class Origin:
    """Where a document comes from, and how to make it again."""

    results: RunResults
    command: str
    #: The study file that the command takes; empty if it takes none.
    file: str
    tallies: Mapping[str, str]
    version: str
    #: The file or folder that the user named; empty for none.
    source: str = ""
    #: Whether what it pins was played again, and is the same.
    again: bool = False
    #: Results by label, where several studies are compared.
    arms: Mapping[str, RunResults] = field(default_factory=dict)
    interrupted: str = ""
    #: Whether nothing was played, and the command reads what earlier runs wrote.
    stored: bool = False


def compose(
    findings: doc.Findings, origin: Origin, looked_at: Sequence[InspectedStudy] = ()
) -> doc.Document:
    """Put a document together; a command that has just played looks at no study closely."""
    played = [*findings.played]
    if origin.interrupted:
        played.append(doc.Item(f"It was interrupted: {origin.interrupted}.", "partial", "look"))
    briefly = any(answer.short for answer in findings.answers)
    answered = {answer.question for answer in findings.answers}
    sure = [doc.Item(text) for text in findings.certainty]
    sure += [make_checks_item(one) for one in looked_at]
    skill = [
        replace(one, short="Skill?" if briefly else "")
        for one in answer_skill(looked_at)
        if one.question not in answered
    ]
    caveats = [*findings.certainty, *findings.caveats, *(explain_luck(looked_at) if skill else [])]
    caveats.append(_chance(origin.results))
    return doc.Document(
        findings.title,
        [
            doc.Answer("What was played?", played, is_opening=True),
            *([doc.Answer("Targets?", findings.targets)] if findings.targets else []),
            *findings.answers,
            *skill,
            doc.Answer("How sure?", sure, short="Sure?" if briefly else ""),
        ],
        [
            *([make_checks_section(looked_at)] if looked_at else []),
            *findings.sections,
            *([make_suspense_section(looked_at)] if any(one.leads for one in looked_at) else []),
            *([make_samples_section(looked_at)] if looked_at else []),
            make_rules_section(origin.results, origin.arms),
            doc.Section("how-sure", "How sure are we?", [doc.Paragraph(text) for text in caveats]),
            _repeat(origin),
        ],
        origin.version,
    )


def _chance(results: RunResults) -> str:
    said = "The intervals are about chance only. They do not say whether people play like these"
    rules = ""
    if details := len(results.game.unprinted_rules):
        rules = f", nor whether the {details} details filled in are the rules at your table"
    return f"{said} strategies{rules}."


def _repeat(origin: Origin) -> doc.Section:
    study, game = origin.results.run.study, origin.results.game
    made = ""
    if origin.source and origin.again:
        made = f"This is {origin.source}, played again: the same seed, the same fingerprint. "
    elif origin.source:
        made = f"Made from {origin.source}. "
    save = "Save what follows as study.toml. " if origin.file else ""
    said = (
        f"{made}{save}The command plays the same games on any machine with this version of Fathom; "
        "each fingerprint, made of all that was counted, is then the same."
    )
    if origin.stored:
        said = "The command compares what the folders of these runs hold; it plays nothing."
    facts = {
        "Fathom": origin.version,
        f"{game.title}, version": str(game.version),
        "seed": str(study.seed),
        **{
            f"fingerprint of {name}" if name else "fingerprint": id
            for name, id in origin.tallies.items()
        },
    }
    rows = [[doc.Cell(name), doc.Cell(text, code=True)] for name, text in facts.items()]
    heads = doc.columns(("what", "value"), ("what", "value"))
    return doc.Section(
        "repeat",
        "To repeat it",
        [
            doc.Paragraph(said),
            doc.Code(origin.command),
            *([doc.Code(origin.file)] if origin.file else []),
            doc.Table("What it takes, and what it must give", heads, rows),
        ],
    )
