"""Checks that each seat acts and can win, and that ties favour no seat."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simulate.checking.checked_game import CheckedGame
from simulate.checking.kinds import Kind
from simulate.checking.lines import describe_line
from simulate.checking.walks import CheckedTable, Finding
from simulate.game import Game
from simulate.making.telling import DeclaredTeller
from simulate.play import rows as row
from simulate.play.explaining import authors_functions, references

#: The minimum number of decided games at a table for the check that each seat wins. After this
#: number, a seat that never won is a fault and not bad luck.
ENOUGH_DECIDED = 150
#: The minimum number of games with a tie for the best score that the check of ties needs.
ENOUGH_TIES = 12

SEATS_PLAY = "each seat acts and can win"
TIES = "ties favour no seat"
_LOOK_AT_WINS = "look at the function wins and at what it reads"


def find_idle_seats(checked: CheckedGame) -> Iterator[Finding]:
    """Yield findings on seats that never act or never win, and on impossible winners.

    Nothing is yielded if there is no such fault. Checks of wins need `ENOUGH_DECIDED` games.

    Parameters
    ----------
    checked
        The game. Games that were not played yet are played when this check first needs them.

    Raises
    ------
    FathomError
        If the code of the game or of a strategy raises an error.
    """
    findings: list[Finding] = []
    for table in checked.tables:
        findings += _find_seats_that_never_act(checked, table)
        findings += _find_wrong_winners(checked, table)
    if not _ends_turns(checked):
        code = authors_functions(checked.game.apply)[0].__code__
        # Seats that never act or win are a consequence. Without them, the game may be meant so.
        is_harmless = all(finding.warning for finding in findings)
        no_turn_ends = Finding(
            "apply never ends a turn, so each seat goes on until it has no action",
            "call end_turn(rules, state) at the end of apply, or write turns='each action' if "
            "every action ends a turn",
            line=describe_line(code.co_filename, code.co_firstlineno),
            warning=is_harmless,
            kind=Kind.NO_TURN_ENDS,
        )
        findings = [*findings, no_turn_ends] if is_harmless else [no_turn_ends]
    yield from findings
    yield from _find_uneven_sides(checked.game)


def _find_uneven_sides(game: Game) -> Iterator[Finding]:
    """Yield a finding if some numbers of players between `Game.seats` cannot form equal sides."""
    fewest, most = game.seats
    possible = game.playable_numbers
    impossible = [n for n in range(fewest, most + 1) if n not in possible]
    if not impossible:
        return
    numbers = " or ".join(map(str, impossible))
    in_sides = ", ".join(f"{n}: 'opposite seats'" for n in possible if n > 2)
    sides = f"sides={{{in_sides}}}" if in_sides else "no sides="
    yield Finding(
        f"{numbers} players cannot form sides of equal size, so the game is only for "
        f"{game.table_sizes_in_words}",
        f"if they play each for themselves, write {sides}; if nobody plays with {numbers}, leave "
        "it, or give other seats=",
        warning=True,
        kind=Kind.UNEVEN_SIDES,
    )


def _ends_turns(checked: CheckedGame) -> bool:
    """Return True if turns end: after each action, or by the code of the game.

    A game's own `apply` may end turns with functions of Fathom or by changing the fields itself.
    """
    own_functions = authors_functions(checked.game.apply)
    own_names = {name for function in own_functions for name in function.__code__.co_names}
    if not own_functions or own_names & {"end_turn", "next_seat", "turns", "put_out"}:
        return True
    teller = checked.game.teller
    if not isinstance(teller, DeclaredTeller):
        return True  # The components are unknown, and may end turns.
    for component in teller.components:
        if own_names & {*component.turn_functions}:
            return True
    for reference in references(checked.game.apply):
        if (getattr(reference.value, "__module__", None) or "").startswith("simulate.games"):
            return True  # A house rule calls the code of the game that it changes.
    cells = [cell for table in checked.tables for cell in checked.survey.cells_at(table)]
    return any(
        bool((cell.rows[:, row.TURNS] >= cell.rows[:, row.DECISIONS]).any()) for cell in cells
    )


def _find_seats_that_never_act(checked: CheckedGame, table: CheckedTable) -> Iterator[Finding]:
    """Yield a finding for each seat that never acts; only a warning if the games may be short.

    Raise `FathomError` if the game or a strategy fails.
    """
    cells = checked.survey.cells_at(table)
    games = sum(len(cell.rows) for cell in cells)
    acting = 0
    for cell in cells:
        acting |= cell.acted
    winners = int(np.bitwise_or.reduce(checked.decided_at(table)[:, row.WINNERS], initial=0))
    turns = max((int(cell.rows[:, row.TURNS].max(initial=0)) for cell in cells), default=0)
    # A short game may be over before the turn of a seat, which can win nevertheless.
    is_short = turns < 2 * table.players
    for seat in range(table.players):
        if not acting >> seat & 1:
            yield Finding(
                f"seat {seat + 1} never acts in {games:,} games",
                "look at what sets table.seat; end_turn gives each seat a turn",
                where=str(table),
                warning=is_short and bool(winners >> seat & 1),
                kind=Kind.SEAT_NEVER_ACTS,
            )


def _find_wrong_winners(checked: CheckedGame, table: CheckedTable) -> Iterator[Finding]:
    """Yield findings on games without winners, seats that never win, and impossible winners.

    Raise `FathomError` if the game or a strategy fails.
    """
    sides = checked.game.side_of(table.players)
    decided = checked.decided_at(table)
    winners = decided[:, row.WINNERS]
    yield from _find_impossible_winners(table, sides, winners)
    play_together = max(sides) == 0
    if len(decided) and not winners.any():
        subject = "the players never win" if play_together else "nobody wins"
        yield Finding(
            f"{subject} in {len(decided):,} decided games",
            _LOOK_AT_WINS,
            where=str(table),
            warning=play_together or len(decided) < ENOUGH_DECIDED,
            kind=Kind.NOBODY_WINS,
        )
    elif len(decided) and play_together:
        if winners.all():
            yield Finding(
                f"the players win all of {len(decided):,} decided games",
                _LOOK_AT_WINS,
                where=str(table),
                warning=True,
                kind=Kind.EVERYBODY_WINS,
            )
    elif len(decided) < ENOUGH_DECIDED:
        reason = f"{table}: only {len(decided)} decided games"
        checked.left_out.append(f"whether each seat can win ({reason})")
    else:
        yield from _find_unequal_seats(table, winners)


def _find_impossible_winners(
    table: CheckedTable, sides: tuple[int, ...], winners: row.Integers
) -> Iterator[Finding]:
    """Yield findings on winners that are not at the table, and on sides that only partly win."""
    everybody = (1 << table.players) - 1
    if (winners & ~everybody).any():
        yield Finding(
            f"a seat beyond the {table.players} at the table wins",
            "let wins return a set of seats at the table, as bit(seat) makes one",
            where=str(table),
            kind=Kind.IMPOSSIBLE_WINNER,
        )
    for side in set(sides):
        mates = sum(1 << seat for seat in range(table.players) if sides[seat] == side)
        some_win = winners & mates != 0
        if (some_win & (winners & mates != mates)).any():
            yield Finding(
                "only some seats of a side win",
                "let wins return all seats of a side, or none",
                where=str(table),
                kind=Kind.IMPOSSIBLE_WINNER,
            )


def _find_unequal_seats(table: CheckedTable, winners: row.Integers) -> Iterator[Finding]:
    """Yield findings on seats that win none or all of many decided games.

    `winners` is the set of winning seats of each game.
    """
    games = f"{len(winners):,} decided games"
    everybody = (1 << table.players) - 1
    all_seats_always_win = bool((winners == everybody).all())
    if all_seats_always_win:
        yield Finding(
            f"all seats win all of {games}",
            "find out whether games can end otherwise; perhaps all scores are always level",
            where=str(table),
            warning=True,
            kind=Kind.EVERYBODY_WINS,
        )
    for seat in range(table.players):
        wins = winners >> seat & 1
        if not wins.any():
            yield Finding(
                f"seat {seat + 1} wins none of {games}",
                f"{_LOOK_AT_WINS}; perhaps it does not go through all seats",
                where=str(table),
                kind=Kind.SEAT_NEVER_WINS,
            )
        if wins.all() and not all_seats_always_win:
            yield Finding(
                f"seat {seat + 1} wins all of {games}",
                "look at the function wins, at what it reads, and at what changes the points of "
                "that seat",
                where=str(table),
                kind=Kind.SEAT_ALWAYS_WINS,
            )


def find_unfair_ties(checked: CheckedGame) -> Iterator[Finding]:
    """Yield findings on ties won by a seat that is not in front, and on ties that all end alike.

    Ties all end alike if nobody ever wins them, or if the winner is always the first, or always the
    last, of the tied seats.

    Raises
    ------
    FathomError
        If the code of the game or of a strategy raises an error.
    """
    level, winners = _tied_games(checked)
    behind = int((winners & ~level != 0).sum())
    if behind:
        yield Finding(
            f"in {behind:,} of {len(level):,} games that end with a tie for the best score, a seat "
            "behind the tied seats wins",
            "look at the function wins; in all other games, the seat in front wins",
            warning=True,
            kind=Kind.UNFAIR_TIE,
        )
    last = 1 << np.floor(np.log2(level)).astype(np.int64)
    for seats, outcome in (
        (0, "nobody wins"),
        (level & -level, "the first of the tied seats wins"),
        (last, "the last of the tied seats wins"),
    ):
        if (winners == seats).all():
            yield Finding(
                f"in all {len(level):,} games that end with a tie for the best score, {outcome}",
                "break ties as the rules say, or let all tied seats win (value == best)",
                warning=True,
                kind=Kind.UNFAIR_TIE,
            )


def _tied_games(checked: CheckedGame) -> tuple[row.Integers, row.Integers]:
    """Return the tied seats and the winners of each game that ends with a tie for the best score.

    Both are arrays of shape (games,), with a set of seats per game.

    Raise `FathomError` if the game or a strategy fails.
    """
    levels, winners = zip(*(_ties_at(checked, table) for table in checked.tables), strict=True)
    return np.concatenate(levels), np.concatenate(winners)


def _ties_at(checked: CheckedGame, table: CheckedTable) -> tuple[row.Integers, row.Integers]:
    """Return the two arrays of `_tied_games` for the games at one table.

    If the score does not decide all games without a tie, games won by a seat that is not in front
    are left out.

    Raise `FathomError` if the game or a strategy fails.
    """
    decided = checked.decided_at(table)
    scores = decided[:, row.SCORES : row.SCORES + table.players]
    if checked.game.lower_leads:
        scores = -scores
    best = scores == scores.max(axis=1, keepdims=True)
    level = (best * (1 << np.arange(table.players))).sum(axis=1)
    winners = decided[:, row.WINNERS]
    tied = best.sum(axis=1) > 1
    if (~tied).sum() < ENOUGH_TIES or (winners != level)[~tied].any():
        tied &= winners & ~level == 0
    return level[tied], winners[tied]


def no_ties(checked: CheckedGame) -> str:
    """Return the reason why ties are not checked; empty if they are checked.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    for table in checked.tables:
        if checked.game.number_of_sides(table.players) < table.players:
            return "seats play together"
    ties = len(_tied_games(checked)[0])
    return f"{ties} games end with a tie for the best score" if ties < ENOUGH_TIES else ""
