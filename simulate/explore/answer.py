"""The answer to the chosen rules: four cards with a sentence and a chart each, as JSON values.

The sentences are those of the first page of ``fathom run`` (`reports.run.first_page`), so that the
page and the command never disagree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from reports.figures import figure as fig
from reports.figures.statistics import DealSums, Estimate, half_width, rate
from reports.page.checks import Check
from reports.run import fairness, first_page
from reports.run.course import count_lead_changes
from reports.run.results import RunResults
from reports.run.sentences import write_lengths
from reports.writing import wording
from simulate.explore.design import Wishes
from simulate.explore.wishes import judge_fairness, judge_length, name_length
from simulate.play.tally import Histogram

#: With fewer games, numbers are rough, and the page says "so far".
EARLY = 5_000
#: The number of independent looks that the looks at an answer count for, while games come in. With
#: 30, a fair game of four seats that is watched 400 times is called unfair in 4 of 100 cases.
_LOOKS = 30
#: The confidences of the darker bands around a win rate. The palest band has that of the verdicts.
_DARKER_BANDS = (0.5, 0.8)
#: The sentence on fairness while it is not clear.
UNCLEAR = "Whether it is fair needs more games."
#: The maximum number of columns in the chart of the length.
_MOST_COLUMNS = 40
#: The share of games, in percent, that the chart of the length leaves out on either side.
_RAREST = 0.1


@dataclass(frozen=True)
class Played:
    """The games that were played for the chosen rules."""

    results: RunResults
    #: The check of whether good play pays; None if it was not made yet.
    skill: Check | None = None
    #: True if all games were played.
    is_settled: bool = False

    @property
    def judged(self) -> RunResults:
        """The results from which verdicts follow.

        While games come in, everybody looks many times, and sooner or later chance alone would make
        a verdict. So verdicts then need a higher confidence, as for `_LOOKS` looks together.
        """
        if self.is_settled:
            return self.results
        confidence = 1 - (1 - self.results.confidence) / _LOOKS
        return self.results.at_confidence(confidence)

    @property
    def is_early(self) -> bool:
        """True if there are so few games that all numbers are rough."""
        return self.results.run.games < EARLY


def make_cards(played: Played, wishes: Wishes) -> list[dict[str, Any]]:
    """Return the four cards of an answer, in order.

    Parameters
    ----------
    played
        The games.
    wishes
        The wishes of the designer.
    """
    return [
        _fair_card(played, wishes),
        _long_card(played, wishes),
        _tense_card(played),
        _skill_card(played),
    ]


def _card(played: Played, identity: str, title: str, sentence: str, **more: Any) -> dict[str, Any]:
    """Return a card with the keys that all cards have; `more` replaces their values."""
    card = {
        "id": identity,
        "title": title,
        "sentence": sentence,
        "lead": "So far:" if played.is_early else "",
        "is_early": played.is_early,
        "note": "",
        "chart": None,
        "can_wish": False,
        "wish": None,
        "hint": None,
        "can_even": False,
    }
    return card | more


# Fair?


def _fair_card(played: Played, wishes: Wishes) -> dict[str, Any]:
    results = played.judged
    sentence = first_page.describe_fairness(results)
    is_judged = not fairness.explain_missing_verdict(results) and results.contest != "together"
    if results.contest != "together" and not is_judged:
        return _card(played, "fair", "Fair?", sentence, lead="")
    chart = make_seats_chart(results, wishes if is_judged else Wishes())
    title = "Fair?" if is_judged else "Won?"
    wish = judge_fairness(results, wishes) if is_judged else None
    is_uneven = is_judged and _is_uneven(results)
    notes = fairness.describe_fairness(results)
    if is_uneven and not fairness.has_starting_rule(results.game):
        notes.append(f"No rule says who starts. {fairness.describe_taking_turns(results.players)}")
    note = " ".join(notes)
    if played.is_early:
        note = "Pale bars show where the number may still be. They shrink as games come in."
    return _card(
        played,
        "fair",
        title,
        sentence,
        lead="",
        note=note,
        chart=chart,
        can_wish=is_judged,
        wish=wish,
        hint=_hint_on_starter(results) if is_judged else None,
        can_even=is_uneven,
    )


def _hint_on_starter(results: RunResults) -> dict[str, Any] | None:
    """Return a rule on who starts to try, if seats differ and there is one; else None."""
    starting = fairness.find_starting_rule(results)
    if starting is None:
        return None
    name, _, value = starting.alternative.partition("=")
    label = starting.option.in_words(value)
    return {"text": f"Try {label}", "rule": name, "value": value}


def _is_uneven(results: RunResults) -> bool:
    """Return True if some seat clearly wins more or less than its fair share."""
    verdicts = results.judge_rivals()
    return results.contest == "seats" and any(verdict != "not clear" for verdict in verdicts)


def make_seats_chart(results: RunResults, wishes: Wishes) -> dict[str, Any]:
    """Return the chart of win rates: a row per seat or side, with bands around its number."""
    together = results.contest == "together"
    fair = None if together else 100 * results.decided_fair_share
    confidences = (*_DARKER_BANDS, results.confidence)
    bands = [results.at_confidence(confidence).joint_win_rates() for confidence in confidences]
    verdicts = ["not clear"] if together else results.judge_rivals()
    rows = []
    table_rows = []
    for (name, wins), verdict in zip(results.joint_win_rates().items(), verdicts, strict=True):
        word, tone = ("", "") if fair is None else fairness.verdict_word(wins, fair / 100, verdict)
        label = f"{name} (first)" if name == "seat 1" else name
        row = {
            "name": label,
            "value": 100 * wins.value,
            "bands": [[100 * band[name].low, 100 * band[name].high] for band in bands],
            "verdict": word,
            "tone": tone,
        }
        rows.append(row)
        interval = f"{100 * wins.low:.1f} to {100 * wins.high:.1f}"
        table_rows.append([label, f"{100 * wins.value:.1f}", interval])
    low, high = _axis_of_wins(results, fair)
    wish = None
    if fair is not None and wishes.fair is not None:
        wish = [fair - wishes.fair, fair + wishes.fair]
    listed = ", ".join(f"{name} {wins}" for name, wins, _ in table_rows)
    ending = "" if fair is None else f"; {fair:.4g} is fair"
    return {
        "kind": "seats",
        "fair": fair,
        "low": low,
        "high": high,
        "wish": wish,
        "rows": rows,
        "label": f"Wins in 100 games: {listed}{ending}.",
        "table": {"headings": ["", "wins in 100 games", "interval"], "rows": table_rows},
    }


def _axis_of_wins(results: RunResults, fair: float | None) -> tuple[float, float]:
    """Return the ends of the axis of win rates, in games out of 100.

    They are the same for all numbers of games, unless a seat is far from its fair share.
    """
    if fair is None:
        return 0.0, 100.0
    reach = max(6.0, fair / 4)
    rates = results.joint_win_rates().values()
    furthest = max(abs(100 * rate.value - fair) for rate in rates)
    while reach < furthest * 1.15:
        reach *= 2
    return max(0.0, fair - reach), min(100.0, fair + reach)


# Long?


def _long_card(played: Played, wishes: Wishes) -> dict[str, Any]:
    results = played.results
    sentence = first_page.describe_length(results)
    notes = [item.text for item in first_page.describe_box(results)]
    if wishes.long is not None:
        notes.append(_describe_games_within(results, wishes.long))
    note = " ".join(filter(None, notes))
    return _card(
        played,
        "long",
        "Long?",
        sentence,
        note=note,
        chart=make_length_chart(results, wishes),
        can_wish=True,
        wish=judge_length(results, wishes),
    )


def _describe_games_within(results: RunResults, bounds: tuple[float, float]) -> str:
    """Return a sentence on how many games are as long as wished; empty if this is not known.

    The wish itself is for the usual length, so that it can be met although many games are shorter
    or longer.
    """
    histogram = results.minutes().histogram
    if histogram.width > 1:
        return ""
    minutes = histogram.values * (results.seconds_per_turn / 60)
    shortest, longest = bounds
    is_within = (minutes >= shortest) & (minutes <= longest)
    share = _share_of_games(int(histogram.counts[is_within].sum()), results).scaled(100)
    reach = max(half_width(share), 0.1)
    number, plus_minus = (wording.round_half_up(value, 1) for value in (share.value, reach))
    length = name_length(bounds).removeprefix("usually ")
    return f"{number} ± {plus_minus} of 100 games take {length}."


def make_length_chart(
    results: RunResults, wishes: Wishes, least_width: float = 0.0
) -> dict[str, Any]:
    """Return the chart of the length in minutes: a column per range, with its uncertainty.

    Columns are at least `least_width` minutes wide.
    """
    length = results.minutes()
    p5, middle, p95 = (float(value) for value in length.percentiles.values())
    texts = write_lengths(p5, middle, p95)
    shortest, usual, longest = texts
    estimate = results.estimate(fig.USUAL_MINUTES)
    bins = _length_bins(results, least_width)
    table_rows = [
        [f"{begin:.4g} to {end:.4g}", f"{100 * share:.1f}"] for begin, end, share, *_ in bins
    ]
    return {
        "kind": "length",
        "bins": bins,
        "top": max(high / (end - begin) for begin, end, _, _, high in bins),
        "axis": _round_axis(max(1.25 * p95, bins[-1][1])),
        "p5": p5,
        "middle": middle,
        "middle_low": estimate.low if math.isfinite(estimate.low) else middle,
        "middle_high": estimate.high if math.isfinite(estimate.high) else middle,
        "p95": p95,
        "texts": texts,
        "wish": wishes.length_to_json(),
        "label": f"Length: half of the games take {usual} minutes or less, nine games in ten "
        f"{shortest} to {longest}.",
        "table": {
            "headings": ["minutes", "games in 100"],
            "rows": table_rows,
        },
    }


def _length_bins(results: RunResults, least_width: float) -> list[list[float]]:
    """Return the columns of the chart of the length, at least `least_width` minutes wide.

    Each has its first and last minute, its share of the games, and the ends of the interval of this
    share.
    """
    histogram = results.minutes().histogram
    first, last = _usual_turns(histogram)
    minutes_per_turn = results.seconds_per_turn / 60
    width = _turns_of_column(histogram)
    while width * minutes_per_turn < least_width:
        width *= 2
    columns = histogram.in_bins(width)
    bins = []
    for turns, games in zip(columns.values.tolist(), columns.counts.tolist(), strict=True):
        if first - width < turns <= last:
            share = _share_of_games(games, results)
            begin, end = turns * minutes_per_turn, (turns + width) * minutes_per_turn
            bins.append([begin, end, share.value, share.low, share.high])
    return bins


def length_column_width(results: RunResults) -> float:
    """Return the width in minutes of the columns of the chart of the length."""
    return _turns_of_column(results.minutes().histogram) * results.seconds_per_turn / 60


def _turns_of_column(histogram: Histogram) -> int:
    """Return the smallest number of turns of a column with which there are not too many columns."""
    first, last = _usual_turns(histogram)
    width = histogram.width
    while last - first >= _MOST_COLUMNS * width:
        width *= 2
    return width


def _usual_turns(histogram: Histogram) -> tuple[float, float]:
    """Return the turns of the shortest and longest games that the chart of the length shows."""
    return histogram.percentile(_RAREST), histogram.percentile(100 - _RAREST)


def _share_of_games(games: int, results: RunResults) -> Estimate:
    """Return the share of all games that some games are, with its interval.

    Games on the same deal resemble each other, so each deal counts as one observation.
    """
    share = games / results.run.games
    deals = results.run.tally.deals
    part = round(share * deals)
    interval = rate(DealSums(deals, part, part, 1, 1), results.look_confidence)
    return Estimate(share, min(interval.low, share), max(interval.high, share), deals)


def _round_axis(minutes: float) -> float:
    """Return a round number of minutes that is not below `minutes`, a positive number."""
    magnitude: float = 10 ** math.floor(math.log10(minutes))
    steps = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
    return next(step * magnitude for step in steps if step * magnitude >= minutes)


# Tense?


def _tense_card(played: Played) -> dict[str, Any]:
    """Return the card on how open games are."""
    results = played.results
    sentences = first_page.describe_tension(results)
    if not sentences:
        sentence = "The game has no leads, so nothing shows how open it is."
        return _card(played, "tense", "Tense?", sentence, lead="")
    return _card(
        played,
        "tense",
        "Tense?",
        sentences[0],
        note=" ".join(sentences[1:]),
        chart=make_lead_chart(results),
    )


def make_lead_chart(results: RunResults, columns: int = 0) -> dict[str, Any] | None:
    """Return the chart of lead changes: a column per number; None if they are not known.

    `columns` is the number of columns; 0 for as many as the game needs.
    """
    shares = count_lead_changes(results, columns)
    if not shares:
        return None
    bars = [
        {
            "name": name,
            "value": 100 * share.value,
            "low": 100 * share.low,
            "high": 100 * share.high,
        }
        for name, share in shares.items()
    ]
    texts = [f"{name} {wording.percent(share.value)}" for name, share in shares.items()]
    return {
        "kind": "columns",
        "top": max(100 * share.high for share in shares.values()),
        "title": "How often the lead changes, in 100 games",
        "columns": bars,
        "label": f"Share of games by number of lead changes: {'; '.join(texts)}.",
        "table": {
            "headings": ["lead changes", "games in 100"],
            "rows": [[name, f"{100 * share.value:.1f}"] for name, share in shares.items()],
        },
    }


# Skill?


def _skill_card(played: Played) -> dict[str, Any]:
    """Return the card on whether good play pays."""
    if played.results.contest == "together":
        sentence = "All players win or lose together, so nobody can play better than the others."
        return _card(played, "skill", "Skill?", sentence, lead="")
    if played.skill is None:
        return _card(played, "skill", "Skill?", "Not played yet.", lead="", is_early=True)
    sentence = played.skill.brief or played.skill.sentence
    return _card(played, "skill", "Skill?", sentence, lead="", chart=make_skill_chart(played.skill))


def make_skill_chart(skill: Check) -> dict[str, Any] | None:
    """Return the chart of a good player's wins: 100 games as dots; None if nobody is good."""
    estimates = [value for value in skill.figures.values() if isinstance(value, Estimate)]
    fair = skill.figures.get("fair share")
    if not estimates or not isinstance(fair, float):
        return None
    estimate = estimates[0]
    luck = 100 * fair
    low, high = 100 * estimate.low, 100 * estimate.high
    return {
        "kind": "dots",
        "value": 100 * estimate.value,
        "low": low,
        "high": high,
        "luck": luck,
        "label": f"One good player wins {100 * estimate.value:.1f} of 100 games; {luck:.4g} would "
        "be luck alone.",
        "table": {
            "headings": ["", "games in 100"],
            "rows": [
                ["wins of a good player", f"{100 * estimate.value:.1f}"],
                ["95% interval", f"{low:.1f} to {high:.1f}"],
                ["luck alone", f"{luck:.4g}"],
            ],
        },
    }


