# SPDX-License-Identifier: MIT
"""The text of cells, whose lines tracebacks show."""

import sys

from normscope_kernel.imports import after

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


def _add_all(linecache):
    for file, source in sources.items():
        _add(linecache, file, source)


# Importing `linecache` takes milliseconds, so it is left to what asks for it first.
after("linecache", _add_all)
