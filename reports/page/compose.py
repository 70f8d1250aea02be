"""A whole document, of what a plan found and what all documents have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reports.page.checks import LookedAt
from reports.page.parts import checked, how_checked, rules, samples
from reports.page.skill import skill_answer, skill_caveats
from reports.page.suspense import has_leads, suspense
from reports.run.results import Results
from reports.writing.document import (
    Answer,
    Cell,
    Code,
    Column,
    Document,
    Findings,
    Item,
    Section,
    Table,
    Text,
)


@dataclass(frozen=True)
class Origin:
    """Where a document comes from, and how to make it again."""

    results: Results
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
    arms: Mapping[str, Results] = field(default_factory=dict)
    interrupted: str = ""
    #: Whether nothing was played, and the command reads what earlier runs wrote.
    stored: bool = False


def compose(findings: Findings, origin: Origin, looked_at: Sequence[LookedAt] = ()) -> Document:
    """Put a document together; a command that has just played looks at no study closely."""
    played = [Item(text) for text in findings.played]
    if origin.interrupted:
        played.append(Item(f"It was interrupted: {origin.interrupted}.", "partial", "look"))
    answered = {answer.question for answer in findings.answers}
    sure = [Item(text) for text in findings.known]
    sure += [how_checked(one) for one in looked_at]
    skill = [one for one in skill_answer(looked_at) if one.question not in answered]
    caveats = [*findings.known, *findings.caveats, *(skill_caveats(looked_at) if skill else [])]
    caveats.append(_chance(origin.results))
    return Document(
        findings.title,
        [
            Answer("What was played?", played, opens=True),
            *([Answer("Targets?", findings.targets)] if findings.targets else []),
            *findings.answers,
            *skill,
            Answer("How sure?", sure),
        ],
        [
            *([checked(looked_at)] if looked_at else []),
            *findings.sections,
            *([suspense(looked_at)] if has_leads(looked_at) else []),
            *([samples(looked_at)] if looked_at else []),
            rules(origin.results, origin.arms),
            Section("how-sure", "How sure are we?", [Text(text) for text in caveats]),
            _repeat(origin),
        ],
        origin.version,
    )


def _chance(results: Results) -> str:
    rulings = len(results.game.rulings)
    said = "The intervals are about chance only. They do not say whether people play like these"
    if not rulings:
        return f"{said} strategies."
    return (
        f"{said} strategies, nor whether the {rulings} rules that are rulings or assumptions are "
        "the ones at your table."
    )


def _repeat(origin: Origin) -> Section:
    study, game = origin.results.run.study, origin.results.game
    made = ""
    if origin.source and origin.again:
        made = f"This is {origin.source}, played again: the same seed, the same tally. "
    elif origin.source:
        made = f"Made from {origin.source}. "
    save = "Save what follows as study.toml. " if origin.file else ""
    said = (
        f"{made}{save}The command plays the same games on any machine with this version of Fathom; "
        "each tally, a fingerprint of all counts, is then the same."
    )
    if origin.stored:
        said = "The command compares what the folders of these runs hold; it plays nothing."
    facts = {
        "Fathom": origin.version,
        f"{game.title}, version": str(game.version),
        "seed": str(study.seed),
        **{f"tally of {name}" if name else "tally": id for name, id in origin.tallies.items()},
    }
    rows = [[Cell(name), Cell(text, code=True)] for name, text in facts.items()]
    columns = [Column("what", numeric=False), Column("value", numeric=False)]
    return Section(
        "repeat",
        "To repeat it",
        [
            Text(said),
            Code(origin.command),
            *([Code(origin.file)] if origin.file else []),
            Table("What it takes, and what it must give", columns, rows),
        ],
    )
