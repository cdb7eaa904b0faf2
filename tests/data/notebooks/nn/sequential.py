import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3), nn.Softmax(dim=-1))
print(model)
x = torch.rand(2, 4)
print(model(x), model(x).sum(-1))
print(model[0], model[-1], len(model), model[1:3], [type(m).__name__ for m in model])
h = x
for layer in model:
    h = layer(h)
    print(type(layer).__name__, tuple(h.shape), f"{h.mean():.4f}")
print(torch.equal(h, model(x)))
for name, p in model.named_parameters():
    print(name, tuple(p.shape), f"{p.abs().sum():.4f}")
nested = nn.Sequential(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), nn.Identity(), nn.Sequential())
print(nested, sum(p.numel() for p in nested.parameters()))
layers = [nn.Linear(3, 3) for _ in range(3)]
deep = nn.Sequential(*layers)
print(deep, deep(torch.ones(1, 3)).shape)
