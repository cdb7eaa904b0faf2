# SPDX-License-Identifier: MIT
"""Layers that learn the number of their inputs from the first one they see, and then are the plain layer.

Until then their parameters have no shape: each stands as an UninitializedParameter.
"""
import warnings

import torch
from torch.nn.modules import batchnorm
from torch.nn.modules.linear import Linear
from torch.nn.parameter import UninitializedBuffer, UninitializedParameter, is_lazy

__all__ = ['LazyBatchNorm1d', 'LazyBatchNorm2d', 'LazyBatchNorm3d', 'LazyLinear']


class LazyModuleMixin:
    """The first call asks initialize_parameters(input) for the shapes."""

    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters)
        warnings.warn('Lazy modules are a new feature under heavy development '
                      'so changes to the API or functionality can happen at any moment.')

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        for name, part in (*self._parameters.items(), *self._buffers.items()):
            if is_lazy(part):
                destination[prefix + name] = part

    def _load_from_state_dict(self, state_dict, prefix, *notes):
        for name, part in (*self._parameters.items(), *self._buffers.items()):
            given = state_dict.get(prefix + name)
            if is_lazy(part) and given is not None and not is_lazy(given):
                self._materialize(name, given.shape)
        super()._load_from_state_dict(state_dict, prefix, *notes)

    def reset_parameters(self) -> None:
        """Nothing is drawn before the shapes are known."""
        if not self.has_uninitialized_params() and self._inputs() != 0:
            super().reset_parameters()

    def _materialize(self, name, shape):
        if name in self._parameters:
            self._parameters[name].materialize(shape)
        else:
            self._buffers[name] = torch.empty(shape, dtype=self._buffers[name].dtype)

    def has_uninitialized_params(self):
        return any(is_lazy(part) for part in (*self._parameters.values(), *self._buffers.values()))

    def _infer_parameters(self, module, input):
        module.initialize_parameters(*input)
        if module.has_uninitialized_params():
            raise RuntimeError(f'module {self._get_name()} has not been fully initialized')
        module._initialize_hook.remove()
        del module._initialize_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become


class LazyLinear(LazyModuleMixin, Linear):
    """Linear whose in_features is the size of the last dimension of its first input."""

    cls_to_become = Linear

    def __init__(self, out_features: int, bias: bool = True, device=None, dtype=None) -> None:
        super().__init__(0, 0, False)
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_features = out_features
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def _inputs(self):
        return self.in_features

    def initialize_parameters(self, input) -> None:
        if self.has_uninitialized_params():
            with torch.no_grad():
                self.in_features = input.shape[-1]
                self._materialize('weight', (self.out_features, self.in_features))
                if self.bias is not None:
                    self._materialize('bias', (self.out_features,))
                self.reset_parameters()


class _LazyNormBase(LazyModuleMixin):

    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None,
                 dtype=None) -> None:
        super().__init__(0, eps, momentum, False, False, device=device, dtype=dtype)
        self.affine = affine
        self.track_running_stats = track_running_stats
        if affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            self.bias = UninitializedParameter(device=device, dtype=dtype)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked = torch.tensor(0, dtype=torch.long, device=device)

    def _inputs(self):
        return self.num_features

    def initialize_parameters(self, input) -> None:
        if self.has_uninitialized_params():
            self.num_features = input.shape[1]
            for name, part in (*self._parameters.items(), *self._buffers.items()):
                if is_lazy(part):
                    self._materialize(name, (self.num_features,))
            self.reset_parameters()


class LazyBatchNorm1d(_LazyNormBase, batchnorm.BatchNorm1d):
    """torch.nn.LazyBatchNorm1d: BatchNorm1d whose channels come from its first input."""

    cls_to_become = batchnorm.BatchNorm1d


class LazyBatchNorm2d(_LazyNormBase, batchnorm.BatchNorm2d):
    """torch.nn.LazyBatchNorm2d: BatchNorm2d whose channels come from its first input."""

    cls_to_become = batchnorm.BatchNorm2d


class LazyBatchNorm3d(_LazyNormBase, batchnorm.BatchNorm3d):
    """torch.nn.LazyBatchNorm3d: BatchNorm3d whose channels come from its first input."""

    cls_to_become = batchnorm.BatchNorm3d
