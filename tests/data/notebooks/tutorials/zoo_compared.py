# All the variants that people write, side by side.
import torch
from torch import nn

EPS = 1e-5


def v1(x):
    return x.mean(-1, keepdim=True).expand_as(x)


def v2(x):
    return (x - x.mean(-1, keepdim=True)) / x.var(-1, keepdim=True).sqrt()


def v3(x, eps=EPS):
    return (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, keepdim=True, unbiased=False) + eps)


def v4(x):
    mean = x.mean(-1, keepdim=True)
    return (x - mean) / torch.sqrt((x * x).mean(-1, keepdim=True) - mean * mean + EPS)


def v5(x):
    return (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True, unbiased=False) + EPS)


def v6(x):
    return (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + EPS)


def v7(x):
    return v3(x, eps=1e-3)


def v8(x):
    c = x - x.mean(-1, keepdim=True)
    return c * torch.rsqrt((c ** 2).sum(-1, keepdim=True) / (x.shape[-1] + EPS))


def v9(x):
    return x


def v10(x):
    return x * torch.rsqrt((x ** 2).mean(-1, keepdim=True) + EPS)


ZOO = {f.__name__.upper(): f for f in (v1, v2, v3, v4, v5, v6, v7, v8, v9, v10)}
torch.manual_seed(123)
rows = {
    "lecture": torch.rand(5),
    "one hot": torch.tensor([1.0, 0.0, 0.0, 0.0]),
    "counting": torch.arange(6.0),
    "small": torch.tensor([0.001, 0.002, 0.003]),
    "shifted": torch.arange(4.0) + 100,
}
for label, row in rows.items():
    print(f"== {label}: {row}")
    for name, f in ZOO.items():
        y = f(row)
        print(f"{name:>4} mean {y.mean():8.4f} std {y.std(unbiased=False):8.4f}", y)
official = nn.LayerNorm(5)
x = torch.rand(3, 5)
print("largest differences to the official layer")
ranking = []
for name, f in ZOO.items():
    gap = (f(x) - official(x)).abs().max().item()
    ranking.append((gap, name))
for gap, name in sorted(ranking)[2:]:
    print(f"{name:>4} {gap:.4f}")
same = [name for gap, name in ranking if gap < 1e-5]
print("equal up to rounding:", same)
