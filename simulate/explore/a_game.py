"""A single game, turn by turn, as JSON values for the page: what happened, and what turned it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.run.samples import COMEBACK, SampleGames
from reports.story.document import (
    describe_catch_up,
    describe_change,
    describe_comeback,
    describe_place,
    describe_steps,
    ending,
    explain_comeback,
    side_name,
    why_over,
)
from reports.story.rarity import describe_rarity
from reports.story.results import Story, find_catch_up, make_story, swings
from reports.writing.wording import capital, listed
from simulate.game import Game, Key, score_in_words, with_unit
from simulate.play.comebacks import Comebacks
from simulate.play.replay import Replay, ReplayedStep
from simulate.strategy import Strategy
from simulate.study import Study

#: The kinds of games that can be chosen, with their labels.
LABELS = {
    "typical": "A typical game",
    COMEBACK: "The greatest comeback",
    "closest": "The closest",
    "most changes of lead": "The most lead changes",
    "longest": "The longest",
    "shortest": "The shortest",
}
#: The maximum number of turns that are sent to the page.
MOST_TURNS = 3_000


def list_games(
    game: Game, samples: SampleGames, comebacks: Comebacks | None
) -> list[dict[str, Any]]:
    """Return the games that can be chosen: the kind, a label, the number and a note on each.

    `comebacks` is None if games of the study cannot be comebacks.
    """
    numbers = {kinds[0]: number for number, kinds in samples.kinds_by_game().items()}
    games = []
    for kind, label in LABELS.items():
        number = numbers.get(kind)
        note = ""
        if kind == COMEBACK and comebacks and comebacks.greatest is not None:
            number = comebacks.greatest
            behind = score_in_words(comebacks.greatest_deficit, game.score_parts)
            note = f"{with_unit(behind, game.score_unit)} behind"
        elif number is None:
            number = next(iter(samples.best_games(kind)), None)
        if number is not None:
            games.append({"kind": kind, "label": label, "number": number, "note": note})
    return games


def make_game(
    study: Study, lineup: Sequence[Strategy], number: int, comebacks: Comebacks | None
) -> dict[str, Any]:
    """Return a game of a study for the page.

    Parameters
    ----------
    study
        The study.
    lineup
        Its strategies.
    number
        The number of the game, from 0.
    comebacks
        The comebacks in games of the study; None if its games cannot be comebacks.

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
        "comeback": _describe_comeback(story, comebacks),
        "points_from": [f"{capital(line)}." for line in story.points_from],
        "scoring": story.game.scoring,
        "styles": _explain_styles(story, lineup),
        "words": _list_words(story.game),
        "key": _list_key(steps),
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
                    "state": [str(line) for line in step.table if not isinstance(line, Key)],
                    "scores": [],
                }
            )
        turn = turns[-1]
        effects = [*map(str, step.effects), *([step.why] if step.why else [])]
        turn["moves"].append({"action": str(step.action), "effects": effects})
        if story.has_scores:
            turn["scores"] = [score_in_words(score, game.score_parts) for score in step.scores]
    return turns


def _describe_comeback(story: Story, comebacks: Comebacks | None) -> str:
    """Return sentences on a winner who was behind: how far, how rare, and why; empty for others."""
    if len(story.sides) == 1 or not story.has_scores or story.hidden_teams:
        return ""
    rarity = describe_rarity(story, comebacks) if comebacks else []
    sentences = [describe_comeback(story), *rarity, *explain_comeback(story)]
    return " ".join(filter(None, sentences))


def _explain_styles(story: Story, lineup: Sequence[Strategy]) -> list[dict[str, str]]:
    """Return the styles of the players: who plays it, its name, and a sentence on it."""
    meanings = {}
    for strategy in lineup:
        meanings[strategy.spec] = strategy.description.replace("`", "").partition("\n")[0]
    styles = []
    for style in dict.fromkeys(story.seated):
        seats = [str(seat) for seat, spec in enumerate(story.seated, 1) if spec == style]
        who = f"{'Seat' if len(seats) == 1 else 'Seats'} {listed(seats)}"
        if len(seats) == story.players:
            who = "Every seat" if story.players > 1 else "The player"
        styles.append({"who": who, "style": style, "meaning": meanings.get(style, "")})
    return styles


def _list_words(game: Game) -> list[dict[str, str]]:
    """Return the words of a game that its readers may not know, with their meanings."""
    return [{"word": word, "meaning": meaning} for word, meaning in game.glossary.items()]


def _list_key(steps: Sequence[ReplayedStep]) -> list[str]:
    """Return the lines that explain the letters and signs in drawings of the table."""
    lines: dict[str, None] = {}
    for step in steps:
        for line in step.table:
            if isinstance(line, Key):
                lines[str(line)] = None
    return list(lines)


def _make_points(story: Story) -> list[dict[str, Any]]:
    """Return the turning points: the turn, what changed, what was done, and where it is.

    If the winner was behind, they are the turns in which it caught up, as on the first page of
    `replay`. Otherwise they are the turns that changed the standings most.
    """
    if len(story.sides) == 1 or not story.has_scores:
        return []
    catch_up = find_catch_up(story)
    describe = describe_catch_up if catch_up else describe_change
    return [
        {
            "turn": swing.standing.turn,
            "text": f"{capital(describe(story, swing))}.",
            "done": describe_steps(story.steps_between(swing.since, swing.standing)),
            "where": describe_place(story, swing),
        }
        for swing in catch_up or swings(story)
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
