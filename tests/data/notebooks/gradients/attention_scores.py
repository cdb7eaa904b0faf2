"""Scaled dot-product attention with a causal mask: where the gradient goes."""
import math

import torch
import torch.nn.functional as F

torch.manual_seed(11)
T, C = 5, 8
q, k, v = (torch.randn(T, C, requires_grad=True) for _ in range(3))
scores = q @ k.transpose(-2, -1) / math.sqrt(C)
mask = torch.tril(torch.ones(T, T))
scores = scores.masked_fill(mask == 0, float('-inf'))
weights = F.softmax(scores, dim=-1)
weights.retain_grad()
out = weights @ v
out.pow(2).sum().backward()
print(weights)
print(weights.grad)
print(q.grad)
print(k.grad)
print(v.grad)
print(q.grad[0].abs().max() < 1e-6)
