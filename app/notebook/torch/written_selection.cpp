// SPDX-License-Identifier: MIT
// See written.hpp: picking, writing and counting by index.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import torch


def _new(name, gradient, change):
    """The function that gives a new tensor: `change` changes a copy."""
    def function(input, *arguments, **options):
        result = input.detach().clone()
        change(result, input, *arguments, **options)
        others = [x for x in list(arguments) + list(options.values()) if isinstance(x, torch.Tensor)]
        return _made(result, name, gradient, [input] + others)
    function.__name__ = name
    return function


def _changed(name, change):
    """The method that changes its own tensor."""
    def method(self, *arguments, **options):
        _check_in_place(self)
        result = self.detach().clone()
        change(result, self, *arguments, **options)
        return self.copy_(result)
    method.__name__ = name
    return method


def _scatter_add(result, input, dim, index, src):
    if src.dtype != input.dtype:
        raise RuntimeError('scatter(): Expected self.dtype to be equal to src.dtype')
    _scatter_sum(result, dim, index, src.detach())


torch.scatter_add = torch.Tensor.scatter_add = _new('scatter_add', 'ScatterAddBackward0', _scatter_add)
torch.Tensor.scatter_add_ = _changed('scatter_add_', _scatter_add)


def _scatter_reduce(result, input, dim, index, src, reduce, *, include_self=True):
    if reduce != 'sum' or not include_self:
        raise _not_supported(f'scatter_reduce({reduce!r})', 'scatter_add, or a loop')
    _scatter_sum(result, dim, index, src.detach())


torch.scatter_reduce = torch.Tensor.scatter_reduce = _new('scatter_reduce', 'ScatterReduceBackward0', _scatter_reduce)
torch.Tensor.scatter_reduce_ = _changed('scatter_reduce_', _scatter_reduce)


def _places(name, input, dim, index):
    if index.dtype not in (torch.int64, torch.int32):
        raise RuntimeError(f'{name}(): Expected dtype int32/int64 for index')
    if index.dim() > 1:
        raise IndexError(f'{name}(): Index is supposed to be a vector, but got dim: {index.dim()} with type: {str(index.dtype)[6:]} and size: {list(index.shape)}')
    return index.reshape(-1).tolist()


def _index_add(result, input, dim, index, source, *, alpha=1):
    places = _places('index_add', input, dim, index)
    if source.dtype != input.dtype:
        raise RuntimeError('index_add_(): self and source must have the same scalar type')
    if source.dim() and source.shape[dim] != len(places):
        raise RuntimeError(f'index_add_(): Number of indices ({len(places)}) should be equal to source.size(dim): ({source.shape[dim]}), for dim: {dim}')
    source = source.detach() if alpha == 1 else source.detach() * alpha
    shape = [1] * max(source.dim(), 1)
    shape[dim] = -1
    _scatter_sum(result, dim, index.long().view(shape).expand(source.shape), source)


torch.index_add = torch.Tensor.index_add = _new('index_add', 'IndexAddBackward0', _index_add)
torch.Tensor.index_add_ = _changed('index_add_', _index_add)


def _index_fill(result, input, dim, index, value):
    for place in _places('index_fill_', input, dim, index):
        result.select(dim, place).fill_(value)


torch.index_fill = torch.Tensor.index_fill = _new('index_fill', 'IndexFillBackward0', _index_fill)
torch.Tensor.index_fill_ = _changed('index_fill_', _index_fill)


def _index_copy(result, input, dim, index, source):
    for number, place in enumerate(_places('index_copy', input, dim, index)):
        result.select(dim, place).copy_(source.detach().select(dim, number))


torch.index_copy = torch.Tensor.index_copy = _new('index_copy', 'IndexCopyBackward0', _index_copy)
torch.Tensor.index_copy_ = _changed('index_copy_', _index_copy)


def _masked_scatter(result, input, mask, source):
    mask = mask.expand(input.shape)
    result[mask] = source.detach().reshape(-1)[:int(mask.sum())]


torch.masked_scatter = torch.Tensor.masked_scatter = _new('masked_scatter', 'MaskedScatterBackward0', _masked_scatter)
torch.Tensor.masked_scatter_ = _changed('masked_scatter_', _masked_scatter)


def _put(result, input, index, source, accumulate=False):
    flat = result.view(-1)
    if accumulate:
        _scatter_sum(flat, 0, index.reshape(-1) % flat.shape[0], source.detach().reshape(-1))
    else:
        flat[index.reshape(-1)] = source.detach().reshape(-1)


torch.put = torch.Tensor.put = _new('put', 'PutBackward0', _put)
torch.Tensor.put_ = _changed('put_', _put)


def _index_put(result, input, indices, values, accumulate=False):
    key = tuple(indices)
    if not accumulate:
        result[key] = values.detach()
        return
    places = torch.arange(result.numel()).view(result.shape)[key]
    source = values.detach().expand(places.shape)
    _scatter_sum(result.view(-1), 0, places.reshape(-1), source.reshape(-1))


torch.index_put = torch.Tensor.index_put = _new('index_put', 'IndexPutBackward0', _index_put)
torch.Tensor.index_put_ = _changed('index_put_', _index_put)


