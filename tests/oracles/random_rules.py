"""Draw random rules for the oracles, so that rare things happen often."""

from __future__ import annotations

import random
from itertools import accumulate

from tests.oracles import scaphandre, schnuff


def schnuff_rules(source: random.Random, most_turns: int = 1500) -> schnuff.Rules:
    """Draw rules, extreme ones often, of games that end after `most_turns` at the latest."""
    while True:
        length = source.randint(1, 6)
        gaps = [source.choice([12, 12, 15, 30]) for _ in range(length)]
        dearest = source.choice([1, 2, 3, 12, 50])
        copies = source.choice([(0, 0, 1, 2), (0, 1, 1, 2, 4, 9), tuple(range(31))])
        few_numbers = source.random() < 0.3
        deck = {
            kind: source.choice((0, 0, 1) if few_numbers and kind in schnuff.NUMBERS else copies)
            for kind in schnuff.KINDS
        }
        try:
            return schnuff.Rules(
                players=source.randint(2, 6),
                deck=deck if source.random() < 0.8 else schnuff.Rules().deck,
                chips=source.choice([1, 2, 3, 5, 10, 50]),
                hand_size=source.choice([1, 2, 3, 4, 5, 8]),
                limits=tuple(accumulate(gaps)),
                costs=tuple(sorted(source.randint(1, dearest) for _ in range(length))),
                recycle=source.choice(["flip", "shuffle"]),
                ending=source.choice(["last_standing", "last_standing", "first_out"]),
                schnuff_tie=source.choice(["reroll", "all_spared"]),
                forget_rate=source.choice([0.0, 0.0, 0.05, 0.3, 1.0]),
                max_turns=min(source.choice([1, 10, 100, 1500]), most_turns),
            )
        except ValueError:
            continue


def scaphandre_rules(source: random.Random, most_turns: int = 10_000) -> scaphandre.Rules:
    """Draw rules, extreme ones often, of games that end after `most_turns` at the latest."""
    while True:
        try:
            return scaphandre.Rules(
                players=source.randint(2, 4),
                memory=source.random() < 0.6,
                recall=source.choice([1, 1, 2, 3, 5, 60]),
                limit=source.choice([2, 3, 6, 12, 12, 20, 60]),
                hand_size=source.randint(1, 8),
                copies=source.choice([1, 1, 2, 3, 6, 20]),
                ending=source.choice(scaphandre.ENDINGS),
                max_turns=min(source.choice([1, 7, 30, 10_000, 10_000]), most_turns),
            )
        except ValueError:
            continue
