// SPDX-License-Identifier: MIT
// See written.hpp: layers that call a function with what they keep.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import torch
from torch import nn
from torch.nn import functional as F
from torch.nn import Module, Parameter


def _layer(file):
    """For a class of torch.nn: it says in which file of PyTorch it stands."""
    def add(made):
        made.__module__ = 'torch.nn.modules.' + file
        return made
    return add


def _simple(file, name, function, options='', shown=None, bare=False):
    """A layer that keeps its options and hands them to a function; `shown`: those in its repr, bare without a name."""
    pairs = [option.split('=') for option in options.split(', ')] if options else []
    names = [pair[0] for pair in pairs]
    shown = [n for n in names if n != 'inplace'] if shown is None else shown
    defaults = {pair[0]: eval_number(pair[1]) for pair in pairs if len(pair) > 1}

    def __init__(self, *arguments, **given):
        Module.__init__(self)
        if len(arguments) > len(names):
            raise TypeError(f'__init__() takes from 1 to {len(names) + 1} positional arguments but {len(arguments) + 1} were given')
        kept = dict(defaults)
        kept.update(zip(names, arguments))
        for key, value in given.items():
            if key not in names:
                raise TypeError(f"__init__() got an unexpected keyword argument '{key}'")
            kept[key] = value
        for key in names:
            if key not in kept:
                raise TypeError(f"__init__() missing 1 required positional argument: '{key}'")
            setattr(self, key, kept[key])

    def forward(self, input):
        return function(input, **{key: getattr(self, key) for key in names})

    def extra_repr(self):
        parts = [('' if bare else f'{key}=') + f'{getattr(self, key)}' for key in shown]
        if getattr(self, 'inplace', False):
            parts.append('inplace=True')
        return ', '.join(parts)

    made = type(name, (Module,), {'__init__': __init__, 'forward': forward, 'extra_repr': extra_repr})
    return _layer(file)(made)


def eval_number(text):
    if text in ('True', 'False'):
        return text == 'True'
    return None if text == 'None' else float(text) if '.' in text else int(text)


torch.nn.Softmin = _simple('activation', 'Softmin', F.softmin, 'dim=None')
torch.nn.Softshrink = _simple('activation', 'Softshrink', F.softshrink, 'lambd=0.5', bare=True)
torch.nn.Hardshrink = _simple('activation', 'Hardshrink', F.hardshrink, 'lambd=0.5', bare=True)
torch.nn.Hardsigmoid = _simple('activation', 'Hardsigmoid', F.hardsigmoid, 'inplace=False', [])
torch.nn.Hardswish = _simple('activation', 'Hardswish', F.hardswish, 'inplace=False', [])
torch.nn.SELU = _simple('activation', 'SELU', F.selu, 'inplace=False')
torch.nn.CELU = _simple('activation', 'CELU', F.celu, 'alpha=1.0, inplace=False')
torch.nn.GLU = _simple('activation', 'GLU', F.glu, 'dim=-1')
torch.nn.Tanhshrink = _simple('activation', 'Tanhshrink', F.tanhshrink)
torch.nn.Threshold = _simple('activation', 'Threshold', F.threshold, 'threshold, value, inplace=False')
torch.nn.Unfold = _simple('fold', 'Unfold', F.unfold, 'kernel_size, dilation=1, padding=0, stride=1')
torch.nn.Fold = _simple('fold', 'Fold', F.fold, 'output_size, kernel_size, dilation=1, padding=0, stride=1')


@_layer('activation')
class Softmax2d(Module):
    def forward(self, input):
        assert input.dim() in (3, 4), 'Softmax2d requires a 3D or 4D tensor as input'
        return F.softmax(input, -3)


torch.nn.Softmax2d = Softmax2d


@_layer('activation')
class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(torch.full((num_parameters,), init, dtype=dtype or torch.get_default_dtype()))

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f'num_parameters={self.num_parameters}'


torch.nn.PReLU = PReLU


class _Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f'dropout probability has to be between 0 and 1, but got {p}')
        self.p = p
        self.inplace = inplace

    def extra_repr(self):
        return f'p={self.p}, inplace={self.inplace}'

    def forward(self, input):
        return getattr(F, self.function)(input, self.p, self.training, self.inplace)


torch.nn.Dropout1d = _layer('dropout')(type('Dropout1d', (_Dropout,), {'function': 'dropout1d'}))
torch.nn.Dropout2d = _layer('dropout')(type('Dropout2d', (_Dropout,), {'function': 'dropout2d'}))
torch.nn.Dropout3d = _layer('dropout')(type('Dropout3d', (_Dropout,), {'function': 'dropout3d'}))


class _MaxPool(Module):
    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def extra_repr(self):
        return (f'kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, '
                f'dilation={self.dilation}, ceil_mode={self.ceil_mode}')

    def forward(self, input):
        return self._function(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode,
                              self.return_indices)


