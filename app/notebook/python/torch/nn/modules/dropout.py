# SPDX-License-Identifier: MIT
"""Dropout as a layer: on while training only."""
from torch import Tensor
from torch.nn import functional as F
from torch.nn.modules.module import Module


class Dropout(Module):
    """Elements become 0 with probability p; the others are scaled to keep the mean."""

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f'dropout probability has to be between 0 and 1, but got {p}')
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        return f'p={self.p}, inplace={self.inplace}'

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout(input, self.p, self.training, self.inplace)
