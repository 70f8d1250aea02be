"""What a game's headlines are with learned players in all seats, and with other players.

Headlines are the advantage of the first seat, the length, the changes of the lead, and the skill:
how often a player wins among players who act at random. If all players win or lose together, they
are the share of games won and the length. If they differ between strong players, a verdict on the
game depends on who plays it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.bench.commands import run_json, seat
from tests.bench.tables import markdown_table

#: The strategy of players who think.
SEARCH = "search(rollouts=16)"
#: By how much the number of their games is divided, because they play slowly.
SEARCH_DIVISOR = 10
#: The seed of these games.
SEED = 4_000_003
COLUMNS = (
    "game",
    "players",
    "in all seats",
    "games",
    "first seat",
    "turns",
    "lead changes",
    "games won together",
    "wins among random players",
)


def measure_headlines(
    table: Sequence[str], players: int, rival: str, games: int, folder: Path
) -> dict[str, Any]:
    """Return the headlines with each kind of players in all seats, by strategy.

    Parameters
    ----------
    table
        The game and its options.
    players
        The number of players.
    rival
        The game's best strategy that is not learned.
    games
        The number of games of each kind; searching players get a tenth.
    folder
        The folder of the learned player.

    Raises
    ------
    CommandError
        If a command fails.
    """
    headlines = {}
    for strategy in ("learned", rival, SEARCH):
        number = max(1, games // SEARCH_DIVISOR) if strategy == SEARCH else games
        run = ["run", *table, "--games", str(number), "--seed", str(SEED), "--no-robust"]
        result = run_json([*run, *seat([strategy])], folder)
        figures = {"games": result["games"], "turns": result["length"]["turns"]}
        # Players who win or lose together have neither a first seat nor a lead.
        is_together = len(result.get("sides", ())) == 1
        if is_together:
            figures["games_won"] = result["sides"][0]
        else:
            figures["first_player_advantage"] = result["first_player_advantage"]
            figures["lead_changes"] = result["lead_changes"]
        if players > 1 and not is_together:
            lineup = [strategy, *["random"] * (players - 1)]
            figures["skill"] = run_json([*run, *seat(lineup)], folder)["strategies"][0]
        headlines[strategy] = figures
    return headlines


def headline_table(results: Sequence[Mapping[str, Any]]) -> str:
    """Return the headlines of all results that have them, as a table in Markdown."""
    rows = []
    for result in results:
        for strategy, figures in result.get("headlines", {}).items():
            cells = [result["title"], str(result["players"]), strategy, f"{figures['games']:,}"]
            cells += [
                _interval(figures.get("first_player_advantage"), "value", percent=True),
                _interval(figures["turns"], "mean"),
                _interval(figures.get("lead_changes"), "value"),
                _interval(figures.get("games_won"), "win_rate", percent=True),
                _interval(figures.get("skill"), "win_rate", percent=True),
            ]
            rows.append(cells)
    return markdown_table(COLUMNS, rows)


def _interval(figure: Mapping[str, Any] | None, key: str, *, percent: bool = False) -> str:
    """Return a figure with its interval of 95%; empty if there is none."""
    if figure is None or figure.get(key) is None:
        return ""
    numbers = [figure[name] for name in (key, "ci_low", "ci_high")]
    value, low, high = [f"{number:.1%}" if percent else f"{number:.2f}" for number in numbers]
    return f"{value} [{low}, {high}]"
