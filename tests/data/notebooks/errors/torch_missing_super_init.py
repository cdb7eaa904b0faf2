import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        self.weight = nn.Parameter(torch.ones(2))


print("making it")
Net()
