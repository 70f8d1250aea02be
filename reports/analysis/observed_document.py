"""The parts of reports that analyses of observed games share, such as example games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reports.analysis.contest import Question
from reports.analysis.contest_results import ContestResults
from reports.run.fairness import write_command
from reports.writing import spoken, wording
from reports.writing.columns import Column
from reports.writing.document import Code, Part
from simulate.study import DEFAULT_SEED, Study


def command_of(results: ContestResults, name: str, *more: str) -> str:
    """Return a command line with the game, rules and line-up of the games that were played.

    Parameters
    ----------
    results
        The results; their game, rules and line-up are in the command.
    name
        The command's name, such as "waiting".
    more
        Further arguments.
    """
    study = results.study
    is_default_lineup = set(study.lineup) == {results.game.default_strategy}
    is_default = is_default_lineup and study.seed == DEFAULT_SEED
    return write_command(study, name, *more, whole=not is_default)


def replay_command(results: ContestResults, number: int) -> str:
    """Return the command line that prints all moves of a game.

    `number` is the number of the game in the study, from 0.
    """
    return command_of(results, "replay", "--game", str(number), "--moves")


class _ExamplesQuestion(Question):
    """A question that is answered by commands to copy, in place of a table."""

    def table_parts(self, results: Any) -> list[Part]:
        """Return the commands, each with a comment that says what to look for in the game."""
        lines = [f"{row['command']}  # {row['when']}" for row in self.rows(results)]
        return [Code("\n".join(lines))]


def examples_question(rows: Callable[[Any], Sequence[Mapping[str, Any]]]) -> Question:
    """Return the question "Which games show it?", answered by example games.

    Parameters
    ----------
    rows
        A function that is called with the results and returns a row per example game, with the keys
        ``game``, ``when`` and ``command``.
    """
    return _ExamplesQuestion(
        name="examples",
        asks="Which games show it?",
        answer=lambda results: ["For instance:"] if results.examples else [],
        columns=(
            Column("game", "the number of the game, which 'fathom replay --game' takes"),
            Column("when", "when in the game it happened"),
            Column("command", "the command that replays the game"),
        ),
        rows=rows,
        is_first=True,
        lead=lambda results: [],
    )


def describe_observed(results: ContestResults) -> str:
    """Return a clause with the number of games and the strategies that played them."""
    games = wording.counted(results.run.games, "game")
    strategies = wording.listed(list(results.study.strategies))
    if results.players == 1:
        return f"{games}, played by {strategies}"
    return f"{games} with {strategies} in the seats"


def games_line(results: ContestResults) -> str:
    """Return the games and the players in a few words, for the heading of a screen."""
    players = spoken.describe_players(results.study)
    clauses = [wording.counted(results.run.games, "game"), players]
    return " \N{MIDDLE DOT} ".join(clauses)


def describe_style(study: Study, spec: str) -> str:
    """Return words for the players of a strategy, as in "good players (style: planner)"."""
    return spoken.describe_players(replace(study, lineup=(spec,)))


def interval_note(results: ContestResults) -> list[str]:
    """Return a list with a note on the confidence of the intervals."""
    confidence = f"{100 * results.confidence:g}%"
    return [f"Intervals have {confidence} confidence; they account for chance alone."]
