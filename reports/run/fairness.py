"""Is it fair? Whether the seats are alike, what going first is worth, and who fared how."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from itertools import islice

from reports.figures import figure as fig
from reports.figures.statistics import Estimate, finite, half_width
from reports.figures.unevenness import Range, Unevenness
from reports.robust.levels import MOST_UNDECIDED
from reports.run.results import ParticipantResult, RunResults
from reports.writing import wording
from reports.writing.document import Cell, Heading, Item, Scale, Table, Tone
from simulate.errors import UsageError
from simulate.rules.kinds import Provenance as Origin
from simulate.rules.kinds import Value
from simulate.study import Study

#: Seats and an advantage within this much of fair are called alike, or it small.
SMALL = 0.01
#: A difference that takes more games to notice is called unnoticeable.
MOST_NOTICED = 100_000
#: A group that suspects one pair of seats from the start needs fewer games.
_GROUPS = {
    "seats": "a group that counts every seat's wins",
    "sides": "a group that counts every side's wins",
}
#: What an advantage is told in where the number says what it is.
_ADVANTAGE = fig.Unit("points", share=True, signed=True)
#: Where a rule's default comes from, behind the rule.
_FROM: dict[Origin, str] = {
    "printed": "",
    "ruling": ", here a detail we filled in",
    "assumed": ", here assumed by us",
}
#: Win rates are drawn to so far from fair at least, so that a hair's breadth looks like one.
_LEAST_REACH = 0.05
_GOING_FIRST = {"seats": "Going first", "sides": "Being the side that begins"}


def describe_fairness(results: RunResults) -> list[str]:
    """Say whether the seats are alike, and of going first, as the verdicts of their table allow."""
    if results.contest != "together":
        return _no_verdict(results) or [_seats(results), _first_player(results)]
    [rate] = results.rival_win_rates().values()
    who = "The players win" if results.players > 1 else "The player wins"
    told = f"{who} {wording.value(rate, fig.SHARE)} of games ({wording.interval(rate, fig.SHARE)})"
    if results.unfinished:
        told += f"; {results.unfinished:,} games, not decided, count as not won"
    return [f"{told}."]


def fairness_headline(results: RunResults) -> str:
    """Return the first clause of these sentences, as the title of a chart."""
    return describe_fairness(results)[0].partition("; ")[0].partition(". ")[0].removesuffix(".")


def _rivals(results: RunResults) -> str:
    return "seats" if results.contest == "seats" else "sides"


def _no_verdict(results: RunResults) -> list[str]:
    if results.is_hardly_won:
        return [
            f"{describe_games_without_winner(results)}, so the {_rivals(results)} are not judged."
        ]
    if results.unfinished > MOST_UNDECIDED * results.run.games:
        share = wording.percent(results.unfinished / results.run.games)
        return [
            f"No verdict on the {_rivals(results)}, because {share} of the games were not decided."
        ]
    if results.is_seated:
        return [
            "No verdict on the seats, because each strategy kept its seat and the two cannot be "
            "told apart."
        ]
    return []


def describe_games_without_winner(results: RunResults) -> str:
    """Return a clause on the number of games that nobody won."""
    games, won = results.run.games, results.games_won
    if not won:
        return f"Nobody won any of the {games:,} games"
    share = wording.percent((games - won) / games)
    return f"Nobody won {games - won:,} of the {games:,} games ({share})"


def describe_exceptions(results: RunResults) -> list[str]:
    """Return sentences on games without a winner and on seats that never act, where there are any.

    They stand below the verdict on the seats; where that is missing for want of winners, it tells
    of the former itself.
    """
    sentences = []
    unwon = results.run.games - results.unfinished - results.games_won
    if unwon and results.contest != "together" and not results.is_hardly_won:
        estimate = results.estimate(fig.WITHOUT_WINNER)
        sentences.append(wording.sentence(results.figure(fig.WITHOUT_WINNER), estimate))
    if idle := results.idle_seats:
        sentences.append(_idle(idle, results))
    return sentences


def _idle(seats: Sequence[int], results: RunResults) -> str:
    who = f"Seats {wording.listed([*map(str, seats)])}"
    if len(seats) == results.players:
        who = "No seat"
    elif len(seats) == 1:
        who = f"Seat {seats[0]}"
    decision = "a decision" if len(seats) == results.players else "no decision"
    return f"{who} made {decision} in any of the {results.run.games:,} games."


def _seats(results: RunResults) -> str:
    rates, rivals = results.rival_win_rates(), _rivals(results)
    spread = results.estimate(fig.SEAT_SPREAD)
    in_100 = _of_100_games(results)
    at_most = f"{wording.rounded_up(100 * spread.high)} points"
    if uneven := results.unevenness:
        little = ", but little" if spread.high <= SMALL else ""
        half = max(half_width(rate) for rate in rates.values())
        gap = _gap(uneven, half, _GROUPS[results.contest])
        return f"The {rivals} differ{little}: {in_100}. {gap}."
    if spread.high <= SMALL:
        return f"The {rivals} are alike to within {at_most}: {in_100}."
    may_be = f"It may be chance; a {rivals.removesuffix('s')} may be up to {at_most} from fair"
    return f"Are the {rivals} alike? Not clear: {in_100}. {may_be}."


def _of_100_games(results: RunResults) -> str:
    """Return the wins of the best and the worst seat or side, of 100 games, and the fair share."""
    rates = results.rival_win_rates()
    best, worst = (end(rates, key=lambda name: rates[name].value) for end in (max, min))
    half = max(half_width(rate) for rate in rates.values())
    more, less, fair = (
        wording.number(share, half, fig.SHARE)
        for share in (rates[best].value, rates[worst].value, results.decided_fair_share)
    )
    ends = f"{best} wins {more}, {worst} {less}"
    if rates[best].value == rates[worst].value:
        ends = f"each {_rivals(results).removesuffix('s')} wins {more}"
    return f"of 100 games {ends}; {fair} is fair"


def _gap(uneven: Unevenness, half: float, group: str) -> str:
    """Return the range of the gap, and of the games after which a group notices it.

    `half` is half the width of the widest interval of a win rate, which says how many decimals the
    gap has. `group` names the group.
    """
    low, high = (wording.number(end, half, fig.SHARE) for end in (uneven.gap.low, uneven.gap.high))
    is_open = not float(low) > 0
    gap = f"at most {high} points" if is_open else f"{low} to {high} points"
    return f"The gap is {gap}; {_noticed(uneven.games, group)}"


def _noticed(games: Range, group: str) -> str:
    if games.low > MOST_NOTICED:
        return "nobody would notice it"
    if games.high > MOST_NOTICED:
        least = wording.rounded_down(games.low)
        return f"{group} would need {least} games or more to notice it"
    after = wording.games_range(games.low, games.high)
    return f"{group} would notice it after {after} games"


def _first_player(results: RunResults) -> str:
    rate, verdict = next(iter(results.rival_win_rates().values())), results.judge_rivals()[0]
    advantage = rate.shifted(-results.decided_fair_share)
    size = f"{wording.value(advantage, _ADVANTAGE)} ({wording.ends(advantage, _ADVANTAGE)})"
    small = max(abs(advantage.low), abs(advantage.high)) <= SMALL
    first = _GOING_FIRST[results.contest]
    if verdict == "above fair":
        return f"{first} is {'a small' if small else 'an'} advantage: {size}."
    if verdict == "below fair":
        return f"{first} is a {'small ' if small else ''}disadvantage: {size}."
    if small:
        least = f"{100 * SMALL:g} percentage point"
        return f"{first} makes no difference, or less than {least}: {size}."
    return f"{first}: no clear effect, {size}."


def explain_verdicts(results: RunResults) -> str:
    """Say what the verdicts on win rates and the fair share rest on."""
    return (
        "Above and below fair: clearly so, by more than chance explains at "
        f"{100 * results.confidence:g}%, corrected for all in the table."
    )


def make_seat_table(results: RunResults) -> Table:
    """Show how each seat fared, or each side."""
    if results.contest == "seats":
        seats = enumerate(results.seats(), 1)
        who, kept = "seat", [f"plays {spec}" for spec in results.run.study.lineup]
        found = {f"{seat}{' (first)' * (seat == 1)}": one for seat, one in seats}
    else:
        sides = enumerate(results.rival_win_rates().items())
        who, kept = "side", ["not judged"] * len(results.rival_win_rates())
        found = {
            f"{name}{', first' * (not n)}": ParticipantResult(
                rate, results.estimate(f"{fig.SIDES}.{n + 1}.{fig.SCORE_MEAN}")
            )
            for n, (name, rate) in sides
        }
    if results.is_seated:
        verdicts: Sequence[str] = kept
    elif results.is_hardly_won:
        verdicts = ["not judged"] * len(found)
    else:
        verdicts = results.judge_rivals()
    return _fared(who, who, found, verdicts, results)


def make_strategy_table(results: RunResults) -> Table:
    """Show how each strategy fared."""
    found = results.strategies()
    verdicts: Sequence[str] = ["not judged"] * len(found)
    if not results.is_hardly_won:
        verdicts = results.judge_win_rates(fig.STRATEGIES)
    return _fared("strategy", "strategy, per seat it has", found, verdicts, results)


def _fared(
    who: str,
    what: str,
    found: Mapping[str, ParticipantResult],
    verdicts: Sequence[str],
    results: RunResults,
) -> Table:
    fair, unit, styles = results.decided_fair_share, results.game.score_unit, who == "strategy"
    # Where hardly any game has a winner there is no fair share to compare with.
    is_compared = not results.is_hardly_won
    heads = [
        Heading(who, numeric=False),
        Heading("wins"),
        Heading(wording.interval_name(results.confidence)),
        Heading("against fair", numeric=False),
    ]
    if is_compared:
        heads.insert(-1, _drawn_against([one.win_rate for one in found.values()], fair))
    if any(one.score for one in found.values()):
        heads.append(Heading(f"mean {unit}", short=unit, spare=True))
    rows = [
        [
            Cell(name, code=styles),
            *make_estimate_cells(rate, fig.SHARE),
            *([Cell("", rate.value, span=rate)] if is_compared else []),
            Cell(verdict, tone=_TONES.get(verdict, "")),
            *([make_estimate_cells(one.score, fig.PLAIN)[0]] if one.score else []),
            *[Cell(wording.whole(rate.n), rate.n)] * styles,
        ]
        for (name, one), verdict in zip(found.items(), verdicts, strict=True)
        for rate in [one.win_rate]
    ]
    caption = f"Win rate by {what}"
    if is_compared:
        caption += f"; fair is {wording.percent(fair)}"
    return Table(caption, [*heads, *[Heading("games")] * styles], rows, is_explained=True)


_TONES: dict[str, Tone] = {"above fair": "more", "below fair": "less"}


def make_estimate_cells(estimate: Estimate, unit: fig.Unit) -> list[Cell]:
    """Return a figure and its interval, as cells."""
    return [
        Cell(wording.value(estimate, unit), finite(estimate.value)),
        Cell(wording.interval(estimate, unit), finite(estimate.low)),
    ]


def _drawn_against(rates: Sequence[Estimate], fair: float) -> Heading:
    """Return the column that draws where win rates lie to a fair share, in its middle."""
    reach = max(_LEAST_REACH, *(abs(end - fair) for rate in rates for end in (rate.low, rate.high)))
    # In whole per cent, which the heading can tell.
    low = max(0.0, math.floor(round(100 * (fair - reach), 6)) / 100)
    high = min(1.0, math.ceil(round(100 * (fair + reach), 6)) / 100)
    scale = Scale(low, high, fair, f"{100 * low:.0f}", wording.percent(high, 0))
    title = f"{scale.low_text} to {scale.high_text}, a line at fair"
    return Heading(title, numeric=False, spare=True, scale=scale)


def suggest_starting_rules(results: RunResults) -> list[Item]:
    """Point to the rule that says who starts, where the seats clearly differ and it is as usual."""
    if results.contest == "together" or _no_verdict(results):
        return []
    spread, study, game = results.estimate(fig.SEAT_SPREAD), results.run.study, results.game
    if not spread.low > 0 or spread.high <= SMALL:
        return []
    found = []
    for option in game.options:
        value = study.values[option.name]
        if option.about == "who starts" and value == option.default:
            others = option.alternatives(value).get(option.name, [])
            playable = (one for one in others if _is_playable(results, option.name, one))
            for other in islice(playable, 1):
                [usual], [typed] = map(option.assignments, (value, other))
                compare = write_command(study, "compare", "--rule", usual, "--rule", typed)
                found.append(Item(f"Who starts is a rule{_FROM[option.standing]}: {compare}"))
    return found


def _is_playable(results: RunResults, rule: str, value: Value) -> bool:
    study = results.run.study
    try:
        results.game.resolve(study.variant, {**study.rules, rule: value}, study.players)
    except UsageError:
        return False
    return True


def suggest_further_commands(results: RunResults) -> Item:
    """Point to the commands that compare styles of play, and that forbid actions."""
    tournament, ask = (write_command(results.run.study, name) for name in ("tournament", "ask"))
    return Item(
        f"Which of these styles pays: {tournament}; what each kind of action is worth: {ask}"
    )


def write_command(study: Study, name: str, *more: str, whole: bool = False) -> str:
    """Return a command about a study's rules: with what is not as usual, or the `whole` study."""
    game = study.loaded_game
    words = ["fathom", name, study.game]
    if whole or study.variant != game.default_variant:
        words += ["--variant", study.variant]
    if whole or study.players != game.usual_players:
        words += ["--players", str(study.players)]
    words += [word for change in study.changes for word in ("--rule", change)]
    if whole:
        specs = study.specs_of(study.strategies if len(study.strategies) == 1 else study.lineup)
        words += [word for spec in specs for word in ("-s", spec)]
        words += [*([] if study.rotate else ["--no-rotate"]), "--seed", str(study.seed)]
    return shlex.join([*words, *more])
