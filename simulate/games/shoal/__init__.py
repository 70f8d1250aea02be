"""Shoal, a French card-laying game of fish shoals and the curse of the fish.

The rulebook has no title and no author; Fathom names the game for the shoals that players
build. For 2 to 4 players.

**The idea.** Every player has a secret fish colour and lays cards around a coral: a shoal.
Adjacent fish must have the same colour or the same seabed colour. Fish of a player's colour
score in all shoals. Players therefore feed their colour to the other shoals too, which gives
away their colour.

**A turn.** There are four piles, each with its top card face up. Take a fish or a coral into
your own shoal, then another card into an opponent's shoal. Three fish of one seabed in line
are cursed: they turn to fishbone, and only corals fit beside it. Sharks eat a fish of an
opponent. An octopus that turns up goes immediately to the player with the most corals.

**Rulings.** A player's own shoal comes first, and that card takes effect before the second
card is laid. All cards of an unbroken line of three or more are cursed. A player who cannot
lay any card discards one. The table has edges (`table_size`). For the majority bonus, a
player's colour must have more fish in the player's shoal than each of the other three colours.
A player without a shark gets no points for the most sharks. Of four sharks on offer, the one
turned up last is discarded. An octopus covers the coral laid first.

**What a player sees.** All shoals, the four cards on offer and the sizes of the piles, and so
which cards are still to come. Their own colour, and with `open_tiles` all colours. Scores are
secret until the end.

Source: the French rules. They do not list the fish cards one by one (`singles`, `doubles`).
"""

from __future__ import annotations

from simulate.game import Deck
from simulate.games.shoal import declared, laying, play
from simulate.games.shoal.declared import *
from simulate.games.shoal.laying import card_at, fitting, line_of
from simulate.games.shoal.telling import GLOSSARY, SCORING, ShoalTeller, card_names
from simulate.kit.grid import WORDS
from simulate.making import game
from simulate.making.declared import declared_in

GAME = game(
    name="shoal",
    **declared_in(declared, play),
    source="French rules without title or author",
    seats=(2, declared.MOST_SEATS),
    scoring=SCORING,
    glossary=GLOSSARY,
    seconds_per_turn=25,
    box_minutes=(20, 20),
    standings="after each round of turns and at the end, as if all tiles were open",
    halftime="when half of the piles' cards have been turned up",
    stretch="lap",
    default_strategy="planner",
    groups=(declared.MOST_SEATS - 1) * declared.SLOTS * WORDS,
    turns="ended by apply",
    rounds="ended by apply",
    doubt=1.0,
    playout="planner",
    teller=ShoalTeller(),
    deck=Deck(card_names, play.used_by, declared.OCTOPUS),
    scores=laying.true_scores,
    wins=laying.winners,
)
