# SPDX-License-Identifier: MIT
"""torch.dtype with its values, and torch.Size."""
import math
import operator


class dtype:
    """The type of a tensor's elements."""

    __module__ = 'torch'
    __slots__ = ('_name',)

    def __new__(cls, *_arguments, **_options):
        raise TypeError("cannot create 'torch.dtype' instances")

    def __repr__(self):
        return 'torch.' + self._name

    def __reduce__(self):
        return self._name

    is_floating_point = property(lambda self: 'float' in self._name)
    is_complex = property(lambda self: self._name.startswith('complex'))
    is_signed = property(lambda self: self._name not in ('bool', 'uint8'))
    itemsize = property(lambda self: int(self._name.strip('abcdefghijklmnopqrstuvwxyz') or 8) // 8)


class Size(tuple):
    """The sizes of a tensor: whole numbers, which tensors of one element are as well."""

    __module__ = 'torch'
    __slots__ = ()

    def __new__(cls, sizes=()):
        whole = []
        for item in sizes:
            try:
                whole.append(operator.index(item))
            except (TypeError, RuntimeError):
                raise TypeError(f"torch.Size() takes an iterable of 'int' (item {len(whole)} is "
                                f"'{type(item).__name__}')") from None
        return tuple.__new__(cls, whole)

    def __repr__(self):
        return f'torch.Size({list(map(int, self))})'

    def numel(self):
        return math.prod(self)

    def __add__(self, other):
        return Size(tuple.__add__(self, other))

    def __mul__(self, times):
        return Size(tuple.__mul__(self, times)) if isinstance(times, int) else NotImplemented

    __rmul__ = __mul__

    def __getitem__(self, key):
        found = tuple.__getitem__(self, key)
        return Size(found) if isinstance(key, slice) else found


def _named(name):
    made = object.__new__(dtype)
    made._name = name
    return made


VALUES = {'dtype': dtype, 'Size': Size, **{name: _named(name) for name in (
    'bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128').split()}}
VALUES.update((name, VALUES[of]) for name, of in (
    ('float', 'float32'), ('double', 'float64'), ('long', 'int64'), ('int', 'int32'), ('half', 'float16'),
    ('short', 'int16'), ('cfloat', 'complex64'), ('cdouble', 'complex128')))
