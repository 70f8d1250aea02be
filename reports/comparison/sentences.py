"""What differs between two arms, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator

from reports.comparison.ranking import rank, weight
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.figure import (
    ADVANTAGE,
    COMEBACKS,
    GAMES_WON,
    LEAD_CHANGES,
    LINEUP,
    MINUTES,
    POINTS,
    STRATEGIES,
    TURNS,
    UNFINISHED,
    Topic,
    Unit,
)
from reports.figures.precision import half_width
from reports.run.results import Results
from reports.run.sentences import who_plays
from reports.writing import numbers
from reports.writing.words import capital, listed

_SEATED = "No verdict on seats, because each strategy kept its own."
#: So many figures that are not compared are named.
MOST_LEFT_OUT = 6
#: Figures whose gain by pairing is told, and their names there.
_PAIRED = {
    ADVANTAGE: "first-player advantage",
    TURNS: "length in turns",
    LEAD_CHANGES: "lead changes",
    COMEBACKS: "wins of a seat in last place",
}
#: Gains below this factor, and above its inverse, are next to nothing.
LITTLE = 1.1


def headlines(pair: Pair) -> list[str]:
    """Say in one sentence each what differs so much that people may notice; else what is known."""
    one, other = pair.results
    ranked = rank(pair)
    large = [sentence(found, pair, one, other) for found in ranked.large]
    alike = [_the_same(one, other)] if same_games(pair) else []
    known_small = len(ranked.small) + len(ranked.same)
    taken = [
        sentence(found, pair, one, other)
        for found in (*ranked.small, *ranked.same, *ranked.unclear)
        if found.figure.kind == LINEUP and found.figure.is_win_rate
    ]
    seated = one.is_seated or other.is_seated
    return [
        *(large or alike or [none_large(known_small, len(ranked.unclear))]),
        *(alike if large else []),
        *taken,
        *([_SEATED] if seated else []),
        *_unfinished(pair),
    ]


def sentence(found: Compared, pair: Pair, one: Results, other: Results) -> str:
    """Say how two arms differ in one figure."""
    figure = found.figure
    if figure.path == MINUTES:
        return _length(found, pair, one, other)
    if figure.kind == LINEUP and figure.is_win_rate:
        place = int(figure.of[0]) - 1
        old, new = (results.run.study.lineup[place] for results in (one, other))
        wins, then = level(found, 0), level(found, 1)
        return f"{old} wins {wins}; {new}, in its place, {then}: {clause(found)}."
    if figure.kind == STRATEGIES and figure.is_win_rate:
        return f"{figure.of[0]} wins {values(found, pair)}: {clause(found)}."
    return f"{capital(figure.title)}: {values(found, pair)}: {clause(found)}."


def same_games(pair: Pair) -> bool:
    """Return whether every game went the same in two arms."""
    one, other = (results.run.tally.id for results in pair.results)
    return one == other


def _the_same(one: Results, other: Results) -> str:
    """Say that the games of two arms are the same ones, and whose; skill has games of its own."""
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
    span = measured(numbers.ends(found, unit), unit)
    if math.isnan(found.value):
        said = "it did not happen in both, so nothing can be compared"
    elif not math.isfinite(found.high - found.low):
        said = "it takes more deals to tell a difference"
    elif figure.exact and not found.value:
        said = "exactly the same"
    elif figure.is_clear:
        said = _clearly(figure)
    elif figure.verdict == "practically the same":
        said = f"practically the same ({span}, within the margin of {margin(figure)})"
    elif weight(figure) == "same":
        said = f"if there is a difference, it is too small to notice ({span})"
    elif found.low * found.high > 0:
        said = "no difference is clear among so many figures"
    else:
        said = f"too few games to tell ({span})"
    return said


def _clearly(figure: Compared) -> str:
    """Say how much more or less of a figure there clearly is in the second arm."""
    found, plain = figure.difference.estimate, Unit(figure.unit.name, figure.unit.share)
    more = found.value > 0
    much = found if more else found.negated()
    size = measured(numbers.number(much.value, figure.reach, plain), plain)
    said = f"{size} {'more' if more else 'less'}"
    if not figure.exact:
        said += f" ({numbers.ends(much, plain)})"
    if figure.verdict.startswith("slightly"):
        said += f", {figure.verdict} (within the margin of {margin(figure)})"
    return said


def level(figure: Compared, arm: int, *, with_unit: bool = True) -> str:
    """Write the figure in the first (0) or the second arm (1)."""
    found, unit = (figure.first, figure.second)[arm], figure.figure.unit
    if math.isnan(found.value):
        return "none"
    text = numbers.number(found.value, figure.reach, unit)
    return numbers.with_unit(text, unit) if with_unit else text


def margin(figure: Compared) -> str:
    """Write up to which difference the figure counts as practically the same."""
    unit = Unit(figure.unit.name, share=figure.unit.share)
    is_rate = unit.share or figure.figure.kind == UNFINISHED
    # That of rates is as it was asked for; any other is a share of what was found.
    text = numbers.number(figure.margin, 0 if is_rate else figure.margin / 100, unit)
    return measured(text, unit)


def measured(text: str, unit: Unit) -> str:
    """Put the name of its unit after a number."""
    return f"{text} {unit.name.removesuffix('s') if text == '1' else unit.name}".rstrip()


def going_first(pair: Pair) -> Compared:
    """Return the difference in what going first is worth; where all win together, in games won."""
    return pair.figures[ADVANTAGE if ADVANTAGE in pair.figures else GAMES_WON]


def needed(comparison: Comparison, pair: Pair) -> list[str]:
    """Say how well the difference in going first is known, and what it takes to know it well."""
    figure = going_first(pair)
    reach, games = half_width(figure.difference.estimate), pair.games
    if not 0 < reach < math.inf:
        return []
    what = f"the difference in {figure.figure.title}"
    known = numbers.known_within(reach, POINTS)
    said = f"{capital(what)} is known to within {known}, at {_at(comparison)} confidence."
    # Who stops when all is decided has wider intervals than games of a fixed number would give.
    if reach <= figure.margin or len(comparison.first.run.study.looks) > 1:
        return [said]
    wanted = numbers.about(games * (reach / figure.margin) ** 2)
    return [f"{said} To know it to within {margin(figure)} takes about {wanted} games of each."]


def pairing(pair: Pair) -> list[str]:
    """Say how many games it saved to play both arms on the same deals."""
    gains = {
        path: pair.figures[path].difference.pairing_gain for path in _PAIRED if path in pair.figures
    }
    known = {path: gain for path, gain in gains.items() if math.isfinite(gain)}
    if not known:
        return []
    least, most = min(known.values()), max(known.values())
    if least > 1 / LITTLE and most < LITTLE:
        return [
            "The same deals saved next to nothing: for intervals as narrow, unpaired runs would "
            f"need {numbers.times(least)} to {numbers.times(most)} times as many games."
        ]
    told = [
        f"{numbers.times(gain)} times as many for the {_PAIRED[path]}"
        for path, gain in known.items()
    ]
    cost = " Below 1, pairing cost games." if least < 1 else ""
    return [
        "What the same deals saved: of games for intervals as narrow, unpaired runs would need "
        f"{listed(told)}.{cost}"
    ]


def left_out(pair: Pair) -> list[str]:
    """Name the figures that are not compared."""
    one, other = pair.results
    fair, found = one.players == other.players, []
    if not fair:
        shares = listed([numbers.percent(results.fair_share) for results in (one, other)])
        found.append(f"Of win rates only the advantage over the fair share ({shares}) is compared.")
    unshared = (pair.a, one, pair.only_a), (pair.b, other, pair.only_b)
    for label, results, paths in unshared:
        figures = [results.figures[path] for path in paths]
        names = [
            figure.title
            for figure in figures
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
    rate, relative = (
        numbers.number(m, 0, Unit(share=True)) for m in (margins.rate, margins.relative)
    )
    return (
        f"Intervals are {_at(comparison)} intervals over deals; percentiles are compared without "
        "pairing. A difference is clear when it is unlikely by chance, at the same level, even "
        f"among all {numbers.whole(comparison.tests)} differences tested. "
        f"Practically the same: the whole interval within {rate} percentage points (pp) for rates "
        f"and within {relative} % of what it is compared with for all others. What people notice "
        "is our judgement: one percentage point of wins, two of skill and other shares, 5 % of "
        "lengths, lead changes and scores, 10 % of the game's own counts."
    )


def _at(comparison: Comparison) -> str:
    return f"{100 * comparison.confidence:g} %"


def _length(minutes: Compared, pair: Pair, one: Results, other: Results) -> str:
    turns = pair.figures[TURNS]
    told = [f"{level(minutes, arm)} minutes ({level(turns, arm)} turns)" for arm in (0, 1)]
    seconds = listed(
        [str(s) for s in dict.fromkeys((one.seconds_per_turn, other.seconds_per_turn))]
    )
    lasts = f"{told[1]} with {quoted(pair.b)} instead of {told[0]}"
    return f"At an assumed {seconds} seconds a turn, a game lasts {lasts}: {clause(minutes)}."


def _unfinished(pair: Pair) -> Iterator[str]:
    for label, results in zip((pair.a, pair.b), pair.results, strict=True):
        if results.unfinished:
            said = numbers.sentence(results.figure(UNFINISHED), results.estimate(UNFINISHED))
            yield f"With {quoted(label)}: {said}"
