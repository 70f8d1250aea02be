"""Describes Shoal in words, for replays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from simulate.game import Aside, Drawn, Key, Scored, Snapshot, Teller, TieBreak
from simulate.games.shoal import declared as game
from simulate.games.shoal.declared import cell_of, colour_of, fish_on, is_fish, seabed_of, shoal_of
from simulate.games.shoal.laying import card_at, has_majority, most_sharks
from simulate.games.shoal.play import next_step
from simulate.kit.grid import MIDDLE, ROW, is_on
from simulate.kit.menu import PASS
from simulate.making.telling import quantity

#: How points are scored, for readers who do not know the rules.
SCORING = (
    "Every player has a secret colour. Each fish of this colour is worth a point, no matter "
    "in whose shoal it lies. More points are for the majority (the player's colour has the "
    "most fish in the player's own shoal), for each octopus there, and for the most sharks "
    "there."
)
#: The words that such readers may not know.
GLOSSARY = {
    "shoal": "the cards laid in front of a player, side by side",
    "slot": "the place of one of the cards on offer",
    "coral": "a card beside which any card fits",
    "curse": "three fish in line on the same seabed turn to fishbone, which is worth nothing",
    "shark": "a card that is laid on a fish, which is worth nothing from then on",
    "octopus": "a card that goes to the player with the most corals",
    "lap": "one turn of each player",
}
COLOUR_NAMES = ("red", "yellow", "green", "blue")
#: The reason for the points of a majority.
MAJORITY = "for the majority in its shoal"
SEABED_NAMES = ("sand", "reef", "kelp", "deep")
#: The lines that explain the drawings, at the beginning of a replay.
LEGEND = (
    Key(
        "Rs: one red fish on sand, RRs: two red fish on sand; R, Y, G, B: red, yellow, green, "
        "blue; s, r, k, d: sand, reef, kelp, deep"
    ),
    Key("cor: coral, oct: octopus on a coral, shk: shark on a fish, xxx: fishbone, ---: no card"),
)


def card_name(card: int) -> str:
    """Return the name of a card, as in "two red fish on sand"."""
    if is_fish(card):
        number = "two" if fish_on(card) == 2 else "one"
        return f"{number} {COLOUR_NAMES[colour_of(card)]} fish on {SEABED_NAMES[seabed_of(card)]}"
    return {game.CORAL: "a coral", game.SHARK: "a shark", game.OCTOPUS: "an octopus"}[card]


def card_names(rules: Any) -> list[str]:
    """Return the name of every card, by number, then of every tile; empty for missing cards."""
    deck = rules.full_deck[: rules.full_size]
    cards = [card_name(card) if card in deck else "" for card in range(game.CARDS)]
    return [*cards, *(f"{colour} tile" for colour in COLOUR_NAMES)]


def card_symbol(card: int) -> str:
    """Return the two or three letters for a card, as in "Rs", "RRs" and "cor"; "---" for none."""
    if is_fish(card):
        fish = COLOUR_NAMES[colour_of(card)][0].upper() * fish_on(card)
        return fish + SEABED_NAMES[seabed_of(card)][0]
    return {game.CORAL: "cor", game.SHARK: "shk", game.OCTOPUS: "oct", game.NOTHING: "---"}[card]


def column_name(rules: Any, column: int) -> str:
    """Return the letters of a column of the table, as in "H" and "AE"."""
    index = column - (MIDDLE - rules.table_size // 2)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters[index] if index < len(letters) else "A" + letters[index - len(letters)]


def place_name(rules: Any, cell: int) -> str:
    """Return the name of a cell, as in "H8", which is the middle of the default table."""
    row = cell // ROW - (MIDDLE - rules.table_size // 2) + 1
    return f"{column_name(rules, cell % ROW)}{row}"


def parts_of_score(rules: Any, table: Any, seat: int, colour: int) -> dict[str, int]:
    """Return the points of a seat with the given colour, by their reason, beginning with fish.

    A reason is a text such as "red fish" or "for octopuses". Apart from fish, only the reasons for
    which the seat scores are included.
    """
    parts = {f"{COLOUR_NAMES[colour]} fish": int(sum(table.fish[: rules.players, colour]))}
    if has_majority(table, seat, colour):
        parts[MAJORITY] = rules.majority_points
    if table.octopus_count[seat]:
        parts["for octopuses"] = rules.octopus_points * table.octopus_count[seat]
    if table.shark_count[seat] == most_sharks(table, rules.players):
        parts["for most sharks"] = rules.shark_points
    return parts


def count_for_majority(table: Any, seat: int, colour: int) -> str:
    """Return the fish that decide about a seat's majority, with the given colour of the seat.

    Examples are "4 green, at most 3 of another colour" and "3 green, but 3 red".
    """
    fish = table.fish[seat]
    rivals = [other for other in range(game.COLOURS) if other != colour]
    rival = max(rivals, key=lambda other: fish[other])
    own, most = int(fish[colour]), int(fish[rival])
    counted = f"{own} {COLOUR_NAMES[colour]}"
    if own <= most:
        return f"{counted}, but {most} {COLOUR_NAMES[rival]}"
    if most:
        return f"{counted}, at most {most} of another colour"
    return f"{counted}, none of another colour"


def cells_of(board: Any) -> list[int]:
    """Return the cells of a board as a list, row by row."""
    members = np.unpackbits(board.view(np.uint8), bitorder="little")
    return np.flatnonzero(members).tolist()


def draw_shoals(rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
    """Return drawings of all shoals, as lines; `hands` are the seats whose colours are shown."""
    lines = []
    for seat in range(rules.players):
        lines += _describe_shoal(rules, snapshot, seat, reveal=seat in hands)
        lines += _draw_shoal(rules, snapshot.table, seat)
    return lines


def _describe_shoal(rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> list[str]:
    """Return lines on a seat's cards, with its colour if `reveal` or if everybody knows it."""
    table = snapshot.table
    colour = snapshot.own[seat].tile if reveal else table.tiles[seat]
    identity = "colour secret"
    if colour != game.SECRET:
        points = sum(parts_of_score(rules, table, seat, colour).values())
        identity = f"{COLOUR_NAMES[colour]}, {quantity(points, 'point')}"
    fish = " ".join(
        f"{name[0].upper()} {table.fish[seat, index]}" for index, name in enumerate(COLOUR_NAMES)
    )
    mark = ">" if seat == table.seat and not table.over else " "
    return [
        Aside(f"{mark} seat {seat + 1} ({identity})"),
        Aside(
            f"  fish {fish}, cor {table.coral_count[seat]}, "
            f"oct {table.octopus_count[seat]}, shk {table.shark_count[seat]}"
        ),
    ]


