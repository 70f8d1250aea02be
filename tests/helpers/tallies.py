"""Rows of games made by hand, and a plain recount of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from simulate.kit.bits import from_members
from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.play.tally import TallyLayout
from simulate.study import rotations

COUNTS = ("splashes", "bites")
#: Parts and wholes: of both counts, and of a count and what every game has.
SHARES = (("bites", "splashes"), ("splashes", "turns"), ("unfinished", "bites"))


@dataclass(frozen=True)
class PlayedGame:
    """What a test says of one game; seats are 0-based."""

    winners: frozenset[int]
    scores: tuple[int, ...]
    last_at_half: frozenset[int]
    turns: int
    rounds: int
    decisions: int
    lead_changes: int
    counts: tuple[int, ...]
    #: Of who was still in at half-time.
    half_scores: Mapping[int, int] = field(default_factory=dict)
    #: The seats that made a decision.
    decided: frozenset[int] = frozenset()

    @property
    def finished(self) -> bool:
        return bool(self.winners)


def layout_for(lineup: tuple[str, ...], shares: tuple[tuple[str, str], ...] = ()) -> TallyLayout:
    different = list(dict.fromkeys(lineup))
    places = tuple(different.index(spec) for spec in lineup)
    return TallyLayout(len(lineup), places, rotations(lineup, True), COUNTS, shares)


def rows_of(layout: TallyLayout, games: list[PlayedGame], first: int = 0) -> Integers:
    """Return the rows that the kernel would write for these games."""
    made = np.zeros((len(games), row.width(len(layout.counts))), np.int64)
    for number, (result, game) in enumerate(zip(made, games, strict=True), first):
        result[row.DEAL] = number // layout.rotations
        result[row.ROTATION] = number % layout.rotations
        result[row.FINISHED] = game.finished
        result[row.WINNERS] = from_members(game.winners)
        result[row.TURNS] = game.turns
        result[row.ROUNDS] = game.rounds
        result[row.DECISIONS] = game.decisions
        result[row.LEAD_CHANGES] = game.lead_changes
        result[row.LAST_AT_HALF] = from_members(game.last_at_half)
        result[row.DECIDED] = from_members(game.decided)
        result[row.HALF_SEATS] = from_members(game.half_scores)
        for seat, score in game.half_scores.items():
            result[row.HALF_SCORES + seat] = score
        result[row.SCORES : row.SCORES + layout.players] = game.scores
        result[row.COUNTS :] = game.counts
    return made


def ranked_scores(layout: TallyLayout, game: PlayedGame) -> list[tuple[int, int]]:
    """Return the total and the number of each rival, seats or sides, best first."""
    sign = -1 if layout.lower_leads else 1
    totals = [0] * len(rivals_of(layout))
    for rival, seats in enumerate(rivals_of(layout)):
        totals[rival] = sign * sum(game.scores[seat] for seat in seats)
    return sorted(((total, rival) for rival, total in enumerate(totals)), reverse=True)


def rivals_of(layout: TallyLayout) -> list[tuple[int, ...]]:
    """Return the seats of each rival: of each side, or each seat by itself."""
    if layout.contest == "sides":
        return list(layout.seats_by_side)
    return [(seat,) for seat in range(layout.players)]


def won_by_lower_score(layout: TallyLayout, game: PlayedGame) -> bool:
    """Return whether a rival that had not the best score won a game."""
    ranked = ranked_scores(layout, game)
    best = {rival for total, rival in ranked if total == ranked[0][0]}
    rivals = enumerate(rivals_of(layout))
    return any(rival not in best for rival, seats in rivals if game.winners & set(seats))


def is_close(layout: TallyLayout, game: PlayedGame) -> bool:
    """Return whether the best score won a game, with the second best within a point of it."""
    ranked = ranked_scores(layout, game)
    won = bool(game.winners) and not won_by_lower_score(layout, game)
    return won and len(ranked) > 1 and ranked[0][0] - ranked[1][0] <= layout.score_parts


def recount(layout: TallyLayout, games: list[PlayedGame]) -> list[dict[Any, int]]:
    """Return what each deal gave, by name, seat or strategy, wins in 60ths."""
    deals = []
    for first in range(0, len(games), layout.rotations):
        deal: dict[Any, int] = {}

        def add(figure: Any, amount: int, deal: dict[Any, int] = deal) -> None:
            deal[figure] = deal.get(figure, 0) + amount

        for rotation, game in enumerate(games[first : first + layout.rotations]):
            for seat in range(layout.players):
                strategy = layout.places[(seat + rotation) % layout.players]
                won = 60 // len(game.winners) if seat in game.winners else 0
                add(("seat wins", seat), won)
                add(("seat scores", seat), game.scores[seat])
                add(("cell wins", strategy, seat), won)
                add(("strategy wins", strategy), won)
                add(("strategy scores", strategy), game.scores[seat])
                add("comeback_wins", won if seat in game.last_at_half else 0)
            for name in ("turns", "rounds", "decisions", "lead_changes"):
                add(name, getattr(game, name))
            add("last_seats", len(game.last_at_half))
            add("unfinished", 0 if game.finished else 1)
            add("close_games", int(is_close(layout, game)))
            add("lower_score_wins", int(won_by_lower_score(layout, game)))
            add("without_winner", 0)
            best = (min if layout.lower_leads else max)(game.half_scores.values(), default=0)
            leads = [seat for seat, score in game.half_scores.items() if score == best]
            alone = leads if len(leads) == 1 and game.finished else []
            add("half_leaders", len(alone))
            add(
                "leader_wins",
                sum(60 // len(game.winners) for seat in alone if seat in game.winners),
            )
            for name, counted in zip(layout.counts, game.counts, strict=True):
                add(name, counted)
        deals.append(deal)
    return deals


def place_of(layout: TallyLayout, figure: Any) -> int:
    """Return where a count of `recount` stands in a tally's sums."""
    if isinstance(figure, str):
        return layout.single(figure)
    kind, *which = figure
    begin: int = getattr(layout, kind.replace(" ", "_")).start
    if kind == "cell wins":
        strategy, seat = which
        return begin + int(strategy) * layout.players + int(seat)
    return begin + int(which[0])


