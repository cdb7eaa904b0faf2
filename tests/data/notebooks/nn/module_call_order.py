import torch
from torch import nn


class Logged(nn.Module):
    def __init__(self, name, inner=None):
        super().__init__()
        self.name = name
        self.inner = inner
        print("made", name)

    def forward(self, x, scale=1.0, *extra, flag=False):
        print("forward", self.name, tuple(x.shape), scale, extra, flag)
        if self.inner is not None:
            x = self.inner(x)
        return x * scale


a = Logged("inner")
b = Logged("outer", a)
x = torch.ones(2)
print(b(x), b(x, 2.0), b(x, 3.0, "e", flag=True), b.forward(x), b(scale=0.5, x=x))
print(b)
print([m.name for m in b.modules()], b.inner is a, b.inner.inner)


class NoForward(nn.Module):
    def __init__(self):
        super().__init__()


try:
    NoForward()(x)
except NotImplementedError as e:
    print("NotImplementedError", e)


class NoSuper(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(2, 2)


try:
    NoSuper()
except AttributeError as e:
    print(e)
try:
    b.missing
except AttributeError as e:
    print(e)
