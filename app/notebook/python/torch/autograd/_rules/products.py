# SPDX-License-Identifier: MIT
"""Products of matrices."""


def left_of_matmul(g, s):
    a, b = s.whole(0), s[1]
    if b.dim() == 1:
        return g.unsqueeze(-1) * b
    if a.dim() == 1:
        return (g.unsqueeze(-2) @ b.mT).squeeze(-2)
    if b.dim() == 2:
        return (g.reshape(-1, g.shape[-1]) @ b.t()).view(a.shape)
    return g @ b.mT


def right_of_matmul(g, s):
    a, b = s[0], s.whole(1)
    if b.dim() == 1:
        return (a.mT @ g.unsqueeze(-1)).squeeze(-1) if a.dim() > 2 else a.t() @ g
    if a.dim() == 1:
        return a.unsqueeze(-1) @ g.unsqueeze(-2)
    if b.dim() == 2:
        return a.reshape(-1, a.shape[-1]).t() @ g.reshape(-1, g.shape[-1])
    return a.mT @ g


def input_of_linear(g, s):
    weight = s[1]
    return g.unsqueeze(-1) * weight if weight.dim() == 1 else g @ weight


def weight_of_linear(g, s):
    x, weight = s[0], s.whole(1)
    if weight.dim() == 1:
        return (x * g.unsqueeze(-1)).reshape(-1, x.shape[-1]).sum(0)
    return (x.reshape(-1, x.shape[-1]).t() @ g.reshape(-1, g.shape[-1])).t()


def with_factor(g, s, name):
    return g if s.get(name, 1.0) == 1.0 else g * s.get(name)


def of_addmm(g, s, place):
    if place == 0:
        return with_factor(g, s, 'beta')
    return with_factor(g @ s[2].mT if place == 1 else s[1].mT @ g, s, 'alpha')
