# SPDX-License-Identifier: MIT
"""Between tensors and arrays of NumPy, where it is installed. Both share their memory."""
import warnings

import _torch
from torch._values import VALUES


class _Memory:
    """What NumPy sees of a tensor, for as long as an array looks at it."""

    def __init__(self, x):
        size, kind = x.element_size(), str(x.dtype).removeprefix('torch.')[0]
        self._lent = _torch._lent(x)
        self.__array_interface__ = {'version': 3, 'typestr': f'<{kind}{size}', 'shape': tuple(x.shape),
                                    'strides': tuple(size * n for n in x.stride()), 'data': (x.data_ptr(), False)}


def numpy(self, *, force=False):
    """The array whose elements are the tensor's own: a change of one is a change of the other."""
    if self.requires_grad and _torch.is_grad_enabled() and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                           'instead.')
    if self.dtype == _torch.bfloat16:
        raise TypeError('Got unsupported ScalarType BFloat16')
    try:
        import numpy
    except ModuleNotFoundError:
        raise RuntimeError('Numpy is not available') from None
    return numpy.asarray(_Memory(self))


def from_numpy(ndarray):
    """A tensor whose elements are the array's own."""
    return _torch._array_over(ndarray)


def tensor_over(ndarray):
    """The same of what is known to be an array; None for complex numbers."""
    strides, dtype = ndarray.strides, ndarray.dtype
    if any(stride % dtype.itemsize for stride in strides):
        raise ValueError('given numpy array strides not a multiple of the element byte size. Copy the numpy array to '
                         'reallocate the memory.')
    if min(strides, default=0) < 0:
        raise ValueError('At least one stride in the given numpy array is negative, and tensors with negative strides '
                         'are not currently supported. (You can probably work around this by making a copy of your '
                         'array  with array.copy().) ')
    if not dtype.isnative:
        raise ValueError('given numpy array has byte order different from the native byte order. Conversion between '
                         'byte orders is currently not supported.')
    if dtype.kind == 'c':
        return None
    if dtype.kind not in 'biuf' or dtype.name not in VALUES:
        raise TypeError(f"can't convert np.ndarray of type numpy.{dtype.type.__name__}. The only supported types are: "
                        'float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint8, and bool.')
    if not ndarray.flags.writeable:
        warnings.warn('The given NumPy array is not writable: writing to this tensor writes into it all the same. You '
                      'may want to copy the array first.')
    return _torch._over(ndarray, ndarray.__array_interface__['data'][0], VALUES[dtype.name], ndarray.shape,
                        [stride // dtype.itemsize for stride in strides])


def __array__(self, dtype=None):
    """What NumPy's functions make of a tensor."""
    array = numpy(self)
    return array if dtype is None else array.astype(dtype, copy=False)


def __array_wrap__(self, array):
    """What they give back: a tensor again."""
    return from_numpy(array.astype('uint8') if array.dtype == bool else array)
