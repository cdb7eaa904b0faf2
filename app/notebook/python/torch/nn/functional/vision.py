# SPDX-License-Identifier: MIT
"""Images: their windows as columns, the means of their parts."""
from _torch import _nn
from torch.nn.modules.utils import _pair


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    return _nn.im2col(input, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def adaptive_avg_pool2d(input, output_size):
    """The mean of each of so many parts; None stands for as many as there are elements."""
    if not isinstance(output_size, int):
        output_size = [extent if size is None else size for size, extent in zip(output_size, input.shape[-2:])]
    return _nn.adaptive_avg_pool2d(input, output_size)


for _function in (unfold, adaptive_avg_pool2d):
    _function.__module__ = 'torch.nn.functional'
