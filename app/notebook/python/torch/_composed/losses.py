# SPDX-License-Identifier: MIT
"""Losses. `reduction` is a number here: 0 gives all losses, 1 their mean, 2 their sum."""
import _torch
import torch
from _torch import _nn
from torch._composed.sixteen_bits_tools import narrow, word

_NONE, _MEAN, _SUM = range(3)
_NAMES = ('none', 'mean', 'sum')


def _reduced(losses, reduction):
    if reduction == _MEAN:
        return losses.mean()
    return losses.sum() if reduction == _SUM else losses


def _loss(name, gradient, losses, reduction, inputs, slope):
    """A loss as one step. slope(share, g): the gradient of the input where each loss counts by `share` and has the
    gradient g; that of the target is its opposite where a loss is one of their difference.
    """
    share = narrow(1 / losses.numel(), losses.dtype).item() if reduction == _MEAN and losses.numel() else 1

    def rule(g):
        given = slope(share, g)
        return given, -given

    return _torch._made(_reduced(losses, reduction), name, gradient, inputs, rule=rule)


def _of_input_alone(slope, target):
    """The same where the target has a derivative of another form."""
    if not target.requires_grad:
        return slope
    return lambda _share, _g: _torch._not_supported(
        'the gradient of the target of this loss', 'its rule is not among those here', 'detach() the target')


def _class_rows(input, target):
    """[N, C, *] as rows of classes, and the labels in that order."""
    if input.shape[0] != target.shape[0]:
        raise ValueError(f'Expected input batch_size ({input.shape[0]}) to match target batch_size '
                         f'({target.shape[0]}).')
    if target.shape[1:] != input.shape[2:]:
        wanted = list(input.shape[:1] + input.shape[2:])
        raise RuntimeError(f'Expected target size {wanted}, got {list(target.shape)}')
    return input.movedim(1, -1).reshape(-1, input.shape[1]), target.reshape(-1)


def _nll_rule(rows, labels, weight, reduction, ignore_index):
    """-weight at the place of each label."""

    def rule(g):
        at = labels.detach().reshape(-1, 1) if rows.dim() == 2 else labels.detach().reshape(-1)[:1]
        counted = at != ignore_index
        at = torch.where(counted, at, 0)
        used = counted.to(g.dtype) if weight is None else weight.detach()[at] * counted
        share = -(g / used.sum()) if reduction == _MEAN else -g
        given = used * share.reshape(-1, 1) if rows.dim() == 2 else used * share
        return torch.zeros_like(rows).scatter(-1, at, torch.where(counted, given, 0.0))

    return rule


def _check_classes(x, target, weight):
    """Whether there is a class for each row of x, in PyTorch's order of asking."""
    if x.dim() not in (1, 2):
        _torch._not_supported(f'nll_loss of {x.dim()} dimensions', 'it takes rows of classes here', 'flatten to [N, C]')
    sizes, count = list(x.shape), target.shape[0] if target.dim() else 0
    if x.dim() == 2 and sizes[0] != count:
        raise ValueError(f'Expected input batch_size ({sizes[0]}) to match target batch_size ({count}).')
    if target.dim() > 1:
        raise RuntimeError('0D or 1D target tensor expected, multi-target not supported')
    if target.dim() == 1 and sizes[0] != count:
        raise RuntimeError(f'size mismatch (got input: {sizes}, target: {list(target.shape)})')
    if weight is not None and list(weight.shape) != sizes[-1:]:
        raise RuntimeError(f'weight tensor should be defined either for all {sizes[-1]} classes or no classes but got '
                           f'weight tensor of shape: {list(weight.shape)}')
    if weight is not None and weight.dtype != x.dtype:
        raise RuntimeError(f'expected scalar type {word(x)} but found {word(weight)}')
    if not x.is_floating_point():
        raise RuntimeError(f'"nll_loss_out_frame" not implemented for \'{word(x)}\'')
    if target.dtype != torch.int64:
        raise RuntimeError(f'expected scalar type Long but found {word(target)}')


