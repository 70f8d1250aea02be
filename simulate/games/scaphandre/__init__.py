"""Scaphandre, with its Memory variant.

After a concept by Annick Lobet, Gigamic 2011; for 2 to 4 players. The published leaflet
carries no title; the game is named here for its diving suits.

**The idea.** Everybody has five diving suits, numbered 1 to 5. Cards with 1 to 5
octopuses or crabs are laid in the centre one by one. Whoever brings the animals there
to 12 or more takes them all, each card into the suit of its number. But a suit
holds one kind of animal only: an octopus card and a crab card of the same number
cancel each other. Most animals in the suits wins.

**A turn.** Lay a card, say how many animals the centre has now, take the centre if that
reaches the limit, and draw a card while there are any.

**Rulings.** The rulebook tells the end of the game in two ways (`ending`); when the draw
pile is empty, play goes on until all hands are empty, and who has no card is skipped. A
tie for most animals is a shared win. Only the difference between the animals of a suit
remains, so cards may be put there in any order.

**What a player sees.** Their own hand, how many animals and which cards lie in the
centre, everybody's suits and number of cards, the cancelled pairs and the size of the
draw pile. In the Memory variant the centre is a stack: of its cards a player knows the
latest `recall`, whoever laid them, and always how many animals it has.

Source: the publisher's French rules. They do not say how many copies of each card there
are (`copies`).
"""

from __future__ import annotations

from simulate.games.scaphandre import play
from simulate.games.scaphandre.play import *
from simulate.games.scaphandre.telling import ScaphandreTeller
from simulate.making import game
from simulate.making.declared import declared_in

GAME = game(
    name="scaphandre",
    **declared_in(play),
    source="after a concept by Annick Lobet, Gigamic 2011",
    seats=(2, 4),
    score_unit="animals",
    box_minutes=(10, 20),
    standings="after each pick-up",
    halftime="when half of the cards have been played",
    stretch="centre",
    default_strategy="planner",
    components=(*play.COMPONENTS, *play.COUNTED),
    table={"holding": "the seats that have cards in hand, as a set"},
    actions={range(play.CARDS): "plays {card}"},
    turns="said",
    rounds="said",
    groups=1,
    doubt=1.0,
    playout="random",
    teller=ScaphandreTeller(),
)
