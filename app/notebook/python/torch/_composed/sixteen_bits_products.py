# SPDX-License-Identifier: MIT
"""Products of matrices, and losses, of bfloat16: small products round each sum."""
import math

import _torch
import torch
from torch import bfloat16
from torch._composed.sixteen_bits_tools import check_alike, made, refuse, word

WAYS = 'matmul mm bmm addmm baddbmm mv dot linear _einsum _nll_loss smooth_l1_loss huber_loss'

_LARGE = 16 * 16 * 16  # multiplications from which on a library sums in float32


def _rounded_product(a, b, total=None):
    """[..., n, k] times [..., k, m], each product and each sum rounded."""
    total = torch.zeros_like(a[..., :1] * b[..., :1, :]) if total is None else total
    for place in range(a.shape[-1]):
        total = total + a[..., place:place + 1] * b[..., place:place + 1, :]
    return total


def _is_turned(x):
    """Whether the columns of the matrices lie in memory, not the rows."""
    return x.stride(-2) == 1 and x.stride(-1) >= max(1, x.shape[-2]) and x.shape[-1] > 1


def _is_small(a, b):
    """Whether a batch of products is computed without a library."""
    return a.dim() == 3 and a.shape[1] * a.shape[2] * b.shape[-1] < 400


def _product(a, b, name, gradient):
    count = a.numel() * b.shape[-1]
    if a.shape[-1] != b.shape[-2] or a.dim() == 3 and a.shape[0] != b.shape[0]:
        return NotImplemented
    x, y = a.detach(), b.detach()
    if _is_small(a, b) or count <= _LARGE and not _is_turned(b):
        result = _rounded_product(x, y)
    else:
        result = (x.float() @ y.float()).to(bfloat16)
    return made(result, a, name, gradient, b)


def mm(input, mat2):
    refuse('addmm_impl_cpu_', input)
    check_alike(input, mat2)
    return _product(input, mat2, 'mm', 'MmBackward0') if input.dim() == mat2.dim() == 2 else NotImplemented


def addmm(input, mat1, mat2, beta=1, alpha=1):
    refuse('addmm_impl_cpu_', mat1)
    fits = mat1.dim() == mat2.dim() == 2 and mat1.shape[1] == mat2.shape[0] and input.dtype == mat1.dtype
    if not fits or (beta, alpha) != (1, 1) or _is_turned(mat2) or mat1.numel() * mat2.shape[1] > _LARGE:
        return NotImplemented
    start = input.detach().expand(mat1.shape[0], mat2.shape[1]).clone()
    result = _rounded_product(mat1.detach(), mat2.detach(), start)
    return made(result, input, 'addmm', 'AddmmBackward0', mat1, mat2)


def bmm(input, mat2):
    refuse('bmm', input)
    check_alike(input, mat2)
    return _product(input, mat2, 'bmm', 'BmmBackward0') if input.dim() == mat2.dim() == 3 else NotImplemented


def baddbmm(input, batch1, batch2, beta=1, alpha=1):
    refuse('baddbmm', batch1)
    fits = batch1.dim() == batch2.dim() == 3 and batch1.shape[0] == batch2.shape[0] \
        and batch1.shape[2] == batch2.shape[1] and input.dtype == batch1.dtype == batch2.dtype
    if not fits or (beta, alpha) != (1, 1) or not _is_small(batch1, batch2):
        return NotImplemented
    start = input.detach().expand(*batch1.shape[:2], batch2.shape[2]).clone()
    result = _rounded_product(batch1.detach(), batch2.detach(), start)
    return made(result, input, 'baddbmm', 'BaddbmmBackward0', batch1, batch2)


def mv(input, vec):
    refuse('addmv_impl_cpu', input)
    check_alike(input, vec)
    if input.dim() != 2 or vec.dim() != 1 or input.shape[1] != vec.shape[0] or input.numel() > _LARGE:
        return NotImplemented
    return made(_rounded_product(input.detach(), vec.detach().unsqueeze(1)).squeeze(1), input, 'mv',
                'MvBackward0', vec)


def dot(input, tensor):
    if input.dtype != tensor.dtype:
        raise RuntimeError(f'dot : expected both vectors to have same dtype, but found {word(input)} and '
                           f'{word(tensor)}')
    refuse('dot', input)
    return NotImplemented


def matmul(input, other):
    """By the dimensions, as PyTorch folds them."""
    ranks = (input.dim(), other.dim())
    if ranks == (1, 1):
        return torch.dot(input, other)
    if ranks == (2, 1):
        return torch.mv(input, other)
    if ranks == (1, 2):
        return torch.mm(input.unsqueeze(0), other).squeeze(0)
    if ranks == (2, 2):
        return torch.mm(input, other)
    refuse('bmm', input) if min(ranks) > 2 else refuse('addmm_impl_cpu_', input)
    check_alike(input, other)
    if min(ranks) < 2:
        return NotImplemented
    if ranks[1] == 2 and input.shape[-1] == other.shape[0]:
        return torch.mm(input.reshape(-1, input.shape[-1]), other).view(*input.shape[:-1], other.shape[1])
    if input.shape[-1] != other.shape[-2]:
        return NotImplemented
    batch = torch.broadcast_shapes(input.shape[:-2], other.shape[:-2])
    a = input.expand(*batch, *input.shape[-2:]).reshape(-1, *input.shape[-2:])
    b = other.expand(*batch, *other.shape[-2:]).reshape(-1, *other.shape[-2:])
    return torch.bmm(a, b).view(*batch, input.shape[-2], other.shape[-1])


