# SPDX-License-Identifier: MIT
"""torch.testing: whether two values are close, and a message that says how they differ."""
from torch.testing._comparison import assert_allclose, assert_close

__all__ = ['assert_allclose', 'assert_close']
