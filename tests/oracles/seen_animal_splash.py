"""What a strategy sees of Animal Splash, told of the oracle's game and of the engine's records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.game import Snapshot
from tests.oracles import animal_splash as oracle
from tests.oracles.stacked_animal_splash import action_of, card_of

PHASES: tuple[oracle.Phase, ...] = ("dive", "take", "arrange", "pearl", "mission")


def has_pearls(picture: oracle.Picture) -> tuple[bool, bool]:
    return picture.animal_pearl, picture.plant_pearl


def told_by_oracle(game: oracle.Game) -> dict[str, Any]:
    """Tell everything that a strategy may see of a game, and where every card lies."""
    missions = game.rules.missions
    taken = [sorted(numbers) for numbers in game.missions]
    seats = range(game.rules.players)
    return {
        "seat": game.seat,
        "turns": game.turns,
        "over": game.finished,
        "step": PHASES.index(game.phase),
        "scores": list(game.scores),
        "grid": [game.grid.get(cell) for cell in oracle.CELLS],
        "emptied": None if game.emptied is None else oracle.CELLS.index(game.emptied),
        "row piles": game.row_piles,
        "pool": sorted(game.pool),
        "divers": game.divers,
        "oxygen": game.oxygen,
        "tableaus": [
            [(tuple(picture.card), *has_pearls(picture)) for picture in tableau]
            for tableau in game.tableaus
        ],
        "missions": taken,
        "mission colours": [{missions[number]["colour"] for number in own} for own in taken],
        "missions left": sorted(set(range(len(missions))) - {n for own in taken for n in own}),
        "end card": game.end_card,
        "end shares": game.end_shares if game.finished else (0,) * len(seats),
        # A card short of the end until the turn is over: so the engine counts it.
        "laying": [
            seat
            for seat in seats
            if game.needs_cards(seat) or (seat == game.seat and game.phase != "dive")
        ],
        "rearranged": [seat for seat in seats if game.used_actions[seat]],
        "actions": game.legal_actions(),
    }


def told_by_engine(
    snapshot: Snapshot, actions: Sequence[int], rules: oracle.Rules
) -> dict[str, Any]:
    table, players = snapshot.table, rules.players
    missions = range(len(rules.missions))
    grid = [card_of(card) if card >= 0 else None for card in table.grid]
    assert places_of(table.filled) == tuple(cell for cell, card in enumerate(grid) if card)
    spots = table.spots[:players].tolist()
    assert places_of(table.occupied) == tuple(sorted(spot for spot in spots if spot >= 0))
    assert table.face_down == table.row_pile.sum()
    assert (table.tableau[:players] >= 0).sum() == table.tableau_size.sum()
    assert not table.tableau[players:].any()
    assert table.seat >= 0
    return {
        "seat": int(table.seat),
        "turns": int(table.turns),
        "over": bool(table.over),
        "step": int(table.step),
        "scores": table.scores[:players].tolist(),
        "grid": grid,
        "emptied": None if table.emptied < 0 else int(table.emptied),
        "row piles": table.row_pile.tolist(),
        "pool": sorted(map(card_of, snapshot.hidden.pile[: table.face_down])),
        "divers": [None if spot < 0 else spot for spot in spots],
        "oxygen": table.oxygen[:players].tolist(),
        "tableaus": [
            [
                (
                    card_of(table.tableau[seat, place]),
                    bool(table.animal_pearls[seat] >> place & 1),
                    bool(table.plant_pearls[seat] >> place & 1),
                )
                for place in range(table.tableau_size[seat])
            ]
            for seat in range(players)
        ],
        "missions": [list(places_of(table.owned[seat])) for seat in range(players)],
        "mission colours": [
            {oracle.MISSION_COLOURS[colour] for colour in places_of(table.owned_colours[seat])}
            for seat in range(players)
        ],
        "missions left": [number for number in missions if table.missions >> number & 1],
        "end card": None if table.end_measure < 0 else oracle.MEASURES[table.end_measure],
        "end shares": tuple(table.end_share[:players].tolist()),
        "laying": list(places_of(table.laying)),
        "rearranged": list(places_of(table.rearranged)),
        "actions": [action_of(action) for action in actions],
    }


def places_of(members: int) -> tuple[int, ...]:
    """Return the members of a set of the engine."""
    return tuple(place for place in range(64) if int(members) >> place & 1)
