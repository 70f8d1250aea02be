"""What differs between two arms, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.catalogue import ADVANTAGE
from reports.run import sentences
from reports.run.results import Results
from reports.writing.wording import capital, listed, typeset

#: So many of the game's own counts are told in a sentence: those that changed most.
MOST_COUNTS = 3
MINUTES, TURNS, LEAD_CHANGES, COMEBACKS = (
    "length.minutes.mean",
    "length.turns.mean",
    "lead_changes",
    "comebacks",
)
#: Figures whose gain by pairing is told, and their names there.
_PAIRED = {
    ADVANTAGE: "first-player advantage",
    TURNS: "length in turns",
    LEAD_CHANGES: "lead changes",
    COMEBACKS: "wins of a seat in last place",
}
#: Gains below this factor, and above its inverse, are next to nothing.
LITTLE = 1.1


def headlines(comparison: Comparison, pair: Pair) -> list[str]:
    """Say in one sentence each what differs most tellingly between two arms."""
    one, other = comparison.arms[pair.a], comparison.arms[pair.b]
    found = [
        _first_player(pair, one, other),
        *_length(pair, one, other),
        *_strategies(pair, one, other),
    ]
    figures = pair.figures
    told = [
        (capital(figures[path].title), figures[path])
        for path in (LEAD_CHANGES, COMEBACKS)
        if path in figures
    ]
    told += [(capital(count.title), count) for count in _most_changed(pair)]
    found += [f"{what}: {values(figure, pair)}: {clause(figure)}." for what, figure in told]
    return [*found, *_unfinished(comparison, pair)]


def values(figure: Compared, pair: Pair) -> str:
    """Say what both arms gave: "2.17 with base, 2.90 with expert"."""
    return f"{level(figure, 0)} with {quoted(pair.a)}, {level(figure, 1)} with {quoted(pair.b)}"


def quoted(label: str) -> str:
    """Put the label of an arm into quotes where it would run into the sentence."""
    return (
        f"\N{LEFT DOUBLE QUOTATION MARK}{label}\N{RIGHT DOUBLE QUOTATION MARK}"
        if "," in label
        else label
    )


def clause(figure: Compared, unit: str = "") -> str:
    """Say how two arms differ in a figure, and how sure that is.

    Parameters
    ----------
    figure
        In both arms.
    unit
        What is counted, as in "minutes"; rates are told in percentage points.
    """
    interval, places = figure.difference.estimate, decimals(figure)
    scale = 100 if figure.is_rate else 1
    low, value, high = (scale * end for end in (interval.low, interval.value, interval.high))
    unit = f" {'percentage points' if figure.is_rate else unit}".rstrip()
    span = f"{signed(low, places)} to {signed(high, places)}{unit}"
    if math.isnan(value):
        said = "it did not happen in both, so nothing can be compared"
    elif not math.isfinite(high - low):
        said = "it takes more deals to tell a difference"
    elif figure.exact and value == 0:
        said = "exactly the same"
    elif figure.told:
        ends = sorted((abs(low), abs(high)))
        known = f"{ends[0]:,.{places}f} to {ends[1]:,.{places}f}"
        said = f"{abs(value):,.{places}f}{unit} {'more' if value > 0 else 'less'} ({known})"
        if figure.verdict.startswith("slightly"):
            said += f", {figure.verdict} (within the margin of {margin(figure)})"
    elif figure.verdict == "practically the same":
        said = f"practically the same ({span}, within the margin of {margin(figure)})"
    elif low * high > 0:
        said = f"no difference can be told from chance among so many figures ({span})"
    else:
        said = f"no difference can be told from chance ({span})"
    return said


def level(figure: Compared, arm: int) -> str:
    """Write the figure in the first (0) or the second arm (1)."""
    value = (figure.first, figure.second)[arm].value
    if math.isnan(value):
        return "none"
    if figure.path == ADVANTAGE:
        return signed(100 * value, decimals(figure)) + (" percentage points" if arm == 0 else "")
    if figure.is_rate:
        return f"{100 * value:.{decimals(figure)}f} %"
    return typeset(f"{value:,.{decimals(figure)}f}")


def margin(figure: Compared) -> str:
    """Write up to which difference the figure counts as practically the same."""
    if figure.is_rate:
        return f"{100 * figure.margin:.3g} percentage points"
    return f"{figure.margin:,.3g}"


def signed(number: float, places: int) -> str:
    """Write a difference with its sign."""
    return typeset(f"{number:+,.{places}f}")


def decimals(figure: Compared) -> int:
    """Return how many decimals tell a figure whose difference is known so well: 0 to 6."""
    interval = figure.difference.estimate
    half = (interval.high - interval.low) / 2 * (100 if figure.is_rate else 1)
    if not 0 < half < math.inf:
        whole = all(e.value == round(e.value) for e in (figure.first, figure.second))
        return 0 if whole and not figure.is_rate else 2
    return min(6, max(0, math.ceil(-math.log10(half / 2))))


def worth_showing(comparison: Comparison, pair: Pair, everything: bool) -> list[str]:
    """Return the figures that tell something which no other one tells.

    Parameters
    ----------
    everything
        Whether percentiles of all lengths are wanted, and strategies seat by seat.
    """
    arms = comparison.arms[pair.a], comparison.arms[pair.b]
    found, seen = [], set()
    for path, figure in pair.figures.items():
        _, *rest = path.split(".")
        group = path.partition(".")[0]
        detail = group == "strategy_seats" or (
            group == "length" and rest[0] in ("rounds", "decisions") and rest[1] != "mean"
        )
        same = (figure.first, figure.second, figure.difference.estimate)
        if is_trivial(path, *arms) or (detail and not everything):
            continue
        # Seat 1's win rate is the advantage; a game may have a decision a turn.
        if path == "seats.1.win_rate" or (group == "length" and same in seen):
            continue
        if path == "unfinished" and not (figure.first.value or figure.second.value):
            continue
        seen.add(same)
        found.append(path)
    return found


def is_trivial(path: str, *arms: Results) -> bool:
    """Return whether a figure says nothing because all seats play the same strategy."""
    alike = all(len(results.run.study.strategies) == 1 for results in arms)
    of_strategy = path.startswith("strategies.") and path.endswith(".win_rate")
    return alike and (of_strategy or path.startswith("strategy_seats."))


def needed(comparison: Comparison, pair: Pair) -> list[str]:
    """Say how many games it takes to know the difference in going first well, if not enough."""
    figure = pair.figures[ADVANTAGE]
    interval, games = figure.difference.estimate, comparison.arms[pair.a].run.games
    half = (interval.high - interval.low) / 2
    if not figure.margin < half < math.inf:
        return []
    wanted = sentences.about(games * (half / figure.margin) ** 2)
    return [
        f"To know the difference in first-player advantage to within {margin(figure)} takes about "
        f"{wanted} games of each."
    ]


def pairing(comparison: Comparison, pair: Pair) -> list[str]:
    """Say how many games it saved to play both arms on the same deals."""
    games = comparison.arms[pair.b].run.games
    gains = {
        path: pair.figures[path].difference.pairing_gain for path in _PAIRED if path in pair.figures
    }
    known = {path: gain for path, gain in gains.items() if math.isfinite(gain)}
    if not known:
        return []
    least, most = min(known.values()), max(known.values())
    if least > 1 / LITTLE and most < LITTLE:
        return [
            "The same deals saved next to nothing: for intervals as narrow, unpaired runs would "
            f"need {least:.2f} to {most:.2f} times as many games."
        ]
    told = [
        f"{gain:.2f} times as many ({gain * games:,.0f} instead of {games:,}) for the "
        f"{_PAIRED[path]}"
        for path, gain in known.items()
    ]
    cost = " Below 1, pairing cost games." if least < 1 else ""
    return [
        "What the same deals saved: for intervals as narrow, unpaired runs would need so many "
        f"games: {listed(told)}.{cost}"
    ]


def left_out(comparison: Comparison, pair: Pair) -> list[str]:
    """Name the figures that are not compared."""
    found = []
    one, other = comparison.arms[pair.a], comparison.arms[pair.b]
    shares = [sentences.percent(results.fair_share) for results in (one, other)]
    if one.players != other.players:
        found.append(
            f"Of win rates only the advantage over the fair share ({shares[0]} and {shares[1]}) is "
            "compared."
        )
    for label, paths in ((pair.a, pair.only_a), (pair.b, pair.only_b)):
        results = comparison.arms[label]
        if names := [
            results.figures[path].title
            for path in paths
            if path in _of_game(results) or not found
            if path != "unfinished" and not is_trivial(path, results)
        ]:
            shown = "; ".join(names[:6]) + (f"; and {len(names) - 6} more" if names[6:] else "")
            found.append(f"Only with {quoted(label)}: {shown}.")
    if "unfinished" in pair.only_a:
        found.append("Unfinished games are not compared: one arm has more games than the other.")
    return found


def _of_game(results: Results) -> list[str]:
    """Return the figures that are no seat's and no strategy's."""
    return [
        path
        for path in results.figures
        if not path.startswith(("seats.", "strateg")) and path != COMEBACKS
    ]


def caveat(comparison: Comparison) -> str:
    """Say what the verdicts rest on."""
    level, margins = f"{100 * comparison.confidence:g} %", comparison.margins
    return (
        f"Intervals are {level} intervals over deals; percentiles are compared without pairing. A "
        f"difference is told when it is unlikely by chance, at the same level, even among all "
        f"{comparison.tests} differences tested (Holm's correction). Practically the same: the "
        f"whole interval within {100 * margins.rate:g} percentage points (pp) for rates and within "
        f"{100 * margins.relative:g} % of the first arm's value for all others."
    )


def _first_player(pair: Pair, one: Results, other: Results) -> str:
    seated = [r for r in (one, other) if not r.run.study.rotate and len(r.run.study.strategies) > 1]
    if seated:
        return "No verdict on going first, because each strategy kept its seat."
    figure = pair.figures[ADVANTAGE]
    return f"First-player advantage: {values(figure, pair)}: {clause(figure)}."


def _length(pair: Pair, one: Results, other: Results) -> Iterator[str]:
    minutes, turns = pair.figures[MINUTES], pair.figures[TURNS]
    told = [f"{level(minutes, arm)} minutes ({level(turns, arm)} turns)" for arm in (0, 1)]
    seconds = " and ".join(
        str(s) for s in dict.fromkeys((one.seconds_per_turn, other.seconds_per_turn))
    )
    assumed = f"At an assumed {seconds} seconds a turn, a game lasts"
    if minutes.told:
        lasts = f"{told[1]} with {quoted(pair.b)} instead of {told[0]}"
    else:
        lasts = f"{told[0]} with {quoted(pair.a)}, {told[1]} with {quoted(pair.b)}"
    yield f"{assumed} {lasts}: {clause(minutes, 'minutes')}."


def _strategies(pair: Pair, one: Results, other: Results) -> Iterator[str]:
    for path, figure in pair.figures.items():
        group, _, rest = path.partition(".")
        if group == "lineup" and path.endswith(".win_rate"):
            place = int(rest.partition(".")[0]) - 1
            old = one.run.study.lineup[place]
            new = next(s for s in other.run.study.strategies if s not in one.run.study.strategies)
            yield (
                f"{old} wins {level(figure, 0)}; {new}, in its place, {level(figure, 1)}: "
                f"{clause(figure)}."
            )
    for spec in one.run.study.strategies:
        path = f"strategies.{spec}.win_rate"
        if path in pair.figures and not is_trivial(path, one, other):
            figure = pair.figures[path]
            yield f"{spec} wins {values(figure, pair)}: {clause(figure)}."


def _most_changed(pair: Pair) -> Sequence[Compared]:
    """Return the game's own counts that changed most, relative to the first arm."""
    told = [
        figure
        for path, figure in pair.figures.items()
        if path.startswith("counts.") and figure.verdict in ("higher", "lower")
    ]

    def change(figure: Compared) -> float:
        start = abs(figure.first.value)
        return abs(figure.difference.estimate.value) / start if start else math.inf

    return sorted(told, key=change, reverse=True)[:MOST_COUNTS]


