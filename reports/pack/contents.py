"""The contents of a pack: the short answers of a report's first page, as data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reports.pack.diagrams import Diagram, HundredGames, LeadDiagram, make_run_diagrams
from reports.page.checks import InspectedStudy
from reports.page.compose import Origin, make_different_rules
from reports.run.first_page import describe_open_rules
from reports.writing.document import Chart, Document, Item, Table
from reports.writing.wording import capital
from simulate.rules.kinds import Option
from simulate.study import Study

#: The maximum number of changed rules that a page lists, and of rules that the rulebook leaves
#: open.
MOST_RULES = 8
#: The beginning of a line that is an item of a list.
BULLET = "\N{BULLET} "
#: The labels of the answers on certainty and on the next commands, which are not about the game.
_TRUST, _NEXT = "Trust?", "Next"
#: The sentence for readers who could take the games for games of people.
PLAYED_BY_COMPUTER = "A computer program played these games; no people took part."
#: The label of the answer on targets.
TARGETS = "Target?"


@dataclass(frozen=True)
class BriefAnswer:
    """A question of the first page with its short answer."""

    #: The question in a word, such as "Fair?", or in full.
    label: str
    #: The sentences; the first is the verdict.
    sentences: Sequence[str]
    tables: Sequence[Table] = ()
    diagram: Diagram | None = None


@dataclass(frozen=True)
class PackContents:
    """The contents of the page, the picture and the first sheet of a pack."""

    title: str
    #: The texts that the user added, such as author, date and note.
    preface: Sequence[str]
    #: A few words on the games that were played, and further sentences on them.
    played: Sequence[str]
    answers: Sequence[BriefAnswer]
    #: Sentences on the certainty of the results.
    trust: Sequence[str]
    #: Sentences on rules that differ from the printed ones or that the rulebook leaves open.
    rules: Sequence[str]
    #: The rules that differ between versions; None unless versions are compared.
    different_rules: Table | None
    #: Fathom's version.
    version: str
    #: Charts that are shown if there is room for them.
    charts: Sequence[Chart] = field(default=(), repr=False)

    @property
    def has_uncertain_marks(self) -> bool:
        """True if intervals are drawn, as pale bands or dots."""
        return any(
            isinstance(answer.diagram, HundredGames | LeadDiagram)
            or any(column.scale for table in answer.tables for column in table.columns)
            for answer in self.answers
        )

    @property
    def texts(self) -> list[str]:
        """The texts of the page and the picture, except for texts in tables."""
        sentences = [sentence for answer in self.answers for sentence in answer.sentences]
        return [self.title, *self.preface, *self.played, *sentences, *self.rules, *self.trust]

    @property
    def main_answer(self) -> BriefAnswer | None:
        """The first answer that is not about targets or, if all are, the first of all.

        It is None if there are no answers.
        """
        answers = sorted(self.answers, key=lambda answer: answer.label == TARGETS)
        return answers[0] if answers else None


def make_contents(
    document: Document,
    origin: Origin,
    studies: Sequence[InspectedStudy],
    charts: Sequence[Chart],
    played_studies: Sequence[Study],
    *,
    is_run: bool,
) -> PackContents:
    """Return the contents of a pack.

    Parameters
    ----------
    document
        The whole report. Its sentences are used, so that screen, report and pack say the same.
    origin
        The games behind the report.
    studies
        The studies that were inspected for the report.
    charts
        The charts of the analysis.
    played_studies
        All studies that were played.
    is_run
        True for a run of a single study, whose answers have diagrams.
    """
    diagrams = make_run_diagrams(studies[0]) if is_run and studies else {}
    answers = []
    trust: list[str] = []
    played: list[str] = []
    open_rules = _without_commands(describe_open_rules(origin.results))
    for answer in document.answers:
        sentences = list(_brief_sentences(answer.items))
        if answer.is_opening:
            played = sentences
        elif answer.short == _TRUST:
            # The page lists the rules, so the command that lists them is left out. Checks of the
            # results that found nothing wrong are for the designer.
            items = [item for item in answer.items if item.mark in ("", "wrong")]
            sentences = list(_brief_sentences(items))
            trust += [sentence for sentence in sentences if sentence != open_rules]
        elif answer.short == _NEXT or not sentences:
            continue
        elif not answer.is_secondary or answer.short in diagrams:
            tables = [part for part in answer.first_page if isinstance(part, Table)]
            label = answer.short or answer.question
            answers.append(BriefAnswer(label, sentences, tables, diagrams.get(label)))
    played.append(PLAYED_BY_COMPUTER)
    different = make_different_rules(origin.arms) if origin.arms else None
    return PackContents(
        document.heading,
        [text for _, text in document.preface],
        played,
        answers,
        trust,
        list(_describe_rules(origin, played_studies)),
        different if isinstance(different, Table) else None,
        document.version,
        () if is_run else charts,
    )


def _brief_sentences(items: Sequence[Item]) -> Iterator[str]:
    """Yield the texts of the first page, each after the name of its item if it has one."""
    for item in items:
        text = item.text if item.brief == "" else item.brief
        text = _without_commands(text or "")
        if text:
            yield f"{capital(item.name)}: {text}" if item.name else text


def _without_commands(text: str) -> str:
    """Return a sentence of the terminal for readers of a pack, who cannot type commands.

    A command at its end is left out, and the option --full becomes the name of the whole report.
    """
    without_command = re.sub(r": fathom .*$", ".", text, flags=re.DOTALL)
    return without_command.replace("--full shows all", "report.html shows all")


def _describe_rules(origin: Origin, played_studies: Sequence[Study]) -> Iterator[str]:
    """Yield sentences on rules that differ from the printed ones or that the rulebook leaves open.

    Rules that differ between the studies are only named, because the answers are about them.
    """
    results = origin.results
    game, study = results.game, results.run.study
    if study.variant != game.default_variant and not origin.arms:
        yield f"{capital(study.variant)}: {game.variants[study.variant].meaning}"
    varied = [
        option.name
        for option in game.options
        if any(played.values[option.name] != study.values[option.name] for played in played_studies)
    ]
    changed = []
    for option in game.options:
        source = "printed" if game.standing_of(option) == "printed" else "usually"
        for name, value, default, _ in option.rows(study.values[option.name]):
            if value != default and option.name not in varied:
                rule = _describe_rule(option, name, value)
                changed.append(f"{rule} ({source}: {_in_words(default)}).")
    if varied and not origin.arms:
        yield f"The versions differ in: {', '.join(map(_in_words, varied))}."
    if changed:
        yield "Changed rules:"
        yield from _shortened(changed)
    elif not varied:
        yield "No rule was changed."
    open_rules = [
        _describe_open_rule(option, study)
        for option in game.open_rules
        if option.name not in varied
    ]
    if open_rules:
        yield "What the rulebook does not say, and what we assumed:"
        yield from _shortened(open_rules)


def _describe_open_rule(option: Option, study: Study) -> str:
    """Return a text with a rule's meaning and value; without the value if it is a table."""
    (name, value, _, _), *others = option.rows(study.values[option.name])
    if others:
        return f"{_first_clause(option)}."
    return f"{_describe_rule(option, name, value)}."


