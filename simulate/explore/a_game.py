"""A single game, turn by turn, as JSON values for the page: what happened, and what turned it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.run.samples import KINDS, SampleGames
from reports.story.document import (
    describe_change,
    describe_comeback,
    describe_place,
    describe_steps,
    ending,
    explain_comeback,
    side_name,
    why_over,
)
from reports.story.results import Story, make_story, swings
from reports.writing.wording import capital
from simulate.game import score_in_words
from simulate.play.replay import Replay, ReplayedStep
from simulate.strategy import Strategy
from simulate.study import Study

#: The kinds of games that can be chosen, with their labels.
LABELS = {
    "typical": "A typical game",
    "comeback": "A great comeback",
    "closest": "The closest",
    "most changes of lead": "The most lead changes",
    "longest": "The longest",
    "shortest": "The shortest",
}
#: The maximum number of turns that are sent to the page.
MOST_TURNS = 3_000


def list_games(samples: SampleGames) -> list[dict[str, Any]]:
    """Return the games that can be chosen: the kind, a label and the number of each."""
    numbers = {kinds[0]: number for number, kinds in samples.kinds_by_game().items()}
    games = []
    for kind in KINDS:
        number = numbers.get(kind)
        if number is None:
            number = next(iter(samples.best_games(kind)), None)
        if number is not None:
            games.append({"kind": kind, "label": LABELS[kind], "number": number})
    return games


def make_game(study: Study, lineup: Sequence[Strategy], number: int) -> dict[str, Any]:
    """Return a game of a study for the page.

    Parameters
    ----------
    study
        The study.
    lineup
        Its strategies.
    number
        The number of the game, from 0.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    steps: list[ReplayedStep] = []

    def remember(step: ReplayedStep) -> tuple[str, ...]:
        steps.append(step)
        return ()

    story = make_story(Replay(study, lineup, number), remember)
    turns = _make_turns(story, steps)
    return {
        "number": number,
        "sentence": f"{ending(story)} {why_over(story)}",
        "comeback": _describe_comeback(story),
        "points": _make_points(story),
        "race": _make_race(story),
        "steps": turns[:MOST_TURNS],
        "left_out": max(0, len(turns) - MOST_TURNS),
    }


def _make_turns(story: Story, steps: Sequence[ReplayedStep]) -> list[dict[str, Any]]:
    """Return the turns of a game: where, who, what happened, the table before, and the scores."""
    game = story.game
    turns: list[dict[str, Any]] = []
    for step in steps:
        if step.new_turn or not turns:
            number = int(step.moment.snapshot.table.turns) + 1
            stretch = int(step.moment.snapshot.table.checkpoints) + 1
            turns.append(
                {
                    "turn": number,
                    "where": f"Turn {number}, {game.stretch} {stretch}",
                    "seat": f"Seat {step.moment.seat + 1}",
                    "moves": [],
                    "state": list(map(str, step.table)),
                    "scores": [],
                }
            )
        turn = turns[-1]
        effects = [*map(str, step.effects), *([step.why] if step.why else [])]
        turn["moves"].append({"action": str(step.action), "effects": effects})
        if story.has_scores:
            turn["scores"] = [score_in_words(score, game.score_parts) for score in step.scores]
    return turns


def _describe_comeback(story: Story) -> str:
    """Return sentences on a winner who was behind: how far, and why it won; empty for others."""
    if len(story.sides) == 1 or not story.has_scores or story.hidden_teams:
        return ""
    sentences = [describe_comeback(story), *explain_comeback(story)]
    return " ".join(filter(None, sentences))


def _make_points(story: Story) -> list[dict[str, Any]]:
    """Return the turning points: the turn, what changed, what was done, and where it is."""
    if len(story.sides) == 1 or not story.has_scores:
        return []
    return [
        {
            "turn": swing.standing.turn,
            "text": f"{capital(describe_change(story, swing))}.",
            "done": describe_steps(story.steps_between(swing.since, swing.standing)),
            "where": describe_place(story, swing),
        }
        for swing in swings(story)
    ]


def _make_race(story: Story) -> dict[str, Any] | None:
    """Return the distances to the leader after each stretch; None if nobody can lead.

    Nobody can lead if all seats play together, or if teams are dealt.
    """
    if len(story.sides) == 1 or not story.has_scores or story.hidden_teams:
        return None
    parts = story.game.score_parts
    distances = []
    for stretch in story.stretches:
        totals = stretch.standing.totals
        best = min(totals) if story.game.lower_leads else max(totals)
        distances.append([abs(total - best) / parts for total in totals])
    winners = story.winning_sides
    return {
        "seats": [side_name(story, side) for side in range(len(story.sides))],
        "winner": winners[0] if len(winners) == 1 else None,
        "noun": story.game.stretch,
        "last_turns": [stretch.standing.turn for stretch in story.stretches],
        "steps": distances,
    }
