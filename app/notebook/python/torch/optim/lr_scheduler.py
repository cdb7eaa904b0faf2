# SPDX-License-Identifier: MIT
"""torch.optim.lr_scheduler: can be imported, and says at its use that there is no training."""


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.optim.lr_scheduler', name)