def _draw_shoal(rules: Any, table: Any, seat: int) -> list[str]:
    """Return a drawing of the rows and columns that a shoal uses, with a line for each row."""
    used_rows, used_columns = np.divmod(cells_of(table.occupied[seat]), ROW)
    rows = range(min(used_rows), max(used_rows) + 1)
    columns = range(min(used_columns), max(used_columns) + 1)
    lines = ["     " + " ".join(f"{column_name(rules, column):3}" for column in columns)]
    for row in rows:
        label = row - (MIDDLE - rules.table_size // 2) + 1
        symbols = [_cell_symbol(table, seat, ROW * row + column) for column in columns]
        cells = " ".join(f"{symbol:3}" for symbol in symbols)
        lines.append(f"  {label:2} {cells}")
    return [Drawn(line.rstrip()) for line in lines]


def _cell_symbol(table: Any, seat: int, cell: int) -> str:
    """Return the two or three letters for the card or animal on a cell; " ." for an empty cell."""
    card = card_at(table, seat, cell)
    if card != game.NOTHING:
        return card_symbol(card)
    boards = {"cor": table.corals, "oct": table.octopuses, "shk": table.sharks, "xxx": table.bones}
    for symbol, board in boards.items():
        if is_on(board[seat], cell):
            return symbol
    return " ."


class ShoalTeller(Teller):
    """Describes Shoal in words and drawings. Seats have no hands in this game."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Return the words for an action: "lays a coral from slot 2 at H9 of its own shoal"."""
        if action == PASS:
            return "finds no card on offer"
        slot = game.slot_of(action)
        card = table.slots[slot]
        if action >= game.DISCARD:
            return f"can lay nothing and discards {card_name(card)} from slot {slot + 1}"
        shoal, cell = shoal_of(action), cell_of(action)
        whose = "its own" if shoal == table.seat else f"seat {shoal + 1}'s"
        over = f" on {card_name(card_at(table, shoal, cell))}" if card == game.SHARK else ""
        return (
            f"lays {card_name(card)} from slot {slot + 1}{over} at {place_name(rules, cell)} "
            f"of {whose} shoal"
        )

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Return a line on the cards on offer, then drawings of all shoals.

        When a game begins, a legend and lines on the first cards turned up precede these lines.
        """
        table, hidden = snapshot.table, snapshot.hidden
        lines = []
        if table.turns == 0 and table.step == next_step(table):
            lines = [*LEGEND, *_describe_notes(hidden)]
        slots = [
            f"{slot} {card_symbol(card)} ({pile} below)"
            for slot, (card, pile) in enumerate(zip(table.slots, table.piles, strict=True), 1)
        ]
        lines.append(f"on offer: {' | '.join(slots)}")
        return lines + draw_shoals(rules, snapshot, hands)

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Return lines on cursed fish, changed bonuses, cards turned up, and final scores."""
        lines: list[str] = []
        if action != PASS and action < game.DISCARD:
            shoal = shoal_of(action)
            cursed = cells_of(after.table.bones[shoal] & ~before.table.bones[shoal])
            if cursed:
                places = ", ".join(place_name(rules, cell) for cell in cursed)
                seat = before.table.seat
                lost = np.subtract(after.table.harmed[seat], before.table.harmed[seat])
                line = f"the curse turns {places} of seat {shoal + 1}'s shoal to fishbone"
                lines.append(Scored(f"{line}: {_name_lost_fish(lost)}"))
        lines += _score_changes(rules, before, after)
        if after.table.turns > before.table.turns:
            lines += _describe_notes(after.hidden)
        if after.table.over:
            lines += draw_shoals(rules, after, range(rules.players))
            lines += _final_scores(rules, after)
        return lines

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence on the number of empty piles, and on the number that ends the game."""
        empty = sum(int(pile) == 0 for pile in after.table.piles)
        piles = "pile has" if empty == 1 else "piles have"
        enough = "1 is" if rules.piles_to_end == 1 else f"{rules.piles_to_end} are"
        return (
            f"After the last turn {empty} {piles} no card left; {enough} enough to end the game, "
            "even within a lap."
        )

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Return the number of copies of each card in all places together, by its `card_symbol`."""
        table, hidden = snapshot.table, snapshot.hidden
        total = np.array(table.gone)
        np.add.at(total, hidden.pool[: hidden.pool_size], 1)
        np.add.at(total, [card for card in table.slots if card != game.NOTHING], 1)
        for seat in range(rules.players):
            fish_cards = [card_at(table, seat, cell) for cell in cells_of(table.fish_cards[seat])]
            np.add.at(total, fish_cards, 1)
            total[game.CORAL] += len(cells_of(table.corals[seat]))
            total[game.OCTOPUS] += len(cells_of(table.octopuses[seat]))
            total[game.SHARK] += len(cells_of(table.sharks[seat]))
        return {card_symbol(card): int(total[card]) for card in range(game.CARDS)}


def _name_lost_fish(lost: Sequence[int]) -> str:
    """Return the words for lost fish, as in "2 red, 1 blue fish are lost"; `lost` is by colour."""
    colours = [f"{fish} {COLOUR_NAMES[colour]}" for colour, fish in enumerate(lost) if fish]
    verb = "is" if sum(lost) == 1 else "are"
    return f"{', '.join(colours)} fish {verb} lost"


def _score_changes(rules: Any, before: Snapshot, after: Snapshot) -> Iterator[str]:
    """Yield a line for each seat that gains or loses points, for each reason."""
    for seat in range(rules.players):
        had = parts_of_score(rules, before.table, seat, before.hidden.tiles[seat])
        has = parts_of_score(rules, after.table, seat, after.hidden.tiles[seat])
        fish, *bonuses = {**had, **has}
        for part in (fish, *sorted(bonuses)):
            change = has.get(part, 0) - had.get(part, 0)
            if change:
                verb = "gains" if change > 0 else "loses"
                reason = part
                if part == fish:
                    more = "more" if change > 0 else "fewer"
                    reason = f"for {abs(change)} {more} {fish}, its colour"
                elif part == MAJORITY:
                    fish_counts = count_for_majority(after.table, seat, after.hidden.tiles[seat])
                    reason = f"{MAJORITY} ({fish_counts})"
                yield Scored(f"seat {seat + 1} {verb} {quantity(abs(change), 'point')} {reason}")


def _describe_notes(hidden: Any) -> Iterator[str]:
    """Yield a line for each card turned up at the end of a turn, with what happened to it."""
    notes = zip(hidden.turned_slots, hidden.turned_cards, hidden.turned_fates, strict=True)
    for place, card, fate in islice(notes, hidden.turned_size):
        slot = f"slot {place + 1}"
        if fate == game.STAYS:
            yield Aside(f"{slot} turns up {card_name(card)}")
        elif fate == game.LEAVES and card == game.SHARK:
            yield Aside(f"only sharks are on offer: the shark in {slot} is discarded")
        elif fate == game.LEAVES:
            yield Aside(f"several seats have the most corals: the octopus in {slot} is discarded")
        else:
            yield f"the octopus in {slot} goes to seat {fate + 1}, who has the most corals"


def _final_scores(rules: Any, after: Snapshot) -> list[str]:
    """Return lines on each seat's points and the reasons for them, and on how a tie is broken."""
    table = after.table
    lines: list[str] = []
    for seat in range(rules.players):
        colour = after.hidden.tiles[seat]
        terms = []
        for reason, worth in parts_of_score(rules, table, seat, colour).items():
            terms.append(f"{worth} {reason}")
            if reason == MAJORITY:
                terms[-1] += f" ({count_for_majority(table, seat, colour)})"
        lines.append(
            f"seat {seat + 1}: {' + '.join(terms)} = {quantity(table.scores[seat], 'point')}"
        )
    best = max(table.scores[: rules.players])
    tied = [seat for seat in range(rules.players) if table.scores[seat] == best]
    if len(tied) > 1:
        fish = ", ".join(f"seat {seat + 1} has {table.fish_total[seat]}" for seat in tied)
        points = quantity(best, "point")
        lines.append(TieBreak(f"tied at {points}, so the fish in their own shoals decide: {fish}"))
    return lines
