# SPDX-License-Identifier: MIT
"""Yes or no."""
import torch
from torch import Size
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, _no_gradients, all_tensors, lazy_property
from torch.nn.functional import binary_cross_entropy_with_logits


class Bernoulli(Distribution):
    """1 with the probability `probs`, else 0."""

    arg_constraints = {'probs': constraints.unit_interval, 'logits': constraints.real}
    support = constraints.boolean
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError('Either `probs` or `logits` must be specified, but not both.')
        if probs is not None:
            self.probs, = all_tensors(probs)
        else:
            self.logits, = all_tensors(logits)
        self._param = self.logits if probs is None else self.probs
        super().__init__(self._param.shape, validate_args=validate_args)

    @lazy_property
    def logits(self):
        least = torch.finfo(self.probs.dtype).eps
        inside = self.probs.clamp(min=least, max=1 - least)
        return torch.log(inside) - torch.log1p(-inside)

    @lazy_property
    def probs(self):
        return self.logits.sigmoid()

    @property
    def mean(self):
        return self.probs

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=Size()):
        with _no_gradients():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._check_value(value)
        logits, value = all_tensors(self.logits, value)
        return -binary_cross_entropy_with_logits(logits, value, reduction='none')

    def entropy(self):
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction='none')
