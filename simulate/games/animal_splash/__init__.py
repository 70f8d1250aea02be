"""Animal Splash.

An unpublished prototype of boardgame-planet.com, for 2 to 5 players.

**The idea.** Divers take underwater pictures. Each picture shows an animal and a plant.
Players lay their pictures in a row, the tableau, at its left or right end. Neighbouring
pictures (three by default) that show the same kind of animal, animals of one colour, or the
same plant earn a pearl. The pearl is laid on one of these pictures, whose animal or plant then
counts for no other groups. Players can spend oxygen to rearrange the pictures, so that the same
picture scores again.

**A turn.** Move your diver clockwise around the 3 x 3 grid of pictures. A single step earns
oxygen, many steps cost oxygen, and spots with other divers are skipped. Take a picture from
the row or column in view and lay it at the left or right end of your tableau; it may bring
oxygen. Swap neighbours in your tableau or shift a card to one of its ends, as often as your
oxygen allows. Put pearls on groups. Take a mission whose condition you meet, of a colour that
you do not own yet. Then the gap in the grid is filled from the pile of its row.

**The end.** All players lay the same number of cards. A pearl is worth a point. Missions and
one end-scoring card, which is visible from the start, give more. The player with the most
points wins; ties are broken by oxygen.

**Rulings.** These are not options: missions and the end-scoring card depend on what a player
has, and cost nothing. A spot without a picture in view cannot be chosen, but counts as a step.
A player who cannot move anywhere passes the turn. Players who have all their cards are
skipped, and their divers stay. Tied players share the points of the places for which they tie,
so scores are kept in 60ths of a point. A player who has nothing of what the end-scoring card
counts gets nothing. The supply of oxygen and pearls is unlimited.

**What a player sees.** Everything except the order of the draw piles.

Source: the author's rules, in English, without the pictures of the cards, the actions, the missions
and the end scoring. The values used instead are assumptions, and options.
"""

from __future__ import annotations

from simulate.game import Deck
from simulate.games.animal_splash import declared, play, tableau
from simulate.games.animal_splash.declared import *
from simulate.games.animal_splash.tableau import longest_run, measure, price_of, steps_to
from simulate.games.animal_splash.telling import GLOSSARY, SCORING, AnimalSplashTeller, card_names
from simulate.making import game
from simulate.making.declared import declared_in

GAME = game(
    name="animal-splash",
    **declared_in(declared, play),
    source="unpublished prototype, boardgame-planet.com",
    seats=(2, declared.MOST_SEATS),
    score_parts=declared.POINT,
    scoring=SCORING,
    glossary=GLOSSARY,
    seconds_per_turn=30,
    # Its planner takes about twice as long per game as those of the other bundled games.
    default_games=10_000,
    standings="after each round of turns, and at the end",
    halftime="when half of the cards have been taken",
    stretch="lap",
    default_strategy="planner",
    groups=3,
    turns="ended by apply",
    rounds="ended by apply",
    doubt=1.0,
    playout="planner",
    teller=AnimalSplashTeller(),
    deck=Deck(card_names, play.used_by, 2 << declared.OXYGEN_BIT),
    wins=tableau.winners,
)
