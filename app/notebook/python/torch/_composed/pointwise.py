# SPDX-License-Identifier: MIT
"""Element by element."""
import math

import _torch
import torch
from torch._composed.sixteen_bits_tools import word as word_of


def _number(x, like):
    return x if isinstance(x, torch.Tensor) else torch.tensor(x, dtype=like.dtype)


def _floating(x):
    return x if x.is_floating_point() else x.to(torch.get_default_dtype())


def logit(input, eps=None):
    x = _floating(input)
    bounded = x if eps is None else x.clamp(eps, 1 - eps)
    x = bounded.detach()
    return _torch._made(torch.log(bounded / (1 - bounded)), 'logit', 'LogitBackward0', [input],
                        rule=lambda g: g / (x * (1 - x)) * (input.detach() == x))


def deg2rad(input):
    return _torch._made(_floating(input) * (math.pi / 180), 'deg2rad', 'Deg2RadBackward0', [input],
                        rule=lambda g: g * (math.pi / 180))


def rad2deg(input):
    return _torch._made(_floating(input) * (180 / math.pi), 'rad2deg', 'Rad2DegBackward0', [input],
                        rule=lambda g: g * (180 / math.pi))


def heaviside(input, values):
    if input.dtype != values.dtype:
        raise RuntimeError('heaviside is not yet implemented for tensors with different dtypes.')
    return torch.where(input == 0, values, (input > 0).to(input.dtype))


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


def _made_as(dtype, options):
    """What of the options of a function that makes a tensor is told to torch.tensor."""
    told = {name: options[name] for name in ('device', 'requires_grad') if name in options}
    return {'dtype': torch.get_default_dtype() if dtype is None else dtype, **told}


def scalar_tensor(s, *, dtype=None, **options):
    return torch.tensor(s, **_made_as(dtype, options))


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    x = torch.as_tensor(obj, dtype=dtype)
    return x.clone() if copy and (x is obj or hasattr(obj, '__array_interface__')) else x


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    if not input.is_floating_point():
        return input.clone()
    most = torch.finfo(input.dtype).max
    result = torch.where(input.isnan(), nan, input.detach())
    result = torch.where(result == math.inf, most if posinf is None else posinf, result)
    result = torch.where(result == -math.inf, -most if neginf is None else neginf, result)
    x = input.detach()
    return _torch._made(result, 'nan_to_num', 'NanToNumBackward0', [input], rule=lambda g: g * x.isfinite())


def addcmul(input, tensor1, tensor2, value=1):
    x, a, b = input.detach(), tensor1.detach(), tensor2.detach()
    a = a if value == 1 else a * value
    fused = x.is_floating_point() and x.dtype == a.dtype == b.dtype
    result = _torch._fused_sum(a, b, x) if fused else x + a * b
    return _torch._made(result, 'addcmul', 'AddcmulBackward0', [input, tensor1, tensor2],
                        rule=lambda g: (g, g * (b * value), g * a))


def addcdiv(input, tensor1, tensor2, value=1):
    a = tensor1.detach() if value == 1 else tensor1.detach() * value
    result = input.detach() + a / tensor2.detach()
    b = tensor2.detach()
    return _torch._made(result, 'addcdiv', 'AddcdivBackward0', [input, tensor1, tensor2],
                        rule=lambda g: (g, g * (value / b), -g * (a / (b * b))))


def _bounded(name, gradient, input, **bound):
    """One bound, whose gradient has another name where it is a tensor."""
    (limit,) = bound.values()
    if not isinstance(limit, torch.Tensor):
        return _torch._made(torch.clamp(input.detach(), **bound), name, gradient + '0', [input], limit,
                            lambda g: torch.where(_inside(input, **bound), g, 0.0))
    result = torch.clamp(input.detach(), **{side: x.detach() for side, x in bound.items()})
    return _torch._made(result, name, gradient + '1', [input, limit],
                        rule=lambda g: (torch.where(_inside(input, **bound), g, 0.0),
                                        torch.where(_inside(input, **bound), 0.0, g)))


