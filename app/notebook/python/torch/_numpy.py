# SPDX-License-Identifier: MIT
"""Between tensors and arrays of NumPy, where it is installed. Both share their memory."""
import _torch


def array_of(x):
    """The array whose elements are the tensor's own: a change of one is a change of the other."""
    if x.requires_grad and _torch.is_grad_enabled():
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                           'instead.')
    if x.dtype == _torch.bfloat16:
        raise TypeError('Got unsupported ScalarType BFloat16')
    try:
        import numpy
    except ModuleNotFoundError:
        raise RuntimeError('Numpy is not available') from None
    return numpy.asarray(_torch._memory_of(x))


def from_numpy(ndarray):
    """A tensor whose elements are the array's own."""
    return _torch._array_over(ndarray)


def as_array(self, dtype=None):
    """What NumPy's functions make of a tensor."""
    array = array_of(self)
    return array if dtype is None else array.astype(dtype, copy=False)


def wrapped(self, array):
    """What they give back: a tensor again."""
    if array.dtype == bool:
        array = array.astype('uint8')
    return _torch._array_over(array)
