"""The first page of `replay`: who won a game, its turning points, and the next commands."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from reports.run.fairness import write_command
from reports.story import document as story_sentences
from reports.story.results import Story, StoryStep, Swing, find_catch_up, swings
from reports.thinking import sentences as thinking_sentences
from reports.thinking.results import REACH, Cause, Decision, Rise, Thoughts, TurningPoint
from reports.thinking.sentences import Name, Place
from reports.writing import spoken
from reports.writing.document import Answer, Document, Item, Step, Steps
from reports.writing.wording import capital, counted, listed, percent, uncapital, whole
from simulate.play.walk import Moment
from simulate.study import DEFAULT_SEED, Study
from strategies.weighing import ROLLOUTS

#: The largest number of turning points, and of poor choices, on the first page.
MOST_TURNING_POINTS, MOST_POOR = 3, 1
#: The largest number of characters of a description of moves on the first page, and beside chances.
MOST_CHARACTERS, MOST_BESIDE_CHANCES = 150, 65
#: The number of simulated games per action that is suggested for closer estimates.
MORE_ROLLOUTS = 64
#: The words for the causes of a rise.
_CAUSES: dict[Cause, str] = {"luck": "luck", "choice": "a choice"}
#: A function that returns the steps from a moment to the next evaluated choice.
StepsAfter = Callable[[Moment], Sequence[StoryStep]]


def make_first_page(
    story: Story,
    study: Study,
    version: str,
    *,
    picked: Sequence[str] = (),
    weighed: Sequence[Answer] = (),
    rarity: Sequence[str] = (),
    rollouts: int = 0,
    seconds: float = 0.0,
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
    rarity
        Sentences on how rare the comeback of the winner is; empty if they are unknown.
    rollouts
        The number of simulated games per action; 0 if choices were not evaluated.
    seconds
        The duration of the evaluation in seconds.
    """
    players = [Item(text) for text in _describe_players(story, study)]
    answers = [Answer("Who played?", players, is_opening=True)]
    comeback = story_sentences.describe_comeback(story)
    endings = [story_sentences.ending(story), *story_sentences.describe_tie_break(story)]
    if not weighed:
        endings.append(story_sentences.why_over(story))
    answers.append(Answer("Who won?", [Item(text) for text in endings], short="Won?"))
    if comeback:
        why = [comeback, *rarity]
        if not weighed:
            why += story_sentences.explain_comeback(story)
        answers.append(Answer("Why did it win?", [Item(text) for text in why], short="Why?"))
    if weighed:
        answers += weighed
    else:
        turned = [Item(text) for text in _describe_turns(story)]
        answers.append(Answer("What turned it?", turned, short="Turned?"))
    if picked:
        answers.append(Answer("Why this game?", [*map(Item, picked)], short="Game?"))
    steps = suggest_next_steps(story, study, rollouts, seconds)
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


def _describe_turns(story: Story) -> list[str]:
    """Return sentences on the turns with which the winner caught up, or that changed the lead.

    What the points consist of is described for the turn that decided the game. That needs many
    lines, so only one other turn is described then.
    """
    catch_up = find_catch_up(story)
    turns = catch_up or swings(story)
    explained = max(turns, key=_importance_of, default=None)
    if explained and story_sentences.scoring_of(_steps_of(story, explained)):
        turns = sorted(turns, key=_importance_of)[-2:]
        turns.sort(key=lambda swing: swing.standing.steps)
    if catch_up:
        return [
            _describe_catch_up(story, swing, is_explained=swing is explained) for swing in turns
        ]

    def describe(story: Story, swing: Swing) -> str:
        if swing not in turns:
            return ""
        return _describe_explained_swing(story, swing, is_explained=swing == explained)

    return list(filter(None, story_sentences.describe_turning_points(story, describe)))


def _importance_of(swing: Swing) -> tuple[bool, int, int]:
    """Return the importance of a turn as a sort key: if it decided the game, and its change."""
    return swing.for_good, abs(swing.change), swing.standing.steps


