# SPDX-License-Identifier: MIT
"""torch.utils.checkpoint: a pass forward that is made again while gradients are computed; it is not here."""
from torch._unsupported import refusing


def __getattr__(name):
    return refusing('torch.utils.checkpoint', name)
