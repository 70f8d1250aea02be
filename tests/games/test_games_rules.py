"""Every rule of every game changes what happens."""

from __future__ import annotations

from typing import Any

import pytest

from reports.run.results import RunResults
from reports.run.tables import summarise
from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.play import rows as row
from simulate.rules.kinds import Choice, Value
from tests.helpers.studies import fits, make_study, rows, run, values_by_name
from tests.helpers.tables import quick_among

#: Options of the engine that change no game; other tests check what they change.
TELLING_ONLY = ("seconds_per_turn",)
OPTIONS = [
    (game, option)
    for game in game_names()
    for option in find_game(game).options
    if option.name not in TELLING_ONLY
]
#: Every option with other values of it; the entries of tables are separate cases.
CHANGES = [
    (game, option.name, name, values)
    for game, option in OPTIONS
    for name, values in values_by_name(option).items()
]
each_change = pytest.mark.parametrize(
    ("game", "option", "values"),
    [
        # Only strategies that think notice this option, and they take long to compile.
        pytest.param(game, option, values, marks=pytest.mark.slow if option == "open_tiles" else ())
        for game, option, _, values in CHANGES
    ],
    ids=[f"{game}-{name}" for game, _, name, _ in CHANGES],
)
CHOICES = [(game, option) for game, option in OPTIONS if isinstance(option, Choice)]
each_choice = pytest.mark.parametrize(
    ("game", "option"), CHOICES, ids=[f"{game}-{option.name}" for game, option in CHOICES]
)
#: Options that matter only together with others, and the changes of others that they need.
TOGETHER: dict[tuple[str, str], dict[str, Value]] = {
    ("snorkeling", "empty_deck"): {"colours": 3, "copies": 2},
    ("scaphandre", "recall"): {"memory": True},
    # So that random players take every mission now and then.
    ("animal-splash", "missions"): {"group_size": 2, "start_oxygen": 4},
}
GAMES = 200
#: Entries of a summary that differ between two runs, or depend on their rules.
DIFFERING = ("elapsed_s", "games_per_s", "decisions_per_s", "study_id", "played_study_id")


def most_players(game: str) -> int:
    """Return 4, or the largest number of players if that is less."""
    return min(4, find_game(game).seats[1])


def numbers_of_players(game: str) -> list[int]:
    """Return all numbers of players, `most_players` first; a rule may concern one of them only."""
    fewest, most = find_game(game).seats
    return sorted(range(fewest, most + 1), key=lambda players: players != most_players(game))


#: Ids of tallies by study; that of the default rules serves many tests.
IDS: dict[tuple[str, int, str, str], str] = {}


def tally_id(game: str, players: int, strategy: str, rules: dict[str, Value]) -> str:
    key = (game, players, strategy, repr(rules))
    if key not in IDS:
        study = make_study(game, players, lineup=(strategy,) * players, games=GAMES, rules=rules)
        IDS[key] = run(study, block=GAMES).tally.id
    return IDS[key]


def deciders(game: str) -> tuple[str, str]:
    """Return strategies to play with; rules on what players know do not change random play."""
    return "random", find_game(game).default_strategy


@each_change
def test_every_option_of_a_game_changes_its_results(
    game: str, option: str, values: list[Any]
) -> None:
    others = TOGETHER.get((game, option), {})
    changed = [{**others, option: value} for value in values]
    assert any(
        tally_id(game, players, strategy, rules) != tally_id(game, players, strategy, others)
        for strategy in deciders(game)
        for players in numbers_of_players(game)
        for rules in changed
        if fits(game, players, rules)
    )


@each_choice
def test_all_choices_of_an_option_differ(game: str, option: Choice) -> None:
    others = TOGETHER.get((game, option.name), {})
    differing = (
        {
            tally_id(game, most_players(game), strategy, {**others, option.name: choice})
            for choice in option.choices
        }
        for strategy in deciders(game)
    )
    assert any(len(ids) == len(option.choices) for ids in differing)


