"""Sentences on the differences between two arms, and on what was compared."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from reports.compare.changes import AGES, TIME_LABEL
from reports.compare.difference import same_games
from reports.compare.ranking import judge_weight, rank
from reports.compare.results import (
    CURRENT_RULES,
    PLAYERS,
    ArmPair,
    ComparisonResults,
    FigureComparison,
)
from reports.figures.figure import GAMES_WON, LINEUP, STRATEGIES, UNFINISHED, Topic, Unit
from reports.robust.document import other_players_caveat
from reports.run.results import RunResults
from reports.run.sentences import describe_lineup, describe_players, describe_variant
from reports.writing import wording
from reports.writing.wording import capital, listed, rules_text

_SEATED = "No verdict on seats, because each strategy kept its own."
#: Matches the label of a version that is a number of players.
PLAYERS_LABEL = re.compile(r"\d+ players?")
#: The largest number of figures that a sentence on uncompared figures names.
MOST_LEFT_OUT = 6


def describe_pair(pair: ArmPair) -> list[str]:
    """Return sentences on the differences between two arms; at least one.

    The first sentence is on the most important difference, or says that no difference is large or
    that all games went the same. If all players win together, a sentence on the share of games won
    comes before it. Sentences on replaced strategies and unfinished games follow.
    """
    ranked = rank([pair])
    figures = pair.figures
    sentences = []
    if ranked.large:
        sentences.append(describe_difference(figures[ranked.large[0]], pair))
    # Even if all games went the same, `ranked.large` can contain skill, measured in other games.
    is_same = same_games(*pair.results)
    if not ranked.large and not is_same:
        sentences.append(describe_no_difference(len(ranked.small), len(ranked.unclear)))
    if GAMES_WON in figures and pair.results[0].contest == "together":
        # In cooperative games, the share of games won comes first.
        games_won = describe_difference(figures[GAMES_WON], pair)
        sentences = list(dict.fromkeys([games_won, *sentences]))
    if is_same:
        sentences.append(_describe_same_games(pair))
    for path in (*ranked.large[1:], *ranked.small, *ranked.unclear):
        if figures[path].definition.kind == LINEUP and figures[path].definition.is_win_rate:
            sentences.append(describe_difference(figures[path], pair))
    if any(results.is_seated for results in pair.results):
        sentences.append(_SEATED)
    for label, results in zip((pair.a, pair.b), pair.results, strict=True):
        if results.unfinished:
            unfinished = wording.sentence(results.figure(UNFINISHED), results.estimate(UNFINISHED))
            sentences.append(f"With {quote_label(label)}: {unfinished}")
    return sentences


def _describe_same_games(pair: ArmPair) -> str:
    """Return a sentence that says that every game went the same in both arms."""
    first, second = pair.results
    players = ""
    if first.run.study.lineup == second.run.study.lineup:
        players = f"{describe_players(first)}, "
    return capital(f"{players}every game went the same in both.")


def describe_difference(figure: FigureComparison, pair: ArmPair) -> str:
    """Return a sentence with a figure's values in two arms and their difference."""
    definition = figure.definition
    clause = difference_clause(figure)
    if definition.kind == LINEUP and definition.is_win_rate:
        place = int(definition.of[0]) - 1
        old_strategy, new_strategy = (results.run.study.lineup[place] for results in pair.results)
        first, second = write_value(figure, 0), write_value(figure, 1)
        return f"{old_strategy} wins {first}; {new_strategy}, in its place, {second}: {clause}."
    if definition.kind == STRATEGIES and definition.is_win_rate:
        return f"{definition.of[0]} wins {write_values(figure, pair)}: {clause}."
    return f"{capital(definition.title)}: {write_values(figure, pair)}: {clause}."


def describe_no_difference(small: int, unclear: int) -> str:
    """Return a sentence for a comparison without a large difference.

    Parameters
    ----------
    small
        The number of figures with a difference that is too small to notice.
    unclear
        The number of figures that need more games.
    """
    figures = small + unclear
    if not unclear:
        return f"None of {figures} figures differs enough to be noticed."
    return f"Too few games to tell whether {unclear} of {figures} figures differ."


def write_values(figure: FigureComparison, pair: ArmPair) -> str:
    """Return a figure's values in both arms as text, such as "2.17 with base, 2.90 with expert"."""
    first = write_value(figure, 0)
    second = write_value(figure, 1, with_unit=not figure.definition.unit.signed)
    return f"{first} with {quote_label(pair.a)}, {second} with {quote_label(pair.b)}"


def quote_label(label: str) -> str:
    """Return the label of an arm as the object of a sentence.

    A label with a comma is in quotation marks. Stored runs that are named by their times become
    "the version of 28 Nov 23:32", "the older version" or "the newer version". "current rules" gets
    an article, too.
    """
    if label == CURRENT_RULES:
        return f"the {label}"
    if label in AGES:
        return f"the {label} version"
    if TIME_LABEL.fullmatch(label):
        return f"the version of {label}"
    begin, end = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
    return f"{begin}{label}{end}" if "," in label else label


