# SPDX-License-Identifier: MIT
"""What all distributions have: shapes, checks of parameters and values, and how they are printed."""
import torch
from torch import Size, Tensor
from torch.distributions import constraints


def all_tensors(*values):
    """Numbers and tensors as tensors of one shape."""
    like = next((value for value in values if isinstance(value, Tensor)), None)
    dtype = torch.get_default_dtype() if like is None else like.dtype
    return torch.broadcast_tensors(*(v if isinstance(v, Tensor) else torch.tensor(v, dtype=dtype) for v in values))


class Distribution:
    """One random variable, or a batch of them."""

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__
    arg_constraints = {}

    @staticmethod
    def set_default_validate_args(value):
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=Size(), event_shape=Size(), validate_args=None):
        self._batch_shape = Size(batch_shape)
        self._event_shape = Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name in self._given():
                self._check_parameter(name)

    def _given(self):
        """The names of the parameters that are there as such, not worked out of another."""
        return [name for name in self.arg_constraints if name in self.__dict__]

    def _check_parameter(self, name):
        value, constraint = self.__dict__[name], self.arg_constraints[name]
        if not constraint.check(value).all():
            raise ValueError(
                f'Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of '
                f'distribution {self!r} to satisfy the constraint {constraint!r}, but found invalid '
                f'values:\n{value}')

    def _check_value(self, value):
        if not self._validate_args:
            return
        if not isinstance(value, Tensor):
            raise ValueError('The value argument to log_prob must be a Tensor')
        event = len(value.shape) - len(self._event_shape)
        if value.shape[event:] != self._event_shape:
            raise ValueError('The right-most size of value must match event_shape: '
                             f'{value.shape} vs {self._event_shape}.')
        for size, own in zip(reversed(value.shape), reversed(self._batch_shape + self._event_shape)):
            if size != 1 and own != 1 and size != own:
                raise ValueError('Value is not broadcastable with batch_shape+event_shape: '
                                 f'{value.shape} vs {self._batch_shape + self._event_shape}.')
        support = self.support
        if not support.check(value).all():
            raise ValueError(
                f'Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within '
                f'the support ({support!r}) of the distribution {self!r}, but found invalid values:\n{value}')

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def stddev(self):
        return self.variance.sqrt()

    def sample(self, sample_shape=Size()):
        """Draws, of which no gradients are known."""
        with _no_gradients():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        return self.sample(Size((n,)))

    def perplexity(self):
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=Size()):
        return Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))

    def __repr__(self):
        shown = ((name, self.__dict__[name]) for name in self._given())
        texts = [f'{name}: {value if value.numel() == 1 else value.size()}' for name, value in shown]
        return type(self).__name__ + '(' + ', '.join(texts) + ')'


class LocationAndScale(Distribution):
    """Of all real numbers: where they lie, and how wide."""

    arg_constraints = {'loc': constraints.real, 'scale': constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = all_tensors(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)


class lazy_property:
    """A parameter that is worked out of another when it is first asked for, and then kept."""

    def __init__(self, work_out):
        self._work_out = work_out

    def __set_name__(self, owner, name):
        self._name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self._work_out(instance)
        instance.__dict__[self._name] = value
        return value


def _no_gradients():
    from torch.autograd.grad_mode import no_grad
    return no_grad()