# The headline


def make_headline(played: Played) -> str:
    """Return the answer in one or two sentences: whether it is fair, its length, and skill.

    What is not clear yet comes last.
    """
    results = played.judged
    _, usual, _ = write_lengths(*results.minutes().percentiles.values())
    pays = _describe_skill(played.skill)
    word = "About" if played.is_early else "Usually"
    length = f"{word} {usual} minutes{f', and {pays}' if pays else ''}."
    fair = describe_fairness_briefly(results)
    if fair == UNCLEAR:
        return f"{length} {fair}"
    return f"{fair} {length}".strip()


def make_short_answer(played: Played) -> str:
    """Return the answer in a few words, for narrow screens."""
    _, usual, _ = write_lengths(*played.results.minutes().percentiles.values())
    length = f"{'about' if played.is_early else 'usually'} {usual} minutes"
    fair = describe_fairness_briefly(played.judged)
    if not fair:
        return wording.capital(length)
    verdict = "Fair? Too early" if fair == UNCLEAR else fair.partition(":")[0]
    return f"{verdict}, {length}"


def describe_fairness_briefly(results: RunResults) -> str:
    """Return a short sentence on fairness; empty if seats are not judged."""
    if results.contest == "together" or fairness.explain_missing_verdict(results):
        return ""
    rates = list(results.joint_win_rates().values())
    verdicts = results.judge_rivals()
    fair = results.decided_fair_share
    unfair = [
        (place, rate)
        for place, (rate, verdict) in enumerate(zip(rates, verdicts, strict=True))
        if verdict != "not clear"
    ]
    if not unfair:
        furthest = max(fairness.largest_distance(rate, fair) for rate in rates)
        rival = "seat" if results.contest == "seats" else "side"
        if furthest <= fairness.SMALL:
            return f"Fair: no {rival} has an edge."
        return UNCLEAR
    place, furthest_rate = max(unfair, key=lambda item: abs(item[1].value - fair))
    verdict = first_page.judge_unfair(furthest_rate, fair)
    words = {"No.": "Not fair", "Not quite.": "Not quite fair", "Nearly.": "Nearly fair"}[verdict]
    return f"{words}: {_describe_edge(results, place, furthest_rate.value > fair)}."


def _describe_edge(results: RunResults, place: int, is_advantage: bool) -> str:
    """Return a clause on the seat or side that differs most, such as "going first is an ..."."""
    word = "an advantage" if is_advantage else "a disadvantage"
    if results.contest == "seats":
        if place == 0:
            return f"going first is {word}"
        if place == results.players - 1:
            return f"going last is {word}"
        return f"seat {place + 1} has {word}"
    name = list(results.rival_win_rates())[place]
    return f"{name} has {word}"


def _describe_skill(skill: Check | None) -> str:
    """Return a clause on whether good play pays; empty if that is not known."""
    if skill is None:
        return ""
    return {"fine": "good play pays", "wrong": "good play does not pay"}.get(skill.mark, "")


def reach_of(results: RunResults) -> float:
    """Return how far win rates could still change with more games, in games out of 100."""
    reach = max(half_width(rate) for rate in results.joint_win_rates().values())
    return 100 * reach
