"""Format numbers, estimates, intervals and lists as text.

The wider the interval of a number, the fewer decimals the number has.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from itertools import groupby
from textwrap import fill

from reports.figures.figure import SHARE, Figure, Unit
from reports.figures.statistics import Estimate, half_width, two_digits
from reports.figures.targets import FOR_ALL_PLAYERS, Target

#: A sentence names all changed rules if there are at most this number of them.
_MOST_RULES = 12
#: The number of rules that a sentence names if there are more.
_OF_MANY = 6


def listed(items: Sequence[str], last: str = "and") -> str:
    """Return a list in words, as in "a, b and c".

    Parameters
    ----------
    items
        The items of the list, which may be empty.
    last
        The word before the last item.
    """
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def quoted(name: str) -> str:
    """Return a name in typographic quotation marks."""
    return f"\N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}"


def rules_text(changes: Sequence[str]) -> str:
    """Return the names and values of changed rules as text, as in "hand_size=5, starter=rotate".

    If there are more than 12 rules, only the first 6 are named, with the number of the rest.
    """
    if len(changes) <= _MOST_RULES:
        return ", ".join(changes)
    return listed([*changes[:_OF_MANY], f"{len(changes) - _OF_MANY} more"])


def capital(text: str) -> str:
    """Return a text with its first character in upper case."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """Return text with its first letter in lower case, as in "the first player"."""
    return text[:1].lower() + text[1:]


def brief_labels(labels: Sequence[str], most: int = 12) -> list[str]:
    """Return labels that are broken at spaces into lines of at most `most` characters.

    Longer words are cut: an ellipsis is followed by the end of the word.
    """

    def brief(word: str) -> str:
        """Return a word, shortened to at most `most` characters if it is longer."""
        if len(word) <= most:
            return word
        # If possible, the kept end begins after a dot or underscore.
        return f"…{re.sub('^[^._=]*[._]', '', word[1 - most :])}"

    shortened = (" ".join(map(brief, label.split())) for label in labels)
    return [fill(label, most, break_on_hyphens=False) for label in shortened]


def seat_names(players: int) -> list[str]:
    """Return the names of the seats for tables and charts: "seat 1 (first)", "seat 2", and so on.

    Parameters
    ----------
    players
        The number of seats.
    """
    return ["seat 1 (first)", *(f"seat {seat}" for seat in range(2, players + 1))]


def lineup_text(lineup: Sequence[str], rotate: bool, most: int = 165) -> str:
    """Return a line-up as text, as in "planner, random".

    Adjacent seats with the same strategy are counted, and named once after their number.

    Parameters
    ----------
    lineup
        The specs of the strategies, in the order of the seats.
    rotate
        True if the line-up rotates over the seats.
    most
        The approximate maximum number of characters. Long specs are shortened in the middle.
    """
    groups = [(spec, len(list(group))) for spec, group in groupby(lineup)]
    room = most if sum(len(spec) for spec, _ in groups) <= most else most // len(groups)
    named = ", ".join(
        (f"{times} \N{MULTIPLICATION SIGN} " if times > 1 else "") + _shorten(spec, room)
        for spec, times in groups
    )
    return f"{named}{'' if rotate or len(groups) == 1 else ' (not rotated)'}"


def _shorten(text: str, most: int) -> str:
    """Return a text. If it has more than `most` characters, an ellipsis replaces its middle."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[1 - most // 2 :]}"


#: The maximum number of decimals.
_MOST_DECIMALS = 6
#: The maximum number of digits of a number that has decimals.
_MOST_DIGITS = 5
#: The number of significant digits of an exact number.
_EXACT_DIGITS = 4
#: The text for a number or an interval that is not known.
NOT_KNOWN = "not known"
#: The text that replaces the interval of a constant figure.
_CONSTANT = "in every game"


