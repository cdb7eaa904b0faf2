# SPDX-License-Identifier: MIT
"""What float16 and bfloat16 compute in another way than in float32 with a rounded result.

Each function stands for torch's of the same name where a tensor, the type that is asked for or the
default type is of 16 bits, and works with operations that round one by one. NotImplemented: the
usual way, in float32. Here are elementwise functions and sums; the others have files of their own.
"""
import math

import torch
from torch import bfloat16, float16
from torch._composed.sixteen_bits_tools import DIGITS, VECTOR, made, narrow, refuse, word

_FILES = ('norms', 'products', 'random')


def way_of(name):
    """The function for a name of torch, or None."""
    places = [globals(), *(vars(torch._module_named('torch._composed.sixteen_bits_' + file)) for file in _FILES)]
    for place in places:
        if name in place['WAYS'].split():
            return place[name]
    return None


WAYS = ('deg2rad rad2deg silu gelu rsqrt xlogy sinc logit nan_to_num pow float_power add clamp round dropout '
        'mean logsumexp _norm _vector_norm median quantile bincount isclose allclose heaviside')


def _in_vectors(input, wide, tail):
    """`wide` in whole pairs of vectors, where it is rounded once, `tail` in what is left over."""
    whole = input.numel() // (2 * VECTOR) * (2 * VECTOR) if input.is_contiguous() else 0
    return torch.where((torch.arange(input.numel()) < whole).view(input.shape), wide, tail)


# --- Elementwise: an operation after the other.

def deg2rad(input):
    return input * (math.pi / 180)


def rad2deg(input):
    return input * (180 / math.pi)


def silu(input):
    refuse('silu_cpu', input)
    return made(input / (1 + (-input).exp()), input, 'silu', 'SiluBackward0')


def gelu(input, approximate='none'):
    refuse('GeluKernelImpl', input)
    if approximate != 'tanh':
        return NotImplemented
    inner = (input + 0.044715 * (input * input * input)) * (math.sqrt(2) * (2 / math.sqrt(math.pi)) * 0.5)
    return made(0.5 * input * (1 + inner.tanh()), input, 'gelu', 'GeluBackward0')


def rsqrt(input):
    refuse('rsqrt_cpu', input)
    wide = input.float().rsqrt().to(input.dtype)
    result = _in_vectors(input, wide, 1 / input.sqrt())
    return made(result, input, 'rsqrt', 'RsqrtBackward0')


def xlogy(input, other):
    if not isinstance(input, torch.Tensor) or input.dtype == float16 or \
            isinstance(other, torch.Tensor) and other.dtype == float16:
        return NotImplemented
    if not isinstance(other, torch.Tensor):
        other = narrow(float(other), input.dtype)
    result = torch.where(other.isnan(), other, torch.where(input == 0, 0., input * other.log()))
    return made(result, input, 'xlogy', 'XlogyBackward0')


def sinc(input):
    refuse('sinc_cpu', input)
    angle = input * math.pi
    return made(torch.where(input == 0, 1., angle.sin() / angle), input, 'sinc', 'SincBackward0')


def logit(input, eps=None):
    refuse('logit_cpu', input)
    x = input if eps is None else input.clamp(eps, 1 - eps)
    return made((x / (1 - x)).log(), input, 'logit', 'LogitBackward0')


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    most = torch.finfo(input.dtype).max
    result = torch.where(input.isnan(), nan, input)
    result = torch.where(input == math.inf, most if posinf is None else posinf, result)
    result = torch.where(input == -math.inf, -most if neginf is None else neginf, result)
    return made(result, input, 'nan_to_num', 'NanToNumBackward0')


def pow(input, exponent):
    if isinstance(input, torch.Tensor) and input.dtype == bfloat16 and not isinstance(exponent, torch.Tensor) \
            and exponent == 3:
        return made(input * input * input, input, 'pow', 'PowBackward0')
    return NotImplemented


def float_power(input, exponent):
    wide = [x.double() if isinstance(x, torch.Tensor) else x for x in (input, exponent)]
    return torch.float_power(*wide)


