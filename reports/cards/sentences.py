"""Sentences on what cards are worth: the strongest, the weakest, the unused and those alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.analysis.contest_results import Side
from reports.cards.play import SLIPS
from reports.cards.results import ALIKE, Card, CardsResults
from reports.figures.figure import POINTS, SHARE
from reports.figures.statistics import Estimate, half_width
from reports.writing import wording

#: A card is hardly ever used if a smaller share of its copies is used.
DEAD = 0.05
#: The most cards named in a sentence.
_MOST_NAMED = 6


def answer_cards(results: CardsResults) -> list[str]:
    """Return sentences on the strongest and weakest cards, on unused cards and on those alike."""
    cards = results.cards
    noun = results.design.deck.called
    if not cards:
        return [f"No seat drew, got or used a {noun}."]

    drawn = [card for card in cards if card.drawn.n]
    sentences = _on_draws(drawn, noun) if drawn else _on_plays(cards, noun)
    # Every seat gets many of the cards that are drawn all through the game, so that owning one says
    # little. Owners are reported only if cards come in opening hands alone.
    if all(card.opening.n == card.drawn.n for card in cards):
        sentences.extend(_on_owners(results))
    sentences.extend(_on_unused(cards))
    if results.alike:
        rule = f"a draw within {100 * ALIKE:g} point"
        if results.design.usable:
            rule += ", used as often"
        groups = "; ".join(list_cards(group) for group in results.alike)
        sentences.append(f"Much alike ({rule}): {groups}.")
    return sentences


def answer_exchanges(results: CardsResults) -> list[str]:
    """Return sentences on the cards whose exchanges agree with their draws, and do not."""
    beginnings = {
        "differs": "Not for",
        "agrees": "Yes for",
        "not clear": "Too few games to tell for",
    }
    sentences = []
    for exchange, beginning in beginnings.items():
        cards = [card for card in results.cards if card.exchange == exchange]
        if cards:
            sentences.append(f"{beginning} {list_cards(cards)}.")
    return sentences


def _on_draws(cards: Sequence[Card], noun: str) -> list[str]:
    """Return sentences on the cards whose draw is clearly better or worse than average."""
    extremes, lists = _on_extremes([(card, card.drawn, card.verdict) for card in cards], "draw")
    if extremes:
        return [*extremes, *lists]
    largest = max(max(-card.drawn.low, card.drawn.high) for card in cards)
    if not math.isfinite(largest):
        return ["Too few games to tell."]
    bound = f"none by more than {wording.rounded_up(100 * largest)} points per draw"
    return [f"No {noun} is clearly strong or weak; {bound}."]


def _on_plays(cards: Sequence[Card], noun: str) -> list[str]:
    """Return sentences on the value of using cards, for games in which none is drawn by chance."""
    beginning = f"No seat draws a {noun} by chance"
    played = [card for card in cards if card.played.n]
    if not played:
        return [f"{beginning}, so the value of a draw is unknown."]
    extremes, lists = _on_extremes(
        [(card, card.played, card.played_verdict) for card in played], "use"
    )
    if not extremes:
        return [
            f"{beginning}, and using one is never clearly better or worse than other legal actions."
        ]
    return [
        *extremes,
        *lists,
        f"{beginning}, so these values compare its use with other legal actions.",
    ]


def _on_extremes(
    values: Sequence[tuple[Card, Estimate, Side]], event: str
) -> tuple[list[str], list[str]]:
    """Describe the cards that are clearly better or worse than average.

    Parameters
    ----------
    values
        Cards in any order, each with the value of the event and the verdict on it.
    event
        The noun for what is valued: "draw" or "use".

    Returns
    -------
    extremes
        One sentence that names the strongest and the weakest card; empty if no verdict is clear.
    lists
        A sentence for each side of average that has more than one clear card, naming them all.
    """
    ordered = sorted(values, key=lambda value: -value[1].value)
    extremes = list[str]()
    lists = list[str]()
    for verdict, superlative, comparative in (
        ("above", "strongest", "better"),
        ("below", "weakest", "worse"),
    ):
        clear = [(card, value) for card, value, word in ordered if word == verdict]
        if verdict == "below":
            clear.reverse()
        if clear:
            card, value = clear[0]
            extremes.append(f"{superlative}: {card.card}, {write_points(value)} points per {event}")
        if len(clear) > 1:
            names = list_cards([card for card, _ in clear])
            lists.append(f"Clearly {comparative} than an average {event}: {names}.")
    if not extremes:
        return [], lists
    return [f"{wording.capital('; '.join(extremes))}."], lists


def _on_owners(results: CardsResults) -> list[str]:
    """Name the cards whose owners win clearly most and least often; empty if none is clear."""
    owned = [card for card in results.cards if card.won_with.n]
    best_first = sorted(owned, key=lambda card: -card.won_with.value)
    extremes = []
    for verdict, superlative, cards in (
        ("above", "most often", best_first),
        ("below", "least often", best_first[::-1]),
    ):
        clear = [card for card in cards if card.won_with_verdict == verdict]
        if clear:
            share = wording.with_interval(clear[0].won_with, SHARE)
            extremes.append(f"{superlative} with {clear[0].card}, {share}")
    if not extremes:
        return []
    average = wording.percent(results.win_rate)
    return [f"Seats win {'; '.join(extremes)} of the games in which they get it (all: {average})."]


def _on_unused(cards: Sequence[Card]) -> list[str]:
    """Return sentences that name the cards that are hardly ever used."""
    unused = [card for card in cards if card.used < DEAD]
    drawn = [card for card in unused if card.drawn.n]
    owned = [card for card in unused if not card.drawn.n]
    sentences = []
    if drawn:
        sentences.append(f"Hardly ever used, though drawn: {list_cards(drawn)}.")
    if owned:
        sentences.append(f"Hardly ever used, though seats get it: {list_cards(owned)}.")
    return sentences


def list_cards(cards: Sequence[Card]) -> str:
    """Return the names of the first cards as a list in words, and the number of the rest."""
    names = [card.card for card in cards[:_MOST_NAMED]]
    rest = len(cards) - len(names)
    if rest:
        names.append(f"{rest} more")
    return wording.listed(names)


def write_points(estimate: Estimate) -> str:
    """Write a value in percentage points, as in "+1.8 (+1.2 to +2.4)"; "" if it is not known."""
    if not math.isfinite(half_width(estimate)):
        return ""
    reach = points_reach(estimate)
    return (
        f"{wording.number(estimate.value, reach, POINTS)} ({wording.ends(estimate, POINTS, reach)})"
    )


def points_reach(estimate: Estimate) -> float:
    """Return the precision with which a value in points is written.

    It is fine enough that no end of an interval is written as 0 if the interval excludes 0.
    """
    excludes_zero = estimate.low * estimate.high > 0
    return wording.reach_near_bounds(
        estimate, POINTS, [0.0] if excludes_zero else [], half_width(estimate) / 2
    )


def describe_games(results: CardsResults) -> str:
    """Describe the games that were played: as they are, with slips and with exchanges."""
    run, design = results.run, results.design
    lineup = wording.lineup_text(results.study.lineup, results.study.rotate)
    text = f"{wording.counted(run.drawn.games, 'game')} as they are, by {lineup}"
    if run.slips:
        share = "all" if design.all_slip else f"1 of {SLIPS}"
        text += f"; the same number with {share} choices at random"
    if run.exchanges:
        games = wording.counted(design.exchange_games, "game")
        kinds = wording.counted(len(run.exchanges), design.deck.called)
        text += f"; {games} with and without each of {kinds}"
    return text


def limits(results: CardsResults) -> list[str]:
    """Return sentences on what the results hold for, and on cards that were never drawn."""
    sentences = [
        "The values hold among players like these. Verdicts of better and worse hold for all cards "
        f"together, at {100 * results.confidence:g}% confidence."
    ]
    if results.estimates and results.never_drawn:
        names = wording.listed(results.never_drawn[:_MOST_NAMED])
        sentences.append(f"Never drawn by chance by a player: {names}.")
    return sentences
