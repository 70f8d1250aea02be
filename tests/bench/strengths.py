"""Print a game's table of strengths: ``python tests/bench/strengths.py [GAME [GAMES [PLAYERS]]]``.

One of each strategy at a table of each other, by default three of it and 200 000 games; a
row wins this share of the games, with the half width of its 95 % interval.
"""

from __future__ import annotations

import sys

from reports.run.results import Results
from simulate.game import find_game
from simulate.play.run import play
from simulate.study import Study
from strategies import find_strategy, strategies_for


def main() -> None:
    """Play all pairs and print a Markdown table."""
    game = sys.argv[1] if len(sys.argv) > 1 else "snorkeling"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
    others = int(sys.argv[3]) - 1 if len(sys.argv) > 3 else 3
    names = list(strategies_for(game))
    print(f"| one \\ {_WORDS[others]} | {' | '.join(f'`{name}`' for name in names)} |")
    print(f"| --- |{' --- |' * len(names)}")
    for one in names:
        cells = [_cell(game, one, other, others, games) if one != other else "" for other in names]
        print(f"| `{one}` | {' | '.join(cells)} |", flush=True)


_WORDS = ("", "one", "two", "three", "four", "five")


def _cell(game: str, one: str, other: str, others: int, games: int) -> str:
    lineup = (one, *[other] * others)
    variant = find_game(game).default_variant
    study = Study(
        game=game, variant=variant, players=1 + others, games=games, seed=1, lineup=lineup
    )
    results = Results(play(study, [find_strategy(name, game) for name in lineup], jobs=2))
    rate = results.strategies()[one].win_rate
    half = (rate.high - rate.low) / 2
    unfinished = f", {results.unfinished} unfinished" if results.unfinished else ""
    return f"{100 * rate.value:.1f} ± {100 * half:.1f}{unfinished}"


if __name__ == "__main__":
    main()
