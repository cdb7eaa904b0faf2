# SPDX-License-Identifier: MIT
"""Layers that learn the number of their inputs from the first one they see, and then are the plain layer.

Until then their parameters have no shape: each stands as an UninitializedParameter.
"""
import warnings

import torch
from torch.nn.modules.linear import Linear
from torch.nn.parameter import UninitializedParameter, is_lazy


class LazyModuleMixin:
    """The first call asks initialize_parameters(input) for the shapes."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters)
        warnings.warn('Lazy modules are a new feature under heavy development '
                      'so changes to the API or functionality can happen at any moment.')

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        for name, part in self._parameters.items():
            if is_lazy(part):
                destination[prefix + name] = part

    def _load_from_state_dict(self, state_dict, prefix, *notes):
        for name, part in self._parameters.items():
            given = state_dict.get(prefix + name)
            if is_lazy(part) and given is not None and not is_lazy(given):
                part.materialize(given.shape)
        super()._load_from_state_dict(state_dict, prefix, *notes)

    def reset_parameters(self) -> None:
        """Nothing is drawn before the shapes are known."""
        if not self.has_uninitialized_params() and self.in_features != 0:
            super().reset_parameters()

    def has_uninitialized_params(self):
        return any(is_lazy(part) for part in self._parameters.values())

    def _infer_parameters(self, module, input):
        module.initialize_parameters(*input)
        if module.has_uninitialized_params():
            raise RuntimeError(f'module {self._get_name()} has not been fully initialized')
        module._initialize_hook.remove()
        del module._initialize_hook
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

    def initialize_parameters(self, input) -> None:
        if self.has_uninitialized_params():
            with torch.no_grad():
                self.in_features = input.shape[-1]
                self.weight.materialize((self.out_features, self.in_features))
                if self.bias is not None:
                    self.bias.materialize((self.out_features,))
                self.reset_parameters()
