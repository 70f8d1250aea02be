from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.rules import Choice, Flag, Option, Value, Whole, parse_assignment

EVERY_OPTION = [(game, option) for game in game_names() for option in find_game(game).options]
each_option = pytest.mark.parametrize(
    ("game", "option"),
    EVERY_OPTION,
    ids=[f"{game}-{option.name}" for game, option in EVERY_OPTION],
)


def allowed_values(option: Option) -> st.SearchStrategy[Value]:
    if isinstance(option, Flag):
        return st.booleans()
    if isinstance(option, Whole):
        return st.integers(option.minimum, option.maximum)
    assert isinstance(option, Choice)
    return st.sampled_from(option.choices)


def wrong_values(option: Option) -> st.SearchStrategy[Any]:
    others: list[st.SearchStrategy[Any]] = [
        st.floats(),
        st.none(),
        st.lists(st.integers(), max_size=2),
        st.text().filter(lambda text: text not in getattr(option, "choices", ())),
    ]
    if isinstance(option, Whole):
        others += [
            st.booleans(),
            st.integers(max_value=option.minimum - 1),
            st.integers(min_value=option.maximum + 1),
        ]
    else:
        others.append(st.integers())
    return st.one_of(others)


@each_option
@given(data=st.data())
def test_every_allowed_value_survives_being_typed(
    game: str, option: Option, data: st.DataObject
) -> None:
    value = data.draw(allowed_values(option))
    parsed = parse_assignment(find_game(game).options, f"{option.name}={value}", game)
    assert parsed == (option.name, value)
    assert type(parsed[1]) is type(value)


@each_option
@given(data=st.data())
def test_a_value_that_is_not_allowed_is_refused_with_what_is(
    game: str, option: Option, data: st.DataObject
) -> None:
    value = data.draw(wrong_values(option))
    with pytest.raises(UsageError) as refused:
        find_game(game).resolve(find_game(game).default_variant, {option.name: value}, 2)
    # Truth values are told as they are typed.
    told = str(value).lower() if isinstance(value, bool) else repr(value)
    assert f"rule {option.name} cannot be {told}" in str(refused.value)
    assert f"allowed: {option.allowed}" in str(refused.value)


@each_option
@given(text=st.text())
def test_typed_text_is_an_allowed_value_or_refused_with_what_is(
    game: str, option: Option, text: str
) -> None:
    try:
        value = option.parse(text)
    except UsageError as error:
        assert option.name in str(error)
        assert option.allowed in str(error)
    else:
        assert option.check(value) == value


@each_option
def test_defaults_are_allowed_and_explained(game: str, option: Option) -> None:
    assert option.check(option.default) == option.default
    assert option.meaning.endswith(".")
    assert option.standing in ("printed", "ruling", "assumed")


@each_option
@given(data=st.data())
def test_different_values_have_different_numbers_in_compiled_code(
    game: str, option: Option, data: st.DataObject
) -> None:
    one, other = data.draw(allowed_values(option)), data.draw(allowed_values(option))
    assert (option.code(one) == option.code(other)) == (one == other)


@pytest.mark.parametrize("game", game_names())
@given(data=st.data())
def test_a_misspelt_rule_is_refused_with_the_nearest_suggested(
    game: str, data: st.DataObject
) -> None:
    names = [option.name for option in find_game(game).options]
    name = data.draw(st.sampled_from(names))
    place = data.draw(st.integers(0, len(name) - 1))
    misspelt = name[:place] + name[place + 1 :]
    assume(misspelt not in names)
    with pytest.raises(UsageError) as refused:
        parse_assignment(find_game(game).options, f"{misspelt}=1", game)
    message = str(refused.value)
    assert message.startswith(f"unknown rule {misspelt!r} for {game}; known: ")
    assert all(known in message for known in names)
    assert f"did you mean {name!r}?" in message


def test_a_rule_without_a_value_is_refused_with_how_to_write_it() -> None:
    with pytest.raises(UsageError, match="name=value, not 'expert'"):
        parse_assignment(find_game("snorkeling").options, "expert", "snorkeling")


def test_spaces_around_a_rule_do_not_matter() -> None:
    options = find_game("snorkeling").options
    assert parse_assignment(options, " target_score = 9 ", "snorkeling") == ("target_score", 9)


@pytest.mark.parametrize("game", game_names())
def test_every_variant_resolves_for_every_number_of_players(game: str) -> None:
    found = find_game(game)
    fewest, most = found.seats
    for players in range(fewest, most + 1):
        for name, variant in found.variants.items():
            values = found.resolve(name, {}, players)
            assert list(values) == [option.name for option in found.options]
            assert {rule: values[rule] for rule in variant.rules} == dict(variant.rules)


def test_changes_go_before_the_variant_and_the_variant_before_the_defaults() -> None:
    game = find_game("snorkeling")
    assert game.resolve("base", {}, 4)["target_score"] == 12
    assert game.resolve("short", {}, 4)["target_score"] == 8
    assert game.resolve("short", {"target_score": 9}, 4)["target_score"] == 9


def test_an_unknown_variant_is_refused_with_the_nearest_suggested() -> None:
    with pytest.raises(UsageError, match=r"unknown variant 'experts' for snorkeling.*'expert'"):
        find_game("snorkeling").resolve("experts", {}, 4)


def test_an_unknown_game_is_refused_with_the_nearest_suggested() -> None:
    with pytest.raises(UsageError, match=r"unknown game 'snorkling'.*did you mean 'snorkeling'"):
        find_game("snorkling")


@pytest.mark.parametrize("game", game_names())
def test_a_table_too_small_or_too_large_is_refused_with_the_bounds(game: str) -> None:
    fewest, most = find_game(game).seats
    for players in (fewest - 1, most + 1, 0, -1):
        with pytest.raises(UsageError, match=f"for {fewest} to {most} players, not {players}"):
            find_game(game).resolve(find_game(game).default_variant, {}, players)


def test_a_deck_that_cannot_be_dealt_is_refused_with_the_two_numbers() -> None:
    small = {"colours": 2, "values": 3, "copies": 2, "hand_size": 3}
    with pytest.raises(UsageError, match=r"12 cards .* but 4 players are dealt 12"):
        find_game("snorkeling").resolve("base", small, 4)
    assert find_game("snorkeling").resolve("base", small, 3)["hand_size"] == 3


def test_the_rules_record_holds_every_options_number() -> None:
    game = find_game("snorkeling")
    changes = {"expert": True, "pile_limit": "none", "starter": "loser", "max_turns": 7}
    record = game.rules_record(game.resolve("base", changes, 3), 3)[0]
    assert (record.players, record.expert, record.own_pile) == (3, 1, 0)
    assert (record.pile_limit, record.starter, record.max_turns) == (2, 3, 7)
