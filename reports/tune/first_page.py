"""The first page of tuning: a short answer to each question of a designer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reports.compare.results import FigureComparison
from reports.figures.figure import (
    CLOSE_GAMES,
    COMEBACKS,
    LEADS,
    MINUTES,
    POINTS,
    SEAT_SPREAD,
    SHARE,
    Figure,
)
from reports.figures.statistics import Estimate, half_width, two_digits
from reports.figures.targets import JudgedTarget, Target
from reports.robust.robustness import Robustness, judge_at_levels
from reports.run import fairness
from reports.run.results import RunResults
from reports.sweep.plan import FIELDS
from reports.sweep.results import Axis, SweepPoint
from reports.tune.results import EVEN, HeadStart, HeadStarts, RuleChange, TuneResults
from reports.tune.search import value_of
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Item, Mark, Step, Table
from reports.writing.wording import capital, counted, listed, whole
from simulate.rules.kinds import HalfPoints, written
from simulate.rules.values import HEAD_START
from simulate.study import Study

#: The mark and the word for each verdict on a target.
VERDICTS: dict[str, tuple[Mark, str]] = {
    "meets": ("fine", "met"),
    "misses": ("wrong", "missed"),
    "undecided": ("look", "not clear yet"),
}
#: The answer to whether a target is also met with other players, for each verdict.
_WITH_OTHERS = {
    "meets": "yes",
    "misses": "depends on who plays",
    "undecided": "too few games",
}
#: The maximum number of rules that the heading names.
_MOST_NAMED = 3
#: The maximum number of side effects on the first page.
_MOST_SIDE_EFFECTS = 4
#: Short names of figures with long titles, by kind.
_SHORT_NAMES = {
    CLOSE_GAMES: "games decided by one point",
    COMEBACKS: "wins from last place",
    LEADS: "wins of the half-time leader",
}
#: The maximum number of games that is suggested, as a multiple of the number that was allowed.
_MORE_GAMES = 4
#: The name of the rule that sets the number of cards in a hand.
HAND_SIZE = "hand_size"
#: The maximum number of changes of other rules on the first page that may help.
_MOST_HELPFUL = 2
#: Win rates have a decimal if half the width of their intervals is at most this share.
_PRECISE = 0.005
_DOT = " \N{MIDDLE DOT} "


def name_rules(varied: Sequence[str]) -> str:
    """Return the varied rules for the title; only their number if they are many."""
    return listed(varied) if len(varied) <= _MOST_NAMED else counted(len(varied), "rule")


def describe_search(tune: TuneResults) -> str:
    """Return the numbers of versions and of games per version, and the players, for the heading."""
    games = max(run.games for run in tune.all_runs)
    clauses = [
        counted(tune.versions, "version"),
        f"at most {counted(games, 'game')} each",
        spoken.describe_players(tune.base.run.study),
    ]
    return _DOT.join(clauses)


# The answer to "Rules?"


def describe_recommendation(tune: TuneResults) -> str:
    """Return a sentence that recommends a version, or that says why none is recommended."""
    leading = tune.leading[0]
    if tune.verdict == "meets":
        if leading.is_base:
            return _end_with_wins(tune, f"The current rules already {_meet(tune)}")
        return _end_with_wins(tune, f"{_capital_setting(tune, leading)} {_meets(tune)}")
    if tune.verdict == "undecided":
        return _describe_undecided(tune)
    return _describe_failure(tune)


def _describe_failure(tune: TuneResults) -> str:
    """Return a sentence on a search without success, with the version nearest to the targets."""
    nearest = _describe_nearest(tune)
    if tune.is_clearly_fairer and _asks_only_for_evenness(tune):
        shortfall = "no version is quite even" if _is_even_only(tune) else "not yet your target"
        return f"Fairer, but {shortfall}. Nearest: {nearest}."
    versions_tried = len(tune.tried) // tune.points_per_version
    if versions_tried + tune.impossible < tune.versions:
        versions = counted(tune.versions, "version")
        meets = _meets_exactly(tune)
        return f"No. None found among {versions} {meets}. Nearest: {nearest}."
    if tune.versions == 1:
        return f"No. The only version does not {_meet(tune)}. Nearest: {nearest}."
    versions = f"{whole(tune.versions)} versions"
    return f"No. None of {versions} {_meets_exactly(tune)}. Nearest: {nearest}."


def _asks_only_for_evenness(tune: TuneResults) -> bool:
    """Return True if the only target is how far the win rates of seats may be from fair."""
    return [figure.path for figure in tune.figures] == [SEAT_SPREAD]


def _describe_nearest(tune: TuneResults) -> str:
    """Return words for the version that is nearest to the targets.

    If even seats are the only target, they also say how often each seat then wins.
    """
    leading = tune.leading[0]
    nearest = "the current rules" if leading.is_base else describe_setting(tune, leading)
    wins = _describe_seat_wins(tune)
    return f"{nearest}; {wins}" if wins else nearest


def _is_even_only(tune: TuneResults) -> bool:
    """Return True if the only target is that of --even, so that users set no number themselves."""
    if "--even" not in tune.request or not _asks_only_for_evenness(tune):
        return False
    return bool(tune.base.run.study.targets[SEAT_SPREAD] == {"max": EVEN})


def _end_with_wins(tune: TuneResults, clause: str) -> str:
    """Return a clause as a sentence, which ends with the win rates of all seats if wanted."""
    wins = _describe_seat_wins(tune)
    return f"{clause}: {wins}." if wins else f"{clause}."


def _describe_seat_wins(tune: TuneResults) -> str:
    """Return a clause on the win rates of all seats in the leading version, if they are the target.

    It reads as in "all seats then win 24 to 26 of 100 games". It is "" if there are other targets
    or several numbers of players.
    """
    if not _asks_only_for_evenness(tune) or len(tune.leading) > 1:
        return ""
    leading = tune.leading[0]
    rates = [seat.win_rate for seat in leading.results.seats()]
    values = [rate.value for rate in rates]
    is_precise = max(map(half_width, rates)) <= _PRECISE
    wins = _range_of_100(min(values), max(values), decimals=1 if is_precise else 0)
    then = "" if leading.is_base else " then"
    return f"all seats{then} win {wins} of 100 games"


def _range_of_100(low: float, high: float, *, decimals: int = 0) -> str:
    """Return a range of shares as numbers out of 100, such as "24 to 27" for 24.1% to 27.1%.

    Both ends are rounded to the nearest number. This keeps every verdict true, because the fair
    share and the bounds of targets beside the range are rounded in the same way, and rounding never
    changes the order of numbers.
    """
    first, last = (f"{100 * end:.{decimals}f}" for end in (low, high))
    return first if first == last else f"{first} to {last}"


def describe_verdict(tune: TuneResults) -> str:
    """Return sentences with the recommendation, and a caution if other players may change it.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    sentence = describe_recommendation(tune)
    may_meet = tune.verdict == "undecided" and "undecided" in tune.verdicts
    if not may_meet and tune.verdict != "meets":
        return sentence
    words = {item.name for item in judge_targets_with_others(tune)}
    if _WITH_OTHERS["misses"] in words:
        return f"{sentence.removesuffix('.')}, but not with all good players."
    if _WITH_OTHERS["undecided"] in words and tune.verdict == "meets":
        return f"{sentence.removesuffix('.')}; too few games to tell for other good players."
    return sentence


