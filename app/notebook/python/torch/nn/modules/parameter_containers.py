# SPDX-License-Identifier: MIT
"""Modules that hold parameters, by number or by name."""
from collections import abc

import torch
from torch._typing import Any, Iterable, Optional
from torch.nn.modules.module import Module
from torch.nn.modules.utils import _index
from torch.nn.parameter import Parameter


def _as_parameter(value):
    """A tensor becomes a parameter, all else stays."""
    plain = isinstance(value, torch.Tensor) and not isinstance(value, Parameter)
    return Parameter(value) if plain else value


def _shown(key, value, type_of):
    """One line of what prints a container of parameters."""
    if not isinstance(value, torch.Tensor):
        return f'  ({key}): Object of type: {type(value).__name__}'
    kind = 'Parameter' if isinstance(value, Parameter) else 'Tensor'
    sizes = 'x'.join(str(size) for size in value.size())
    return f'  ({key}): {kind} containing: [{type_of(value)} of size {sizes}]'


class ParameterList(Module):
    """Parameters by number; values that are no tensors are kept as they are."""

    __module__ = 'torch.nn.modules.container'

    def __init__(self, values: Optional[Iterable[Any]] = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self += values

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)([self[i] for i in range(len(self))[idx]])
        return getattr(self, str(_index(len(self), idx)))

    def __setitem__(self, idx, param):
        setattr(self, str(_index(len(self), idx)), _as_parameter(param))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self[i] for i in range(len(self)))

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def append(self, value):
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        if not isinstance(values, abc.Iterable) or isinstance(values, torch.Tensor):
            raise TypeError('ParameterList.extend should be called with an iterable, but got '
                            + type(values).__name__)
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        return '\n'.join(_shown(number, value, lambda x: x.dtype) for number, value in enumerate(self))

    def __call__(self, *args, **kwargs):
        raise RuntimeError('ParameterList should not be called.')
