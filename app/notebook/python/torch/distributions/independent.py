# SPDX-License-Identifier: MIT
"""A batch of random variables as one event."""
from torch import Size
from torch.distributions.distribution import Distribution


class Independent(Distribution):
    """The last dimensions of a batch count as one event: their log-probabilities are added."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        batch, event = tuple(base_distribution.batch_shape), tuple(base_distribution.event_shape)
        if reinterpreted_batch_ndims > len(batch):
            raise ValueError('Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), '
                             f'actual {reinterpreted_batch_ndims} vs {len(batch)}')
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        self.has_rsample = base_distribution.has_rsample
        kept = len(batch) - reinterpreted_batch_ndims
        super().__init__(batch[:kept], batch[kept:] + event, validate_args=validate_args)

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def variance(self):
        return self.base_dist.variance

    def sample(self, sample_shape=Size()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=Size()):
        return self.base_dist.rsample(sample_shape)

    def _added(self, values):
        return added(values, self.reinterpreted_batch_ndims)

    def log_prob(self, value):
        return self._added(self.base_dist.log_prob(value))

    def entropy(self):
        return self._added(self.base_dist.entropy())

    def __repr__(self):
        return f'Independent({self.base_dist}, {self.reinterpreted_batch_ndims})'


def added(values, dimensions):
    """The sum over the last dimensions."""
    if dimensions == 0:
        return values
    return values.reshape(tuple(values.shape[:-dimensions]) + (-1,)).sum(-1)
