# SPDX-License-Identifier: MIT
"""Functions with a gradient of their own."""
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

        def rule(*gradients):
            given = cls.backward(context, *gradients)
            given = given if isinstance(given, tuple) else (given,)
            if len(given) < len(args):
                raise RuntimeError(f'function {gradient} returned an incorrect number of gradients (expected {len(args)}, '
                                   f'got {len(given)})')
            return [each for each, value in zip(given, args) if isinstance(value, torch.Tensor)]

        def made(value, inputs, rule):
            if not isinstance(value, torch.Tensor) or id(value) in context._without_gradient:
                return value
            return _torch._made(value.view_as(value), cls.__name__, gradient, inputs, rule=rule)

        if not isinstance(results, tuple):
            return made(results, inputs, rule)
        # One step that collects what arrives at the results, and calls backward once.
        arrived = [torch.zeros_like(value) if isinstance(value, torch.Tensor) else None for value in results]
        whole = _torch._made(torch.zeros(()), cls.__name__, gradient, inputs, rule=lambda _g: rule(*arrived))

        def arriving(place):
            def arrive(g):
                arrived[place] = g
                return torch.zeros(())
            return arrive

        return tuple(made(value, [whole], arriving(place)) for place, value in enumerate(results))
