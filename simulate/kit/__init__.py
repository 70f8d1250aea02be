"""Everything that games and strategies are written with, and the compiler for both.

Importing it raises `FathomError` if the version of Numba is not supported.
"""

import re

import numba

from simulate.errors import FathomError

#: The versions of Numba that Fathom works with: the first one, and the first one after the last.
#: The same bounds are in ``pyproject.toml``.
NUMBA_VERSIONS = ((0, 68), (0, 69))


def check_numba_version(version: str) -> None:
    """Raise `FathomError` unless Fathom was tested with a version of Numba.

    The files of this folder use internals of Numba; `simulate.kit.parts` lists them.

    Parameters
    ----------
    version
        The version, such as ``"0.68.1"``.
    """
    first, after = NUMBA_VERSIONS
    installed = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    if not first <= installed < after:
        lowest, bound = (".".join(map(str, numbers)) for numbers in NUMBA_VERSIONS)
        raise FathomError(
            f"Fathom does not work with Numba {version}, whose internals it does not know; install "
            f"a version from {lowest} to below {bound}: pip install 'numba>={lowest},<{bound}'"
        )


check_numba_version(numba.__version__)
