import torch
from torch import nn

x = torch.ones(2, 3, 4)
print(nn.LayerNorm(4)(x).sum())
print(nn.LayerNorm([2, 4])(x))
