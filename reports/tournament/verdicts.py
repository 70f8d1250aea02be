"""What a tournament decides, and what it leaves open: one story that all of its words follow.

Three things are measured, and may differ: who wins most with mixed line-ups, who beats whom
against one other style at a time, and what is left when players take up what wins. Each is known
or it is not, and no sentence, title or cell tells as known what is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from reports.tournament.long_run import LEAST_SHARE

if TYPE_CHECKING:
    from reports.tournament.results import TournamentResults

#: Whether one style beats all others; and what is known of the long run: that one style is left,
#: or several with their shares, or any of some by where it starts, or not all of it yet.
Known = Literal["yes", "no", "not known yet"]
Left = Literal["one", "several", "by where it starts", "not known yet"]
#: What is known of the share of one style in the long run.
Share = Literal["known", "all or none", "a range", "not known yet"]
#: A share is no more than a range where its interval is wider.
WIDEST = 0.5
#: With fewer viable styles there is hardly more than one.
HARDLY_TWO = 1.5
#: A number of styles is not known where its interval is as wide.
_WIDEST_NUMBER = 1.0


@dataclass(frozen=True)
class Verdicts:
    """What is known of a tournament's styles, by their numbers.

    Attributes
    ----------
    best
        Who is clearly best with mixed line-ups; ``None`` where that is not clear.
    maybe_best
        Where it is not, who wins most and those who may be as good, by rank.
    beats_all
        Whether one style beats each other one at a time.
    beating
        Which it is, or may be where that is not known yet.
    left
        What is known of the long run.
    stays
        The styles that stay where all play them, for certain.
    maybe_left
        The others that may be left in the long run.
    shares
        What is known of each style's share in it.
    number_known
        Whether it is known how many styles are viable.
    one_left
        Whether no more than one style is left, whichever it is.
    unclear
        The tables, the one's style and that of all others, that would decide what is left: those
        of styles that may be left where it is not clear who gains, the nearest to it first.
    """

    best: int | None
    maybe_best: tuple[int, ...]
    beats_all: Known
    beating: tuple[int, ...]
    left: Left
    stays: tuple[int, ...]
    maybe_left: tuple[int, ...]
    shares: tuple[Share, ...]
    number_known: bool
    one_left: bool
    unclear: tuple[tuple[int, int], ...]


def decide(results: TournamentResults) -> Verdicts:
    """Say what a tournament decides."""
    first, *_ = results.mixed.ranking
    level = tuple(
        pair.second
        for pair in results.mixed.pairs
        if pair.first == first.strategy and not pair.compared.is_clear
    )
    beats_all, beating = _beating(results)
    left, stays, maybe_left = _left(results)
    number = results.long_run.effective_styles
    return Verdicts(
        best=None if level else first.strategy,
        maybe_best=(first.strategy, *level) if level else (),
        beats_all=beats_all,
        beating=beating,
        left=left,
        stays=stays,
        maybe_left=maybe_left,
        shares=tuple(_share(results, style, left, stays) for style in range(len(results.specs))),
        number_known=number.high - number.low < _WIDEST_NUMBER,
        one_left=number.high < HARDLY_TWO,
        unclear=_unclear(results, (*stays, *maybe_left)),
    )


def summarise_verdicts(results: TournamentResults) -> dict[str, Any]:
    """Return the verdicts as plain values that JSON can hold, styles by their names."""
    found, specs = results.verdicts, results.specs

    def names(styles: tuple[int, ...]) -> list[str]:
        return [specs[style] for style in styles]

    return {
        "best": None if found.best is None else specs[found.best],
        "maybe_best": names(found.maybe_best),
        "beats_all": found.beats_all,
        "beating": names(found.beating),
        "left": found.left,
        "stays": names(found.stays),
        "maybe_left": names(found.maybe_left),
        "shares": dict(zip(specs, found.shares, strict=True)),
        "number_known": found.number_known,
    }


def _beating(results: TournamentResults) -> tuple[Known, tuple[int, ...]]:
    """Return whether one style beats all others, and which that is or may be."""
    everyone = range(len(results.specs))
    against = results.matrix.against_fair
    for one in everyone:
        if all(results.matrix.beats(one, other) for other in everyone if other != one):
            return "yes", (one,)
    maybe = tuple(
        one
        for one in everyone
        if not any(
            against[one, other].word == "below" or against[other, one].word == "above"
            for other in everyone
            if other != one
        )
    )
    return ("not known yet", maybe) if maybe else ("no", ())


def _left(results: TournamentResults) -> tuple[Left, tuple[int, ...], tuple[int, ...]]:
    """Return what is known of the long run, who stays, and who else may be left."""
    shares = results.long_run.shares
    stays = tuple(results.long_run.stable_alone)
    ranked = sorted(range(len(shares)), key=lambda style: -shares[style].value)
    others = tuple(
        style for style in ranked if style not in stays and shares[style].high >= LEAST_SHARE
    )
    if len(stays) == 1 and not others:
        return "one", stays, ()
    if len(others) == 1 and not stays:
        return "one", (), others
    if stays and not others:
        return "by where it starts", stays, ()
    narrow = all(shares[style].high - shares[style].low < WIDEST for style in others)
    certain = [style for style in others if shares[style].low >= LEAST_SHARE]
    if not stays and narrow and len(certain) > 1:
        return "several", (), others
    return "not known yet", stays, others


def _share(results: TournamentResults, style: int, left: Left, stays: tuple[int, ...]) -> Share:
    """Return what is known of the share of a style.

    A style that is stable alone has no share in anything else that lasts (Bishop and Cannings,
    J. Theoretical Biology 70, 1978).
    """
    found = results.long_run.shares[style]
    if left != "one" and style in stays:
        return "all or none"
    if found.low <= LEAST_SHARE and found.high >= 1 - LEAST_SHARE:
        return "not known yet"
    return "a range" if found.high - found.low >= WIDEST else "known"


def _unclear(results: TournamentResults, styles: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the tables of some styles among each other where it is not clear who gains."""
    against = results.matrix.against_fair
    cells = [
        (one, other)
        for one in styles
        for other in styles
        if one != other and not against[one, other].is_clear
    ]
    return tuple(sorted(cells, key=lambda cell: against[cell].p_value))
