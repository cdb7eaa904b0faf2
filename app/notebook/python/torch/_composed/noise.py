# SPDX-License-Identifier: MIT
"""Dropout: of elements, of whole channels, and such that keeps mean and variance; and normalization of
samples.
"""
import _torch
import torch
from torch._composed.sixteen_bits_tools import word

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