#: With fewer games of each version, no version is called the likeliest.
_LEAST_GAMES = 50


def _describe_undecided(tune: TuneResults) -> str:
    """Return a sentence on a search that needs more games.

    If versions may meet the targets, it names the likeliest of them.
    """
    leading = tune.leading[0]
    if _are_seats_unclear(tune):
        return describe_unclear_seats(tune)
    games = leading.results.run.games
    if games < _LEAST_GAMES:
        return f"Too few games to tell: only {counted(games, 'game')} of each version so far."
    undecided = tune.verdicts.count("undecided")
    if undecided:
        setting = "The current rules" if leading.is_base else _capital_setting(tune, leading)
        if not _is_estimate_within(tune):
            nearest = "the current rules" if leading.is_base else describe_setting(tune, leading)
            clause = f"Not certain yet. Nearest: {nearest}, which may still {_meet(tune)}"
            return _end_with_wins(tune, clause)
        clause = f"{setting} may {_meet(tune)}"
        if undecided > 1:
            verb = "are" if leading.is_base else "is"
            clause = f"{setting} {verb} most likely to {_meet(tune)}"
        return _end_with_wins(tune, f"Not certain yet. {clause}")
    nearest = "the current rules" if leading.is_base else describe_setting(tune, leading)
    if tune.seats and tune.needs_clear_seats:
        unclear = [str(seat) for seat in sorted(tune.seats.unclear)]
        seats = f"seat {unclear[0]}" if len(unclear) == 1 else f"seats {listed(unclear)}"
        opening = "Not even yet" if _asks_only_for_evenness(tune) else "Not found yet"
        return f"{opening}. Best so far: {nearest}; {seats} may need points too."
    open_versions = counted(tune.left_open, "more version")
    takes = "takes" if tune.left_open == 1 else "take"
    return (
        f"Not found yet. {open_versions} may {_meet(tune)}, but {takes} more games to check. "
        f"Nearest so far: {nearest}."
    )


