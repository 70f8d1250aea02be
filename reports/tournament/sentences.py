"""Sentences on a tournament: its ranking, its matrix, styles that last, and the end of a race.

A mix of styles lasts if no player wins more by changing style; see `reports.tournament.lasting`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.analysis.contest_results import ELO_MEANS
from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate, half_width
from reports.run import ending
from reports.tournament.lasting import LastingMix
from reports.tournament.mixed import RankedStrategy
from reports.tournament.results import TournamentResults
from reports.writing import wording

#: The maximum number of styles that a sentence names if it is unknown which of them wins or lasts.
_MOST_NAMED = 4
#: The largest number of strategies that are named as possibly beating all others.
_MOST_CANDIDATES = 3
#: A share in a lasting mix is called unknown if its range is at least this wide.
_WIDEST = 0.5
#: A share is written as one number if its range is narrower than this.
_EXACT = 0.0005


def answer_best(results: TournamentResults) -> list[str]:
    """Return a sentence, as a list of one text, on the strategy that wins most.

    The line-ups are mixed, or have one strategy in every seat if all players win or lose together.
    """
    if results.contest == "together":
        return [_best_group(results)]
    first = results.mixed.ranking[0]
    name = results.specs[first.strategy]
    fair = f"fair is {wording.percent(results.fair_share)}"
    rivals = results.mixed.best[1:]
    if rivals:
        names = wording.listed([results.specs[rival] for rival in rivals])
        # The win rate is left out, because the highest of several is partly high by chance.
        return [
            f"With mixed line-ups it is not clear who is best: {name} wins most, but {names} may "
            f"be as good; {fair}."
        ]
    rate, interval = wording.value(first.win_rate, SHARE), wording.interval(first.win_rate, SHARE)
    return [
        f"With mixed line-ups {name} is clearly best: it wins {rate} of its games ({interval}; "
        f"{fair})."
    ]


def _best_group(results: TournamentResults) -> str:
    """Return a sentence on the strategy that wins most if all seats win or lose together."""
    first = results.mixed.ranking[0]
    rivals = results.mixed.best[1:]
    if rivals:
        names = wording.listed([results.specs[rival] for rival in rivals])
        # The win rate is left out, because the highest of several is partly high by chance.
        return (
            f"Which style is best is not clear: {first.spec}{_every_seat(results)} wins most, but "
            f"{names} may be as good."
        )
    rate, interval = wording.value(first.win_rate, SHARE), wording.interval(first.win_rate, SHARE)
    games = wording.counted(results.matrix.games, "game")
    if results.players == 1:
        return f"{first.spec} is clearly best: it wins {rate} ({interval}) of {games}."
    return f"Groups of {first.spec} are clearly best: they win {rate} ({interval}) of {games} each."


def _every_seat(results: TournamentResults) -> str:
    """Return " in every seat"; empty for a single player."""
    return "" if results.players == 1 else " in every seat"


def explain_ranking(results: TournamentResults) -> list[str]:
    """Return notes on the line-ups of the ranking, on ranks and on Elo."""
    ranks = "A rank is a range if some strategies are neither clearly better nor clearly worse."
    if results.players == 1:
        return [f"Each strategy plays deals of its own. {ranks}"]
    if results.contest == "together":
        return [
            f"Each strategy has all seats, which win or lose together, on deals of its own. {ranks}"
        ]
    games = wording.whole(results.mixed.games)
    lineups = (
        f"Mixed line-ups: {_describe_mixed(results)}, {games} games, each deal in every rotation. "
        f"{ranks}"
    )
    elo = (
        f"Elo (model of Bradley and Terry): {ELO_MEANS}; a strategy with 1500 would win half of "
        "its games against all others"
    )
    unknown = [
        ranked.spec for ranked in results.mixed.ranking if not math.isfinite(ranked.elo.high)
    ]
    if unknown:
        elo += (
            f". The Elo of {wording.listed(unknown)}, which won no game against the others or lost "
            "none, is unknown"
        )
    return [lineups, f"{elo}."]


def _describe_mixed(results: TournamentResults) -> str:
    """Return the mixed line-ups in words, such as "500 drawn of 1,680 line-ups of 4 ..."."""
    count = len(results.run.mixed)
    possible = results.design.mixed_possible
    lineups = f"{count:,} drawn of {possible:,} line-ups"
    if possible == 1:
        lineups = "the only line-up"
    elif count == possible:
        lineups = f"all {possible:,} line-ups"
    different = min(len(results.specs), results.competitors)
    evenly = " as evenly as possible" if different < results.competitors else ""
    return f"{lineups} of {different} different strategies{evenly}"


def write_rank(ranked: RankedStrategy) -> str:
    """Return the range of a strategy's rank as text, such as "1" or "2 to 4"."""
    if ranked.best_rank == ranked.worst_rank:
        return str(ranked.best_rank)
    return f"{ranked.best_rank} to {ranked.worst_rank}"


