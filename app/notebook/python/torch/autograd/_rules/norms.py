# SPDX-License-Identifier: MIT
"""Normalizations and softmax: the closed forms of the core (core/trace), over groups of elements."""
import math

import torch
from torch._unsupported import refuse_gradient


def of_normalization(g, s, place):
    x, shape = s[0], s.whole(0).shape
    batch, channels = shape[0], shape[1] if len(shape) > 1 else 1
    if s.operation == 'layer_norm':
        rows = lambda each: each.reshape(-1, math.prod(s.get('normalized_shape')))
        back = lambda each: each.view(shape)
        _y, mean, rstd = torch.native_layer_norm(x, s.get('normalized_shape'), None, None, s.get('eps'))
    elif s.operation == 'group_norm':
        rows = lambda each: each.reshape(batch * s.get('num_groups'), -1)
        back = lambda each: each.view(shape)
        _y, mean, rstd = torch.native_group_norm(x, None, None, batch, channels, x.numel() // (batch * channels),
                                                 s.get('num_groups'), s.get('eps'))
    elif s.get('training'):
        rows = lambda each: each.transpose(0, 1).reshape(channels, -1)
        back = lambda each: each.view(channels, batch, *shape[2:]).transpose(0, 1)
        _y, mean, rstd = torch.native_batch_norm(x, None, None, None, None, True, 0.0, s.get('eps'))
    else:
        refuse_gradient('batch_norm with running statistics')
    mean, rstd = mean.reshape(-1, 1), rstd.reshape(-1, 1)
    if place == 0:
        if s.get('weight'):
            gamma = s[1]
            g = g * (gamma if s.operation == 'layer_norm' else gamma.view([-1] + [1] * (len(shape) - 2)))
        return back(through_standardizing(rows(g), rows(x), mean, rstd))
    if place == 1 and s.get('weight') and s.operation == 'group_norm':
        # PyTorch sums each channel of an example before it subtracts the mean.
        each = [n.view(batch, -1, 1).expand(batch, s.get('num_groups'), channels // s.get('num_groups'))
                .reshape(batch, channels) for n in (mean, rstd)]
        along, upstream = ((g * x).reshape(batch, channels, -1).sum(2), g.reshape(batch, channels, -1).sum(2))
        return ((along - upstream * each[0]) * each[1]).sum(0)
    if place == 1 and s.get('weight'):
        g = g * back((rows(x) - mean) * rstd)
    return g if s.operation == 'layer_norm' else g.transpose(0, 1).reshape(channels, -1).sum(1)


def through_standardizing(dy, x, mean, rstd):
    """dx of (x - mean) rstd, row by row, in the order that PyTorch rounds."""
    scale = 1.0 / x.shape[1]
    b = ((dy.sum(1, True) * mean - (dy * x).sum(1, True)) * rstd * rstd * rstd) * scale
    c = -b * mean - dy.sum(1, True) * rstd * scale
    return rstd * dy + b * x + c


def of_softmax(g, s):
    return (g - (g * s.y).sum(s.get('dim'), True)) * s.y if g.dim() else g - g


def of_log_softmax(g, s):
    return g - s.y.exp() * g.sum(s.get('dim'), True) if g.dim() else g - g
