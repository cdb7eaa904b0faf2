# SPDX-License-Identifier: MIT
"""The exponential distribution."""
import torch
from torch import Size
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, all_tensors


class Exponential(Distribution):
    """Times between events that come at `rate`."""

    arg_constraints = {'rate': constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        self.rate, = all_tensors(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self):
        return self.rate.reciprocal()

    stddev = mean

    @property
    def mode(self):
        return torch.zeros_like(self.rate)

    @property
    def variance(self):
        return self.rate.pow(-2)

    def rsample(self, sample_shape=Size()):
        drawn = torch.empty(self._extended_shape(sample_shape), dtype=self.rate.dtype).exponential_()
        return drawn / self.rate

    def log_prob(self, value):
        self._check_value(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        self._check_value(value)
        return 1 - torch.exp(-self.rate * value)

    def icdf(self, value):
        return -torch.log(1 - value) / self.rate

    def entropy(self):
        return 1.0 - torch.log(self.rate)
