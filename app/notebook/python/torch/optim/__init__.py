# SPDX-License-Identifier: MIT
"""torch.optim: optimizers that step along gradients that a cell has set, as none are computed here."""
from torch import _module_named
from torch.optim.optimizer import SGD, Adam, AdamW, Optimizer

__all__ = ['Adam', 'AdamW', 'Optimizer', 'SGD']


def __getattr__(name):
    if name == 'lr_scheduler':
        return _module_named('torch.optim.lr_scheduler')
    from torch._unsupported import refusing
    return refusing('torch.optim', name)
