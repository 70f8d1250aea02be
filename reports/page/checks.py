"""The checks of a game that show whether its figures can be trusted, and the sentences on them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from reports.advice.results import Advice
from reports.figures.differences import Difference, difference, unpaired_difference
from reports.figures.figure import POINTS, SHARE, STRATEGIES, UNFINISHED, WIN_RATE
from reports.figures.statistics import Estimate, coin_share, holm, plain
from reports.page.charts import charts_of_skill
from reports.robust.levels import MOST_UNDECIDED
from reports.run.first_page import describe_skill
from reports.run.results import RunResults
from reports.run.sentences import LUCK_MEANS, SKILL_PAYS, describe_luck
from reports.story.results import Story
from reports.thinking.results import Thoughts
from reports.writing import wording
from reports.writing.document import Answer, Chart, Item, Mark
from reports.writing.wording import counted
from simulate.play.extra_runs import ExtraGames, LeaderResult, SeatProducts
from simulate.play.usage import MoveCounts, TriedRule

#: The beginning of the summary of all checks.
_CHECKED = "Self-checks of the results"
#: Win rates of seats after the first may differ by this much, as a share of 1.
SEAT_MARGIN = 0.02
#: Playing well clearly pays if a strong player wins this many times the fair share.
CLEARLY = 1.25
#: The name of the share of luck; see `reports.figures.statistics.coin_share`.
COIN = "coin_share"
#: An action counts as avoided if it was never chosen, although random choices would have chosen it
#: this often on average. With a hundred kinds of actions, chance alone makes players miss one in 2%
#: of runs.
ON_PURPOSE = 8.0


@dataclass(frozen=True)
class Check:
    """The result of a check."""

    #: The title, such as "Skill".
    name: str
    #: The verdict: "fine", "look" if the result is worth a look, or "wrong".
    mark: Mark
    #: The result in words.
    sentence: str
    #: Additional sentences.
    details: Sequence[str] = ()
    #: The numbers behind the result, by name: estimates or exact numbers.
    figures: Mapping[str, Estimate | float] = field(default_factory=dict)
    #: A shorter sentence for the first page; empty for `sentence`.
    brief: str = ""
    #: True if the result is worth a look only because too few games were played to decide it.
    needs_games: bool = False
    #: What is worth a look, as a clause for the summary; empty to give the title there.
    concern: str = ""


@dataclass(frozen=True)
class SampleGame:
    """A sample game with its story."""

    #: The reasons for choosing it: keys of `reports.run.samples.KINDS`.
    kinds: Sequence[str]
    story: Story
    #: The chances to win of each seat during the game; None if they were not estimated.
    thoughts: Thoughts | None = None


@dataclass(frozen=True)
class InspectedStudy:
    """A study with the checks and sample games that a report adds to its results."""

    results: RunResults
    checks: Sequence[Check]
    #: The sample games.
    replays: Sequence[SampleGame]
    #: The name of the study; empty if the report is about one study only.
    name: str = ""
    #: The results of the seats that led after each quarter of some games; empty if not determined.
    leads: Sequence[LeaderResult] = ()
    #: The extra runs: for each, a description, the number of games, and the limits of that number.
    extra_games: Sequence[tuple[str, int, ExtraGames]] = ()
    #: The number of decided games by the number of lead changes; empty if they were not counted.
    lead_changes: Mapping[int, int] = field(default_factory=dict)
    #: What the strongest player does, in words; None unless it is a player that learned the game.
    advice: Advice | None = None


def check_later_seats(results: RunResults, products: SeatProducts) -> Check:
    """Return the check that the win rates of the seats after the first are nearly equal.

    Parameters
    ----------
    results
        The results of games in which one strategy plays all seats.
    products
        The sums over deals of the products of two seats' wins, for the same games.

    Returns
    -------
    Check
        Its mark is "fine" if the intervals of all differences between two of these seats lie within
        `SEAT_MARGIN` of 0, or if there are only two players. Otherwise, and always if hardly any
        game has a winner, it is "look".
    """
    name = "Seats after the first"
    spec = results.run.study.lineup[0]
    players = results.players
    if results.is_hardly_won:
        sentence = f"{_describe_winners(results)}, so the seats are not compared."
        return Check(name, "look", sentence)
    if players == 2:
        rate = results.seats()[0].win_rate
        sentence = "With two players only one seat is after the first: there is nothing to compare."
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
    needs_games = False
    concern = ""
    if largest <= SEAT_MARGIN:
        mark = "fine"
        finding = f"any two seats after the first differ by less than {margin}."
    elif clear:
        finding = _describe_uneven_seats(clear)
        first, second = max(clear, key=lambda pair: abs(clear[pair].value))
        concern = f"seats {first} and {second} do not win equally often"
    else:
        needs_games = True
        finding = (
            "the seats after the first show no clear difference, but it takes more games to show "
            f"that they differ by less than {margin}."
        )
    games = f"In {results.run.games:,} games in which every seat plays {spec}"
    sentence = f"{games}, {finding}"
    return Check(name, mark, sentence, details, figures, needs_games=needs_games, concern=concern)


def _describe_uneven_seats(gaps: Mapping[tuple[int, int], Estimate]) -> str:
    """Return a clause on the largest gap between two seats.

    `gaps` has, for each pair of seats, the win rate of the second minus that of the first seat.
    """
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
    """Return the difference of the win rates of two seats, numbered from 1.

    Raise `UsageError` if the game has no such seats.
    """
    first_sums, second_sums = (
        results.deal_sums(results.figure(f"seats.{seat}.win_rate").source)
        for seat in (first, second)
    )
    shared = int(products.sums[first - 1, second - 1])
    return difference(first_sums, second_sums, shared, results.look_confidence, kind="rate")


def check_strength(results: RunResults) -> Check:
    """Return the check that a strong player, or a side of strong players, wins clearly more.

    Parameters
    ----------
    results
        The results of games with two strategies, the strong strategy first.

    Returns
    -------
    Check
        Its mark is "fine" if the interval of the strong player's win rate lies above `CLEARLY`
        times the fair share, "wrong" if it does not lie above the fair share at all (its upper end
        is at most the fair share), and else "look". If hardly any game has a winner, it is "look".

    Raises
    ------
    ValueError
        If the games do not have exactly two strategies.
    """
    if results.is_hardly_won:
        sentence = f"{_describe_winners(results)}, so whether playing well pays is not known."
        return Check("Skill", "look", sentence)
    strong, weak = results.run.study.strategies
    fair = results.decided_fair_share
    rate = results.strategies()[strong].win_rate
    players = f"One {strong} among {weak} players"
    other_sides = len(results.run.layout.seats_by_side) - 1
    if results.contest == "sides":
        # The seats of a side win together, so each game is a single observation.
        rate = results.side_win_rate(strong)
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
    rivals = results.players - 1
    if results.contest == "sides":
        rivals = other_sides
    brief = describe_skill(weak, rivals, rate, fair, is_side=results.contest == "sides")
    details = []
    if rate.low > fair:
        coin = coin_share(rate, results.fair_share, fair / results.fair_share)
        figures[COIN] = coin
        details.append(describe_luck(coin))
    return Check("Skill", mark, sentence, details, figures, brief)


def _judge_strength(rate: Estimate, fair: float) -> tuple[Mark, str]:
    """Return what the win rate of a strong player shows.

    The first text is a mark, "fine", "look" or "wrong"; the second says whether playing well pays.
    """
    if rate.low > CLEARLY * fair:
        return "fine", "playing well pays"
    if rate.high <= fair:
        return "wrong", "playing well does not pay, or the strategy does not play well"
    if rate.low <= fair:
        return "look", "more games are needed to say whether playing well pays"
    if rate.high < CLEARLY * fair:
        return "look", "playing well pays little, so luck decides most"
    return "look", "playing well pays; more games are needed to say how much"


def check_missing_strength(game: str) -> Check:
    """Return the check of skill for a game without a strong strategy, marked "look".

    `game` is the title of the game.
    """
    sentence = (
        f"{game} has no strategy but random play yet, so whether playing well pays is not known, "
        "and every figure below is about players who choose at random."
    )
    return Check("Skill", "look", sentence)


def check_actions(moves: MoveCounts) -> Check:
    """Return the check that players choose every kind of action that is often legal.

    Parameters
    ----------
    moves
        The numbers of decisions at which each kind of action was legal, and was chosen.

    Returns
    -------
    Check
        Its mark is "look" if a kind of action is avoided (see `ON_PURPOSE`) or if there were no
        choices, else "fine".
    """
    games = f"In {counted(moves.games, 'game')} followed move by move ({moves.moves:,} choices)"
    figures: dict[str, float] = {"games": moves.games, "choices": moves.moves}
    if not moves.moves:
        return Check("Moves", "look", f"{games}, nobody ever had a choice.", figures=figures)
    avoided = moves.avoided(ON_PURPOSE)
    if not avoided:
        sentence = f"{games}, every kind of move that was often legal was made."
        return Check("Moves", "fine", sentence, figures=figures)
    for kind, expected in avoided.items():
        figures[f"legal: {kind}"] = moves.offered[kind]
        figures[f"expected at random: {kind}"] = expected
    details = [
        f"\N{LEFT DOUBLE QUOTATION MARK}{kind}\N{RIGHT DOUBLE QUOTATION MARK}: legal at "
        f"{moves.offered[kind]:,} choices, never chosen; random play would have chosen it about "
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
    games: int,
    tried_rules: Mapping[str, TriedRule],
    changed: Collection[str],
    substitutes: Mapping[str, str],
) -> Check:
    """Return the check that every rule makes a difference.

    Parameters
    ----------
    games
        The number of games for each value of a rule.
    tried_rules
        The other values that were tried, by rule, from `simulate.play.usage.try_rules`.
    changed
        The names of the rules that the study sets.
    substitutes
        The names of the strategies that played in place of slow strategies, by the name of the slow
        strategy.

    Returns
    -------
    Check
        Its mark is "look" if a rule in `changed` made no difference, else "fine".
    """
    details = []
    untried = [name for name, rule in tried_rules.items() if not rule.values]
    if untried:
        details.append(
            f"Not tried, because no other value fits the other rules: {', '.join(untried)}."
        )
    for slow, quick in substitutes.items():
        details.append(f"Here {quick} played in place of {slow}.")
    unused = {
        name: len(rule.values) for name, rule in tried_rules.items() if rule.is_without_effect
    }
    number_tried = len(tried_rules) - len(untried)
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
    # Rules at their defaults may have no effect, but a rule that the designer set should have one.
    changed_in_vain = [name for name in unused if name.partition(".")[0] in changed]
    sentence = f"{changes}, {_describe_unused(len(unused), number_tried, changed_in_vain)}"
    return Check("Rules", "look" if changed_in_vain else "fine", sentence, details, figures)


def _describe_unused(number_unused: int, number_tried: int, changed_in_vain: Sequence[str]) -> str:
    """Return a clause on rules without effect.

    `changed_in_vain` has the names of the rules without effect that the study sets; may be empty.
    """
    rules = "one rule" if number_unused == 1 else f"{number_unused} rules"
    why = "it may need another variant, another number of players or other strategies to matter"
    if changed_in_vain:
        why = f"{' and '.join(changed_in_vain)} was changed without effect"
    return (
        f"{rules} of {number_tried} made no difference to these players: the games were the same "
        f"to the last move; {why}."
    )


def check_endings(results: RunResults, first: int | None) -> Check:
    """Return the check that games come to an end.

    Parameters
    ----------
    results
        The results of the study.
    first
        The number of the first unfinished game; None if there is none.

    Returns
    -------
    Check
        Its mark is "fine" if all games ended, "wrong" if more than `MOST_UNDECIDED` of them did
        not, and else "look".
    """
    sentence = wording.sentence(results.figure(UNFINISHED), results.estimate(UNFINISHED))
    figures = {"games": results.run.games, "unfinished": results.unfinished}
    if not results.unfinished:
        return Check("Endings", "fine", sentence, figures=figures)
    is_wrong = results.unfinished > MOST_UNDECIDED * results.run.games
    details = [] if first is None else [f"The first of them is game {first}."]
    return Check("Endings", "wrong" if is_wrong else "look", sentence, details, figures)


def summarise_checks(checks: Sequence[Check], study: str = "") -> str:
    """Return a sentence that names the checks with results that are wrong or worth a look.

    `study` is inserted after the first words, such as " (with rule A)".
    """
    looks = [check for check in checks if check.mark == "look"]
    names_by_mark = {
        "wrong": [check.name for check in checks if check.mark == "wrong"],
        "worth a look": [check.concern or check.name for check in looks if not check.needs_games],
        "to be settled by more games": [check.name for check in looks if check.needs_games],
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
    """Return a list with the answer to "Does skill pay?" for all studies.

    With two studies, the answer also compares their shares of luck. The list is empty if no study
    has the check.
    """
    checks = {
        study.name: check for study in studies for check in study.checks if check.name == "Skill"
    }
    if not checks:
        return []
    items = []
    for name, check in checks.items():
        if check.brief and len(checks) == 1:
            # The section of the checks has the numbers with their intervals.
            items.append(Item(check.brief, main=True))
            items += [Item(detail, brief=None) for detail in check.details]
        else:
            details = " ".join([check.sentence, *check.details])
            items.append(Item(details, name, brief=check.brief or check.sentence))
    luck = compare_luck(studies)
    if luck:
        items.append(Item(_describe_luck_difference(list(checks), luck)))
    return [Answer(SKILL_PAYS, items)]


def charts_of_checks(results: RunResults, checks: Sequence[Check]) -> list[Chart]:
    """Return a list with the chart of skill; empty if skill was not checked or is not known."""
    for check in checks:
        if check.name == "Skill":
            return charts_of_skill(results, check.figures, check.sentence)
    return []


def summarise_skill(check: Check | None) -> dict[str, Any] | None:
    """Return the win rate of the strong player from the check of skill, for the JSON object.

    Parameters
    ----------
    check
        The check of skill; None if it was not made.

    Returns
    -------
    dict or None
        The strategy, the estimate of its win rate and the number of games; None if there is no
        estimate.
    """
    if check is None:
        return None
    for name, figure in check.figures.items():
        if isinstance(figure, Estimate) and name.startswith(f"{STRATEGIES}."):
            strong = name.removeprefix(f"{STRATEGIES}.").removesuffix(f".{WIN_RATE}")
            return {"strategy": strong, **plain(figure), "games": check.figures["games"]}
    return None


def explain_luck(studies: Sequence[InspectedStudy]) -> list[str]:
    """Return a list with the caveat on the share of luck; empty if no study has that share."""
    has_luck = any(COIN in check.figures for study in studies for check in study.checks)
    return [LUCK_MEANS] if has_luck else []


def compare_luck(studies: Sequence[InspectedStudy]) -> Estimate | None:
    """Return the share of luck in the second of two studies minus that in the first.

    Both studies play the same deals, and the correlation of their errors is unknown, so the worst
    case is assumed, in which the errors add up. None unless there are two studies, and both have
    an estimate.
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
    """Return a sentence that says which of two studies depends more on skill."""
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
