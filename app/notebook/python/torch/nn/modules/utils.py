# SPDX-License-Identifier: MIT
"""One number for each dimension, from one for all or from several."""
import operator
from collections.abc import Iterable


def _ntuple(count, name):
    def several(x):
        return tuple(x) if isinstance(x, Iterable) else (x,) * count

    several.__name__ = several.__qualname__ = name
    return several


_pair = _ntuple(2, '_pair')


def _index(size, index):
    """A number that may count from the end, from the start."""
    index = operator.index(index)
    if not -size <= index < size:
        raise IndexError(f'index {index} is out of range')
    return index % size
