import torch
from torch import nn

layer = nn.Linear(2, 3)
with torch.no_grad():
    layer.weight.copy_(torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    layer.bias.copy_(torch.tensor([0.5, -0.5, 0.0]))
x = torch.tensor([[1.0, 1.0], [0.0, -1.0]])
print(layer(x))
layer.weight = nn.Parameter(torch.zeros(3, 2))
print(layer(x), layer.weight)
layer.weight.data[0, 0] = 7.0
layer.bias.data = torch.ones(3)
print(layer(x).detach(), layer.weight[0])
try:
    layer.weight = torch.zeros(3, 2)
except TypeError as e:
    print(e)
other = nn.Linear(2, 3)
other.load_state_dict(layer.state_dict())
print(torch.equal(other(x), layer(x)))
torch.manual_seed(3)
for n in (1, 4, 16):
    w = nn.Linear(n, 2).weight
    print(n, w, w.abs().max() <= 1 / n ** 0.5)
