# SPDX-License-Identifier: MIT
"""What float16 and bfloat16 compute in another way than in float32 with a rounded result.

Each function stands for torch's of the same name where a tensor, the type that is asked for or the
default type is of 16 bits, and works with operations that round one by one. NotImplemented: the
usual way, in float32. Here are elementwise functions and sums; the others have files of their own.
"""
import math

import _torch
import torch
from torch import bfloat16
from torch._composed.sixteen_bits_tools import VECTOR, made, narrow, word

_FILES = ('norms', 'random')


def way_of(name):
    """The function for a name of torch, or None."""
    places = [globals(), *(vars(torch._module_named('torch._composed.sixteen_bits_' + file)) for file in _FILES)]
    for place in places:
        if name in place['WAYS'].split():
            return place[name]
    return None


WAYS = ('rsqrt xlogy logit pow float_power add dropout logsumexp quantile bincount isclose allclose heaviside '
        'div prod _nll_loss')


def _in_vectors(input, wide, tail):
    """`wide` in whole pairs of vectors, where it is rounded once, `tail` in what is left over."""
    whole = input.numel() // (2 * VECTOR) * (2 * VECTOR) if input.is_contiguous() else 0
    return torch.where((torch.arange(input.numel()) < whole).view(input.shape), wide, tail)


def rsqrt(input):
    wide = input.float().rsqrt().to(input.dtype)
    result = _in_vectors(input, wide, 1 / input.sqrt())
    return made(result, input, 'rsqrt', 'RsqrtBackward0')


def xlogy(input, other):
    if not isinstance(input, torch.Tensor):
        return NotImplemented
    if not isinstance(other, torch.Tensor):
        other = narrow(float(other), input.dtype)
    result = torch.where(other.isnan(), other, torch.where(input == 0, 0., input * other.log()))
    return made(result, input, 'xlogy', 'XlogyBackward0')


def logit(input, eps=None):
    x = input if eps is None else input.clamp(eps, 1 - eps)
    return made((x / (1 - x)).log(), input, 'logit', 'LogitBackward0')


def pow(input, exponent):
    if isinstance(input, torch.Tensor) and input.dtype == bfloat16 and not isinstance(exponent, torch.Tensor) \
            and exponent == 3:
        return made(input * input * input, input, 'pow', 'PowBackward0')
    return NotImplemented


def float_power(input, exponent):
    wide = [x.double() if isinstance(x, torch.Tensor) else x for x in (input, exponent)]
    return torch.float_power(*wide)


def add(input, other, alpha=1):
    """With a factor, numbers beyond whole pairs of vectors are rounded twice."""
    if alpha == 1 or not isinstance(input, torch.Tensor) or not isinstance(other, torch.Tensor) \
            or input.dtype != other.dtype or input.shape != other.shape:
        return NotImplemented
    wide = (input.float() + other.float() * narrow(alpha, input.dtype).item()).to(input.dtype)
    return made(_in_vectors(input, wide, input + other * alpha), input, 'add', 'AddBackward0', other)


def dropout(input, p, train):
    """The share of what stays is rounded, too."""
    if not train or p in (0, 1) or input.numel() == 0:
        return NotImplemented
    noise = torch.empty(input.shape).bernoulli_(1 - p).to(input.dtype)
    return input * (noise / (1 - p))


def logsumexp(input, dim, keepdim=False):
    most = input.amax(dim, True)
    most = torch.where(most.abs() == math.inf, 0., most)
    result = (input - most).exp().sum(dim, True).log() + most
    if not keepdim:
        dims = [dim] if isinstance(dim, int) else list(dim)
        kept = [size for place, size in enumerate(input.shape) if place not in {d % input.dim() for d in dims}]
        result = result.reshape(kept)
    return made(result, input, 'logsumexp', 'LogsumexpBackward0')


def quantile(input, q, dim=None, keepdim=False, interpolation='linear'):
    raise RuntimeError('quantile() input tensor must be either float or double dtype')


def bincount(input, weights=None, minlength=0):
    raise RuntimeError(f"\"bincount_cpu\" not implemented for '{word(input)}'")


def isclose(input, other, **_options):
    if input.dtype != other.dtype:
        raise RuntimeError(f'{word(input)} did not match {word(other)}')
    return NotImplemented


allclose = isclose


def heaviside(input, values):
    if input.dtype != values.dtype:
        raise RuntimeError('heaviside is not yet implemented for tensors with different dtypes.')
    return NotImplemented


def prod(input, dim=None, keepdim=False, dtype=None):
    count = input.numel() if dim is None else input.shape[dim] if input.dim() else 0
    if dtype is not None or not 0 < count <= 64:
        return NotImplemented
    first, *factors = (input.flatten() if dim is None else input).unbind(0 if dim is None else dim)
    for factor in factors:
        first = first * factor
    name = 'ProdBackward0' if dim is None else 'ProdBackward1'
    return made(first.unsqueeze(dim) if keepdim else first, input, 'prod', name)


def div(input, other, **_options):
    """A number over a tensor is the number times the rounded reciprocal."""
    if isinstance(input, torch.Tensor) or _options:
        return NotImplemented
    return made(other.reciprocal() * input, other, 'mul', 'MulBackward0')


def _nll_loss(input, target, reduction='mean', weight=None, ignore_index=-100):
    """The losses are added in eight levels, each of which passes its sum on after 16 terms, or more."""
    if reduction == 'none' or weight is not None or input.dim() != 2:
        return NotImplemented
    losses = _torch._nll_loss(input.detach(), target, 'none', None, ignore_index)
    power = max(4, (max(losses.numel(), 2) - 1).bit_length() // 8)
    levels = [torch.zeros((), dtype=input.dtype) for _ in range(8)]
    for place, loss in enumerate(losses.unbind()):
        levels[0] = levels[0] + loss
        for below in range(7):
            if place & ((1 << power) - 1 << below * power):
                break
            levels[below + 1] = levels[below + 1] + levels[below]
            levels[below] = torch.zeros_like(loss)
    total = sum(levels[1:], levels[0])
    result = total / (target != ignore_index).sum() if reduction == 'mean' else total
    return made(result, input, 'nll_loss', 'NllLossBackward0')
