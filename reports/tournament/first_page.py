"""The first page of `tournament`: a short answer to each question, and the next commands."""

from __future__ import annotations

from reports.analysis.contest import SIDES
from reports.figures.statistics import Estimate, half_width
from reports.run.fairness import write_command
from reports.tournament.results import TournamentResults
from reports.tournament.sentences import answer_lasting
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Step, Table
from reports.writing.spoken import of_100
from simulate.study import DEFAULT_SEED
from strategies import strategies_for

#: The largest number of strategies that a sentence names.
_MOST_NAMED = 3
#: The largest number of decimals of a number in the matrix.
_MOST_DECIMALS = 3
#: The number of games per cell of the matrix that makes most verdicts clear.
_MANY_GAMES = 100_000


def describe_games(results: TournamentResults) -> str:
    """Return a text such as "4,000 games for each number in the table"."""
    games = wording.counted(results.matrix.games, "game")
    each = "each style" if results.contest == "together" else "each number in the table"
    return f"{games} for {each}"


def _describe_best_group(results: TournamentResults) -> str:
    """Return a sentence on the style with which players who win together win most."""
    first, *rivals = [results.specs[style] for style in results.mixed.best]
    if rivals:
        names = f"{len(rivals)} others"
        if len(rivals) <= _MOST_NAMED:
            names = wording.listed(rivals, "or")
        return f"Too few games to tell: {first}, or {names}."
    win_rate = results.mixed.ranking[0].win_rate
    where = "With it" if results.players == 1 else "With it in every seat"
    return f"{first}. {where}, {spoken.players_win(results.players)} {of_100(win_rate)} games."


def explain_matrix(results: TournamentResults) -> list[str]:
    """Return sentences that explain how to read the matrix; empty without rivals."""
    if results.contest == "together":
        return []
    rivals = results.competitors - 1
    alone = "side" if results.competitors < results.players else "player"
    return [
        f"Each number: one {alone} of the row's style against {rivals} of the column's.",
        f"{_write_fair_share(results)} would be fair. + is clearly more, "
        "\N{MINUS SIGN} clearly fewer, ? not clear yet.",
    ]


def make_matrix(results: TournamentResults) -> Table | None:
    """Return the matrix of win rates in percent, with verdicts; None if there are no rivals."""
    if results.contest == "together":
        return None
    numbers = [Heading(str(number)) for number in range(1, len(results.specs) + 1)]
    rows: list[list[Cell]] = []
    for row in (ranked.strategy for ranked in results.mixed.ranking):
        name = f"{len(rows) + 1} {results.specs[row]}"
        cells = [_cell(results, row, ranked.strategy) for ranked in results.mixed.ranking]
        rows.append([Cell(name), *cells])
    return Table("", [Heading("wins of 100 against", numeric=False), *numbers], rows)


def make_group_table(results: TournamentResults) -> Table | None:
    """Return the wins with each style in every seat; None if there are rivals."""
    if results.contest != "together":
        return None
    where = "" if results.players == 1 else "in every seat"
    headings = [Heading(where, numeric=False), Heading("wins of 100"), Heading("", numeric=False)]
    best = results.mixed.best
    rows = []
    for ranked in results.mixed.ranking:
        verdict = "clearly fewer"
        if ranked.strategy in best:
            verdict = "most" if len(best) == 1 else "not clear yet"
        wins = of_100(ranked.win_rate).removesuffix(" of 100")
        rows.append([Cell(ranked.spec), Cell(wins, ranked.win_rate.value), Cell(verdict)])
    return Table("", headings, rows)


def _cell(results: TournamentResults, row: int, column: int) -> Cell:
    """Return the cell with a strategy's wins in 100 games against players of another strategy.

    The strategies are `row` and `column`, by number. The wins are followed by a sign from `SIDES`:
    whether they are above or below the fair share. The cell of a strategy against itself is a dot.
    """
    if row == column:
        return Cell("\N{MIDDLE DOT}")
    win_rate = results.matrix.rates[row][column].value
    sign, tone = SIDES[results.matrix.against_fair[row, column].word]
    decimals = _count_decimals(results, row, column)
    return Cell(f"{100 * win_rate:.{decimals}f}{sign}", win_rate, tone=tone)


