"""What every component of a game can do, and how compiled code calls it.

A component is an ordinary object in a game's file; its functions are attributes (``deck.draw``),
which the compiler resolves as those of a module, so that it costs nothing in play.
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

#: A function of compiled code; which arguments it has is said where it is called.
Compiled = Callable[..., Any]


@dataclass
class Fields:
    """The fields that a component adds to a game's layouts, by name."""

    #: What everybody sees, one seat sees, nobody sees.
    table: dict[str, Field] = field(default_factory=dict)
    own: dict[str, Field] = field(default_factory=dict)
    hidden: dict[str, Field] = field(default_factory=dict)
    #: What is made from the rules once, so that play needs no search.
    derived: dict[str, Field] = field(default_factory=dict)

    def add(self, other: Fields, whose: str) -> None:
        """Take over the fields of a component; `UsageError` if a name is taken already."""
        for place, more in vars(other).items():
            mine = getattr(self, place)
            for name, meaning in more.items():
                if name in mine:
                    raise UsageError(
                        f"{whose} needs a field {name!r} of the {place}, which is there already; "
                        "give one of them another name"
                    )
                mine[name] = meaning


class Component:
    """Something that a game is made of: cards, piles, hands, rows, dice, counters, boards."""

    #: As its fields begin, in the layouts of the game.
    name: str
    #: The `Cards` that lie in it; ``None`` for what holds no cards.
    cards: Any
    #: What a designer can change of it, by name, besides the rules that the game declares.
    rules: Mapping[str, Any] = {}
    #: Compiled, ``(rules, state)``: what is done before a game's own ``deal``, if not nothing.
    set_up: Compiled | None = None
    #: Compiled, ``(rules, state, seat, unseen)``: takes what a seat sees of this component from
    #: `unseen`, the number of cards by kind.
    count_seen: Compiled | None = None
    #: Compiled, ``(rules, state, seat, bag, left) -> left``: draws what a seat does not see of
    #: this component from the first `left` cards of a bag, and returns how many are left then.
    fill_unseen: Compiled | None = None

    #: The fields it adds to the game's layouts, where they are known without the game's rules.
    fixed_fields: Fields = Fields()

    def __init__(self, name: Any, of: str, cards: Any = None) -> None:
        if not isinstance(name, str) or not name.isidentifier() or hasattr(np.record, name):
            raise UsageError(
                f"{of} cannot be called {name!r}; its name begins its fields, so give a word in "
                "small letters, as in 'deck' or 'draw_pile'"
            )
        self.name, self.cards = name, cards

    def fields(self, options: Mapping[str, Option]) -> Fields:
        """Return the fields it adds to the game's layouts; `options` are the game's rules."""
        return self.fixed_fields

    def prepare(self, rules: Any) -> None:
        """Fill its derived fields of a rules record."""

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        """Describe what of it lies on the table."""
        return ""

    def describe_seat(self, rules: Any, snapshot: Snapshot, seat: int, *, known: bool) -> str:
        """Describe what of it belongs to a seat; `known` says whether its secrets are told."""
        return ""

    def describe_own(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Describe what only the seat itself sees of it."""
        return ""

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return a line for each change by an action, other than cards that came or went."""
        line = self.describe_table(rules, after)
        return [line] if line != self.describe_table(rules, before) else []

    def set_score_parts(self, parts: int) -> None:
        """Set how many parts of a score make one unit; used by components that show scores."""

    def count(self, rules: Any, snapshot: Snapshot) -> Any:
        """Return the number of its cards of each kind; None for a component without cards.

        For arrays of records (many moments) the kinds are on the last axis of the result.
        """
        return None

    def count_hidden(self, rules: Any, snapshot: Snapshot) -> Any:
        """Return the cards here that some seat does not see, by holder and kind.

        The shape is (..., `SEATS` + 1, kinds). The last holder is nobody, as for a pile face down.
        None for a component that all seats see.
        """
        return None

    def places(self, rules: Any, snapshot: Snapshot) -> dict[str, Any]:
        """Return the number of its cards of each kind, by place, such as ``"seat 2"``.

        The place of a component with only one is called ``""``. Replays name the cards that are put
        into a place. They name no cards of a component without places, such as a pile face down.
        """
        return {} if self.cards is None else {"": self.count(rules, snapshot)}


def held_by_nobody(counts: Any) -> Any:
    """Return counts by kind as counts by holder and kind, with all cards held by nobody."""
    if counts is None:
        return None
    by_holder = np.zeros((*counts.shape[:-1], SEATS + 1, counts.shape[-1]), np.int64)
    by_holder[..., SEATS, :] = counts
    return by_holder


def count_first(cards: Any, sizes: Any, kinds: int) -> Any:
    """Count cards by kind among the first `sizes` entries along the last axis of `cards`.

    Numbers that are no kind of card are left out, so that they show as lost.
    """
    sizes = np.asarray(sizes)
    cards = np.asarray(cards)[..., : sizes.max()]
    row = np.arange(sizes.size).reshape(sizes.shape)[..., None]
    there = np.arange(cards.shape[-1]) < sizes[..., None]
    there &= (cards >= 0) & (cards < kinds)
    counts = np.bincount((row * kinds + cards)[there], minlength=sizes.size * kinds)
    return counts.reshape(*sizes.shape, kinds)


class ComponentType(types.Opaque):
    """Numba type of one component, whose functions and numbers are its attributes."""

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
    found = getattr(owner.component, name)
    its_type = context.typing_context.resolve_value_type(found)
    return context.get_constant_generic(builder, its_type, found)


@lower_constant(ComponentType)  # type: ignore[untyped-decorator, no-untyped-call]
def _lower_component(context: Any, builder: Any, its_type: Any, value: Any) -> Any:
    return context.get_dummy_value()


def readable_name(name: str) -> str:
    """Return a component's name in words."""
    return name.replace("_", " ")
