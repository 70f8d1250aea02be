"""The first page of a comparison: short answers on what differs, and on which version is best."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import replace

from scipy.special import ndtri

from reports.compare.balance import find_uneven_team
from reports.compare.best import (
    Ranking,
    describe_best,
    describe_ranking,
    find_best,
    find_extremes,
    find_intended_lengths,
    has_only_player_counts,
    list_versions,
    measures_skill,
    rank_by_fairness,
    rank_by_skill,
)
from reports.compare.difference import same_games
from reports.compare.ranking import Weight, judge_weight, more_games, rank, sort_key
from reports.compare.results import ArmPair, ComparisonResults, FigureComparison, RuleUsers
from reports.compare.seats import is_stored
from reports.compare.sentences import (
    PLAYERS_LABEL,
    describe_difference,
    quote_label,
    quote_second_label,
    write_value,
)
from reports.figures import figure as kinds
from reports.figures.figure import Figure
from reports.figures.statistics import Estimate, half_width, two_digits
from reports.run import fairness
from reports.run.results import RunResults
from reports.run.sentences import write_lengths
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Item, Step, Table, Tone
from reports.writing.wording import capital, listed, uncapital
from simulate.play.extra_runs import MOST_BEGINNER_GAMES
from simulate.study import Study
from strategies import strategies_for, thinkers_for

#: The largest number of rows of the table on the first page.
MOST_ROWS = 7
#: The same if the table is about players who use a rule, or about stored runs, which takes more
#: sentences.
_MOST_ROWS_AMONG_SENTENCES = 5
#: The width of the column of names, and the largest number of lines of a name.
_NAME_WIDTH, _MOST_NAME_LINES = 26, 2
#: The largest number of versions in a table on the first page.
MOST_VERSIONS = 8
#: The largest number of characters of a line of a label in a narrow heading.
_WIDEST_LABEL = 9
#: The largest number of characters of a label in the purpose of a step.
_LONGEST_LABEL = 20
#: The largest number of characters of a command that is repeated in the answer to "Trust?".
_LONGEST_COMMAND = 75
#: The smallest share of games that is written as a number out of 100.
_LEAST_SHARE = 0.01
#: The largest number of versions that are described.
_MOST_DESCRIBED = 3
#: The largest number of games that a next step suggests.
_MOST_GAMES = 1_000_000
#: The number of games of a next step, as a multiple of the games played, if the number that would
#: decide a difference is not known.
_MORE = 10
#: The error probability of the intervals that `make_decisive_interval` widens.
_ERROR = 0.05
#: The words for a larger and for a smaller figure, by kind.
_DIRECTIONS: dict[str, tuple[str, str]] = {
    kinds.LENGTH: ("longer", "shorter"),
    kinds.SEAT_SPREAD: ("less fair", "fairer"),
    kinds.SKILL: ("more", "fewer"),
    kinds.LEAD_CHANGES: ("more", "fewer"),
    kinds.CLOSE_GAMES: ("more", "fewer"),
}
#: The beginnings of sentences on whether a figure differs.
_VERDICTS: dict[Weight, str] = {
    "large": "Yes.",
    "small": "Hardly.",
    "unclear": "Too few games to tell.",
    "same": "No.",
}
#: The beginnings of sentences on the wins of players who win together, if a figure clearly differs.
VERDICTS_ON_WINS: dict[Weight, str] = {
    "large": "Yes.",
    "unclear": "Yes, though perhaps not in wins.",
    "small": "Yes, but hardly in wins.",
    "same": "Yes, but not in wins.",
}
_HIGHER_OR_LOWER = ("higher", "lower")
#: Short names of figures for the table, by kind.
_NAMES: dict[str, str] = {
    kinds.SEAT_SPREAD: "least fair seat is off by",
    kinds.LEAD_CHANGES: "lead changes",
    kinds.SKILL: "a good player wins",
    kinds.CLOSE_GAMES: "decided by one point",
    kinds.COMEBACKS: "wins from last place",
    kinds.LEADS: "half-time leader wins",
}
_DOT = "\N{MIDDLE DOT}"


def describe_games(comparison: ComparisonResults) -> str:
    """Return the games and the players, as in "2,000 games each · styles: planner, random"."""
    numbers = [results.run.games for results in comparison.arms.values()]
    if not comparison.is_paired:
        return f"stored results, not played again {_DOT} {_write_range(numbers)} games each"
    study = comparison.first.run.study
    clauses = [f"{_write_range(numbers)} games each"]
    lineups = {results.run.study.strategies for results in comparison.arms.values()}
    if len(lineups) == 1:
        clauses.append(spoken.describe_players(study))
    elif all(len(strategies) == 1 for strategies in lineups):
        clauses.append("at each table, all play the same style")
    return f" {_DOT} ".join(clauses)


def describe_arms(comparison: ComparisonResults) -> list[str]:
    """Return short descriptions of versions whose labels do not say what they are.

    The list is empty for a grid, and if more than `_MOST_DESCRIBED` versions need a description.
    """
    variants = {results.run.study.variant for results in comparison.arms.values()}
    sentences = []
    for label, results in comparison.arms.items():
        study = results.run.study
        clauses = []
        if len(variants) > 1 and study.variant != results.game.default_variant:
            clauses.append(results.game.variants[study.variant].meaning.rstrip("."))
        changes = [change for change in study.changes if change not in label]
        if changes and comparison.is_paired:
            clauses.append(wording.rules_text(changes))
        if clauses:
            sentences.append(f"{label}: {'; '.join(clauses)}.")
    return sentences if len(sentences) <= _MOST_DESCRIBED and not comparison.design else []


def describe_changes(comparison: ComparisonResults) -> list[str]:
    """Return sentences on what changed between stored runs; empty for versions that were played.

    If no rule, player or line of a file changed, the only sentence is the reason why the runs were
    not played again.
    """
    if comparison.is_paired:
        return []
    sentences = []
    for label, changes in comparison.changes.items():
        if changes:
            beginning = "Changed" if len(comparison.changes) == 1 else f"Changed in {label}"
            sentences.append(f"{beginning}: {changes}.")
    return sentences or [f"{capital(comparison.changed)}."]


def _write_range(numbers: Sequence[int]) -> str:
    """Return the range of numbers as text: "400 to 2,000", or "400" if all are the same."""
    least, most = min(numbers), max(numbers)
    return wording.whole(most) if least == most else f"{least:,} to {most:,}"


# Comparisons of two versions


def describe_rule_users(comparison: ComparisonResults, rule_users: RuleUsers) -> list[str]:
    """Return sentences on a rule that the players of a comparison hardly use.

    The first says what it changes for players who use it. The second is on the most important clear
    difference for the players of the comparison, if there is one.
    """
    # The line on the games names the style, too.
    players, *_ = spoken.describe_players(comparison.first.run.study).split(" (")
    [pair] = comparison.pairs
    verdict = f"Not for {players}, who never use this rule."
    if not same_games(*pair.results):
        changed = f"about {100 * rule_users.share:.0f}"
        if rule_users.share < _LEAST_SHARE:
            changed = "fewer than 1"
        verdict = f"Hardly for {players}: the rule changes {changed} of 100 of their games."
    sentences = [f"{verdict} {_describe_use(rule_users)}"]
    ranked = rank([pair])
    if ranked.large:
        sentences.append(describe_change(pair.figures[ranked.large[0]], pair))
    return sentences


def _describe_use(rule_users: RuleUsers) -> str:
    """Return a sentence on what a rule changes if the strongest style that uses it plays."""
    pair = rule_users.pair
    ranked = rank([pair])
    if ranked.large:
        change = uncapital(describe_change(pair.figures[ranked.large[0]], pair))
        return f"With {rule_users.strongest} players, {change}"
    if ranked.unclear:
        return f"Too few games to tell with {rule_users.strongest} players, who use it."
    return f"Nor does anything noticeable change with {rule_users.strongest} players, who use it."


def describe_pair(pair: ArmPair) -> str:
    """Return sentences on whether two versions differ, with the most important difference."""
    ranked = rank([pair])
    if _has_joint_wins([pair]):
        return _describe_change_of_joint_wins(pair, has_large_change=bool(ranked.large))
    if ranked.large:
        return f"Yes. {describe_change(pair.figures[ranked.large[0]], pair)}"
    if same_games(*pair.results):
        return "No. Every game went the same in both versions."
    if ranked.unclear:
        return "Too few games to tell whether anything changes that people notice."
    return "No. Nothing changes that people would notice."


def _has_joint_wins(pairs: Sequence[ArmPair]) -> bool:
    """Return True if all players win together in all versions, and their wins are compared."""
    return all(
        kinds.GAMES_WON in pair.figures
        and _is_joint_win_rate(pair.figures[kinds.GAMES_WON].definition, pair.results[0])
        for pair in pairs
    )


def _is_joint_win_rate(figure: Figure, results: RunResults) -> bool:
    """Return True for the win rate of players who all win together."""
    return figure.path == kinds.GAMES_WON and results.contest == "together"


def _players_win(pair: ArmPair) -> str:
    """Return "the players win", or "the player wins" if there is one in both versions."""
    return spoken.players_win(max(results.players for results in pair.results))


def _sort_key_of_joint_wins(pair: ArmPair) -> tuple[float, ...]:
    """Return a sort key by which the pair with the most important change of wins comes first."""
    figure = pair.figures[kinds.GAMES_WON]
    return (list(VERDICTS_ON_WINS).index(judge_weight(figure)), *sort_key(figure, pair))


def _describe_change_of_joint_wins(pair: ArmPair, *, has_large_change: bool) -> str:
    """Return the verdict on two versions of a game in which all players win together.

    `has_large_change` is True if any figure clearly differs.
    """
    figure = pair.figures[kinds.GAMES_WON]
    verdicts = VERDICTS_ON_WINS if has_large_change else _VERDICTS
    return f"{verdicts[judge_weight(figure)]} {describe_change(figure, pair)}"


def describe_change(figure: FigureComparison, pair: ArmPair) -> str:
    """Return a sentence with the values of a figure in both versions, as a person says it."""
    definition = figure.definition
    if definition.kind == kinds.LINEUP and definition.is_win_rate:
        return describe_difference(figure, pair)
    if not all(math.isfinite(estimate.value) for estimate in (figure.first, figure.second)):
        # "none" has no unit.
        return describe_difference(figure, pair)
    a, b = quote_second_label(pair.a), quote_label(pair.b)
    fair = [results.fair_share for results in pair.results]
    first, second = _write_values(figure, fair)
    beginning, unit = _begin_sentence(figure, pair)
    end = ""
    if definition.kind == kinds.ADVANTAGE:
        shares = f"{100 * fair[0]:.3g}"
        if fair[0] != fair[1]:
            shares = f"{100 * fair[1]:.3g} and {100 * fair[0]:.3g}"
        end = f"; {shares} would be fair"
    return f"{beginning} {second}{unit} with {b}, {first} with {a}{end}."


def _begin_sentence(figure: FigureComparison, pair: ArmPair) -> tuple[str, str]:
    """Return the beginning of a sentence on a figure, and the words after its value."""
    definition = figure.definition
    results = pair.results[0]
    rival = "seat" if results.contest == "seats" else "side"
    first = "first player" if rival == "seat" else "side that begins"
    wins: dict[str, str] = {
        kinds.SKILL: "A good player among beginners wins",
        kinds.ADVANTAGE: f"The {first} wins",
    }
    if definition.is_win_rate:
        wins[definition.kind] = f"{capital(definition.member)} wins"
    if _is_joint_win_rate(definition, results):
        wins[definition.kind] = capital(_players_win(pair))
    if definition.kind == kinds.GROUPS and definition.measure == kinds.WIN_RATE:
        wins[definition.kind] = f"{capital(definition.of[-1])} won"
    if definition.kind in wins:
        return wins[definition.kind], " of 100 games"
    if definition.kind == kinds.LENGTH and definition.measure == kinds.MEAN:
        end = " on average" if definition.path == kinds.MINUTES else ""
        return "Games take", f" {definition.of[0]}{end}"
    if definition.kind == kinds.SEAT_SPREAD:
        return f"The least fair {rival} is off by", " in 100 games"
    if definition.kind == kinds.LEAD_CHANGES:
        return "The lead changes", " times a game"
    unit = "%" if definition.unit.share else ""
    return f"{capital(definition.title)}:", unit


def _write_values(figure: FigureComparison, fair: Sequence[float]) -> tuple[str, str]:
    """Return both values of a figure without units, with 0 to 2 decimals.

    The number of decimals depends on the size and precision of the values. The texts may be equal.

    The first-player advantage becomes the win rate of the first player. `fair` has the fair share
    of each version, which depends on its number of players.
    """
    scale = figure.definition.unit.scale
    values = [scale * figure.first.value, scale * figure.second.value]
    if figure.definition.kind == kinds.ADVANTAGE:
        values = [value + scale * share for value, share in zip(values, fair, strict=True)]
    reach = scale * half_width(figure.difference.estimate)
    is_whole = min(map(abs, values)) >= 10 and round(values[0]) != round(values[1])
    decimals = 1
    if is_whole:
        decimals = 0
    elif max(map(abs, values)) < 1 or (0 < reach < 0.05 and _look_alike(values, 1)):
        decimals = 2
    first, second = (_write_number(value, decimals) for value in values)
    if figure.is_exact and all(value == round(value) for value in values):
        return wording.typeset(f"{values[0]:,.0f}"), wording.typeset(f"{values[1]:,.0f}")
    return first, second


def _write_number(value: float, decimals: int) -> str:
    """Return a number with some decimals; below 1,000, halves are rounded up."""
    if abs(value) < 1_000:
        return wording.typeset(wording.round_half_up(value, decimals))
    return wording.typeset(f"{value:,.{decimals}f}")


def _look_alike(values: Sequence[float], decimals: int) -> bool:
    """Return True if two of the values are equal when written with this number of decimals."""
    return len({f"{value:.{decimals}f}" for value in values}) < len(values)


def make_pair_table(pair: ArmPair, players: str = "") -> tuple[Table, list[Item]]:
    """Return a table of the most important differences in words, and items on what it leaves out.

    Clear differences come first, then those that more games would decide. The main figures that do
    not differ follow if there is room.

    Parameters
    ----------
    pair
        The compared versions.
    players
        The style that plays them, which the heading names; "" for the players of the comparison.
    """
    ranked = rank([pair])
    same = [path for path in ranked.small if _is_main(pair.figures[path].definition)]
    unclear = list(ranked.unclear)
    most = MOST_ROWS
    if players or is_stored(pair.results[0]):
        most = _MOST_ROWS_AMONG_SENTENCES
    room_for_unclear = max(2, most - len(ranked.large) - len(same))
    paths = [*ranked.large[: most - min(2, len(unclear))], *unclear[:room_for_unclear], *same]
    paths = _choose_rows(pair, [path for path in paths if _is_known(pair.figures[path])], most)
    rule, names = _name_versions([pair.a, pair.b])
    if players:
        rule = f"{players} players, {rule}".removesuffix(", ")
    headings = [Heading(rule, numeric=False)]
    headings += [Heading(name, short=_break_label(name)) for name in names]
    headings += [Heading("difference"), Heading("", numeric=False)]
    rows = []
    for path in paths:
        figure = pair.figures[path]
        word, tone = describe_direction(figure)
        rows.append(
            [
                Cell(_short_name(figure.definition, pair)),
                *map(Cell, _table_values(figure, pair)),
                Cell(_write_difference(figure)),
                Cell(word, tone=tone),
            ]
        )
    return Table("", headings, rows), _name_the_rest(pair, paths)


def _choose_rows(pair: ArmPair, paths: Sequence[str], most: int) -> list[str]:
    """Return the paths of figures whose rows fit into `most` lines, except very long names."""
    chosen = []
    lines = 0
    for path in paths:
        name = _short_name(pair.figures[path].definition, pair)
        needed = len(textwrap.wrap(name, _NAME_WIDTH))
        if needed <= _MOST_NAME_LINES and lines + needed <= most:
            chosen.append(path)
            lines += needed
    return chosen


def _break_label(label: str) -> str:
    """Return a label in several lines, broken at spaces and after the name of a rule."""
    [broken] = wording.brief_labels([label.replace("=", "= ")], _WIDEST_LABEL)
    return broken


def _short_name(figure: Figure, pair: ArmPair) -> str:
    """Return the name of a figure in the table on the first page."""
    is_of_seats = pair.results[0].contest == "seats"
    if figure.kind == kinds.ADVANTAGE:
        first = "first player" if is_of_seats else "first side"
        return f"{first} wins" if _has_one_fair_share(pair) else f"{first} against fair"
    if figure.kind == kinds.SEAT_SPREAD and not is_of_seats:
        return "least fair side is off by"
    if figure.path == kinds.MINUTES:
        return "minutes on average"
    if figure.kind == kinds.LENGTH:
        return figure.of[0]
    if figure.is_win_rate:
        is_joint = _is_joint_win_rate(figure, pair.results[0])
        return _players_win(pair) if is_joint else f"{figure.member} wins"
    return _group_name(figure) or _NAMES.get(figure.kind, figure.title)


def _group_name(figure: Figure) -> str:
    """Return the short name of a figure of a group; empty for any other figure."""
    if figure.kind != kinds.GROUPS:
        return ""
    group = figure.of[-1]
    return f"wins of {group}" if figure.measure == kinds.WIN_RATE else f"{group} against fair"


def _table_values(figure: FigureComparison, pair: ArmPair) -> list[str]:
    """Return both values of a figure for the table; shares have a percent sign.

    The first-player advantage becomes the win rate of the first player, if the fair share is the
    same in both versions.
    """
    unit = figure.definition.unit
    if figure.definition.kind == kinds.SEAT_SPREAD:
        return [f"{write_value(figure, arm, with_unit=False)}%" for arm in (0, 1)]
    if figure.definition.kind == kinds.ADVANTAGE and _has_one_fair_share(pair):
        share = pair.results[0].fair_share
        rates = [estimate.shifted(share) for estimate in (figure.first, figure.second)]
        return [f"{wording.number(rate.value, figure.reach, kinds.SHARE)}%" for rate in rates]
    values = [write_value(figure, arm, with_unit=False) for arm in (0, 1)]
    if unit.share and not unit.name:
        values = [value if value == "none" else f"{value}%" for value in values]
    return values


def _has_one_fair_share(pair: ArmPair) -> bool:
    """Return True if the fair share of wins of a seat is the same in both versions."""
    first, second = pair.results
    return first.fair_share == second.fair_share


def _is_main(figure: Figure) -> bool:
    """Return True if a figure answers one of the questions of every designer."""
    main_kinds = (kinds.ADVANTAGE, kinds.LEAD_CHANGES, kinds.SKILL)
    return figure.path in (kinds.MINUTES, kinds.GAMES_WON) or figure.kind in main_kinds


def _write_difference(figure: FigureComparison) -> str:
    """Return a text with a difference and half the interval on which the verdict is based."""
    change = figure.difference.estimate
    if figure.is_exact or (figure.first.is_constant and figure.second.is_constant):
        return wording.number(change.value, 0, figure.unit)
    if not math.isfinite(change.high - change.low):
        return wording.NOT_KNOWN
    return wording.with_half(make_decisive_interval(figure), figure.unit)


def make_decisive_interval(figure: FigureComparison) -> Estimate:
    """Return a difference with an interval that excludes 0 only if the difference is clear.

    Verdicts are corrected for the number of differences, which raises p-values. The interval is
    widened to match, as if estimates had a normal distribution.
    """
    change = figure.difference.estimate
    p_value = figure.difference.p_value
    raised = figure.p_holm
    factor = 1.0
    if p_value > 0 and raised > p_value:
        factor = float(ndtri(_ERROR / 2 * p_value / raised) / ndtri(_ERROR / 2))
    half = factor * max(change.value - change.low, change.high - change.value)
    excludes_zero = abs(change.value) > half
    if excludes_zero and not figure.is_clear:
        half = abs(change.value)
    if figure.is_clear and not excludes_zero:
        return change
    return replace(change, low=change.value - half, high=change.value + half)


def describe_direction(figure: FigureComparison) -> tuple[str, Tone]:
    """Return the verdict on a difference in words, such as "longer", and its tone."""
    change = figure.difference.estimate
    if figure.is_exact and not change.value:
        return "the same", ""
    weight = judge_weight(figure)
    if weight == "unclear":
        return "not clear", ""
    if weight == "same":
        return "about the same", ""
    more, less = _DIRECTIONS.get(figure.definition.kind, _HIGHER_OR_LOWER)
    if figure.definition.kind == kinds.LENGTH and figure.definition.of[0] != "minutes":
        more, less = "more", "fewer"
    tone: Tone = "more" if change.value > 0 else "less"
    word = more if change.value > 0 else less
    return (f"a little {word}" if weight == "small" else word), tone


def _name_the_rest(pair: ArmPair, named: Sequence[str]) -> list[Item]:
    """Return a list with an item on the number of differences that the table leaves out."""
    ranked = rank([pair])
    clauses = []
    clear = [path for path in ranked.large if path not in named]
    unclear = []
    unknown = []
    for path in ranked.unclear:
        if not _is_known(pair.figures[path]):
            unknown.append(path)
        elif path not in named:
            unclear.append(path)
    if clear:
        clauses.append(wording.counted(len(clear), "more clear difference"))
    if unclear:
        number = str(len(unclear)) if clear else wording.counted(len(unclear), "difference")
        verb = "needs" if len(unclear) == 1 else "need"
        clauses.append(f"{number} that {verb} more games")
    if unknown:
        clauses.append(f"{len(unknown)} without a value in one version")
    return [make_rest_item(listed(clauses))] if clauses else []


def _is_known(figure: FigureComparison) -> bool:
    """Return True if both versions have a value of the figure, with a difference."""
    ends = (figure.first.value, figure.second.value, figure.difference.estimate.value)
    return all(map(math.isfinite, ends))


def make_rest_item(left_out: str) -> Item:
    """Return an item on what the table of the first page leaves out and the report shows."""
    return Item(
        f"The tables have {left_out} that the first page leaves out.",
        brief=f"Not shown here: {left_out}; see --full.",
    )


# Comparisons of three or more versions


def describe_versions(comparison: ComparisonResults) -> list[str]:
    """Return sentences on several versions: the verdict, then one for each criterion.

    The verdict names the best number of players, or the versions that meet all targets. In other
    comparisons, it says how the versions differ.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    if has_only_player_counts(comparison):
        return _describe_player_counts(comparison)
    labels = list(comparison.arms)
    rankings = [rank_by_fairness(comparison), rank_by_skill(comparison)]
    sentences = [describe_ranking(ranking, labels) for ranking in rankings if ranking]
    sentences.append(_describe_lengths(comparison, find_intended_lengths(comparison)))
    verdict = _describe_targets(comparison) or _describe_all_differences(comparison)
    return [verdict, *sentences]


