# SPDX-License-Identifier: MIT
"""Between tensors and arrays of NumPy, where it is installed."""
import _torch


def array_of(x):
    """The array whose elements are the tensor's own: a change of one is a change of the other."""
    if x.requires_grad:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                           'instead.')
    try:
        import numpy
    except ImportError:
        _torch._not_supported('NumPy, which is not installed', 'tolist(), or stay with tensors')
    return numpy.asarray(memoryview(x))


def from_numpy(ndarray):
    """A tensor with a copy of the elements of an array."""
    return _torch._from_buffer(ndarray)
