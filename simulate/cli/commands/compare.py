"""``fathom compare``: play two or more studies on the same deals and show what differs."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom compare snorkeling --variant base --variant expert\n\n"
    "fathom compare schnuff --players 3 --players 4 --players 5 --games 200k\n\n"
    "fathom compare shoal --players 3 -s planner,random,random -s open,random,random\n\n"
    "fathom compare snorkeling --variant base --variant expert --players 3 --players 4\n\n"
    "fathom compare shoal --rule hand_size=4 --rule hand_size=5 --against hand_size=5\n\n"
    "fathom compare my_game.py --data cards_v1.csv --data cards_v2.csv\n\n"
    "fathom compare runs/week1 runs/week2"
)


@plays
def compare(
    source: options.GameOrStudies,
    variant: options.Variants = None,
    players: options.PlayerCounts = None,
    strategy: options.LineUps = None,
    rule: options.ComparedRules = None,
    data: options.ComparedData = None,
    no_rotate: options.NoRotate = False,
    games: options.GamesEach = None,
    seed: options.Seed = None,
    against: options.Against = None,
    margin: options.Margin = None,
    robust: options.RobustDifferences = False,
    precision: options.Precision = None,
    until_decided: options.UntilDecided = None,
    confidence: float = 0.95,
) -> Planned:
    """Play two or more arms on the same deals and show what differs, and how sure that is.

    The arms are variants, values of a rule, tables of cards, line-ups or numbers of players,
    whichever option is given several times, or several study files. Every later arm is compared
    with the first, or with that of --against. With two or more such options there is an arm for
    each combination, and variants (or the values of a rule, or line-ups) are compared at the same
    number of players.
    """
    from simulate.cli.plans.cells import Compared
    from simulate.cli.plans.levels import levels_wanted
    from simulate.cli.plans.selection import Selection
    from simulate.cli.plans.stored import plan_comparison

    chosen = Compared(
        sources=source,
        players=players,
        variants=variant,
        strategies=strategy,
        rule=rule,
        data=data,
        against=against,
        shared=Selection(
            source=source[0],
            no_rotate=no_rotate,
            games=games,
            seed=seed,
            precision=precision,
            until_decided=until_decided,
            confidence=confidence,
        ),
    )
    return Planned(plan_comparison(chosen, margin), levels_wanted(robust, None))
