# SPDX-License-Identifier: MIT
"""softmax and normalizations of bfloat16: mean and variance by Welford's method, each step rounded."""
import math

import torch
from torch import bfloat16
from torch._composed.sixteen_bits_tools import VECTOR, check_alike, made, narrow, refuse

WAYS = 'softmax log_softmax layer_norm group_norm batch_norm _batch_norm'


def _loop_of(name, input, dim):
    return f'{name}_lastdim_kernel_impl' if dim % max(input.dim(), 1) == max(input.dim(), 1) - 1 \
        else 'softmax_kernel_impl'


def softmax(input, dim, dtype=None):
    if dtype is not None:
        return NotImplemented
    refuse(_loop_of('softmax', input, dim), input)
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
    refuse(_loop_of('log_softmax', input, dim), input)
    if dim % max(input.dim(), 1) != input.dim() - 1 or input.numel() == 0:
        return NotImplemented
    x = input.detach().float()
    most = x.amax(dim, True)
    sums = (x - most).exp().sum(dim, True).to(input.dtype)
    result = (x - most - sums.log().float()).to(input.dtype)
    return made(result, input, 'log_softmax', 'LogSoftmaxBackward0')


def _joined(count, mean, squares, other_count, other_mean, other_squares):
    """The moments of two parts of the rows together."""
    total = count + other_count
    share = narrow(other_count, mean.dtype) / narrow(total, mean.dtype)
    delta = other_mean - mean
    return (total, mean + share * delta,
            squares + (other_squares + delta * delta * share * narrow(count, mean.dtype)))


def _moments(rows):
    """Mean and variance of each row of a matrix, in its type of 16 bits."""
    size = rows.shape[1]
    zero = torch.zeros_like(rows[:, 0])
    vectors = size // VECTOR
    levels = []
    lanes = rows[:, :vectors * VECTOR].reshape(rows.shape[0], vectors, VECTOR)
    depth = max((-(-vectors // 16) - 1).bit_length(), 1)
    empty = (0, torch.zeros_like(lanes[:, 0]), torch.zeros_like(lanes[:, 0])) if vectors else None
    levels = [empty] * depth
    for chunk, first in enumerate(range(0, vectors, 16)):
        _, mean, squares = empty
        count = min(16, vectors - first)
        for step in range(count):
            x = lanes[:, first + step]
            delta = x - mean
            mean = mean + delta * narrow(1 / (step + 1), rows.dtype)
            squares = squares + delta * (x - mean)
        levels[0] = _joined(*levels[0], count, mean, squares)
        level = 1
        while level < depth and (chunk + 1) % 2 ** level == 0:
            levels[level] = _joined(*levels[level], *levels[level - 1])
            levels[level - 1] = empty
            level += 1
    for level in levels[1:]:
        levels[0] = _joined(*levels[0], *level)
    count, mean, squares = 0, zero, zero
    for x in rows[:, vectors * VECTOR:].unbind(1):
        delta = x - mean
        count += 1
        mean = mean + delta / count
        squares = squares + delta * (x - mean)
    for lane in range(VECTOR if vectors else 0):
        count, mean, squares = _joined(count, mean, squares, vectors, levels[0][1][:, lane],
                                       levels[0][2][:, lane])
    return mean.unsqueeze(1), (squares / size).unsqueeze(1)


def _inverse_deviation(variance, eps):
    return 1 / (variance + eps).sqrt()


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5, cudnn_enable=True):
    shape = tuple(normalized_shape)
    if tuple(input.shape[input.dim() - len(shape):]) != shape:
        return torch.layer_norm(input.float(), shape)
    refuse('LayerNormKernelImpl', input)
    for other in (weight, bias):
        if other is not None:
            check_alike(input, other)
    if input.dtype != bfloat16 or input.numel() == 0 or any(w is not None and (w.dtype != bfloat16 or w.shape != shape)
                                         for w in (weight, bias)):
        return NotImplemented
    rows = input.detach().reshape(-1, math.prod(shape))
    mean, variance = _moments(rows)
    scale = _inverse_deviation(variance, eps)
    shift = (-scale.float() * mean.float()).to(bfloat16)
    result = rows.float() * scale.float() + shift.float()
    if weight is not None:
        result = result * weight.detach().float().flatten()
    if bias is not None:
        result = result + bias.detach().float().flatten()
    return made(result.to(bfloat16).view(input.shape), input, 'layer_norm', 'NativeLayerNormBackward0',
                 weight, bias)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5, cudnn_enabled=True):
    refuse('GroupNormKernelImpl', input)
    if input.dtype != bfloat16 or input.dim() < 2 or num_groups < 1 or input.shape[1] % num_groups \
            or input.numel() == 0:
        return NotImplemented
    rows = input.detach().reshape(input.shape[0] * num_groups, -1)
    mean, variance = _moments(rows)
    scale = _inverse_deviation(variance.clamp(min=0), eps)
    if weight is None and bias is None:
        result = (rows - mean) * scale
    else:
        channels = input.shape[1]
        scale = scale.expand(-1, channels // num_groups).reshape(input.shape[0], channels, 1)
        mean = mean.expand(-1, channels // num_groups).reshape(input.shape[0], channels, 1)
        scale = scale if weight is None else scale * weight.detach().view(1, -1, 1)
        shift = -scale * mean
        shift = shift if bias is None else shift + bias.detach().view(1, -1, 1)
        result = scale * input.detach().reshape(input.shape[0], channels, -1) + shift
    return made(result.reshape(input.shape), input, 'group_norm', 'NativeGroupNormBackward0', weight, bias)


def batch_norm(input, weight=None, bias=None, running_mean=None, running_var=None, training=False, momentum=0.1,
               eps=1e-5, cudnn_enabled=True):
    """Sums in float32; each statistic, and each step of a running one, in the type of the parameters."""
    refuse('batch_norm', input)
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
