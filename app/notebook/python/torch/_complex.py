# SPDX-License-Identifier: MIT
"""Complex numbers as rotary positions use them: polar, view_as_complex, a product, view_as_real.

A Complex is a pair of real tensors. It is no Tensor, so that a function that does not know it says so
instead of computing with half of it; `_torch` hands calls of its own functions with such arguments to
call. In float32 what is here has PyTorch's bits.
"""
import builtins
import math

import _torch
from _torch import Tensor
from torch._circle import cosine_and_sine, cosine_and_sine_of_vectors
from torch._complex_text import shown

__all__ = ['Complex', 'angle', 'complex', 'conj', 'imag', 'is_complex', 'polar', 'real', 'view_as_complex',
           'view_as_real']

_DTYPES = {_torch.float32: _torch.complex64, _torch.float64: _torch.complex128}
_PARTS = {whole: part for part, whole in _DTYPES.items()}
# As many complex numbers go through PyTorch's vectors at once; the rest of a row does not.
_AT_ONCE = {_torch.float32: 8, _torch.float64: 4}


class Complex:
    """A tensor of complex numbers."""

    __module__, requires_grad, is_leaf = 'torch', False, True
    grad = grad_fn = None

    def __init__(self, real, imag):
        if real.dtype not in _DTYPES:
            _refuse('parts of 16 bits')
        self.real, self.imag = real, imag

    # --- What it is

    shape = property(lambda self: self.real.shape)
    ndim = property(lambda self: self.real.ndim)
    device = property(lambda self: self.real.device)
    dtype = property(lambda self: _DTYPES[self.real.dtype])
    T = property(lambda self: self._each('t'))

    def dim(self):
        return self.real.dim()

    def size(self, *dim):
        return self.real.size(*dim)

    def numel(self):
        return self.real.numel()

    nelement = numel

    def __len__(self):
        return len(self.real)

    def __iter__(self):
        return (Complex(a, b) for a, b in zip(self.real, self.imag))

    def is_complex(self):
        return True

    def is_floating_point(self):
        return False

    def is_contiguous(self):
        return True

    def item(self):
        return builtins.complex(self.real.item(), self.imag.item())

    def tolist(self):
        def joined(a, b):
            return [joined(*pair) for pair in zip(a, b)] if isinstance(a, list) else builtins.complex(a, b)
        return joined(self.real.tolist(), self.imag.tolist())

    def __repr__(self):
        return shown(self)

    # --- The same numbers, elsewhere or in another form

    def _each(self, method, *args, **kwargs):
        return Complex(*(getattr(part, method)(*args, **kwargs) for part in (self.real, self.imag)))

    def __getitem__(self, index):
        return Complex(self.real[index], self.imag[index])

    def __setitem__(self, index, value):
        self.real[index], self.imag[index] = value.real, value.imag

    def __deepcopy__(self, memo):
        return self._each('clone')

    def to(self, *args, **kwargs):
        """On a device, or in the other type; one of real numbers would lose a half."""
        wanted = next((x for x in (*args, *kwargs.values()) if isinstance(x, _torch.dtype)), self.dtype)
        if wanted == self.dtype:
            return self
        if wanted not in _PARTS:
            _refuse(f'to({wanted})')
        return self._each('to', _PARTS[wanted])

    def numpy(self):
        """A copy: the two parts lie in memory of their own."""
        return self.real.numpy() + 1j * self.imag.numpy()

    cpu = to

    def type_as(self, other):
        return self.to(other.dtype)

    # --- Arithmetic

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            return Complex(self.real * other, self.imag * other)
        return _product(self, _complex_of(other, self))

    __rmul__ = __mul__

    def __add__(self, other):
        other = _complex_of(other, self)
        return Complex(self.real + other.real, self.imag + other.imag)

    __radd__ = __add__

    def __sub__(self, other):
        other = _complex_of(other, self)
        return Complex(self.real - other.real, self.imag - other.imag)

    def __rsub__(self, other):
        return _complex_of(other, self) - self

    def __truediv__(self, other):
        if isinstance(other, (int, float)):
            other = _torch.tensor(float(other), dtype=self.real.dtype)
            return Complex(*(part * other / (other * other) for part in (self.real, self.imag)))
        _refuse('division by anything but a plain number')

    def __eq__(self, other):
        other = _complex_of(other, self)
        return (self.real == other.real) & (self.imag == other.imag)

    def __ne__(self, other):
        return ~(self == other)

    __hash__ = object.__hash__

    def __neg__(self):
        return Complex(-self.real, -self.imag)

    def conj(self):
        return Complex(self.real, -self.imag)

    def resolve_conj(self):
        return self

    def angle(self):
        wide = _torch.atan2(self.imag.double(), self.real.double()).to(self.real.dtype)
        return _either(self._in_rest(), wide, _torch.atan2(self.imag, self.real))

    def abs(self):
        """In vectors the root of a sum of squares; in the rest of a row the sum is exact."""
        length = (self.real * self.real + self.imag * self.imag).sqrt()
        wide = self.real.double() * self.real.double() + self.imag.double() * self.imag.double()
        return _either(self._in_rest(), wide.sqrt().to(length.dtype), length)

    def _in_rest(self):
        return _in_rest(self.real.shape, _inner_row(self.real, self.real), self.real.dtype)

    __abs__ = abs

    def sum(self, *args, **kwargs):
        return self._each('sum', *args, **kwargs)

    def mean(self, *args, **kwargs):
        return self._each('mean', *args, **kwargs)

    def exp(self):
        length = self.real.exp()
        cosine, sine = cosine_and_sine_of_vectors(self.imag)
        return Complex(length * cosine, length * sine)

    def __getattr__(self, name):
        if name.startswith('__') and name not in _OPERATORS or not hasattr(Tensor, name):
            raise AttributeError(f"'Tensor' object has no attribute '{name}'")
        _refuse(f'Tensor.{name}')