def _unfinished(comparison: Comparison, pair: Pair) -> Iterator[str]:
    for label in (pair.a, pair.b):
        results = comparison.arms[label]
        if results.unfinished:
            yield f"With {quoted(label)}: {sentences.unfinished(results)}"


def chart_words(comparison: Comparison) -> dict[str, str]:
    """Return the numbers of each chart of `reports.comparison.charts` in words."""
    seats, lengths = [], []
    for label, results in comparison.arms.items():
        rates = [
            f"seat {seat} {sentences.percent(standing.win_rate.value)} "
            f"({sentences.percent_interval(standing.win_rate)})"
            for seat, standing in enumerate(results.seats(), 1)
        ]
        seats.append(f"with {quoted(label)} {', '.join(rates)}")
        turns = results.lengths()["turns"]
        ends = [turns.percentiles[percent] for percent in (5, 95)]
        lengths.append(
            f"with {quoted(label)} {turns.mean.value:.1f} turns in the mean, nine games in ten "
            f"{ends[0]:,.0f} to {ends[1]:,.0f}"
        )
    changes = [
        f"{figure.title}: {values(figure, pair)}: {clause(figure)}"
        for pair in comparison.pairs
        for figure in pair.figures.values()
        if figure.told
    ]
    told = f": {'; '.join(changes)}" if changes else ": none"
    return {
        "differences": f"Differences from the first arm that can be told from chance{told}.",
        "win_rate_by_seat": f"Win rates by seat: {'; '.join(seats)}.",
        "length": f"How long games last: {'; '.join(lengths)}.",
    }
