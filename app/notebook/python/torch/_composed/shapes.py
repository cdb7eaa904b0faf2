# SPDX-License-Identifier: MIT
"""Tensors in other shapes, apart and put together."""
import math

import _torch
import torch
from torch._composed.moving import moved
from torch._composed.statistics import dim_of


def column_stack(tensors):
    return torch.cat([x if x.dim() > 1 else x.reshape(-1, 1) for x in tensors], 1)


def dstack(tensors):
    return torch.cat(list(torch.atleast_3d(*tensors)), 2)


def _triangle(input, name, gradient, diagonal, outside):
    """One triangle of the last two dimensions, and zeros where outside(column - row, diagonal)."""
    if input.dim() < 2:
        raise RuntimeError(f'{name}: input tensor must have at least 2 dimensions')
    rows, columns = (torch.arange(size) for size in input.shape[-2:])
    mask = outside(columns - rows.unsqueeze(1), diagonal)
    return _torch._made(input.detach().contiguous().masked_fill(mask, 0), name, gradient, [input],
                        rule=lambda g: g.masked_fill(mask, 0))


def tril(input, diagonal=0):
    return _triangle(input, 'tril', 'TrilBackward0', diagonal, torch.gt)


def triu(input, diagonal=0):
    return _triangle(input, 'triu', 'TriuBackward0', diagonal, torch.lt)


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    size = input.shape[-1] + abs(offset)
    result = torch.zeros(tuple(input.shape[:-1]) + (size, size), dtype=input.dtype)
    place = torch.arange(input.shape[-1])
    result[..., place + max(-offset, 0), place + max(offset, 0)] = input.detach()
    result = result.movedim((-2, -1), (dim1, dim2))
    return _torch._made(result, 'diag_embed', 'DiagEmbedBackward0', [input],
                        rule=moved(lambda places: diag_embed(places, offset, dim1, dim2), input))


def diagflat(input, offset=0):
    return input.reshape(-1).diag(offset)


def adjoint(input):
    return input.transpose(-2, -1)


def repeat(input, repeats):
    repeats = [int(times) for times in repeats]
    lead = len(repeats) - input.dim()
    if lead < 0:
        raise RuntimeError('Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor')
    shape = [1] * lead + list(input.shape)
    whole = [size * times for size, times in zip(shape, repeats)]
    if min(whole, default=0) < 0:
        first = next(size for size in whole if size < 0)
        raise RuntimeError(f'Trying to create tensor with negative dimension {first}: {whole}')
    wide = [size for pair in zip(repeats, shape) for size in pair]
    result = input.detach().reshape([n for size in shape for n in (1, size)]).expand(wide)
    result = result.clone(memory_format=torch.contiguous_format).reshape(whole)
    copies = list(range(0, len(wide), 2))
    return _torch._made(result, 'repeat', 'RepeatBackward0', [input],
                        rule=lambda g: g.reshape(wide).sum(copies).reshape(input.shape) if wide else g)