def _describe_player_counts(comparison: ComparisonResults) -> list[str]:
    """Return sentences on numbers of players, as `describe_versions` does.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    versions = find_best(comparison)
    verdict = _describe_targets(comparison) or _describe_joint_wins(comparison)
    difference = _describe_largest_difference(comparison)
    sentences = [verdict or describe_best(versions, difference)]
    skill = rank_by_skill(comparison)
    for rankings in (versions.rankings, [skill] if skill else []):
        texts = [describe_ranking(ranking, versions.labels) for ranking in rankings]
        if texts:
            sentences.append(" ".join(texts))
    return [*sentences, _describe_lengths(comparison, find_intended_lengths(comparison))]


def _describe_joint_wins(comparison: ComparisonResults) -> str:
    """Return a sentence on how often all players win together; "" if they do not."""
    if not all(results.contest == "together" for results in comparison.arms.values()):
        return ""
    rates = {label: results.estimate(kinds.GAMES_WON) for label, results in comparison.arms.items()}
    worst, best = find_extremes(rates)
    if rates[worst].high >= rates[best].low:
        about = wording.round_half_up(100 * rates[best].value)
        wins = f"about {about} of 100 games with any number"
    else:
        low, high = (wording.round_half_up(100 * rates[label].value) for label in (worst, best))
        wins = f"{low} of 100 games with {worst}, {high} with {best}"
    return f"The players win {wins}; which is best is for you to say."


def _describe_targets(comparison: ComparisonResults) -> str:
    """Return the verdict on the versions that meet all targets; "" without targets.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    verdicts = {}
    for label, results in comparison.arms.items():
        verdicts[label] = {judged.verdict.word for judged in results.judged()}
    if not all(verdicts.values()):
        return ""
    met = [label for label, words in verdicts.items() if words == {"meets"}]
    if met:
        return f"Your targets are met with {list_versions(met)}."
    if any("misses" not in words for words in verdicts.values()):
        return "Too few games to tell which version meets your targets."
    return "No version meets your targets."


