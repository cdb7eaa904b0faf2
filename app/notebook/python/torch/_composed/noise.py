# SPDX-License-Identifier: MIT
"""Dropout: of elements, of whole channels, and such that keeps mean and variance; and normalization of
samples.
"""
import _torch
import torch
from torch._composed.sixteen_bits_tools import word

# Where SELU goes for small x: what AlphaDropout puts in an element's place.
_ALPHA = 1.7580993408473766


def _channel_noise(input, p):
    """1 for the channels that stay, 0 for the others."""
    if input.dim() < 2:
        raise RuntimeError('Feature dropout requires at least 2 dimensions in the input')
    _require_floating(input)
    shape = tuple(input.shape[:2]) + (1,) * (input.dim() - 2)
    return torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p)


def feature_dropout(input, p, train):
    if not train or p == 0 or input.numel() == 0:
        return input
    if p == 1:
        return input * torch.zeros((), dtype=input.dtype)
    return input * (_channel_noise(input, p) / (1 - p))


def _require_floating(input):
    if not input.is_floating_point():
        kind = input.type().split('.')[1].replace('Tensor', '')
        raise RuntimeError(f"result type Float can't be cast to the desired output type {kind}")


def _alpha_dropout(input, p, noise):
    scale = 1.0 / ((_ALPHA * _ALPHA * p + 1) * (1 - p)) ** 0.5
    shift = ((noise - 1) * (_ALPHA * scale)) + _ALPHA * scale * p
    return input * (noise * scale) + shift


def alpha_dropout(input, p, train):
    if not train or p == 0 or input.numel() == 0:
        return input
    if p == 1:
        return input * torch.zeros((), dtype=input.dtype)
    _require_floating(input)
    return _alpha_dropout(input, p, torch.empty_like(input.detach()).bernoulli_(1 - p))


def feature_alpha_dropout(input, p, train):
    if not train or p == 0 or input.numel() == 0:
        return input
    if p == 1:
        return input * torch.zeros((), dtype=input.dtype)
    return _alpha_dropout(input, p, _channel_noise(input, p))


def _repeated(x, batch):
    return None if x is None else x.repeat(batch)


def instance_norm(input, weight=None, bias=None, running_mean=None, running_var=None,
                  use_input_stats=True, momentum=0.1, eps=1e-5, cudnn_enabled=True):
    """The channels of all samples as those of one; its running statistics are the means of theirs."""
    batch, channels = input.shape[:2]
    means, variances = _repeated(running_mean, batch), _repeated(running_var, batch)
    merged = input.contiguous().view((1, batch * channels, *input.shape[2:]))
    result = torch.batch_norm(merged, _repeated(weight, batch), _repeated(bias, batch), means, variances,
                              use_input_stats, momentum, eps, False)
    if use_input_stats and running_mean is not None:
        running_mean.copy_(means.view(batch, channels).mean(0))
        running_var.copy_(variances.view(batch, channels).mean(0))
    return result.view(input.shape)


def dropout(input, p, train):
    """In training, kept elements are divided by 1 - p; otherwise the input itself."""
    if not 0 <= p <= 1:
        raise RuntimeError(f'dropout probability has to be between 0 and 1, but got {p:g}')
    if not train or p == 0:
        return input
    if p < 1 and not input.is_floating_point():
        raise RuntimeError(f"result type Float can't be cast to the desired output type {word(input)}")
    if input.numel() == 0:
        return input
    if p == 1:
        return input * torch.zeros((), dtype=input.dtype)
    scaled = torch.empty(input.shape, dtype=input.dtype).bernoulli_(1 - p).div_(1 - p)
    return _torch._made(input.detach() * scaled, 'dropout', 'MulBackward0', [input, scaled],
                        rule=lambda g: (g * scaled, None))


def dropout_(input, p, train):
    result = dropout(input, p, train)
    return input if result is input else _torch._put_back(input, result)
