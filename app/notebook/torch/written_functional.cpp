// SPDX-License-Identifier: MIT
// See written.hpp: activations, pooling and other functions of torch.nn.functional.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import math
import torch
from torch.nn import functional as F


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    bounded = input.detach().clamp(min_val, max_val).to(input.dtype)
    return _made(bounded, 'hardtanh', 'HardtanhBackward0', [input])


torch.nn.functional.hardtanh = hardtanh


def glu(input, dim=-1):
    if input.dim() == 0:
        raise RuntimeError('glu does not support 0-dimensional tensors')
    if input.shape[dim] % 2 != 0:
        raise RuntimeError(f'Halving dimension must be even, but dimension {dim % input.dim()} is size {input.shape[dim]}')
    first, second = input.detach().chunk(2, dim)
    return _made((first * torch.sigmoid(second)).contiguous(), 'glu', 'GluBackward0', [input])


torch.nn.functional.glu = glu


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    return F.softmax(-input, dim, dtype=dtype)


torch.nn.functional.softmin = softmin


def hardshrink(input, lambd=0.5):
    x = input.detach()
    kept = torch.where((x >= -lambd) & (x <= lambd), torch.zeros((), dtype=x.dtype), x)
    return _made(kept, 'hardshrink', 'HardshrinkBackward0', [input])


torch.nn.functional.hardshrink = hardshrink


def softshrink(input, lambd=0.5):
    if lambd < 0:
        raise RuntimeError(f'lambda must be greater or equal to 0, but found to be {lambd:g}.')
    x = input.detach()
    shrunk = torch.where(x > lambd, x - lambd, torch.where(x < -lambd, x + lambd, torch.zeros((), dtype=x.dtype)))
    return _made(shrunk, 'softshrink', 'SoftshrinkBackward0', [input])


torch.nn.functional.softshrink = softshrink


def threshold(input, threshold, value, inplace=False):
    x = input.detach()
    kept = torch.where(x <= threshold, torch.tensor(value, dtype=x.dtype), x)
    return _made(kept, 'threshold', 'ThresholdBackward0', [input])


torch.nn.functional.threshold = threshold


def prelu(input, weight):
    x, slope = input.detach(), weight.detach()
    if slope.numel() != 1:
        channels = x.shape[1] if x.dim() > 1 else 1
        if slope.numel() != channels:
            raise RuntimeError(f'Mismatch of parameter numbers and input channel size. Found parameter numbers = {slope.numel()} and channel size = {channels}.')
        slope = slope.view([-1 if d == 1 else 1 for d in range(x.dim())])
    return _made(torch.where(x > 0, x, slope * x), 'prelu', 'PreluBackward0', [input, weight])


torch.nn.functional.prelu = prelu


def celu(input, alpha=1.0, inplace=False):
    if alpha == 0:
        raise RuntimeError('ZeroDivisionError: alpha cannot be 0 for CELU')
    x = input.detach()
    return _made(F.elu(x, alpha) if alpha == 1.0 else torch.where(x <= 0, (torch.exp(x * (1.0 / alpha)) - 1) * alpha, x),
                       'celu', 'CeluBackward0', [input])


torch.nn.functional.celu = celu


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    noise = -torch.empty_like(logits).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    return torch.zeros_like(logits).scatter_(dim, index, 1.0) - soft.detach() + soft


torch.nn.functional.gumbel_softmax = gumbel_softmax


def _in_place_form(function):
    def change(input, *arguments, **options):
        result = function(input.detach(), *arguments, **options)
        return input.copy_(result)
    change.__name__ = function.__name__ + '_'
    return change


torch.nn.functional.relu_ = _in_place_form(F.relu)
torch.nn.functional.elu_ = _in_place_form(F.elu)
torch.nn.functional.selu_ = _in_place_form(F.selu)
torch.nn.functional.celu_ = _in_place_form(celu)
torch.nn.functional.leaky_relu_ = _in_place_form(F.leaky_relu)
torch.nn.functional.hardtanh_ = _in_place_form(hardtanh)
torch.nn.functional.threshold_ = _in_place_form(threshold)
torch.celu = celu
torch.prelu = torch.Tensor.prelu = prelu
torch.hardshrink = torch.Tensor.hardshrink = hardshrink
torch.threshold = threshold


