# SPDX-License-Identifier: MIT
"""Types that arrays have in common, and what is asked of a tensor for gradients and devices that are not here."""
import _torch


def result_type(*operands, **named):
    return _torch._common_dtype([*operands, *named.values()])


def _kind(dtype):
    return 2 if dtype.is_floating_point else 0 if dtype is _torch.bool else 1


def can_cast(origin, to):
    """Bools become anything, integers no bools, floating types no integers."""
    return _kind(origin) <= _kind(to)


def requires_grad_(input, requires_grad=True):
    if requires_grad and not input.is_floating_point():
        raise RuntimeError('only Tensors of floating point dtype can require gradients')
    input.requires_grad = requires_grad
    return input


def cuda(input, **_options):
    raise AssertionError('Torch not compiled with CUDA enabled')