def _describe_all_differences(comparison: ComparisonResults) -> str:
    """Return sentences on whether any versions differ, with the most important difference."""
    ranked = rank(comparison.pairs)
    if _has_joint_wins(comparison.pairs):
        pair = min(comparison.pairs, key=_sort_key_of_joint_wins)
        return _describe_change_of_joint_wins(pair, has_large_change=bool(ranked.large))
    difference = _describe_largest_difference(comparison)
    if difference:
        return f"Yes. {difference}"
    if ranked.unclear:
        return "Too few games to tell whether anything changes that people notice."
    return "No. Nothing changes that people would notice."


def _describe_largest_difference(comparison: ComparisonResults) -> str:
    """Return a sentence on the most important figure that clearly differs; "" if none does."""
    for path in rank(comparison.pairs).large:
        large = [
            pair
            for pair in comparison.pairs
            if path in pair.figures and judge_weight(pair.figures[path]) == "large"
        ]
        if large:
            pair = min(large, key=lambda pair: sort_key(pair.figures[path], pair))
            return describe_change(pair.figures[path], pair)
    return ""


def _describe_lengths(comparison: ComparisonResults, intended: Ranking | None) -> str:
    """Return a sentence on the usual length of the shortest and longest version, and on the box.

    The usual length is the median, as on the first page of a run.

    `intended` has the versions whose length may be that on the box; None if the box has none.
    """
    minutes = _usual_minutes(comparison)
    shortest, longest = find_extremes(minutes)
    low, high = write_lengths(minutes[shortest].value, minutes[longest].value)
    unit = "minute" if low == "1" else "minutes"
    if minutes[shortest].high >= minutes[longest].low:
        text = f"Length: no clear difference, usually {low} {unit}"
    else:
        text = (
            f"Length: usually {low} {unit} with {quote_label(shortest)}, up to {high} with "
            f"{quote_label(longest)}"
        )
    return _end_with_box(text, comparison, intended)