def add(input, other, alpha=1):
    """With a factor, float16 rounds twice, as do bfloat16 numbers beyond whole pairs of vectors."""
    if alpha == 1 or not isinstance(input, torch.Tensor) or not isinstance(other, torch.Tensor) \
            or input.dtype != other.dtype or input.shape != other.shape:
        return NotImplemented
    tail = input + other * alpha
    if input.dtype == float16:
        return made(tail, input, 'add', 'AddBackward0', other)
    wide = (input.float() + other.float() * narrow(alpha, bfloat16).item()).to(bfloat16)
    return made(_in_vectors(input, wide, tail), input, 'add', 'AddBackward0', other)


def clamp(input, min=None, max=None):
    if max is None:
        refuse('clamp_min_cpu', input)
    elif min is None and not isinstance(max, torch.Tensor):
        refuse('clamp_max_scalar_cpu', input)
    return NotImplemented


def round(input, decimals=None):
    if decimals is None:
        return NotImplemented
    refuse('round_cpu', input)
    ten = 10.0 ** abs(decimals)
    result = (input * ten).round() / ten if decimals > 0 else (input / ten).round() * ten
    return made(result, input, 'round', 'RoundBackward1')


def dropout(input, p, train):
    if train and p > 0:
        refuse('bernoulli_scalar_cpu_', input)
        return NotImplemented
    return input


# --- Sums

def mean(input, dim=None, keepdim=False, dtype=None):
    if dtype is not None or input.dtype not in DIGITS:
        return NotImplemented
    whole = dim is None or dim == () or dim == []
    total = input.sum() if whole and not keepdim else input.sum(dim if dim is not None else (), keepdim)
    count = input.numel() // max(total.numel(), 1)
    return made(total / count, input, 'mean', 'MeanBackward0' if dim is None else 'MeanBackward1')


def logsumexp(input, dim, keepdim=False):
    refuse('exp_vml_cpu', input)
    most = input.amax(dim, True)
    most = torch.where(most.abs() == math.inf, 0., most)
    result = (input - most).exp().sum(dim, True).log() + most
    if not keepdim:
        dims = [dim] if isinstance(dim, int) else list(dim)
        kept = [size for place, size in enumerate(input.shape) if place not in {d % input.dim() for d in dims}]
        result = result.reshape(kept)
    return made(result, input, 'logsumexp', 'LogsumexpBackward0')


def _norm(input, p=2, dim=None, keepdim=False):
    """In 16 bits all the way, but for the rows of a bfloat16 tensor and for all of it."""
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    dims = [place % max(input.dim(), 1) for place in dims]
    in_rows = not dims or input.dim() - 1 in dims
    if p not in (None, 0, 1, 2, 'fro') or input.dtype == bfloat16 and in_rows and p not in (0, 1):
        return NotImplemented
    kept = [place for place in range(input.dim()) if place not in dims]
    rows = input.detach().permute(*kept, *dims).reshape(*(input.shape[place] for place in kept), -1)
    parts = (rows != 0).to(input.dtype) if p == 0 else rows.abs() if p == 1 else rows * rows
    total = torch.zeros(parts.shape[:-1], dtype=input.dtype)
    for part in parts.unbind(-1):
        total = total + part
    result = total if p in (0, 1) else total.float().sqrt().to(input.dtype)
    if keepdim:
        result = result.reshape([1 if place in dims else size for place, size in enumerate(input.shape)])
    return made(result, input, 'norm', 'LinalgVectorNormBackward0')


def _vector_norm(input, ord=2, dim=None, keepdim=False):
    return _norm(input, ord, dim, keepdim)


def median(input, dim=None, keepdim=False):
    refuse('median_cpu' if dim is None else 'median_out', input)
    return NotImplemented


def quantile(input, q, dim=None, keepdim=False, interpolation='linear'):
    raise RuntimeError('quantile() input tensor must be either float or double dtype')


def bincount(input, weights=None, minlength=0):
    word = 'Half' if input.dtype == float16 else 'BFloat16'
    raise RuntimeError(f"\"bincount_cpu\" not implemented for '{word}'")


def isclose(input, other, **_options):
    if input.dtype != other.dtype:
        raise RuntimeError(f'{word(input)} did not match {word(other)}')
    return NotImplemented


allclose = isclose


def heaviside(input, values):
    if input.dtype != values.dtype:
        raise RuntimeError('heaviside is not yet implemented for tensors with different dtypes.')
    return NotImplemented
