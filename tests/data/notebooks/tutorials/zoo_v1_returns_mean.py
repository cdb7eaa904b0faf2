# V1: the output is made from the mean, and each row is constant.
import torch
from torch import nn


class MeanOnly(nn.Module):
    def __init__(self, size, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.gamma = nn.Parameter(torch.full((size,), 2.0))
        self.beta = nn.Parameter(torch.full((size,), 0.5))

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        std = (x.var(-1, keepdim=True, unbiased=False) + self.eps).sqrt()
        y = (x - mean) / std
        return self.gamma * mean + self.beta


torch.manual_seed(1)
x = torch.randn(2, 3, 4)
out = MeanOnly(4)(x)
print(x)
print(out)
print(out.var(-1).max() == 0, torch.allclose(out[..., 0], 2 * x.mean(-1) + 0.5))
