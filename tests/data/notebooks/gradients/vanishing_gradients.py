"""Gradients by depth: sigmoid, tanh and ReLU, with and without layer norm."""
import torch
from torch import nn

for name, activation in (('sigmoid', nn.Sigmoid), ('tanh', nn.Tanh), ('relu', nn.ReLU)):
    for normalized in (False, True):
        torch.manual_seed(0)
        layers = []
        for _ in range(6):
            layers.append(nn.Linear(20, 20))
            if normalized:
                layers.append(nn.LayerNorm(20))
            layers.append(activation())
        net = nn.Sequential(*layers, nn.Linear(20, 1))
        net(torch.randn(16, 20)).mean().backward()
        norms = [layer.weight.grad.norm().item() for layer in net if isinstance(layer, nn.Linear)]
        print(f'{name:8} {"LN" if normalized else "--"}', ' '.join(f'{norm:.2e}' for norm in norms))
hooks = []
x = torch.ones(3, requires_grad=True)
h = x
kept = []
for _ in range(5):
    h = torch.sigmoid(h * 2)
    h.retain_grad()
    kept.append(h)
h.sum().backward()
print([round(each.grad[0].item(), 6) for each in kept])
print(x.grad)
