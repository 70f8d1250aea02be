from __future__ import annotations

import math
import re
from itertools import chain
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simulate.errors import UsageError, unknown
from simulate.game import Game, find_game, game_names
from simulate.rules.kinds import (
    Choice,
    ChoiceList,
    FewOfMany,
    Flag,
    ForbiddenActions,
    HalfPoints,
    Option,
    Provenance,
    Real,
    Records,
    Whole,
    WholeList,
    WholeTable,
    written,
)
from simulate.rules.values import combine_changes, parse_assignment, rules_dtype
from tests.helpers import toy_game
from tests.helpers.letters import LETTERS

#: The registered games, and one that has options of every kind.
GAMES = [*map(find_game, game_names()), toy_game.GAME]
EVERY_OPTION = [(game, option) for game in GAMES for option in game.options]
#: There are dozens of options, of a handful of kinds.
few_examples = settings(max_examples=30)
IDS = [f"{game.name}-{option.name}" for game, option in EVERY_OPTION]
each_option = pytest.mark.parametrize(("game", "option"), EVERY_OPTION, ids=IDS)
#: In every run the options of the game that has every kind.
each_kind = pytest.mark.parametrize(
    ("game", "option"),
    [
        pytest.param(game, option, id=id, marks=() if game is toy_game.GAME else pytest.mark.slow)
        for (game, option), id in zip(EVERY_OPTION, IDS, strict=True)
    ],
)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def allowed_values(option: Option) -> st.SearchStrategy[Any]:
    if isinstance(option, Flag):
        return st.booleans()
    if isinstance(option, Choice | ChoiceList):
        word = st.sampled_from(option.choices)
        if isinstance(option, Choice):
            return word
        return st.lists(word, max_size=option.longest).map(tuple)
    if isinstance(option, ForbiddenActions):
        parts = st.lists(st.text("abc", min_size=1), min_size=1, unique=True)
        return parts.map(" + ".join)
    if isinstance(option, Records):
        record = {field.name: allowed_values(field) for field in option.fields}
        return st.lists(st.fixed_dictionaries(record), max_size=option.longest).map(tuple)
    assert isinstance(option, Real | Whole | WholeList | WholeTable)
    numbers = st.floats if isinstance(option, Real) else st.integers
    number: st.SearchStrategy[Any] = numbers(option.minimum, option.maximum)  # type: ignore[arg-type]
    if isinstance(option, WholeList):
        number = st.lists(number, min_size=option.shortest, max_size=option.longest).map(tuple)
    elif isinstance(option, FewOfMany):
        if isinstance(option, HalfPoints):
            number |= number.filter(lambda n: n < option.maximum).map(lambda n: n + 0.5)
        number = st.dictionaries(st.sampled_from(option.entries), number, min_size=1, max_size=5)
    elif isinstance(option, WholeTable):
        number = st.fixed_dictionaries(dict.fromkeys(option.default, number))
    return number


def _is_half_point(option: Option, value: float) -> bool:
    """Return True if an option of half points allows a value."""
    assert isinstance(option, HalfPoints)
    return option.minimum <= value <= option.maximum and value % option.finest == 0


