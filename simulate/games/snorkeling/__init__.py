"""Snorkeling, with its Expert Diving variant.

Ludovic Lepine, Haumea Games 2025; for 2 to 6 players.

**The idea.** Every player dives behind a pile of cards. The top card is their depth, which
starts as a Lanternfish, the highest value. Opponents push players up by laying cards on their
piles, each exactly one lower than the top. When a player gets a 0, the Beach, the round ends,
and all players score the value on top of their own pile. The first player with 12 or more
points who is alone in the lead wins.

**A turn.** Lay cards from the hand on the centre: either one card that is one higher than the
top card (a 0 follows the highest value), or any number of cards of the top card's colour.
Expert Diving mixes both freely. A player who laid at least one card may then lay cards on
opponents' piles, one on each. Then draw a card. Players with an empty hand also take the top
card of their own pile back into the hand, or draw one more card if that top is the Lanternfish.

**Rulings.** The rulebook's languages disagree on how many pile cards a turn may have
(`pile_limit`) and on whether players may lay cards on their own pile (`own_pile`). They do not
say who starts later rounds (`starter`) or what happens when the deck is empty (`empty_deck`).
Other rulings are not options: a card of the same colour that is also one higher counts as a
colour play. Once a card was laid on a pile, the centre is closed for the turn. When nobody
lays or draws a card in a whole lap, the round ends and is scored.

**What a player sees.** Their own hand, the centre, all piles (every card in them was laid face
up), the sizes of all hands, the scores and the size of the deck. Of opponents' hands, they see
only the cards that were taken back from a pile.
"""

from __future__ import annotations

from simulate.game import Deck
from simulate.games.snorkeling import declared, play
from simulate.games.snorkeling.declared import *
from simulate.games.snorkeling.telling import (
    GLOSSARY,
    SCORING,
    SnorkelingTeller,
    card_groups,
    card_names,
)
from simulate.making import game
from simulate.making.declared import declared_in

GAME = game(
    name="snorkeling",
    **declared_in(declared, play),
    version=2,
    source="Ludovic Lepine, Haumea Games 2025",
    seats=(2, declared.MOST_SEATS),
    scoring=SCORING,
    glossary=GLOSSARY,
    halftime="after the first round",
    default_strategy="planner",
    groups=2 + declared.MOST_SEATS,
    turns="ended by apply",
    rounds="ended by apply",
    horizon=1,
    doubt=1.0,
    playout="planner",
    teller=SnorkelingTeller(),
    deck=Deck(
        card_names,
        declared.used_by,
        declared.CARDS,
        hands=(("count", 0),),
        groups=card_groups,
    ),
)
