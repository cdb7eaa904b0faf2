# SPDX-License-Identifier: MIT
"""Rows of a table by their numbers."""
import torch
from torch import Tensor
from torch._typing import Optional


def embedding(input: Tensor, weight: Tensor, padding_idx: Optional[int] = None,
              max_norm: Optional[float] = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
              sparse: bool = False) -> Tensor:
    """Row input[i] of weight for each i; with max_norm, longer rows are shortened in their place."""
    if padding_idx is None:
        padding_idx = -1
    elif padding_idx > 0:
        assert padding_idx < weight.size(0), 'Padding_idx must be within num_embeddings'
    elif padding_idx < 0:
        assert padding_idx >= -weight.size(0), 'Padding_idx must be within num_embeddings'
        padding_idx = weight.size(0) + padding_idx
    if max_norm is not None:
        _shorten_rows(weight, input, max_norm, norm_type)
    return torch.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


def _shorten_rows(weight, numbers, max_norm, norm_type):
    """Rows that are longer than max_norm get that length."""
    with torch.no_grad():
        for number in sorted(set(numbers.reshape(-1).tolist())):
            row = weight[number]
            length = row.norm(norm_type).item()
            if length > max_norm:
                row.mul_(max_norm / (length + 1e-7))


embedding.__module__ = 'torch.nn.functional'
