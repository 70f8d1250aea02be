"""A tournament that races: line-ups stop as soon as what they are played for is decided.

All line-ups are played from look to look (`Tournament.looks`). After each one it is asked which
are still open; the others stop for good. What is asked sees whole looks only, so that which games
are played depends on the tournament alone: not on threads, on passes, or on being interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from simulate.play.blocks import BLOCK_GAMES
from simulate.play.lineups import MOST_PASSES, Lineup, Played, Watch, play_lineups
from simulate.play.tournament import PASS_GAMES, Tournament, TournamentRun, lineups_of

#: Returns which line-ups are still open, by their numbers, of what was played up to a look.
Open = Callable[[TournamentRun], Collection[int]]


def play_race(
    tournament: Tournament,
    still_open: Open,
    jobs: int = 1,
    *,
    watch: Watch | None = None,
    begun: TournamentRun | None = None,
) -> TournamentRun:
    """Play a tournament until no line-up is open, or the most of those that are is played.

    Parameters
    ----------
    tournament
        What to play, with the most games of each cell.
    still_open
        Asked after each look but the last. Line-ups that have stopped stay so, whatever it says.
    jobs
        Threads; they change the speed only.
    watch
        Called with what all line-ups gave so far, each time one has played on.
    begun
        What the same tournament gave up to a look, to go on from there.

    Returns
    -------
    TournamentRun
        If it was interrupted from the keyboard, up to the last look that was finished: the error
        is shared by the looks, and covers nothing in between.

    Raises
    ------
    KeyboardInterrupt
        It was interrupted before the first look.
    """
    lineups, run = lineups_of(tournament), begun
    try:
        while run is None or (going := _going(run, still_open)):
            numbers = range(len(lineups)) if run is None else going
            run = _play_on(tournament, lineups, run, numbers, jobs, watch)
    except KeyboardInterrupt:
        if run is None:
            raise
        return replace(run, interrupted=True)
    return replace(run, interrupted=False)


def _going(run: TournamentRun, still_open: Open) -> list[int]:
    """Return the line-ups that are played up to the next look."""
    if max(run.looked) == len(run.tournament.looks):
        return []
    wanted = set(still_open(run))
    return [number for number in run.standing if number in wanted]


def _play_on(
    tournament: Tournament,
    lineups: Sequence[Lineup],
    run: TournamentRun | None,
    numbers: Sequence[int],
    jobs: int,
    watch: Watch | None,
) -> TournamentRun:
    """Play some line-ups up to the next look."""
    before = [*run.cells, *run.mixed] if run else []
    looks = max(run.looked) if run else 0
    stretches = {
        number: tournament.deals_until(number, looks + 1)[
            len(tournament.deals_until(number, looks)) :
        ]
        for number in numbers
    }
    games = {
        number: len(deals) * lineups[number].arm.layout.rotations
        for number, deals in stretches.items()
    }
    blocks = -(-max(games.values()) // BLOCK_GAMES)
    passes = max(1, blocks, min(MOST_PASSES, sum(games.values()) // PASS_GAMES))
    # A few line-ups are split among all threads, or one would play on alone.
    parts = [
        replace(lineups[number], deals=deals, piece=-(-len(deals) // (passes * max(1, jobs))))
        for number, deals in stretches.items()
    ]
    shown: list[Played | None] = list(before) or [None] * len(lineups)

    def tell(played: Sequence[Played | None]) -> None:
        for number, one in zip(numbers, played, strict=True):
            shown[number] = one
        if watch:
            watch(shown)

    found = play_lineups(parts, jobs, passes, tell, [before[number] for number in numbers if run])
    if found.interrupted:
        raise KeyboardInterrupt
    now = dict(enumerate(before)) | dict(zip(numbers, found.played, strict=True))
    earlier = run.looked if run else (0,) * len(lineups)
    played = [now[number] for number in range(len(lineups))]
    cells = len(tournament.cells)
    return TournamentRun(
        tournament,
        tuple(played[:cells]),
        tuple(played[cells:]),
        (run.elapsed if run else 0.0) + found.elapsed,
        jobs,
        False,
        tuple(at + (number in stretches) for number, at in enumerate(earlier)),
    )
