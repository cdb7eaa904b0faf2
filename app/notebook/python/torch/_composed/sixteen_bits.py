# SPDX-License-Identifier: MIT
"""What float16 and bfloat16 compute in another way than in float32 with a rounded result.

Each function stands for torch's of the same name where a tensor, the type that is asked for or the
default type is of 16 bits, and works with operations that round one by one. NotImplemented: the
usual way, in float32.
"""
import math

import _torch
import torch
from torch import bfloat16, float16, float32

_VECTOR = 16  # bfloat16 numbers in a register
_DIGITS = {float16: 11, bfloat16: 8}


def way_of(name):
    """The function for a name of torch, or None."""
    return _WAYS.get(name)


def _made(result, input, operation, gradient, *inputs):
    return _torch._made(result, operation, gradient, [input, *(x for x in inputs if x is not None)])


def _refuse(loop, input):
    if input.dtype == float16:
        raise RuntimeError(f"\"{loop}\" not implemented for 'Half'")


def _narrow(value, dtype):
    return torch.tensor(value, dtype=dtype)


def _in_vectors(input, wide, tail):
    """`wide` in whole pairs of vectors, where it is rounded once, `tail` in what is left over."""
    whole = input.numel() // (2 * _VECTOR) * (2 * _VECTOR) if input.is_contiguous() else 0
    return torch.where((torch.arange(input.numel()) < whole).view(input.shape), wide, tail)


# --- Elementwise: an operation after the other.

def deg2rad(input):
    return input * (math.pi / 180)


def rad2deg(input):
    return input * (180 / math.pi)


def silu(input):
    _refuse('silu_cpu', input)
    return _made(input / (1 + (-input).exp()), input, 'silu', 'SiluBackward0')


def gelu(input, approximate='none'):
    _refuse('GeluKernelImpl', input)
    if approximate != 'tanh':
        return NotImplemented
    inner = (input + 0.044715 * (input * input * input)) * (math.sqrt(2) * (2 / math.sqrt(math.pi)) * 0.5)
    return _made(0.5 * input * (1 + inner.tanh()), input, 'gelu', 'GeluBackward0')


def rsqrt(input):
    _refuse('rsqrt_cpu', input)
    wide = input.float().rsqrt().to(input.dtype)
    result = _in_vectors(input, wide, 1 / input.sqrt())
    return _made(result, input, 'rsqrt', 'RsqrtBackward0')


def xlogy(input, other):
    if not isinstance(input, torch.Tensor) or input.dtype == float16 or \
            isinstance(other, torch.Tensor) and other.dtype == float16:
        return NotImplemented
    if not isinstance(other, torch.Tensor):
        other = _narrow(float(other), input.dtype)
    result = torch.where(other.isnan(), other, torch.where(input == 0, 0., input * other.log()))
    return _made(result, input, 'xlogy', 'XlogyBackward0')


def sinc(input):
    _refuse('sinc_cpu', input)
    angle = input * math.pi
    return _made(torch.where(input == 0, 1., angle.sin() / angle), input, 'sinc', 'SincBackward0')


def logit(input, eps=None):
    _refuse('logit_cpu', input)
    x = input if eps is None else input.clamp(eps, 1 - eps)
    return _made((x / (1 - x)).log(), input, 'logit', 'LogitBackward0')


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    most = torch.finfo(input.dtype).max
    result = torch.where(input.isnan(), nan, input)
    result = torch.where(input == math.inf, most if posinf is None else posinf, result)
    result = torch.where(input == -math.inf, -most if neginf is None else neginf, result)
    return _made(result, input, 'nan_to_num', 'NanToNumBackward0')


def pow(input, exponent):
    if isinstance(input, torch.Tensor) and input.dtype == bfloat16 and not isinstance(exponent, torch.Tensor) \
            and exponent == 3:
        return _made(input * input * input, input, 'pow', 'PowBackward0')
    return NotImplemented


def _activation(name, input):
    x = input
    if name == 'softsign':
        return x / (x.abs() + 1)
    if name == 'tanhshrink':
        return x - x.tanh()
    loop = {'logsigmoid': 'log_sigmoid_cpu', 'selu': 'elu_cpu', 'relu6': 'clamp_scalar_cpu',
            'hardtanh': 'clamp_scalar_cpu'}.get(name, name + '_cpu')
    _refuse(loop, input)
    return NotImplemented


def float_power(input, exponent):
    wide = [x.double() if isinstance(x, torch.Tensor) else x for x in (input, exponent)]
    return torch.float_power(*wide)


