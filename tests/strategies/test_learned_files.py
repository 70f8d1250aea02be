"""The files of learned players: they are read as they were written, or refused."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports.analysis.selection import resolve_study
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.explore.choosing import change_choices, usual_choices
from simulate.explore.controls import LINEUP, list_styles
from simulate.explore.controls import PLAYERS as PLAYERS_CONTROL
from simulate.game import Game, find_game
from simulate.play.engine import Engine
from simulate.strategy import Strategy
from strategies import find_strategy
from strategies.learned import files
from strategies.learned.brain import SETTINGS, WORD, Brain, pack
from strategies.learned.compiling import strategy_of
from strategies.learned.files import (
    LearnedPlayer,
    path_of,
    read_player,
    to_bytes,
    write_player,
)
from strategies.learned.keys import key_of_game, key_of_strategy
from strategies.learned.learned_strategy import describe_strength, describe_wins
from strategies.learned.learning import Course
from strategies.learned.measuring import Strength
from strategies.learned.sessions import Session, Settings

GAME, PLAYERS = "schnuff", 3
#: A course that takes about a second.
SHORT = Course(games=160, completions=1)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of learned players, which is empty at first."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "fathom" / "learned"


def settings(seed: int = 3, players: int = PLAYERS, **rules: int) -> Settings:
    selection = Selection(source=GAME, players=players, strategy=["random"], rule=rules, seed=seed)
    study, lineup = resolve_study(selection)
    base = find_strategy("random", GAME)
    return Settings(study, lineup[:1], [], base, seed, SHORT, round_deals=40, final_deals=60)


@cache
def player_after_two_rounds(jobs: int = 1) -> LearnedPlayer:
    """Return a player that learned in two rounds without stopping, and was measured.

    It is learned once for all tests, in the folder of the first of them.
    """
    session = Session(settings(), fresh=True)
    session.play_round(jobs)
    session.play_round(jobs)
    session.measure(jobs)
    session.path.unlink()
    assert session.player
    return session.player


def strength_of(share: float, margin: float) -> Strength:
    """Return a strength with an interval that has this half width."""
    difference = share - 1 / PLAYERS
    return Strength(share, 1 / PLAYERS, difference - margin, difference + margin, 100)


def strategy_with(player: LearnedPlayer) -> Strategy:
    """Return the strategy that plays as a player."""
    return strategy_of(find_game(GAME), player.brain, find_strategy("random", GAME))


@pytest.fixture
def player() -> LearnedPlayer:
    return player_after_two_rounds()


def read(path: Path) -> LearnedPlayer:
    return read_player(path, find_game(GAME), PLAYERS)


def test_a_file_is_read_as_it_was_written(tmp_path: Path, player: LearnedPlayer) -> None:
    path = tmp_path / "new" / "a.learned"
    write_player(path, player)
    assert to_bytes(read(path)) == to_bytes(player) == path.read_bytes()
    assert [file.name for file in path.parent.iterdir()] == ["a.learned"]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o644
    assert read(path).strengths == player.strengths
    assert len(player.strengths) == 2
    assert player.final


def test_a_session_that_continues_learns_the_same_as_one_that_did_not_stop(
    player: LearnedPlayer,
) -> None:
    Session(settings()).play_round()
    continued = Session(settings())
    assert continued.rounds == 1
    continued.play_round()
    continued.measure()
    assert continued.player
    assert to_bytes(continued.player) == to_bytes(player)


def test_the_number_of_threads_does_not_change_the_file(player: LearnedPlayer) -> None:
    assert to_bytes(player_after_two_rounds(jobs=2)) == to_bytes(player)


def test_an_interrupted_round_leaves_the_file_of_the_round_before(
    player: LearnedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(settings())
    session.play_round()
    before = session.path.read_bytes()

    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("strategies.learned.measuring.Exam.measure", interrupt)
        session.play_round()
    assert session.path.read_bytes() == before
    assert len(list(session.path.parent.iterdir())) == 1


def test_the_best_player_is_kept_when_a_later_one_is_weaker(
    player: LearnedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = iter([0.4, 0.3, 0.5])
    monkeypatch.setattr(
        "strategies.learned.measuring.Exam.measure",
        lambda *_: strength_of(next(shares), 0.02),
    )
    session = Session(settings())
    bests = []
    for _ in range(3):
        session.play_round()
        assert session.player
        bests.append((session.player.best_round, session.player.brain.weights.tobytes()))
    assert [number for number, _ in bests] == [1, 1, 3]
    assert bests[0] == bests[1] != bests[2]
    assert session.player
    assert len(session.player.strengths) == session.rounds == 3


def with_other_base(settings: Settings) -> Settings:
    return replace(settings, base=find_strategy("bully", GAME))


def with_other_rival(settings: Settings) -> Settings:
    return replace(settings, rivals=[find_strategy("bully", GAME)])


def with_other_course(settings: Settings) -> Settings:
    return replace(settings, course=replace(SHORT, worlds=3))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (lambda: settings(seed=4), r"learned with --seed 3; give the same, or --fresh"),
        (lambda: settings(max_turns=50), r"learned with the default rules; give the same"),
        (lambda: with_other_base(settings(seed=4)), r"with --base random and --seed 3; give the"),
        (
            lambda: with_other_rival(settings()),
            r"was compared with random, not with bully; give --fresh to start over",
        ),
        (
            lambda: with_other_rival(settings(max_turns=50)),
            r"learned with the default rules; give the same",
        ),
        (lambda: with_other_course(settings()), r"another version of Fathom wrote .*--fresh"),
    ],
)
def test_a_session_does_not_continue_with_other_settings(
    changed: Callable[[], Settings], words: str, player: LearnedPlayer
) -> None:
    write_player(path_of(find_game(GAME), PLAYERS), player)
    with pytest.raises(UsageError, match=words):
        Session(changed())
    assert Session(changed(), fresh=True).rounds == 0


def test_a_session_names_the_rules_that_its_player_learned() -> None:
    session = Session(settings(max_turns=50))
    session.play_round()
    with pytest.raises(UsageError, match=r"learned with --rule max_turns=50; give the same"):
        Session(settings())


def test_a_session_does_not_continue_after_a_change_of_the_default_rules(
    player: LearnedPlayer,
) -> None:
    write_player(path_of(find_game(GAME), PLAYERS), replace(player, rules_key="0" * 20))
    with pytest.raises(UsageError, match=r"the default rules have changed since .*--fresh"):
        Session(settings())


def test_a_session_does_not_continue_after_a_change_of_its_base_or_its_rival(
    player: LearnedPlayer,
) -> None:
    other = "0" * 20
    for changed in (replace(player, base_key=other), replace(player, rival_key=other)):
        write_player(path_of(find_game(GAME), PLAYERS), changed)
        with pytest.raises(UsageError, match=r"strategy random has changed since .*--fresh"):
            Session(settings())


@pytest.mark.parametrize(
    ("shares", "match", "tier"),
    [
        ([0.5], "first", 3),
        ([0.34], "first", 2),
        ([0.2, 0.5], "second", 1),
        ([0.2, 0.1, 0.3], "third", 0),
        ([0.2, 0.1, 0.1], "", 0),
    ],
)
def test_the_tier_is_that_of_the_strongest_strategy_that_is_not_surely_stronger(
    shares: list[float], match: str, tier: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    strategy = find_strategy("random", GAME)
    names = ("first", "second", "third")
    rivals = [replace(strategy, name=name, tier=2 - n) for n, name in enumerate(names)]
    session = Session(replace(settings(), rivals=rivals))
    session.play_round()
    left = iter(shares)
    monkeypatch.setattr(
        "strategies.learned.measuring.Exam.measure",
        lambda *_: strength_of(next(left), 0.04),
    )
    monkeypatch.setattr("strategies.learned.sessions.find_weaknesses", lambda *_: [])
    assert session.measure().share == shares[0]
    assert session.player
    assert (session.player.match, session.player.tier) == (match, tier)
    assert list(left) == []
    assert session.measure().share == shares[0]  # It is not measured again.


def test_a_player_that_loses_to_another_strategy_counts_no_more_than_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strategy = find_strategy("random", GAME)
    rivals = [replace(strategy, name="first", tier=3), replace(strategy, name="second", tier=0)]
    others = [replace(strategy, name=name, tier=2) for name in ("third", "fourth")]
    session = Session(replace(settings(), rivals=rivals, others=others))
    session.play_round()
    monkeypatch.setattr(
        "strategies.learned.measuring.Exam.measure", lambda *_: strength_of(0.5, 0.04)
    )
    tried: list[str] = []

    def find(study: Any, player: Any, known: Any, *_: Any) -> list[Any]:
        tried.extend(strategy.name for strategy in known)
        return [(others[1], strength_of(0.2, 0.05)), (others[0], strength_of(0.25, 0.05))]

    monkeypatch.setattr("strategies.learned.sessions.find_weaknesses", find)
    assert session.measure().is_stronger
    assert tried == ["second", "third", "fourth"]
    player = session.player
    assert player
    assert (player.match, player.tier, player.is_strongest_known) == ("first", 2, False)
    assert [weakness.strategy for weakness in player.weaknesses or ()] == ["fourth", "third"]
    assert replace(player, weaknesses=()).is_strongest_known
    assert read_player(session.path, find_game(GAME), PLAYERS).weaknesses == player.weaknesses
    assert describe_strength(player, find_game(GAME)).endswith(
        "an equal share is 33.3%; weaker than fourth (wins 20.0% ± 5.0% against it at all other "
        "seats, 100 deals) and third (wins 25.0% ± 5.0% against it at all other seats, 100 deals)."
    )


# Where files are -----------------------------------------------------------------


def test_files_of_bundled_games_are_in_the_data_folder_and_others_beside_the_game(
    data_folder: Path,
) -> None:
    game = find_game(GAME)
    assert path_of(game, 3) == data_folder / "schnuff-3-players.learned"
    own = replace(game, origin="games/reef.py")
    assert path_of(own, 4) == Path("games/reef-4-players.learned")


def test_a_relative_data_folder_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    monkeypatch.setenv("HOME", "/home/somebody")
    folder = Path("/home/somebody/.local/share/fathom/learned")
    assert path_of(find_game(GAME), 3).parent == folder


# Files that are refused ----------------------------------------------------------


def refused(path: Path, match: str = "learned") -> str:
    """Return the message with which a file is refused; it names the file and the remedy."""
    with pytest.raises(UsageError, match=match) as error:
        read(path)
    message = str(error.value)
    assert path.name in message
    assert "fathom learn schnuff --players 3 --fresh" in message
    return message


def test_a_changed_game_another_game_and_another_number_of_players_are_refused(
    tmp_path: Path, player: LearnedPlayer
) -> None:
    path = tmp_path / "a.learned"
    for changed, match in (
        (replace(player, code="0" * 20), "schnuff has changed since its player"),
        (replace(player, game="reef"), "has learned reef, not schnuff"),
        (replace(player, players=4), "with 4 players, not 3"),
        (replace(player, python="2.7"), r"with Python 2\.7, but this is"),
    ):
        write_player(path, changed)
        refused(path, match)


def test_the_key_of_a_game_follows_from_its_code_and_its_fields() -> None:
    game = find_game(GAME)
    key = key_of_game(game)
    assert key_of_game(replace(game, title="Other")) == key
    assert key_of_game(replace(game, apply=game.deal)) != key
    assert key_of_game(replace(game, table=game.own)) != key


def test_truncated_and_edited_files_are_refused(tmp_path: Path, player: LearnedPlayer) -> None:
    path = tmp_path / "a.learned"
    content = to_bytes(player)
    chance = random.Random(1)
    head = 8 + int.from_bytes(content[:8], "little")
    for length in [0, 1, 7, 8, 9, head - 1, head, head + 1, len(content) - 1]:
        path.write_bytes(content[:length])
        refused(path)
    for end in (head, len(content)):
        for _ in range(100):
            edited = bytearray(content)
            edited[chance.randrange(end)] ^= 1 << chance.randrange(8)
            path.write_bytes(edited)
            try:
                read_again = read(path)
            except UsageError:
                refused(path)
            else:  # A space or the order of the head's entries changed nothing.
                assert to_bytes(read_again) == content
    path.write_bytes(content + b"\0")
    refused(path)


@pytest.mark.parametrize(
    "head",
    [
        b"[]",
        b"{}",
        b"null",
        b"[" * 100_000,
        b'{"__metadata__": 1}',
        b'{"__metadata__": {"fathom": 1, "digest": ""}}',
        b'{"__metadata__": {"fathom": "", "digest": "' + b"\xff" + b'"}}',
        b"9" * 10_000,
    ],
)
def test_files_with_invalid_heads_are_refused(head: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.learned"
    path.write_bytes(len(head).to_bytes(8, "little") + head)
    refused(path)


def test_huge_files_and_pipes_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, player: LearnedPlayer
) -> None:
    path = tmp_path / "a.learned"
    path.write_bytes((2**63).to_bytes(8, "little") + b"{}")
    refused(path, "lost its end")
    monkeypatch.setattr(files, "MOST_LEARNED_BYTES", 1000)
    path.write_bytes(to_bytes(player))
    with pytest.raises(UsageError, match="larger than"):
        read(path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "b.learned")
        with pytest.raises(UsageError, match="is not a file on a disk"):
            read(tmp_path / "b.learned")


def test_entries_of_arrays_that_leave_the_file_are_refused(
    tmp_path: Path, player: LearnedPlayer
) -> None:
    path = tmp_path / "a.learned"
    content = to_bytes(player)
    length = int.from_bytes(content[:8], "little")
    for name in ("weights", "places", "settings"):
        for key, value in (
            ("shape", [2**62, 2**62]),
            ("shape", [-1]),
            ("shape", []),
            ("shape", "a"),
            ("shape", [True]),
            ("dtype", "F64"),
            ("data_offsets", [-8, 8]),
            ("data_offsets", [0, 2**70]),
            ("data_offsets", [16, 8]),
            ("data_offsets", [0]),
        ):
            tables = json.loads(content[8 : 8 + length])
            tables[name][key] = value
            head = json.dumps(tables).encode()
            path.write_bytes(len(head).to_bytes(8, "little") + head + content[8 + length :])
            refused(path)


#: For each setting, values that compiled code could not use.
BAD_SETTINGS: dict[str, tuple[float, ...]] = {
    "players": (0, 2, 4),
    "features": (-1, 0, 2**40),
    "by_action": (2, -1),
    "lowest_action": (2**60, -(2**63)),
    "actions": (0, -1, 2**62),
    "action_row": (-1, 2**31, 2**63 - 1),
    "advice_row": (-2, 10**9),
    "margin": (-0.1, 1.1, float("nan")),
    "meaning_row": (-1, 2**31, 2**63 - 1),
    "completions": (-1, 10**9),
    "candidates": (0, -1, 10**9),
    "side_size": (0, -1, 4),
    "lead_weight": (-1.0, 2.0, np.nan, np.inf),
    "lead_scale": (np.nan, np.inf),
}
#: The same for the fields of words.
BAD_WORDS: dict[str, tuple[float, ...]] = {
    "kind": (3, -1),
    "transform": (3, -1),
    "step": (0, -1, 2**60),
    "low": (-(2**63), 2**62),
    "high": (2**62, -(2**63)),
    "members": (-1, 2**62),
    "before_row": (-1, 2**31, 2**63 - 1),
    "after_row": (-1, 2**31, 2**63 - 1),
    "change_row": (-1, 2**31, 2**63 - 1),
    "later_row": (-2, 2**31, 2**63 - 1),
    "later_change_row": (-2, 2**31, 2**63 - 1),
    "mean": (np.nan, np.inf),
    "scale": (np.nan, -np.inf),
    "change_scale": (np.nan, np.inf),
    "later_scale": (np.nan, np.inf),
}


def with_brain(player: LearnedPlayer, change: Callable[[Brain], None]) -> LearnedPlayer:
    """Return a copy of a player whose brain was changed in place."""
    settings, words, places, weights = player.brain
    brain = Brain(settings.copy(), words.copy(), places.copy(), weights.copy())
    change(brain)
    return replace(player, brain=brain)


def looking_ahead(player: LearnedPlayer) -> LearnedPlayer:
    """Return a copy of a player that asks its base strategy and lets it play on."""

    def change(brain: Brain) -> None:
        brain.settings["advice_row"] = 0
        brain.words["later_row"] = brain.words["after_row"]
        brain.words["later_change_row"] = brain.words["change_row"]

    return with_brain(player, change)


def with_word(player: LearnedPlayer, number: int, name: str, value: float) -> LearnedPlayer:
    """Return a copy of a player with another value in the description of a word."""

    def change(brain: Brain) -> None:
        brain.words[number][name] = value

    return with_brain(player, change)


def test_every_setting_is_checked(tmp_path: Path, player: LearnedPlayer) -> None:
    assert set(BAD_SETTINGS) == set(SETTINGS.names or ())
    path = tmp_path / "a.learned"
    for name, values in BAD_SETTINGS.items():
        for value in values:

            def change(brain: Brain, name: str = name, value: float = value) -> None:
                brain.settings[name] = value

            write_player(path, with_brain(player, change))
            refused(path, "cannot be used")


@pytest.mark.parametrize("looks_ahead", [False, True])
def test_every_field_of_words_is_checked(
    tmp_path: Path, player: LearnedPlayer, looks_ahead: bool
) -> None:
    assert set(BAD_WORDS) == set(WORD.names or ())
    path = tmp_path / "a.learned"
    if looks_ahead:
        player = looking_ahead(player)
        write_player(path, player)
        assert read(path)
    # Fields that a kind of word does not use are not checked.
    unused = {
        0: {"low", "high", "after_row", "later_row"},
        1: set(),
        2: {"low", "high", "change_row", "later_change_row"},
    }
    kinds = player.brain.words["kind"].tolist()
    tried = set()
    for kind in set(kinds):
        number = kinds.index(kind)
        for name, values in BAD_WORDS.items():
            if name in unused[kind]:
                continue
            # Any other set of members may have rows.
            bad_values = (0,) if (name, kind) == ("members", 2) else values
            if name in ("later_row", "later_change_row"):
                bad_values = (*values, -1 if looks_ahead else 0)
            for value in bad_values:
                write_player(path, with_word(player, number, name, value))
                refused(path, "cannot be used")
                tried.add(name)
    assert tried == set(BAD_WORDS)


def test_places_weights_and_the_state_are_checked(tmp_path: Path, player: LearnedPlayer) -> None:
    path = tmp_path / "a.learned"

    def outside(brain: Brain) -> None:
        brain.places[0, 0] = 2**40

    def of_another_seat(brain: Brain) -> None:
        brain.places[:] = brain.places[::-1].copy()

    def not_finite(brain: Brain) -> None:
        brain.weights[5] = np.nan

    for change in (outside, of_another_seat, not_finite):
        write_player(path, with_brain(player, change))
        refused(path, "cannot be used")
    training = player.state.training
    for changed in (
        replace(training, mean=training.mean[:-1]),
        replace(training, weights=training.weights[:-1]),
        replace(training, square=training.square - 1),
        replace(training, mean=np.full_like(training.mean, np.inf)),
    ):
        write_player(path, replace(player, state=replace(player.state, training=changed)))
        refused(path, "cannot be used")
    for other in (replace(player, best_round=3), replace(player, strengths=player.strengths[:1])):
        write_player(path, other)
        refused(path, "cannot be used")


def test_a_file_in_the_format_of_another_version_is_refused_but_not_called_damaged(
    tmp_path: Path, player: LearnedPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.learned"
    write_player(path, player)
    monkeypatch.setattr(files, "FORMAT", files.FORMAT + 1)
    assert "damaged" not in refused(path, "another version of Fathom wrote")


def test_a_file_of_another_version_with_other_arrays_is_not_called_damaged(
    tmp_path: Path, player: LearnedPlayer
) -> None:
    path = tmp_path / "a.learned"
    content = to_bytes(player)
    length = int.from_bytes(content[:8], "little")
    tables = json.loads(content[8 : 8 + length])
    metadata = tables["__metadata__"]
    metadata["fathom"] = json.dumps({**json.loads(metadata["fathom"]), "format": files.FORMAT + 1})
    tables["more"] = tables["mean"]
    head = json.dumps(tables).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + content[8 + length :])
    assert "damaged" not in refused(path, "another version of Fathom wrote")


def test_a_player_that_reads_no_words_is_written_and_read(
    tmp_path: Path, player: LearnedPlayer
) -> None:
    path = tmp_path / "a.learned"
    brain = player.brain._replace(words=player.brain.words[:0], places=player.brain.places[:, :0])
    write_player(path, replace(player, brain=brain))
    assert len(read(path).brain.words) == 0


def test_a_share_near_its_limits_is_given_with_both_ends_of_its_interval() -> None:
    near = Strength(0.99, 0.25, 0.71, 0.745, 100)
    assert describe_wins(near, "bully", together=False, briefly=True) == (
        "wins 99.0% (96.0% to 99.5%) (100 deals)"
    )
    middle = Strength(0.5, 0.25, 0.23, 0.27, 100)
    assert describe_wins(middle, "bully", together=False, briefly=True) == (
        "wins 50.0% ± 2.0% (100 deals)"
    )


@pytest.mark.slow
@pytest.mark.parametrize("looks_ahead", [False, True])
def test_files_with_random_numbers_are_refused_or_harmless(
    tmp_path: Path, player: LearnedPlayer, looks_ahead: bool
) -> None:
    """A file with a valid digest plays whole games, or is refused, whatever its numbers are."""
    if looks_ahead:
        player = looking_ahead(player)
    path = tmp_path / "a.learned"
    chance = random.Random(2)
    numbers = [-(2**63), -(2**31), -65, -2, -1, 0, 1, 2, 3, 11, 63, 64, 65, 300, 2**20, 2**31]
    numbers += [2**53, 2**62, 2**63 - 1, 0x7FF0000000000000, 0x7FF8000000000000]
    outcomes = {"refused": 0, "played": 0}
    for _ in range(200):

        def change(brain: Brain) -> None:
            part = chance.choice([brain.settings, brain.words, brain.places])
            words = part.reshape(-1).view(np.int64)
            for _ in range(chance.choice([1, 1, 3])):
                place = chance.randrange(len(words))
                near = int(words[place]) + chance.choice([-1, 1])
                words[place] = chance.choice([*numbers, min(max(near, -(2**63)), 2**63 - 1)])

        write_player(path, with_brain(player, change))
        try:
            changed = read(path)
        except UsageError:
            outcomes["refused"] += 1
            refused(path, "cannot be used")
        else:
            outcomes["played"] += 1
            assert len(play(strategy_with(changed), PLAYERS, 3)) == 3
    assert min(outcomes.values()) > 20


# The strategy --------------------------------------------------------------------


def play(strategy: Any, players: int, games: int = 30, game: Game | None = None) -> Any:
    game = game or find_game(GAME)
    values = game.resolve(game.default_variant, {}, players)
    lineup = [strategy] + [find_strategy("random", GAME)] * (players - 1)
    return Engine(game, values, lineup, players, 11).play(0, games).tolist()


def test_the_strategy_plays_as_the_player_in_the_file(player: LearnedPlayer) -> None:
    game = find_game(GAME)
    with pytest.raises(UsageError, match=r"no player has learned schnuff yet; .* 'fathom learn"):
        find_strategy("learned", GAME)
    write_player(path_of(game, PLAYERS), player)
    strategy = find_strategy("learned", GAME)
    assert strategy.tier == player.tier
    assert "\nWith 3 players, built on random: wins" in strategy.description
    assert "  " not in strategy.description
    assert play(strategy, PLAYERS) == play(strategy_with(player), PLAYERS)


def test_each_number_of_players_has_a_player_of_its_own(player: LearnedPlayer) -> None:
    game = find_game(GAME)
    write_player(path_of(game, PLAYERS), player)
    with pytest.raises(UsageError, match=r"with 3 players, not with 2; .* --players 2'"):
        play(find_strategy("learned", GAME), 2)
    session = Session(settings(players=2))
    session.play_round()
    assert session.player
    both = find_strategy("learned", GAME)
    assert set(both.learned) == {2, 3}
    for learned in (player, session.player):
        alone = strategy_with(learned)
        assert play(both, learned.players) == play(alone, learned.players)
        assert both.digests(learned.players) == alone.digests(learned.players)
    assert both.tier == min(player.tier, session.player.tier)


def test_a_file_that_was_replaced_is_read_again(player: LearnedPlayer) -> None:
    path = path_of(find_game(GAME), PLAYERS)
    write_player(path, player)
    first = find_strategy("learned", GAME)

    def change(brain: Brain) -> None:
        brain.weights[:] = -brain.weights

    other = with_brain(player, change)
    write_player(path, other)
    second = find_strategy("learned", GAME)
    assert first.digests(PLAYERS) != second.digests(PLAYERS)
    assert pack(other.brain).tobytes() in second.numbers.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec",
    [
        "search(base=learned, rollouts=2)",
        "search(playout=learned, rollouts=1)",
        "restricted(base=learned)",
    ],
)
def test_other_strategies_can_play_as_a_learned_player(spec: str, player: LearnedPlayer) -> None:
    write_player(path_of(find_game(GAME), PLAYERS), player)
    strategy = find_strategy(spec, GAME)
    learned = find_strategy("learned", GAME)
    assert strategy.digests(PLAYERS) == learned.digests(PLAYERS)
    rows = play(strategy, PLAYERS, 3)
    assert len(rows) == 3
    if spec.startswith("restricted"):
        assert rows == play(learned, PLAYERS, 3)
    with pytest.raises(UsageError, match="with 3 players, not with 2"):
        play(strategy, 2)


def test_the_page_of_explore_offers_a_learned_player_for_its_number_of_players(
    player: LearnedPlayer,
) -> None:
    game = find_game(GAME)
    assert "learned" not in list_styles(game, PLAYERS)
    path = path_of(game, PLAYERS)
    write_player(path, player)
    assert "learned" in list_styles(game, PLAYERS)
    assert "learned" not in list_styles(game, 2)
    choices = change_choices(game, usual_choices(game), PLAYERS_CONTROL, PLAYERS)
    learned = change_choices(game, choices, LINEUP, "learned")
    assert learned.lineup == ("learned",)
    with pytest.raises(UsageError, match="with 3 players, not with 2"):
        change_choices(game, learned, PLAYERS_CONTROL, 2)
    path.write_bytes(b"damaged")
    assert "learned" not in list_styles(game, PLAYERS)


def test_a_file_cannot_name_a_base_strategy_in_another_file(
    player: LearnedPlayer, tmp_path: Path
) -> None:
    stranger = tmp_path / "stranger.py"
    stranger.write_text("raise SystemExit('it ran')\n", encoding="utf-8")
    for base in (f"{stranger}:bold", "learned", "search", "aunt.toml", "aunt = random"):
        write_player(path_of(find_game(GAME), PLAYERS), replace(player, base=base))
        with pytest.raises(UsageError, match="strategy to build on"):
            find_strategy("learned", GAME)


def test_players_that_build_on_different_strategies_are_refused(player: LearnedPlayer) -> None:
    game = find_game(GAME)
    write_player(path_of(game, PLAYERS), player)
    session = Session(settings(players=2))
    session.play_round()
    assert session.player
    write_player(path_of(game, 2), replace(session.player, base="bully"))
    with pytest.raises(UsageError, match=r"different strategies \(bully, random\)"):
        find_strategy("learned", GAME)


def test_a_player_is_refused_after_a_change_of_its_base_strategy(player: LearnedPlayer) -> None:
    game, base = find_game(GAME), find_strategy("bully", GAME)
    bold = find_strategy("bully(snare=3)", GAME)
    assert key_of_strategy(base, game) != key_of_strategy(bold, game)
    assert key_of_strategy(base, game) != key_of_strategy(find_strategy("hurrier", GAME), game)
    write_player(path_of(game, PLAYERS), replace(player, base_key=key_of_strategy(base, game)))
    remedy = "'fathom learn schnuff --players 3 --fresh --base random'"
    with pytest.raises(UsageError, match=f"strategy random has changed since .*{remedy}"):
        find_strategy("learned", GAME)


def test_the_key_of_a_base_without_a_key_follows_from_the_content_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, base = find_game(GAME), find_strategy("bully", GAME)
    other = replace(game, content="other")
    assert key_of_strategy(base, game) == key_of_strategy(base, other)
    monkeypatch.setattr("strategies.learned.keys.code_key", lambda function: "")
    assert key_of_strategy(base, game) != key_of_strategy(base, other)


def test_a_player_that_was_not_measured_names_the_command_that_measures_it(
    player: LearnedPlayer,
) -> None:
    changed = replace(player, final=None, rules=("max_turns=50",))
    assert describe_strength(changed, find_game(GAME)) == (
        "With 3 players (max_turns=50): not measured yet; type "
        "'fathom learn schnuff --players 3 --rule max_turns=50'."
    )
