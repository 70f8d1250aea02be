"""The planners of Shoal: they guess who has which colour, and weigh all points by it."""

from __future__ import annotations

from typing import Any, NamedTuple

from simulate.games.shoal import (
    DISCARD,
    NOTHING,
    OWN_SHOAL,
    SHARK,
    SLOTS,
    colour_of,
    fish_on,
    is_fish,
)
from strategies import PASS, Parameter, View, action_at, compiled, inlined, strategy, working_record
from strategies.shoal_cards import look_at
from strategies.shoal_guess import guess_colours, seat_at, weigh_players
from strategies.shoal_lines import MEMORY, WORST


class _Weights(NamedTuple):
    """What a planner goes by: the planner's parameters, and what makes `open` open."""

    spoil: float
    lead: float
    guess: float
    trust: float
    doubt: float
    hide: float
    peril: float
    offer: float
    hope: float
    deny: float
    reef: float
    hunt: float
    flock: float
    spread: float
    frank: float


_USUAL = _Weights(
    spoil=1.0,
    lead=0.1,
    guess=0.4,
    trust=1.0,
    doubt=0.25,
    hide=36.0,
    peril=0.4,
    offer=0.0,
    hope=0.5,
    deny=0.4,
    reef=0.5,
    hunt=1.5,
    flock=1.5,
    spread=0.3,
    frank=0.0,
)
#: Points by which a fish of its own colour comes first for the open player.
_FRANK = 3.0
#: What hiding is worth to the bluffing player.
_BLUFF = 240.0

_SPOIL = Parameter(
    _USUAL.spoil, 0, 3, "How much all opponents' points together count, against its own."
)
_HIDE = (
    "Points that not being seen through is worth, shared by the opponents; falls to 0 at the end."
)


@strategy(
    "shoal",
    tier=3,
    spoil=_SPOIL,
    lead=Parameter(_USUAL.lead, 0, 3, "How much more opponents in front count, for each point."),
    guess=Parameter(_USUAL.guess, 0, 5, "How much a fish tells of the colour of who lays it."),
    trust=Parameter(_USUAL.trust, 0, 5, "How much more or less it tells in the own shoal."),
    doubt=Parameter(_USUAL.doubt, 0, 1, "Odds it leaves a colour that all signs speak against."),
    hide=Parameter(_USUAL.hide, 0, 500, _HIDE),
    peril=Parameter(_USUAL.peril, 0, 1, "Chance that a line one card short is cursed."),
    offer=Parameter(_USUAL.offer, -1, 1, "How much higher it is for each card on offer to do it."),
    hope=Parameter(_USUAL.hope, 0, 5, "The same chance for lines it wants cursed, as a share."),
    deny=Parameter(_USUAL.deny, -2, 2, "Share of a fish's worth that it has while on offer."),
    reef=Parameter(_USUAL.reef, 0, 10, "How much the octopuses to come count."),
    hunt=Parameter(_USUAL.hunt, 0, 10, "How much the points for most sharks count."),
    flock=Parameter(_USUAL.flock, 0, 10, "How much the points for the majority count."),
    spread=Parameter(_USUAL.spread, 0.01, 20, "How unsure a lead is, for each card to come."),
)
def planner(
    view: View,
    spoil: float,
    lead: float,
    guess: float,
    trust: float,
    doubt: float,
    hide: float,
    peril: float,
    offer: float,
    hope: float,
    deny: float,
    reef: float,
    hunt: float,
    flock: float,
    spread: float,
) -> int:
    """Weighs its own points against all others', each as likely as it thinks they are.

    It guesses who has which colour from what they laid, cursed and ate: each fish makes the colour
    likelier, and no two have the same. So it knows what a fish of each colour in sight is worth to
    it, wherever it lies. To that it adds the majority and its chance to last, the
    octopuses that more corals bring, most sharks, and the curse: it breaks lines of fish that harm
    it, lays no line of its own that the next card would turn, and covers the cell where somebody
    could. It plans both steps at once, so as to take the best pair of cards; takes away what
    others would like; and as long as cards are to come it avoids being seen through.

    With open tiles it knows the colours and has nothing to hide. Of equal places it takes that of
    the next player and the first cell, row by row.
    """
    weights = _Weights(
        spoil=spoil,
        lead=lead,
        guess=guess,
        trust=trust,
        doubt=doubt,
        hide=hide,
        peril=peril,
        offer=offer,
        hope=hope,
        deny=deny,
        reef=reef,
        hunt=hunt,
        flock=flock,
        spread=spread,
        frank=0.0,
    )
    return _plan(view, weights)


