"""How strong the players become that ``fathom learn`` makes, and how fast they play.

    python -m tests.bench.learning                    # all configurations, about five hours
    python -m tests.bench.learning pig snorkeling:expert --players 2 --minutes 3 --out results

A configuration is a game and a number of players: a bundled game, also with a variant as in
``snorkeling:expert``, or a file of `own_games`. ``--base pace`` lets all players begin with a
strategy that is not the default, and ``--base pig=pace`` only those of a game.

Each player learns in a temporary folder, with its own folder for data, so that no player of an
earlier command is continued. The CPU seconds of the command include compiling, unless the machine
code was kept. The player is then measured by the command itself among the best other strategy, and
by ``fathom run`` among each weaker strategy. Each share of wins is that of one player, with that
strategy at all other seats. In a game that all players win or lose together, the player sits at all
seats, and is compared only with the best other strategy at all seats. Games per second are those of
``fathom bench`` with all jobs.

``--headlines 4000`` also compares the headlines of the game with learned players in all seats, with
the best other strategy and with ``search`` (see `tests.bench.headlines`).

The results are printed as a table in Markdown. The folder `--out` gets ``learning.json``, which is
written after each configuration, and ``learning.png``, the strengths after each round.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from simulate.errors import ExitCode
from simulate.game import find_game
from strategies import strategies_for
from tests.bench.commands import CommandError, run_json, seat
from tests.bench.headlines import headline_table, measure_headlines
from tests.bench.tables import markdown_table

BUNDLED = ("animal-splash", "scaphandre", "schnuff", "shoal", "snorkeling", "snorkeling:expert")
OWN = Path(__file__).parent / "own_games"
PLAYERS = (2, 4)
#: The number of games in which a player is measured among each weaker strategy.
GAMES = 4_000
#: The seed of these games. Players learn with seed 1.
SEED = 3_000_003
#: The approximate seconds of each of the ten runs of ``fathom bench``.
BENCH_SECONDS = 1.0
COLUMNS = (
    "game",
    "players",
    "base",
    "minutes",
    "CPU seconds",
    "rounds",
    "wins among the best other strategy",
    "wins among weaker strategies",
    "games per second, one learner",
    "games per second, all learners",
)
#: The number of charts beside each other.
_ACROSS = 4


@dataclass(frozen=True)
class Configuration:
    """A game with a number of players, and how a player learns it."""

    #: The name of a bundled game or of a file of `own_games`.
    name: str
    variant: str
    players: int
    minutes: float
    #: The strategy that the player begins with; "" for the default.
    base: str
    #: The number of games from which headlines are measured; 0 to measure none.
    headline_games: int = 0

    @property
    def file(self) -> Path | None:
        """The game's file; None for a bundled game."""
        path = OWN / f"{self.name}.py"
        return path if path.exists() else None

    @property
    def title(self) -> str:
        """The game and its variant."""
        return f"{self.name} {self.variant}".strip()


def main() -> None:
    """Measure all configurations that the command line names, and print the table."""
    options = _options()
    results = []
    players = [options.players] if options.players else PLAYERS
    try:
        chosen = configurations(
            options.games, players, options.minutes, options.base, options.headlines
        )
    except ValueError as error:
        sys.exit(str(error))
    for configuration in chosen:
        print(f"{configuration.title}, {configuration.players} players ...", file=sys.stderr)
        results.append(measure(configuration))
        if options.out:
            options.out.mkdir(parents=True, exist_ok=True)
            text = json.dumps(results, indent=2)
            (options.out / "learning.json").write_text(text + "\n", encoding="utf-8")
    print(table(results))
    if options.headlines:
        print(f"\n{headline_table(results)}")
    if options.out:
        draw(results, options.out / "learning.png")


def _options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="games (default: all)")
    parser.add_argument("--players", type=int, help="number of players (default: 2 and 4)")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each (default: 10)")
    parser.add_argument("--base", action="append", default=[], metavar="[GAME=]STRATEGY")
    parser.add_argument(
        "--headlines", type=int, default=0, metavar="GAMES", help="also compare the headlines"
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="for the JSON file and chart")
    return parser.parse_args()