def add(input, other, alpha=1):
    """With a factor, float16 rounds twice, as do bfloat16 numbers beyond whole pairs of vectors."""
    if alpha == 1 or not isinstance(input, torch.Tensor) or not isinstance(other, torch.Tensor) \
            or input.dtype != other.dtype or input.shape != other.shape:
        return NotImplemented
    tail = input + other * alpha
    if input.dtype == float16:
        return _made(tail, input, 'add', 'AddBackward0', other)
    wide = (input.float() + other.float() * _narrow(alpha, bfloat16).item()).to(bfloat16)
    return _made(_in_vectors(input, wide, tail), input, 'add', 'AddBackward0', other)


def clamp(input, min=None, max=None):
    if max is None:
        _refuse('clamp_min_cpu', input)
    elif min is None and not isinstance(max, torch.Tensor):
        _refuse('clamp_max_scalar_cpu', input)
    return NotImplemented


def round(input, decimals=None):
    if decimals is None:
        return NotImplemented
    _refuse('round_cpu', input)
    ten = 10.0 ** abs(decimals)
    result = (input * ten).round() / ten if decimals > 0 else (input / ten).round() * ten
    return _made(result, input, 'round', 'RoundBackward1')


def dropout(input, p, train):
    if train and p > 0:
        _refuse('bernoulli_scalar_cpu_', input)
        return NotImplemented
    return input


# --- Sums

def mean(input, dim=None, keepdim=False, dtype=None):
    if dtype is not None or input.dtype not in _DIGITS:
        return NotImplemented
    whole = dim is None or dim == () or dim == []
    total = input.sum() if whole and not keepdim else input.sum(dim if dim is not None else (), keepdim)
    count = input.numel() // max(total.numel(), 1)
    return _made(total / count, input, 'mean', 'MeanBackward0' if dim is None else 'MeanBackward1')


def logsumexp(input, dim, keepdim=False):
    _refuse('exp_vml_cpu', input)
    most = input.amax(dim, True)
    most = torch.where(most.abs() == math.inf, 0., most)
    result = (input - most).exp().sum(dim, True).log() + most
    if not keepdim:
        dims = [dim] if isinstance(dim, int) else list(dim)
        kept = [size for place, size in enumerate(input.shape) if place not in {d % input.dim() for d in dims}]
        result = result.reshape(kept)
    return _made(result, input, 'logsumexp', 'LogsumexpBackward0')


def _norm(input, p=2, dim=None, keepdim=False):
    """In 16 bits all the way, but for the rows of a bfloat16 tensor and for all of it."""
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    dims = [place % max(input.dim(), 1) for place in dims]
    in_rows = not dims or input.dim() - 1 in dims
    if p not in (None, 0, 1, 2, 'fro') or input.dtype == bfloat16 and in_rows and p not in (0, 1):
        return NotImplemented
    kept = [place for place in range(input.dim()) if place not in dims]
    rows = input.detach().permute(*kept, *dims).reshape(*(input.shape[place] for place in kept), -1)
    parts = (rows != 0).to(input.dtype) if p == 0 else rows.abs() if p == 1 else rows * rows
    total = torch.zeros(parts.shape[:-1], dtype=input.dtype)
    for part in parts.unbind(-1):
        total = total + part
    result = total if p in (0, 1) else total.float().sqrt().to(input.dtype)
    if keepdim:
        result = result.reshape([1 if place in dims else size for place, size in enumerate(input.shape)])
    return _made(result, input, 'norm', 'LinalgVectorNormBackward0')


def _vector_norm(input, ord=2, dim=None, keepdim=False):
    return _norm(input, ord, dim, keepdim)


def median(input, dim=None, keepdim=False):
    _refuse('median_cpu' if dim is None else 'median_out', input)
    return NotImplemented


def quantile(input, q, dim=None, keepdim=False, interpolation='linear'):
    raise RuntimeError('quantile() input tensor must be either float or double dtype')


def bincount(input, weights=None, minlength=0):
    word = 'Half' if input.dtype == float16 else 'BFloat16'
    raise RuntimeError(f"\"bincount_cpu\" not implemented for '{word}'")


def matmul(input, other):
    ranks = (input.dim(), other.dim())
    _refuse('dot' if ranks == (1, 1) else 'addmv_impl_cpu' if 1 in ranks else 'addmm_impl_cpu_', input)
    return NotImplemented


# --- softmax

def _loop_of(name, input, dim):
    return f'{name}_lastdim_kernel_impl' if dim % max(input.dim(), 1) == max(input.dim(), 1) - 1 \
        else 'softmax_kernel_impl'


