"""What is checked of a game before its figures are believed, each in one plain sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from reports.figures.differences import Difference, difference, unpaired_difference
from reports.figures.figure import POINTS, SHARE, STRATEGIES, UNFINISHED, WIN_RATE
from reports.figures.statistics import Estimate, coin_share, holm, plain
from reports.robust.levels import MOST_UNDECIDED
from reports.run.results import RunResults
from reports.run.sentences import LUCK_MEANS, SKILL_PAYS, describe_luck
from reports.story.results import Story
from reports.thinking.results import Thoughts
from reports.writing import wording
from reports.writing.document import Answer, Item, Mark
from reports.writing.wording import counted
from simulate.play.extra_runs import ExtraGames, LeaderResult, MoveCounts, SeatProducts

#: What the checks are for.
_CHECKED = "Checked, to see whether the figures can be believed"
#: A difference between seats behind the first within this much is not worth a look.
SEAT_MARGIN = 0.02
#: How many times the fair share a strong player should win against beginners at least.
CLEARLY = 1.25
#: The figure of how much is luck; see `reports.figures.statistics.coin_share`.
COIN = "coin_share"
#: Players never chose an action on purpose if by lot it would have been chosen this often:
#: among a hundred kinds of actions one is missed by chance that often in 2% of the games.
ON_PURPOSE = 8.0


@dataclass(frozen=True)
class Check:
    """Something that was checked."""

    name: str
    mark: Mark
    sentence: str
    details: Sequence[str] = ()
    #: What the sentence rests on, by what it is: an estimate, or a number that is exact.
    figures: Mapping[str, Estimate | float] = field(default_factory=dict)


@dataclass(frozen=True)
class SampleGame:
    """A sample game, told."""

    #: What it is a sample of: some of `reports.run.samples.KINDS`.
    kinds: Sequence[str]
    story: Story
    #: Each seat's chance to win at some of its choices, if that was found.
    thoughts: Thoughts | None = None


@dataclass(frozen=True)
class InspectedStudy:
    """A study that a report looks at closely."""

    results: RunResults
    checks: Sequence[Check]
    replays: Sequence[SampleGame]
    #: Which study this is, in words, where a report is of several.
    name: str = ""
    #: Who led at the quarters of some games, if that was looked at.
    leads: Sequence[LeaderResult] = ()
    #: What was played for it, in words, how many games of each, and within which bounds.
    extra_games: Sequence[tuple[str, int, ExtraGames]] = ()


def check_later_seats(results: RunResults, products: SeatProducts) -> Check:
    """Judge whether equal players after the first surely differ by less than `SEAT_MARGIN`."""
    name = "Seats after the first"
    spec, players = results.run.study.lineup[0], results.players
    played = f"In {results.run.games:,} games in which every seat plays {spec}"
    if results.is_hardly_won:
        said = f"{_only_won(results)}, so the seats are not compared."
        return Check(name, "look", said)
    if players == 2:
        rate = results.seats()[0].win_rate
        said = "With two players there are no other seats behind the first to compare."
        return Check(name, "fine", said, figures={"seats.1.win_rate": rate})
    pairs = list(combinations(range(2, players + 1), 2))
    found = {pair: _seat_difference(results, products, *pair) for pair in pairs}
    p_values = dict(zip(pairs, holm([one.p_value for one in found.values()]), strict=True))
    clear = [pair for pair, p_value in p_values.items() if p_value < 1 - results.look_confidence]
    figures: dict[str, Estimate | float] = {"games": results.run.games}
    more = []
    for (first, second), one in found.items():
        figures[f"seats.{second}.win_rate minus seats.{first}.win_rate"] = one.estimate
        more.append(
            f"Seat {second} minus seat {first}: {wording.with_interval(one.estimate, POINTS)}."
        )
    margin = f"{100 * SEAT_MARGIN:g} percentage points"
    ends = [end for one in found.values() for end in (one.estimate.low, one.estimate.high)]
    mark: Mark = "fine" if max(map(abs, ends)) <= SEAT_MARGIN else "look"
    if mark == "fine":
        said = f"the seats behind the first differ by less than {margin}, any two of them."
    elif clear:
        worse, better = max(clear, key=lambda pair: abs(found[pair].estimate.value))
        size = found[worse, better].estimate
        if size.value < 0:
            worse, better, size = better, worse, size.negated()
        said = (
            f"seat {better} wins {wording.size(size, POINTS)} percentage points more than seat "
            f"{worse} ({wording.ends(size, POINTS)}), so the place in turn order matters beyond "
            "going first."
        )
    else:
        said = (
            "no difference between the seats behind the first is clear, but it takes more games to "
            f"show that they differ by less than {margin}."
        )
    return Check(name, mark, f"{played}, {said}", more, figures)


def _only_won(results: RunResults) -> str:
    """Return a clause on the number of games that had a winner."""
    won = f"{results.games_won:,} of the {results.run.games:,} games"
    return f"Only {won} had a winner"


def _seat_difference(
    results: RunResults, products: SeatProducts, first: int, second: int
) -> Difference:
    figures = [results.figure(f"seats.{seat}.win_rate") for seat in (first, second)]
    sums = [results.deal_sums(figure.source) for figure in figures]
    shared = int(products.sums[first - 1, second - 1])
    return difference(sums[0], sums[1], shared, results.look_confidence, kind="rate")


def check_strength(results: RunResults) -> Check:
    """Judge whether one strong player, or side, wins clearly more than beginners do."""
    strong, weak = results.run.study.strategies
    rate, fair = results.strategies()[strong].win_rate, results.decided_fair_share
    if results.is_hardly_won:
        told = f"{_only_won(results)}, so whether playing well pays is not known."
        return Check("Skill", "look", told)
    who = f"One {strong} among {weak} players"
    if results.contest == "sides":
        # Its seats win together, so each game is one observation.
        rate = results.side_win_rate(strong)
        others = len(results.run.layout.seats_by_side) - 1
        weak_sides = f"{others} sides" if others > 1 else "a side"
        who = f"A side of {strong} against {weak_sides} of {weak}"
    told = (
        f"{who} wins {wording.value(rate, SHARE)} of "
        f"{results.run.games:,} games ({wording.interval(rate, SHARE)}), where "
        f"{wording.percent(fair)} is fair"
    )
    mark: Mark = "look"
    why = "whether playing well pays takes more games to say"
    if rate.low > CLEARLY * fair:
        mark, why = "fine", "playing well pays"
    elif rate.high <= fair:
        mark, why = "wrong", "playing well does not pay, or the strategy does not play well"
    elif rate.low > fair and rate.high < CLEARLY * fair:
        why = "playing well pays little, so luck decides most"
    elif rate.low > fair:
        why = "playing well pays; how much takes more games to say"
    figures: dict[str, Estimate | float] = {
        "games": results.run.games,
        f"strategies.{strong}.win_rate": rate,
        "fair share": fair,
    }
    said, more = f"{told}: {why}.", []
    if rate.low > fair:
        coin = coin_share(rate, results.fair_share, fair / results.fair_share)
        figures[COIN] = coin
        more.append(describe_luck(coin))
    return Check("Skill", mark, said, more, figures)


def check_missing_strength(game: str) -> Check:
    """Say that there is no strong player to check with."""
    said = (
        f"{game} has no strategy but random play yet, so whether playing well pays is not known, "
        "and every figure below is about people who play at random."
    )
    return Check("Skill", "look", said)


def check_actions(moves: MoveCounts) -> Check:
    """Judge whether players use all kinds of actions that they often could."""
    walked = f"In {counted(moves.games, 'game')} followed move by move ({moves.moves:,} choices)"
    figures: dict[str, float] = {"games": moves.games, "choices": moves.moves}
    if not moves.moves:
        return Check("Moves", "look", f"{walked}, nobody ever had a choice.", figures=figures)
    never = {
        kind: expected
        for kind, expected in moves.expected.items()
        if expected >= ON_PURPOSE and not moves.chosen[kind]
    }
    if not never:
        told = f"{walked}, every kind of move that was often legal was made."
        return Check("Moves", "fine", told, figures=figures)
    for kind, expected in never.items():
        figures[f"legal: {kind}"] = moves.offered[kind]
        figures[f"expected by lot: {kind}"] = expected
    more = [
        f"\N{LEFT DOUBLE QUOTATION MARK}{kind}\N{RIGHT DOUBLE QUOTATION MARK}: legal at "
        f"{moves.offered[kind]:,} choices, never made; by lot it would have been about "
        f"{expected:.0f} times."
        for kind, expected in sorted(never.items(), key=lambda one: (-one[1], one[0]))
    ]
    said, them = "one kind of move was", "it"
    if len(never) > 1:
        said, them = f"{len(never)} kinds of moves were", "them"
    told = f"{walked}, {said} often legal but never made: these players see no use in {them}."
    return Check("Moves", "look", told, more, figures)


def check_rules(
    games: int, same: Mapping[str, int], changed: Collection[str], thinking: Mapping[str, str]
) -> Check:
    """Judge whether every rule does something, as `simulate.play.extra_runs.change_rules` found.

    `thinking` names who took the place of slow ones.
    """
    played = f"Changed one at a time over the first {games:,} games"
    untried = [name for name, values in same.items() if not values]
    others = f"Not tried, for no other value goes with the rest: {', '.join(untried)}."
    more = [others] if untried else []
    more += [f"Here {quick} played in the place of {slow}." for slow, quick in thinking.items()]
    dead = [(name, values) for name, values in same.items() if values > 0]
    total = len(same) - len(untried)
    figures = {
        "games": games,
        "rules tried": total,
        "rules that changed nothing": len(dead),
    }
    figures |= {f"other values tried: {name}": values for name, values in dead}
    if not dead:
        return Check("Rules", "fine", f"{played}, every rule made a difference.", more, figures)
    tried = [f"{name} ({counted(values, 'other value')})" for name, values in dead]
    said = "one rule" if len(dead) == 1 else f"{len(dead)} rules"
    # Rules that nobody touched may well lie idle; one that the designer set should not.
    idle = [name for name, _ in dead if name.partition(".")[0] in changed]
    why = (
        f"{' and '.join(idle)} was changed for nothing"
        if idle
        else "it may need another variant, another number of players or other strategies to matter"
    )
    return Check(
        "Rules",
        "look" if idle else "fine",
        f"{played}, {said} of {total} made no difference to these players: the games were the same "
        f"to the last move; {why}.",
        [f"Made no difference: {', '.join(tried)}.", *more],
        figures,
    )


def check_endings(results: RunResults, first: int | None) -> Check:
    """Judge whether the games come to an end; `first` is the first that was not decided."""
    said = wording.sentence(results.figure(UNFINISHED), results.estimate(UNFINISHED))
    figures = {"games": results.run.games, "unfinished": results.unfinished}
    if not results.unfinished:
        return Check("Endings", "fine", said, figures=figures)
    many = results.unfinished > MOST_UNDECIDED * results.run.games
    more = [] if first is None else [f"The first of them is game {first}."]
    return Check("Endings", "wrong" if many else "look", said, more, figures)


def summarise_checks(checks: Sequence[Check], of: str = "") -> str:
    """Say in one sentence how the checks stand; `of` tells of which study, after "first"."""
    marked = {
        "wrong": [check.name for check in checks if check.mark == "wrong"],
        "look at": [check.name for check in checks if check.mark == "look"],
    }
    parts = [f"{how}: {', '.join(names).lower()}" for how, names in marked.items() if names]
    if not parts:
        names = ", ".join(one.name.lower() for one in checks)
        return f"{_CHECKED}{of}: {names}; all as expected."
    fine = sum(check.mark not in ("wrong", "look") for check in checks)
    return f"{_CHECKED}{of}: {fine} of {len(checks)} as expected; {'; '.join(parts)}."


def answer_skill(several: Sequence[InspectedStudy]) -> list[Answer]:
    """Say whether playing well pays in each study, and in which of two more."""
    checks = {one.name: check for one in several for check in one.checks if check.name == "Skill"}
    if not checks:
        return []
    found = [
        Item(" ".join([check.sentence, *check.details]), name, brief=check.sentence)
        for name, check in checks.items()
    ]
    difference = compare_luck(several)
    if difference:
        found.append(Item(_which_more(list(checks), difference)))
    return [Answer(SKILL_PAYS, found)]


def summarise_skill(check: Check | None) -> dict[str, Any] | None:
    """Return the win rate of one who plays well among random players, as values for JSON."""
    if check is None:
        return None
    for name, found in check.figures.items():
        if isinstance(found, Estimate) and name.startswith(f"{STRATEGIES}."):
            strong = name.removeprefix(f"{STRATEGIES}.").removesuffix(f".{WIN_RATE}")
            return {"strategy": strong, **plain(found), "games": check.figures["games"]}
    return None


def explain_luck(several: Sequence[InspectedStudy]) -> list[str]:
    """Say what the figure of skill assumes, where it is told."""
    told = any(COIN in check.figures for one in several for check in one.checks)
    return [LUCK_MEANS] if told else []


def compare_luck(several: Sequence[InspectedStudy]) -> Estimate | None:
    """Estimate how much more luck is in the second of two studies.

    Both play the same deals, and the correlation of their errors is unknown, so the errors add up.
    """
    checks = [check for one in several for check in one.checks]
    coins = [coin for one in checks if isinstance(coin := one.figures.get(COIN), Estimate)]
    if not len(several) == len(coins) == 2:
        return None
    return unpaired_difference(*coins, rho=-1.0).estimate


def _which_more(names: Sequence[str], difference: Estimate) -> str:
    first, second = names
    told = (
        f"from {first} to {second} luck changes by {wording.value(difference, POINTS)} "
        f"({wording.ends(difference, POINTS)})"
    )
    if difference.high < 0:
        return f"Skill counts for more with {second}: {told}."
    if difference.low > 0:
        return f"Skill counts for more with {first}: {told}."
    return f"Whether skill counts for more with {first} or with {second} is not clear: {told}."
