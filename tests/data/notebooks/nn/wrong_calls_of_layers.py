# Layers and functions of torch.nn that are made or called wrongly, and what they say.
import warnings
import torch
from torch import nn
from torch.nn import functional as F

warnings.simplefilter('ignore')
LAYERS = ('AdaptiveAvgPool1d BCELoss BCEWithLogitsLoss BatchNorm1d BatchNorm2d CELU CosineSimilarity '
          'CrossEntropyLoss Dropout ELU Embedding Flatten GELU GLU GroupNorm Hardtanh HuberLoss Identity '
          'InstanceNorm1d KLDivLoss L1Loss LayerNorm LeakyReLU Linear LogSoftmax MSELoss ModuleDict ModuleList '
          'MultiheadAttention NLLLoss PReLU ParameterList ReLU ReLU6 SELU Sequential Sigmoid SmoothL1Loss Softmax '
          'Softplus TransformerEncoderLayer Unflatten Unfold').split()
FUNCTIONS = ('batch_norm binary_cross_entropy cross_entropy dropout embedding gelu glu group_norm hardtanh kl_div '
             'layer_norm leaky_relu linear log_softmax mse_loss nll_loss one_hot pad relu softmax softplus tanh unfold').split()
x = torch.arange(6.).view(2, 3)


def said(label, make):
    try:
        result = make()
        shown = list(result.shape) if isinstance(result, torch.Tensor) else type(result).__name__
    except Exception as error:
        shown = f'{type(error).__name__}: {error}'
    print(label, '|', shown)


for name in LAYERS:
    layer = getattr(nn, name)
    for given in ((), (2,), ('a',), (2, 3), (4, 2), (None,), (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)):
        said(f'{name}{given}', lambda: layer(*given))
    said(name + '(named=1)', lambda: layer(named=1))
    for given in ((), (2,), (2, 3), (4, 2)):
        try:
            made = layer(*given)
        except Exception:
            continue
        for inputs in ((), (x,), (x, x), ('a',)):
            said(f'{name}{given} called with {len(inputs)} {type(inputs[0]).__name__ if inputs else ""}',
                 lambda: made(*inputs))
for name in FUNCTIONS:
    function = getattr(F, name)
    for given in ((), (x,), ('a',), (x, 'a'), (x, 1), (x, x), (x, None), (x, x, x, x, x, x, x, x, x, x)):
        label = ', '.join('x' if isinstance(value, torch.Tensor) else repr(value) for value in given)
        said(f'{name}({label})', lambda: function(*given))
    said(f'{name}(x, named=1)', lambda: function(x, named=1))
