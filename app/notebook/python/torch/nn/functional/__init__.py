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
        'relu6 selu sigmoid silu softmax softmin softsign tanh tanhshrink'),
    'attention': 'multi_head_attention_forward',
    'dropouts': 'dropout',
    'loss': (
        'binary_cross_entropy binary_cross_entropy_with_logits cross_entropy huber_loss kl_div l1_loss '
        'mse_loss nll_loss smooth_l1_loss'),
    'normalization': 'batch_norm group_norm instance_norm layer_norm local_response_norm normalize rms_norm',
    'sparse': 'embedding',
    'vision': 'adaptive_avg_pool2d unfold',
}
_WHERE = {name: file for file, names in _FUNCTIONS.items() for name in names.split()}
_OF_TORCH = (
    'adaptive_avg_pool1d celu_ cosine_similarity pairwise_distance prelu relu_ selu_').split()
_OF_NN = {name: name for name in (
    'elu_ gelu hardtanh_ leaky_relu_ linear one_hot pad scaled_dot_product_attention softplus').split()}
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
