"""Asking a study's rules of other players: who plays, how many games, and whether skill pays.

Every style plays all seats, and alone among the strongest, which also tells how strong it is; if
more is wanted so does whoever thinks ahead. Each has the study's deals, the first of them, so that
``fathom run`` of its line-up gives the same games. The number of games rises in fixed steps until
what is said of the seats is decided, or there are no more steps; but for beginners, of whom the
first step tells enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports.analysis.arms import PlannedArm
from reports.analysis.execution import Execution, OtherPlayersDepth
from reports.compare.difference import measure_levels
from reports.compare.results import ArmSkill
from reports.figures.figure import Margins, parse_margins
from reports.figures.targets import read_targets
from reports.robust.directions import LevelsOfArms
from reports.robust.levels import MARGINS, RANDOM_STYLE, PlayerLevel, Robustness, judge_at_levels
from reports.run.ending import LIVE_COLUMNS, live_row
from reports.run.results import RunResults, measure_level
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

#: The most games of a level, and the least of a study with as many.
MOST, LEAST = 64_000, 100
#: The least there may be at the last look if more is asked for.
LEAST_ASKED = 2_000
#: Each look has twice the games of the one before; unasked the first has fewer than so many.
LOOKS, LOOKS_ASKED, FIRST = 2, 6, 1_000
#: The most deals of a level of a comparison.
MOST_OF_ARMS = 10_000
#: Unasked all levels together have no more games than the study; and each has at most so many
#: where the study's own players are weaker than the strongest, whose games take so much longer.
#: Games are counted, and no clock is looked at, so that the same command always says the same.
MOST_BESIDE_WEAK = 1_000
#: The most games of those who think ahead: of the slow ones; of those who play on for some rounds
#: only; and where others play on quickly in their thoughts, or which part of the study's; and what
#: they try of each action.
THINKING, THINKING_SHORTLY, THINKING_QUICKLY, QUICK_PART, ROLLOUTS = 100, 3_200, 16_000, 2, 16
#: The games that tell which player is better in thoughts, where a game does not say it.
TRIED = 400


def are_rivals(study: Study) -> bool:
    """Return whether each seat of a study plays against all others."""
    return 1 < study.loaded_game.number_of_sides(study.players) == study.players


def has_rivals(study: Study) -> bool:
    """Return whether seats, or sides, of a study play against each other."""
    return study.loaded_game.number_of_sides(study.players) > 1


def plays_in_sides(study: Study) -> bool:
    """Return whether sides of several seats play against each other."""
    return has_rivals(study) and not are_rivals(study)


def can_play_other_players(study: Study) -> bool:
    """Return whether a study can be repeated with other players: it has figures of seats."""
    return are_rivals(study) and (study.rotate or len(study.strategies) == 1)


def refuse_sides(study: Study, asked: str, instead: str) -> None:
    """Raise `UsageError` if several seats win together, which does not go with what is `asked`."""
    if are_rivals(study):
        return
    game = study.loaded_game
    sides = game.number_of_sides(study.players)
    how = "against the game" if sides == 1 else f"in {sides} sides"
    raise UsageError(f"{asked}, and {game.name} is played {how}; {instead}")


def strongest_strategy(game: Game) -> Strategy | None:
    """Return the game's strongest built-in strategy; None if all move at random."""
    usual = find_strategy(game.default_strategy, game.name_or_file)
    known = strategies_for(game.name_or_file).values()
    strong = usual if usual.tier else max(known, key=lambda one: one.tier)
    return strong if strong.tier else None


def play_skill(
    arms: Sequence[PlannedArm], against: Sequence[int], playing: Execution
) -> ArmSkill | None:
    """Play some games of each arm, on the same deals, with one good player among random ones."""
    game = arms[0].study.loaded_game
    strong = strongest_strategy(game)
    if strong is None or not JIT or not all(has_rivals(arm.study) for arm in arms):
        return None
    weak = strategies_for(game.name_or_file)["random"]
    results: dict[str, RunResults] = {}
    products: dict[int, list[list[int]]] = {}
    for players in dict.fromkeys(arm.study.players for arm in arms):
        # First those that others are compared with; between numbers of players skill is not.
        places = [place for place, arm in enumerate(arms) if arm.study.players == players]
        places.sort(key=lambda place: against[place] in places and against[place] != place)
        lineup = lineup_against(arms[places[0]].study, strong, weak)
        asked = [with_lineup(arms[place].study, lineup, MOST_BEGINNER_GAMES) for place in places]
        deals = min(asked[0].deals, *(arms[place].study.deals for place in places))
        studies = [replace(study, games=deals * study.rotations) for study in asked]
        local = [places.index(against[p]) if against[p] in places else 0 for p in places]
        found = require_finished(
            play_together(studies, [lineup] * len(places), playing.jobs, against=local)
        )
        for place, run in zip(places, found.runs, strict=True):
            results[arms[place].label] = RunResults(run, playing.confidence)
        products |= dict(zip(places[1:], found.products, strict=True))
    several = [products.get(place, []) for place in range(1, len(arms))]
    return ArmSkill(strong.spec, results, several)