def _is_estimate_within(tune: TuneResults) -> bool:
    """Return True if all estimates of the leading version are within the bounds of their targets.

    If not, the version can only meet the targets if its estimates are wrong by chance.
    """
    return all(
        judged.is_estimate_within for point in tune.leading for judged in point.results.judged()
    )


def _are_seats_unclear(tune: TuneResults) -> bool:
    """Return True if some seat may need points, no seat clearly does, and no change helps."""
    has_weak_seat = tune.seats is not None and bool(tune.seats.weak)
    return tune.needs_clear_seats and not has_weak_seat and tune.leading[0].is_base


def describe_unclear_seats(tune: TuneResults) -> str:
    """Return a sentence for seats if too few games show which of them win too little.

    The judged games may show it of a seat, although those before the search did not.
    """
    results = tune.base.at_confidence(tune.overall_confidence)
    fair = results.decided_fair_share
    rates = list(results.joint_win_rates().values())
    seat = min(range(len(rates)), key=lambda number: rates[number].value)
    rate = rates[seat]
    wins = _range_of_100(rate.low, rate.high)
    name = "The first player" if seat == 0 else f"Seat {seat + 1}"
    unknown = "what helps" if rate.high < fair else "which seat needs help"
    return (
        f"Too few games to tell {unknown}. {name} wins least: {wins} of 100 games, where "
        f"{100 * fair:.0f} would be fair."
    )


def _meets(tune: TuneResults) -> str:
    """Return what a version does that meets all targets, as in "meets your target".

    With --even alone, users set no target of their own.
    """
    if _is_even_only(tune):
        return f"makes the seats even{_for_all_players(tune)}"
    return f"meets {name_targets(tune)}"


def _meet(tune: TuneResults) -> str:
    """Return the infinitive of `_meets`, as in "meet your target"."""
    if _is_even_only(tune):
        return f"make the seats even{_for_all_players(tune)}"
    return f"meet {name_targets(tune)}"


def _meets_exactly(tune: TuneResults) -> str:
    """Return the words of `_meets`; with --even alone, they define what even seats are."""
    if not _is_even_only(tune):
        return _meets(tune)
    seats = f"brings every seat within {100 * EVEN:g} win in 100 of its fair share"
    return f"{seats}{_for_all_players(tune)}"


def _for_all_players(tune: TuneResults) -> str:
    """Return words such as " for 3 and 4 players"; "" if targets hold for one number of players."""
    return f" for {listed([*map(str, tune.players)])} players" if tune.players else ""


def name_targets(tune: TuneResults) -> str:
    """Return the targets as in "your target", "both targets" or "all 3 targets"."""
    count = len(tune.figures)
    targets = {1: "your target", 2: "both targets"}.get(count, f"all {count} targets")
    return f"{targets}{_for_all_players(tune)}"