def _steps_of(story: Story, swing: Swing) -> Sequence[StoryStep]:
    """Return the steps of the turn of a swing."""
    return story.steps_between(swing.since, swing.standing)


def _describe_catch_up(story: Story, swing: Swing, *, is_explained: bool) -> str:
    """Return short sentences on a turn in which the winner caught up: the points, and the moves.

    An example is "Turn 45 (round 3): seat 1 gains 4 points, from 3 behind to 1 ahead. Seat 1 lays
    2.". If `is_explained`, they also say what the points consist of.
    """
    change = story_sentences.describe_catch_up(story, swing)
    steps = _steps_of(story, swing)
    moves = _explain_moves(steps) if is_explained else describe_moves(steps)
    return _join_swing(story, swing, change, moves or _describe_last_action(steps))


def describe_swing(story: Story, swing: Swing) -> str:
    """Return short sentences on a turn that changed the standings: its effect and its moves.

    An example is "Turn 45: seat 1 was 2 points behind, and is now 1 point ahead. Seat 1 lays 2."
    """
    return _describe_explained_swing(story, swing, is_explained=False)


def _describe_explained_swing(story: Story, swing: Swing, *, is_explained: bool) -> str:
    """Return the sentences of `describe_swing`.

    If `is_explained`, they also say what the points of the turn consist of.
    """
    change = story_sentences.describe_change(story, swing)
    steps = _steps_of(story, swing)
    moves = _explain_moves(steps) if is_explained else describe_moves(steps)
    return _join_swing(story, swing, change, moves or _describe_long_turn(story, swing, steps))


def _explain_moves(steps: Sequence[StoryStep]) -> str:
    """Return a description of moves and of what their points consist of.

    It is empty if the game does not say so, or if even the last move has too many characters.
    """
    scoring = story_sentences.scoring_of(steps)
    if not scoring:
        return describe_moves(steps)
    plain_steps = story_sentences.without_scoring(steps)
    moves = describe_moves(plain_steps) or _describe_last_action(plain_steps)
    return story_sentences.join_clauses([moves, *scoring])


def _join_swing(story: Story, swing: Swing, change: str, moves: str) -> str:
    """Return the sentences on a turn: its place, its effect, its moves, and if the lead lasts."""
    place = story_sentences.describe_place(story, swing)
    sentences = [f"{place}: {change}.", moves, story_sentences.describe_lasting_lead(story, swing)]
    return " ".join(sentence.strip() for sentence in sentences if sentence.strip())


def describe_moves(steps: Sequence[StoryStep]) -> str:
    """Return a description of the moves, or only of the last ones if all do not fit.

    It says so if moves are left out. It is empty if even the last move has more than
    `MOST_CHARACTERS`.
    """
    for first in range(len(steps)):
        text = story_sentences.describe_steps(steps[first:])
        if first:
            text = f"After other moves: {uncapital(text)}"
        if len(text) <= MOST_CHARACTERS:
            return text
    return ""


def _describe_first_moves(steps: Sequence[StoryStep]) -> str:
    """Return a description of as many first moves as fit in `MOST_BESIDE_CHANCES` characters.

    It is the action alone, shortened if need be, if even the first move does not fit.
    """
    plain_steps = story_sentences.without_scoring(steps)
    for last in range(len(steps), 0, -1):
        text = story_sentences.describe_steps(plain_steps[:last])
        if len(text) <= MOST_BESIDE_CHANCES:
            return text
    return _describe_last_action(steps[:1], MOST_BESIDE_CHANCES)


def _describe_long_turn(story: Story, swing: Swing, steps: Sequence[StoryStep]) -> str:
    """Return the last action of a turn that is too long to describe, and the points of the turn."""
    sentence = _describe_last_action(steps)
    points = []
    for side, (before, after) in enumerate(
        zip(swing.since.totals, swing.standing.totals, strict=True)
    ):
        if after != before:
            sign = "+" if after > before else "\N{MINUS SIGN}"
            change = story.game.score_in_words(abs(after - before))
            points.append(f"{story_sentences.side_name(story, side)} {sign}{change}")
    if not points:
        return sentence
    return f"{sentence} {story.game.score_unit.capitalize()} of this turn: {', '.join(points)}."


