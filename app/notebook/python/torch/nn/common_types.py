# SPDX-License-Identifier: MIT
"""The sizes that layers take: one number for all dimensions, or one for each."""
from torch._typing import Optional, Tuple, Union

_size_any_t = Union[int, Tuple[int, ...]]
_size_any_opt_t = Union[int, None, Tuple[Optional[int], ...]]