def describe_setting(tune: TuneResults, point: SweepPoint) -> str:
    """Return the changes of a version, as in "setting chips to 8 and hand_size to 2"."""
    settings = []
    seats_by_points: dict[float, list[str]] = {}
    for change in tune.changes(point):
        seat = _seat_paid(change)
        if seat:
            seats_by_points.setdefault(change.value, []).append(seat)
        else:
            settings.append(f"{change.rule} to {written(change.value)}")
    clauses = []
    if settings:
        clauses.append(f"setting {listed(settings)}")
    if seats_by_points:
        gifts = [_describe_gift(*gift) for gift in seats_by_points.items()]
        clauses.append(f"giving {listed(gifts)} at the start{_explain_halves(tune, point)}")
    return " and ".join(clauses)


def _describe_gift(points: float, seats: Sequence[str]) -> str:
    """Return the points that seats get, as in "half a point each to seats 3 and 4"."""
    if len(seats) == 1:
        return f"{write_points(points)} to seat {seats[0]}"
    return f"{write_points(points)} each to seats {listed(seats)}"


def _explain_halves(tune: TuneResults, point: SweepPoint) -> str:
    """Return a clause on what half a point is good for; "" if none is given or it is counted."""
    if not gives_tie_breaks(tune, point):
        return ""
    gifts = [change.value for change in tune.changes(point) if _seat_paid(change)]
    return " (it wins ties)" if set(gifts) == {0.5} else " (half a point breaks ties)"


def gives_tie_breaks(tune: TuneResults, point: SweepPoint) -> bool:
    """Return True if a version gives a seat half a point that only decides who wins a tie."""
    gifts = [change.value for change in tune.changes(point) if _seat_paid(change)]
    return any(points % 1 for points in gifts) and _do_halves_break_ties(tune)


def _do_halves_break_ties(tune: TuneResults) -> bool:
    """Return True if half a point of a head start only decides who wins a tie on points."""
    options = tune.base.game.options
    return any(isinstance(option, HalfPoints) and option.breaks_ties for option in options)


def _capital_setting(tune: TuneResults, point: SweepPoint) -> str:
    """Return the text of `describe_setting` for a version, with a capital letter."""
    return capital(describe_setting(tune, point))


def pays_a_seat(tune: TuneResults) -> bool:
    """Return True if the leading version gives points to a seat."""
    return any(_seat_paid(change) for change in tune.changes(tune.leading[0]))


def _seat_paid(change: RuleChange) -> str:
    """Return the seat that begins with more points after a change; "" if none does."""
    name, _, seat = change.rule.partition(".")
    if name != HEAD_START or not seat or not change.value > (change.current or 0):
        return ""
    return seat


def write_points(number: float) -> str:
    """Return a number of points in words, such as "half a point" or "2 points"."""
    if number == 0.5:
        return "half a point"
    return "1 point" if number == 1 else f"{number:g} points"


