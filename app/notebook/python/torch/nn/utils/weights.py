# SPDX-License-Identifier: MIT
"""Weights that are worked out of others before each forward: weight norm and spectral norm."""
import _torch
import torch
from torch.nn.functional import normalize
from torch.nn.parameter import Parameter, is_lazy


class _Reparameterized:
    """A hook before forward that sets the weight of a module anew."""

    def __init__(self, name, dim):
        self.name = name
        self.dim = dim

    def register(self, module):
        kind = type(self)
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, kind) and hook.name == self.name:
                raise RuntimeError(f'Cannot register two {kind.function} hooks on the same parameter {self.name}')
        weight = getattr(module, self.name)
        if is_lazy(weight):
            raise ValueError(f"The module passed to `{kind.__name__}` can't have uninitialized parameters. Make sure "
                             f'to run the dummy forward before applying {kind.words}')
        self.divide(module, weight)
        module.register_forward_pre_hook(self)

    @classmethod
    def remove_from(cls, module, name):
        for number, hook in module._forward_pre_hooks.items():
            if isinstance(hook, cls) and hook.name == name:
                hook.join(module)
                del module._forward_pre_hooks[number]
                return module
        raise ValueError(f"{cls.function} of '{name}' not found in {module}")


def _lengths_of_rows(rows):
    """The norm of each row, in the order in which PyTorch's kernel adds: eight sums side by side, then halves.

    An element's square is added without being rounded before; double holds it whole.
    """
    squares = rows[:, :8] * rows[:, :8]
    if rows.size(1) < 8:
        sums = squares[:, 0]
        for column in range(1, rows.size(1)):
            sums = sums + squares[:, column]
        return sums.sqrt()
    for start in range(8, rows.size(1), 8):
        part = rows[:, start:start + 8].double()
        count = part.size(1)
        squares[:, :count] = (squares[:, :count].double() + part * part).float()
    for half in (4, 2, 1):
        squares = squares[:, :half] + squares[:, half:]
    return squares[:, 0].sqrt()


class WeightNorm(_Reparameterized):
    """w = g v / ||v||: the length g and the direction v of each output are parameters."""

    function, words = 'weight_norm', 'weight normalization'

    def _lengths(self, v):
        others = [d for d in range(v.dim()) if d != self.dim % v.dim()] if self.dim != -1 else None
        return v.norm() if others is None else v.norm(2, others, keepdim=True)

    def compute_weight(self, module):
        g, v = getattr(module, self.name + '_g'), getattr(module, self.name + '_v')
        if self.dim not in (0, v.dim() - 1):
            return v * (g / self._lengths(v))
        plain = v.detach()
        of_rows = self.dim == 0 and v.dtype == torch.float32
        lengths = _lengths_of_rows(plain.flatten(1)).view_as(g) if of_rows else self._lengths(plain)
        weight = plain * (g.detach() / lengths)

        def rule(gradient):
            others = [d for d in range(v.dim()) if d != self.dim % v.dim()]
            along = (gradient * plain).sum(others, True)
            return along / lengths, g.detach() / lengths * (gradient - plain * (along / (lengths * lengths)))

        return _torch._made(weight, 'weight_norm', 'WeightNormInterfaceBackward0', [g, v], rule=rule)

    def divide(self, module, weight):
        del module._parameters[self.name]
        module.register_parameter(self.name + '_g', Parameter(self._lengths(weight.detach())))
        module.register_parameter(self.name + '_v', Parameter(weight.data))
        setattr(module, self.name, self.compute_weight(module))

    def join(self, module):
        weight = self.compute_weight(module)
        delattr(module, self.name)
        del module._parameters[self.name + '_g'], module._parameters[self.name + '_v']
        setattr(module, self.name, Parameter(weight.data))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


class SpectralNorm(_Reparameterized):
    """The weight over its largest singular value, which power iteration finds, a step or more a forward."""

    function, words = 'spectral_norm', 'spectral normalization'

    def __init__(self, name, dim, steps, eps):
        super().__init__(name, dim)
        if steps <= 0:
            raise ValueError('Expected n_power_iterations to be positive, but '
                             f'got n_power_iterations={steps}')
        self.n_power_iterations = steps
        self.eps = eps

    def _as_matrix(self, weight):
        return weight.movedim(self.dim, 0).reshape(weight.size(self.dim), -1) if self.dim else weight.flatten(1)

    def compute_weight(self, module, steps):
        weight, u, v = (getattr(module, self.name + end) for end in ('_orig', '_u', '_v'))
        matrix = self._as_matrix(weight)
        with torch.no_grad():
            for _ in range(steps):
                v.copy_(normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                u.copy_(normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
        return weight / torch.dot(u.clone(), torch.mv(matrix, v.clone()))

    def divide(self, module, weight):
        with torch.no_grad():
            height, width = self._as_matrix(weight).size()
            u, v = (normalize(weight.new_empty(size).normal_(0, 1), dim=0, eps=self.eps) for size in (height, width))
        delattr(module, self.name)
        module.register_parameter(self.name + '_orig', weight)
        setattr(module, self.name, weight.data)
        module.register_buffer(self.name + '_u', u)
        module.register_buffer(self.name + '_v', v)

    def join(self, module):
        with torch.no_grad():
            weight = self.compute_weight(module, 0)
        for end in ('', '_u', '_v', '_orig'):
            delattr(module, self.name + end)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, self.n_power_iterations if module.training else 0))


def weight_norm(module, name='weight', dim=0):
    WeightNorm(name, -1 if dim is None else dim).register(module)
    return module


def remove_weight_norm(module, name='weight'):
    return WeightNorm.remove_from(module, name)


def spectral_norm(module, name='weight', n_power_iterations=1, eps=1e-12, dim=None):
    if dim is None:
        transposed = type(module).__name__.startswith('ConvTranspose')
        dim = 1 if transposed else 0
    SpectralNorm(name, dim, n_power_iterations, eps).register(module)
    return module


def remove_spectral_norm(module, name='weight'):
    return SpectralNorm.remove_from(module, name)
