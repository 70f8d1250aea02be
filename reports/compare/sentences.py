"""What differs between two arms, in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.compare.difference import same_games
from reports.compare.ranking import judge_weight, rank
from reports.compare.results import PLAYERS, ArmPair, ComparisonResults, FigureComparison
from reports.figures.figure import GAMES_WON, LINEUP, STRATEGIES, UNFINISHED, Topic, Unit
from reports.robust.document import other_players_caveat
from reports.run.results import RunResults
from reports.run.sentences import describe_lineup, describe_players, describe_variant
from reports.writing import wording
from reports.writing.wording import capital, listed, rules_text

_SEATED = "No verdict on seats, because each strategy kept its own."
#: So many figures that are not compared are named.
MOST_LEFT_OUT = 6


def describe_pair(pair: ArmPair) -> list[str]:
    """Say what differs most so that people may notice, or what is known; then what else to know."""
    ranked, figures = rank([pair]), pair.figures
    lead = describe_no_difference(len(ranked.small), len(ranked.unclear))
    alike = []
    if same_games(*pair.results):  # skill has games of its own
        one, other = pair.results
        who = f"{describe_players(one)}, " if one.run.study.lineup == other.run.study.lineup else ""
        alike = [capital(f"{who}every game went the same in both.")]
    if ranked.large:
        lead = describe_difference(figures[ranked.large[0]], pair)
    leads = [lead] if ranked.large or not alike else []
    if GAMES_WON in figures and pair.results[0].contest == "together":
        # Whether players win is the first question, whatever differs.
        leads = list(dict.fromkeys([describe_difference(figures[GAMES_WON], pair), *leads]))
    taken = [
        describe_difference(figures[path], pair)
        for path in (*ranked.large[1:], *ranked.small, *ranked.unclear)
        if figures[path].figure.kind == LINEUP and figures[path].figure.is_win_rate
    ]
    seated = any(results.is_seated for results in pair.results)
    return [
        *leads,
        *alike,
        *taken,
        *([_SEATED] if seated else []),
        *(
            f"With {quote_label(label)}: {wording.sentence(results.figure(UNFINISHED), found)}"
            for label, results in zip((pair.a, pair.b), pair.results, strict=True)
            if results.unfinished
            for found in [results.estimate(UNFINISHED)]
        ),
    ]


def describe_difference(found: FigureComparison, pair: ArmPair) -> str:
    """Say how two arms differ in one figure."""
    figure = found.figure
    if figure.kind == LINEUP and figure.is_win_rate:
        place = int(figure.of[0]) - 1
        old, new = (results.run.study.lineup[place] for results in pair.results)
        wins, then = write_value(found, 0), write_value(found, 1)
        return f"{old} wins {wins}; {new}, in its place, {then}: {difference_clause(found)}."
    if figure.kind == STRATEGIES and figure.is_win_rate:
        return f"{figure.of[0]} wins {write_values(found, pair)}: {difference_clause(found)}."
    return f"{capital(figure.title)}: {write_values(found, pair)}: {difference_clause(found)}."


def describe_no_difference(small: int, unclear: int) -> str:
    """Say that nothing is clear and perhaps noticed, of so many small figures and so many open."""
    of_all = small + unclear
    if not unclear:
        return f"None of {of_all} figures differs so much that one would notice it."
    return f"Too few games were played to tell: {unclear} of {of_all} figures may differ or not."


def write_values(figure: FigureComparison, pair: ArmPair) -> str:
    """Say what both arms gave: "2.17 with base, 2.90 with expert"."""
    first, second = (
        write_value(figure, 0),
        write_value(figure, 1, with_unit=not figure.figure.unit.signed),
    )
    return f"{first} with {quote_label(pair.a)}, {second} with {quote_label(pair.b)}"


def quote_label(label: str) -> str:
    """Put the label of an arm into quotes where it would run into the sentence."""
    begin, end = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
    return f"{begin}{label}{end}" if "," in label else label


def write_verdict(figure: FigureComparison) -> str:
    """Say in a word or two what the games allow to say of a difference."""
    if figure.verdict != "not told":
        return figure.verdict
    return "too small to notice" if judge_weight(figure) == "same" else "not clear"


def difference_clause(figure: FigureComparison) -> str:
    """Say how two arms differ in a figure, and how sure that is."""
    found, unit = figure.difference.estimate, figure.unit
    if math.isnan(found.value):
        return "it did not happen in both, so nothing can be compared"
    if not math.isfinite(found.high - found.low):
        return "it takes more deals to tell a difference"
    if figure.is_exact and not found.value:
        return "exactly the same"
    if not figure.is_clear and write_verdict(figure) == "not clear" and found.low * found.high > 0:
        return "no difference is clear among so many figures"  # its interval is of it alone
    if not figure.is_clear:
        return f"{write_verdict(figure)} ({wording.measured(wording.ends(found, unit), unit)})"
    plain = Unit(unit.name, unit.share)
    much, word = (found, "more") if found.value > 0 else (found.negated(), "less")
    said = f"{wording.measured(wording.number(much.value, figure.reach, plain), plain)} {word}"
    return said if figure.is_exact else f"{said} ({wording.ends(much, plain)})"


def write_value(
    figure: FigureComparison, arm: int, *, with_unit: bool = True, short: bool = False
) -> str:
    """Write the figure in the first (0) or the second arm (1), for a table with a short unit."""
    found, unit = (figure.first, figure.second)[arm], figure.figure.unit
    if math.isnan(found.value):
        return "none"
    text = wording.number(found.value, figure.reach, unit)
    if short:
        return f"{text} {wording.short_unit(unit)}".rstrip()
    return wording.with_unit(text, unit) if with_unit else text


def describe_uncompared_figures(pair: ArmPair) -> list[str]:
    """Name the figures that are not compared."""
    one, other = pair.results
    fair, found = one.players == other.players, []
    if not fair:
        shares = listed([wording.percent(results.fair_share) for results in (one, other)])
        found.append(f"Of win rates only the advantage over the fair share ({shares}) is compared.")
    for label, results, paths in ((pair.a, one, pair.only_a), (pair.b, other, pair.only_b)):
        names = [
            figure.title
            for figure in map(results.figure, paths)
            if figure.kind != UNFINISHED and not figure.is_fixed
            # Of other seats, and of other shares, it is said already.
            if fair or not (figure.topic is Topic.WINS or figure.per_fair_share)
        ]
        if names:
            more = [f"and {len(names) - MOST_LEFT_OUT} more"] if names[MOST_LEFT_OUT:] else []
            shown = "; ".join([*names[:MOST_LEFT_OUT], *more])
            found.append(f"Only with {quote_label(label)}: {shown}.")
    if UNFINISHED in pair.only_a:
        found.append("Unfinished games are not compared: one has more games than the other.")
    return found


def describe_limits(comparison: ComparisonResults) -> str:
    """Say what the verdicts rest on."""
    margins = comparison.margins
    paces = dict.fromkeys(str(one.seconds_per_turn) for one in comparison.arms.values())
    rate, relative = (
        wording.number(m, 0, Unit(share=True)) for m in (margins.rate, margins.relative)
    )
    return (
        f"Minutes are at an assumed {listed(list(paces))} seconds a turn. Intervals are "
        f"{100 * comparison.confidence:g}% intervals over deals; percentiles are compared without "
        "pairing. A difference is clear when it is unlikely by chance, at the same level, even "
        f"among all {wording.whole(comparison.tests)} differences tested. "
        f"Practically the same: the whole interval within {rate} percentage points (pp) for rates "
        f"and within {relative}% of what it is compared with for all others. What people notice "
        "is our judgement: one percentage point of wins, two of skill and other shares, 5% of "
        "lengths, lead changes and scores, 10% of the game's own counts."
    )


# What was compared -----------------------------------------------------------------


def select_drawn_pairs(comparison: ComparisonResults) -> Sequence[ArmPair]:
    """Return the pairs that are drawn: of a grid those within its cells."""
    design = comparison.design
    if not design:
        return comparison.pairs
    inside = zip(comparison.pairs, design.places[1:], strict=True)
    return [pair for pair, place in inside if place[0]]


def describe_games(comparison: ComparisonResults) -> list[str]:
    """Say what was played, and how often."""
    first = comparison.first
    if not comparison.is_paired:
        held = [
            f"{quote_label(label)} ({wording.whole(results.run.games)} games, seed "
            f"{results.run.study.seed})"
            for label, results in comparison.arms.items()
        ]
        return [
            f"{first.game.title}: what the folders {listed(held)} hold; nothing was played again.",
            f"Why: {comparison.changed}. So they are compared as separate runs, without pairing "
            "deals, and how much skill pays is not known.",
        ]
    runs = [results.run for results in comparison.arms.values()]
    games = list(dict.fromkeys(run.games for run in runs))
    each = f"{listed([wording.whole(one) for one in games], 'or')} games"
    if comparison.is_raced:
        each = f"{wording.whole(min(games))} to {wording.whole(max(games))} games"
    said = (
        f"{first.game.title} with {list_arms(comparison, 'and')}: {each} of each, on the same "
        f"{wording.counted(comparison.deals, 'deal')}; seed {first.run.study.seed}."
    )
    if comparison.is_raced:
        said += " What stopped sooner is compared over its own deals."
    return [said]


def list_arms(comparison: ComparisonResults, last: str) -> str:
    """Name the arms; of a grid its factors: "base or expert, each with 3 players or 4 players"."""
    design = comparison.design
    if not design:
        return listed([quote_label(label) for label in comparison.arms], last)
    return ", each with ".join(
        f"{listed([level.partition(' ')[0] for level in levels], last)} {PLAYERS}"
        if name == PLAYERS
        else listed([quote_label(level) for level in levels], last)
        for name, levels in design.factors.items()
    )


def describe_scope(comparison: ComparisonResults) -> str:
    """Say with which players all this was found."""
    said = {describe_players(results) for results in comparison.arms.values()}
    who = said.pop() if len(said) == 1 else "with these line-ups"
    if not comparison.is_paired:
        return f"All differences were found {who}."
    return other_players_caveat(who, comparison.first.contest)


def describe_arms(comparison: ComparisonResults) -> list[str]:
    """Say what is played in each arm, what is the same in all of them once."""
    parts = {label: _parts(results) for label, results in comparison.arms.items()}
    same = [texts[0] for texts in zip(*parts.values(), strict=True) if len({*texts}) == 1]
    in_each = [text for text in same if text]
    lines = [f"In each: {', '.join(in_each)}."] if in_each else []
    if comparison.design:  # whose arms are named by what differs
        described = dict.fromkeys(several[0] for several in parts.values())
        return [*lines, *(f"{capital(one)}." for one in described if one not in same)]
    for label, several in parts.items():
        own = [one for one in several if one not in ("", label, *same)]
        if own and own != [f"rules changed: {label}"]:
            lines.append(f"{label}: {', '.join(own)}.")
    return lines


def _parts(results: RunResults) -> list[str]:
    study = results.run.study
    changed = f"rules changed: {rules_text(study.changes)}" if study.changes else ""
    return [
        describe_variant(results),
        wording.counted(study.players, "player"),
        describe_lineup(results),
        changed,
    ]
