# SPDX-License-Identifier: MIT
"""Element by element."""
import math

import torch
from _torch import _fused_sum as fused
from _torch import _gelu_slope

ROOT_PI = math.sqrt(math.pi)


def zero(g, s):
    return torch.zeros_like(g)


def of_pow_base(g, s):
    base, exponent = s.a, s.b
    if not isinstance(exponent, torch.Tensor):
        return torch.zeros_like(g) if exponent == 0 else g * (exponent * base.pow(exponent - 1))
    return torch.where(exponent == 0, 0.0, g * (exponent * torch.pow(base, exponent - 1)))


def of_pow_exponent(g, s):
    base, exponent = s.a, s.b
    if isinstance(base, torch.Tensor):
        return g * torch.where((base == 0) & (exponent >= 0), 0.0, s.y * base.log())
    if base == 0:
        return g * torch.where(exponent >= 0, 0.0, s.y * -math.inf)
    return g * (s.y * math.log(base))


def of_choice(first):
    """Of maximum and minimum: to the one that is chosen, half where both are."""

    def rule(g, s):
        mine, other = (s.a, s.b) if first else (s.b, s.a)
        lost = mine < other if s.operation in ('maximum', 'fmax') else mine > other
        return torch.where(mine == other, g / 2, g).masked_fill(lost, 0)

    return rule


def of_where(g, s, place):
    chosen = s[0].bool()
    first = place == 1 and 'self' not in s.attributes
    return torch.where(chosen, g, 0.0) if first else torch.where(chosen, 0.0, g)


def of_clamp(g, s, place):
    x, low, high = s[0], s.get('min'), s.get('max')
    low = s[1] if low is True else -math.inf if low is None else low
    high = s[len(s) - 1] if high is True else math.inf if high is None else high
    if place == 0:
        return torch.where((x >= low) & (x <= high), g, 0.0)
    if place == 1 and s.get('min') is True:
        return torch.where((x < low) & (low < high), g, 0.0)
    return torch.where((x > high) | (high < low), g, 0.0)


def of_gelu(g, s):
    x = s[0]
    if s.get('approximate') == 'tanh':
        beta, kappa = math.sqrt(2) * 2 / ROOT_PI * 0.5, 0.044715
        square, one = x * x, torch.ones_like(x)
        bent = (beta * fused(torch.full_like(x, kappa), square * x, x)).tanh()
        inner = beta * fused(torch.full_like(x, 3 * kappa), square, one)
        return g * (0.5 * (1 + bent) + 0.5 * x * fused(-bent, bent, one) * inner)
    if x.dtype == torch.float32 and x.is_contiguous() and x.numel() > 1:
        return g * _gelu_slope(x)
    share = 0.5 * (1 + (x * math.sqrt(0.5)).erf())
    return g * fused(x, (x * x * -0.5).exp() * (1 / math.sqrt(2 * math.pi)), share)


def of_silu(g, s):
    share = 1 / (1 + (-s[0]).exp())
    return g * share * fused(s[0], 1 - share, torch.ones_like(share))


def of_mish(g, s):
    x = s[0]
    share, bent = 1 / (1 + (-x).exp()), x.exp().log1p().tanh()
    return g * fused(x * share, fused(-bent, bent, torch.ones_like(bent)), bent)


def of_elu(g, s):
    x, alpha, scale = s[0], s.get('alpha', 1.0), 1.0
    if s.operation == 'selu':
        alpha, scale = 1.6732632423543772, 1.0507009873554805
    return torch.where(x <= 0, g * (alpha * scale) * x.exp(), g * scale)


def of_softplus(g, s):
    x, beta = s[0], s.get('beta', 1.0)
    power = (x * beta).exp()
    return torch.where(x * beta > s.get('threshold', 20.0), g, g * power / (power + 1.0))


def same(g, s):
    return g
