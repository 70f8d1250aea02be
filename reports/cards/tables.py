"""The table of cards: its columns, the rows that documents show, and notes on how to read it."""

from __future__ import annotations

import math
from typing import Any

from reports.analysis.contest import SIDES
from reports.cards.play import both_ends
from reports.cards.results import Card, CardsResults, side_of_zero
from reports.cards.sentences import points_reach, write_points
from reports.figures.figure import POINTS, SHARE
from reports.figures.statistics import Estimate, finite, plain
from reports.writing import wording
from reports.writing.columns import Column, document_table
from reports.writing.document import Cell, Table

#: The number of best cards, and the number of worst cards, that the table and the chart show.
ROWS_AT_EACH_END = 8


def _value_column(name: str, means: str, heading: str, **more: Any) -> Column:
    """Return a column of estimates in percentage points; "?" marks values that may be 0.

    Parameters
    ----------
    name
        The name of the column, and of the field of `Card`.
    means
        The explanation of the column.
    heading
        The heading of the column in documents.
    **more
        Further arguments of `Column`.
    """

    def show(card: Card) -> Cell:
        estimate: Estimate = getattr(card, name)
        text = write_points(estimate)
        if not text:
            return Cell("")
        short = wording.with_half(estimate, POINTS, points_reach(estimate))
        doubt = " ?" if side_of_zero(estimate) == "not told" else ""
        tone = SIDES[card.verdict][1] if name == "drawn" else ""
        return Cell(f"{text}{doubt}", estimate.value, f"{short}{doubt}", tone=tone)

    return Column(name, means, interval=True, heading=heading, display=show, **more)


def _share_column(name: str, means: str) -> Column:
    """Return a column of shares in whole percent; the cell of an unknown share is empty.

    Parameters
    ----------
    name
        The name and heading of the column, and the name of the field of `Card`.
    means
        The explanation of the column.
    """

    def show(card: Card) -> str:
        share: float = getattr(card, name)
        return "" if math.isnan(share) else wording.percent(share, 0)

    return Column(name, means, heading=name, display=show)


def _show_won_with(card: Card) -> Cell | str:
    """Return a cell with the win rate of owners; "?" marks rates that may be average."""
    if not card.won_with.n:
        return ""
    doubt = " ?" if card.won_with_verdict == "not told" else ""
    return Cell(f"{wording.with_half(card.won_with, SHARE)}{doubt}", card.won_with.value)


def _show_per_game(card: Card) -> Cell | str:
    """Return a cell with the draws per game; "" if no seat drew the card by chance."""
    return Cell(f"{card.per_game:.3g}", card.per_game) if card.drawn.n else ""


def _show_got(card: Card) -> Cell | str:
    """Return a cell with the copies that seats get per game; "" if that is not counted."""
    return "" if math.isnan(card.got) else Cell(f"{card.got:.3g}", card.got)


def _show_by_winners(card: Card) -> str:
    """Return the share of uses by winners; "" if the card was not used."""
    return wording.with_half(card.by_winners, SHARE) if card.by_winners.n else ""


#: The columns of the table of cards, whose rows are `Card`.
COLUMNS = (
    Column("card", "name of the card", heading="card", numeric=False),
    _value_column(
        "drawn",
        "value of drawing the card: win rate of the seat that draws it, minus the win rate if "
        "another card had come",
        "value of a draw",
    ),
    _value_column(
        "opening",
        "value of the card in a hand that is dealt in the set-up of the game or of a round",
        "in the first hand",
        spare=True,
    ),
    _value_column(
        "played",
        "value of playing the card instead of another legal action, from choices made at random",
        "value of a play",
    ),
    Column(
        "played_verdict",
        "above or below if the value of playing the card is clearly above or below 0, jointly for "
        "all cards; otherwise not told",
    ),
    Column(
        "verdict",
        "above or below if the value of a draw is clearly above or below 0, jointly for all cards; "
        "otherwise not told",
    ),
    _value_column(
        "exchanged",
        "value of a draw, estimated by exchanging the card for another card of the pile",
        "exchanged",
        spare=True,
    ),
    Column(
        "exchange",
        "comparison of exchanged with drawn: agrees, differs, not clear or not made",
    ),
    Column(
        "won_with",
        "win rate of the seats that get the card in a game: dealt, drawn, bought or taken",
        interval=True,
        heading="won with it",
        display=_show_won_with,
    ),
    Column(
        "won_with_verdict",
        "above or below if won_with is clearly above or below the mean win rate, jointly for all "
        "cards; otherwise not told",
    ),
    Column("per_game", "draws per game", heading="drawn", display=_show_per_game),
    Column(
        "got",
        "copies that seats get per game: dealt, drawn, bought or taken",
        heading="got",
        display=_show_got,
        spare=True,
    ),
    _share_column(
        "used", "uses per draw, or per card that a seat gets if the card is not drawn by chance"
    ),
    _share_column(
        "held", "copies in hands when the game ends, divided by the same number as the uses"
    ),
    Column(
        "by_winners",
        "share of the card's uses that are made by winners; a shared win counts as a fraction",
        interval=True,
        heading="by winners",
        display=_show_by_winners,
    ),
)


def select_cards(results: CardsResults) -> tuple[list[Card], str]:
    """Return the best and the worst cards, and a note on the cards that are omitted.

    The note is empty if no card is omitted.
    """
    cards = both_ends(results.cards, ROWS_AT_EACH_END)
    omitted = len(results.cards) - len(cards)
    note = f"the files also have the {omitted} with values between these" if omitted else ""
    return cards, note


def make_table(results: CardsResults) -> Table:
    """Return the table that documents show: the best and the worst cards, without empty columns."""
    cards, note = select_cards(results)
    caption = f"What each {results.design.deck.called} is worth"
    if note:
        caption = f"{caption} ({note})"

    def is_filled(column: Column) -> bool:
        return any(column.cell(card).text for card in cards)

    columns = list(filter(is_filled, COLUMNS))
    return document_table(caption, columns, cards)


def explain_table(results: CardsResults) -> list[str]:
    """Return a list with one text, which explains the columns of the table."""
    deck = results.design.deck
    notes = [
        "Values are in percentage points of games won, compared with other cards that could have "
        "come. A value with ? may be chance."
    ]
    if deck.has_owners:
        notes.append(
            f"Won with it: % of games won by seats that get it; {100 * results.win_rate:.3g} is "
            "the mean of all. Winners may get more cards of every kind."
        )
    if results.estimates:
        notes.append("Drawn: times per game.")
    if not deck.usable:
        notes.append("No action of this game names a drawn card.")
        return [" ".join(notes)]
    unit = "per draw" if results.estimates else "per card that a seat gets"
    if deck.hands:
        notes.append(f"Used, held at the end: {unit}. All other cards were discarded.")
    else:
        notes.append(f"Used: {unit}.")
    notes.append(
        f"By winners: % of uses; {100 * results.win_rate:.3g} is the mean win rate, but winners "
        "may play more cards of every kind."
    )
    return [" ".join(notes)]


def plain_card(card: Card) -> dict[str, object]:
    """Return the values of a card for JSON, by column name; None where a value is not known."""
    return {column.name: _plain(column.value(card)) for column in COLUMNS}


def _plain(value: object) -> object:
    """Return an estimate as a dictionary, NaN as None, and any other value unchanged."""
    if isinstance(value, Estimate):
        return plain(value) if math.isfinite(value.value) else None
    return finite(value) if isinstance(value, float) else value
