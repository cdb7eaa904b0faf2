# SPDX-License-Identifier: MIT
"""torch.nn: the layers, by the file under `modules` that has them.

A file is imported when one of its layers is first asked for; this table is also what
`from torch.nn import *` and dir() give.
"""
from torch import _module_named
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_LAYERS = {
    'activation': (
        'CELU ELU GELU GLU Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish PReLU '
        'ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmax2d Softmin Softplus Softsign Tanh Tanhshrink'),
    'attention': 'MultiheadAttention',
    'batchnorm': 'BatchNorm1d BatchNorm2d BatchNorm3d',
    'container': 'ModuleDict ModuleList Sequential',
    'distance': 'CosineSimilarity PairwiseDistance',
    'dropout': 'Dropout',
    'flatten': 'Flatten Unflatten',
    'fold': 'Unfold',
    'instancenorm': 'InstanceNorm1d InstanceNorm2d InstanceNorm3d',
    'lazy': 'LazyLinear',
    'linear': 'Identity Linear',
    'loss': (
        'BCELoss BCEWithLogitsLoss CrossEntropyLoss HuberLoss KLDivLoss L1Loss MSELoss NLLLoss '
        'SmoothL1Loss'),
    'normalization': 'GroupNorm LayerNorm LocalResponseNorm RMSNorm',
    'parameter_containers': 'ParameterList',
    'pooling': 'AdaptiveAvgPool1d AdaptiveAvgPool2d',
    'rnn': 'GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell',
    'sparse': 'Embedding',
    'transformer': (
        'Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder '
        'TransformerEncoderLayer'),
}
_WHERE = {name: file for file, names in _LAYERS.items() for name in names.split()}
_SUBMODULES = frozenset(('common_types', 'functional', 'init', 'modules', 'parameter', 'utils'))

__all__ = ['Module', 'Parameter', *_WHERE]


def __getattr__(name):
    """A submodule, or a layer, at its first use."""
    if name in _SUBMODULES:
        return _module_named('torch.nn.' + name)
    if name in _WHERE:
        value = getattr(_module_named('torch.nn.modules.' + _WHERE[name]), name)
    else:
        from torch._unsupported import refusing
        value = refusing('torch.nn', name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_SUBMODULES, *_WHERE})
