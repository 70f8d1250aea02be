"""``fathom new``: write the file of a game that plays, to be changed into one's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from simulate.cli.options import argument, asked
from simulate.errors import UsageError, unknown

EXAMPLE = (
    "Example: fathom new reef --like draft\n\nThen: fathom check reef.py; fathom run reef.py; "
    "fathom report reef.py --out reef.html"
)
_EXAMPLES = Path(__file__).resolve().parents[1] / "new_games"
_ENDING = ".py.txt"
#: What stands in the examples for the name of the game, and for its title.
_NAME, _TITLE = "new-game", "New game:"
#: How long a name may be, which stands in names of folders.
_LONGEST = 40


def new(
    name: Annotated[str, argument("NAME", "What the game is called: small letters and hyphens.")],
    like: str = asked(
        "KIND",
        "What it resembles: bidding, board, cards, co-op, dice, draft or tricks.",
        default="dice",
    ),
) -> int:
    """Write the file of a small game that plays at once, to change it into your own.

    It holds the rules, a rule to vary, and two strategies, with comments that say what is what.
    """
    name = name.removesuffix(".py")
    kinds = {file.name.removesuffix(_ENDING): file for file in _EXAMPLES.glob(f"*{_ENDING}")}
    if like not in kinds:
        raise unknown("kind of game", like, sorted(kinds))
    if not re.fullmatch(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", name) or len(name) > _LONGEST:
        raise UsageError(
            f"a game cannot be called {name!r}; give small letters, digits and hyphens, at most "
            f"{_LONGEST}, beginning with a letter, as in coral-reef"
        )
    file = Path(f"{name}.py")
    title = name.replace("-", " ").replace("_", " ").title()
    text = kinds[like].read_text(encoding="utf-8")
    text = text.replace(_TITLE, f"{title}:").replace(_NAME, name.replace("_", "-"))
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise UsageError(f"{file} is there already; choose another name, or move it away") from None
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    print(f"{file}: a game that plays. Change it, and see what becomes of it:")
    for command, does in (
        (f"fathom check {file}", "does it play by the rules of games?"),
        (f"fathom run {file}", "is it fair, and how long is it?"),
        (f"fathom replay {file} --game 1", "one game, told move by move"),
        (f"fathom report {file} --out {name}.html", "all of it, in one page"),
    ):
        print(f"  {command:<{len(str(file)) + 34}} {does}")
    return 0
