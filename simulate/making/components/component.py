"""The base class of all components of a game, and how compiled code calls them.

A component is an ordinary object in a game's file. Its functions are attributes (``deck.draw``).
The compiler resolves them like the functions of a module, so a component costs no time in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba import types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import typeof_impl

from simulate.errors import UsageError
from simulate.game import Snapshot
from simulate.kit.layout import SEATS, Field
from simulate.rules.kinds import Option

#: The type of a function that Fathom compiles. Its parameters are described where it is used.
Compiled = Callable[..., Any]


@dataclass
class Fields:
    """The fields that a component or a game adds to the layouts: a `Field` for each name."""

    #: Fields that everybody sees.
    table: dict[str, Field] = field(default_factory=dict)
    #: Fields that one seat sees.
    own: dict[str, Field] = field(default_factory=dict)
    #: Fields that nobody sees.
    hidden: dict[str, Field] = field(default_factory=dict)
    #: Fields that are computed from the rules once, so that play needs no search.
    derived: dict[str, Field] = field(default_factory=dict)

    def add(self, component_fields: Fields, owner: str) -> None:
        """Add the fields of a component, which errors call `owner`.

        Raises
        ------
        UsageError
            If a layout already has a field with the same name.
        """
        for layout, added in vars(component_fields).items():
            fields = getattr(self, layout)
            for name, meaning in added.items():
                if name in fields:
                    raise UsageError(
                        f"{owner} needs a field {name!r} of the {layout}, which exists already; "
                        "give one of them another name"
                    )
                fields[name] = meaning


class Component:
    """A part of a game, such as cards, a pile, hands, dice, a counter or a board.

    Parameters
    ----------
    name
        The component's name. The names of its fields begin with this name.
    kind
        The kind of component in words, for errors.
    cards
        The `Cards` that lie in the component; None if it has no cards.

    Raises
    ------
    UsageError
        If `name` is not a Python identifier, or is an attribute of NumPy's records, or if `cards`
        are not `Cards`.
    """

    #: The component's name. The names of its fields begin with this name.
    name: str
    #: The `Cards` that lie in the component; None if it has no cards.
    cards: Any
    #: Rules (`Option`) that the component adds to those of the game, by name.
    rules: Mapping[str, Any] = {}
    #: Compiled, ``(rules, state)``: sets the component up, before the game's own ``deal``. None if
    #: its fields stay 0.
    set_up: Compiled | None = None
    #: Compiled, ``(rules, state, seat, unseen)``: subtracts the cards that a seat sees here from
    #: `unseen`, an array with the number of cards of each kind. None if no seat sees any.
    count_seen: Compiled | None = None
    #: Compiled, ``(rules, state, seat, bag, left) -> left``: draws the cards that a seat does not
    #: see here from the first `left` entries of `bag`, and returns the number of cards that remain
    #: there. None if all seats see all cards here.
    fill_unseen: Compiled | None = None
    #: Compiled, ``(rules, state, seat)``: fills in everything here that a seat does not see, except
    #: cards. None if there is nothing.
    redeal: Compiled | None = None
    #: True if `fill_unseen` chooses among all unseen cards, so that it is called before those of
    #: other components.
    fills_first: bool = False
    #: True if its changes may belong to the result of a trick or an auction, as a payment does.
    #: Replays tell them before the new scores, and those of other components after them.
    belongs_to_result: bool = False
    #: The names of the component's functions that end the turn of the seat to act.
    turn_functions: tuple[str, ...] = ()
    #: The fields that `fields` returns by default.
    fixed_fields: Fields = Fields()

    def __init__(self, name: Any, kind: str, cards: Any = None) -> None:
        if isinstance(name, Component):
            call = f"{type(self).__name__}({cards!r}, CARDS)"
            raise UsageError(f"{kind} needs its name first, and then its cards; write {call}")
        if not isinstance(name, str) or not name.isidentifier() or hasattr(np.record, name):
            raise UsageError(
                f"{kind} cannot be called {name!r}; its fields begin with its name, so give a word "
                "in lower-case letters, as in 'deck' or 'draw_pile'"
            )
        if cards is not None and not hasattr(cards, "kinds"):
            call = f"{type(self).__name__}({name!r}, CARDS)"
            raise UsageError(
                f"{kind} called {name!r} needs the cards that lie in it, not {cards!r}; write "
                f'CARDS = Cards("card", 52) with your number of cards, or their names, and {call}'
            )
        self.name = name
        self.cards = cards

    def fields(self, options: Mapping[str, Option]) -> Fields:
        """Return the fields that the component adds to the game's layouts.

        `options` are the game's rules, by name.

        Raises
        ------
        UsageError
            If the component names a rule that is not in `options`, or contradicts a rule.
        """
        return self.fixed_fields

    def prepare(self, rules: Any) -> None:
        """Compute the component's derived fields in a rules record. The base class has none."""

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        """Return a description of what belongs to no seat; empty if there is nothing."""
        return ""

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> str:
        """Return a description of what belongs to a seat; empty if there is nothing.

        It includes what only the seat itself sees if `reveal` is True.
        """
        return ""

    def describe_own(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Return a description of what only the seat itself sees; empty if there is nothing."""
        return ""

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return lines on what changed between two moments, except for cards that moved.

        In the base class this is the line of `describe_table` at the later moment, or no line if
        that text is the same at both moments. Components that describe more override the method.
        """
        line = self.describe_table(rules, after)
        return [line] if line != self.describe_table(rules, before) else []

    def describe_result(self, rules: Any, before: Snapshot, after: Snapshot) -> str:
        """Return a sentence on what was decided between two moments, such as who took a trick.

        It is "" if nothing was decided. The base class decides nothing.
        """
        return ""

    def emptied_places(self, before: Snapshot, after: Snapshot) -> dict[Component, set[str]]:
        """Return the places whose cards were all shuffled into this component between two moments.

        They are the names of places (see `places`) by the component that they belong to. Cards that
        lie there at the later moment came after the shuffle. The base class returns none.
        """
        return {}

    def set_score_parts(self, parts: int) -> None:
        """Set the number by which points are divided in descriptions (`Game.score_parts`).

        Components without points ignore it.
        """

    def find_wrong_seats(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        """Return whether numbers that should be seats are none, as arrays of truths by field.

        -1 (nobody) and -2 (not yet) are not wrong. If `snapshot` holds arrays of records, one per
        moment, the moments are the first axis. The base class has no such fields.
        """
        return {}

    def find_contradiction(self, rules: Any, snapshot: Snapshot) -> str:
        """Return a sentence on fields of the component that contradict each other, or "".

        They do if an author's code writes a field that only the component's functions may write.
        The base class finds no contradictions.
        """
        return ""

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        """Return the number of cards of each kind in the component, as an array of shape (kinds,).

        If `snapshot` holds arrays of records, one per moment, the shape is (moments, kinds). The
        base class returns None, for components without cards.
        """
        return None

    def count_hidden(self, rules: Any, snapshot: Snapshot) -> Any:
        """Return the number of the component's hidden cards, by seat that holds them and by kind.

        A card is hidden if at least one seat does not see it. The shape is (`SEATS` + 1, kinds), or
        (moments, `SEATS` + 1, kinds). The row after those of the seats counts cards that nobody
        holds, as in a face-down pile. None for a component that all seats see.
        """
        return None

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        """Return the number of cards of each kind, shape (kinds,), by the name of their place.

        A place is, for instance, ``"seat 2"``. A component with a single place calls it ``""``.
        Replays name the cards that come to a place. A component without places, such as a face-down
        pile, keeps its cards secret.
        """
        counts = None if self.cards is None else self.count(rules, snapshot)
        return {} if counts is None else {"": counts}


def held_by_nobody(counts: Any) -> Any:
    """Return the result of `Component.count_hidden` for cards that nobody holds.

    `counts` has the shape (..., kinds), and the result (..., `SEATS` + 1, kinds). None if `counts`
    is None.
    """
    if counts is None:
        return None
    by_holder = np.zeros((*counts.shape[:-1], SEATS + 1, counts.shape[-1]), np.int64)
    by_holder[..., SEATS, :] = counts
    return by_holder


def count_first(cards: Any, sizes: Any, kinds: int) -> Any:
    """Count the cards of each kind in each row of `cards`, among the first entries of the row.

    Entries that are not from 0 to `kinds` - 1 are not counted. A check of the number of all cards
    then finds that cards are missing.

    Parameters
    ----------
    cards
        The kind of each card, of shape (..., length).
    sizes
        The number of entries of each row that are counted, of shape (...).
    kinds
        The number of kinds.

    Returns
    -------
    numpy.ndarray
        The counts, of shape (..., kinds).
    """
    sizes = np.asarray(sizes)
    cards = np.asarray(cards)[..., : sizes.max()]
    row = np.arange(sizes.size).reshape(sizes.shape)[..., None]
    is_counted = np.arange(cards.shape[-1]) < sizes[..., None]
    is_counted &= (cards >= 0) & (cards < kinds)
    counts = np.bincount((row * kinds + cards)[is_counted], minlength=sizes.size * kinds)
    return counts.reshape(*sizes.shape, kinds)


class ComponentType(types.Opaque):
    """The Numba type of a single component, whose attributes are the component's own."""

    def __init__(self, component: Component) -> None:
        self.component = component
        super().__init__(name=f"component {component.name} {id(component)}")


register_default(ComponentType)(models.OpaqueModel)


@typeof_impl.register(Component)
def _type_of(component: Component, context: Any) -> ComponentType:
    return ComponentType(component)


@infer_getattr
class _ComponentAttributes(AttributeTemplate):
    key = ComponentType

    def generic_resolve(  # type: ignore[override]
        self, owner: ComponentType, name: str
    ) -> types.Type | None:
        value = getattr(owner.component, name, None)
        return None if value is None else self.context.resolve_value_type(value)


@lower_getattr_generic(ComponentType)  # type: ignore[untyped-decorator, no-untyped-call]
def _lower_attribute(
    context: Any, builder: Any, owner: ComponentType, value: Any, name: str
) -> Any:
    attribute = getattr(owner.component, name)
    its_type = context.typing_context.resolve_value_type(attribute)
    return context.get_constant_generic(builder, its_type, attribute)


@lower_constant(ComponentType)  # type: ignore[untyped-decorator, no-untyped-call]
def _lower_component(context: Any, builder: Any, its_type: Any, value: Any) -> Any:
    return context.get_dummy_value()


def readable_name(name: str) -> str:
    """Return a component's name with spaces, as in "draw pile"."""
    return name.replace("_", " ")
