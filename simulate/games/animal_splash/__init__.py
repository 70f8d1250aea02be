"""Animal Splash.

An unpublished prototype of boardgame-planet.com, for 2 to 5 players.

**The idea.** Divers take underwater pictures. Each shows an animal and a plant, and
players lay them in a row, their tableau, at its left or right end. Three neighbours that
show the same kind of animal, animals of one colour, or the same plant earn a pearl. It is laid
on one of the three and takes its animal, or its plant, out of later groups; so
rearranging the others, for oxygen, lets the same picture score again.

**A turn.** Dive clockwise around the 3 x 3 grid of pictures: a single step earns
oxygen, many cost it, and spots of other divers are jumped over. Take a picture of the row or
column in view and lay it left or right; it may bring oxygen. Swap neighbours of the own
tableau or shift a card to an end of it, as often as the oxygen lasts. Put pearls on groups.
Take one mission whose condition holds, of a colour not owned yet. Then the gap in the grid is
filled from the pile of its row.

**The end.** Everybody lays the same number of cards. A pearl is a point; missions and one
end-scoring card, shown from the start, give more. Most points wins, then most oxygen.

**Rulings.** Fixed here: missions and the end-scoring card look at what a player has and
spend nothing. A spot without a picture in view cannot be chosen, but is a step. Who
cannot dive anywhere passes the turn. Players with all their cards are skipped; their divers stay.
Tied players share the places they tie for, so scores are kept in 60ths of a point; who has
nothing of what the end-scoring card asks for gets nothing. Oxygen and pearls never run
out.

**What a player sees.** Everything but the order of the draw piles.

Source: the author's rules, in English. Their pictures of the cards, the actions, the missions and
the end scoring are missing: what stands in for them are assumptions, and options.
"""

from __future__ import annotations

from simulate.game import Deck
from simulate.games.animal_splash import declared, play, tableau
from simulate.games.animal_splash.declared import *
from simulate.games.animal_splash.tableau import longest_run, measure, price_of, steps_to
from simulate.games.animal_splash.telling import AnimalSplashTeller, card_names
from simulate.making import game
from simulate.making.declared import declared_in

GAME = game(
    name="animal-splash",
    **declared_in(declared, play),
    source="unpublished prototype, boardgame-planet.com",
    seats=(2, declared.MOST_SEATS),
    score_parts=declared.POINT,
    seconds_per_turn=30,
    standings="after each round of turns, and at the end",
    halftime="when half of the cards have been taken",
    stretch="lap",
    default_strategy="planner",
    groups=3,
    turns="said",
    rounds="said",
    doubt=1.0,
    playout="planner",
    teller=AnimalSplashTeller(),
    deck=Deck(card_names, play.used_by, 2 << declared.OXYGEN_BIT),
    wins=tableau.winners,
)
