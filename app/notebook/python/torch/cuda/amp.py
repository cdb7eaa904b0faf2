# SPDX-License-Identifier: MIT
"""Mixed precision on a GPU, as it is on a computer without one: switched off, with PyTorch's warnings."""
import warnings

import torch.amp
from torch import float16


class autocast(torch.amp.autocast):
    """torch.autocast('cuda')."""

    def __init__(self, enabled=True, dtype=float16, cache_enabled=True):
        super().__init__('cuda', dtype, enabled, cache_enabled)


class GradScaler:
    """Scales nothing: losses and optimizers go through as they are."""

    def __init__(self, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        if enabled:
            warnings.warn('torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.')

    def is_enabled(self):
        return False

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *arguments, **options):
        return optimizer.step(*arguments, **options)

    def update(self, new_scale=None):
        pass

    def get_scale(self):
        return 1.0

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        pass
