# SPDX-License-Identifier: MIT
"""The Laplace distribution: exponential on both sides."""
import torch
from torch import Size
from torch.distributions.distribution import LocationAndScale


class Laplace(LocationAndScale):
    """Numbers around `loc`, whose distance from it has the mean `scale`."""

    @property
    def mean(self):
        return self.loc

    mode = mean

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return 2 ** 0.5 * self.scale

    def rsample(self, sample_shape=Size()):
        drawn = torch.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype)
        drawn.uniform_(torch.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * drawn.sign() * torch.log1p(-drawn.abs())

    def log_prob(self, value):
        self._check_value(value)
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def cdf(self, value):
        self._check_value(value)
        distance = value - self.loc
        return 0.5 - 0.5 * distance.sign() * torch.expm1(-distance.abs() / self.scale)

    def icdf(self, value):
        side = value - 0.5
        return self.loc - self.scale * side.sign() * torch.log1p(-2 * side.abs())

    def entropy(self):
        return 1 + torch.log(2 * self.scale)
