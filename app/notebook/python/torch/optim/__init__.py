# SPDX-License-Identifier: MIT
"""torch.optim: its optimizers say that gradients are not computed."""
from torch import _module_named


def __getattr__(name):
    if name == 'lr_scheduler':
        return _module_named('torch.optim.lr_scheduler')
    from torch._unsupported import refusing
    return refusing('torch.optim', name)
