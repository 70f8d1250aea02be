"""The sentences of the analysis `cards`: strongest, weakest, unused and similar cards."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.analysis.contest_results import Side
from reports.cards.play import SLIPS
from reports.cards.results import ALIKE, Card, CardsResults
from reports.figures.figure import POINTS, SHARE
from reports.figures.statistics import Estimate, half_width
from reports.writing import spoken, wording

#: A card is "hardly ever used" if it is used fewer times than this per draw or card got.
DEAD = 0.05
#: The maximum number of cards that a list in a sentence names.
_MOST_NAMED = 6


def answer_cards(results: CardsResults) -> list[str]:
    """Return sentences on the strongest, the weakest, the unused and the similar cards."""
    cards = results.cards
    noun = results.design.deck.called
    if not cards:
        return [f"No seat drew, got or used a {noun}."]

    drawn = [card for card in cards if card.drawn.n]
    sentences = _on_draws(drawn, noun) if drawn else _on_plays(cards, noun)
    # If cards are drawn throughout the game, every seat gets many of them, so that owning a card
    # has little effect. Owners are reported only if all cards come in opening hands.
    if all(card.opening.n == card.drawn.n for card in cards):
        sentences.extend(_on_owners(results))
    sentences.extend(_on_unused(cards))
    if results.alike:
        rule = f"a draw within {100 * ALIKE:g} point"
        if results.design.usable:
            rule += ", with nearly the same use"
        groups = "; ".join(list_cards(group) for group in results.alike)
        sentences.append(f"Much alike ({rule}): {groups}.")
    return sentences


def answer_exchanges(results: CardsResults) -> list[str]:
    """Return sentences on the cards whose exchanges agree or disagree with their draws.

    The list is empty if no card was exchanged.
    """
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
    """Return sentences on the cards whose draws are clearly better or worse than average."""
    extremes, lists = _on_extremes([(card, card.drawn, card.verdict) for card in cards], "draw")
    if extremes:
        return [*extremes, *lists]
    largest = max(max(-card.drawn.low, card.drawn.high) for card in cards)
    if not math.isfinite(largest):
        return ["Too few games to tell."]
    bound = f"none by more than {wording.rounded_up(100 * largest)} points per draw"
    return [f"No single {noun} is clearly strong or weak; {bound}."]


def _on_plays(cards: Sequence[Card], noun: str) -> list[str]:
    """Return sentences on the value of using cards, if no card is drawn by chance."""
    beginning = f"No seat draws a {noun} by chance"
    used_cards = [card for card in cards if card.played.n]
    if not used_cards:
        return [f"{beginning}, so the value of a draw is unknown."]
    extremes, lists = _on_extremes(
        [(card, card.played, card.played_verdict) for card in used_cards], "use"
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
    estimates: Sequence[tuple[Card, Estimate, Side]], event: str
) -> tuple[list[str], list[str]]:
    """Return sentences on the cards that are clearly better or worse than average.

    Parameters
    ----------
    estimates
        For each card in any order: the card, the value of the event, and the verdict on it.
    event
        The noun for the event, "draw" or "use".

    Returns
    -------
    extremes
        One sentence that names the strongest and the weakest card; empty if no verdict is clear.
    lists
        A sentence that names the clearly better cards, and a sentence that names the clearly worse
        cards. A sentence that would name only one card is left out.
    """
    ordered = sorted(estimates, key=lambda estimate: -estimate[1].value)
    extremes = list[str]()
    lists = list[str]()
    for verdict, superlative, comparative in (
        ("above", "strongest", "better"),
        ("below", "weakest", "worse"),
    ):
        clear = [(card, estimate) for card, estimate, word in ordered if word == verdict]
        if verdict == "below":
            clear.reverse()
        if clear:
            card, estimate = clear[0]
            extremes.append(
                f"{superlative}: {card.card}, {write_points(estimate)} points per {event}"
            )
        if len(clear) > 1:
            names = list_cards([card for card, _ in clear])
            lists.append(f"Clearly {comparative} than an average {event}: {names}.")
    if not extremes:
        return [], lists
    return [f"{wording.capital('; '.join(extremes))}."], lists


def _on_owners(results: CardsResults) -> list[str]:
    """Return a sentence on the cards whose owners clearly win most often and least often.

    The list is empty if no card is clear.
    """
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


def list_cards(cards: Sequence[Card], *, in_quotes: bool = False) -> str:
    """Return the names of the first few cards as text, as in "Ace, King and 3 more".

    `in_quotes` is True to put each name in quotation marks.
    """
    names = [card.card for card in cards]
    if in_quotes:
        names = [wording.quoted(name) for name in names]
    return _list_first(names)


def _list_first(names: Sequence[str]) -> str:
    """Return a text that lists the first `_MOST_NAMED` names and says how many more there are."""
    shown = list(names[:_MOST_NAMED])
    unnamed = len(names) - len(shown)
    if unnamed:
        shown.append(f"{unnamed} more")
    return wording.listed(shown)


def write_points(estimate: Estimate) -> str:
    """Return a value in percentage points as text, as in "+1.8 (+1.2 to +2.4)".

    The text is empty if the value or its interval is unknown.
    """
    if not math.isfinite(half_width(estimate)):
        return ""
    reach = points_reach(estimate)
    return (
        f"{wording.number(estimate.value, reach, POINTS)} ({wording.ends(estimate, POINTS, reach)})"
    )


def points_reach(estimate: Estimate) -> float:
    """Return the precision that decides with how many decimals a value in points is written.

    It is so small that no bound is rounded to 0 if the interval excludes 0.
    """
    excludes_zero = estimate.low * estimate.high > 0
    return wording.reach_near_bounds(
        estimate, POINTS, [0.0] if excludes_zero else [], half_width(estimate) / 2
    )


def describe_games(results: CardsResults) -> str:
    """Return a text on the number of games that were played, without a full stop.

    These are unchanged games, games with slips (choices made at random), and pairs of games with
    and without an exchanged card.
    """
    run = results.run
    design = results.design
    players = spoken.describe_players(results.study)
    text = f"{wording.counted(run.drawn.games, 'game')} with {players}"
    if run.slips:
        share = "all choices" if design.all_slip else f"1 of {SLIPS} choices"
        text += f"; the same number with {share} made at random"
    if run.exchanges:
        games = wording.counted(design.exchange_games, "game")
        kinds = wording.counted(len(run.exchanges), design.deck.called)
        text += f"; {games} with and without each of {kinds}"
    return text


def limits(results: CardsResults) -> list[str]:
    """Return sentences on the confidence of the verdicts, and on cards that were never drawn.

    The first few of these cards are named, with the number of the others.
    """
    sentences = [
        "The values hold among players like these. Verdicts of better and worse hold for all cards "
        f"together, at {100 * results.confidence:g}% confidence."
    ]
    if results.estimates and results.never_drawn:
        sentences.append(f"No player drew these by chance: {_list_first(results.never_drawn)}.")
    return sentences
