import copy
import torch
from torch import nn

torch.manual_seed(3)
net = nn.Sequential(nn.LazyLinear(4), nn.BatchNorm1d(4), nn.ReLU(), nn.LazyLinear(2, bias=False))
print(net[0], net[3])
print(net[0].weight, net[3].bias, net[0].has_uninitialized_params())
print(list(net.state_dict()))
try:
    net[0].weight.shape
except RuntimeError as error:
    print(error)
twin = copy.deepcopy(net[3])
held = net[0].weight
print(net(torch.randn(5, 3)))
print(net)
print(type(net[0]), type(net[1]), held is net[0].weight, held)
print(net[1].running_mean, net[1].running_var, net[1].num_batches_tracked, net[1].weight)
print(net.eval()(torch.ones(1, 3)))
other = nn.Sequential(nn.LazyLinear(4), nn.BatchNorm1d(4), nn.ReLU(), nn.LazyLinear(2, bias=False))
print(other.load_state_dict(net.state_dict()), other[0].weight.shape)
print(torch.equal(other.eval()(torch.ones(1, 3)), net(torch.ones(1, 3))))


class Attention(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.query, self.key = nn.LazyLinear(hidden), nn.LazyLinear(hidden)

    def forward(self, x, memory):
        return torch.softmax(self.query(x) @ self.key(memory).transpose(-2, -1), dim=-1)


print(Attention(4)(torch.ones(1, 2, 3), torch.randn(1, 3, 5)))
