"""The files that belong to a game in a file: its code, the modules it imports, the sheets it reads.

They are the sources of the game's file (`simulate.user_files.sources_of`). The files of players
that learned the game lie beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from simulate.errors import UsageError
from simulate.game import Game
from simulate.packed_games import code_file, is_packed
from simulate.user_files import CODE, ELSEWHERE, sources_of

#: The ending of the files of learned players.
LEARNED_ENDING = ".learned"
#: The largest size of such a file in bytes.
MOST_LEARNED_BYTES = 300_000_000


def learned_file_beside(file: Path, players: int) -> Path:
    """Return the path of the file of a player that learned a game with a number of players.

    `file` is the game's file. The file of the player need not exist.
    """
    noun = "player" if players == 1 else "players"
    return file.with_name(f"{file.stem}-{players}-{noun}{LEARNED_ENDING}")


def find_learned_file(file: str, players: int) -> Path:
    """Return the path of the file of a player that learned a game; it may not exist.

    It lies beside the game's file. For a packed game, the player in the zip file is the next
    choice.

    Parameters
    ----------
    file
        The game's file, or a zip file with it.
    players
        The number of players with which the game was learned.

    Raises
    ------
    UsageError
        If the zip file cannot be unpacked.
    """
    beside = learned_file_beside(Path(file), players)
    if beside.exists() or not is_packed(file):
        return beside
    packed = learned_file_beside(code_file(file), players)
    return packed if packed.exists() else beside


def contents_of(game: Game) -> dict[str, bytes]:
    """Return the content of each file of a game by its name, the game's own file first.

    Names are relative to the folder of the game's file. The name of a file in another folder begins
    with `simulate.user_files.ELSEWHERE`. The result is empty for a game without a file.

    Raises
    ------
    UsageError
        If the game is in a zip file that cannot be unpacked.
    OSError
        If a file cannot be read.
    """
    if not game.origin:
        return {}
    file = code_file(game.origin)
    sources = sources_of(file)
    return {file.name: sources[file.name], **sources}


def movable_contents_of(game: Game) -> dict[str, bytes]:
    """Return the files of a game as `contents_of` does, if they can be copied together.

    Raises
    ------
    UsageError
        If a file is not in the folder of the game's file.
    OSError
        If a file cannot be read.
    """
    contents = contents_of(game)
    check_movable(contents, game.origin)
    return contents


def check_movable(contents: Mapping[str, bytes], file: str) -> None:
    """Raise `UsageError` if a source of a Python file is in an unrelated folder.

    `contents` has the sources by name, as `sources_of` returns them, and `file` is the path of the
    Python file for the message.
    """
    for name in contents:
        if name.startswith(ELSEWHERE):
            raise UsageError(
                f"{file} reads {_bare_name(name)} from another folder, where nobody else has it; "
                f"copy it to the folder of {Path(file).name}, and name it without a folder"
            )


def _bare_name(name: str) -> str:
    """Return the name, without folders, of a source whose name begins with `ELSEWHERE`."""
    return name.removeprefix(ELSEWHERE).rpartition(" ")[0]


def describe_files(game: Game) -> list[str]:
    """Return the names of the files of a game, the game's own file first.

    The name of a file in an unrelated folder has no folder, and a note in brackets follows it. The
    list is empty for a game without a file.

    Raises
    ------
    UsageError, OSError
        As in `contents_of`.
    """
    names = []
    for name in contents_of(game):
        if name.startswith(ELSEWHERE):
            names.append(f"{_bare_name(name)} (in another folder)")
        else:
            names.append(name)
    return names


def role_of(name: str, game_file: str) -> str:
    """Return words for the purpose of a file of a game, such as "data that it reads".

    Parameters
    ----------
    name
        The name of the file.
    game_file
        The name of the game's own file.
    """
    if name == game_file:
        return "the game"
    return "code that it imports" if name.endswith(CODE) else "data that it reads"
