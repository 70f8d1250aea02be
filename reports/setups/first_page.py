"""The first page of `setups`: short answers, two small tables, and the next commands."""

from __future__ import annotations

import math

from reports.analysis.observed_document import command_of
from reports.figures.statistics import Estimate, half_width
from reports.setups.results import KINDS, LEAST_DEALS, DealRow, Kind, SeatRow, SetupsResults
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Step, Table
from reports.writing.spoken import of_100

#: The largest number of seats that the table of the first page lists for one deal and for many.
#: With more seats, the page would have more than 24 lines.
_MOST_SEATS_OF_A_DEAL, _MOST_SEATS = 6, 4
#: The suggested number of games of each deal, as a multiple of the number played.
_MORE = 4


def name_competitor(results: SetupsResults, number: int) -> str:
    """Return words for a seat or side by its number, or for the group that wins together."""
    if results.contest == "together":
        return "the player" if results.players == 1 else "the group"
    return f"{results.seat_word} {number}"


def describe_start(results: SetupsResults) -> list[str]:
    """Return sentences on the wins of a single deal, or on how many deals are hopeless."""
    return _describe_deal(results) if results.is_single else _describe_deals(results)


def _describe_deal(results: SetupsResults) -> list[str]:
    """Return sentences on a single deal."""
    row = max(results.seat_rows, key=_distance)
    name = name_competitor(results, row.seat)
    deal = f"Deal {int(results.deals[0])}"
    won = f"{name} won {count_wins(results, row.value.value)} plays ({_number(row.value)} in 100)"
    overall = f"over all deals {of_100(row.overall)}"
    first = f"{deal}: {won}; {overall}."
    if _distance(row) <= 0:
        first = f"{deal} is not clearly different: {won}, {overall}."
    decided = [kind for [kind] in results.kinds]
    sentences = [first]
    for number, kind in enumerate(decided, 1):
        if kind in ("hopeless", "unbeatable"):
            word = kind_word(results, kind)
            sentences.append(f"It is {word} for {name_competitor(results, number)}.")
    if len(sentences) == 1:
        if "not known" in decided:
            text = f"Too few plays to tell whether it is hopeless or {kind_word(results)}"
            if results.least_plays > results.repeats:
                text += f"; it takes at least {results.least_plays:,}"
            sentences.append(f"{text}.")
        else:
            whom = name if results.contest == "together" else "anybody"
            sentences.append(f"It is neither hopeless nor {kind_word(results)} for {whom}.")
    return [*sentences, define_kinds(results)]


def kind_word(results: SetupsResults, kind: Kind = "unbeatable") -> str:
    """Return the word for a kind of deal: players who win together have no one to beat."""
    if kind == "unbeatable" and results.contest == "together":
        return "sure to be won"
    return kind


def count_wins(results: SetupsResults, share: float) -> str:
    """Return a share of the plays of a deal as their number, as in "10 of 10".

    Shared wins count in part, as in "2.5 of 10".
    """
    return f"{wording.typeset(f'{round(share * results.repeats, 1):,g}')} of {results.repeats:,}"


def _distance(row: SeatRow) -> float:
    """Return the distance between the intervals of a deal's share and of the share over all deals.

    The distance is negative if the intervals overlap.
    """
    overall = row.overall
    return max(row.value.low - overall.high, overall.low - row.value.high)


def _number(share: Estimate) -> str:
    """Return a share as a number out of 100, without "of 100"."""
    return of_100(share).removesuffix(" of 100")


