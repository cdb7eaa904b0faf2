# SPDX-License-Identifier: MIT
"""torch.FloatTensor and its kin: the older way to make a tensor of a type, and to ask for one."""
import _torch
from _torch import Tensor


class tensortype(type):
    """The class of these: isinstance() asks for the element type."""

    __module__ = 'torch'

    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and instance.dtype == cls.dtype


def _made(name, dtype):
    def make(cls, *data):
        """From sizes, or from a sequence."""
        if len(data) == 1 and isinstance(data[0], Tensor):
            if data[0].dtype != dtype:
                raise TypeError(f'expected a tensor of {dtype}, got one of {data[0].dtype}')
            return data[0].detach()
        if len(data) == 1 and not isinstance(data[0], (int, float, _torch.Size)):
            return _torch.tensor(data[0]).to(dtype)
        return Tensor(*data).to(dtype)

    return tensortype(name, (), {'__new__': make, '__module__': 'torch', 'dtype': dtype})


# What PyTorch calls the types.
WORDS = {getattr(_torch, name): word for name, word in (
    ('bfloat16', 'BFloat16'), ('bool', 'Bool'), ('uint8', 'Byte'), ('int8', 'Char'), ('float64', 'Double'),
    ('float32', 'Float'), ('float16', 'Half'), ('int32', 'Int'), ('int64', 'Long'), ('int16', 'Short'))}
for _dtype, _word in WORDS.items():
    globals()[_word + 'Tensor'] = _made(_word + 'Tensor', _dtype)