def _several(value, count):
    return (value,) * count if isinstance(value, int) else tuple(value)


def _windows(x, sizes, steps, dilation=None):
    """[*, D...] as [*, D'..., K...]."""
    rank = len(sizes)
    for d, (size, step) in enumerate(zip(sizes, steps)):
        reach = 1 if dilation is None else dilation[d]
        # Each window goes behind all others: the next dimension is as far from the end as this was.
        x = x.unfold(-rank, (size - 1) * reach + 1, step)[..., ::reach]
    return x


def _padded(x, padding, value):
    pad = [p for size in reversed(padding) for p in (size, size)]
    return F.pad(x, pad, value=value) if any(pad) else x


def _check_pool(x, name, rank, sizes, padding, outputs):
    if x.dim() not in (rank + 1, rank + 2):
        raise RuntimeError(f'{name}: Expected {rank + 1}D or {rank + 2}D (batch mode) tensor with optional 0 dim batch size for input, but got: {list(x.shape)}')
    for size, edge in zip(sizes, padding):
        if edge > size // 2:
            raise RuntimeError(f'pad should be at most half of kernel size, but got pad={edge} and kernel_size={size}')


def _max_pool(rank, name, gradient):
    def function(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
        if ceil_mode or return_indices:
            raise _not_supported(name + ' with ceil_mode or return_indices', 'its plain form')
        sizes, dilation = _several(kernel_size, rank), _several(dilation, rank)
        steps = sizes if stride is None else _several(stride, rank)
        padding = _several(padding, rank)
        _check_pool(input, name, rank, sizes, padding, None)
        x = _windows(_padded(input.detach(), padding, -math.inf), sizes, steps, dilation)
        result = x.amax(tuple(range(-rank, 0))).contiguous()
        return _made(result, name, gradient, [input])
    function.__name__ = name
    return function


def _avg_pool(rank, name, gradient):
    def function(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        if ceil_mode or not count_include_pad:
            raise _not_supported(name + ' with ceil_mode or without counting the padding', 'its plain form')
        sizes = _several(kernel_size, rank)
        steps = sizes if stride is None else _several(stride, rank)
        padding = _several(padding, rank)
        _check_pool(input, name, rank, sizes, padding, None)
        x = _windows(_padded(input.detach(), padding, 0.0), sizes, steps).flatten(-rank)
        total = None
        for part in x.unbind(-1):
            total = part if total is None else total + part
        result = total / (math.prod(sizes) if divisor_override is None else divisor_override)
        return _made(result.contiguous(), name, gradient, [input])
    function.__name__ = name
    return function


def _adaptive(rank, name, gradient, reduce):
    def function(input, output_size, return_indices=False):
        sizes = _several(output_size, rank)
        sizes = [input.shape[d - rank] if size is None else size for d, size in enumerate(sizes)]
        dims = tuple(range(-rank, 0))
        if reduce == 'mean' and all([size == 1 for size in sizes]):
            if rank > 1:
                return input.mean(dims, keepdim=True)
            return _made(input.detach().mean(-1, keepdim=True), name, gradient, [input])
        x = input.detach()
        if reduce == 'mean':
            for d, size in enumerate(sizes):
                if x.shape[d - rank] % size != 0:
                    raise _not_supported(name + ' to sizes that do not divide', 'avg_pool with a window')
            window = [x.shape[d - rank] // size for d, size in enumerate(sizes)]
            x = _windows(x, window, window).flatten(-rank)
            result = None
            for part in x.unbind(-1):
                result = part if result is None else result + part
            for size in window:
                result = result / size
        else:
            for d, size in enumerate(sizes):
                whole = x.shape[d - rank]
                parts = [x.narrow(d - rank, i * whole // size, -(-(i + 1) * whole // size) - i * whole // size)
                         .amax(d - rank, keepdim=True) for i in range(size)]
                x = torch.cat(parts, d - rank)
            result = x
        return _made(result.contiguous(), name, gradient, [input])
    function.__name__ = name
    return function


torch.nn.functional.max_pool1d = torch.max_pool1d = _max_pool(1, 'max_pool1d', 'SqueezeBackward1')
torch.nn.functional.max_pool2d = torch.max_pool2d = _max_pool(2, 'max_pool2d', 'MaxPool2DWithIndicesBackward0')
torch.nn.functional.avg_pool1d = torch.avg_pool1d = _avg_pool(1, 'avg_pool1d', 'SqueezeBackward1')
torch.nn.functional.avg_pool2d = _avg_pool(2, 'avg_pool2d', 'AvgPool2DBackward0')
torch.nn.functional.adaptive_avg_pool1d = torch.adaptive_avg_pool1d = _adaptive(
    1, 'adaptive_avg_pool1d', 'SqueezeBackward1', 'mean')
torch.nn.functional.adaptive_avg_pool2d = _adaptive(2, 'adaptive_avg_pool2d', 'AdaptiveAvgPool2DBackward0', 'mean')
torch.nn.functional.adaptive_max_pool1d = torch.adaptive_max_pool1d = _adaptive(
    1, 'adaptive_max_pool1d', 'SqueezeBackward1', 'max')
torch.nn.functional.adaptive_max_pool2d = _adaptive(2, 'adaptive_max_pool2d', 'AdaptiveMaxPool2DBackward0', 'max')


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    if input.dim() not in (3, 4):
        raise RuntimeError(f'Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: {list(input.shape)}')
    sizes, dilation = _several(kernel_size, 2), _several(dilation, 2)
    steps, padding = _several(stride, 2), _several(padding, 2)
    x = input.detach() if input.dim() == 4 else input.detach().unsqueeze(0)
    x = _windows(_padded(x, padding, 0.0), sizes, steps, dilation)
    columns = x.permute(0, 1, 4, 5, 2, 3).reshape(x.shape[0], x.shape[1] * math.prod(sizes), -1)
    return _made(columns if input.dim() == 4 else columns.squeeze(0), 'unfold', 'Im2ColBackward0', [input])


torch.nn.functional.unfold = unfold


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    height, width = _several(output_size, 2)
    (rows, columns), (down, right) = _several(kernel_size, 2), _several(dilation, 2)
    (step_down, step_right), (top, left) = _several(stride, 2), _several(padding, 2)
    x = input.detach() if input.dim() == 3 else input.detach().unsqueeze(0)
    across = (width + 2 * left - right * (columns - 1) - 1) // step_right + 1
    along = (height + 2 * top - down * (rows - 1) - 1) // step_down + 1
    if across * along != x.shape[-1]:
        raise RuntimeError(f'Given output_size=({height}, {width}), kernel_size=({rows}, {columns}), dilation=({down}, {right}), padding=({top}, {left}), stride=({step_down}, {step_right}), expected size of input\'s dimension 2 to match the calculated number of sliding blocks {along} * {across} = {along * across}, but got input.size(2)={x.shape[-1]}.')
    x = x.reshape(x.shape[0], -1, rows, columns, along, across)
    result = torch.zeros(x.shape[0], x.shape[1], height + 2 * top, width + 2 * left, dtype=x.dtype)
    for i in range(rows):
        for j in range(columns):
            result[:, :, i * down:i * down + step_down * (along - 1) + 1:step_down,
                   j * right:j * right + step_right * (across - 1) + 1:step_right] += x[:, :, i, j]
    result = result[:, :, top:top + height, left:left + width].contiguous()
    return _made(result if input.dim() == 3 else result.squeeze(0), 'fold', 'Col2ImBackward0', [input])


torch.nn.functional.fold = fold


def interpolate(input, size=None, scale_factor=None, mode='nearest', align_corners=None,
                recompute_scale_factor=None, antialias=False):
    if mode != 'nearest':
        raise _not_supported(f'interpolate(mode={mode!r})', "mode='nearest'")
    rank = input.dim() - 2
    if size is not None:
        sizes = _several(size, rank)
        factors = [None] * rank
    else:
        factors = (scale_factor,) * rank if isinstance(scale_factor, (int, float)) else tuple(scale_factor)
        sizes = [math.floor(input.shape[d + 2] * factor) for d, factor in enumerate(factors)]
    x = input.detach()
    for d, (wanted, factor) in enumerate(zip(sizes, factors)):
        whole = x.shape[d + 2]
        scale = whole / wanted if factor is None else 1.0 / factor
        x = x.index_select(d + 2, torch.tensor([min(math.floor(i * scale), whole - 1) for i in range(wanted)]))
    gradient = ('UpsampleNearest1DBackward1', 'UpsampleNearest2DBackward1', 'UpsampleNearest3DBackward1')[rank - 1]
    return _made(x, 'interpolate', gradient, [input])


torch.nn.functional.interpolate = interpolate


def pixel_shuffle(input, upscale_factor):
    *batch, channels, height, width = input.shape
    r = upscale_factor
    if channels % (r * r) != 0:
        raise RuntimeError(f"pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}")
    x = input.detach().reshape(-1, channels // (r * r), r, r, height, width).permute(0, 1, 4, 2, 5, 3)
    result = x.reshape(batch + [channels // (r * r), height * r, width * r])
    return _made(result, 'pixel_shuffle', 'PixelShuffleBackward0', [input])


torch.nn.functional.pixel_shuffle = pixel_shuffle


def pixel_unshuffle(input, downscale_factor):
    *batch, channels, height, width = input.shape
    r = downscale_factor
    x = input.detach().reshape(-1, channels, height // r, r, width // r, r).permute(0, 1, 3, 5, 2, 4)
    result = x.reshape(batch + [channels * r * r, height // r, width // r])
    return _made(result, 'pixel_unshuffle', 'PixelUnshuffleBackward0', [input])


torch.nn.functional.pixel_unshuffle = pixel_unshuffle


torch.pixel_shuffle = pixel_shuffle
torch.pixel_unshuffle = pixel_unshuffle


def _feature_dropout(input, p, training):
    if not training or p == 0.0:
        return input
    if input.dim() < 2:
        raise RuntimeError('Feature dropout requires at least 2 dimensions in the input')
    if p == 1.0:
        return input * torch.zeros((), dtype=input.dtype)
    noise = torch.empty(tuple(input.shape[:2]) + (1,) * (input.dim() - 2), dtype=input.dtype).bernoulli_(1 - p)
    return input * (noise / (1 - p))


def _as_batch(input, p, training, batched):
    if batched:
        return _feature_dropout(input, p, training)
    return _feature_dropout(input.unsqueeze(0), p, training).squeeze(0)


def dropout1d(input, p=0.5, training=True, inplace=False):
    rank = input.dim()
    if rank not in (2, 3):
        raise RuntimeError(f'dropout1d: Expected 2D or 3D input, but received a {rank}D input. Note that dropout1d exists to provide channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional batch dimension (i.e. 2D or 3D inputs).')
    return _as_batch(input, p, training, rank == 3)


torch.nn.functional.dropout1d = dropout1d


def dropout2d(input, p=0.5, training=True, inplace=False):
    return _feature_dropout(input, p, training)


torch.nn.functional.dropout2d = dropout2d


def dropout3d(input, p=0.5, training=True, inplace=False):
    return _as_batch(input, p, training, input.dim() == 5)


torch.nn.functional.dropout3d = dropout3d


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True,
                  momentum=0.1, eps=1e-5):
    shape = input.shape
    batch, channels = shape[:2]
    if use_input_stats and math.prod(shape[2:]) == 1:
        raise ValueError(f'Expected more than 1 spatial element when training, got input size {shape}')
    repeated = lambda x: None if x is None else x.repeat(batch)
    means, variances = repeated(running_mean), repeated(running_var)
    x = input.contiguous().view((1, batch * channels) + tuple(shape[2:]))
    result = torch._batch_norm(x, means, variances, repeated(weight), repeated(bias), use_input_stats, momentum, eps)
    if use_input_stats and running_mean is not None:
        running_mean.copy_(means.view(batch, channels).mean(0))
        running_var.copy_(variances.view(batch, channels).mean(0))
    return result.view(shape)


torch.nn.functional.instance_norm = instance_norm


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    share = lambda x: (1.0 + math.erf((x - mean) / std / math.sqrt(2.0))) / 2.0
    with torch.no_grad():
        tensor.uniform_(2 * share(a) - 1, 2 * share(b) - 1)
        tensor.copy_(tensor.erfinv())
        tensor.mul_(std * math.sqrt(2.0))
        tensor.add_(mean)
        tensor.clamp_(min=a, max=b)
    return tensor


torch.nn.init.trunc_normal_ = trunc_normal_
)py";

}  // namespace

std::string_view written_functional() {
  return kText;
}

}  // namespace normscope::notebook::torch
