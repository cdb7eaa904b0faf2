// SPDX-License-Identifier: MIT
// See written.hpp: counts, quantiles and what depends on the order of elements.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import math
import torch


def _dim_of(x, dim):
    rank = max(x.dim(), 1)
    if not -rank <= dim < rank:
        raise IndexError(f'Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})')
    return dim % rank


def _quantiles(name, input, q, dim, keepdim, interpolation, ignore):
    if interpolation not in ('linear', 'lower', 'higher', 'midpoint', 'nearest'):
        raise RuntimeError(f'quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {interpolation}')
    if input.numel() == 0:
        raise RuntimeError('quantile() input tensor must be non-empty')
    if not isinstance(q, torch.Tensor):
        if not 0 <= q <= 1:
            raise RuntimeError(f'quantile() q must be in the range [0, 1] but got {q:g}')
        q = torch.tensor(q, dtype=input.dtype)
    if not input.is_floating_point():
        raise RuntimeError('quantile() input tensor must be either float or double dtype')
    if q.dim() > 1:
        raise RuntimeError('quantile() q must be a scalar or 1D tensor')
    if q.dtype != input.dtype:
        raise RuntimeError('quantile() q tensor must be same dtype as the input tensor')
    if not ((q >= 0) & (q <= 1)).all():
        raise RuntimeError('quantile() q values must be in the range [0, 1]')
    x = input
    if dim is None:
        ordered = x.flatten().sort().values
    else:
        dim = _dim_of(x, dim)
        ordered = x.unsqueeze(-1).transpose(dim, -1).squeeze(dim) if x.dim() > 1 else x
        ordered = ordered.sort().values
    count = ordered.shape[-1]
    shape = ordered.shape[:-1]
    points = q.reshape(-1)
    if ignore:
        counts = (~ordered.isnan()).sum(-1, keepdim=True) - 1
        ranks = points * counts
        ranks = ranks.masked_fill(ranks < 0, 0)
    else:
        ranks = (points * (count - 1)).expand(shape + (points.shape[0],))
        ranks = torch.where(ordered.isnan().any(-1, keepdim=True), torch.tensor(count - 1, dtype=x.dtype), ranks)
    if interpolation == 'lower':
        ranks = ranks.floor()
    elif interpolation == 'higher':
        ranks = ranks.ceil()
    elif interpolation == 'nearest':
        ranks = ranks.round()
    below = ranks.long()
    result = ordered.gather(-1, below)
    if interpolation in ('linear', 'midpoint'):
        weights = torch.full_like(ranks, 0.5) if interpolation == 'midpoint' else ranks - below
        result = torch.lerp(result, ordered.gather(-1, ranks.ceil().long()), weights)
    if q.dim() == 0:
        result = _made(result.squeeze(-1), 'squeeze', 'SqueezeBackward3', [result])
    else:
        result = result.movedim(-1, 0)
    if keepdim:
        if dim is None:
            result = result.reshape(tuple(q.shape) + (1,) * x.dim())
        else:
            result = result.unsqueeze(dim + q.dim())
    return result


def quantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    return _quantiles('quantile', input, q, dim, keepdim, interpolation, False)


torch.quantile = torch.Tensor.quantile = quantile


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    return _quantiles('nanquantile', input, q, dim, keepdim, interpolation, True)


torch.nanquantile = torch.Tensor.nanquantile = nanquantile


def dist(input, other, p=2):
    x, y = input.detach(), other.detach()
    return _made((x - y).norm(p), 'dist', 'DistBackward0', [input, other])


torch.dist = torch.Tensor.dist = dist


def nansum(input, dim=None, keepdim=False, *, dtype=None):
    missing = input.isnan()
    x = torch.where(missing, torch.zeros((), dtype=input.dtype), input) if missing.any() else input.detach()
    return _made(x.sum(dim, keepdim, dtype=dtype), 'nansum', 'NansumBackward0', [input])


torch.nansum = torch.Tensor.nansum = nansum


def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    if not input.is_floating_point():
        word = input.type().split('.')[1].replace('Tensor', '')
        raise RuntimeError(f'nanmean(): expected input to have floating point dtype but got {word}')
    return nansum(input, dim, keepdim) / (~input.isnan()).sum(dim, keepdim)


