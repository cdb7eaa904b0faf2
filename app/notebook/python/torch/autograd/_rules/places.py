# SPDX-License-Identifier: MIT
"""Elements that are moved, repeated and joined."""
import _torch
import torch


def shares_memory(node):
    return len(node) == 1 and node.tensor.data_ptr() and storage_of(node.tensor) == storage_of(node.seen(0))


def storage_of(x):
    return x.data_ptr() - x.storage_offset() * x.element_size()


def put_at(gradient, positions, like):
    """Zeros in the shape of `like`, and the gradient added at these positions."""
    whole = torch.zeros(like.numel(), dtype=gradient.dtype)
    _torch._scatter_sum(whole, 0, positions, gradient.reshape(-1))
    return whole.view(like.shape)


def of_view(g, s):
    return put_at(g, _torch._positions(s.tensor, s.seen(0)), s.whole(0))


def of_index(g, s):
    s.check_saved()
    return put_at(g, _torch._positions(s.tensor, s.seen(0), True), s.whole(0))


def kept_of_setitem(g, s):
    kept = g.reshape(-1).clone()
    kept[_torch._positions(s.tensor, s.tensor, True)] = 0
    return kept.view(g.shape)


def given_to_setitem(g, s):
    """The gradient at the places that were set; they were numbered in the order of the value's elements."""
    value, taken = s.whole(1), g.reshape(-1)[_torch._positions(s.tensor, s.tensor, True)]
    if value.numel() == taken.numel():
        return taken.view(value.shape)
    if value.numel() == 1:
        return taken.sum().view(value.shape)
    return taken.view(-1, *value.shape)


def as_input(g, s):
    return g.reshape(s.whole(0).shape)


def unpermuted(g, s):
    dims = [dim % g.dim() for dim in s.get('dims')]
    return g.permute([dims.index(dim) for dim in range(g.dim())])


def of_cat(g, s, place):
    dim, at = s.get('dim'), 0
    for before in range(place):
        piece = s.whole(before)
        at += 0 if piece.shape == (0,) else piece.shape[dim]
    piece = s.whole(place)
    return piece.detach().clone() if piece.shape == (0,) else g.narrow(dim, at, piece.shape[dim])


def of_stack(g, s, place):
    return g.select(s.get('dim'), place)
