# SPDX-License-Identifier: MIT
"""Element by element.
"""
import math

import _torch
import torch


def _number(x, like):
    return x if isinstance(x, torch.Tensor) else torch.tensor(x, dtype=like.dtype)


def _floating(x):
    return x if x.is_floating_point() else x.to(torch.get_default_dtype())


def logit(input, eps=None):
    x = _floating(input)
    bounded = x if eps is None else x.clamp(eps, 1 - eps)
    return _torch._made(torch.log(bounded / (1 - bounded)), 'logit', 'LogitBackward0', [input])


def deg2rad(input):
    return _torch._made(_floating(input) * (math.pi / 180), 'deg2rad', 'Deg2RadBackward0', [input])


def rad2deg(input):
    return _torch._made(_floating(input) * (180 / math.pi), 'rad2deg', 'Rad2DegBackward0', [input])


def heaviside(input, values):
    return torch.where(input == 0, values, (input > 0).to(input.dtype))


def copysign(input, other):
    x = _floating(input)
    sign = signbit(_number(other, x))
    return _torch._made(torch.where(sign, -x.abs(), x.abs()), 'copysign', 'CopysignBackward0', [x])


def signbit(input):
    if not input.is_floating_point():
        return input < 0
    return (input < 0) | ((input == 0) & (1 / input < 0))


def positive(input):
    if input.dtype == torch.bool:
        raise RuntimeError('The `+` operator, on a bool tensor is not supported.')
    return input


def isposinf(input):
    return input == math.inf


def isneginf(input):
    return input == -math.inf


def isreal(input):
    return torch.ones_like(input, dtype=torch.bool)


def float_power(input, exponent):
    return torch.pow(_double(input), _double(exponent))


def _double(x):
    return x.double() if isinstance(x, torch.Tensor) else x


def _without_nan(input, other, better):
    """The better of both, and the other one where one is not a number."""
    picked = torch.where(other.isnan() | better(input, other), input, other)
    return torch.where(input.isnan(), other, picked)


def fmax(input, other):
    result = _without_nan(input, other, lambda a, b: a >= b)
    return _torch._made(result, 'fmax', 'FmaxBackward0', [input, other])


def fmin(input, other):
    result = _without_nan(input, other, lambda a, b: a <= b)
    return _torch._made(result, 'fmin', 'FminBackward0', [input, other])


def _by_pairs(function, input, other):
    """A function of two Python numbers, element by element."""
    a, b = torch.broadcast_tensors(input, other)
    values = [function(x, y) for x, y in zip(a.flatten().tolist(), b.flatten().tolist())]
    return torch.tensor(values, dtype=torch.result_type(input, other)).view(a.shape)


def gcd(input, other):
    return _by_pairs(math.gcd, input, other)


def lcm(input, other):
    return _by_pairs(math.lcm, input, other)


def is_nonzero(input):
    if input.numel() != 1:
        how_many = 'no values' if input.numel() == 0 else 'more than one value'
        raise RuntimeError(f'Boolean value of Tensor with {how_many} is ambiguous')
    return bool(input)


def is_complex(input):
    return False


def is_signed(input):
    return input.dtype not in (torch.bool, torch.uint8)


def is_same_size(input, other):
    return input.shape == other.shape


def scalar_tensor(s, *, dtype=None):
    return torch.tensor(s, dtype=torch.get_default_dtype() if dtype is None else dtype)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    x = torch.as_tensor(obj, dtype=dtype)
    return x.clone() if copy and (x is obj or hasattr(obj, '__array_interface__')) else x
