import torch
from torch import nn

x = torch.arange(12.0).reshape(2, 2, 3) / 4
for dim in (0, 1, 2, -1):
    layer = nn.Softmax(dim=dim)
    y = layer(x)
    print(layer, y, y.sum(dim))
print(nn.Softmax(dim=0)(torch.tensor([0.0, 0.0])), nn.Softmax(-1)(torch.tensor([[1e9, 0.0]])), nn.Softmax(dim=1)(torch.zeros(2, 0)).shape)
logits = torch.tensor([[1.0, 2.0, 3.0]], requires_grad=True)
print(nn.Softmax(dim=1)(logits), torch.softmax(logits, 1).detach(), logits.softmax(1).argmax().item())
try:
    nn.Softmax(dim=2)(logits)
except IndexError as e:
    print(e)