@strategy("shoal", tier=3, spoil=_SPOIL)
def open(view: View, spoil: float) -> int:
    """Plans like the planner, but openly: neither hides its colour nor guesses at others'.

    Lays fish of its own colour before everything else, and takes every opponent to have each
    other colour alike, unless the tiles are open. The difference to the planner is what
    secrecy is worth.
    """
    return _plan(view, _like_the_planner(spoil, 0.0, 0.0, _FRANK))


@strategy("shoal", tier=3, spoil=_SPOIL, hide=Parameter(_BLUFF, 0, 500, _HIDE))
def bluffing(view: View, spoil: float, hide: float) -> int:
    """Plans like the planner, but bluffs: early on it lays decoys, and its own colour late.

    Not being seen through is worth so much to it that it starts its shoal with
    another colour, and feeds others' shoals with that. The more cards have been turned
    up, the more it plays for points.
    """
    return _plan(view, _like_the_planner(spoil, _USUAL.guess, hide, 0.0))


@inlined
def _like_the_planner(spoil: float, guess: float, hide: float, frank: float) -> Any:
    return _Weights(
        spoil=spoil,
        lead=_USUAL.lead,
        guess=guess,
        trust=_USUAL.trust,
        doubt=_USUAL.doubt,
        hide=hide,
        peril=_USUAL.peril,
        offer=_USUAL.offer,
        hope=_USUAL.hope,
        deny=_USUAL.deny,
        reef=_USUAL.reef,
        hunt=_USUAL.hunt,
        flock=_USUAL.flock,
        spread=_USUAL.spread,
        frank=frank,
    )


# Both steps ---------------------------------------------------------------------


@compiled
def _plan(view: Any, weights: Any) -> int:
    """Return the action that is worth most, together with the best second step."""
    if view.menu.count == 1:
        return action_at(view.menu, 0)
    memory = working_record(view, MEMORY)
    guess_colours(view, memory, weights.guess, weights.trust, weights.doubt)
    weigh_players(view, memory, weights.spoil, weights.lead)
    memory.best[:, :] = WORST
    memory.actions[:, :] = PASS
    own = view.table.step == OWN_SHOAL
    step = 0 if own else 1
    for place in range(0 if own else 1, view.rules.players):
        look_at(view, memory, weights, seat_at(view, place))
    chosen, best = PASS, WORST
    for slot in range(SLOTS):
        action, value = memory.actions[step, slot], memory.best[step, slot]
        if own:
            value += _best_after(memory, slot)
        if action != PASS and value > best:
            chosen, best = action, value
    return _discard(view, memory) if chosen == PASS else chosen


@inlined
def _best_after(memory: Any, used: int) -> float:
    """Return the most that a second step is worth without the card of one slot."""
    best = WORST
    for slot in range(SLOTS):
        if slot != used:
            best = max(best, memory.best[1, slot])
    return 0.0 if best == WORST else best


@inlined
def _discard(view: Any, memory: Any) -> int:
    """Return the discard that harms it least: corals and sharks count nothing."""
    chosen, best = PASS, WORST
    for slot in range(SLOTS):
        card = view.table.slots[slot]
        if card == NOTHING or (card == SHARK and view.table.step == OWN_SHOAL):
            continue
        value = -memory.worth[colour_of(card)] * fish_on(card) if is_fish(card) else 0.0
        if value > best:
            chosen, best = DISCARD + slot, value
    return chosen
