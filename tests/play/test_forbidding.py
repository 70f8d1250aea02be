"""The rule forbid: no player takes a forbidden action if another action is possible."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.action_names import kinds_at
from simulate.play.arms import game_of, make_engine
from simulate.play.forbidden_copy import ForbiddenNumbers
from simulate.play.forbidding import chooses_forbidden, find_forbidden, join_numbers
from simulate.study import Study
from strategies import find_strategy, strategies_for
from tests.helpers.commands_helper import fathom
from tests.helpers.tables import quick_among

#: Words for an action of each game. With them, some choice between actions is left.
WORDS = {
    "snorkeling": "stops",
    "schnuff": "plays Panic",
    "scaphandre": "octopus",
    "shoal": "coral",
    "animal-splash": "shifts",
}
CASES = [f"{game} {strategy}" for game in WORDS for strategy in strategies_for(game)]
QUICK = ("snorkeling planner", "schnuff planner", "scaphandre planner", "shoal random")


def study_of(game: str, lineup: tuple[str, ...], words: str, games: int = 9) -> Study:
    return Study(
        game=game,
        variant=find_game(game).default_variant,
        players=len(lineup),
        games=games,
        seed=3,
        lineup=lineup,
        rules={"forbid": words},
    )


def violations(study: Study) -> Iterator[str]:
    """Yield the forbidden kinds of actions that are offered although others are possible."""
    forbidden = find_forbidden(study.loaded_game, study.values, study.players)
    assert forbidden is not None
    lineup = [find_strategy(spec, study.game) for spec in study.lineup]
    engine = make_engine(study, lineup)
    for number in range(study.games):
        for moment in engine.walk(number):
            kinds = set(kinds_at(engine, moment.snapshot.table, moment.actions).values())
            if kinds.difference(forbidden.kinds):
                yield from kinds.intersection(forbidden.kinds)


@pytest.mark.slow
@pytest.mark.parametrize("case", quick_among(CASES, *QUICK))
def test_no_strategy_gets_or_takes_a_forbidden_action(case: str) -> None:
    game, strategy = case.split()
    players = find_game(game).usual_players
    assert set(violations(study_of(game, (strategy,) * players, WORDS[game]))) == set()


@pytest.mark.slow
def test_search_simulates_the_game_without_forbidden_actions() -> None:
    game = find_game("scaphandre")
    study = study_of("scaphandre", ("search(rollouts=2)", "planner", "random"), "octopus", 3)
    assert set(violations(study)) == set()
    search = find_strategy("search(rollouts=2)", "scaphandre")
    engine = make_engine(study, [search] * 3)
    offers = engine.game.offer_actions
    assert offers is not game.offer_actions
    for strategy in engine.lineup[:1]:
        decide: Any = strategy.decide
        closure = [cell.cell_contents for cell in decide.py_func.__closure__]
        names = [getattr(value, "py_func", value).__globals__ for value in closure]
        assert offers in [scope.get("offer_actions") for scope in names]


def test_a_rule_that_forbids_nothing_leaves_the_game_and_the_id_of_the_study_unchanged() -> None:
    study = study_of("shoal", ("random",) * 2, "none")
    assert game_of(study) is study.loaded_game
    plain = Study(game="shoal", variant="base", players=2, games=9, seed=3, lineup=("random",) * 2)
    assert study.id == plain.id
    assert study_of("shoal", ("random",) * 2, "coral").id != plain.id


def test_only_strategies_whose_code_knows_other_rules_have_their_choices_replaced() -> None:
    game = find_game("snorkeling")
    values = game.resolve("base", {"forbid": "stops"}, 3)
    chooses = {
        name: chooses_forbidden(game, values, 3, find_strategy(name, "snorkeling"))
        for name in ("random", "hoarder")
    }
    assert chooses == {"random": False, "hoarder": True}


@pytest.mark.parametrize(
    ("forbidden", "allowed", "numbers"),
    [
        # A number between two forbidden actions is forbidden, and so is the rest of a group.
        ([(64, 0), (66, 0)], [(3, 0), (130, 0)], ForbiddenNumbers(0, ((64, 127, 2**31 - 1),))),
        ([(2, 0), (3, 0), (5, 0)], [(4, 0), (6, 0)], None),
        # All actions with a meaning that only forbidden actions have are forbidden.
        ([(7, 1)], [(7, 0), (8, 0)], ForbiddenNumbers(2, ())),
    ],
)
def test_numbers_of_unknown_actions_follow_from_those_of_known_actions(
    forbidden: list[tuple[int, int]],
    allowed: list[tuple[int, int]],
    numbers: ForbiddenNumbers | None,
) -> None:
    result = join_numbers({**dict.fromkeys(forbidden, True), **dict.fromkeys(allowed, False)})
    assert numbers in (None, result)
    assert all(result.include(*key) for key in forbidden)
    assert not any(result.include(*key) for key in allowed)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("swim", "no action of schnuff has this name; allowed: none, or words from the names"),
        ("plays", "would forbid every action of schnuff"),
        ("says 3", "no action of schnuff has this name"),
    ],
)
def test_words_that_name_no_action_or_every_action_are_refused(words: str, message: str) -> None:
    game = find_game("schnuff")
    with pytest.raises(UsageError, match=message) as error:
        find_forbidden(game, game.resolve("base", {"forbid": words}, 3), 3)
    assert "“plays Panic and says …”" in str(error.value)


def test_actions_that_share_numbers_with_others_are_refused() -> None:
    game = find_game("shoal")
    with pytest.raises(UsageError, match="an action of the same number can be"):
        find_forbidden(game, game.resolve("base", {"forbid": "green"}, 3), 3)


#: A race of dice: a player rolls one die or two; two dice that are equal lose the turn's points.
RACE = """\
from simulate.making import allow, below, end_game, game

