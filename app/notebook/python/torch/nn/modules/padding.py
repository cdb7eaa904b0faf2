# SPDX-License-Identifier: MIT
"""Layers that put a constant, or the elements at the edges, around."""
from torch import Tensor
from torch.nn import functional as F
from torch.nn.common_types import _size_2_t, _size_4_t, _size_6_t
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _ntuple, _pair

_quadruple = _ntuple(4, '_quadruple')
_sixfold = _ntuple(6, '_ntuple')


class _ConstantPadNd(Module):

    def __init__(self, value):
        super().__init__()
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, 'constant', self.value)

    def extra_repr(self) -> str:
        return f'padding={self.padding}, value={self.value}'


class ConstantPad1d(_ConstantPadNd):
    """Around a row."""

    def __init__(self, padding: _size_2_t, value: float):
        super().__init__(value)
        self.padding = _pair(padding)


class ConstantPad2d(_ConstantPadNd):
    """Around an image."""

    def __init__(self, padding: _size_4_t, value: float) -> None:
        super().__init__(value)
        self.padding = _quadruple(padding)


class ConstantPad3d(_ConstantPadNd):
    """Around a volume."""

    def __init__(self, padding: _size_6_t, value: float) -> None:
        super().__init__(value)
        self.padding = _sixfold(padding)


class ZeroPad2d(ConstantPad2d):
    """Zeros around an image."""

    def __init__(self, padding: _size_4_t) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f'{self.padding}'


def _own(name, mode, sizes, size_type):
    """A layer that puts elements of its input around."""
    class Layer(Module):

        def __init__(self, padding: size_type) -> None:
            super().__init__()
            self.padding = sizes(padding)

        def forward(self, input: Tensor) -> Tensor:
            return F.pad(input, self.padding, mode)

        def extra_repr(self) -> str:
            return f'{self.padding}'

    Layer.__name__ = Layer.__qualname__ = name
    return Layer


ReflectionPad1d = _own('ReflectionPad1d', 'reflect', _pair, _size_2_t)
ReflectionPad2d = _own('ReflectionPad2d', 'reflect', _quadruple, _size_4_t)
ReplicationPad1d = _own('ReplicationPad1d', 'replicate', _pair, _size_2_t)
ReplicationPad2d = _own('ReplicationPad2d', 'replicate', _quadruple, _size_4_t)
