# SPDX-License-Identifier: MIT
"""torch.cpu: what PyTorch has for its only device here."""


def __getattr__(name):
    if name != 'amp':
        raise AttributeError(f"module 'torch.cpu' has no attribute '{name}'")
    from torch import _module_named
    return _module_named('torch.cpu.amp')
