"""In these tests, inlined functions that Python calls are compiled and not interpreted."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest
from numba.core.dispatcher import Dispatcher

from simulate import kit
from simulate.kit.compiled import INTERPRETED


@pytest.fixture(autouse=True, scope="package")
def compiled_where_it_is_called() -> None:
    for module in pkgutil.iter_modules(kit.__path__, "simulate.kit."):
        for function in vars(import_module(module.name)).values():
            if isinstance(function, Dispatcher):
                vars(function).pop(INTERPRETED, None)
