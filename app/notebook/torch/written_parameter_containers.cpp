// SPDX-License-Identifier: MIT
// See written.hpp: nn.ParameterList and nn.ParameterDict.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
import torch
from torch.nn import Module, Parameter


def _shown_parameter(key, value, named):
    if not isinstance(value, torch.Tensor):
        return f'  ({key}): Object of type: {type(value).__name__}'
    kind = 'Parameter' if isinstance(value, Parameter) else 'Tensor'
    sizes = 'x'.join([str(size) for size in value.shape])
    dtype = value.type() if named else str(value.dtype)
    return f'  ({key}): {kind} containing: [{dtype} of size {sizes}]'


@_layer('container')
class ParameterList(Module):
    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self += values

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([self[i] for i in range(self._size)[index]])
        if not -self._size <= index < self._size:
            raise IndexError(f'index {index} is out of range')
        return getattr(self, str(index % self._size))

    def __setitem__(self, index, value):
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, str(index % self._size), value)

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([self[i] for i in range(self._size)])

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        return '\n'.join([_shown_parameter(i, value, False) for i, value in enumerate(self)])


torch.nn.ParameterList = ParameterList


@_layer('container')
class ParameterDict(Module):
    def __init__(self, parameters=None):
        super().__init__()
        self._names = []
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        if key not in self._names:
            raise KeyError(key)
        return getattr(self, key)

    def __setitem__(self, key, value):
        if key not in self._names:
            self._names.append(key)
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, key, value)

    def __delitem__(self, key):
        self._names.remove(key)
        delattr(self, key)

    def __len__(self):
        return len(self._names)

    def __iter__(self):
        return iter(list(self._names))

    def __contains__(self, key):
        return key in self._names

    def keys(self):
        return list(self._names)

    def values(self):
        return [self[key] for key in self._names]

    def items(self):
        return [(key, self[key]) for key in self._names]

    def update(self, parameters):
        pairs = parameters.items() if hasattr(parameters, 'items') else parameters
        for key, value in pairs:
            self[key] = value

    def extra_repr(self):
        return '\n'.join([_shown_parameter(key, value, True) for key, value in self.items()])


torch.nn.ParameterDict = ParameterDict
)py";

}  // namespace

std::string_view written_parameter_containers() {
  return kText;
}

}  // namespace normscope::notebook::torch
