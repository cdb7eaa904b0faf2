import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x):
        h = self.layer(x)
        return h.reshape(7)


torch.manual_seed(0)
net = Net()
print(net.layer.weight.shape)
net(torch.ones(2, 3))
