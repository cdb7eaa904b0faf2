# SPDX-License-Identifier: MIT
"""torch.linalg: norms and products."""
import _torch
import torch

__all__ = ['cross', 'diagonal', 'matmul', 'matrix_norm', 'matrix_power', 'multi_dot', 'norm', 'vecdot',
           'vector_norm']


def matrix_power(A, n, *, out=None):
    return _finished(torch.matrix_power(A, n), out)


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    """The norm of all elements, or of those along some dimensions."""
    return _finished(_torch._vector_norm(_in(x, dtype), ord, _listed(dim), keepdim), out)


def norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None):
    """The norm of a vector or of a matrix; without `ord` that of all elements."""
    A = _in(A, dtype)
    rank = A.dim() if dim is None else 1 if isinstance(dim, int) else len(dim)
    if ord is None or isinstance(ord, str) and ord == 'fro' or rank == 1:
        power = 2 if ord is None or isinstance(ord, str) else ord
        return _finished(_torch._vector_norm(A, power, _listed(dim), keepdim), out)
    return _finished(matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim), out)


def matrix_norm(A, ord='fro', dim=(-2, -1), keepdim=False, *, dtype=None, out=None):
    if ord not in ('fro', 1, -1, float('inf'), -float('inf')):
        _torch._not_supported(f'torch.linalg.matrix_norm(ord={ord!r})',
                              'there is no linear algebra beyond products', 'use numpy.linalg.norm(x.numpy(), ord)')
    A = _in(A, dtype)
    if ord == 'fro':
        return _finished(_torch._vector_norm(A, 2, _listed(dim), keepdim), out)
    rows, columns = (d % A.dim() for d in dim)
    summed, kept = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = A.abs().sum(summed, keepdim=True)
    result = sums.amax(kept, keepdim=True) if ord > 0 else sums.amin(kept, keepdim=True)
    if not keepdim:
        result = result.squeeze(max(rows, columns)).squeeze(min(rows, columns))
    return _finished(result, out)


def _in(x, dtype):
    return x if dtype is None else x.to(dtype)


def _listed(dim):
    return [dim] if isinstance(dim, int) else dim


def _finished(result, out):
    return result if out is None else out.copy_(result)


def matmul(input, other, *, out=None):
    return _finished(torch.matmul(input, other), out)


def cross(input, other, *, dim=-1, out=None):
    return _finished(torch.cross(input, other, dim), out)


def vecdot(x, y, *, dim=-1, out=None):
    return _finished((x * y).sum(dim), out)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return torch.diagonal(A, offset, dim1, dim2)


def __getattr__(name):
    from torch._unsupported import refusing
    return refusing('torch.linalg', name)