def _describe_last_action(steps: Sequence[StoryStep], most: int = MOST_CHARACTERS) -> str:
    """Return a sentence on the last action of a turn, with at most `most` characters of it."""
    last = steps[-1]
    action = last.action.strip().removesuffix(".")
    return f"Seat {last.seat + 1} {_shorten(action, most)}.".replace("....", "...")


def _shorten(action: str, most: int = MOST_BESIDE_CHANCES) -> str:
    """Return the name of an action, with its end replaced by "..." if it has many characters."""
    if len(action) <= most:
        return action
    return f"{action[:most].rsplit(' ', 1)[0]} ..."


# The chances to win, with --search


def answer_by_chances(
    thoughts: Thoughts, rises: Sequence[Rise], name: Name, place: Place, steps_after: StepsAfter
) -> list[Answer]:
    """Return the answers on the chances to win: when the game was decided, and by luck or choices.

    Parameters
    ----------
    thoughts
        The chances to win, and the evaluated decisions.
    rises
        The largest rises of the winner's chance.
    name, place
        Functions that return an action, and a moment, in words.
    steps_after
        A function that returns the steps from a moment to the next evaluated choice.
    """
    main, *_ = thinking_sentences.describe_when_decided(thoughts)
    answers = [Answer("When was it decided?", [Item(main)], short="When?")]
    if thoughts.choices:
        turned = [
            Item(text) for text in _describe_turning_points(thoughts, rises, place, steps_after)
        ]
        if rises:
            causes = _describe_causes(rises, name, thoughts.winner_name)
            luck = [Item(text) for text in causes]
            answers.append(Answer("Was it luck?", luck, short="Luck?"))
        poor = [Item(text) for text in _describe_poor_choices(thoughts, name, place)]
        answers += [
            Answer("What turned it?", turned, short="Turned?"),
            Answer("Was anything played poorly?", poor, short="Poor?"),
        ]
    if thoughts.game.weighed:
        answers.append(Answer("How sure?", [Item(_describe_precision(thoughts))], short="Trust?"))
    return answers


def _describe_causes(rises: Sequence[Rise], name: Name, winner: str) -> list[str]:
    """Return sentences on the causes of the rises of the winner's chance: choices, or luck.

    `winner` is the name of the seat or team that won.
    """
    causes = Counter(rise.cause for rise in rises)
    sentences = [_count_causes(causes, winner)]
    if causes["luck"]:
        sentences.append("Luck means: the next best move would have brought most of the rise too.")
    for rise in rises:
        if rise.cause == "choice":
            sentences.append(_describe_choice(rise, name))
    return sentences


def _count_causes(causes: Mapping[Cause, int], winner: str) -> str:
    """Return a sentence on the number of rises of the winner's chance with each cause."""
    number = sum(causes.values())
    turns = f"{winner}'s best turn" if number == 1 else f"{winner}'s {number} best turns"
    known = [cause for cause in _CAUSES if causes[cause]]
    if not known:
        return f"Too few simulated games to tell luck from choice in {turns}."
    if len(known) == 1 and causes[known[0]] == number:
        return f"{capital(_CAUSES[known[0]])} made {turns}."
    made = listed([f"{_CAUSES[cause]} made {whole(causes[cause])}" for cause in known])
    unclear = causes["not clear"]
    rest = f"; {whole(unclear)} {'is' if unclear == 1 else 'are'} not clear yet" if unclear else ""
    return f"Of {turns}, {made}{rest}."


def _describe_choice(rise: Rise, name: Name) -> str:
    """Return a sentence on a choice that raised the winner's chance, and on its alternative."""
    moment = rise.point.moment
    return (
        f"Turn {rise.point.turn + 1}: if seat {moment.seat + 1} instead "
        f"{_shorten(name(moment, rise.decision.best_other))}, the chance is only "
        f"{percent(rise.with_other.value, 0)}."
    )


