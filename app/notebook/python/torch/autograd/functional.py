# SPDX-License-Identifier: MIT
"""torch.autograd.functional: Jacobians, row by row."""
import torch
from torch._unsupported import refuse_second_order

__all__ = ['hessian', 'hvp', 'jacobian', 'vhp', 'vjp']


def _outputs(func, inputs):
    """Leaves in place of the inputs, what the function gives of them, and whether each of both was one tensor."""
    alone = isinstance(inputs, torch.Tensor)
    leaves = [each.detach().clone().requires_grad_() for each in ([inputs] if alone else inputs)]
    with torch.enable_grad():
        results = func(*leaves)
    one = isinstance(results, torch.Tensor)
    return leaves, alone, [results] if one else list(results), one


def _rows(output, leaves):
    """The gradients of each element of an output, joined for each leaf."""
    flat = output.reshape(-1)
    rows = [torch.autograd.grad(each, leaves, retain_graph=True, allow_unused=True) for each in flat] \
        if output.requires_grad else [[None] * len(leaves)] * len(flat)
    return [torch.stack([torch.zeros_like(leaf) if row[at] is None else row[at] for row in rows])
            .view(output.shape + leaf.shape) for at, leaf in enumerate(leaves)]


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy='reverse-mode'):
    if create_graph:
        refuse_second_order()
    leaves, alone, results, one = _outputs(func, inputs)
    parts = [_rows(each, leaves) for each in results]
    parts = [part[0] if alone else tuple(part) for part in parts]
    return parts[0] if one else tuple(parts)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    if create_graph:
        refuse_second_order()
    leaves, alone, results, one = _outputs(func, inputs)
    given = torch.autograd.grad(results, leaves, v, allow_unused=True)
    given = [torch.zeros_like(leaf) if each is None else each for leaf, each in zip(leaves, given)]
    results = [each.detach() for each in results]
    return results[0] if one else tuple(results), given[0] if alone else tuple(given)


def _second_order(*_arguments, **_options):
    refuse_second_order()


hessian = hvp = vhp = _second_order
