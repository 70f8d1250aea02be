"""The checks of a game before its figures are believed, each with a sentence and its evidence."""

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

#: The beginning of the summary of all checks.
_CHECKED = "Checked, to see whether the figures can be believed"
#: A difference of win rates between seats after the first that is too small to deserve a look.
SEAT_MARGIN = 0.02
#: Skill clearly pays if a strong player wins this many times the fair share against beginners.
CLEARLY = 1.25
#: The path of the share of luck; see `reports.figures.statistics.coin_share`.
COIN = "coin_share"
#: Players avoid an action if they never choose it although random choices would have chosen it
#: this often on average. With a hundred kinds of actions, chance alone makes them miss one in 2% of
#: the games.
ON_PURPOSE = 8.0


@dataclass(frozen=True)
class Check:
    """The result of a check."""

    name: str
    mark: Mark
    sentence: str
    #: Further sentences.
    details: Sequence[str] = ()
    #: The evidence by name: an estimate, or an exact number.
    figures: Mapping[str, Estimate | float] = field(default_factory=dict)


@dataclass(frozen=True)
class SampleGame:
    """A sample game with its story."""

    #: The kinds of sample that it is, of `reports.run.samples.KINDS`.
    kinds: Sequence[str]
    story: Story
    #: The seats' chances to win at some of their choices; None if they were not estimated.
    thoughts: Thoughts | None = None


@dataclass(frozen=True)
class InspectedStudy:
    """A study with the checks and sample games that a report adds to its results."""

    results: RunResults
    checks: Sequence[Check]
    replays: Sequence[SampleGame]
    #: The name of the study; empty unless the report is about several.
    name: str = ""
    #: The leaders at each quarter of some games; empty if they were not determined.
    leads: Sequence[LeaderResult] = ()
    #: The extra runs: a description, the number of games, and the bounds of that number.
    extra_games: Sequence[tuple[str, int, ExtraGames]] = ()


def check_later_seats(results: RunResults, products: SeatProducts) -> Check:
    """Check whether the seats after the first win about as often as each other.

    Parameters
    ----------
    results
        The results of games in which one strategy plays all seats.
    products
        The products of the seats' wins in the same games.

    Returns
    -------
    Check
        Fine if every two of these seats surely differ by less than `SEAT_MARGIN`.
    """
    name = "Seats after the first"
    spec, players = results.run.study.lineup[0], results.players
    if results.is_hardly_won:
        sentence = f"{_describe_winners(results)}, so the seats are not compared."
        return Check(name, "look", sentence)
    if players == 2:
        rate = results.seats()[0].win_rate
        sentence = "With two players there are no other seats after the first to compare."
        return Check(name, "fine", sentence, figures={"seats.1.win_rate": rate})

    pairs = list(combinations(range(2, players + 1), 2))
    gaps = {pair: _seat_difference(results, products, *pair) for pair in pairs}
    figures: dict[str, Estimate | float] = {"games": results.run.games}
    details = []
    for (first, second), gap in gaps.items():
        figures[f"seats.{second}.win_rate minus seats.{first}.win_rate"] = gap.estimate
        size = wording.with_interval(gap.estimate, POINTS)
        details.append(f"Seat {second} minus seat {first}: {size}.")

    margin = f"{100 * SEAT_MARGIN:g} percentage points"
    largest = max(max(abs(gap.estimate.low), abs(gap.estimate.high)) for gap in gaps.values())
    p_values = dict(zip(pairs, holm([gap.p_value for gap in gaps.values()]), strict=True))
    clear = {
        pair: gaps[pair].estimate
        for pair, p_value in p_values.items()
        if p_value < 1 - results.look_confidence
    }
    mark: Mark = "look"
    if largest <= SEAT_MARGIN:
        mark = "fine"
        finding = f"any two seats after the first differ by less than {margin}."
    elif clear:
        finding = _describe_uneven_seats(clear)
    else:
        finding = (
            "no difference between the seats after the first is clear, but it takes more games to "
            f"show that they differ by less than {margin}."
        )
    games = f"In {results.run.games:,} games in which every seat plays {spec}"
    return Check(name, mark, f"{games}, {finding}", details, figures)