@pytest.mark.parametrize("game", game_names())
def test_the_seconds_per_turn_change_only_the_minutes(game: str) -> None:
    def outcome(seconds: int) -> tuple[Any, Any, Any]:
        done = run(make_study(game, games=100, rules={"seconds_per_turn": seconds}))
        summary = summarise(RunResults(done))
        assert summary["rules"].pop("seconds_per_turn") == seconds
        minutes = summary["length"].pop("minutes")
        for differs in DIFFERING:
            del summary[differs]
        return done.tally, minutes, summary

    tally, minutes, rest = outcome(20)
    slow_tally, slow_minutes, slow_rest = outcome(60)
    assert slow_tally == tally
    assert slow_rest == rest
    assert slow_minutes == pytest.approx({name: 3 * value for name, value in minutes.items()})
    assert minutes["mean"] == pytest.approx(rest["length"]["turns"]["mean"] / 3)


@pytest.mark.parametrize("game", quick_among(game_names(), "snorkeling", "schnuff", "scaphandre"))
def test_some_strategy_gets_different_results_in_every_variant(game: str) -> None:
    players = most_players(game)
    names = find_game(game).variants
    differing = (
        {
            run(make_study(game, players, name, lineup=(s,) * players, games=GAMES)).tally.id
            for name in names
        }
        for s in deciders(game)
    )
    assert any(len(ids) == len(names) for ids in differing)


@pytest.mark.parametrize("game", game_names())
def test_an_unfinished_game_is_counted_without_a_winner(game: str) -> None:
    capped = make_study(game, games=300, rules={"max_turns": 2})
    results = rows(capped)
    unfinished = results[:, row.FINISHED] == 0
    assert unfinished.any()
    assert (results[unfinished, row.WINNERS] == 0).all()
    assert (results[unfinished, row.TURNS] == 2).all()
    done = run(capped)
    assert done.tally.sums[done.layout.single("unfinished")] == unfinished.sum()
    wins = sum(done.tally.sums[done.layout.seat_wins])
    assert wins == 60 * (~unfinished).sum()
    assert done.tally.length("turns").counts.sum() == len(results)


@pytest.mark.parametrize("game", game_names())
def test_a_game_decided_in_the_last_allowed_turn_is_finished(game: str) -> None:
    free = rows(make_study(game, games=1, seed=3))[0]
    turns = int(free[row.TURNS])
    exact = rows(make_study(game, games=1, seed=3, rules={"max_turns": turns}))[0]
    assert free[row.FINISHED] == 1
    assert (exact == free).all()
    short = rows(make_study(game, games=1, seed=3, rules={"max_turns": turns - 1}))[0]
    assert (short[row.FINISHED], short[row.TURNS]) == (0, turns - 1)


#: Rules that contradict each other, with a part of the error.
REFUSED: dict[str, list[tuple[int, dict[str, Any], str]]] = {
    "animal-splash": [
        (5, {"copies": 1}, "has 20 cards (20 x copies) but 5 players lay 30; raise copies"),
        (5, {"oxygen_cards": 4}, "oxygen_cards cannot be 4 with 3 copies; make it 3"),
    ],
    "shoal": [
        (2, {"curse_length": 1}, "curse_length cannot be 1; allowed: 2 to 6, or 0 for no curse"),
        (2, {"table_size": 6}, "rule table_size cannot be 6; allowed: odd numbers 5 to 31"),
    ],
    "snorkeling": [
        (5, {"deck": {"red-5": 1}}, "rule deck.red-5 names a card that is not in the deck"),
        (5, {"deck": {"white-1": 1}}, "rule deck.white-1 names a card that is not in the deck"),
        (5, {"deck": {"5": 1}}, "rule deck.5 names a card that is not in the deck"),
        (5, {"deck": {"0": 0}}, "the deck has no Beach"),
        (5, {"deck": dict.fromkeys("01234", 1)}, "the deck has 25 cards"),
        (5, {"deck": {"rde-1": 1}}, "did you mean 'red-1'?"),
        (4, {"colours": 2, "values": 3, "copies": 2, "hand_size": 3}, "but 4 players are dealt 12"),
    ],
}


@pytest.mark.parametrize("game", REFUSED)
def test_rules_with_which_a_game_cannot_be_played_are_refused(game: str) -> None:
    for players, rules, message in REFUSED[game]:
        with pytest.raises(UsageError) as refused:
            find_game(game).resolve("base", rules, players)
        assert message in str(refused.value)
