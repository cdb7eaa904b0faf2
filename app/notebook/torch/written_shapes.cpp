// SPDX-License-Identifier: MIT
// See written.hpp: other shapes, joining and cutting, products of tensors.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import itertools
import math
import torch


def _listed(tensors):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        return list(tensors[0])
    return list(tensors)


def _at_least(rank):
    def lifted(x):
        if x.dim() >= rank:
            return x
        if rank == 3 and x.dim() == 2:
            return x.unsqueeze(-1)
        if x.dim() == 0:
            return x.view((1,) * rank)
        return x.unsqueeze(0) if rank == 2 else x.unsqueeze(0).unsqueeze(-1)

    def function(*tensors):
        if len(tensors) == 1 and isinstance(tensors[0], torch.Tensor):
            return lifted(tensors[0])
        return tuple([lifted(x) for x in _listed(tensors)])
    return function


torch.atleast_1d = _at_least(1)
torch.atleast_2d = _at_least(2)
torch.atleast_3d = _at_least(3)


def column_stack(tensors):
    return torch.cat([x if x.dim() > 1 else x.reshape(-1, 1) for x in tensors], 1)


torch.column_stack = column_stack


def dstack(tensors):
    return torch.cat(list(torch.atleast_3d(*tensors)), 2)


torch.dstack = dstack


def tensor_split(input, indices_or_sections, dim=0):
    size = input.shape[dim]
    if isinstance(indices_or_sections, int):
        count = indices_or_sections
        if count <= 0:
            raise RuntimeError(f'number of sections must be larger than 0, got {count}')
        short, longer = size // count, size % count
        sizes = [short + 1] * longer + [short] * (count - longer)
        return torch.split(input, sizes, dim)
    parts, start = [], 0
    for end in [int(i) for i in indices_or_sections] + [size]:
        parts.append(input[(slice(None),) * (dim % input.dim()) + (slice(start, end),)])
        start = end
    return tuple(parts)


torch.tensor_split = torch.Tensor.tensor_split = tensor_split


def hsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 0 if input.dim() == 1 else 1)


torch.hsplit = torch.Tensor.hsplit = hsplit


def vsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 0)


torch.vsplit = torch.Tensor.vsplit = vsplit


def block_diag(*tensors):
    blocks = [torch.atleast_2d(x) for x in tensors]
    dtype = blocks[0].dtype
    for block in blocks:
        dtype = torch.promote_types(dtype, block.dtype)
    result = torch.zeros(sum([b.shape[0] for b in blocks]), sum([b.shape[1] for b in blocks]), dtype=dtype)
    row = column = 0
    for block in blocks:
        result[row:row + block.shape[0], column:column + block.shape[1]] = block
        row, column = row + block.shape[0], column + block.shape[1]
    return result


torch.block_diag = block_diag


