"""Telling one game, by its number or picked for what it is, with its choices weighed if asked."""

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
from simulate.game import find_game as game_named
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

#: What a game is called among the others where that is not "the longest" or so, or a `_comeback`.
_AS = {"typical": "a typical one", "most-lead-changes": "the one with most changes of lead"}


@dataclass(frozen=True)
class ChosenGame:
    """A game of a study."""

    number: int
    #: What it was picked for, as typed after ``--game``, among how many games, and that in
    #: sentences; nothing if its number was said.
    kind: str = ""
    games: int = 0
    why: Sequence[str] = ()


def games_of(study: Study, source: str, asked: bool) -> int | None:
    """Return how many games a run has, if so many were not `asked` for; ``None`` if unknown."""
    folder = Path(source)
    if asked:
        return study.deals * study.rotations
    if folder.is_dir() and (folder / SUMMARY_FILE).is_file():
        played = read_object(folder / SUMMARY_FILE).get("games", study.games)
        if isinstance(played, bool) or not isinstance(played, int):
            raise FathomError(
                f"{folder / SUMMARY_FILE}: games cannot be {played!r}; play the study beside "
                "it again"
            )
        return played
    return study.deals * study.rotations if folder.exists() and not study.stops_early else None


def find_game(
    study: Study, lineup: Sequence[Strategy], wanted: str, games: int | None, jobs: int
) -> ChosenGame:
    """Find the game with a number, or one of `reports.run.samples.KINDS_BY_OPTION`."""
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
            f"there is no game {number}: the run has {games:,} game{'s' * (games != 1)}, numbered "
            f"from 0 to {games - 1:,}; give one of those, or more --games"
        )
    return ChosenGame(number)


def _pick(study: Study, lineup: Sequence[Strategy], kind: str, jobs: int) -> ChosenGame:
    announce_compiling(study, lineup)
    samples, name = SampleGames(study), KINDS_BY_OPTION[kind]
    with ProgressDisplay(messages.is_quiet()) as live:
        live.begin(f"looking for game {kind}", total=study.games)

        def show(tally: Tally) -> None:
            live.show(tally.deals * study.rotations)

        run = require_finished(
            play(study, lineup, jobs, progress=show, watchers={"samples": samples})
        )
    found = samples.best_games(name)
    if not found:
        raise UsageError(
            f"none of {counted(study.games, 'game')} is one for --game {kind}: {KINDS[name]}; "
            "play more --games"
        )
    if kind == "comeback":
        engine = make_engine(study, lineup)
        number = max(found, key=lambda number: find_greatest_deficit(engine, number))
        picked = _comeback(run.games, len(found), game_named(study.game).halftime)
    else:
        number, called = found[0], _AS.get(kind, f"the {kind}")
        picked = f"{called} of {counted(run.games, 'game')}: {KINDS[name]}"
    again = write_command(study, "replay", "--game", str(number), whole=True)
    why = [f"Game {number} was picked as {picked}.", f"To tell it again by its number: {again}"]
    return ChosenGame(number, kind, run.games, why)


def _comeback(games: int, looked_at: int, halftime: str) -> str:
    """Say what a comeback was picked for: where there are many, only the first were looked at."""
    what, first = "the greatest comeback", ""
    if looked_at >= MOST_COMEBACKS:
        what, first = "a great comeback", "first "
    return (
        f"{what} of {counted(games, 'game')}: of the {first}{counted(looked_at, 'game')} won from "
        f"last place {halftime}, its winner was furthest behind on the way"
    )


def check_weighing(study: Study, weighing: WeighingOptions) -> None:
    """Raise `UsageError` unless all that is asked for of choices goes together, and is there."""
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
    """Tell a game of a study on stdout, with what its choices were worth if they are weighed."""
    announce_compiling(study, lineup)
    thoughts = _weigh(study, lineup, picked.number, weighing, jobs) if weighing.search else None
    replay = Replay(study, lineup, picked.number)
    choices = {one.weighed.moment.step: one for one in (thoughts.choices if thoughts else ())}

    def more(told: ReplayedStep) -> dict[str, Any]:
        one = choices.get(told.moment.step)
        return {"choice": sentences.thought(one, replay.name)} if one else {}

    def comment(told: ReplayedStep) -> Iterable[str]:
        one = choices.get(told.moment.step)
        return sentences.choice(one, replay.name) if one else ()

    if as_json:
        found = summarise(replay, study, more)
        told = {"kind": picked.kind, "games": picked.games}
        found["picked"] = told if picked.kind else None
        if thoughts:
            found["search"] = sentences.summarise(thoughts, replay.name)
        print_text(json_text(found))
        return
    story = tell_story(replay, comment)
    document = to_document(
        story,
        fathom_version(),
        picked=picked.why,
        weighed=_turned(story, thoughts, replay) if thoughts else (),
        legend=sentences.legend(thoughts) if thoughts else "",
    )
    terminal.show(document, full=True)


def _turned(story: Story, thoughts: Thoughts, replay: Replay) -> Sequence[Answer]:
    weighed = [one.moment.step for one in thoughts.game.weighed]

    def done(moment: Moment) -> str:
        later = next((step for step in weighed if step > moment.step), len(story.steps) + 1)
        return describe_steps(story.steps[moment.step - 1 : later - 1])

    return sentences.summary(thoughts, replay.name, replay.place, done)


def _weigh(
    study: Study, lineup: Sequence[Strategy], number: int, weighing: WeighingOptions, jobs: int
) -> Thoughts:
    playout = find_strategy(weighing.playout, study.game) if weighing.playout else None
    rollouts = ROLLOUTS if weighing.rollouts is None else weighing.rollouts
    messages.print_message(
        f"weighing each choice with {rollouts} games played on for every action (fewer with "
        "--rollouts) ..."
    )
    with ProgressDisplay(messages.is_quiet()) as live:
        live.begin("weighing each choice", unit="choices")

        def show(done: int, of: int) -> None:
            live.expect(of)
            live.show(done)

        engine = make_engine(study, lineup)
        seen = weigh_game(engine, number, rollouts, playout=playout, jobs=jobs, progress=show)
        return Thoughts(seen)