def _describe_turning_points(
    thoughts: Thoughts, rises: Sequence[Rise], place: Place, steps_after: StepsAfter
) -> list[str]:
    """Return sentences on the rises of the winner's chance, in the order of the game.

    If there are none, the sentences are on the largest changes of any chances.
    """
    points: Sequence[TurningPoint] = [rise.point for rise in rises]
    if not points:
        largest = sorted(thoughts.turning_points, key=lambda point: -abs(point.change))
        points = sorted(largest[:MOST_TURNING_POINTS], key=lambda point: point.moment.step)
    if not points:
        return ["No single move clearly changed anybody's chance to win."]
    causes = {rise.point.moment.step: rise.cause for rise in rises}
    return [
        _describe_turning_point(point, causes.get(point.moment.step), place, steps_after)
        for point in points
    ]


def _describe_turning_point(
    point: TurningPoint, cause: Cause | None, place: Place, steps_after: StepsAfter
) -> str:
    """Return sentences on a change of a seat's chance to win, and on the moves before it."""
    change = (
        f"seat {point.seat + 1}'s chance goes from {percent(point.before.value, 0)} to "
        f"{percent(point.after.value, 0)}."
    )
    label = {"luck": ", by luck", "choice": ", by a choice"}.get(cause or "", "")
    steps = steps_after(point.moment)
    moves = _describe_first_moves(steps)
    if len(steps) > 1 and not point.after.error:
        moves += " Then nobody had a choice until the end."
    return f"{capital(place(point.moment))}{label}: {change} {moves}".rstrip()


def _describe_poor_choices(thoughts: Thoughts, name: Name, place: Place) -> list[str]:
    """Return sentences on the choices that cost most, and on the number of others."""
    if not thoughts.poor:
        games = counted(thoughts.game.worlds, "simulated game")
        return [f"No choice was clearly bad, as far as {games} can show."]
    sentences = [_describe_poor(decision, name, place) for decision in thoughts.poor[:MOST_POOR]]
    left_out = len(thoughts.poor) - len(sentences)
    if left_out:
        more = counted(left_out, "more choice")
        sentences.append(f"{more} clearly lowered a chance to win; --moves marks them.")
    return sentences


def _describe_poor(decision: Decision, name: Name, place: Place) -> str:
    """Return a sentence on a choice that was clearly worse than the best alternative."""
    moment = decision.weighed.moment
    best = min(1.0, max(0.0, decision.after.value + decision.gain.value))
    return (
        f"{capital(place(moment))}: seat {moment.seat + 1} "
        f"{_shorten(name(moment, moment.action))} and wins {percent(decision.after.value, 0)}. "
        f"If it {_shorten(name(moment, decision.best_other))}, it wins {percent(best, 0)}."
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


def suggest_next_steps(
    story: Story, study: Study, rollouts: int, seconds: float = 0.0
) -> list[Step]:
    """Return the commands that a designer probably wants next, with their purposes.

    Parameters
    ----------
    story
        The game.
    study
        The study of the game.
    rollouts
        The number of simulated games per action; 0 if choices were not evaluated.
    seconds
        The duration of the evaluation in seconds.
    """
    search = ["--search"] if rollouts else []
    if rollouts and rollouts != ROLLOUTS:
        search += ["--rollouts", str(rollouts)]
    steps = [Step("See every move", _write_replay(story, study, *search, "--moves"))]
    game = study.loaded_game
    are_rivals = len(story.sides) == story.players > 1
    can_search = game.redeal is not None and are_rivals and not story.repeat
    if can_search and not rollouts:
        steps.append(Step("Luck or mistakes?", _write_replay(story, study, "--search")))
    if rollouts and rollouts < MORE_ROLLOUTS:
        more = ["--search", "--rollouts", str(MORE_ROLLOUTS)]
        times = MORE_ROLLOUTS / rollouts
        steps.append(Step("Be surer", _write_replay(story, study, *more), times * seconds))
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
