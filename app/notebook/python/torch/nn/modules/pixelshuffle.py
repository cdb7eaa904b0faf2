# SPDX-License-Identifier: MIT
"""Channels made pixels, and back."""
from torch import Tensor
from torch.nn import functional as F
from torch.nn.modules.module import Module


class PixelShuffle(Module):
    """r x r channels become r x r pixels."""

    def __init__(self, upscale_factor: int) -> None:
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input: Tensor) -> Tensor:
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self) -> str:
        return f'upscale_factor={self.upscale_factor}'


class PixelUnshuffle(Module):
    """r x r pixels become r x r channels."""

    def __init__(self, downscale_factor: int) -> None:
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input: Tensor) -> Tensor:
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self) -> str:
        return f'downscale_factor={self.downscale_factor}'
