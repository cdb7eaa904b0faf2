# SPDX-License-Identifier: MIT
"""Images made larger."""
from torch import Tensor
from torch._typing import Optional
from torch.nn import functional as F
from torch.nn.common_types import _ratio_2_t, _ratio_any_t, _size_2_t, _size_any_t
from torch.nn.modules.module import Module


class Upsample(Module):
    """To a size, or by a factor."""

    def __init__(self, size: Optional[_size_any_t] = None, scale_factor: Optional[_ratio_any_t] = None,
                 mode: str = 'nearest', align_corners: Optional[bool] = None,
                 recompute_scale_factor: Optional[bool] = None) -> None:
        super().__init__()
        self.name = type(self).__name__
        self.size = size
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple(float(factor) for factor in scale_factor)
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input: Tensor) -> Tensor:
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners,
                             recompute_scale_factor=self.recompute_scale_factor)

    def extra_repr(self) -> str:
        if self.scale_factor is not None:
            wanted = f'scale_factor={self.scale_factor}'
        else:
            wanted = f'size={self.size}'
        return f'{wanted}, mode={self.mode!r}'


class UpsamplingNearest2d(Upsample):
    """Each element is the nearest one's."""

    def __init__(self, size: Optional[_size_2_t] = None,
                 scale_factor: Optional[_ratio_2_t] = None) -> None:
        super().__init__(size, scale_factor, mode='nearest')


class UpsamplingBilinear2d(Upsample):
    """Each element lies between its neighbours, corners on corners."""

    def __init__(self, size: Optional[_size_2_t] = None,
                 scale_factor: Optional[_ratio_2_t] = None) -> None:
        super().__init__(size, scale_factor, mode='bilinear', align_corners=True)
