"""The functions and types that games and strategies are written with, and their compiler.

Importing this package raises `FathomError` if the version of Numba is not supported.
"""

import re

import numba

from simulate.errors import FathomError

#: The versions of Numba that Fathom works with: the first version, and the first version that is
#: too new. The same bounds are in ``pyproject.toml``.
NUMBA_VERSIONS = ((0, 68), (0, 69))


def check_numba_version(version: str) -> None:
    """Check that Fathom was tested with a version of Numba.

    The files of this folder use internals of Numba, which `simulate.kit.parts` lists.

    Parameters
    ----------
    version
        The version, such as ``"0.68.1"``.

    Raises
    ------
    FathomError
        If the version is not within `NUMBA_VERSIONS`.
    """
    first, after = NUMBA_VERSIONS
    installed = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    if not first <= installed < after:
        lowest, bound = (".".join(map(str, numbers)) for numbers in NUMBA_VERSIONS)
        raise FathomError(
            f"Fathom does not work with Numba {version}, with which it was not tested; install a "
            f"version from {lowest} to below {bound}: pip install 'numba>={lowest},<{bound}'"
        )


check_numba_version(numba.__version__)
