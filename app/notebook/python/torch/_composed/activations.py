# SPDX-License-Identifier: MIT
"""Activations."""
import _torch
import torch
from _torch import _nn
from torch._composed.sixteen_bits_tools import word


def _between(input, low, high, slope=1.0):
    """The rule of what has this slope between two bounds, and is flat outside."""
    x = input.detach()
    return lambda g: torch.where((x > low) & (x < high), g * slope, 0.0)


def hardtanh(input, min_val=-1.0, max_val=1.0):
    bounded = input.detach().clamp(min_val, max_val).to(input.dtype)
    return _torch._made(bounded, 'hardtanh', 'HardtanhBackward0', [input], rule=_between(input, min_val, max_val))


def relu6(input):
    return _torch._made(input.detach().clamp(0, 6), 'relu6', 'HardtanhBackward0', [input], rule=_between(input, 0, 6))


def _floating(name, input):
    """The input without its gradient; PyTorch has no loop for integers."""
    if not input.is_floating_point():
        raise RuntimeError(f'"{name}_cpu" not implemented for \'{word(input)}\'')
    return input.detach()


def hardsigmoid(input):
    bent = (_floating('hardsigmoid', input) + 3).clamp(0, 6) / 6
    return _torch._made(bent, 'hardsigmoid', 'HardsigmoidBackward0', [input], rule=_between(input, -3, 3, 1 / 6))


def hardswish(input):
    x = _floating('hardswish', input)
    return _torch._made(x * (x + 3).clamp(0, 6) / 6, 'hardswish', 'HardswishBackward0', [input], rule=lambda g:
                        torch.where(x < -3, 0.0, torch.where(x <= 3, g * (x / 3 + 0.5), g)))


def log_sigmoid(input):
    x = _floating('log_sigmoid', input).contiguous()
    bent = x.clamp(max=0) - torch.log1p(torch.exp(-x.abs()))

    def rule(g):
        power = (-x.abs()).exp()
        share = power / (1 + power)
        return g * torch.where(x < 0, 1 - share, share)

    return _torch._made(bent, 'logsigmoid', 'LogSigmoidBackward0', [input], rule=rule)


def glu(input, dim=-1):
    if input.dim() == 0:
        raise RuntimeError('glu does not support 0-dimensional tensors')
    size = input.size(dim)
    if size % 2 != 0:
        raise RuntimeError(f'Halving dimension must be even, but dimension {dim % input.dim()} is size '
                           f'{size}')
    first, second = input.detach().chunk(2, dim)
    product = (first * torch.sigmoid(second)).contiguous()

    def rule(g):
        share = torch.sigmoid(second)
        return torch.cat([g * share, (1 - share) * share * g * first], dim)

    return _torch._made(product, 'glu', 'GluBackward0', [input], rule=rule)


def prelu(input, weight):
    x, slope = input.detach(), weight.detach()
    if slope.numel() != 1:
        channels = x.shape[1] if x.dim() > 1 else 1
        if slope.numel() != channels:
            raise RuntimeError('Mismatch of parameter numbers and input channel size. Found parameter '
                               f'numbers = {slope.numel()} and channel size = {channels}.')
        slope = slope.view([-1 if d == 1 else 1 for d in range(x.dim())])
    bent = torch.where(x > 0, x, slope * x)

    def rule(g):
        of_slope = torch.where(x > 0, 0.0, x * g)
        others = [d for d in range(x.dim()) if d != 1 or slope.numel() == 1]
        return torch.where(x > 0, g, slope * g), of_slope.sum(others).view(weight.shape)

    return _torch._made(bent, 'prelu', 'PreluBackward0', [input, weight], rule=rule)


def celu(input, alpha=1.0):
    if alpha == 0:
        raise RuntimeError('ZeroDivisionError: alpha cannot be 0 for CELU')
    x = input.detach()
    if alpha == 1.0 or not x.is_floating_point():
        bent = _nn.elu(x, alpha)
    else:
        bent = torch.where(x <= 0, (torch.exp(x * (1.0 / alpha)) - 1) * alpha, x)
    return _torch._made(bent, 'celu', 'CeluBackward0', [input],
                        rule=lambda g: torch.where(x <= 0, g * (x * (1.0 / alpha)).exp(), g))