def _usual_minutes(comparison: ComparisonResults) -> dict[str, Estimate]:
    """Return the median length in minutes of each version, by label."""
    return {
        label: results.estimate(kinds.USUAL_MINUTES) for label, results in comparison.arms.items()
    }


def _end_with_box(text: str, comparison: ComparisonResults, intended: Ranking | None) -> str:
    """Return a sentence: a clause on the lengths, then one on the length that the box states.

    `intended` has the versions whose length may be that on the box; None if the box has none.
    """
    box = comparison.first.game.box_minutes
    if box is None or intended is None:
        return f"{text}."
    claim = f"{box[0]} to {box[1]}" if box[0] != box[1] else f"{box[0]}"
    if not intended.labels:
        return f"{text}; none takes the {claim} minutes on the box."
    if len(intended.labels) == len(comparison.arms):
        return f"{text}; the box says {claim} minutes."
    return f"{text}; nearest to the {claim} on the box with {list_versions(intended.labels)}."


def make_versions_table(comparison: ComparisonResults) -> tuple[Table, list[Item]]:
    """Return a table with a row per version, and items on the versions that it leaves out."""
    arms = dict(list(comparison.arms.items())[:MOST_VERSIONS])
    first = comparison.first
    skill = comparison.skill if measures_skill(comparison) else None
    heading, names = _name_versions(list(arms))
    rows = {label: [Cell(name)] for label, name in zip(arms, names, strict=True)}
    headings = [Heading(heading, numeric=False)]
    contests = [results.contest for results in arms.values() if results.contest != "together"]
    if contests:
        rival = "seat" if contests[0] == "seats" else "side"
        headings += [Heading(f"{rival} 1 wins"), Heading("fair", spare=True)]
        for label, results in arms.items():
            rows[label] += _make_rival_cells(results)
    if len(contests) < len(arms):
        headings.append(Heading("won"))
        for label, results in arms.items():
            rows[label].append(_make_joint_wins_cell(results))
    team = find_uneven_team(comparison)
    if team:
        headings.append(Heading(f"{team[1]} win"))
        path = f"{kinds.GROUPS}.{'.'.join(team)}.{kinds.WIN_RATE}"
        for label, results in arms.items():
            rows[label].append(_estimate_cell(results.estimate(path), kinds.SHARE))
    for figure in first.figures.values():
        if not figure.head or figure.kind in (kinds.ADVANTAGE, kinds.SEAT_SPREAD, kinds.SIDES):
            continue
        headings.append(Heading(figure.head))
        # The usual length is the median, as in the sentences and on the first page of a run.
        path = kinds.USUAL_MINUTES if figure.path == kinds.MINUTES else figure.path
        for label, results in arms.items():
            cell = Cell("none")
            if results.has(path):
                cell = _estimate_cell(results.estimate(path), figure.unit)
            rows[label].append(cell)
    if skill:
        headings.append(Heading("skill wins"))
        for label in arms:
            rows[label].append(_estimate_cell(skill.estimate(label), kinds.SHARE))
    left_out = len(comparison.arms) - len(arms)
    items = [make_rest_item(wording.counted(left_out, "more version"))] if left_out else []
    return Table("", headings, list(rows.values())), items


