# SPDX-License-Identifier: MIT
"""torch.optim: its optimizers say that gradients are not computed."""


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.optim', name)
