"""The games of other players, which check whether results hold for them and whether skill pays.

Every style plays in all seats. It also plays as a single player among the strongest, which measures
its strength. In thorough checks, strategies that search do the same, and a learned player if it is
surely stronger than what it was compared with. Each level plays the first deals of the study, so
``fathom run`` with its line-up plays the same games. The number of games rises in fixed steps until
the verdict on seats is decided, or until the last step. Beginners play only the first step, because
verdicts do not depend on them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from reports.analysis.arms import PlannedArm
from reports.analysis.execution import Execution, OtherPlayersDepth
from reports.compare.difference import measure_levels
from reports.compare.results import ArmSkill
from reports.figures.figure import Margins, parse_margins
from reports.figures.targets import read_targets
from reports.robust.directions import LevelsOfArms
from reports.robust.levels import MARGINS, RANDOM_STYLE, PlayerLevel
from reports.robust.robustness import Robustness, judge_at_levels
from reports.robust.stronger_player import stronger_player
from reports.run.ending import LIVE_COLUMNS, live_row
from reports.run.results import RunResults, measure_level
from reports.writing.workload import OTHER_PLAYERS, ExpectedStep
from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.compiled import JIT
from simulate.play.extra_runs import MOST_BEGINNER_GAMES, play_against, with_lineup
from simulate.play.lineups import lineup_against
from simulate.play.run import (
    ArmsRun,
    Run,
    play,
    play_together,
    play_together_until,
    require_finished,
)
from simulate.play.tally import Tally
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy, strategies_for, thinkers_for
from strategies.registry import usual_player

#: The maximum number of games of a player level.
MOST = 64_000
#: The minimum number of games of a player level. If the study has fewer games, so has the level.
LEAST = 100
#: The minimum number of games at the last look of a thorough check.
LEAST_ASKED = 2_000
#: The minimum number of looks of a quick check. Each look doubles the number of games.
LOOKS = 2
#: The number of looks of a thorough check.
LOOKS_ASKED = 6
#: In a quick check, the number of games at the first look is below this.
FIRST = 1_000
#: The maximum number of deals of a level of a comparison.
MOST_OF_ARMS = 10_000
#: The maximum number of games of a level in a quick check, if the study's own players are weaker
#: than the strongest, whose games take much longer. The limit is a number of games and not a
#: duration, so that a command always gives the same result.
MOST_BESIDE_WEAK = 1_000
#: The maximum number of games of slow strategies that search.
THINKING = 100
#: The maximum number of games of strategies that search only a few rounds ahead.
THINKING_SHORTLY = 3_200
#: The maximum number of games of a learned player.
LEARNED_GAMES = 3_200
#: The maximum number of games of strategies that search by fast random play. For a large study, it
#: is the study's number of games divided by `QUICK_PART`, if that is more.
THINKING_QUICKLY = 16_000
QUICK_PART = 2
#: The number of games that strategies that search simulate for each action.
ROLLOUTS = 16
#: The number of games that are played to choose the strategy in these simulated games, unless the
#: game declares it; see `choose_playout`.
TRIED = 400


#: Why --robust is rejected in games of sides and in games against the game.
ROBUST_NEEDS_RIVALS = "--robust needs players who each play for themselves"


def are_rivals(study: Study) -> bool:
    """Return True if each seat of a study plays for itself, against all others."""
    return 1 < study.loaded_game.number_of_sides(study.players) == study.players


def has_rivals(study: Study) -> bool:
    """Return True if seats or sides of a study play against each other."""
    return not study.loaded_game.is_won_together(study.players)


def plays_in_sides(study: Study) -> bool:
    """Return True if sides with several seats play against each other."""
    return has_rivals(study) and not are_rivals(study)


def can_play_other_players(study: Study) -> bool:
    """Return True if results of a study can be checked with other players.

    Each seat must play for itself, and strategies must not be bound to seats.
    """
    return are_rivals(study) and (study.rotate or len(study.strategies) == 1)


def refuse_sides(study: Study, reason: str, remedy: str) -> None:
    """Raise an error unless each seat of a study plays for itself.

    Parameters
    ----------
    study
        The study.
    reason
        The first clause of the error: what needs seats that play for themselves.
    remedy
        The last clause of the error, with an alternative for the user.

    Raises
    ------
    UsageError
        If several seats win together.
    """
    if are_rivals(study):
        return
    game = study.loaded_game
    sides = game.number_of_sides(study.players)
    kind = "all players win together" if sides == 1 else f"{sides} sides play"
    if study.players == 1:
        kind = "one player plays alone"
    raise UsageError(f"{reason}, but in {game.name} {kind}; {remedy}")


def strongest_strategy(game: Game) -> Strategy | None:
    """Return the default strategy of a game or, if it plays at random, the strongest built-in one.

    None if all built-in strategies of the game play at random.

    Raises
    ------
    FathomError
        If the game's default strategy or one of its built-in strategies cannot be loaded.
    """
    strategy = find_strategy(game.default_strategy, game.name_or_file)
    if not strategy.tier:
        strategies = strategies_for(game.name_or_file).values()
        strategy = max(strategies, key=lambda strategy: strategy.tier)
    return strategy if strategy.tier else None


def play_skill(
    arms: Sequence[PlannedArm], against: Sequence[int], playing: Execution
) -> ArmSkill | None:
    """Play each arm with one strong player among random players, and return the results.

    All arms with the same number of players play the same deals.

    Parameters
    ----------
    arms
        The arms.
    against
        For each arm, the index of the arm with which it is compared.
    playing
        The number of threads, the confidence and the progress display.

    Returns
    -------
    ArmSkill or None
        The results of these games by arm. None, without any game, if the game has no strong
        strategy or is not compiled, or if in some arm all players win together.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts it.
    FathomError
        If the game or a strategy cannot be loaded or fails.
    """
    game = arms[0].study.loaded_game
    strong = strongest_strategy(game)
    if strong is None or not JIT or not all(has_rivals(arm.study) for arm in arms):
        return None
    weak = strategies_for(game.name_or_file)["random"]
    results: dict[str, RunResults] = {}
    products: dict[int, list[list[int]]] = {}
    for players in dict.fromkeys(arm.study.players for arm in arms):
        # Skill is compared only among arms with the same number of players. In each such group, the
        # arms without a reference in the group are put first. The first of these is the reference
        # for the others.
        places = [place for place, arm in enumerate(arms) if arm.study.players == players]
        places.sort(key=lambda place: against[place] in places and against[place] != place)
        lineup = lineup_against(arms[places[0]].study, strong, weak)
        studies = [with_lineup(arms[place].study, lineup, MOST_BEGINNER_GAMES) for place in places]
        deals = min(studies[0].deals, *(arms[place].study.deals for place in places))
        studies = [replace(study, games=deals * study.rotations) for study in studies]
        references = [
            places.index(against[place]) if against[place] in places else 0 for place in places
        ]
        together = require_finished(
            play_together(studies, [lineup] * len(places), playing.jobs, against=references)
        )
        for place, run in zip(places, together.runs, strict=True):
            results[arms[place].label] = RunResults(run, playing.confidence)
        products |= dict(zip(places[1:], together.products, strict=True))
    products_by_arm = [products.get(place, []) for place in range(1, len(arms))]
    return ArmSkill(strong.spec, results, products_by_arm)


def parse_other_players(
    robust: bool | None, margin: Sequence[str] | None
) -> OtherPlayersDepth | None:
    """Return the depth of the check with other players that ``--robust`` and ``--margin`` set.

    Parameters
    ----------
    robust
        True for a thorough check, None for a quick check, False for none.
    margin
        The values of ``--margin``; None if the option is not given.

    Returns
    -------
    OtherPlayersDepth or None
        None if no check is made.

    Raises
    ------
    UsageError
        If a margin is invalid, or if it is given although no check is made.
    """
    if robust is False:
        if margin:
            raise UsageError(
                "--margin is only for the check with other players; leave out --no-robust or "
                "--margin"
            )
        return None
    return OtherPlayersDepth(bool(robust), parse_margins(margin or (), MARGINS))


def choose_playout(study: Study, playing: Execution) -> str:
    """Return the name of the strategy that plays in the simulated games of strategies that search.

    A game may declare it. Otherwise `TRIED` games are played with the game's usual strategy, and
    as many with random play. Random play is far faster, so the usual strategy is returned only if
    it wins significantly more.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts these games.
    FathomError
        If the game or a strategy cannot be loaded or fails.
    """
    game = study.loaded_game
    usual = usual_player(game)
    if game.playout or not thinkers_for(study.game) or usual == RANDOM_STYLE:
        return game.playout or usual
    rivals = strongest_strategy(game) or find_strategy(usual, study.game)
    playing.live.begin(f"Thinking ahead: {usual} or {RANDOM_STYLE}?", step="trial games")
    win_rates = []
    for playout in (usual, RANDOM_STYLE):
        search = find_strategy(f"search(rollouts={ROLLOUTS}, playout={playout})", study.game)
        run = require_finished(play_against(study, search, rivals, playing.jobs, TRIED))
        figures = RunResults(run, playing.confidence).strategies()[search.spec]
        win_rates.append(figures.win_rate)
    usual_rate, random_rate = win_rates
    return usual if usual_rate.low > random_rate.high else RANDOM_STYLE


def list_levels(study: Study, *, thinkers: bool, playout: str = "") -> list[PlayerLevel]:
    """Return the player levels of a study, without results.

    Parameters
    ----------
    study
        The study.
    thinkers
        True to include strategies that search, and a learned player if it is surely stronger than
        what it was compared with.
    playout
        The strategy that plays in the games that these strategies simulate; empty for the default.

    Returns
    -------
    list of PlayerLevel
        First the strongest strategy in all seats. Then each other strategy in a single seat, with
        the strongest in all others. Then each other strategy in all seats. Levels of strategies
        that search have a maximum number of games, unless `playout` is random play.

    Raises
    ------
    FathomError
        If the game or one of its strategies cannot be loaded.
    UsageError
        If `thinkers` is True and a strategy that searches cannot simulate games with `playout`.
    """
    game = study.loaded_game
    styles = list(strategies_for(study.game).values())
    best = strongest_strategy(game) or styles[-1]
    learned = stronger_player(study) if thinkers else None
    slow = [learned] if learned else []
    if thinkers:
        slow += _thinkers(study, playout)
    # Strong players come first, because they play more games than beginners.
    strategies = [best, *slow]
    strategies += [style for style in reversed(styles) if style.name != best.name]
    rivals = study.players - 1
    guests = []
    alike = []
    for strategy in strategies:
        limit = _game_limit(game, strategy, playout) if strategy in slow else 0
        name = f"{strategy.spec} + {rivals} {best.spec}"
        guest_lineup = (strategy, *[best] * rivals)
        guests.append(PlayerLevel(name, strategy.spec, True, guest_lineup, game_limit=limit))
        lineup = (strategy,) * study.players
        alike.append(PlayerLevel(strategy.spec, strategy.spec, False, lineup, game_limit=limit))
    return [alike[0], *guests[1:], *alike[1:]]


def _game_limit(game: Game, strategy: Strategy, playout: str) -> int:
    """Return the largest number of games of a slow strategy; 0 if it has no limit.

    `playout` is the strategy that plays in simulated games; empty for the default.
    """
    if strategy.learned:
        return LEARNED_GAMES
    if playout == RANDOM_STYLE:
        return 0
    return THINKING_SHORTLY if game.horizon else THINKING


def _thinkers(study: Study, playout: str) -> list[Strategy]:
    """Return the game's strategies that search, with parameters that keep them fast.

    `playout` is the strategy that plays in their simulated games; empty for the default. Raise
    `UsageError` if it is unknown, and `FathomError` if a strategy cannot be loaded.
    """
    strategies = []
    for strategy in thinkers_for(study.game).values():
        parameters = []
        if "rollouts" in strategy.parameters:
            parameters.append(f"rollouts={ROLLOUTS}")
        if playout and "playout" in strategy.thinks_with:
            parameters.append(f"playout={playout}")
        spec = f"{strategy.name}({', '.join(parameters)})" if parameters else strategy.name
        strategies.append(find_strategy(spec, study.game))
    return strategies


def strategies_at_levels(study: Study, *, thinkers: bool) -> list[Strategy]:
    """Return all strategies that play at the player levels of a study, each once.

    With `thinkers`, they include strategies that search.

    Raises
    ------
    FathomError
        If the game or one of its strategies cannot be loaded.
    """
    by_spec = {
        strategy.spec: strategy
        for level in list_levels(study, thinkers=thinkers)
        for strategy in level.lineup
    }
    return list(by_spec.values())


def games_at_looks(games: int, number_of_levels: int, *, weak: bool, more: bool) -> tuple[int, ...]:
    """Return the number of games that a player level has at each interim look, in rising order.

    Parameters
    ----------
    games
        The number of games of the study.
    number_of_levels
        The number of levels, not counting the study's own players; at least 1. In a quick check,
        all levels together play about as many games as the study.
    weak
        True if the study's own players are weaker than the strongest strategy.
    more
        True for a thorough check.
    """
    if more:
        most = min(MOST, max(LEAST_ASKED, games))
        looks = LOOKS_ASKED
    else:
        most = max(games // number_of_levels, min(LEAST, games))
        most = min(MOST_BESIDE_WEAK if weak else MOST, most)
        looks = max(LOOKS, 1 + (most // FIRST).bit_length())
    steps = (-(-most // 2**halvings) for halvings in reversed(range(looks)))
    return tuple(dict.fromkeys(steps))


def games_of_other_players(
    study: Study, lineup: Sequence[Strategy], depth: OtherPlayersDepth
) -> float:
    """Return the maximum number of games that other players play, to show progress.

    It is 0 if the game has no other players. It is `math.inf` if strategies that search play too,
    because their games take much longer.

    Parameters
    ----------
    study
        The study.
    lineup
        The strategies that play the study.
    depth
        The options of the check.

    Raises
    ------
    FathomError
        If the game or one of its strategies cannot be loaded.
    UsageError
        If a target of the study is invalid.
    """
    levels = list_levels(study, thinkers=depth.thorough)
    if any(strategy.is_slow for level in levels for strategy in level.lineup):
        return math.inf
    number_of_levels = sum(tuple(level.specs) != study.lineup for level in levels)
    if not number_of_levels:
        return 0.0
    is_thorough = _is_thorough(study, depth)
    is_weak = not is_thorough and _is_weak(lineup, levels)
    looks = games_at_looks(study.games, number_of_levels, weak=is_weak, more=is_thorough)
    return float(looks[-1] * number_of_levels)


def _is_thorough(study: Study, depth: OtherPlayersDepth) -> bool:
    """Return True if the check is thorough because of an option or a robust target.

    Raise `UsageError` if a target of the study is invalid.
    """
    return depth.thorough or any(target.robust for target in read_targets(study.targets))


def _is_weak(lineup: Sequence[Strategy], levels: Sequence[PlayerLevel]) -> bool:
    """Return True if a line-up has a strategy with a lower tier than the strongest strategy.

    The strongest strategy is the one that plays the first of `levels`.
    """
    [best, *_] = levels[0].lineup
    return min(strategy.tier for strategy in lineup) < best.tier


def play_other_players(
    run: Run, lineup: Sequence[Strategy], depth: OtherPlayersDepth, playing: Execution
) -> Robustness | None:
    """Play a run's study with other players, and return the results at all player levels.

    They play until the verdicts on seats and on robust targets are decided, or until the last look.

    Parameters
    ----------
    run
        The run.
    lineup
        The strategies that played the run.
    depth
        The options of the check.
    playing
        The number of threads, the confidence and the progress display.

    Returns
    -------
    Robustness or None
        The results at all levels. If the user interrupts it, only the finished levels are included,
        and `stopped` is set. None if the game has no other players.

    Raises
    ------
    UsageError
        If a target of the study is invalid.
    FathomError
        If the game or a strategy cannot be loaded or fails.
    """
    targets = [target for target in read_targets(run.study.targets) if target.robust]
    arm = PlannedArm("", run.study, [*lineup])
    levels = [level for [level] in _levels_by_arm([arm], playing, thinkers=depth.thorough)]
    other_levels = [level for level in levels if not level.is_study]
    if not other_levels:
        return None
    is_thorough = _is_thorough(run.study, depth)
    is_weak = not is_thorough and _is_weak(lineup, levels)
    looks = games_at_looks(run.games, len(other_levels), weak=is_weak, more=is_thorough)
    games = _LevelGames(run, other_levels, is_weak, playing)
    most_games = looks[-1] * len(other_levels)
    if depth.thorough:  # The number of games was unknown.
        playing.live.expect_steps(ExpectedStep(OTHER_PLAYERS, most_games))
    playing.live.begin("Other players:", total=most_games, step=OTHER_PLAYERS)
    robustness = None
    beginners: set[str] = set()
    for look, most in enumerate(looks, 1):
        is_stopped = not games.play_look(most, beginners)
        runs = {level.name: run for level in levels if level.is_study} | games.runs
        robustness = Robustness(
            tuple(
                measure_level(runs[level.name], level, playing.confidence)
                for level in levels
                if level.name in runs
            ),
            playing.confidence,
            depth.margins,
            looks,
            look,
            depth.thorough,
            tuple(level.name for level in levels if level.name not in runs),
            is_stopped,
            sum(run.elapsed for run in games.runs.values()),
        )
        if not targets:
            beginners = {level.name for level in robustness.ranked.beginners}
        verdicts = [judge_at_levels(target, robustness).verdict.word for target in targets]
        if is_stopped or (robustness.is_decided and "undecided" not in verdicts):
            break
    return robustness


class _LevelGames:
    """The games of all player levels of a run, except the level of the run's own players.

    Parameters
    ----------
    run
        The run whose study they play.
    levels
        The levels.
    is_weak
        True if the run's own players are weaker than the strongest strategy.
    playing
        The number of threads, the confidence and the progress display.
    """

    def __init__(
        self, run: Run, levels: Sequence[PlayerLevel], is_weak: bool, playing: Execution
    ) -> None:
        self._run = run
        self._levels = levels
        self._is_weak = is_weak
        self._playing = playing
        #: The games of each level, by its name; levels that have not begun are missing.
        self.runs: dict[str, Run] = {}

    def play_look(self, games: int, beginners: Collection[str]) -> bool:
        """Play each level until it has `games` games, or its maximum; return False if interrupted.

        Parameters
        ----------
        games
            The number of games of a level at this look.
        beginners
            The names of the levels of beginners, which are not played any more.

        Returns
        -------
        bool
            False if the user interrupted it.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        try:
            for level in self._levels:
                if level.name not in beginners:
                    self._play_on(level, games)
        except KeyboardInterrupt:
            return False
        return True

    def _play_on(self, level: PlayerLevel, games: int) -> None:
        """Play more games of a player level, until it has `games` games or its maximum.

        Raise `FathomError` if the game or a strategy fails, and `KeyboardInterrupt` if it was
        interrupted.
        """
        earlier = self.runs.get(level.name)
        most = min(games, self._limit(level, games))
        study = with_lineup(self._run.study, level.lineup, most, counts_all=True)
        if earlier and earlier.games >= study.games:
            return
        games_of_others = sum(
            self.runs[other_level.name].games
            for other_level in self._levels
            if other_level is not level and other_level.name in self.runs
        )
        playing = self._playing

        def show(tally: Tally) -> None:
            # Without rows, the display keeps the rows of the run itself above the progress bar.
            playing.live.show(games_of_others + tally.deals * study.rotations)

        run = play(study, level.lineup, playing.jobs, progress=show, begun=earlier)
        self.runs[level.name] = require_finished(run)

    def _limit(self, level: PlayerLevel, games: int) -> int:
        """Return the maximum number of games of a level.

        It is `games` unless a strategy of the level searches. Otherwise it does not depend on
        `games`, and may be larger.
        """
        if not any(strategy.is_slow for strategy in level.lineup):
            return games
        if self._is_weak:
            return THINKING
        return level.game_limit or max(THINKING_QUICKLY, self._run.games // QUICK_PART)


def play_other_players_of_arms(
    arms: Sequence[PlannedArm], together: ArmsRun, margins: Margins, playing: Execution
) -> LevelsOfArms | None:
    """Play the arms of a comparison or sweep with other players, and return their results.

    Parameters
    ----------
    arms
        The arms, all with the same line-up.
    together
        The games of the arms with this line-up.
    margins
        The differences up to which figures count as practically the same.
    playing
        The number of threads, the confidence and the progress display.

    Returns
    -------
    LevelsOfArms or None
        The results of all arms at all levels; None if the game has no other players.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts it.
    FathomError
        If the game or a strategy cannot be loaded or fails.
    """
    levels_by_arm = _levels_by_arm(arms, playing, thinkers=True)
    if len(levels_by_arm) == 1:
        return None
    labels = tuple(arm.label for arm in arms)
    outcome = LevelsOfArms(labels, together.against, (), playing.confidence, margins)
    measured = []
    limited = [_limited(levels) for levels in levels_by_arm]
    most_games = 0
    for levels in limited:
        if not levels[0].is_study:
            most_games += _studies_at(levels, arms)[0].deals * len(arms)
    playing.live.expect_steps(ExpectedStep(OTHER_PLAYERS, most_games))
    for levels in limited:
        level_run = together
        if not levels[0].is_study:
            level_run = _play_arms_at(
                levels, arms, outcome, playing, number_of_levels=len(levels_by_arm)
            )
        measured.append(measure_levels(level_run, levels, playing.confidence))
    return replace(outcome, levels=tuple(measured))


def _limited(levels: Sequence[PlayerLevel]) -> tuple[PlayerLevel, ...]:
    """Return a player level of all arms, with a limit on games if its strategies search.

    `levels` has the level in each arm, and so has the result.
    """
    first = levels[0]
    thinks = not first.is_study and any(strategy.is_slow for strategy in first.lineup)
    limit = THINKING if thinks else 0
    return tuple(replace(level, game_limit=limit) for level in levels)


def _play_arms_at(
    levels: Sequence[PlayerLevel],
    arms: Sequence[PlannedArm],
    outcome: LevelsOfArms,
    playing: Execution,
    *,
    number_of_levels: int,
) -> ArmsRun:
    """Play all arms at one player level, and return their games.

    With --until-decided, each arm is played until its differences are decided.

    Parameters
    ----------
    levels
        The level in each arm, without results.
    arms
        The arms.
    outcome
        The comparison, without levels.
    playing
        The number of threads, the confidence and the progress display.
    number_of_levels
        The number of levels, for the correction of tests.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts it.
    FathomError
        If the game or a strategy fails.
    """
    name = levels[0].name
    studies = _studies_at(levels, arms)
    games = studies[0].deals * len(arms)
    playing.live.begin(f"Other players ({name}):", LIVE_COLUMNS, games, step=OTHER_PLAYERS)

    def next_look(together: ArmsRun) -> tuple[int, list[int]]:
        measured = measure_levels(together, levels, playing.confidence)
        still_open = outcome.still_open(measured, together.going, number_of_levels)
        return studies[0].next_look(together.deals), still_open

    def show(tallies: Sequence[Tally]) -> None:
        def rows() -> list[list[str]]:
            return [
                live_row(study, tally, playing.confidence, f"{label}: {name}")
                for study, tally, label in zip(studies, tallies, outcome.labels, strict=True)
            ]

        playing.live.show(sum(tally.deals for tally in tallies), rows)

    together = play_together_until(
        studies,
        [level.lineup for level in levels],
        studies[0].interim[0],
        next_look,
        playing.jobs,
        against=outcome.against,
        progress=show,
    )
    return require_finished(together)


def _studies_at(levels: Sequence[PlayerLevel], arms: Sequence[PlannedArm]) -> list[Study]:
    """Return the studies of all arms at one player level, with the same number of deals.

    If the level has a limit on games, --until-decided does not apply to it.
    """
    limit = levels[0].game_limit
    first = arms[0].study
    games = limit or min(MOST_OF_ARMS, max(LEAST_ASKED, first.deals))
    studies = [
        with_lineup(arm.study, level.lineup, games, counts_all=True)
        for arm, level in zip(arms, levels, strict=True)
    ]
    deals = studies[0].deals
    until_decided = 0.0 if limit else first.until_decided
    return [
        replace(study, games=deals * study.rotations, until_decided=until_decided)
        for study in studies
    ]


def _levels_by_arm(
    arms: Sequence[PlannedArm], playing: Execution, *, thinkers: bool
) -> list[tuple[PlayerLevel, ...]]:
    """Return the player levels, each as a tuple with a `PlayerLevel` per arm.

    The players of the arms themselves are one of the levels, marked by `is_study`.

    Raise `FathomError` if a game or one of its strategies cannot be loaded.

    Raise `KeyboardInterrupt` if the user interrupts the games that choose how searches simulate.
    """
    study = arms[0].study
    playout = choose_playout(study, playing) if thinkers else ""
    levels_of_arms = [list_levels(arm.study, thinkers=thinkers, playout=playout) for arm in arms]
    levels = list(zip(*levels_of_arms, strict=True))
    lineups = [tuple(level[0].specs) for level in levels]
    if study.lineup in lineups:
        own = lineups.index(study.lineup)
    else:
        own = len(levels)
        name = study.lineup[0] if len(study.strategies) == 1 else "this line-up"
        levels.append((PlayerLevel(name, "", False, ()),) * len(arms))
    levels[own] = tuple(
        replace(level, lineup=arm.lineup, is_study=True)
        for level, arm in zip(levels[own], arms, strict=True)
    )
    return levels