def describe_ranking_lineups(results: TournamentResults) -> str:
    """Return the line-ups of the ranking in words, as in " with mixed line-ups".

    The text begins with a space. It is empty for a single player.
    """
    return _every_seat(results) if results.contest == "together" else " with mixed line-ups"


def describe_winner(results: TournamentResults) -> list[str]:
    """Return a list with the sentence that says whether one style beats all others.

    The list is empty if all players win or lose together.
    """
    if results.contest == "together":
        return []
    verdict, styles = results.matrix.find_winner_over_all()
    if verdict == "yes":
        sentences = [f"{results.specs[styles[0]]} beats every other style."]
    elif verdict == "no":
        sentences = ["No style beats every other style."]
    else:
        sentences = [_describe_candidates(results, styles)]
    ring = results.matrix.ring
    if ring:
        specs = [results.specs[style] for style in (*ring, ring[0])]
        sentences.append(f"As in rock, paper, scissors: {' beats '.join(specs)}.")
    return sentences


def _describe_candidates(results: TournamentResults, styles: Sequence[int]) -> str:
    """Return a sentence on the styles that may beat every other.

    A style may win clearly more than its share alone among players of any other style. It still
    does not beat these styles until they clearly win less alone among its players.
    """
    clear = results.matrix.find_winner_alone()
    if clear is not None:
        name = results.specs[clear]
        return (
            f"Too few games to tell whether {name} beats every other style. It wins more than its "
            "share against each, but not all of them clearly win less against it."
        )
    names = f"{len(styles)} styles"
    if len(styles) <= _MOST_CANDIDATES:
        names = wording.listed([results.specs[style] for style in styles], "or")
    return f"Too few games to tell whether a style beats every other. Perhaps {names}."


def answer_beating(results: TournamentResults) -> list[str]:
    """Return the sentences of `describe_winner`, with the meaning of beating every other style."""
    sentences = describe_winner(results)
    verdict, styles = results.matrix.find_winner_over_all() if sentences else ("no", [])
    if verdict == "yes":
        sentences.append(
            "Alone at a table of any other style it wins more than its share; any other alone at a "
            f"table of {results.specs[styles[0]]} wins less."
        )
    return sentences


def games_per_cell(results: TournamentResults) -> str:
    """Return the number of games of a cell as text; in a race a range such as "500 to 20,000"."""
    games = [lineup_run.games for lineup_run in results.run.cells]
    fewest, most = wording.whole(min(games)), wording.whole(max(games))
    return fewest if fewest == most else f"{fewest} to {most}"


def explain_signs(results: TournamentResults) -> list[str]:
    """Return a note, as a list of one text, on the meaning of the signs in the matrix."""
    return [
        "+ and \N{MINUS SIGN}: clearly above and below the fair share, by more than chance "
        f"explains (at {100 * results.confidence:g}% confidence, corrected for all cells). ?: not "
        "clear."
    ]


def answer_lasting(results: TournamentResults) -> list[str]:
    """Return sentences on the styles that last if players copy styles that win.

    The list is empty if all players win or lose together, because strategies then have no rivals.
    """
    if results.contest == "together":
        return []
    return _describe_lasting(results)


def _describe_lasting(results: TournamentResults) -> list[str]:
    """Return sentences on the styles that last in a game with rivals."""
    lasting = results.lasting
    specs = results.specs
    possible = lasting.possible
    alone = lasting.alone
    if len(possible) == 1:
        sentence = f"If players copy what wins, only {specs[possible[0]]} lasts."
        return [sentence, *_skill_not_style(results, possible[0])]
    if max(lasting.most - lasting.least) < _WIDEST:
        shares = [f"{specs[style]} ({write_share(lasting, style)})" for style in possible]
        return [f"If players copy what wins, this mix of styles remains: {wording.listed(shares)}."]
    if len(possible) > _MOST_NAMED:
        return [
            f"If players copy what wins, any of {len(possible)} styles, or a mix of them, may last."
        ]
    stable = wording.listed([f"all play {specs[style]}" for style in alone], "or")
    if len(alone) == len(possible):
        return [f"If players copy what wins, in the end {stable}, depending on how they begin."]
    unsettled = wording.listed([specs[style] for style in possible if style not in alone], "or")
    if alone:
        return [
            f"If players copy what wins, it stays so once {stable}; whether {unsettled} can last "
            "instead is not clear yet."
        ]
    return [f"If players copy what wins, {unsettled}, or a mix of them, may last."]


