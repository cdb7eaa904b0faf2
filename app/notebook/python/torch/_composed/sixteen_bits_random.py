# SPDX-License-Identifier: MIT
"""Random numbers of 16 bits: of each draw as many digits as the type has; and linspace."""
import math

import torch
from torch import float32
from torch._composed.sixteen_bits_tools import DIGITS, narrow

WAYS = 'rand randn rand_like randn_like uniform_ normal_ linspace'


def _uniform(sizes, dtype, generator=None):
    drawn = torch.rand(sizes, generator=generator, dtype=float32) * 2.0 ** 24
    steps = 2.0 ** DIGITS[dtype]
    return drawn.remainder(steps) / steps


def _normal(sizes, dtype, generator=None, mean=0.0, std=1.0):
    count = math.prod(sizes)
    mean, std = narrow(mean, dtype).item(), narrow(std, dtype).item()
    drawn = _uniform([count], dtype, generator).to(dtype)
    if count % 16:
        head, last = drawn[:count // 16 * 16], _uniform([16], dtype, generator).to(dtype)
        blocks = [head.view(-1, 16), last.view(1, 16)]
    else:
        blocks = [drawn.view(-1, 16)]
    step = lambda x: x.to(dtype).float()
    done = []
    for block in blocks:
        radius = (-2 * step((1 - block[:, :8]).float().log())).sqrt().to(dtype).float()
        angle = (block[:, 8:].double() * (2 * math.pi)).to(dtype).float()
        parts = [step(step(radius * step(wave)) * std) + mean for wave in (angle.cos(), angle.sin())]
        done.append(torch.cat(parts, 1).flatten().to(dtype))
    result = torch.empty(count, dtype=dtype)
    result[:done[0].numel()] = done[0]
    if count % 16:
        result[count - 16:] = done[1]
    return result.view(sizes)


def _type_of(dtype):
    dtype = torch.get_default_dtype() if dtype is None else dtype
    return dtype if dtype in DIGITS else None


def _finished(result, requires_grad=False):
    return result.requires_grad_() if requires_grad else result


def rand(size, generator=None, dtype=None, requires_grad=False, **_options):
    if _type_of(dtype) is None:
        return NotImplemented
    return _finished(_uniform(size, _type_of(dtype), generator).to(_type_of(dtype)), requires_grad)


def randn(size, generator=None, dtype=None, requires_grad=False, **_options):
    if _type_of(dtype) is None or math.prod(size) < 16:
        return NotImplemented
    return _finished(_normal(size, _type_of(dtype), generator), requires_grad)


def rand_like(input, dtype=None, requires_grad=False, **_options):
    return rand(list(input.shape), dtype=input.dtype if dtype is None else dtype, requires_grad=requires_grad)


def randn_like(input, dtype=None, requires_grad=False, **_options):
    return randn(list(input.shape), dtype=input.dtype if dtype is None else dtype, requires_grad=requires_grad)


def uniform_(input, generator=None, to=1.0, **options):
    low = options.get('from', 0.0)
    drawn = _uniform(list(input.shape), input.dtype, generator).to(input.dtype) * narrow(to - low, input.dtype) + low
    with torch.no_grad():
        return input.copy_(drawn)


def normal_(input, mean=0.0, std=1.0, generator=None):
    if input.numel() < 16:
        return NotImplemented
    with torch.no_grad():
        return input.copy_(_normal(list(input.shape), input.dtype, generator, mean, std))


def linspace(start, end, steps, dtype=None, requires_grad=False, **_options):
    """From both ends towards the middle, each step rounded."""
    dtype = _type_of(dtype)
    if dtype is None or steps < 2:
        return NotImplemented
    first, last = narrow(start, dtype), narrow(end, dtype)
    step = (last - first) / (steps - 1)
    place = torch.arange(steps).to(dtype)
    result = torch.where(torch.arange(steps) < steps // 2, first + step * place, last - step * (steps - 1 - place))
    return _finished(result, requires_grad)