def _describe_deals(results: SetupsResults) -> list[str]:
    """Return sentences on the numbers of hopeless and of unbeatable deals."""
    deals = wording.counted(len(results.deals), "deal")
    counts = {kind: results.count_deals(kind) for kind in KINDS}
    known = {
        kind: wording.whole(counts[kind]) if counts[kind] else "none"
        for kind in ("hopeless", "unbeatable")
    }
    whom = f" for {name_competitor(results, 1)}" if results.contest == "together" else ""
    whom = whom or f" for some {results.competitor_word}"
    low, high = (f"{100 * share:.3g}" for share in (results.limit, 1 - results.limit))
    if counts["hopeless"] or counts["unbeatable"]:
        verb = "is" if counts["hopeless"] == 1 else "are"
        hopeless = f"{known['hopeless']} {verb} surely hopeless{whom}"
        best = kind_word(results).removeprefix("sure ")
        first = (
            f"Of {deals}, {hopeless} (fewer than {low} wins in 100 plays), {known['unbeatable']} "
            f"surely {best} (more than {high})."
        )
    else:
        no = "" if counts["not known"] else "No. "
        first = (
            f"{no}None of {deals} is clearly hopeless{whom} (fewer than {low} wins in 100 plays) "
            f"or {kind_word(results)} (more than {high})."
        )
    if not counts["not known"]:
        return [first]
    number = wording.counted(counts["not known"], "deal")
    unknown = f"In {number}, some {results.competitor_word} needs more plays to be sure."
    if results.contest == "together":
        unknown = f"Too few plays to be sure about {number}."
    return [first, unknown, *_describe_alike(results)]


def _describe_alike(results: SetupsResults) -> list[str]:
    """Return a sentence on the deals that a competitor won, or lost, in all of too few plays."""
    if results.least_plays <= results.repeats or not results.alike_deals:
        return []
    article = "the" if results.contest == "together" else "a"
    return [
        f"In {wording.counted(results.alike_deals, 'deal')}, {article} {results.competitor_word} "
        f"won or lost all {results.repeats:,} plays. That may be luck; to be sure takes at least "
        f"{results.least_plays:,} plays."
    ]


def define_kinds(results: SetupsResults) -> str:
    """Return a sentence that says when a deal is hopeless, and when unbeatable."""
    low = f"{100 * results.limit:.3g}"
    high = f"{100 - 100 * results.limit:.3g}"
    best = kind_word(results)
    return f"Hopeless: wins fewer than {low} of 100 plays; {best}: more than {high}."


def make_seat_table(results: SetupsResults) -> Table | None:
    """Return the table of the first page with a row per seat; None if it has nothing to add."""
    rows = results.seat_rows
    if len(rows) > (_MOST_SEATS_OF_A_DEAL if results.is_single else _MOST_SEATS):
        return None
    if results.is_single:
        if len(rows) == 1:
            return None
        headings = [Heading("", numeric=False), Heading("this deal"), Heading("all deals")]
        cells = [[_cell(row.value), _cell(row.overall)] for row in rows]
    else:
        if len(rows) == 1 or not any(row.hopeless or row.unbeatable for row in rows):
            return None
        headings = [
            Heading("", numeric=False),
            Heading("hopeless"),
            Heading(kind_word(results)),
            Heading("not known"),
        ]
        cells = [
            [Cell(f"{number:,}", number) for number in (row.hopeless, row.unbeatable, row.open)]
            for row in rows
        ]
    named = [
        [Cell(name_competitor(results, row.seat)), *line]
        for row, line in zip(rows, cells, strict=True)
    ]
    return Table("", headings, named)


def _cell(share: Estimate) -> Cell:
    return Cell(_number(share), share.value)


def describe_decision(results: SetupsResults) -> list[str]:
    """Return sentences on how far the set-up decides who wins, and what the scores are."""
    if results.is_single:
        return []
    if len(results.deals) < LEAST_DEALS:
        return [f"Too few deals to say how much the set-up decides; it takes {LEAST_DEALS}."]
    wins = results.setup_share
    score = results.score_share
    if wins is None:
        if score is None:
            return ["Every game that was played ended alike, so the set-up decided nothing here."]
        share = f"{_percent(score)} of the differences in score"
        return [f"Wins do not differ. The set-up decides {share}."]
    return [_describe_share(results, wins)]


def _describe_share(results: SetupsResults, share: Estimate) -> str:
    """Return a sentence on the share of wins that the set-up decides."""
    what = _what_is_decided(results)
    if results.is_always_alike:
        least = math.floor(100 * share.low)
        return (
            f"All {results.repeats:,} plays of each deal ended alike: in these deals the set-up "
            f"alone decides {what}. Over all deals it decides at least {least} of 100 games."
        )
    if share.low > 0:
        low, middle, high = (f"{100 * end:.0f}" for end in (share.low, share.value, share.high))
        return (
            f"The set-up decides {middle} of 100 games ({low} to {high}); choices, dice and later "
            "shuffles decide the rest."
        )
    return f"The set-up decides at most {math.ceil(100 * share.high)} of 100 games."


