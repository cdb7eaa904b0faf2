# SPDX-License-Identifier: MIT
"""torch.autocast: inside of it the CPU computes products of matrices in bfloat16 and losses in float32.

While it is on, `_torch` hands each call of a listed function to what stands here under its name. That
casts the arguments and calls the function with autocast off, as PyTorch does.
"""
import functools
import warnings

import _torch
from _torch import Tensor, bfloat16, float16, float32, float64

_NARROW = 'addbmm addmm baddbmm bmm linear matmul mm'
_WIDE = ('binary_cross_entropy binary_cross_entropy_with_logits cdist cosine_embedding_loss cross_entropy_loss '
         'hinge_embedding_loss huber_loss kl_div l1_loss margin_ranking_loss mse_loss nanquantile nll_loss_nd '
         '_nll_loss poisson_nll_loss prod quantile smooth_l1_loss soft_margin_loss trace triplet_margin_loss')
_WIDEST = 'cat concat concatenate index_copy stack'


def _is_cast(value):
    return isinstance(value, Tensor) and value.is_floating_point() and value.dtype != float64


def _cast(value, dtype):
    if _is_cast(value):
        return value.to(dtype)
    if isinstance(value, (list, tuple)):
        return type(value)([_cast(x, dtype) for x in value]) if any(map(_is_cast, value)) else value
    return value


def _call(dtype, function, *arguments, **options):
    """A function on arguments of one type, or of the widest that they have."""
    before = _torch._set_autocast(None)
    try:
        if dtype is None:
            flat = [x for value in arguments for x in (value if isinstance(value, (list, tuple)) else [value])]
            kinds = {x.dtype for x in flat if _is_cast(x)}
            dtype = float32 if len(kinds) > 1 else next(iter(kinds), None)
        if dtype is not None:
            arguments = [_cast(value, dtype) for value in arguments]
            options = {name: _cast(value, dtype) for name, value in options.items()}
        return function(*arguments, **options)
    finally:
        _torch._set_autocast(before)


def _einsum(function, equation, tensors):
    """By products of matrices, each of which is cast."""
    return _call(None if len(tensors) == 1 else bfloat16, function, equation, tensors)


@functools.cache
def _casts():
    kinds = ((_NARROW, bfloat16), (_WIDE, float32), (_WIDEST, None))
    casts = {name: functools.partial(_call, dtype) for names, dtype in kinds for name in names.split()}
    casts['_einsum'] = _einsum
    return casts


class autocast:
    """For `with`, and to decorate a function. Only the CPU's exists here."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if device_type not in ('cpu', 'cuda', 'xpu'):
            raise RuntimeError("User specified autocast device_type must be 'cuda' or 'cpu'")
        self.device = device_type
        self.fast_dtype = dtype or (bfloat16 if device_type == 'cpu' else float16)
        if device_type != 'cpu':
            if enabled:
                warnings.warn("User provided device_type of 'cuda', but CUDA is not available. Disabling",
                              stacklevel=2)
            enabled = False
        elif self.fast_dtype != bfloat16:
            warnings.warn('In CPU autocast, but the target dtype is not supported. Disabling autocast.\n'
                          'CPU Autocast only supports dtype of torch.bfloat16 currently.', stacklevel=2)
            enabled = False
        self._enabled = bool(enabled)
        self._before = []

    def __enter__(self):
        if self.device != 'cpu':
            return
        self._before.append(_torch._set_autocast(_casts() if self._enabled else None))

    def __exit__(self, error_type, error, traceback):
        if self.device == 'cpu':
            _torch._set_autocast(self._before.pop())
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def run(*arguments, **options):
            with self:
                return function(*arguments, **options)

        return run


def is_autocast_enabled():
    """Of the GPU's, which does not exist here."""
    return False


def is_autocast_cpu_enabled():
    before = _torch._set_autocast(None)
    _torch._set_autocast(before)
    return before is not None


def get_autocast_cpu_dtype():
    return bfloat16


def get_autocast_gpu_dtype():
    return float16
