"""Tensors, parameters and modules through pickle and back."""
import pickle

import torch
from torch import nn


def there_and_back(value):
    return pickle.loads(pickle.dumps(value))


torch.manual_seed(4)
for x in (torch.randn(2, 3), torch.tensor(2.5), torch.zeros(0, 3), torch.tensor([True, False]),
          torch.tensor([1, -2**62, 2**62 + 1]), torch.tensor([0.1, float("nan"), -float("inf"), -0.0]),
          torch.randn(3, dtype=torch.float64), torch.randn(3).half(), torch.randn(3).bfloat16(),
          torch.arange(6, dtype=torch.uint8).view(2, 3).T):
    y = there_and_back(x)
    print(y, y.dtype, y.shape, y is x, torch.equal(x.isnan(), y.isnan()))

leaf = torch.ones(2, requires_grad=True)
print(there_and_back(leaf))
once = torch.arange(3.0)
both = there_and_back({"a": once, "b": [once]})
print(both, both["a"] is both["b"][0])
parameter = there_and_back(nn.Parameter(torch.arange(3.0)))
print(parameter, type(parameter).__name__)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2)
        self.norm = nn.LayerNorm(2)
        self.register_buffer("steps", torch.tensor(7))

    def forward(self, x):
        return self.norm(self.linear(x))


net = Net()
again = there_and_back(net)
print(again)
print(torch.equal(net(torch.ones(4, 3)), again(torch.ones(4, 3))), again.steps)
again.linear.weight.data.zero_()
print(net.linear.weight, again.linear.weight)
print(there_and_back(net.state_dict()))
print(there_and_back((torch.float16, torch.Size([2, 3]), torch.device("cpu"))))
