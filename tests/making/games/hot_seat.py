"""Hot Seat: every seat chooses whether to be rash. One of the rash seats is drawn and loses.

If nobody is rash, one of all seats is drawn. Everybody else wins.
"""

from simulate.kit.bits import size
from simulate.making import all_seats, allow, below, bit, end_game, end_turn, game, has
from strategies import strategy

WAIT, RUSH = 0, 1


def legal(rules, state, menu):
    """Offer to wait or to rush."""
    allow(menu, WAIT)
    allow(menu, RUSH)


def apply(rules, state, action):
    """Note who rushes; after the last seat, draw the loser."""
    hidden = state.hidden
    if action == RUSH:
        hidden.rash |= bit(state.table.seat)
    if state.table.seat == rules.players - 1:
        if hidden.rash == 0:
            hidden.rash = all_seats(rules.players)
        drawn = below(state.chance, size(hidden.rash))
        for seat in range(rules.players):
            if has(hidden.rash, seat):
                if drawn == 0:
                    hidden.loser = bit(seat)
                drawn -= 1
        end_game(state)
    end_turn(rules, state)


def wins(rules, state):
    """Return all seats but the one that was drawn."""
    return all_seats(rules.players) & ~state.hidden.loser


GAME = game(
    name="hot-seat",
    seats=(2, 6),
    hidden={"rash": "the seats that are rash, as a set", "loser": "the seat that loses, as a set"},
    actions={WAIT: "waits", RUSH: "rushes"},
    legal=legal,
    apply=apply,
    wins=wins,
    loses="all others",
    default_strategy="random",
)


@strategy("hot-seat", tier=2)
def timid(view):
    """Waits."""
    return WAIT


@strategy("hot-seat", tier=1)
def rash(view):
    """Rushes."""
    return RUSH
