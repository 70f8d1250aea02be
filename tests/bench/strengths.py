"""Print the table of strengths in the README: ``python tests/bench/strengths.py [GAME [GAMES]]``.

One of each strategy against three of each other, at four seats; a row wins this share
of the games, with the half width of its 95 % interval.
"""

from __future__ import annotations

import sys

from reports.results import Results
from simulate.game import find_game
from simulate.run import play
from simulate.study import Study
from strategies import find_strategy, strategies_for


def main() -> None:
    """Play all pairs and print a Markdown table."""
    game = sys.argv[1] if len(sys.argv) > 1 else "snorkeling"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
    names = list(strategies_for(game))
    print(f"| one \\ three | {' | '.join(f'`{name}`' for name in names)} |")
    print(f"| --- |{' --- |' * len(names)}")
    for one in names:
        cells = [_cell(game, one, three, games) if one != three else "" for three in names]
        print(f"| `{one}` | {' | '.join(cells)} |", flush=True)


def _cell(game: str, one: str, three: str, games: int) -> str:
    lineup = (one, three, three, three)
    variant = find_game(game).default_variant
    study = Study(game=game, variant=variant, players=4, games=games, seed=1, lineup=lineup)
    results = Results(play(study, [find_strategy(name, game) for name in lineup], jobs=2))
    rate = results.strategies()[one].win_rate
    half = (rate.high - rate.low) / 2
    unfinished = f", {results.unfinished} unfinished" if results.unfinished else ""
    return f"{100 * rate.value:.1f} ± {100 * half:.1f}{unfinished}"


if __name__ == "__main__":
    main()
