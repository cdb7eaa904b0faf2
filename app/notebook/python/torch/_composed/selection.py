# SPDX-License-Identifier: MIT
"""Elements at given places: added to, set, repeated, looked for."""
import bisect

import _torch
import torch
from torch._composed.moving import moved
from torch._composed.sixteen_bits_tools import word
from torch._composed.statistics import dim_of


def scatter_add(input, dim, index, src):
    if src.dtype != input.dtype:
        raise RuntimeError('scatter(): Expected self.dtype to be equal to src.dtype')
    result = input.detach().clone()
    _torch._scatter_sum(result, dim, index, src.detach())
    return _torch._made(result, 'scatter_add', 'ScatterAddBackward0', [input, index, src],
                        rule=lambda g: (g, None, g.gather(dim, index)))


def scatter_(input, dim, index, src=None, value=None, reduce=None):
    if reduce is None:
        return _torch._put_back(input, torch.scatter(input, dim, index, value if src is None else src))
    if reduce != 'add' or src is None:
        _torch._not_supported(f'scatter_(reduce={reduce!r})', 'it only adds a tensor here',
                              'use scatter_add_() or scatter_reduce_()')
    sums = scatter_add(input.detach(), dim, index, src.detach())
    return _torch._put_back(input, _torch._made(sums, 'scatter_', '', []))


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """The rows of weight with these numbers; the gradient leaves the padding's out."""
    if weight.dim() != 2:
        raise RuntimeError("'weight' must be 2-D")
    if indices.dtype not in (torch.int64, torch.int32):
        kind = 'CPUBoolType' if indices.dtype == torch.bool else indices.type()
        raise RuntimeError("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, "
                           f'Int; but got {kind} instead (while checking arguments for embedding)')
    numbers = indices.reshape(-1)
    rows = weight.detach().index_select(0, numbers).reshape(*indices.shape, weight.shape[1])

    def rule(g):
        g = g.reshape(-1, g.shape[-1])
        counted = g if padding_idx < 0 else g * (numbers != padding_idx).reshape(-1, 1)
        return torch.zeros_like(weight).index_add(0, numbers, counted)

    return _torch._made(rows, 'embedding', 'EmbeddingBackward0', [weight, indices], rule=rule)


def _places(name, index):
    """The places that an index names, as a list."""
    if index.dtype not in (torch.int64, torch.int32):
        raise RuntimeError(f'{name}(): Expected dtype int32/int64 for index')
    if index.dim() > 1:
        raise IndexError(f'{name}(): Index is supposed to be a vector, but got dim: {index.dim()} with '
                         f'type: {word(index)} and size: {list(index.shape)}')
    return index.reshape(-1).tolist()


def index_add(input, dim, index, source, *, alpha=1):
    count = len(_places('index_add', index))
    if source.dtype != input.dtype:
        raise RuntimeError('index_add_(): self and source must have the same scalar type')
    if source.dim() and source.shape[dim] != count:
        raise RuntimeError(f'index_add_(): Number of indices ({count}) should be equal to '
                           f'source.size(dim): ({source.shape[dim]}), for dim: {dim}')
    added = source.detach() if alpha == 1 else source.detach() * alpha
    shape = [1] * max(added.dim(), 1)
    shape[dim] = -1
    result = input.detach().clone()
    _torch._scatter_sum(result, dim, index.long().view(shape).expand(added.shape), added)
    return _torch._made(result, 'index_add', 'IndexAddBackward0', [input, index, source],
                        rule=lambda g: (g, None, g.index_select(dim, index) * alpha))


def index_fill(input, dim, index, value):
    if index.dtype != torch.int64:
        raise IndexError('index_fill_(): Expected dtype int64 for index.')
    result = input.detach().clone()
    for place in _places('index_fill_', index):
        result.select(dim, place).fill_(value)
    inputs = [input, index] + ([value] if isinstance(value, torch.Tensor) else [])
    return _torch._made(result, 'index_fill', 'IndexFillBackward0', inputs, rule=lambda g: (
        g.index_fill(dim, index, 0), None, g.index_select(dim, index).sum()))


def index_copy(input, dim, index, source):
    result = input.detach().clone()
    for number, place in enumerate(_places('index_copy', index)):
        result.select(dim, place).copy_(source.detach().select(dim, number))
    return _torch._made(result, 'index_copy', 'IndexCopyBackward0', [input, index, source],
                        rule=lambda g: (g.index_fill(dim, index, 0), None, g.index_select(dim, index)))


def index_put(input, indices, values, accumulate=False):
    result = input.detach().clone()
    key = tuple(indices)
    if accumulate:
        places = torch.arange(result.numel()).view(result.shape)[key]
        added = values.detach().expand(places.shape)
        _torch._scatter_sum(result.view(-1), 0, places.reshape(-1), added.reshape(-1))
    else:
        result[key] = values.detach()

    def rule(g):
        kept = g if accumulate else g.clone()
        if not accumulate:
            kept[key] = 0
        return kept, g[key]

    return _torch._made(result, 'index_put', 'IndexPutBackward0', [input, values], rule=rule)


def _repeated_places(counts):
    """Each place as often as its count says."""
    torch.empty(sum(counts), dtype=torch.int64)  # is there room for them?
    return [place for place, count in enumerate(counts) for _ in range(count)]


