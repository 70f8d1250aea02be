"""Fathom refuses versions of Numba with which it was not tested."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numba
import pytest

from simulate.errors import FathomError
from simulate.kit import NUMBA_VERSIONS, check_numba_version
from tests.helpers.processes import run_python

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("version", ["0.61.2", "0.67.0", "0.69.0", "0.69.0rc1", "0.100.0", "1.0.0"])
def test_an_unknown_version_of_numba_raises_an_error(version: str) -> None:
    with pytest.raises(FathomError) as error:
        check_numba_version(version)
    assert str(error.value) == (
        f"Fathom does not work with Numba {version}, with which it was not tested; install a "
        "version from 0.68 to below 0.69: pip install 'numba>=0.68,<0.69'"
    )


@pytest.mark.parametrize("version", ["0.68.0", "0.68.1", numba.__version__])
def test_a_supported_version_of_numba_is_accepted(version: str) -> None:
    check_numba_version(version)


def test_the_package_requires_the_supported_versions_of_numba() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    first, after = (".".join(map(str, version)) for version in NUMBA_VERSIONS)
    assert f"numba>={first},<{after}" in project["dependencies"]


def test_a_command_refuses_an_unknown_version_of_numba() -> None:
    script = """
import sys
import numba
numba.__version__ = "0.70.0"
sys.argv = ["fathom", "games"]
sys.stderr = sys.stdout
from simulate.cli import main
try:
    main()
except SystemExit as end:
    print("exit code", end.code)
"""
    output = " ".join(run_python(script).split())
    assert output.startswith("fathom: Fathom does not work with Numba 0.70.0")
    assert output.endswith("'numba>=0.68,<0.69' exit code 1")
