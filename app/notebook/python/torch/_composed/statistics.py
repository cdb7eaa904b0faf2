# SPDX-License-Identifier: MIT
"""Quantiles, means without what is not a number, covariances, differences."""
import _torch
import torch
from torch._composed.sixteen_bits_tools import word


def dim_of(x, dim):
    rank = max(x.dim(), 1)
    if not -rank <= dim < rank:
        raise IndexError(f'Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got '
                         f'{dim})')
    return dim % rank


def quantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    if interpolation not in ('linear', 'lower', 'higher', 'midpoint', 'nearest'):
        raise RuntimeError('quantile() interpolation must be one of linear, lower, higher, midpoint or '
                           f'nearest, but got {interpolation}')
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
        dim = dim_of(x, dim)
        turned = x.unsqueeze(-1).transpose(dim, -1).squeeze(dim) if x.dim() > 1 else x
        ordered = turned.sort().values
    count = ordered.shape[-1]
    shape = ordered.shape[:-1]
    points = q.reshape(-1)
    ranks = (points * (count - 1)).expand(shape + (points.shape[0],))
    last = torch.tensor(count - 1, dtype=x.dtype)
    ranks = torch.where(ordered.isnan().any(-1, keepdim=True), last, ranks)
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
        result = _torch._made(result.squeeze(-1), 'squeeze', 'SqueezeBackward4', [result])
    else:
        result = result.movedim(-1, 0)
    if keepdim:
        if dim is None:
            result = result.reshape(tuple(q.shape) + (1,) * x.dim())
        else:
            result = result.unsqueeze(dim + q.dim())
    return result


def dist(input, other, p=2):
    difference = input.detach() - other.detach()
    if not (difference.is_floating_point() or difference.is_complex()):
        raise RuntimeError('norm(): input dtype should be either floating point or complex. Got '
                           f'{word(difference)} instead.')
    return _torch._made(difference.norm(p), 'dist', 'DistBackward0', [input, other])


def nansum(input, dim=None, keepdim=False, *, dtype=None):
    missing = input.isnan()
    x = torch.where(missing, torch.zeros((), dtype=input.dtype), input) if missing.any() else input.detach()
    return _torch._made(x.sum(dim, keepdim, dtype=dtype), 'nansum', 'NansumBackward0', [input])


def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    if not input.is_floating_point():
        raise RuntimeError(f'nanmean(): expected input to have floating point or complex dtype but got {word(input)}')
    return nansum(input, dim, keepdim) / (~input.isnan()).sum(dim, keepdim)


def cov(input, *, correction=1, fweights=None, aweights=None):
    if input.dim() > 2:
        raise RuntimeError('cov(): expected input to have two or fewer dimensions but got an input with '
                           f'{input.dim()} dimensions')
    if fweights is not None or aweights is not None:
        _torch._not_supported('cov with weights', 'it counts each column once here',
                              'repeat the columns, or use numpy.cov')
    x = input if input.dim() == 2 else input.reshape(1, -1)
    if not x.is_floating_point():
        x = x.to(torch.get_default_dtype())
    count = x.shape[1]
    x = x - (x.sum(1) / count).unsqueeze(1)
    return torch.true_divide(torch.mm(x, x.t()), max(count - correction, 0)).squeeze()


def corrcoef(input):
    c = cov(input)
    if c.dim() == 0:
        return c / c
    deviation = c.diag().sqrt()
    return (c / deviation.view(-1, 1) / deviation.view(1, -1)).clamp(-1, 1)


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


def _spacing(y, x, dim):
    if x.dim() == 1 and y.dim() > 1:
        shape = [1] * y.dim()
        shape[dim] = -1
        return x.diff().view(shape)
    return x.diff(dim=dim)


def trapezoid(y, x=None, *, dx=None, dim=-1):
    size = y.shape[dim]
    if x is None:
        step = 1 if dx is None else dx
        total = y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5
        return total * step
    step = _spacing(y, x, dim)
    return ((y.narrow(dim, 1, size - 1) + y.narrow(dim, 0, size - 1)) * step).sum(dim) / 2.0


trapz = trapezoid