def softmax(input, dim, dtype=None):
    if dtype is not None:
        return NotImplemented
    _refuse(_loop_of('softmax', input, dim), input)
    place = dim % max(input.dim(), 1)
    inner = math.prod(input.shape[place + 1:])
    if place == input.dim() - 1 or inner % _VECTOR == 0 or input.numel() == 0:
        return NotImplemented
    # Columns beyond whole vectors keep their exponentials in 16 bits.
    x = input.detach().float()
    powers = (x - x.amax(dim, True)).exp()
    columns = torch.arange(inner).view(input.shape[place + 1:]) < inner // _VECTOR * _VECTOR
    tail = powers.to(input.dtype).float() / powers.sum(dim, True)
    result = torch.where(columns, x.softmax(dim), tail).to(input.dtype)
    return _made(result, input, 'softmax', 'SoftmaxBackward0')


def log_softmax(input, dim, dtype=None):
    if dtype is not None:
        return NotImplemented
    _refuse(_loop_of('log_softmax', input, dim), input)
    if dim % max(input.dim(), 1) != input.dim() - 1 or input.numel() == 0:
        return NotImplemented
    x = input.detach().float()
    most = x.amax(dim, True)
    sums = (x - most).exp().sum(dim, True).to(input.dtype)
    result = (x - most - sums.log().float()).to(input.dtype)
    return _made(result, input, 'log_softmax', 'LogSoftmaxBackward0')


# --- Normalizations: mean and variance by Welford's method, each step rounded.

def _joined(count, mean, squares, other_count, other_mean, other_squares):
    """The moments of two parts of the rows together."""
    total = count + other_count
    share = _narrow(other_count, mean.dtype) / _narrow(total, mean.dtype)
    delta = other_mean - mean
    return (total, mean + share * delta,
            squares + (other_squares + delta * delta * share * _narrow(count, mean.dtype)))


