"""The results of `cards`: the values of drawing, playing and getting each card."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Literal

import numpy as np

from reports.analysis.contest_results import ContestResults, Side, confidence_per_look
from reports.cards.play import mean_of
from reports.figures.statistics import (
    UNKNOWN,
    DealSums,
    Estimate,
    RatioSums,
    half_width,
    mean_ratio,
    ratio,
)
from simulate.kit.notes import NOTED
from simulate.play.run import Run
from simulate.play.watching import GAINS, PARTS, WHOLES

#: Cards are alike if the intervals of the values of their draws all lie within a range of this
#: width, in shares of a win.
ALIKE = 0.01
#: Cards are alike only if their shares of use differ by at most this much.
ALIKE_IN_USE = 0.05
#: Whether the value of exchanging a card agrees with the value of drawing it. "not clear": the two
#: do not contradict each other, but are not both clearly above 0 or both clearly below 0.
Exchange = Literal["agrees", "differs", "not clear", "not made"]


def sums_of(run: Run, part: str, kind: int | None = None) -> RatioSums:
    """Return the sums over deals from which a ratio of two counts of cards is estimated.

    Parameters
    ----------
    run
        Games in which cards were counted.
    part
        The name of the count in the numerator, a key of `simulate.play.watching.WHOLES`. The value
        of that key is the name of the count in the denominator.
    kind
        The index of the kind of card; None for counts that are not by kind.

    Returns
    -------
    RatioSums
        Sums of wins or of cards. Their ratio is the mean share of a win, or the share of the uses.

    Raises
    ------
    KeyError
        If `part` is unknown.
    ValueError
        If the games have no such counts.
    """
    suffix = "" if kind is None else f":{kind}"
    part_name = part + suffix
    whole_name = WHOLES[part] + suffix
    scale = 1 if part == "by_winners" or part in GAINS else PARTS
    part_unit = scale if part in NOTED else scale * run.layout.win

    layout = run.layout
    tally = run.tally
    return RatioSums(
        DealSums.of(tally, layout.single(part_name), 1, part_unit),
        DealSums.of(tally, layout.single(whole_name), 1, scale),
        tally.products[layout.ratios.index((part_name, whole_name))],
    )


def side_of_zero(estimate: Estimate) -> Side:
    """Return "above" or "below" if the whole interval is above or below 0, else "not told"."""
    if estimate.low > 0:
        return "above"
    if estimate.high < 0:
        return "below"
    return "not told"


def _divide(number: float, whole: float) -> float:
    """Return `number` / `whole`, or NaN if `whole` is 0."""
    return number / whole if whole else math.nan


@dataclass(frozen=True)
class Card:
    """The results of one kind of card.

    The columns of the table, in `reports.cards.tables`, have the same names and explanations.
    Values are shares of a win. An estimate without observations has n = 0, and an unknown number
    is NaN.
    """

    #: The name of the kind.
    card: str
    #: The value of drawing the card, compared with the other cards that could have come.
    drawn: Estimate
    #: The value of getting the card in a hand that is dealt in the set-up of the game or a round.
    opening: Estimate
    #: The value of playing the card, compared with other legal actions.
    played: Estimate
    #: "above" or "below" if `drawn` is clearly above or below 0, else "not told".
    verdict: Side
    #: The value of a draw, estimated from exchanges of the card.
    exchanged: Estimate
    #: The comparison of `exchanged` with `drawn`.
    exchange: Exchange
    #: The mean number of draws per game.
    per_game: float
    #: The number of uses per draw, or per card got if no seat draws the card by chance.
    used: float
    #: The number of copies in hands at the end of the game, per draw or per card got.
    held: float
    #: The share of uses that are made by winners.
    by_winners: Estimate
    #: "above" or "below" if `played` is clearly above or below 0, else "not told".
    played_verdict: Side
    #: The mean number of copies that seats get per game: dealt, drawn, bought or taken.
    got: float
    #: The win rate of the seats that get the card.
    won_with: Estimate
    #: "above" or "below" if `won_with` clearly differs from the mean win rate, else "not told".
    won_with_verdict: Side


class CardsResults(ContestResults):
    """The results of every kind of card.

    The verdicts on draws hold jointly for all cards, at the confidence of the results. The same is
    true of the verdicts on plays, of those on exchanges, and of those on win rates of owners.
    """

    #: The words of the action that buys a card, such as "buys ship", by the card's name.
    purchases: Mapping[str, str] = MappingProxyType({})

    @cached_property
    def cards(self) -> list[Card]:
        """The kinds of cards that a seat drew, got or used, the best first.

        They are sorted by the value of a draw, then by the win rate of owners, then by the value
        of a play. Unknown values come last.
        """
        counts = ["drawn_odds", "plays"]
        if self.design.deck.has_owners:
            counts.append("got")
        cards = []
        for kind in range(len(self.design.names)):
            if any(mean_of(self.run.drawn, count, kind) for count in counts):
                cards.append(self._card(kind))

        def order(card: Card) -> tuple[float, ...]:
            sort_keys = (card.drawn.value, card.won_with.value, card.played.value)
            return tuple(math.inf if math.isnan(sort_key) else -sort_key for sort_key in sort_keys)

        return sorted(cards, key=order)

    def _card(self, kind: int) -> Card:
        """Return the results of one kind of card."""
        run = self.run.drawn
        design = self.design
        confidence = self.confidence
        has_owners = design.deck.has_owners
        copies_per_game = mean_of(run, "got", kind) if has_owners else math.nan
        draws = mean_of(run, "draws", kind)
        drawn = mean_ratio(sums_of(run, "drawn", kind), self._confidences["drawn_odds"])
        value_of_use = sums_of(self.run.slips or run, "played", kind)
        exchanged, exchange = self._exchange(kind, drawn)
        won_with = self._won_with(kind)

        # Uses and held cards are divided by the draws of the card, or by the number of copies that
        # seats get if no seat draws the card by chance.
        copies = copies_per_game if has_owners and not drawn.n else draws
        used = held = math.nan
        if kind < design.usable:
            used = _divide(mean_of(run, "plays", kind), copies)
        if design.deck.hands:
            held = _divide(mean_of(run, "held", kind), copies)

        return Card(
            card=design.names[kind],
            drawn=drawn,
            opening=mean_ratio(sums_of(run, "opening", kind), confidence),
            played=mean_ratio(value_of_use, confidence),
            played_verdict=side_of_zero(mean_ratio(value_of_use, self._confidences["played_odds"])),
            verdict=side_of_zero(drawn),
            exchanged=exchanged,
            exchange=exchange,
            per_game=draws,
            used=used,
            held=held,
            by_winners=ratio(sums_of(run, "by_winners", kind), confidence),
            got=copies_per_game,
            won_with=won_with,
            won_with_verdict=side_of_zero(won_with.shifted(-self.win_rate)),
        )

    @cached_property
    def _confidences(self) -> dict[str, float]:
        """The confidence of the interval of each card, by the name of the underlying count.

        It is corrected for the number of cards with this count (Bonferroni), so that the intervals
        of all of them hold jointly.
        """
        runs = {"drawn_odds": self.run.drawn, "played_odds": self.run.slips or self.run.drawn}
        if self.design.deck.has_owners:
            runs["owners"] = self.run.drawn
        confidences = {}
        for count, run in runs.items():
            cards = sum(mean_of(run, count, kind) > 0 for kind in range(len(self.design.names)))
            confidences[count] = confidence_per_look(self.confidence, 1, max(cards, 1))
        return confidences

    @cached_property
    def win_rate(self) -> float:
        """The mean win rate of all seats, as a share of games.

        It is the fair share unless games end without a winner.
        """
        run = self.run.drawn
        wins = sum(run.tally.sums[run.layout.single(f"won:{n}")] for n in range(self.players))
        return float(wins / (run.layout.win * run.games * self.players))

    def _won_with(self, kind: int) -> Estimate:
        """Return the win rate of the seats that got a kind, or `UNKNOWN` if no seat did."""
        if not (self.design.deck.has_owners and mean_of(self.run.drawn, "owners", kind)):
            return UNKNOWN
        return ratio(sums_of(self.run.drawn, "won_with", kind), self._confidences["owners"])

    def _exchange(self, kind: int, drawn: Estimate) -> tuple[Estimate, Exchange]:
        """Return the value of exchanging a kind, and whether it agrees with the value of a draw.

        The two differ if their squared distance exceeds the sum of the squared half widths of their
        intervals. If exchanges changed no game, their interval has no width, but their value can
        still agree with that of a draw, whose interval has a width.

        Parameters
        ----------
        kind
            The index of the kind.
        drawn
            The value of a draw.
        """
        runs = self.run.exchanges
        if kind not in runs:
            return UNKNOWN, "not made"
        exchanged = mean_ratio(
            sums_of(runs[kind], "exchanged"), confidence_per_look(self.confidence, 1, len(runs))
        )
        reach = math.hypot(half_width(exchanged), half_width(drawn))
        if abs(exchanged.value - drawn.value) > reach:
            return exchanged, "differs"
        side = side_of_zero(exchanged)
        if side != "not told" and side == side_of_zero(drawn):
            return exchanged, "agrees"
        return exchanged, "not clear"

    @cached_property
    def alike(self) -> list[list[Card]]:
        """Groups of two or more cards with nearly the same value of a draw and share of use.

        The intervals of a group lie in a range of width `ALIKE`, and its shares of use in a range
        of width `ALIKE_IN_USE`.
        """
        groups = list[list[Card]]()
        for card in self.cards:
            for group in groups:
                if _are_alike([*group, card]):
                    group.append(card)
                    break
            else:
                groups.append([card])
        return [group for group in groups if len(group) > 1]

    @property
    def estimates(self) -> dict[str, Estimate]:
        """The value of drawing each card, by the card's name.

        Cards that no seat drew by chance are left out.
        """
        return {card.card: card.drawn for card in self.cards if card.drawn.n}

    @property
    def never_drawn(self) -> list[str]:
        """The names of the cards that no seat drew by chance."""
        return [name for name in self.design.names if name not in self.estimates]


def _are_alike(cards: list[Card]) -> bool:
    """Return True if the cards have nearly the same values of a draw and shares of use."""
    ends = list(_ends_of_draws(cards))
    if not np.ptp(ends) <= ALIKE:
        return False
    # The comparison is False if a share of use is unknown (NaN). The cards then count as alike.
    return not np.ptp([card.used for card in cards]) > ALIKE_IN_USE


def _ends_of_draws(cards: list[Card]) -> Iterator[float]:
    """Yield the lower and the upper bound of the value of drawing each card."""
    for card in cards:
        yield card.drawn.low
        yield card.drawn.high
