"""No broken study file causes a traceback, invalid JSON, or control characters on a terminal.

Studies are mutated at random, with a fixed seed, as a bad disk, editor or person could do it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from simulate.errors import find_unprintable
from tests.helpers.commands_helper import FATHOM, Finished, environment, run_main

SEEDS = sorted((Path(__file__).resolve().parents[2] / "seeds").glob("*.toml"))
PLAY = ("--games", "4", "--jobs", "1", "--json", "--quiet")


#: Small studies of all kinds of plans, with the command that plays them.
SMALL = {
    "run": """game = "snorkeling"
players = 4
games = 8
seed = 3
lineup = ["random", "eager", "random", "eager"]
[rules]
target_score = 10
[targets]
first_player_advantage = { within = 0.01 }
"length.rounds.p95" = { max = 8 }
[pinned]
turns = 12
""",
    "compare": """game = "snorkeling"
lineup = ["random"]
[compare]
margins = ["0.5pp", "1%"]
[[compare.arms]]
label = "base"
[[compare.arms]]
label = "expert"
variant = "expert"
rules = { target_score = 8 }
[pinned.base]
tally_id = "0"
turns = 3
""",
    "sweep": """game = "snorkeling"
lineup = ["eager"]
[sweep]
vary = ["target_score=4,8"]
figures = ["length.turns.mean"]
[pinned."target_score=4"]
turns = 3
""",
    "tune": """game = "snorkeling"
lineup = ["eager"]
[targets]
"length.turns.mean" = { max = 40 }
[tune]
vary = ["target_score=4,8", "starter"]
""",
    "tournament": """game = "snorkeling"
players = 3
[tournament]
strategies = ["random", "eager"]
""",
    "ladder": """game = "snorkeling"
players = 3
[ladder]
against = "random"
strategies = ["random", "eager"]
slow_games = 3
""",
}
_VALUES = (
    *("3", "-1", "0", "1e999", "nan", "-inf", "true", "[]", "{}", "[[1]]", '""'),
    *('"=cmd()"', '"@SUM(A1)"', '"+1"', '"a\\u001b[2Jb"', '"a\\u0000b"', '"a\\r\\nb"'),
    *('"\\u202egnp.exe"', '"```"', "1979-05-27T07:32:00Z", "07:32:00", "{ a = 1 }"),
    *("0x" + "f" * 40, "9" * 30, "9" * 5_000, "1" + "0" * 18),
    *('"' + "a" * 300 + '"', '"' + "a" * 300 + '.toml"', '"' + "a" * 9_000 + '"'),
    *("[" * 30 + "]" * 30, "[" * 700 + "]" * 700, "{ a = " * 600 + "1" + " }" * 600),
    *('"../../../etc/passwd.toml"', '"planner(attack=nan)"', '["random", 3]'),
)
_LETTERS = (
    *("\x1b[31m", "\x00", "\x9b", "\u202e", "\u2028", "\ufeff"),
    *("\r", "\t", "=", '"', "'", "[", "#"),
)
_NAMES = ("games", "seed", "players", "lineup", "variant", "rules", "pinned", "plan", "a" * 2_000)


def _flipped(text: bytes, chance: Random) -> bytes:
    content = bytearray(text)
    for _ in range(chance.choice((1, 1, 3, 20))):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return bytes(content)


def _cut(text: bytes, chance: Random) -> bytes:
    return text[: chance.randrange(1, len(text) + 1)]


def _lines_changed(text: bytes, chance: Random) -> bytes:
    """Double, remove or swap lines."""
    lines = text.split(b"\n")
    place, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(3)
    if kind == 0:
        lines.insert(place, lines[place])
    elif kind == 1:
        del lines[place]
    else:
        lines[place], lines[other] = lines[other], lines[place]
    return b"\n".join(lines) or b"\n"


def _letter_added(text: bytes, chance: Random) -> bytes:
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice(_LETTERS).encode() + text[place:]


def _with(pattern: bytes, values: Sequence[str]) -> Callable[[bytes, Random], bytes]:
    """Return a mutation that puts a value in one of the places of a pattern."""

    def changed(text: bytes, chance: Random) -> bytes:
        places = [*re.finditer(pattern, text)]
        if not places:
            return text
        place = chance.choice(places)
        return text[: place.start()] + chance.choice(values).encode() + text[place.end() :]

    return changed


def _table_added(text: bytes, chance: Random) -> bytes:
    name = chance.choice(("pinned", "rules", "targets", "compare", "sweep", "ask", "precision"))
    value = chance.choice(_VALUES)
    added = chance.choice((f"[{name}]\na = {value}\n", f"[{name}.a]\nb = {value}\n"))
    return text + added.encode()


_value_changed = _with(rb"(?<== )[^\n]*", _VALUES)
_text_changed = _with(rb'(?<=")[^"\n]*(?=")', [value[1:-1] for value in _VALUES if value[0] == '"'])
_name_changed = _with(rb"[A-Za-z_]+(?= =|\])", _NAMES)
#: The mutations. A mutation that is listed several times is chosen more often.
_MUTATIONS = (
    *(_flipped, _cut, _letter_added, _name_changed, _table_added),
    *(_lines_changed,) * 3,
    *(_value_changed,) * 3,
    *(_text_changed,) * 2,
)


def mutated_studies(count: int, seed: int, others: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the command that plays a study, and a file of it in which something is wrong.

    Some are made of `others`, the rest of `SMALL`.
    """
    chance = Random(seed)
    for _ in range(count):
        if chance.random() < 0.25:
            command, text = "rules", chance.choice(others).read_bytes()
        else:
            command = chance.choice(list(SMALL))
            text = SMALL[command].encode()
            command = command if chance.random() < 0.85 else "rules"
        for _ in range(chance.choice((1, 1, 2, 3))):
            text = chance.choice(_MUTATIONS)(text, chance) or b"\n"
        yield command, text


def played(folder: Path, command: str, text: bytes) -> Finished:
    (folder / "study.toml").write_bytes(text)
    options: tuple[str, ...] = () if command == "rules" else PLAY
    if command == "run":
        options += ("--no-robust",)
    typed = [command, "study.toml", *options]
    return Finished(*run_main(str(FATHOM), typed, folder, environment()))


@pytest.mark.parametrize("command", SMALL)
def test_the_studies_that_are_mutated_can_be_played(command: str, tmp_path: Path) -> None:
    done = played(tmp_path, command, SMALL[command].partition("[pinned")[0].encode())
    assert (done.code in (0, 3), done.err) == (True, "")
    assert done.json


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_mutated_study_is_played_or_refused_in_words(seed: int, tmp_path: Path) -> None:
    codes = set()
    for number, (command, text) in enumerate(mutated_studies(125, seed, SEEDS)):
        try:
            done = played(tmp_path, command, text)
        except Exception as error:
            raise AssertionError(f"seed {seed}, file {number}: {command}\n{text!r}") from error
        report = f"seed {seed}, file {number}: {command}\n{text!r}\n{done.out[-500:]}\n{done.err}"
        assert done.code in (0, 1, 2, 3), report
        assert "Traceback" not in done.out + done.err, report
        assert find_unprintable(done.out + done.err) == "", report
        if done.code in (1, 2) and not done.out:
            assert done.err.startswith("fathom:"), report
            assert done.message
        elif command != "rules":
            assert done.json, report
        codes.add(done.code)
    assert codes >= {0, 1, 2}