LINEUPS = [
    ("a", "a"),
    ("a", "b"),
    ("a", "b", "c"),
    ("a", "b", "b"),
    ("a", "b", "a", "b"),
    ("a", "b", "c", "b", "b", "a"),
]


@st.composite
def played(draw: st.DrawFn, players: int) -> PlayedGame:
    seats = st.frozensets(st.integers(0, players - 1))
    amount = st.integers(0, 300)
    return PlayedGame(
        draw(seats),
        tuple(draw(st.lists(st.integers(-50, 300), min_size=players, max_size=players))),
        draw(seats),
        turns=draw(amount),
        rounds=draw(amount),
        decisions=draw(amount),
        lead_changes=draw(amount),
        counts=(draw(amount), draw(amount)),
        half_scores=draw(st.dictionaries(st.integers(0, players - 1), st.integers(-3, 3))),
        decided=draw(seats),
    )


@st.composite
def layout_and_games(draw: st.DrawFn, parts: int) -> tuple[TallyLayout, list[list[PlayedGame]]]:
    """Draw a line-up, declared shares, and `parts` lists of whole deals."""
    shares = draw(st.lists(st.sampled_from(SHARES), unique=True))
    layout = layout_for(draw(st.sampled_from(LINEUPS)), tuple(shares))
    layout = replace(layout, lower_leads=draw(st.booleans()))
    any_game = played(layout.players)
    lists = []
    for _ in range(parts):
        games = draw(st.integers(1, 3)) * layout.rotations
        lists.append(draw(st.lists(any_game, min_size=games, max_size=games)))
    return layout, lists
