"""The parts of a report that analyses of observed games share: the games, and examples of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reports.analysis.contest import Question
from reports.analysis.contest_results import ContestResults
from reports.run.fairness import write_command
from reports.writing import wording
from reports.writing.columns import Column
from reports.writing.document import Code, Part
from simulate.study import DEFAULT_SEED


def replay_command(results: ContestResults, number: int) -> str:
    """Return the command that replays one game of a contest, by the number of the game."""
    study = results.study
    is_default_lineup = set(study.lineup) == {results.game.default_strategy}
    is_default = is_default_lineup and study.seed == DEFAULT_SEED
    return write_command(study, "replay", "--game", str(number), whole=not is_default)


class _ExamplesQuestion(Question):
    """A question whose table is shown as commands that can be copied."""

    def table_parts(self, results: Any) -> list[Part]:
        """Return the commands, each with a comment on where to look."""
        lines = [f"{row['command']}  # {row['when']}" for row in self.rows(results)]
        return [Code("\n".join(lines))]


def examples_question(rows: Callable[[Any], Sequence[Mapping[str, Any]]]) -> Question:
    """Return the question of which games show the findings.

    Parameters
    ----------
    rows
        Returns the example games of results: ``game``, ``when`` and ``command`` of each.
    """
    return _ExamplesQuestion(
        name="examples",
        asks="Which games show it?",
        answer=lambda results: ["For instance:"] if results.examples else [],
        columns=(
            Column("game", "its number, which 'fathom replay --game' takes"),
            Column("when", "where it happened"),
            Column("command", "the command that replays the game"),
        ),
        rows=rows,
        is_first=True,
    )


def describe_observed(results: ContestResults) -> str:
    """Describe the number of games and the strategies that played them."""
    games = wording.counted(results.run.games, "game")
    return f"{games} with {wording.listed(list(results.study.strategies))} in the seats"


def interval_note(results: ContestResults) -> list[str]:
    """Return a note, as a list of one text, on the confidence of all intervals."""
    confidence = f"{100 * results.confidence:g}%"
    return [f"Intervals have {confidence} confidence; they account for chance alone."]