class _AvgPool(Module):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def extra_repr(self):
        return f'kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}'

    def forward(self, input):
        return self._function(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                              self.count_include_pad, self.divisor_override)


@_layer('pooling')
class AvgPool1d(_AvgPool):
    """One dimension: its options are tuples."""
    _function = staticmethod(F.avg_pool1d)

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        one = lambda value: (value,) if isinstance(value, int) else tuple(value)
        super().__init__(one(kernel_size), one(kernel_size if stride is None else stride), one(padding), ceil_mode,
                         count_include_pad)


torch.nn.AvgPool1d = AvgPool1d


class _AdaptivePool(Module):
    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size = output_size

    def extra_repr(self):
        return f'output_size={self.output_size}'

    def forward(self, input):
        return self._function(input, self.output_size)


def _pool(name, base, function):
    return _layer('pooling')(type(name, (base,), {'_function': staticmethod(function)}))


torch.nn.MaxPool1d = _pool('MaxPool1d', _MaxPool, F.max_pool1d)
torch.nn.MaxPool2d = _pool('MaxPool2d', _MaxPool, F.max_pool2d)
torch.nn.AvgPool2d = _pool('AvgPool2d', _AvgPool, F.avg_pool2d)
torch.nn.AdaptiveAvgPool1d = _pool('AdaptiveAvgPool1d', _AdaptivePool, F.adaptive_avg_pool1d)
torch.nn.AdaptiveAvgPool2d = _pool('AdaptiveAvgPool2d', _AdaptivePool, F.adaptive_avg_pool2d)
torch.nn.AdaptiveMaxPool1d = _pool('AdaptiveMaxPool1d', _AdaptivePool, F.adaptive_max_pool1d)
torch.nn.AdaptiveMaxPool2d = _pool('AdaptiveMaxPool2d', _AdaptivePool, F.adaptive_max_pool2d)


class _ConstantPad(Module):
    def __init__(self, padding, value):
        super().__init__()
        self.padding = (padding,) * (2 * self._rank) if isinstance(padding, int) else tuple(padding)
        self.value = value

    def extra_repr(self):
        return f'padding={self.padding}, value={self.value}'

    def forward(self, input):
        return F.pad(input, self.padding, 'constant', self.value)


torch.nn.ConstantPad1d = _layer('padding')(type('ConstantPad1d', (_ConstantPad,), {'_rank': 1}))
torch.nn.ConstantPad2d = _layer('padding')(type('ConstantPad2d', (_ConstantPad,), {'_rank': 2}))
torch.nn.ConstantPad3d = _layer('padding')(type('ConstantPad3d', (_ConstantPad,), {'_rank': 3}))


@_layer('padding')
class ZeroPad2d(_ConstantPad):
    _rank = 2

    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f'{self.padding}'


torch.nn.ZeroPad2d = ZeroPad2d


@_layer('upsampling')
class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.size = size
        self.scale_factor = float(scale_factor) if isinstance(scale_factor, int) else scale_factor
        self.mode = mode

    def forward(self, input):
        return F.interpolate(input, self.size, self.scale_factor, self.mode)

    def extra_repr(self):
        kept = f'scale_factor={self.scale_factor}' if self.scale_factor is not None else f'size={self.size}'
        return f'{kept}, mode={self.mode}'


torch.nn.Upsample = Upsample


@_layer('flatten')
class Unflatten(Module):
    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f'dim={self.dim}, unflattened_size={self.unflattened_size}'


torch.nn.Unflatten = Unflatten


@_layer('pixelshuffle')
class PixelShuffle(Module):
    def __init__(self, upscale_factor):
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input):
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self):
        return f'upscale_factor={self.upscale_factor}'


torch.nn.PixelShuffle = PixelShuffle


@_layer('distance')
class CosineSimilarity(Module):
    def __init__(self, dim=1, eps=1e-8):
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1, x2):
        return F.cosine_similarity(x1, x2, self.dim, self.eps)


torch.nn.CosineSimilarity = CosineSimilarity


@_layer('distance')
class PairwiseDistance(Module):
    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


torch.nn.PairwiseDistance = PairwiseDistance


@_layer('linear')
class Bilinear(Module):
    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty(out_features, in1_features, in2_features, dtype=dtype))
        self.bias = Parameter(torch.empty(out_features, dtype=dtype)) if bias else None
        bound = 1 / in1_features ** 0.5
        nn.init.uniform_(self.weight, -bound, bound)
        if bias:
            nn.init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        raise _not_supported('torch.nn.Bilinear', 'torch.einsum')

    def extra_repr(self):
        return (f'in1_features={self.in1_features}, in2_features={self.in2_features}, '
                f'out_features={self.out_features}, bias={self.bias is not None}')


torch.nn.Bilinear = Bilinear
)py";

}  // namespace

std::string_view written_layers() {
  return kText;
}

}  // namespace normscope::notebook::torch
