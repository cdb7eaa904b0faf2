# SPDX-License-Identifier: MIT
"""softmax and batch norm of float16 and bfloat16, where more than the result is rounded."""
import math

import torch
from torch import bfloat16
from torch._composed.sixteen_bits_tools import VECTOR, made, narrow

WAYS = 'softmax log_softmax batch_norm _batch_norm'


def softmax(input, dim, dtype=None):
    if dtype is not None:
        return NotImplemented
    place = dim % max(input.dim(), 1)
    inner = math.prod(input.shape[place + 1:])
    if place == input.dim() - 1 or inner % VECTOR == 0 or input.numel() == 0:
        return NotImplemented
    # Columns beyond whole vectors keep their exponentials in 16 bits.
    x = input.detach().float()
    powers = (x - x.amax(dim, True)).exp()
    columns = torch.arange(inner).view(input.shape[place + 1:]) < inner // VECTOR * VECTOR
    tail = powers.to(input.dtype).float() / powers.sum(dim, True)
    result = torch.where(columns, x.softmax(dim), tail).to(input.dtype)
    return made(result, input, 'softmax', 'SoftmaxBackward0')


def log_softmax(input, dim, dtype=None):
    if dtype is not None:
        return NotImplemented
    if dim % max(input.dim(), 1) != input.dim() - 1 or input.numel() == 0:
        return NotImplemented
    x = input.detach().float()
    most = x.amax(dim, True)
    sums = (x - most).exp().sum(dim, True).to(input.dtype)
    result = (x - most - sums.log().float()).to(input.dtype)
    return made(result, input, 'log_softmax', 'LogSoftmaxBackward0')


def batch_norm(input, weight=None, bias=None, running_mean=None, running_var=None, training=False, momentum=0.1,
               eps=1e-5, cudnn_enabled=True):
    """Sums in float32; each statistic, and each step of a running one, in the type of the parameters."""
    parameters = [x for x in (weight, bias, running_mean, running_var) if x is not None]
    kinds = {x.dtype for x in parameters} or {bfloat16}
    channels = input.shape[1] if input.dim() > 1 else 0
    kept = training or running_mean is not None and running_var is not None
    if input.dtype != bfloat16 or len(kinds) > 1 or not kept or input.numel() == 0 \
            or any(x.shape != (channels,) for x in parameters):
        return NotImplemented
    kind, = kinds
    if kind not in (bfloat16, torch.float32):
        return NotImplemented
    x = input.detach().float().transpose(0, 1).reshape(channels, -1)
    if training:
        count = x.shape[1]
        mean = (x.sum(1) / count).to(kind)
        squares = ((x - mean.float().unsqueeze(1)) ** 2).sum(1).to(kind)
        inverse = (1 / ((squares / count).double() + eps).sqrt()).float().to(kind).float()
        _enter(running_mean, mean, momentum)
        _enter(running_var, (squares / (count - 1)).float(), momentum)
    else:
        mean = running_mean.detach()
        inverse = 1 / (running_var.detach().float() + eps).sqrt()
    scale = inverse if weight is None else inverse * weight.detach().float()
    shift = -(mean.float() * scale) if bias is None else bias.detach().float() - mean.float() * scale
    shape = (1, channels) + (1,) * (input.dim() - 2)
    result = torch.addcmul(shift.view(shape), input.detach().float(), scale.view(shape)).to(bfloat16)
    return made(result, input, 'batch_norm', 'NativeBatchNormBackward0', weight, bias)


_batch_norm = batch_norm


def _enter(running, new, momentum):
    """running = momentum * new + (1 - momentum) * running."""
    if running is None:
        return
    share = narrow(momentum, running.dtype)
    rest = (1 - share) * running.detach()
    if new.dtype != running.dtype:
        share, rest = share.float(), rest.float()
    running.detach().copy_(share * new + rest)
