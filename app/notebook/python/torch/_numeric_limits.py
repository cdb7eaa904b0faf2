# SPDX-License-Identifier: MIT
"""What numbers of a type can be: torch.finfo and torch.iinfo."""
import _torch

# bits, eps, the largest, the smallest normal one, resolution
_FLOATING = {
    _torch.float32: (32, 2.0 ** -23, (2 - 2.0 ** -23) * 2.0 ** 127, 2.0 ** -126, 1e-6),
    _torch.float64: (64, 2.0 ** -52, (2 - 2.0 ** -52) * 2.0 ** 1023, 2.0 ** -1022, 1e-15),
    _torch.float16: (16, 2.0 ** -10, 65504.0, 2.0 ** -14, 1e-3),
    _torch.bfloat16: (16, 2.0 ** -7, (2 - 2.0 ** -7) * 2.0 ** 127, 2.0 ** -126, 1e-2),
}
_WHOLE = {_torch.uint8: (8, 0, 2 ** 8 - 1), _torch.int8: (8, -2 ** 7, 2 ** 7 - 1),
          _torch.int16: (16, -2 ** 15, 2 ** 15 - 1), _torch.int32: (32, -2 ** 31, 2 ** 31 - 1),
          _torch.int64: (64, -2 ** 63, 2 ** 63 - 1)}


class finfo:
    """Of a floating type; without one, of the default."""

    __module__ = 'torch'

    def __init__(self, type=None):
        dtype = _torch.get_default_dtype() if type is None else type
        if dtype not in _FLOATING:
            raise TypeError('torch.finfo() requires a floating point input type. Use torch.iinfo to handle '
                            "'torch.finfo'")
        self.bits, self.eps, self.max, self.tiny, self.resolution = _FLOATING[dtype]
        self.min = -self.max
        self.smallest_normal = self.tiny
        self.dtype = str(dtype).removeprefix('torch.')

    def __repr__(self):
        names = ('resolution', 'min', 'max', 'eps', 'smallest_normal', 'tiny')
        shown = ', '.join(f'{name}={getattr(self, name):g}' for name in names)
        return f'finfo({shown}, dtype={self.dtype})'

    def __eq__(self, other):
        return isinstance(other, finfo) and self.dtype == other.dtype

    __hash__ = None


class iinfo:
    """Of a type of whole numbers."""

    __module__ = 'torch'

    def __init__(self, type):
        if type not in _WHOLE:
            if type == _torch.bool:
                raise TypeError('torch.bool is not supported by torch.iinfo')
            raise TypeError('torch.iinfo() requires an integer input type. Use torch.finfo to handle '
                            "'torch.iinfo'")
        self.bits, self.min, self.max = _WHOLE[type]
        self.dtype = str(type).removeprefix('torch.')

    def __repr__(self):
        return f'iinfo(min={float(self.min):g}, max={float(self.max):g}, dtype={self.dtype})'

    def __eq__(self, other):
        return isinstance(other, iinfo) and self.dtype == other.dtype

    __hash__ = None
