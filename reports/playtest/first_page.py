"""The first page of a playtest: a short answer to each question, and the next commands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from reports.figures.figure import MINUTES, PLAIN, SHARE, TURNS, WIN_RATE
from reports.playtest.agreements import MOST_WINS, TOGETHER, Agreement, Verdict
from reports.playtest.games import OTHERS_SCORE, WINNER_SCORE
from reports.playtest.play import AND
from reports.playtest.results import PlaytestResults
from reports.playtest.sentences import (
    FIGURE_TITLES,
    command_like_table,
    count_games_to_tell,
    figure_title,
    has_useful_range,
    say_most_wins,
    write_probability,
    write_usual_range,
)
from reports.run.fairness import write_command
from reports.run.first_page import UNFAIR
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Step, Table, Tone

#: With fewer logged games, the page neither says "Yes" to agreement nor names the style of the
#: players.
_FEW_GAMES = 10
#: The largest number of figures in the table of the first page.
_MOST_ROWS = 4
#: The largest number of figures or styles that a sentence names.
_MOST_NAMED = 3
#: The first page names the seat with the most wins only if the p-value of its wins is below this.
_NOTABLE = 0.5
#: The words and the order of the verdicts in the table.
_VERDICTS: dict[Verdict, str] = {
    "not explained": "fits no style",
    "unusual": "unusual",
    "usual": "usual",
}


def games_line(results: PlaytestResults) -> str:
    """Return a clause with the numbers of logged games and of simulated games of each style."""
    games = wording.counted(results.log.games, "real game")
    simulated = wording.whole(results.run.lineup_runs[0].games)
    return f"{games}, compared with {simulated} simulated games of each style"


# The answer to "Agree?"


def describe_agreement(results: PlaytestResults) -> list[str]:
    """Return a verdict on the logged figures, and sentences on unusual figures."""
    games = results.log.games
    unexplained = _figures_with(results, "not explained")
    unusual = _figures_with(results, "unusual")
    if unexplained:
        sentences = [
            f"No. No style explains your {_name_some(unexplained)}.",
            "Perhaps a rule is played differently, or the game's file is wrong.",
        ]
    elif unusual:
        verdict = f"Not quite. Unusual for such players: {_name_some(unusual)}."
        if unusual == [FIGURE_TITLES[TOGETHER]]:
            verdict = "Not quite. No single number is unusual, but all of them together are."
        sentences = [
            verdict,
            "Perhaps your players differ a lot, or a rule is played differently.",
        ]
    elif games < _FEW_GAMES:
        counted = wording.counted(games, "game")
        sentences = [f"Nothing unusual, but {counted} can show only large differences."]
    else:
        sentences = [f"Yes. Nothing in your {games:,} games is unusual."]
    most = _find_most_wins(results)
    if most and most.p < _NOTABLE:
        sentences += say_most_wins(results)
    return sentences


def count_hidden_figures(results: PlaytestResults) -> list[str]:
    """Return a list with a sentence on the figures that the first page leaves out, if any."""
    hidden = len(_agreements(results)) - _MOST_ROWS
    if hidden <= 0:
        return []
    return [f"--full has {wording.counted(hidden, 'more figure')}."]


def _figures_with(results: PlaytestResults, verdict: Verdict) -> list[str]:
    """Return the titles of the logged figures that have a verdict.

    Figures that follow from others are only named if no other figure has the verdict.
    """
    with_verdict = [agreement for agreement in results.agreements if agreement.verdict == verdict]
    own = [agreement for agreement in with_verdict if agreement.figure not in (MOST_WINS, TOGETHER)]
    return [figure_title(agreement) for agreement in own or with_verdict]


def _name_some(names: Sequence[str]) -> str:
    """Return a text that lists the first `_MOST_NAMED` names and says how many more there are."""
    named = list(names[:_MOST_NAMED])
    if len(names) > _MOST_NAMED:
        named.append(f"{len(names) - _MOST_NAMED} more")
    return wording.listed(named)


def _find_most_wins(results: PlaytestResults) -> Agreement | None:
    """Return the comparison of the wins of the seat with the most wins.

    The result is None if the log does not show wins by seat.
    """
    for agreement in results.agreements:
        if agreement.figure == MOST_WINS:
            return agreement
    return None


def _agreements(results: PlaytestResults) -> list[Agreement]:
    """Return the compared figures for the table, the unusual figures first.

    Wins of seats are left out, because sentences on the page are about them.
    """
    hidden = [TOGETHER, MOST_WINS]
    if results.contest != "together":
        hidden += results.win_paths
    agreements = [agreement for agreement in results.agreements if agreement.figure not in hidden]
    order = list(_VERDICTS)
    return sorted(agreements, key=lambda agreement: order.index(agreement.verdict))


def make_table(results: PlaytestResults) -> Table | None:
    """Return the table of logged figures with their usual ranges; None if there are none."""
    agreements = _agreements(results)[:_MOST_ROWS]
    if not agreements:
        return None
    headings = [
        Heading("", numeric=False),
        Heading("games"),
        Heading("yours"),
        Heading("expected"),
        Heading("", numeric=False),
    ]
    rows = []
    for agreement in agreements:
        logged = agreement.logged
        unit = SHARE if agreement.figure.endswith(WIN_RATE) else PLAIN
        tone: Tone = "" if agreement.verdict == "usual" else "more"
        rows.append(
            [
                Cell(figure_title(agreement)),
                Cell(f"{logged.n}", logged.n),
                Cell(wording.value(logged, unit), logged.value),
                Cell(write_usual_range(agreement)),
                Cell(_VERDICTS[agreement.verdict], tone=tone),
            ]
        )
    return Table("", headings, rows)


# The answer to "Who?"


def describe_players(results: PlaytestResults) -> list[str]:
    """Return sentences on the styles that play most like the logged players.

    With few games, only the nearest styles are named, without probabilities.
    """
    posterior = results.posterior
    if not posterior.features:
        return [
            "Not known: your log has no turns, rounds or scores.",
            f"Fill in {_column_name(posterior.best_figure)}, which differ most between styles.",
        ]
    alike = posterior.alike
    named = [_describe_kind(results, name) for name in alike[:_MOST_NAMED]]
    left_out = len(alike) - len(named)
    if left_out:
        named.append("another style" if left_out == 1 else f"{left_out} others")
    if _figures_with(results, "not explained"):
        nearest = f"Nearest: {named[0]}"
        if len(alike) > 1:
            nearest += f"; {_count_other_kinds(len(alike) - 1)} about as near"
        return [f"No style plays like your players. {nearest}."]
    nearest = wording.listed(named, "or")
    if results.log.games < _FEW_GAMES:
        verb = "is" if results.log.games == 1 else "are"
        few = f"{wording.counted(results.log.games, 'game')} {verb} too few"
        sentences = [f"Not known: {few}. Most alike so far: {nearest}."]
    elif len(alike) == 1:
        sentences = [f"Like {nearest}. Every other style is much less likely."]
    else:
        sentences = [f"Like {nearest}."]
    if len(alike) == 1:
        return sentences
    games = count_games_to_tell(results)
    more_games = "1 more game" if games == 1 else f"{games} more games"
    if games:
        sentences.append(f"About {more_games} would show which of the first two it is.")
    else:
        sentences.append("More games would hardly show which; the first two play alike.")
    return sentences


def _count_other_kinds(count: int) -> str:
    """Return a number of further kinds of players with the verb, as in "2 others are"."""
    return "another is" if count == 1 else f"{count} others are"


def _column_name(path: str) -> str:
    """Return the name of the columns of a log that show a figure."""
    if path in (WINNER_SCORE, OTHERS_SCORE):
        return "all scores"
    return FIGURE_TITLES.get(path, path.replace("_", " "))


def _describe_kind(results: PlaytestResults, name: str) -> str:
    """Return a kind of players with its probability, as in "a mix of random and hoarder (87%)".

    The probability is left out if the log has few games.
    """
    styles = name.split(AND)
    kind = name if len(styles) == 1 else f"a mix of {' and '.join(styles)}"
    if results.log.games < _FEW_GAMES:
        return kind
    return f"{kind} ({write_probability(results.posterior.probabilities[name])})"


# The answer to "Yours?"


def describe_table(results: PlaytestResults) -> list[str]:
    """Return sentences on the length of the table's games, and on who wins them."""
    sentences = [_describe_length(results), _describe_wins(results)]
    reading = results.log.reading
    if results.log.are_winners_unseated and reading is not None and reading.people:
        sentences.append(f"{reading.people} To see names: fathom playtest {results.log.path}")
    return sentences


