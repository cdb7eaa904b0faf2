# SPDX-License-Identifier: MIT
"""nn.Module: what a layer is made of (parameters, buffers, child modules), calling it, walking it.

The parts lie in `_parameters`, `_buffers` and `_modules`, and are attributes besides: assigning a
Parameter or a Module to an attribute registers it. Loading and storing lies in `state.py`, hooks in
`hooks.py`.
"""
from collections import OrderedDict

import torch
from torch import Tensor
from torch._typing import Any, Callable, Iterator, Optional, Set, Tuple
from torch.nn.modules import hooks, state
from torch.nn.modules.hooks import (  # noqa: F401: PyTorch has them here
    refuse_backward_hook as register_module_full_backward_hook, register_module_forward_hook,
    register_module_forward_pre_hook)
from torch.nn.parameter import Parameter

_TENSOR = torch.Tensor


def _forward_unimplemented(self, *input: Any) -> None:
    """Every layer has its own."""
    raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')


def _indented(text):
    """A text whose lines after the first stand two further in."""
    return text.replace('\n', '\n  ')


class Module:
    """The base of all layers and networks."""

    dump_patches = False
    training: bool

    def __init__(self, *args, **kwargs) -> None:
        if args or kwargs:
            problem = f"got an unexpected keyword argument '{next(iter(kwargs))}'" if kwargs else \
                f'takes 1 positional argument but {len(args) + 1} were given'
            raise TypeError(f'{type(self).__name__}.__init__() {problem}')
        own = super().__setattr__
        own('training', True)
        own('_parameters', {})
        own('_buffers', {})
        own('_non_persistent_buffers_set', set())
        own('_backward_hooks', OrderedDict())
        own('_is_full_backward_hook', None)
        own('_forward_hooks', OrderedDict())
        own('_forward_pre_hooks', OrderedDict())
        own('_state_dict_hooks', OrderedDict())
        own('_load_state_dict_pre_hooks', OrderedDict())
        own('_load_state_dict_post_hooks', OrderedDict())
        own('_modules', {})

    forward = _forward_unimplemented

    def __call__(self, *args, **kwargs):
        if not (self._forward_pre_hooks or self._forward_hooks or hooks.of_all_before or hooks.of_all_after):
            return self.forward(*args, **kwargs)
        return hooks.call_with_hooks(self, args, kwargs)

    # --- Parts

    def register_buffer(self, name: str, tensor: Optional[Tensor], persistent: bool = True) -> None:
        """A tensor that is no parameter, yet part of the module's state unless not persistent."""
        if '_buffers' not in self.__dict__:
            raise AttributeError('cannot assign buffer before Module.__init__() call')
        _check_name(self, name, 'buffer', self._buffers)
        if tensor is not None and not isinstance(tensor, _TENSOR) and not torch.is_complex(tensor):
            raise TypeError(f"cannot assign '{torch.typename(tensor)}' object to buffer '{name}' "
                            '(torch Tensor or None required)')
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name: str, param: Optional[Parameter]) -> None:
        if '_parameters' not in self.__dict__:
            raise AttributeError('cannot assign parameter before Module.__init__() call')
        _check_name(self, name, 'parameter', self._parameters)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"cannot assign '{torch.typename(param)}' object to parameter '{name}' "
                            '(torch.nn.Parameter or None required)')
        if param is not None and param.grad_fn is not None:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created "
                f"explicitly. To express '{name}' as a function of another Tensor, compute the value in "
                'the forward() method.')
        self._parameters[name] = param

    def add_module(self, name: str, module: Optional['Module']) -> None:
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f'{torch.typename(module)} is not a Module subclass')
        _check_name(self, name, 'module', self._modules)
        self._modules[name] = module

    def register_module(self, name: str, module: Optional['Module']) -> None:
        self.add_module(name, module)

    def __getattr__(self, name):
        # Only what is no attribute of the usual kind comes here.
        for kind in ('_parameters', '_buffers', '_modules'):
            parts = self.__dict__.get(kind)
            if parts is not None and name in parts:
                return parts[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        own = self.__dict__
        parameters, modules = own.get('_parameters'), own.get('_modules')
        if isinstance(value, Parameter):
            if parameters is None:
                raise AttributeError('cannot assign parameters before Module.__init__() call')
            _forget(self, name, own, self._buffers, modules)
            self._non_persistent_buffers_set.discard(name)
            self.register_parameter(name, value)
        elif parameters is not None and name in parameters:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as parameter '{name}' "
                                '(torch.nn.Parameter or None expected)')
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if modules is None:
                raise AttributeError('cannot assign module before Module.__init__() call')
            _forget(self, name, own, parameters, self._buffers)
            self._non_persistent_buffers_set.discard(name)
            modules[name] = value
        elif modules is not None and name in modules:
            if value is not None:
                raise TypeError(f"cannot assign '{torch.typename(value)}' as child module '{name}' "
                                '(torch.nn.Module or None expected)')
            modules[name] = value
        elif name in own.get('_buffers', ()):
            if value is not None and not isinstance(value, _TENSOR):
                raise TypeError(f"cannot assign '{torch.typename(value)}' as buffer '{name}' "
                                '(torch.Tensor or None expected)')
            self._buffers[name] = value
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in self._parameters:
            del self._parameters[name]
        elif name in self._buffers:
            del self._buffers[name]
            self._non_persistent_buffers_set.discard(name)
        elif name in self._modules:
            del self._modules[name]
        else:
            super().__delattr__(name)

    def __dir__(self):
        names = {*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers}
        return sorted(name for name in names if not name[0].isdigit())

    # --- Walking

    def _named_members(self, parts_of, prefix='', recurse=True):
        """Parts of this module and, with `recurse`, of all below it; each object once."""
        seen = set()
        for path, module in self.named_modules(prefix=prefix) if recurse else [(prefix, self)]:
            for name, part in parts_of(module):
                if part is None or part in seen:
                    continue
                seen.add(part)
                yield path + ('.' if path else '') + name, part

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        for _name, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_parameters(self, prefix: str = '',
                         recurse: bool = True) -> Iterator[Tuple[str, Parameter]]:
        yield from self._named_members(lambda module: module._parameters.items(), prefix, recurse)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        for _name, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(self, prefix: str = '', recurse: bool = True) -> Iterator[Tuple[str, Tensor]]:
        yield from self._named_members(lambda module: module._buffers.items(), prefix, recurse)

    def children(self) -> Iterator['Module']:
        for _name, module in self.named_children():
            yield module

    def named_children(self) -> Iterator[Tuple[str, 'Module']]:
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def modules(self) -> Iterator['Module']:
        for _name, module in self.named_modules():
            yield module

    def named_modules(self, memo: Optional[Set['Module']] = None, prefix: str = '',
                      remove_duplicate: bool = True):
        """This module and all below it: "", "a", "a.0"."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = prefix + ('.' if prefix else '') + name
                yield from module.named_modules(memo, path, remove_duplicate)

    def get_submodule(self, target: str) -> 'Module':
        """The module at a path, "block.0.linear"."""
        module = self
        for name in target.split('.') if target else ():
            if not hasattr(module, name):
                raise AttributeError(f'{module._get_name()} has no attribute `{name}`')
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f'`{name}` is not an nn.Module')
        return module

    def get_parameter(self, target: str) -> 'Parameter':
        found, name, module = _part_at(self, target)
        if not isinstance(found, Parameter):
            raise AttributeError(f'`{name}` is not an nn.Parameter')
        return found

    def get_buffer(self, target: str) -> 'Tensor':
        found, name, module = _part_at(self, target)
        if name not in module._buffers:
            raise AttributeError(f'`{name}` is not a buffer')
        return found

    # --- Modes

    def train(self, mode: bool = True):
        if not isinstance(mode, bool):
            raise ValueError('training mode is expected to be boolean')
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        for parameter in self.parameters():
            if parameter.grad is None:
                continue
            if set_to_none:
                parameter.grad = None
            else:
                parameter.grad.detach_().zero_()

    def share_memory(self):
        return self

    def apply(self, fn: Callable[['Module'], None]):
        """fn(module) for all below, the innermost first, and then for this one."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # --- Printing

    def extra_repr(self) -> str:
        return ''

    def _get_name(self):
        return type(self).__name__

    def __repr__(self):
        extra = self.extra_repr()
        extra_lines = extra.split('\n') if extra else []
        child_lines = [f'({name}): {_indented(repr(module))}' for name, module in self._modules.items()]
        lines = extra_lines + child_lines
        if len(extra_lines) == 1 and not child_lines:
            inside = extra_lines[0]
        else:
            inside = '\n  ' + '\n  '.join(lines) + '\n' if lines else ''
        return f'{self._get_name()}({inside})'

    # --- State, hooks

    state_dict = state.state_dict
    load_state_dict = state.load_state_dict
    _save_to_state_dict = state.save_to_state_dict
    _load_from_state_dict = state.load_from_state_dict
    _apply = state.apply_to_tensors
    to = state.to
    float, double, half, bfloat16 = state.float_, state.double, state.half, state.bfloat16
    type, cpu, cuda = state.type_, state.cpu, state.cuda

    register_forward_hook = hooks.register_forward_hook
    register_forward_pre_hook = hooks.register_forward_pre_hook
    register_backward_hook = register_full_backward_hook = hooks.refuse_backward_hook


def _check_name(module, name, kind, parts):
    """What every part's name has to be."""
    if not isinstance(name, str):
        raise TypeError(f'{kind} name should be a string. Got {torch.typename(name)}')
    if kind != 'module' and '.' in name:
        raise KeyError(f'{kind} name can\'t contain "."')
    if kind != 'module' and name == '':
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if hasattr(module, name) and name not in parts:
        raise KeyError(f"attribute '{name}' already exists")
    if kind == 'module' and '.' in name:
        raise KeyError(f'module name can\'t contain ".", got: {name}')
    if kind == 'module' and name == '':
        raise KeyError('module name can\'t be empty string ""')


def _forget(module, name, *places):
    """Another part of this name."""
    for place in places:
        if place is not None:
            place.pop(name, None)


def _part_at(module, target):
    """The attribute at a path, its name, and the module that has it."""
    path, _, name = target.rpartition('.')
    owner = module.get_submodule(path)
    if not hasattr(owner, name):
        raise AttributeError(f'{owner._get_name()} has no attribute `{name}`')
    return getattr(owner, name), name, owner
