# SPDX-License-Identifier: MIT
"""torch.autograd: the modes in which gradients would be recorded. None are computed."""
from torch import _module_named
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = ['Function', 'Variable', 'enable_grad', 'inference_mode', 'no_grad', 'set_detect_anomaly', 'set_grad_enabled']


def Variable(data, requires_grad=False, volatile=None):
    """The tensor itself, as tensors have been variables since PyTorch 0.4."""
    return data.detach().requires_grad_(True) if requires_grad else data


class set_detect_anomaly:
    """Anomalies of backward passes, of which there are none; a mode as PyTorch has it."""

    def __init__(self, mode, check_nan=True):
        self.mode = mode

    def __enter__(self):
        pass

    def __exit__(self, *_error):
        pass


def __getattr__(name):
    if name in ('Function', 'function'):
        function = _module_named('torch.autograd.function')
        return function if name == 'function' else function.Function
    from torch._unsupported import refusing
    return refusing('torch.autograd', name)