def make_target_items(tune: TuneResults) -> Iterator[Item]:
    """Yield an item for each target that the nearest version misses, if none meets all targets.

    The table of versions has the verdicts on all targets. Nothing is yielded if even seats are the
    only target and `describe_gain` already describes them.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    if tune.verdict != "none" or describe_gain(tune):
        return
    results = tune.leading[0].results
    for judged in results.judged():
        if judged.verdict.word == "misses":
            mark, word = VERDICTS[judged.verdict.word]
            yield Item(_describe_target(results, judged), word, mark)


def _describe_target(results: RunResults, judged: JudgedTarget) -> str:
    """Return a sentence with the figure of a target, its estimate and its bounds."""
    figure = results.figure(judged.target.figure)
    target = wording.target_text(judged.target, figure.unit)
    estimate = _with_plus_minus(judged.estimate, results, judged.target)
    return in_games(f"{_say_figure(figure, estimate)}; target: {target}.")


def _say_figure(figure: Figure, estimate: str, suffix: str = "") -> str:
    """Return a figure with its name, as in "58 ± 2 minutes on average".

    Parameters
    ----------
    figure
        The figure.
    estimate
        Its value with half the width of its interval.
    suffix
        Words on the number of players; may be empty.
    """
    if figure.path == MINUTES:
        return f"{estimate} minutes on average{suffix}"
    return f"{capital(figure.title)}{suffix} {estimate}"


def in_games(text: str) -> str:
    """Return a text in which percentage points are written as "in 100 games".

    This avoids confusion with the points of the game.
    """
    return text.replace("percentage points", "in 100 games")


def _with_plus_minus(estimate: Estimate, results: RunResults, target: Target) -> str:
    """Return a text with a figure, half the width of its interval, and its unit."""
    unit = results.figure(target.figure).unit
    if not math.isfinite(estimate.high - estimate.low):
        return wording.value(estimate, unit)
    return wording.with_unit(wording.with_half(estimate, unit), unit)


# The answer to "Effects?"


def describe_changed_hand(tune: TuneResults) -> list[Item]:
    """Return an item for each changed rule on the cards in a hand, which players notice."""
    items = []
    for change in tune.changes(tune.leading[0]):
        if change.rule == HAND_SIZE:
            cards = counted(change.value, "card")
            items.append(Item(f"Players hold {cards}, not {written(change.current)}."))
        elif "hand" in change.rule.split("_"):
            text = f"{change.rule} is {written(change.value)} instead of {written(change.current)}"
            items.append(Item(f"Players notice the changed hand: {text}."))
    return items


def describe_effects(tune: TuneResults) -> list[Item]:
    """Return items on side effects: a changed hand, and changed figures without targets."""
    items = describe_changed_hand(tune)
    changes = []
    for point, compared in tune.side_effects[:_MOST_SIDE_EFFECTS]:
        changes.append(_describe_change(compared, tune.players_suffix(point)))
    if changes:
        items.append(Item(in_games(f"Players may notice: {'; '.join(changes)}.")))
        return items
    games = min(point.results.run.games for point in tune.leading)
    if tune.may_have_side_effects:
        another = " other" if items else ""
        items.append(
            Item(f"No{another} effect seen in {whole(games)} games; small ones need more games.")
        )
    else:
        nothing = "Nothing else, apart from your targets."
        if not items:
            nothing = "None a player would notice."
        items.append(Item(nothing))
    return items


def _describe_change(compared: FigureComparison, suffix: str) -> str:
    """Return a change in words, as in "lead changes per game down by 0.19 ± 0.12"."""
    change = compared.difference.estimate
    direction = "up" if change.value > 0 else "down"
    size = change if change.value > 0 else change.negated()
    unit = replace(compared.unit, signed=False)
    text = wording.with_unit(wording.with_half(size, unit), unit)
    name = _SHORT_NAMES.get(compared.definition.kind, compared.definition.title)
    return f"{name}{suffix} {direction} by {text}"


# The answer to "Holds?"


def judge_targets_with_others(tune: TuneResults) -> list[Item]:
    """Return an item per target: the verdict with the good players furthest from meeting it.

    A target has an item for each number of players that it must hold for. The list is empty if no
    other players played, or if their strength is not known.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    return [
        item
        for point, robustness in zip(tune.leading, tune.robustness, strict=False)
        if robustness.ranked.is_known
        for item in _judge_with_others(tune, point, _keep_good_players(robustness))
    ]


def _keep_good_players(robustness: Robustness) -> Robustness:
    """Return the results without the levels of players that are not good."""
    return replace(robustness, levels=tuple(robustness.ranked.sensible))


