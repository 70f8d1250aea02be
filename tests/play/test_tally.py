from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import chain
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.errors import FathomError
from simulate.play import journal, pins
from simulate.play import rows as row
from simulate.play import tally as tally_module
from simulate.play.counting import count_values, list_deals, multiply_deals, sum_squares, tally_rows
from simulate.play.rows import Integers
from simulate.play.run import Run
from simulate.play.tally import (
    GROUPS,
    MOST_BINS,
    MOST_VALUES,
    UNHASHED_COUNTS,
    GroupSums,
    Histogram,
    Tally,
    TallyLayout,
)
from tests.helpers.studies import make_study
from tests.helpers.tallies import (
    SHARES,
    PlayedGame,
    layout_and_games,
    layout_for,
    place_of,
    recount,
    rows_of,
)

Games = list[PlayedGame]


@given(layout_and_games(parts=3))
def test_a_tally_equals_a_plain_recount_and_the_sum_of_its_parts(
    drawn: tuple[TallyLayout, list[Games]],
) -> None:
    layout, parts = drawn
    games = [game for part in parts for game in part]
    tally = tally_rows(layout, rows_of(layout, games))
    deals = recount(layout, games)
    names = {name for deal in deals for name in deal}
    for name in names:
        place = place_of(layout, name)
        given_by_deals = [deal.get(name, 0) for deal in deals]
        assert tally.sums[place] == sum(given_by_deals), name
        assert tally.squares[place] == sum(amount**2 for amount in given_by_deals), name
    assert tally.deals == len(deals)
    leads = ("leader_wins", "half_leaders")
    assert layout.ratios == (("comeback_wins", "last_seats"), *layout.shares, leads)
    assert tally.products[: len(layout.ratios)] == tuple(
        sum(deal[part] * deal[whole] for deal in deals) for part, whole in layout.ratios
    )
    assert tally.products[len(layout.ratios) :] == tuple(
        sum(deal[f"group {part}", number] * deal["group games", number] for deal in deals)
        for part in ("wins", "fair", "surplus")
        for number in range(len(layout.groups))
    )
    places = {place_of(layout, name) for name in names}
    not_recounted = [place for place in set(range(layout.size)) - places if tally.sums[place]]
    assert not not_recounted, "count it in plain Python in recount of tests/helpers/tallies.py too"
    for name in ("turns", "rounds", "decisions"):
        assert counted(tally.length(name)) == Counter(getattr(game, name) for game in games)
    for seat in range(layout.players):
        assert counted(tally.scores[seat]) == Counter(game.scores[seat] for game in games)
    assert counted(tally.lead_changes) == Counter(game.lead_changes for game in games)
    assert len(tally.counts) == len(layout.counts)
    for place, histogram in enumerate(tally.counts):
        assert counted(histogram) == Counter(game.counts[place] for game in games)
    first, second, third = (tally_rows(layout, rows_of(layout, part)) for part in parts)
    assert ((first + second) + third).id == (first + (second + third)).id == tally.id
    assert (second + first).id == (first + second).id
    assert (first + Tally()).id == (Tally() + first).id == first.id
    assert (Tally() + Tally()).id == Tally().id


def counted(histogram: Histogram) -> dict[int, int]:
    pairs = zip(histogram.values.tolist(), histogram.counts.tolist(), strict=True)
    return {value: count for value, count in pairs if count}


TIE = PlayedGame(frozenset({0, 2}), (9, 4, 9), frozenset({1, 2}), 7, 2, 20, 1, (5, 6))


