# SPDX-License-Identifier: MIT
"""Losses as functions. `size_average` and `reduce` are the older way to say `reduction`."""
import math
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


def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0,
                        size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                        reduction: str = 'mean') -> Tensor:
    number = _number_of(size_average, reduce, reduction)
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError(
            'margin_ranking_loss : All input tensors should have same dimension but got sizes: '
            f'input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} ')
    return torch.margin_ranking_loss(input1, input2, target, margin, number)


def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0,
                         size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                         reduction: str = 'mean') -> Tensor:
    return torch.hinge_embedding_loss(input, target, margin, _number_of(size_average, reduce, reduction))


def soft_margin_loss(input: Tensor, target: Tensor, size_average: Optional[bool] = None,
                     reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    return _nn.soft_margin_loss(input, target, _number_of(size_average, reduce, reduction))


def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0,
                          size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                          reduction: str = 'mean') -> Tensor:
    number = _number_of(size_average, reduce, reduction)
    return torch.cosine_embedding_loss(input1, input2, target, margin, number)


def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0,
                        p: float = 2, eps: float = 1e-6, swap: bool = False,
                        size_average: Optional[bool] = None, reduce: Optional[bool] = None,
                        reduction: str = 'mean') -> Tensor:
    number = _number_of(size_average, reduce, reduction)
    return torch.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, number)


def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True, full: bool = False,
                     size_average: Optional[bool] = None, eps: float = 1e-8,
                     reduce: Optional[bool] = None, reduction: str = 'mean') -> Tensor:
    name = named_reduction(size_average, reduce, reduction)
    if name not in ('none', 'mean', 'sum'):
        raise ValueError(f'{name} is not valid')
    return torch.poisson_nll_loss(input, target, log_input, full, eps, _REDUCTIONS[name])


def gaussian_nll_loss(input: Tensor, target: Tensor, var: Tensor, full: bool = False, eps: float = 1e-6,
                      reduction: str = 'mean') -> Tensor:
    """Minus the logarithm of a normal density; its constant only with `full`."""
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = torch.unsqueeze(var, -1)
        elif not (input.size()[:-1] == var.size()[:-1] and var.size(-1) == 1):
            raise ValueError('var is of incorrect size')
    if reduction not in ('none', 'mean', 'sum'):
        raise ValueError(reduction + ' is not valid')
    if torch.any(var < 0):
        raise ValueError('var has negative entry/entries')
    var = var.clone()
    with torch.no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss += 0.5 * math.log(2 * math.pi)
    if reduction == 'mean':
        return loss.mean()
    return loss.sum() if reduction == 'sum' else loss


for _function in (nll_loss, cross_entropy, kl_div, binary_cross_entropy, binary_cross_entropy_with_logits,
                  smooth_l1_loss, huber_loss, l1_loss, mse_loss, margin_ranking_loss,
                  hinge_embedding_loss, soft_margin_loss, cosine_embedding_loss, triplet_margin_loss,
                  poisson_nll_loss, gaussian_nll_loss):
    _function.__module__ = 'torch.nn.functional'
