"""What the commands do, for notebooks and scripts: each function plays, and returns what came out.

``from simulate import run, compare, sweep, tournament, ladder, ask``. What is found has ``figures``
(estimates by path), ``tables`` (data frames by name), ``charts`` (matplotlib figures by name),
``summary`` (what ``--json`` prints) and ``report(path)``. Nothing is printed or written unasked.
Errors are `simulate.errors.FathomError`, with the words that the command line says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from simulate.cli.outlets.live import Live
from simulate.cli.plans.plan import Playing
from simulate.cli.plans.selection import Selection, check_confidence, default_jobs

if TYPE_CHECKING:
    from simulate.cli.plans.ask import AskFound
    from simulate.cli.plans.comparison import ComparisonFound
    from simulate.cli.plans.ladder import LadderFound
    from simulate.cli.plans.levels import LevelsWanted
    from simulate.cli.plans.run import RunFound
    from simulate.cli.plans.sweep import SweepFound
    from simulate.cli.plans.tournament import TournamentFound

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")
#: A rule's value by its name, as in ``{"target_score": 10, "deck.schnuff": 1}``.
Rules = Mapping[str, Any]
Files = str | Path | Sequence[str | Path]
#: To within what figures are to be known: one or several as after ``--precision``, or by path.
Widths = str | Sequence[str] | Mapping[str, str | float] | None


def _only_what_is_named(play: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """Let a function run the code that it was given, and not what a study file names besides."""

    @wraps(play)
    def guarded(*given: _Given.args, **named: _Given.kwargs) -> _Found:
        from simulate.trust import only_named
        from simulate.user_files import code_named, forget_changed

        forget_changed()
        with only_named(code_named(_texts([*given, *named.values()]))):
            return play(*given, **named)

    return guarded


def _texts(given: Any) -> Iterator[str]:
    if isinstance(given, str | Path):
        yield str(given)
    elif isinstance(given, list | tuple):
        for one in given:
            yield from _texts(one)


@_only_what_is_named
def run(
    game: str | Path,
    *,
    variant: str | None = None,
    players: int | None = None,
    rules: Rules | None = None,
    data: Files = (),
    lineup: Sequence[str] = (),
    rotate: bool = True,
    games: int | str | None = None,
    seed: int | None = None,
    precision: Widths = None,
    precision_of: str | None = None,
    until_decided: bool | None = None,
    minutes: float | None = None,
    robust: bool | None = None,
    margins: Sequence[str] = (),
    jobs: int | None = None,
    confidence: float = 0.95,
    progress: bool = False,
) -> RunFound:
    """Play a game many times, as ``fathom run`` does.

    Parameters
    ----------
    game
        A game's name, a study file, or the folder of a run.
    variant, players, rules
        What differs from the game's usual rules, or from the study file.
    data
        CSV files with the cards to play with instead of the game's own, as after ``--data``.
    lineup
        One strategy, which every seat plays, or one a seat, as in ``"planner(attack=0.8)"``.
    rotate
        Whether the line-up rotates over the seats.
    games
        How many, rotations included: a number, or a text as ``"1M"``.
    seed
        0 to 2**63 - 1.
    precision, precision_of
        To within what which figure is to be known, instead of a number of games: ``"0.1pp"``, or
        several, as in ``{"seat_spread": "0.5pp", "length.minutes.mean": "0.2 min"}``; a number is
        in shares of 1 for rates.
    until_decided
        Whether to play until the targets are decided, `games` being the most; if a study has some
        and says no number of games unless said.
    minutes
        How long to play, instead of a number of games.
    robust
        Whether to ask other levels of play with many games, and search too, or not at all; with
        a few games unless said.
    margins
        Up to what these levels agree: ``["2pp", "20%"]`` unless said.
    jobs
        Threads; all cores unless said. They change the speed only.
    confidence
        Of every interval.
    progress
        Whether to show progress on stderr, if that is a terminal.

    Returns
    -------
    RunFound

    Raises
    ------
    UsageError
        It cannot be played.
    """
    from simulate.cli.plans.levels import levels_wanted
    from simulate.cli.plans.run import RunPlan

    chosen = Selection(
        source=str(game),
        variant=variant,
        players=players,
        rule=rules,
        data=_files(data),
        strategy=list(lineup),
        no_rotate=not rotate,
        games=_games(games),
        seed=seed,
        precision=_widths(precision),
        precision_of=precision_of,
        until_decided=until_decided,
        minutes=minutes,
        confidence=confidence,
    )
    wanted = levels_wanted(robust, margins)
    return RunPlan(chosen).play(_playing(jobs, confidence, progress, wanted))


@_only_what_is_named
def compare(
    game: str | Path | Sequence[str | Path],
    *,
    variant: str | Sequence[str] | None = None,
    players: int | Sequence[int] | None = None,
    rules: Rules | None = None,
    data: Files = (),
    lineups: Sequence[Sequence[str]] = (),
    rotate: bool = True,
    games: int | str | None = None,
    seed: int | None = None,
    precision: Widths = None,
    until_decided: bool | None = None,
    against: str | None = None,
    margins: Sequence[str] = (),
    robust: bool = False,
    jobs: int | None = None,
    confidence: float = 0.95,
    progress: bool = False,
) -> ComparisonFound:
    """Play two or more arms on the same deals, as ``fathom compare`` does.

    Parameters
    ----------
    game
        A game's name, a study file, or several study files or folders of runs: the arms.
    variant, players
        One for all arms, or several; with several of two or more there is an arm for each
        combination.
    data
        CSV files with cards, as of `run`; several for the same cards are arms.
    lineups
        One for all arms, or several; each as of `run`.
    against
        The label of the arm that all others are compared with; the first unless said.
    margins
        Up to what figures are practically the same: ``["0.5pp", "1%"]`` unless said.
    robust
        Whether to play all arms at other levels of play too.
    rules, rotate, games, seed, precision, until_decided, jobs, confidence, progress
        As of `run`; `games` are those of each arm, `precision` of the differences between arms.

    Returns
    -------
    ComparisonFound

    Raises
    ------
    UsageError
        It cannot be played.
    """
    from simulate.cli.plans.arms import ArmSelection
    from simulate.cli.plans.levels import levels_wanted
    from simulate.cli.plans.stored import plan_comparison

    sources = [game] if isinstance(game, str | Path) else list(game)
    chosen = ArmSelection(
        sources=[str(source) for source in sources],
        variants=[variant] if isinstance(variant, str) else variant,
        players=[players] if isinstance(players, int) else players,
        strategies=[",".join(lineup) for lineup in lineups] or None,
        rule=rules,
        data=_files(data),
        no_rotate=not rotate,
        games=_games(games),
        seed=seed,
        against=against,
        precision=_widths(precision),
        until_decided=until_decided,
        confidence=confidence,
    )
    plan, wanted = plan_comparison(chosen, margins), levels_wanted(robust, None)
    if wanted:
        plan.others(wanted)  # refuses arms that cannot be asked
    return plan.play(_playing(jobs, confidence, progress, wanted))


@_only_what_is_named
def sweep(
    game: str | Path,
    *,
    vary: Mapping[str, Iterable[Any]] | None = None,
    figures: Sequence[str] = (),
    skip_impossible: bool = False,
    variant: str | None = None,
    players: int | None = None,
    rules: Rules | None = None,
    data: Files = (),
    lineup: Sequence[str] = (),
    rotate: bool = True,
    games: int | str | None = None,
    seed: int | None = None,
    until_decided: bool | None = None,
    robust: bool = False,
    jobs: int | None = None,
    confidence: float = 0.95,
    progress: bool = False,
) -> SweepFound:
    """Play a game under several values of a rule, as ``fathom sweep`` does.

    Parameters
    ----------
    vary
        The values of one or two rules, as in ``{"target_score": [8, 10, 12]}`` or
        ``{"target_score": "8:12:2"}``; also entries (``"deck.schnuff"``), players and variant.
    figures
        The paths of the figures to tell and draw; the usual ones unless said.
    skip_impossible
        Whether to leave out values that do not go together.
    robust
        Whether to play all settings at other levels of play too.
    game, variant, players, rules, data, lineup, rotate
        As of `run`.
    games, seed, until_decided, jobs, confidence, progress
        As of `run`; `games` are those of each setting.

    Returns
    -------
    SweepFound

    Raises
    ------
    UsageError
        It cannot be played.
    """
    from simulate.cli.plans.levels import levels_wanted
    from simulate.cli.plans.sweep import SweepPlan

    chosen = Selection(
        source=str(game),
        variant=variant,
        players=players,
        rule=rules,
        data=_files(data),
        strategy=list(lineup),
        no_rotate=not rotate,
        games=_games(games),
        seed=seed,
        until_decided=until_decided,
        confidence=confidence,
    )
    plan, wanted = SweepPlan(chosen, vary, figures, skip_impossible), levels_wanted(robust, None)
    if wanted:
        plan.others(wanted)  # refuses settings that cannot be asked
    return plan.play(_playing(jobs, confidence, progress, wanted))


@_only_what_is_named
def tournament(
    game: str | Path,
    *,
    strategies: Sequence[str] = (),
    duels: bool | None = None,
    variant: str | None = None,
    players: int | None = None,
    rules: Rules | None = None,
    data: Files = (),
    games: int | str | None = None,
    seed: int | None = None,
    until_decided: bool | None = None,
    jobs: int | None = None,
    confidence: float = 0.95,
    progress: bool = False,
) -> TournamentFound:
    """Let every strategy play every other, as ``fathom tournament`` does.

    Parameters
    ----------
    strategies
        Who competes; all bundled strategies of the game but search unless said.
    until_decided
        Whether each line-up stops as soon as what it is played for is decided, `games` being the
        most of each cell of the matrix.
    duels
        Whether each two also share the seats half and half; as a study file says, or not, unless
        said.
    game, variant, players, rules, data, games, seed, jobs, confidence, progress
        As of `run`; `games` are those of each cell of the matrix.

    Returns
    -------
    TournamentFound

    Raises
    ------
    UsageError
        It cannot be played.
    """
    from simulate.cli.plans.tournament import TournamentPlan

    chosen = Selection(
        source=str(game),
        variant=variant,
        players=players,
        rule=rules,
        data=_files(data),
        games=_games(games),
        seed=seed,
        until_decided=until_decided,
        confidence=confidence,
    )
    return TournamentPlan(chosen, strategies, duels).play(_playing(jobs, confidence, progress))


@_only_what_is_named
def ladder(
    game: str | Path,
    *,
    strategies: Sequence[str] = (),
    against: str | None = None,
    rollouts: Sequence[int] = (),
    slow_games: int | None = None,
    variant: str | None = None,
    players: int | None = None,
    rules: Rules | None = None,
    data: Files = (),
    games: int | str | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    confidence: float = 0.95,
    progress: bool = False,
) -> LadderFound:
    """Let one strategy after another play alone at the same table, as ``fathom ladder`` does.

    Parameters
    ----------
    strategies
        Who climbs; all bundled strategies of the game unless said, search included.
    against
        Who has all other seats; the game's usual strategy unless said.
    rollouts
        The budgets of who thinks ahead; 16, 64 and 256 unless said.
    slow_games
        Games of each who thinks ahead; fewer than of the others unless said.
    game, variant, players, rules, data, games, seed, jobs, confidence, progress
        As of `run`; `games` are those of each strategy that does not think ahead.

    Returns
    -------
    LadderFound

    Raises
    ------
    UsageError
        It cannot be played.
    """
    from simulate.cli.plans.ladder import LadderPlan

    chosen = Selection(
        source=str(game),
        variant=variant,
        players=players,
        rule=rules,
        data=_files(data),
        games=_games(games),
        seed=seed,
    )
    plan = LadderPlan(chosen, strategies, against, rollouts, slow_games)
    return plan.play(_playing(jobs, confidence, progress))


@_only_what_is_named
def ask(
    game: str | Path,
    *,
    player: str | None = None,
    variant: str | None = None,
    players: int | None = None,
    rules: Rules | None = None,
    data: Files = (),
    games: int | str | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    confidence: float = 0.95,
    progress: bool = False,
) -> AskFound:
    """Ask what a player must use, watch and be able to do, as ``fathom ask`` does.

    Parameters
    ----------
    player
        Who plays, but for the handicaps; the game's usual strategy unless said.
    game, variant, players, rules, data, games, seed, jobs, confidence, progress
        As of `run`; `games` are those of each question.

    Returns
    -------
    AskFound

    Raises
    ------
    UsageError
        It cannot be played.
    """
    from simulate.cli.plans.ask import AskPlan

    chosen = Selection(
        source=str(game),
        variant=variant,
        players=players,
        rule=rules,
        data=_files(data),
        games=_games(games),
        seed=seed,
    )
    return AskPlan(chosen, player).play(_playing(jobs, confidence, progress))


def _widths(precision: Widths) -> Sequence[str] | Mapping[str, Any] | None:
    return [precision] if isinstance(precision, str) else precision


def _files(data: Files) -> list[str]:
    return [str(one) for one in ([data] if isinstance(data, str | Path) else data)]


def _games(games: int | str | None) -> str | None:
    return None if games is None else str(games)


def _playing(
    jobs: int | None, confidence: float, progress: bool, wanted: LevelsWanted | None = None
) -> Playing:
    check_confidence(confidence)
    return Playing(default_jobs(jobs), confidence, Live(quiet=not progress), levels=wanted)
