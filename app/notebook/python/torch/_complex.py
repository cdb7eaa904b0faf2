# SPDX-License-Identifier: MIT
"""Complex numbers as rotary positions use them: polar, view_as_complex, a product, view_as_real.

A Complex is a pair of real tensors. It is no Tensor, so that a function that does not know it says so
instead of computing with half of it. In float32 what is here has PyTorch's bits.
"""
import builtins

import _torch
from _torch import Tensor

__all__ = ['Complex', 'angle', 'complex', 'conj', 'imag', 'is_complex', 'polar', 'real', 'view_as_complex',
           'view_as_real']

_DTYPES = {_torch.float32: _torch.complex64, _torch.float64: _torch.complex128}
# As many complex numbers go through PyTorch's vectors at once; the rest of a row does not.
_AT_ONCE = {_torch.float32: 8, _torch.float64: 4}

# glibc's sinf and cosf: a polynomial in double within an eighth of the circle. The first part of half
# pi has 33 bits, so that its multiples are exact.
_HALF_PI = 1.5707963267341256, 6.077100506506192e-11
_SINE = -0.16666654943701084, 0.008332178146138854, -0.00019517298981385725
_COSINE = -0.49999999725108224, 0.041666623324344516, -0.001388676379437604, 2.4390450703564542e-05


def _cosine_and_sine(angle):
    """Of float32 as the C library rounds them, which is not how torch.cos and torch.sin do."""
    if angle.dtype != _torch.float32:
        return angle.cos(), angle.sin()
    x = angle.double()
    turns = (x / _HALF_PI[0]).round()
    x = (x - turns * _HALF_PI[0]) - turns * _HALF_PI[1]
    x2 = x * x
    sine = x + x * x2 * _SINE[0] + x * x2 * x2 * (_SINE[1] + x2 * _SINE[2])
    x4 = x2 * x2
    cosine = 1 + x2 * _COSINE[0] + x4 * _COSINE[1] + x4 * x2 * (_COSINE[2] + x2 * _COSINE[3])
    quarter = turns.long() % 4
    odd = quarter % 2 == 1
    at_sine, at_cosine = _torch.where(odd, cosine, sine), _torch.where(odd, sine, cosine)
    return (_torch.where((quarter == 1) | (quarter == 2), -at_cosine, at_cosine).float(),
            _torch.where(quarter >= 2, -at_sine, at_sine).float())


class Complex:
    """A tensor of complex numbers."""

    __module__ = 'torch'
    requires_grad = False
    is_leaf = True
    grad = grad_fn = None

    def __init__(self, real, imag):
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
        return _shown(self)

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
        """On a device; a type of real numbers would lose a half."""
        wanted = [given for given in (*args, *kwargs.values()) if isinstance(given, _torch.dtype)]
        if wanted and wanted[0] != self.dtype:
            _torch._not_supported(f'complex numbers in {wanted[0]}', 'view_as_real')
        return self

    cpu = to

    # --- Arithmetic

    def __mul__(self, other):
        if isinstance(other, Complex):
            return _product(self, other)
        if isinstance(other, (int, float)):
            return Complex(self.real * other, self.imag * other)
        return NotImplemented

    __rmul__ = __mul__

    def __add__(self, other):
        if isinstance(other, Complex):
            return Complex(self.real + other.real, self.imag + other.imag)
        if isinstance(other, (int, float, Tensor)):
            return Complex(self.real + other, self.imag + _torch.zeros_like(self.real + other))
        return NotImplemented

    __radd__ = __add__

    def __neg__(self):
        return Complex(-self.real, -self.imag)

    def conj(self):
        return Complex(self.real, -self.imag)

    def angle(self):
        return _torch.atan2(self.imag, self.real)

    def __getattr__(self, name):
        if name.startswith('__') or not hasattr(Tensor, name):
            raise AttributeError(f"'Tensor' object has no attribute '{name}'")
        _torch._not_supported(f'Tensor.{name} of complex numbers', 'view_as_real, and real tensors')


