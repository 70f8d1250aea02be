"""The file of a learned player: the player, how strong it is, and what it needs to learn on.

The format is that of Safetensors (https://github.com/huggingface/safetensors): the length of a
head, the head as JSON, and the numbers of all arrays. Nothing in a file is ever run or unpacked. A
file can come from a stranger, and compiled code uses its numbers without checks. Therefore
everything in it is checked when it is read.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simulate.errors import FathomError, UsageError, explain_os_error
from simulate.game import Game
from simulate.game_files import (
    LEARNED_ENDING,
    MOST_LEARNED_BYTES,
    find_learned_file,
    learned_file_beside,
)
from simulate.input_files import read_file
from simulate.kit.layout import SEATS
from simulate.play.signals import shielded
from strategies.learned.brain import ALWAYS_BASE, SETTINGS, WORD, Brain
from strategies.learned.checking import InvalidPlayerError, check_brain
from strategies.learned.keys import key_of_game, python_version
from strategies.learned.learning import Course, LearnerState
from strategies.learned.measuring import Strength
from strategies.learned.training import Training

#: The number of the format. It changes when older versions of Fathom could not read a file.
FORMAT = 5
#: The largest size of the head of a file in bytes.
MOST_HEAD = 1_000_000
#: The maximum number of rounds.
MOST_ROUNDS = 100_000
#: The arrays in a file, with their types. `weights` are those of the best round, `latest_weights`
#: those of the latest.
_ARRAYS = {
    "settings": "I64",
    "words": "I64",
    "places": "I64",
    "weights": "F32",
    "latest_weights": "F32",
    "mean": "F32",
    "square": "F32",
}
#: The names of the fields of the arrays `settings` and `words`.
_SETTINGS, _WORD = list(SETTINGS.names or ()), list(WORD.names or ())
_DTYPES: dict[str, np.dtype[Any]] = {"I64": np.dtype("<i8"), "F32": np.dtype("<f4")}


@dataclass(frozen=True)
class Weakness:
    """A strategy that is surely stronger than a learned player."""

    #: Its spec.
    strategy: str
    #: The strength of the player against it.
    strength: Strength


@dataclass(frozen=True)
class LearnedPlayer:
    """A learned player with everything that its file holds."""

    #: The name of the game.
    game: str
    #: The number of players.
    players: int
    #: The key of the game's code (see `key_of_game`), and the version of Python that made it.
    code: str
    python: str
    #: The variant, and the rules that differ from it, as texts like those of ``--rule``.
    variant: str
    rules: tuple[str, ...]
    #: A digest of all rules.
    rules_key: str
    #: The spec of the strategy on which it builds, and a digest of it (see `key_of_strategy`).
    base: str
    base_key: str
    #: The spec of the strongest quick strategy when learning began, with which the player is
    #: compared, and a digest of it.
    rival: str
    rival_key: str
    seed: int
    course: Course
    #: The player after the best round.
    brain: Brain
    #: The number of this round, from 1.
    best_round: int
    #: The state of the learner, which may be that after a later round.
    state: LearnerState
    #: The strength after each round.
    strengths: tuple[Strength, ...]
    #: The strength of the best player in games that were used neither to learn nor to choose the
    #: best round; None until it is measured.
    final: Strength | None
    #: The strongest measured strategy that is not surely stronger; empty if there is none.
    match: str
    #: Its tier (see `simulate.strategy.TIERS`), from `tier_of`. It is not more than that of any of
    #: its weaknesses.
    tier: int
    #: The other strategies that are surely stronger than the best player, the strongest first. None
    #: if none was tried: the player is not measured, `rival` is stronger, the player plays like its
    #: base, all players win or lose together, or there is no other strategy.
    weaknesses: tuple[Weakness, ...] | None

    @property
    def plays_like_base(self) -> bool:
        """True if it has not found anything better than its base strategy."""
        return bool(self.brain.settings[0]["margin"] >= ALWAYS_BASE)

    @property
    def is_strongest_known(self) -> bool:
        """True if it is surely stronger than its rival, and no known strategy beats it."""
        return self.final is not None and self.final.is_stronger and not self.weaknesses


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class _StrengthTable(_Strict):
    share: float = Field(ge=0, le=1)
    compared_with: float = Field(ge=0, le=1)
    low: float = Field(ge=-1, le=1)
    high: float = Field(ge=-1, le=1)
    deals: int = Field(ge=1, le=10**9)


class _WeaknessTable(_Strict):
    strategy: str = Field(max_length=10_000)
    strength: _StrengthTable


class _Head(_Strict):
    """The head of a file, as JSON."""

    format: int = Field(ge=FORMAT, le=FORMAT)
    game: str = Field(max_length=1000)
    players: int = Field(ge=1, le=SEATS)
    code: str = Field(max_length=100)
    python: str = Field(max_length=100)
    variant: str = Field(max_length=1000)
    rules: tuple[str, ...] = Field(max_length=1000)
    rules_key: str = Field(max_length=100)
    base: str = Field(max_length=10_000)
    base_key: str = Field(max_length=100)
    rival: str = Field(max_length=10_000)
    rival_key: str = Field(max_length=100)
    seed: int = Field(ge=0, lt=2**63)
    course: dict[str, int | float]
    best_round: int = Field(ge=1, le=MOST_ROUNDS)
    rounds: int = Field(ge=1, le=MOST_ROUNDS)
    steps: int = Field(ge=0, le=2**53)
    strengths: list[_StrengthTable] = Field(max_length=MOST_ROUNDS)
    final: _StrengthTable | None
    match: str = Field(max_length=10_000)
    tier: int = Field(ge=0, le=3)
    weaknesses: list[_WeaknessTable] | None = Field(max_length=1000)
    #: The names of the fields of the arrays `settings` and `words`.
    settings: list[str]
    word: list[str]


#: The fields that are the same in a `LearnedPlayer` and in the head of its file.
_SHARED = (
    "game",
    "players",
    "code",
    "python",
    "variant",
    "rules",
    "rules_key",
    "base",
    "base_key",
    "rival",
    "rival_key",
    "seed",
    "best_round",
    "match",
    "tier",
)


# Places of files -----------------------------------------------------------------


def path_of(game: Game, players: int) -> Path:
    """Return the path to which a game's player for a number of players is written.

    The file of a user's game lies beside it. Those of all other games lie in `_folder`.
    """
    file = Path(game.origin) if game.origin else _folder() / game.name
    return learned_file_beside(file, players)


def find_file(game: Game, players: int) -> Path:
    """Return the path of the file of a game's player for a number of players. It may not exist.

    It differs from `path_of` for a packed game whose player is in the zip file.

    Raises
    ------
    UsageError
        If the zip file of a packed game cannot be unpacked.
    """
    return find_learned_file(game.origin, players) if game.origin else path_of(game, players)


def _folder() -> Path:
    """Return the folder of learned players of bundled games, which may not exist.

    It is in the folder for data of the XDG Base Directory Specification, because a cache may be
    deleted at any time.
    """
    home = Path(os.environ.get("XDG_DATA_HOME", "")).expanduser()
    if not home.is_absolute():  # As the specification requires.
        home = Path("~/.local/share").expanduser()
    return home / "fathom" / "learned"


def list_files(game: Game) -> dict[int, Path]:
    """Return the files of a game's learned players, by number of players."""
    fewest, most = game.seats
    paths = {players: find_file(game, players) for players in range(fewest, most + 1)}
    return {players: path for players, path in paths.items() if path.exists()}


