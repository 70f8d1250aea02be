"""How numbers and lists are written: numbers with as many decimals as are known."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from itertools import groupby
from textwrap import fill

from reports.figures.figure import SHARE, Figure, Unit
from reports.figures.statistics import Estimate, half_width, two_digits
from reports.figures.targets import FOR_ALL_PLAYERS, Target

#: The most rules that are all named in a sentence, and how many of more than that are.
_MOST_RULES, _OF_MANY = 12, 6


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Write parts of a sentence as in "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def rules_text(changes: Sequence[str]) -> str:
    """Name the rules that are changed, each as after ``--rule``; of very many the first."""
    if len(changes) <= _MOST_RULES:
        return ", ".join(changes)
    return listed([*changes[:_OF_MANY], f"{len(changes) - _OF_MANY} more"])


def capital(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]


def brief_labels(labels: Sequence[str], most: int = 12) -> list[str]:
    """Break labels at blanks into lines; a longer word keeps its end, where names differ."""

    def brief(word: str) -> str:
        if len(word) <= most:
            return word
        return f"…{re.sub('^[^._=]*[._]', '', word[1 - most :])}"  # from a whole word on

    several = (" ".join(map(brief, label.split())) for label in labels)
    return [fill(label, most, break_on_hyphens=False) for label in several]


def seat_names(players: int) -> list[str]:
    """Name the seats, as in tables and charts."""
    return ["seat 1 (first)", *(f"seat {seat}" for seat in range(2, players + 1))]


def lineup_text(lineup: Sequence[str], rotate: bool, most: int = 165) -> str:
    """Name who plays in the order of the seats, equal neighbours counted; long names shortened."""
    groups = [(spec, len(list(group))) for spec, group in groupby(lineup)]
    room = most if sum(len(spec) for spec, _ in groups) <= most else most // len(groups)
    named = ", ".join(
        (f"{times} \N{MULTIPLICATION SIGN} " if times > 1 else "") + _shorten(spec, room)
        for spec, times in groups
    )
    return f"{named}{'' if rotate or len(groups) == 1 else ' (not rotated)'}"


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}…{text[1 - most // 2 :]}"


#: The most decimals of a number that is known very well, and the most digits of a larger one.
_MOST_DECIMALS, _MOST_DIGITS = 6, 5
#: The digits of a number that is exact.
_EXACT_DIGITS = 4
NOT_KNOWN = "not known"
#: What is said in place of an interval of what never was anything else.
_ALIKE = "in every game"


def number(value: float, reach: float, unit: Unit) -> str:
    """Write a number without its unit: a share in per cent.

    `reach` is to within what it is known; 0 for a value that is exact, which has four
    digits, or one decimal, if it does not end before: 3.125, but 1.067 for 16 : 15.
    """
    if not math.isfinite(value):
        return NOT_KNOWN
    value, reach = unit.scale * value, unit.scale * reach
    sign = "+" if unit.signed else ""
    digits = 1 + int(math.log10(abs(value))) if abs(value) >= 1 else 0
    if not reach:
        return typeset(f"{value:{sign}.{max(_EXACT_DIGITS, digits + 1)}g}")
    decimals = decimals_within(reach, unit)
    if digits:
        decimals = min(decimals, max(1 if unit.share else 0, _MOST_DIGITS - digits))
    return typeset(f"{value:{sign},.{decimals}f}")


def decimals_within(reach: float, unit: Unit) -> int:
    """Return how many decimals a number is worth that is known to within `reach`, as told.

    The first digit that is not known well is told; of what is no share also the next if that is
    a 1, for 1.4 is not 1.
    """
    least = 1 if unit.share else 0
    if not math.isfinite(reach) or not reach:
        return 1
    within = reach if unit.share else reach / 2
    # Rounded, so that 0.1 has one decimal however it was reckoned.
    digits = math.ceil(round(-math.log10(within), 9))
    return min(_MOST_DECIMALS, max(least, digits))


def typeset(text: str) -> str:
    """Give a number a true minus, and no sign where nothing is left of it, as in "-0.0"."""
    return re.sub(r"^[+-](?=[0.]*$)", "", text).replace("-", "\N{MINUS SIGN}")


def with_unit(text: str, unit: Unit) -> str:
    """Put a per cent sign, or "percentage points", after a number that is a share."""
    if not unit.share or text == NOT_KNOWN:
        return text
    return f"{text} {unit.name}" if unit.name else f"{text}%"


def measured(text: str, unit: Unit) -> str:
    """Put the name of its unit after a number."""
    return f"{text} {unit.name.removesuffix('s') if text == '1' else unit.name}".rstrip()


def value(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Write a figure: "27.1%", "+2.1 percentage points", "115.5"; `reach` is as of `number`."""
    return with_unit(number(estimate.value, _reach(estimate, reach), unit), unit)