def _judge_with_others(tune: TuneResults, point: SweepPoint, robustness: Robustness) -> list[Item]:
    """Return an item per target: the verdict with the good players furthest from meeting it.

    Targets for the figures of strategies are left out. `robustness` has only levels of good
    players. Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    items = []
    kinds = len(robustness.levels)
    players = f"with the furthest off of {kinds} groups of good players"
    if kinds == 1:
        players = "with the only good players known"
    stopped = ", stopped early" if robustness.stopped else ""
    for judged_target in point.results.judged():
        target = judged_target.target
        if target.figure.startswith("strateg"):
            continue
        judged = judge_at_levels(target, robustness)
        figure = tune.figure(target.figure)
        word = judged.verdict.word
        estimate = _with_plus_minus(judged.estimate, point.results, target)
        text = (
            f"{_say_figure(figure, estimate, tune.players_suffix(point))} {players} "
            f"({judged.level}){stopped}."
        )
        items.append(Item(in_games(text), _WITH_OTHERS[word], VERDICTS[word][0]))
    return items


# The answer to "Seats?"


def describe_gain(tune: TuneResults) -> str:
    """Return a sentence on the least fair seat in the leading version and under the current rules.

    It is "" unless even seats are the only target, it is for a single number of players, and the
    leading version changes the rules.
    """
    leading = tune.leading[0]
    if not _asks_only_for_evenness(tune) or len(tune.leading) > 1 or leading.is_base:
        return ""
    then, now = (
        wording.with_half(results.estimate(SEAT_SPREAD), SHARE)
        for results in (leading.results, tune.base)
    )
    return (
        f"The least fair seat is then off by {then} in 100 games; under the current rules it is "
        f"off by {now}."
    )


def describe_limit(tune: TuneResults) -> str:
    """Return a sentence that head starts come no nearer to even seats, and on rules that may help.

    It is "" unless --even tried head starts without success, and set the only target.
    """
    if tune.verdict != "none" or not tune.seats or not _is_even_only(tune):
        return ""
    limit = "Points come no nearer"
    helpful = [version[0].label for version in tune.helpful[:_MOST_HELPFUL]]
    return f"{limit}; {listed(helpful, 'or')} may help." if helpful else f"{limit}."


def describe_missing_starter(tune: TuneResults) -> str:
    """Return sentences that no rule of the game sets who starts, and on what players can do.

    They are "" without --even, and if a rule does.
    """
    game = tune.base.game
    if "--even" not in tune.request or fairness.has_starting_rule(game):
        return ""
    return (
        f"{game.title} has no rule about who starts, so changing it is not among the versions. "
        f"{fairness.describe_taking_turns(tune.base.players)}"
    )


def make_seat_table(versions: Sequence[RunResults]) -> Table:
    """Return the wins of each seat in 100 games, and how far they are from the fair share.

    There is a column for each version: the current rules and, if there are two, the changed rules.
    The last column has the distances in the last version.
    """
    headings = [Heading("seat", numeric=False), Heading("as now")]
    if len(versions) > 1:
        headings.append(Heading("with the change"))
    headings.append(Heading("still off by" if len(versions) > 1 else "off by"))
    fair = versions[-1].decided_fair_share
    rows = []
    for number, seats in enumerate(zip(*(results.seats() for results in versions), strict=True), 1):
        row = [Cell(str(number))]
        for seat in seats:
            row.append(Cell(wording.with_half(seat.win_rate, SHARE), seat.win_rate.value))
        rate = seats[-1].win_rate
        row.append(Cell(wording.number(rate.value - fair, half_width(rate), POINTS)))
        rows.append(row)
    return Table("", headings, rows)


def describe_head_starts(head_starts: HeadStarts) -> str:
    """Return a sentence on the win rate of a seat with each head start."""
    return _head_start_sentence(head_starts, head_starts.tried[1:])


def describe_nearest_head_starts(head_starts: HeadStarts) -> str:
    """Return a sentence on the two head starts between which the fair share lies."""
    nearest = [start for start in head_starts.around if start and start.points]
    return _head_start_sentence(head_starts, nearest)


def _head_start_sentence(head_starts: HeadStarts, starts: Sequence[HeadStart]) -> str:
    """Return a sentence on the win rates of a seat with no head start and with each of `starts`."""
    without = head_starts.tried[0]
    rates = [f"{_wins(without)} of 100 games without a head start"]
    rates += [f"{_wins(start)} with {write_points(start.points)}" for start in starts]
    fair = 100 * head_starts.fair_share
    return f"Seat {head_starts.seat} wins {listed(rates)}; {fair:.0f} would be fair."


def describe_crossing(below: HeadStart, above: HeadStart) -> str:
    """Return a sentence on two adjacent head starts: the first too small, the second too large."""
    larger = write_points(above.points)
    if not below.points:
        return f"{capital(larger)} is the smallest head start, and it is already too much."
    return (
        f"With {write_points(below.points)} it wins too little, with {larger} too much; no head "
        "start is in between."
    )


def _wins(start: HeadStart) -> str:
    """Return the win rate with a head start as text, with half the width of its interval."""
    return wording.with_half(start.win_rate, SHARE)


# Commands to run next


def suggest_next_steps(tune: TuneResults) -> list[Step]:
    """Return up to three commands that a designer probably wants next, with their purposes.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    if tune.verdict == "undecided":
        return [_step_to_decide(tune), *_step_to_leading(tune)]
    if tune.verdict == "none":
        return [*_steps_to_other_rules(tune)[:2], *_step_to_leading(tune)]
    steps = [Step("Play it", _write_version_command(tune, "run"))]
    if any(item.name == "too few games" for item in judge_targets_with_others(tune)):
        steps.insert(0, Step("Ask more players", write_search(tune, "--robust")))
    command = _write_version_command(tune, "report", "--out", f"{tune.base.game.name}.html")
    steps.append(Step("Send it", command, writes_report=True))
    return steps[:3]