torch.nanmean = torch.Tensor.nanmean = nanmean


def nanmedian(input, dim=None, keepdim=False):
    if dim is None:
        held = input[~input.isnan()]
        return held.median() if held.numel() else torch.tensor(math.nan, dtype=input.dtype)
    x = torch.where(input.isnan(), torch.tensor(math.inf, dtype=input.dtype), input)
    places = ((~input.isnan()).sum(dim, keepdim=True) - 1).clamp(min=0) // 2
    values, order = x.sort(dim)
    values, order = values.gather(dim, places), order.gather(dim, places)
    values = torch.where(input.isnan().all(dim, keepdim=True), torch.tensor(math.nan, dtype=input.dtype), values)
    if not keepdim:
        values, order = values.squeeze(dim), order.squeeze(dim)
    return _named_pair('nanmedian', values, order)


torch.nanmedian = torch.Tensor.nanmedian = nanmedian


def bincount(input, weights=None, minlength=0):
    if input.dim() != 1 or input.is_floating_point() or (input.numel() and input.min() < 0):
        if input.is_floating_point():
            raise RuntimeError('"bincount_cpu" not implemented for ' + repr('Float' if input.dtype == torch.float32 else 'Double'))
        raise RuntimeError('bincount only supports 1-d non-negative integral inputs.')
    if weights is not None and weights.shape != input.shape:
        raise RuntimeError('weights should be 1-d and have the same length as input')
    values = input.tolist()
    count = max([minlength] + [value + 1 for value in values])
    if weights is None:
        counts = [0] * count
        for value in values:
            counts[value] += 1
        return torch.tensor(counts, dtype=torch.int64)
    total = torch.zeros(count, dtype=torch.float32 if weights.dtype == torch.float32 else torch.float64)
    return total.index_add_(0, input.long(), weights.to(total.dtype))


torch.bincount = torch.Tensor.bincount = bincount


def _ends(input, low, high):
    low, high = float(low), float(high)
    if low == high and input.numel() > 0:
        low, high = input.min().item(), input.max().item()
    if low == high:
        low, high = low - 1, high + 1
    return low, high


def histc(input, bins=100, min=0, max=0):
    if not input.is_floating_point():
        raise RuntimeError('"histogram_cpu" not implemented for ' + repr('Long' if input.dtype == torch.int64 else 'Int'))
    if bins <= 0:
        raise RuntimeError('bins must be > 0')
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


torch.histc = torch.Tensor.histc = histc


def histogram(input, bins, *, range=None, weight=None, density=False):
    if weight is not None or not isinstance(bins, int):
        raise _not_supported('histogram with weights or edges', 'torch.histc(x, bins, min, max)')
    low, high = range if range is not None else (0, 0)
    counts = histc(input, bins, low, high)
    low, high = _ends(input, low, high)
    edges = torch.linspace(low, high, bins + 1, dtype=input.dtype)
    if density:
        counts = counts / (counts.sum() * (edges[1:] - edges[:-1]))
    return _named_pair('histogram', counts, edges)


torch.histogram = torch.Tensor.histogram = histogram


def cov(input, *, correction=1, fweights=None, aweights=None):
    if input.dim() > 2:
        raise RuntimeError(f'cov(): expected input to have two or fewer dimensions but got an input with {input.dim()} dimensions')
    if fweights is not None or aweights is not None:
        raise _not_supported('cov with weights', 'repeat the columns')
    x = input if input.dim() == 2 else input.reshape(1, -1)
    if not x.is_floating_point():
        x = x.to(torch.get_default_dtype())
    count = x.shape[1]
    x = x - (x.sum(1) / count).unsqueeze(1)
    return torch.true_divide(torch.mm(x, x.t()), max(count - correction, 0)).squeeze()


torch.cov = torch.Tensor.cov = cov


def corrcoef(input):
    c = cov(input)
    if c.dim() == 0:
        return c / c
    deviation = c.diag().sqrt()
    return (c / deviation.view(-1, 1) / deviation.view(1, -1)).clamp(-1, 1)


torch.corrcoef = torch.Tensor.corrcoef = corrcoef


