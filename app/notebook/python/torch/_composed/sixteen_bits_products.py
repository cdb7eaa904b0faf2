# SPDX-License-Identifier: MIT
"""Products of matrices, and losses, of bfloat16: small products round each sum."""
import _torch
import torch
from torch import bfloat16
from torch._composed.sixteen_bits_tools import check_alike, made, refuse, word

WAYS = 'matmul mm bmm addmm mv dot linear _nll_loss smooth_l1_loss huber_loss'

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


def _product(a, b, name, gradient):
    count = a.numel() * b.shape[-1]
    small = a.dim() == 3 and a.shape[1] * a.shape[2] * b.shape[2] < 400
    if a.shape[-1] != b.shape[-2] or a.dim() == 3 and a.shape[0] != b.shape[0]:
        return NotImplemented
    x, y = a.detach(), b.detach()
    if small or count <= _LARGE and not _is_turned(b):
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
    return NotImplemented


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
