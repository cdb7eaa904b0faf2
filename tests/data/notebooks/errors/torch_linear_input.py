import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(5, 6)
print(layer(torch.ones(2, 5)).shape)
print(layer(torch.ones(2, 4)).shape)