def wrong_values(option: Option) -> st.SearchStrategy[Any]:  # noqa: PLR0911
    if isinstance(option, ForbiddenActions):
        return st.sampled_from([0, True, "", "a,b", "a +", "none + a", "a\nb"])
    others: list[st.SearchStrategy[Any]] = [
        st.none(),
        st.text(LETTERS).filter(lambda text: text not in (*getattr(option, "choices", ()), "none")),
    ]
    if isinstance(option, Flag | Choice):
        return st.one_of(*others, st.integers(), st.floats(), st.lists(st.integers(), max_size=2))
    if isinstance(option, ChoiceList | Records):
        part = allowed_values(option).filter(bool).map(lambda value: value[0])
        longer = st.lists(part, min_size=option.longest + 1, max_size=option.longest + 3)
        return st.one_of(*others, st.integers(), st.booleans(), longer)
    assert isinstance(option, Real | Whole | WholeList | WholeTable)
    outside: list[st.SearchStrategy[Any]] = [
        st.booleans(),
        st.integers(max_value=math.ceil(option.minimum) - 1),
        st.integers(min_value=math.floor(option.maximum) + 1),
    ]
    if isinstance(option, Real):
        floats = st.floats().filter(lambda x: not option.minimum <= x <= option.maximum)
        return st.one_of(*others, *outside, floats, st.lists(st.floats(), max_size=2))
    halves = isinstance(option, HalfPoints)  # It allows fractions, such as 0.5, and 2.0 as 2.
    outside.append(st.floats().filter(lambda x: not (halves and _is_half_point(option, x))))
    if isinstance(option, Whole):
        return st.one_of(*others, *outside, st.lists(st.integers(), max_size=2))
    number = st.integers(option.minimum, option.maximum)
    if isinstance(option, WholeTable):
        entry = st.sampled_from(option.entries)
        one_wrong = st.dictionaries(entry, st.one_of(outside), min_size=1, max_size=1)
        entries = len(option.default)
        lists = st.lists(number, max_size=entries + 2)
        if not isinstance(option, FewOfMany):  # of which no list says for what it is
            lists = lists.filter(lambda numbers: len(numbers) != entries)
        return st.one_of(*others, number, lists, one_wrong)
    right = st.lists(number, max_size=option.longest)
    return st.one_of(
        *others,
        number,
        st.lists(number, max_size=option.shortest - 1),
        st.lists(number, min_size=option.longest + 1, max_size=option.longest + 3),
        st.tuples(right, st.one_of(outside), right).map(
            lambda parts: [*parts[0], parts[1], *parts[2]]
        ),
        st.dictionaries(st.text(LETTERS), number, max_size=2),
    )


@each_kind
@few_examples
@given(data=st.data())
def test_every_allowed_value_is_written_and_read_back_unchanged(
    game: Game, option: Option, data: st.DataObject
) -> None:
    value = data.draw(allowed_values(option))
    typed: dict[str, Any] = {}
    for text in option.assignments(value):
        name, change = parse_assignment(game.options, text, game.name)
        typed = combine_changes(game.options, typed, {name: change})
    assert typed == {option.name: value}
    assert type(typed[option.name]) is type(value)


def refused_as(option: Option, value: Any) -> str:
    """Name what is refused, as it is typed where it can be typed."""
    name = option.name
    if isinstance(option, WholeTable) and isinstance(value, dict):
        [(entry, value)] = value.items()
        name = f"{name}.{entry}"
    if isinstance(option, ChoiceList | Records) and isinstance(value, list):
        return f"{name} cannot have {len(value)} "
    numbers = isinstance(value, list) and value and all(type(part) is int for part in value)
    if (isinstance(option, WholeList) and numbers) or (
        isinstance(option, WholeTable) and isinstance(value, list)
    ):
        return f"{name} cannot be {written(tuple(value))}"
    return f"{name} cannot be {written(value) if isinstance(value, bool) else repr(value)}"


def allowed_of(option: Option, entry: bool) -> str:
    """Return what an option, or one entry of it, can be."""
    if isinstance(option, WholeTable) and entry:
        numbers = f"{option.minimum} to {option.maximum}"
        return (
            f"{numbers} in halves" if isinstance(option, HalfPoints) else f"whole numbers {numbers}"
        )
    return option.allowed


@each_kind
@few_examples
@given(data=st.data())
def test_an_invalid_value_is_refused_with_the_allowed_values(
    game: Game, option: Option, data: st.DataObject
) -> None:
    value = data.draw(wrong_values(option))
    with pytest.raises(UsageError) as refused:
        game.resolve(game.default_variant, {option.name: value}, game.seats[0])
    allowed = allowed_of(option, isinstance(value, dict))
    assert str(refused.value).startswith(f"rule {refused_as(option, value)}")
    assert str(refused.value).endswith(f"; allowed: {allowed}")
    assert "\n" not in str(refused.value)


