# SPDX-License-Identifier: MIT
"""torch.utils.tensorboard: can be imported, and says at its use that cells write no files."""


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.utils.tensorboard', name)
