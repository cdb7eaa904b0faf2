# SPDX-License-Identifier: MIT
"""Dimensions made one, and one made several."""
import torch
from torch import Tensor
from torch._typing import List, Tuple, Union
from torch.nn.modules.module import Module


class Flatten(Module):
    """The dimensions from start_dim to end_dim as one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f'start_dim={self.start_dim}, end_dim={self.end_dim}'


class Unflatten(Module):
    """One dimension as several."""

    def __init__(self, dim: Union[int, str],
                 unflattened_size: Union[torch.Size, List[int], Tuple[int, ...], Tuple[Tuple[str, int]]]) -> None:
        super().__init__()
        if isinstance(dim, int):
            _require_ints(unflattened_size)
        elif isinstance(dim, str):
            _require_pairs(unflattened_size)
        else:
            raise TypeError('invalid argument type for dim parameter')
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Tensor) -> Tensor:
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        return f'dim={self.dim}, unflattened_size={self.unflattened_size}'


def _require_ints(sizes):
    if not isinstance(sizes, (tuple, list)):
        raise TypeError(f'unflattened_size must be a tuple of ints, but found type {type(sizes).__name__}')
    for place, size in enumerate(sizes):
        if not isinstance(size, int):
            raise TypeError('unflattened_size must be tuple of ints, but found element of type '
                            f'{type(size).__name__} at pos {place}')


def _require_pairs(sizes):
    if not isinstance(sizes, tuple):
        raise TypeError('unflattened_size must be a tuple of tuples, but found type '
                        f'{type(sizes).__name__}')
    for place, pair in enumerate(sizes):
        if not isinstance(pair, tuple):
            raise TypeError('unflattened_size must be tuple of tuples, but found element of type '
                            f'{type(pair).__name__} at pos {place}')
