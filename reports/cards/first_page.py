"""The first page of `cards`: whether a card is too strong, and what to do next."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.analysis.contest_results import Side
from reports.analysis.observed_document import command_of
from reports.cards.grouping import group_cards
from reports.cards.play import both_ends
from reports.cards.results import Card, CardsResults
from reports.cards.sentences import DEAD, list_cards, points_reach
from reports.figures.figure import POINTS
from reports.figures.statistics import Estimate, half_width
from reports.run.fairness import write_command
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Scale, Step, Table, Tone

#: A card that changes the chance to win by less than this, per draw or use, is no problem.
_SMALL = 0.01
#: A card that changes the chance to win by more than this is called too strong or too weak.
_LARGE = 0.03
#: The number of best cards, and of worst cards, in the table of the first page.
_ROWS_AT_EACH_END = 4
#: The words for the verdicts on a card.
_VERDICTS: dict[Side, tuple[str, Tone]] = {
    "above": ("strong", "more"),
    "below": ("weak", "less"),
    "not told": ("not clear yet", ""),
}
#: A suggested command plays this multiple of the number of games played.
_TIMES = 4
#: A suggested command plays at least this number of games.
_FEWEST = 1_000


def _judged(results: CardsResults) -> list[tuple[Card, Estimate, Side]]:
    """Return each card or group with its value and verdict, the best first.

    The value is that of drawing the card, or of using it if no card is drawn by chance.
    """
    if results.estimates:
        return [(card, card.drawn, card.verdict) for card in group_cards(results) if card.drawn.n]
    used = [card for card in results.cards if card.played.n]
    judged = [(card, card.played, card.played_verdict) for card in used]
    return sorted(judged, key=lambda row: -row[1].value)


def describe_strength(results: CardsResults) -> list[str]:
    """Return a verdict on the strongest and the weakest card, and sentences on unused ones."""
    noun = results.design.deck.called
    if not results.cards:
        return [f"No seat drew, got or used a {noun}."]
    judged = _judged(results)
    if not judged:
        return [f"Not known: no seat draws a {noun} by chance."]
    largest = max(max(-estimate.low, estimate.high) for _, estimate, _ in judged)
    if not math.isfinite(largest):
        return ["Too few games to tell."]
    return [*_describe_extremes(results, judged, largest), *_describe_unused(results)]


def _describe_extremes(
    results: CardsResults, judged: Sequence[tuple[Card, Estimate, Side]], largest: float
) -> list[str]:
    """Return a verdict, and a sentence on each card that is clearly the strongest or the weakest.

    Parameters
    ----------
    results
        The results.
    judged
        Each card with its value and its verdict, the best first.
    largest
        The largest absolute value in any interval.
    """
    noun = results.design.deck.called
    clear = [(card, estimate, side) for card, estimate, side in judged if side != "not told"]
    limit = spoken.in_100_games(largest)
    if not clear and largest <= _SMALL:
        return [f"No. No {noun} moves wins by more than {limit}."]
    if not clear:
        return ["Too few games to tell.", f"No {noun} moves wins by more than {limit}."]
    distance = max(max(estimate.low, -estimate.high) for _, estimate, _ in clear)
    verdict = "Yes."
    if distance <= _LARGE:
        verdict = "A little." if distance > _SMALL else "Hardly."
    ends = [row for row in clear if row[2] == "above"][:1]
    ends += [row for row in clear if row[2] == "below"][-1:]
    ends.sort(key=lambda row: -abs(row[1].value))
    first, *second = [_describe_card(results, card, estimate) for card, estimate, _ in ends]
    average = f"than an average {noun}" if results.estimates else "than another move"
    return [f"{verdict} {first} {average}.", *(f"{sentence}." for sentence in second)]


def _event(results: CardsResults) -> str:
    """Return the word for the event that is valued for each card, such as "drawing"."""
    if not results.estimates:
        return "using"
    return "rolling" if results.design.deck.called == "roll" else "drawing"


def _describe_card(results: CardsResults, card: Card, estimate: Estimate) -> str:
    """Return a clause on a card, as in "Drawing “2” wins 1.6 ± 0.2 fewer games in 100"."""
    event = wording.capital(_event(results))
    word = "more" if estimate.value > 0 else "fewer"
    size = _write_half(estimate).lstrip("+\N{MINUS SIGN}")
    wins = "wins"
    if results.contest == "together" and results.players > 1:
        wins = "makes the players win"
    return f"{event} {wording.quoted(card.card)} {wins} {size} {word} games in 100"


def _write_half(estimate: Estimate) -> str:
    """Return a value in points with half the width of its interval, as in "+3.2 ± 0.5"."""
    return wording.with_half(estimate, POINTS, points_reach(estimate))


def _describe_unused(results: CardsResults) -> list[str]:
    """Return a sentence that names the cards that are hardly ever used; empty if there are none."""
    unused = [card for card in results.cards if card.used < DEAD]
    return [f"Hardly ever used: {list_cards(unused, in_quotes=True)}."] if unused else []


def make_card_table(results: CardsResults) -> Table | None:
    """Return the table of the best and worst cards or groups; None if no value is known."""
    judged = _judged(results)
    estimates = [estimate for _, estimate, _ in judged if math.isfinite(half_width(estimate))]
    if not estimates:
        return None
    has_uses = any(not math.isnan(card.used) for card, _, _ in judged)
    headings = [
        Heading("", numeric=False),
        Heading("wins of 100"),
        _drawn_column(estimates),
        Heading("", numeric=False),
        *([Heading("used", spare=True)] if has_uses else []),
    ]
    rows = []
    for card, estimate, side in both_ends(judged, _ROWS_AT_EACH_END):
        word, tone = _VERDICTS[side]
        if max(-estimate.low, estimate.high) <= _SMALL:
            word = "average" if side == "not told" else f"a little {word}"
        used = "" if math.isnan(card.used) else wording.percent(card.used, 0)
        rows.append(
            [
                Cell(card.card),
                Cell(_write_half(estimate), estimate.value),
                Cell("", estimate.value, span=estimate),
                Cell(word, tone=tone),
                *([Cell(used, card.used)] if has_uses else []),
            ]
        )
    return Table("", headings, rows)


def _drawn_column(estimates: Sequence[Estimate]) -> Heading:
    """Return the heading of a column in which values are drawn around 0."""
    reach = max(max(-estimate.low, estimate.high) for estimate in estimates)
    points = max(1, math.ceil(100 * reach))
    low_text = f"\N{MINUS SIGN}{points}"
    high_text = f"+{points}"
    scale = Scale(-points / 100, points / 100, 0.0, low_text, high_text)
    return Heading(f"{low_text} to {high_text}", numeric=False, spare=True, scale=scale)


def describe_groups(results: CardsResults) -> list[str]:
    """Return sentences on cards that were put together or left out of the table."""
    sentences = []
    noun = results.design.deck.called
    groups = results.design.groups
    if groups and results.estimates:
        names = _name_largest_group(results)
        sentences.append(f"The verdict counts cards with the same rules together, such as {names}.")
    hidden = len(_judged(results)) - 2 * _ROWS_AT_EACH_END
    if hidden > 0:
        cards = wording.counted(hidden, noun)
        verb = "is" if hidden == 1 else "are"
        sentences.append(f"{cards} of middling worth {verb} not listed; --full lists all.")
    return sentences


def _name_largest_group(results: CardsResults) -> str:
    """Return the cards of the largest group, as in "blue 4, red 4 and 3 more"."""
    kinds = max(results.design.groups.values(), key=len)
    names = [results.design.names[kind] for kind in kinds]
    named = names[:2] if len(names) > 3 else names
    if len(names) > len(named):
        named.append(f"{len(names) - len(named)} more")
    return wording.listed(named)


def describe_exchanges(results: CardsResults) -> list[str]:
    """Return a sentence on exchanged cards that contradict or confirm the values.

    The list is empty if no exchange does either.
    """
    differing = [card for card in results.cards if card.exchange == "differs"]
    agreeing = [card for card in results.cards if card.exchange == "agrees"]
    noun = results.design.deck.called
    if differing:
        names = list_cards(differing, in_quotes=True)
        return [
            f"Careful: the same games with another {noun} in place of {names} show something else."
        ]
    if agreeing:
        names = list_cards(agreeing, in_quotes=True)
        return [f"Playing the same games with another {noun} in place of {names} confirms this."]
    return []


def describe_trust(results: CardsResults) -> list[str]:
    """Return sentences on precision, on players, and on cards that were never drawn."""
    sentences = describe_groups(results)
    sentences += _describe_variations(results)
    sentences.append(spoken.describe_scope(results.study))
    if results.estimates and results.never_drawn:
        names = results.never_drawn[:3]
        if len(results.never_drawn) > len(names):
            names = [*names, f"{len(results.never_drawn) - len(names)} more"]
        sentences.append(f"By chance, not drawn in any game: {wording.listed(names)}.")
    return sentences


def _describe_variations(results: CardsResults) -> list[str]:
    """Return a sentence on games that were played in addition; empty if there are none."""
    run = results.run
    more = run.games - run.drawn.games
    changes = []
    if run.exchanges:
        noun = results.design.deck.called
        changes.append(f"another {noun}")
    if run.slips:
        changes.append("random moves")
    if not more or not changes:
        return []
    games = wording.counted(more, "game")
    return [f"To compare, {games} were played with {wording.listed(changes, 'or')}."]


def describe_games(results: CardsResults) -> str:
    """Return the number of ordinary games and the players, for the heading."""
    games = wording.counted(results.run.drawn.games, "game")
    return f"{games} \N{MIDDLE DOT} {spoken.describe_players(results.study)}"


def suggest_next_steps(results: CardsResults) -> list[Step]:
    """Return the commands that a designer probably wants next, with their purposes."""
    steps = []
    judged = _judged(results)
    is_open = any(
        side == "not told" and max(-estimate.low, estimate.high) > _SMALL
        for _, estimate, side in judged
    )
    if is_open or not judged:
        games = max(_FEWEST, _TIMES * results.study.games)
        command = command_of(results, "cards", "--games", spoken.games_option(games))
        seconds = results.run.elapsed * games / results.study.games
        steps.append(Step("Be surer", command, seconds))
    if results.purchases:
        # The values are of drawing cards, but buying a card is a choice.
        cards = [card.card for card, *_ in judged if card.card in results.purchases]
        best = cards[0] if cards else next(iter(results.purchases))
        purpose = f"What buying brings, not {_event(results)}"
        steps.append(Step(purpose, command_of(results, "when", results.purchases[best])))
    steps.append(Step("See the rules", write_command(results.study, "rules")))
    return steps
