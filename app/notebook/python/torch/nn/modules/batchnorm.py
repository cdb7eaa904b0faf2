# SPDX-License-Identifier: MIT
"""Layers that normalize each channel over the batch, and keep running statistics for eval()."""
import torch
from torch import Tensor
from torch._typing import Optional
from torch.nn import functional as F
from torch.nn.modules.normalization import _Scaled


class _NormBase(_Scaled):
    """What batch and instance normalization keep."""

    _version = 2

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 device=None, dtype=None):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self._make_parameters(num_features, affine, affine, device, dtype)
        if track_running_stats:
            self.register_buffer('running_mean', torch.zeros(num_features, device=device, dtype=dtype))
            self.register_buffer('running_var', torch.ones(num_features, device=device, dtype=dtype))
            self.register_buffer('num_batches_tracked', torch.tensor(0, dtype=torch.long, device=device))
        else:
            self.register_buffer('running_mean', None)
            self.register_buffer('running_var', None)
            self.register_buffer('num_batches_tracked', None)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        self.reset_running_stats()
        super().reset_parameters()

    def _check_input_dim(self, input):
        raise NotImplementedError

    def extra_repr(self):
        return (f'{self.num_features}, eps={self.eps}, momentum={self.momentum}, '
                f'affine={self.affine}, track_running_stats={self.track_running_stats}')


class _BatchNorm(_NormBase):

    def __init__(self, num_features: int, eps: float = 1e-5, momentum: Optional[float] = 0.1, affine: bool = True,
                 track_running_stats: bool = True, device=None, dtype=None) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # the mean over all batches
                factor = 1.0 / float(self.num_batches_tracked)
        no_statistics = self.running_mean is None and self.running_var is None
        kept = not self.training or self.track_running_stats
        return F.batch_norm(
            input, self.running_mean if kept else None, self.running_var if kept else None,
            self.weight, self.bias, self.training or no_statistics, factor, self.eps)


def expect_dimensions(input, *ranks):
    """An error unless the input has one of these numbers of dimensions."""
    if input.dim() not in ranks:
        wanted = ' or '.join(f'{rank}D' for rank in ranks)
        raise ValueError(f'expected {wanted} input (got {input.dim()}D input)')


class BatchNorm1d(_BatchNorm):
    """Of [N, C] or [N, C, L]."""

    def _check_input_dim(self, input):
        expect_dimensions(input, 2, 3)


class BatchNorm2d(_BatchNorm):
    """Of [N, C, H, W]."""

    def _check_input_dim(self, input):
        expect_dimensions(input, 4)


class BatchNorm3d(_BatchNorm):
    """Of [N, C, D, H, W]."""

    def _check_input_dim(self, input):
        expect_dimensions(input, 5)