@each_kind
@few_examples
@given(data=st.data())
def test_any_text_for_a_rule_is_accepted_or_refused_with_the_allowed_values(
    game: Game, option: Option, data: st.DataObject
) -> None:
    text = data.draw(st.one_of(st.text(LETTERS), st.text("0123456789+-,._ en")))
    entries = list(option.entries) if isinstance(option, WholeTable) else []
    if isinstance(option, Records) and option.default:
        entries = ["1", *(f"1.{field.name}" for field in option.fields)]
    typed = data.draw(st.sampled_from([option.name, *(f"{option.name}.{e}" for e in entries)]))
    try:
        name, change = parse_assignment(game.options, f"{typed}={text}", game.name)
    except UsageError as error:
        assert option.name in str(error)
        if isinstance(option, ChoiceList | Records):  # a word, or a field, has its own bounds
            assert re.search("; (allowed|known): .+", str(error))
        else:
            assert allowed_of(option, "." in typed) in str(error)
    else:
        assert name == option.name
        value = option.merge(option.default, change)
        assert option.check(value) == value


@each_option
def test_default_values_are_allowed_and_explained(game: Game, option: Option) -> None:
    assert option.check(option.default) == option.default
    assert option.meaning.endswith(".")
    assert option.standing in get_args(Provenance)


@each_option
def test_alternatives_and_extremes_are_allowed_and_change_the_default(
    game: Game, option: Option
) -> None:
    for changes_by_name in (option.alternatives(option.default), option.extremes()):
        for name, changes in changes_by_name.items():
            assert name.split(".")[0] == option.name
            assert changes, name
            for change in changes:
                value = option.check(option.merge(option.default, change))
                assert value != option.default


NUMBERED = (Whole, Real, WholeList, WholeTable)


@pytest.mark.parametrize(
    "option", [option for _, option in EVERY_OPTION if isinstance(option, NUMBERED)]
)
def test_extremes_reach_the_bounds_of_numbers(option: Any) -> None:
    reached: list[Any] = []
    for change in (None, *chain.from_iterable(option.extremes().values())):
        value = option.default if change is None else option.merge(option.default, change)
        numbers = value.values() if isinstance(value, dict) else value
        reached += [numbers] if isinstance(numbers, int | float) else numbers
    assert {option.minimum, option.maximum} <= set(reached)


def test_neighbours_are_up_to_three_values_near_the_default_within_bounds_or_none() -> None:
    for default, minimum, maximum, values in (
        (12, 1, 60, [11, 12, 13]),
        (1, 1, 60, [1, 2, 3]),
        (60, 1, 60, [58, 59, 60]),
        (4, 4, 5, [4, 5]),
        (4, 4, 4, []),
    ):
        option = Whole(default=default, minimum=minimum, maximum=maximum, meaning="How large.")
        assert option.neighbours == values


def test_only_whole_numbers_have_neighbours_and_only_lists_are_separated_by_semicolons() -> None:
    options = {type(option): option for option in toy_game.GAME.options}
    assert [kind for kind, option in options.items() if option.neighbours] == [Whole]
    lists = {WholeList, WholeTable, FewOfMany, HalfPoints, ChoiceList, Records}
    assert {kind for kind, option in options.items() if option.separator == ";"} == lists


@each_kind
@few_examples
@given(data=st.data())
def test_different_values_have_different_numbers_in_compiled_code(
    game: Game, option: Option, data: st.DataObject
) -> None:
    def stored(value: Any) -> bytes:
        record = np.zeros(1, rules_dtype([option], np.dtype([])))
        option.store(record[0], option.check(value))
        return record.tobytes()

    first, second = data.draw(allowed_values(option)), data.draw(allowed_values(option))
    if isinstance(option, ForbiddenActions):  # A copy of the game has them; see test_forbidding.
        assert rules_dtype([option], np.dtype([])).names == ("players",)
        return
    assert (stored(first) == stored(second)) == (first == second)


@each_game
@given(data=st.data())
def test_a_misspelt_rule_is_refused_with_a_suggestion(game: Game, data: st.DataObject) -> None:
    names = [option.name for option in game.options]
    name = data.draw(st.sampled_from(names))
    place = data.draw(st.integers(0, len(name) - 1))
    misspelt = name[:place] + name[place + 1 :]
    assume(misspelt not in names)
    with pytest.raises(UsageError) as refused:
        parse_assignment(game.options, f"{misspelt}=1", game.name)
    message = str(refused.value)
    assert message.startswith(f"unknown rule {misspelt!r} for {game.name}; known: ")
    assert all(known in message for known in names)
    assert f"did you mean {name!r}?" in message