def _make_rival_cells(results: RunResults) -> list[Cell]:
    """Return the win rate of the first seat or side, and the fair share; "none" without rivals."""
    if results.contest == "together":
        return [Cell("none"), Cell("none")]
    rate = results.estimate(kinds.ADVANTAGE).shifted(results.fair_share)
    return [_estimate_cell(rate, kinds.SHARE), Cell(f"{100 * results.fair_share:.3g}%")]


def _make_joint_wins_cell(results: RunResults) -> Cell:
    """Return the share of games that all players win together; "none" if they are rivals."""
    if results.contest != "together":
        return Cell("none")
    return _estimate_cell(results.estimate(kinds.GAMES_WON), kinds.SHARE)


def _name_versions(labels: Sequence[str]) -> tuple[str, list[str]]:
    """Return a heading and the names of rows: the labels without the part that all share.

    For "goal=5" and "goal=8", the heading is "goal", and the names are "5" and "8".
    """
    rules = {label.partition("=")[0] for label in labels}
    if len(rules) == 1 and all(label.count("=") == 1 for label in labels):
        return rules.pop(), [label.partition("=")[2] for label in labels]
    if all(PLAYERS_LABEL.fullmatch(label) for label in labels):
        return "players", [label.partition(" ")[0] for label in labels]
    return "", list(labels)