def _count_decimals(results: TournamentResults, row: int, column: int) -> int:
    """Return the number of decimals of a cell of the matrix, for a number out of 100.

    It is 0, except for a number that clearly differs from the fair share but is rounded to the same
    whole number.
    """
    if results.matrix.against_fair[row, column].word not in ("above", "below"):
        return 0
    win_rate = results.matrix.rates[row][column].value
    for decimals in range(_MOST_DECIMALS):
        if f"{100 * win_rate:.{decimals}f}" != f"{100 * results.fair_share:.{decimals}f}":
            return decimals
    return _MOST_DECIMALS


def _write_fair_share(results: TournamentResults) -> str:
    """Return the fair share out of 100, with as many decimals as any number in the matrix."""
    decimals = max(_count_decimals(results, *cell) for cell in results.matrix.runs)
    text = f"{100 * results.fair_share:.{decimals}f}"
    return text.rstrip("0").removesuffix(".") if decimals else text


def describe_ranking(results: TournamentResults) -> list[str]:
    """Return a sentence on the style that wins most when all styles are mixed.

    If all players win together, the sentence names the style with which they win most.
    """
    if results.contest == "together":
        return [_describe_best_group(results)]
    first = results.mixed.ranking[0]
    name = results.specs[first.strategy]
    rivals = results.mixed.best[1:]
    if not rivals:
        wins = _write_wins(first.win_rate, results.fair_share)
        return [f"At mixed tables, {name} wins most: {wins} games."]
    names = f"{len(rivals) + 1} styles"
    if len(rivals) < _MOST_NAMED:
        names = wording.listed([name, *(results.specs[rival] for rival in rivals)], "or")
    return [f"At mixed tables, it is not clear yet which wins most: {names}."]


def _write_wins(win_rate: Estimate, fair: float) -> str:
    """Return a win rate out of 100, with a decimal if it would otherwise look like the fair share.

    `fair` is the fair share, from 0 to 1.
    """
    if f"{100 * win_rate.value:.0f}" == f"{100 * fair:.0f}":
        return f"{100 * win_rate.value:.1f} of 100"
    return of_100(win_rate)


def describe_lasting(results: TournamentResults) -> list[str]:
    """Return a sentence on the styles that last if players copy winners."""
    return answer_lasting(results)[:1]


def describe_trust(results: TournamentResults) -> list[str]:
    """Return a sentence on how far chance can move the win rates."""
    runs = results.matrix.runs
    rates = [results.matrix.rates[row][column] for row, column in runs]
    if not rates:
        rates = [ranked.win_rate for ranked in results.mixed.ranking]
    return [spoken.describe_chance(max(half_width(rate) for rate in rates))]


def suggest_next_steps(results: TournamentResults) -> list[Step]:
    """Return the commands that a designer probably wants next, with their purposes.

    Raises
    ------
    FathomError
        If a strategy of the game cannot be loaded.
    """
    study = results.study
    seed = ["--seed", str(study.seed)] if study.seed != DEFAULT_SEED else []
    steps = []
    is_open = results.contest != "together" and (
        results.matrix.find_winner_over_all()[0] == "not known yet"
    )
    is_open = is_open or len(results.mixed.best) > 1
    games = min(_MANY_GAMES, 10 * study.games)
    if is_open and games > study.games and not results.design.races:
        chosen = []
        if list(results.specs) != list(strategies_for(study.game)):
            chosen = [word for spec in study.specs_of(results.specs) for word in ("-s", spec)]
        more = [*chosen, "--games", spoken.games_option(games), *seed]
        seconds = results.run.elapsed * games / study.games
        steps.append(Step("Be surer", write_command(study, "tournament", *more), seconds))
    purpose = "See if it is skill or luck"
    if results.contest == "together":
        purpose = "See if thinking ahead pays"
    steps.append(Step(purpose, write_command(study, "ladder", *seed)))
    return steps