def test_the_id_of_a_tally_changes_with_each_of_its_integers() -> None:
    layout = layout_for(("a", "b"), SHARES)
    game = replace(TIE, winners=frozenset({1}), scores=(3, 5), last_at_half=frozenset({1}))
    tally = tally_rows(layout, rows_of(layout, [game] * 4))
    changed = [replace(tally, deals=tally.deals + 1)]
    for place, product in enumerate(tally.products):
        products = (*tally.products[:place], product + 1, *tally.products[place + 1 :])
        changed.append(replace(tally, products=products))
    later = [changed.pop()]  # that of the counts thought of later
    for place in range(layout.size):
        for part in ("sums", "squares"):
            integers = list(getattr(tally, part))
            integers[place] += 1
            is_later = place >= layout.size - layout.unhashed
            altered = replace(tally, **{part: tuple(integers)})  # type: ignore[arg-type]
            (later if is_later else changed).append(altered)
    for name, ranks in tally.lengths.items():
        for rank, histogram in enumerate(ranks):
            for other in nearby(histogram):
                others = (*ranks[:rank], other, *ranks[rank + 1 :])
                changed.append(replace(tally, lengths={**tally.lengths, name: others}))
    for seat, histogram in enumerate(tally.scores):
        for other in nearby(histogram):
            scores = [*tally.scores[:seat], other, *tally.scores[seat + 1 :]]
            changed.append(replace(tally, scores=tuple(scores)))
    later.append(replace(tally, lead_changes=nearby(tally.lead_changes)[0]))
    later.append(replace(tally, counts=()))
    ids = {tally.id, *(other.id for other in changed)}
    assert len(ids) == 1 + len(changed)
    assert {other.id for other in later} <= {tally.id}, "later counts leave the id as it is"


def nearby(histogram: Histogram) -> list[Histogram]:
    more = histogram.counts.copy()
    more[0] += 1
    return [Histogram(histogram.low + 1, histogram.counts), Histogram(histogram.low, more)]


def test_the_id_of_a_known_tally_has_not_changed() -> None:
    layout = layout_for(("a", "a", "a"))
    tally = tally_rows(layout, rows_of(layout, [TIE]))
    assert tally.id == "5bf661dd720eb7e0c8c57a40677ee51f2312540166ba6aa23bd561036658d0ff"


def test_sums_beyond_64_bits_stay_exact() -> None:
    layout = layout_for(("a", "a", "a"))
    first = tally_rows(layout, rows_of(layout, [replace(TIE, turns=1_000_000)]))
    tally = first
    for _ in range(40):
        tally = tally + replace(tally, squares=tuple(3 * square for square in tally.squares))
    assert tally.sums[layout.single("turns")] == 2**40 * 10**6
    assert tally.squares[layout.single("turns")] == 4**40 * 10**12 > 2**63
    assert all(isinstance(amount, int) for amount in tally.sums + tally.squares)


def test_a_count_added_later_changes_no_id_and_is_pinned_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layout = layout_for(("a", "b", "b"), SHARES)
    known = tally_rows(layout, rows_of(layout, [TIE] * 6))
    known_id, pinned = known.id, pins.pins_of(run_of(layout, known))
    for module in (tally_module, pins):
        monkeypatch.setattr(module, "UNHASHED_COUNTS", (*UNHASHED_COUNTS, "new"))
    place = replace(layout).single("new")
    sums, squares = list(known.sums), list(known.squares)
    sums.insert(place, 9)
    squares.insert(place, 81)
    unhashed = replace(layout).unhashed
    later = replace(known, sums=tuple(sums), squares=tuple(squares), unhashed=unhashed)
    other = replace(later, sums=(known.sums[0] + 1, *later.sums[1:]))
    assert place == len(known.sums) - known.unhashed + len(UNHASHED_COUNTS)
    assert later.id == known_id != other.id
    assert pins.pins_of(run_of(replace(layout), later)) == {**pinned, "new": 9}


def run_of(layout: TallyLayout, tally: Tally) -> Run:
    return Run(make_study("snorkeling", 3), layout, tally, 1.0, 1, False)


def histogram_of(values: list[int]) -> Histogram:
    [histogram] = count_values(np.array(values)[:, None], [0])
    return histogram


#: Narrow and wide ranges, below and above 0.
ranges = st.sampled_from([(0, 0), (-3, 3), (-1000, -990), (0, 20_000), (-4_000, 7_000)])


@st.composite
def tables_of_values(draw: st.DrawFn) -> tuple[Integers, list[int]]:
    """Draw rows of integers, with ranges of their own by column, and some of the columns."""
    bounds = draw(st.lists(ranges, min_size=1, max_size=5))
    rows = draw(st.lists(st.tuples(*(st.integers(*b) for b in bounds)), min_size=1, max_size=40))
    columns = draw(st.lists(st.integers(0, len(bounds) - 1), min_size=1, max_size=6))
    return np.array(rows, np.int64), columns


