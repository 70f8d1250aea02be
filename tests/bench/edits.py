"""Edits of the sources one after the other, and whether machine code that is kept is ever stale.

``python -m tests.bench.edits 200 1`` (how many, and a seed): in a copy of the checkout, with one
cache for all, each changes a comment, a docstring, a number or what code does. Some games are
played with the cache, and interpreted. If these differ an empty cache judges, as compiled code
notices no index outside an array: an edit is not comparable if both caches agree or the interpreter
saw such an index, else wrong. What is compiled is counted by files written.
"""

from __future__ import annotations

import ast
import compileall
import io
import json
import keyword
import random
import subprocess
import sys
import tempfile
import time
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from tests.bench.mutations import MUTATED, ROOT, Copy

#: Kinds of edits, and how often each is made.
KINDS = {"comment": 2, "docstring": 2, "number": 3, "body": 4}
_OPERATORS = "+ - * // % & | << < <= > >= == != and or += -= *= //= %= &= |="
_OTHERS = "- + + * // | & + <= < >= > != == or and -= += += *= //= |= &="
#: What takes an operator's place.
EXCHANGED = dict(zip(_OPERATORS.split(), _OTHERS.split(), strict=True))
#: Tells which lines machine code is made of: file, first, last, game, strategy ("" for whoever).
PARTS = """
import json
from simulate.game import find_game, game_names
from simulate.kit import code_key
from simulate.play.counting import counting_instances
from simulate.play.kernel import choice_of, kernel_of
from strategies.registry import find_strategy, strategies_for

class Reader(code_key._Reader):
    def _read_code(self, code):
        lines = [line for *_, line in code.co_lines() if line]
        parts.append((code.co_filename, min(lines), max(lines), game.name, player))
        super()._read_code(code)

parts = []
for game in map(find_game, game_names()):
    player = ""
    for whole in (kernel_of(game), *counting_instances().values()):
        Reader().read(whole._function)
    for player in (*strategies_for(game.name), "search(rollouts=1, base=random, playout=random)"):
        who = find_strategy(player, game.name)
        made = (who.decide, who.code, len(who.parameters), game, who.functions[1:])
        Reader().read(choice_of(*made)._function)
print(json.dumps(parts))
"""
#: Plays a game with two strategies, and tells the tally or the kind of error.
PLAY = """
import hashlib, resource, signal, sys
resource.setrlimit(resource.RLIMIT_CPU, (40, 60))  # an edit may let a game go on for ever
resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
signal.alarm(240)
game, *lineup = sys.argv[1:]
try:
    from tests.helpers.studies import make_study, run
    games, rules = (2, {"max_turns": 6}) if "rollouts" in "".join(lineup) else (24, {})
    tally = run(make_study(game, lineup=tuple(lineup), games=games, rules=rules)).tally
    print("tally", hashlib.sha256(repr(tally).encode()).hexdigest()[:8])
except BaseException as error:
    print(type(error).__name__)
"""
#: Where something else takes the place of some text: the first letter, the one behind it, what.
Edit = tuple[int, int, str]


class Word(NamedTuple):
    """A word, number or sign of Python, and where it stands."""

    text: str
    begin: int
    end: int


def lines_of(text: str) -> Iterator[list[Word]]:
    """Yield the words of each statement, or of what opens a block."""
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    words: list[Word] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.string.strip() and token.type != tokenize.COMMENT:
            places = (starts[row - 1] + column for row, column in (token.start, token.end))
            words.append(Word(token.string, *places))
        elif token.type == tokenize.NEWLINE:
            yield words
            words = []


def edits_of(text: str, kind: str) -> Iterator[Edit]:
    """Yield all edits of a kind; what some leave is no Python."""
    opener = ""
    for words in lines_of(text):
        first, begin = words[0], words[0].begin
        indent = "\n" + " " * (begin - text.rfind("\n", 0, begin) - 1)
        if kind == "comment":
            yield begin, begin, f"# In other words.{indent}"
        elif kind == "docstring" and first.text.startswith('"""'):
            yield begin + 3, begin + 3, "In other words: "
        elif kind == "docstring" and opener in ("def", "class"):
            yield begin, begin, f'"""Do as its name says."""{indent}'
        elif kind == "number":
            for number in (word for word in words if word.text[0].isdigit()):
                yield number.begin, number.end, repr(ast.literal_eval(number.text) + 1)
        elif kind == "body":
            yield from _of_body(text, words)
        opener = first.text


