// SPDX-License-Identifier: MIT
// See written.hpp: element by element.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import math
import torch


def _number(x, like):
    return x if isinstance(x, torch.Tensor) else torch.tensor(x, dtype=like.dtype)


def _floating(x):
    return x if x.is_floating_point() else x.to(torch.get_default_dtype())


def logit(input, eps=None):
    x = _floating(input)
    bounded = x if eps is None else x.clamp(eps, 1 - eps)
    return _made(torch.log(bounded / (1 - bounded)), 'logit', 'LogitBackward0', [input])


torch.logit = torch.Tensor.logit = logit


def deg2rad(input):
    return _made(_floating(input) * (math.pi / 180), 'deg2rad', 'Deg2RadBackward0', [input])


torch.deg2rad = torch.Tensor.deg2rad = deg2rad


def rad2deg(input):
    return _made(_floating(input) * (180 / math.pi), 'rad2deg', 'Rad2DegBackward0', [input])


torch.rad2deg = torch.Tensor.rad2deg = rad2deg


def heaviside(input, values):
    result = torch.where(input == 0, values, (input > 0).to(input.dtype))
    return result


torch.heaviside = torch.Tensor.heaviside = heaviside


def copysign(input, other):
    x = _floating(input)
    sign = signbit(_number(other, x))
    return _made(torch.where(sign, -x.abs(), x.abs()), 'copysign', 'CopysignBackward0', [x])


torch.copysign = torch.Tensor.copysign = copysign


def signbit(input):
    if not input.is_floating_point():
        return input < 0
    return (input < 0) | ((input == 0) & (1 / input < 0))


torch.signbit = torch.Tensor.signbit = signbit


def positive(input):
    if input.dtype == torch.bool:
        raise RuntimeError('The `+` operator, on a bool tensor is not supported.')
    return input


torch.positive = torch.Tensor.positive = positive


def isposinf(input):
    return input == math.inf


torch.isposinf = torch.Tensor.isposinf = isposinf


def isneginf(input):
    return input == -math.inf


torch.isneginf = torch.Tensor.isneginf = isneginf


def isreal(input):
    return torch.ones_like(input, dtype=torch.bool)


torch.isreal = torch.Tensor.isreal = isreal


def float_power(input, exponent):
    double = lambda x: x.double() if isinstance(x, torch.Tensor) else x
    return torch.pow(double(input), double(exponent))


torch.float_power = torch.Tensor.float_power = float_power


def _without_nan(name, input, other, better):
    if not isinstance(other, torch.Tensor):
        raise TypeError(f"{name}(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}")
    picked = torch.where(other.isnan() | better(input, other), input, other)
    return torch.where(input.isnan(), other, picked)


def fmax(input, other):
    result = _without_nan('fmax', input, other, lambda a, b: a >= b)
    return _made(result, 'fmax', 'FmaxBackward0', [input, other])


torch.fmax = torch.Tensor.fmax = fmax


def fmin(input, other):
    result = _without_nan('fmin', input, other, lambda a, b: a <= b)
    return _made(result, 'fmin', 'FminBackward0', [input, other])


torch.fmin = torch.Tensor.fmin = fmin


def gcd(input, other):
    a, b = torch.broadcast_tensors(input, other)
    pairs = zip(a.flatten().tolist(), b.flatten().tolist())
    return torch.tensor([math.gcd(x, y) for x, y in pairs], dtype=torch.result_type(input, other)).view(a.shape)


torch.gcd = torch.Tensor.gcd = gcd


def lcm(input, other):
    a, b = torch.broadcast_tensors(input, other)
    pairs = zip(a.flatten().tolist(), b.flatten().tolist())
    return torch.tensor([math.lcm(x, y) for x, y in pairs], dtype=torch.result_type(input, other)).view(a.shape)


torch.lcm = torch.Tensor.lcm = lcm


