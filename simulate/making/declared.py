"""The short way to write a game: what cannot be derived is declared, the rest follows."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any, Literal

from simulate.errors import UsageError, unknown
from simulate.game import Count, Deck, Game, Share, Teller
from simulate.kit import seats as seating
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import SEATS, Field, hidden_layout, layout, table_layout
from simulate.kit.menu import GROUP, menu_layout
from simulate.making.components.component import Compiled, Component, Fields
from simulate.making.components.counters import Counted
from simulate.making.components.custom import DeclaredFields
from simulate.making.components.holding import Holds
from simulate.making.deriving import make_apply, make_deal, make_deck, make_redeal
from simulate.making.telling import Actions, DeclaredTeller, as_ranges
from simulate.rules.kinds import Option
from simulate.rules.values import Variant, common_options

#: Who wins, by a word instead of a function; and where opposite seats play together.
_WINNERS = {"highest": seating.highest_scorers, "lowest": seating.lowest_scorers}
_WINNING_SIDES = {"highest": seating.higher_side, "lowest": seating.lower_side}
#: Who plays together.
_SIDES = {
    "each seat": seating.each_seat,
    "opposite seats": seating.opposite_seats,
    "all together": seating.all_together,
}

#: What is handed on to `simulate.game.Game`, if it is said.
_HANDED_ON = (
    *("version", "source", "score_unit", "score_parts", "scores", "seconds_per_turn"),
    *("box_minutes", "standings", "stretch", "default_strategy", "played_as"),
    *("horizon", "doubt", "playout"),
)


def game(
    *,
    name: str,
    seats: tuple[int, int],
    legal: Compiled,
    apply: Compiled,
    title: str = "",
    rules: Mapping[str, Option] | None = None,
    variants: Mapping[str, Variant] | None = None,
    check: Callable[[Mapping[str, Any], int], None] | None = None,
    components: Sequence[Component] = (),
    actions: Actions | None = None,
    table: Mapping[str, Field] | None = None,
    own: Mapping[str, Field] | None = None,
    hidden: Mapping[str, Field] | None = None,
    holds: Mapping[str, Holds] | None = None,
    derived: Mapping[str, Field] | None = None,
    prepare: Callable[[Any], None] | None = None,
    deal: Compiled | None = None,
    redeal: Compiled | None = None,
    wins: Literal["highest", "lowest"] | Compiled = "highest",
    sides: Literal["each seat", "opposite seats", "all together"] = "each seat",
    turns: Literal["", "each action", "said"] = "",
    rounds: Literal["", "each lap", "said"] = "",
    halftime: str = "",
    counts: Sequence[Count] = (),
    shares: Sequence[Share] = (),
    groups: int = 0,
    teller: Teller | None = None,
    deck: Deck | None = None,
    **more: Any,
) -> Game:
    """Make a game of its functions and of what is declared.

    All fields of the state are 0 before each deal. Plain functions, and those that they call, are
    compiled by Fathom. `UsageError` says what does not go together, and what to do.

    Parameters
    ----------
    name, seats, title, shares, **more
        As of `simulate.game.Game`; the title is the name with a capital unless it is said.
    legal, apply
        ``(rules, state, menu)``: offers what the seat to act may do; where it offers nothing,
        the turn passes to the next seat. ``(rules, state, action)``: does it.
    variants, check
        Named sets of changes of the rules, the usual one first. ``(values, players)``: raises
        `UsageError` for values that do not go together.
    actions
        What each action is called, by number or range of numbers, as in
        ``{ROLL: "rolls the die", range(PLAY, PLAY + 104): "plays {card}"}``; ``{seat}`` is the
        seat of that number, and ``{n}`` the number itself, both from 0 at the range's beginning.
    table, own, hidden, derived, prepare
        Further fields: what all see, one seat sees, nobody sees, and what `prepare` makes once
        from the rules. With `own` or `hidden` ones a `redeal` has to say how they are filled in.
    holds
        The meaning of these fields' numbers in replays, by field name, as for
        `simulate.making.Counter`. Replays show all `own` fields, by default as plain numbers. They
        show `table` and `hidden` fields only if these are named here.
    deal, redeal
        ``(rules, state)``: what is done after the components are set up. ``(rules, state, seat)``:
        what is filled in after the cards of the components.
    wins, sides
        Who wins: the highest scores or the lowest of those still in, or ``(rules, state)`` that
        returns a set of seats, of a side any; and who wins together: each seat by itself; the seats
        1, 3, ... against 2, 4, ..., by the sums of their scores, those of seats that are out as
        well; or all against the game, as where there is one player: then `wins` has to be a
        function, which returns any seats if the players win, and 0 if the game does.
    turns, rounds
        Whether a turn ends with each action or when the game says so, and a round with each lap
        around the table or when the game says so; unless said, by whether `apply` calls `end_turn`
        and `end_round`.
    halftime
        From which standings a comeback counts, if the game sets ``table.halftime`` itself; those
        after the first round otherwise.
    counts
        In the order of ``hidden.counts``; those of `Counted` components come after them.
    groups, teller
        The most groups of actions that a menu has, and how the game speaks; derived from actions
        and components unless they are said.
    deck
        What can be drawn, and which actions use it; all cards and dice of the components unless it
        is said, and the actions in whose words they are named.
    """
    _check(name, seats, sides, wins, actions)
    _check_functions(name, legal=legal, apply=apply, deal=deal, redeal=redeal)
    for said in more:
        if said not in _HANDED_ON:
            raise unknown(
                "argument", said, [*_HANDED_ON, *inspect.signature(game).parameters], " of game()"
            )
    seconds_per_turn = more.get("seconds_per_turn", Game.seconds_per_turn)
    options = {key: _named(key, option) for key, option in (rules or {}).items()}
    every = {option.name: option for option in common_options(seconds_per_turn)}
    fields = Fields(dict(table or {}), dict(own or {}), dict(hidden or {}), dict(derived or {}))
    declared_fields = DeclaredFields(fields, holds, name)
    components = _with_cards(components)
    _add_card_rules(options, components)
    all_counts = list(counts)
    for component in components:
        fields.add(component.fields({**options, **every}), f"{name}: {component.name}")
        if isinstance(component, Counted):
            component.set_place(len(all_counts))
            all_counts.append(component.definition)
    groups = groups or _groups(actions or {}, name, teller)
    offer_actions = inlined(legal)

    def prepare_all(rules: Any) -> None:
        for component in components:
            component.prepare(rules)
        if prepare is not None:
            prepare(rules)

    declared_teller = _teller(actions or {}, (*components, declared_fields), sides, more)
    may_redeal = redeal is not None or not (own or hidden)
    return Game(
        name=name,
        title=title or name.replace("-", " ").replace("_", " ").title(),
        seats=seats,
        own_options=tuple(options.values()),
        variants=variants or {"base": Variant("The rules as they are.")},
        halftime=halftime or "after the first round",
        counts=tuple(all_counts),
        shares=tuple(shares),
        table=table_layout(**fields.table),
        own=layout(**fields.own),
        hidden=hidden_layout(len(all_counts), **fields.hidden),
        derived=layout(**fields.derived),
        groups=groups,
        check=check or (lambda values, players: None),
        prepare=prepare_all,
        deal=make_deal(components, deal),
        offer_actions=offer_actions,
        apply=make_apply(name, apply, components, turns, rounds, halftime),
        redeal=make_redeal(components, offer_actions, menu_layout(groups), redeal)
        if may_redeal
        else None,
        teller=teller or declared_teller,
        deck=deck or make_deck(components, actions or {}),
        lower_leads=wins == "lowest",
        winners=_winners(wins, sides, seats, name),
        sides=_SIDES[sides],
        **{"doubt": 2.0, **more},
    )


def _add_card_rules(options: dict[str, Option], components: Sequence[Component]) -> None:
    """Add the rules that components bring, such as tables of cards, to those that are declared."""
    for component in components:
        for rule, option in component.rules.items():
            if rule in options:
                raise UsageError(
                    f"there are two rules called {rule!r}, and one is the table of these cards; "
                    "give one of them another name"
                )
            options[rule] = option


def _teller(
    actions: Actions, components: Sequence[Component], sides: str, more: Mapping[str, Any]
) -> DeclaredTeller:
    """Return the teller that follows from actions and components; `more` is as of `game`."""
    parts = more.get("score_parts", Game.score_parts)
    for component in components:
        component.set_score_parts(parts)
    return DeclaredTeller(
        actions,
        components,
        more.get("score_unit", Game.score_unit),
        parts=parts,
        scores=more.get("scores", Game.scores),
        sides=_SIDES[sides],
    )


#: What is declared in files of a long game, in capitals, and the functions there.
_DECLARED = ("rules", "variants", "counts", "shares", "table", "own", "hidden", "derived")
_FUNCTIONS = ("check", "prepare", "deal", "legal", "apply", "redeal")


def declared_in(*files: ModuleType) -> dict[str, Any]:
    """Return what `game` takes of a long game's files: ``RULES`` as its rules, and so on."""
    found = {name: thing for file in files for name, thing in vars(file).items()}
    names = {**{name: name.upper() for name in _DECLARED}, **{name: name for name in _FUNCTIONS}}
    return {name: found[written] for name, written in names.items() if written in found}


