"""Settings that every test shares."""

from __future__ import annotations

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# NumPy reads it when it is loaded. Matrices of the tests are small, and a second thread that waits
# for a core which another worker has counts as work: it doubled what the tests of models took.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# Players that the developer's Fathom has learned would be listed as strategies. Nothing is in this
# folder, and a test that lets a player learn names another one.
os.environ["XDG_DATA_HOME"] = os.devnull

# The first example of a compiled function waits for the compiler, so no deadline; the same
# examples every time, so that a failure is not the luck of one run.
settings.register_profile(
    "fathom", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("fathom")


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the charts out of pages, which take longer than all else in them."""
    monkeypatch.setattr("reports.writing.html._drawn", lambda chart: ["", ""])


@pytest.fixture
def short_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    """Survey 3,000 games instead of 12,000 in checks, which then take about half as long.

    The tests of `test_survey.py` find every known fault in these games.
    """
    monkeypatch.setattr("simulate.checking.survey.GAMES", 3_000)


def pytest_configure(config: pytest.Config) -> None:
    """Leave a core to each worker, ignore Numba's warning, and let Ctrl-C be heard.

    Whatever is started in the background of a shell has Ctrl-C ignored, with all below.
    """
    if hasattr(config, "workerinput"):
        pytest.MonkeyPatch().setattr(os, "sched_getaffinity", lambda of: {0}, raising=False)
    gc.set_threshold(50_000, 20, 50)  # the compiler makes much that is never garbage
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line(
        "filterwarnings", "ignore::numba.core.errors.NumbaExperimentalFeatureWarning"
    )
