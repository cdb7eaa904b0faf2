# SPDX-License-Identifier: MIT
"""What the ways of float16 and bfloat16 share."""
import _torch
import torch
from torch import bfloat16, float16

VECTOR = 16  # bfloat16 numbers in a register
DIGITS = {float16: 11, bfloat16: 8}


def made(result, input, operation, gradient, *inputs):
    """The result as one step of its own."""
    return _torch._made(result, operation, gradient, [input, *(x for x in inputs if x is not None)])


def refuse(loop, input):
    """Says that the CPU has no such loop for float16."""
    if input.dtype == float16:
        raise RuntimeError(f"\"{loop}\" not implemented for 'Half'")


def narrow(value, dtype):
    return torch.tensor(value, dtype=dtype)


def word(tensor):
    """The type as messages have it: "BFloat16"."""
    return tensor.type()[len('torch.'):-len('Tensor')]


def word_of_dtype(dtype):
    return {bfloat16: 'BFloat16', float16: 'Half'}[dtype]


def check_alike(input, other):
    if input.dtype != other.dtype:
        raise RuntimeError(f'expected scalar type {word(input)} but found {word(other)}')
