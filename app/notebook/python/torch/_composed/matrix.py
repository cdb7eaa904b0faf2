# SPDX-License-Identifier: MIT
"""Products of matrices and vectors."""
import math

import _torch
import torch
from torch._composed.statistics import dim_of


def kron(input, other):
    rank = max(input.dim(), other.dim())
    a = input.reshape((1,) * (rank - input.dim()) + tuple(input.shape))
    b = other.reshape((1,) * (rank - other.dim()) + tuple(other.shape))
    product = (a.reshape([n for size in a.shape for n in (size, 1)])
               * b.reshape([n for size in b.shape for n in (1, size)]))
    return product.reshape([m * n for m, n in zip(a.shape, b.shape)])


def cross(input, other, dim=None):
    if dim is None:
        dims = [d for d, size in enumerate(input.shape) if size == 3]
        if not dims:
            raise RuntimeError('no dimension of size 3 in input')
        dim = dims[0]
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(f'linalg.cross: inputs dimension {dim} must have length 3. Got '
                           f'{input.shape[dim]} and {other.shape[dim]}')
    a, b = input.detach().unbind(dim), other.detach().unbind(dim)
    parts = [_torch._fused_sum(a[i], b[j], -(a[j] * b[i])) for i, j in ((1, 2), (2, 0), (0, 1))]
    return _torch._made(torch.stack(parts, dim), 'cross', 'LinalgCrossBackward0', [input, other], rule=lambda g: (
        cross(other.detach(), g, dim), cross(g, input.detach(), dim)))


def matrix_power(input, n):
    if n < 0:
        _torch._not_supported('matrix_power with a negative power', 'there is no linear algebra beyond products',
                              'use numpy.linalg.inv(x.numpy()), or your own Python')
    if n == 0:
        return torch.eye(input.shape[-1], dtype=input.dtype).expand(input.shape).clone()
    if n == 1:
        return input.clone()
    if n == 3:
        return torch.matmul(torch.matmul(input, input), input)
    power, result = None, None
    while n > 0:
        power = input if power is None else torch.matmul(power, power)
        if n % 2 == 1:
            result = power if result is None else torch.matmul(result, power)
        n //= 2
    return result


def cdist(x1, x2, p=2.0, compute_mode=None):
    """Distances of all rows of one to all rows of the other, by differences."""
    many = compute_mode is None and (x1.shape[-2] > 25 or x2.shape[-2] > 25)
    if p == 2.0 and (many or compute_mode == 1):
        _torch._not_supported('cdist by products, as of more than 25 rows', 'it computes by differences here',
                              "say compute_mode='donot_use_mm_for_euclid_dist', or norm() of the difference")
    difference = (x1.unsqueeze(-2) - x2.unsqueeze(-3)).abs()
    total = None
    in_fours = difference.size(-1) // 4 * 4
    for number, column in enumerate(difference.unbind(-1)):
        if p == 2.0 and total is not None and number >= in_fours and column.dtype == torch.float32:
            # Rounded once, as the compiler fused what was left of its vectors of four.
            total = (total.double() + column.double() * column.double()).float()
            continue
        if p == math.inf:
            total = column if total is None else torch.maximum(total, column)
            continue
        step = column * column if p == 2.0 else column if p == 1.0 else column ** p
        if p == 0:
            step = (column != 0).to(column.dtype)
        total = step if total is None else total + step
    result = total.sqrt() if p == 2.0 else total if p in (0, 1.0, math.inf) else total ** (1.0 / p)

    def rule(g):
        if p != 2.0:
            _torch._not_supported(f'the gradient of cdist(p={p})', 'its rule is for p=2 here',
                                  'write the distances with norm(), or use your own Python')
        share = (g / known).masked_fill(known == 0, 0)
        a, b = x1.detach(), x2.detach()
        return share.sum(-1, True) * a - share @ b, share.sum(-2).unsqueeze(-1) * b - share.mT @ a

    known = result.detach()
    return _torch._made(result, 'cdist', 'CdistBackward0', [x1, x2], rule=rule)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The product of both, each divided by its length, which counts as eps at least."""
    first, second = (x / torch.linalg.vector_norm(x, 2, dim, True).clamp(min=eps) for x in (x1, x2))
    return (first * second).sum(dim)


def tensordot(input, other, dims_self, dims_other):
    """The sum over products along pairs of dimensions, as one product of matrices."""
    first, second = ([dim_of(x, d) for d in dims] for x, dims in ((input, dims_self), (other, dims_other)))
    if len(first) != len(second):
        raise RuntimeError('both dimension lists should have same length')
    for i, j in zip(first, second):
        if input.shape[i] != other.shape[j]:
            raise RuntimeError(
                f'contracted dimensions need to match, but first has size {input.shape[i]} in dim {i} and '
                f'second has size {other.shape[j]} in dim {j}')
    rows = [d for d in range(input.dim()) if d not in first]
    columns = [d for d in range(other.dim()) if d not in second]
    shape = [input.shape[d] for d in rows] + [other.shape[d] for d in columns]
    inner = math.prod(input.shape[d] for d in first)
    left = input.permute(rows + first).reshape(math.prod(input.shape[d] for d in rows), inner)
    right = other.permute(second + columns).reshape(inner, math.prod(other.shape[d] for d in columns))
    return torch.mm(left, right).reshape(shape)


def outer(input, vec2):
    for name, x in (('self', input), ('vec2', vec2)):
        if x.dim() != 1:
            raise RuntimeError(f'outer: Expected 1-D argument {name}, but got {x.dim()}-D')
    product = input.detach().unsqueeze(1) * vec2.detach()
    return _torch._made(product, 'outer', 'MulBackward0', [input, vec2], rule=lambda g: (
        (g * vec2.detach()).sum(1), (g * input.detach().unsqueeze(1)).sum(0)))


ger = outer


def inner(input, other):
    """Products over the last dimensions of both."""
    if input.dim() == 0 or other.dim() == 0:
        return input * other
    if input.dim() == 1 and other.dim() == 1:
        return torch.dot(input, other)
    return torch.matmul(input, other if other.dim() == 1 else other.transpose(-2, -1))


def trace(input):
    """The sum along the diagonal, one by one, in double for float32, as a running sum goes."""
    if input.dim() != 2:
        raise RuntimeError(f'trace: expected a matrix, but got tensor with dim {input.dim()}')
    line = input.detach().diagonal()
    total = line.cumsum(0)[-1] if line.numel() else line.sum()
    return _torch._made(total, 'trace', 'TraceBackward0', [input],
                        rule=lambda g: torch.eye(*input.shape, dtype=g.dtype) * g)
