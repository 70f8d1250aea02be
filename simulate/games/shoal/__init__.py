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

from simulate.games.shoal.declared import (
    COLOURS,
    CORAL,
    COUNTS,
    DERIVED,
    DISCARD,
    HIDDEN,
    LEAVES,
    MOST_NOTES,
    MOST_SEATS,
    NOTHING,
    OCTOPUS,
    OWN,
    OWN_SHOAL,
    RULES,
    SECRET,
    SHARK,
    SLOTS,
    STAYS,
    TABLE,
    VARIANTS,
    cell_of,
    check,
    colour_of,
    fish_on,
    is_fish,
    prepare,
    seabed_of,
    shoal_of,
    slot_of,
)
from simulate.games.shoal.laying import fitting, true_scores, winners
from simulate.games.shoal.play import apply, deal, legal, redeal
from simulate.games.shoal.telling import ShoalTeller
from simulate.kit.grid import WORDS
from simulate.making import game

GAME = game(
    name="shoal",
    source="French rules without title or author",
    seats=(2, MOST_SEATS),
    rules=RULES,
    variants=VARIANTS,
    seconds_per_turn=25,
    box_minutes=(20, 20),
    standings="after each round of turns and at the end, had all tiles been open",
    halftime="after the round of turns in which half of the piles' cards have been turned up",
    stretch="lap",
    counts=COUNTS,
    default_strategy="planner",
    table=TABLE,
    own=OWN,
    hidden=HIDDEN,
    derived=DERIVED,
    groups=(MOST_SEATS - 1) * SLOTS * WORDS,
    check=check,
    prepare=prepare,
    deal=deal,
    legal=legal,
    apply=apply,
    turns="said",
    rounds="said",
    redeal=redeal,
    doubt=1.0,
    teller=ShoalTeller(),
    scores=true_scores,
    wins=winners,
)
