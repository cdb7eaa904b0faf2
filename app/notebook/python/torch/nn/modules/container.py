# SPDX-License-Identifier: MIT
"""Modules that hold others, by number or by name: Sequential, ModuleList and ModuleDict."""
from collections import OrderedDict
from collections import abc
from itertools import chain, islice
from torch._typing import Iterable, Iterator, Mapping, Optional, Tuple, Union

from torch.nn.modules.module import Module, _indented
from torch.nn.modules.utils import _index


class Sequential(Module):
    """Its modules one after another, each given what the one before it gave."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            named = args[0].items()
        else:
            named = ((str(number), module) for number, module in enumerate(args))
        for name, module in named:
            self.add_module(name, module)

    def _name_at(self, index):
        return next(islice(self._modules, _index(len(self), index), None))

    def __getitem__(self, idx: Union[slice, int]):
        if isinstance(idx, slice):
            return type(self)(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[self._name_at(idx)]

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, self._name_at(idx), module)

    def __delitem__(self, idx):
        names = list(self._modules)[idx] if isinstance(idx, slice) else [self._name_at(idx)]
        for name in names:
            delattr(self, name)
        self._modules = OrderedDict((str(n), m) for n, m in enumerate(self._modules.values()))

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __add__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError('add operator supports only objects of Sequential class, but '
                             f'{type(other)} is given.')
        return Sequential(*self, *other)

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError('add operator supports only objects of Sequential class, but '
                             f'{type(other)} is given.')
        return self.extend(list(other))

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def append(self, module: Module) -> 'Sequential':
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index: int, module: Module) -> 'Sequential':
        if not isinstance(module, Module):
            raise AssertionError(f'module should be of type: {Module}')
        size = len(self._modules)
        if not -size <= index <= size:
            raise IndexError(f'Index out of range: {index}')
        modules = list(self._modules.values())
        modules.insert(index if index >= 0 else index + size, module)
        self._modules = OrderedDict((str(n), m) for n, m in enumerate(modules))
        return self

    def extend(self, sequential) -> 'Sequential':
        for module in sequential:
            self.append(module)
        return self

    def pop(self, key: Union[int, slice]) -> Module:
        module = self[key]
        del self[key]
        return module


def _repeats(modules):
    """Runs of modules that are shown alike: (first number, last number, text) of each."""
    runs = []
    for number, text in enumerate(map(repr, modules)):
        if runs and runs[-1][2] == text:
            runs[-1][1] = number
        else:
            runs.append([number, number, text])
    return runs


class ModuleList(Module):
    """Modules by number; calling it is no business of its own."""

    def __init__(self, modules: Optional[Iterable[Module]] = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, idx: Union[int, slice]) -> Union[Module, 'ModuleList']:
        if isinstance(idx, slice):
            return type(self)(list(self._modules.values())[idx])
        return self._modules[str(_index(len(self), idx))]

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, str(_index(len(self), idx)), module)

    def __delitem__(self, idx):
        numbers = range(len(self))[idx] if isinstance(idx, slice) else [_index(len(self), idx)]
        for number in numbers:
            delattr(self, str(number))
        self._modules = OrderedDict((str(n), m) for n, m in enumerate(self._modules.values()))

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return type(self)(chain(self, other))

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def __repr__(self):
        lines = [f'({first}): {text}' if first == last else f'({first}-{last}): {last - first + 1} x {text}'
                 for first, last, text in _repeats(self)]
        inside = ''.join(f'\n  {_indented(line)}' for line in lines)
        return f'{self._get_name()}({inside}\n)' if lines else f'{self._get_name()}()'

    def insert(self, index: int, module: Module) -> None:
        modules = list(self._modules.values())
        modules.insert(index, module)
        for number, each in enumerate(modules):
            self._modules[str(number)] = each

    def append(self, module: Module) -> 'ModuleList':
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key: Union[int, slice]) -> Module:
        module = self[key]
        del self[key]
        return module

    def extend(self, modules: Iterable[Module]) -> 'ModuleList':
        if not isinstance(modules, abc.Iterable):
            raise TypeError('ModuleList.extend should be called with an iterable, but got '
                            + type(modules).__name__)
        first = len(self)
        for number, module in enumerate(modules):
            self.add_module(str(first + number), module)
        return self


class ModuleDict(Module):
    """Modules by name."""

    def __init__(self, modules: Optional[Mapping[str, Module]] = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self) -> None:
        self._modules.clear()

    def pop(self, key: str) -> Module:
        return self._modules.pop(key)

    def keys(self) -> Iterable[str]:
        return self._modules.keys()

    def items(self) -> Iterable[Tuple[str, Module]]:
        return self._modules.items()

    def values(self) -> Iterable[Module]:
        return self._modules.values()

    def update(self, modules: Mapping[str, Module]) -> None:
        if not isinstance(modules, abc.Iterable):
            raise TypeError('ModuleDict.update should be called with an iterable of key/value pairs, '
                            'but got ' + type(modules).__name__)
        pairs = modules.items() if isinstance(modules, (OrderedDict, ModuleDict, abc.Mapping)) else modules
        for number, pair in enumerate(pairs):
            if not isinstance(pair, abc.Iterable):
                raise TypeError(f'ModuleDict update sequence element #{number} should be Iterable; is'
                                + type(pair).__name__)
            if len(pair) != 2:
                raise ValueError(f'ModuleDict update sequence element #{number} has length {len(pair)}; '
                                 '2 is required')
            self[pair[0]] = pair[1]


def __getattr__(name):
    """The containers of parameters, which PyTorch has in this file."""
    if name in ('ParameterDict', 'ParameterList'):
        from torch.nn.modules import parameter_containers
        return getattr(parameter_containers, name)
    raise AttributeError(f"module 'torch.nn.modules.container' has no attribute '{name}'")
