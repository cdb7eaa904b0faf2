# SPDX-License-Identifier: MIT
"""Dropout: of single elements, or of whole channels."""
import torch
from torch import Tensor


def _check_share(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f'dropout probability has to be between 0 and 1, but got {p}')


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    _check_share(p)
    return (torch.dropout_ if inplace else torch.dropout)(input, p, training)


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False,
                  inplace: bool = False) -> Tensor:
    _check_share(p)
    return (torch.alpha_dropout_ if inplace else torch.alpha_dropout)(input, p, training)


def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False,
                          inplace: bool = False) -> Tensor:
    _check_share(p)
    drop = torch.feature_alpha_dropout_ if inplace else torch.feature_alpha_dropout
    return drop(input, p, training)


def _drop_channels(input, p, training, inplace, is_batch):
    """Whole channels of a batch, or of a sample that is made a batch of one."""
    drop = torch.feature_dropout_ if inplace else torch.feature_dropout
    if is_batch:
        return drop(input, p, training)
    sample = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    result = drop(sample, p, training)
    return result.squeeze_(0) if inplace else result.squeeze(0)


def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    _check_share(p)
    rank = input.dim()
    if rank not in (2, 3):
        raise RuntimeError(
            f'dropout1d: Expected 2D or 3D input, but received a {rank}D input. Note that dropout1d '
            'exists to provide channel-wise dropout on inputs with 1 spatial dimension, a channel '
            'dimension, and an optional batch dimension (i.e. 2D or 3D inputs).')
    return _drop_channels(input, p, training, inplace, rank == 3)


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    _check_share(p)
    input.dim()  # asked first, as PyTorch warns by it
    return _drop_channels(input, p, training, inplace, True)


def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    _check_share(p)
    return _drop_channels(input, p, training, inplace, input.dim() == 5)


for _function in (dropout, alpha_dropout, feature_alpha_dropout, dropout1d, dropout2d, dropout3d):
    _function.__module__ = 'torch.nn.functional'
