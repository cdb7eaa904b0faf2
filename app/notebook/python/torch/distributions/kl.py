# SPDX-License-Identifier: MIT
"""The Kullback-Leibler divergence of two distributions, by a formula for each pair of kinds."""
import math

import torch
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.categorical import Categorical
from torch.distributions.normal import Normal


def _of_categoricals(p, q):
    terms = p.probs * (p.logits - q.logits)
    terms[(q.probs == 0).expand_as(terms)] = math.inf
    terms[(p.probs == 0).expand_as(terms)] = 0
    return terms.sum(-1)


def _of_normals(p, q):
    ratio = (p.scale / q.scale).pow(2)
    distance = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + distance - 1 - ratio.log())


def _of_bernoullis(p, q):
    from torch.nn.functional import softplus
    yes = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    yes[q.probs == 0] = math.inf
    yes[p.probs == 0] = 0
    no = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    no[q.probs == 1] = math.inf
    no[p.probs == 1] = 0
    return yes + no


_FORMULAS = {Categorical: _of_categoricals, Normal: _of_normals, Bernoulli: _of_bernoullis}


def kl_divergence(p, q):
    """KL(p || q), for each pair of a batch."""
    for kind, formula in _FORMULAS.items():
        if isinstance(p, kind) and isinstance(q, kind):
            return formula(p, q)
    raise NotImplementedError(f'No KL(p || q) is implemented for p type {type(p).__name__} and q type '
                              f'{type(q).__name__}')
