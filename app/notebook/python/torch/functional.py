# SPDX-License-Identifier: MIT
"""Functions of torch that PyTorch has in Python: what takes tensors in several ways, and what is made
of others."""
import _torch
from _torch import Tensor

__all__ = [
    'atleast_1d', 'atleast_2d', 'atleast_3d', 'broadcast_shapes', 'broadcast_tensors', 'cartesian_prod', 'cdist', 'einsum', 'meshgrid', 'norm', 'split', 'tensordot',
    'unique', 'unique_consecutive']


# --- Shapes that fit


def broadcast_shapes(*shapes):
    """The shape that all of these are stretched to."""
    sizes = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    result = [1] * max(map(len, sizes), default=0)
    for shape in sizes:
        for place, size in enumerate(reversed(shape), 1):
            if size < 0:
                raise RuntimeError(f'Trying to create tensor with negative dimension ({size}): ({size})')
            if size == 1 or size == result[-place]:
                continue
            if result[-place] != 1:
                raise RuntimeError('Shape mismatch: objects cannot be broadcast to a single shape')
            result[-place] = size
    return _torch.Size(result)


def _given_tensors(tensors):
    """The tensors of f(a, b) and of f([a, b])."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        return list(tensors[0])
    return list(tensors)


def _require_tensors(tensors, argument=0):
    for place, x in enumerate(tensors):
        if not isinstance(x, Tensor):
            raise TypeError(f'expected Tensor as element {place} in argument {argument}, but got '
                            f'{type(x).__name__}')


def broadcast_tensors(*tensors):
    """All tensors stretched to one shape."""
    _require_tensors(tensors)
    shape = _torch.Size([])
    for x in tensors:
        shape = _torch._broadcast(shape, x.shape)
    return tuple(x if x.shape == shape else x.expand(shape) for x in tensors)


def meshgrid(*tensors, indexing=None):
    """The coordinates of a grid, one tensor for each of its axes."""
    lines = _given_tensors(tensors)
    _require_tensors(lines)
    if not lines:
        raise RuntimeError('meshgrid expects a non-empty TensorList')
    if any(line.dtype != lines[0].dtype for line in lines):
        raise RuntimeError('meshgrid expects all tensors to have the same dtype')
    if indexing is not None and not isinstance(indexing, str):
        raise TypeError(f"meshgrid(): argument 'indexing' must be str, not {type(indexing).__name__}")
    if indexing not in (None, 'ij', 'xy'):
        raise RuntimeError('torch.meshgrid: indexing must be one of "xy" or "ij", but received: '
                           f'{indexing}')
    for line in lines:
        if line.dim() > 1:
            raise RuntimeError('torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: '
                               f'{line}')
    swapped = indexing == 'xy' and len(lines) > 1
    if swapped:
        lines[:2] = lines[1::-1]
    shape = [line.numel() for line in lines]
    grids = []
    for axis, line in enumerate(lines):
        sizes = [1] * len(lines)
        sizes[axis] = -1
        grids.append(line.view(sizes).expand(shape))
    if swapped:
        grids[:2] = grids[1::-1]
    return tuple(grids)


def _at_least(rank, name):
    def lifted(x):
        if x.dim() >= rank:
            return x
        if x.dim() == 0:
            return x.reshape((1,) * rank)
        if x.dim() == 2:
            return x.unsqueeze(-1)
        return x.unsqueeze(0) if rank == 2 else x.unsqueeze(0).unsqueeze(-1)

    def function(*tensors):
        if len(tensors) == 1 and isinstance(tensors[0], Tensor):
            return lifted(tensors[0])
        tensors = _given_tensors(tensors)
        _require_tensors(tensors)
        return tuple(lifted(x) for x in tensors)

    function.__name__ = function.__qualname__ = name
    return function


atleast_1d = _at_least(1, 'atleast_1d')
atleast_2d = _at_least(2, 'atleast_2d')
atleast_3d = _at_least(3, 'atleast_3d')


def cartesian_prod(*tensors):
    """All combinations of an element of each."""
    if len(tensors) == 1:
        return tensors[0]
    return _torch.stack([x.flatten() for x in meshgrid(*tensors, indexing='ij')], dim=1)


def split(tensor, split_size_or_sections, dim=0):
    return tensor.split(split_size_or_sections, dim)


# --- Products and distances


def einsum(*args):
    """Products of tensors, summed over the subscripts that the result leaves out."""
    if len(args) < 2:
        raise ValueError('einsum(): must specify the equation string and at least one operand, or at '
                         'least one operand and its subscripts list')
    if isinstance(args[0], Tensor):
        return _einsum_of_lists(args)
    equation, *operands = args
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = list(operands[0])
    if not isinstance(equation, str):
        raise TypeError("einsum(): argument 'equation' (position 1) must be str, not "
                        f'{type(equation).__name__}')
    _require_tensors(operands, 1)
    return _torch._einsum(equation, operands)


def _einsum_of_lists(args):
    """einsum(x, [0, 1], y, [1, 2], [0, 2]), where a number stands for a letter."""
    letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

    def word(subscripts):
        word = ''
        for subscript in subscripts:
            if subscript is Ellipsis:
                word += '...'
            elif 0 <= subscript < len(letters):
                word += letters[subscript]
            else:
                raise ValueError(f'einsum(): subscript {subscript} is not within the valid range [0, 52)')
        return word

    pairs = len(args) // 2
    operands = [args[2 * i] for i in range(pairs)]
    equation = ','.join(word(args[2 * i + 1]) for i in range(pairs))
    if len(args) % 2 == 1:
        equation += '->' + word(args[-1])
    return _torch._einsum(equation, operands)


def tensordot(a, b, dims=2, out=None):
    """The product of two tensors, summed over some dimensions of each."""
    if not isinstance(dims, (tuple, list, Tensor, int)):
        raise RuntimeError('tensordot expects dims to be int or Tuple[List[int], List[int]] or '
                           f'List[List[int]] containing two lists, but got dims={dims}')
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f'tensordot expects dims >= 0, but got dims={dims}')
        first, second = list(range(-dims, 0)), list(range(dims))
    else:
        first, second = ([d] if isinstance(d, int) else list(d) for d in dims)
    result = _torch._inner.tensordot(a, b, first, second)
    return result if out is None else out.copy_(result)


def cdist(x1, x2, p=2.0, compute_mode='use_mm_for_euclid_dist_if_necessary'):
    """The distance of each row of one to each row of the other."""
    modes = {'use_mm_for_euclid_dist_if_necessary': None, 'use_mm_for_euclid_dist': 1,
             'donot_use_mm_for_euclid_dist': 2}
    if compute_mode not in modes:
        raise ValueError(f'{compute_mode} is not a valid value for compute_mode')
    return _torch._inner.cdist(x1, x2, p, modes[compute_mode])


def rsub(input, other, *, alpha=1):
    """other - alpha input."""
    return _torch.rsub(input, other) if alpha == 1 else _torch.sub(other, input, alpha=alpha)


def norm(input, p='fro', dim=None, keepdim=False, out=None, dtype=None):
    """The p-norm over some dimensions, or over all."""
    input.layout
    if isinstance(dim, int):
        dim = [dim]
    if isinstance(p, str):
        if p == 'nuc':
            _torch._not_supported("norm(p='nuc')", 'there is no linear algebra beyond products',
                                  'sum the singular values of numpy.linalg.svd(x.numpy())')
        if p != 'fro':
            raise RuntimeError(f"only valid string values are 'fro' and 'nuc', found {p}")
        p = 2.0
    if dtype is not None:
        input = input.to(dtype)
    result = _torch._vector_norm(input, p, dim, keepdim)
    return result if out is None else out.copy_(result)


# --- Different values


def _answer(results, return_inverse, return_counts):
    values, inverse, counts = results
    parts = [values]
    if return_inverse:
        parts.append(inverse)
    if return_counts:
        parts.append(counts)
    return parts[0] if len(parts) == 1 else tuple(parts)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different values, of all elements or of the slices along a dimension."""
    if dim is None:
        results = _torch._inner._unique2(input, sorted=sorted, return_inverse=return_inverse,
                                         return_counts=return_counts)
    else:
        results = _torch._inner.unique_dim(input, dim, sorted=sorted, return_inverse=return_inverse,
                                           return_counts=return_counts)
    return _answer(results, return_inverse, return_counts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The same of what lies one behind the other."""
    results = _torch._inner.unique_consecutive(input, return_inverse=return_inverse,
                                               return_counts=return_counts, dim=dim)
    return _answer(results, return_inverse, return_counts)
