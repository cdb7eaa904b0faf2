# SPDX-License-Identifier: MIT
"""Parameter: the tensor that a module counts among its own when it is assigned to it."""
from collections import OrderedDict

import _torch
from _torch import Tensor

__all__ = ['Parameter']


class Parameter(Tensor):
    """A tensor that a Module registers as its parameter; it requires gradients unless told not to."""

    __module__ = 'torch.nn.parameter'

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = _torch.empty(0)
        if not isinstance(data, Tensor):
            data = data.detach()
        return _torch._parameter(cls, data, requires_grad)

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        copy = type(self)(self.data.clone(), self.requires_grad)
        memo[id(self)] = copy
        return copy

    def __repr__(self):
        return 'Parameter containing:\n' + super().__repr__()

    def __reduce_ex__(self, protocol):
        return _rebuilt, (self.data, self.requires_grad, OrderedDict())


def _rebuilt(data, requires_grad, _hooks):
    return Parameter(data, requires_grad)
