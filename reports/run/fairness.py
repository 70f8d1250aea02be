"""Sentences and tables on fairness: differences between seats and the effect of going first."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.figures import figure as fig
from reports.figures.catalogue import has_scores
from reports.figures.statistics import Estimate, finite, half_width
from reports.figures.unevenness import Range
from reports.robust.levels import MOST_UNDECIDED
from reports.run.results import ParticipantResult, RunResults
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Item, Scale, Table, Tone
from simulate.errors import UsageError
from simulate.game import Game
from simulate.rules.kinds import Option, Value
from simulate.study import Study

#: Distances from the fair share up to this size are called small.
SMALL = 0.01
#: If it takes more games to notice a difference, the text says that nobody would notice it.
MOST_NOTICED = 100_000
#: Words for the players who notice a difference after a number of games. Players who watch only a
#: certain pair of seats need fewer games.
_GROUPS = {
    "seats": "a group that counts every seat's wins",
    "sides": "a group that counts every side's wins",
}
#: The smallest distance from the fair share to the ends of the axis, so that tiny differences look
#: tiny.
_LEAST_REACH = 0.05


def describe_fairness(results: RunResults) -> list[str]:
    """Return sentences on the differences between seats that the first page leaves out.

    For games that all players win together, the only sentence gives the share of games won. If
    seats cannot be judged, it says why. The list is empty if the seats are fair.
    """
    if results.contest != "together":
        no_verdict = explain_missing_verdict(results)
        if no_verdict:
            return [no_verdict]
        return _describe_gap(results)
    [rate] = results.rival_win_rates().values()
    beginning = wording.capital(spoken.players_win(results.players))
    text = f"{beginning} {wording.value(rate, fig.SHARE)} of games"
    text += f" ({wording.interval(rate, fig.SHARE)})"
    if results.unfinished:
        text += f"; {results.unfinished:,} undecided games count as not won"
    return [f"{text}."]


def _rivals_noun(results: RunResults) -> str:
    """Return "seats" if each seat plays for itself, else "sides"."""
    return "seats" if results.contest == "seats" else "sides"


def explain_missing_verdict(results: RunResults) -> str:
    """Return a sentence on why the seats or sides cannot be judged; empty if they can."""
    rivals = _rivals_noun(results)
    if results.is_hardly_won:
        return f"{describe_games_without_winner(results)}, so the {rivals} are not judged."
    if results.unfinished == results.run.games:
        return f"No verdict on the {rivals}, because no game was decided."
    if results.unfinished > MOST_UNDECIDED * results.run.games:
        share = wording.percent(results.unfinished / results.run.games)
        return f"No verdict on the {rivals}, because {share} of the games were not decided."
    if results.is_seated:
        return (
            "No verdict on the seats, because each strategy kept its seat, so that seat and "
            "strategy cannot be told apart."
        )
    return ""


def describe_games_without_winner(results: RunResults) -> str:
    """Return a clause on the number of games that nobody won, unfinished games included."""
    games = results.run.games
    without_winner = games - results.games_won
    if without_winner == games:
        return f"Nobody won any of the {games:,} games"
    share = wording.percent(without_winner / games)
    return f"Nobody won {without_winner:,} of the {games:,} games ({share})"


def describe_exceptions(results: RunResults) -> list[str]:
    """Return sentences on games without a winner and on seats that never act, if there are any.

    Games without a winner are left out if `describe_fairness` already reports them.
    """
    sentences = []
    without_winner = results.run.games - results.unfinished - results.games_won
    if without_winner and results.contest != "together" and not results.is_hardly_won:
        estimate = results.estimate(fig.WITHOUT_WINNER)
        sentences.append(wording.sentence(results.figure(fig.WITHOUT_WINNER), estimate))
    if results.idle_seats:
        sentences.append(_describe_idle_seats(results.idle_seats, results))
    return sentences


def _describe_idle_seats(seats: Sequence[int], results: RunResults) -> str:
    """Return a sentence on the seats that made no decision in any game; there must be some.

    `seats` has their numbers, counted from 1.
    """
    games = f"any of the {results.run.games:,} games"
    if len(seats) == results.players:
        return f"No seat made a decision in {games}."
    subject = f"Seat {seats[0]}"
    if len(seats) > 1:
        subject = f"Seats {wording.listed([str(seat) for seat in seats])}"
    return f"{subject} made no decision in {games}."


def _describe_gap(results: RunResults) -> list[str]:
    """Return a list with a sentence on how far seats differ, or may differ; empty if they are fair.

    If they differ, the sentence says after how many games players notice it.
    """
    rivals = _rivals_noun(results)
    rival = rivals.removesuffix("s")
    unevenness = results.unevenness
    if not unevenness:
        spread = results.estimate(fig.SEAT_SPREAD)
        if spread.high <= SMALL:
            return []
        at_most = f"{wording.rounded_up(100 * spread.high)} in 100 games"
        return [f"It may be chance: a {rival} may be up to {at_most} from fair."]
    half = max(half_width(rate) for rate in results.rival_win_rates().values())
    low, high = (
        wording.number(end, half, fig.SHARE) for end in (unevenness.gap.low, unevenness.gap.high)
    )
    gap = f"{low} to {high} in 100 games"
    if not float(low) > 0:
        gap = f"at most {high} in 100 games"
    noticed = _describe_noticing(unevenness.games, _GROUPS[results.contest])
    return [f"The gap between the best and the worst {rival} is {gap}; {noticed}."]


def _describe_noticing(games: Range, group: str) -> str:
    """Return a clause on the number of games after which players notice a difference.

    `group` is one of `_GROUPS`.
    """
    if games.low > MOST_NOTICED:
        return "nobody would notice it"
    if games.high > MOST_NOTICED:
        least = wording.rounded_down(games.low)
        return f"{group} would need {least} games or more to notice it"
    after = wording.games_range(games.low, games.high)
    return f"{group} would notice it after {after} games"


def largest_distance(rate: Estimate, fair: float) -> float:
    """Return the distance from the fair share to the farther bound of an interval."""
    return max(abs(rate.low - fair), abs(rate.high - fair))


def verdict_word(rate: Estimate, fair: float, verdict: str) -> tuple[str, Tone]:
    """Return the verdict on a win rate in plain words, and its tone.

    The tone is "more" above the fair share, "less" below it, and else empty. `verdict` is a verdict
    from `RunResults.judge_win_rates`, or any other text, which is returned unchanged.
    """
    little = abs(rate.value - fair) < SMALL
    if verdict == "above fair":
        return ("a little high" if little else "too many"), "more"
    if verdict == "below fair":
        return ("a little low" if little else "too few"), "less"
    if verdict != "not clear":
        return verdict, ""
    is_fair = largest_distance(rate, fair) <= SMALL
    return ("fair enough" if is_fair else "not clear yet"), ""


def explain_verdicts(results: RunResults) -> str:
    """Return sentences that explain the verdicts in the table of seats."""
    return (
        "The intervals hold for all rows together, at "
        f"{100 * results.confidence:g}% confidence, and verdicts follow from them. Too many and "
        "too few: the interval excludes the fair share. A little: by less than 1 percentage point. "
        "Fair enough: the whole interval is within 1 percentage point of the fair share."
    )


def make_seat_table(results: RunResults) -> Table:
    """Return a table with the win rate, verdict and mean score of each seat, or of each side."""
    rivals: dict[str, ParticipantResult] = {}
    if results.contest == "seats":
        noun = "seat"
        joint = results.joint_win_rates()
        for seat, result in enumerate(results.seats(), 1):
            name = f"{seat} (first)" if seat == 1 else f"{seat}"
            rivals[name] = ParticipantResult(joint[f"seat {seat}"], result.score)
        unjudged = [f"plays {spec}" for spec in results.run.study.lineup]
    else:
        noun = "side"
        for number, (name, rate) in enumerate(results.joint_win_rates().items(), 1):
            score = results.estimate(f"{fig.SIDES}.{number}.{fig.SCORE_MEAN}")
            label = f"{name}, first" if number == 1 else name
            rivals[label] = ParticipantResult(rate, score)
        unjudged = ["not judged"] * len(rivals)
    verdicts: Sequence[str] = results.judge_rivals()
    if results.is_seated:
        verdicts = unjudged
    elif results.is_hardly_won:
        verdicts = ["not judged"] * len(rivals)
    return _make_table(noun, noun, rivals, verdicts, results)


def make_strategy_table(results: RunResults) -> Table:
    """Return a table with the win rate, verdict and mean score of each strategy over all seats."""
    joint = results.joint_win_rates(fig.STRATEGIES)
    strategies = {
        spec: ParticipantResult(joint[spec], result.score)
        for spec, result in results.strategies().items()
    }
    verdicts: Sequence[str] = ["not judged"] * len(strategies)
    if not results.is_hardly_won:
        verdicts = results.judge_win_rates(fig.STRATEGIES)
    return _make_table("strategy", "strategy, per seat it has", strategies, verdicts, results)


def _make_table(
    noun: str,
    caption: str,
    participants: Mapping[str, ParticipantResult],
    verdicts: Sequence[str],
    results: RunResults,
) -> Table:
    """Return a table with a row per participant: a seat, a side or a strategy.

    Parameters
    ----------
    noun
        The heading of the first column: "seat", "side" or "strategy".
    caption
        Words for the participants in the caption, after "Win rate by".
    participants
        The results by name of the participant.
    verdicts
        The verdict on each participant's win rate against the fair share, in the same order.
    results
        The results of the run.
    """
    fair = results.decided_fair_share
    unit = results.game.score_unit
    is_of_strategies = noun == "strategy"
    # If hardly any game has a winner, win rates are not compared with the fair share.
    is_compared = not results.is_hardly_won

    headings = [
        Heading(noun, numeric=False),
        Heading("wins"),
        Heading(wording.interval_name(results.confidence)),
    ]
    if is_compared:
        rates = [result.win_rate for result in participants.values()]
        headings.append(drawn_column(rates, fair))
    headings.append(Heading("verdict", numeric=False))
    # In a game without points, a column of zeros would say nothing.
    is_scored = has_scores(results.run)
    if is_scored:
        headings.append(Heading(f"mean {unit}", short=unit, spare=True))
    if is_of_strategies:
        headings.append(Heading("games"))

    rows = []
    for (name, result), verdict in zip(participants.items(), verdicts, strict=True):
        rate = result.win_rate
        row = [Cell(name, code=is_of_strategies), *make_estimate_cells(rate, fig.SHARE)]
        if is_compared:
            row.append(Cell("", rate.value, span=rate))
        word, tone = verdict_word(rate, fair, verdict)
        row.append(Cell(word, tone=tone))
        if is_scored:
            row.append(make_estimate_cells(result.score, fig.PLAIN)[0])
        if is_of_strategies:
            row.append(Cell(wording.whole(rate.n), rate.n))
        rows.append(row)

    title = f"Win rate by {caption}"
    if is_compared:
        title += f"; fair is {wording.percent(fair)}"
    return Table(title, headings, rows, is_explained=True)


def make_estimate_cells(estimate: Estimate, unit: fig.Unit) -> list[Cell]:
    """Return two cells: the value of an estimate and its interval."""
    return [
        Cell(wording.value(estimate, unit), finite(estimate.value)),
        Cell(wording.interval(estimate, unit), finite(estimate.low)),
    ]


def drawn_column(rates: Sequence[Estimate], fair: float) -> Heading:
    """Return the heading of a column in which win rates are drawn around a fair share."""
    distances = [abs(end - fair) for rate in rates for end in (rate.low, rate.high)]
    reach = max(_LEAST_REACH, *distances)
    # The ends are whole percentages, to keep the heading short.
    low = max(0.0, math.floor(round(100 * (fair - reach), 6)) / 100)
    high = min(1.0, math.ceil(round(100 * (fair + reach), 6)) / 100)
    scale = Scale(low, high, fair, f"{100 * low:.0f}", wording.percent(high, 0))
    title = f"{scale.low_text} to {scale.high_text}, a line at fair"
    return Heading(title, numeric=False, spare=True, scale=scale)


@dataclass(frozen=True)
class StartingRule:
    """A rule on who starts that explains why the seats differ, with another value to try."""

    #: The rule.
    option: Option
    #: The rule with its current value, as in "starter=same".
    current: str
    #: The rule with the value to try, as in "starter=rotate".
    alternative: str

    @property
    def sentence(self) -> str:
        """A sentence that says where the rule comes from."""
        subject = self.option.meaning.partition(":")[0]
        subject = f"{subject[:1].lower()}{subject[1:]}".removesuffix(".")
        if self.option.standing == "printed":
            return f"A rule you can change: {subject} ({self.current})."
        value = self.current.partition("=")[2]
        return f"Open in the rulebook: {subject}; we chose {value}."

    def command(self, study: Study) -> str:
        """Return the command that compares both values."""
        rules = ["--rule", self.current, "--rule", self.alternative]
        return write_command(study, "compare", *rules, *list_players(study))


def find_starting_rule(results: RunResults) -> StartingRule | None:
    """Return a rule on who starts that may even out seats or sides that clearly differ.

    The rule has its default value, and the game can be played with another value. None if there is
    no such rule, if no seat or side is clearly above or below its fair share, or if they cannot be
    judged.
    """
    if results.contest == "together" or explain_missing_verdict(results):
        return None
    if "above fair" not in results.judge_rivals() and "below fair" not in results.judge_rivals():
        return None
    study = results.run.study
    for option in results.game.options:
        value = study.values[option.name]
        if option.about != "who starts" or value != option.default:
            continue
        alternatives = option.alternatives(value).get(option.name, [])
        for alternative in alternatives:
            if _is_playable(results, option.name, alternative):
                [current], [alternative_rule] = map(option.assignments, (value, alternative))
                return StartingRule(option, current, alternative_rule)
    return None


def has_starting_rule(game: Game) -> bool:
    """Return True if a rule of a game sets who starts."""
    return any(option.about == "who starts" for option in game.options)


def describe_taking_turns(players: int) -> str:
    """Return a sentence on players who take turns at starting the game."""
    return (
        f"Players who start in turn are even over {players} games, because each has every seat "
        "once."
    )


def _is_playable(results: RunResults, rule: str, value: Value) -> bool:
    """Return True if a rule can have this value together with the study's other rules."""
    study = results.run.study
    try:
        results.game.resolve(study.variant, {**study.rules, rule: value}, study.players)
    except UsageError:
        return False
    return True


