"""Replays of games made of components, on positions whose changes are written by hand."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.errors import UsageError
from simulate.game import Aside, Game, Snapshot, singular
from simulate.making import (
    SEATS,
    Cards,
    Counted,
    Counter,
    Custom,
    Dice,
    Hands,
    Pile,
    PrivateDice,
    Rows,
    SecretChoices,
    SetOf,
    Shown,
    Tableau,
    Whole,
    game,
)
from tests.helpers.commands_helper import fathom
from tests.oracles import tricks as oracle

CARDS = Cards("card", ["red", "blue", "green"], copies=100)
LAY, PASS_ON = 0, 3
ACTIONS = {range(LAY, 3): "lays {card}", PASS_ON: "passes on"}


def nothing(rules: Any, state: Any, menu: Any) -> None:
    """Offer nothing, and do nothing."""


def made(*components: Any, players: int = 3, **more: Any) -> Moment:
    """Return a game of components at its beginning, with empty fields."""
    holds_cards = any(component.cards is CARDS for component in components)
    actions = ACTIONS if holds_cards else {PASS_ON: "passes on"}
    made_game = game(
        name="made",
        seats=(players, players),
        components=components,
        legal=nothing,
        apply=nothing,
        **{"actions": actions, **more},
    )
    return Moment(made_game, players)


class Moment:
    """A game, and a position of it that a test changes step by step."""

    def __init__(self, made_game: Game, players: int) -> None:
        self.game = made_game
        values = made_game.resolve("base", {}, players)
        self.rules = made_game.rules_record(values, players)[0]
        table, own, hidden = (
            np.zeros(size, layout.dtype).view(np.recarray)
            for layout, size in (
                (made_game.table, 1),
                (made_game.own, SEATS),
                (made_game.hidden, 1),
            )
        )
        self.table, self.own, self.hidden = table[0], own, hidden[0]
        self.table.active = (1 << players) - 1
        self._before = self.snapshot

    @property
    def snapshot(self) -> Snapshot:
        return Snapshot(self.table.copy(), self.own.copy(), self.hidden.copy())

    def begin(self) -> None:
        """Remember the position before an action."""
        self._before = self.snapshot

    def led_to(self, action: int = PASS_ON) -> list[str]:
        """Return the lines for the changes since `begin`."""
        teller = self.game.teller
        return teller.aftermath(self.rules, self._before, action, self.snapshot)

    def state(self, *hands: int) -> list[str]:
        return self.game.teller.state(self.rules, self.snapshot, hands)


# One scale ------------------------------------------------------------------------------------


def test_scores_and_counters_of_points_are_shown_in_units() -> None:
    pot = Counter("pot", "points in the pot", holds="points")
    bank = Counter("bank", "points of each in the bank", each=True, holds="points")
    at = made(pot, bank, score_parts=2)
    at.table.pot, at.table.bank[1], at.table.scores[1] = 3, 5, 12
    assert at.led_to() == [
        "pot 1.5 (+1.5)",
        "bank: seat 2 has 2.5 now (+2.5)",
        "seat 2 has 6 points now (+6)",
    ]
    assert at.state()[:1] == ["Pot 1.5"]
    assert at.state()[2] == "  seat 2, 6 points: bank 2.5"
    end = at.game.teller.game_end(at.rules, at.snapshot, 0, at.snapshot)
    assert end == "The game is over: 0, 6, 0 points."


def test_large_scores_are_shown_to_the_point() -> None:
    at = made(score_parts=2)
    at.table.scores[0], at.table.scores[1] = 2_469_135, 20_000_000
    assert [line.partition(" points")[0] for line in at.led_to()] == [
        "seat 1 has 1234567.5",
        "seat 2 has 10000000",
    ]


def test_a_single_unit_is_shown_in_the_singular() -> None:
    at = made(score_parts=2, score_unit="coins")
    at.table.scores[0], at.table.scores[1] = 2, 1
    assert at.led_to() == ["seat 1 has 1 coin now (+1)", "seat 2 has 0.5 coins now (+0.5)"]


def test_a_score_of_one_die_is_shown_in_the_singular() -> None:
    at = made(score_unit="dice")
    at.table.scores[0] = 1
    assert at.led_to() == ["seat 1 has 1 die now (+1)"]


def test_private_dice_are_counted_once_where_hands_are_closed() -> None:
    at = made(PrivateDice("dice", 2), PrivateDice("cup", 2))
    at.table.dice_left[:3] = (2, 1, 0)
    at.own.dice[0] = (4, 4)
    assert at.state(0)[:2] == [
        "> seat 1, 0 points: dice 4 4; cup 0 dice",
        "  seat 2, 0 points: 1 die; cup 0 dice",
    ]


def test_scores_that_strategies_do_not_see_are_shown() -> None:
    at = made(
        hidden={"points": ("points", SEATS)},
        scores=lambda state: state.hidden.points,
        wins=lambda rules, state: 1,
    )
    at.hidden.points[2] = 4
    assert at.led_to() == ["seat 3 has 4 points now (+4)"]


WHOLES_AND_HALVES = '''
"""Rolls: ten rolls each."""
from simulate.making import Counter, Dice, allow, end_game, end_turn, game

PARTS = 1
die = Dice("die")
pot = Counter("pot", "points in the pot", holds="points")


def legal(rules, state, menu):
    allow(menu, 0)
    allow(menu, 1)


def apply(rules, state, action):
    table = state.table
    rolled = die.roll(rules, state)
    if action == 0:
        table.scores[table.seat] += PARTS * rolled
    else:
        table.pot += PARTS
        if rolled == 6:
            table.scores[table.seat] += table.pot
            table.pot = 0
    end_turn(rules, state)
    if table.turns == 10 * rules.players:
        end_game(state)


GAME = game(
    name="rolls",
    seats=(2, 4),
    components=[die, pot],
    actions={0: "rolls", 1: "adds to the pot"},
    legal=legal,
    apply=apply,
    turns="ended by apply",
    score_parts=PARTS,
    default_strategy="random",
)
'''
#: Parts of an output that differ between two versions of a file.
DIFFERS = ("per second", "fingerprint", "_id", "per_s", "elapsed", "Tables", "runs/", '"code"')
#: The text on the rule of a head start in games of whole points.
LEVEL = "; half a point only decides who wins a tie on points"


def written_twice(folder: Path) -> list[Path]:
    """Write the game with whole points, and with half points."""
    folders = [folder / "wholes", folder / "halves"]
    for place, parts in zip(folders, (1, 2), strict=True):
        place.mkdir()
        text = WHOLES_AND_HALVES.replace("PARTS = 1", f"PARTS = {parts}")
        (place / "rolls.py").write_text(text, encoding="utf-8")
    return folders


def text_of_game(text: str) -> str:
    """Return the output of a command without line breaks and without what differs by file.

    The times of suggested commands, as in "(~40 s)", depend on how busy the machine is.
    """
    text = re.sub(r" \(~\d+ (s|min|h)\)", "", text)
    lines = [line for line in text.splitlines() if not any(word in line for word in DIFFERS)]
    return " ".join(" ".join(lines).split()).replace(LEVEL, "")


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "--game", "3"),
        ("replay", "--game", "3", "--moves"),
        ("replay", "--game", "3", "--json"),
        *(
            pytest.param(command, marks=pytest.mark.slow)
            for command in (
                ("run", "--games", "400", "--full", "--no-robust", "--no-charts"),
                ("run", "--games", "400", "--json", "--no-robust"),
                ("when", "leads by 3", "--games", "200"),
                ("when", "has at least 12", "--games", "200"),
                ("when", "--events"),
                ("waiting", "--games", "200"),
            )
        ),
    ],
    ids=" ".join,
)
def test_a_game_that_counts_half_points_prints_the_same_as_one_that_counts_whole_points(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    name, *rest = command
    whole, half = (fathom(place, name, "rolls.py", *rest).out for place in written_twice(tmp_path))
    assert len(text_of_game(whole)) > 200
    assert text_of_game(half) == text_of_game(whole)


def test_each_roll_of_a_game_is_shown(tmp_path: Path) -> None:
    folder, _ = written_twice(tmp_path)
    steps = fathom(folder, "replay", "rolls.py", "--game", "3", "--json").json["steps"]
    dice = [line for step in steps for line in step["led_to"] if line.startswith("die ")]
    assert len(dice) == len(steps) == 40
    assert any(first == second for first, second in pairwise(dice))


# The meaning of a number ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("holds", "number", "words"),
    [
        ("number", 2, "thing 2"),
        ("seat", 0, "thing: seat 1"),
        ("seat", -1, "thing: nobody"),
        ("seat", 3, "thing: nobody"),
        (CARDS, 1, "thing: blue"),
        (CARDS, -1, "thing: none"),
        (["spring", "autumn"], 1, "thing: autumn"),
        (["spring", "autumn"], 7, "thing: 7"),
        (SetOf("seat"), 0b101, "thing: seat 1, seat 3"),
        (SetOf(CARDS), 0b110, "thing: blue, green"),
        (SetOf(["spring", "autumn"]), 0, "thing: none"),
    ],
)
def test_a_counter_is_shown_by_the_kind_of_value_that_it_holds(
    holds: Any, number: int, words: str
) -> None:
    at = made(Counter("thing", "a thing", holds=holds), Pile("deck", CARDS))
    at.table.thing = number
    assert words in [line.lower() for line in at.state()]


def test_changes_of_a_counter_of_each_seat_are_shown() -> None:
    coins = Counter("coins", "coins", each=True)
    target = Counter("target", "the seat aimed at", each=True, holds="seat")
    left = Counter("left", "cards left", each=True, holds=SetOf(["1", "2", "3"]))
    at = made(coins, target, left)
    at.table.coins[:3], at.table.left[:3] = 9, 0b111
    at.begin()
    at.table.coins[0], at.table.target[1], at.table.left[2] = 4, 2, 0b101
    assert at.led_to() == [
        "coins: seat 1 has 4 now (-5)",
        "target: seat 2 has seat 3 now",
        "left: seat 3 loses 2",
    ]


def test_what_is_paid_from_a_common_number_is_shown() -> None:
    purse = Counter("purse", "coins of this turn")
    season = Counter("season", "the season", holds=["spring", "autumn"])
    at = made(purse, season)
    at.table.purse = 4
    at.begin()
    at.table.purse, at.table.season = 1, 1
    assert at.led_to() == ["purse 1 (-3)", "season: autumn"]


def test_changes_of_a_set_are_shown() -> None:
    at = made(Counter("open", "prizes left", holds=SetOf(["one", "two", "three"])))
    at.table.open = 0b011
    at.begin()
    at.table.open = 0b110
    assert at.led_to() == ["open: three added; one removed"]


@pytest.mark.parametrize("holds", ["player", 3, ["a", 1], SetOf("points"), SetOf("number")])
def test_a_counter_that_holds_an_unknown_kind_is_refused(holds: Any) -> None:
    with pytest.raises(UsageError, match=r"the counter bidder cannot hold .*'seat'"):
        Counter("bidder", "who bids most", holds=holds)


def test_a_meaning_of_an_unknown_field_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UsageError, match=r"frend.* in holds of game made.*friend"):
        made(own={"friend": "a seat"}, holds={"frend": "seat"})


def test_an_action_may_name_a_seat() -> None:
    at = made(actions={range(2, 5): "hangs {seat}, number {n}"})
    assert at.game.teller.action(at.rules, at.table, 4) == "hangs seat 3, number 2"


# Fields that a game declares --------------------------------------------------------------------


def test_own_fields_are_shown_if_hands_are_open() -> None:
    own = {"dice": ("its dice", 3), "friend": "a seat", "likes": "a card"}
    at = made(Pile("deck", CARDS), own=own, holds={"friend": "seat", "likes": CARDS})
    at.own.dice[1], at.own.friend[1], at.own.likes[1] = (4, 1, 6), 2, 1
    words = "dice 4 1 6; friend seat 3; likes blue"
    assert at.state(0, 1)[2] == f"  seat 2, 0 points: {words}"
    assert at.state(0)[2] == "  seat 2, 0 points"
    assert at.game.teller.hand(at.rules, at.snapshot, 1) == words
    at.begin()
    at.own.dice[1][0] = 5
    assert at.led_to() == ["dice: seat 2 now has 5 1 6"]


def test_fields_of_the_table_and_hidden_ones_are_shown_if_their_meaning_is_declared() -> None:
    at = made(
        Pile("deck", CARDS),
        table={"led": "the card led", "mine": ("of each seat", SEATS), "step": "inner"},
        hidden={"wolves": "a set of seats", "secret": "inner"},
        holds={"led": CARDS, "wolves": SetOf("seat"), "mine": CARDS},
    )
    at.table.led, at.table.mine[2], at.hidden.wolves = 2, 1, 0b11
    at.table.step = at.hidden.secret = 9
    line = "Led: green; mine: seat 1 red; seat 2 red; seat 3 blue; wolves: seat 1, seat 2"
    assert line in at.state()
    assert len(at.led_to()) == 3


def test_a_long_field_is_shown_by_its_length() -> None:
    at = made(own={"pile": ("cards", 60)})
    at.own.pile[0][:2] = 1
    assert at.state(0)[0].endswith("pile 60 numbers, 2 of them not 0")


def test_custom_components_show_their_own_fields_and_their_number_of_cards() -> None:
    bag = Custom(
        "bag",
        CARDS,
        own={"seen": "a card seen"},
        hidden={"bag": ("how many of each", 3)},
        count=lambda rules, snapshot: np.array(snapshot.hidden.bag),
        holds={"seen": CARDS},
    )
    at = made(bag)
    at.hidden.bag[:], at.own.seen[0] = (1, 0, 1), 2
    assert at.state(0)[:2] == ["Bag: 2 cards", "> seat 1, 0 points: seen green"]


def test_a_custom_component_that_does_not_count_its_cards_shows_its_other_fields() -> None:
    at = made(Custom("bag", CARDS, table={"filled": "cards in it"}, holds={"filled": "number"}))
    at.table.filled = 2
    assert at.led_to() == ["filled: 2"]


# Cards that move --------------------------------------------------------------------------------


def with_places() -> Moment:
    places = [
        Hands(CARDS),
        Tableau("laid", CARDS),
        Tableau("tricks", CARDS),
        Shown("market", CARDS),
    ]
    return made(Pile("deck", CARDS), *places, Rows("rows", CARDS, 5, rows=2))


def test_the_winner_of_a_trick_is_shown_with_its_cards() -> None:
    at = with_places()
    at.own["count"][0][0] = 1
    at.table.laid[1][1] = at.table.laid[2][2] = 1
    at.begin()
    at.own["count"][0][0], at.table.laid[:3] = 0, 0
    at.table.tricks[2][:] = 1
    at.table.scores[2] += 1
    lines = at.led_to(LAY)
    assert lines == ["tricks: seat 3 gets red, blue, green", "seat 3 has 1 point now (+1)"]
    assert [isinstance(line, Aside) for line in lines] == [True, False]


def test_a_card_that_the_action_names_is_shown_once_and_what_is_drawn_too() -> None:
    at = with_places()
    at.own["count"][0][:] = (1, 0, 0)
    at.table.deck_size, at.hidden.deck[0] = 1, 1
    at.begin()
    at.own["count"][0][:], at.table.laid[0][0], at.table.deck_size = (0, 1, 0), 1, 0
    assert at.led_to(LAY) == ["deck: 0 cards", "hand: seat 1 gets blue"]
    assert at.led_to() == ["deck: 0 cards", "hand: seat 1 gets blue", "laid: seat 1 gets red"]


def test_equal_cards_laid_and_drawn_are_shown_by_the_place_that_has_more() -> None:
    at = with_places()
    at.own["count"][0][0], at.table.deck_size = 1, 1
    at.begin()
    at.table.laid[0][0], at.table.deck_size = 1, 0
    assert at.led_to() == ["deck: 0 cards", "laid: seat 1 gets red"]


def test_only_the_bought_card_of_a_large_market_is_shown() -> None:
    at = with_places()
    at.table.market[:] = (80, 100, 50)
    at.begin()
    assert at.state()[1] == "Market: 80 x red, 100 x blue, 50 x green"
    at.table.market[1], at.table.laid[0][1] = 99, 1
    assert at.led_to() == ["laid: seat 1 gets blue"]
    at.table.rows[1][0], at.table.rows_size[1], at.table.market[0] = 0, 1, 79
    assert at.led_to()[1:] == ["rows: row 2 gets red"]


def test_a_card_that_has_left_all_components_is_shown() -> None:
    at = with_places()
    at.table.market[1], at.own["count"][1][2] = 2, 1
    at.begin()
    at.table.market[1], at.own["count"][1][2] = 0, 0
    assert at.led_to() == ["hand: seat 2 loses green", "market: blue, blue removed"]


def test_a_long_row_is_shown_by_its_end_and_a_new_order_in_full() -> None:
    at = made(Rows("discard", CARDS, 30))
    at.table.discard[0][:3], at.table.discard_size[0] = (0, 1, 2), 3
    at.begin()
    at.table.discard[0][:3] = (2, 1, 0)
    assert at.led_to() == ["discard: green, blue, red"]
    at.begin()
    at.table.discard[0][3:28], at.table.discard_size[0] = 1, 28
    assert at.led_to() == ["discard: 25 x blue added"]
    ending = "blue, blue, blue, blue, blue"
    assert at.state()[0] == f"Discard: 28 cards, the last of them {ending}"


def test_many_kinds_are_shown_by_their_number_on_the_table_and_in_full_in_a_hand() -> None:
    cards = Cards("tile", 40)
    at = made(Shown("bank", cards), Hands(cards))
    at.table.bank[:], at.own["count"][0][:] = 1, 1
    assert at.state(0)[0] == "Bank: 40 tiles of 40 kinds"
    assert at.state(0)[1].endswith(f"hand {', '.join(map(str, range(1, 41)))}")


def test_hands_that_are_passed_on_are_shown_in_a_line() -> None:
    at = with_places()
    at.own["count"][:3] = [(2, 0, 0), (0, 2, 0), (0, 0, 2)]
    at.begin()
    at.own["count"][:3] = [(0, 0, 1), (2, 0, 0), (0, 1, 0)]
    at.table.laid[0][1] = at.table.laid[1][2] = 1
    assert at.led_to()[0] == "hand: each goes to the next seat"
    at.own["count"][:3] = [(0, 2, 0), (0, 0, 2), (2, 0, 0)]
    at.table.laid[:] = 0
    assert at.led_to() == ["hand: each goes to the previous seat"]


def test_with_secret_choices_the_card_of_the_last_seat_is_shown_too() -> None:
    at = made(Pile("deck", CARDS), Tableau("laid", CARDS), SecretChoices("choice"))
    at.table.laid[0][0] = at.table.laid[1][1] = 1
    assert at.led_to(LAY) == ["laid: seat 1 gets red; seat 2 gets blue"]


# Dice and events --------------------------------------------------------------------------------


def test_a_roll_is_shown_even_if_it_repeats_the_last_result() -> None:
    at = made(Dice("dice", 2))
    at.table.dice[:], at.hidden.dice_rolls[:] = (4, 2), 1
    at.begin()
    assert at.led_to() == []
    at.hidden.dice_rolls[0] += 1
    assert at.led_to() == ["dice: number 1 shows 4"]
    at.hidden.dice_rolls[1] += 1
    assert at.led_to() == ["dice 4 2"]


def test_an_event_that_is_counted_is_shown() -> None:
    at = made(Counted("unsold", "prizes that nobody got"))
    at.hidden.counts[0] = 2
    assert at.led_to() == ["counted: prizes that nobody got, 2 in this game"]


def test_numbers_that_only_help_the_code_are_left_out() -> None:
    waiting = Counter("waiting", "seats that have still to act", in_replays=False)
    chips = Counter("chips", "chips of each", each=True, in_replays=False)
    lost = Counted("lost", "chips lost", in_replays=False)
    taken = Counted("taken", "chips taken", per_player=True)
    at = made(waiting, chips, lost, taken)
    before = at.state()
    at.table.waiting, at.table.chips[1] = 3, 4
    at.hidden.counts[:2] = 1, 2
    assert at.led_to() == ["counted: chips taken, 2 of all players in this game"]
    assert at.state() == before
    assert not any(word in " ".join(before).lower() for word in ("waiting", "chips"))


def test_a_vote_for_nobody_differs_from_no_vote() -> None:
    at = made(Counter("vote", "vote of each", each=True, begins=-2, holds="seat"))
    at.table.vote[:3] = (-2, -1, 1)
    assert [line.rpartition(" vote ")[2] for line in at.state()] == ["not yet", "nobody", "seat 2"]


def test_the_end_of_a_game_is_told_with_facts_that_may_be_its_reason() -> None:
    rules = {
        "days": Whole(default=6, minimum=1, maximum=9, meaning="Days to build."),
        "hand": Whole(default=6, minimum=1, maximum=9, meaning="Cards in hand."),
        "goal": Whole(default=40, minimum=1, maximum=90, meaning="Points."),
    }
    at = made(Pile("deck", CARDS), rules=rules)
    teller, sentence = at.game.teller, "The game is over: 39, 12, 0 points."
    at.table.rounds, at.table.scores[:2], at.table.deck_size = 5, (39, 12), 1
    at.begin()
    assert teller.game_end(at.rules, at.snapshot, 0, at.snapshot) == sentence
    before = at.snapshot
    at.table.rounds, at.table.deck_size = 6, 0
    end = teller.game_end(at.rules, before, 0, at.snapshot)
    facts = "6 rounds are over (the rule days is 6) and the deck is empty"
    assert end == f"{sentence} At its end, {facts}."
    at.table.rounds, at.table.scores[1], at.table.active = 2, 41, 0b010
    end = teller.game_end(at.rules, at.snapshot, 0, at.snapshot)
    facts = "only seat 2 is still in the game and seat 2 has 41 points (the rule goal is 40)"
    assert end.endswith(f" At its end, {facts}.")


def test_a_function_for_words_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="why_over cannot be 'no card is left'"):
        made(why_over="no card is left")


def test_a_large_count_is_written_in_full() -> None:
    at = made(Counted("steps", "steps taken"), Counted("half", "halves of steps", parts=2))
    at.hidden.counts[:2] = 1_234_567, 2_469_135
    assert at.led_to() == [
        "counted: steps taken, 1234567 in this game",
        "counted: halves of steps, 1234567.5 in this game",
    ]


# Sides ------------------------------------------------------------------------------------------


def test_teams_are_shown_with_the_score_of_each_side() -> None:
    at = made(players=4, sides="opposite seats", score_unit="tricks")
    at.table.scores[:4] = (1, 2, 3, 0)
    at.begin()
    at.table.scores[2] += 1
    assert at.led_to() == ["side 1 has 5 tricks now (+1)"]
    assert at.state() == [
        "Side 1: 5 tricks; side 2: 2 tricks",
        "> seat 1 (side 1)",
        "  seat 2 (side 2)",
        "  seat 3 (side 1)",
        "  seat 4 (side 2)",
    ]
    end = at.game.teller.game_end(at.rules, at.snapshot, 0, at.snapshot)
    assert end == "The game is over: 5 tricks for side 1, 2 tricks for side 2."


def test_points_of_a_side_are_told_once_whatever_seats_the_game_gives_them_to() -> None:
    at = made(players=4, sides="opposite seats")
    at.table.scores[:4] = (3, 4, 2, 4)
    assert at.led_to() == ["side 1 has 5 points now (+5)", "side 2 has 8 points now (+8)"]
    at.begin()
    at.table.scores[:4] = (2, 4, 3, 5)
    assert at.led_to() == ["side 2 has 9 points now (+1)"]


def test_players_against_the_game_are_shown_together() -> None:
    at = made(sides="all together", wins=lambda rules, state: 0, score_unit="stones")
    at.table.scores[:3] = (1, 2, 3)
    assert at.led_to() == ["all together have 6 stones now (+6)"]
    end = at.game.teller.game_end(at.rules, at.snapshot, 0, at.snapshot)
    assert end == "The game is over: 6 stones all together."
    assert at.state()[:2] == ["All together: 6 stones", "> seat 1"]


# Whole games ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_each_trick_of_a_game_is_shown_with_its_taker_and_cards(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "skat", "--like", "tricks")
    replay = fathom(tmp_path, "replay", "skat.py", "-s", "random", "--game", "2", "--json").json
    sides = replay["sides"]
    assert sides == [[1, 3], [2, 4]]
    tricks = [replay["steps"][place : place + 4] for place in range(0, 28, 4)]
    won = [0, 0]
    for trick, stretch in zip(tricks, replay["stretches"], strict=True):
        cards = [step["said"].removeprefix("lays ") for step in trick]
        taker = trick[oracle.taker(cards, trumps=True)]["seat"]
        won[(taker + 1) % 2] += 1
        taken = next(line for line in trick[-1]["led_to"] if line.startswith("tricks: "))
        assert taken == f"tricks: seat {taker} gets {', '.join(sorted(cards))}"
        assert stretch["side_scores"] == won
        best = [side for side in (0, 1) if won[side] == max(won)]
        assert sorted(stretch["leaders"]) == sorted(n for side in best for n in sides[side])
    winners = sides[won.index(max(won))]
    assert replay["winners"] == winners
    assert f"{max(won)} tricks for side {won.index(max(won)) + 1}" in replay["why_over"]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("points", "point"),
        ("victory points", "victory point"),
        ("cards laid", "card laid"),
        ("points of success", "point of success"),
        ("berries", "berries"),
        ("dice", "die"),
        ("dice left", "die left"),
    ],
)
def test_units_of_scores_have_a_singular(unit: str, expected: str) -> None:
    assert singular(unit) == expected
