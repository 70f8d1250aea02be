"""Snorkeling, with its Expert Diving variant.

Ludovic Lepine, Haumea Games 2025; for 2 to 6 players.

**The idea.** Everybody dives behind a pile whose top card is their depth; it starts
as a Lanternfish, the highest value. Others push you up by laying a card exactly one
lower on your pile. When somebody is given a 0, the Beach, the round ends and each
player scores the value on top of their own pile. First to 12 or more, alone in
front, wins.

**A turn.** Lay cards from the hand on the centre: either one card that is one
higher than the top (a 0 follows the highest), or any number of cards of the top
card's colour; Expert Diving mixes both freely. Whoever laid at least one may then
lay cards on opponents' piles, one on each. Then draw a card. Whoever emptied the
hand also takes the top card of their own pile back into the hand, or draws one more
when that is the Lanternfish.

**Rulings.** The rulebook's languages disagree on how many pile cards a turn may
have (`pile_limit`) and on whether one's own pile may be played on (`own_pile`); they
are silent on who starts later rounds (`starter`) and on an empty deck
(`empty_deck`). Fixed here: a card of the same colour that is also one higher counts
as a colour play; once a card was laid on a pile, the centre is closed for the turn;
when a whole lap passes in which nobody lays or draws a card, the round is scored as
it stands.

**What a player sees.** Their own hand, the centre, all piles (every card in them was
laid face up), hand sizes, scores and the deck's size; of another's hand, only cards
that were seen to come from the pile.
"""

from __future__ import annotations

from simulate.game import Deck
from simulate.games.snorkeling import declared, play
from simulate.games.snorkeling.declared import *
from simulate.games.snorkeling.telling import SnorkelingTeller, card_names
from simulate.making import game
from simulate.making.declared import declared_in

GAME = game(
    name="snorkeling",
    **declared_in(declared, play),
    version=2,
    source="Ludovic Lepine, Haumea Games 2025",
    seats=(2, declared.MOST_SEATS),
    halftime="after the first round",
    default_strategy="planner",
    groups=2 + declared.MOST_SEATS,
    turns="said",
    rounds="said",
    horizon=1,
    doubt=1.0,
    playout="planner",
    teller=SnorkelingTeller(),
    deck=Deck(card_names, declared.used_by, declared.CARDS, hands=(("count", 0),)),
)
