# SPDX-License-Identifier: MIT
"""Settings of torch that PyTorch has in Python, and what asks for the kind of a value."""
import math

import _torch
from _torch import Tensor

_PROFILES = {
    'default': {'precision': 4, 'threshold': 1000, 'edgeitems': 3, 'linewidth': 80},
    'short': {'precision': 2, 'threshold': 1000, 'edgeitems': 2, 'linewidth': 80},
    'full': {'precision': 4, 'threshold': math.inf, 'edgeitems': 3, 'linewidth': 80},
}
_print_options = _PROFILES['default']
_matmul_precision = 'highest'
_deterministic = False


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None,
                     sci_mode=None):
    """How tensors are printed; what is None stays, but for sci_mode, which then is chosen anew."""
    global _print_options
    options = {**_print_options, **_PROFILES.get(profile, {})}
    given = {'precision': precision, 'threshold': threshold, 'edgeitems': edgeitems,
             'linewidth': linewidth}
    options.update((name, value) for name, value in given.items() if value is not None)
    _torch._set_printoptions(**options, sci_mode=sci_mode)
    _print_options = options


def is_tensor(obj):
    return isinstance(obj, Tensor)


def is_storage(obj):
    return False


def typename(o):
    """A tensor's type as "torch.FloatTensor", else the full name of a class or of an object's."""
    if isinstance(o, Tensor):
        return o.type()
    if hasattr(o, '__qualname__'):
        name, module = o.__qualname__, getattr(o, '__module__', None)
    else:
        name, module = type(o).__name__, type(o).__module__
    return name if module in (None, 'builtins', '__builtin__') else f'{module}.{name}'


def set_default_dtype(d):
    """The type of floating tensors that are made without one."""
    _torch._set_default_dtype(d)


def set_default_tensor_type(t):
    names = {'torch.FloatTensor': _torch.float32, 'torch.DoubleTensor': _torch.float64}
    name = t if isinstance(t, str) else f'{t.__module__}.{t.__name__}'
    if name not in names:
        raise TypeError(f'invalid type object: {name}')
    _torch._set_default_dtype(names[name])


def get_num_threads():
    return 1


def set_num_threads(threads):
    """One thread computes; any wish is heard."""


get_num_interop_threads = get_num_threads
set_num_interop_threads = set_num_threads


def use_deterministic_algorithms(mode, *, warn_only=False):
    """All algorithms are."""
    global _deterministic
    _deterministic = bool(mode)


def are_deterministic_algorithms_enabled():
    return _deterministic


def is_inference_mode_enabled():
    return False


def set_float32_matmul_precision(precision):
    global _matmul_precision
    _matmul_precision = precision


def get_float32_matmul_precision():
    return _matmul_precision


def compile(model=None, **_options):
    """The function or module itself: nothing is compiled, and the numbers are the same."""
    return compile if model is None else model


def set_default_device(device):
    """All tensors are on the CPU."""
    _torch.device(device)


def get_default_device():
    return _torch.device('cpu')