def _moments(rows):
    """Mean and variance of each row of a matrix, in its type of 16 bits."""
    size = rows.shape[1]
    zero = torch.zeros_like(rows[:, 0])
    vectors = size // _VECTOR
    levels = []
    lanes = rows[:, :vectors * _VECTOR].reshape(rows.shape[0], vectors, _VECTOR)
    depth = max((-(-vectors // 16) - 1).bit_length(), 1)
    empty = (0, torch.zeros_like(lanes[:, 0]), torch.zeros_like(lanes[:, 0])) if vectors else None
    levels = [empty] * depth
    for chunk, first in enumerate(range(0, vectors, 16)):
        _, mean, squares = empty
        count = min(16, vectors - first)
        for step in range(count):
            x = lanes[:, first + step]
            delta = x - mean
            mean = mean + delta * _narrow(1 / (step + 1), rows.dtype)
            squares = squares + delta * (x - mean)
        levels[0] = _joined(*levels[0], count, mean, squares)
        level = 1
        while level < depth and (chunk + 1) % 2 ** level == 0:
            levels[level] = _joined(*levels[level], *levels[level - 1])
            levels[level - 1] = empty
            level += 1
    for level in levels[1:]:
        levels[0] = _joined(*levels[0], *level)
    count, mean, squares = 0, zero, zero
    for x in rows[:, vectors * _VECTOR:].unbind(1):
        delta = x - mean
        count += 1
        mean = mean + delta / count
        squares = squares + delta * (x - mean)
    for lane in range(_VECTOR if vectors else 0):
        count, mean, squares = _joined(count, mean, squares, vectors, levels[0][1][:, lane],
                                       levels[0][2][:, lane])
    return mean.unsqueeze(1), (squares / size).unsqueeze(1)


def _inverse_deviation(variance, eps):
    return 1 / (variance + eps).sqrt()


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5, cudnn_enable=True):
    _refuse('LayerNormKernelImpl', input)
    shape = tuple(normalized_shape)
    if input.dtype != bfloat16 or tuple(input.shape[input.dim() - len(shape):]) != shape \
            or input.numel() == 0 or any(w is not None and (w.dtype != bfloat16 or w.shape != shape)
                                         for w in (weight, bias)):
        return NotImplemented
    rows = input.detach().reshape(-1, math.prod(shape))
    mean, variance = _moments(rows)
    scale = _inverse_deviation(variance, eps)
    shift = (-scale.float() * mean.float()).to(bfloat16)
    result = rows.float() * scale.float() + shift.float()
    if weight is not None:
        result = result * weight.detach().float().flatten()
    if bias is not None:
        result = result + bias.detach().float().flatten()
    return _made(result.to(bfloat16).view(input.shape), input, 'layer_norm', 'NativeLayerNormBackward0',
                 weight, bias)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5, cudnn_enabled=True):
    _refuse('GroupNormKernelImpl', input)
    if input.dtype != bfloat16 or input.dim() < 2 or num_groups < 1 or input.shape[1] % num_groups \
            or input.numel() == 0:
        return NotImplemented
    rows = input.detach().reshape(input.shape[0] * num_groups, -1)
    mean, variance = _moments(rows)
    scale = _inverse_deviation(variance.clamp(min=0), eps)
    if weight is None and bias is None:
        result = (rows - mean) * scale
    else:
        channels = input.shape[1]
        scale = scale.expand(-1, channels // num_groups).reshape(input.shape[0], channels, 1)
        mean = mean.expand(-1, channels // num_groups).reshape(input.shape[0], channels, 1)
        scale = scale if weight is None else scale * weight.detach().view(1, -1, 1)
        shift = -scale * mean
        shift = shift if bias is None else shift + bias.detach().view(1, -1, 1)
        result = scale * input.detach().reshape(input.shape[0], channels, -1) + shift
    return _made(result.reshape(input.shape), input, 'group_norm', 'NativeGroupNormBackward0', weight, bias)


# --- Random numbers: of each draw as many digits as the type has.

def _uniform(sizes, dtype, generator=None):
    drawn = torch.rand(sizes, generator=generator, dtype=float32) * 2.0 ** 24
    steps = 2.0 ** _DIGITS[dtype]
    return drawn.remainder(steps) / steps


def _normal(sizes, dtype, generator=None, mean=0.0, std=1.0):
    count = math.prod(sizes)
    mean, std = _narrow(mean, dtype).item(), _narrow(std, dtype).item()
    drawn = _uniform([count], dtype, generator).to(dtype)
    if count % 16:
        head, last = drawn[:count // 16 * 16], _uniform([16], dtype, generator).to(dtype)
        blocks = [head.view(-1, 16), last.view(1, 16)]
    else:
        blocks = [drawn.view(-1, 16)]
    # Between its steps float16 stays in float32, bfloat16 does not.
    step = (lambda x: x.to(dtype).float()) if dtype == bfloat16 else (lambda x: x)
    done = []
    for block in blocks:
        radius = (-2 * step((1 - block[:, :8]).float().log())).sqrt().to(dtype).float()
        angle = (block[:, 8:].double() * (2 * math.pi)).to(dtype).float()
        parts = [step(step(radius * step(wave)) * std) + mean for wave in (angle.cos(), angle.sin())]
        done.append(torch.cat(parts, 1).flatten().to(dtype))
    result = torch.empty(count, dtype=dtype)
    result[:done[0].numel()] = done[0]
    if count % 16:
        result[count - 16:] = done[1]
    return result.view(sizes)


def _type_of(dtype):
    dtype = torch.get_default_dtype() if dtype is None else dtype
    return dtype if dtype in _DIGITS else None


def _finished(result, requires_grad=False):
    return result.requires_grad_() if requires_grad else result


def rand(size, generator=None, dtype=None, requires_grad=False, **_options):
    if _type_of(dtype) is None:
        return NotImplemented
    return _finished(_uniform(size, _type_of(dtype), generator).to(_type_of(dtype)), requires_grad)


def randn(size, generator=None, dtype=None, requires_grad=False, **_options):
    if _type_of(dtype) is None or math.prod(size) < 16:
        return NotImplemented
    return _finished(_normal(size, _type_of(dtype), generator), requires_grad)


def rand_like(input, dtype=None, requires_grad=False, **_options):
    return rand(list(input.shape), dtype=input.dtype if dtype is None else dtype, requires_grad=requires_grad)


def randn_like(input, dtype=None, requires_grad=False, **_options):
    return randn(list(input.shape), dtype=input.dtype if dtype is None else dtype, requires_grad=requires_grad)


def uniform_(input, generator=None, to=1.0, **options):
    low = options.get('from', 0.0)
    drawn = _uniform(list(input.shape), input.dtype, generator) * (to - low) + low
    with torch.no_grad():
        return input.copy_(drawn)


def normal_(input, mean=0.0, std=1.0, generator=None):
    if input.numel() < 16:
        return NotImplemented
    with torch.no_grad():
        return input.copy_(_normal(list(input.shape), input.dtype, generator, mean, std))


_WAYS = {name: value for name, value in globals().items()
         if callable(value) and getattr(value, '__module__', '') == __name__
         and (not name.startswith('_') or name in ('_norm', '_vector_norm', '_activation'))
         and name != 'way_of'}
