# SPDX-License-Identifier: MIT
"""The Gumbel distribution: with its noise on logits, softmax is the chance of being the largest."""
import math

import torch
from torch import Size
from torch.distributions.distribution import LocationAndScale

_EULER = 0.5772156649015329


class Gumbel(LocationAndScale):
    """loc - scale log(-log(u)) of a uniform u."""

    @property
    def mean(self):
        return self.loc + self.scale * _EULER

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return (math.pi / math.sqrt(6)) * self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def rsample(self, sample_shape=Size()):
        limits = torch.finfo(self.loc.dtype)
        uniform = torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype)
        uniform = limits.tiny + uniform * (1 - limits.eps - limits.tiny)
        return self.loc - self.scale * (-uniform.log()).log()

    def log_prob(self, value):
        self._check_value(value)
        distance = (self.loc - value) / self.scale
        return distance - distance.exp() - self.scale.log()

    def entropy(self):
        return self.scale.log() + (1 + _EULER)
