# SPDX-License-Identifier: MIT
"""Imports the Python files that are part of the kernel's program.

Cells see them as modules like any others, with source lines in tracebacks.
"""

import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import PathFinder

PREFIX = "normscope_"


class Importer:
    """Finds `normscope_cells` in the file cells.py, and IPython in IPython.py."""

    def __init__(self, sources):
        self.sources = {}
        for file, source in sources.items():
            stem = file[: -len(".py")]
            self.sources[stem if stem[0].isupper() else PREFIX + stem] = source

    def find_spec(self, name, path=None, target=None):
        if name == "linecache":
            return self._linecache(path)
        if name not in self.sources:
            return None
        return ModuleSpec(name, self, origin=f"<{name}>")

    @staticmethod
    def _linecache(path):
        spec = PathFinder.find_spec("linecache", path)
        if spec is not None:
            spec.loader = LinesLoader(spec.loader)
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        exec(compile(self.sources[name], f"<{name}>", "exec"), module.__dict__)

    def get_source(self, name):
        return self.sources[name]


class LinesLoader:
    """Loads `linecache` when something asks for it first, with the lines of all cells so far."""

    def __init__(self, loader):
        self.loader = loader

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        self.loader.exec_module(module)
        cells = sys.modules[PREFIX + "cells"]
        for file, source in cells.sources.items():
            cells.add_lines(module, file, source)

    def __getattr__(self, name):
        return getattr(self.loader, name)


def install(sources):
    sys.meta_path.insert(0, Importer(sources))
