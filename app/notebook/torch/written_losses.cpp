// SPDX-License-Identifier: MIT
// See written.hpp: what measures how far a prediction is off.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import torch
from torch.nn import functional as F


def _reduced(losses, reduction):
    if reduction == 'none':
        return losses
    if reduction == 'mean':
        return losses.mean()
    if reduction == 'sum':
        return losses.sum()
    raise ValueError(f'{reduction} is not a valid value for reduction')


def _loss(name, gradient, losses, reduction, inputs):
    return _made(_reduced(losses, reduction), name, gradient, inputs)


def _class_rows(input, target):
    """[N, C, *] as rows of classes."""
    if input.shape[0] != target.shape[0]:
        raise ValueError(f'Expected input batch_size ({input.shape[0]}) to match target batch_size ({target.shape[0]}).')
    if target.shape[1:] != input.shape[2:]:
        raise RuntimeError(f'Expected target size {list(input.shape[:1] + input.shape[2:])}, got {list(target.shape)}')
    return input.movedim(1, -1).reshape(-1, input.shape[1]), target.reshape(-1)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'):
    if input.dim() <= 2:
        return _native_nll_loss(input, target, reduction, weight, ignore_index)
    rows, labels = _class_rows(input, target)
    result = _native_nll_loss(rows, labels, reduction, weight, ignore_index)
    if reduction == 'none':
        result = result.view(target.shape)
    return _made(result, 'nll_loss2d', 'NllLoss2DBackward0' if input.dim() == 4 else 'NllLoss2DBackward0', [input, target])


torch.nn.functional.nll_loss = nll_loss


def _probability_loss(input, target, weight, reduction, label_smoothing):
    dim = 0 if input.dim() == 1 else 1
    classes = input.shape[dim]
    logarithms = F.log_softmax(input, dim)
    if label_smoothing > 0.0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    product = logarithms * target
    if weight is not None:
        product = product * weight.view([-1 if d == dim else 1 for d in range(input.dim())])
    if reduction == 'mean':
        result = -product.sum() / (input.numel() // classes)
        return _made(result, 'div', 'DivBackward1', [product])
    if reduction == 'sum':
        return -product.sum()
    return -product.sum(dim)


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
                  reduction='mean', label_smoothing=0.0):
    if input.shape == target.shape:
        if not target.is_floating_point():
            raise RuntimeError(f'Expected floating point type for target with class probabilities, got {_word_of(target)}')
        return _probability_loss(input, target, weight, reduction, label_smoothing)
    if label_smoothing > 1.0:
        raise RuntimeError(f'label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}')
    dim = 0 if input.dim() == 1 else 1
    logarithms = F.log_softmax(input, dim)
    loss = nll_loss(logarithms, target, weight, None, ignore_index, None, reduction)
    if label_smoothing == 0.0:
        return loss
    shape = [-1 if d == dim else 1 for d in range(input.dim())]
    smooth = -(logarithms if weight is None else logarithms * weight.view(shape)).sum(dim)
    ignored = target == ignore_index
    smooth = smooth.masked_fill(ignored, 0.0)
    if reduction == 'mean':
        if weight is not None:
            smooth = smooth.sum() / weight[target[~ignored]].sum()
        else:
            smooth = smooth[~ignored].mean() if bool(ignored.any()) else smooth.mean()
    elif reduction == 'sum':
        smooth = smooth.sum()
    return (1 - label_smoothing) * loss + smooth * (label_smoothing / input.shape[dim])


torch.nn.functional.cross_entropy = cross_entropy


def _word_of(x):
    return x.type().split('.')[1].replace('Tensor', '')


def kl_div(input, target, size_average=None, reduce=None, reduction='mean', log_target=False):
    if log_target:
        losses = torch.exp(target) * (target - input)
    else:
        losses = torch.xlogy(target, target) - target * input
    if reduction == 'batchmean':
        total = losses.sum()
        return total / input.shape[0] if input.dim() else total
    return _reduced(losses, reduction)


torch.nn.functional.kl_div = torch.kl_div = kl_div


def _check_size(input, target):
    if target.shape != input.shape:
        raise ValueError(f'Target size ({target.shape}) must be the same as input size ({input.shape})')


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction='mean'):
    if target.shape != input.shape:
        raise ValueError(f'Using a target size ({target.shape}) that is different to the input size ({input.shape}) '
                         'is deprecated. Please ensure they have the same size.')
    if target.dtype != input.dtype:
        raise RuntimeError('Found dtype ' + _word_of(target) + ' but expected ' + _word_of(input))
    x, y = input.detach(), target.detach()
    if not ((x >= 0) & (x <= 1)).all():
        raise RuntimeError('all elements of input should be between 0 and 1')
    yes = _plain_log(x).clamp(min=-100)
    no = _plain_log(1 - x).clamp(min=-100)
    losses = (y - 1) * no - y * yes
    if weight is not None:
        losses = losses * weight
    return _loss('binary_cross_entropy', 'BinaryCrossEntropyBackward0', losses, reduction, [input, target])