def configurations(
    games: Sequence[str],
    players: Sequence[int] = PLAYERS,
    minutes: float = 10.0,
    bases: Sequence[str] = (),
    headline_games: int = 0,
) -> list[Configuration]:
    """Return the configurations of some games, or of all games.

    Parameters
    ----------
    games
        Names such as ``pig`` or ``snorkeling:expert``; none for all games.
    players
        The numbers of players.
    minutes
        The minutes for which each player learns.
    bases
        ``STRATEGY`` for all games, or ``GAME=STRATEGY`` for a game.
    headline_games
        The number of games from which headlines are measured.

    Raises
    ------
    ValueError
        If a game, or the game of a base, is unknown.
    """
    known = [*BUNDLED, *sorted(path.stem for path in OWN.glob("*.py"))]
    base_of = dict(base.rpartition("=")[::2] for base in bases)
    for name in [*games, *base_of]:
        if name and name not in known:
            raise ValueError(f"unknown game {name}; known are {', '.join(known)}")
    chosen = []
    for game in games or known:
        name, _, variant = game.partition(":")
        base = base_of.get(game, base_of.get("", ""))
        chosen += [
            Configuration(name, variant, number, minutes, base, headline_games)
            for number in players
        ]
    return chosen


def measure(configuration: Configuration) -> dict[str, Any]:
    """Let a player learn, and return what it is worth, or why a command refused it or failed.

    If a command fails after learning, the result has what was measured until then.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = configuration.name
        if configuration.file:
            source = shutil.copy(configuration.file, folder)
        table = [source, "--players", str(configuration.players)]
        if configuration.variant:
            table += ["--variant", configuration.variant]
        result = {**asdict(configuration), "title": configuration.title}
        try:
            _measure_learned(configuration, table, Path(folder), result)
        except CommandError as error:
            reason = "refused" if error.code == ExitCode.USAGE else "failed"
            result[reason] = str(error).replace(f"{folder}{os.sep}", "")
    return result


def _measure_learned(
    configuration: Configuration, table: Sequence[str], folder: Path, result: dict[str, Any]
) -> None:
    """Add the results of `measure` for a table, which is the game and its options, to `result`.

    Raises
    ------
    CommandError
        If a command fails.
    """
    learn = ["learn", *table, "--minutes", f"{configuration.minutes:g}"]
    if configuration.base:
        learn += ["--base", configuration.base]
    began, cpu_began = time.monotonic(), _cpu_seconds()
    result["learned"] = run_json(learn, folder)
    result["seconds"] = time.monotonic() - began
    result["cpu_seconds"] = _cpu_seconds() - cpu_began
    result["weaker"] = {}
    lineups = {"all_learners": ["learned"]}
    if not result["learned"]["together"]:
        rival = result["learned"]["rival"]
        others = configuration.players - 1
        lineups["one_learner"] = ["learned"] + others * [rival]
        for style in _weaker_styles(table[0], rival):
            lineup = ["learned"] + others * [style]
            result["weaker"][style] = _measure_lineup(table, lineup, folder)
    if configuration.headline_games:
        result["headlines"] = measure_headlines(
            table,
            configuration.players,
            result["learned"]["rival"],
            configuration.headline_games,
            folder,
        )
    bench = ["bench", *table, "--seconds", f"{BENCH_SECONDS:g}"]
    for name, lineup in lineups.items():
        result[f"{name}_games_per_s"] = run_json([*bench, *seat(lineup)], folder)["games_per_s"]


def _measure_lineup(
    table: Sequence[str], lineup: Sequence[str], folder: Path
) -> dict[str, float | int]:
    """Return the share of wins of the first strategy of a line-up.

    Raises
    ------
    CommandError
        If the command fails.
    """
    command = ["run", *table, "--games", str(GAMES), "--seed", str(SEED)]
    player = run_json([*command, *seat(lineup)], folder)["strategies"][0]
    return {
        "share": player["win_rate"],
        "ci_low": player["ci_low"],
        "ci_high": player["ci_high"],
        "games": player["games"],
    }


def _weaker_styles(source: str, rival: str) -> list[str]:
    """Return the quick strategies of a game other than its best, strongest first."""
    names = strategies_for(find_game(source).name_or_file)
    return [name for name in reversed(names) if name not in (rival, "learned")]


def _cpu_seconds() -> float:
    """Return the CPU seconds of all commands so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def table(results: Sequence[Mapping[str, Any]]) -> str:
    """Return the results of `measure` as a table in Markdown."""
    return markdown_table(COLUMNS, map(_cells, results))


