# SPDX-License-Identifier: MIT
"""The different values of a tensor, or its different slices, with their numbers and counts.

Each function gives all three, whoever asked for which.
"""
import torch


def _grouped(keys):
    """The first place of each different key in ascending order, each key's number, their counts."""
    firsts = {}
    for place, key in enumerate(keys):
        firsts.setdefault(key, place)
    number = {key: i for i, key in enumerate(sorted(firsts))}
    inverse = [number[key] for key in keys]
    counts = [0] * len(number)
    for i in inverse:
        counts[i] += 1
    return [firsts[key] for key in number], inverse, counts


def _consecutive(keys):
    """The same of runs of equal keys, in the order in which they come."""
    firsts, inverse, counts = [], [], []
    for place, key in enumerate(keys):
        if place == 0 or key != keys[place - 1]:
            firsts.append(place)
            counts.append(0)
        inverse.append(len(firsts) - 1)
        counts[-1] += 1
    return firsts, inverse, counts


def _hashable(key):
    return tuple(_hashable(part) for part in key) if isinstance(key, list) else key


def _answer(input, group, dim):
    """Values, numbers and counts of the elements, or of the slices along a dimension."""
    x = input.detach()
    rows = x.reshape(-1) if dim is None else x.transpose(0, dim)
    firsts, inverse, counts = group([_hashable(key) for key in rows.tolist()])
    places = torch.tensor(firsts, dtype=torch.int64)
    inverse = torch.tensor(inverse, dtype=torch.int64)
    values = torch.index_select(rows if dim is None else x, 0 if dim is None else dim, places)
    return (values, inverse.view(input.shape) if dim is None else inverse,
            torch.tensor(counts, dtype=torch.int64))


def _unique2(input, sorted=True, return_inverse=False, return_counts=False):
    return _answer(input, _grouped, None)


def unique_dim(input, dim, sorted=True, return_inverse=False, return_counts=False):
    return _answer(input, _grouped, dim)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    return _answer(input, _consecutive, dim)
