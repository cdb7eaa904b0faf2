# SPDX-License-Identifier: MIT
"""Pooling: the largest or the mean of each window."""
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


def _check(x, name, rank, sizes, padding):
    """The errors of each function, in its own words."""
    if name == 'max_pool1d':
        if x.dim() not in (2, 3):
            raise RuntimeError('max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim '
                               f'batch size for input, but got:{list(x.shape)}')
        if sizes[0] <= 0:
            raise RuntimeError(f'max_pool1d() kernel_size must be greater than zero, but got {sizes[0]}')
        if padding[0] > sizes[0] // 2:
            raise RuntimeError('max_pool1d() padding should be at most half of kernel size, but got '
                               f'padding={padding[0]} and kernel_size={sizes[0]}')
    elif rank == 1:
        _check_rank(x, name)
    elif x.dim() not in (3, 4):
        raise RuntimeError('non-empty 3D or 4D (batch mode) tensor expected for input')
    for size, edge in zip(sizes, padding):
        if edge > size // 2:
            raise RuntimeError(f'pad should be at most half of kernel size, but got pad={edge} and '
                               f'kernel_size={size}')
    if name != 'max_pool1d':
        _check_extents(x, rank, sizes, padding)


def _check_extents(x, rank, sizes, padding):
    """Each dimension holds one window at least."""
    extents = [extent + 2 * edge for extent, edge in zip(x.shape[-rank:], padding)]
    if all(extent >= size for extent, size in zip(extents, sizes)):
        return
    # A row is an image of one line to PyTorch.
    line = 'x1' if rank == 1 else ''
    shape = 'x'.join(map(str, x.shape[-rank:]))
    counts = ''.join(f'x{max(extent - size + 1, 0)}' for extent, size in zip(extents, sizes))
    channels = x.shape[-rank - 1]
    raise RuntimeError(f'Given input size: ({channels}{line}x{shape}). Calculated output size: '
                       f'({channels}{line}{counts}). Output size is too small')


def _check_rank(x, name):
    """A row, or a batch of rows."""
    if x.dim() not in (2, 3):
        raise RuntimeError(f"Expected 2 to 3 dimensions, but got {x.dim()}-dimensional tensor for argument "
                           f"#1 'self' (while checking arguments for {name})")


def _check_adaptive(x, sizes, name, rank):
    if rank == 1:
        _check_rank(x, name)
    elif x.dim() not in (3, 4):
        colon = ':' if 'max' in name else ''
        raise RuntimeError(f'{name}(): Expected 3D or 4D tensor, but got{colon} {list(x.shape)}')
    torch.empty(*x.shape[:-rank], *sizes)  # is there room for them?


def _max_pool(rank, name, gradient, with_indices):
    def function(input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
        if ceil_mode:
            _torch._not_supported(name + ' with ceil_mode', 'windows lie within the padded input here',
                                  'pad the input so that the last window fits')
        sizes, dilation = several(kernel_size, rank), several(dilation, rank)
        steps = several(stride, rank) if stride else sizes
        padding = several(padding, rank)
        _check(input, name, rank, sizes, padding)
        x = padded(input.detach(), padding, -math.inf)
        if x.shape[-1] < sizes[-1]:  # of a row; an image is refused
            raise RuntimeError(f'{name}() Invalid computed output size: {(x.shape[-1] - sizes[-1]) // steps[-1] + 1}')
        held = windows(x, sizes, steps, dilation)
        largest = held.amax(tuple(range(-rank, 0))).contiguous()

        def chosen(places, absent):
            """Of places that are pooled the same way, those where the largest elements lie."""
            within = windows(padded(places, padding, absent), sizes, steps, dilation).flatten(-rank)
            first = held.flatten(-rank).argmax(-1)
            return within.expand(*first.shape, -1).gather(-1, first.unsqueeze(-1)).squeeze(-1)

        largest = _torch._made(largest, name, gradient, [input], rule=moved(lambda places: chosen(places, 0), input))
        if not with_indices:
            return largest
        return largest, chosen(torch.arange(math.prod(input.shape[-rank:])).view(input.shape[-rank:]), -1)
    return function


def _avg_pool(rank, name, gradient):
    def function(input, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        if ceil_mode or not count_include_pad:
            _torch._not_supported(name + ' with ceil_mode or without counting the padding',
                                  'windows lie within the padded input here, and all of it counts',
                                  'pad the input, or divide the sums of ones by themselves')
        sizes = several(kernel_size, rank)
        steps = several(stride, rank) if stride else sizes
        padding = several(padding, rank)
        _check(input, name, rank, sizes, padding)
        total = _sum_of(windows(padded(input.detach(), padding, 0.0), sizes, steps).flatten(-rank))
        divisor = math.prod(sizes) if divisor_override is None else divisor_override

        def held(places):
            return windows(padded(places, padding, 0), sizes, steps).flatten(-rank)

        of_windows = moved(held, input)
        return _torch._made((total / divisor).contiguous(), name, gradient, [input], rule=lambda g: of_windows(
            (g / divisor).unsqueeze(-1).expand(*g.shape, math.prod(sizes))))
    return function


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


def _adaptive_max_pool(rank, name, gradient):
    def function(input, output_size):
        sizes = several(output_size, rank)
        _check_adaptive(input, sizes, name, rank)
        result = input.detach()
        places = torch.arange(math.prod(input.shape[-rank:])).view(input.shape[-rank:])
        places = places.expand(input.shape)
        for d, size in zip(range(-rank, 0), sizes):
            values, indices = [], []
            for start, length in _parts(result.shape[d], size):
                part = result.narrow(d, start, length)
                best = part.argmax(d, keepdim=True)
                values.append(part.gather(d, best))
                indices.append(places.narrow(d, start, length).gather(d, best))
            result, places = torch.cat(values, d), torch.cat(indices, d)
        return _torch._made(result.contiguous(), name, gradient, [input]), places
    return function


max_pool1d = _max_pool(1, 'max_pool1d', 'SqueezeBackward1', False)
max_pool2d = _max_pool(2, 'max_pool2d', 'MaxPool2DWithIndicesBackward0', False)
max_pool1d_with_indices = _max_pool(1, 'max_pool1d', 'SqueezeBackward1', True)
max_pool2d_with_indices = _max_pool(2, 'max_pool2d', 'MaxPool2DWithIndicesBackward0', True)
avg_pool1d = _avg_pool(1, 'avg_pool1d', 'SqueezeBackward1')
avg_pool2d = _avg_pool(2, 'avg_pool2d', 'AvgPool2DBackward0')
adaptive_avg_pool1d = _adaptive_avg_pool(1, 'adaptive_avg_pool1d', 'SqueezeBackward1')
adaptive_avg_pool2d = _adaptive_avg_pool(2, 'adaptive_avg_pool2d', 'AdaptiveAvgPool2DBackward0')
adaptive_max_pool1d = _adaptive_max_pool(1, 'adaptive_max_pool1d', 'SqueezeBackward1')
adaptive_max_pool2d = _adaptive_max_pool(2, 'adaptive_max_pool2d', 'AdaptiveMaxPool2DBackward0')
