# SPDX-License-Identifier: MIT
"""torch.utils: data sets and loaders."""
from torch import _module_named


def __getattr__(name):
    if name in ('checkpoint', 'data', 'hooks'):
        return _module_named('torch.utils.' + name)
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")