def _step_to_decide(tune: TuneResults) -> Step:
    """Return the command that continues an undecided search with more games.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    games = _games_to_decide(tune)
    command = write_search(tune, "--games", spoken.games_option(games))
    seconds = sum(run.elapsed for run in tune.all_runs) * games / tune.base.run.study.games
    is_decisive = _list_needed_games(tune) and not _are_seats_unclear(tune)
    return Step("Decide it" if is_decisive else "Be surer", command, seconds)


def _step_to_leading(tune: TuneResults) -> list[Step]:
    """Return a list with the command that plays the leading version, if it changes the rules.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    if tune.leading[0].is_base:
        return []
    is_likely = "undecided" in tune.verdicts and _is_estimate_within(tune)
    purpose = "Play the likeliest" if is_likely else "Play the nearest"
    return [Step(purpose, _write_version_command(tune, "run"))]


def _write_version_command(tune: TuneResults, name: str, *more: str) -> str:
    """Return a command line for the rules of the leading version."""
    point = tune.leading[0]
    words = []
    for change in tune.changes(point):
        words += [f"--{change.rule}", written(change.value)]
        if change.rule not in FIELDS:
            words[-2:] = ["--rule", f"{change.rule}={written(change.value)}"]
    study = tune.base.run.study
    return fairness.write_command(study, name, *words, *fairness.list_players(study), *more)


def _steps_to_other_rules(tune: TuneResults) -> list[Step]:
    """Return the commands that may lead to a better version.

    They are searches with more values, more rules or other head starts, and a sweep of a rule. The
    list is empty if none of these is promising.
    """
    steps = []
    wider = _widen_search(tune)
    if wider:
        steps.append(Step("Try more values", wider))
    if tune.helpful:
        study = tune.leading[0].results.run.study
        texts = [_vary_with_current(study, change) for change in _helpful_rules(tune)]
        more = [word for text in texts for word in ("--vary", text)]
        steps.append(Step("Vary more rules", write_search(tune, *more)))
    points = nearest_points(tune)
    if points:
        steps.append(Step("Try other points", write_search(tune, "--vary", points)))
    axis = next((axis for axis in tune.axes if axis.is_number and _is_worth_a_sweep(axis)), None)
    if axis:
        vary = ["--vary", f"{axis.name}={','.join(map(written, axis.values))}"]
        study = tune.base.run.study
        command = fairness.write_command(study, "sweep", *vary, *fairness.list_players(study))
        steps.append(Step(f"See what {axis.name} does", command))
    if not steps and _is_even_only(tune):
        steps.append(Step("Try all other rules", write_search(tune, "--vary", "all")))
    return steps


