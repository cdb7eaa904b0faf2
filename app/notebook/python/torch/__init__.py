# SPDX-License-Identifier: MIT
"""The built-in torch: what PyTorch has in C++ comes from `_torch`, what it has in Python lies here.

Submodules, and the functions that PyTorch has in Python, are imported when first asked for: a cell
that only computes with tensors pays for nothing else.
"""
import math
import sys

import _torch

has_cuda = has_mps = has_mkl = False
has_openmp = has_mkldnn = True
pi, e, inf, nan = math.pi, math.e, math.inf, math.nan

_SUBMODULES = frozenset((
    'amp', 'autograd', 'backends', 'cpu', 'cuda', 'distributions', 'functional', 'linalg', 'nn', 'optim',
    'random', 'return_types', 'special', 'testing', 'torch_version', 'utils',
    'version'))

# Functions in Python, by the file that has them.
_FUNCTIONS = {
    'amp': 'autocast get_autocast_cpu_dtype get_autocast_gpu_dtype is_autocast_cpu_enabled is_autocast_enabled',
    '_complex': 'angle complex conj imag is_complex polar real view_as_complex view_as_real',
    'autograd.grad_mode': 'enable_grad inference_mode no_grad set_grad_enabled',
    'functional': (
        'atleast_1d atleast_2d atleast_3d broadcast_shapes broadcast_tensors cartesian_prod cdist einsum '
        'meshgrid norm rsub split tensordot unique unique_consecutive'),
    '_numpy': 'from_numpy',
    '_numeric_limits': 'finfo iinfo',
    '_tensor_types': (
        'BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor IntTensor LongTensor '
        'ShortTensor'),
    'random': 'fork_rng get_rng_state initial_seed manual_seed seed set_rng_state',
    '_settings': (
        'are_deterministic_algorithms_enabled get_num_threads get_num_interop_threads is_storage '
        'compile get_default_device is_tensor set_default_device set_default_dtype set_default_tensor_type set_float32_matmul_precision '
        'get_float32_matmul_precision set_num_threads set_num_interop_threads set_printoptions typename '
        'use_deterministic_algorithms is_inference_mode_enabled'),
}
_WHERE = {name: file for file, names in _FUNCTIONS.items() for name in names.split()}


def _module_named(name):
    """A module, imported where it is not yet: importlib takes longer to import than torch does."""
    __import__(name)
    return sys.modules[name]


_devices = _module_named('torch._devices')
_values = _module_named('torch._values').VALUES
vars(_torch).update(_values)
_torch._set_devices(_devices, _values)
globals().update((_name, getattr(_devices, _name)) for _name in _devices.__all__)
globals().update((_name, _value) for _name, _value in vars(_torch).items()
                 if not _name.startswith('_') and _name not in _WHERE)
__all__ = sorted({*_WHERE, *_SUBMODULES, *_devices.__all__,
                  *(_name for _name in vars(_torch) if not _name.startswith('_'))})
_WHERE['__version__'] = 'torch_version'
_module_named('torch._tensor')  # completes the type Tensor


def __getattr__(name):
    """A submodule, or a function in Python, at its first use."""
    if name in _SUBMODULES:
        return _module_named('torch.' + name)
    if name in _WHERE:
        value = getattr(_module_named('torch.' + _WHERE[name]), name)
    else:
        from torch._unsupported import refusing
        value = refusing('torch', name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_SUBMODULES, *_WHERE})