def quote_second_label(label: str) -> str:
    """Return the label of an arm as the object of a sentence that has named another arm before.

    It is as `quote_label` returns it, but without the repeated noun: "that of 28 Nov", "the older".
    """
    if label in AGES:
        return f"the {label}"
    return quote_label(label).replace("the version of", "that of")


def shorten_players(labels: Sequence[str]) -> list[str]:
    """Return labels such as "2 players" and "3 players" without the repeated noun.

    Labels are unchanged if one of them is not a number of players.
    """
    ending = " players"
    if all(map(PLAYERS_LABEL.fullmatch, labels)):
        *earlier_labels, last = labels
        return [*(label.removesuffix(ending) for label in earlier_labels), last]
    return list(labels)


def write_verdict(figure: FigureComparison) -> str:
    """Return the verdict on a difference in words for readers.

    It is `FigureComparison.verdict`, but "not told" becomes "too small to notice" if the whole
    interval is within the noticeable difference, and otherwise "not clear".
    """
    if figure.verdict != "not told":
        return figure.verdict
    return "too small to notice" if judge_weight(figure) == "same" else "not clear"


def difference_clause(figure: FigureComparison) -> str:
    """Return a clause on a difference with its interval, such as "0.73 more (0.61 to 0.85)".

    For a difference that is 0, unknown or not clear, it is a clause that says this.
    """
    estimate, unit = figure.difference.estimate, figure.unit
    if math.isnan(estimate.value):
        return "at least one version has no value, so there is no difference"
    if not math.isfinite(estimate.high - estimate.low):
        return "it takes more deals to estimate the difference"
    if figure.is_exact and not estimate.value:
        return "exactly the same"
    if not figure.is_clear:
        # The interval excludes 0, but it is not corrected for the number of figures.
        excludes_zero = estimate.low * estimate.high > 0
        if write_verdict(figure) == "not clear" and excludes_zero:
            return "not clear after correction for the number of figures"
        interval = wording.measured(wording.ends(estimate, unit), unit)
        return f"{write_verdict(figure)} ({interval})"
    unsigned = Unit(unit.name, unit.share)
    size, word = (estimate, "more") if estimate.value > 0 else (estimate.negated(), "less")
    number = wording.number(size.value, figure.reach, unsigned)
    text = f"{wording.measured(number, unsigned)} {word}"
    return text if figure.is_exact else f"{text} ({wording.ends(size, unsigned)})"


def write_value(
    figure: FigureComparison, arm: int, *, with_unit: bool = True, short: bool = False
) -> str:
    """Return the value of a figure in one of two arms as text.

    Parameters
    ----------
    figure
        The compared figure.
    arm
        0 for the first arm, 1 for the second.
    with_unit
        True to add the unit.
    short
        True to add the abbreviated unit instead, for tables.

    Returns
    -------
    str
        The value; "none" if it is unknown.
    """
    estimate = (figure.first, figure.second)[arm]
    unit = figure.definition.unit
    if math.isnan(estimate.value):
        return "none"
    reach = 0.0 if estimate.is_constant else figure.reach
    text = wording.number(estimate.value, reach, unit)
    if short:
        short_unit = wording.short_unit(unit)
        return f"{text}%" if short_unit == "%" else f"{text} {short_unit}".rstrip()
    return wording.with_unit(text, unit) if with_unit else text


def describe_uncompared_figures(pair: ArmPair) -> list[str]:
    """Return sentences that name the figures that are not compared.

    They name at most `MOST_LEFT_OUT` figures of each version, and give the number of the others.
    Figures with a value that the rules fix are left out. If the versions have different numbers of
    players, one sentence says how wins are compared, and no figures on wins are named.
    """
    first, second = pair.results
    sentences = []
    has_same_players = first.players == second.players
    if not has_same_players:
        shares = listed([wording.percent(results.fair_share) for results in (first, second)])
        sentences.append(
            f"Win rates are compared only by their advantage over the fair share ({shares})."
        )
    for label, results, paths in ((pair.a, first, pair.only_a), (pair.b, second, pair.only_b)):
        titles = []
        for figure in map(results.figure, paths):
            if figure.kind == UNFINISHED or figure.is_fixed:
                continue
            # The sentence above already covers figures that depend on the number of players.
            is_on_wins = figure.topic is Topic.WINS or figure.per_fair_share
            if has_same_players or not is_on_wins:
                titles.append(figure.title)
        if titles:
            names = titles[:MOST_LEFT_OUT]
            if len(titles) > MOST_LEFT_OUT:
                names.append(f"and {len(titles) - MOST_LEFT_OUT} more")
            sentences.append(f"Only with {quote_label(label)}: {'; '.join(names)}.")
    if UNFINISHED in pair.only_a:
        sentences.append(
            "Unfinished games are not compared, because one version has more games than the other."
        )
    return sentences