MANY = [f"seats.{seat}.{what}" for seat in range(1, 12) for what in ("wins", "score")] + ["length"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        (
            "seats.3.win",
            "did you mean 'seats.3.wins'? Others are seats.1.wins, seats.2.wins, seats.4.wins, "
            "seats.5.wins and 18 more; the summary.json",
        ),
        (
            "Wins",
            "did you mean 'seats.1.wins'? Others are seats.2.wins, seats.3.wins, seats.4.wins, "
            "seats.5.wins and 18 more; the summary.json",
        ),
        (
            "xyz",
            "known are length, seats.1.score, seats.1.wins, seats.10.score, seats.10.wins and 18 "
            "more; the summary.json",
        ),
        ("lenght", "did you mean 'length'? Others are seats.1.score, seats.1.wins, "),
        ("", "known are length, "),
    ],
)
def test_the_error_on_an_unknown_name_among_many_lists_the_nearest_ones(
    name: str, hint: str
) -> None:
    message = str(unknown("figure", name, MANY, " of chess"))
    assert message.startswith(f"unknown figure {name!r} of chess; {hint}")
    assert message.endswith("and 'fathom run GAME --json' have all of them")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("length.minutes.median", "length.minutes.p50"),
        ("Length.turns.Average", "length.turns.mean"),
        ("duration.minutes.avg", "length.minutes.mean"),
        ("length.minute.middle", "length.minutes.p50"),
        ("seats.1.winrate", "seats.1.win_rate"),
        # What is a name already, or hardly like one, is left alone.
        ("length.minutes.meen", "length.minutes.mean"),
    ],
)
def test_the_error_on_an_unknown_figure_suggests_the_figure_of_that_common_name(
    typed: str, meant: str
) -> None:
    known = [
        *(
            f"length.{unit}.{what}"
            for unit in ("minutes", "turns")
            for what in ("mean", "p5", "p50")
        ),
        *("seats.1.win_rate", "seats.1.wins", "seat_spread"),
    ]
    assert f"did you mean '{meant}'?" in str(unknown("figure", typed, known))
    # Of other kinds a word is only a word: a strategy may be called so.
    assert "did you mean 'medians'?" in str(unknown("strategy", "median", ["medians", "p50"]))


@each_game
def test_every_variant_resolves_for_every_number_of_players(game: Game) -> None:
    fewest, most = game.seats
    defaults = {option.name: option.default for option in game.options}
    for players in range(fewest, most + 1):
        for name, variant in game.variants.items():
            values = game.resolve(name, {}, players)
            assert list(values) == [option.name for option in game.options]
            assert values == combine_changes(game.options, defaults, variant.rules)


def test_an_unknown_variant_or_game_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UsageError, match=r"unknown variant 'experts' for snorkeling.*'expert'"):
        find_game("snorkeling").resolve("experts", {}, 4)
    with pytest.raises(UsageError, match=r"unknown game 'snorkling'.*did you mean 'snorkeling'"):
        find_game("snorkling")


@pytest.mark.parametrize("game", game_names())
def test_a_number_of_players_out_of_bounds_is_refused_with_the_bounds(game: str) -> None:
    fewest, most = find_game(game).seats
    for players in (fewest - 1, most + 1, 0, -1):
        with pytest.raises(UsageError, match=f"for {fewest} to {most} players, not {players}"):
            find_game(game).resolve(find_game(game).default_variant, {}, players)


def test_the_rules_record_has_the_number_of_every_option() -> None:
    game = find_game("snorkeling")
    changes = {"expert": True, "pile_limit": "none", "starter": "loser", "max_turns": 7}
    record = game.rules_record(game.resolve("base", changes, 3), 3)[0]
    assert (record.players, record.expert, record.own_pile) == (3, 1, 0)
    assert (record.pile_limit, record.starter, record.max_turns) == (2, 3, 7)