def number(value: float, reach: float, unit: Unit) -> str:
    """Return a number as text, without its unit. Shares are in percent.

    Parameters
    ----------
    value
        The number. NaN and infinity give "not known".
    reach
        Half the width of the number's interval. It determines the number of decimals, as
        `decimals_within` explains. 0 means that the number is exact. An exact number below 1,000 is
        rounded to four significant digits, such as 1.067 for 16/15, and a larger number to one
        decimal, such as 2345.7. Trailing zeros are left out.
    unit
        The unit of the number.
    """
    if not math.isfinite(value):
        return NOT_KNOWN
    value = unit.scale * value
    reach = unit.scale * reach
    sign = "+" if unit.signed else ""
    digits = 1 + int(math.log10(abs(value))) if abs(value) >= 1 else 0
    if not reach:
        return typeset(f"{value:{sign}.{max(_EXACT_DIGITS, digits + 1)}g}")
    decimals = decimals_within(reach, unit)
    if digits:
        decimals = min(decimals, max(1 if unit.share else 0, _MOST_DIGITS - digits))
    return typeset(f"{value:{sign},.{decimals}f}")


def decimals_within(reach: float, unit: Unit) -> int:
    """Return the number of decimals that the width of an interval justifies.

    The last decimal is the first that is uncertain. Numbers other than shares have one more decimal
    if the first digit of half the width is 1, because rounding 1.4 to 1 would lose too much.

    Parameters
    ----------
    reach
        Half the width of the interval, in the unit that is printed (percent for shares). If it is
        0 or not finite, the number of decimals is 1.
    unit
        The unit of the number.
    """
    least = 1 if unit.share else 0
    if not math.isfinite(reach) or not reach:
        return 1
    within = reach if unit.share else reach / 2
    # Rounding removes errors of floating-point numbers, so that 0.1 always has one decimal.
    digits = math.ceil(round(-math.log10(within), 9))
    return min(_MOST_DECIMALS, max(least, digits))


def typeset(text: str) -> str:
    """Return a number's text with a typographic minus sign. A zero such as "-0.0" has no sign."""
    return re.sub(r"^[+-](?=[0.]*$)", "", text).replace("-", "\N{MINUS SIGN}")


