"""Rows of invented games, and simple code that counts them for comparison with tallies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
from hypothesis import strategies as st

from simulate.kit.bits import from_members
from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.play.tally import GroupingLayout, TallyLayout
from simulate.study import rotations

COUNTS = ("splashes", "bites")
#: Pairs of a part and a whole: two counts, and counts with figures that every game has.
SHARES = (("bites", "splashes"), ("splashes", "turns"), ("unfinished", "bites"))


@dataclass(frozen=True)
class PlayedGame:
    """An invented game; seats are numbered from 0."""

    winners: frozenset[int]
    scores: tuple[int, ...]
    last_at_half: frozenset[int]
    turns: int
    rounds: int
    decisions: int
    lead_changes: int
    counts: tuple[int, ...]
    #: The score of each seat that was still in the game at half-time.
    half_scores: Mapping[int, int] = field(default_factory=dict)
    #: The seats that made a decision.
    decided: frozenset[int] = frozenset()
    #: The seats of each group that the layout declares, groups that cannot occur included.
    groups: tuple[frozenset[int], ...] = ()
    losers: frozenset[int] = frozenset()

    @property
    def finished(self) -> bool:
        return bool(self.winners)


def layout_for(lineup: tuple[str, ...], shares: tuple[tuple[str, str], ...] = ()) -> TallyLayout:
    different = list(dict.fromkeys(lineup))
    places = tuple(different.index(spec) for spec in lineup)
    return TallyLayout(
        len(lineup),
        places,
        rotations(lineup, True),
        COUNTS,
        shares,
        distributed_counts=len(COUNTS),
    )


def rows_of(layout: TallyLayout, games: list[PlayedGame], first: int = 0) -> Integers:
    """Return the rows that the kernel would write for these games."""
    made = np.zeros((len(games), row.width(len(layout.counts), layout.sets)), np.int64)
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
        end_of_counts = row.width(len(layout.counts))
        result[row.COUNTS : end_of_counts] = game.counts
        sets = [*game.groups, game.losers] if layout.loses else game.groups
        result[end_of_counts:] = [from_members(seats) for seats in sets]
    return made


def ranked_scores(layout: TallyLayout, game: PlayedGame) -> list[tuple[int, int]]:
    """Return the total and the number of each rival (a seat or a side), best first."""
    sign = -1 if layout.lower_leads else 1
    totals = [0] * len(rivals_of(layout))
    for rival, seats in enumerate(rivals_of(layout)):
        totals[rival] = sign * sum(game.scores[seat] for seat in seats)
    return sorted(((total, rival) for rival, total in enumerate(totals)), reverse=True)


def rivals_of(layout: TallyLayout) -> list[tuple[int, ...]]:
    """Return the seats of each rival: a side, or a single seat if there are no sides."""
    if layout.contest == "sides":
        return list(layout.seats_by_side)
    return [(seat,) for seat in range(layout.players)]


def won_by_lower_score(layout: TallyLayout, game: PlayedGame) -> bool:
    """Return True if a rival without the best score won a game."""
    ranked = ranked_scores(layout, game)
    best = {rival for total, rival in ranked if total == ranked[0][0]}
    rivals = enumerate(rivals_of(layout))
    return any(rival not in best for rival, seats in rivals if game.winners & set(seats))


def is_close(layout: TallyLayout, game: PlayedGame) -> bool:
    """Return True if the best score won a game, and the second best is at most a point lower."""
    ranked = ranked_scores(layout, game)
    won = bool(game.winners) and not won_by_lower_score(layout, game)
    return won and len(ranked) > 1 and ranked[0][0] - ranked[1][0] <= layout.score_parts


def groups_of(layout: TallyLayout, game: PlayedGame) -> list[tuple[frozenset[int], bool]]:
    """Return the seats of each group that can occur, and True if they win together."""
    named = [
        (name, grouping.wins_together) for grouping in layout.groupings for name in grouping.groups
    ]
    pairs = zip(named, game.groups, strict=True)
    return [(seats, together) for (name, together), seats in pairs if name]


def playing_teams(layout: TallyLayout, game: PlayedGame) -> list[frozenset[int]]:
    """Return the seats of each team that is not empty."""
    return [seats for seats, together in groups_of(layout, game) if together and seats]


def teams_of(layout: TallyLayout, game: PlayedGame, seats: frozenset[int]) -> set[Any]:
    """Return the teams of some seats; a seat without a team stands for itself."""
    teams: set[Any] = set()
    for seat in seats:
        own = [team for team in playing_teams(layout, game) if seat in team]
        teams.add(own[0] if own else seat)
    return teams


def recount(layout: TallyLayout, games: list[PlayedGame]) -> list[dict[Any, int]]:
    """Return the sums of each deal, by figure with its seat or strategy; wins are in 60ths."""
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
                if layout.loses:
                    lost = 60 // len(game.losers) if seat in game.losers else 0
                    add(("seat losses", seat), lost)
                    add(("strategy losses", strategy), lost)
            for name in ("turns", "rounds", "decisions", "lead_changes"):
                add(name, getattr(game, name))
            add("last_seats", len(game.last_at_half))
            add("unfinished", 0 if game.finished else 1)
            add("close_games", int(is_close(layout, game)))
            add("lower_score_wins", int(won_by_lower_score(layout, game)))
            add("without_winner", 0)
            add("shared_wins", int(len(teams_of(layout, game, game.winners)) > 1))
            for number, (seats, wins_together) in enumerate(groups_of(layout, game)):
                wins = 60 * len(seats & game.winners) // max(1, len(game.winners))
                fair = 60 * len(seats) // layout.players
                if wins_together and seats:
                    fair = 60 // len(playing_teams(layout, game))
                if not game.winners:
                    fair = 0
                add(("group games", number), int(bool(seats)))
                add(("group wins", number), wins)
                add(("group fair", number), fair)
                add(("group surplus", number), wins - fair)
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
    """Return the index in a tally's sums of a figure, which is a key of `recount`."""
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
def played(draw: st.DrawFn, layout: TallyLayout) -> PlayedGame:
    players = layout.players
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
        groups=draw(memberships(layout)),
        losers=draw(seats),
    )


