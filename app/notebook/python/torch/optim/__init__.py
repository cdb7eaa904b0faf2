# SPDX-License-Identifier: MIT
"""torch.optim: optimizers that step along gradients, and schedules of their rate."""
from torch import _module_named
from torch.optim.optimizer import SGD, Adagrad, Adam, AdamW, Optimizer, RMSprop

__all__ = ['Adagrad', 'Adam', 'AdamW', 'Optimizer', 'RMSprop', 'SGD']


def __getattr__(name):
    if name == 'lr_scheduler':
        return _module_named('torch.optim.lr_scheduler')
    from torch._unsupported import refusing
    return refusing('torch.optim', name)
