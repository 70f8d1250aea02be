"""Settings that every test shares."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# The first example of a compiled function waits for the compiler, so no deadline; the same
# examples every time, so that a failure is not the luck of one run.
settings.register_profile(
    "fathom", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("fathom")


def pytest_configure(config: pytest.Config) -> None:
    """Keep Numba's warning of first-class functions, which Fathom ignores, ignored."""
    config.addinivalue_line(
        "filterwarnings", "ignore::numba.core.errors.NumbaExperimentalFeatureWarning"
    )


@pytest.fixture(scope="module")
def reports_that_look_less_closely() -> Iterator[None]:
    """Look less closely at a study, which is most of the time of a small study's report."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simulate.play.extra_runs.play_mirror.__defaults__", (900,))
        patch.setattr("simulate.play.leads.find_leads.__defaults__", (40,))
        patch.setattr("simulate.cli.plans.looking.WORLDS", 4)
        patch.setattr("simulate.cli.plans.looking.GLANCES", 3)
        yield
