# SPDX-License-Identifier: MIT
"""The means of parts, as layers."""
from torch import Tensor
from torch.nn import functional as F
from torch.nn.common_types import _size_any_opt_t
from torch.nn.modules.module import Module


class _AdaptiveAvgPoolNd(Module):

    def __init__(self, output_size: _size_any_opt_t) -> None:
        super().__init__()
        self.output_size = output_size

    def extra_repr(self) -> str:
        return f'output_size={self.output_size}'


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The mean of each of so many parts of a row."""

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """The mean of each of so many parts of an image."""

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool2d(input, self.output_size)
