# SPDX-License-Identifier: MIT
"""Pooling: the largest or the mean of each window.

PyTorch has three functions for each of these: with indices, without, and one that picks between
them; a wrong call is told in the words of the one that was picked.
"""
import torch
from _torch import _nn


def _picks(with_indices, without, position):
    """The function that gives indices too where it is asked for them."""
    def pick(*args, **kwargs):
        wanted = kwargs.get('return_indices', False)
        if len(args) > position:
            wanted = args[position]
        return (with_indices if wanted else without)(*args, **kwargs)

    name = without.__name__.lstrip('_')
    pick.__name__ = pick.__qualname__ = name
    pick.__module__ = 'torch.nn.functional'
    return pick


def _or_empty(stride):
    return [] if stride is None else stride


def _max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                return_indices=False):
    return torch.max_pool1d(input, kernel_size, _or_empty(stride), padding, dilation, ceil_mode)


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=False):
    return torch.max_pool1d_with_indices(input, kernel_size, _or_empty(stride), padding, dilation,
                                         ceil_mode)


def _max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                return_indices=False):
    return torch.max_pool2d(input, kernel_size, _or_empty(stride), padding, dilation, ceil_mode)


def max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=False):
    return _nn.max_pool2d_with_indices(input, kernel_size, _or_empty(stride), padding, dilation, ceil_mode)


def _whole_where_none(output_size, extents):
    """Sizes of the output, those of the input where there is none."""
    if isinstance(output_size, int):
        return output_size
    if len(extents) <= len(output_size):
        raise ValueError(f'Input dimension should be at least {len(output_size) + 1}')
    last = extents[len(extents) - len(output_size):]
    return [size if size is not None else extent for size, extent in zip(output_size, last)]


def adaptive_avg_pool2d(input, output_size):
    return _nn.adaptive_avg_pool2d(input, _whole_where_none(output_size, input.size()))


def _adaptive_max_pool1d(input, output_size, return_indices=False):
    return torch.adaptive_max_pool1d(input, output_size)[0]


def adaptive_max_pool1d_with_indices(input, output_size, return_indices=False):
    return torch.adaptive_max_pool1d(input, output_size)


def _adaptive_max_pool2d(input, output_size, return_indices=False):
    return _nn.adaptive_max_pool2d(input, _whole_where_none(output_size, input.size()))[0]


def adaptive_max_pool2d_with_indices(input, output_size, return_indices=False):
    return _nn.adaptive_max_pool2d(input, _whole_where_none(output_size, input.size()))


def avg_pool_channels(x, size):
    """The mean over `size` neighbouring channels, with zeros beyond the first and the last."""
    x = x.transpose(1, -1)
    padded = _nn.pad(x, (size // 2, (size - 1) // 2))
    return padded.unfold(-1, size, 1).mean(-1).transpose(1, -1)


max_pool1d = _picks(max_pool1d_with_indices, _max_pool1d, 6)
max_pool2d = _picks(max_pool2d_with_indices, _max_pool2d, 6)
adaptive_max_pool1d = _picks(adaptive_max_pool1d_with_indices, _adaptive_max_pool1d, 2)
adaptive_max_pool2d = _picks(adaptive_max_pool2d_with_indices, _adaptive_max_pool2d, 2)
for _function in (adaptive_avg_pool2d, max_pool1d_with_indices, max_pool2d_with_indices,
                  adaptive_max_pool1d_with_indices, adaptive_max_pool2d_with_indices):
    _function.__module__ = 'torch.nn.functional'
