"""Settings that every test shares."""

from __future__ import annotations

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


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep statsmodels from collecting garbage at every correction, which takes 0.3 s."""
    monkeypatch.setattr("gc.collect", lambda: 0)
