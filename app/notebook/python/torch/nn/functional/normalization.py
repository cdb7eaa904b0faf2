# SPDX-License-Identifier: MIT
"""Normalizations as functions."""
import _torch
import torch
from _torch import _nn
from torch import Tensor
from torch._typing import List, Optional

_CUDNN = True  # an argument of PyTorch's functions in C++ that means nothing here


def layer_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor] = None,
               bias: Optional[Tensor] = None, eps: float = 1e-5) -> Tensor:
    return torch.layer_norm(input, normalized_shape, weight, bias, eps, _CUDNN)


def rms_norm(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor] = None,
             eps: Optional[float] = None) -> Tensor:
    return torch.rms_norm(input, normalized_shape, weight, eps)


def _check_batch(size):
    """A statistic of one value is none."""
    count = size[0]
    for extent in size[2:]:
        count *= extent
    if count == 1:
        raise ValueError('Expected more than 1 value per channel when training, got input size '
                         f'{size}')


def group_norm(input: Tensor, num_groups: int, weight: Optional[Tensor] = None,
               bias: Optional[Tensor] = None, eps: float = 1e-5) -> Tensor:
    if input.dim() < 2:
        raise RuntimeError(f'Expected at least 2 dimensions for input tensor but received {input.dim()}')
    _check_batch([input.size(0) * input.size(1) // num_groups, num_groups, *input.size()[2:]])
    return torch.group_norm(input, num_groups, weight, bias, eps, _CUDNN)


def batch_norm(input: Tensor, running_mean: Optional[Tensor], running_var: Optional[Tensor],
               weight: Optional[Tensor] = None, bias: Optional[Tensor] = None, training: bool = False,
               momentum: float = 0.1, eps: float = 1e-5) -> Tensor:
    if training:
        _check_batch(input.size())
    result = torch.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps,
                              _CUDNN)
    return result if training else _with_running_rule(result, input, weight, bias, running_mean, running_var, eps)


def _with_running_rule(result, input, weight, bias, mean, variance, eps):
    """The step of a batch norm by running statistics again, with its rule: they are constants."""
    affine = [each for each in (weight, bias) if each is not None]
    if not result.requires_grad:
        return result
    shape = [1, -1] + [1] * (input.dim() - 2)
    mean, rstd = mean.detach().view(shape), (variance.detach() + eps).rsqrt().view(shape)
    others = [d for d in range(input.dim()) if d != 1]

    def rule(g):
        scale = rstd if weight is None else rstd * weight.detach().view(shape)
        of_weight = [] if weight is None else [(g * ((input.detach() - mean) * rstd)).sum(others)]
        return [g * scale, *of_weight, g.sum(others)]

    return _torch._made(result, 'batch_norm', 'NativeBatchNormBackward0', [input, *affine], rule=rule)


def instance_norm(input: Tensor, running_mean: Optional[Tensor] = None,
                  running_var: Optional[Tensor] = None, weight: Optional[Tensor] = None,
                  bias: Optional[Tensor] = None, use_input_stats: bool = True, momentum: float = 0.1,
                  eps: float = 1e-5) -> Tensor:
    if use_input_stats:
        count = 1
        for extent in input.size()[2:]:
            count *= extent
        if count == 1:
            raise ValueError('Expected more than 1 spatial element when training, got input size '
                             f'{input.size()}')
    return torch.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum,
                               eps, _CUDNN)


def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12,
              out: Optional[Tensor] = None) -> Tensor:
    """Each slice divided by its p-norm."""
    length = input.norm(p, dim, keepdim=True).clamp_min(eps)
    if out is None:
        return input / length.expand_as(input)
    return torch.div(input, length.expand_as(input), out=out)


def local_response_norm(input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75,
                        k: float = 1.0) -> Tensor:
    """Each element divided by a power of the mean square of its neighbours among the channels."""
    if input.dim() < 3:
        raise ValueError('Expected 3D or higher dimensionality                          input (got '
                         f'{input.dim()} dimensions)')
    if input.numel() == 0:
        return input
    # The mean over `size` neighbouring channels, with zeros beyond the first and the last.
    channels = _nn.pad((input * input).transpose(1, -1), (size // 2, (size - 1) // 2))
    mean_square = channels.unfold(-1, size, 1).mean(-1).transpose(1, -1)
    return input / mean_square.mul(alpha).add(k).pow(beta)


for _function in (layer_norm, rms_norm, group_norm, batch_norm, instance_norm, normalize, local_response_norm):
    _function.__module__ = 'torch.nn.functional'