@given(tables_of_values())
def test_values_are_counted_column_by_column_as_numpy_counts_them(
    drawn: tuple[Integers, list[int]],
) -> None:
    rows, columns = drawn
    before = rows.copy()
    histograms = count_values(rows, columns)
    assert (rows == before).all()
    assert len(histograms) == len(columns)
    for histogram, column in zip(histograms, columns, strict=True):
        values, counts = np.unique(rows[:, column], return_counts=True)
        assert counted(histogram) == dict(zip(values.tolist(), counts.tolist(), strict=True))
        assert histogram.low == values[0]
        assert len(histogram.counts) == values[-1] - values[0] + 1


@given(st.lists(st.integers(-30, 30), min_size=1), st.lists(st.integers(-30, 30), min_size=1))
def test_histograms_add_like_lists_of_values(first: list[int], second: list[int]) -> None:
    added = histogram_of(first) + histogram_of(second)
    assert counted(added) == Counter(first + second)
    assert added.counts[0] > 0
    assert added.counts[-1] > 0


def binned(values: list[int]) -> Histogram:
    [histogram] = count_values(np.array(values)[:, None], [], [0])
    return histogram


#: Values close together, some hundreds apart, and very far apart.
any_values = st.lists(
    st.one_of(st.integers(-20, 20), st.integers(-900, 900), st.integers(-(2**40), 2**40)),
    min_size=1,
    max_size=30,
)


