# SPDX-License-Identifier: MIT
"""The sizes that layers take: one number for all dimensions, or one for each."""
from torch._typing import Optional, Tuple, Union

_size_any_t = Union[int, Tuple[int, ...]]
_size_1_t = Union[int, Tuple[int]]
_size_2_t = Union[int, Tuple[int, int]]
_size_3_t = Union[int, Tuple[int, int, int]]
_size_4_t = Union[int, Tuple[int, int, int, int]]
_size_6_t = Union[int, Tuple[int, int, int, int, int, int]]
_size_any_opt_t = Union[int, None, Tuple[Optional[int], ...]]
_ratio_2_t = Union[float, Tuple[float, float]]
_ratio_any_t = Union[float, Tuple[float, ...]]
