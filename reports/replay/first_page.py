"""The first page of `replay`: who won a game, its turning points, and the next commands."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from reports.run.fairness import write_command
from reports.story import document as story_sentences
from reports.story.results import Story, StoryStep, Swing
from reports.thinking import sentences as thinking_sentences
from reports.thinking.results import REACH, Decision, Thoughts, TurningPoint
from reports.thinking.sentences import Name, Place
from reports.writing import spoken
from reports.writing.document import Answer, Document, Item, Step, Steps
from reports.writing.wording import capital, counted, percent, whole
from simulate.play.walk import Moment
from simulate.study import DEFAULT_SEED, Study
from strategies.weighing import ROLLOUTS

#: The largest number of turning points, and of poor choices, on the first page.
MOST_TURNING_POINTS, MOST_POOR = 3, 2
#: The largest number of characters of a description of moves on the first page.
MOST_CHARACTERS = 150
#: The number of simulated games per action that is suggested for closer estimates.
MORE_ROLLOUTS = 64
#: A function that returns the steps from a moment to the next evaluated choice.
StepsAfter = Callable[[Moment], Sequence[StoryStep]]


def make_first_page(
    story: Story,
    study: Study,
    version: str,
    *,
    picked: Sequence[str] = (),
    weighed: Sequence[Answer] = (),
    rollouts: int = 0,
) -> Document:
    """Return the document of the first page.

    Parameters
    ----------
    story
        The game.
    study
        The study of the game.
    version
        The version of Fathom.
    picked
        Sentences on the reason for showing this game; empty if the user gave its number.
    weighed
        The answers of `answer_by_chances`; empty if choices were not evaluated.
    rollouts
        The number of simulated games per action; 0 if choices were not evaluated.
    """
    players = [Item(text) for text in _describe_players(story, study)]
    answers = [Answer("Who played?", players, is_opening=True)]
    if picked:
        answers.append(Answer("Why this game?", [*map(Item, picked)], short="Why?"))
    endings = [story_sentences.ending(story), *story_sentences.describe_tie_break(story)]
    endings.append(story_sentences.why_over(story))
    answers.append(Answer("Who won?", [Item(text) for text in endings], short="Won?"))
    if weighed:
        answers += weighed
    else:
        turned = [
            Item(text)
            for text in (
                *story_sentences.comeback_unless_listed(story, picked),
                *story_sentences.describe_turning_points(story, describe_swing),
            )
        ]
        answers.append(Answer("What turned it?", turned, short="Turned?"))
    steps = suggest_next_steps(story, study, rollouts)
    answers.append(Answer("What next?", [], [Steps(steps)], short="Next"))
    # The title's part in parentheses, the deal and the seed, is only needed to repeat the game.
    title, _, _ = story.title.partition(" (")
    return Document(title, answers, [], version)


def _describe_players(story: Story, study: Study) -> list[str]:
    """Return a short sentence on the players, then sentences on the seats of sides."""
    first, *later_sentences = story_sentences.who_played(story)
    if len(set(story.seated)) == 1:
        return [spoken.describe_players(study), *later_sentences]
    return [first, *later_sentences]


def describe_swing(story: Story, swing: Swing) -> str:
    """Return short sentences on a turn that changed the standings: its effect and its moves.

    An example is "Turn 45: seat 1 was 2 points behind, and is now 1 point ahead. Seat 1 lays 2."
    """
    place = story_sentences.describe_place(story, swing)
    change = story_sentences.describe_change(story, swing)
    steps = story.steps_between(swing.since, swing.standing)
    moves = describe_moves(steps) or _describe_long_turn(story, swing, steps)
    sentences = [f"{place}: {change}.", moves, story_sentences.describe_lasting_lead(story, swing)]
    return " ".join(sentence.strip() for sentence in sentences if sentence.strip())


def describe_moves(steps: Sequence[StoryStep]) -> str:
    """Return a description of the moves, or only of the last ones if all do not fit.

    It is empty if even the last move has more than `MOST_CHARACTERS`.
    """
    for first in range(len(steps)):
        text = story_sentences.describe_steps(steps[first:])
        if len(text) <= MOST_CHARACTERS:
            return text
    return ""


def _describe_long_turn(story: Story, swing: Swing, steps: Sequence[StoryStep]) -> str:
    """Return the last action of a turn that is too long to describe, and the points of the turn."""
    last = steps[-1]
    action = last.action.strip().removesuffix(".")
    if len(action) > MOST_CHARACTERS:
        action = f"{action[:MOST_CHARACTERS].rsplit(' ', 1)[0]} ..."
    sentence = f"Seat {last.seat + 1} {action}."
    points = []
    for seat, (before, after) in enumerate(
        zip(swing.since.scores, swing.standing.scores, strict=True), 1
    ):
        if after != before:
            sign = "+" if after > before else "\N{MINUS SIGN}"
            points.append(f"seat {seat} {sign}{story.game.score_in_words(abs(after - before))}")
    if not points:
        return sentence
    return f"{sentence} {story.game.score_unit.capitalize()} of this turn: {', '.join(points)}."


# The chances to win, with --search


def answer_by_chances(
    thoughts: Thoughts, name: Name, place: Place, steps_after: StepsAfter
) -> list[Answer]:
    """Return the answers on the chances to win: when and how the game was decided."""
    main, *_ = thinking_sentences.describe_when_decided(thoughts)
    answers = [Answer("When was it decided?", [Item(main)], short="When?")]
    if thoughts.choices:
        turned = [Item(text) for text in _describe_turning_points(thoughts, place, steps_after)]
        poor = [Item(text) for text in _describe_poor_choices(thoughts, name, place)]
        answers += [
            Answer("What turned it?", turned, short="Turned?"),
            Answer("Which choices mattered?", [Item(_count_choices(thoughts))], short="Matter?"),
            Answer("Was anything played poorly?", poor, short="Poor?"),
        ]
    if thoughts.game.weighed:
        answers.append(Answer("How sure?", [Item(_describe_precision(thoughts))], short="Trust?"))
    return answers


def _describe_turning_points(
    thoughts: Thoughts, place: Place, steps_after: StepsAfter
) -> list[str]:
    """Return sentences on the largest changes of chances to win, in the order of the game."""
    points = thoughts.turning_points
    if not points:
        return ["No single move clearly changed anybody's chance to win."]
    largest = sorted(points, key=lambda point: -abs(point.change))[:MOST_TURNING_POINTS]
    largest.sort(key=lambda point: point.moment.step)
    return [_describe_turning_point(point, place, steps_after) for point in largest]


def _describe_turning_point(point: TurningPoint, place: Place, steps_after: StepsAfter) -> str:
    """Return sentences on a change of a seat's chance to win, and on the moves before it."""
    change = (
        f"seat {point.seat + 1}'s chance goes from {percent(point.before.value, 0)} to "
        f"{percent(point.after.value, 0)}."
    )
    moves = describe_moves(steps_after(point.moment))
    return f"{capital(place(point.moment))}: {change} {moves}".rstrip()