def chunk(input, chunks, dim=0):
    if input.dim() == 0:
        raise RuntimeError('chunk expects at least a 1-dimensional tensor')
    if chunks <= 0:
        raise RuntimeError(f'chunk expects `chunks` to be greater than 0, got: {chunks}')
    size = input.size(dim)
    return input.split([0] * chunks if size == 0 else (size - 1) // chunks + 1, dim)


def hstack(tensors):
    if not tensors:
        raise RuntimeError('hstack expects a non-empty TensorList')
    rows = [x.reshape(1) if x.dim() == 0 else x for x in tensors]
    return torch.cat(rows, 0 if rows[0].dim() == 1 else 1)


def vstack(tensors):
    if not tensors:
        raise RuntimeError('vstack expects a non-empty TensorList')
    return torch.cat([x if x.dim() > 1 else x.reshape(1, x.numel()) for x in tensors], 0)


row_stack = vstack


def diag(input, diagonal=0):
    """A matrix with these values on a diagonal, or the diagonal of a matrix."""
    if input.dim() not in (1, 2):
        raise RuntimeError(f'diag(): Supports 1D or 2D tensors. Got {input.dim()}D')
    x = input.detach()
    if x.dim() == 2:
        result = x.diagonal(diagonal).clone()
    else:
        # 2^62 rows are as much too large as -2^63 asks for.
        size = x.shape[0] + min(abs(diagonal), 2 ** 62)
        result = torch.zeros(size, size, dtype=x.dtype)
        result.diagonal(diagonal).copy_(x)
    return _torch._made(result, 'diag', 'DiagEmbedBackward0' if input.dim() == 1 else 'DiagonalBackward0_copy', [input],
                        rule=moved(lambda places: diag(places, diagonal), input))


def _listed(dims):
    return [dims] if isinstance(dims, int) else list(dims)


def movedim(input, source, destination):
    source, destination = _listed(source), _listed(destination)
    if len(source) != len(destination):
        raise RuntimeError(f'movedim: Invalid source or destination dims: source ({source} dims) should '
                           f'contain the same number of dims as destination ({destination} dims)')
    rank = input.dim()
    for name, dims in (('source', source), ('destination', destination)):
        places = [dim_of(input, dim) for dim in dims]
        if len(set(places)) != len(places):
            raise RuntimeError(f'movedim: repeated dim in `{name}` ({dims})')
    moved = {dim_of(input, to): dim_of(input, dim) for dim, to in zip(source, destination)}
    rest = iter([dim for dim in range(rank) if dim not in moved.values()])
    return input.permute([moved[place] if place in moved else next(rest) for place in range(rank)])


moveaxis = movedim


def fliplr(input):
    return input.flip([1])


def flipud(input):
    return input.flip([0])


def roll(input, shifts, dims=()):
    shifts, dims = _listed(shifts), _listed(dims)
    if not dims and len(shifts) == 1 and input.dim() != 1:
        rolled = roll(input.detach().reshape(-1), shifts, [0]).view(input.shape)
        return _torch._made(rolled, 'roll', 'RollBackward0', [input], rule=moved(lambda places: roll(places, shifts), input))
    if not shifts:
        raise RuntimeError('`shifts` required')
    if input.dim() == 0:
        raise IndexError(f'Dimension specified as {dims[0] if dims else 0} but tensor has no dimensions')
    if len(dims or [0]) != len(shifts):
        raise RuntimeError('shifts and dimensions must align. '
                           f'shifts: {len(shifts)}, dims:{len(dims)}')
    rolled = torch.empty(input.shape, dtype=input.dtype).copy_(input.detach())
    for shift, dim in zip(shifts, dims or [0]):
        size = rolled.size(dim)
        start = -shift % size if size else 0
        rolled = torch.cat([rolled.narrow(dim, start, size - start), rolled.narrow(dim, 0, start)], dim)
    return _torch._made(rolled, 'roll', 'RollBackward0', [input], rule=moved(lambda places: roll(places, shifts, dims), input))


def _triangle_indices(name, mask, dtype):
    places = mask.nonzero().t().to(torch.int64 if dtype is None else dtype)
    return _torch._made(places, name, '', [])


def tril_indices(row, col, offset=0, *, dtype=None, **_options):
    return _triangle_indices('tril_indices', torch.ones(row, col, dtype=torch.bool).tril(offset), dtype)


def triu_indices(row, col, offset=0, *, dtype=None, **_options):
    return _triangle_indices('triu_indices', torch.ones(row, col, dtype=torch.bool).triu(offset), dtype)


def pad(input, pad, mode='constant', value=None):
    """Values around the edges: pairs (before, after), the last dimension first; a negative amount cuts off."""
    if mode != 'constant':
        _torch._not_supported(f'pad(mode={mode!r})', 'the edges are filled with one value here',
                              'use cat() of slices, or your own Python')
    if len(pad) % 2 != 0:
        raise RuntimeError('Padding length must be divisible by 2')
    if len(pad) // 2 > input.dim():
        raise RuntimeError('Length of pad should be no more than twice the number of dimensions of the input. '
                           f'Pad length is {len(pad)} while the input has {input.dim()} dimensions.')
    shape, inside = list(input.shape), input.detach()
    starts = [0] * input.dim()
    for place, (front, back) in enumerate(zip(pad[::2], pad[1::2]), 1):
        dim = input.dim() - place
        shape[dim] += front + back
        if shape[dim] < 0:
            raise RuntimeError(f'The input size {input.shape[dim]}, plus negative padding {front} and {back} '
                               'resulted in a negative output size, which is invalid. Check dimension '
                               f'{dim} of your input.')
        if front < 0 or back < 0:
            first = min(max(-front, 0), input.shape[dim])
            last = max(input.shape[dim] + min(back, 0), first)
            inside = inside.narrow(dim, first, last - first)
        starts[dim] = max(front, 0)
    value = 0.0 if value is None else value
    if value:
        torch.full((), float(value), dtype=input.dtype)  # does the type hold it?
    target = result = torch.full(shape, value, dtype=input.dtype)
    for dim, start in enumerate(starts):
        if inside.shape[dim] != shape[dim]:
            target = target.narrow(dim, start, inside.shape[dim])
    target.copy_(inside)
    return _torch._made(result, 'pad', 'ConstantPadNdBackward0', [input],
                        rule=moved(lambda places: constant_pad(places, pad), input))


constant_pad = pad


def unflatten(input, dim, sizes):
    place = dim_of(input, dim)
    if input.dim() == 0 or not sizes:
        raise RuntimeError('unflatten: sizes must be non-empty')
    sizes, size = list(sizes), input.shape[place]
    known = math.prod(each for each in sizes if each != -1)
    if sizes.count(-1) == 1 and known > 0 and size % known == 0:
        sizes[sizes.index(-1)] = size // known
    if min(sizes) < 0 or math.prod(sizes) != size:
        raise RuntimeError(f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim "
                           f'{place} ({size}) in the input tensor')
    return input.view([*input.shape[:place], *sizes, *input.shape[place + 1:]])


def ravel(input):
    return input.view(-1) if input.is_contiguous() else input.reshape(-1)


def tile(input, dims):
    dims = _listed(dims)
    return input.repeat([1] * (input.dim() - len(dims)) + dims)


def view_as(input, other):
    return input.view(other.shape)


def reshape_as(input, other):
    return input.reshape(other.shape)


def expand_as(input, other):
    return input.expand(other.shape)


def fill_diagonal_(input, fill_value, wrap=False):
    filled = input.detach().clone()
    filled.diagonal().fill_(fill_value)
    return _torch._put_back(input, _torch._made(filled, 'fill_diagonal_', '', [input]))
