"""Players, shares and means as a person would say them, for the first page on a terminal."""

from __future__ import annotations

import math

from reports.figures.figure import PLAIN
from reports.figures.statistics import Estimate, half_width
from reports.writing import wording
from simulate.study import Study

_PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
#: A share is written without its interval if half its width is at most this, in percentage points.
_EXACT = 0.5
#: The style of random moves.
_RANDOM = "random"
#: A number of times per game counts as whole up to this distance from a whole number.
_NEARLY_WHOLE = 0.25
#: A smaller number of times per game is written as "once in 5 games".
_MOSTLY_ONCE = 2 / 3
_TIMES = ("no times", "once", "twice", "three times", "four times", "five times", "six times")
#: The uncertainty of a length is mentioned if it is at least this share of the length, or this
#: number of minutes.
_LEAST_MOVE, _LEAST_MINUTES = 0.05, 0.5


# Players


def introduce_strategy(study: Study, spec: str) -> str:
    """Return the name of a strategy; for a persona, with its definition in parentheses."""
    _, is_persona, definition = study.personas.get(spec, "").partition(f"{spec} = ")
    return f"{spec} ({definition})" if is_persona else spec


def describe_players(study: Study) -> str:
    """Return words for the players of a study, as in "good players (style: planner)".

    The game's default strategy is its best, so its players are called good.
    """
    if len(study.strategies) > 1:
        lineup = [introduce_strategy(study, spec) for spec in study.lineup]
        return f"styles: {wording.lineup_text(lineup, study.rotate)}"
    [spec] = study.strategies
    if spec == _RANDOM:
        return "players who move at random"
    if spec == study.loaded_game.default_strategy:
        return f"good players (style: {spec})"
    return f"players of the style {introduce_strategy(study, spec)}"


def describe_scope(study: Study, command: str = "") -> str:
    """Return the sentence that other players were not tried, with the command that tries them.

    `command` is empty if no command can try them.
    """
    kinds = "one kind of player" if len(study.strategies) == 1 else "these players"
    text = f"Tried with {kinds} only; others may differ"
    return f"{text}: {command}" if command else f"{text}."


def players_win(players: int) -> str:
    """Return "the players win", for players who win together, or "the player wins" for one."""
    return "the player wins" if players == 1 else "the players win"


# Numbers


def of_100(share: Estimate) -> str:
    """Return a share as a number out of 100, as in "27 of 100" or "27 ± 2 of 100".

    A share near 0 or 1 is written as a range or a limit, as in "fewer than 1 of 100".
    """
    low, middle, high = (100 * number for number in (share.low, share.value, share.high))
    if not math.isfinite(low + high):
        return "an unknown number of 100"
    reach = (high - low) / 2
    if high < 1:
        text = "fewer than 1"
    elif low > 99:
        text = "more than 99"
    elif low < 1:
        text = f"at most {math.ceil(high)}"
    elif high > 99:
        text = f"at least {math.floor(low)}"
    elif reach <= _EXACT:
        text = wording.round_half_up(middle)
    else:
        half = math.ceil(round(reach, 9))
        text = f"{wording.round_half_up(middle)} {_PLUS_MINUS} {half}"
    return f"{text} of 100"


def mean_text(mean: Estimate, noun: str = "") -> str:
    """Return a mean with half the width of its interval, as in "3.0 ± 0.2 turns".

    There is at most one decimal. An interval that is too small for one decimal is left out.

    Parameters
    ----------
    mean
        The mean.
    noun
        The unit in the plural; it is in the singular after "1".
    """
    reach = half_width(mean)
    if mean.is_constant or not math.isfinite(reach):
        number = wording.number(mean.value, 0, PLAIN)
    elif reach < 0.05:
        number = wording.typeset(f"{mean.value:,.1f}")
    else:
        decimals = 1 if reach < 1 else 0
        half = math.ceil(round(reach * 10**decimals, 9)) / 10**decimals
        number = wording.typeset(f"{mean.value:,.{decimals}f}")
        number += f" {_PLUS_MINUS} {half:,.{decimals}f}"
    if number == "1":
        noun = noun.removesuffix("s")
    return f"{number} {noun}".rstrip()


def minutes_text(minutes: float) -> str:
    """Return a time in minutes as text: whole from 10 minutes, else with one decimal."""
    number = f"{minutes:,.0f}" if minutes >= 10 else f"{minutes:.1f}"
    return "1 minute" if number in ("1", "1.0") else f"{number} minutes"


