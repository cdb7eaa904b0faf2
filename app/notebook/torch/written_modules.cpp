// SPDX-License-Identifier: MIT
// See written.hpp: what nn.Module does beside keeping its parts: hooks, look-ups, loading.
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

constexpr std::string_view kText = R"py(
from collections import OrderedDict, namedtuple
import torch
from torch.nn import Module


class RemovableHandle:
    def __init__(self, hooks, key):
        self._hooks, self._key = hooks, key

    def remove(self):
        self._hooks.pop(self._key, None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()


def _registering(kind):
    def register(self, hook):
        hooks = self.__dict__.setdefault(kind, {})
        key = max(hooks, default=-1) + 1
        hooks[key] = hook
        return RemovableHandle(hooks, key)
    return register


torch.nn.Module.register_forward_hook = _registering('_forward_hooks')
torch.nn.Module.register_forward_pre_hook = _registering('_forward_pre_hooks')


def _no_gradients(self, *arguments, **options):
    raise _not_supported('hooks on gradients', 'register_forward_hook: gradients are not computed here')


torch.nn.Module.register_backward_hook = torch.nn.Module.register_full_backward_hook = _no_gradients


def get_submodule(self, target):
    module = self
    for name in target.split('.') if target else []:
        if not hasattr(module, name):
            raise AttributeError(f'{module._get_name()} has no attribute `{name}`')
        module = getattr(module, name)
        if not isinstance(module, Module):
            raise AttributeError(f'`{name}` is not an nn.Module')
    return module


def _getting(kind, held):
    def get(self, target):
        path, _, name = target.rpartition('.')
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f'{module._get_name()} has no attribute `{name}`')
        if name not in dict(held(module)):
            raise AttributeError(f'`{name}` is not {kind}')
        return getattr(module, name)
    return get


torch.nn.Module.get_submodule = get_submodule
torch.nn.Module.get_parameter = _getting('an nn.Parameter', lambda module: module.named_parameters(recurse=False))
torch.nn.Module.get_buffer = _getting('a buffer', lambda module: module.named_buffers(recurse=False))
torch.nn.Module._modules = property(lambda self: OrderedDict(self.named_children()))
torch.nn.Module._parameters = property(lambda self: OrderedDict(self.named_parameters(recurse=False)))


class _IncompatibleKeys(namedtuple('_IncompatibleKeys', ['missing_keys', 'unexpected_keys'])):
    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return '<All keys matched successfully>'
        return f'_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})'

    __str__ = __repr__


def load_state_dict(self, state_dict, strict=True):
    if not hasattr(state_dict, 'keys'):
        raise TypeError(f'Expected state_dict to be dict-like, got {type(state_dict)}.')
    own = self.state_dict()
    missing = [key for key in own if key not in state_dict]
    unexpected = [key for key in state_dict if key not in own]
    errors = []
    with torch.no_grad():
        for key, value in own.items():
            if key not in state_dict:
                continue
            source = state_dict[key]
            if source.shape == value.shape:
                value.copy_(source)
            else:
                errors.append(f'size mismatch for {key}: copying a param with shape {source.shape} from checkpoint, '
                              f'the shape in current model is {value.shape}.')
    quoted = lambda keys: ', '.join([f'"{key}"' for key in keys])
    if strict and unexpected:
        errors.insert(0, f'Unexpected key(s) in state_dict: {quoted(unexpected)}. ')
    if strict and missing:
        errors.insert(0, f'Missing key(s) in state_dict: {quoted(missing)}. ')
    if errors:
        lines = '\n\t'.join(errors)
        raise RuntimeError(f'Error(s) in loading state_dict for {self._get_name()}:\n\t{lines}')
    return _IncompatibleKeys(missing, unexpected)


torch.nn.Module.load_state_dict = load_state_dict
)py";

}  // namespace

std::string_view written_modules() {
  return kText;
}

}  // namespace normscope::notebook::torch