def _estimate_cell(estimate: Estimate, unit: kinds.Unit) -> Cell:
    """Return a cell with an estimate and half the width of its interval; "none" if unknown."""
    if not math.isfinite(estimate.value):
        return Cell("none")
    text = wording.with_half(estimate, unit)
    return Cell(f"{text}%" if unit.share else text, estimate.value)


# The answer to "Trust?"


def describe_precision(comparison: ComparisonResults) -> str:
    """Return a sentence on how much the numbers could change with more games."""
    text = spoken.describe_plus_minus()
    if not comparison.is_paired:
        text += " Each version was dealt different cards."
    return text


def describe_scope(comparison: ComparisonResults) -> str:
    """Return a sentence on players who were not tried, and on how to try them.

    It is "" if the versions themselves differ in their players, and if another style that uses the
    changed rule played, too.
    """
    studies = [results.run.study for results in comparison.arms.values()]
    if comparison.rule_users or len({study.strategies for study in studies}) > 1:
        return ""
    command = ""
    if comparison.command and comparison.is_paired and _may_ask_others(comparison):
        command = f"{comparison.command} --robust"
    return describe_untried_players(studies[0], command)


def describe_untried_players(study: Study, command: str) -> str:
    """Return a sentence on players who were not tried, with the command that tries them.

    Of a long command, which would take several lines, only the option ``--robust`` is named.
    `command` is "" if no command tries them.
    """
    if len(command) <= _LONGEST_COMMAND:
        return spoken.describe_scope(study, command)
    return f"{spoken.describe_scope(study).removesuffix('.')}: add --robust."


