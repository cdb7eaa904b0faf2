# SPDX-License-Identifier: MIT
"""Losses as functions. `size_average` and `reduce` are the older way to say `reduction`."""
import warnings

import torch
from _torch import _nn
from torch import Tensor
from torch._typing import Optional

_REDUCTIONS = {'none': 0, 'mean': 1, 'elementwise_mean': 1, 'sum': 2}


def named_reduction(size_average, reduce, reduction):
    """The name of a reduction from all ways to ask for it."""
    if size_average is None and reduce is None:
        return reduction
    average = True if size_average is None else size_average
    reduced = True if reduce is None else reduce
    if average and reduced:
        return 'mean'
    return 'sum' if reduced else 'none'


def _number_of(size_average, reduce, reduction):
    """The number that PyTorch's functions in C++ have for a reduction."""
    name = named_reduction(size_average, reduce, reduction)
    number = _REDUCTIONS.get(name) if isinstance(name, str) else None
    if number is None:
        raise ValueError(f'{name} is not a valid value for reduction')
    return number


def _warn_of_sizes(input, target):
    if target.size() != input.size():
        warnings.warn(
            f'Using a target size ({target.size()}) that is different to the input size ({input.size()}). '
            'This will likely lead to incorrect results due to broadcasting. Please ensure they have the '
            'same size.', stacklevel=3)


def _stretched(input, target):
    """Both in one shape."""
    if input.size() == target.size():
        return input, target
    return torch.broadcast_tensors(input, target)


def nll_loss(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
             size_average: Optional[bool] = None, ignore_index: int = -100,
             reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    number = _number_of(size_average, reduce, reduction)
    return _nn.nll_loss_nd(input, target, weight, number, ignore_index)


def cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
                  size_average: Optional[bool] = None, ignore_index: int = -100,
                  reduce: Optional[bool] = None, reduction: str = 'mean',
                  label_smoothing: float = 0.0) -> Tensor:
    number = _number_of(size_average, reduce, reduction)
    return _nn.cross_entropy_loss(input, target, weight, number, ignore_index, label_smoothing)


def kl_div(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
           reduce: Optional[bool] = None, reduction: str = 'mean', log_target: bool = False) -> Tensor:
    name = named_reduction(size_average, reduce, reduction)
    by_batch = name == 'batchmean'
    result = torch.kl_div(input, target, _REDUCTIONS['sum'] if by_batch else _number_of(None, None, name),
                          log_target=log_target)
    return result / input.size()[0] if by_batch and input.dim() != 0 else result


def binary_cross_entropy(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
                         size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                         reduction: str = 'mean') -> Tensor:
    number = _number_of(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(f'Using a target size ({target.size()}) that is different to the input size '
                         f'({input.size()}) is deprecated. Please ensure they have the same size.')
    if weight is not None:
        weight_size = weight.size()
        weight = weight.expand(torch.broadcast_shapes(weight_size, target.size()))
    return _nn.binary_cross_entropy(input, target, weight, number)


def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Optional[Tensor] = None,
                                     size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                                     reduction: str = 'mean',
                                     pos_weight: Optional[Tensor] = None) -> Tensor:
    number = _number_of(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(f'Target size ({target.size()}) must be the same as input size ({input.size()})')
    return torch.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


def smooth_l1_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
                   reduce: Optional[bool] = None, reduction: str = 'mean', beta: float = 1.0) -> Tensor:
    _warn_of_sizes(input, target)
    name = named_reduction(size_average, reduce, reduction)
    input, target = _stretched(input, target)
    return _nn.smooth_l1_loss(input, target, _number_of(None, None, name), beta)


def huber_loss(input: Tensor, target: Tensor, reduction: str = 'mean', delta: float = 1.0) -> Tensor:
    _warn_of_sizes(input, target)
    input, target = _stretched(input, target)
    return _nn.huber_loss(input, target, _number_of(None, None, reduction), delta)


def l1_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
            reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    _warn_of_sizes(input, target)
    name = named_reduction(size_average, reduce, reduction)
    input, target = _stretched(input, target)
    return _nn.l1_loss(input, target, _number_of(None, None, name))


def mse_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
             reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    _warn_of_sizes(input, target)
    name = named_reduction(size_average, reduce, reduction)
    input, target = _stretched(input, target)
    return _nn.mse_loss(input, target, _number_of(None, None, name))


for _function in (nll_loss, cross_entropy, kl_div, binary_cross_entropy, binary_cross_entropy_with_logits,
                  smooth_l1_loss, huber_loss, l1_loss, mse_loss):
    _function.__module__ = 'torch.nn.functional'
