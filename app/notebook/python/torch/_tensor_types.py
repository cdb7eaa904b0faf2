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


BFloat16Tensor = _made('BFloat16Tensor', _torch.bfloat16)
BoolTensor = _made('BoolTensor', _torch.bool)
ByteTensor = _made('ByteTensor', _torch.uint8)
CharTensor = _made('CharTensor', _torch.int8)
DoubleTensor = _made('DoubleTensor', _torch.float64)
FloatTensor = _made('FloatTensor', _torch.float32)
HalfTensor = _made('HalfTensor', _torch.float16)
IntTensor = _made('IntTensor', _torch.int32)
LongTensor = _made('LongTensor', _torch.int64)
ShortTensor = _made('ShortTensor', _torch.int16)