def describe_exceptions(comparison: ComparisonResults) -> list[str]:
    """Return sentences on versions without verdicts on seats, and on games that did not end."""
    sentences = []
    if any(results.is_seated for results in comparison.arms.values()):
        sentences.append("No verdict on seats, because each strategy kept its own.")
    for label, results in comparison.arms.items():
        if results.unfinished:
            sentences.append(
                f"{results.unfinished:,} games with {quote_label(label)} were cut off undecided."
            )
    return sentences


# Commands to run next


def suggest_next_steps(comparison: ComparisonResults) -> list[Step]:
    """Return up to three commands that a designer probably wants next, with their purposes."""
    steps = []
    command = comparison.command
    study = comparison.first.run.study
    is_default = study.strategies == (study.loaded_game.default_strategy,)
    if command and comparison.rule_users and is_default:
        steps.append(_step_to_users(comparison, comparison.rule_users))
    if command and comparison.is_paired:
        games = _games_to_decide(comparison)
        if games and not comparison.first.run.study.stops_early:
            longer = f"{command} --games {spoken.games_option(games)}"
            steps.append(Step("Be surer", longer, _estimate_seconds(comparison, games)))
    if command and not comparison.is_paired:
        steps.append(Step("See every change", f"{command} --full"))
    if comparison.is_paired and _compares_styles(comparison):
        steps.append(_step_to_tournament(comparison))
    steps.append(_look_at_one(comparison))
    return steps[:3]


