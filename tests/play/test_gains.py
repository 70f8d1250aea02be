"""The cards that seats get, and who wins with them, against a count of every step by walking."""

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
#: What lies in front of each seat, and in its hand, by game.
PLACES = {"factions": ("camp", None), "bazaar": ("stall", "count")}


def asking(file: str, games: int, seed: int = 1, **rules: Value) -> CardsDesign:
    """Return a question about a game's cards, played at random by three."""
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


def gains_of(question: CardsDesign, games: int) -> Counter[str]:
    """Return the sums that Fathom counts."""
    arm = CompiledStudy(question.study_of(), question.lineup)
    sums = arm.play(0, games)[0][:, row.COUNTS :].sum(axis=0)
    counts = zip(arm.layout.counts, sums.tolist(), strict=True)
    return Counter({name: number for name, number in counts if name.startswith(GAINS)})


def gains_by_walking(question: CardsDesign, games: int) -> Counter[str]:
    """Count the same: after each step, the cards of which a seat has more than before."""
    arm, counts = CompiledStudy(question.study, question.lineup), Counter[str]()
    tableau, hand = PLACES[question.study.loaded_game.name]
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
def test_the_cards_that_seats_get_are_those_that_lie_with_them_after_a_step(name: str) -> None:
    question = asking(file_of(name), 60)
    counts = gains_of(question, 60)
    assert counts == gains_by_walking(question, 60)
    assert all(counts[f"owners:{kind}"] for kind in range(4))


@pytest.mark.slow
def test_cards_of_a_hand_that_is_passed_on_belong_to_the_seat_that_takes_them(
    tmp_path: Path,
) -> None:
    text = (files("simulate.cli") / "new_games" / "draft.py.txt").read_text(encoding="utf-8")
    (tmp_path / "draft.py").write_text(text, encoding="utf-8")
    question = asking(str(tmp_path / "draft.py"), 30)
    taken = np.zeros(6, np.int64)
    for number in range(30):
        walk = CompiledStudy(question.study, question.lineup).engine.walk(number)
        walk.finish()
        taken += walk.snapshot.table.taken[:PLAYERS].sum(axis=0)
    counts = gains_of(question, 30)
    assert [counts[f"got:{kind}"] for kind in range(6)] == taken.tolist()


def test_a_faction_that_is_dealt_is_a_draw_and_its_wins_are_reported() -> None:
    question = asking(file_of("factions"), 3_000)
    results = CardsResults(play_cards(question, 1, lambda games: None), 0.95)
    cards = {card.card: card for card in results.cards}
    assert [card.card for card in results.cards[:2]] == ["elks", "cats"]
    assert sum(card.got for card in cards.values()) == pytest.approx(PLAYERS)
    assert sum(card.per_game for card in cards.values()) == pytest.approx(PLAYERS)
    assert cards["elks"].won_with_verdict == "above"
    assert cards["ants"].won_with_verdict == "below"
    assert cards["elks"].verdict == "above"
    assert cards["elks"].exchange == "agrees"


@pytest.mark.slow
def test_factions_that_are_alike_seldom_differ_and_a_strong_one_nearly_always() -> None:
    reported = {"alike": 0, "strong": 0}
    file = file_of("factions")
    for seed, (name, best) in product(range(200), [("alike", 0), ("strong", 1)]):
        question = asking(file, 60, seed, bonus=(0, 0, 0, 0, best))
        drawn = play(question.study_of(), question.lineup)
        results = CardsResults(CardsRun(question, (drawn,), 0.0, 1, False, drawn, None, {}), 0.95)
        verdicts = {card.card: card.won_with_verdict for card in results.cards}
        if best:
            reported[name] += verdicts["elks"] == "above"
        else:
            reported[name] += set(verdicts.values()) != {"not told"}
    assert reported["alike"] <= 22  # 5% of 200, and four standard errors
    assert reported["strong"] >= 170


def test_a_game_in_which_no_seat_gets_anything_is_refused_before_it_is_played() -> None:
    file = file_of("factions")
    check_counted(asking(file, 10))
    with pytest.raises(UsageError, match="no seat draws, gets or uses a faction, so there is"):
        play_cards(asking(file, 10, owned=False), 1, lambda games: None)
