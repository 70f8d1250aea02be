"""Which Fathom this is."""

from __future__ import annotations


def fathom_version() -> str:
    """Return the version of Fathom that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fathom-games")
    except PackageNotFoundError:
        return "of unknown version"
