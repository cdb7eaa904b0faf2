// SPDX-License-Identifier: MIT
// See written.hpp: losses as layers.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import torch
from torch.nn import functional as F
from torch.nn import Module


class _Loss(Module):
    def __init__(self, size_average=None, reduce=None, reduction='mean'):
        super().__init__()
        if size_average is not None or reduce is not None:
            average = size_average is None or bool(size_average)
            reduced = reduce is None or bool(reduce)
            reduction = ('mean' if average else 'sum') if reduced else 'none'
        self.reduction = reduction


class _WeightedLoss(_Loss):
    def __init__(self, weight=None, size_average=None, reduce=None, reduction='mean'):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer('weight', weight)


def _plain_loss(name, function):
    def forward(self, *inputs):
        return function(*inputs, reduction=self.reduction)
    return _layer('loss')(type(name, (_Loss,), {'forward': forward}))


torch.nn.MSELoss = _plain_loss('MSELoss', F.mse_loss)
torch.nn.L1Loss = _plain_loss('L1Loss', F.l1_loss)
torch.nn.SoftMarginLoss = _plain_loss('SoftMarginLoss', F.soft_margin_loss)


@_layer('loss')
class NLLLoss(_WeightedLoss):
    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index

    def forward(self, input, target):
        return F.nll_loss(input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


torch.nn.NLLLoss = NLLLoss


@_layer('loss')
class CrossEntropyLoss(_WeightedLoss):
    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean',
                 label_smoothing=0.0):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def forward(self, input, target):
        return F.cross_entropy(input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction,
                               label_smoothing=self.label_smoothing)


torch.nn.CrossEntropyLoss = CrossEntropyLoss


@_layer('loss')
class KLDivLoss(_Loss):
    def __init__(self, size_average=None, reduce=None, reduction='mean', log_target=False):
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input, target):
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


torch.nn.KLDivLoss = KLDivLoss


@_layer('loss')
class BCELoss(_WeightedLoss):
    def forward(self, input, target):
        return F.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


torch.nn.BCELoss = BCELoss


@_layer('loss')
class BCEWithLogitsLoss(_Loss):
    def __init__(self, weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer('weight', weight)
        self.register_buffer('pos_weight', pos_weight)

    def forward(self, input, target):
        return F.binary_cross_entropy_with_logits(input, target, self.weight, pos_weight=self.pos_weight,
                                                  reduction=self.reduction)


torch.nn.BCEWithLogitsLoss = BCEWithLogitsLoss


@_layer('loss')
class SmoothL1Loss(_Loss):
    def __init__(self, size_average=None, reduce=None, reduction='mean', beta=1.0):
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input, target):
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


torch.nn.SmoothL1Loss = SmoothL1Loss


@_layer('loss')
class HuberLoss(_Loss):
    def __init__(self, reduction='mean', delta=1.0):
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input, target):
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)


torch.nn.HuberLoss = HuberLoss


class _MarginLoss(_Loss):
    def __init__(self, margin=None, size_average=None, reduce=None, reduction='mean'):
        super().__init__(size_average, reduce, reduction)
        self.margin = self._margin if margin is None else margin

    def forward(self, *inputs):
        return self._function(*inputs, margin=self.margin, reduction=self.reduction)


def _margin_loss(name, function, margin):
    return _layer('loss')(type(name, (_MarginLoss,), {'_function': staticmethod(function), '_margin': margin}))


torch.nn.MarginRankingLoss = _margin_loss('MarginRankingLoss', F.margin_ranking_loss, 0.0)
torch.nn.HingeEmbeddingLoss = _margin_loss('HingeEmbeddingLoss', F.hinge_embedding_loss, 1.0)
torch.nn.CosineEmbeddingLoss = _margin_loss('CosineEmbeddingLoss', F.cosine_embedding_loss, 0.0)


@_layer('loss')
class TripletMarginLoss(_Loss):
    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, size_average=None, reduce=None, reduction='mean'):
        super().__init__(size_average, reduce, reduction)
        self.margin, self.p, self.eps, self.swap = margin, p, eps, swap

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_loss(anchor, positive, negative, margin=self.margin, p=self.p, eps=self.eps,
                                     swap=self.swap, reduction=self.reduction)


torch.nn.TripletMarginLoss = TripletMarginLoss


@_layer('loss')
class GaussianNLLLoss(_Loss):
    def __init__(self, *, full=False, eps=1e-6, reduction='mean'):
        super().__init__(reduction=reduction)
        self.full, self.eps = full, eps

    def forward(self, input, target, var):
        return F.gaussian_nll_loss(input, target, var, full=self.full, eps=self.eps, reduction=self.reduction)


torch.nn.GaussianNLLLoss = GaussianNLLLoss
)py";

}  // namespace

std::string_view written_loss_layers() {
  return kText;
}

}  // namespace normscope::notebook::torch
