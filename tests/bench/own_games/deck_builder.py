"""Deck Builder: buy cards for your own deck, and the lands that win, before the castles are gone.

Each player begins with seven coppers and three fields, and draws five cards. On your turn, play one
action card (a village gives two more plays), then buy one card with the money of your hand. What
you played, bought and hold goes to your discard pile, and you draw five cards. A witch gives each
other player a blight, which costs a point. The game ends when the castles are gone, or after
`rounds` rounds. Lands are worth 1 (field), 3 (manor) and 6 points (castle).
"""

from simulate.making import Cards, Counted, Counter, OwnDecks, Shown, Tableau, Whole, allow
from simulate.making import end_game, end_turn, game
from strategies import PASS, Parameter, allows, strategy

NAMES = ["copper", "silver", "gold", "field", "manor", "castle"]
NAMES += ["smith", "village", "burner", "merchant", "witch", "blight"]
COPPER, SILVER, GOLD, FIELD, MANOR, CASTLE = 0, 1, 2, 3, 4, 5
SMITH, VILLAGE, BURNER, MERCHANT, WITCH, BLIGHT = 6, 7, 8, 9, 10, 11
#          copper silver gold field manor castle smith village burner merchant witch blight
PRICE = (0, 3, 6, 2, 5, 8, 4, 3, 3, 5, 5, 0)
MONEY = (1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0)
POINTS = (0, 0, 0, 1, 3, 6, 0, 0, 0, 0, 0, -1)
DRAWN = (0, 0, 0, 0, 0, 0, 3, 1, 0, 1, 2, 0)
KINDS = len(NAMES)
CARDS = Cards("card", NAMES, copies=[28, 30, 24, 24, 12, 12, 10, 10, 10, 10, 10, 15])
supply = Shown("supply", CARDS, full=True)
box = Shown("box", CARDS)
trash = Shown("trash", CARDS)
in_play = Shown("in_play", CARDS)
discards = Tableau("discards", CARDS)
hand = OwnDecks(CARDS, discards)
plays = Counter("plays", "action cards that may still be played in this turn", in_replays=False)
burns = Counter("burns", "cards that the burner may still remove")
bonus = Counter("bonus", "money from action cards in this turn")
blights = Counted("blights", "blights given by witches", per_player=True)

PLAY, BURN, BUY = 0, 16, 32
SKIP, STOP = 48, 49


def deal(rules, state):
    for seat in range(rules.players):
        for _ in range(7):
            supply.take(state, COPPER)
            hand.put(state, seat, COPPER)
        for _ in range(3):
            supply.take(state, FIELD)
            hand.put(state, seat, FIELD)
            state.table.scores[seat] += 1
        hand.draw(state, seat, 5)
    if rules.players == 2:
        for _ in range(4):
            supply.take(state, CASTLE)
            box.put(state, CASTLE)
            supply.take(state, MANOR)
            box.put(state, MANOR)
    state.table.plays = 1


def money_of(table, own):
    money = table.bonus
    for card in range(KINDS):
        money += MONEY[card] * hand.held(own, card)
    return money


def actions_of(own):
    number = 0
    for card in range(SMITH, BLIGHT):
        number += hand.held(own, card)
    return number


def legal(rules, state, menu):
    table = state.table
    own = state.own[table.seat]
    if table.burns > 0:
        for card in (COPPER, FIELD, BLIGHT):
            if hand.holds(own, card):
                allow(menu, BURN + card)
        allow(menu, SKIP)
    elif table.plays > 0 and actions_of(own) > 0:
        for card in range(SMITH, BLIGHT):
            if hand.holds(own, card):
                allow(menu, PLAY + card)
        allow(menu, SKIP)
    else:
        money = money_of(table, own)
        for card in range(SILVER, BLIGHT):
            if table.supply[card] > 0 and PRICE[card] <= money:
                allow(menu, BUY + card)
        allow(menu, STOP)


def play(rules, state, card):
    table = state.table
    seat = table.seat
    hand.put_down(state, seat, card)
    in_play.put(state, card)
    table.plays -= 1
    hand.draw(state, seat, DRAWN[card])
    if card == VILLAGE:
        table.plays += 2
    elif card == BURNER:
        table.burns = rules.burns
    elif card == MERCHANT:
        table.bonus += 2
    elif card == WITCH:
        for step in range(1, rules.players):
            other = (seat + step) % rules.players
            if table.supply[BLIGHT] > 0:
                supply.take(state, BLIGHT)
                discards.put(state, other, BLIGHT)
                table.scores[other] += POINTS[BLIGHT]
                blights.add(state)


def apply(rules, state, action):
    table = state.table
    seat = table.seat
    if action < BURN:
        play(rules, state, action - PLAY)
    elif action < BUY:
        card = action - BURN
        hand.put_down(state, seat, card)
        trash.put(state, card)
        table.scores[seat] -= POINTS[card]
        table.burns -= 1
    elif action == SKIP:
        if table.burns > 0:
            table.burns = 0
        else:
            table.plays = 0
    else:
        if action != STOP:
            card = action - BUY
            supply.take(state, card)
            discards.put(state, seat, card)
            table.scores[seat] += POINTS[card]
        clean_up(rules, state)


