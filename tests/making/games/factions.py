"""Factions: each seat is dealt a face-up faction at random; its bonus is added to each roll.

Most points win. Nothing is drawn later, so a faction is worth the win rate of its seats.
"""

from simulate.making import Cards, Flag, Pile, Tableau, WholeList, allow, below
from simulate.making import end_game, end_turn, game

CARDS = Cards("faction", ["ants", "bears", "cats", "dogs", "elks"])
pile = Pile("pile", CARDS)
camp = Tableau("camp", CARDS)
ROLLS = 4


def deal(rules, state):
    """Deal each seat a faction; where nobody has one it only decides the bonus."""
    for seat in range(rules.players):
        faction = pile.draw(state)
        state.table.faction_of[seat] = faction
        if rules.owned:
            camp.put(state, seat, faction)


def legal(rules, state, menu):
    """Offer a roll."""
    allow(menu, 0)


def apply(rules, state, action):
    """Roll, add the faction's bonus, and pass the turn on."""
    table = state.table
    seat = table.seat
    table.scores[seat] += 1 + below(state.chance, 6) + rules.bonus[table.faction_of[seat]]
    end_turn(rules, state)
    if table.turns == ROLLS * rules.players:
        end_game(state)


GAME = game(
    name="factions",
    seats=(2, 5),
    rules={
        "bonus": WholeList(
            default=[0, 0, 1, 0, 2],
            minimum=0,
            maximum=9,
            shortest=5,
            longest=5,
            meaning="What each faction adds to a roll.",
        ),
        "owned": Flag(default=True, meaning="Whether a faction lies in front of its seat."),
    },
    components=[pile, camp],
    table={"faction_of": ("the faction of each seat", 5)},
    actions={0: "rolls"},
    deal=deal,
    legal=legal,
    apply=apply,
    turns="ended by apply",
)
