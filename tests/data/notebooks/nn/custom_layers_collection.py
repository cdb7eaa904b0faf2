import math
import torch
from torch import nn


class Swish(nn.Module):
    def forward(self, x):
        return x * torch.sigmoid(x)


class Residual(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return x + self.inner(x)


class Scale(nn.Module):
    def __init__(self, start=1.0):
        super().__init__()
        self.factor = nn.Parameter(torch.tensor(start))

    def forward(self, x):
        return self.factor * x


class MyLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        bound = 1 / math.sqrt(n_in)
        self.weight = nn.Parameter(torch.rand(n_out, n_in) * 2 * bound - bound)
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        return x @ self.weight.t() + self.bias


torch.manual_seed(77)
x = torch.linspace(-2, 2, 4)
print(Swish()(x), Residual(nn.Identity())(x), Scale(0.5)(x), Residual(Scale(-1.0))(x))
model = nn.Sequential(MyLinear(4, 3), Swish(), Residual(MyLinear(3, 3)), Scale(2.0))
print(model)
print(model(x), model(torch.stack([x, -x])))
for name, p in model.named_parameters():
    print(name, tuple(p.shape), f"{p.detach().abs().max():.4f}")
