# SPDX-License-Identifier: MIT
"""Images: their windows as columns, the means of their parts."""
import itertools
import math

import _torch
import torch
from _torch import _nn
from torch._composed.moving import moved


def several(value, count):
    """One number for each dimension, from one for all or from several."""
    if isinstance(value, int):
        return (value,) * count
    return tuple(value) * count if len(value) == 1 else tuple(value)


def windows(x, sizes, steps, dilation=None):
    """[*, D...] as [*, D'..., K...]: the windows of the last dimensions."""
    rank = len(sizes)
    for d, (size, step) in enumerate(zip(sizes, steps)):
        reach = 1 if dilation is None else dilation[d]
        # The window goes behind all others, so the next dimension is as far from the end as this was.
        x = x.unfold(-rank, (size - 1) * reach + 1, step)[..., ::reach]
    return x


def padded(x, padding, value):
    """x with so many values before and behind each of its last dimensions."""
    pad = [p for size in reversed(padding) for p in (size, size)]
    return _nn.pad(x, pad, value=value) if any(pad) else x


def _check_rank(x, name):
    """A row, or a batch of rows."""
    if x.dim() not in (2, 3):
        raise RuntimeError(f"Expected 2 to 3 dimensions, but got {x.dim()}-dimensional tensor for argument "
                           f"#1 'self' (while checking arguments for {name})")


def _check_adaptive(x, sizes, name, rank):
    if rank == 1:
        _check_rank(x, name)
    elif x.dim() not in (3, 4):
        raise RuntimeError(f'{name}(): Expected 3D or 4D tensor, but got {list(x.shape)}')
    torch.empty(*x.shape[:-rank], *sizes)  # is there room for them?


def _sum_of(x):
    """The sum over the last dimension, one after another."""
    total = None
    for part in x.unbind(-1):
        total = part if total is None else total + part
    return total


def _divided(total, sizes):
    """The mean from a sum over windows of these sizes, one division for each dimension."""
    for size in sizes:
        total = total / size
    return total


def _parts(extent, count):
    """Where each of so many parts begins, and how long it is; they may overlap."""
    starts = [i * extent // count for i in range(count)]
    ends = [-(-(i + 1) * extent // count) for i in range(count)]
    return [(start, end - start) for start, end in zip(starts, ends)]


def _means_of_parts(x, sizes):
    """The mean of each part of the last dimensions, of which there are so many."""
    rank = len(sizes)
    means = []
    for places in itertools.product(*(_parts(x.shape[d - rank], size) for d, size in enumerate(sizes))):
        part = x
        for d, (start, length) in enumerate(places):
            part = part.narrow(d - rank, start, length)
        means.append(_divided(_sum_of(part.flatten(-rank)), part.shape[-rank:]))
    return torch.stack(means, -1).unflatten(-1, tuple(sizes))


def _adaptive_avg_pool(rank, name, gradient):
    def function(input, output_size):
        sizes = several(output_size, rank)
        _check_adaptive(input, sizes, name, rank)
        if 0 in sizes:
            return _torch._made(input.new_empty((*input.shape[:-rank], *sizes)), name, gradient, [input])
        if all(size == 1 for size in sizes):
            if rank > 1:
                return input.mean(tuple(range(-rank, 0)), keepdim=True)
            return _torch._made(input.detach().mean(-1, keepdim=True), name, gradient, [input],
                                rule=lambda g: (g / input.shape[-1]).expand(input.shape))
        x = input.detach()
        extents = x.shape[-rank:]
        if any(extent % size != 0 for extent, size in zip(extents, sizes)):
            result = _means_of_parts(x, sizes)
        else:
            window = [extent // size for extent, size in zip(extents, sizes)]
            result = _divided(_sum_of(windows(x, window, window).flatten(-rank)), window)
        return _torch._made(result.contiguous(), name, gradient, [input])
    return function


adaptive_avg_pool1d = _adaptive_avg_pool(1, 'adaptive_avg_pool1d', 'SqueezeBackward1')
adaptive_avg_pool2d = _adaptive_avg_pool(2, 'adaptive_avg_pool2d', 'AdaptiveAvgPool2DBackward0')


def im2col(input, kernel_size, dilation, padding, stride):
    if 0 < input.dim() < 3:
        rank = input.dim()
        raise IndexError(f'Dimension out of range (expected to be in range of [-{rank}, {rank - 1}], but got '
                         f'{rank})')
    if input.dim() not in (3, 4):
        raise RuntimeError('Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other '
                           f'non-zero dimensions for input, but got: {list(input.shape)}')
    sizes, dilation = several(kernel_size, 2), several(dilation, 2)
    steps, padding = several(stride, 2), several(padding, 2)
    x = input.detach() if input.dim() == 4 else input.detach().unsqueeze(0)
    x = windows(padded(x, padding, 0.0), sizes, steps, dilation)
    columns = x.permute(0, 1, 4, 5, 2, 3).reshape(x.shape[0], x.shape[1] * math.prod(sizes), -1)
    return _torch._made(columns if input.dim() == 4 else columns.squeeze(0), 'unfold', 'Im2ColBackward0', [input],
                        rule=moved(lambda places: im2col(places, kernel_size, dilation, padding, stride), input))
