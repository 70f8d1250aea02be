"""The entry point of the command ``fathom``.

The names of Fathom's packages are common words. If Python finds another package or folder of the
same name before them, imports fail with a confusing error. So the entry point checks for it first.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("simulate", "strategies", "reports")


def in_the_way(home: Path) -> str:
    """Return an error message if Python finds another package instead of Fathom's, else ``""``.

    Parameters
    ----------
    home
        The folder of Fathom's packages.
    """
    for name in PACKAGES:
        spec = find_spec(name)
        if spec is None:
            return f"the package {name} of Fathom is not installed; install Fathom again"
        # A folder without __init__.py has no origin. A module in a file has no search locations.
        places = [*(spec.submodule_search_locations or ()), spec.origin or ""]
        first = Path(places[0]).resolve()
        if first != (home / name).resolve():
            path = str(first) if str(first).isprintable() else ascii(str(first))
            return (
                f"{path} is in the way: Python finds it before Fathom's own package {name}; rename "
                "it, or remove its folder from PYTHONPATH"
            )
    return ""


def main() -> None:
    """Run the command line, and exit with its exit code."""
    problem = in_the_way(Path(__file__).resolve().parent)
    if problem:
        print(f"fathom: {problem}", file=sys.stderr)
        sys.exit(1)
    # The matrices of `tune` are small: more threads only make them slower, and their number could
    # change the last digits.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not sys.warnoptions:
        # Warnings are for developers, whose tests turn them into errors. `python -W` shows them.
        warnings.simplefilter("ignore")
    from simulate.cli import main as run

    run()


if __name__ == "__main__":
    main()
