"""RMSNorm by hand, with its gradient."""
import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        norm = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
        return norm * self.weight


torch.manual_seed(2)
norm = RMSNorm(6)
x = torch.randn(3, 6, requires_grad=True)
dy = torch.randn(3, 6)
y = norm(x)
print(y)
y.backward(dy)
print(x.grad)
print(norm.weight.grad)
with torch.no_grad():
    r = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + norm.eps)
    by_hand = r * (dy - x * r * r * (dy * x).mean(-1, keepdim=True))
print((by_hand - x.grad).abs().max() < 1e-6)
print('the gradient is at right angles to x:', ((x * x.grad).sum(-1).abs() < 1e-4).all())
