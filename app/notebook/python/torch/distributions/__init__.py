# SPDX-License-Identifier: MIT
"""torch.distributions: those that lectures on softmax and normalization use."""
from torch.distributions import kl
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.categorical import Categorical
from torch.distributions.distribution import Distribution
from torch.distributions.kl import kl_divergence
from torch.distributions.normal import Normal

__all__ = ['Bernoulli', 'Categorical', 'Distribution', 'Normal', 'kl_divergence']


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.distributions', name)