def _check(name: str, seats: tuple[int, int], sides: object, wins: object, actions: object) -> None:
    if not 1 <= seats[0] <= seats[1] <= SEATS:
        raise UsageError(
            f"game {name} cannot be for {seats[0]} to {seats[1]} players; allowed: 1 to {SEATS}"
        )
    if not isinstance(sides, str):
        raise UsageError(
            f"sides of game {name} cannot be {sides!r}; allowed: 'each seat', 'opposite seats' "
            "(seats 1, 3, ... against 2, 4, ...) and 'all together'"
        )
    if sides not in _SIDES:
        raise unknown("way to play together", sides, _SIDES, f" for {name}")
    if not isinstance(wins, str) and not callable(wins):
        raise UsageError(
            f"wins of game {name} cannot be {wins!r}; allowed: 'highest', 'lowest' and a function "
            "of (rules, state)"
        )
    if not isinstance(actions or {}, Mapping):
        raise UsageError(
            f"actions of game {name} cannot be {actions!r}; name them by their numbers, as in "
            'actions={0: "rolls", range(1, 11): "plays {card}"}; a function of (rules, table, '
            "number) may stand for the words"
        )


def _check_functions(name: str, **functions: Compiled | None) -> None:
    """Raise `UsageError` unless each function takes what the engine gives it."""
    last = {"legal": ", menu", "apply": ", action", "deal": "", "redeal": ", seat"}
    for role, function in functions.items():
        if function is None:
            continue
        plain = getattr(function, "py_func", function)
        wanted = f"rules, state{last[role]}"
        if not isinstance(plain, FunctionType):
            raise UsageError(
                f"{role} of game {name} is {function!r}; give a function of ({wanted})"
            )
        taken = tuple(inspect.signature(plain).parameters)
        if len(taken) != wanted.count(",") + 1:
            raise UsageError(
                f"{role} of game {name} takes ({', '.join(taken)}); it must take ({wanted})"
            )


