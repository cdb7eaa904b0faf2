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
        'CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax '
        'Mish PReLU RReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmax2d Softmin Softplus Softshrink '
        'Softsign Tanh Tanhshrink Threshold'),
    'attention': 'MultiheadAttention',
    'batchnorm': 'BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm',
    'container': 'ModuleDict ModuleList Sequential',
    'distance': 'CosineSimilarity PairwiseDistance',
    'dropout': 'AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout',
    'flatten': 'Flatten Unflatten',
    'fold': 'Fold Unfold',
    'instancenorm': 'InstanceNorm1d InstanceNorm2d InstanceNorm3d',
    'lazy': 'LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d LazyLinear',
    'linear': 'Bilinear Identity Linear',
    'loss': (
        'BCELoss BCEWithLogitsLoss CosineEmbeddingLoss CrossEntropyLoss GaussianNLLLoss '
        'HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss MSELoss MarginRankingLoss NLLLoss PoissonNLLLoss '
        'SmoothL1Loss SoftMarginLoss TripletMarginLoss'),
    'normalization': 'GroupNorm LayerNorm LocalResponseNorm RMSNorm',
    'padding': (
        'ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReplicationPad1d '
        'ReplicationPad2d ZeroPad2d'),
    'parameter_containers': 'ParameterDict ParameterList',
    'pixelshuffle': 'PixelShuffle PixelUnshuffle',
    'pooling': (
        'AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveMaxPool1d AdaptiveMaxPool2d AvgPool1d AvgPool2d '
        'MaxPool1d MaxPool2d'),
    'rnn': 'GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell',
    'sparse': 'Embedding EmbeddingBag',
    'transformer': (
        'Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder '
        'TransformerEncoderLayer'),
    'upsampling': 'Upsample UpsamplingBilinear2d UpsamplingNearest2d',
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