def _nll_loss(input, target, reduction='mean', weight=None, ignore_index=-100):
    """The losses of rows of classes, or of one; each loss and its weight are 0 where the class is the ignored one."""
    _check_classes(input, target, weight)
    with torch.no_grad():
        rows = input.detach() if input.dim() == 2 else input.detach()[None]
        labels = target.reshape(-1)[:len(rows)]
        counted = labels != ignore_index
        wrong = labels[counted & ((labels < 0) | (labels >= rows.shape[1]))]
        if len(wrong):
            raise IndexError(f'Target {wrong[0].item()} is out of bounds.')
        at = torch.where(counted, labels, 0)
        given = torch.ones_like(at, dtype=rows.dtype) if weight is None else weight.detach()[at]
        weights = torch.where(counted, given, 0.0)
        losses = torch.where(counted, -rows[:len(at)].gather(1, at.reshape(-1, 1)).reshape(-1) * weights, 0.0)
        if reduction == 'none':
            result = losses if input.dim() == 2 or not len(at) else losses[0].clone()
        else:
            result = _torch._loss_sum(losses)
            result = result / _torch._loss_sum(weights) if reduction == 'mean' else result
    return _torch._made(result, 'nll_loss', 'NllLossBackward0', [input, target])


def nll_loss_nd(input, target, weight=None, reduction=_MEAN, ignore_index=-100):
    if input.dim() <= 2:
        result = _torch._nll_loss(input, target, _NAMES[reduction], weight, ignore_index)
        if not input.requires_grad:
            return result
        return _torch._made(result, 'nll_loss', 'NllLossBackward0', [input, target],
                            rule=_nll_rule(input, target, weight, reduction, ignore_index))
    rows, labels = _class_rows(input, target)
    result = _torch._nll_loss(rows, labels, _NAMES[reduction], weight, ignore_index)
    if reduction == _NONE:
        result = result.view(target.shape)
    of_rows = _nll_rule(rows.detach(), labels, weight, reduction, ignore_index)
    shape = input.movedim(1, -1).shape
    return _torch._made(result, 'nll_loss2d', 'NllLoss2DBackward0', [input, target],
                        rule=lambda g: of_rows(g).view(shape).movedim(-1, 1))


def _along_classes(x, dim):
    """A vector of one value for each class, in the place of the classes."""
    return [-1 if d == dim else 1 for d in range(x.dim())]


