# SPDX-License-Identifier: MIT
"""einsum. Operands are joined from left to right; each pair becomes one batch of matrix products:
labels that both have and the rest still needs are the batch, others are summed.
"""
import functools
import math

import _torch
import torch
from torch._composed.sixteen_bits_tools import word

# An ellipsis while its length is not known; dimensions that one stands for get labels of their own,
# from chr(1) on, which are no letters and sort before them.
_ELLIPSIS = '.'


def _einsum(equation, tensors):
    inputs, output = _parsed(equation)
    if not tensors:
        raise RuntimeError('einsum(): must provide at least one operand')
    if len(inputs) != len(tensors):
        raise RuntimeError(f'einsum(): {"more" if len(inputs) < len(tensors) else "fewer"} operands were '
                           'provided than specified in the equation')
    inputs, output = _spread(inputs, output, [x.dim() for x in tensors])
    for place, (labels, x) in enumerate(zip(inputs, tensors)):
        if len(labels) != x.dim():
            raise RuntimeError(f'einsum(): the number of subscripts in the equation ({len(labels)}) does not '
                               f'match the number of dimensions ({x.dim()}) for operand {place} and no '
                               'ellipsis was given')
    _check_sizes(inputs, tensors)
    for label in output:
        if not any(label in labels for labels in inputs):
            raise RuntimeError(f'einsum(): output subscript {label} does not appear in the equation for any '
                               'input operand')
    operands = [_diagonals(x.detach(), labels) for x, labels in zip(tensors, inputs)]
    result = _contracted(operands, output)
    sums = any(label not in output for _, its_labels in operands for label in its_labels)
    if len(operands) == 1:
        gradient = 'SumBackward1' if sums else 'PermuteBackward0'
    else:
        gradient = 'ViewBackward0' if sums else 'MulBackward0'
    return _torch._made(result, 'einsum', gradient, tensors, rule=lambda g: _gradients(g, output, operands, inputs))


def _contracted(operands, output):
    """Tensors with their labels, joined into one with those of the output."""
    total, labels = _summed(*operands[0], output + _labels_of(operands[1:]))
    for place, (x, its_labels) in enumerate(operands[1:], 2):
        needed = output + _labels_of(operands[place:])
        x, its_labels = _summed(x, its_labels, needed + labels)
        total, labels = _joined(total, labels, x, its_labels, needed)
    return total.permute([labels.index(label) for label in output])


def _gradients(g, output, operands, inputs):
    """Of each operand: the gradient of the result joined with all the others."""
    if any(len(set(labels)) < len(labels) for labels in inputs):
        _torch._not_supported('the gradient of einsum with a label twice in one operand',
                              'its rule is not among those here', 'take the diagonal() first')
    given = []
    for place, (x, labels) in enumerate(operands):
        others = [(g, output), *operands[:place], *operands[place + 1:]]
        known = _labels_of(others)
        joined = _contracted(others, ''.join(label for label in labels if label in known))
        for at, label in enumerate(labels):
            if label not in known:
                joined = joined.unsqueeze(at)
        given.append(joined.expand([max(size, wide) for size, wide in zip(x.shape, joined.shape)]))
    return given


einsum = _einsum


@functools.lru_cache(maxsize=64)
def _parsed(equation):
    """The labels of each operand and of the result."""
    left, arrow, output = equation.replace(' ', '').replace('...', '\x7f').replace('.', '!') \
        .replace('\x7f', _ELLIPSIS).partition('->')
    inputs = left.split(',')
    for place, labels in enumerate(inputs):
        for label in labels:
            if not (label.isascii() and label.isalpha() or label == _ELLIPSIS):
                raise RuntimeError('einsum(): invalid subscript given at index '
                                   f'{equation.find(label)} in the equation string, subscripts must be in '
                                   '[a-zA-Z]')
        if labels.count(_ELLIPSIS) > 1:
            raise RuntimeError(f"einsum(): found '.' for operand {place} for which an ellipsis was already "
                               'found')
    if not arrow:
        # What occurs once, capitals first, behind what an ellipsis stands for.
        output = _ELLIPSIS * (_ELLIPSIS in left)
        output += ''.join(sorted(label for label in left if label.isalpha() and left.count(label) == 1))
    return inputs, output


def _spread(inputs, output, ranks):
    """Labels instead of each ellipsis, aligned at the last dimension that it stands for."""
    counts = [max(rank + 1 - len(labels), 0) if _ELLIPSIS in labels else 0
              for labels, rank in zip(inputs, ranks)]
    most = max(counts)
    own = ''.join(map(chr, range(1, most + 1)))
    return [labels.replace(_ELLIPSIS, own[most - count:]) for labels, count in zip(inputs, counts)], \
        output.replace(_ELLIPSIS, own)


def _check_sizes(inputs, tensors):
    seen = {}
    for place, (labels, x) in enumerate(zip(inputs, tensors)):
        for label, size in zip(labels, x.shape):
            known = seen.get(label, 0)
            if known > 1 and size not in (1, known):
                raise RuntimeError(f'einsum(): subscript {label} has size {size} for operand {place} which '
                                   f'does not broadcast with previously seen size {known}')
            if size != 1 or known == 0:
                seen[label] = size


def _diagonals(x, labels):
    """A label twice in one operand takes the diagonal."""
    for label in labels:
        while labels.count(label) > 1:
            first = labels.index(label)
            again = labels.index(label, first + 1)
            x = x.diagonal(0, first, again)
            labels = labels[:first] + labels[first + 1:again] + labels[again + 1:] + label
    return x, labels


def _labels_of(operands):
    return ''.join(labels for _, labels in operands)


def _summed(x, labels, needed):
    """Sums away what nothing else needs."""
    dims = [place for place, label in enumerate(labels) if label not in needed]
    if not dims:
        return x, labels
    return x.sum(dims), ''.join(label for label in labels if label in needed)


def _joined(a, in_a, b, in_b, needed):
    if a.dtype != b.dtype:
        raise RuntimeError(f'expected scalar type {word(a)} but found {word(b)}')
    shared = [label for label in in_a if label in in_b]
    batch = [label for label in shared if label in needed]
    inner = sorted(label for label in shared if label not in needed)
    rows = [label for label in in_a if label not in in_b]
    columns = [label for label in in_b if label not in in_a]
    sizes = dict(zip(in_b, b.shape))
    sizes.update((label, size) for label, size in zip(in_a, a.shape) if size != 1 or label not in sizes)

    def flat(x, labels, first, second):
        order = batch + first + second
        turned = x.permute([labels.index(label) for label in order])
        wide = turned.expand([sizes[label] for label in order])  # a size of 1 stands for any
        return wide.reshape([math.prod(sizes[label] for label in part) for part in (batch, first, second)])

    product = torch.bmm(flat(a, in_a, rows, inner), flat(b, in_b, inner, columns))
    labels = batch + rows + columns
    return product.reshape([sizes[label] for label in labels]), ''.join(labels)