def legal(rules, state, menu):
    allow(menu, 0){two}
    allow(menu, 2)

def apply(rules, state, action):
    table = state.table
    first, second = 1 + below(state.dice, 6), 1 + below(state.dice, 6)
    if action == 0:
        table.scores[table.seat] += first
    elif action == 1:
        table.scores[table.seat] += 0 if first == second else first + second
    else:
        table.scores[table.seat] += 2
    if table.scores[table.seat] >= 20:
        end_game(state)

GAME = game(
    name="race",
    seats=(2, 2),
    actions={{0: "rolls a die", 1: "rolls a pair", 2: "walks two steps"}},
    legal=legal,
    apply=apply,
)
"""


def race(folder: Path, *, has_pair: bool) -> Path:
    """Write the race to a file and return its path."""
    file = folder / ("pair" if has_pair else "single") / "race.py"
    file.parent.mkdir()
    two = "\n    allow(menu, 1)" if has_pair else ""
    file.write_text(RACE.format(two=two), encoding="utf-8")
    return file


def plain_race(source: Random) -> int:
    """Play the race without pairs in plain Python, and return its number of turns."""
    scores = [0, 0]
    turns = 0
    while max(scores) < 20:
        scores[turns % 2] += source.randint(1, 6) if source.random() < 0.5 else 2
        turns += 1
    return turns


FEW = ("-s", "random", "--no-robust", "--no-charts", "--quiet", "--json", "--trust")


@pytest.mark.slow
def test_a_forbidden_action_gives_the_games_of_the_same_game_without_it(tmp_path: Path) -> None:
    games = ("--games", "20000")
    with_pair = str(race(tmp_path, has_pair=True))
    without_pair = str(race(tmp_path, has_pair=False))
    forbidden = fathom(tmp_path, "run", with_pair, *FEW, *games, "--rule", "forbid=pair").json
    removed = fathom(tmp_path, "run", without_pair, *FEW, *games).json
    allowed = fathom(tmp_path, "run", with_pair, *FEW, *games).json
    for figure in ("seats", "length", "lead_changes"):
        assert forbidden[figure] == removed[figure] != allowed[figure]
    # The same game in plain Python agrees within four standard errors.
    source = Random(5)
    turns = [plain_race(source) for _ in range(20_000)]
    error = stdev(turns) * (2 / 20_000) ** 0.5
    assert abs(forbidden["length"]["turns"]["mean"] - mean(turns)) < 4 * error
    assert abs(allowed["length"]["turns"]["mean"] - mean(turns)) > 4 * error


def test_forbidden_actions_are_not_in_replays_and_workers_do_not_change_results(
    tmp_path: Path,
) -> None:
    file = str(race(tmp_path, has_pair=True))
    rule = ("--rule", "forbid=pair", "--games", "2000")
    runs = [fathom(tmp_path, "run", file, *FEW, *rule, "--jobs", jobs).json for jobs in "12"]
    assert runs[0]["tally_id"] == runs[1]["tally_id"]
    replay = ("replay", file, "-s", "random", "--trust", "--moves", "--game", "1")
    assert "rolls a pair" in fathom(tmp_path, *replay).out
    moves = fathom(tmp_path, *replay, "--rule", "forbid=pair").out
    assert "rolls a die" in moves
    assert "rolls a pair" not in moves
