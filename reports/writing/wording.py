"""Texts for numbers, estimates, intervals and lists.

Numbers have as many decimals as their intervals justify.
"""

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

#: The largest number of rules that a sentence names, and the number it names if there are more.
_MOST_RULES, _OF_MANY = 12, 6


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Join parts of a sentence, as in "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def rules_text(changes: Sequence[str]) -> str:
    """Join changed rules such as ``hand_size=5``; of more than 12 only the first 6 are named."""
    if len(changes) <= _MOST_RULES:
        return ", ".join(changes)
    return listed([*changes[:_OF_MANY], f"{len(changes) - _OF_MANY} more"])


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def brief_labels(labels: Sequence[str], most: int = 12) -> list[str]:
    """Break labels at spaces into lines of `most` letters; longer words keep their end alone."""

    def brief(word: str) -> str:
        if len(word) <= most:
            return word
        return f"…{re.sub('^[^._=]*[._]', '', word[1 - most :])}"  # from a whole word on

    shortened = (" ".join(map(brief, label.split())) for label in labels)
    return [fill(label, most, break_on_hyphens=False) for label in shortened]


def seat_names(players: int) -> list[str]:
    """Return the names of the seats for tables and charts: "seat 1 (first)", "seat 2" and so on."""
    return ["seat 1 (first)", *(f"seat {seat}" for seat in range(2, players + 1))]


