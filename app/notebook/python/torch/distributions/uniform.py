# SPDX-License-Identifier: MIT
"""The uniform distribution."""
import torch
from torch import Size
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, all_tensors


class Uniform(Distribution):
    """Numbers from `low` to below `high`."""

    arg_constraints = {'low': constraints.real, 'high': constraints.real}
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = all_tensors(low, high)
        super().__init__(self.low.shape, validate_args=validate_args)
        if self._validate_args and not torch.lt(self.low, self.high).all():
            raise ValueError('Uniform is not defined when low>= high')

    @property
    def support(self):
        return constraints.interval(self.low, self.high)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def stddev(self):
        return (self.high - self.low) / 12 ** 0.5

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape=Size()):
        drawn = torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value):
        self._check_value(value)
        above, below = self.low.le(value).type_as(self.low), self.high.gt(value).type_as(self.low)
        return torch.log(above.mul(below)) - torch.log(self.high - self.low)

    def cdf(self, value):
        self._check_value(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return torch.log(self.high - self.low)
