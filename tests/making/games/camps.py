"""Camps: each seat is dealt a faction and a role, and all is decided by lot before the first turn.

Ants and Bears have one lot, Cats have two; the seat whose lot is drawn wins. Now and then the next
seat shares the win. With `teams_win`, one wolf plays against all others instead. Seat 1 loses half
of the games, and each other seat equally many of the rest.
"""

from simulate.making import Cards, Flag, Tableau, Teams, Whole, all_seats, allow, below, bit
from simulate.making import end_game, end_turn, game, has
from strategies import strategy

FACTIONS = Cards("faction", ["Ants", "Bears", "Cats", "Dogs"], copies=[5, 5, 5, 0])
camp = Tableau("camp", FACTIONS)
THROW = 0


def deal(rules, state):
    """Deal the factions and the wolf, and draw the winners and the loser."""
    hidden = state.hidden
    lots = 0
    for seat in range(rules.players):
        faction = below(state.chance, 3)
        camp.put(state, seat, faction)
        lots += 1 + (faction == 2)
    drawn = below(state.chance, lots)
    for seat in range(rules.players):
        if has_card(state, seat, 2):
            drawn -= 1
        drawn -= 1
        if drawn < 0 and hidden.winners == 0:
            hidden.winners = bit(seat)
            if below(state.chance, 100) < rules.shared:
                hidden.winners |= bit((seat + 1) % rules.players)
    hidden.wolf = bit(below(state.chance, rules.players))
    if rules.teams_win:
        wolf_wins = below(state.chance, 5) < 2
        hidden.winners = hidden.wolf if wolf_wins else all_seats(rules.players) & ~hidden.wolf
    hidden.loser = bit(0)
    if below(state.chance, 2):
        hidden.loser = bit(1 + below(state.chance, rules.players - 1))


def has_card(state, seat, card):
    """Return whether a seat has a card before it."""
    return state.table.camp[seat, card] > 0


def legal(rules, state, menu):
    """Offer the only action."""
    allow(menu, THROW)


def apply(rules, state, action):
    """Pass the turn on; the game ends when each seat had one."""
    end_turn(rules, state)
    if state.table.turns >= rules.players:
        end_game(state)


def wins(rules, state):
    """Return the seats that were drawn."""
    return state.hidden.winners


def loses(rules, state):
    """Return the seat that was drawn to lose."""
    return state.hidden.loser


def role_of(rules, state, seat):
    """Return 1 for the wolf, and 0 for all others."""
    return 1 if has(state.hidden.wolf, seat) else 0


GAME = game(
    name="camps",
    seats=(2, 5),
    rules={
        "shared": Whole(default=0, minimum=0, maximum=100, meaning="Wins in 100 that are shared."),
        "teams_win": Flag(default=False, meaning="The wolf plays against all others."),
    },
    components=[camp],
    hidden={
        "winners": "the seats that win",
        "wolf": "the seat of the wolf, as a set",
        "loser": "the seat that loses, as a set",
    },
    deal=deal,
    actions={THROW: "waits"},
    legal=legal,
    apply=apply,
    wins=wins,
    wins_by={"faction": camp, "role": Teams(["villagers", "wolves"], role_of)},
    loses=loses,
    default_strategy="random",
)


@strategy("camps", tier=1)
def patient(view):
    """Waits."""
    return THROW
