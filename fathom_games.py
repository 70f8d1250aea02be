"""Where the command ``fathom`` begins: first it looks whether Python finds Fathom, not others.

Its packages have plain names. A folder of somebody else with such a name that Python finds first
would end in an error that nobody understands, so it is told before anything of it is imported.
"""

from __future__ import annotations

import sys
import warnings
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("simulate", "strategies", "reports")


def in_the_way(home: Path) -> str:
    """Return which package of another's Python finds first, and what to do; or nothing.

    Parameters
    ----------
    home
        The folder that Fathom's own packages lie in.
    """
    for name in PACKAGES:
        spec = find_spec(name)
        if spec is None:
            return f"the package {name} of Fathom is not installed; install Fathom again"
        # A folder without __init__.py has no origin; a module that is a file lies in no folder.
        places = [*(spec.submodule_search_locations or ()), spec.origin or ""]
        found = Path(places[0]).resolve()
        if found != (home / name).resolve():
            shown = str(found) if str(found).isprintable() else ascii(str(found))
            return (
                f"{shown} is in the way: Python finds it before Fathom's own package {name}; "
                "rename it, or take the folder that it lies in out of PYTHONPATH"
            )
    return ""


def main() -> None:
    """Run the command line, if it is Fathom's, and leave with its exit code."""
    if told := in_the_way(Path(__file__).resolve().parent):
        print(f"fathom: {told}", file=sys.stderr)
        sys.exit(1)
    if not sys.warnoptions:
        # Warnings are for developers, whose tests turn them into errors; `python -W` shows them.
        warnings.simplefilter("ignore")
    from simulate.cli import main as run

    run()


if __name__ == "__main__":
    main()
