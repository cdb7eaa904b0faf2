# SPDX-License-Identifier: MIT
"""torch.special: the functions that torch has under another name, or under the same."""
from torch import (  # noqa: F401
    erf, erfc, erfinv, exp2, expm1, lgamma as gammaln, log1p, log_softmax, logit, logsumexp, round, sigmoid as expit,
    sinc, softmax, xlogy)

__all__ = ['erf', 'erfc', 'erfinv', 'exp2', 'expit', 'expm1', 'gammaln', 'log1p', 'log_softmax', 'logit',
           'logsumexp', 'round', 'sinc', 'softmax', 'xlogy']


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.special', name)
