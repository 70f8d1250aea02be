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

#: A function that is compiled. Its parameters are described where it is used.
Compiled = Callable[..., Any]


@dataclass
class Fields:
    """The fields that a component adds to a game's layouts, by name."""

    #: Fields that everybody sees.
    table: dict[str, Field] = field(default_factory=dict)
    #: Fields that one seat sees.
    own: dict[str, Field] = field(default_factory=dict)
    #: Fields that nobody sees.
    hidden: dict[str, Field] = field(default_factory=dict)
    #: Fields that are computed from the rules once, so that play needs no search.
    derived: dict[str, Field] = field(default_factory=dict)

    def add(self, other: Fields, owner: str) -> None:
        """Add the fields of a component, called `owner` in errors.

        Raises
        ------
        UsageError
            If a layout already has a field with the same name.
        """
        for layout, added in vars(other).items():
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
        The name with which its fields begin.
    kind
        The kind of component in words, for errors.
    cards
        The `Cards` that lie in it; None for a component without cards.

    Raises
    ------
    UsageError
        If the name cannot be the name of a field.
    """

    #: The name with which its fields begin in the layouts of the game.
    name: str
    #: The `Cards` that lie in it; None for a component without cards.
    cards: Any
    #: Rules that it adds to those of the game, by name.
    rules: Mapping[str, Any] = {}
    #: Compiled, ``(rules, state)``: sets it up before the game's own ``deal``.
    set_up: Compiled | None = None
    #: Compiled, ``(rules, state, seat, unseen)``: subtracts the cards that a seat sees here from
    #: `unseen`, the number of cards of each kind.
    count_seen: Compiled | None = None
    #: Compiled, ``(rules, state, seat, bag, left) -> left``: draws the cards that a seat does not
    #: see here from the first `left` entries of `bag`, and returns the number of cards that remain.
    fill_unseen: Compiled | None = None
    #: The fields that it adds to the game's layouts, if they do not depend on the rules.
    fixed_fields: Fields = Fields()

    def __init__(self, name: Any, kind: str, cards: Any = None) -> None:
        if not isinstance(name, str) or not name.isidentifier() or hasattr(np.record, name):
            raise UsageError(
                f"{kind} cannot be called {name!r}; its fields begin with its name, so give a word "
                "in small letters, as in 'deck' or 'draw_pile'"
            )
        self.name = name
        self.cards = cards

    def fields(self, options: Mapping[str, Option]) -> Fields:
        """Return the fields that it adds to the game's layouts; `options` are the game's rules."""
        return self.fixed_fields

    def prepare(self, rules: Any) -> None:
        """Compute its derived fields in a rules record; nothing by default."""

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        """Describe the part that lies on the table; an empty string if there is none."""
        return ""

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, reveal: bool) -> str:
        """Describe the part that belongs to a seat, with its secrets if `reveal`."""
        return ""

    def describe_own(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Describe the part that only the seat itself sees; an empty string if there is none."""
        return ""

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return a line for each change by an action, other than cards that came or left."""
        line = self.describe_table(rules, after)
        return [line] if line != self.describe_table(rules, before) else []

    def set_score_parts(self, parts: int) -> None:
        """Set the number of parts of a score that make one unit, for components with scores."""

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        """Return the number of cards of each kind in it; None for a component without cards.

        This method returns None, and components with cards override it. For arrays of records, one
        per moment, the kinds are on the last axis of the result.
        """
        return None

    def count_hidden(self, rules: Any, snapshot: Snapshot) -> Any:
        """Return the number of cards in it that some seat does not see, by holder and kind.

        The shape is (..., `SEATS` + 1, kinds). The last holder stands for nobody, as for a
        face-down pile. None for a component that all seats see.
        """
        return None

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        """Return the number of cards of each kind, by place, such as ``"seat 2"``.

        A component with a single place calls it ``""``. Replays name the cards that come to a
        place. A component without places, such as a face-down pile, keeps its cards secret.
        """
        counts = None if self.cards is None else self.count(rules, snapshot)
        return {} if counts is None else {"": counts}


def held_by_nobody(counts: Any) -> Any:
    """Return counts by kind as counts by holder and kind, with all cards held by nobody.

    The shape (..., kinds) becomes (..., `SEATS` + 1, kinds). None stays None.
    """
    if counts is None:
        return None
    by_holder = np.zeros((*counts.shape[:-1], SEATS + 1, counts.shape[-1]), np.int64)
    by_holder[..., SEATS, :] = counts
    return by_holder


def count_first(cards: Any, sizes: Any, kinds: int) -> Any:
    """Count the cards of each kind among the first `sizes` entries of the last axis of `cards`.

    Numbers outside 0 to `kinds` - 1 are not counted, so a check of all cards finds them missing.

    Parameters
    ----------
    cards
        Kinds of cards, of shape (..., length).
    sizes
        The number of valid entries in each row, of shape (...).
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
    """The Numba type of one component; the component's functions and numbers are its attributes."""

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