def lineup_text(lineup: Sequence[str], rotate: bool, most: int = 165) -> str:
    """Write a line-up; neighbours with the same strategy are counted.

    Parameters
    ----------
    lineup
        The strategies in the order of the seats.
    rotate
        True if the line-up rotates over the seats.
    most
        The number of letters from which on long names are shortened.
    """
    groups = [(spec, len(list(group))) for spec, group in groupby(lineup)]
    room = most if sum(len(spec) for spec, _ in groups) <= most else most // len(groups)
    named = ", ".join(
        (f"{times} \N{MULTIPLICATION SIGN} " if times > 1 else "") + _shorten(spec, room)
        for spec, times in groups
    )
    return f"{named}{'' if rotate or len(groups) == 1 else ' (not rotated)'}"


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}…{text[1 - most // 2 :]}"


#: The largest number of decimals, and of digits of a number that has decimals.
_MOST_DECIMALS, _MOST_DIGITS = 6, 5
#: The digits of an exact number.
_EXACT_DIGITS = 4
NOT_KNOWN = "not known"
#: The text in place of the interval of a constant figure.
_CONSTANT = "in every game"


def number(value: float, reach: float, unit: Unit) -> str:
    """Write a number without its unit; shares are written in percent.

    Parameters
    ----------
    value
        The number; NaN and infinity are written as "not known".
    reach
        Half the width of its interval, which decides on the decimals. 0 for an exact number, which
        has four digits or one decimal, without zeros at its end: 3.125, but 1.067 for 16 / 15.
    unit
        The unit of the number.
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
    """Return the number of decimals of a number with an interval.

    The last decimal is the first that is uncertain. Numbers other than shares have one more if that
    decimal of the half width would be 1, because rounding 1.4 to 1 would lose too much.

    Parameters
    ----------
    reach
        Half the width of the interval, as it is written.
    unit
        The unit of the number.
    """
    least = 1 if unit.share else 0
    if not math.isfinite(reach) or not reach:
        return 1
    within = reach if unit.share else reach / 2
    # Rounded, so that 0.1 has one decimal however it was computed.
    digits = math.ceil(round(-math.log10(within), 9))
    return min(_MOST_DECIMALS, max(least, digits))


def typeset(text: str) -> str:
    """Return a number with a real minus sign, and without any sign if it is 0, as in "-0.0"."""
    return re.sub(r"^[+-](?=[0.]*$)", "", text).replace("-", "\N{MINUS SIGN}")


def with_unit(text: str, unit: Unit) -> str:
    """Add "%" or "percentage points" to a number that is a share; leave other numbers alone."""
    if not unit.share or text == NOT_KNOWN:
        return text
    return f"{text} {unit.name}" if unit.name else f"{text}%"


def measured(text: str, unit: Unit) -> str:
    """Add the name of its unit to a number, in the singular after 1."""
    return f"{text} {unit.name.removesuffix('s') if text == '1' else unit.name}".rstrip()


def value(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Write the value of a figure: "27.1%", "+2.1 percentage points", "115.5".

    `reach` is that of `number`; None for the half width of the interval.
    """
    return with_unit(number(estimate.value, _reach(estimate, reach), unit), unit)


def _reach(estimate: Estimate, reach: float | None) -> float:
    """Return the reach with which a figure is written: 0, for all digits, if it is constant."""
    if estimate.is_constant:
        return 0.0
    return half_width(estimate) if reach is None else reach


def interval(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Write the interval of a figure: "26.9 to 27.3%"; "below 0.002" if the value is 0.

    `reach` is that of `number`; None for the half width of the interval.
    """
    return with_unit(ends(estimate, unit, reach), unit)


def ends(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Write the interval of a figure without the unit, as in "26.9 to 27.3".

    A constant figure, or an interval with an end that is not finite, gets words instead. If the
    value and the lower end are 0 in a unit without a sign, only the upper end is written, as in
    "below 0.002".

    Parameters
    ----------
    estimate
        The figure.
    unit
        Its unit.
    reach
        That of `number`; None for half the width of the interval.
    """
    if estimate.is_constant:
        return _CONSTANT
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
    """Write a figure with its interval; ends are only written like bounds that they equal."""
    reach = reach_near_bounds(estimate, unit, bounds, half_width(estimate))
    return f"{value(estimate, unit, reach)} ({interval(estimate, unit, reach)})"


def reach_near_bounds(
    estimate: Estimate, unit: Unit, bounds: Sequence[float], reach: float
) -> float:
    """Return `reach`, or less if an end would be rounded to a bound that it does not equal."""
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
    text = number(estimate.value, reach, unit)
    if estimate.is_constant or not math.isfinite(half) or not half:
        return text
    plain = Unit(share=unit.share)
    return f"{text} \N{PLUS-MINUS SIGN} {number(half, reach, plain)}"


def brief_estimate(estimate: Estimate, unit: Unit) -> str:
    """Write a figure as `with_half` with its unit; "below 0.2%" if the value is 0."""
    text = with_half(estimate, unit) if estimate.value else ends(estimate, unit)
    return with_unit(text, unit)


def elo_with_half(estimate: Estimate) -> str:
    """Write a difference of Elo ratings with half the width of its interval: "+128 ± 101"."""
    half = (estimate.high - estimate.low) / 2
    if not math.isfinite(half):
        return elo(estimate, "+")
    return f"{typeset(f'{estimate.value:+.0f}')} \N{PLUS-MINUS SIGN} {half:.0f}"


def elo(estimate: Estimate, sign: str = "") -> str:
    """Write an Elo rating: "1612 (1580 to 1644)"; "below 859" if only a bound is known.

    With the sign "+" it is a difference of ratings: "+128 (+28 to +230)".
    """
    value_text, low, high = (
        typeset(f"{part:{sign}.0f}") for part in (estimate.value, estimate.low, estimate.high)
    )
    if math.isfinite(estimate.low) and math.isfinite(estimate.high):
        return f"{value_text} ({low} to {high})" if estimate.low < estimate.high else value_text
    if math.isfinite(estimate.high):
        return f"below {high}"
    return f"above {low}" if math.isfinite(estimate.low) else NOT_KNOWN


def size(estimate: Estimate, unit: Unit) -> str:
    """Write the absolute value of a difference without the unit."""
    return number(abs(estimate.value), half_width(estimate), Unit(share=unit.share))


def percent(share: float, places: int = 1) -> str:
    """Write an exact share as a percentage: 0.25 as "25.0%"."""
    return f"{100 * share:.{places}f}%"


def roughly(estimate: Estimate) -> str:
    """Write an imprecise difference of shares in whole points: "+11 ± 5"."""
    half = (estimate.high - estimate.low) / 2
    within = max(1, math.ceil(round(100 * half, 9)))
    return f"{whole_points(estimate.value)} \N{PLUS-MINUS SIGN} {within}"


def whole_points(share: float) -> str:
    """Write a difference of shares in whole points: "+11", "0"."""
    return typeset(f"{round(100 * share):+d}").replace("+0", "0")


def outer_range(low: float, high: float, unit: Unit) -> str:
    """Format a range rounded outward, so that it includes the exact range, as in "-2 to +3".

    The number of decimals follows the width: rounding adds at most half of it.
    """
    if low == high:
        return number(low, 0, unit)
    low, high = unit.scale * low, unit.scale * high
    decimals = min(_MOST_DECIMALS, max(0, math.ceil(-math.log10((high - low) / 4))))
    step = Decimal(1).scaleb(-decimals)

    def rounded(value: float, rounding: str) -> str:
        # Rounded to twelve digits first, so that 0.1 stays 0.1 however it was computed.
        end = Decimal(f"{value:.12g}").quantize(step, rounding=rounding)
        sign = "+" if unit.signed and end else ""
        return typeset(f"{end if end else abs(end):{sign},f}")

    return f"{rounded(low, ROUND_FLOOR)} to {rounded(high, ROUND_CEILING)}"


def whole(count: int) -> str:
    """Write a whole number with separators of thousands: "12,581"."""
    return f"{count:,}"


def counted(count: int, noun: str) -> str:
    """Write a number with a noun, which gets an "s" unless the number is 1: "3 games"."""
    return f"{whole(count)} {noun}{'' if count == 1 else 's'}"


def about(games: float) -> str:
    """Write an estimated number of games, rounded up to two digits: "4,200"."""
    return f"{two_digits(games):,}"


def rounded_down(games: float) -> str:
    """Write a number of games rounded down to two digits; at least 1."""
    digits = 10 ** max(0, math.floor(math.log10(max(games, 1))) - 1)
    return f"{max(1, math.floor(games / digits) * digits):,}"


def games_range(low: float, high: float) -> str:
    """Write a range of numbers of games, rounded outward to two digits: "480 to 2,300"."""
    least, most = rounded_down(low), about(high)
    return f"about {most}" if least == most else f"{least} to {most}"


def rounded_up(number_: float, digits: int = 2) -> str:
    """Write a number rounded up to a number of digits, as is safe for precisions."""
    # Rounded to twelve digits first, so that 0.1 is not rounded up to 0.101.
    rounded = Context(prec=digits, rounding=ROUND_CEILING).create_decimal(f"{number_:.12g}")
    return f"{rounded:f}"


def interval_name(confidence: float) -> str:
    """Return the name of intervals with a confidence: "95% interval"."""
    return f"{100 * confidence:g}% interval"


def target_text(target: Target, unit: Unit) -> str:
    """Write the bounds of a target, as in "at most 30%"."""
    low, high = (number(end, 0, unit) for end in (target.low, target.high))
    robust = f" {FOR_ALL_PLAYERS}" if target.robust else ""
    if math.isinf(target.high):
        return f"at least {with_unit(low, unit)}{robust}"
    if math.isinf(target.low):
        return f"at most {with_unit(high, unit)}{robust}"
    return f"{low} to {with_unit(high, unit)}{robust}"


def sentence(figure: Figure, estimate: Estimate) -> str:
    """Return a sentence on a figure: that of the figure if it declares one, else a default one."""
    if not estimate.n or math.isnan(estimate.value):
        return figure.unseen or f"There is no {figure.title} to report."
    template = figure.never if figure.never and not estimate.value else figure.sentence
    if not template:
        subject = figure.subject or f"the {figure.title}"
        template = f"{capital(subject)} is {{value}} ({{interval}})."
    return template.format(
        value=value(estimate, figure.unit),
        interval=interval(estimate, figure.unit),
        n=whole(estimate.n),
    )


def share_of(estimate: Estimate) -> str:
    """Write a share with its interval: "27.1% (26.9 to 27.3%)"."""
    return with_interval(estimate, SHARE)


def speed(per_second: float) -> str:
    """Write a number per second: "12,581", "3.4", "0.24"."""
    return f"{per_second:,.0f}" if per_second >= 100 else f"{per_second:.2g}"


def short_unit(unit: Unit) -> str:
    """Return the shortest unit: "%" or "pp" for shares, empty for other units."""
    if not unit.share:
        return ""
    return "pp" if unit.name else "%"