@given(st.lists(any_values, min_size=1, max_size=5), st.randoms())
def test_counts_have_at_most_1024_bins_however_they_are_split_and_added(
    parts: list[list[int]], source: Random
) -> None:
    values = list(chain.from_iterable(parts))
    whole = binned(values)
    histograms = [binned(part) for part in parts]
    source.shuffle(histograms)
    total = reduce(Histogram.add_in_bins, histograms)
    assert total == whole
    assert Histogram.unpack(total.pack()) == whole
    width = whole.width
    assert counted(whole) == Counter(value // width * width for value in values)
    assert len(whole.counts) <= MOST_BINS
    # Half as wide bins would be too many.
    assert width == 1 or (2 * max(values)) // width - (2 * min(values)) // width >= MOST_BINS


@pytest.mark.parametrize(
    ("values", "width"), [([0, 1023], 1), ([0, 1024], 2), ([1023, 1024], 1), ([-1, 1023], 2)]
)
def test_bins_double_in_width_when_a_value_exceeds_them(values: list[int], width: int) -> None:
    assert binned(values).width == width


@given(values=any_values, percent=st.integers(1, 99))
def test_a_percentile_in_bins_is_at_most_a_bin_too_low(values: list[int], percent: int) -> None:
    histogram = binned(values)
    exact = sorted(values)[-(-percent * len(values) // 100) - 1]
    assert histogram.percentile(percent) == exact // histogram.width * histogram.width


def test_a_sum_with_an_older_tally_has_no_distribution_of_counts() -> None:
    layout = layout_for(("a", "b", "b"))
    tally = tally_rows(layout, rows_of(layout, [TIE] * 6))
    packed = json.loads(json.dumps(tally, default=journal._plain))
    assert Tally.unpack(packed).counts == tally.counts
    del packed["counts"]
    old = Tally.unpack(packed)
    assert old.id == tally.id
    assert (old + tally).counts == (tally + old).counts == ()
    assert (tally + tally).counts != ()


@settings(max_examples=300)
@given(
    values=st.lists(st.integers(0, 9), min_size=1, max_size=300),
    percent=st.integers(1, 99),
)
def test_a_percentile_is_the_smallest_value_that_enough_games_do_not_exceed(
    values: list[int], percent: int
) -> None:
    expected = next(
        value
        for value in sorted(values)
        if Fraction(sum(other <= value for other in values), len(values)) >= Fraction(percent, 100)
    )
    assert histogram_of(values).percentile(percent) == expected


@pytest.mark.parametrize("percent", range(1, 100))
def test_a_percentile_reached_exactly_is_not_missed_by_rounding(percent: int) -> None:
    for games in range(100, 2001, 100):
        low = games * percent // 100
        values = [0] * low + [1] * (games - low)
        assert histogram_of(values).percentile(percent) == 0, games


def large_rows(layout: TallyLayout, deals: int, largest: int) -> Integers:
    """Return rows of games whose counts go up to a number, and one of whose scores is negative."""
    games = deals * layout.rotations
    rows = np.zeros((games, row.width(len(layout.counts))), np.int64)
    chance = np.random.default_rng(5)
    rows[:, row.DEAL], rows[:, row.ROTATION] = np.divmod(np.arange(games), layout.rotations)
    rows[:, row.FINISHED] = rows[:, row.WINNERS] = 1
    rows[:, row.SCORES] = chance.integers(-1000, 1000, games)
    rows[:, row.COUNTS :] = chance.integers(largest // 2, largest, (games, len(layout.counts)))
    return rows


@pytest.mark.parametrize("largest", [10**3, 10**6, 3 * 10**7, 7 * 10**7])
def test_a_block_of_large_numbers_has_exact_sums(
    largest: int,
) -> None:
    layout = layout_for(("a", "b", "b"))
    results = large_rows(layout, 4000, largest)
    tally, place = tally_rows(layout, results), layout.single(layout.counts[0])
    by_deal = [sum(deal) for deal in results[:, row.COUNTS].reshape(-1, 3).tolist()]
    assert tally.deals == 4000
    assert tally.sums[place] == sum(by_deal)
    assert tally.squares[place] == sum(deal_sum**2 for deal_sum in by_deal)
    assert (tally.squares[place] > 2**63) == (largest > 10**7)
    listed = list_deals(layout, results)
    sums, squares = sum_squares(listed)
    assert (sums[place], squares[place]) == (tally.sums[place], tally.squares[place])
    products = multiply_deals(listed, listed)
    assert products[place][place] == tally.squares[place]
    seat = layout.seat_scores.start
    assert products[seat][place] == sum(
        deal * score
        for deal, score in zip(
            by_deal, results[:, row.SCORES].reshape(-1, 3).sum(axis=1).tolist(), strict=True
        )
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_squares_and_ratios_of_more_than_64_bits_are_added_exactly(sign: int) -> None:
    layout = layout_for(("a", "b", "b"))
    results = large_rows(layout, 400, 10**10)
    results[:, row.COUNTS] *= sign
    tally, place = tally_rows(layout, results), layout.single(layout.counts[0])
    by_deal = [sum(deal) for deal in results[:, row.COUNTS].reshape(-1, 3).tolist()]
    assert min(map(abs, by_deal)) ** 2 > 2**63
    assert tally.squares[place] == sum(deal_sum**2 for deal_sum in by_deal)
    listed = list_deals(layout, results).tolist()
    for product, (part, whole) in zip(tally.products, layout.ratios, strict=False):
        columns = layout.single(part), layout.single(whole)
        assert product == sum(deal[columns[0]] * deal[columns[1]] for deal in listed)


@pytest.mark.parametrize("largest", [10**12, 2**62])
def test_numbers_too_large_to_be_squared_are_refused(largest: int) -> None:
    layout = layout_for(("a", "b", "b"))
    results = large_rows(layout, 4, largest)
    for count in (tally_rows, list_deals):
        with pytest.raises(FathomError, match="too large to be added"):
            count(layout, results)


def test_a_histogram_longer_than_its_bound_is_refused() -> None:
    ends = np.array([[0], [MOST_VALUES - 1]], np.int64)
    [histogram] = count_values(ends, [0])
    assert len(histogram.counts) == MOST_VALUES
    with pytest.raises(
        FathomError, match="from 0 to 1,048,576, which is more than 1,048,576 values"
    ):
        count_values(ends + np.array([[0], [1]]), [0])
    with pytest.raises(FathomError, match="from 0 to 5,000,000,000"):
        histogram + Histogram(5_000_000_000, np.ones(1, np.int64))


def test_sums_by_group_of_deals_do_not_depend_on_the_way_of_counting() -> None:
    layout, generator = layout_for(("a", "b", "b")), np.random.default_rng(1)
    games = [replace(TIE, turns=int(turns)) for turns in generator.integers(5, 90, 3 * 600)]
    results = rows_of(layout, games)
    whole, deals = tally_rows(layout, results), list_deals(layout, results)
    numbers = np.arange(600) % GROUPS
    expected = [np.bincount(numbers, minlength=GROUPS)]
    for place in layout.grouped:
        expected.append(np.bincount(numbers, deals[:, place], GROUPS).astype(np.int64))
    assert np.array_equal(whole.groups.counts, np.array(expected).T)
    # In two blocks, the later one counted first; and as a journal keeps them.
    later, earlier = (tally_rows(layout, part) for part in (results[900:], results[:900]))
    assert (later + earlier).groups == whole.groups
    assert GroupSums.unpack(whole.groups.pack()) == whole.groups
    assert whole.groups != later.groups
