# SPDX-License-Identifier: MIT
"""Methods of Tensor that PyTorch has in Python; importing this file gives them to the type."""
import _torch
from _torch import Tensor

from torch import _tensor_types
from torch._numpy import __array__, __array_wrap__, numpy
from torch._unsupported import METHODS, refuse_hooks, refusing


def split(self, split_size, dim=0):
    """Parts of this size along a dimension, or of these sizes."""
    if isinstance(split_size, Tensor):
        try:
            split_size = int(split_size)
        except ValueError:
            pass
    if isinstance(split_size, int):
        return _torch._inner.split(self, split_size, dim)
    return _torch._inner.split_with_sizes(self, split_size, dim)


def norm(self, p='fro', dim=None, keepdim=False, dtype=None):
    from torch.functional import norm as whole
    return whole(self, p, dim, keepdim, dtype=dtype)


def unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
    from torch.functional import unique as whole
    return whole(self, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts, dim=dim)


def unique_consecutive(self, return_inverse=False, return_counts=False, dim=None):
    from torch.functional import unique_consecutive as whole
    return whole(self, return_inverse=return_inverse, return_counts=return_counts, dim=dim)


_unflattened = vars(Tensor).get('unflatten', _torch.unflatten)


def unflatten(self, dim, sizes):
    """One dimension as several."""
    if not sizes:
        raise RuntimeError('unflatten: sizes must be non-empty')
    return _unflattened(self, dim, sizes)


def __reversed__(self):
    return self if self.dim() == 0 else self.flip(0)


def __contains__(self, element):
    if isinstance(element, (Tensor, bool, int, float)):
        return (element == self).any().item()
    raise RuntimeError(f'Tensor.__contains__ only supports Tensor or scalar, but you passed in a '
                       f'{type(element)}.')


def __deepcopy__(self, memo):
    if not self.is_leaf:
        raise RuntimeError('Only Tensors created explicitly by the user (graph leaves) support the '
                           'deepcopy protocol at the moment')
    if id(self) in memo:
        return memo[id(self)]
    copy = self.detach().clone()
    copy.requires_grad_(self.requires_grad)
    memo[id(self)] = copy
    return copy


def __copy__(self):
    """Another tensor over the same elements."""
    copy = self.detach()
    if type(self) is not Tensor:
        copy = _torch._parameter(type(self), copy, self.requires_grad)
        vars(copy).update(vars(self))
    return copy.requires_grad_(self.requires_grad)


def _of_elements(elements, dtype, shape, requires_grad):
    return _torch.tensor(elements, dtype=dtype).reshape(shape).requires_grad_(requires_grad)


def __reduce_ex__(self, protocol):
    """What pickle keeps of a tensor: its elements, and not what made them."""
    elements = self.detach().reshape(-1).tolist()
    return _of_elements, (elements, self.dtype, tuple(self.shape), self.requires_grad)


def __format__(self, format_spec):
    if self.dim() == 0 and type(self) is Tensor:
        return self.item().__format__(format_spec)
    return object.__format__(self, format_spec)


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Adds the gradient of this tensor to the .grad of the leaves that it comes from."""
    from torch.autograd import backward as whole
    whole(self, gradient, retain_graph, create_graph, inputs=inputs)


def retain_grad(self):
    """The .grad of this tensor will be kept, as that of a leaf is."""
    from torch.autograd.graph import retain
    retain(self)


def register_hook(self, hook):
    refuse_hooks('torch.Tensor.register_hook')


def in_type(self, dtype=None, non_blocking=False, **options):
    """The type's name; or the tensor in a type, which older code calls torch.LongTensor."""
    if dtype is None:
        return f'torch.{_tensor_types.WORDS[self.dtype]}Tensor'
    if isinstance(dtype, str):
        found = [each for each, word in _tensor_types.WORDS.items() if dtype == f'torch.{word}Tensor']
        if not found:
            raise ValueError(f"invalid type: '{dtype}'")
        dtype = found[0]
    elif not isinstance(dtype, (_torch.dtype, type)):
        raise TypeError('dtype must be a type, str, or dtype object')
    return self.to(getattr(dtype, 'dtype', dtype), **options)


in_type.__name__ = 'type'


def new(self, *data):
    """The older way to a tensor of the same type: by sizes, or of a sequence."""
    return getattr(_tensor_types, self.type().removeprefix('torch.'))(*data)


def share_memory_(self):
    """There is one process."""
    return self


def get_device(self):
    """The number of the device; the processor has none."""
    return -1


def cuda(self, device=None, non_blocking=False, memory_format=None):
    raise AssertionError('Torch not compiled with CUDA enabled')


for _method in (split, norm, unique, unique_consecutive, unflatten, numpy, __array__, __array_wrap__,
                __reversed__, __contains__, __copy__, __deepcopy__, __reduce_ex__, __format__, backward,
                retain_grad, register_hook, in_type, new, share_memory_, get_device, cuda):
    _method.__qualname__ = 'Tensor.' + _method.__name__
    setattr(Tensor, _method.__name__, _method)

# What holds of all tensors of the processor.
for _name, _value in (('is_cuda', False), ('is_sparse', False), ('is_quantized', False), ('is_mkldnn', False),
                      ('name', None), ('output_nr', 0)):
    setattr(Tensor, _name, property(lambda self, value=_value: value))


def retains_grad(self):
    from torch.autograd.graph import retains
    return retains(self)


Tensor.retains_grad = property(retains_grad)

# Numbers are real, and on the processor.
Tensor.real = property(lambda self: self)
Tensor.is_cpu = property(lambda self: True)
Tensor.conj = Tensor.resolve_conj = Tensor.conj_physical = lambda self: self
Tensor.is_conj = Tensor.is_neg = lambda self: False

for _name in METHODS:
    if not hasattr(Tensor, _name):
        setattr(Tensor, _name, refusing('torch.Tensor', _name))

Tensor.itemsize = property(Tensor.element_size)

_float_power_ = Tensor.float_power_


def _only_double(self, exponent):
    if self.dtype != _torch.float64:
        raise RuntimeError(f'the base given to float_power_ has dtype {_tensor_types.WORDS[self.dtype]} but the '
                           "operation's result requires dtype Double")
    return _float_power_(self, exponent)


Tensor.float_power_ = _only_double

# NumPy leaves operators between its arrays and tensors to the tensors.
Tensor.__array_priority__ = 1000
