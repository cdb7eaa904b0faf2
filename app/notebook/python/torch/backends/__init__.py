# SPDX-License-Identifier: MIT
"""torch.backends: flags that scripts set for machines they might run on; here they change nothing."""
from torch import _module_named

_SUBMODULES = frozenset(('cuda', 'cudnn', 'mkl', 'mkldnn', 'mps', 'openmp'))


def __getattr__(name):
    if name in _SUBMODULES:
        return _module_named('torch.backends.' + name)
    raise AttributeError(f"module 'torch.backends' has no attribute '{name}'")