def round_half_up(number: float, decimals: int = 0) -> str:
    """Return a number rounded to some decimals as text, such as "29" for 28.5.

    Python rounds 28.5 to 28, so that two texts on the same number could differ.
    """
    exact = Decimal(f"{number:.9f}")
    return str(exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def with_unit(text: str, unit: Unit) -> str:
    """Return the text of a number with its unit, "%" or "percentage points", if it is a share.

    Other texts are returned unchanged.
    """
    if not unit.share or text == NOT_KNOWN:
        return text
    return f"{text} {unit.name}" if unit.name else f"{text}%"


def measured(text: str, unit: Unit) -> str:
    """Return the text of a number with the name of its unit, as in "1 turn" or "3 turns"."""
    return f"{text} {unit.name.removesuffix('s') if text == '1' else unit.name}".rstrip()


def value(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Return the value of a figure as text: "27.1%", "+2.1 percentage points" or "115.5".

    NaN and infinity give "not known".

    Parameters
    ----------
    estimate
        The figure's value with its interval.
    unit
        The unit of the figure.
    reach
        The half-width of the interval that determines the number of decimals, as in `number`.
        None for half the width of the figure's own interval.
    """
    return with_unit(number(estimate.value, _reach(estimate, reach), unit), unit)


def _reach(estimate: Estimate, reach: float | None) -> float:
    """Return the half-width that `number` gets as `reach` for a figure.

    It is 0 for a constant figure, which is exact. For other figures it is the given `reach`, or
    half the width of the figure's interval if `reach` is None.
    """
    if estimate.is_constant:
        return 0.0
    return half_width(estimate) if reach is None else reach


def interval(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Return the interval of a figure with its unit, as in "26.9 to 27.3%".

    The parameters and the texts for special cases are the same as in `ends`.
    """
    return with_unit(ends(estimate, unit, reach), unit)


def ends(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Return the interval of a figure without its unit, as in "26.9 to 27.3".

    It is "in every game" for a constant figure, and "not known" for an interval with a bound that
    is not finite. If the value and the lower bound are 0 in a unit without a sign, it has only the
    upper bound, as in "below 0.002".

    Parameters
    ----------
    estimate
        The figure's value with its interval.
    unit
        The unit of the figure.
    reach
        The half-width of the interval that determines the number of decimals, as in `number`.
        None for half the width of the figure's own interval.
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
    """Return a figure with its interval as text: "27.1% (26.9 to 27.3%)"."""
    return f"{value(estimate, unit)} ({interval(estimate, unit)})"


def with_interval_near_bounds(estimate: Estimate, unit: Unit, bounds: Sequence[float]) -> str:
    """Return a figure with its interval as text, with decimals that separate it from limits.

    A bound of the interval that differs from a limit is never rounded to the same text.

    Parameters
    ----------
    estimate
        The figure.
    unit
        The unit of the figure.
    bounds
        The limits, such as those of a target.
    """
    reach = reach_near_bounds(estimate, unit, bounds, half_width(estimate))
    return f"{value(estimate, unit, reach)} ({interval(estimate, unit, reach)})"


def reach_near_bounds(
    estimate: Estimate, unit: Unit, bounds: Sequence[float], reach: float
) -> float:
    """Return `reach`, or a smaller number if the decimals would hide a difference from a limit.

    Parameters
    ----------
    estimate
        The figure.
    unit
        The unit of the figure.
    bounds
        The limits. A bound of the interval that differs from a limit must not be rounded to the
        same text.
    reach
        Half the width of the interval that determines the number of decimals, as in `number`.
    """
    limits = [bound for bound in bounds if math.isfinite(bound)]
    hidden_differences = [
        abs(end - limit)
        for end in (estimate.low, estimate.high)
        for limit in limits
        if end != limit and number(end, reach, unit) == number(limit, reach, unit)
    ]
    if not hidden_differences or not math.isfinite(reach):
        return reach
    return min(reach / 10, *hidden_differences)


def with_half(estimate: Estimate, unit: Unit, reach: float | None = None) -> str:
    """Return a figure with half the width of its interval, without its unit: "27.1 ± 0.2".

    The number of decimals follows from `reach`, the half-width of an interval, as in `number`. None
    stands for half the width of the figure's own interval.
    """
    half = (estimate.high - estimate.low) / 2
    reach = _reach(estimate, reach)
    text = number(estimate.value, reach, unit)
    if estimate.is_constant or not math.isfinite(half) or not half:
        return text
    plain = Unit(share=unit.share)
    return f"{text} \N{PLUS-MINUS SIGN} {number(half, reach, plain)}"


def brief_estimate(estimate: Estimate, unit: Unit) -> str:
    """Return a figure with half the width of its interval and its unit: "27.1 ± 0.2%".

    If the value is 0, the text has only the upper bound, as in "below 0.2%".
    """
    text = with_half(estimate, unit) if estimate.value else ends(estimate, unit)
    return with_unit(text, unit)


def elo_with_half(estimate: Estimate) -> str:
    """Return a difference of Elo ratings with half the width of its interval: "+128 ± 101"."""
    half = (estimate.high - estimate.low) / 2
    if not math.isfinite(half):
        return elo(estimate, "+")
    return f"{typeset(f'{estimate.value:+.0f}')} \N{PLUS-MINUS SIGN} {half:.0f}"


def elo(estimate: Estimate, sign: str = "") -> str:
    """Return an Elo rating with its interval as text: "1612 (1580 to 1644)".

    If only one bound is finite, it is as in "below 859"; if none is, "not known".

    Parameters
    ----------
    estimate
        The rating.
    sign
        "+" for a difference of ratings, as in "+128 (+28 to +230)".
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
    """Return the absolute value of a difference as text, without its unit and sign."""
    return number(abs(estimate.value), half_width(estimate), Unit(share=unit.share))


def percent(share: float, places: int = 1) -> str:
    """Return an exact share in percent, with `places` decimals: 0.25 gives "25.0%"."""
    return f"{100 * share:.{places}f}%"


def roughly(estimate: Estimate) -> str:
    """Return an imprecise difference of shares in whole percentage points: "+11 ± 5"."""
    half = (estimate.high - estimate.low) / 2
    within = max(1, math.ceil(round(100 * half, 9)))
    return f"{whole_points(estimate.value)} \N{PLUS-MINUS SIGN} {within}"


def whole_points(share: float) -> str:
    """Return a difference of shares in whole percentage points: "+11" or "0"."""
    return typeset(f"{round(100 * share):+d}").replace("+0", "0")


def outer_range(low: float, high: float, unit: Unit) -> str:
    """Return a range as text, as in "-2 to +3", rounded outward so that it includes the range.

    The number of decimals is such that rounding adds at most half the width of the range.
    """
    if low == high:
        return number(low, 0, unit)
    low, high = unit.scale * low, unit.scale * high
    decimals = min(_MOST_DECIMALS, max(0, math.ceil(-math.log10((high - low) / 4))))
    step = Decimal(1).scaleb(-decimals)

    def rounded(value: float, rounding: str) -> str:
        """Return an end of the range as typeset text, rounded to a multiple of `step`.

        `rounding` is one of the constants ``ROUND_...`` of `decimal`. The text has a plus sign if
        the unit is signed and the number is above 0.
        """
        # Rounding to 12 digits first removes errors of floating-point numbers, so that 0.1 is kept.
        end = Decimal(f"{value:.12g}").quantize(step, rounding=rounding)
        sign = "+" if unit.signed and end else ""
        return typeset(f"{end if end else abs(end):{sign},f}")

    return f"{rounded(low, ROUND_FLOOR)} to {rounded(high, ROUND_CEILING)}"


def whole(count: int) -> str:
    """Return a whole number as text with separators of thousands: "12,581"."""
    return f"{count:,}"


def counted(count: int, noun: str) -> str:
    """Return a number with a noun in the singular or plural: "1 game" or "3 games".

    `noun` is the singular; its plural must end in "s".
    """
    return f"{whole(count)} {noun}{'' if count == 1 else 's'}"


def about(games: float) -> str:
    """Return an estimated number of games as text, rounded up to two digits: "4,200"."""
    return f"{two_digits(games):,}"


def rounded_down(games: float) -> str:
    """Return a number of games as text, rounded down to two significant digits, but at least 1."""
    digits = 10 ** max(0, math.floor(math.log10(max(games, 1))) - 1)
    return f"{max(1, math.floor(games / digits) * digits):,}"


def games_range(low: float, high: float) -> str:
    """Return a range of numbers of games, rounded outward to two digits: "480 to 2,300".

    If both ends are equal, it is as in "about 480".
    """
    least, most = rounded_down(low), about(high)
    return f"about {most}" if least == most else f"{least} to {most}"


def rounded_up(number_: float, digits: int = 2) -> str:
    """Return a number as text, rounded up to a number of significant digits."""
    # Rounding to 12 digits first removes errors of floating-point numbers, so that 0.1 is kept.
    rounded = Context(prec=digits, rounding=ROUND_CEILING).create_decimal(f"{number_:.12g}")
    return f"{rounded:f}"


def interval_name(confidence: float) -> str:
    """Return the name of intervals with the given confidence, as in "95% interval"."""
    return f"{100 * confidence:g}% interval"


def target_text(target: Target, unit: Unit) -> str:
    """Return the bounds of a target as text, as in "at most 30%" or "at most 1 in 100 games"."""
    low, high = (number(end, 0, unit) for end in (target.low, target.high))
    robust = f" {FOR_ALL_PLAYERS}" if target.robust else ""
    if math.isinf(target.high):
        return f"at least {_with_games(low, unit)}{robust}"
    if math.isinf(target.low):
        return f"at most {_with_games(high, unit)}{robust}"
    return f"{low} to {_with_games(high, unit)}{robust}"


def _with_games(text: str, unit: Unit) -> str:
    """Return a number's text with its unit; percentage points are written as games out of 100."""
    if not unit.share or not unit.name:
        return with_unit(text, unit)
    return f"{text} in 100 games"


def sentence(figure: Figure, estimate: Estimate) -> str:
    """Return a sentence that states a figure.

    If the figure declares no sentence, it is as in "The mean length in turns is 60 (58 to 62)."
    """
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
    """Return a share with its interval in percent: "27.1% (26.9 to 27.3%)"."""
    return with_interval(estimate, SHARE)


def speed(per_second: float) -> str:
    """Return a number per second as text, without a unit: "12,581", "3.4" or "0.24"."""
    return f"{per_second:,.0f}" if per_second >= 100 else f"{per_second:.2g}"


def short_unit(unit: Unit) -> str:
    """Return the symbol of a unit: "%" or, for differences of shares, "pp"; "" for others."""
    if not unit.share:
        return ""
    return "pp" if unit.name else "%"