def linear(input, weight, bias=None):
    if bias is not None and input.dim() > 1 and input.dtype != weight.dtype:
        raise RuntimeError('mat1 and mat2 must have the same dtype')
    refuse('addmm_impl_cpu_', input)
    check_alike(input, weight)
    if bias is None and input.dim() == weight.dim() == 2 and not _is_turned(weight.t()):
        return torch.mm(input, weight.t())
    return NotImplemented


def _einsum(equation, tensors):
    """Pair by pair from the left, each pair as one batch of products of matrices."""
    inputs, arrow, output = _without_ellipsis(equation.replace(' ', ''), tensors).partition('->')
    labels = inputs.split(',')
    sizes = {label: size for word, x in zip(labels, tensors) for label, size in zip(word, x.shape)}
    if not arrow:
        output = ''.join(sorted(label for label in sizes if inputs.count(label) == 1))
    fits = len(labels) == len(tensors) > 1 and '.' not in inputs and set(output) <= set(sizes) and all(
        len(set(word)) == len(word) == x.dim() and all(sizes[label] == size for label, size in zip(word, x.shape))
        for word, x in zip(labels, tensors))
    if not fits:
        return NotImplemented
    result, held = tensors[0].detach(), labels[0]
    for place, (word, x) in enumerate(zip(labels[1:], tensors[1:]), 2):
        later = set(output).union(*labels[place:])
        result, held = _joined(result, held, x.detach(), word, later, sizes)
    gradient = 'ViewBackward0' if set(inputs) - set(output) - {','} else 'MulBackward0'
    return made(result.permute([held.index(label) for label in output]), tensors[0], 'einsum', gradient,
                *tensors[1:])


def _without_ellipsis(equation, tensors):
    """With a digit for each dimension that an ellipsis stands for, counted from the last."""
    inputs, arrow, output = equation.partition('->')
    words, most = [], 0
    for word, x in zip(inputs.split(','), tensors):
        count = x.dim() - len(word.replace('...', ''))
        if '...' in word:
            most = max(most, count)
            word = word.replace('...', '9876543210'[10 - count:] if 0 < count < 10 else '')
        words.append(word)
    if '...' in inputs and not arrow:
        letters = [label for label in inputs if label.isalpha()]
        arrow, output = '->', '...' + ''.join(sorted(label for label in letters if letters.count(label) == 1))
    return ','.join(words) + arrow + output.replace('...', '9876543210'[10 - most:] if most else '')


def _joined(a, a_labels, b, b_labels, needed, sizes):
    """Two operands as one: what both have and nothing needs is summed."""
    a, a_labels = _without(a, a_labels, needed.union(b_labels))
    b, b_labels = _without(b, b_labels, needed.union(a_labels))
    batch, inner = ([x for x in a_labels if x in b_labels and (x in needed) == kept] for kept in (True, False))
    inner.sort()
    rows, columns = [x for x in a_labels if x not in b_labels], [x for x in b_labels if x not in a_labels]
    if not inner:
        def laid(x, own):
            labels = [*batch, *rows, *columns]
            there = x.permute([own.index(label) for label in labels if label in own])
            return there.reshape([sizes[label] if label in own else 1 for label in labels])

        return laid(a, a_labels) * laid(b, b_labels), ''.join(batch + rows + columns)

    def matrices(x, own, *groups):
        turned = x.permute([own.index(label) for group in groups for label in group])
        return turned.reshape([math.prod(sizes[label] for label in group) for group in groups])

    product = torch.bmm(matrices(a, a_labels, batch, rows, inner), matrices(b, b_labels, batch, inner, columns))
    held = batch + rows + columns
    return product.view([sizes[label] for label in held]), ''.join(held)


def _without(x, labels, needed):
    """Without the labels that nothing else has: they are summed at once."""
    gone = [place for place, label in enumerate(labels) if label not in needed]
    return (x.sum(gone), ''.join(label for label in labels if label in needed)) if gone else (x, labels)


def _reduced(losses, reduction):
    return losses.mean() if reduction == 1 else losses.sum() if reduction == 2 else losses


def _nll_loss(input, target, reduction='mean', weight=None, ignore_index=-100):
    if reduction not in ('mean', 'sum') or weight is not None or input.dim() != 2 or input.dtype != bfloat16:
        return NotImplemented
    refuse('nll_loss_out_frame', input)
    losses = _torch._nll_loss(input.detach(), target, 'none', None, ignore_index)
    if losses.numel() > 16:
        return NotImplemented
    total = torch.zeros((), dtype=bfloat16)
    for loss in losses.unbind():
        total = total + loss
    result = total / (target != ignore_index).sum() if reduction == 'mean' else total
    return made(result, input, 'nll_loss', 'NllLossBackward0')


def _each_then_reduced(function, input, target, reduction, **options):
    if word(input) != word(target):
        return NotImplemented
    losses = function(input.detach().float(), target.detach().float(), 0, **options).to(input.dtype)
    return made(_reduced(losses, reduction), input, function.__name__, 'SmoothL1LossBackward0', target)


def smooth_l1_loss(input, target, reduction=1, beta=1.0):
    return _each_then_reduced(_torch._nn.smooth_l1_loss, input, target, reduction, beta=beta)


def huber_loss(input, target, reduction=1, delta=1.0):
    return _each_then_reduced(_torch._nn.huber_loss, input, target, reduction, delta=delta)
