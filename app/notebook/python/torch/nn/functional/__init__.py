# SPDX-License-Identifier: MIT
"""torch.nn.functional: what layers do, as functions of everything they need.

Those that PyTorch has in C++ are here by their own names; the others lie in the files of this
folder. Each is fetched when it is first asked for.
"""
import torch
from _torch import _nn
from torch import _module_named

_FUNCTIONS = {
    'activation': (
        'celu elu glu gumbel_softmax hardsigmoid hardswish hardtanh leaky_relu log_softmax mish relu '
        'relu6 rrelu selu sigmoid silu softmax softmin softsign tanh tanhshrink threshold'),
    'attention': 'multi_head_attention_forward',
    'dropouts': 'alpha_dropout dropout dropout1d dropout2d dropout3d feature_alpha_dropout',
    'loss': (
        'binary_cross_entropy binary_cross_entropy_with_logits cosine_embedding_loss cross_entropy '
        'gaussian_nll_loss hinge_embedding_loss huber_loss kl_div l1_loss margin_ranking_loss mse_loss '
        'nll_loss poisson_nll_loss smooth_l1_loss soft_margin_loss triplet_margin_loss'),
    'normalization': 'batch_norm group_norm instance_norm layer_norm local_response_norm normalize rms_norm',
    'pooling': (
        'adaptive_avg_pool2d adaptive_max_pool1d adaptive_max_pool1d_with_indices adaptive_max_pool2d '
        'adaptive_max_pool2d_with_indices max_pool1d max_pool1d_with_indices max_pool2d '
        'max_pool2d_with_indices'),
    'sparse': 'embedding embedding_bag',
    'vision': 'fold interpolate unfold upsample',
}
_WHERE = {name: file for file, names in _FUNCTIONS.items() for name in names.split()}
_OF_TORCH = (
    'adaptive_avg_pool1d avg_pool1d bilinear celu_ cosine_similarity hardshrink pairwise_distance '
    'pixel_shuffle pixel_unshuffle prelu relu_ rrelu_ selu_ threshold_').split()
_OF_NN = {name: name for name in (
    'avg_pool2d elu_ gelu hardtanh_ leaky_relu_ linear one_hot pad scaled_dot_product_attention '
    'softplus softshrink').split()}
_OF_NN['logsigmoid'] = 'log_sigmoid'

__all__ = sorted((*_WHERE, *_OF_TORCH, *_OF_NN))


def __getattr__(name):
    """A function, at its first use."""
    if name in _WHERE:
        value = getattr(_module_named('torch.nn.functional.' + _WHERE[name]), name)
    elif name in _OF_NN:
        value = getattr(_nn, _OF_NN[name])
    elif name in _OF_TORCH:
        value = getattr(torch, name)
    else:
        from torch._unsupported import refusing
        value = refusing('torch.nn.functional', name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})
