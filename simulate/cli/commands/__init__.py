"""The commands of ``fathom``. Importing this package registers all of them in `COMMANDS`."""

import importlib
import pkgutil

from simulate.command_options import COMMANDS as COMMANDS

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
