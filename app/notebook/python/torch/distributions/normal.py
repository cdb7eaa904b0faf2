# SPDX-License-Identifier: MIT
"""The normal distribution."""
import math

import torch
from torch import Size
from torch.distributions.distribution import LocationAndScale, _no_gradients


class Normal(LocationAndScale):
    """Numbers about `loc` with the standard deviation `scale`."""

    @property
    def mean(self):
        return self.loc

    mode = mean

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def sample(self, sample_shape=Size()):
        shape = self._extended_shape(sample_shape)
        with _no_gradients():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=Size()):
        shape = self._extended_shape(sample_shape)
        like = self.loc.dtype
        noise = torch.normal(torch.zeros(shape, dtype=like), torch.ones(shape, dtype=like))
        return self.loc + noise * self.scale

    def log_prob(self, value):
        self._check_value(value)
        squares = -((value - self.loc) ** 2) / (2 * self.scale ** 2)
        return squares - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        self._check_value(value)
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)
