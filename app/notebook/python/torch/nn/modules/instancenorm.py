# SPDX-License-Identifier: MIT
"""Layers that normalize each channel of each sample."""
from torch import Tensor
from torch.nn import functional as F
from torch.nn.modules.batchnorm import _NormBase, expect_dimensions


class _InstanceNorm(_NormBase):
    _sample_rank = 0

    def __init__(self, num_features: int, eps: float = 1e-5, momentum: float = 0.1, affine: bool = False,
                 track_running_stats: bool = False, device=None, dtype=None) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        if input.dim() == self._sample_rank:
            return self._normalized(input.unsqueeze(0)).squeeze(0)
        return self._normalized(input)

    def _normalized(self, batch):
        return F.instance_norm(
            batch, self.running_mean, self.running_var, self.weight, self.bias,
            self.training or not self.track_running_stats, self.momentum, self.eps)

    def _check_input_dim(self, input):
        expect_dimensions(input, self._sample_rank, self._sample_rank + 1)


class InstanceNorm1d(_InstanceNorm):
    """Of [C, L] or [N, C, L]."""

    _sample_rank = 2


class InstanceNorm2d(_InstanceNorm):
    """Of [C, H, W] or [N, C, H, W]."""

    _sample_rank = 3


class InstanceNorm3d(_InstanceNorm):
    """Of [C, D, H, W] or [N, C, D, H, W]."""

    _sample_rank = 4