def cartesian_prod(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([x.flatten() for x in torch.meshgrid(*tensors, indexing='ij')], dim=1)


torch.cartesian_prod = cartesian_prod


def combinations(input, r=2, with_replacement=False):
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = [list(row) for row in choose(range(input.shape[0]), r)]
    if not places:
        return input.new_zeros(0) if r == 0 else input.new_zeros((0, r))
    return input[torch.tensor(places)]


torch.combinations = combinations


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    size = input.shape[-1] + abs(offset)
    result = torch.zeros(tuple(input.shape[:-1]) + (size, size), dtype=input.dtype)
    place = torch.arange(input.shape[-1])
    result[..., place + max(-offset, 0), place + max(offset, 0)] = input.detach()
    result = result.movedim((-2, -1), (dim1, dim2))
    return _made(result, 'diag_embed', 'DiagEmbedBackward0', [input])


torch.diag_embed = torch.Tensor.diag_embed = diag_embed


def diagflat(input, offset=0):
    return input.reshape(-1).diag(offset)


torch.diagflat = torch.Tensor.diagflat = diagflat


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


torch.rot90 = torch.Tensor.rot90 = rot90


def vander(x, N=None, increasing=False):
    count = x.shape[0] if N is None else N
    columns = [x ** power for power in range(count)]
    return torch.stack(columns if increasing else columns[::-1], dim=1) if count else x.new_zeros((x.shape[0], 0))


torch.vander = vander


def adjoint(input):
    return input.transpose(-2, -1)


torch.adjoint = torch.Tensor.adjoint = adjoint


def tensordot(a, b, dims=2):
    if isinstance(dims, int):
        first, second = list(range(a.dim() - dims, a.dim())), list(range(dims))
    else:
        first, second = [[d] if isinstance(d, int) else list(d) for d in dims]
    first, second = [d % a.dim() for d in first], [d % b.dim() for d in second]
    for i, j in zip(first, second):
        if a.shape[i] != b.shape[j]:
            raise RuntimeError(f'contracted dimensions need to match, but first has size {a.shape[i]} in dim {i} and second has size {b.shape[j]} in dim {j}')
    rows = [d for d in range(a.dim()) if d not in first]
    columns = [d for d in range(b.dim()) if d not in second]
    shape = [a.shape[d] for d in rows] + [b.shape[d] for d in columns]
    inner = math.prod([a.shape[d] for d in first])
    left = a.permute(rows + first).reshape(math.prod([a.shape[d] for d in rows]), inner)
    right = b.permute(second + columns).reshape(inner, math.prod([b.shape[d] for d in columns]))
    return torch.mm(left, right).reshape(shape)


torch.tensordot = tensordot


def kron(input, other):
    rank = max(input.dim(), other.dim())
    a = input.reshape((1,) * (rank - input.dim()) + tuple(input.shape))
    b = other.reshape((1,) * (rank - other.dim()) + tuple(other.shape))
    spread = lambda shape, first: [n for size in shape for n in ((size, 1) if first else (1, size))]
    product = a.reshape(spread(a.shape, True)) * b.reshape(spread(b.shape, False))
    return product.reshape([m * n for m, n in zip(a.shape, b.shape)])


torch.kron = torch.Tensor.kron = kron


def cross(input, other, dim=None):
    if dim is None:
        dims = [d for d, size in enumerate(input.shape) if size == 3]
        if not dims:
            raise RuntimeError('no dimension of size 3 in input')
        dim = dims[0]
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(f'linalg.cross: inputs dimension {dim} must have length 3. Got {input.shape[dim]} and {other.shape[dim]}')
    a, b = input.detach().unbind(dim), other.detach().unbind(dim)
    parts = [_fused_sum(a[i], b[j], -(a[j] * b[i])) for i, j in ((1, 2), (2, 0), (0, 1))]
    return _made(torch.stack(parts, dim), 'cross', 'LinalgCrossBackward0', [input, other])


torch.cross = torch.Tensor.cross = cross


def chain_matmul(*matrices):
    result = matrices[0]
    for matrix in matrices[1:]:
        result = result @ matrix
    return result


torch.chain_matmul = chain_matmul


def matrix_power(input, n):
    if n < 0:
        raise _not_supported('matrix_power with a negative power', 'powers from 0 on')
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


torch.matrix_power = torch.Tensor.matrix_power = matrix_power


def _scaled_sum(input, product, beta, alpha):
    added = input if beta == 1 else input * beta
    return added + (product if alpha == 1 else product * alpha)


def addmv(input, mat, vec, *, beta=1, alpha=1):
    result = _scaled_sum(input, torch.mv(mat, vec), beta, alpha)
    return _made(result, 'addmv', 'AddmvBackward0', [input, mat, vec])


torch.addmv = torch.Tensor.addmv = addmv


def addr(input, vec1, vec2, *, beta=1, alpha=1):
    result = _scaled_sum(input, torch.outer(vec1, vec2), beta, alpha)
    return _made(result, 'addr', 'AddrBackward0', [input, vec1, vec2])


torch.addr = torch.Tensor.addr = addr


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    result = _scaled_sum(input, torch.bmm(batch1, batch2).sum(0), beta, alpha)
    return _made(result, 'addbmm', 'AddbmmBackward0', [input, batch1, batch2])


torch.addbmm = torch.Tensor.addbmm = addbmm


def cdist(x1, x2, p=2.0, compute_mode='use_mm_for_euclid_dist_if_necessary'):
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f'X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}')
    if p == 2.0 and (x1.shape[-2] > 25 or x2.shape[-2] > 25):
        raise _not_supported('cdist of more than 25 rows', 'torch.linalg.norm of a difference with broadcasting')
    difference = (x1.unsqueeze(-2) - x2.unsqueeze(-3)).abs()
    total = None
    for column in difference.unbind(-1):
        if p == math.inf:
            total = column if total is None else torch.maximum(total, column)
            continue
        step = column * column if p == 2.0 else column if p == 1.0 else column ** p
        if p == 0:
            step = (column != 0).to(column.dtype)
        total = step if total is None else total + step
    result = total.sqrt() if p == 2.0 else total if p in (0, 1.0, math.inf) else total ** (1.0 / p)
    return _made(result, 'cdist', 'CdistBackward0', [x1, x2])


torch.cdist = cdist


def multi_dot(tensors):
    return chain_matmul(*tensors)


torch.linalg.multi_dot = multi_dot


def matrix_norm(A, ord='fro', dim=(-2, -1), keepdim=False):
    if ord != 'fro':
        raise _not_supported(f'torch.linalg.matrix_norm(ord={ord!r})', "ord='fro'")
    return torch.linalg.norm(A, dim=dim, keepdim=keepdim)


torch.linalg.matrix_norm = matrix_norm
torch.linalg.matrix_power = matrix_power
torch.linalg.matmul = torch.matmul
torch.linalg.cross = lambda input, other, *, dim=-1: cross(input, other, dim)
torch.linalg.vecdot = lambda x, y, *, dim=-1: (x * y).sum(dim)
torch.linalg.diagonal = lambda A, *, offset=0, dim1=-2, dim2=-1: torch.diagonal(A, offset, dim1, dim2)
)py";

}  // namespace

std::string_view written_shapes() {
  return kText;
}

}  // namespace normscope::notebook::torch
