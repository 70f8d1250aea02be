"""What a tournament says first, and how its matrix fits a narrow terminal."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
from rich.console import Console

from reports.tournament.beating import BEATING
from reports.tournament.contest import CONTEST
from reports.tournament.lasting import LASTING
from reports.tournament.ranking import RANKING
from reports.tournament.results import TournamentResults
from reports.writing import terminal
from reports.writing.document import Answer, Chart, Document, Table
from tests.helpers.tournaments import draw_run, drawn, luce, ring, table_of, tournament_of


def results_of(names: list[str], best: float = 2.0) -> TournamentResults:
    tournament = tournament_of(names, 2, 400)
    strengths = tuple(np.linspace(0, best, len(names)))
    return TournamentResults(draw_run(tournament, luce(strengths), np.random.default_rng(2)))


def lines(table: Table, width: int) -> list[str]:
    """Return the lines of a table on a terminal, its caption left out."""
    console = Console(width=width, highlight=False, file=io.StringIO())
    shown = Document("", [Answer("", [], [replace(table, caption="")])], [], "")
    terminal.show(shown, console=console)
    assert isinstance(console.file, io.StringIO)
    found = [line.rstrip() for line in console.file.getvalue().splitlines()]
    return [line for line in found if line]


def test_the_matrix_of_eight_styles_fits_80_columns_in_one_piece() -> None:
    results = results_of(["random", "eager", "hoarder", "shedder", "attacker", "closer", "saver",
                          "planner"])  # fmt: skip
    head, *rows = lines(table_of(BEATING, results), 80)
    assert head.split() == ["strategy", *(results.specs[n] for n in results.mixed.order)]
    assert [row.split()[:2] for row in rows[:2]] == [["1", "planner"], ["2", "saver"]]
    assert len(rows) == 8
    assert max(map(len, rows)) <= 80
    assert not any("\N{PLUS-MINUS SIGN}" in row for row in rows)


def test_long_names_are_numbered_by_rank_above_the_columns() -> None:
    names = [f"planner(attack={n}.25, focus=0.6, regain=2, hand=0.1)" for n in range(12)]
    found = lines(table_of(BEATING, results_of(names)), 80)
    heads = [line.split()[1:] for line in found if line.startswith("strategy")]
    assert len(heads) > 1
    assert [rank for head in heads for rank in head] == [str(rank) for rank in range(1, 13)]
    assert max(map(len, found)) <= 80
    assert any(line.startswith("1 planner(attack=11.25,") for line in found)


def test_a_cell_says_how_sure_it_is_and_on_which_side_of_the_fair_share() -> None:
    results = drawn([[0.5, 0.8, 0.51], [0.2, 0.5, 0.5], [0.49, 0.5, 0.5]])
    rows = {row[0].text: row for row in table_of(BEATING, results).rows}
    place = {number: column for column, number in enumerate(results.mixed.order, 1)}
    rate = results.matrix.rates[0][1]
    half = 50 * (rate.high - rate.low)
    above, below = rows["a"][place[1]], rows["b"][place[0]]
    assert above.text == f"{100 * rate.value:.1f} \N{PLUS-MINUS SIGN} {half:.1f} +"
    assert above.short == f"{100 * rate.value:.1f} +"
    assert (above.tone, below.tone, below.text[-1]) == ("more", "less", "\N{MINUS SIGN}")
    unclear = rows["a"][place[2]]
    assert (unclear.tone, unclear.text[-1]) == ("", "?")
    assert rows["a"][place[0]].text == "\N{MIDDLE DOT}"


def test_the_first_page_answers_each_question_and_the_charts_come_later() -> None:
    found = CONTEST.find(drawn(ring(3), targets={"ranking.a.win_rate": {"max": 0.9}}))
    assert [answer.question for answer in found.answers] == [
        "Does one style beat all others?",
        "Who is best?",
        "Which styles last?",
    ]
    assert all(answer.items[0].main for answer in found.answers)
    tables = [sum(isinstance(part, Table) for part in answer.parts) for answer in found.answers]
    assert tables == [1, 1, 0]
    assert [(item.name, item.mark) for item in found.targets] == [("met", "fine")]
    [section] = found.sections
    assert [part.kind for part in section.parts] == ["chart", "chart", "table", "text"]


def test_every_title_and_page_tells_a_question_in_the_same_words() -> None:
    found = CONTEST.find(drawn(ring(3)))
    charts = {part.name: part for section in found.sections for part in section.parts
              if isinstance(part, Chart)}  # fmt: skip
    for name, answer in zip(("matrix", "ranking"), found.answers, strict=False):
        assert answer.items[0].text.startswith(charts[name].title)


def test_ranks_that_are_not_clear_are_told_as_a_range() -> None:
    level = results_of(["a", "b", "c"], 0.0)
    assert {row[1].text for row in table_of(RANKING, level).rows} == {"1 to 3"}


def test_of_styles_that_are_all_alike_none_is_named_as_the_one_that_lasts() -> None:
    told = LASTING.answer(drawn(np.full((4, 4), 0.5), games=400))
    assert told == ["Which styles last is not known yet: it may be a, b, c or d, or a mix of them."]
    clear = np.array([[0.5, 0.9, 0.9], [0.1, 0.5, 0.5], [0.1, 0.5, 0.5]])
    assert LASTING.answer(drawn(clear))[0] == "If players copy what wins, only a lasts."


def test_one_that_plays_better_is_not_taken_for_the_only_style_of_the_game() -> None:
    clear = np.array([[0.5, 0.9, 0.9], [0.1, 0.5, 0.5], [0.1, 0.5, 0.5]])
    stronger = " ".join(LASTING.answer(drawn(clear, tiers=(3, 1, 1))))
    assert "It is the strongest player here, so that says that skill pays" in stronger
    assert "strongest" not in " ".join(LASTING.answer(drawn(clear, tiers=(1, 1, 1))))
    assert "strongest" not in " ".join(LASTING.answer(drawn(clear, tiers=(1, 3, 1))))


def test_who_beats_each_other_style_need_not_be_best_with_mixed_line_ups() -> None:
    rates = np.array([[0.5, 0.6, 0.6], [0.2, 0.5, 0.5], [0.2, 0.5, 0.5]])
    level = drawn(rates, players=3)  # where three different ones meet, all is even
    assert RANKING.answer(level)[0].startswith("With mixed line-ups it is not clear who is best")
    assert BEATING.answer(level)[0] == "a beats all others one at a time."
    best = drawn(rates, players=3, mixed=(3.0, 1.0, 1.0))
    assert RANKING.answer(best)[0].startswith("With mixed line-ups a is clearly best: it wins ")


def test_how_many_games_would_decide_a_target_is_told_as_likely() -> None:
    results = drawn(ring(3), targets={"ranking.a.win_rate": {"min": 0.49}}, games=40)
    [item] = CONTEST.find(results).targets
    assert item.name == "undecided"
    assert "would probably decide it." in item.text
