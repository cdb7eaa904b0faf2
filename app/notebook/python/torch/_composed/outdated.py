# SPDX-License-Identifier: MIT
"""Functions that PyTorch itself advises against."""
import warnings

import torch


def range(start, end, step=1, *, dtype=None, device=None, requires_grad=False, **_options):
    """From start to end, and end is one of them where a whole number of steps leads there."""
    warnings.warn('torch.range is deprecated and will be removed in a future release because its behavior is '
                  "inconsistent with Python's range builtin. Instead, use torch.arange, which produces values "
                  'in [start, end).', stacklevel=2)
    if step == 0:
        raise RuntimeError('step must be nonzero')
    if (end - start) * step < 0:
        raise RuntimeError('upper bound and lower bound inconsistent with step sign')
    places = torch.arange(int((end - start) / step) + 1, dtype=torch.float64, device=device)
    made = (start + places * step).to(torch.get_default_dtype() if dtype is None else dtype)
    return made.requires_grad_(requires_grad)
