# SPDX-License-Identifier: MIT
"""Parameter: the tensor that a module counts among its own when it is assigned to it; and what stands for
one as long as a lazy layer does not know its shape."""
from collections import OrderedDict

import _torch
from _torch import Tensor

__all__ = ['Parameter', 'UninitializedParameter', 'is_lazy']


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


class UninitializedParameter(Parameter):
    """No numbers and no shape yet: it becomes a Parameter with the first input."""

    __module__ = 'torch.nn.parameter'

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return _torch._parameter(cls, _torch.empty(0, device=device, dtype=dtype), requires_grad)

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in "
            '`load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call '
            '`forward` to initialize the parameters before accessing their attributes.')

    def __repr__(self):
        return f'<{type(self).__name__}>'

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.data.device, self.data.dtype)
        return memo[id(self)]

    def _refuse(self, name):
        raise ValueError(
            f"Attempted to use an uninitialized parameter in <method '{name}' of 'torch._C.TensorBase' "
            'objects>. This error happens when you are using a `LazyModule` or explicitly manipulating '
            f'`torch.nn.parameter.{type(self).__name__}` objects. When using LazyModules Call `forward` '
            'with a dummy batch to initialize the parameters before calling torch functions')

    def numel(self):
        self._refuse('numel')

    def dim(self):
        self._refuse('dim')

    def materialize(self, shape):
        self.data = _torch.empty(shape, dtype=self.data.dtype)
        self.__class__ = Parameter


def is_lazy(param):
    return isinstance(param, UninitializedParameter)