# Operators that fail with a sentence and not with Python's own TypeError.
_OPERATORS = '__pow__', '__matmul__', '__invert__'
_OF_LISTS = 'cat', 'concat', 'concatenate', 'stack', 'hstack', 'vstack'
_NAMES = {'mul': '__mul__', 'multiply': '__mul__', 'add': '__add__', 'sub': '__sub__', 'subtract': '__sub__',
          'div': '__truediv__', 'divide': '__truediv__', 'eq': '__eq__', 'ne': '__ne__', 'neg': '__neg__',
          'absolute': 'abs'}
_REFLECTED = {'mul': '__rmul__', 'multiply': '__rmul__', 'add': '__radd__', 'sub': '__rsub__', 'eq': '__eq__'}


def _refuse(what):
    _torch._not_supported(what + ' of complex numbers', 'few operations have them here, those of rotary positions',
                          'use view_as_real(), and real tensors')


def _refused(name):
    def method(self, *_others):
        _refuse(name)
    return method


for _name in ('__pow__', '__rpow__', '__matmul__', '__rmatmul__', '__rtruediv__', '__iadd__', '__imul__'):
    setattr(Complex, _name, _refused(_name.strip('_')))


def _on_each(name):
    def method(self, *args, **kwargs):
        return self._each(name, *args, **kwargs)
    method.__name__ = name
    return method


def _parts_of_each(name):
    def method(self, *args, **kwargs):
        return tuple(Complex(*parts) for parts in zip(*(getattr(part, name)(*args, **kwargs)
                                                        for part in (self.real, self.imag))))
    method.__name__ = name
    return method


for _name in ('view', 'reshape', 'transpose', 'permute', 'unsqueeze', 'squeeze', 'expand', 'flatten',
              'repeat', 'clone', 'detach', 'contiguous', 't', 'index_select', 'roll', 'flip',
              'repeat_interleave', 'unflatten', 'movedim', 'tile', 'gather', 'narrow', 'select', 'diagonal'):
    setattr(Complex, _name, _on_each(_name))
for _name in 'chunk', 'split', 'unbind':
    setattr(Complex, _name, _parts_of_each(_name))


def _complex_of(value, like):
    """A number or a real tensor as complex numbers of a type."""
    if isinstance(value, Complex):
        return value
    if isinstance(value, Tensor):
        return Complex(value.to(like.real.dtype), _torch.zeros_like(value, dtype=like.real.dtype))
    if isinstance(value, (int, float, builtins.complex)):
        return Complex(*(_torch.tensor(float(part), dtype=like.real.dtype) for part in (value.real, value.imag)))
    raise TypeError(f"unsupported operand type(s): 'Tensor' and '{type(value).__name__}'")


def of_number(operation, left, right):
    """An operator between one of Python's complex numbers and a tensor of real ones."""
    tensor = left if isinstance(left, Tensor) else right
    like = Complex(*(tensor if tensor.is_floating_point() else tensor.float(),) * 2)
    if operation == 'mul':
        number = right if tensor is left else left
        return Complex(like.real * number.real, like.real * number.imag)
    if operation not in ('add', 'sub', 'eq', 'ne'):
        _refuse('torch.' + operation)
    return getattr(_complex_of(left, like), _NAMES[operation])(right)


def _inner_row(a, b):
    """How many numbers lie one behind the other in both: PyTorch's inner loop."""
    shape = _torch._broadcast(a.shape, b.shape)
    row = 1
    for place in range(1, len(shape) + 1):
        sizes = [x.shape[-place] if place <= x.dim() else 1 for x in (a, b)]
        if shape[-place] == 1:
            continue
        if sizes[0] != sizes[1]:
            break
        row *= shape[-place]
    return row


