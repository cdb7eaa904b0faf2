import torch
from torch import nn
import torch.nn.functional as F

x = torch.tensor([[-2.0, -0.5, 0.0], [0.5, 1.0, 3.0]])
for layer in (nn.ReLU(), nn.GELU(), nn.Tanh(), nn.Sigmoid(), nn.Identity(), nn.Softmax(dim=-1), nn.Softmax(dim=0), nn.GELU(approximate="tanh"), nn.ReLU(inplace=False)):
    print(layer, layer(x), layer(x).shape)
print(F.relu(x), F.gelu(x), torch.tanh(x), torch.sigmoid(x), F.softmax(x, dim=1), F.log_softmax(x, dim=1), F.tanh(x), F.sigmoid(x), F.gelu(x, approximate="tanh"))
inplace = nn.ReLU(inplace=True)
y = x.clone()
z = inplace(y)
print(y, z is y, inplace)
print(nn.ReLU(True), nn.Softmax(1), nn.Softmax(dim=-1)(torch.tensor([1.0, 2.0])))
w = torch.tensor([-1.0, 1.0], requires_grad=True)
for layer in (nn.ReLU(), nn.GELU(), nn.Tanh(), nn.Sigmoid(), nn.Softmax(dim=0), nn.Identity()):
    print(layer(w))