def _describe_rule(option: Option, name: str, value: str) -> str:
    """Return a clause on the value of a rule, as in "Cards dealt to each player: 5".

    Rules are described, because readers of a pack do not know their names. If the rule is a table,
    the name of the entry follows the description.
    """
    entry = name.removeprefix(option.name).removeprefix(".")
    of_entry = f", {_in_words(entry)}" if entry else ""
    return f"{_first_clause(option)}{of_entry}: {_in_words(value)}"


def _in_words(value: str) -> str:
    """Return a value of a rule as readers who do not program write it, such as "per opponent"."""
    return {"true": "yes", "false": "no"}.get(value, value.replace("_", " "))


def _first_clause(option: Option) -> str:
    """Return the first clause of the meaning of a rule, without a period."""
    sentence = option.meaning.partition(". ")[0]
    return sentence.partition(":")[0].partition(";")[0].removesuffix(".")


def _shortened(lines: Sequence[str]) -> Iterator[str]:
    """Yield at most `MOST_RULES` lines as items of a list, and an item on the number left out."""
    most = MOST_RULES if len(lines) > MOST_RULES + 1 else len(lines)
    for line in lines[:most]:
        yield f"{BULLET}{line}"
    if len(lines) > most:
        yield f"{BULLET}and {len(lines) - most} more, in report.html"
