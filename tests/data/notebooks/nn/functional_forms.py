import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(11)
x = torch.randn(3, 4)
w, b = torch.randn(2, 4), torch.randn(2)
print(F.linear(x, w), F.linear(x, w, b), torch.allclose(F.linear(x, w, b), x @ w.t() + b))
print(F.relu(x) - x.clamp(min=0), F.softmax(x, -1).sum(-1), F.log_softmax(x, -1).exp().sum(-1), F.gelu(x), F.layer_norm(x, x.shape[-1:]))
linear = nn.Linear(4, 2)
print(torch.equal(linear(x), F.linear(x, linear.weight, linear.bias)), torch.equal(nn.ReLU()(x), F.relu(x)), torch.equal(nn.GELU()(x), F.gelu(x)), torch.equal(nn.Softmax(dim=1)(x), F.softmax(x, dim=1)), torch.equal(nn.LayerNorm(4)(x), F.layer_norm(x, (4,), torch.ones(4), torch.zeros(4))))
print(nn.functional.relu(torch.tensor([-1.0, 1.0])), torch.nn.functional.softmax(torch.zeros(2), dim=0), torch.relu(x).sum(), F.sigmoid(torch.tensor(0.0)), F.tanh(torch.tensor(1.0)))
print(x / x.norm(dim=1, keepdim=True))