def _describe_uneven_seats(gaps: Mapping[tuple[int, int], Estimate]) -> str:
    """Return a clause on the largest of clear gaps, each the second seat minus the first."""
    worse, better = max(gaps, key=lambda pair: abs(gaps[pair].value))
    size = gaps[worse, better]
    if size.value < 0:
        worse, better = better, worse
        size = size.negated()
    return (
        f"seat {better} wins {wording.size(size, POINTS)} percentage points more than seat "
        f"{worse} ({wording.ends(size, POINTS)}), so the place in turn order matters beyond "
        "going first."
    )


def _describe_winners(results: RunResults) -> str:
    """Return a clause on the number of games that had a winner."""
    return f"Only {results.games_won:,} of the {results.run.games:,} games had a winner"


def _seat_difference(
    results: RunResults, products: SeatProducts, first: int, second: int
) -> Difference:
    """Return the difference of the win rates of two seats, numbered from 1."""
    first_sums, second_sums = (
        results.deal_sums(results.figure(f"seats.{seat}.win_rate").source)
        for seat in (first, second)
    )
    shared = int(products.sums[first - 1, second - 1])
    return difference(first_sums, second_sums, shared, results.look_confidence, kind="rate")


def check_strength(results: RunResults) -> Check:
    """Check whether a strong player, or a side of them, wins clearly more than beginners.

    `results` are of games with two strategies, the strong one first. The check is fine if the
    strong player surely wins more than `CLEARLY` times the fair share.
    """
    if results.is_hardly_won:
        sentence = f"{_describe_winners(results)}, so whether playing well pays is not known."
        return Check("Skill", "look", sentence)
    strong, weak = results.run.study.strategies
    fair = results.decided_fair_share
    rate = results.strategies()[strong].win_rate
    players = f"One {strong} among {weak} players"
    if results.contest == "sides":
        # The seats of a side win together, so that each game is a single observation.
        rate = results.side_win_rate(strong)
        other_sides = len(results.run.layout.seats_by_side) - 1
        weak_sides = f"{other_sides} sides" if other_sides > 1 else "a side"
        players = f"A side of {strong} against {weak_sides} of {weak}"

    wins = f"{wording.value(rate, SHARE)} of {results.run.games:,} games"
    interval = wording.interval(rate, SHARE)
    mark, conclusion = _judge_strength(rate, fair)
    sentence = (
        f"{players} wins {wins} ({interval}), where {wording.percent(fair)} is fair: {conclusion}."
    )
    figures: dict[str, Estimate | float] = {
        "games": results.run.games,
        f"strategies.{strong}.win_rate": rate,
        "fair share": fair,
    }
    details = []
    if rate.low > fair:
        coin = coin_share(rate, results.fair_share, fair / results.fair_share)
        figures[COIN] = coin
        details.append(describe_luck(coin))
    return Check("Skill", mark, sentence, details, figures)


def _judge_strength(rate: Estimate, fair: float) -> tuple[Mark, str]:
    """Return the mark and the conclusion on a strong player's win rate."""
    if rate.low > CLEARLY * fair:
        return "fine", "playing well pays"
    if rate.high <= fair:
        return "wrong", "playing well does not pay, or the strategy does not play well"
    if rate.low <= fair:
        return "look", "it takes more games to say whether playing well pays"
    if rate.high < CLEARLY * fair:
        return "look", "playing well pays little, so luck decides most"
    return "look", "playing well pays; how much takes more games to say"


