# SPDX-License-Identifier: MIT
"""One of several outcomes, by probabilities or by logits."""
import math

import torch
from torch import Size
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, lazy_property


class Categorical(Distribution):
    """An index, drawn by the probabilities of the last dimension."""

    arg_constraints = {'probs': constraints.simplex, 'logits': constraints.real_vector}
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError('Either `probs` or `logits` must be specified, but not both.')
        given = logits if probs is None else probs
        if given.dim() < 1:
            name = 'logits' if probs is None else 'probs'
            raise ValueError(f'`{name}` parameter must be at least one-dimensional.')
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._param = self.logits if probs is None else self.probs
        self._num_events = self._param.shape[-1]
        super().__init__(self._param.shape[:-1], validate_args=validate_args)

    @lazy_property
    def logits(self):
        least = torch.finfo(self.probs.dtype).eps
        return torch.log(self.probs.clamp(min=least, max=1 - least))

    @lazy_property
    def probs(self):
        return self.logits.softmax(-1)

    @property
    def support(self):
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def param_shape(self):
        return self._param.shape

    @property
    def mean(self):
        return torch.full(self._batch_shape, math.nan, dtype=self.probs.dtype)

    variance = mean

    @property
    def mode(self):
        return self.probs.argmax(-1)

    def sample(self, sample_shape=Size()):
        shape = Size(sample_shape)
        rows = self.probs.reshape(-1, self._num_events)
        drawn = torch.multinomial(rows, shape.numel(), True).T
        return drawn.reshape(self._extended_shape(shape))

    def log_prob(self, value):
        self._check_value(value)
        places, logits = torch.broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return logits.gather(-1, places[..., :1]).squeeze(-1)

    def entropy(self):
        least = torch.finfo(self.logits.dtype).min
        return -(torch.clamp(self.logits, min=least) * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        values = torch.arange(self._num_events, dtype=torch.long)
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1,) + tuple(self._batch_shape)) if expand else values
