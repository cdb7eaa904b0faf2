# SPDX-License-Identifier: MIT
"""Sums, means, extremes and what runs along a dimension."""
import math

import torch
from torch._unsupported import refuse_gradient


def reduced_dims(s):
    """The dimensions that a reduction went over."""
    dim = s.get('dim')
    rank = s.whole(0).dim()
    dims = range(rank) if dim is None or dim == [] else [dim] if isinstance(dim, int) else dim
    return sorted({each % max(rank, 1) for each in dims} if rank else set())


def widened(g, s, keep=False):
    """What was reduced, with its dimensions again: of size 1, or as those of the input."""
    shape = list(s.whole(0).shape)
    for dim in reduced_dims(s):
        shape[dim] = 1
    g = g.reshape(shape)
    return g if keep else g.expand(s.whole(0).shape)


def reduced_count(s):
    return math.prod(s.whole(0).shape[dim] for dim in reduced_dims(s))


def of_var(g, s):
    x = s[0]
    factor = reduced_count(s) - s.get('correction', 1)
    scaled = 2.0 / factor * widened(g, s, True) if factor > 0 else widened(g, s, True) * (2.0 * math.inf)
    return scaled * (x - x.mean(reduced_dims(s), True)) if x.dim() else scaled * (x - x.mean())


def of_std(g, s):
    return of_var((g / (s.y * 2)).masked_fill(s.y == 0, 0), s)


def of_extreme(g, s):
    """Of max(dim): where it was found; of max(): to all that are as large, evenly."""
    x = s[0]
    if s.get('dim') is not None:
        place = getattr(torch, s.operation)(x, s.get('dim'), True)[1]
        return torch.zeros_like(x).scatter(s.get('dim'), place, g.reshape(place.shape)) if x.dim() else g
    mask = x.isnan() if bool(s.y.isnan()) else x == s.y
    return torch.zeros_like(x).masked_fill(mask, (g / mask.sum()).item())


def of_amax(g, s):
    mask = s[0] == widened(s.y, s)
    return widened(g, s, True) * mask / (mask.sum(reduced_dims(s), True) if mask.dim() else 1)


def of_prod(g, s):
    x = s[0]
    if bool((x == 0).any()):
        # Products of all the others, for each element.
        dims = reduced_dims(s)
        rows = x.movedim(dims, list(range(-len(dims), 0))).reshape(-1, reduced_count(s))
        ones = torch.ones_like(rows[:, :1])
        before = torch.cat([ones, rows[:, :-1]], 1).cumprod(1)
        after = torch.cat([ones, rows.flip(1)[:, :-1]], 1).cumprod(1).flip(1)
        shape = [x.shape[d] for d in range(x.dim()) if d not in dims] + [x.shape[d] for d in dims]
        return widened(g, s) * (before * after).view(shape).movedim(list(range(-len(dims), 0)), dims)
    return widened(g * s.y, s) / x


def of_norm(g, s):
    x, p = s[0], s.get('p', 2.0)
    length, g = widened(s.y, s, True), widened(g, s, True)
    if p == 0:
        return torch.zeros_like(x)
    if p == 1:
        return x.sgn() * g
    if p == 2:
        return g * (x / length).masked_fill(length == 0, 0)
    if math.isinf(p):
        mask = x.abs() == length
        return x.sgn() * (g / mask.sum(reduced_dims(s), True) * mask)
    scaled = x.sgn() * x.abs().pow(p - 1) if p < 2 else x * x.abs().pow(p - 2)
    return scaled * (g / length.pow(p - 1)).masked_fill(length == 0, 0)


def of_selection(g, s):
    """Of sort and topk along a dimension: to the places of what was selected."""
    x, dim = s[0], s.get('dim')
    if s.operation == 'sort':
        places = torch.sort(x, dim=dim, descending=s.get('descending'), stable=True)[1]
    elif s.operation == 'topk':
        places = torch.topk(x, s.get('k'), dim, s.get('largest'))[1]
    else:
        places = getattr(torch, s.operation)(x, dim)[1]
    return torch.zeros_like(x).scatter_add(dim, places, g.reshape(places.shape))


def cumulated_back(g, dim):
    return g.flip(dim).cumsum(dim).flip(dim) if g.dim() else g


def of_cumprod(g, s):
    x = s[0]
    if bool((x == 0).any()):
        refuse_gradient('cumprod', 'an element is 0')
    return cumulated_back(g * s.y, s.get('dim')) / x