torch.nn.functional.binary_cross_entropy = binary_cross_entropy


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None,
                                     reduction='mean', pos_weight=None):
    _check_size(input, target)
    x, y = input.detach(), target.detach()
    most = (-x).clamp(min=0)
    logarithm = ((-most).exp() + (-x - most).exp()).log()
    if pos_weight is None:
        losses = (1 - y) * x + most + logarithm
    else:
        losses = (1 - y) * x + ((pos_weight - 1) * y + 1) * (logarithm + most)
    if weight is not None:
        losses = losses * weight
    return _loss('binary_cross_entropy_with_logits', 'BinaryCrossEntropyWithLogitsBackward0', losses, reduction,
                 [input, target])


torch.nn.functional.binary_cross_entropy_with_logits = torch.binary_cross_entropy_with_logits = binary_cross_entropy_with_logits


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction='mean', beta=1.0):
    if beta == 0.0:
        return F.l1_loss(input, target, reduction=reduction)
    dtype = torch.result_type(input, target)
    z = (input.detach().to(dtype) - target.detach().to(dtype)).abs()
    losses = torch.where(z < beta, 0.5 * z * z / beta, z - 0.5 * beta)
    return _loss('smooth_l1_loss', 'SmoothL1LossBackward0', losses, reduction, [input, target])


torch.nn.functional.smooth_l1_loss = smooth_l1_loss


def huber_loss(input, target, reduction='mean', delta=1.0):
    z = (input.detach() - target.detach()).abs()
    losses = torch.where(z <= delta, 0.5 * z * z, delta * (z - 0.5 * delta))
    return _loss('huber_loss', 'HuberLossBackward0', losses, reduction, [input, target])


torch.nn.functional.huber_loss = huber_loss


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction='mean'):
    losses = torch.log(1.0 + torch.exp(-target.detach() * input.detach()))
    return _loss('soft_margin_loss', 'SoftMarginLossBackward0', losses, reduction, [input, target])


torch.nn.functional.soft_margin_loss = soft_margin_loss


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction='mean'):
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


torch.nn.functional.margin_ranking_loss = torch.margin_ranking_loss = margin_ranking_loss


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction='mean'):
    zeros = torch.zeros_like(input)
    losses = torch.where(target != 1, (margin - input).clamp_min(0), zeros) + torch.where(target != -1, input, zeros)
    return _reduced(losses, reduction)


torch.nn.functional.hinge_embedding_loss = torch.hinge_embedding_loss = hinge_embedding_loss


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction='mean'):
    dim = target.dim()
    epsilon = 1e-12
    products = (input1 * input2).sum(dim)
    first = (input1 * input1).sum(dim) + epsilon
    second = (input2 * input2).sum(dim) + epsilon
    cosine = products / (first * second).sqrt()
    zeros = torch.zeros_like(cosine)
    losses = torch.where(target == 1, 1 - cosine, zeros) + torch.where(target == -1, (cosine - margin).clamp_min(0), zeros)
    return _reduced(losses, reduction)


torch.nn.functional.cosine_embedding_loss = torch.cosine_embedding_loss = cosine_embedding_loss


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return torch.norm(x1 - x2 + eps, p, -1, keepdim)


torch.nn.functional.pairwise_distance = torch.pairwise_distance = pairwise_distance


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None,
                        reduce=None, reduction='mean'):
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.min(far, pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), reduction)


torch.nn.functional.triplet_margin_loss = torch.triplet_margin_loss = triplet_margin_loss


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction='mean'):
    if var.shape != input.shape:
        if input.shape[:-1] == var.shape:
            var = var.unsqueeze(-1)
        elif input.shape[:-1] != var.shape[:-1] or var.shape[-1] != 1:
            raise ValueError('var is of incorrect size')
    if (var < 0).any():
        raise ValueError('var has negative entry/entries')
    var = torch.clamp(var, min=eps)
    losses = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        losses = losses + 0.9189385332046727
    return _reduced(losses, reduction)


torch.nn.functional.gaussian_nll_loss = gaussian_nll_loss


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None,
                     reduction='mean'):
    if full:
        raise _not_supported('poisson_nll_loss(full=True)', 'full=False')
    losses = torch.exp(input) - target * input if log_input else input - target * torch.log(input + eps)
    return _reduced(losses, reduction)


torch.nn.functional.poisson_nll_loss = poisson_nll_loss
)py";

}  // namespace

std::string_view written_losses() {
  return kText;
}

}  // namespace normscope::notebook::torch
