# SPDX-License-Identifier: MIT
"""torch.autograd: gradients by reverse mode, through the records of how tensors were made."""
import _torch
from torch import _module_named
from torch._unsupported import refuse_second_order
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = ['Function', 'Variable', 'backward', 'enable_grad', 'grad', 'inference_mode', 'no_grad',
           'set_detect_anomaly', 'set_grad_enabled']


def Variable(data, requires_grad=False, volatile=None):
    """The tensor itself, as tensors have been variables since PyTorch 0.4."""
    return data.detach().requires_grad_(True) if requires_grad else data


class set_detect_anomaly:
    """Anomalies of backward passes: a mode as PyTorch has it, which looks for nothing here."""

    def __init__(self, mode, check_nan=True):
        self.mode = mode

    def __enter__(self):
        pass

    def __exit__(self, *_error):
        pass


class detect_anomaly(set_detect_anomaly):
    """The same, switched on."""

    def __init__(self, check_nan=True):
        super().__init__(True)


def _listed(value, count=1):
    if value is None:
        return [None] * count
    return [value] if isinstance(value, _torch.Tensor) else list(value)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Adds the gradients of tensors to the .grad of the leaves that they come from."""
    from torch.autograd import graph
    import torch.autograd.brought  # which the kernel asks, once there was a backward pass
    if create_graph:
        refuse_second_order()
    tensors = _listed(tensors)
    targets = None if inputs is None else {graph.key_of(each) for each in _listed(inputs)}
    if inputs is not None and not targets:
        raise RuntimeError("'inputs' argument to backward() cannot be empty.")

    def captured(key, thing, gradient):
        if isinstance(thing, _torch.Tensor):
            if targets is None or key in targets:
                graph.accumulate(thing, gradient)
        else:
            graph.retained(key, gradient)

    graph.run_pass(tensors, _listed(grad_tensors, len(tensors)), retain_graph, targets, captured, is_kept=True)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
         allow_unused=False, is_grads_batched=False):
    """The gradients of outputs with respect to inputs; no .grad changes."""
    from torch.autograd import graph
    if create_graph:
        refuse_second_order()
    outputs, inputs = _listed(outputs), _listed(inputs)
    if not all(each.requires_grad for each in inputs):
        raise RuntimeError('One of the differentiated Tensors does not require grad')
    keys = [graph.key_of(each) for each in inputs]
    found = {}
    graph.run_pass(outputs, _listed(grad_outputs, len(outputs)), retain_graph, set(keys),
                   lambda key, _thing, gradient: found.setdefault(key, gradient))
    if not allow_unused and not all(key in found for key in keys):
        raise RuntimeError('One of the differentiated Tensors appears to not have been used in the graph. Set '
                           'allow_unused=True if this is the desired behavior.')
    return tuple(found[key].clone() if key in found else None for key in keys)


def __getattr__(name):
    if name in ('Function', 'function'):
        function = _module_named('torch.autograd.function')
        return function if name == 'function' else function.Function
    if name in ('functional', 'graph'):
        return _module_named('torch.autograd.' + name)
    from torch._unsupported import refusing
    return refusing('torch.autograd', name)