def _count_choices(thoughts: Thoughts) -> str:
    """Return a sentence on the number of choices that mattered."""
    choices = counted(len(thoughts.choices), "choice")
    mattered = thoughts.count("yes")
    text = f"Of {choices}, {whole(mattered) if mattered else 'none'} clearly mattered"
    unclear = thoughts.count("not clear")
    if not unclear:
        return f"{text}."
    if unclear == len(thoughts.choices):
        return f"Too few simulated games to tell which of the {choices} mattered."
    return f"{text}. Too few simulated games to tell for {whole(unclear)}."


def _describe_poor_choices(thoughts: Thoughts, name: Name, place: Place) -> list[str]:
    """Return sentences on the choices that cost most, and on the number of others."""
    if not thoughts.poor:
        games = counted(thoughts.game.worlds, "simulated game")
        return [f"No choice was clearly bad, as far as {games} can show."]
    sentences = [_describe_poor(decision, name, place) for decision in thoughts.poor[:MOST_POOR]]
    left_out = len(thoughts.poor) - len(sentences)
    if left_out:
        more = counted(left_out, "more choice")
        sentences.append(f"{more} clearly cost something; --moves lists them.")
    return sentences


def _describe_poor(decision: Decision, name: Name, place: Place) -> str:
    """Return a sentence on a choice that was clearly worse than the best alternative."""
    moment = decision.weighed.moment
    best = min(1.0, max(0.0, decision.after.value + decision.gain.value))
    return (
        f"{capital(place(moment))}: seat {moment.seat + 1} {name(moment, moment.action)} "
        f"(wins {percent(decision.after.value, 0)}); {name(moment, decision.best_other)} wins "
        f"{percent(best, 0)}."
    )


def _describe_precision(thoughts: Thoughts) -> str:
    """Return a sentence on the simulated games behind each chance."""
    worlds = thoughts.game.worlds
    points = math.ceil(100 * REACH * 0.5 / worlds**0.5)
    return (
        f"Each chance comes from {whole(worlds)} simulated games. More of them may move it by "
        f"about {points} in 100."
    )


# Commands to run next


def suggest_next_steps(story: Story, study: Study, rollouts: int) -> list[Step]:
    """Return the commands that a designer probably wants next, with their purposes.

    Parameters
    ----------
    story
        The game.
    study
        The study of the game.
    rollouts
        The number of simulated games per action; 0 if choices were not evaluated.
    """
    search = ["--search"] if rollouts else []
    if rollouts and rollouts != ROLLOUTS:
        search += ["--rollouts", str(rollouts)]
    steps = [Step("See every move", _write_replay(story, study, *search, "--moves"))]
    game = study.loaded_game
    are_rivals = len(story.sides) == story.players > 1
    can_search = game.redeal is not None and are_rivals and not story.repeat
    if can_search and not rollouts:
        steps.append(Step("Find mistakes", _write_replay(story, study, "--search")))
    if rollouts and rollouts < MORE_ROLLOUTS:
        more = ["--search", "--rollouts", str(MORE_ROLLOUTS)]
        times = f"{MORE_ROLLOUTS / rollouts:.2g}"
        steps.append(Step(f"Be surer ({times} times as slow)", _write_replay(story, study, *more)))
    if story.repeat:
        repeat = story.repeat + 1
        command = _write_replay(replace(story, repeat=repeat), study)
        steps.append(Step("See another play of the deal", command))
    return steps


def _write_replay(story: Story, study: Study, *more: str) -> str:
    """Return a command line that replays the game."""
    is_default_lineup = set(study.lineup) == {study.loaded_game.default_strategy}
    is_default = is_default_lineup and study.seed == DEFAULT_SEED and study.rotate
    number = ["--game", str(story.number)]
    if story.repeat:
        deal = story.number // study.rotations
        number = ["--deal", str(deal), "--repeat", str(story.repeat)]
    return write_command(study, "replay", *number, *more, whole=not is_default)
