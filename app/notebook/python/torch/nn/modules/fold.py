# SPDX-License-Identifier: MIT
"""Windows of images as columns."""
from torch import Tensor
from torch.nn import functional as F
from torch.nn.common_types import _size_any_t
from torch.nn.modules.module import Module


class Unfold(Module):
    """The windows of a batch of images, each a column."""

    def __init__(self, kernel_size: _size_any_t, dilation: _size_any_t = 1, padding: _size_any_t = 0,
                 stride: _size_any_t = 1) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input: Tensor) -> Tensor:
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        return (f'kernel_size={self.kernel_size}, dilation={self.dilation}, padding={self.padding}, '
                f'stride={self.stride}')
