# SPDX-License-Identifier: MIT
"""Activations as functions. `inplace=True` writes into the input."""
import torch
from _torch import _nn
from torch import Tensor
from torch._typing import Optional


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    return (torch.relu_ if inplace else torch.relu)(input)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    return (_nn.relu6_ if inplace else _nn.relu6)(input)


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    return (_nn.elu_ if inplace else _nn.elu)(input, alpha)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    return (torch.selu_ if inplace else torch.selu)(input)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    return (torch.celu_ if inplace else torch.celu)(input, alpha)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    return (_nn.leaky_relu_ if inplace else _nn.leaky_relu)(input, negative_slope)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0,
             inplace: bool = False) -> Tensor:
    return (_nn.hardtanh_ if inplace else _nn.hardtanh)(input, min_val, max_val)


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    return (_nn.hardsigmoid_ if inplace else _nn.hardsigmoid)(input)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    return (_nn.hardswish_ if inplace else _nn.hardswish)(input)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    return (_nn.silu_ if inplace else _nn.silu)(input)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    return (_nn.mish_ if inplace else _nn.mish)(input)


def glu(input: Tensor, dim: int = -1) -> Tensor:
    if input.dim() == 0:
        raise RuntimeError('glu does not support scalars because halving size must be even')
    return _nn.glu(input, dim)


def tanh(input):
    return input.tanh()


def sigmoid(input):
    return input.sigmoid()


def softsign(input):
    return input / (input.abs() + 1)


def tanhshrink(input):
    return input - input.tanh()


def _implicit_dim(rank):
    """The dimension of softmax where none is named."""
    return 0 if rank in (0, 1, 3) else 1


def softmax(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3,
            dtype: Optional[int] = None) -> Tensor:
    if dim is None:
        dim = _implicit_dim(input.dim())
    return input.softmax(dim) if dtype is None else input.softmax(dim, dtype=dtype)


def softmin(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3,
            dtype: Optional[int] = None) -> Tensor:
    if dim is None:
        dim = _implicit_dim(input.dim())
    return (-input).softmax(dim) if dtype is None else (-input).softmax(dim, dtype=dtype)


def log_softmax(input: Tensor, dim: Optional[int] = None, _stacklevel: int = 3,
                dtype: Optional[int] = None) -> Tensor:
    if dim is None:
        dim = _implicit_dim(input.dim())
    return input.log_softmax(dim) if dtype is None else input.log_softmax(dim, dtype=dtype)


def gumbel_softmax(logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10,
                   dim: int = -1) -> Tensor:
    """Softmax of the logits and noise; `hard` makes it one-hot without changing its gradients."""
    noise = -torch.empty_like(logits).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    place = soft.max(dim, keepdim=True)[1]
    one_hot = torch.zeros_like(logits).scatter_(dim, place, 1.0)
    return one_hot - soft.detach() + soft


for _function in (relu, relu6, elu, selu, celu, leaky_relu, hardtanh, hardsigmoid, hardswish, silu, mish, glu,
                  tanh, sigmoid, softsign, tanhshrink, softmax, softmin, log_softmax, gumbel_softmax):
    _function.__module__ = 'torch.nn.functional'
