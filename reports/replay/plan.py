"""Choose a game of a study by its number or its kind, and print a replay of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from reports.analysis.compiling import announce_compiling
from reports.analysis.execution import fathom_version
from reports.analysis.other_players import refuse_sides
from reports.replay.effort import FEWEST, choose_rollouts
from reports.replay.first_page import answer_by_chances, make_first_page
from reports.run.fairness import write_command
from reports.run.samples import COMEBACK, KINDS, KINDS_BY_OPTION, SampleGames
from reports.story.document import describe_steps, summarise, to_document
from reports.story.rarity import describe_rarity
from reports.story.results import Story, StoryStep, find_greatest_deficit, make_story
from reports.thinking import sentences
from reports.thinking.results import (
    Decision,
    Rise,
    Thoughts,
    count_team_wins,
    evaluate_decision,
)
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
from simulate.play.comebacks import Comebacks, measure_comebacks
from simulate.play.engine import MOST_REPEATS, Engine
from simulate.play.replay import Replay, ReplayedStep, check_game_number
from simulate.play.run import play, require_finished
from simulate.play.tally import Tally
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from simulate.study import MOST_GAMES, Study
from strategies import find_strategy
from strategies.weighing import CLOSER, MOST_ROLLOUTS, ROLLOUTS, weigh_game, weigh_moments

#: The kind of game that is shown unless the user chooses another.
USUAL_KIND = "typical"
#: The number of simulated games behind the cause of a rise, as a multiple of the number for other
#: choices.
CLOSER_LOOK = 4
#: If no winner was ever behind in this number of games, more games hardly differ.
_ENOUGH_GAMES = 200
#: The number of games with which the comeback of a game is compared that was not searched for.
#: Strategies that think ahead are too slow for it.
GAMES_COMPARED = 1_000
#: Descriptions of the chosen game by its kind. All other kinds are described as in "the longest".
_DESCRIPTIONS = {
    "typical": "a typical game",
    "most-lead-changes": "the game with most changes of lead",
}


@dataclass(frozen=True)
class ChosenGame:
    """A game of a study, chosen by its number or its kind.

    Attributes
    ----------
    number
        The number of the game in its study, from 0.
    kind
        The kind of game, such as ``longest``; empty if the user gave the number.
    games
        The number of games from which the game was chosen; 0 if the user gave the number.
    why
        Sentences on the reason for the choice; empty if the user gave the number.
    again
        A sentence with the command that replays the game by its number; empty if the user gave the
        number.
    repeat
        The number of the play, from 1, if this is a repeat of a deal's set-up; 0 if not.
    comebacks
        The comebacks in the games among which the greatest was searched; None if it was not.
    """

    number: int
    kind: str = ""
    games: int = 0
    why: Sequence[str] = ()
    again: str = ""
    repeat: int = 0
    comebacks: Comebacks | None = None


@dataclass(frozen=True)
class _Evaluation:
    """The evaluated choices of a game."""

    thoughts: Thoughts
    #: The largest rises of the winner's chance, with their causes.
    rises: Sequence[Rise]
    #: The duration of the evaluation in seconds.
    seconds: float

    @property
    def rollouts(self) -> int:
        """The number of simulated games per action."""
        return self.thoughts.game.worlds // CLOSER


def games_of(study: Study, source: str, is_number_given: bool) -> int | None:
    """Return the number of games of a run, or None if it is unknown.

    It is unknown if the options set no number and `source` is only the name of a game. It is also
    unknown if the study may stop early and has not been played yet.

    Parameters
    ----------
    study
        The study.
    source
        A study file, the folder of a run, or the name of a game.
    is_number_given
        True if the options set the number of games.

    Raises
    ------
    FathomError
        If the summary in the folder is unreadable or has no valid number of games.
    """
    folder = Path(source)
    if is_number_given:
        return study.deals * study.rotations
    if folder.is_dir() and (folder / SUMMARY_FILE).is_file():
        games = read_object(folder / SUMMARY_FILE).get("games", study.games)
        if isinstance(games, bool) or not isinstance(games, int):
            raise FathomError(
                f"{folder / SUMMARY_FILE}: games cannot be {games!r}; play the study file in the "
                "same folder again"
            )
        return games
    if folder.exists() and not study.stops_early:
        return study.deals * study.rotations
    return None


def choose_game(
    study: Study, lineup: Sequence[Strategy], number_or_kind: str, games: int | None, jobs: int
) -> ChosenGame:
    """Return the game that a user chose by its number or its kind.

    To find a kind, all games of the study are played.

    Parameters
    ----------
    study, lineup
        The study, and the strategies of its seats.
    number_or_kind
        The user's text: a number, or a key of `reports.run.samples.KINDS_BY_OPTION`.
    games
        The number of games to choose from, or None if it is unknown.
    jobs
        The number of threads.

    Raises
    ------
    UsageError
        If the text is neither, the number is too large, no game is of the kind, or the number of
        games to search is unknown.
    FathomError
        If the game or a strategy does not compile, or fails.
    KeyboardInterrupt
        If the search is interrupted.
    """
    if number_or_kind in KINDS_BY_OPTION:
        if games is None and study.stops_early:
            raise UsageError("the number of games to search is unknown; give --games")
        return _find_game(study.limited_to(games or study.games), lineup, number_or_kind, jobs)
    try:
        number = int(number_or_kind)
    except ValueError:
        raise UsageError(
            f"--game cannot be {number_or_kind!r}; give a number, or one of: "
            f"{', '.join(KINDS_BY_OPTION)}"
        ) from None
    check_game_number(number)
    if games is not None and number >= games:
        raise UsageError(
            f"there is no game {number}: the run has {counted(games, 'game')}, numbered from 0 to "
            f"{games - 1:,}; give one of these numbers, or increase --games"
        )
    return ChosenGame(number)


def choose_play(study: Study, deal: int, repeat: int | None) -> ChosenGame:
    """Return one of the plays of a deal's set-up that `fathom setups` counts.

    Parameters
    ----------
    study
        The study.
    deal
        The number of the deal, from 0.
    repeat
        The number of the play, from 1; None for the first.

    Raises
    ------
    UsageError
        If there is no such deal or play.
    """
    most_deals = MOST_GAMES // study.rotations
    if not 0 <= deal < most_deals:
        raise UsageError(
            f"there is no deal {deal}; deals are numbered from 0 to {most_deals - 1:,}"
        )
    play = 1 if repeat is None else repeat
    if not 1 <= play < MOST_REPEATS:
        raise UsageError(
            f"there is no play {play} of a deal; plays are numbered from 1 to {MOST_REPEATS - 1:,}"
        )
    number = deal * study.rotations + (play - 1) % study.rotations
    return ChosenGame(number, repeat=play)


def check_chosen(game: str | None, deal: int | None, repeat: int | None, *, search: bool) -> None:
    """Check that a user did not choose both a game and a play of a deal.

    Parameters
    ----------
    game, deal, repeat
        The values of --game, --deal and --repeat; None for those not given.
    search
        True if choices are weighed.

    Raises
    ------
    UsageError
        If both --game and --deal are given; if --repeat is given without --deal; or if the choices
        of a play are to be weighed.
    """
    if game is not None and deal is not None:
        raise UsageError("--game and --deal both choose a game; leave out one of them")
    if repeat is not None and deal is None:
        raise UsageError("--repeat is the number of a play of a deal; give --deal too")
    if deal is not None and search:
        raise UsageError(
            "--search evaluates games of a run, not further plays of a deal; leave out --search, "
            "or give --game in place of --deal"
        )


def _find_game(study: Study, lineup: Sequence[Strategy], kind: str, jobs: int) -> ChosenGame:
    """Play all games of a study, and return the best example of a kind.

    Raises
    ------
    UsageError
        If no game is of the kind.
    FathomError
        If the game or a strategy fails.
    """
    announce_compiling(study, lineup)
    name = KINDS_BY_OPTION[kind]
    samples = SampleGames(study)
    _check_possible(study, samples, kind)
    if name == COMEBACK:
        return _find_comeback(study, lineup, jobs)
    with ProgressDisplay(messages.is_quiet()) as live:
        live.begin(f"Searching for game {kind}:", total=study.games)

        def show(tally: Tally) -> None:
            live.show(tally.deals * study.rotations)

        run = require_finished(
            play(study, lineup, jobs, progress=show, watchers={"samples": samples})
        )
    candidates = samples.best_games(name)
    if not candidates:
        among = f"among {counted(study.games, 'game')}, none is right for --game {kind}"
        raise UsageError(f"{among} ({KINDS[name]}); increase --games")
    number = candidates[0]
    description = _DESCRIPTIONS.get(kind, f"the {kind}")
    games = counted(run.games, "game")
    why = [f"Game {number} is {description} of {games}: {KINDS[name]}."]
    return ChosenGame(number, kind, run.games, why, _write_again(study, number))


def _find_comeback(study: Study, lineup: Sequence[Strategy], jobs: int) -> ChosenGame:
    """Play all games of a study, and return the one whose winner was furthest behind.

    Raises
    ------
    UsageError
        If no winner was ever behind.
    FathomError
        If the game or a strategy fails.
    """
    with ProgressDisplay(messages.is_quiet()) as live:
        live.begin(f"Searching for game {COMEBACK}:", total=study.games)
        comebacks = measure_comebacks(study, lineup, jobs, study.games, live.show)
    number = comebacks.greatest
    games = counted(comebacks.games, "game")
    if number is None:
        among = f"among {games}, none is right for --game {COMEBACK}: no winner was ever behind"
        if comebacks.games >= _ENOUGH_GAMES:
            raise UsageError(
                f"{among}, so more games hardly help; choose --game closest, or another kind"
            )
        raise UsageError(f"{among}; increase --games")
    why = [f"Game {number} is the greatest comeback of {games}: {KINDS[COMEBACK]}."]
    again = _write_again(study, number)
    return ChosenGame(number, COMEBACK, comebacks.games, why, again, comebacks=comebacks)


def _write_again(study: Study, number: int) -> str:
    """Return a sentence with the command that replays a game by its number."""
    command = write_command(study, "replay", "--game", str(number), whole=True)
    return f"To replay it by its number: {command}"


def _check_possible(study: Study, samples: SampleGames, kind: str) -> None:
    """Raise `UsageError` if no game of a study can be of a kind."""
    if KINDS_BY_OPTION[kind] in samples.possible_kinds:
        return
    options = [option for option, name in KINDS_BY_OPTION.items() if name in samples.possible_kinds]
    raise UsageError(
        f"--game {kind} has no meaning in {study.loaded_game.title}: {samples.why_omitted}; choose "
        f"one of: {', '.join(options)}"
    )


def check_weighing(study: Study, weighing: WeighingOptions) -> None:
    """Check the options for weighing the choices of a game.

    Raises
    ------
    UsageError
        If an option needs --search, a value is not allowed, seats win together, or the strategy of
        --playout is unknown.
    FathomError
        If the strategy of --playout cannot be loaded.
    """
    given_options = {"--rollouts": weighing.rollouts, "--playout": weighing.playout}
    for option, value in given_options.items():
        if value is not None and not weighing.search:
            raise UsageError(f"{option} only has an effect with --search; give --search too")
    if weighing.rollouts is not None and not FEWEST <= weighing.rollouts <= MOST_ROLLOUTS:
        raise UsageError(
            f"--rollouts cannot be {weighing.rollouts}; allowed: {FEWEST} to {MOST_ROLLOUTS}"
        )
    if weighing.search:
        reason = "--search needs players who each play for themselves"
        ladder = write_command(study, "ladder")
        refuse_sides(study, reason, f"to see whether thinking ahead wins more games, run: {ladder}")
    if weighing.playout:
        find_strategy(weighing.playout, study.game)


def print_replay(
    study: Study,
    lineup: Sequence[Strategy],
    picked: ChosenGame,
    weighing: WeighingOptions,
    jobs: int,
    *,
    as_json: bool,
    has_moves: bool,
) -> None:
    """Print a game of a study on stdout, with the values of its choices if they are weighed.

    Parameters
    ----------
    study, lineup
        The study, and the strategies of its seats.
    picked
        The game.
    weighing
        The options for weighing choices, checked by `check_weighing`.
    jobs
        The number of threads.
    as_json
        Print JSON instead of text.
    has_moves
        Print all moves, and not only the first page.

    Raises
    ------
    UsageError
        If choices are weighed, but the game has no ``redeal``, or the strategy that plays on is
        unknown or simulates games itself.
    FathomError
        If the game or a strategy does not compile, or fails.
    """
    announce_compiling(study, lineup)
    evaluation = None
    if weighing.search:
        # A replay can be played once, so the winners are read from a replay of their own.
        team = make_story(Replay(study, lineup, picked.number, picked.repeat)).winning_team
        evaluation = _evaluate(study, lineup, picked.number, weighing, jobs, team)
    thoughts = evaluation.thoughts if evaluation else None
    replay = Replay(study, lineup, picked.number, picked.repeat)
    decisions = thoughts.choices if thoughts else []
    by_step = {decision.weighed.moment.step: decision for decision in decisions}

    def comment(step: ReplayedStep) -> Iterable[str]:
        decision = by_step.get(step.moment.step)
        return sentences.comment_on_choice(decision, replay.name) if decision else ()

    if as_json:
        _print_json(replay, study, picked, evaluation, by_step)
        return
    story = make_story(replay, comment)
    rarity = _describe_rarity(study, lineup, story, picked, jobs, is_brief=not has_moves)
    if not has_moves:
        _show_first_page(study, story, picked, replay, evaluation, rarity)
        return
    document = to_document(
        story,
        fathom_version(),
        picked=[*picked.why, picked.again] if picked.kind else [],
        weighed=_answers(story, thoughts, replay) if thoughts else (),
        legend=sentences.legend(thoughts) if thoughts else "",
        rarity=rarity,
    )
    terminal.show(document, full=True)


def _describe_rarity(
    study: Study,
    lineup: Sequence[Strategy],
    story: Story,
    picked: ChosenGame,
    jobs: int,
    *,
    is_brief: bool,
) -> list[str]:
    """Return sentences on how rare the comeback of a game is; empty if it is no comeback.

    If `is_brief`, how far winners usually are behind is left out. Unless games were searched for
    the greatest comeback, `GAMES_COMPARED` games are played.
    """
    if find_greatest_deficit(story) is None:
        return []
    comebacks = picked.comebacks
    if comebacks is None:
        if any(strategy.is_slow for strategy in lineup):
            return [f"To see how rare that is, search more games with --game {COMEBACK}."]
        # Their number does not depend on that of the run, so the same game has the same page.
        compared = replace(study, games=GAMES_COMPARED)
        with ProgressDisplay(messages.is_quiet()) as live:
            live.begin("Comparing comebacks:", total=compared.games)
            comebacks = measure_comebacks(compared, lineup, jobs, compared.games, live.show)
    return describe_rarity(story, comebacks, is_brief=is_brief)


def _print_json(
    replay: Replay,
    study: Study,
    picked: ChosenGame,
    evaluation: _Evaluation | None,
    decisions: Mapping[int, Decision],
) -> None:
    """Print the JSON of a game.

    `decisions` has the weighed decisions by the number of the step. It is empty, and `evaluation`
    is None, if choices were not weighed.
    """

    def more(step: ReplayedStep) -> dict[str, Any]:
        decision = decisions.get(step.moment.step)
        return {"choice": sentences.summarise_decision(decision, replay.name)} if decision else {}

    summary = summarise(replay, study, more)
    summary["picked"] = None
    if picked.kind:
        summary["picked"] = {"kind": picked.kind, "games": picked.games}
    if evaluation:
        summary["search"] = sentences.summarise(evaluation.thoughts, replay.name)
        summary["search"]["rises"] = [
            sentences.summarise_rise(rise, replay.name) for rise in evaluation.rises
        ]
    print_text(json_text(summary))


def _show_first_page(
    study: Study,
    story: Story,
    picked: ChosenGame,
    replay: Replay,
    evaluation: _Evaluation | None,
    rarity: Sequence[str],
) -> None:
    """Print who won a game, its turning points, and the next commands.

    `evaluation` is None if choices were not weighed. `rarity` are sentences on how rare the
    comeback is.
    """
    weighed: Sequence[Answer] = ()
    rollouts = 0
    seconds = 0.0
    if evaluation:
        thoughts = evaluation.thoughts
        rollouts = evaluation.rollouts
        seconds = evaluation.seconds
        steps_after = partial(_steps_until_next_decision, story, thoughts)
        weighed = answer_by_chances(
            thoughts, evaluation.rises, replay.name, replay.place, steps_after
        )
    document = make_first_page(
        story,
        study,
        fathom_version(),
        picked=picked.why,
        weighed=weighed,
        rarity=rarity,
        rollouts=rollouts,
        seconds=seconds,
    )
    terminal.show(document)


def _steps_until_next_decision(
    story: Story, thoughts: Thoughts, moment: Moment
) -> Sequence[StoryStep]:
    """Return the steps from a weighed choice until the next one."""
    weighed_steps = [weighed.moment.step for weighed in thoughts.game.weighed]
    later = (step for step in weighed_steps if step > moment.step)
    end = next(later, len(story.steps) + 1)
    return story.steps[moment.step - 1 : end - 1]


def _answers(story: Story, thoughts: Thoughts, replay: Replay) -> Sequence[Answer]:
    """Return the answers of the document that are about the weighed choices of a game."""

    def describe_until_next_decision(moment: Moment) -> str:
        return describe_steps(_steps_until_next_decision(story, thoughts, moment))

    return sentences.summary(thoughts, replay.name, replay.place, describe_until_next_decision)


def _evaluate(
    study: Study,
    lineup: Sequence[Strategy],
    number: int,
    weighing: WeighingOptions,
    jobs: int,
    team: str,
) -> _Evaluation:
    """Return the estimated value of each choice in a game, from simulations that start there.

    The largest rises of the winner's chance are evaluated with `CLOSER_LOOK` times as many
    simulations, to find their causes.

    Parameters
    ----------
    study, lineup
        The study, and the strategies of its seats.
    number
        The number of the game.
    weighing
        The options for weighing choices.
    jobs
        The number of threads.
    team
        The name of the dealt team that won; empty for none.

    Raises
    ------
    UsageError
        If the game has no ``redeal``, or if the strategy that plays on is unknown or simulates
        games itself.
    FathomError
        If the game or a strategy fails.
    """
    playout = find_strategy(weighing.playout, study.game) if weighing.playout else None
    engine = make_engine(study, lineup)
    rollouts = weighing.rollouts
    if rollouts is None:
        rollouts = choose_rollouts(engine, number)
    if rollouts > ROLLOUTS:
        seconds = _time_rollout(engine, number, playout, jobs) * rollouts
        messages.print_message(
            f"{rollouts} simulated games per action take {_write_time(seconds)}; without "
            f"--rollouts, {ROLLOUTS} take {_write_time(seconds * ROLLOUTS / rollouts)}"
        )
    started = monotonic()
    with ProgressDisplay(messages.is_quiet()) as live:
        live.begin("Evaluating", unit="choices")

        def show(done: int, total: int) -> None:
            live.expect(total)
            live.show(done)

        game = weigh_game(engine, number, rollouts, playout=playout, jobs=jobs, progress=show)
    thoughts = Thoughts(game, team)
    points = thoughts.rising_points
    moments = [point.moment for point in points]
    closer = weigh_moments(
        engine, number, moments, CLOSER_LOOK * rollouts, playout=playout, jobs=jobs
    )
    rises = [
        Rise(point, evaluate_decision(count_team_wins(decision) if team else decision))
        for point, decision in zip(points, closer, strict=True)
    ]
    return _Evaluation(thoughts, rises, monotonic() - started)


def _time_rollout(engine: Engine, number: int, playout: Strategy | None, jobs: int) -> float:
    """Return the seconds that evaluating a game takes per simulated game of each action.

    The game is evaluated with very few simulated games. The first choice is left out, because the
    game is compiled before it.

    Raise `UsageError` if the game has no ``redeal``, or if `playout` simulates games itself. Raise
    `FathomError` if the game or a strategy fails.
    """
    times = []
    choices = 0

    def note(done: int, total: int) -> None:
        nonlocal choices
        choices = total
        times.append(monotonic())

    weigh_game(engine, number, FEWEST, playout=playout, jobs=jobs, progress=note)
    if len(times) < 2:
        return 0.0
    return (times[-1] - times[0]) / (len(times) - 1) * choices / FEWEST


def _write_time(seconds: float) -> str:
    """Return a time in words, as in "about 3 minutes"."""
    if seconds < 60:
        return "less than a minute"
    return f"about {counted(round(seconds / 60), 'minute')}"