def _describe_length(results: PlaytestResults) -> str:
    """Return a sentence on the length of games, or on what to log if the log shows no length."""
    logged = results.log.columns
    if MINUTES in logged:
        return _describe_minutes(results)
    if TURNS not in logged:
        return "Log minutes or turns to learn how long your games are."
    turns = results.estimates[TURNS]
    [logged_turns] = [agreement for agreement in results.agreements if agreement.figure == TURNS]
    text = f"Your games take {turns.value:.0f} turns on average"
    if logged_turns.verdict == "not explained":
        return f"Your games took {logged_turns.logged.value:.0f} turns, unlike those of any style."
    if has_useful_range(turns):
        text += f" ({spoken.whole_ends(turns)})"
    return f"{text}; log minutes to learn the time."


def _describe_minutes(results: PlaytestResults) -> str:
    """Return a sentence on the minutes of a game, and on the seconds of a turn if logged."""
    minutes = results.estimates[MINUTES]
    pace = results.seconds
    text = f"Your games take {spoken.minutes_text(minutes.value)} on average"
    if not has_useful_range(minutes):
        return f"{text}; too few games for a range."
    text += f" ({spoken.whole_ends(minutes)})"
    if len(results.paces) and has_useful_range(pace):
        text += f", and a turn {pace.value:.0f} seconds ({spoken.whole_ends(pace)})"
    return f"{text}."