def _repeated_evenly(input, times, dim):
    """Each element, or each slice along a dimension, so many times."""
    if times < 0:
        raise RuntimeError('repeats can not be negative')
    x = input.detach().flatten() if dim is None else input.detach()
    place = 0 if dim is None else dim_of(x, dim)
    shape = list(x.shape)
    wide = x.unsqueeze(place + 1).expand(shape[:place + 1] + [times] + shape[place + 1:])
    shape[place] *= times
    result = torch.empty(wide.shape, dtype=x.dtype).copy_(wide).view(shape)
    return _torch._made(result, 'repeat_interleave', 'ViewBackward0', [input],
                        rule=moved(lambda places: _repeated_evenly(places, times, dim), input))


def repeat_interleave(input=None, repeats=None, dim=None, *, output_size=None):
    if input is None:  # the tensor says how often each number comes
        return torch.tensor(_repeated_places(repeats.tolist()), dtype=torch.int64)
    if not isinstance(repeats, torch.Tensor) or repeats.numel() == 1:
        return _repeated_evenly(input, int(repeats), dim)
    if repeats.dim() != 1:
        raise RuntimeError('repeats must be 0-dim or 1-dim tensor')
    x = input.flatten() if dim is None else input
    dim = 0 if dim is None else dim
    counts = repeats.tolist()
    if len(counts) != x.shape[dim]:
        raise RuntimeError('repeats must have the same size as input along dim, but got repeats.size(0) = '
                           f'{repeats.size(0)} and input.size({dim}) = {input.size(dim)}')
    if min(counts) < 0:
        raise RuntimeError('repeats can not be negative')
    return torch.index_select(x, dim, torch.tensor(_repeated_places(counts), dtype=torch.int64))


def isin(elements, test_elements=None, *, test_element=None, assume_unique=False, invert=False):
    if not isinstance(elements, torch.Tensor):
        elements = torch.tensor(elements)
    if isinstance(test_elements, torch.Tensor):
        held = set(test_elements.flatten().tolist())
    else:
        held = {test_element if test_elements is None else test_elements}
    found = [(x in held) != invert for x in elements.flatten().tolist()]
    return torch.tensor(found, dtype=torch.bool).view(elements.shape)


def searchsorted(sorted_sequence, input=None, *, self=None, out_int32=False, right=False, side=None,
                 sorter=None):
    find = bisect.bisect_right if right or side == 'right' else bisect.bisect_left
    dtype = torch.int32 if out_int32 else torch.int64
    values = self if input is None else input
    if sorter is not None:
        sorted_sequence = sorted_sequence.gather(-1, sorter)
    if not isinstance(values, torch.Tensor):
        return torch.tensor(find(sorted_sequence.tolist(), values), dtype=dtype)
    if sorted_sequence.dim() == 1:
        row = sorted_sequence.tolist()
        places = [find(row, value) for value in values.flatten().tolist()]
    else:
        if sorted_sequence.shape[:-1] != values.shape[:-1]:
            raise RuntimeError(
                'torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 '
                'dimensions of boundaries tensor and input value tensor must match, but we got boundaries '
                f'tensor {list(sorted_sequence.shape)} and input value tensor {list(values.shape)}')
        rows = sorted_sequence.reshape(-1, sorted_sequence.shape[-1]).tolist()
        wanted = values.reshape(-1, values.shape[-1]).tolist()
        places = [find(row, value) for row, line in zip(rows, wanted) for value in line]
    return torch.tensor(places, dtype=dtype).view(values.shape)


def bucketize(input, boundaries, *, out_int32=False, right=False):
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


def masked_select(input, mask):
    if mask.dtype not in (torch.bool, torch.uint8):
        raise RuntimeError('masked_select: expected BoolTensor for mask')
    if mask.dtype == torch.uint8 and (mask > 1).any():
        raise RuntimeError('Mask tensor can take 0 and 1 values only')
    shape = _torch._broadcast(input.shape, mask.shape)
    picked = input.detach().expand(shape)[mask.bool().expand(shape)]
    return _torch._made(picked, 'masked_select', 'MaskedSelectBackward0', [input, mask],
                        rule=moved(lambda places: masked_select(places, mask), input))


def take(input, index):
    picked = input.detach().reshape(-1)[index]
    return _torch._made(picked, 'take', 'TakeBackward0', [input],
                        rule=moved(lambda places: take(places, index), input))


def take_along_dim(input, indices, dim=-1):
    return torch.gather(input, dim, indices)


def one_hot(input, num_classes=-1):
    if input.dtype != torch.int64:
        raise RuntimeError('one_hot is only applicable to index tensor of type LongTensor.')
    if input.numel() == 0 and num_classes <= 0:
        raise RuntimeError('Can not infer total number of classes from empty tensor.')
    if input.numel() and input.min() < 0:
        raise RuntimeError('Class values must be non-negative.')
    if num_classes == -1:
        num_classes = int(input.max()) + 1
    elif input.numel() and input.max() >= num_classes:
        raise RuntimeError('Class values must be smaller than num_classes.')
    rows = torch.zeros((*input.shape, num_classes), dtype=torch.int64)
    rows.scatter_(-1, input.unsqueeze(-1), 1)
    return _torch._made(rows, 'one_hot', '', [input])
