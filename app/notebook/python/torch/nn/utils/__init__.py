# SPDX-License-Identifier: MIT
"""torch.nn.utils: parameters as one vector, and gradients kept short."""
import torch
from torch import Tensor
from torch import _module_named
from torch._typing import Iterable, Optional, Union


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """All elements of the parameters, one after another."""
    return torch.cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """The elements of such a vector back into the parameters."""
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f'expected torch.Tensor, but got: {torch.typename(vec)}')
    start = 0
    for parameter in parameters:
        count = parameter.numel()
        parameter.data = vec[start:start + count].view_as(parameter).data
        start += count


def clip_grad_norm_(parameters: Union[Tensor, Iterable[Tensor]], max_norm: float, norm_type: float = 2.0,
                    error_if_nonfinite: bool = False, foreach: Optional[bool] = None) -> Tensor:
    """Scales all gradients so that their norm is at most max_norm; gives the norm before."""
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    max_norm, norm_type = float(max_norm), float(norm_type)
    if not gradients:
        return torch.tensor(0.0)
    norms = torch.stack([torch.norm(gradient.detach(), norm_type) for gradient in gradients])
    total = norms.max() if norm_type == float('inf') else torch.norm(norms, norm_type)
    if error_if_nonfinite and torch.logical_or(total.isnan(), total.isinf()):
        raise RuntimeError(
            f'The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it '
            'cannot be clipped. To disable this error and scale the gradients by the non-finite norm '
            'anyway, set `error_if_nonfinite=False`')
    share = torch.clamp(max_norm / (total + 1e-6), max=1.0)
    for gradient in gradients:
        gradient.detach().mul_(share)
    return total


def clip_grad_value_(parameters: Union[Tensor, Iterable[Tensor]], clip_value: float,
                     foreach: Optional[bool] = None) -> None:
    """Bounds each gradient's elements."""
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    for parameter in parameters:
        if parameter.grad is not None:
            parameter.grad.data.clamp_(min=-float(clip_value), max=float(clip_value))


def __getattr__(name):
    if name == 'rnn':
        return _module_named('torch.nn.utils.rnn')
    from torch._unsupported import refusing
    return refusing('torch.nn.utils', name)