def _compares_styles(comparison: ComparisonResults) -> bool:
    """Return True if the versions differ in nothing but the style of all players."""
    studies = [results.run.study for results in comparison.arms.values()]
    styles = {study.strategies for study in studies}
    rules = {(study.variant, study.players, *study.changes) for study in studies}
    is_rivalry = comparison.first.contest == "seats"
    return is_rivalry and len(styles) == len(studies) == sum(map(len, styles)) and len(rules) == 1


def _step_to_tournament(comparison: ComparisonResults) -> Step:
    """Return the command that lets the styles of the versions play against each other."""
    words = []
    for results in comparison.arms.values():
        study = results.run.study
        [style] = study.specs_of(study.strategies)
        words += ["-s", style]
    study = comparison.first.run.study
    return Step("See who wins", fairness.write_command(study, "tournament", *words))


def _step_to_users(comparison: ComparisonResults, rule_users: RuleUsers) -> Step:
    """Return the command that compares the versions with players who use the changed rule.

    They are players who think ahead, if the game has any, and otherwise the strongest style that
    uses the rule.
    """
    game = comparison.first.run.study.game
    if "search" in thinkers_for(game):
        return Step("Let players use it well (slow)", f"{comparison.command} -s search")
    ranked = [style for style in strategies_for(game) if style in rule_users.users]
    return Step("Let players use it", f"{comparison.command} -s {ranked[-1]}")


def _estimate_seconds(comparison: ComparisonResults, games: int) -> float:
    """Return the estimated seconds of the comparison with this number of games per version."""
    runs = [results.run for results in comparison.arms.values()]
    seconds = sum(run.elapsed for run in runs) * games / max(run.games for run in runs)
    # Games that measure skill are played up to a maximum number only.
    skill = comparison.skill.results.values() if comparison.skill else ()
    for results in skill:
        more = min(games, MOST_BEGINNER_GAMES) / results.run.games
        seconds += results.run.elapsed * max(1.0, more)
    return seconds


def _look_at_one(comparison: ComparisonResults) -> Step:
    """Return the command that analyses a single version: the one that may be best, or the last."""
    label = list(comparison.arms)[-1]
    best = find_best(comparison).best if has_only_player_counts(comparison) else []
    if best:
        label = best[0]
    study = comparison.arms[label].run.study
    lineups = {results.run.study.strategies for results in comparison.arms.values()}
    more = fairness.write_lineup(study) if len(lineups) > 1 else fairness.list_players(study)
    purpose = "Look at the last"
    if len(label) <= _LONGEST_LABEL:
        purpose = f"Look at {quote_label(label)}"
    return Step(purpose, fairness.write_command(study, "run", *more))


def _may_ask_others(comparison: ComparisonResults) -> bool:
    """Return True if other players can play all versions."""
    lineups = {
        (results.run.study.strategies, results.run.study.rotate)
        for results in comparison.arms.values()
    }
    return comparison.first.contest == "seats" and len(lineups) == 1


def _games_to_decide(comparison: ComparisonResults) -> int:
    """Return the number of games that would probably decide all unclear differences.

    Only differences in figures that answer a question of every designer count. The number is 0 if
    none of them is unclear.
    """
    numbers = []
    for pair in comparison.pairs:
        for figure in pair.figures.values():
            if not _is_main(figure.definition) or judge_weight(figure) != "unclear":
                continue
            more = more_games(figure, pair, comparison)
            total = _MORE * pair.games if more is None else pair.games + more
            numbers.append(total)
    if has_only_player_counts(comparison) and not find_best(comparison).is_sure:
        numbers.append(_MORE * comparison.first.run.games)
    if not numbers:
        return 0
    return min(two_digits(max(numbers)), max(_MOST_GAMES, comparison.first.run.games))