def _inside(x, min=None, max=None):
    return x.detach() >= min if max is None else x.detach() <= max


def clamp_min(input, min):
    return _bounded('clamp_min', 'ClampMinBackward', input, min=min)


def clamp_max(input, max):
    return _bounded('clamp_max', 'ClampMaxBackward', input, max=max)


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """|a - b| <= atol + |rtol b|, element by element; also equal infinities."""
    a, b = input.detach(), other.detach()
    if a.dtype != b.dtype:
        raise RuntimeError(f'{word_of(a)} did not match {word_of(b)}')
    for name, value in (('rtol', rtol), ('atol', atol)):
        if value < 0:
            raise RuntimeError(f'{name} must be greater than or equal to zero, but got {value:g}')
    close = a == b
    if equal_nan:
        close = close | a.isnan() & b.isnan()
    if not a.is_floating_point():
        a, b = a.double(), b.double()
    near = (a - b).abs() <= (b * rtol).abs() + atol
    result = close | near & a.isfinite() & b.isfinite()
    return _torch._made(result, 'isclose', '', [input, other])


def allclose(input, other, **bounds):
    return bool(isclose(input, other, **bounds).all())


def logspace(start, end, steps, base=10.0, *, dtype=None, **options):
    """Powers whose exponents go from start to end, by the C library, in double."""
    if steps < 0:
        raise RuntimeError('number of steps must be non-negative')
    options = _made_as(dtype, options)
    torch.empty(steps, dtype=options['dtype'])  # is there room for them?
    first, last = (float(x if options['dtype'].is_floating_point else int(x)) for x in (start, end))
    step = (last - first) / max(steps - 1, 1)
    exponents = [first + step * i if i < steps // 2 or steps == 1 else last - step * (steps - i - 1)
                 for i in range(steps)]
    return torch.tensor([_power(base, exponent) for exponent in exponents], **options)


def _power(base, exponent):
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.nan


def lerp(input, end, weight):
    """input + weight (end - input), from the nearer end."""
    if not input.is_floating_point():
        raise RuntimeError(f'"lerp_kernel_scalar" not implemented for \'{word_of(input)}\'')
    names = {torch.float32: 'float'}
    for name, x in (('end', end), ('weight', weight)):
        if isinstance(x, torch.Tensor) and x.dtype != input.dtype:
            raise RuntimeError(f'expected dtype {names.get(input.dtype, "double")} for `{name}` but got dtype '
                               f'{names.get(x.dtype, "double")}')
    a, b, w = input.detach(), end.detach(), _number(weight, input).detach()
    near = torch.where(w.abs() < 0.5, _torch._fused_sum(w, b - a, a), _torch._fused_sum(w - 1, b - a, b))
    def rule(g):
        return g * (1 - w), g * w, g * (b - a)

    if isinstance(weight, torch.Tensor):
        return _torch._made(near, 'lerp', 'LerpBackward1', [input, end, weight], rule=rule)
    return _torch._made(near, 'lerp', 'LerpBackward0', [input, end], rule=rule)


def divided(input, other, mode):
    """div(rounding_mode=mode), which has a grad_fn of its own."""
    if mode not in (None, 'floor', 'trunc'):
        raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{mode}'")
    tensors = [input, other] if isinstance(other, torch.Tensor) else [input]
    x, y = input.detach(), other.detach() if len(tensors) == 2 else other
    result = x // y if mode == 'floor' else (x / y).trunc() if mode == 'trunc' else x / y
    if mode == 'trunc':
        result = result.to(torch.result_type(input, other))
    name = {'floor': 'floor_divide', 'trunc': 'div_trunc', None: 'div'}[mode]
    return _torch._made(result, name, 'DivBackward2', tensors, None if len(tensors) == 2 else other)
