"""Every rule option of every game matters."""

from __future__ import annotations

import pytest

from simulate import rows as row
from simulate.game import find_game, game_names
from simulate.rules import Choice, Option, Value
from tests.studies import fits, make_study, other_values, rows, run

OPTIONS = [(game, option) for game in game_names() for option in find_game(game).options]
each_option = pytest.mark.parametrize(
    ("game", "option"), OPTIONS, ids=[f"{game}-{option.name}" for game, option in OPTIONS]
)
CHOICES = [(game, option) for game, option in OPTIONS if isinstance(option, Choice)]
each_choice = pytest.mark.parametrize(
    ("game", "option"), CHOICES, ids=[f"{game}-{option.name}" for game, option in CHOICES]
)
#: Options that matter only together with others: what else to change to see them matter.
TOGETHER: dict[tuple[str, str], dict[str, Value]] = {
    ("snorkeling", "empty_deck"): {"colours": 3, "copies": 2},
}
GAMES = 600


def tally_id(game: str, rules: dict[str, Value]) -> str:
    players = min(4, find_game(game).seats[1])
    study = make_study(game, players, lineup=("random",) * players, games=GAMES, rules=rules)
    return run(study, block=GAMES).tally.id


@each_option
def test_every_rule_option_changes_what_happens(game: str, option: Option) -> None:
    others = TOGETHER.get((game, option.name), {})
    before = tally_id(game, others)
    values = [v for v in other_values(option) if fits(game, 4, {**others, option.name: v})]
    assert values
    assert any(tally_id(game, {**others, option.name: value}) != before for value in values)


@each_choice
def test_all_choices_of_an_option_differ(game: str, option: Choice) -> None:
    others = TOGETHER.get((game, option.name), {})
    ids = {tally_id(game, {**others, option.name: choice}) for choice in option.choices}
    assert len(ids) == len(option.choices)


@pytest.mark.parametrize("game", game_names())
def test_all_variants_differ(game: str) -> None:
    players = min(4, find_game(game).seats[1])
    ids = {
        run(make_study(game, players, name, games=GAMES), block=GAMES).tally.id
        for name in find_game(game).variants
    }
    assert len(ids) == len(find_game(game).variants)


@pytest.mark.parametrize("game", game_names())
def test_an_unfinished_game_is_counted_and_nobody_wins_it(game: str) -> None:
    capped = make_study(game, games=300, rules={"max_turns": 2})
    found = rows(capped)
    unfinished = found[:, row.FINISHED] == 0
    assert unfinished.any()
    assert (found[unfinished, row.WINNERS] == 0).all()
    assert (found[unfinished, row.TURNS] == 2).all()
    done = run(capped)
    assert done.tally.sums[done.figures.single("unfinished")] == unfinished.sum()
    wins = sum(done.tally.sums[done.figures.seat_wins])
    assert wins == 60 * (~unfinished).sum()
    assert done.tally.lengths["turns"].counts.sum() == len(found)


@pytest.mark.parametrize("game", game_names())
def test_a_game_decided_by_exactly_the_last_turn_allowed_is_finished(game: str) -> None:
    free = rows(make_study(game, games=1, seed=3))[0]
    turns = int(free[row.TURNS])
    exact = rows(make_study(game, games=1, seed=3, rules={"max_turns": turns}))[0]
    assert free[row.FINISHED] == 1
    assert (exact == free).all()
    short = rows(make_study(game, games=1, seed=3, rules={"max_turns": turns - 1}))[0]
    assert (short[row.FINISHED], short[row.TURNS]) == (0, turns - 1)