def _of_body(text: str, words: list[Word]) -> Iterator[Edit]:
    first, last = words[0], words[-1]
    for word in words:
        if word.text in EXCHANGED:
            yield word.begin, word.end, EXCHANGED[word.text]
    if first.text in ("if", "elif"):  # its arms swapped
        yield first.end, last.begin, f" not ({text[first.end : last.begin]})"
    if first.text.isidentifier() and not keyword.iskeyword(first.text):
        yield first.begin, last.end, "pass"
    if first.text == "return" or any(word.text in ("=", "+=", "-=") for word in words):
        yield last.end, last.end, " + 1"


class Bench:
    """A copy of the checkout in which sources are edited and games played."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._copy, self._seed = Copy(ROOT, folder), seed
        compileall.compile_dir(self._copy.root, quiet=2)
        files = [sorted((self._copy.root / room).rglob("*.py")) for room in MUTATED]
        self._files = [str(file) for some in files for file in some]
        self._parts = json.loads(self._run(PARTS, NUMBA_DISABLE_JIT="1"))
        self._as_it_was = cache(self._kept)

    def try_out(self, number: int) -> dict[str, Any]:
        """Make the edit with a number, and return its description and outcome."""
        lot = random.Random(f"{self._seed} {number}")
        kind, file, edited, description, table = self._chosen(lot)
        before, _ = self._as_it_was(*table)
        with self._copy.edited(file, edited):
            kept, compiled = self._kept(*table)
            truth = self._run(PLAY, *table, NUMBA_DISABLE_JIT="1")
            changes = "changes" if kept.startswith("tally") else "fails"
            outcome, why = "right" if kept == before else f"right, {changes}", kept
            if kept != truth:
                with tempfile.TemporaryDirectory() as empty:
                    afresh = self._run(PLAY, *table, FATHOM_CACHE=empty)
                is_open = afresh == kept or truth == "IndexError"
                outcome = "not comparable" if is_open else "WRONG"
                why = f"interpreted {truth}, kept {kept}, compiled afresh {afresh}"
        if number % 10 == 0 and (again := self._kept(*table)) != (before, []):
            outcome, why = "WRONG", f"{before} before, {again} when it is taken back"
        description += f", played by {table}: {why}"
        return {"kind": kind, "told": description, "outcome": outcome, "compiled": compiled}

    def _chosen(self, lot: random.Random) -> tuple[str, Path, str, str, tuple[str, ...]]:
        """Choose kind, file, text and description of an edit, and the game and strategies."""
        while True:
            place = lot.choice(self._parts)
            if lot.random() < 0.4:  # anywhere, compiled or not
                file = lot.choice(self._files)
                place = lot.choice([part for part in self._parts if part[0] == file] or [place])
                place = [file, 1, sys.maxsize, *place[3:]]
            file, first, last, game, player = place
            text, [kind] = Path(file).read_text("utf-8"), lot.choices([*KINDS], [*KINDS.values()])
            lined = ((text.count("\n", 0, edit[0]) + 1, *edit) for edit in edits_of(text, kind))
            edits = [edit for edit in lined if first <= edit[0] <= last]
            with suppress(IndexError, SyntaxError):  # there is none, or it leaves no Python
                line, begin, end, instead = lot.choice(edits)
                ast.parse(edited := text[:begin] + instead + text[end:])
                where = file.removeprefix(f"{self._copy.root}/")
                description = f"{where}:{line} {text[begin:end]!r} -> {instead!r}"
                quick = sorted({p[4] for p in self._parts if p[3] == game and p[4].isalpha()})
                table = game, player or lot.choice(quick), lot.choice(quick)
                return kind, Path(file), edited, description, table

    def _kept(self, *table: str) -> tuple[str, list[str]]:
        """Return the tally with the cache, and the names of the files written there."""
        began = time.time_ns()
        tally = self._run(PLAY, *table)
        files = self._copy.cache.rglob("*.nbc")
        return tally, [
            file.name.split("-")[0] for file in files if file.stat().st_mtime_ns >= began
        ]

    def _run(self, script: str, *words: str, **settings: str) -> str:
        command = [sys.executable, "-P", "-c", script, *words]
        environment = {**self._copy.environment, "NUMBA_OPT": "1", **settings}
        done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
        return done.stdout.strip() or f"signal {-done.returncode}"


def main(edits: int = 200, seed: int = 1) -> bool:
    """Make edits (or some, till Ctrl-C), print what came of them; tell whether one was wrong."""
    tried = []
    with tempfile.TemporaryDirectory(prefix="edits-") as folder, suppress(KeyboardInterrupt):
        bench = Bench(Path(folder), seed)
        for number in range(1, edits + 1):
            tried.append(bench.try_out(number))
            print(number, *tried[-1].values(), sep=" | ", flush=True)
    came = pd.DataFrame(tried).groupby(["kind", "outcome"])["compiled"]
    print(came.agg(edits="size", compiled=lambda some: some.map(len).sum()))
    return any(trial["outcome"] == "WRONG" for trial in tried)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
