# SPDX-License-Identifier: MIT
"""torch.utils.hooks: what registering a hook gives."""
from torch.nn.modules.hooks import RemovableHandle

__all__ = ['RemovableHandle']