def memberships(layout: TallyLayout) -> st.SearchStrategy[tuple[frozenset[int], ...]]:
    """Draw the seats of all groups; a seat is in one team at most."""
    seats = range(layout.players)
    parts: list[st.SearchStrategy[list[frozenset[int]]]] = []
    for grouping in layout.groupings:
        number = len(grouping.groups)
        in_any = st.lists(st.frozensets(st.sampled_from(seats)), min_size=number, max_size=number)
        team_of_seats = st.lists(
            st.integers(-1, number - 1), min_size=layout.players, max_size=layout.players
        )
        parts.append(
            team_of_seats.map(partial(seats_by_team, number)) if grouping.wins_together else in_any
        )
    return st.tuples(*parts).map(lambda lists: tuple(chain.from_iterable(lists)))


def seats_by_team(number: int, teams: list[int]) -> list[frozenset[int]]:
    """Return the seats of each team, from the team of each seat (-1 for none)."""
    return [
        frozenset(seat for seat, team in enumerate(teams) if team == each) for each in range(number)
    ]


FACTIONS = GroupingLayout("faction", ("Ants", "", "Cats"))
TEAMS = GroupingLayout("role", ("wolf", "villager"), wins_together=True)


@st.composite
def layout_and_games(draw: st.DrawFn, parts: int) -> tuple[TallyLayout, list[list[PlayedGame]]]:
    """Draw a line-up, declared shares, and `parts` lists of whole deals."""
    shares = draw(st.lists(st.sampled_from(SHARES), unique=True))
    layout = layout_for(draw(st.sampled_from(LINEUPS)), tuple(shares))
    groupings = draw(st.lists(st.sampled_from([FACTIONS, TEAMS]), unique=True))
    layout = replace(
        layout,
        lower_leads=draw(st.booleans()),
        groupings=tuple(groupings),
        loses=draw(st.booleans()),
    )
    any_game = played(layout)
    lists = []
    for _ in range(parts):
        games = draw(st.integers(1, 3)) * layout.rotations
        lists.append(draw(st.lists(any_game, min_size=games, max_size=games)))
    return layout, lists