def _cells(result: Mapping[str, Any]) -> list[str]:
    """Return the row of a configuration."""
    cells = [
        result["title"],
        str(result["players"]),
        result["base"] or "default",
        f"{result['minutes']:g}",
    ]
    for reason in ("refused", "failed"):
        if reason in result:
            empty = len(COLUMNS) - len(cells) - 1
            return [*cells, f"{reason}: {result[reason]}", *[""] * empty]
    learned = result["learned"]
    final = learned["final"]
    weaker = [
        f"{style} {_rate(rate['share'], rate['ci_low'], rate['ci_high'])} ({rate['games']:,} games)"
        for style, rate in result["weaker"].items()
    ]
    return [
        *cells,
        f"{result['cpu_seconds']:,.0f}",
        str(len(learned["rounds"])),
        f"{_strength(learned)} ({final['deals']:,} deals)",
        "; ".join(weaker),
        f"{result['one_learner_games_per_s']:,.0f}" if "one_learner_games_per_s" in result else "",
        f"{result['all_learners_games_per_s']:,.0f}",
    ]


def _strength(learned: Mapping[str, Any]) -> str:
    """Return how often the player won at the end, from the JSON object of ``fathom learn``.

    If players compete, this is its share of wins among its rival, with an interval of 95%. If all
    win or lose together, this is its share of wins, that of its rival, and their difference with
    the interval.
    """
    final, rival = learned["final"], learned["rival"]
    difference = final["difference"]
    if learned["together"]:
        return (
            f"{final['share']:.1%}, {rival} {final['compared_with']:.1%}, difference "
            f"{_rate(difference['value'], difference['ci_low'], difference['ci_high'])}"
        )
    equal = final["compared_with"]
    low, high = equal + difference["ci_low"], equal + difference["ci_high"]
    return f"{rival} {_rate(final['share'], low, high)}"


def _rate(value: float, low: float, high: float) -> str:
    """Return a rate in percent, with both ends of its interval of 95%."""
    return f"{value:.1%} [{low:.1%}, {high:.1%}]"


def draw(results: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Draw the strength of each learned player after each round, with its interval of 95%.

    The strength is a difference: to an equal share of wins or, in a game that all win or lose
    together, to the share of the best other strategy. Nothing is drawn if no player learned.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    drawn = [result for result in results if "learned" in result]
    if not drawn:
        return
    across = min(_ACROSS, len(drawn))
    down = math.ceil(len(drawn) / across)
    figure, grid = plt.subplots(
        down, across, figsize=(3.2 * across, 2.4 * down), squeeze=False, layout="constrained"
    )
    for axes in grid.flat[len(drawn) :]:
        axes.set_visible(False)
    for axes, result in zip(grid.flat, drawn, strict=False):
        _draw_player(axes, result)
    figure.supxlabel("round")
    figure.supylabel("wins of 100 more than\nthe best other strategy", fontsize=9)
    figure.savefig(path, dpi=120)
    plt.close(figure)


def _draw_player(axes: Any, result: Mapping[str, Any]) -> None:
    """Draw the strengths of a player by round; on the dashed line it equals the best other."""
    rounds = result["learned"]["rounds"]
    numbers = [strength["round"] for strength in rounds]
    differences = [strength["difference"] for strength in rounds]
    values = [100 * difference["value"] for difference in differences]
    below = [100 * (difference["value"] - difference["ci_low"]) for difference in differences]
    above = [100 * (difference["ci_high"] - difference["value"]) for difference in differences]
    axes.errorbar(numbers, values, [below, above], marker=".", capsize=2)
    axes.set_xlim(min(numbers) - 0.5, max(numbers) + 0.5)
    axes.axhline(0, color="grey", linestyle="--")
    axes.xaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)
    learned = result["learned"]
    compared = "compared with" if learned["together"] else "among"
    title = f"{result['title']}, {result['players']} players, {compared} {learned['rival']}"
    axes.set_title(title, fontsize=8)


if __name__ == "__main__":
    main()
