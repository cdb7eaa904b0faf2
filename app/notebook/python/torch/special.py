# SPDX-License-Identifier: MIT
"""torch.special: the functions that torch has under another name, or under the same."""
import torch
from torch import (  # noqa: F401
    erf, erfinv, exp2, expm1, log1p, log_softmax, logit, logsumexp, round, sigmoid as expit, softmax, xlogy)

__all__ = ['entr', 'erf', 'erfinv', 'exp2', 'expit', 'expm1', 'log1p', 'log_softmax', 'logit', 'logsumexp', 'round',
           'softmax', 'xlog1py', 'xlogy']


def entr(input, *, out=None):
    """-x log x, 0 at 0, minus infinity below."""
    result = torch.where(input < 0, -torch.inf, torch.where(input == 0, 0.0, -torch.xlogy(input, input)))
    return result if out is None else out.copy_(result)


def xlog1py(input, other, *, out=None):
    """x log(1 + y), 0 where x is."""
    input, other = (x if isinstance(x, torch.Tensor) else torch.tensor(x) for x in (input, other))
    result = torch.where((input == 0) & ~other.isnan(), 0.0, input * other.log1p())
    return result if out is None else out.copy_(result)


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.special', name)
