import torch
from torch import nn

print(nn.ReLU())
print(nn.Relu())
