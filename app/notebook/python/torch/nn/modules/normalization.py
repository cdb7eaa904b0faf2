# SPDX-License-Identifier: MIT
"""Layers that normalize each sample by itself."""
import numbers

import torch
from torch import Tensor
from torch._typing import List, Optional, Union
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_shape_t = Union[int, List[int], torch.Size]


def _tuple_of(shape):
    return (shape,) if isinstance(shape, numbers.Integral) else tuple(shape)


class _Scaled(Module):
    """A normalization with a weight and a bias, as far as they are wanted."""

    def _make_parameters(self, shape, weight, bias, device, dtype):
        for name, wanted in (('weight', weight), ('bias', bias)):
            self.register_parameter(
                name, Parameter(torch.empty(shape, device=device, dtype=dtype)) if wanted else None)

    def reset_parameters(self) -> None:
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


class LayerNorm(_Scaled):
    """Mean and variance over the last dimensions, then weight and bias for each element of these."""

    def __init__(self, normalized_shape: _shape_t, eps: float = 1e-5, elementwise_affine: bool = True,
                 bias: bool = True, device=None, dtype=None) -> None:
        super().__init__()
        self.normalized_shape = _tuple_of(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self._make_parameters(self.normalized_shape, elementwise_affine, elementwise_affine and bias, device, dtype)
        self.reset_parameters()

    def forward(self, input: Tensor) -> Tensor:
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return f'{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}'


class RMSNorm(Module):
    """The root of the mean square over the last dimensions, then a weight for each element of these."""

    def __init__(self, normalized_shape: _shape_t, eps: Optional[float] = None, elementwise_affine: bool = True,
                 device=None, dtype=None) -> None:
        super().__init__()
        self.normalized_shape = _tuple_of(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        weight = Parameter(torch.empty(self.normalized_shape, device=device, dtype=dtype))
        self.register_parameter('weight', weight if elementwise_affine else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    extra_repr = LayerNorm.extra_repr


class GroupNorm(_Scaled):
    """Mean and variance over groups of channels, then weight and bias for each channel."""

    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True,
                 device=None, dtype=None) -> None:
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError('num_channels must be divisible by num_groups')
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self._make_parameters(num_channels, affine, affine, device, dtype)
        self.reset_parameters()

    def forward(self, input: Tensor) -> Tensor:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return f'{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}'


class LocalResponseNorm(Module):
    """Each element by a power of the mean square of its neighbours among the channels."""

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Tensor) -> Tensor:
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self):
        return f'{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}'