def parse_other_players(
    robust: bool | None, margin: Sequence[str] | None
) -> OtherPlayersDepth | None:
    """Read how much is wanted: a little unless said, more, or nothing; else `UsageError`."""
    if robust is False:
        if margin:
            raise UsageError("--margin is about other players; leave out --no-robust or --margin")
        return None
    return OtherPlayersDepth(bool(robust), parse_margins(margin or (), MARGINS))


def choose_playout(study: Study, playing: Execution) -> str:
    """Return who plays on in thoughts: as the game says, else at random where that plays as well.

    Random players think more games in a second than any other, so of an own game it is tried: the
    usual one stays if it is clearly stronger alone among the strongest.
    """
    game, known = study.loaded_game, thinkers_for(study.game)
    usual = usual_player(game)
    if game.playout or not known or usual == RANDOM_STYLE:
        return game.playout or usual
    best = strongest_strategy(game) or find_strategy(usual, study.game)
    playing.live.begin(f"thinking ahead: {usual} or {RANDOM_STYLE}?")
    shares = []
    for playout in (usual, RANDOM_STYLE):
        one = find_strategy(f"search(rollouts={ROLLOUTS}, playout={playout})", study.game)
        tried = require_finished(play_against(study, one, best, playing.jobs, TRIED))
        shares.append(RunResults(tried, playing.confidence).strategies()[one.spec].win_rate)
    return usual if shares[0].low > shares[1].high else RANDOM_STYLE


def list_tables(study: Study, *, thinkers: bool, playout: str = "") -> list[PlayerLevel]:
    """Return the tables at which a study's rules are asked, first that of the strongest alone."""
    styles, others = list(strategies_for(study.game).values()), study.players - 1
    game, slow = study.loaded_game, list[Strategy]()
    best = strongest_strategy(game) or styles[-1]
    for one in thinkers_for(study.game).values() if thinkers else ():
        given = [f"rollouts={ROLLOUTS}"] * ("rollouts" in one.parameters)
        given += [f"playout={playout}"] * (bool(playout) and "playout" in one.thinks_with)
        spec = f"{one.name}({', '.join(given)})" if given else one.name
        slow.append(find_strategy(spec, study.game))
    # Who is strong is asked first, and of strong players more than of beginners.
    found = [best, *slow, *(one for one in reversed(styles) if one.name != best.name)]
    guests, alike = [], []
    some = THINKING_SHORTLY if game.horizon else THINKING
    for one in found:
        lineup, few = (one, *[best] * others), some * (one in slow and playout != RANDOM_STYLE)
        name = f"{one.spec} + {others} {best.spec}"
        guests.append(PlayerLevel(name, one.spec, True, lineup, game_limit=few))
        alike.append(PlayerLevel(one.spec, one.spec, False, (one,) * study.players, game_limit=few))
    return [alike[0], *guests[1:], *alike[1:]]


def strategies_at_levels(study: Study, *, thinkers: bool) -> list[Strategy]:
    """Return whoever plays at other levels of a study, each once."""
    tables = list_tables(study, thinkers=thinkers)
    return list({one.spec: one for table in tables for one in table.lineup}.values())


