"""Shoal, a French card-laying game of fish shoals and the curse of the fish.

The rulebook carries no title and no author; the game is named here for what its players
build. For 2 to 4 players.

**The idea.** Everybody has a secret fish colour and lays cards around a coral: a shoal.
A fish has to share its own colour or the colour of its seabed with every fish beside it.
Fish of one's colour score wherever they lie, so everybody feeds their colour to the
others' shoals too, and gives away who they are by it.

**A turn.** Four piles, the top card of each face up: take a fish or a coral into the own
shoal, then another card into an opponent's. Three fish of one seabed in line are cursed:
they turn to fishbone, beside which only corals fit. Sharks eat a fish of an opponent. An
octopus that turns up swims at once to whoever has the most corals.

**Rulings.** The own shoal comes first, and what it causes is settled before the second
card. An unbroken line of three or more is cursed as a whole. Who cannot lay any card
discards one. The table ends (`table_size`). The majority in the own shoal has to be strict,
against all three other colours; no points for most sharks without a shark. Of four sharks
the one turned up last is discarded. An octopus covers the coral laid first.

**What a player sees.** All shoals, the four cards on offer, the sizes of the piles, and so
which cards are still to come; the own colour, and with `open_tiles` everybody's. Scores are
secret until the end.

Source: the French rules. They do not list the fish cards one by one (`singles`, `doubles`).
"""

from __future__ import annotations

from simulate.game import Deck
from simulate.games.shoal import declared, laying, play
from simulate.games.shoal.declared import *
from simulate.games.shoal.laying import card_at, fitting, line_of
from simulate.games.shoal.telling import ShoalTeller, card_names
from simulate.kit.grid import WORDS
from simulate.making import game
from simulate.making.declared import declared_in

GAME = game(
    name="shoal",
    **declared_in(declared, play),
    source="French rules without title or author",
    seats=(2, declared.MOST_SEATS),
    seconds_per_turn=25,
    box_minutes=(20, 20),
    standings="after each round of turns and at the end, had all tiles been open",
    halftime="after the round of turns in which half of the piles' cards have been turned up",
    stretch="lap",
    default_strategy="planner",
    groups=(declared.MOST_SEATS - 1) * declared.SLOTS * WORDS,
    turns="said",
    rounds="said",
    doubt=1.0,
    playout="planner",
    teller=ShoalTeller(),
    deck=Deck(card_names, play.used_by, declared.OCTOPUS),
    scores=laying.true_scores,
    wins=laying.winners,
)
