"""Choose a game of a study, by its number or its kind, and print it as a replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports.analysis.compiling import announce_compiling
from reports.analysis.execution import fathom_version
from reports.analysis.other_players import refuse_sides
from reports.run.fairness import write_command
from reports.run.samples import KINDS, KINDS_BY_OPTION, MOST_COMEBACKS, SampleGames
from reports.story.document import describe_steps, summarise, to_document
from reports.story.results import Story
from reports.story.results import tell as tell_story
from reports.thinking import sentences
from reports.thinking.results import Thoughts
from reports.writing import terminal
from reports.writing.document import Answer
from reports.writing.progress import ProgressDisplay
from reports.writing.wording import counted
from simulate.command_options import WeighingOptions
from simulate.errors import FathomError, UsageError
from simulate.output import messages
from simulate.output.folder import SUMMARY_FILE
from simulate.output.json_text import json_text, read_object
from simulate.output.messages import print_text
from simulate.play.arms import make_engine
from simulate.play.extra_runs import find_greatest_deficit
from simulate.play.replay import Replay, ReplayedStep, check_game_number
from simulate.play.run import play, require_finished
from simulate.play.tally import Tally
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy
from strategies.weighing import MOST_ROLLOUTS, ROLLOUTS, weigh_game

#: Descriptions of the chosen game for kinds whose name is not an adjective like "longest".
_DESCRIPTIONS = {
    "typical": "a typical one",
    "most-lead-changes": "the one with most changes of lead",
}


@dataclass(frozen=True)
class ChosenGame:
    """A game of a study, chosen by its number or its kind.

    Attributes
    ----------
    number
        The number of the game.
    kind
        The kind, as typed after ``--game``; empty if the number was given.
    games
        The number of games it was chosen from.
    why
        The reasons for the choice, a sentence each.
    """

    number: int
    kind: str = ""
    games: int = 0
    why: Sequence[str] = ()


def games_of(study: Study, source: str, is_number_given: bool) -> int | None:
    """Return the number of games of a run; None if it is unknown.

    Parameters
    ----------
    study
        The study.
    source
        The study file or the folder of a run.
    is_number_given
        Whether the options set the number of games.

    Raises
    ------
    FathomError
        If the summary in the folder has no valid number of games.
    """
    folder = Path(source)
    if is_number_given:
        return study.deals * study.rotations
    if folder.is_dir() and (folder / SUMMARY_FILE).is_file():
        played = read_object(folder / SUMMARY_FILE).get("games", study.games)
        if isinstance(played, bool) or not isinstance(played, int):
            raise FathomError(
                f"{folder / SUMMARY_FILE}: games cannot be {played!r}; play the study beside "
                "it again"
            )
        return played
    if folder.exists() and not study.stops_early:
        return study.deals * study.rotations
    return None


def choose_game(
    study: Study, lineup: Sequence[Strategy], wanted: str, games: int | None, jobs: int
) -> ChosenGame:
    """Return the game with a number, or of a kind.

    Parameters
    ----------
    study, lineup
        The study and the strategies of its seats.
    wanted
        A number, or a kind of `reports.run.samples.KINDS_BY_OPTION`.
    games
        The number of games to choose from; None if it is unknown.
    jobs
        The number of threads.

    Raises
    ------
    UsageError
        If there is no such game.
    """
    if wanted in KINDS_BY_OPTION:
        if games is None and study.stops_early:
            raise UsageError("among how many games is not known; say it with --games")
        return _pick(study.limited_to(games or study.games), lineup, wanted, jobs)
    try:
        number = int(wanted)
    except ValueError:
        raise UsageError(
            f"--game cannot be {wanted!r}; give a number, or one of: {', '.join(KINDS_BY_OPTION)}"
        ) from None
    check_game_number(number)
    if games is not None and number >= games:
        raise UsageError(
            f"there is no game {number}: the run has {counted(games, 'game')}, numbered from 0 to "
            f"{games - 1:,}; give one of those, or more --games"
        )
    return ChosenGame(number)


def _pick(study: Study, lineup: Sequence[Strategy], kind: str, jobs: int) -> ChosenGame:
    """Play all games of a study and return one of a kind, or raise `UsageError`."""
    announce_compiling(study, lineup)
    name = KINDS_BY_OPTION[kind]
    samples = SampleGames(study)
    with ProgressDisplay(messages.is_quiet()) as live:
        live.begin(f"searching for game {kind}", total=study.games)

        def show(tally: Tally) -> None:
            live.show(tally.deals * study.rotations)

        run = require_finished(
            play(study, lineup, jobs, progress=show, watchers={"samples": samples})
        )
    candidates = samples.best_games(name)
    if not candidates:
        raise UsageError(
            f"none of {counted(study.games, 'game')} is one for --game {kind}: {KINDS[name]}; "
            "play more --games"
        )
    if kind == "comeback":
        engine = make_engine(study, lineup)
        number = max(candidates, key=lambda number: find_greatest_deficit(engine, number))
        reason = _comeback(run.games, len(candidates), study.loaded_game.halftime)
    else:
        number = candidates[0]
        description = _DESCRIPTIONS.get(kind, f"the {kind}")
        reason = f"{description} of {counted(run.games, 'game')}: {KINDS[name]}"
    again = write_command(study, "replay", "--game", str(number), whole=True)
    why = [f"Game {number} was picked as {reason}.", f"To tell it again by its number: {again}"]
    return ChosenGame(number, kind, run.games, why)


def _comeback(games: int, candidates: int, halftime: str) -> str:
    """Describe why a comeback was chosen: it is the greatest of up to `MOST_COMEBACKS`."""
    if candidates >= MOST_COMEBACKS:
        description, first = "a great comeback", "first "
    else:
        description, first = "the greatest comeback", ""
    return (
        f"{description} of {counted(games, 'game')}: of the {first}{counted(candidates, 'game')} "
        f"won from last place {halftime}, its winner was furthest behind on the way"
    )


def check_weighing(study: Study, weighing: WeighingOptions) -> None:
    """Raise `UsageError` unless the options for weighing decisions are valid and go together."""
    given = {"--rollouts": weighing.rollouts, "--playout": weighing.playout}
    for option, value in given.items():
        if value is not None and not weighing.search:
            raise UsageError(f"{option} is about weighing the choices; give --search too")
    if weighing.rollouts is not None and not 2 <= weighing.rollouts <= MOST_ROLLOUTS:
        raise UsageError(f"--rollouts cannot be {weighing.rollouts}; allowed: 2 to {MOST_ROLLOUTS}")
    if weighing.search:
        refuse_sides(study, "chances to win are weighed by seat", "leave out --search")
    if weighing.playout:
        find_strategy(weighing.playout, study.game)


def tell(
    study: Study,
    lineup: Sequence[Strategy],
    picked: ChosenGame,
    weighing: WeighingOptions,
    jobs: int,
    *,
    as_json: bool,
) -> None:
    """Print a game of a study on stdout, with the value of its decisions if they are weighed."""
    announce_compiling(study, lineup)
    thoughts = None
    if weighing.search:
        thoughts = _weigh(study, lineup, picked.number, weighing, jobs)
    replay = Replay(study, lineup, picked.number)
    decisions = thoughts.choices if thoughts else []
    by_step = {decision.weighed.moment.step: decision for decision in decisions}

    def more(step: ReplayedStep) -> dict[str, Any]:
        decision = by_step.get(step.moment.step)
        return {"choice": sentences.thought(decision, replay.name)} if decision else {}

    def comment(step: ReplayedStep) -> Iterable[str]:
        decision = by_step.get(step.moment.step)
        return sentences.choice(decision, replay.name) if decision else ()

    if as_json:
        summary = summarise(replay, study, more)
        summary["picked"] = None
        if picked.kind:
            summary["picked"] = {"kind": picked.kind, "games": picked.games}
        if thoughts:
            summary["search"] = sentences.summarise(thoughts, replay.name)
        print_text(json_text(summary))
        return
    story = tell_story(replay, comment)
    document = to_document(
        story,
        fathom_version(),
        picked=picked.why,
        weighed=_answers(story, thoughts, replay) if thoughts else (),
        legend=sentences.legend(thoughts) if thoughts else "",
    )
    terminal.show(document, full=True)


def _answers(story: Story, thoughts: Thoughts, replay: Replay) -> Sequence[Answer]:
    """Return the answers on the decisions of a game."""
    weighed_steps = [weighed.moment.step for weighed in thoughts.game.weighed]

    def describe_until_next_decision(moment: Moment) -> str:
        later = (step for step in weighed_steps if step > moment.step)
        end = next(later, len(story.steps) + 1)
        return describe_steps(story.steps[moment.step - 1 : end - 1])

    return sentences.summary(thoughts, replay.name, replay.place, describe_until_next_decision)


def _weigh(
    study: Study, lineup: Sequence[Strategy], number: int, weighing: WeighingOptions, jobs: int
) -> Thoughts:
    """Weigh the decisions of a game by playing on from them."""
    playout = find_strategy(weighing.playout, study.game) if weighing.playout else None
    rollouts = ROLLOUTS if weighing.rollouts is None else weighing.rollouts
    messages.print_message(
        f"weighing each choice with {rollouts} games played on for every action (fewer with "
        "--rollouts) ..."
    )
    with ProgressDisplay(messages.is_quiet()) as live:
        live.begin("weighing each choice", unit="choices")

        def show(done: int, total: int) -> None:
            live.expect(total)
            live.show(done)

        engine = make_engine(study, lineup)
        game = weigh_game(engine, number, rollouts, playout=playout, jobs=jobs, progress=show)
        return Thoughts(game)