def _probability_loss(input, target, weight, reduction, label_smoothing):
    """The cross entropy of probabilities."""
    dim = 0 if input.dim() == 1 else 1
    classes = input.shape[dim]
    if weight is not None and (weight.dim() != 1 or weight.numel() != classes):
        raise RuntimeError(f'cross_entropy: weight tensor should be defined either for all {classes} classes '
                           f'or no classes but got weight tensor of shape: {list(weight.shape)}')
    logarithms = input.log_softmax(dim)
    if label_smoothing > 0.0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    product = logarithms * target
    if weight is not None:
        product = product * weight.view(_along_classes(input, dim))
    if reduction == _MEAN:
        result = -product.sum() / (input.numel() // classes)
        count = input.numel() // classes
        return _torch._made(result, 'div', 'DivBackward1', [product], rule=lambda g: (-g / count).expand(product.shape))
    return -product.sum() if reduction == _SUM else -product.sum(dim)


def cross_entropy_loss(input, target, weight=None, reduction=_MEAN, ignore_index=-100,
                       label_smoothing=0.0):
    if input.shape == target.shape:
        if not target.is_floating_point():
            raise RuntimeError('Expected floating point type for target with class probabilities, got '
                               f'{word(target)}')
        if ignore_index >= 0:
            raise RuntimeError('ignore_index is not supported for floating point target')
        return _probability_loss(input, target, weight, reduction, label_smoothing)
    if label_smoothing > 1.0:
        raise RuntimeError(f'label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}')
    dim = 0 if input.dim() == 1 else 1
    logarithms = input.log_softmax(dim)
    loss = _nn.nll_loss_nd(logarithms, target, weight, reduction, ignore_index)
    if label_smoothing == 0.0:
        return loss
    weighted = logarithms if weight is None else logarithms * weight.view(_along_classes(input, dim))
    smooth = -weighted.sum(dim)
    ignored = target == ignore_index
    smooth = smooth.masked_fill(ignored, 0.0)
    if reduction == _SUM:
        smooth = smooth.sum()
    elif reduction == _MEAN and weight is not None:
        smooth = smooth.sum() / weight[target[~ignored]].sum()
    elif reduction == _MEAN:
        smooth = smooth[~ignored].mean() if bool(ignored.any()) else smooth.mean()
    return (1 - label_smoothing) * loss + smooth * (label_smoothing / input.shape[dim])


def kl_div(input, target, reduction=_MEAN, *, log_target=False):
    if not (input.is_floating_point() and target.is_floating_point()):
        raise RuntimeError('kl_div: Integral inputs not supported.')
    if log_target:
        return _reduced(torch.exp(target) * (target - input), reduction)
    return _reduced(torch.xlogy(target, target) - target * input, reduction)


def mse_loss(input, target, reduction=_MEAN):
    x, y = input.detach(), target.detach()
    if x.dtype != y.dtype:
        both = torch.promote_types(x.dtype, y.dtype)
        x, y = x.to(both), y.to(both)
    losses = (x - y) ** 2
    return _loss('mse_loss', 'MseLossBackward0', losses, reduction, [input, target],
                 lambda share, g: 2.0 * share * (x - y) * g)


def l1_loss(input, target, reduction=_MEAN):
    return _reduced((input - target).abs(), reduction)


def binary_cross_entropy(input, target, weight=None, reduction=_MEAN):
    if target.dtype != input.dtype:
        raise RuntimeError(f'Found dtype {word(target)} but expected {word(input)}')
    x, y = input.detach(), target.detach()
    if not ((x >= 0) & (x <= 1)).all():
        raise RuntimeError('all elements of input should be between 0 and 1')
    yes = _torch._plain_log(x).clamp(min=-100)
    no = _torch._plain_log(1 - x).clamp(min=-100)
    losses = (y - 1) * no - y * yes
    if weight is not None:
        losses = losses * weight

    def slope(share, g):
        given = g * (x - y) / ((1 - x) * x).clamp(min=1e-12)
        return (given if weight is None else given * weight) * share

    return _loss('binary_cross_entropy', 'BinaryCrossEntropyBackward0', losses, reduction,
                 [input, target], _of_input_alone(slope, target))


def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=_MEAN):
    x, y = input.detach(), target.detach()
    if x.shape == y.shape and x.is_floating_point() and not y.is_floating_point():
        if y.dtype == torch.bool:
            raise RuntimeError('Subtraction, the `-` operator, with two bool tensors is not supported. Use the '
                               '`^` or `logical_xor()` operator instead.')
        raise RuntimeError(f"result type {word(x)} can't be cast to the desired output type {word(y)}")
    losses = torch.nn.functional.logsigmoid(x)
    if pos_weight is not None:
        losses = ((pos_weight - 1) * y + 1) * losses
    losses = (1 - y) * x - losses
    if weight is not None:
        losses = losses * weight

    def slope(share, g):
        if pos_weight is None:
            given = (x.sigmoid() - y) * g
        else:
            ones = pos_weight * y
            given = ((ones + 1 - y) * x.sigmoid() - ones) * g
        return (given if weight is None else given * weight) * share

    return _loss('binary_cross_entropy_with_logits', 'BinaryCrossEntropyWithLogitsBackward0', losses,
                 reduction, [input, target], _of_input_alone(slope, target))


def smooth_l1_loss(input, target, reduction=_MEAN, beta=1.0):
    if beta == 0.0:
        return l1_loss(input, target, reduction)
    dtype = torch.result_type(input, target)
    apart = input.detach().to(dtype) - target.detach().to(dtype)
    z = apart.abs()
    losses = torch.where(z < beta, 0.5 * z * z / beta, z - 0.5 * beta)
    return _loss('smooth_l1_loss', 'SmoothL1LossBackward0', losses, reduction, [input, target], lambda share, g:
                 torch.where(z < beta, share * apart * g / beta, share * apart.sign() * g))


def huber_loss(input, target, reduction=_MEAN, delta=1.0):
    apart = input.detach() - target.detach()
    z, delta = apart.abs(), narrow(delta, apart.dtype).item()
    losses = torch.where(z <= delta, 0.5 * z * z, delta * (z - 0.5 * delta))
    return _loss('huber_loss', 'HuberLossBackward0', losses, reduction, [input, target], lambda share, g:
                 torch.where(z <= delta, share * apart * g, share * delta * apart.sign() * g))


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return torch.norm(x1 - x2 + eps, p, -1, keepdim)