def _by_index(x, places, dim):
    return torch.index_select(x, dim, torch.tensor(places, dtype=torch.int64))


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    if repeats is None:
        counts = input.tolist()
        return torch.tensor([i for i, n in enumerate(counts) for _ in range(n)], dtype=torch.int64)
    if not isinstance(repeats, torch.Tensor) or repeats.numel() == 1:
        return _native_repeat_interleave(input, repeats, dim)
    if repeats.dim() != 1:
        raise RuntimeError('repeats must be 0-dim or 1-dim tensor')
    x = input.flatten() if dim is None else input
    dim = 0 if dim is None else dim
    counts = repeats.tolist()
    if len(counts) != x.shape[dim]:
        raise RuntimeError('repeats must have the same size as input along dim')
    if min(counts) < 0:
        raise RuntimeError('repeats can not be negative')
    return _by_index(x, [i for i, n in enumerate(counts) for _ in range(n)], dim)


torch.repeat_interleave = torch.Tensor.repeat_interleave = repeat_interleave


def _grouped(keys):
    """The first place of each different key in ascending order, each key's number, their counts."""
    firsts = {}
    for place, key in enumerate(keys):
        firsts.setdefault(key, place)
    number = {key: i for i, key in enumerate(sorted(firsts))}
    inverse = [number[key] for key in keys]
    counts = [0] * len(number)
    for i in inverse:
        counts[i] += 1
    return [firsts[key] for key in number], inverse, counts


def _answer(values, inverse, counts, return_inverse, return_counts):
    parts = [values]
    if return_inverse:
        parts.append(inverse)
    if return_counts:
        parts.append(counts)
    return parts[0] if len(parts) == 1 else tuple(parts)


def _keys(x):
    deep = lambda key: tuple([deep(k) for k in key]) if isinstance(key, list) else key
    return [deep(key) for key in x.tolist()]


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is None and not return_inverse and not return_counts:
        return _native_unique(input)
    x = input.reshape(-1) if dim is None else input.transpose(0, dim)
    firsts, inverse, counts = _grouped(_keys(x))
    inverse = torch.tensor(inverse, dtype=torch.int64)
    return _answer(_by_index(x.detach() if dim is None else input.detach(), firsts, 0 if dim is None else dim),
                   inverse.view(input.shape) if dim is None else inverse,
                   torch.tensor(counts, dtype=torch.int64), return_inverse, return_counts)


torch.unique = torch.Tensor.unique = unique


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    x = input.reshape(-1) if dim is None else input
    keys = _keys(x if dim is None else x.transpose(0, dim))
    firsts, inverse, counts = [], [], []
    for place, key in enumerate(keys):
        if place == 0 or key != keys[place - 1]:
            firsts.append(place)
            counts.append(0)
        inverse.append(len(firsts) - 1)
        counts[-1] += 1
    inverse = torch.tensor(inverse, dtype=torch.int64)
    return _answer(_by_index(x.detach(), firsts, 0 if dim is None else dim),
                   inverse.view(input.shape) if dim is None else inverse,
                   torch.tensor(counts, dtype=torch.int64), return_inverse, return_counts)


torch.unique_consecutive = torch.Tensor.unique_consecutive = unique_consecutive


def isin(elements, test_elements, *, assume_unique=False, invert=False):
    if not isinstance(elements, torch.Tensor):
        elements = torch.tensor(elements)
    held = set(test_elements.flatten().tolist()) if isinstance(test_elements, torch.Tensor) else {test_elements}
    found = torch.tensor([(x in held) != invert for x in elements.flatten().tolist()], dtype=torch.bool)
    return found.view(elements.shape)


torch.isin = isin


def _place_in(row, value, right):
    low, high = 0, len(row)
    while low < high:
        middle = (low + high) // 2
        if row[middle] <= value if right else row[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


def searchsorted(sorted_sequence, values, *, out_int32=False, right=False, side=None):
    right = right or side == 'right'
    dtype = torch.int32 if out_int32 else torch.int64
    if not isinstance(values, torch.Tensor):
        return torch.tensor(_place_in(sorted_sequence.tolist(), values, right), dtype=dtype)
    if sorted_sequence.dim() == 1:
        row = sorted_sequence.tolist()
        places = [_place_in(row, value, right) for value in values.flatten().tolist()]
    else:
        if sorted_sequence.shape[:-1] != values.shape[:-1]:
            raise RuntimeError(
                'torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of '
                f'boundaries tensor and input value tensor must match, but we got boundaries tensor '
                f'{list(sorted_sequence.shape)} and input value tensor {list(values.shape)}')
        rows = sorted_sequence.reshape(-1, sorted_sequence.shape[-1]).tolist()
        wanted = values.reshape(-1, values.shape[-1]).tolist()
        places = [_place_in(row, value, right) for row, line in zip(rows, wanted) for value in line]
    return torch.tensor(places, dtype=dtype).view(values.shape)


torch.searchsorted = searchsorted


def bucketize(input, boundaries, *, out_int32=False, right=False):
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


torch.bucketize = bucketize
)py";

}  // namespace

std::string_view written_selection() {
  return kText;
}

}  // namespace normscope::notebook::torch