def check_missing_strength(game: str) -> Check:
    """Return the check of skill for a game, by its title, that has no strong strategy."""
    sentence = (
        f"{game} has no strategy but random play yet, so whether playing well pays is not known, "
        "and every figure below is about players who choose at random."
    )
    return Check("Skill", "look", sentence)


def check_actions(moves: MoveCounts) -> Check:
    """Check whether players choose every kind of action that is often legal (`ON_PURPOSE`)."""
    games = f"In {counted(moves.games, 'game')} followed move by move ({moves.moves:,} choices)"
    figures: dict[str, float] = {"games": moves.games, "choices": moves.moves}
    if not moves.moves:
        return Check("Moves", "look", f"{games}, nobody ever had a choice.", figures=figures)
    avoided = {
        kind: expected
        for kind, expected in moves.expected.items()
        if expected >= ON_PURPOSE and not moves.chosen[kind]
    }
    if not avoided:
        sentence = f"{games}, every kind of move that was often legal was made."
        return Check("Moves", "fine", sentence, figures=figures)
    for kind, expected in avoided.items():
        figures[f"legal: {kind}"] = moves.offered[kind]
        figures[f"expected by lot: {kind}"] = expected
    details = [
        f"\N{LEFT DOUBLE QUOTATION MARK}{kind}\N{RIGHT DOUBLE QUOTATION MARK}: legal at "
        f"{moves.offered[kind]:,} choices, never made; random choices would have made it about "
        f"{expected:.0f} times."
        for kind, expected in sorted(avoided.items(), key=lambda item: (-item[1], item[0]))
    ]
    finding = "one kind of move was often legal but never made: these players see no use in it."
    if len(avoided) > 1:
        finding = (
            f"{len(avoided)} kinds of moves were often legal but never made: these players see no "
            "use in them."
        )
    return Check("Moves", "look", f"{games}, {finding}", details, figures)


def check_rules(
    games: int, same: Mapping[str, int], changed: Collection[str], substitutes: Mapping[str, str]
) -> Check:
    """Check whether every rule makes a difference.

    Parameters
    ----------
    games
        The number of games for each value of a rule.
    same
        The values that were tried by rule, if all left the games unchanged; 0 if no value could be
        tried, negative if one changed a game (`simulate.play.extra_runs.change_rules`).
    changed
        The rules that the study changes.
    substitutes
        The strategies that played in place of slow ones, by the slow one.
    """
    details = []
    untried = [name for name, values in same.items() if not values]
    if untried:
        details.append(
            f"Not tried, because no other value fits the other rules: {', '.join(untried)}."
        )
    for slow, quick in substitutes.items():
        details.append(f"Here {quick} played in place of {slow}.")
    unused = {name: values for name, values in same.items() if values > 0}
    number_tried = len(same) - len(untried)
    figures = {
        "games": games,
        "rules tried": number_tried,
        "rules that changed nothing": len(unused),
    }
    figures |= {f"other values tried: {name}": values for name, values in unused.items()}
    changes = f"Changed one at a time over the first {games:,} games"
    if not unused:
        return Check("Rules", "fine", f"{changes}, every rule made a difference.", details, figures)

    values_tried = [f"{name} ({counted(values, 'other value')})" for name, values in unused.items()]
    details.insert(0, f"Made no difference: {', '.join(values_tried)}.")
    rules = "one rule" if len(unused) == 1 else f"{len(unused)} rules"
    # A rule at its default may well have no effect; one that the designer set should have one.
    changed_in_vain = [name for name in unused if name.partition(".")[0] in changed]
    why = "it may need another variant, another number of players or other strategies to matter"
    if changed_in_vain:
        why = f"{' and '.join(changed_in_vain)} was changed without effect"
    return Check(
        "Rules",
        "look" if changed_in_vain else "fine",
        f"{changes}, {rules} of {number_tried} made no difference to these players: the games were "
        f"the same to the last move; {why}.",
        details,
        figures,
    )


