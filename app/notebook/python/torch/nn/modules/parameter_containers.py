# SPDX-License-Identifier: MIT
"""Modules that hold parameters, by number or by name."""
from collections import OrderedDict
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


class ParameterDict(Module):
    """Parameters by name; values that are no tensors are kept as they are."""

    __module__ = 'torch.nn.modules.container'

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, str(key))

    def __setitem__(self, key, value):
        self._keys[key] = None
        setattr(self, str(key), _as_parameter(value))

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, str(key))

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(list(self._keys))

    def __contains__(self, key):
        return key in self._keys

    def get(self, key, default=None):
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self):
        for key in list(self._keys):
            del self[key]

    def pop(self, key):
        value = self[key]
        del self[key]
        return value

    def copy(self):
        return ParameterDict(OrderedDict(self.items()))

    def keys(self):
        return self._keys.keys()

    def values(self):
        return (self[key] for key in self._keys)

    def items(self):
        return ((key, self[key]) for key in self._keys)

    def update(self, parameters):
        if not isinstance(parameters, abc.Iterable):
            raise TypeError('ParametersDict.update should be called with an iterable of key/value pairs, '
                            'but got ' + type(parameters).__name__)
        pairs = parameters.items() if isinstance(parameters, (abc.Mapping, ParameterDict)) else parameters
        for number, pair in enumerate(pairs):
            if not isinstance(pair, abc.Iterable):
                raise TypeError(f'ParameterDict update sequence element #{number} should be Iterable; is'
                                + type(pair).__name__)
            if len(pair) != 2:
                raise ValueError(f'ParameterDict update sequence element #{number} has length {len(pair)}; '
                                 '2 is required')
            self[pair[0]] = pair[1]

    def extra_repr(self):
        return '\n'.join(_shown(key, value, torch.typename) for key, value in self.items())

    def __call__(self, input):
        raise RuntimeError('ParameterDict should not be called.')
