"""The first page of a run: a short answer to each question of a designer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import Any

from reports.figures import figure as fig
from reports.figures.catalogue import share_with_winner
from reports.figures.statistics import Estimate, half_width
from reports.robust.levels import MARGINS, PLAYER_VERDICTS, RANDOM_STYLE, Group
from reports.robust.robustness import Judgement, Robustness
from reports.robust.stronger_player import stronger_player
from reports.run import fairness
from reports.run.results import RunResults
from reports.run.sentences import write_lengths
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Item, Step, Table
from simulate.rules.values import HEAD_START, MOST_TURNS
from simulate.study import Study
from strategies import strategies_for
from strategies.registry import LEARNED, usual_player

#: A share is not given as a number if either side of its interval is wider than this.
_ROUGH = 0.05
#: If a seat is further from its fair share than this, the verdict is "No." and not "Not quite."
UNFAIR = 0.03
_SUBJECTS: dict[Group, str] = {"seats": "fairness", "length": "length", "course": "tension"}
_PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
#: The path of the mean number of rounds.
_ROUNDS = f"{fig.LENGTH}.rounds.{fig.MEAN}"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
#: The usual length counts as near the time on the box if it differs by up to this share of it.
_NEAR_BOX = 0.1
#: Skill hardly pays if a good player clearly wins less than this many times the fair share.
CLEARLY = 1.25


def describe_games(results: RunResults) -> str:
    """Return the games as text, as in "200,000 games · good players (style: planner)"."""
    players = spoken.describe_players(results.run.study)
    clauses = [wording.counted(results.run.games, "game"), players]
    return " \N{MIDDLE DOT} ".join(clauses)


# The answer to "Fair?"


def describe_fairness(results: RunResults) -> str:
    """Return a verdict on the seats or sides, as in "Yes." and "Not quite.", with its figures.

    For games that all players win together, the text gives the share of games won instead.
    """
    if results.contest == "together":
        return _describe_joint_wins(results)
    no_verdict = fairness.explain_missing_verdict(results)
    if no_verdict:
        return no_verdict
    rates = list(results.joint_win_rates().values())
    fair = results.decided_fair_share
    judged = list(zip(_rival_names(results), rates, results.judge_rivals(), strict=True))
    unfair = [(name, rate) for name, rate, verdict in judged if verdict != "not clear"]
    if unfair:
        return _describe_unfair(unfair, judged[0], fair)
    furthest = max(fairness.largest_distance(rate, fair) for rate in rates)
    if furthest <= fairness.SMALL:
        reach = wording.rounded_up(100 * furthest, 1)
        rival = "seat" if results.contest == "seats" else "side"
        if _is_open_for_other_players(results, "seats"):
            wins = f"{of_100(fair)} {_PLUS_MINUS} {reach}"
            return f"Yes, for these players. Every {rival} wins {wins} of 100 games."
        return f"Yes. Every {rival} wins {of_100(fair)} of 100 games, give or take {reach}."
    name, rate, _ = judged[0]
    return (
        f"Too few games: {wording.uncapital(name)} wins {100 * rate.low:.1f} to "
        f"{100 * rate.high:.1f} of 100 (fair: {of_100(fair)})."
    )


def _describe_joint_wins(results: RunResults) -> str:
    """Return a sentence on the share of games that all players win together."""
    [rate] = results.rival_win_rates().values()
    beginning = wording.capital(spoken.players_win(results.players))
    reach = wording.rounded_up(100 * half_width(rate), 1)
    return f"{beginning} {of_100(rate.value)} of 100 games, give or take {reach}."


def _describe_unfair(
    unfair: Sequence[tuple[str, Estimate]], first: tuple[str, Estimate, str], fair: float
) -> str:
    """Return sentences on the seats whose win rates clearly differ from the fair share.

    Parameters
    ----------
    unfair
        The names and win rates of the seats that clearly differ.
    first
        The name, the win rate and the verdict of the first seat, which is always mentioned if it
        clearly differs.
    fair
        The fair share.
    """
    name, rate = max(unfair, key=lambda rival: abs(rival[1].value - fair))
    verdict = judge_unfair(rate, fair)
    decimals = decimals_near([rate.value], fair)
    clauses = [f"{name} wins {of_100(rate.value, decimals)} of 100 games"]
    first_name, first_rate, first_verdict = first
    if first_name != name and first_verdict != "not clear":
        decimals = decimals_near([rate.value, first_rate.value], fair)
        clauses = [
            f"{name} wins {of_100(rate.value, decimals)} of 100 games, "
            f"{wording.uncapital(first_name)} {of_100(first_rate.value, decimals)}"
        ]
    return f"{verdict} {clauses[0]}; {of_100(fair, decimals)} would be fair."


def judge_unfair(rate: Estimate, fair: float) -> str:
    """Return "No.", "Not quite." or "Nearly." for a win rate that clearly differs from `fair`."""
    if fairness.largest_distance(rate, fair) <= fairness.SMALL:
        return "Nearly."
    return "No." if max(rate.low - fair, fair - rate.high) > UNFAIR else "Not quite."


def is_clearly_uneven(results: RunResults) -> bool:
    """Return True if the first page says that the seats or sides are not fair, or not quite.

    It is False if they are nearly fair, and if that is not clear.
    """
    fair = results.decided_fair_share
    rates = results.joint_win_rates().values()
    return any(
        verdict != "not clear" and judge_unfair(rate, fair) != "Nearly."
        for rate, verdict in zip(rates, results.judge_rivals(), strict=True)
    )


def _rival_names(results: RunResults) -> list[str]:
    """Return the seats or sides as subjects of sentences, such as "The first player"."""
    if results.contest == "seats":
        seats = range(2, results.players + 1)
        return ["The first player", *(f"Seat {seat}" for seat in seats)]
    return [wording.capital(name) for name in results.rival_win_rates()]


def decimals_near(rates: Sequence[float], fair: float) -> int:
    """Return the number of decimals of percentages: 1 if a rate is near the fair share, else 0.

    So no rate looks like the fair share only because it was rounded.
    """
    is_small = any(abs(rate - fair) < fairness.SMALL for rate in rates)
    return 1 if is_small else 0


def of_100(share: float, decimals: int = 0) -> str:
    """Return a text with the number of games out of 100 that a share stands for.

    A share below 1 is never written as 100.
    """
    text = wording.round_half_up(100 * share, decimals)
    if float(text) == 100 and share < 1:
        return "more than 99"
    return text


def make_seat_table(results: RunResults) -> Table:
    """Return the win rate of each seat or side with its verdict, for the first page.

    The intervals are the same as those behind the verdicts, and all of them hold together.
    """
    return _make_table(results.joint_win_rates(), results.judge_rivals(), results)


def make_strategy_table(results: RunResults) -> Table:
    """Return the win rate of each strategy with its verdict, for the first page."""
    verdicts = results.judge_win_rates(fig.STRATEGIES)
    return _make_table(results.joint_win_rates(fig.STRATEGIES), verdicts, results)


def describe_strategies(results: RunResults) -> str:
    """Return a sentence on the style that wins most; "" if styles are not judged.

    The line-up must have several strategies.
    """
    if results.is_hardly_won or results.is_seated:
        return ""
    fair = results.decided_fair_share
    verdicts = results.judge_win_rates(fig.STRATEGIES)
    rates = results.joint_win_rates(fig.STRATEGIES)
    best = max(rates, key=lambda spec: rates[spec].value)
    rivals = [rate.high for spec, rate in rates.items() if spec != best]
    if all(verdict == "not clear" for verdict in verdicts):
        return "Too few games to tell."
    sentence = f"it wins {of_100(rates[best].value)} of 100 games; {of_100(fair)} would be fair."
    return f"{best}: {sentence}" if rates[best].low > max(rivals) else f"Perhaps {best}: {sentence}"


def _make_table(
    rates: Mapping[str, Estimate], verdicts: Sequence[str], results: RunResults
) -> Table:
    """Return a table of win rates, each with a drawing and the verdict in words."""
    fair = results.decided_fair_share
    headings = [
        Heading("", numeric=False),
        Heading("wins"),
        fairness.drawn_column(list(rates.values()), fair),
        Heading("verdict", numeric=False),
    ]
    rows = []
    for (name, rate), verdict in zip(rates.items(), verdicts, strict=True):
        word, tone = fairness.verdict_word(rate, fair, verdict)
        wins = _write_with_reach(rate, fair)
        row = [Cell(name), Cell(wins, rate.value), Cell("", rate.value, span=rate)]
        rows.append([*row, Cell(word, tone=tone)])
    return Table("", headings, rows, has_headings=False)


def _write_with_reach(rate: Estimate, fair: float) -> str:
    """Return a win rate in 100 games with its uncertainty: "27.0 ± 0.2".

    The uncertainty is the longer side of the interval. If the interval excludes the fair share, the
    uncertainty is the side towards the fair share, with enough decimals to show the exclusion.
    """
    is_excluded = not rate.low <= fair <= rate.high
    reach = _side_towards(rate, fair) if is_excluded else _longer_side(rate)
    if not math.isfinite(reach) or not reach:
        return wording.number(rate.value, reach, fig.Unit(share=True))
    least = wording.decimals_within(100 * reach, fig.Unit(share=True))
    for decimals in range(least, least + 3):
        written_rate = _hundredths(rate.value, decimals, ROUND_HALF_UP)
        written_reach = _hundredths(reach, decimals, ROUND_CEILING)
        distance = abs(written_rate - Decimal(f"{100 * fair:.9f}"))
        if not is_excluded or distance > written_reach:
            break
    return f"{written_rate} {_PLUS_MINUS} {written_reach}"


def _hundredths(share: float, decimals: int, rounding: str) -> Decimal:
    """Return a share times 100, rounded to a number of decimals."""
    # Rounding to 9 digits first removes errors of floating-point numbers.
    return Decimal(f"{100 * share:.9f}").quantize(Decimal(1).scaleb(-decimals), rounding)


def _side_towards(rate: Estimate, fair: float) -> float:
    """Return the distance from a win rate to the end of its interval that is nearer to `fair`."""
    return rate.value - rate.low if fair < rate.value else rate.high - rate.value


def _longer_side(rate: Estimate) -> float:
    """Return the distance from a win rate to the further end of its interval."""
    return max(rate.high - rate.value, rate.value - rate.low)


#: The columns of the answer that is shown while games are played; `make_live_rows` fills them.
LIVE_COLUMNS = (
    Heading("so far", numeric=False),
    Heading("", numeric=False),
    Heading("", numeric=False),
)


def make_live_rows(results: RunResults) -> list[list[str]]:
    """Return the rows of the answer that is shown while games are played, with `LIVE_COLUMNS`.

    There is a row for each seat or side, unless they cannot be judged, and one for the length. If
    all players win together, the first row has the games that they won.
    """
    rows = []
    if results.contest == "together":
        rows.append(["games won", describe_fairness(results), ""])
    elif not fairness.explain_missing_verdict(results):
        for row in make_seat_table(results).rows:
            name, wins, _, verdict = (cell.text for cell in row)
            rows.append([name, f"wins {wins} of 100", verdict])
    low, middle, high = write_lengths(*results.minutes().percentiles.values())
    rows.append(["length", f"{middle} minutes", f"nine games in ten {low} to {high}"])
    return rows


# The answer to "Long?"


def describe_length(results: RunResults) -> str:
    """Return a sentence on the usual length, and on the range of nine games in ten."""
    length = results.minutes()
    low, middle, high = write_lengths(*length.percentiles.values())
    pace = f"({results.seconds_per_turn} seconds per turn)"
    if results.unfinished == results.run.games:
        return f"No game was decided within {_describe_limit(results)} {pace}."
    if len(length.histogram.counts) == 1:
        noun = "minute" if middle == "1" else "minutes"
        return f"Every game takes {middle} {noun} {pace}."
    if low == high:
        return f"Nine games in ten take {middle} minutes {pace}."
    return f"Usually {middle} minutes, nine games in ten {low} to {high} {pace}."


def describe_box(results: RunResults) -> list[Item]:
    """Return an item on the time that the game's box gives, and one on games that were cut off.

    Each is left out if there is nothing to say, and both if no game was decided.
    """
    items: list[Item] = []
    if results.unfinished == results.run.games:
        return items
    box = results.game.box_minutes
    if box is not None:
        items.append(Item(_compare_with_box(results, box)))
    if results.unfinished:
        limit = _describe_limit(results)
        items.append(Item(f"{results.unfinished:,} games were cut off undecided after {limit}."))
    return items


def _describe_limit(results: RunResults) -> str:
    """Return the number of turns after which a game counts as unfinished, as in "1,000 turns"."""
    limit: Any = results.run.study.values[MOST_TURNS]
    return wording.counted(limit, "turn")


def _compare_with_box(results: RunResults, box: tuple[int, int]) -> str:
    """Return a sentence that compares the length with the time on the box, in minutes.

    The time fits if it overlaps the range of nine games in ten, and the usual length is near it.
    """
    claim = f"{box[0]} to {box[1]}" if box[0] != box[1] else f"about {box[0]}"
    if not is_as_long_as_the_box_says(results):
        is_long = results.estimate(fig.MINUTES).low > box[1]
        return f"The box says {'less' if is_long else 'more'}: {claim} minutes."
    shortest, middle, longest = results.minutes().percentiles.values()
    is_usual = shortest <= box[1] and longest >= box[0]
    is_near = box[0] * (1 - _NEAR_BOX) <= middle <= box[1] * (1 + _NEAR_BOX)
    if is_usual and is_near:
        return f"The box says {claim} minutes, which fits."
    usual = results.estimate(fig.USUAL_MINUTES)
    if usual.high < box[0]:
        return f"The box says {claim} minutes; most games are shorter."
    if usual.low > box[1]:
        return f"The box says {claim} minutes; most games are longer."
    return f"The box says {claim} minutes; too few games to tell whether that fits."


# The answer to "Tense?"


def describe_tension(results: RunResults) -> list[str]:
    """Return sentences on lead changes and on the worth of an early lead.

    The list is empty if the game has no leads.
    """
    sentences = []
    if results.has(fig.LEAD_CHANGES) and results.figure(fig.LEAD_CHANGES).listed:
        changes = results.estimate(fig.LEAD_CHANGES)
        if changes.n:
            if changes.value:
                sentences.append(f"The lead changes {spoken.how_often(changes.value)}.")
            else:
                sentences.append("The lead never changes.")
    lead = _describe_early_lead(results)
    if lead:
        sentences.append(lead)
    return sentences


def _describe_early_lead(results: RunResults) -> str:
    """Return a sentence on how often a leader at half-time wins; "" if that is not known."""
    if results.is_hardly_won:
        return ""
    for figure in results.figures_about(fig.Topic.COURSE):
        if figure.kind != fig.LEADS or not figure.by_chance:
            continue
        estimate = results.estimate(figure.path)
        if not estimate.n:
            return ""
        fair = results.fair_share * share_with_winner(results.run)
        moment = describe_half_time(results)
        if estimate.low <= fair <= estimate.high:
            return f"Leading {moment} makes no measurable difference."
        if half_width(estimate) > _ROUGH:
            often = "more" if estimate.low > fair else "less"
            return f"Whoever leads {moment} wins {often} often; too few games to say how much."
        decimals = decimals_near([estimate.value], fair)
        wins = of_100(estimate.value, decimals)
        return f"Whoever leads {moment} wins {wins} of 100 games (fair: {of_100(fair, decimals)})."
    return ""


def describe_half_time(results: RunResults) -> str:
    """Return words for half-time, such as "after half of the rounds (about round 10 of 21)"."""
    game = results.game
    text = game.halftime.replace("the first round", "round 1")
    rounds = results.estimate(_ROUNDS)
    if not game.halves or game.stretch != "round" or not rounds.n:
        return text
    usual = round(rounds.value)
    about = "" if rounds.is_constant else "about "
    return f"{text} ({about}round {max(1, usual // 2)} of {usual})"


# Whether the results hold with other players


def warn_of_other_players(robustness: Robustness | None, group: Group) -> list[Item]:
    """Return a list with an item that says how a group of figures depends on who plays.

    It is empty if the group does not depend on who plays, if that is not clear, and if `robustness`
    is None, because no other players played.
    """
    judged = robustness.judged.get(group) if robustness else None
    if robustness is None or judged is None:
        return []
    if PLAYER_VERDICTS[judged.verdict] != "depends on who plays":
        return []
    if group == "length":
        # The page gives the usual length (the median), and not the mean.
        judged = replace(judged, figure=replace(judged.figure, path=fig.USUAL_MINUTES))
    ends = judged.span(robustness.ranked.sensible)
    if ends is None:
        return []
    return [Item(_describe_span(judged, ends, robustness.levels[0].fair))]


def _describe_span(judged: Judgement, ends: tuple[float, float], fair: float) -> str:
    """Return a sentence on the range of a figure with other good players.

    For a seat, `ends` are distances from the fair share `fair`.
    """
    if judged.seat:
        rates = [fair + end for end in ends]
        clause = f"seat {judged.seat} wins {spoken.range_of_100(*rates)} of 100 games"
    elif judged.figure.group == "length":
        clause = f"usually {spoken.range_of_minutes(*ends)}"
    else:
        clause = f"{spoken.range_of_counts(*ends)} lead changes"
    return f"Depends on who plays: {clause} with other good players."


def _is_open_for_other_players(results: RunResults, group: Group) -> bool:
    """Return True if a group of figures is not known to hold for the other players tried."""
    judged = results.robustness.judged.get(group) if results.robustness else None
    return judged is not None and PLAYER_VERDICTS[judged.verdict] != "holds"


def summarise_other_players(robustness: Robustness | None) -> str:
    """Return a sentence on the results that hold for other players or need more games.

    Groups of figures that depend on who plays have a sentence of their own
    (`warn_of_other_players`), so they are left out. The sentence is empty if nothing is left, and
    if `robustness` is None, because no other players played.
    """
    subjects: dict[str, list[str]] = {}
    for group, judged in robustness.judged.items() if robustness else ():
        subjects.setdefault(PLAYER_VERDICTS[judged.verdict], []).append(_SUBJECTS[group])
    clauses = []
    if "holds" in subjects:
        verb = "holds" if len(subjects["holds"]) == 1 else "hold"
        clauses.append(f"{wording.listed(subjects['holds'])} {verb}")
    if "too few games" in subjects:
        clauses.append(f"{wording.listed(subjects['too few games'])} not clear yet")
    return f"With other good players: {'; '.join(clauses)}." if clauses else ""


# The answer to "Trust?"


def describe_precision(results: RunResults) -> str:
    """Return a sentence on how much win rates and usual length could change with more games."""
    reach = max(_longer_side(rate) for rate in results.joint_win_rates().values())
    return spoken.describe_chance(reach, results.estimate(fig.USUAL_MINUTES))


def describe_scope(results: RunResults) -> str:
    """Return a sentence that other players were not tried.

    It ends with the command that tries them, if every seat plays for itself. `--robust` cannot be
    used with sides or with players who win together.
    """
    study = results.run.study
    command = ""
    if results.contest == "seats":
        command = _write_command(study, "run", "--robust")
    return spoken.describe_scope(study, command)


def describe_open_rules(results: RunResults) -> str:
    """Return a sentence on the rules that the rulebook leaves open; "" if there are none."""
    count = len(results.game.open_rules)
    if not count:
        return ""
    things = wording.counted(count, "thing")
    command = f"fathom rules {results.run.study.game}"
    return f"The rulebook leaves {things} open; our choices: {command}"


# Commands to run next


def suggest_next_steps(results: RunResults) -> list[Step]:
    """Return up to three commands that a designer probably wants next, with their purposes."""
    study = results.run.study
    steps = []
    uses_default = study.strategies == (study.loaded_game.default_strategy,)
    if uses_default and stronger_player(study):
        steps.append(_step_to_learned_player(study))
    if _needs_more_games(results):
        games = spoken.games_option(10 * study.games)
        command = _write_command(study, "run", "--games", games)
        seconds = 10 * results.run.elapsed
        if results.robustness:
            seconds += results.robustness.seconds
        steps.append(Step("Be surer", command, seconds))
    starting = fairness.find_starting_rule(results)
    if starting:
        steps.append(Step("Change who starts", starting.command(study)))
    # 'tune --even' suggests head starts, and then this run.
    has_head_start = any(change.startswith(f"{HEAD_START}.") for change in study.changes)
    if results.contest == "seats" and not (starting or has_head_start) and _is_unfair(results):
        steps.append(Step("Balance the seats", _write_command(study, "tune", "--even")))
    if not is_as_long_as_the_box_says(results):
        steps.append(_step_to_box(results))
    robustness = results.robustness
    if robustness and any(judged.verdict != "settled" for judged in robustness.judged.values()):
        more = ["--robust"]
        longer = None
        if robustness.more:
            more += ["--games", spoken.games_option(4 * robustness.looks[-1])]
            longer = 4 * (results.run.elapsed + robustness.seconds)
        steps.append(Step("Try other players", _write_command(study, "run", *more), longer))
    if results.contest == "together" and len(strategies_for(study.game)) > 1:
        # Other players are only judged by seat, so styles are compared instead.
        steps.append(Step("Try other styles", fairness.write_command(study, "tournament")))
    file = f"{results.game.name}.html"
    steps.append(
        Step("Send it", _write_command(study, "report", "--out", file), writes_report=True)
    )
    return steps[:3] if len(steps) <= 3 else [*steps[:2], steps[-1]]


def is_as_long_as_the_box_says(results: RunResults) -> bool:
    """Return True unless the mean length clearly differs from the playing time on the box.

    It is also True if the box has no playing time.
    """
    box = results.game.box_minutes
    mean = results.estimate(fig.MINUTES)
    if box is None:
        return True
    margin = MARGINS.relative
    return mean.low <= box[1] * (1 + margin) and mean.high >= box[0] * (1 - margin)


def _step_to_box(results: RunResults) -> Step:
    """Return the command that searches for rules with which games take as long as the box says."""
    box = results.game.box_minutes
    assert box
    is_long = results.estimate(fig.MINUTES).low > box[1]
    purpose, limit = ("Shorten it", f"..{box[1]}") if is_long else ("Make it longer", f"{box[0]}..")
    target = f"{fig.MINUTES}={limit}"
    return Step(purpose, _write_command(results.run.study, "tune", "--target", target))


def _write_command(study: Study, name: str, *more: str) -> str:
    """Return a command line for the rules and the players of a study."""
    return fairness.write_command(study, name, *fairness.list_players(study), *more)


def _is_unfair(results: RunResults) -> bool:
    """Return True if a seat or side clearly wins more or less than its fair share."""
    return any(verdict != "not clear" for verdict in results.judge_rivals())


def _step_to_learned_player(study: Study) -> Step:
    """Return the step to the learned player, which no quick strategy is known to beat.

    It was not compared with a default strategy that thinks ahead, so the step is then to compare
    both.
    """
    default = study.loaded_game.default_strategy
    if usual_player(study.loaded_game) == default:
        return Step("Try better players", fairness.write_command(study, "run", "-s", LEARNED))
    command = fairness.write_comparison(study, LEARNED, default)
    return Step("Compare the learned player", command)


def _needs_more_games(results: RunResults) -> bool:
    """Return True if the verdict on the seats needs more games."""
    if results.contest == "together" or fairness.explain_missing_verdict(results):
        return False
    fair = results.decided_fair_share
    rates = results.joint_win_rates().values()
    is_wide = max(fairness.largest_distance(rate, fair) for rate in rates) > fairness.SMALL
    return is_wide and not _is_unfair(results)


# The answer to "Skill?"


def describe_skill(weak: str, rivals: int, rate: Estimate, fair: float, *, is_side: bool) -> str:
    """Return a sentence on whether good play pays.

    Parameters
    ----------
    weak
        The strategy of the other players.
    rivals
        The number of other players, or of other sides.
    rate
        The win rate of the good player, or of a side of good players.
    fair
        The win rate that luck alone would give.
    is_side
        True if a side of good players played against sides of others.
    """
    subject = _name_good_player(weak, rivals, is_side=is_side)
    decimals = decimals_near([rate.value], fair)
    wins = f"{of_100(rate.value, decimals)} of 100 games"
    luck = of_100(fair, decimals)
    if rate.low <= fair <= rate.high:
        low, high = math.floor(100 * rate.low), math.ceil(100 * rate.high)
        luck = luck.removesuffix(".0")
        return f"Too few games to tell. {subject} wins {low} to {high} of 100; luck gives {luck}."
    if rate.high < fair:
        return f"No. {subject} wins {wins}; luck alone gives {luck}."
    if rate.high < CLEARLY * fair:
        return f"Hardly. {subject} wins {wins}; luck alone gives {luck}."
    return f"Yes. {subject} wins {wins}."


def _name_good_player(weak: str, rivals: int, *, is_side: bool) -> str:
    """Return the subject of a sentence, such as "One good player among three beginners".

    Parameters
    ----------
    weak
        The style of the other players, such as "cautious".
    rivals
        The number of the other seats or sides.
    is_side
        True if a side of good players plays against sides of others.
    """
    rivals_in_words = "beginners" if weak == RANDOM_STYLE else f"{weak} players"
    number = _NUMBERS[rivals] if rivals < len(_NUMBERS) else str(rivals)
    if is_side:
        sides = "a side" if rivals == 1 else f"{number} sides"
        return f"One good side against {sides} of {rivals_in_words}"
    if rivals == 1:
        return f"One good player against a {rivals_in_words.removesuffix('s')}"
    return f"One good player among {number} {rivals_in_words}"