def describe_limits(comparison: ComparisonResults) -> str:
    """Return sentences on the assumptions and definitions behind the verdicts."""
    margins = comparison.margins
    seconds = dict.fromkeys(str(results.seconds_per_turn) for results in comparison.arms.values())
    rate, relative = (
        wording.number(margin, 0, Unit(share=True)) for margin in (margins.rate, margins.relative)
    )
    return (
        f"Minutes are at an assumed {listed(list(seconds))} seconds per turn. Intervals are "
        f"{100 * comparison.confidence:g}% intervals over deals; percentiles are compared without "
        "pairing. A difference is clear when it is unlikely by chance, with the same confidence, "
        f"even among all {wording.whole(comparison.tests)} differences tested. "
        f"Practically the same: the whole interval within {rate} percentage points (pp) for rates "
        f"and within {relative}% of the base's value for all other figures. The noticeable "
        "difference is our judgement: one percentage point of wins, two of skill and other "
        "shares, 5% of lengths, lead changes and scores, 10% of the game's own counts."
    )


# Sentences on the games and the arms ------------------------------------------------


def select_drawn_pairs(comparison: ComparisonResults) -> Sequence[ArmPair]:
    """Return the pairs that charts show: all pairs or, in a grid, the pairs within its cells."""
    design = comparison.design
    if not design:
        return comparison.pairs
    return [
        pair for pair, place in zip(comparison.pairs, design.places[1:], strict=True) if place[0]
    ]


def describe_games(comparison: ComparisonResults) -> list[str]:
    """Return sentences on the games: their numbers, or the folders of stored results."""
    if not comparison.is_paired:
        return _describe_stored_games(comparison)
    first = comparison.first
    numbers = list(dict.fromkeys(results.run.games for results in comparison.arms.values()))
    games = listed([wording.whole(number) for number in numbers], "or")
    if comparison.is_raced:
        games = f"{wording.whole(min(numbers))} to {wording.whole(max(numbers))}"
    text = (
        f"{first.game.title} with {list_arms(comparison, 'and')}: {games} games of each, on the "
        f"same {wording.counted(comparison.deals, 'deal')}."
    )
    if comparison.is_raced:
        text += " A version that stopped earlier is compared over its own deals."
    return [text]


def _describe_stored_games(comparison: ComparisonResults) -> list[str]:
    """Return sentences on the folders of stored results, and on why they were not played again."""
    folders = []
    for label, results in comparison.arms.items():
        games = wording.whole(results.run.games)
        folders.append(f"{quote_label(label)} ({games} games, seed {results.run.study.seed})")
    title = comparison.first.game.title
    return [
        f"{title}: the stored results of {listed(folders)}; nothing was played again.",
        f"The reason: {comparison.changed}. So they are compared as separate runs, without pairing "
        "deals, and whether skill pays is unknown.",
    ]


def list_arms(comparison: ComparisonResults, conjunction: str) -> str:
    """Return the arms as a list in words.

    A grid is described by its factors: "base or expert, each with 3 players or 4 players".
    """
    design = comparison.design
    if not design:
        labels = [quote_label(label) for label in comparison.arms]
        return listed(shorten_players(labels), conjunction)
    factors = []
    for name, levels in design.factors.items():
        if name == PLAYERS:
            numbers = [level.partition(" ")[0] for level in levels]
            factors.append(f"{listed(numbers, conjunction)} {PLAYERS}")
        else:
            factors.append(listed([quote_label(level) for level in levels], conjunction))
    return ", each with ".join(factors)


def describe_scope(comparison: ComparisonResults) -> str:
    """Return a sentence that says with which players the versions were compared."""
    descriptions = {describe_players(results) for results in comparison.arms.values()}
    players = descriptions.pop() if len(descriptions) == 1 else "with these line-ups"
    if not comparison.is_paired:
        return f"All differences were found {players}."
    return other_players_caveat(players, comparison.first.contest)


def describe_arms(comparison: ComparisonResults) -> list[str]:
    """Return a sentence on the options that all arms share, and one on each arm that differs.

    An arm has no sentence if its label already says how it differs. In a grid, only variants have a
    sentence.
    """
    features = {label: _features(results) for label, results in comparison.arms.items()}
    same = [texts[0] for texts in zip(*features.values(), strict=True) if len({*texts}) == 1]
    in_each = [text for text in same if text]
    sentences = []
    if in_each:
        sentences.append(f"In each: {', '.join(in_each)}.")
    if comparison.design:  # The labels in a grid name everything but the variant.
        variants = dict.fromkeys(texts[0] for texts in features.values())
        sentences.extend(f"{capital(variant)}." for variant in variants if variant not in same)
        return sentences
    for label, texts in features.items():
        if label == comparison.arms[label].run.study.variant:
            texts[0] = texts[0].removeprefix(f"variant {label} (").removesuffix(")")
        own = [text for text in texts if text not in ("", label, *same)]
        if own and own != [f"rules changed: {label}"]:
            sentences.append(f"{label}: {', '.join(own)}.")
    return sentences


def _features(results: RunResults) -> list[str]:
    """Return descriptions of an arm's variant, players, line-up and changed rules.

    The last is empty if no rules are changed.
    """
    study = results.run.study
    return [
        describe_variant(results),
        wording.counted(study.players, "player"),
        describe_lineup(results),
        f"rules changed: {rules_text(study.changes)}" if study.changes else "",
    ]
