# SPDX-License-Identifier: MIT
"""What the ways of float16 and bfloat16 share."""
import _torch
import torch
from torch import bfloat16, float16
from torch._tensor_types import WORDS

VECTOR = 16  # bfloat16 numbers in a register
DIGITS = {float16: 11, bfloat16: 8}


def made(result, input, operation, gradient, *inputs):
    """The result as one step of its own."""
    return _torch._made(result, operation, gradient, [input, *(x for x in inputs if x is not None)])


def narrow(value, dtype):
    return torch.tensor(value, dtype=dtype)


def word(tensor):
    """The type as messages have it: "BFloat16"."""
    return WORDS[tensor.dtype]


_IN_C = {torch.float32: 'float', torch.float64: 'double', float16: 'c10::Half', bfloat16: 'c10::BFloat16',
         torch.bool: 'bool', torch.uint8: 'unsigned char', torch.int8: 'signed char', torch.int16: 'short int',
         torch.int32: 'int', torch.int64: 'long int'}


def c_type(tensor):
    """The type as C++ names it in some messages: "long int"."""
    return _IN_C[tensor.dtype]


def check_alike(name, tensors):
    """Says of products that their operands are of two types."""
    if name in ('layer_norm', 'group_norm', 'batch_norm') and tensors[0].dtype not in (float16, bfloat16):
        raise RuntimeError('mixed dtype (CPU): expect parameter to have scalar type of Float')
    if name not in ('mm', 'matmul', 'bmm', 'mv', 'dot', 'linear', 'addmm', 'baddbmm', '_einsum'):
        return
    a, b = tensors[-2:] if name in ('addmm', 'baddbmm') else tensors[:2] if len(tensors) > 1 else tensors * 2
    if name == 'addmm' and tensors[0].dtype != b.dtype:
        raise RuntimeError(f'self and mat2 must have the same dtype, but got {word(tensors[0])} and {word(b)}')
    if a.dtype == b.dtype:
        return
    if name == 'dot' or name == 'matmul' and a.dim() == b.dim() == 1:
        raise RuntimeError(f'dot : expected both vectors to have same dtype, but found {word(a)} and {word(b)}')
    if name == 'addmm' or name == 'linear' and len(tensors) > 2:
        raise RuntimeError(f'mat1 and mat2 must have the same dtype, but got {word(a)} and {word(b)}')
    if name in ('mm', 'linear') or name == 'matmul' and a.dim() > 1 and b.dim() == 2:
        raise RuntimeError(f'expected m1 and m2 to have the same dtype, but got: {c_type(a)} != {c_type(b)}')
    raise RuntimeError(f'expected scalar type {word(a)} but found {word(b)}')