def clean_up(rules, state):
    table = state.table
    seat = table.seat
    for card in range(KINDS):
        while table.in_play[card] > 0:
            in_play.take(state, card)
            discards.put(state, seat, card)
        while hand.holds(state.own[seat], card):
            hand.put_down(state, seat, card)
            discards.put(state, seat, card)
    hand.draw(state, seat, 5)
    table.plays = 1
    table.bonus = 0
    end_turn(rules, state)
    if table.supply[CASTLE] == 0 or table.rounds == rules.rounds:
        end_game(state)


GAME = game(
    name="deck-builder",
    seats=(2, 4),
    seconds_per_turn=30,
    rules={
        "rounds": Whole(default=30, minimum=5, maximum=60, meaning="Rounds at most."),
        "burns": Whole(default=3, minimum=1, maximum=4, meaning="Cards a burner may remove."),
    },
    components=[supply, box, trash, in_play, discards, hand, plays, burns, bonus, blights],
    actions={
        range(PLAY + SMITH, PLAY + BLIGHT): lambda rules, table, n: "plays " + NAMES[SMITH + n],
        range(BURN, BURN + KINDS): "burns {card}",
        range(BUY, BUY + KINDS): "buys {card}",
        SKIP: "plays no more",
        STOP: "buys nothing",
    },
    deal=deal,
    legal=legal,
    apply=apply,
    turns="ended by apply",
)


def owned(view, card):
    """Return how many of a card the seat has, wherever they are."""
    table = view.table
    return table.unseen[table.seat, card] + table.discards[table.seat, card] + table.in_play[card]


def play_or_burn(view, keep_coppers):
    """Return an action before buying, or PASS: villages first, then draws, then money."""
    for card in (BLIGHT, FIELD, COPPER):
        keeps = card == COPPER and owned(view, COPPER) <= keep_coppers
        keeps = keeps or (card == FIELD and view.table.supply[CASTLE] <= 4)
        if allows(view.menu, BURN + card) and not keeps:
            return BURN + card
    for card in (VILLAGE, BURNER, WITCH, SMITH, MERCHANT):
        useless = card == BURNER and owned(view, COPPER) <= keep_coppers
        if allows(view.menu, PLAY + card) and not useless:
            return PLAY + card
    return SKIP if allows(view.menu, SKIP) else PASS


def buy_land(view, manors_at, fields_at):
    """Return the purchase of a land, or PASS: lesser lands only when few castles are left."""
    castles = view.table.supply[CASTLE]
    if allows(view.menu, BUY + CASTLE) and owned(view, GOLD) + owned(view, SILVER) > 2:
        return BUY + CASTLE
    if castles <= manors_at and allows(view.menu, BUY + MANOR):
        return BUY + MANOR
    if castles <= fields_at and allows(view.menu, BUY + FIELD):
        return BUY + FIELD
    return PASS


def buy_money(view):
    """Return the purchase of the best money, or none."""
    if allows(view.menu, BUY + GOLD):
        return BUY + GOLD
    return BUY + SILVER if allows(view.menu, BUY + SILVER) else STOP


@strategy("deck-builder", tier=1)
def early_land(view):
    """Buys a castle or a manor whenever it can, and otherwise the best money."""
    action = play_or_burn(view, 7)
    if action == PASS:
        action = buy_land(view, 12, 2)
    return buy_money(view) if action == PASS else action


@strategy("deck-builder", tier=2, manors=Parameter(5, 0, 12, "Castles left when it buys manors."))
def big_money(view, manors):
    """Buys castles and money only, and lesser lands when few castles are left."""
    action = play_or_burn(view, 7)
    if action == PASS:
        action = buy_land(view, manors, 2)
    return buy_money(view) if action == PASS else action


@strategy("deck-builder", tier=2, burners=Parameter(1, 0, 3, "Burners that it buys."))
def scholar(view, burners):
    """Burns its first cards, and builds a deck of villages, smiths and merchants."""
    action = play_or_burn(view, 3)
    if action == PASS:
        action = buy_land(view, 4, 2)
    if action != PASS:
        return action
    if owned(view, BURNER) < burners and allows(view.menu, BUY + BURNER):
        return BUY + BURNER
    if allows(view.menu, BUY + GOLD):
        return BUY + GOLD
    if owned(view, MERCHANT) < owned(view, SMITH) and allows(view.menu, BUY + MERCHANT):
        return BUY + MERCHANT
    if owned(view, SMITH) <= owned(view, VILLAGE) and allows(view.menu, BUY + SMITH):
        return BUY + SMITH
    return BUY + VILLAGE if allows(view.menu, BUY + VILLAGE) else buy_money(view)


@strategy(
    "deck-builder",
    tier=3,
    smiths=Parameter(2, 0, 6, "Smiths that it buys."),
    witches=Parameter(1, 0, 4, "Witches that it buys."),
)
def smith(view, smiths, witches):
    """Buys castles and money, and a few cards that draw: smiths, and a witch early."""
    action = play_or_burn(view, 7)
    if action == PASS:
        action = buy_land(view, 5, 2)
    if action != PASS:
        return action
    blights_left = view.table.supply[BLIGHT] > 4
    if owned(view, WITCH) < witches and blights_left and allows(view.menu, BUY + WITCH):
        return BUY + WITCH
    if allows(view.menu, BUY + GOLD):
        return BUY + GOLD
    if owned(view, SMITH) < smiths and allows(view.menu, BUY + SMITH):
        return BUY + SMITH
    return buy_money(view)
