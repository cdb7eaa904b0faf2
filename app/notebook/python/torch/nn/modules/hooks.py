# SPDX-License-Identifier: MIT
"""Hooks of modules: functions that see what a layer is given and what it gives, and may change it."""
import _torch

_count = 0

# Those that are called for each module, before its own.
of_all_before, of_all_after = {}, {}


class RemovableHandle:
    """What registering a hook gives: it removes the hook, at the latest at the end of a `with`."""

    __module__ = 'torch.utils.hooks'

    def __init__(self, hooks_dict):
        global _count
        self.hooks_dict = hooks_dict
        self.id = _count
        _count += 1

    def remove(self):
        self.hooks_dict.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, error_type, error, traceback):
        self.remove()


def _registered(hooks, hook):
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def register_forward_hook(self, hook):
    """hook(module, inputs, output) after each forward; what it gives takes the output's place."""
    return _registered(self._forward_hooks, hook)


def register_forward_pre_hook(self, hook):
    """hook(module, inputs) before each forward; what it gives takes the inputs' place."""
    return _registered(self._forward_pre_hooks, hook)


def register_module_forward_pre_hook(hook):
    """The hook is called for every module, before the module's own."""
    return _registered(of_all_before, hook)


def register_module_forward_hook(hook):
    """The hook is called for every module, before the module's own."""
    return _registered(of_all_after, hook)


def refuse_backward_hook(*_arguments):
    """Nothing is called while gradients are computed."""
    _torch._not_supported('hooks on gradients', 'nothing is called while gradients are computed here',
                          'use retain_grad(), or run the cell in your own Python')


def call_with_hooks(module, inputs, options):
    """module.forward(*inputs, **options) between its hooks."""
    for hook in [*of_all_before.values(), *module._forward_pre_hooks.values()]:
        changed = hook(module, inputs)
        if changed is not None:
            inputs = changed if isinstance(changed, tuple) else (changed,)
    result = module.forward(*inputs, **options)
    for hook in [*of_all_after.values(), *module._forward_hooks.values()]:
        changed = hook(module, inputs, result)
        if changed is not None:
            result = changed
    return result


for _method in (register_forward_hook, register_forward_pre_hook):
    _method.__qualname__ = 'Module.' + _method.__name__
