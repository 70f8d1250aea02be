"""The mutations that measure the tests have their places still, so that all of them can be made."""

from __future__ import annotations

from pathlib import Path

from tests.bench.mutants import MUTANTS
from tests.bench.mutations import MUTATED, ROOT, Copy


def test_each_mutation_matches_exactly_one_place_in_the_code() -> None:
    sources = [
        source.read_text(encoding="utf-8")
        for folder in MUTATED
        for source in (ROOT / folder).rglob("*.py")
    ]
    times_by_mutation = {
        mutant.breaks: sum(source.count(mutant.before) for source in sources) for mutant in MUTANTS
    }
    assert {breaks: times for breaks, times in times_by_mutation.items() if times != 1} == {}


def test_mutations_are_not_caught_by_the_test_of_their_places(tmp_path: Path) -> None:
    tests = Copy(ROOT, tmp_path).root / "tests" / "bench"
    assert (tests / "mutations.py").exists()
    assert not (tests / Path(__file__).name).exists()
