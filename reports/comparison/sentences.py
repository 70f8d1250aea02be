"""What differs between two arms, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from reports.comparison.ranking import rank, weight
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.figure import (
    ADVANTAGE,
    GAMES_WON,
    LINEUP,
    POINTS,
    STRATEGIES,
    UNFINISHED,
    Topic,
    Unit,
)
from reports.figures.precision import half_width
from reports.run.sentences import who_plays
from reports.writing import numbers
from reports.writing.words import capital, listed

_SEATED = "No verdict on seats, because each strategy kept its own."
#: So many figures that are not compared are named.
MOST_LEFT_OUT = 6


def headlines(pair: Pair) -> list[str]:
    """Say in one sentence each what differs so much that people may notice; else what is known."""
    ranked, same = rank([pair]), same_games(pair)
    large = [sentence(pair.figures[path], pair) for path in ranked.large]
    alike = [_the_same(pair)] if same else []
    taken = [
        sentence(pair.figures[path], pair)
        for path in (*ranked.small, *ranked.unclear)
        if (figure := pair.figures[path].figure).kind == LINEUP and figure.is_win_rate
    ]
    seated = any(results.is_seated for results in pair.results)
    return [
        *(large or alike or [none_large(len(ranked.small), len(ranked.unclear))]),
        *(alike if large else []),
        *taken,
        *([_SEATED] if seated else []),
        *_unfinished(pair),
    ]


def sentence(found: Compared, pair: Pair) -> str:
    """Say how two arms differ in one figure."""
    figure = found.figure
    if figure.kind == LINEUP and figure.is_win_rate:
        place = int(figure.of[0]) - 1
        old, new = (results.run.study.lineup[place] for results in pair.results)
        wins, then = level(found, 0), level(found, 1)
        return f"{old} wins {wins}; {new}, in its place, {then}: {clause(found)}."
    if figure.kind == STRATEGIES and figure.is_win_rate:
        return f"{figure.of[0]} wins {values(found, pair)}: {clause(found)}."
    return f"{capital(figure.title)}: {values(found, pair)}: {clause(found)}."


def same_games(pair: Pair) -> bool:
    """Return whether every game went the same in two arms."""
    one, other = (results.run.tally.id for results in pair.results)
    return one == other


def _the_same(pair: Pair) -> str:
    """Say that the games of two arms are the same ones, and whose; skill has games of its own."""
    one, other = pair.results
    said = "every game went the same in both."
    if one.run.study.lineup != other.run.study.lineup:
        return capital(said)
    return f"{capital(who_plays(one))}, {said}"


def none_large(known_small: int, unclear: int) -> str:
    """Say what the games tell where they show nothing that is clear and perhaps noticed.

    Parameters
    ----------
    known_small, unclear
        How many figures are known to differ too little to notice, and of how many that is open.
    """
    of_all = known_small + unclear
    if not unclear:
        return f"None of {of_all} figures differs so much that one would notice it."
    if unclear > known_small:
        return (
            f"Too few games were played to tell: {unclear} of {of_all} figures may differ so much "
            "that one would notice it, or not at all."
        )
    rest = f"the other {unclear}" if unclear > 1 else "the other one"
    return (
        f"{known_small} of {of_all} figures are known to differ too little to notice; of {rest} "
        "too few games were played to tell."
    )


def values(figure: Compared, pair: Pair) -> str:
    """Say what both arms gave: "2.17 with base, 2.90 with expert"."""
    first, second = level(figure, 0), level(figure, 1, with_unit=not figure.figure.unit.signed)
    return f"{first} with {quoted(pair.a)}, {second} with {quoted(pair.b)}"


def quoted(label: str) -> str:
    """Put the label of an arm into quotes where it would run into the sentence."""
    return (
        f"\N{LEFT DOUBLE QUOTATION MARK}{label}\N{RIGHT DOUBLE QUOTATION MARK}"
        if "," in label
        else label
    )


def verdict(figure: Compared) -> str:
    """Say in a word or two what the games allow to say of a difference."""
    if figure.verdict != "not told":
        return figure.verdict
    return "too small to notice" if weight(figure) == "same" else "not clear"


def clause(figure: Compared) -> str:
    """Say how two arms differ in a figure, and how sure that is."""
    found, unit = figure.difference.estimate, figure.unit
    if math.isnan(found.value):
        return "it did not happen in both, so nothing can be compared"
    if not math.isfinite(found.high - found.low):
        return "it takes more deals to tell a difference"
    if figure.exact and not found.value:
        return "exactly the same"
    if not figure.is_clear and verdict(figure) == "not clear" and found.low * found.high > 0:
        return "no difference is clear among so many figures"  # its interval is of it alone
    if not figure.is_clear:
        return f"{verdict(figure)} ({measured(numbers.ends(found, unit), unit)})"
    plain = Unit(unit.name, unit.share)
    much, word = (found, "more") if found.value > 0 else (found.negated(), "less")
    said = f"{measured(numbers.number(much.value, figure.reach, plain), plain)} {word}"
    return said if figure.exact else f"{said} ({numbers.ends(much, plain)})"


def level(figure: Compared, arm: int, *, with_unit: bool = True, short: bool = False) -> str:
    """Write the figure in the first (0) or the second arm (1), for a table with a short unit."""
    found, unit = (figure.first, figure.second)[arm], figure.figure.unit
    if math.isnan(found.value):
        return "none"
    text = numbers.number(found.value, figure.reach, unit)
    if short:
        return f"{text} {numbers.short_unit(unit)}".rstrip()
    return numbers.with_unit(text, unit) if with_unit else text


def measured(text: str, unit: Unit) -> str:
    """Put the name of its unit after a number."""
    return f"{text} {unit.name.removesuffix('s') if text == '1' else unit.name}".rstrip()


def known(pairs: Sequence[Pair], confidence: float) -> list[str]:
    """Say to within what the difference in going first is known; of several pairs the least."""
    figures = [
        pair.figures[ADVANTAGE if ADVANTAGE in pair.figures else GAMES_WON] for pair in pairs
    ]
    widest = max(figures, key=lambda one: half_width(one.difference.estimate))
    reach = half_width(widest.difference.estimate)
    # Of two arms the table of what is open says it already.
    is_told = len(pairs) == 1 and weight(widest) == "unclear"
    if is_told or not 0 < reach < math.inf:
        return []
    within = numbers.known_within(reach, POINTS)
    what = capital(f"the difference in {widest.figure.title}")
    return [f"{what} is known to within {within}, at {100 * confidence:g} % confidence."]


def left_out(pair: Pair) -> list[str]:
    """Name the figures that are not compared."""
    one, other = pair.results
    fair, found = one.players == other.players, []
    if not fair:
        shares = listed([numbers.percent(results.fair_share) for results in (one, other)])
        found.append(f"Of win rates only the advantage over the fair share ({shares}) is compared.")
    for label, results, paths in ((pair.a, one, pair.only_a), (pair.b, other, pair.only_b)):
        names = [
            figure.title
            for figure in map(results.figure, paths)
            if figure.kind != UNFINISHED and not figure.settled
            # Of other seats, and of other shares, it is said already.
            if fair or not (figure.topic is Topic.WINS or figure.per_fair_share)
        ]
        if names:
            more = [f"and {len(names) - MOST_LEFT_OUT} more"] if names[MOST_LEFT_OUT:] else []
            shown = "; ".join([*names[:MOST_LEFT_OUT], *more])
            found.append(f"Only with {quoted(label)}: {shown}.")
    if UNFINISHED in pair.only_a:
        found.append("Unfinished games are not compared: one has more games than the other.")
    return found


def columns_meaning(comparison: Comparison) -> str:
    """Say what stands in the tables of all figures."""
    level = numbers.level(comparison.confidence)
    return (
        f"Differences \N{PLUS-MINUS SIGN} half the width of their {level}s. Pairing: how many "
        "times as many games unpaired runs need for intervals as narrow."
    )


def caveat(comparison: Comparison) -> str:
    """Say what the verdicts rest on."""
    margins = comparison.margins
    paces = dict.fromkeys(str(one.seconds_per_turn) for one in comparison.arms.values())
    rate, relative = (
        numbers.number(m, 0, Unit(share=True)) for m in (margins.rate, margins.relative)
    )
    return (
        f"Minutes are at an assumed {listed(list(paces))} seconds a turn. Intervals are "
        f"{100 * comparison.confidence:g} % intervals over deals; percentiles are compared without "
        "pairing. A difference is clear when it is unlikely by chance, at the same level, even "
        f"among all {numbers.whole(comparison.tests)} differences tested. "
        f"Practically the same: the whole interval within {rate} percentage points (pp) for rates "
        f"and within {relative} % of what it is compared with for all others. What people notice "
        "is our judgement: one percentage point of wins, two of skill and other shares, 5 % of "
        "lengths, lead changes and scores, 10 % of the game's own counts."
    )


def _unfinished(pair: Pair) -> Iterator[str]:
    for label, results in zip((pair.a, pair.b), pair.results, strict=True):
        if results.unfinished:
            said = numbers.sentence(results.figure(UNFINISHED), results.estimate(UNFINISHED))
            yield f"With {quoted(label)}: {said}"
