# SPDX-License-Identifier: MIT
"""Functions with a gradient of their own. `forward` is called; `backward` is there for a cell to call by hand."""
import _torch
import torch
from torch.autograd.grad_mode import no_grad

__all__ = ['Function', 'FunctionCtx']


class FunctionCtx:
    """What `forward` keeps for `backward`."""

    saved_tensors = ()
    needs_input_grad = ()

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def mark_dirty(self, *args):
        pass

    def mark_non_differentiable(self, *args):
        self._without_gradient = {id(tensor) for tensor in args}

    def set_materialize_grads(self, value):
        pass

    _without_gradient = frozenset()


class Function:
    """The base of functions that say in `backward` how gradients go through them."""

    @staticmethod
    def forward(ctx, *args, **kwargs):
        raise NotImplementedError('You must implement the forward function for custom autograd.Function.')

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError('You must implement either the backward or vjp method for your custom '
                                  'autograd.Function to use it with backward mode AD.')

    vjp = backward

    @classmethod
    def apply(cls, *args):
        gradient = f'{cls.__name__}Backward'
        context = type(gradient, (FunctionCtx,), {})()
        inputs = [value for value in args if isinstance(value, torch.Tensor)]
        context.needs_input_grad = tuple(isinstance(value, torch.Tensor) and value.requires_grad for value in args)
        with no_grad():
            results = cls.forward(context, *args)

        def made(value):
            if not isinstance(value, torch.Tensor) or id(value) in context._without_gradient:
                return value
            return _torch._made(value.view_as(value), cls.__name__, gradient, inputs)

        return tuple(map(made, results)) if isinstance(results, tuple) else made(results)
