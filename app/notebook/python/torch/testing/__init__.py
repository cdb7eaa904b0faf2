# SPDX-License-Identifier: MIT
"""torch.testing: whether two values are close, and a message that says how they differ."""
from torch.testing._comparison import assert_close

__all__ = ['assert_close']


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.testing', name)
