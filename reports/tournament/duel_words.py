"""Duels in plain words: who wins more half against half, and whether neighbours matter."""

from __future__ import annotations

import math
from collections.abc import Iterator

from reports.figures.figure import POINTS, SHARE, UNSIGNED_POINTS
from reports.figures.noticeable import WINS
from reports.figures.rotation import COSTLY, WORTH
from reports.figures.statistics import Estimate
from reports.tournament.duels import Duel, Seated
from reports.tournament.results import TournamentResults
from reports.writing import numbers
from reports.writing.words import listed

_NUMBERS = {1: "one", 2: "two", 3: "three"}


def halves(players: int) -> str:
    """Name how two styles share the seats, as in "two against two"."""
    less, more = (_NUMBERS[seats] for seats in (players // 2, players - players // 2))
    return f"{more} against {less}"


def question(results: TournamentResults) -> str:
    """Ask what duels answer."""
    return f"Who wins {halves(results.players)}?"


def duelling(results: TournamentResults) -> str:
    """Say who wins more than each other style, or how many pairs are clear."""
    specs = results.specs
    for style in results.mixed.order:
        leads = [(other, _lead(results, style, other)) for other in results.mixed.order]
        leads = [(other, lead) for other, lead in leads if other != style]
        if all(lead is not None for _, lead in leads):
            return f"{specs[style]} clearly wins more than {_over(results, leads)}."
    duels = results.duels.pairs
    clear = [duel for duel in duels if duel.compared.is_clear]
    most = max(clear or duels, key=lambda duel: abs(duel.difference.value))
    apart = f"{ahead(results, most)} ({_ends(most.difference)})"
    if len(duels) == 1:
        return f"It is not clear which of the two wins more: of 100 games {apart}."
    if not clear:
        return f"No style clearly wins more than another. Most apart: of 100 games {apart}."
    return (
        f"No style clearly wins more than each other one, but {len(clear)} of {len(duels)} pairs "
        f"are clear. Most apart: of 100 games {apart}."
    )


def _lead(results: TournamentResults, style: int, other: int) -> Estimate | None:
    """Return by how much a style clearly wins more than another; ``None`` if it does not."""
    if style == other:
        return None
    duel = results.duels.pair(style, other)
    first = duel.first == style
    if duel.compared.word != ("above" if first else "below"):
        return None
    return duel.difference if first else duel.difference.negated()


def _over(results: TournamentResults, leads: list[tuple[int, Estimate | None]]) -> str:
    known = [(results.specs[other], lead) for other, lead in leads if lead is not None]
    (near, least), *_, (far, most) = sorted(known * 2, key=lambda one: one[1].value)
    if len(known) == 1:
        return f"{near}: of 100 games {_size(least)} more a seat ({_ends(least)})"
    return (
        f"each other style: of 100 games {_size(least)} more a seat ({_ends(least)}) than {near}, "
        f"up to {_size(most)} ({_ends(most)}) than {far}"
    )


def neighbours(results: TournamentResults) -> list[str]:
    """Say whether it matters who sits beside whom, where styles can sit in several ways."""
    return [" ".join(filter(None, parts)) for parts in _neighbours(results)]


def neighbours_in_brief(results: TournamentResults) -> list[str]:
    """Say the same in few lines, without how far apart the ways to sit are."""
    return [" ".join(filter(None, (said, pairs))) for said, _, pairs in _neighbours(results)]


def _neighbours(results: TournamentResults) -> Iterator[tuple[str, str, str]]:
    """Say whether neighbours matter, how far apart ways to sit are, and in how many pairs."""
    duels = results.duels
    apart = duels.farthest
    if apart is None:
        return
    most = numbers.rounded_up(100 * duels.at_most)
    if duels.at_most <= WINS:
        pairs = "in every pair, " if len(duels.pairs) > 1 else ""
        yield (
            f"Who sits beside whom hardly matters: {pairs}all ways to sit are alike to within "
            f"{most} wins of 100 a seat.",
            "",
            "",
        )
        return
    seats = (
        f"of 100 games {results.specs[apart.first]} wins {_more(apart.more.difference)} a seat "
        f"than {results.specs[apart.second]} {_where(apart.more)}, "
        f"{_more(apart.less.difference)} {_where(apart.less)}"
    )
    if not apart.compared.is_clear:
        yield (
            f"Whether neighbours matter is not clear. Most apart: {seats}; it may be chance.",
            f"No two ways to sit of one pair are more than {most} apart.",
            "",
        )
        return
    size, ends = _size(apart.difference), _ends(apart.corrected)
    yield (
        f"Neighbours matter: {seats}.",
        f"The two ways are {size} apart ({ends}, corrected for all pairs).",
        _clear_in(results),
    )


def _clear_in(results: TournamentResults) -> str:
    """Say in how many pairs neighbours matter."""
    pairs = len(results.duels.pairs)
    clear = {(one.first, one.second) for one in results.duels.apart if one.compared.is_clear}
    if pairs == 1:
        return ""
    if len(clear) == 1:
        return f"In no other of the {pairs} pairs is that clear."
    return f"That is clear in {len(clear)} of {pairs} pairs."


def ahead(results: TournamentResults, duel: Duel) -> str:
    """Say how far the one of two is ahead who wins more, in wins of 100 games."""
    first, second = results.specs[duel.first], results.specs[duel.second]
    if duel.difference.value < 0:
        first, second = second, first
    return f"{first} wins {_size(duel.difference)} more a seat than {second}"


def _more(difference: Estimate) -> str:
    return f"{_size(difference)} {'more' if difference.value >= 0 else 'fewer'}"


def _size(difference: Estimate) -> str:
    return numbers.size(difference, SHARE)


def _ends(difference: Estimate) -> str:
    """Write the ends of a lead, whichever way round it was found."""
    lead = difference if difference.value >= 0 else difference.negated()
    return numbers.ends(lead, POINTS if lead.low < 0 else UNSIGNED_POINTS)


def _where(seated: Seated) -> str:
    return f"where {how(seated.seating)} ({seated.seating})"


def how(seating: str) -> str:
    """Say how two styles sit, of a seating as in "AABB"."""
    if len(seating) == 4 and seating == "AABB":
        return "they sit in pairs"
    changes = sum(
        one != other for one, other in zip(seating, seating[1:] + seating[:1], strict=True)
    )
    if changes == len(seating):
        return "they alternate"
    return "each sits with its like" if changes == 2 else "they are mixed"


def meaning(results: TournamentResults) -> str:
    """Say what the duels were."""
    ways = [seated.seating for seated in results.duels.pairs[0].seated]
    every = f" in every way to sit ({listed(ways)})," if len(ways) > 1 else ""
    return (
        f"Each two styles share the seats, {halves(results.players)},{every} on the deals of the "
        "matrix, each deal in every rotation. Shown is how many more of 100 games the one wins "
        "than the other, a seat."
    )


def sides(results: TournamentResults) -> str:
    """Say what the signs in the table rest on."""
    return (
        "+ and \N{MINUS SIGN}: A clearly wins more and less than B, by more than chance explains "
        f"at {100 * results.confidence:g} %, corrected for all pairs; ?: not clear."
    )


def saved(results: TournamentResults) -> list[str]:
    """Say how many games it saved to play each deal in all rotations and ways to sit."""
    gains = {(d.first, d.second): d.rotation_gain for d in results.duels.pairs}
    known = {pair: gain for pair, gain in gains.items() if math.isfinite(gain)}
    if not known or (min(known.values()) > COSTLY and max(known.values()) < WORTH):
        return []
    least, most = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    told = _times(results, most, known[most])
    if least != most:
        told = f"{_times(results, least, known[least])} to {told}"
    return [
        "What it saved to play each deal in every rotation and way to sit: for intervals as "
        f"narrow, games each on a deal of their own would have to be {told} times as many."
    ]


def _times(results: TournamentResults, pair: tuple[int, int], gain: float) -> str:
    return f"{numbers.times(gain)} ({results.specs[pair[0]]} and {results.specs[pair[1]]})"