def whole_range(low: float, high: float, noun: str) -> str:
    """Return a text for a range, rounded outward to whole numbers, such as "40 to 83 minutes"."""
    first, last = math.floor(low), math.ceil(high)
    if first == last:
        return wording.counted(first, noun.removesuffix("s"))
    return f"{wording.typeset(f'{first:,}')} to {last:,} {noun}"


def games_option(games: int) -> str:
    """Return a number of games as people type it for ``--games``, as in "20k" or "1M"."""
    for factor, letter in ((1_000_000, "M"), (1_000, "k")):
        if games and games % factor == 0:
            return f"{games // factor}{letter}"
    return str(games)


def in_100_games(share: float) -> str:
    """Return a share of games in words, as in "2 in 100 games".

    It is rounded up: to a whole number from 2, to one decimal from 1, and to one digit below 1.
    """
    if 0.01 <= share < 0.02:
        return f"{math.ceil(round(1000 * share, 9)) / 10:g} in 100 games"
    for decimals in range(3):
        number = math.ceil(round(100 * share * 10**decimals, 9)) / 10**decimals
        if 100 * share * 10**decimals > 0.95:
            return f"{number:.{decimals}f} in 100 games"
    return "less than 0.01 in 100 games"


def how_often(mean: float) -> str:
    """Return a positive mean number per game in words, as in "about twice a game"."""
    if mean < _MOSTLY_ONCE:
        return f"about once in {round(1 / mean):,} games"
    if mean > len(_TIMES) - 1:
        return f"about {mean:,.0f} times a game"
    nearest = max(1, round(mean))
    if mean < 1 or abs(mean - nearest) <= _NEARLY_WHOLE:
        return f"about {_TIMES[nearest]} a game"
    below, above = _TIMES[math.floor(mean)], _TIMES[math.ceil(mean)]
    if mean > 2:
        below = below.removesuffix(" times").replace("twice", "two")
    return f"{below} or {above} a game"


def describe_plus_minus() -> str:
    """Return a sentence that explains the intervals in a table."""
    return f"With more games, each number could change by as much as its {_PLUS_MINUS} says."


def describe_chance(reach: float, usual: Estimate | None = None) -> str:
    """Return a sentence on how far more games could move what is shown.

    Parameters
    ----------
    reach
        The largest change of a share of games.
    usual
        A length in minutes with its interval; None if no length is shown. It is mentioned if it
        could change by a twentieth, or by half a minute.
    """
    if not math.isfinite(reach):
        return "Too few games to say how exact these numbers are."
    wins = in_100_games(reach).removesuffix(" games")
    only_wins = f"With more games, wins could still change by about {wins}."
    if usual is None or usual.is_constant:
        return only_wins
    minutes = half_width(usual)
    if not math.isfinite(minutes) or minutes < min(_LEAST_MINUTES, _LEAST_MOVE * usual.value):
        return only_wins
    return f"More games may change wins by about {wins}, the length by {_about_minutes(minutes)}."


def _about_minutes(minutes: float) -> str:
    """Return a text for a number of minutes, rounded up, such as "3 minutes".

    From `_LEAST_MINUTES` on, it is a whole number; less has one decimal.
    """
    if minutes >= _LEAST_MINUTES:
        return wording.counted(math.ceil(round(minutes, 9)), "minute")
    tenths = math.ceil(round(10 * minutes, 9)) / 10
    return f"{tenths:.1f} minutes"


def range_of_100(low: float, high: float) -> str:
    """Return a range of shares as numbers out of 100, rounded outward, as in "24 to 31"."""
    return _whole_ends(100 * low, 100 * high)


def range_of_minutes(low: float, high: float) -> str:
    """Return a range of minutes, rounded outward, as in "40 to 83 minutes"; whole from 10."""
    if high >= 10:
        return f"{_whole_ends(low, high)} minutes"
    return f"{wording.outer_range(low, high, PLAIN)} minutes"


def range_of_counts(low: float, high: float) -> str:
    """Return a range of numbers per game, rounded outward to tenths, as in "2.1 to 3.4"."""
    first, last = math.floor(round(10 * low, 6)) / 10, math.ceil(round(10 * high, 6)) / 10
    return f"{first:g} to {last:g}" if first < last else f"{first:g}"


def _whole_ends(low: float, high: float) -> str:
    first, last = math.floor(round(low, 6)), math.ceil(round(high, 6))
    return f"{first:,} to {last:,}" if first < last else f"{first:,}"


def whole_ends(estimate: Estimate) -> str:
    """Return an interval, rounded outward to whole numbers, as in "46 to 58"."""
    return f"{math.floor(estimate.low):,} to {math.ceil(estimate.high):,}"