# Writing -------------------------------------------------------------------------


def write_player(path: Path, player: LearnedPlayer) -> None:
    """Write a player to a file completely or not at all. The folder is made if it is missing.

    Raises
    ------
    FathomError
        If the file cannot be written.
    """
    content = to_bytes(player)
    try:
        with shielded():
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
            unfinished = Path(name)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                unfinished.chmod(0o644)
                unfinished.replace(path)
            except BaseException:
                with suppress(OSError):
                    unfinished.unlink()
                raise
    except OSError as error:
        raise FathomError(
            f"cannot write the learned player to {path}: {explain_os_error(error)}"
        ) from None


def to_bytes(player: LearnedPlayer) -> bytes:
    """Return the content of a player's file."""
    training = player.state.training
    weaknesses = None
    if player.weaknesses is not None:
        weaknesses = [_WeaknessTable(**asdict(weakness)) for weakness in player.weaknesses]
    head = _Head(
        **{name: getattr(player, name) for name in _SHARED},
        format=FORMAT,
        course=asdict(player.course),
        rounds=player.state.rounds,
        steps=training.steps,
        strengths=[_StrengthTable(**asdict(strength)) for strength in player.strengths],
        final=_StrengthTable(**asdict(player.final)) if player.final else None,
        weaknesses=weaknesses,
        settings=_SETTINGS,
        word=_WORD,
    )
    brain = player.brain
    arrays = {
        "settings": brain.settings.view(np.int64),
        "words": brain.words.view(np.int64).reshape(len(brain.words), len(_WORD)),
        "places": brain.places,
        "weights": brain.weights,
        "latest_weights": training.weights,
        "mean": training.mean,
        "square": training.square,
    }
    return _join(head.model_dump_json(), arrays)


