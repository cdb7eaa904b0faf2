# SPDX-License-Identifier: MIT
"""What a module does to all tensors below it: states in and out, element types, devices.

These functions are methods of nn.Module.
"""
from collections import OrderedDict, namedtuple

import torch


class _IncompatibleKeys(namedtuple('_IncompatibleKeys', ['missing_keys', 'unexpected_keys'])):
    """What load_state_dict gives: the keys that one side had and the other had not."""

    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return '<All keys matched successfully>'
        return super().__repr__()

    __str__ = __repr__


def save_to_state_dict(self, destination, prefix, keep_vars):
    """The tensors of this module alone, into `destination`."""
    for name, parameter in self._parameters.items():
        if parameter is not None:
            destination[prefix + name] = parameter if keep_vars else parameter.detach()
    for name, buffer in self._buffers.items():
        if buffer is not None and name not in self._non_persistent_buffers_set:
            destination[prefix + name] = buffer if keep_vars else buffer.detach()


def state_dict(self, *args, destination=None, prefix='', keep_vars=False):
    """All tensors of the module and of those below it, by their paths."""
    old_order = dict(zip(('destination', 'prefix', 'keep_vars'), args))
    destination = old_order.get('destination', destination)
    prefix, keep_vars = old_order.get('prefix', prefix), old_order.get('keep_vars', keep_vars)
    if destination is None:
        destination = OrderedDict()
        destination._metadata = OrderedDict()
    if hasattr(destination, '_metadata'):
        destination._metadata[prefix[:-1]] = {'version': getattr(self, '_version', None)}
    self._save_to_state_dict(destination, prefix, keep_vars)
    for name, module in self._modules.items():
        if module is not None:
            module.state_dict(destination=destination, prefix=f'{prefix}{name}.', keep_vars=keep_vars)
    return destination


def load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys,
                         unexpected_keys, error_msgs):
    """The tensors of this module alone, from a state; what does not fit is noted in the lists."""
    own = {**self._parameters,
           **{name: buffer for name, buffer in self._buffers.items()
              if name not in self._non_persistent_buffers_set}}
    for name, tensor in own.items():
        if tensor is None:
            continue
        key = prefix + name
        if key not in state_dict:
            if strict:
                missing_keys.append(key)
            continue
        source = state_dict[key]
        if not isinstance(source, torch.Tensor):
            error_msgs.append(f'While copying the parameter named "{key}", expected torch.Tensor or '
                              f'Tensor-like object from checkpoint but received {type(source)}')
            continue
        if tensor.dim() == 0 and source.dim() == 1:
            source = source[0]  # as states of old versions have it
        if source.shape != tensor.shape:
            error_msgs.append(f'size mismatch for {key}: copying a param with shape {source.shape} from '
                              f'checkpoint, the shape in current model is {tensor.shape}.')
            continue
        with torch.no_grad():
            tensor.copy_(source)
    if strict:
        for key in state_dict:
            name = key[len(prefix):].split('.', 1)[0] if key.startswith(prefix) else None
            if name is not None and name not in self._modules and name not in own:
                unexpected_keys.append(key)


def load_state_dict(self, state_dict, strict=True):
    """Copies a state into the module's tensors, in their places."""
    if not hasattr(state_dict, 'keys'):
        raise TypeError(f'Expected state_dict to be dict-like, got {type(state_dict)}.')
    missing, unexpected, errors = [], [], []
    entries = OrderedDict(state_dict)

    def load(module, entries, prefix):
        module._load_from_state_dict(entries, prefix, {}, True, missing, unexpected, errors)
        for name, child in module._modules.items():
            if child is not None:
                path = f'{prefix}{name}.'
                inside = {key: value for key, value in entries.items() if key.startswith(path)}
                load(child, inside, path)

    load(self, entries, '')
    if strict and unexpected:
        errors.insert(0, f'Unexpected key(s) in state_dict: {_quoted(unexpected)}. ')
    if strict and missing:
        errors.insert(0, f'Missing key(s) in state_dict: {_quoted(missing)}. ')
    if errors:
        lines = '\n\t'.join(errors)
        raise RuntimeError(f'Error(s) in loading state_dict for {type(self).__name__}:\n\t{lines}')
    return _IncompatibleKeys(missing, unexpected)


def _quoted(keys):
    return ', '.join(f'"{key}"' for key in keys)


def apply_to_tensors(self, fn):
    """fn(tensor) for each parameter and buffer, in its place."""
    for module in self.children():
        module._apply(fn)
    for parameter in self._parameters.values():
        if parameter is not None:
            with torch.no_grad():
                changed = fn(parameter)
            parameter.data = changed
    for name, buffer in self._buffers.items():
        if buffer is not None:
            self._buffers[name] = fn(buffer)
    return self


def _converted(module, dtype):
    """All floating tensors in this type."""
    return module._apply(lambda x: x.to(dtype) if x.is_floating_point() else x)


def to(self, *args, **kwargs):
    """In another type, or on a device, of which there is one."""
    dtype = kwargs.get('dtype')
    places = [kwargs.get('device')]
    for given in args:
        if isinstance(given, torch.dtype):
            dtype = given
        elif isinstance(given, torch.Tensor):
            dtype = given.dtype
        elif not isinstance(given, bool):
            places.append(given)
    for place in places:
        if place is not None:
            _check_device(place)
    if dtype is None:
        return self
    if not dtype.is_floating_point:
        raise TypeError('nn.Module.to only accepts floating point or complex dtypes, but got desired '
                        f'dtype={dtype}')
    return _converted(self, dtype)


def _check_device(place):
    if str(place) != 'cpu' and not str(place).startswith('cpu:'):
        raise AssertionError('Torch not compiled with CUDA enabled')


def float_(self):
    return _converted(self, torch.float32)


def double(self):
    return _converted(self, torch.float64)


def half(self):
    return _converted(self, torch.float16)


def bfloat16(self):
    return _converted(self, torch.bfloat16)


def type_(self, dst_type):
    return self._apply(lambda x: x.type(dst_type))


def cpu(self):
    return self


def cuda(self, device=None):
    raise AssertionError('Torch not compiled with CUDA enabled')


for _method, _name in ((save_to_state_dict, '_save_to_state_dict'), (apply_to_tensors, '_apply'),
                       (load_from_state_dict, '_load_from_state_dict'), (float_, 'float'),
                       (type_, 'type')):
    _method.__name__ = _name
for _method in (state_dict, load_state_dict, save_to_state_dict, load_from_state_dict, apply_to_tensors,
                to, float_, double, half, bfloat16, type_, cpu, cuda):
    _method.__qualname__ = 'Module.' + _method.__name__
