# SPDX-License-Identifier: MIT
"""autocast with the device in its name."""
import torch.amp
from torch import bfloat16


class autocast(torch.amp.autocast):
    """torch.autocast('cpu')."""

    def __init__(self, enabled=True, dtype=bfloat16, cache_enabled=True):
        super().__init__('cpu', dtype, enabled, cache_enabled)
