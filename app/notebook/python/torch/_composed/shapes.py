# SPDX-License-Identifier: MIT
"""Tensors in other shapes, apart and put together.
"""
import itertools
import math

import _torch
import torch


def column_stack(tensors):
    return torch.cat([x if x.dim() > 1 else x.reshape(-1, 1) for x in tensors], 1)


def dstack(tensors):
    return torch.cat(list(torch.atleast_3d(*tensors)), 2)


def tensor_split(input, sections=None, dim=0, *, indices=None, tensor_indices_or_sections=None):
    if tensor_indices_or_sections is not None:
        given = tensor_indices_or_sections.tolist()
        sections, indices = (given, None) if isinstance(given, int) else (None, given)
    if indices is None:
        return _equal_parts(input, sections, dim)
    parts, start = [], 0
    for end in [*(int(i) for i in indices), input.shape[dim]]:
        parts.append(input[(slice(None),) * (dim % input.dim()) + (slice(start, end),)])
        start = end
    return tuple(parts)


def _equal_parts(input, count, dim):
    """Parts of which the first are one longer where the size is no multiple."""
    if count <= 0:
        raise RuntimeError(f'number of sections must be larger than 0, got {count}')
    short, longer = divmod(input.shape[dim], count)
    return torch.split(input, [short + 1] * longer + [short] * (count - longer), dim)


def hsplit(input, sections=None, *, indices=None):
    if input.dim() < 1:
        raise RuntimeError('torch.hsplit requires a tensor with at least 1 dimension, but got a tensor with '
                           f'{input.dim()} dimensions!')
    return _split_evenly('hsplit', input, sections, indices, 0 if input.dim() == 1 else 1)


def _split_evenly(name, input, sections, indices, dim):
    if indices is None and (sections <= 0 or input.shape[dim] % sections != 0):
        raise RuntimeError(f'torch.{name} attempted to split along dimension {dim}, but the size of the '
                           f'dimension {input.shape[dim]} is not divisible by the split_size {sections}!')
    return tensor_split(input, sections, dim, indices=indices)


def vsplit(input, sections=None, *, indices=None):
    if input.dim() < 2:
        raise RuntimeError('torch.vsplit requires a tensor with at least 2 dimension, but got a tensor with '
                           f'{input.dim()} dimensions!')
    return _split_evenly('vsplit', input, sections, indices, 0)


def combinations(input, r=2, with_replacement=False):
    size = input.shape[0]
    torch.empty(math.comb(size + r - 1 if with_replacement else size, r), r)  # is there room for them?
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = [list(row) for row in choose(range(size), r)]
    if r == 0:
        return input.new_zeros(0)
    if not places:
        return input.new_zeros((0, r))
    return input[torch.tensor(places)]


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    size = input.shape[-1] + abs(offset)
    result = torch.zeros(tuple(input.shape[:-1]) + (size, size), dtype=input.dtype)
    place = torch.arange(input.shape[-1])
    result[..., place + max(-offset, 0), place + max(offset, 0)] = input.detach()
    result = result.movedim((-2, -1), (dim1, dim2))
    return _torch._made(result, 'diag_embed', 'DiagEmbedBackward0', [input])


def diagflat(input, offset=0):
    return input.reshape(-1).diag(offset)


def rot90(input, k=1, dims=(0, 1)):
    first, second = dims
    k = k % 4
    if k == 1:
        return input.flip([second]).transpose(first, second)
    if k == 2:
        return input.flip([first, second])
    if k == 3:
        return input.flip([first]).transpose(first, second)
    return input.clone()


def vander(x, N=None, increasing=False):
    count = x.shape[0] if N is None else N
    if count == 0:
        return x.new_zeros((x.shape[0], 0))
    torch.empty(x.shape[0], max(count, 0))  # is there room for them?
    columns = [torch.ones_like(x)]
    while len(columns) < count:
        columns.append(columns[-1] * x)
    return torch.stack(columns if increasing else columns[::-1], dim=1)


def adjoint(input):
    return input.transpose(-2, -1)