def _is_worth_a_sweep(axis: Axis) -> bool:
    """Return True for an axis that is neither the number of players nor a head start.

    The search has already judged head starts.
    """
    return axis.name != "players" and not axis.name.startswith(f"{HEAD_START}.")


def _widen_search(tune: TuneResults) -> str:
    """Return a command that searches with more values of the only changed rule.

    It is "" unless the lowest or the highest value comes nearest to the targets. It is also "" if
    Fathom itself would not choose values further away.
    """
    changes = tune.changes(tune.leading[0])
    if len(changes) != 1 or "." in changes[0].rule:
        return ""
    [change] = changes
    [axis] = [axis for axis in tune.axes if axis.name == change.rule]
    if not axis.is_number or not isinstance(change.current, int | float):
        return ""
    lowest, highest = min(axis.values), max(axis.values)
    is_low = change.value == lowest < change.current and lowest > change.current / 2
    is_high = change.value == highest > change.current and highest < 1.5 * change.current
    if not (is_low or is_high):
        return ""
    request = [change.rule if word.startswith(f"{change.rule}=") else word for word in tune.request]
    return fairness.write_command(tune.base.run.study, "tune", *request)


def _vary_with_current(study: Study, change: str) -> str:
    """Return the text for --vary that tries a change of a rule, as "coins" does for "coins=true".

    An entry of a rule is varied between its current value and that of the change.
    """
    name, _, value = change.partition("=")
    if "." not in name:
        return name
    return f"{name}={written(value_of(study, name))},{value}"


def _helpful_rules(tune: TuneResults) -> list[str]:
    """Return the changes of the best version with one more rule changed, such as "coins=true".

    The list is empty if no such version is better.
    """
    return [text for version in tune.helpful[:1] for text in version[0].label.split(" ")]


def nearest_points(tune: TuneResults) -> str:
    """Return a text for --vary with the head starts whose win rates enclose the fair share.

    The text is "" if no head starts were tried, if a version meets all targets, if no two head
    starts enclose the fair share, if no head start lies between them, or if the search varied them
    already.
    """
    head_starts = tune.head_starts
    if head_starts is None or tune.verdict == "meets" or head_starts.is_crossed:
        return ""
    below, above = head_starts.around
    if below is None or above is None:
        return ""
    rule = f"{HEAD_START}.{head_starts.seat}"
    nearest = sorted({0.0, below.points, above.points})
    if any(axis.name == rule and set(nearest) <= set(axis.values) for axis in tune.axes):
        return ""
    return f"{rule}={','.join(f'{number:g}' for number in nearest)}"


def _games_to_decide(tune: TuneResults) -> int:
    """Return the number of games that would probably decide the search.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    allowed = tune.base.run.study.games
    if _are_seats_unclear(tune):
        results = tune.base.at_confidence(tune.overall_confidence)
        reach = max(map(half_width, results.joint_win_rates().values()))
        games = max(_MORE_GAMES * allowed, results.run.games * (reach / EVEN) ** 2)
        return two_digits(games)
    games = _MORE_GAMES * max(allowed, *(run.games for run in tune.arms_run.runs))
    needed = _list_needed_games(tune)
    if needed:
        games = max(games, tune.leading[0].results.run.games + max(needed))
    return two_digits(games)


def _list_needed_games(tune: TuneResults) -> list[int]:
    """Return the further games that the leading version needs for each undecided target.

    Targets for which no number can be estimated are left out. Raise `UsageError` if a target is
    invalid or has an unknown figure.
    """
    return [
        judged.verdict.more_games
        for point in tune.leading
        for judged in point.results.judged()
        if judged.verdict.word == "undecided" and judged.verdict.more_games
    ]


def command_for_others(tune: TuneResults) -> str:
    """Return the command of the search that also tries other players, or "" if it would not.

    They play only if a version meets all targets.
    """
    if tune.verdict != "meets" or tune.base.contest != "seats":
        return ""
    return write_search(tune, "--robust")


def write_search(tune: TuneResults, *more: str) -> str:
    """Return the command line of the search, with more options."""
    return fairness.write_command(tune.base.run.study, "tune", *tune.request, *more)