def games_at_looks(games: int, others: int, *, weak: bool, more: bool) -> tuple[int, ...]:
    """Return how many games each level has at each look; unasked all have at most the study's."""
    most = min(MOST_BESIDE_WEAK if weak else MOST, max(games // others, min(LEAST, games)))
    looks = max(LOOKS, 1 + (most // FIRST).bit_length())
    if more:
        most, looks = min(MOST, max(LEAST_ASKED, games)), LOOKS_ASKED
    steps = (-(-most // 2**before) for before in reversed(range(looks)))
    return tuple(dict.fromkeys(steps))


def play_other_players(
    run: Run, lineup: Sequence[Strategy], depth: OtherPlayersDepth, playing: Execution
) -> Robustness | None:
    """Play the rules of a run with others than its `lineup`, until its seats are decided.

    Robust targets are waited for too. What was finished is returned, also if it was interrupted;
    ``None`` if the game has no others.
    """
    targets = [one for one in read_targets(run.study.targets) if one.robust]
    arm = PlannedArm("", run.study, [*lineup])
    tables = [table for [table] in _tables([arm], playing, thinkers=depth.thorough)]
    others = [table for table in tables if not table.is_study]
    if not others:
        return None
    waited = depth.thorough or bool(targets)
    [best, *_] = tables[0].lineup
    weak = not waited and min(one.tier for one in lineup) < best.tier
    looks = games_at_looks(run.games, len(others), weak=weak, more=waited)
    runs, found = {one.name: run for one in tables if one.is_study}, None
    beginners: set[str] = set()

    def play_on(table: PlayerLevel, games: int) -> None:
        before = runs.get(table.name)
        thinks = any(one.is_slow for one in table.lineup)
        quick = (
            THINKING if weak else table.game_limit or max(THINKING_QUICKLY, run.games // QUICK_PART)
        )
        most = min(games, quick if thinks else games)
        asked = with_lineup(run.study, table.lineup, most, counts_all=True)
        if before and before.games >= asked.games:
            return
        rest = [runs[one.name] for one in others if one is not table and one.name in runs]

        def show(tally: Tally) -> None:
            done = sum(one.games for one in rest) + tally.deals * asked.rotations
            row = (asked, tally, playing.confidence, table.name)
            playing.live.show(done, lambda: [live_row(*row)])

        played = play(asked, table.lineup, playing.jobs, progress=show, begun=before)
        runs[table.name] = require_finished(played)

    playing.live.begin("other players", LIVE_COLUMNS, looks[-1] * len(others))
    for looked, games in enumerate(looks, 1):
        stopped = False
        try:
            for table in others:
                if table.name not in beginners:
                    play_on(table, games)
        except KeyboardInterrupt:
            stopped = True
        played = [one for one in tables if one.name in runs]
        levels = tuple(measure_level(runs[one.name], one, playing.confidence) for one in played)
        missing = tuple(one.name for one in tables if one.name not in runs)
        asked = (playing.confidence, depth.margins, looks, looked, depth.thorough)
        found = Robustness(levels, *asked, missing, stopped)
        beginners = set() if targets else {level.name for level in found.ranked.beginners}
        words = [judge_at_levels(target, found).verdict.word for target in targets]
        if stopped or (found.is_decided and "undecided" not in words):
            break
    return found


def play_other_players_of_arms(
    arms: Sequence[PlannedArm], together: ArmsRun, margins: Margins, playing: Execution
) -> LevelsOfArms | None:
    """Play arms of one line-up with others, on the same deals; ``None`` if there are none."""
    tables = _tables(arms, playing, thinkers=True)
    if len(tables) == 1:
        return None
    # Who thinks ahead plays few games of each arm, however quickly.
    slow = [not one.is_study and any(who.is_slow for who in one.lineup) for one, *_ in tables]
    tables = [
        tuple(replace(one, game_limit=THINKING * few) for one in table)
        for table, few in zip(tables, slow, strict=True)
    ]
    labels, against = tuple(arm.label for arm in arms), together.against
    asked = LevelsOfArms(labels, against, (), playing.confidence, margins)

    def play_at(table: Sequence[PlayerLevel]) -> ArmsRun:
        """Play all arms, each at its table, those that are open if that ends it."""
        name, lineups = table[0].name, [one.lineup for one in table]
        few, first, both = table[0].game_limit, arms[0].study, zip(arms, lineups, strict=True)
        games = few or min(MOST_OF_ARMS, max(LEAST_ASKED, first.deals))
        alike = [with_lineup(arm.study, one, games, counts_all=True) for arm, one in both]
        deals, until = alike[0].deals, 0.0 if few else first.until_decided
        studies = [replace(one, games=deals * one.rotations, until_decided=until) for one in alike]
        playing.live.begin(f"other players: {name}", LIVE_COLUMNS, studies[0].deals * len(arms))

        def wanted(found: ArmsRun) -> tuple[int, list[int]]:
            levels = measure_levels(found, table, playing.confidence)
            going = asked.still_open(levels, found.going, len(tables))
            return studies[0].next_look(found.deals), going

        def show(tallies: Sequence[Tally]) -> None:
            rows = (
                live_row(study, tally, playing.confidence, f"{label}: {name}")
                for study, tally, label in zip(studies, tallies, labels, strict=True)
            )
            playing.live.show(sum(tally.deals for tally in tallies), lambda: list(rows))

        how = (lineups, studies[0].interim[0], wanted, playing.jobs)
        return require_finished(play_together_until(studies, *how, against=against, progress=show))

    levels = (
        measure_levels(together if table[0].is_study else play_at(table), table, playing.confidence)
        for table in tables
    )
    return replace(asked, levels=tuple(levels))


def _tables(
    arms: Sequence[PlannedArm], playing: Execution, *, thinkers: bool
) -> list[tuple[PlayerLevel, ...]]:
    """Return the tables at which arms are asked, by arm, and among them their own."""
    study = arms[0].study
    playout = choose_playout(study, playing) if thinkers else ""
    each = [list_tables(arm.study, thinkers=thinkers, playout=playout) for arm in arms]
    tables = list(zip(*each, strict=True))
    lineups = [tuple(table[0].specs) for table in tables]
    if study.lineup not in lineups:
        name = study.lineup[0] if len(study.strategies) == 1 else "this line-up"
        tables.append((PlayerLevel(name, "", False, ()),) * len(arms))
    own = [*lineups, study.lineup].index(study.lineup)
    pairs = zip(tables[own], arms, strict=True)
    tables[own] = tuple(replace(one, lineup=arm.lineup, is_study=True) for one, arm in pairs)
    return tables