def is_nonzero(input):
    if input.numel() != 1:
        raise RuntimeError('Boolean value of Tensor with ' + ('no values' if input.numel() == 0 else 'more than one value') + ' is ambiguous')
    return bool(input)


torch.is_nonzero = torch.Tensor.is_nonzero = is_nonzero


def is_complex(input):
    return False


torch.is_complex = torch.Tensor.is_complex = is_complex


def is_signed(input):
    return input.dtype not in (torch.bool, torch.uint8)


torch.is_signed = torch.Tensor.is_signed = is_signed


def is_same_size(input, other):
    return input.shape == other.shape


torch.is_same_size = torch.Tensor.is_same_size = is_same_size


def _in_place_method(function):
    def change(self, *arguments):
        _check_in_place(self)
        return self.copy_(function(self, *arguments))
    change.__name__ = function.__name__ + '_'
    return change


torch.Tensor.logit_ = _in_place_method(logit)
torch.Tensor.copysign_ = _in_place_method(copysign)
torch.Tensor.deg2rad_ = _in_place_method(deg2rad)
torch.Tensor.rad2deg_ = _in_place_method(rad2deg)
torch.Tensor.nan_to_num_ = _in_place_method(torch.nan_to_num)


def scalar_tensor(s, *, dtype=None):
    return torch.tensor(s, dtype=torch.get_default_dtype() if dtype is None else dtype)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    x = torch.as_tensor(obj, dtype=dtype)
    return x.clone() if copy and x is obj else x


def typename(o):
    if isinstance(o, torch.Tensor):
        return o.type()
    kind = o if isinstance(o, type) else type(o)
    return kind.__name__ if kind.__module__ == 'builtins' else f'{kind.__module__}.{kind.__name__}'


torch.scalar_tensor = scalar_tensor
torch.asarray = asarray
torch.typename = typename


class finfo:
    __module__ = 'torch'
    _known = {
        torch.float32: (32, 1.1920928955078125e-07, 3.4028234663852886e+38, 1.1754943508222875e-38, 1e-06),
        torch.float64: (64, 2.220446049250313e-16, 1.7976931348623157e+308, 2.2250738585072014e-308, 1e-15),
        torch.float16: (16, 0.0009765625, 65504.0, 6.103515625e-05, 0.001),
        torch.bfloat16: (16, 0.0078125, 3.3895313892515355e+38, 1.1754943508222875e-38, 0.01),
    }

    def __init__(self, type=None):
        dtype = torch.get_default_dtype() if type is None else type
        if dtype not in finfo._known:
            raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")
        self.bits, self.eps, self.max, self.tiny, self.resolution = finfo._known[dtype]
        self.min = -self.max
        self.smallest_normal = self.tiny
        self.dtype = str(dtype)[6:]

    def __repr__(self):
        short = [f'{x:g}' for x in (self.resolution, self.min, self.max, self.eps, self.smallest_normal, self.tiny)]
        return 'finfo(resolution={}, min={}, max={}, eps={}, smallest_normal={}, tiny={}, '.format(*short) + f'dtype={self.dtype})'


class iinfo:
    __module__ = 'torch'
    _known = {torch.uint8: (8, 0, 255), torch.int8: (8, -128, 127), torch.int16: (16, -32768, 32767),
              torch.int32: (32, -2147483648, 2147483647),
              torch.int64: (64, -9223372036854775808, 9223372036854775807)}

    def __init__(self, type):
        if type not in iinfo._known:
            if type == torch.bool:
                raise TypeError('torch.bool is not supported by torch.iinfo')
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        self.bits, self.min, self.max = iinfo._known[type]
        self.dtype = str(type)[6:]

    def __repr__(self):
        return f'iinfo(min={float(self.min):g}, max={float(self.max):g}, dtype={self.dtype})'


torch.finfo = finfo
torch.iinfo = iinfo
)py";

}  // namespace

std::string_view written_pointwise() {
  return kText;
}

}  // namespace normscope::notebook::torch
