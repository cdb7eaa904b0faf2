# SPDX-License-Identifier: MIT
"""Images: windows out of them and back, and other sizes."""
import math

import _torch
from _torch import _nn
from torch import Tensor
from torch._composed.images import upsample_linear
from torch._typing import List, Optional
from torch.nn import functional as F
from torch.nn.modules.utils import _pair


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    return _nn.im2col(input, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    return _nn.col2im(input, _pair(output_size), _pair(kernel_size), _pair(dilation), _pair(padding),
                      _pair(stride))


def interpolate(input: Tensor, size: Optional[int] = None, scale_factor: Optional[List[float]] = None,
                mode: str = 'nearest', align_corners: Optional[bool] = None,
                recompute_scale_factor: Optional[bool] = None, antialias: bool = False) -> Tensor:
    """An image in another size, each element the nearest one's or between its neighbours."""
    if mode in ('nearest', 'area', 'nearest-exact') and align_corners is not None:
        raise ValueError('align_corners option can only be set with the interpolating modes: linear | '
                         'bilinear | bicubic | trilinear')
    rank = input.dim() - 2
    if size is not None and scale_factor is not None:
        raise ValueError('only one of size or scale_factor should be defined')
    if size is not None:
        sizes, factors = _each(size, rank, _SIZES_DIFFER, input), None
    elif scale_factor is not None:
        sizes, factors = None, _each(scale_factor, rank, _FACTORS_DIFFER, input)
        if recompute_scale_factor:
            extents = input.size()[2:]
            sizes = [math.floor(float(extent) * factor) for extent, factor in zip(extents, factors)]
            factors = None
    else:
        raise ValueError('either size or scale_factor should be defined')
    if (mode, rank) in (('linear', 1), ('bilinear', 2)) and not antialias:
        return upsample_linear(input, sizes, factors, align_corners)
    if mode == 'area':
        pool = {1: F.adaptive_avg_pool1d, 2: F.adaptive_avg_pool2d}.get(rank)
        return pool(input, sizes or [int(size * factor) for size, factor in zip(input.shape[2:], factors)])
    if mode != 'nearest':
        _torch._not_supported(f'interpolate(mode={mode!r})', 'elements are the nearest or linear between two here',
                              "use mode='bilinear' or 'nearest', or scipy.ndimage.zoom on x.numpy()")
    if input.dim() not in (3, 4, 5):
        raise NotImplementedError(
            f'Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.dim()}D) for the modes: '
            'nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact (got nearest)')
    function = (_nn.upsample_nearest1d, _nn.upsample_nearest2d, _nn.upsample_nearest3d)[rank - 1]
    return function(input, sizes, factors)


_SIZES_DIFFER = (
    'Input and output must have the same number of spatial dimensions, but got input with spatial '
    'dimensions of {} and output size of {}. Please provide input tensor in (N, C, d1, d2, ...,dK) format '
    'and output size in (o1, o2, ...,oK) format.')
_FACTORS_DIFFER = (
    'Input and scale_factor must have the same number of spatial dimensions, but got input with spatial '
    'dimensions of {} and scale_factor of shape {}. Please provide input tensor in (N, C, d1, d2, ...,dK) '
    'format and scale_factor in (s1, s2, ...,sK) format.')


def _each(given, rank, difference, input):
    """One value for each dimension of the image."""
    if not isinstance(given, (list, tuple)):
        return [given] * rank
    if len(given) != rank:
        raise ValueError(difference.format(list(input.size()[2:]), given))
    return given


def upsample(input, size=None, scale_factor=None, mode='nearest', align_corners=None):
    return interpolate(input, size, scale_factor, mode, align_corners)


for _function in (unfold, fold, interpolate, upsample):
    _function.__module__ = 'torch.nn.functional'
