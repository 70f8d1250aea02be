"""The cards that seats get, and their wins, compared with counts of every step of a walk."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from reports.cards.play import CardsDesign, CardsRun, check_counted, play_cards
from reports.cards.results import CardsResults
from simulate.errors import UsageError
from simulate.play import rows as row
from simulate.play.arms import CompiledStudy
from simulate.play.run import play
from simulate.play.watching import GAINS
from simulate.rules.kinds import Value
from simulate.study import Study
from strategies import find_strategy
from tests.helpers.file_games import file_of

PLAYERS = 3
#: The names of the tableau and of the hand of each seat, by game.
PLACES = {"factions": ("camp", None), "bazaar": ("stall", "count")}


def design_of(file: str, games: int, seed: int = 1, **rules: Value) -> CardsDesign:
    """Return a design in which three players move at random."""
    strategy = find_strategy("random", file)
    study = Study(
        game=file,
        variant="base",
        players=PLAYERS,
        games=games,
        seed=seed,
        lineup=("random",) * PLAYERS,
        rules=rules,
    )
    return CardsDesign(study, (strategy,) * PLAYERS)


def gains_of(design: CardsDesign, games: int) -> Counter[str]:
    """Return the counts of a compiled run."""
    arm = CompiledStudy(design.study_of(), design.lineup)
    sums = arm.play(0, games)[0][:, row.COUNTS :].sum(axis=0)
    counts = zip(arm.layout.counts, sums.tolist(), strict=True)
    return Counter({name: number for name, number in counts if name.startswith(GAINS)})


def gains_by_walking(design: CardsDesign, games: int) -> Counter[str]:
    """Return the same counts from walks: the cards of which a seat has more after a step."""
    arm, counts = CompiledStudy(design.study, design.lineup), Counter[str]()
    tableau, hand = PLACES[design.study.loaded_game.name]
    for number in range(games):
        walk = arm.engine.walk(number)
        snapshots = [*(moment.snapshot for moment in walk), walk.snapshot]
        owned = np.array([snapshot.table[tableau][:PLAYERS] for snapshot in snapshots])
        if hand:
            owned += np.array([snapshot.own[hand][:PLAYERS] for snapshot in snapshots])
        got = owned[0] + np.maximum(np.diff(owned, axis=0), 0).sum(axis=0)
        scores = snapshots[-1].table.scores[:PLAYERS]
        wins = (scores == scores.max()) * (arm.layout.win // np.sum(scores == scores.max()))
        for kind in range(got.shape[1]):
            counts[f"got:{kind}"] += int(got[:, kind].sum())
            counts[f"owners:{kind}"] += int((got[:, kind] > 0).sum())
            counts[f"won_with:{kind}"] += int(wins[got[:, kind] > 0].sum())
    return counts


@pytest.mark.parametrize("name", ["factions", pytest.param("bazaar", marks=pytest.mark.slow)])
def test_counts_of_cards_that_seats_get_agree_with_games_played_step_by_step(name: str) -> None:
    design = design_of(file_of(name), 60)
    counts = gains_of(design, 60)
    assert counts == gains_by_walking(design, 60)
    assert all(counts[f"owners:{kind}"] for kind in range(4))


@pytest.mark.slow
def test_cards_of_a_hand_that_is_passed_on_belong_to_the_seat_that_takes_them(
    tmp_path: Path,
) -> None:
    text = (files("simulate.cli") / "new_games" / "draft.py.txt").read_text(encoding="utf-8")
    (tmp_path / "draft.py").write_text(text, encoding="utf-8")
    design = design_of(str(tmp_path / "draft.py"), 30)
    taken = np.zeros(6, np.int64)
    for number in range(30):
        walk = CompiledStudy(design.study, design.lineup).engine.walk(number)
        walk.finish()
        taken += walk.snapshot.table.taken[:PLAYERS].sum(axis=0)
    counts = gains_of(design, 30)
    assert [counts[f"got:{kind}"] for kind in range(6)] == taken.tolist()


def test_a_dealt_faction_counts_as_a_drawn_card_with_its_wins() -> None:
    design = design_of(file_of("factions"), 3_000)
    results = CardsResults(play_cards(design, 1, lambda games: None), 0.95)
    cards = {card.card: card for card in results.cards}
    assert [card.card for card in results.cards[:2]] == ["elks", "cats"]
    assert sum(card.got for card in cards.values()) == pytest.approx(PLAYERS)
    assert sum(card.per_game for card in cards.values()) == pytest.approx(PLAYERS)
    assert cards["elks"].won_with_verdict == "above"
    assert cards["ants"].won_with_verdict == "below"
    assert cards["elks"].verdict == "above"
    assert cards["elks"].exchange == "agrees"


@pytest.mark.slow
def test_equal_factions_rarely_differ_and_a_strong_one_nearly_always_does() -> None:
    reported = {"alike": 0, "strong": 0}
    file = file_of("factions")
    for seed, (name, best) in product(range(200), [("alike", 0), ("strong", 1)]):
        design = design_of(file, 60, seed, bonus=(0, 0, 0, 0, best))
        drawn = play(design.study_of(), design.lineup)
        results = CardsResults(CardsRun(design, (drawn,), 0.0, 1, False, drawn, None, {}), 0.95)
        verdicts = {card.card: card.won_with_verdict for card in results.cards}
        if best:
            reported[name] += verdicts["elks"] == "above"
        else:
            reported[name] += set(verdicts.values()) != {"not told"}
    assert reported["alike"] <= 22  # 5% of 200, and four standard errors
    assert reported["strong"] >= 170


def test_a_game_without_cards_for_seats_is_refused_before_play() -> None:
    file = file_of("factions")
    check_counted(design_of(file, 10))
    with pytest.raises(UsageError, match="no seat draws, gets or uses a faction, so there is"):
        play_cards(design_of(file, 10, owned=False), 1, lambda games: None)