def _on_each(name):
    def method(self, *args, **kwargs):
        return self._each(name, *args, **kwargs)
    method.__name__ = name
    return method


for _name in ('view', 'reshape', 'transpose', 'permute', 'unsqueeze', 'squeeze', 'expand', 'flatten',
              'repeat', 'clone', 'detach', 'contiguous', 't'):
    setattr(Complex, _name, _on_each(_name))


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


def _product(first, second):
    """In vectors each product is rounded; in the rest of a row only that of the second factors is."""
    a, b, c, d = first.real, first.imag, second.real, second.imag
    real, imag = a * c - b * d, a * d + b * c
    row = _inner_row(a, c)
    rest = row % _AT_ONCE[a.dtype]
    if rest and a.dtype == _torch.float32:
        place = _torch.arange(real.numel()).remainder(row).reshape(real.shape)
        in_rest = place >= row - rest
        wide_real = (a.double() * c.double() - (b * d).double()).float()
        wide_imag = (a.double() * d.double() + (b * c).double()).float()
        real, imag = _torch.where(in_rest, wide_real, real), _torch.where(in_rest, wide_imag, imag)
    return Complex(real, imag)


# --- Printing

_LINE, _EDGE, _MANY = 80, 3, 1000


def _at_edges(x):
    """What of a large tensor is printed."""
    for dim, size in enumerate(x.shape):
        if size > 2 * _EDGE:
            x = x.index_select(dim, _torch.tensor([*range(_EDGE), *range(size - _EDGE, size)]))
    return x


def _texts(x):
    """Each number as the real tensor prints it, and all as wide as the widest."""
    inside = repr(x.reshape(-1)).removeprefix('tensor([').partition(']')[0]
    texts = [text.strip() for text in inside.split(',')]
    width = max(map(len, texts))
    return [text.rjust(width) for text in texts], width


def _shown(z):
    if z.numel() == 0:
        return f'tensor([], dtype={z.dtype})'
    summarized = z.numel() > _MANY
    parts = [_at_edges(part) if summarized else part for part in (z.real, z.imag)]
    (reals, width), (imags, imag_width) = map(_texts, parts)
    numbers = [real + ('' if imag.strip()[0] in '+-' else '+') + imag.strip() + 'j'
               for real, imag in zip(reals, imags)]
    text = _nested(iter(numbers), z.shape, len('tensor('), width + imag_width + 3, summarized)
    kind = '' if z.dtype == _DTYPES[_torch.get_default_dtype()] else f', dtype={z.dtype}'
    return f'tensor({text}{kind})'


def _nested(numbers, shape, indent, width, summarized):
    """In brackets, the last dimension in lines; a long one shows its two ends."""
    if not shape:
        return next(numbers)
    cut = summarized and shape[0] > 2 * _EDGE
    count = 2 * _EDGE if cut else shape[0]
    if len(shape) == 1:
        items = [next(numbers) for _ in range(count)]
    else:
        items = [_nested(numbers, shape[1:], indent + 1, width, summarized) for _ in range(count)]
    if cut:
        items.insert(_EDGE, ' ...' if len(shape) == 1 else '...')
    between = '\n' * (len(shape) - 1) + ' ' * (indent + 1)
    if len(shape) > 1:
        return '[' + (',' + between).join(items) + ']'
    per_line = max(1, (_LINE - indent) // width)
    lines = [', '.join(items[start:start + per_line]) for start in range(0, len(items), per_line)]
    return '[' + (',\n' + between).join(lines) + ']'


# --- Functions


def complex(real, imag):
    return Complex(real.clone(), imag.clone())


def polar(abs, angle):
    cosine, sine = _cosine_and_sine(angle)
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
    if not isinstance(input, Complex):
        _torch._not_supported('torch.angle of real numbers', 'where(x < 0, math.pi, 0.0)')
    return input.angle()


def is_complex(input):
    return isinstance(input, Complex)