def _named(name: str, option: object) -> Option:
    if not isinstance(option, Option):
        raise UsageError(
            f"rule {name} cannot be {option!r}; write for instance "
            f'{name}=Whole(default=3, minimum=1, maximum=9, meaning="what it says")'
        )
    return replace(option, name=name)


def _with_cards(components: Sequence[Component]) -> tuple[Component, ...]:
    """Return all components, the cards that lie in them first, each once."""
    for component in components:
        if not isinstance(component, Component):
            raise UsageError(
                f"a component cannot be {component!r}; list what was made with Pile(...), "
                "Hands(...), Counter(...) and the like"
            )
    cards = [one.cards for one in components if one.cards is not None]
    return tuple(dict.fromkeys([*cards, *components]))


def _groups(actions: Actions, name: str, teller: Teller | None) -> int:
    """Return how many groups of actions a menu can have at most, by what is declared."""
    if not actions:
        raise UsageError(
            f"game {name} has a teller of its own; say groups=, as in groups=1"
            if teller
            else f'game {name} does not name its actions; add for instance actions={{0: "rolls"}}'
        )
    ranges = as_ranges(actions)
    aligned = {number // GROUP for one in ranges for number in (*one[::GROUP], *one[-1:])}
    return len(aligned) + sum(-(-len(one) // GROUP) for one in ranges)


def _winners(wins: object, sides: str, seats: tuple[int, int], name: str) -> Any:
    together = sides == "all together" or seats[1] == 1
    if isinstance(wins, str):
        if wins not in _WINNERS:
            raise unknown("way to win", wins, _WINNERS, f" for {name}")
        if together:
            raise UsageError(
                f"{name} is played against the game, so the {wins} score says nothing of who wins; "
                "give wins= a function (rules, state) that returns all_seats(rules.players) if the "
                "players win, else 0"
            )
        return (_WINNERS if sides == "each seat" else _WINNING_SIDES)[wins]
    if sides == "each seat" and not together:
        return compiled(wins)  # type: ignore[type-var]
    win: Any = inlined(wins)  # type: ignore[type-var]
    with_mates = seating.with_all if together else seating.with_opposite

    def winners(rules: Any, state: Any) -> Any:
        return with_mates(win(rules, state), rules.players)

    return compiled(winners)
