# SPDX-License-Identifier: MIT
"""torch.nn.init: parameters filled anew, in their place."""
import math
import warnings

import torch
from torch import Generator, Tensor
from torch._typing import Optional

__all__ = [
    'calculate_gain', 'constant_', 'dirac_', 'eye_', 'kaiming_normal_', 'kaiming_uniform_', 'normal_',
    'ones_', 'sparse_', 'trunc_normal_', 'uniform_', 'xavier_normal_', 'xavier_uniform_', 'zeros_']


_OLD_NAMES = ('constant', 'dirac', 'eye', 'kaiming_normal', 'kaiming_uniform', 'normal', 'sparse', 'uniform',
              'xavier_normal', 'xavier_uniform')


def _under_old_name(name):
    def fill(*args, **kwargs):
        warnings.warn(f'`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`.', FutureWarning, stacklevel=2)
        return globals()[name + '_'](*args, **kwargs)

    fill.__name__ = name
    return fill


def __getattr__(name):
    if name in _OLD_NAMES:
        return _under_old_name(name)
    from torch._unsupported import refusing
    return refusing('torch.nn.init', name)


# --- How far to draw


def calculate_gain(nonlinearity, param=None):
    """What keeps the spread of values through an activation."""
    plain = ('linear', 'conv1d', 'conv2d', 'conv3d', 'conv_transpose1d', 'conv_transpose2d',
             'conv_transpose3d', 'sigmoid')
    if nonlinearity in plain:
        return 1
    if nonlinearity == 'tanh':
        return 5.0 / 3
    if nonlinearity == 'relu':
        return math.sqrt(2.0)
    if nonlinearity == 'leaky_relu':
        if param is None:
            slope = 0.01
        elif isinstance(param, (int, float)) and not isinstance(param, bool):
            slope = param
        else:
            raise ValueError(f'negative_slope {param} not a valid number')
        return math.sqrt(2.0 / (1 + slope ** 2))
    if nonlinearity == 'selu':
        return 3.0 / 4
    raise ValueError(f'Unsupported nonlinearity {nonlinearity}')


def _calculate_fan_in_and_fan_out(tensor):
    """How many inputs an output has, and how many outputs an input."""
    if tensor.dim() < 2:
        raise ValueError('Fan in and fan out can not be computed for tensor with fewer than 2 dimensions')
    field = math.prod(tensor.shape[2:])
    return tensor.size(1) * field, tensor.size(0) * field


def _calculate_correct_fan(tensor, mode):
    mode = mode.lower()
    if mode not in ('fan_in', 'fan_out'):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == 'fan_in' else fan_out


# --- Filling


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Optional[Generator] = None) -> Tensor:
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Optional[Generator] = None) -> Tensor:
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def constant_(tensor: Tensor, val: float) -> Tensor:
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor: Tensor) -> Tensor:
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    with torch.no_grad():
        return tensor.zero_()


def eye_(tensor):
    if tensor.ndimension() != 2:
        raise ValueError('Only tensors with 2 dimensions are supported')
    with torch.no_grad():
        torch.eye(*tensor.shape, out=tensor, requires_grad=tensor.requires_grad)
    return tensor


def dirac_(tensor, groups=1):
    """Kernels of a convolution that gives its input."""
    rank = tensor.ndimension()
    if rank not in (3, 4, 5):
        raise ValueError('Only tensors with 3, 4, or 5 dimensions are supported')
    if tensor.size(0) % groups != 0:
        raise ValueError('dim 0 must be divisible by groups')
    outputs = tensor.size(0) // groups
    middle = tuple(extent // 2 for extent in tensor.shape[2:])
    with torch.no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(outputs, tensor.size(1))):
                tensor[(group * outputs + channel, channel, *middle)] = 1
    return tensor


def trunc_normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0,
                  b: float = 2.0, generator: Optional[Generator] = None) -> Tensor:
    """A normal distribution between a and b, by the inverse of its cumulative."""
    def share_below(x):
        return (1.0 + math.erf((x - mean) / std / math.sqrt(2.0))) / 2.0

    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn('mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of '
                      'values may be incorrect.', stacklevel=2)
    with torch.no_grad():
        tensor.uniform_(2 * share_below(a) - 1, 2 * share_below(b) - 1, generator=generator)
        tensor.erfinv_()
        tensor.mul_(std * math.sqrt(2.0))
        tensor.add_(mean)
        tensor.clamp_(min=a, max=b)
        return tensor


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Optional[Generator] = None) -> Tensor:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Optional[Generator] = None) -> Tensor:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)), generator)


def kaiming_uniform_(tensor: Tensor, a: float = 0, mode: str = 'fan_in',
                     nonlinearity: str = 'leaky_relu', generator: Optional[Generator] = None):
    if 0 in tensor.shape:
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    std = calculate_gain(nonlinearity, a) / math.sqrt(fan)
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor: Tensor, a: float = 0, mode: str = 'fan_in',
                    nonlinearity: str = 'leaky_relu', generator: Optional[Generator] = None):
    if 0 in tensor.shape:
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    std = calculate_gain(nonlinearity, a) / math.sqrt(fan)
    return normal_(tensor, 0, std, generator)


def sparse_(tensor, sparsity, std=0.01, generator: Optional[Generator] = None):
    """Normal, with this share of each column set to zero."""
    if tensor.ndimension() != 2:
        raise ValueError('Only tensors with 2 dimensions are supported')
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with torch.no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[torch.randperm(rows)[:zeros], column] = 0
    return tensor