def diff(input, n=1, dim=-1, prepend=None, append=None):
    if input.dim() == 0:
        raise RuntimeError('diff expects input to be at least one-dimensional')
    parts = [x for x in (prepend, input, append) if x is not None]
    x = torch.cat(parts, dim) if len(parts) > 1 else input
    for _ in range(n):
        size = x.shape[dim]
        later, earlier = x.narrow(dim, 1, size - 1), x.narrow(dim, 0, size - 1)
        x = later.logical_xor(earlier) if x.dtype == torch.bool else later - earlier
    return x


torch.diff = torch.Tensor.diff = diff


def _spacing(y, x, dx, dim):
    if x is None:
        return dx
    if x.dim() == 1 and y.dim() > 1:
        shape = [1] * y.dim()
        shape[dim] = -1
        return x.diff().view(shape)
    return x.diff(dim=dim)


def trapezoid(y, x=None, *, dx=None, dim=-1):
    size = y.shape[dim]
    if x is None and dx is None or dx is not None and not isinstance(dx, torch.Tensor):
        step = 1 if dx is None else dx
        total = y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5
        return total * step
    step = _spacing(y, x, dx, dim)
    return ((y.narrow(dim, 1, size - 1) + y.narrow(dim, 0, size - 1)) * step).sum(dim) / 2.0


torch.trapezoid = torch.Tensor.trapezoid = torch.trapz = torch.Tensor.trapz = trapezoid


def _running(input, dim, better):
    dim = _dim_of(input, dim)
    if input.dim() == 0:
        return input.clone(), torch.tensor(0)
    rows = input.transpose(dim, -1)
    values, places = [], []
    for row in rows.reshape(-1, rows.shape[-1]).tolist():
        best, at = None, 0
        for place, value in enumerate(row):
            if best is None or best == best and (value != value or better(value, best)):
                best, at = value, place
            values.append(best)
            places.append(at)
    shape = rows.shape
    return (torch.tensor(values, dtype=input.dtype).view(shape).transpose(dim, -1).contiguous(),
            torch.tensor(places, dtype=torch.int64).view(shape).transpose(dim, -1).contiguous())


def cummax(input, dim):
    values, places = _running(input, dim, lambda a, b: a >= b)
    return _named_pair('cummax', _made(values, 'cummax', 'CummaxBackward0', [input]), places)


torch.cummax = torch.Tensor.cummax = cummax


def cummin(input, dim):
    values, places = _running(input, dim, lambda a, b: a <= b)
    return _named_pair('cummin', _made(values, 'cummin', 'CumminBackward0', [input]), places)


torch.cummin = torch.Tensor.cummin = cummin


def kthvalue(input, k, dim=-1, keepdim=False):
    size = input.shape[dim] if input.dim() else 1
    if not 1 <= k <= size:
        raise RuntimeError(f'kthvalue(): selected number k out of range for dimension {_dim_of(input, dim)}')
    values, places = input.sort(dim)
    values, places = values.narrow(dim, k - 1, 1), places.narrow(dim, k - 1, 1)
    if not keepdim:
        values, places = values.squeeze(dim), places.squeeze(dim)
    return _named_pair('kthvalue', _made(values.clone(), 'kthvalue', 'KthvalueBackward0', [input]), places.clone())


torch.kthvalue = torch.Tensor.kthvalue = kthvalue


def mode(input, dim=-1, keepdim=False):
    dim = _dim_of(input, dim)
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
        values, places = [x.unsqueeze(-1).transpose(dim, -1).squeeze(dim).contiguous() if keepdim is None
                          else x.unsqueeze(-1).transpose(dim, -1) for x in (values, places)]
        if not keepdim:
            values, places = values.squeeze(dim), places.squeeze(dim)
    elif keepdim and input.dim():
        values, places = values.unsqueeze(dim), places.unsqueeze(dim)
    return _named_pair('mode', _made(values, 'mode', 'ModeBackward0', [input]), places)


torch.mode = torch.Tensor.mode = mode


def msort(input):
    return input.sort(0).values


torch.msort = torch.Tensor.msort = msort
)py";

}  // namespace

std::string_view written_statistics() {
  return kText;
}

}  // namespace normscope::notebook::torch
