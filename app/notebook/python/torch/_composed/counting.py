# SPDX-License-Identifier: MIT
"""What is found by going through the elements in order: counts, bins, the k-th value."""
import _torch
import torch
from torch._composed.statistics import dim_of


def argsort(input, dim=-1, descending=False, stable=False):
    return input.sort(dim=dim, descending=descending, stable=stable)[1]


def bincount(input, weights=None, minlength=0):
    if input.dim() != 1 or input.is_floating_point() or (input.numel() and input.min() < 0):
        if input.is_floating_point():
            kind = 'Float' if input.dtype == torch.float32 else 'Double'
            raise RuntimeError(f'"bincount_cpu" not implemented for {kind!r}')
        raise RuntimeError('bincount only supports 1-d non-negative integral inputs.')
    if weights is not None and weights.shape != input.shape:
        raise RuntimeError('weights should be 1-d and have the same length as input')
    count = max(minlength, input.max().item() + 1 if input.numel() else 0)
    if weights is None:
        counts = torch.zeros(count, dtype=torch.int64)
        _torch._scatter_sum(counts, 0, input.long(), torch.ones(input.shape, dtype=torch.int64))
        return counts
    total = torch.zeros(count, dtype=torch.float32 if weights.dtype == torch.float32 else torch.float64)
    return total.index_add_(0, input.long(), weights.to(total.dtype))


def kthvalue(input, k, dim=-1, keepdim=False):
    size = input.shape[dim] if input.dim() else 1
    if not 1 <= k <= size:
        raise RuntimeError(f'kthvalue(): selected number k out of range for dimension {dim_of(input, dim)}')
    values, places = input.sort(dim)
    values, places = values.narrow(dim, k - 1, 1), places.narrow(dim, k - 1, 1)
    if not keepdim:
        values, places = values.squeeze(dim), places.squeeze(dim)
    values = _torch._made(values.clone(), 'kthvalue', 'KthvalueBackward0', [input])
    return _torch._named_pair('kthvalue', values, places.clone())


def median(input, dim=None, keepdim=False):
    """The lower of the two middle values, or the first NaN; along a dimension with its place."""
    with torch.no_grad():
        x, along = (input.detach().reshape(-1), 0) if dim is None else (input.detach(), dim)
        if dim is None and not x.numel():
            return torch.full((), torch.nan).to(input.dtype)
        values, places = x.sort(dim=along, stable=True)
        size = x.shape[along] if x.dim() else 1
        if not size:
            raise IndexError(f'median(): Expected reduction dim {dim_of(input, dim)} to have non-zero size.')
        missing = x.isnan().sum(along, keepdim=True)
        middle = torch.where(missing > 0, size - missing, (size - 1) // 2)
        value, place = values.gather(along, middle), places.gather(along, middle)
    if dim is None:
        same = input.detach() == value
        return _torch._made(value.reshape(()), 'median', 'MedianBackward0', [input],
                            rule=lambda g: torch.where(same, g / same.sum(), 0.0))
    shape = place.shape if keepdim or not x.dim() else place.squeeze(dim).shape
    value = _torch._made(value.reshape(shape), 'median', 'MedianBackward1', [input], rule=lambda g: torch.zeros_like(
        x).scatter_add(dim, place, g.reshape(place.shape)))
    return _torch._named_pair('median', value, place.reshape(shape))


def count_nonzero(input, dim=None):
    held = input.bool()
    return held.sum() if dim is None else held.sum(dim)


def _ends(input, low, high):
    low, high = float(low), float(high)
    if low == high and input.numel() > 0:
        low, high = input.min().item(), input.max().item()
    if low == high:
        low, high = low - 1, high + 1
    return low, high


def histc(input, bins=100, min=0, max=0):
    if bins <= 0:
        raise RuntimeError(f'torch.histogram(): bins must be > 0, but got {bins} for dimension 0')
    low, high = _ends(input, min, max)
    counts = [0] * bins
    edges = torch.linspace(low, high, bins + 1, dtype=input.dtype).tolist()
    for value in input.flatten().tolist():
        if not low <= value <= high:
            continue
        place = int((value - low) * bins / (high - low))
        if place > bins - 1:
            place = bins - 1
        if value < edges[place] and place > 0:
            place -= 1
        elif place + 1 < bins and value >= edges[place + 1]:
            place += 1
        counts[place] += 1
    return torch.tensor(counts, dtype=input.dtype)


def histogram(input, bins=100, *, range=None, weight=None, density=False):
    if weight is not None or not isinstance(bins, int):
        _torch._not_supported('histogram with weights or edges', 'bins are alike and count each value once here',
                              'use numpy.histogram(x.numpy(), edges, weights=...)')
    low, high = range if range is not None else (0, 0)
    x = input.detach()
    counts = histc(x, bins, low, high)
    low, high = _ends(x, low, high)
    edges = torch.linspace(low, high, bins + 1, dtype=input.dtype)
    if density:
        counts = counts / (counts.sum() * (edges[1:] - edges[:-1]))
    return _torch._named_pair('histogram', *(_torch._made(part, 'histogram', 'NotImplemented', [input])
                                             for part in (counts, edges)))


def mode(input, dim=-1, keepdim=False):
    dim = dim_of(input, dim)
    rows = input.transpose(dim, -1) if input.dim() else input.view(1)
    values, places = [], []
    for row in rows.reshape(-1, rows.shape[-1]).tolist():
        counts, last = {}, {}
        for place, value in enumerate(row):
            counts[value] = counts.get(value, 0) + 1
            last[value] = place
        most = max(counts.values())
        best = min([value for value in counts if counts[value] == most])
        values.append(best)
        places.append(last[best])
    shape = rows.shape[:-1] if input.dim() else ()
    values = torch.tensor(values, dtype=input.dtype).view(shape)
    places = torch.tensor(places, dtype=torch.int64).view(shape)
    if input.dim() > 1 and dim != input.dim() - 1:
        values, places = [x.unsqueeze(-1).transpose(dim, -1) for x in (values, places)]
        if not keepdim:
            values, places = values.squeeze(dim), places.squeeze(dim)
    elif keepdim and input.dim():
        values, places = values.unsqueeze(dim), places.unsqueeze(dim)
    return _torch._named_pair('mode', _torch._made(values, 'mode', 'ModeBackward0', [input]), places)


def msort(input):
    return input.sort(0).values


def aminmax(input, dim=None, keepdim=False):
    over = {} if dim is None else {'dim': dim, 'keepdim': keepdim}
    return _torch._named_pair('aminmax', input.amin(**over), input.amax(**over))
