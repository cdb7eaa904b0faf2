"""Gradients of bfloat16 numbers, and of autocast."""
import torch
from torch import nn

torch.manual_seed(0)
w = torch.randn(3, 4, dtype=torch.bfloat16, requires_grad=True)
((w.float() * 2).sum() + (w * w).sum().float()).backward()
print(w.grad)
layer = nn.Linear(3, 2)
with torch.autocast('cpu', dtype=torch.bfloat16):
    out = layer(torch.ones(4, 3))
out.float().sum().backward()
print(out.dtype, layer.weight.grad, layer.bias.grad)
x = torch.tensor([1.0, -2.0, 3.0], dtype=torch.bfloat16, requires_grad=True)
x.relu().mul(2).mean().backward()
print(x.grad)