def _reach(estimate: Estimate, reach: float | None) -> float:
    """Return to within what a figure is written: of what never was anything else, all of it."""
    if estimate.is_constant:
        return 0.0
    return half_width(estimate) if reach is None else reach


def interval(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Write the interval of a figure: "26.9 to 27.3%"; of what was never seen, "below 0.002"."""
    return with_unit(ends(estimate, unit, reach), unit)


def ends(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Write the ends of an interval without the unit."""
    if estimate.is_constant:
        return _ALIKE
    if not (math.isfinite(estimate.low) and math.isfinite(estimate.high)):
        return NOT_KNOWN
    if estimate.value == 0 and estimate.low == 0 < estimate.high and not unit.signed:
        return f"below {number(estimate.high, estimate.high, unit)}"
    reach = _reach(estimate, reach)
    low, high = (number(end, reach, unit) for end in (estimate.low, estimate.high))
    return f"{low} to {high}"


def with_interval(estimate: Estimate, unit: Unit) -> str:
    """Write a figure with its interval: "27.1% (26.9 to 27.3%)"."""
    return f"{value(estimate, unit)} ({interval(estimate, unit)})"


def with_interval_near_bounds(estimate: Estimate, unit: Unit, bounds: Sequence[float]) -> str:
    """Write a figure with its interval, an end that is not a bound never as if it were one."""
    reach = reach_near_bounds(estimate, unit, bounds, half_width(estimate))
    return f"{value(estimate, unit, reach)} ({interval(estimate, unit, reach)})"


def reach_near_bounds(
    estimate: Estimate, unit: Unit, bounds: Sequence[float], reach: float
) -> float:
    """Return `reach`, or a closer one where an end were written as if it were a bound."""
    ends_, limits = (estimate.low, estimate.high), [end for end in bounds if math.isfinite(end)]
    near = [
        abs(end - bound)
        for end in ends_
        for bound in limits
        if end != bound and number(end, reach, unit) == number(bound, reach, unit)
    ]
    return min(reach / 10, *near) if near and math.isfinite(reach) else reach


def with_half(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Write a figure with half the width of its interval, without the unit: "27.1 ± 0.2"."""
    half = (estimate.high - estimate.low) / 2
    reach = _reach(estimate, reach)
    told = number(estimate.value, reach, unit)
    if estimate.is_constant or not math.isfinite(half) or not half:
        return told
    plain = Unit(share=unit.share)
    return f"{told} \N{PLUS-MINUS SIGN} {number(half, reach, plain)}"


def brief_estimate(estimate: Estimate, unit: Unit) -> str:
    """Write the same with its unit; of what was never seen "below 0.2%"."""
    told = with_half(estimate, unit) if estimate.value else ends(estimate, unit)
    return with_unit(told, unit)


def elo_with_half(estimate: Estimate) -> str:
    """Write how far ahead one is with half the width of its interval: "+128 ± 101"."""
    half = (estimate.high - estimate.low) / 2
    if not math.isfinite(half):
        return elo(estimate, "+")
    return f"{typeset(f'{estimate.value:+.0f}')} \N{PLUS-MINUS SIGN} {half:.0f}"


def elo(estimate: Estimate, sign: str = "") -> str:
    """Write a strength: "1612 (1580 to 1644)"; "below 859" of which a bound alone is known.

    With the sign "+" it is how far ahead one is: "+128 (+28 to +230)".
    """
    told, low, high = (
        typeset(f"{one:{sign}.0f}") for one in (estimate.value, estimate.low, estimate.high)
    )
    if math.isfinite(estimate.low) and math.isfinite(estimate.high):
        return f"{told} ({low} to {high})" if estimate.low < estimate.high else told
    if math.isfinite(estimate.high):
        return f"below {high}"
    return f"above {low}" if math.isfinite(estimate.low) else NOT_KNOWN


def size(estimate: Estimate, unit: Unit) -> str:
    """Write how large a difference is, whatever its sign, without the unit."""
    return number(abs(estimate.value), half_width(estimate), Unit(share=unit.share))


def percent(share: float, places: int = 1) -> str:
    """Write a share that is exact as a percentage: 0.25 as "25.0%"."""
    return f"{100 * share:.{places}f}%"


def roughly(estimate: Estimate) -> str:
    """Write a difference of shares that a few games tell, in whole points: "+11 ± 5"."""
    half = (estimate.high - estimate.low) / 2
    within = max(1, math.ceil(round(100 * half, 9)))
    return f"{whole_points(estimate.value)} \N{PLUS-MINUS SIGN} {within}"


def whole_points(share: float) -> str:
    """Write a difference of shares in whole points: "+11", "0"."""
    return typeset(f"{round(100 * share):+d}").replace("+0", "0")


def outer_range(low: float, high: float, unit: Unit) -> str:
    """Write a range rounded outward, so that it holds all that the exact range holds: "-2 to +3".

    The number of decimals follows the width: rounding adds at most half of it.
    """
    if low == high:
        return number(low, 0, unit)
    low, high = unit.scale * low, unit.scale * high
    decimals = min(_MOST_DECIMALS, max(0, math.ceil(-math.log10((high - low) / 4))))
    step = Decimal(1).scaleb(-decimals)

    def rounded(value: float, rounding: str) -> str:
        # Twelve digits first, so that 0.1 stays 0.1 however it was computed.
        end = Decimal(f"{value:.12g}").quantize(step, rounding=rounding)
        sign = "+" if unit.signed and end else ""
        return typeset(f"{end if end else abs(end):{sign},f}")

    return f"{rounded(low, ROUND_FLOOR)} to {rounded(high, ROUND_CEILING)}"


def whole(count: int) -> str:
    """Write a whole number with its thousands apart."""
    return f"{count:,}"


def counted(count: int, what: str) -> str:
    """Write a number of things, in the plural where it takes one."""
    return f"{whole(count)} {what}{'' if count == 1 else 's'}"


def about(games: float) -> str:
    """Write a number of games with the two digits that an estimate of it is worth."""
    return f"{two_digits(games):,}"


def rounded_down(games: float) -> str:
    """Write a number of games with two digits, not above it; 1 at least."""
    digits = 10 ** max(0, math.floor(math.log10(max(games, 1))) - 1)
    return f"{max(1, math.floor(games / digits) * digits):,}"


def games_range(low: float, high: float) -> str:
    """Write a range of numbers of games with two digits each, rounded outwards: "480 to 2,300"."""
    least, most = rounded_down(low), about(high)
    return f"about {most}" if least == most else f"{least} to {most}"


def rounded_up(number_: float, digits: int = 2) -> str:
    """Write a number with few digits, not below it: what is known to within it stays true."""
    # Twelve digits first, for 0.1 is not to become 0.101.
    found = Context(prec=digits, rounding=ROUND_CEILING).create_decimal(f"{number_:.12g}")
    return f"{found:f}"


def interval_name(confidence: float) -> str:
    """Name the intervals: "95% interval"."""
    return f"{100 * confidence:g}% interval"


def target_text(target: Target, unit: Unit) -> str:
    """Say what is wanted of a figure, as in "at most 30%"."""
    low, high = (number(end, 0, unit) for end in (target.low, target.high))
    everywhere = f" {FOR_ALL_PLAYERS}" if target.robust else ""
    if math.isinf(target.high):
        return f"at least {with_unit(low, unit)}{everywhere}"
    if math.isinf(target.low):
        return f"at most {with_unit(high, unit)}{everywhere}"
    return f"{low} to {with_unit(high, unit)}{everywhere}"


def sentence(figure: Figure, estimate: Estimate) -> str:
    """Tell a figure in a sentence."""
    if not estimate.n or math.isnan(estimate.value):
        return figure.unseen or f"There is no {figure.title} to tell."
    told = figure.never if figure.never and not estimate.value else figure.sentence
    if not told:
        told = f"{capital(figure.subject or f'the {figure.title}')} is {{value}} ({{interval}})."
    return told.format(
        value=value(estimate, figure.unit),
        interval=interval(estimate, figure.unit),
        n=whole(estimate.n),
    )


def share_of(estimate: Estimate) -> str:
    """Write a share with its interval: "27.1% (26.9 to 27.3%)"."""
    return with_interval(estimate, SHARE)


def speed(per_second: float) -> str:
    """Write how many there are a second: "12,581", "3.4", "0.24"."""
    return f"{per_second:,.0f}" if per_second >= 100 else f"{per_second:.2g}"


def short_unit(unit: Unit) -> str:
    """Write the sign of a share where there is no room for its name: "pp" for points."""
    if not unit.share:
        return ""
    return "pp" if unit.name else "%"
