"""The commands, in files by what they do; a function is one by `options.command` above it."""

import importlib
import pkgutil

from simulate.command_options import COMMANDS as COMMANDS

for found in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{found.name}")