def _skill_not_style(results: TournamentResults, style: int) -> list[str]:
    """Return a note, as a list, if `style` alone is of the highest tier, else an empty list."""
    tiers = [strategy.tier for strategy in results.design.strategies]
    if tiers.count(max(tiers)) > 1 or tiers[style] < max(tiers):
        return []
    return [
        "It is the strongest player here, so this shows that skill pays, not that the game has a "
        "single best style. To find out, compare styles of equal strength."
    ]


def write_share(lasting: LastingMix, style: int) -> str:
    """Return a text with the range of a style's share in mixes that last.

    `style` is the number of the style.

    It is "not known" if the range spans 50 percentage points or more, and a single percentage if
    it spans less than 0.05 points.
    """
    least, most = float(lasting.least[style]), float(lasting.most[style])
    if most - least >= _WIDEST:
        return "not known"
    if most - least < _EXACT:
        return wording.percent(most)
    return wording.interval(Estimate((least + most) / 2, least, most, 0), SHARE)


def explain_lasting(results: TournamentResults) -> list[str]:
    """Return a note, as a list of one text, on mixes that last."""
    return [
        "A mix lasts if nobody wins more by changing style. Shares range from the smallest to the "
        "largest in any mix that lasts if all win rates of the matrix are within their "
        f"{wording.interval_name(results.confidence)}s, which hold together."
    ]


def certainty(results: TournamentResults) -> list[str]:
    """Return sentences on the end of the race, if the tournament is one, and on precision.

    Raises
    ------
    UsageError
        If a target of a race is invalid.
    KeyError
        If a target of a race has an unknown figure.
    """
    mixed = [ranked.win_rate for ranked in results.mixed.ranking]
    confidence = f"at {100 * results.confidence:g}% confidence"
    if results.contest == "together":
        half = max(half_width(win_rate) for win_rate in mixed)
        points = wording.number(half, half, SHARE)
        precision = f"Win rates are known to within about {points} percentage points, {confidence}."
        return [*_describe_race(results), precision]
    cells = [results.matrix.rates[row][column] for row, column in results.design.cells]
    precision = (
        f"Win rates of the matrix are known to within about {_widest_half(cells)} percentage "
        f"points, those with mixed line-ups to within about {_widest_half(mixed)}, "
        f"{confidence}."
    )
    return [*_describe_race(results), precision]


def _widest_half(estimates: Sequence[Estimate]) -> str:
    """Return half the width of the widest interval, in percentage points, as text."""
    half = max((estimate.high - estimate.low) / 2 for estimate in estimates)
    return wording.number(half, half, SHARE)


def _describe_race(results: TournamentResults) -> list[str]:
    """Return sentences on the end of a race; an empty list if the tournament does not race.

    Raise `UsageError` if a target is invalid, and `KeyError` if it has an unknown figure.
    """
    if not results.design.races:
        return []
    run = results.run
    race = results.race
    subject = "every cell of the matrix and every pair of the ranking"
    if results.study.targets:
        subject = "every cell of the matrix, every pair of the ranking and every target"
    stop = ending.write_stop(
        run.games,
        run.design.games,
        subject,
        is_decided=race.is_decided,
        interrupted=run.interrupted,
    )
    points = f"{100 * results.margin:g} percentage points"
    if results.margin == 0.01:
        points = "1 percentage point"
    sentences = [f"{stop} {race.describe(results.specs)} Practically the same: within {points}."]
    if ended_early(results):
        sentences.append(ending.EXAGGERATION)
    return sentences


def ended_early(results: TournamentResults) -> bool:
    """Return True if a finished race played fewer games than it could have."""
    return results.run.games < results.run.design.games and not results.run.interrupted


def caveats(results: TournamentResults) -> list[str]:
    """Return a list with one caveat: interim looks widen the intervals.

    The list is empty if the tournament does not race.
    """
    if not results.design.races:
        return []
    looks = max(results.run.looks)
    most = len(results.design.interim)
    return [ending.write_looks(looks, most, results.level, results.confidence)]


def describe_games(results: TournamentResults) -> str:
    """Return the subtitle of a report: the strategies, their seats and the number of games."""
    players = wording.counted(results.players, "player")
    games = f"{results.run.games:,} games"
    if results.contest == "together":
        each = f"{results.matrix.games:,} of each strategy"
        if results.players == 1:
            return f"{games} of {players}, {each}"
        return f"{games} of {players} with the same strategy in every seat, {each}"
    return (
        f"{games} of {players}, in which each strategy plays alone at a table of every other "
        f"({games_per_cell(results)} games each) and in mixed line-ups"
    )
