"""Draw random rules for the oracles, so that rare things happen often."""

from __future__ import annotations

import random
from itertools import accumulate

from tests.oracles import animal_splash, scaphandre, schnuff, shoal
from tests.oracles.animal_splash_pieces import Mission

#: Who begins with more: mostly nobody.
AHEAD: tuple[dict[str, float], ...] = ({}, {}, {"1": 0.5}, {"2": 1}, {"1": 3, "2": 20.5})


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
                head_start=source.choice(AHEAD),
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
                head_start=source.choice(AHEAD),
                max_turns=min(source.choice([1, 7, 30, 10_000, 10_000]), most_turns),
            )
        except ValueError:
            continue


def shoal_rules(source: random.Random, most_turns: int = 10_000) -> shoal.Rules:
    """Draw rules, extreme ones often, of games that end after `most_turns` at the latest."""
    hardly_a_card = source.random() < 0.15
    copies = [0] if hardly_a_card else [0, 0, 1, 2, 3, 3, 8]
    return shoal.Rules(
        players=source.randint(2, 4),
        singles=source.choice(copies),
        doubles=source.choice(copies if hardly_a_card else [0, 0, 1, 1, 1, 8]),
        corals=source.choice([4, 4, 5, 6] if hardly_a_card else [4, 4, 5, 8, 22, 22, 60]),
        sharks=source.choice([0, 0, 1, 2, 3, 5] if hardly_a_card else [0, 1, 8, 8, 30]),
        octopuses=source.choice([0, 0, 1, 2] if hardly_a_card else [0, 1, 10, 10, 30]),
        curse_length=source.choice([0, 2, 2, 3, 3, 3, 4, 6]),
        majority_points=source.choice([0, 1, 3, 3, 10]),
        octopus_points=source.choice([0, 1, 1, 10]),
        shark_points=source.choice([0, 2, 2, 10]),
        piles_to_end=source.randint(1, 4),
        open_tiles=source.random() < 0.3,
        table_size=source.choice([5, 5, 7, 15, 15, 31]),
        head_start=source.choice(AHEAD),
        max_turns=min(source.choice([1, 3, 10, 30, 10_000, 10_000, 10_000]), most_turns),
    )


def animal_splash_rules(source: random.Random, most_turns: int = 300) -> animal_splash.Rules:
    """Draw rules, extreme ones often, of games that end after `most_turns` at the latest."""
    colours, measures = animal_splash.MISSION_COLOURS, animal_splash.MEASURES
    while True:
        few_colours = colours[: source.choice([1, 3, 8])]
        missions = tuple(
            Mission(
                colour=source.choice(few_colours),
                measure=source.choice(measures),
                at_least=source.choice([1, 1, 2, 3, 4, 60]),
                points=source.choice([0, 1, 2, 20]),
            )
            for _ in range(source.choice([0, 1, 4, 12, 12]))
        )
        default = animal_splash.Rules()
        scarce = source.random() < 0.2  # the last cards are in few places, hard to reach
        try:
            return animal_splash.Rules(
                players=source.randint(2, 5),
                cards_to_end={
                    size: 20 // int(size)
                    if scarce
                    else source.choice([1, 2, 4, 6, 7, 8, 9, 10, 12])
                    for size in animal_splash.TABLE_SIZES
                },
                copies=1 if scarce else source.choice([1, 2, 3, 6]),
                oxygen_cards=source.choice([0, 1, 1, 3, 6]),
                group_size=source.choice([2, 2, 3, 3, 4, 5]),
                one_step_oxygen=source.choice([0, 1, 1, 5]),
                free_steps=1 if scarce else source.choice([1, 2, 2, 3, 11]),
                step_cost=5 if scarce else source.choice([0, 1, 1, 2, 5]),
                swap_cost=source.choice([0, 1, 1, 3, 9]),
                shift_cost=source.choice([0, 1, 2, 9]),
                missions=missions if source.random() < 0.7 else default.missions,
                end_scoring=(
                    tuple(source.choices(measures, k=source.choice([0, 1, 3, 10])))
                    if source.random() < 0.8
                    else default.end_scoring
                ),
                end_points=(source.choice([0, 1, 3, 20]), source.choice([0, 1, 2, 20])),
                start_oxygen=source.choice([0, 0, 2, 20]),
                head_start=source.choice(AHEAD),
                max_turns=min(source.choice([1, 9, 20, 10_000, 10_000]), most_turns),
            )
        except ValueError:
            continue
