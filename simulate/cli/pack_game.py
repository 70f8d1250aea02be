"""The contents of a packed game: its files, studies, and a text that says how to play it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from simulate.errors import UsageError
from simulate.game import Game, is_file
from simulate.game_files import (
    LEARNED_ENDING,
    MOST_LEARNED_BYTES,
    check_movable,
    learned_file_beside,
    movable_contents_of,
    role_of,
)
from simulate.input_files import read_file
from simulate.kit.layout import SEATS
from simulate.packed_games import MOST_UNPACKED, MOST_ZIPPED, code_file, is_packed, write_packed
from simulate.study.house_rules import MOST_BYTES, house_rule_files
from simulate.study.reading import read_study
from simulate.study.text import PLAYERS_FOLDER, read_toml, replace_files, study_text
from simulate.user_files import load_file, sources_of
from strategies.learned.files import read_player

#: The name of the text that says how to play the game.
READ_ME = "README.txt"
_BYTES_PER_MEGABYTE = 1_000_000
#: The largest size of a persona's file in bytes.
_MOST_PERSONA_BYTES = 1_000_000
#: The largest size of the file of a learned player. Its numbers hardly get smaller in a zip file.
_MOST_PLAYER_BYTES = 10_000_000


class GamePack:
    """The files of a packed game by name, with a few words on what each is for.

    Parameters
    ----------
    game
        A game that has a file.
    studies
        The study files to add. They have to play this game.
    out
        The name of the zip file, for its text on how to play the game.

    Raises
    ------
    UsageError
        If the game has no file, a file is in an unrelated folder, a study is invalid, two files
        have the same name, or the files are too large.
    FathomError
        If a study is not valid TOML.
    OSError
        If a file of the game cannot be read.
    """

    def __init__(self, game: Game, studies: Sequence[str], out: str) -> None:
        if not game.origin:
            raise UsageError(
                f"{game.name} is part of Fathom or of an installed package, so it needs no pack; "
                f"tell your friend to type 'fathom run {game.name}'"
            )
        if is_packed(game.origin):
            raise UsageError(f"{game.origin} is packed already; send it as it is")
        self._game = game
        self.game_file = code_file(game.origin).name
        self.files: dict[str, bytes] = {}
        #: What each file is for, by its name.
        self.roles: dict[str, str] = {}
        #: Why files beside the game are left out.
        self.left_out: list[str] = []
        #: For each file that a study refers to, by its path: its name in the zip file.
        self._players: dict[Path, str] = {}
        for name, content in movable_contents_of(game).items():
            self._add(name, content, role_of(name, self.game_file))
        for file in house_rule_files(game).values():
            content = read_file(file, "file with house rules", ".toml", MOST_BYTES)
            self._add(file.name, content, "house rules")
        for study in studies:
            self._add_study(study)
        self._add_learned()
        self._add(READ_ME, self._read_me(out).encode(), "how to play it")
        size = sum(map(len, self.files.values()))
        self.zipped = write_packed(self.files, self.game_file)
        if size > MOST_UNPACKED or len(self.zipped) > MOST_ZIPPED:
            raise UsageError(
                f"the files of {game.origin} have {size / _BYTES_PER_MEGABYTE:.0f} MB; a packed "
                f"game has at most {MOST_UNPACKED / _BYTES_PER_MEGABYTE:g} MB, and "
                f"{MOST_ZIPPED / _BYTES_PER_MEGABYTE:g} MB as a zip file"
            )

    def _add(self, name: str, content: bytes, role: str) -> None:
        """Add a file; raise `UsageError` if a file with other content has the same name already."""
        if self.files.get(name, content) != content:
            raise UsageError(f"two files of the pack would be called {name}; rename one of them")
        self.files[name] = content
        self.roles.setdefault(name, role)

    def _add_learned(self) -> None:
        """Add the players that learned the game, except those that cannot be played.

        Their files have nothing but numbers, which are checked before they are used.
        """
        file = code_file(self._game.origin)
        for players in range(1, SEATS + 1):
            path = learned_file_beside(file, players)
            if not path.exists():
                continue
            try:
                read_player(path, self._game, players)
                content = read_file(path, "learned player", LEARNED_ENDING, MOST_LEARNED_BYTES)
            except UsageError as error:
                self.left_out.append(f"{path.name} is left out: {error}")
                continue
            if len(content) > _MOST_PLAYER_BYTES:
                size = len(content) / _BYTES_PER_MEGABYTE
                self.left_out.append(
                    f"{path.name} is left out: it has {size:.0f} MB, which is too much for a zip "
                    "file; send it by itself, and put it beside the zip file"
                )
                continue
            noun = "player" if players == 1 else "players"
            self._add(path.name, content, f"what '-s learned' plays with {players} {noun}")

    def _add_study(self, study: str) -> None:
        """Add a study file, with the files of the strategies and personas that it names.

        Raise `UsageError` or `FathomError` as `GamePack` does.
        """
        path = Path(study)
        fields = read_study(path)
        named = str(fields.get("game", ""))
        own_file = code_file(self._game.origin).resolve()
        if not is_file(named) or code_file(named).resolve() != own_file:
            raise UsageError(
                f"{study} plays {named or 'no game'}, not {self._game.origin}; leave it out"
            )

        def place(file: str) -> str:
            original = (path.parent / file).resolve()
            return self.game_file if original == own_file else self._player(original, study)

        document, _ = read_toml(path)
        text = study_text(replace_files(document, place))
        self._add(path.name, text.encode(), "a study")

    def _player(self, path: Path, study: str) -> str:
        """Add the file of a strategy or a persona that a study names; return its name in the pack.

        Raise `UsageError` if it cannot be read or copied.
        """
        if path in self._players:
            return self._players[path]
        home = f"{PLAYERS_FOLDER}/{len(self._players) + 1}"
        if path.suffix == ".toml":
            content = read_file(path, "persona file", ".toml", _MOST_PERSONA_BYTES)
            if b".py:" in content:
                raise UsageError(
                    f"the persona {path.name} of {study} plays a strategy in another file; write "
                    "that strategy into the study instead"
                )
            self._add(f"{home}/{path.name}", content, "a persona")
        else:
            load_file(path, "strategy file")
            sources = sources_of(path)
            check_movable(sources, str(path))
            for name, content in sources.items():
                self._add(f"{home}/{name}", content, "strategies")
        self._players[path] = f"{home}/{path.name}"
        return self._players[path]

    def _read_me(self, out: str) -> str:
        """Return the text that says how to play the game. `out` is the name of the zip file."""
        packed = shlex.quote(Path(out).name)
        page = shlex.quote(f"{Path(out).stem}.html")
        lines = [
            f"{self._game.title}: a game for Fathom, which plays it thousands of times and",
            "tells who wins, how long it takes and how tense it is.",
            "",
            "No Fathom yet? Ask the sender of this game for Fathom's folder, install",
            "Python 3.11 or later, and type in that folder (README.md has each step):",
            "",
            "    pip install -c constraints.txt .",
            "",
            "Then two commands, in the folder with this zip file. It needs no unpacking.",
            "",
            f"    fathom run {packed} --trust",
            f"    fathom report {packed} --out {page}",
            "",
            "The first shows the results, the second writes all of them on one page.",
            f"--trust allows the code in this file ({self.game_file}), which can do anything on",
            "your computer: read it first. It is needed once.",
        ]
        studies = [name for name, role in self.roles.items() if role == "a study"]
        if studies:
            lines += ["", "To play a study, unpack this file, and type in its folder:", ""]
            lines += [f"    fathom run {shlex.quote(name)} --trust" for name in studies]
        lines += ["", "Files:", ""]
        lines += [f"    {name}: {role}" for name, role in self.roles.items()]
        return "\n".join([*lines, ""])
