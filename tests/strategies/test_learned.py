"""The learned player: it learns, it never peeks, and it is the same on any number of threads."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.errors import UsageError
from simulate.game import Game, find_game
from simulate.kit.compiled import compiled
from simulate.kit.menu import MOST_MEANINGS, action_at
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.strategy import Strategy
from strategies import find_strategy
from strategies.learned import features, judging, lookahead, states, teaching, words
from strategies.learned.brain import (
    ALWAYS_BASE,
    FIRST_UNITS,
    PLAIN,
    SEAT,
    SEATS,
    SECOND_UNITS,
    Brain,
    pack,
    random_weights,
    unpack,
)
from strategies.learned.compiling import specialised_for, strategy_of
from strategies.learned.features import relative
from strategies.learned.learning import MARGINS, Course, Learner, best_margin, join
from strategies.learned.measuring import Exam, compare, share_of_win
from strategies.learned.states import (
    ADVICE,
    AFTER,
    DECISIONS,
    REAL,
    REAL_MENU,
    ROUND_END,
    TOTAL_GAIN,
    WON,
    WORLD,
    new_memory,
    state_dtype,
    width_of,
)
from strategies.learned.teaching import Examples
from strategies.learned.training import SHARED, Trainer, add_gradient
from strategies.learned.words import Word, list_words, relative_words

GAME, PLAYERS = "schnuff", 3
#: A game whose players win or lose together.
LIFEBOAT = Path(__file__).parents[1] / "making" / "games" / "lifeboat.py"
#: A course that takes about a second.
SHORT = Course(games=160, completions=1)


def values_of(game: Game) -> dict[str, Any]:
    return game.resolve(game.default_variant, {}, PLAYERS)


def random_strategy() -> Strategy:
    return find_strategy("random", GAME)


def new_learner(base: str = "random") -> Learner:
    game = find_game(GAME)
    strategy = find_strategy(base, GAME)
    return Learner(game, values_of(game), PLAYERS, strategy, seed=3, course=SHORT)


@cache
def learned_in_two_rounds(jobs: int, base: str = "random") -> Brain:
    learner = new_learner(base)
    learner.play_round(jobs)
    learner.play_round(jobs)
    return learner.brain


def play(lineup: list[Strategy], games: int) -> Any:
    game = find_game(GAME)
    return Engine(game, values_of(game), lineup, PLAYERS, 11).play(0, games)


def exam(deals: int = 200) -> Exam:
    """Return an exam among random players."""
    game = find_game(GAME)
    return Exam(game, values_of(game), PLAYERS, random_strategy(), deals, seed=9_999)


def test_a_short_course_beats_random_players() -> None:
    strength = exam().measure(learned_in_two_rounds(1), random_strategy())
    assert strength.compared_with == 1 / PLAYERS
    assert strength.share - 2 * strength.half_width > 0.5


@pytest.mark.slow
def test_with_the_highest_margin_a_player_plays_like_its_base() -> None:
    game, base = find_game(GAME), find_strategy("bully", GAME)
    learner = new_learner("bully")
    learner.play_round()
    learner.brain.settings["margin"] = ALWAYS_BASE
    learned = strategy_of(game, learner.brain, base)
    assert play([learned] * PLAYERS, 60).tolist() == play([base] * PLAYERS, 60).tolist()
    learner.brain.settings["margin"] = 0.0
    learned = strategy_of(game, learner.brain, base)
    assert play([learned] * PLAYERS, 60).tolist() != play([base] * PLAYERS, 60).tolist()


def test_the_margin_with_the_highest_lower_bound_is_chosen() -> None:
    learner = new_learner("bully")
    learner.play_round()
    brain, strength = best_margin(learner, exam(40))
    others = []
    for margin in MARGINS:
        learner.brain.settings["margin"] = margin
        others.append(exam(40).measure(learner.brain, learner.base).low)
    assert brain.settings["margin"] == MARGINS[int(np.argmax(others))]
    assert strength.low == max(others)


def test_a_player_that_does_not_ask_its_base_has_no_margin() -> None:
    learner = new_learner()
    assert learner.brain.settings["advice_row"] == -1
    brain, _ = best_margin(learner, exam(4))
    assert brain.settings["margin"] == 0.0


#: A player that begins with the rules alone, and a player that looks ahead with its base strategy.
each_base = pytest.mark.parametrize(
    "base", ["random", pytest.param("bully", marks=pytest.mark.slow)]
)


@each_base
def test_the_number_of_threads_does_not_change_what_is_learned(base: str) -> None:
    alone, together = learned_in_two_rounds(1, base), learned_in_two_rounds(2, base)
    assert alone.weights.tobytes() == together.weights.tobytes()


@each_base
def test_a_learner_that_continues_learns_the_same_as_one_that_never_stopped(base: str) -> None:
    learner = new_learner(base)
    learner.play_round()
    state = learner.state()
    learner.play_round()
    continued = new_learner(base)
    continued.resume(state)
    assert continued.rounds == 1
    continued.play_round()
    assert continued.brain.weights.tobytes() == learner.brain.weights.tobytes()
    assert continued.brain.weights.tobytes() != state.training.weights.tobytes()


def test_the_same_games_are_played_again_by_a_packed_and_unpacked_player() -> None:
    game, brain = find_game(GAME), learned_in_two_rounds(1)
    again = unpack(pack(brain))
    assert again.settings.tobytes() == brain.settings.tobytes()
    assert again.words.tobytes() == brain.words.tobytes()
    assert again.places.tolist() == brain.places.tolist()
    assert again.weights.tobytes() == brain.weights.tobytes()
    first, second = (
        play([strategy_of(game, each, random_strategy())] * PLAYERS, 30) for each in (brain, again)
    )
    assert first.tolist() == second.tolist()


def test_a_round_without_labelled_decisions_changes_nothing() -> None:
    game = find_game(GAME)
    course = replace(SHORT, labelled=0)
    learner = Learner(game, values_of(game), PLAYERS, random_strategy(), course=course)
    before = learner.brain.weights.copy()
    totals: list[int] = []
    learner.play_round(report=lambda step, done, total: totals.append(total))
    assert learner.rounds == 1
    # The progress display divides by the number of units.
    assert min(totals) > 0
    assert learner.brain.weights.tobytes() == before.tobytes()


def test_candidates_are_evenly_spread_and_each_action_is_equally_likely() -> None:
    for candidates, count in ((12, 23), (3, 7), (5, 5), (1, 4), (12, 1500)):
        tried = np.zeros(count, int)
        for start in range(count):
            indices = [
                judging.spread(number, candidates, start, count) for number in range(candidates)
            ]
            tried[indices] += 1
            gaps = np.diff([*sorted(indices), min(indices) + count])
            assert indices[0] == start
            assert set(gaps.tolist()) <= {count // candidates, -(-count // candidates)}
        assert set(tried.tolist()) == {candidates}


def test_the_action_of_the_base_strategy_is_among_the_labelled_actions() -> None:
    actions = np.array([5, 6, 7, 8])
    teaching.include(actions, 2, 8)
    assert 8 in actions[:2]
    assert sorted(actions.tolist()) == [5, 6, 7, 8]
    again = actions.copy()
    teaching.include(again, 2, 6)
    assert again.tolist() == actions.tolist()


def test_the_scores_are_read_even_if_there_is_no_room_for_all_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(words, "MOST_WORD_FEATURES", 12)
    brain = new_learner().brain
    summary = state_dtype(find_game(GAME)).fields["summary"][1] // 8  # type: ignore[index]
    assert 0 < len(brain.words) <= 6
    assert set(brain.places[0].tolist()) >= {summary, summary + 1, summary + 2}


def test_a_game_without_redeal_cannot_be_learned() -> None:
    game = replace(find_game(GAME), redeal=None)
    with pytest.raises(UsageError, match="redeal"):
        Learner(game, values_of(game), PLAYERS, random_strategy())


# Strength -----------------------------------------------------------------------


def test_without_any_difference_the_interval_still_has_a_width() -> None:
    strength = compare(np.full(400, 0.5), 0.5)
    assert strength.difference == 0
    # Two deals that differ by a whole win, in opposite directions, could be missing.
    assert 1 / 400 < strength.high < 4 / 400
    assert strength.low == -strength.high


@pytest.mark.parametrize("wins", [0, 1])
def test_a_player_that_wins_or_loses_every_deal_has_wilsons_interval(wins: int) -> None:
    strength = compare(np.full(100, float(wins)), 0.25)
    unseen = 1.96**2 / (100 + 1.96**2)  # The share of Wilson's interval with the normal quantile.
    ends = (strength.low + 0.25, strength.high + 0.25)
    assert ends == pytest.approx((1 - unseen, 1.0) if wins else (0.0, unseen), abs=0.002)


def test_a_paired_difference_is_sure_only_if_many_deals_differ() -> None:
    others = np.tile([0.0, 1.0], 200)
    shares = others.copy()
    shares[:4] = [1, 1, 0, 1]  # Two deals are better, and one is worse.
    few = compare(shares, others)
    assert few.difference == pytest.approx(1 / 400)
    assert few.low < 0 < few.high
    shares[::8] = 1.0
    many = compare(shares, others)
    assert many.is_stronger
    assert (many.compared_with, many.deals) == (0.5, 400)


def test_three_wins_in_500_deals_do_not_prove_a_player_stronger() -> None:
    shares = np.zeros(500)
    shares[:3] = 1
    assert not compare(shares, np.zeros(500)).is_stronger


def test_partners_win_together_and_each_has_a_whole_win() -> None:
    rows = np.zeros((4, row.WINNERS + 10), np.int64)
    rows[:, row.WINNERS] = 0b0101
    rows[:, row.ROTATION] = range(4)
    assert [share_of_win(each, (0, 1, 0, 1)) for each in rows] == [1, 0, 1, 0]
    assert [share_of_win(each, (0, 1, 2, 3)) for each in rows] == [0.5, 0, 0.5, 0]
    assert [share_of_win(each, (0, 0, 0, 0)) for each in rows] == [1, 1, 1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 3])
def test_a_game_that_is_won_together_is_worth_a_whole_win(players: int) -> None:
    game = find_game(str(LIFEBOAT))
    base = find_strategy("random", str(LIFEBOAT))
    values = game.resolve(game.default_variant, {}, players)
    settings = Learner(game, values, players, base, course=SHORT).brain.settings
    deal_game, goes_on, act_at_random, worth_of = (
        specialised_for(game, template, base)
        for template in (states.deal_game, states.goes_on, states.act_at_random, states.worth_of)
    )

    @compiled
    def play_games(memory: Any, worths: Any) -> None:
        for number in range(len(worths)):
            deal_game(memory, 5, number)
            while goes_on(memory, REAL):
                act_at_random(memory, REAL, REAL_MENU, memory.streams[0])
            worths[number] = worth_of(settings[0], memory, REAL, players - 1)

    worths = np.zeros(200)
    play_games(new_memory(game, game.rules_record(values, players), base), worths)
    assert set(worths.tolist()) == {0.0, 1.0}


# What the player reads ----------------------------------------------------------


def test_the_player_reads_only_the_table_its_own_record_and_the_summary() -> None:
    game = find_game(GAME)
    hidden_fields = set(game.hidden.meanings) - set(game.table.meanings) - set(game.own.meanings)
    read_words = list(list_words(game, PLAYERS))
    assert hidden_fields
    assert {word.field for word in read_words}.isdisjoint(hidden_fields)
    own = [word for word in read_words if word.field in game.own.meanings]
    assert own
    width = game.own.dtype.itemsize // 8
    for word in own:
        assert np.diff(word.places).tolist() == [width] * (PLAYERS - 1)
    for word in read_words:
        for seat, place in enumerate(word.places):
            assert place not in hidden_places(game)[seat]


def hidden_places(game: Game) -> Any:
    """Return the indices of the words of a state that each seat cannot see.

    They are the hidden record and the own records of other seats: shape (seats, words).
    """
    fields: Any = state_dtype(game).fields
    hidden, own = fields["hidden"][1] // 8, fields["own"][1] // 8
    width = game.own.dtype.itemsize // 8
    everywhere = [*range(hidden, hidden + game.hidden.dtype.itemsize // 8)]
    places = []
    for seat in range(PLAYERS):
        others = [other for other in range(PLAYERS) if other != seat]
        owns = [own + other * width + word for other in others for word in range(width)]
        places.append(everywhere + owns)
    return np.array(places)


@pytest.mark.slow
def test_a_world_does_not_depend_on_what_the_seat_cannot_see() -> None:
    game = find_game(GAME)
    deal_game = specialised_for(game, states.deal_game, random_strategy())
    deal_world_of_mover = specialised_for(game, teaching.deal_world_of_mover, random_strategy())

    @compiled
    def deal(memory: Any, hidden: Any, change: int) -> None:
        deal_game(memory, 5, 8)
        for place in hidden[memory.states[REAL].table[0].seat]:
            memory.words[place] += change
        deal_world_of_mover(memory)

    worlds = []
    hidden = hidden_places(game)
    for change in (0, 1):
        memory = new_memory(game, game.rules_record(values_of(game), PLAYERS), random_strategy())
        deal(memory, hidden, change)
        width = width_of(memory)
        worlds.append(memory.words[WORLD * width : (WORLD + 1) * width].tolist())
    assert worlds[0] == worlds[1]


def playing_functions(game: Game, base: Strategy) -> tuple[Any, ...]:
    """Return `deal_game`, `offer_in`, `act` and `goes_on` for a game."""
    templates = (states.deal_game, states.offer_in, states.act, states.goes_on)
    return tuple(specialised_for(game, template, base) for template in templates)


@pytest.mark.slow
def test_looking_ahead_stops_at_the_end_of_the_round_and_changes_no_other_state() -> None:
    game, base = find_game(GAME), find_strategy("bully", GAME)
    deal_game, offer_in, act, goes_on = playing_functions(game, base)
    copy_state = specialised_for(game, states.copy_state, base)
    start_stream = specialised_for(game, states.start_stream, base)
    finish_round = specialised_for(game, lookahead.finish_round, base)

    @compiled
    def play_first_actions(memory: Any, looks_ahead: bool, rounds: Any) -> int:
        """Play a game; for each action, note its round and the round after looking ahead."""
        deal_game(memory, 5, 8)
        actions = 0
        while goes_on(memory, REAL):
            offer_in(memory, REAL, REAL_MENU)
            action = action_at(memory.menus[REAL_MENU], 0)
            if looks_ahead:
                copy_state(memory, AFTER, REAL)
                act(memory, AFTER, action)
                start_stream(memory, ADVICE, np.uint64(1), np.uint64(2))
                finish_round(memory, REAL, 0)
                rounds[actions, 0] = memory.states[REAL].table[0].rounds
                rounds[actions, 1] = memory.states[ROUND_END].table[0].rounds
                actions += 1
            act(memory, REAL, action)
        return actions

    rounds = np.zeros((2000, 2), np.int64)
    games = []
    for looks_ahead in (False, True):
        memory = new_memory(game, game.rules_record(values_of(game), PLAYERS), base)
        actions = play_first_actions(memory, looks_ahead, rounds)
        games.append(memory.states[REAL].tobytes())
    assert games[0] == games[1]
    assert rounds[:actions, 0].max() >= 2
    assert rounds[:actions, 1].tolist() == (rounds[:actions, 0] + 1).tolist()


@pytest.mark.slow
def test_a_player_that_looks_ahead_does_not_act_on_what_its_seat_cannot_see() -> None:
    game, base = find_game(GAME), find_strategy("bully", GAME)
    brain = learned_in_two_rounds(1, "bully")
    deal_game, offer_in, act, goes_on = playing_functions(game, base)
    start_stream = specialised_for(game, states.start_stream, base)
    ask_base = specialised_for(game, states.ask_base, base)
    deal_world_of_mover = specialised_for(game, teaching.deal_world_of_mover, base)
    choose_action = specialised_for(game, judging.choose_action, base)

    @compiled
    def play(brain: Brain, memory: Any, hidden: Any, changes: Any, choices: Any) -> int:
        """Play a game; note each choice if everything hidden from the seat is changed before it."""
        deal_game(memory, 5, 8)
        decisions = 0
        while goes_on(memory, REAL):
            count = offer_in(memory, REAL, REAL_MENU)
            menu, chance = memory.menus[REAL_MENU], memory.streams[DECISIONS]
            if count > 1:
                seat = memory.states[REAL].table[0].seat
                for change in range(len(changes)):
                    for place in hidden[seat]:
                        memory.words[place] += changes[change]
                    for stream in (DECISIONS, ADVICE):
                        start_stream(memory, stream, np.uint64(1), np.uint64(decisions))
                    memory.advised[0] = ask_base(memory, REAL, REAL_MENU)
                    deal_world_of_mover(memory)
                    choices[decisions, change] = choose_action(
                        brain, memory, WORLD, menu, chance, 100
                    )
                    for place in hidden[seat]:
                        memory.words[place] -= changes[change]
                decisions += 1
            act(memory, REAL, action_at(menu, 0))
        return decisions

    memory = new_memory(game, game.rules_record(values_of(game), PLAYERS), base)
    choices = np.full((2000, 2), -1)
    decisions = play(brain, memory, hidden_places(game), np.array([0, 1]), choices)
    assert decisions > 20
    assert choices[:decisions, 0].tolist() == choices[:decisions, 1].tolist()


@pytest.mark.slow
@pytest.mark.parametrize("most", [0, 1])
def test_looking_ahead_plays_at_most_a_number_of_actions(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookahead, "MOST_STEPS", most)
    # Another title, so that no function is used that was specialised for another limit.
    game, base = replace(find_game(GAME), title=f"{most}"), find_strategy("bully", GAME)
    deal_game, offer_in, act, _ = playing_functions(game, base)
    copy_state = specialised_for(game, states.copy_state, base)
    act_as_base = specialised_for(game, states.act_as_base, base)
    start_stream = specialised_for(game, states.start_stream, base)
    finish_round = specialised_for(game, lookahead.finish_round, base)

    @compiled
    def look_ahead(memory: Any) -> None:
        deal_game(memory, 5, 8)
        offer_in(memory, REAL, REAL_MENU)
        copy_state(memory, AFTER, REAL)
        act(memory, AFTER, action_at(memory.menus[REAL_MENU], 0))
        start_stream(memory, ADVICE, np.uint64(1), np.uint64(2))
        finish_round(memory, REAL, 0)
        start_stream(memory, ADVICE, np.uint64(1), np.uint64(2))
        for _ in range(most):
            act_as_base(memory, AFTER, REAL_MENU)

    memory = new_memory(game, game.rules_record(values_of(game), PLAYERS), base)
    look_ahead(memory)
    for record in ("table", "own", "hidden"):
        states_of_record = memory.states[record]
        assert states_of_record[ROUND_END].tobytes() == states_of_record[AFTER].tobytes()
        if record == "table":
            assert states_of_record[ROUND_END].tobytes() != states_of_record[REAL].tobytes()


@pytest.mark.slow
def test_a_turn_is_completed_with_at_most_a_number_of_actions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # In Pig, a turn goes on after most rolls.
    pig = str(Path(__file__).parents[1] / "making" / "games" / "pig.py")
    base = find_strategy("random", pig)
    totals = {}
    for most in (0, 100):
        monkeypatch.setattr(lookahead, "MOST_STEPS", most)
        game = replace(find_game(pig), title=f"{most}")
        rules = game.rules_record(game.resolve(game.default_variant, {}, 2), 2)
        deal_game = specialised_for(game, states.deal_game, base)
        copy_state = specialised_for(game, states.copy_state, base)
        summarise = specialised_for(game, states.summarise, base)
        act_at_random = specialised_for(game, states.act_at_random, base)
        complete_turn = specialised_for(game, lookahead.complete_turn, base)

        @compiled
        def complete(
            memory: Any,
            deal_game: Any = deal_game,
            copy_state: Any = copy_state,
            summarise: Any = summarise,
            act_at_random: Any = act_at_random,
            complete_turn: Any = complete_turn,
        ) -> int:
            total = 0
            for number in range(40):
                deal_game(memory, 5, number)
                seat = memory.states[REAL].table[0].seat
                summarise(memory, REAL, seat)
                copy_state(memory, AFTER, REAL)
                act_at_random(memory, AFTER, REAL_MENU, memory.streams[0])
                summarise(memory, AFTER, seat)
                complete_turn(4, memory, REAL, seat)
                total += memory.states[AFTER].summary[TOTAL_GAIN]
            return total

        totals[most] = complete(new_memory(game, rules, base))
    # Points count when a player stops, which is never the first action.
    assert totals[0] == 0
    assert totals[100] > 0


@pytest.mark.slow
def test_the_summary_of_a_finished_game_says_who_has_won() -> None:
    game, base = find_game(GAME), random_strategy()
    deal_game, goes_on, act_at_random, summarise = (
        specialised_for(game, template, base)
        for template in (states.deal_game, states.goes_on, states.act_at_random, states.summarise)
    )

    @compiled
    def play_games(memory: Any, won: Any) -> None:
        for number in range(len(won)):
            deal_game(memory, 5, number)
            while goes_on(memory, REAL):
                summarise(memory, REAL, 0)
                won[number, PLAYERS] += memory.states[REAL].summary[WON]
                act_at_random(memory, REAL, REAL_MENU, memory.streams[0])
            for seat in range(PLAYERS):
                summarise(memory, REAL, seat)
                won[number, seat] = memory.states[REAL].summary[WON]

    won = np.zeros((50, PLAYERS + 1), np.int64)
    play_games(new_memory(game, game.rules_record(values_of(game), PLAYERS), base), won)
    assert won[:, :PLAYERS].any(axis=0).all()
    assert (won[:, :PLAYERS].sum(axis=1) >= 1).all()
    assert not won[:, PLAYERS].any()


@pytest.mark.slow
def test_an_invalid_meaning_gets_the_row_of_the_nearest_valid_one() -> None:
    @compiled
    def wrong_meaning(rules: Any, table: Any, action: int) -> int:
        return 1000 * (action % 3) - 1000

    game, base = replace(find_game(GAME), meaning=wrong_meaning), random_strategy()
    brain = learned_in_two_rounds(1)
    deal_game, offer_in, act, goes_on = playing_functions(game, base)
    copy_state = specialised_for(game, states.copy_state, base)
    note_action = specialised_for(game, features.note_action, base)

    @compiled
    def note_all(brain: Brain, memory: Any, rows: Any) -> int:
        deal_game(memory, 5, 8)
        noted = 0
        while goes_on(memory, REAL):
            offer_in(memory, REAL, REAL_MENU)
            action = action_at(memory.menus[REAL_MENU], 0)
            copy_state(memory, AFTER, REAL)
            act(memory, AFTER, action)
            count = note_action(brain, memory, REAL, 0, action)
            rows[noted] = memory.rows[: min(count, 2)].max()
            noted += 1
            act(memory, REAL, action)
        return noted

    memory = new_memory(game, game.rules_record(values_of(game), PLAYERS), base)
    rows = np.zeros(2000, np.int64)
    noted = note_all(brain, memory, rows)
    meaning_row = int(brain.settings["meaning_row"][0])
    # The rows of meanings come after those of actions.
    assert set(rows[:noted].tolist()) == {meaning_row, meaning_row + MOST_MEANINGS - 1}


@pytest.mark.parametrize("transform", [SEAT, SEATS])
def test_compiled_and_plain_code_make_words_relative_in_the_same_way(transform: int) -> None:
    word = Word("field", (0,), transform)
    numbers = np.arange(-1 if transform == SEAT else 0, 4)
    for seat in range(4):
        plain = relative_words(numbers, word, np.full(len(numbers), seat), 4)
        assert plain.tolist() == [
            int(relative(int(number), transform, seat, 4)) for number in numbers
        ]


def test_seats_are_counted_from_the_seat_that_decides() -> None:
    seats = np.array([2, 2, 1])
    numbers = np.array([2, 0, -1])
    assert relative_words(numbers, Word("", (), SEAT), seats, 3).tolist() == [0, 1, -1]
    assert relative_words(np.array([0b101]), Word("", (), SEATS), seats[:1], 3).tolist() == [0b011]
    assert relative_words(numbers, Word("", (), PLAIN), seats, 3).tolist() == [2, 0, -1]


# Training -----------------------------------------------------------------------


def small_examples(features: int) -> Examples:
    """Return two decisions, with three and two actions, with random features."""
    random = np.random.default_rng(2)
    return Examples(
        rows=random.integers(0, features, 30).astype(np.int32),
        values=random.standard_normal(30).astype(np.float32),
        decisions=np.array([[0, 6, 0, 3], [15, 20, 3, 5]]),
        actions=np.array([[6, 9], [9, 12], [12, 15], [20, 25], [25, 30]]),
        labels=random.random(5).astype(np.float32),
        counts=np.array([2, 30, 5]),
    )


def small_brain(features: int) -> Brain:
    brain = learned_in_two_rounds(1)
    settings = brain.settings.copy()
    settings["features"] = features
    return Brain(settings, brain.words, brain.places, random_weights(features, 4))


def plain_estimate(brain: Brain, examples: Examples, decision: int, action: int) -> float:
    """Return the estimate of an action, computed by plain matrices in float64."""
    features = int(brain.settings["features"][0])
    sizes = [features * FIRST_UNITS, FIRST_UNITS, FIRST_UNITS * SECOND_UNITS, *[SECOND_UNITS] * 2]
    layers = np.split(brain.weights.astype(float), np.cumsum(sizes))
    table, first_biases, second, second_biases, output, bias = layers
    values = np.zeros(features)
    ranges = (examples.decisions[decision, :2], examples.actions[action])
    for start, end in ranges:
        np.add.at(values, examples.rows[start:end], examples.values[start:end])
    first_layer = np.maximum(values @ table.reshape(features, -1) + first_biases, 0)
    second_layer = np.maximum(first_layer @ second.reshape(FIRST_UNITS, -1) + second_biases, 0)
    return float(second_layer @ output + bias[0])


def plain_loss(brain: Brain, examples: Examples) -> float:
    """Return the loss of some decisions: half the squares of the differences and of the mean."""
    total = 0.0
    for decision in range(len(examples.decisions)):
        actions = range(*examples.decisions[decision, 2:])
        errors = np.array(
            [
                plain_estimate(brain, examples, decision, action) - examples.labels[action]
                for action in actions
            ]
        )
        differences = errors - errors.mean()
        total += float((differences**2).sum() + SHARED * len(errors) * errors.mean() ** 2) / 2
    return total


def test_the_gradient_predicts_how_the_error_changes() -> None:
    brain, examples = small_brain(40), small_examples(40)
    gradient = np.zeros_like(brain.weights)
    add_gradient(brain, examples, np.arange(2), gradient)
    length = float(np.linalg.norm(gradient))
    middle = brain.weights.copy()
    step = np.float32(0.01) / np.float32(length)
    brain.weights[:] = middle + step * gradient
    above = plain_loss(brain, examples)
    brain.weights[:] = middle - step * gradient
    below = plain_loss(brain, examples)
    assert (above - below) / 0.02 == pytest.approx(length, rel=0.02)


def test_training_lowers_the_error_of_the_labels() -> None:
    brain, examples = small_brain(40), small_examples(40)
    trainer = Trainer(brain, 1)
    before = trainer.train(examples, 1, 1e-9, 1e-9)
    trainer.train(examples, 200, 1e-2, 1e-3)
    assert trainer.train(examples, 1, 1e-9, 1e-9) < before / 10


def test_joined_examples_keep_their_features() -> None:
    part = small_examples(40)
    joined = join([part, part])
    assert joined.counts.tolist() == [4, 60, 10]
    assert joined.decisions[2].tolist() == [30, 36, 5, 8]
    assert joined.actions[5].tolist() == [36, 39]
    assert joined.labels[5:].tolist() == part.labels.tolist()