def _in_rest(shape, row, dtype):
    """Which elements are in no whole vector of their row; None: none are."""
    rest = row % _AT_ONCE[dtype]
    if not rest:
        return None
    return (_torch.arange(math.prod(shape)).remainder(row) >= row - rest).reshape(shape)


def _either(in_rest, rest, vectors):
    return vectors if in_rest is None else _torch.where(in_rest, rest, vectors)


def _product(first, second):
    """In vectors each product is rounded; in the rest of a row only that of the second factors is."""
    a, b, c, d = first.real, first.imag, second.real, second.imag
    real, imag = a * c - b * d, a * d + b * c
    in_rest = _in_rest(real.shape, _inner_row(a, c), a.dtype)
    if in_rest is not None and a.dtype == _torch.float32:
        wide_real = (a.double() * c.double() - (b * d).double()).float()
        wide_imag = (a.double() * d.double() + (b * c).double()).float()
        real, imag = _torch.where(in_rest, wide_real, real), _torch.where(in_rest, wide_imag, imag)
    return Complex(real, imag)


# --- Functions


def complex(real, imag):
    return Complex(real.clone(), imag.clone())


def polar(abs, angle):
    cosine, sine = cosine_and_sine(angle)
    return Complex(abs * cosine, abs * sine)


def view_as_complex(input):
    if input.dim() == 0 or input.shape[-1] != 2:
        raise RuntimeError('Tensor must have a last dimension of size 2')
    return Complex(input[..., 0], input[..., 1])


def view_as_real(input):
    if not isinstance(input, Complex):
        raise RuntimeError('view_as_real is only supported for complex tensors')
    return _torch.stack([input.real, input.imag], -1)


def real(input):
    return input.real if isinstance(input, Complex) else input


def imag(input):
    if not isinstance(input, Complex):
        raise RuntimeError('imag is not implemented for tensors with non-complex dtypes.')
    return input.imag


def conj(input):
    return input.conj() if isinstance(input, Complex) else input


def angle(input):
    if isinstance(input, Complex):
        return input.angle()
    turned = _torch.where(input < 0, math.pi, 0.0)
    return _torch._made(_torch.where(input.isnan(), input, turned), 'angle', 'AngleBackward0', [input])


def is_complex(input):
    return isinstance(input, Complex)


def call(function, *args, **kwargs):
    """A call of torch's functions that has complex numbers among its arguments, or asks for them."""
    name = function.__name__
    first = args[0] if args else None
    if name in _MAKERS and not isinstance(first, Complex):
        return _made(function, *args, **kwargs)
    if name in _OF_LISTS and isinstance(first, (list, tuple)) and all(isinstance(x, Complex) for x in first):
        return Complex(*(function([getattr(x, part) for x in first], *args[1:], **kwargs)
                         for part in ('real', 'imag')))
    if name == 'where':
        a, b = (_complex_of(x, args[1] if isinstance(args[1], Complex) else args[2]) for x in args[1:])
        return Complex(function(first, a.real, b.real), function(first, a.imag, b.imag))
    method = _NAMES.get(name, name)
    if isinstance(first, Complex) and hasattr(Complex, method):
        return getattr(first, method)(*args[1:], **kwargs)
    if len(args) == 2 and name in _REFLECTED:
        return getattr(args[1], _REFLECTED[name])(first)
    _refuse('torch.' + name)


# Functions that make complex numbers where data or a type ask for them.
_MAKERS = frozenset(('_array_over', 'as_tensor', 'asarray', 'empty', 'full', 'linspace', 'ones', 'ones_like',
                     'tensor', 'to', 'type', 'zeros', 'zeros_like'))


def _made(function, *args, **kwargs):
    """What a maker gives, a call for each part."""
    name = function.__name__
    asked = next((x for x in (*args, *kwargs.values()) if isinstance(x, _torch.dtype)), None)
    if name in ('tensor', 'as_tensor', 'asarray', '_array_over') and not isinstance(args[0], Tensor):
        real, imag = _parts_of(args[0])
        part = _PARTS.get(asked) or {'complex64': _torch.float32, 'complex128': _torch.float64}.get(
            str(getattr(args[0], 'dtype', '')), _torch.get_default_dtype())
        if name == '_array_over':
            return Complex(function(real), function(imag))
        return Complex(_torch.tensor(real, dtype=part), _torch.tensor(imag, dtype=part))
    part = _PARTS[asked]
    real = function(*[part if x is asked else x for x in args],
                    **{key: part if x is asked else x for key, x in kwargs.items()})
    return Complex(real, _torch.zeros_like(real))


def _parts_of(data):
    """The real and the imaginary parts of numbers, of lists of them, of an array."""
    if isinstance(data, (list, tuple)):
        parts = [_parts_of(x) for x in data]
        return [x[0] for x in parts], [x[1] for x in parts]
    if not hasattr(data, 'imag'):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    return data.real, data.imag


_torch._set_complex(Complex)