def _what_is_decided(results: SetupsResults) -> str:
    """Return "who wins", or "whether the group wins" if all players win together."""
    if results.contest == "together":
        return f"whether {name_competitor(results, 1)} wins"
    return "who wins"


def _percent(share: Estimate) -> str:
    """Return a share in percent with its range, as in "12% (9 to 15%)"."""
    low, middle, high = (100 * end for end in (share.low, share.value, share.high))
    return f"{middle:.0f}% ({low:.0f} to {high:.0f}%)"


def describe_extremes(results: SetupsResults) -> list[str]:
    """Return sentences on the best and the worst deals."""
    if results.is_single:
        return []
    best = max(results.rows, key=lambda row: row.value.value)
    name = name_competitor(results, best.seat)
    won = f"{name} won {count_wins(results, best.value.value)} plays of deal {best.deal}"
    deals = wording.counted(len(results.deals), "deal")
    if not results.extremes:
        if results.setup_share is None:
            return []
        return [f"No deal stands out: the best of {deals} may be luck ({won})."]
    best, worst = results.extremes[0], results.extremes[-1]
    return [
        f"Deal {best.deal} is the best start: {_describe_wins(results, best)} plays. Deal "
        f"{worst.deal} is the worst: {_describe_wins(results, worst)}.{_explain_luck(best, worst)}"
    ]


def _describe_wins(results: SetupsResults, row: DealRow) -> str:
    """Return a clause on the wins of a seat in a deal, as in "seat 2 won 8 of 10"."""
    return f"{name_competitor(results, row.seat)} won {count_wins(results, row.value.value)}"


def _explain_luck(best: DealRow, worst: DealRow) -> str:
    """Return a sentence on the wins to expect next time; "" if they are the same."""
    now = [f"{100 * row.value.value:.0f}" for row in (best, worst)]
    again = [f"{100 * row.expected:.0f}" for row in (best, worst)]
    if now == again:
        return ""
    return f" Played again, expect about {again[0]} and {again[1]} wins in 100."


def describe_trust(results: SetupsResults) -> list[str]:
    """Return sentences on what the plays of a deal have in common, on chance, and on players."""
    sentences = [describe_kept(results)]
    if results.is_single:
        reach = max(half_width(row.value) for row in results.seat_rows)
        sentences.append(spoken.describe_chance(reach))
    return [*sentences, spoken.describe_scope(results.study)]


def describe_kept(results: SetupsResults) -> str:
    """Return a sentence on what all plays of a deal have in common."""
    return (
        "All plays of a deal begin with the same cards in hands, display and piles; dice, later "
        "shuffles and choices differ."
    )


def suggest_next_steps(results: SetupsResults) -> list[Step]:
    """Return up to three commands that a designer probably wants next, with their purposes."""
    steps = []
    deal = str(_row_to_see(results).deal)
    steps.append(Step(f"Watch deal {deal}", command_of(results, "replay", "--deal", deal)))
    first, last = int(results.deals[0]), int(results.deals[-1])
    is_open = any("not known" in kinds for kinds in results.kinds)
    if is_open:
        deal = str(first) if first == last else f"{first}..{last}"
        repeats = max(_MORE * results.repeats, results.least_plays)
        options = ("--deal", deal, "--repeat", str(repeats))
        seconds = repeats / results.repeats * results.run.elapsed
        steps.append(Step("Be surer", command_of(results, "setups", *options), seconds))
    if results.is_single:
        steps.append(Step("Compare with others", command_of(results, "setups", "--deal", "1..200")))
    return steps[:3]


def _row_to_see(results: SetupsResults) -> DealRow:
    """Return the row with the highest share of wins to expect, or the first if deals are alike."""
    return (results.extremes or results.rows)[0]
