# SPDX-License-Identifier: MIT
"""The text of cells, whose lines tracebacks show."""

import sys
from _frozen_importlib_external import PathFinder

#: The text of each cell by its name in tracebacks.
sources = {}


def _add(linecache, file, source):
    lines = source.splitlines(True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    linecache.cache[file] = len(source), None, lines, file


def remember(file, source):
    """Lets tracebacks find the lines of a cell."""
    sources[file] = source
    linecache = sys.modules.get("linecache")
    if linecache is not None:
        _add(linecache, file, source)


class _Loader:
    # Loads `linecache`, with the lines of all cells so far.

    def __init__(self, loader):
        self.loader = loader

    def create_module(self, spec):
        return self.loader.create_module(spec)

    def exec_module(self, module):
        self.loader.exec_module(module)
        for file, source in sources.items():
            _add(module, file, source)

    def __getattr__(self, name):
        return getattr(self.loader, name)


class _Finder:
    # Importing `linecache` takes milliseconds, so it is left to what asks for it first.

    @staticmethod
    def find_spec(name, path=None, target=None):
        spec = PathFinder.find_spec(name, path) if name == "linecache" else None
        if spec is not None:
            spec.loader = _Loader(spec.loader)
        return spec


sys.meta_path.insert(0, _Finder)