def _join(head: str, arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return a file in the format of Safetensors with a head and arrays."""
    parts = []
    tables: dict[str, Any] = {}
    end = 0
    for name, array in arrays.items():
        part = np.ascontiguousarray(array, _DTYPES[_ARRAYS[name]]).tobytes()
        parts.append(part)
        begin, end = end, end + len(part)
        tables[name] = {
            "dtype": _ARRAYS[name],
            "shape": list(array.shape),
            "data_offsets": [begin, end],
        }
    data = b"".join(parts)
    tables["__metadata__"] = {"fathom": head, "digest": _digest(head, data)}
    text = json.dumps(tables).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data


def _digest(head: str, data: bytes) -> str:
    digest = hashlib.sha256(head.encode())
    digest.update(data)
    return digest.hexdigest()


# Reading -------------------------------------------------------------------------


def read_player(path: Path, game: Game, players: int) -> LearnedPlayer:
    """Return the player in a file, for a game with a number of players.

    Raises
    ------
    UsageError
        If the file is missing or damaged, is not the file of such a player, or if the game's code
        has changed since.
    """
    content = read_file(path, "learned player", LEARNED_ENDING, MOST_LEARNED_BYTES)
    remedy = f"learn again with '{fresh_command(game, players)}'"
    failure = "is damaged"
    try:
        head, arrays = _split(content)
        _check_head(head, game, players, path, remedy)
        failure = "cannot be used"
        player = _player_of(head, arrays)
        check_brain(player.brain, game, players)
        _check_state(player)
    except _OtherVersionError:
        raise UsageError(f"another version of Fathom wrote {path}; {remedy}") from None
    except _CONTENT_ERRORS as error:
        raise UsageError(f"{path} {failure} ({_reason(error)}); {remedy}") from None
    return player


def rule_options(player: LearnedPlayer, game: Game) -> list[str]:
    """Return the options for the rules that a player learned; empty for the game's defaults."""
    words = []
    if player.variant != game.default_variant:
        words += ["--variant", player.variant]
    for rule in player.rules:
        words += ["--rule", rule]
    return words


def fresh_command(game: Game, players: int) -> str:
    """Return the command with which a player learns a game again from the beginning."""
    return f"fathom learn {shlex.quote(game.name_or_file)} --players {players} --fresh"


class _OtherVersionError(ValueError):
    """Raised for a file in the format of another version."""


#: The errors that a damaged file can raise. Those of pydantic and of decoding are `ValueError`.
_CONTENT_ERRORS = (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)


def _reason(error: Exception) -> str:
    """Return the reason of an error in the content of a file, in a few words."""
    if isinstance(error, ValidationError):
        [first, *_] = error.errors()
        place = ".".join(map(str, first["loc"]))
        return f"{place}: {first['msg']}"[:200]
    return str(error)[:200] if isinstance(error, InvalidPlayerError) else "its parts do not fit"


def _split(content: bytes) -> tuple[_Head, dict[str, NDArray[Any]]]:
    """Return the head and the arrays in the content of a file.

    Raise one of `_CONTENT_ERRORS` if it is damaged.
    """
    length = int.from_bytes(content[:8], "little")
    if len(content) < 8 or length > min(MOST_HEAD, len(content) - 8):
        raise InvalidPlayerError("it is not the file of a learned player, or has lost its end")
    tables = json.loads(content[8 : 8 + length])
    data = content[8 + length :]
    metadata = tables.pop("__metadata__")
    text = metadata["fathom"]
    if json.loads(text)["format"] != FORMAT:
        raise _OtherVersionError
    if metadata["digest"] != _digest(text, data):
        raise InvalidPlayerError("its content has changed since Fathom wrote it")
    if set(tables) != set(_ARRAYS):
        raise InvalidPlayerError("its arrays have unexpected names")
    arrays = {name: _array(name, table, data) for name, table in tables.items()}
    if sum(array.nbytes for array in arrays.values()) != len(data):
        raise InvalidPlayerError("its size is wrong")
    return _Head.model_validate_json(text), arrays


def _array(name: str, table: Any, data: bytes) -> NDArray[Any]:
    """Return a new array from its entry in the head of a file and the data of all arrays.

    Raise one of `_CONTENT_ERRORS` if the entry is invalid.
    """
    begin, end = table["data_offsets"]
    shape = table["shape"]
    if table["dtype"] != _ARRAYS[name]:
        raise InvalidPlayerError(f"{name} has another type")
    numbers = (begin, end, *shape)
    if not all(type(number) is int and 0 <= number <= len(data) for number in numbers):
        raise InvalidPlayerError(f"{name} is outside of the file")
    array: NDArray[Any] = np.frombuffer(data[begin:end], _DTYPES[_ARRAYS[name]])
    return array.reshape(shape).astype(array.dtype.newbyteorder("="))


def _check_head(head: _Head, game: Game, players: int, path: Path, remedy: str) -> None:
    """Raise `UsageError` if a file is for another game, or another version of its code."""
    if head.game != game.name:
        raise UsageError(f"{path} has learned {head.game}, not {game.name}; {remedy}")
    if head.players != players:
        raise UsageError(
            f"{path} has learned to play with {head.players} players, not {players}; {remedy}"
        )
    if head.python != python_version():
        raise UsageError(
            f"{path} was learned with Python {head.python}, but this is Python "
            f"{python_version()}; {remedy}"
        )
    if head.code != key_of_game(game):
        raise UsageError(
            f"{game.name_or_file} has changed since its player ({path}) learned it; {remedy}"
        )


def _player_of(head: _Head, arrays: Mapping[str, NDArray[Any]]) -> LearnedPlayer:
    """Return the player with a head and arrays, whose contents are not checked.

    Raise one of `_CONTENT_ERRORS` if they do not fit.
    """
    course = {field.name for field in fields(Course)}
    if (head.settings, head.word, set(head.course)) != (_SETTINGS, _WORD, course):
        raise _OtherVersionError
    if arrays["settings"].shape != (len(head.settings),):
        raise InvalidPlayerError("the settings have another shape")
    if arrays["words"].shape[1:] != (len(head.word),):
        raise InvalidPlayerError("the words have another shape")
    brain = Brain(
        arrays["settings"].view(SETTINGS),
        arrays["words"].reshape(-1).view(WORD),
        arrays["places"],
        arrays["weights"],
    )
    training = Training(head.steps, arrays["latest_weights"], arrays["mean"], arrays["square"])
    weaknesses = None
    if head.weaknesses is not None:
        weaknesses = tuple(
            Weakness(table.strategy, _strength(table.strength)) for table in head.weaknesses
        )
    return LearnedPlayer(
        **{name: getattr(head, name) for name in _SHARED},
        course=Course(**head.course),  # type: ignore[arg-type]
        brain=brain,
        state=LearnerState(head.rounds, training),
        strengths=tuple(_strength(table) for table in head.strengths),
        final=_strength(head.final) if head.final else None,
        weaknesses=weaknesses,
    )


def _strength(table: _StrengthTable) -> Strength:
    return Strength(**table.model_dump())


def _check_state(player: LearnedPlayer) -> None:
    """Raise `InvalidPlayerError` if the state of the learner does not fit the player."""
    training = player.state.training
    for array in (training.weights, training.mean, training.square):
        if array.shape != player.brain.weights.shape or not np.isfinite(array).all():
            raise InvalidPlayerError("the state of its training is invalid")
    if (training.square < 0).any():
        raise InvalidPlayerError("a square is negative")
    if not player.best_round <= player.state.rounds == len(player.strengths):
        raise InvalidPlayerError("the numbers of rounds do not fit")


# All players of a game -----------------------------------------------------------


def read_players(game: Game) -> dict[int, LearnedPlayer]:
    """Return the learned players of a game, by number of players; empty if there are none.

    Raises
    ------
    UsageError
        If a file is damaged, or if the game's code has changed since.
    """
    players = {}
    for number, path in list_files(game).items():
        status = path.stat()
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        players[number] = _read_once(path.resolve(), stamp, path, game, number)
    return players


@lru_cache(maxsize=16)
def _read_once(
    file: Path, stamp: tuple[int, ...], path: Path, game: Game, players: int
) -> LearnedPlayer:
    """Return the player in a file, which is read once for each `stamp` of its content."""
    return read_player(path, game, players)
