"""A kind of contest: its questions, and how tables, charts, JSON and pages come of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from reports.contest.question import Question, undecided
from reports.contest.results import ContestResults as Results
from reports.figures.targets import Judged
from reports.run.document import target_item, title
from reports.writing import numbers
from reports.writing.columns import TARGETS, Column, Frames, frames, judged_rows, plain_rows
from reports.writing.document import Answer, Chart, Findings, Item, Section
from reports.writing.words import capital, told_rules


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A kind of contest: its questions, and what else is said of it."""

    questions: Sequence[Question]
    #: As in "Ladder of 10 strategies".
    heading: Callable[[Any], str]
    #: What was played, in a sentence.
    played: Callable[[Any], str]
    #: How sure it is, on the first page and besides.
    known: Callable[[Any], Sequence[str]]
    caveats: Callable[[Any], Sequence[str]] = lambda results: ()
    #: What its JSON object has besides its tables, or in place of one, given all of these.
    summary: Callable[[Any, Mapping[str, list[Any]]], dict[str, Any]]
    has_targets: bool = True

    @property
    def tables(self) -> dict[str, Sequence[Column]]:
        """The columns of every table that it can have, by name."""
        found = {one.name: one.columns for one in self.questions if one.columns}
        return found | ({"targets": TARGETS} if self.has_targets else {})

    @property
    def charts(self) -> list[str]:
        """The names of all charts that it can have."""
        return [one.name for one in self.questions if one.draw]

    def answered(self, results: Any) -> list[Question]:
        """Return the questions that what was played answers."""
        return [one for one in self.questions if one.answer(results)]

    def rows(self, results: Results) -> dict[str, Sequence[Any]]:
        """Return the rows of each table."""
        found = {one.name: one.rows(results) for one in self.answered(results)}
        return found | {"targets": judged_rows(results.judged())}

    def make_tables(self, results: Results) -> Frames:
        """Return its tables as files have them; those of questions not answered are left out."""
        return frames(self.tables, self.rows(results), if_asked=self.tables)

    def summarise(self, results: Results) -> dict[str, Any]:
        """Return all it found as values for JSON; rates are shares of 1, ``None`` is not known."""
        run, study, rows = results.run, results.study, self.rows(results)
        told = {name: plain_rows(one, rows.get(name, ())) for name, one in self.tables.items()}
        answered = self.answered(results)
        tables = {one.name: told[one.name] for one in answered if one.columns}
        return {
            "game": study.called,
            "variant": study.variant,
            "rules": study.values,
            "players": study.players,
            "seed": study.seed,
            "confidence": results.confidence,
            "games": run.games,
            "answers": {one.ask(results): one.answer(results) for one in answered},
            **(tables | self.summary(results, told)),
            **({"targets": told["targets"]} if study.targets else {}),
            "unfinished": run.unfinished,
            "interrupted": run.interrupted,
            "study_id": run.design.id,
            "played_study_id": run.as_played.id,
            "tally_id": run.tally_id,
            "jobs": run.jobs,
            "elapsed_s": round(run.elapsed, 4),
            "games_per_s": round(run.games / run.elapsed, 1),
        }

    def charts_of(self, results: Results) -> list[Chart]:
        """Return its charts."""
        return [chart for one in self.answered(results) for chart in one.chart(results)]

    def find(self, results: Results) -> Findings:
        """Say what it found."""
        study, questions = results.study, self.answered(results)
        played = f"{self.played(results)}; seed {study.seed}."
        if study.changes:
            played += f" Rules changed: {told_rules(study.changes)}."
        parts = [
            part
            for one in questions
            for part in (*one.chart(results), *([] if one.is_first else one.told_table(results)))
        ]
        return Findings(
            f"{self.heading(results)}: {title(study)}",
            [Item(played)],
            [
                Answer(
                    one.ask(results),
                    [Item(text, main=not n) for n, text in enumerate(one.answer(results))],
                    one.told_table(results) if one.is_first else [],
                )
                for one in questions
            ],
            [target_item(one, _target(results, one)) for one in results.judged()],
            [*self.known(results), *undecided(results)],
            [Section("found", "What was found", parts)],
            [
                f"Every figure comes with a {numbers.level(results.confidence)}. Four times as "
                "many games make most intervals about half as wide.",
                "Line-ups that are compared play the same deals, each deal in every rotation; "
                "intervals are made from the differences between deals, not between games.",
                *self.caveats(results),
            ],
        )


def contest_of(command: str) -> Contest:
    """Return the kind of contest that a command plays."""
    found: Contest = import_module(f"reports.contests.{command}").CONTEST
    return found


def _target(results: Results, judged: Judged) -> str:
    target, found = judged.target, judged.estimate
    figure = results.figures[target.figure]
    unit = figure.unit
    known = numbers.known(found, unit) if unit.share else numbers.elo(found)
    told = f"{capital(figure.title)}: {known}; wanted {numbers.wanted(target, unit)}"
    if judged.verdict.word != "undecided":
        return f"{told}."
    if judged.verdict.more_games is None:
        return f"{told}; how many more games would decide it is not known."
    more = 1 + judged.verdict.more_games / results.games_behind(target.figure)
    return f"{told}; about {more:.2g} times as many games would probably decide it."
