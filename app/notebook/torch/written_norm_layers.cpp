// SPDX-License-Identifier: MIT
// See written.hpp: normalization by running statistics, and of single samples.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn import Module, Parameter


class _NormBase(Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 device=None, dtype=None):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        if affine:
            self.weight = Parameter(torch.ones(num_features, dtype=dtype))
            self.bias = Parameter(torch.zeros(num_features, dtype=dtype))
        else:
            self.register_parameter('weight', None)
            self.register_parameter('bias', None)
        if track_running_stats:
            self.register_buffer('running_mean', torch.zeros(num_features, dtype=dtype))
            self.register_buffer('running_var', torch.ones(num_features, dtype=dtype))
            self.register_buffer('num_batches_tracked', torch.tensor(0, dtype=torch.long))
        else:
            self.register_buffer('running_mean', None)
            self.register_buffer('running_var', None)
            self.register_buffer('num_batches_tracked', None)

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        if self.affine:
            nn.init.ones_(self.weight)
            nn.init.zeros_(self.bias)

    def _check_input_dim(self, input):
        raise NotImplementedError

    def extra_repr(self):
        return (f'{self.num_features}, eps={self.eps}, momentum={self.momentum}, '
                f'affine={self.affine}, track_running_stats={self.track_running_stats}')


class _BatchNorm(_NormBase):
    def forward(self, input):
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        none = self.running_mean is None and self.running_var is None
        kept = not self.training or self.track_running_stats
        return F.batch_norm(input, self.running_mean if kept else None,
                            self.running_var if kept else None, self.weight, self.bias,
                            self.training or none, factor, self.eps)


def _expected_dimensions(input, *counts):
    if input.dim() not in counts:
        wanted = ' or '.join([f'{count}D' for count in counts])
        raise ValueError(f'expected {wanted} input (got {input.dim()}D input)')


@_layer('batchnorm')
class BatchNorm1d(_BatchNorm):
    def _check_input_dim(self, input):
        _expected_dimensions(input, 2, 3)


@_layer('batchnorm')
class BatchNorm2d(_BatchNorm):
    def _check_input_dim(self, input):
        _expected_dimensions(input, 4)


@_layer('batchnorm')
class BatchNorm3d(_BatchNorm):
    def _check_input_dim(self, input):
        _expected_dimensions(input, 5)


class _InstanceNorm(_NormBase):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False,
                 track_running_stats=False, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input):
        self._check_input_dim(input)
        single = input.dim() == self._dimensions
        x = input.unsqueeze(0) if single else input
        result = F.instance_norm(x, self.running_mean, self.running_var, self.weight, self.bias,
                                 self.training or not self.track_running_stats, self.momentum,
                                 self.eps)
        return result.squeeze(0) if single else result


@_layer('instancenorm')
class InstanceNorm1d(_InstanceNorm):
    _dimensions = 2

    def _check_input_dim(self, input):
        _expected_dimensions(input, 2, 3)


@_layer('instancenorm')
class InstanceNorm2d(_InstanceNorm):
    _dimensions = 3

    def _check_input_dim(self, input):
        _expected_dimensions(input, 3, 4)


@_layer('instancenorm')
class InstanceNorm3d(_InstanceNorm):
    _dimensions = 4

    def _check_input_dim(self, input):
        _expected_dimensions(input, 4, 5)


torch.nn.BatchNorm1d = BatchNorm1d
torch.nn.BatchNorm2d = BatchNorm2d
torch.nn.BatchNorm3d = BatchNorm3d
torch.nn.InstanceNorm1d = InstanceNorm1d
torch.nn.InstanceNorm2d = InstanceNorm2d
torch.nn.InstanceNorm3d = InstanceNorm3d
)py";

}  // namespace

std::string_view written_norm_layers() {
  return kText;
}

}  // namespace normscope::notebook::torch
