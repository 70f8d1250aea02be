"""Mistakes in what is played: chance, kit, games, kernel and tally."""

from __future__ import annotations

from typing import Any

PLAYED: tuple[tuple[Any, ...], ...] = (
    (
        "streams are warmed up a step less",
        "test_chance",
        ("_START_STEPS = 12\n", "_START_STEPS = 11\n"),
    ),
    (
        "numbers below a bound are hardly ever drawn again, so some are likelier",
        "test_chance",
        ("threshold = ((_ONE << _HALF) - width) % width", "threshold = _ONE"),
    ),
    (
        "labels of streams with other purposes meet",
        "test_chance test_schnuff_oracle",
        ("return (purpose << 32) + number", "return purpose + number"),
    ),
    (
        "all seats' strategies have the same chance",
        "test_schnuff_oracle test_shoal_oracle",
        ("chance.deal, label(STRATEGY, seat))", "chance.deal, label(STRATEGY, 0))"),
    ),
    (
        "counterclockwise, the last seat is left out after the first",
        "test_seats",
        ("            seat = players - 1\n", "            seat = players - 2\n"),
    ),
    (
        "of those who share the highest score only the last is the highest",
        "test_seats",
        ("                best |= bit(seat)", "                best = bit(seat)"),
    ),
    (
        "any action of a group that is offered is legal",
        "test_menu",
        ("if 0 <= member < GROUP and has(menu.members[group], member):", "if 0 <= member < GROUP:"),
    ),
    (
        "an action is looked for in the wrong place of later groups",
        "test_menu",
        ("        index -= here\n", "        index -= 1\n"),
    ),
    (
        "the member of a set with many smaller ones is the one after",
        "test_bits test_menu",
        ("    while index > 3:\n", "    while index > 2:\n"),
    ),
    (
        "the card that closes the gap in a draw pile is another",
        "test_games_contract",
        ("pile[index] = pile[size - 1]", "pile[index] = pile[size // 2]"),
    ),
    (
        "the first leader counts as a change of the lead",
        "test_standings test_scaphandre_oracle",
        ("if leaders != 0 and leading & leaders == 0:", "if leading & leaders == 0:"),
        (
            "if trace.leaders != 0 and leading & trace.leaders == 0:",
            "if leading & trace.leaders == 0:",
        ),
    ),
    (
        "all are last at half-time when all are level",
        "test_standings test_scaphandre_oracle",
        ("if last != table.active:", "if last != 0:"),
        ("if last_at_half == table.active:", "if last_at_half == 0:"),
    ),
    (
        "a game may take a turn more than the rules allow",
        "test_games_rules",
        (
            "while table.over == 0 and table.turns < rules.max_turns:",
            "while table.over == 0 and table.turns <= rules.max_turns:",
        ),
    ),
    (
        "a shared win counts in full for each",
        "test_tally",
        (
            "share = layout.win // size(winning) if winners != 0 else 0",
            "share = layout.win if winners != 0 else 0",
        ),
    ),
    (
        "wins count for the strategy whose place in the line-up the seat is",
        "test_tally",
        (
            "strategy = places[place - players if place >= players else place]",
            "strategy = places[seat]",
        ),
    ),
    (
        "squares are not squared",
        "test_tally",
        ("totals[1, count] += deal[count] * deal[count]", "totals[1, count] += deal[count]"),
        ("totals[1, figure] += deal[figure] * deal[figure]", "totals[1, figure] += deal[figure]"),
    ),
    (
        "products for ratios are of the part with itself",
        "test_tally",
        (
            "deal[ratios[ratio, 0]] * deal[ratios[ratio, 1]]",
            "deal[ratios[ratio, 0]] * deal[ratios[ratio, 0]]",
        ),
    ),
    (
        "games are not ranked within their deal",
        "test_tally test_statistics",
        ("by_deal = np.sort(by_deal, axis=1)", "by_deal = np.sort(by_deal, axis=2)"),
    ),
    (
        "a percentile that is reached exactly is missed",
        "test_tally",
        (
            "np.searchsorted(100 * reached, percent * reached[-1])",
            "np.searchsorted(100 * reached, percent * reached[-1], side='right')",
        ),
    ),
    (
        "the last deal is not played when it is not whole",
        "test_study",
        ("return -(-self.games // self.rotations)", "return self.games // self.rotations"),
    ),
    (
        "Snorkeling ends only above its target score",
        "test_snorkeling_rounds test_snorkeling",
        ("if alone and best >= rules.target_score:", "if alone and best > rules.target_score:"),
    ),
    (
        "Scaphandre's half-time comes a turn late",
        "test_scaphandre_oracle",
        ("if 2 * table.turns >= rules.full_size:", "if 2 * table.turns > rules.full_size:"),
    ),
    (
        "Schnuff frees the first limit, whichever was crossed",
        "test_schnuff_examples test_schnuff_oracle",
        ("table.free |= bit(table.level)", "table.free |= bit(0)"),
    ),
    (
        "Shoal's lines are cursed from one card more",
        "test_shoal_examples test_shoal_oracle",
        ("if down >= rules.curse_length:", "if down > rules.curse_length:"),
    ),
    (
        "Animal Splash's first step beyond the free ones is free too",
        "test_animal_splash_examples test_animal_splash_oracle",
        (
            "max(0, steps - rules.free_steps) * rules.step_cost",
            "max(0, steps - rules.free_steps - 1) * rules.step_cost",
        ),
    ),
)
