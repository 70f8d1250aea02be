"""What a strategy sees of Shoal, told of the oracle's game and of the engine's records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from simulate.game import Snapshot, find_game
from simulate.games import shoal as encoding
from simulate.kit.grid import CELLS, MIDDLE, ROW, SET
from tests.oracles import shoal as oracle
from tests.oracles.stacked_shoal import CARDS, CORAL, action_of, cells
from tests.oracles.watched_shoal import WatchedGame

GAME = find_game("shoal")
COLOURS = range(4)


def by_colour(fish: Counter[int]) -> list[int]:
    return [fish[colour] for colour in COLOURS]


def by_card(known: Iterable[oracle.Card]) -> list[int]:
    held = Counter(known)
    return [held[card] for card in CARDS]


def ranked(ages: Iterable[int]) -> list[int]:
    """Replace ages by their ranks, since only which is older matters."""
    ages = list(ages)
    return [sorted(set(ages)).index(age) for age in ages]


def told_by_oracle(game: WatchedGame) -> dict[str, Any]:
    """Tell everything that a strategy may see of a game, and what is hidden."""
    rules, shoals = game.rules, game.shoals
    reach = rules.table_size // 2
    fish = [oracle.fish_by_colour(shoal) for shoal in shoals]
    covered = [spot.card for shoal in shoals for spot in shoal.values() if spot.cover]
    bones = [spot.card for shoal in shoals for spot in shoal.values() if spot.fishbone]
    words = [[((row + MIDDLE) * ROW) // SET for row, _ in shoal] for shoal in shoals]

    def where(seat: int, test: Callable[[oracle.Spot], bool]) -> set[tuple[int, int]]:
        return {cell for cell, spot in shoals[seat].items() if test(spot)}

    def per_seat(value: Callable[[int], Any]) -> list[Any]:
        return [value(seat) for seat in range(rules.players)]

    def fish_cells(seat: int, test: Callable[[oracle.Card], bool]) -> set[tuple[int, int]]:
        return where(seat, lambda spot: spot.shows("fish") and test(spot.card))

    def covered_by(seat: int, kind: str) -> set[tuple[int, int]]:
        return where(seat, lambda spot: spot.cover is not None and spot.cover.kind == kind)

    return {
        "seat": game.seat,
        "turns": game.turns,
        "over": game.finished,
        "step": 1 if game.in_own_step else 2,
        "slots": [None if card is None else CARDS.index(card) for card in game.slots],
        "piles": list(game.face_down),
        "to come": by_card(game.pool),
        "gone": by_card([*game.discarded, *covered, *bones]),
        "tiles": list(game.tiles) if rules.open_tiles else [-1] * rules.players,
        "occupied": [set(shoal) for shoal in shoals],
        "frontier": [{cell for cell, _ in oracle.edge(shoal, reach)} for shoal in shoals],
        "words": [(max(0, min(w) - 1), min(CELLS // SET - 1, max(w) + 1)) for w in words],
        "fish_cards": per_seat(lambda seat: where(seat, lambda spot: spot.shows("fish"))),
        "colours": per_seat(
            lambda seat: [fish_cells(seat, lambda c, k=k: c.colour == k) for k in COLOURS]  # type: ignore[misc]
        ),
        "seabeds": per_seat(
            lambda seat: [fish_cells(seat, lambda c, k=k: c.seabed == k) for k in COLOURS]  # type: ignore[misc]
        ),
        "doubles": per_seat(lambda seat: fish_cells(seat, lambda card: card.fish == 2)),
        "corals": per_seat(lambda seat: where(seat, lambda spot: spot.shows("coral"))),
        "octopuses": per_seat(lambda seat: covered_by(seat, "octopus")),
        "sharks": per_seat(lambda seat: covered_by(seat, "shark")),
        "bones": per_seat(lambda seat: where(seat, lambda spot: spot.fishbone)),
        "fish": [by_colour(shoal) for shoal in fish],
        "fish in all": [shoal.total() for shoal in fish],
        "coral count": per_seat(lambda s: sum(c.shows("coral") for c in shoals[s].values())),
        "octopus count": per_seat(lambda s: oracle.covers(shoals[s], "octopus")),
        "shark count": per_seat(lambda s: oracle.covers(shoals[s], "shark")),
        "kept": [by_colour(counts) for counts in game.laid_at_home],
        "given": [by_colour(counts) for counts in game.given],
        "harmed": [by_colour(counts) for counts in game.harmed],
        "own tiles": list(game.tiles),
        "scores": list(game.scores),
        "scores for all to see": list(game.scores) if game.finished else [0] * rules.players,
        "ages": ranked(game.turned_up[slot] for slot in game.visible),
        "order of corals": [
            [cell for cell, spot in shoal.items() if spot.card == CORAL] for shoal in shoals
        ],
        "notes": [(note.slot, CARDS.index(note.card), note.fate) for note in game.notes],
        "actions": [] if game.over else game.legal_actions(),
        "counts": {name: game.outcome().counts[name] for name in game.outcome().counts},
    }


def told_by_engine(
    snapshot: Snapshot, actions: Sequence[int], rules: oracle.Rules
) -> dict[str, Any]:
    """Tell the same of the engine's records."""
    (table, own, hidden), players = snapshot, rules.players
    pool = hidden.pool[: hidden.pool_size]
    assert np.bincount(pool, minlength=len(CARDS)).tolist() == table.to_come.tolist()
    assert sum(table.piles) == hidden.pool_size

    def boards(name: str) -> list[Any]:
        return [sets(row) for row in table[name][:players]]

    def sets(array: Any) -> Any:
        return cells(array) if array.ndim == 1 else [sets(row) for row in array]

    def numbers(name: str) -> list[Any]:
        return table[name][:players].tolist()  # type: ignore[no-any-return]

    fates = {encoding.STAYS: "stays", encoding.LEAVES: "leaves"}
    return {
        "seat": table.seat,
        "turns": table.turns,
        "over": table.over == 1,
        "step": table.step,
        "slots": [None if card < 0 else card for card in table.slots.tolist()],
        "piles": table.piles.tolist(),
        "to come": table.to_come.tolist(),
        "gone": table.gone.tolist(),
        "tiles": numbers("tiles"),
        "occupied": boards("occupied"),
        "frontier": boards("frontier"),
        "words": list(zip(numbers("first_word"), numbers("last_word"), strict=True)),
        **{name: boards(name) for name in ("fish_cards", "colours", "seabeds", "doubles")},
        **{name: boards(name) for name in ("corals", "octopuses", "sharks", "bones")},
        "fish": numbers("fish"),
        "fish in all": numbers("fish_total"),
        "coral count": numbers("coral_count"),
        "octopus count": numbers("octopus_count"),
        "shark count": numbers("shark_count"),
        "kept": numbers("kept"),
        "given": numbers("given"),
        "harmed": numbers("harmed"),
        "own tiles": own["tile"][:players].tolist(),
        "scores": hidden.scores[:players].tolist(),
        "scores for all to see": numbers("scores"),
        "ages": ranked(hidden.ages[slot] for slot in range(4) if table.slots[slot] >= 0),
        "order of corals": [
            [(cell // ROW - MIDDLE, cell % ROW - MIDDLE) for cell in order[: corals + octopuses]]
            for order, corals, octopuses in zip(
                hidden.coral_order.tolist(),
                numbers("coral_count"),
                numbers("octopus_count"),
                strict=False,
            )
        ],
        "notes": [
            (slot, card, fates.get(fate, fate))
            for slot, card, fate in zip(
                hidden.turned_slots[: hidden.turned_size].tolist(),
                hidden.turned_cards[: hidden.turned_size].tolist(),
                hidden.turned_fates[: hidden.turned_size].tolist(),
                strict=True,
            )
        ],
        "actions": [action_of(action, int(table.seat)) for action in actions],
        "counts": {
            count.name: number
            for count, number in zip(GAME.counts, hidden.counts.tolist(), strict=True)
        },
    }