def check_endings(results: RunResults, first: int | None) -> Check:
    """Check whether games come to an end.

    `first` is the number of the first game that was not decided; None if all were.
    """
    sentence = wording.sentence(results.figure(UNFINISHED), results.estimate(UNFINISHED))
    figures = {"games": results.run.games, "unfinished": results.unfinished}
    if not results.unfinished:
        return Check("Endings", "fine", sentence, figures=figures)
    is_wrong = results.unfinished > MOST_UNDECIDED * results.run.games
    details = [] if first is None else [f"The first of them is game {first}."]
    return Check("Endings", "wrong" if is_wrong else "look", sentence, details, figures)


def summarise_checks(checks: Sequence[Check], study: str = "") -> str:
    """Return a sentence on the results of all checks; `study` is added to its beginning."""
    names_by_mark = {
        "wrong": [check.name for check in checks if check.mark == "wrong"],
        "look at": [check.name for check in checks if check.mark == "look"],
    }
    exceptions = [
        f"{mark}: {', '.join(names).lower()}" for mark, names in names_by_mark.items() if names
    ]
    if not exceptions:
        names = ", ".join(check.name.lower() for check in checks)
        return f"{_CHECKED}{study}: {names}; all as expected."
    fine = sum(check.mark not in ("wrong", "look") for check in checks)
    return f"{_CHECKED}{study}: {fine} of {len(checks)} as expected; {'; '.join(exceptions)}."


def answer_skill(studies: Sequence[InspectedStudy]) -> list[Answer]:
    """Return the answer on whether playing well pays in each study, and in which of two more.

    Empty if no study was checked for it.
    """
    checks = {
        study.name: check for study in studies for check in study.checks if check.name == "Skill"
    }
    if not checks:
        return []
    items = [
        Item(" ".join([check.sentence, *check.details]), name, brief=check.sentence)
        for name, check in checks.items()
    ]
    luck = compare_luck(studies)
    if luck:
        items.append(Item(_describe_luck_difference(list(checks), luck)))
    return [Answer(SKILL_PAYS, items)]


def summarise_skill(check: Check | None) -> dict[str, Any] | None:
    """Return the win rate of a strong player among random players, as values for JSON.

    None if it was not checked, or has no estimate.
    """
    if check is None:
        return None
    for name, figure in check.figures.items():
        if isinstance(figure, Estimate) and name.startswith(f"{STRATEGIES}."):
            strong = name.removeprefix(f"{STRATEGIES}.").removesuffix(f".{WIN_RATE}")
            return {"strategy": strong, **plain(figure), "games": check.figures["games"]}
    return None


def explain_luck(studies: Sequence[InspectedStudy]) -> list[str]:
    """Return a list with the caveat on luck; an empty list if no study has that figure."""
    has_luck = any(COIN in check.figures for study in studies for check in study.checks)
    return [LUCK_MEANS] if has_luck else []


def compare_luck(studies: Sequence[InspectedStudy]) -> Estimate | None:
    """Estimate how much more luck is in the second of two studies; None without two estimates.

    Both play the same deals, and the correlation of their errors is unknown, so the errors add up.
    """
    coins = []
    for study in studies:
        for check in study.checks:
            coin = check.figures.get(COIN)
            if isinstance(coin, Estimate):
                coins.append(coin)
    if not len(studies) == len(coins) == 2:
        return None
    return unpaired_difference(*coins, rho=-1.0).estimate


def _describe_luck_difference(names: Sequence[str], luck: Estimate) -> str:
    """Return a sentence on which of two studies depends more on skill."""
    first, second = names
    change = (
        f"from {first} to {second} luck changes by {wording.value(luck, POINTS)} "
        f"({wording.ends(luck, POINTS)})"
    )
    if luck.high < 0:
        return f"Skill counts for more with {second}: {change}."
    if luck.low > 0:
        return f"Skill counts for more with {first}: {change}."
    return f"Whether skill counts for more with {first} or with {second} is not clear: {change}."
