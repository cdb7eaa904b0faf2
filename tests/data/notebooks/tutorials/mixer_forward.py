import torch
from torch import nn
from functools import partial

pair = lambda x: x if isinstance(x, tuple) else (x, x)


class PreNormResidual(nn.Module):
    def __init__(self, dim, fn):
        super().__init__()
        self.fn = fn
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        return self.fn(self.norm(x)) + x


class Transposed(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn

    def forward(self, x):
        return self.fn(x.transpose(1, 2)).transpose(1, 2)


def FeedForward(dim, expansion_factor=4, dropout=0., dense=nn.Linear):
    inner_dim = int(dim * expansion_factor)
    return nn.Sequential(dense(dim, inner_dim), nn.GELU(), nn.Dropout(dropout), dense(inner_dim, dim), nn.Dropout(dropout))


def Mixer(*, num_patches, dim, depth, expansion_factor=2, dropout=0.):
    return nn.Sequential(
        *[nn.Sequential(
            PreNormResidual(dim, Transposed(FeedForward(num_patches, expansion_factor, dropout))),
            PreNormResidual(dim, FeedForward(dim, 0.5, dropout))
        ) for _ in range(depth)],
        nn.LayerNorm(dim),
    )


torch.manual_seed(1)
m = Mixer(num_patches=4, dim=6, depth=2).eval()
print(m)
y = m(torch.randn(1, 4, 6))
print(y, y.shape, sum(p.numel() for p in m.parameters()), pair(3), pair((1, 2)))
print(m[-1], m[0][0].fn, len(m), [type(c).__name__ for c in m])
