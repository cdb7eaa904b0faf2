# SPDX-License-Identifier: MIT
"""Functions of how numbers are written: exponent and fraction, the neighbour, the power of two."""
import _torch
import torch

_WHOLE = {torch.float32: torch.int32, torch.float64: torch.int64, torch.bfloat16: torch.int16,
          torch.float16: torch.int16}


def ldexp(input, other):
    result = torch.mul(input, torch.pow(2.0, other))
    return result if other.is_floating_point() else result.to(input.dtype if input.is_floating_point() else result.dtype)


def nextafter(input, other):
    dtype = torch.result_type(input, other)
    x, to = torch.broadcast_tensors(input.detach().to(dtype), other.detach().to(dtype))
    bits = x.contiguous().view(_WHOLE[dtype])
    # The bits of numbers that grow away from zero grow by one.
    away = (to > x) == (x > 0)
    stepped = torch.where(away, bits + 1, bits - 1).view(dtype)
    least = torch.ones_like(bits).view(dtype)
    stepped = torch.where(x == 0, torch.where(to > 0, least, -least), stepped)
    result = torch.where(x == to, to, torch.where(x.isnan() | to.isnan(), x + to, stepped))
    return _torch._made(result, 'nextafter', 'NextafterBackward0', [input, other])


def frexp(input):
    if not input.is_floating_point():
        raise RuntimeError('torch.frexp() only supports floating-point dtypes')
    # In float64 only its own subnormal numbers are subnormal.
    x = input.detach().double()
    tiny = x.abs() < 2.0**-1000
    bits = torch.where(tiny, x * 2.0**100, x).view(torch.int64)
    exponent = ((bits >> 52) & 0x7ff) - 1022 - torch.where(tiny, 100, 0)
    mantissa = ((bits & ~(0x7ff << 52)) | (1022 << 52)).view(torch.float64)
    kept = (x == 0) | ~x.isfinite()
    mantissa = torch.where(kept, x, mantissa).to(input.dtype)
    exponent = torch.where(kept, torch.zeros_like(exponent), exponent).int()
    return _torch._named_pair('frexp', _torch._made(mantissa, 'frexp', 'FrexpBackward0', [input]), exponent)
