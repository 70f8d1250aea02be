"""Scaphandre, with its Memory variant.

After a concept by Annick Lobet, Gigamic 2011; for 2 to 4 players. The published leaflet
carries no title; the game is named here for its diving suits.

**The idea.** Every player has five diving suits, numbered 1 to 5. Cards with 1 to 5
octopuses or crabs are laid in the centre one by one. The player who brings the number of
animals there to 12 or more takes them all. Each card goes into the suit of its number. A suit
holds only one kind of animal: an octopus card and a crab card of the same number cancel each
other. The player with the most animals in the suits wins.

**A turn.** Lay a card, announce how many animals are in the centre now, take the centre if
the limit is reached, and draw a card if the draw pile has any.

**Rulings.** The rulebook describes the end of the game in two ways (`ending`). By default,
when the draw pile is empty, play continues until all hands are empty, and players without
cards are skipped. Players who tie for the most animals share the win. Only the difference
between the animals of a suit remains, so the order in which cards are put there is irrelevant.

**What a player sees.** Their own hand, the number of animals and the cards in the centre, all
suits, the sizes of all hands, the cancelled pairs, and the size of the draw pile. In the
Memory variant the centre is a stack. Players then know the latest `recall` cards, no matter
who laid them, and always the number of animals.

Source: the publisher's French rules. They do not give the number of copies of each card
(`copies`).
"""

from __future__ import annotations

from dataclasses import replace

from simulate.games.scaphandre import play
from simulate.games.scaphandre.play import *
from simulate.games.scaphandre.telling import GLOSSARY, SCORING, ScaphandreTeller
from simulate.making import game
from simulate.making.declared import declared_in

_GAME = game(
    name="scaphandre",
    **declared_in(play),
    source="after a concept by Annick Lobet, Gigamic 2011",
    seats=(2, 4),
    score_unit="animals",
    scoring=SCORING,
    glossary=GLOSSARY,
    box_minutes=(10, 20),
    standings="after each pick-up",
    halftime="when half of the cards have been played",
    stretch="centre",
    default_strategy="planner",
    components=(*play.COMPONENTS, *play.COUNTED),
    table={"holding": "the seats that have cards in hand, as a set"},
    actions={range(play.CARDS): "plays {card}"},
    turns="ended by apply",
    rounds="ended by apply",
    groups=1,
    doubt=1.0,
    playout="random",
    teller=ScaphandreTeller(),
)
# Its planner counts unseen cards by the rule copies, so all cards need the same number of copies.
GAME = replace(_GAME, card_names=())
