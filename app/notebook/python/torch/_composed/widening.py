# SPDX-License-Identifier: MIT
"""Operations on float16 and bfloat16: PyTorch's CPU computes each of them in float32 and rounds its result.

`_torch` hands over each call that has to do with these types: by a tensor, by a type that is asked for
or by the default type. Its arguments are widened, the same function is called again, and what that
gives is rounded. Some functions go ways of their own: see sixteen_bits.
"""
import functools
import operator

import _torch
from _torch import Tensor, bfloat16, float16, float32
from torch._composed.sixteen_bits import way_of
from torch._composed.sixteen_bits_tools import check_alike
from torch._tensor_types import WORDS

_SIXTEEN_BITS = (bfloat16, float16)
_way_of = functools.cache(way_of)

# Beside a tensor of 16 bits these operands are rounded first.
_ROUNDING = frozenset((
    'add sub subtract remainder fmod floor_divide rsub xlogy eq ne lt le '
    'gt ge greater greater_equal less less_equal not_equal pow float_power').split())
_OPERANDS = frozenset(('other', 'alpha', 'exponent'))

# What sums rows of 16 bits in an order of their own.
_BY_ROWS = frozenset(('layer_norm', 'group_norm', 'native_layer_norm', 'native_group_norm'))

# The operators by the names of torch's functions.
_OPERATORS = {'div': operator.truediv, 'floor_divide': operator.floordiv, 'remainder': operator.mod,
              'bitwise_and': operator.and_, 'bitwise_or': operator.or_, 'bitwise_xor': operator.xor,
              'bitwise_left_shift': operator.lshift, 'bitwise_right_shift': operator.rshift,
              'bitwise_not': operator.invert}


def call(function, *first, **named):
    """A function of `_torch`: its first argument by position, the others by name."""
    name = function.__name__
    result, wide = _computed(function, name, first, named)
    if wide is None or wide is first[0]:
        return result
    # The first argument was widened and is given back: changed, where that is what the name says.
    return _torch._put_back(first[0], wide) if name.endswith('_') else first[0]


def operate(name, *operands):
    """An operator, by the name of torch's function."""
    return _computed(_operator(name), name, operands, {})[0]


def operate_in_place(name, target, other):
    return _torch._put_back(target, operate(name, target, other))


def _operator(name):
    return _OPERATORS.get(name) or getattr(operator, name)


def _computed(function, name, first, named):
    """What a function gives, rounded; and its first argument as it was widened, where it gives that one."""
    values = (*first, *named.values())
    tensors = [x for value in values for x in (value if isinstance(value, (list, tuple)) else (value,))
               if isinstance(x, Tensor)]
    wanted = next((x for x in values if isinstance(x, _torch.dtype)), None)
    check_alike(name, tensors)
    way = _way_of(name)
    if way is not None and (not tensors or wanted in _SIXTEEN_BITS
                            or any(x.dtype in _SIXTEEN_BITS for x in tensors)):
        result = way(*first, **named)
        if result is not NotImplemented:
            return result, None
    rounding = name.removesuffix('_') in _ROUNDING
    default = _torch.get_default_dtype()
    common = _torch._common_dtype(values if rounding else tensors)
    dtype = wanted or (common if common.is_floating_point else default)
    _torch._check_sixteen_bits(name, dtype)
    wide = [_operand(x, common) if rounding else _widened(x) for x in first]
    named = {place: _operand(x, common) if rounding and place in _OPERANDS else _widened(x)
             for place, x in named.items()}
    if default in _SIXTEEN_BITS:
        _torch._set_default_dtype(float32)
    by_rows = name in _BY_ROWS and first[0].dtype in _SIXTEEN_BITS
    if by_rows:
        _torch._set_sixteen_bits(True)
    try:
        result = function(*wide, **named)
    except RuntimeError as error:
        error.args = (_worded(str(error), dtype),)
        raise
    finally:
        if by_rows:
            _torch._set_sixteen_bits(False)
        if default in _SIXTEEN_BITS:
            _torch._set_default_dtype(default)
    if wide and result is wide[0]:
        return result, result
    return _narrowed(result, dtype), None


def _widened(value):
    """Tensors and the types that are asked for, also in a list."""
    if isinstance(value, Tensor):
        return _torch._retyped(value, float32) if value.dtype in _SIXTEEN_BITS else value
    if isinstance(value, (list, tuple)) and any(isinstance(x, Tensor) for x in value):
        return tuple([_widened(x) for x in value])
    return float32 if value is bfloat16 or value is float16 else value


def _operand(value, common):
    """A number, or a tensor without dimensions, in the operation's type first."""
    if isinstance(value, Tensor):
        if value.dim() == 0 and common in _SIXTEEN_BITS and value.is_floating_point():
            value = _torch._retyped(value, common)
        return _widened(value)
    if common in _SIXTEEN_BITS and (isinstance(value, float) or type(value).__name__.startswith('float')):
        return _torch.tensor(float(value), dtype=common).item()
    return value


def _narrowed(result, dtype):
    if isinstance(result, Tensor):
        return _torch._retyped(result, dtype) if dtype in _SIXTEEN_BITS and result.dtype == float32 else result
    if isinstance(result, (list, tuple)):
        return type(result)([_narrowed(x, dtype) for x in result])
    return result


def _worded(message, dtype):
    """A message with the name of the operation's type where it has that of float32."""
    if dtype in _SIXTEEN_BITS:
        for words in ("for 'Float'", 'result type Float '):
            message = message.replace(words, words.replace('Float', WORDS[dtype]), 1)
    return message
