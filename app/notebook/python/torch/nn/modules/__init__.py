# SPDX-License-Identifier: MIT
"""The layers of torch.nn, a file for each kind; `torch.nn` knows which file has which."""
import torch.nn


def __getattr__(name):
    if name in torch.nn.__all__:
        return getattr(torch.nn, name)
    if name in torch.nn._LAYERS:
        return torch._module_named('torch.nn.modules.' + name)
    raise AttributeError(f"module 'torch.nn.modules' has no attribute '{name}'")