def _describe_wins(results: PlaytestResults) -> str:
    """Return a sentence on the wins of the first seat or side, or of all players together."""
    if results.log.are_winners_unseated:
        return "Whether a seat wins more is not known, as nobody's seat is logged."
    if not _shows_winners(results):
        return "Log the winners to learn who wins at your table."
    if _figures_with(results, "not explained"):
        return "As no style plays like your players, who wins in the long run is not known."
    rate = results.estimates[results.win_paths[0]]
    wins = f"{math.floor(100 * rate.low)} to {math.ceil(100 * rate.high)} of 100"
    if results.contest == "together":
        if results.study.players == 1:
            return f"A player like yours wins {wins} games."
        return f"Players like yours win {wins} games."
    fair = results.fair_share
    if rate.low - fair > UNFAIR or fair - rate.high > UNFAIR:
        verdict = "Not fair"
    elif rate.low > fair or rate.high < fair:
        verdict = "Not quite fair"
    elif rate.high - fair <= UNFAIR and fair - rate.low <= UNFAIR:
        verdict = "Fair enough"
    else:
        verdict = "Too few games to tell if it is fair"
    name = "the first player" if results.contest == "seats" else "side 1"
    return (
        f"{verdict}: with players like yours, {name} wins {wins}; {100 * fair:.0f} would be fair."
    )


def _shows_winners(results: PlaytestResults) -> bool:
    """Return True if the log shows who won."""
    return bool(set(results.win_paths) & set(results.log.columns))


# The answer to "Trust?"


def describe_trust(results: PlaytestResults) -> list[str]:
    """Return sentences on omitted rows and strategies, and on figures that are not in the log."""
    sentences = []
    if results.log.left_out:
        sentences.append(results.log.left_out)
    missing = [name for name in results.run.runs if name not in results.kinds]
    if missing:
        styles = "1 style" if len(missing) == 1 else f"{len(missing)} styles"
        sentences.append(f"Left out, because they finish too few games: {styles}.")
    sentences.append(
        "All ranges allow for luck, and for players somewhat unlike the simulated ones."
    )
    return sentences


# Commands to run next


def suggest_next_steps(results: PlaytestResults) -> list[Step]:
    """Return the commands that a designer probably wants next, with their purposes."""
    study = results.study
    steps = []
    path = results.log.path
    is_local = path and not Path(path).is_absolute() and path.lower().endswith(".csv")
    is_usual = all(agreement.verdict == "usual" for agreement in results.agreements)
    if is_local and is_usual and results.log.reading is None:
        command = write_command(study, "playtest", path, "--record")
        steps.append(Step("Log another game", command))
    if not is_usual:
        steps.append(Step("Check the rules", write_command(study, "rules")))
    if results.posterior.features:
        is_like_them = not _figures_with(results, "not explained")
        purpose = "Play as your table" if is_like_them else "Play the nearest"
        steps.append(Step(purpose, command_like_table(results)))
    return steps
