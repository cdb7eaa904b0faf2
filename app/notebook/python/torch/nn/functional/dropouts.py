# SPDX-License-Identifier: MIT
"""Dropout."""
import torch
from torch import Tensor


def _check_share(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f'dropout probability has to be between 0 and 1, but got {p}')


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    _check_share(p)
    return (torch.dropout_ if inplace else torch.dropout)(input, p, training)


dropout.__module__ = 'torch.nn.functional'