def suggest_further_commands(results: RunResults) -> Item:
    """Return an item that suggests the commands ``tournament`` and ``ask`` for this study."""
    tournament = write_command(results.run.study, "tournament")
    ask = write_command(results.run.study, "ask")
    return Item(
        f"Which of these styles wins more: {tournament}; what each kind of action is worth: {ask}"
    )


def write_comparison(study: Study, strategy: str, other: str) -> str:
    """Return the command line that compares two strategies with the rules of a study.

    It is ``tournament``, or ``compare`` if all players win or lose together.
    """
    is_together = study.loaded_game.is_won_together(study.players)
    name = "compare" if is_together else "tournament"
    return write_command(study, name, "-s", strategy, "-s", other)


def list_players(study: Study) -> list[str]:
    """Return the options for the line-up of a study; empty for the game's default strategy."""
    if study.strategies == (study.loaded_game.default_strategy,):
        return []
    return write_lineup(study)


def write_lineup(study: Study) -> list[str]:
    """Return the options for the line-up of a study: ``-s``, and ``--no-rotate`` if seats are kept.

    ``-s`` is there for the default line-up too. The whole line-up is one value of ``-s``, because
    ``compare`` would treat several values as several versions. A strategy that plays in all seats
    is written once.
    """
    strategies = study.strategies if len(study.strategies) == 1 else study.lineup
    options = ["-s", ",".join(study.specs_of(strategies))]
    return options if study.rotate else [*options, "--no-rotate"]


def write_command(study: Study, name: str, *more: str, whole: bool = False) -> str:
    """Return a command line for the rules of a study, quoted for a shell.

    Parameters
    ----------
    study
        The study; its game, variant, number of players and changed rules are in the command.
    name
        The command's name, such as "compare".
    more
        Additional arguments.
    whole
        True to state everything that decides which games are played: also the line-up, the seed,
        and the variant and number of players if they are the defaults.
    """
    game = study.loaded_game
    words = ["fathom", name, study.game]
    if whole or study.variant != game.default_variant:
        words += ["--variant", study.variant]
    if whole or study.players != game.usual_players:
        words += ["--players", str(study.players)]
    for change in study.changes:
        words += ["--rule", change]
    if whole:
        words += [*write_lineup(study), "--seed", str(study.seed)]
    return shlex.join([*words, *more])
