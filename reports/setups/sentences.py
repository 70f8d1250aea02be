"""The sentences of the report of `setups` that the first page leaves out."""

from __future__ import annotations

from reports.figures.figure import SHARE
from reports.setups.first_page import name_competitor
from reports.setups.results import SetupsResults
from reports.writing import wording


def answer_start(results: SetupsResults) -> list[str]:
    """Return sentences on the wins of each seat or side over the repeated deals."""
    what = "these plays" if results.is_single else "the plays of these deals"
    sentences = []
    for row in results.seat_rows:
        name = wording.capital(name_competitor(results, row.seat))
        sentences.append(
            f"{name} won {wording.with_interval(row.value, SHARE)} of {what}, and "
            f"{wording.with_interval(row.overall, SHARE)} of games on different deals."
        )
    return sentences


def answer_decision(results: SetupsResults) -> list[str]:
    """Return a sentence on the share of the differences in scores that the set-up decides."""
    score = results.score_share
    if score is None or results.setup_share is None:
        return []
    return [f"Of the differences in scores it decides {wording.with_interval(score, SHARE)}."]


def explain_kinds(results: SetupsResults) -> list[str]:
    """Return notes on how deals are called hopeless or unbeatable."""
    wrong = f"{100 * (1 - results.confidence):.2g}"
    notes = [
        f"A deal is called hopeless, unbeatable or neither only if its {results.repeats:,} plays "
        "show it after correction for the number of deals: of the deals that are called so for a "
        f"seat, at most {wrong} of 100 are expected to be wrong. All others are not known."
    ]
    if results.contest == "together":
        notes.append("Here an unbeatable deal is one that is sure to be won: nobody has rivals.")
    return notes


def explain_expected(results: SetupsResults) -> list[str]:
    """Return notes on the expected shares of wins."""
    if not results.extremes:
        return []
    return [
        "The best and the worst of many deals were also lucky or unlucky. The expected share "
        "allows for that: it is drawn towards the mean of all deals."
    ]


def caveats(results: SetupsResults) -> list[str]:
    """Return texts on what the plays of a deal have in common, and on the variance."""
    texts = [
        "The plays of a deal have in common what the set-up deals and lays out, and the order of "
        "the piles that it shuffles, until a pile is shuffled again or a new round deals new "
        "cards. If a game has several piles, their orders also depend on which is drawn from "
        "first. A game that draws cards with its own code (below) draws other cards in each play. "
        "'fathom replay --deal 17 --repeat 2' shows the second play of deal 17.",
    ]
    if not results.is_single:
        texts.append(
            "The share that the set-up decides is the variance between deals, without the part "
            "that the luck of the plays adds, divided by the variance of all games."
        )
    return texts
