"""Frozen layers, detach, stop gradients and no_grad as a decorator."""
import torch
from torch import nn

torch.manual_seed(10)
body, head = nn.Linear(3, 4), nn.Linear(4, 2)
for parameter in body.parameters():
    parameter.requires_grad = False
x = torch.randn(5, 3)
head(body(x).relu()).sum().backward()
print([parameter.grad is None for parameter in body.parameters()], head.weight.grad)
print([name for name, parameter in nn.Sequential(body, head).named_parameters() if parameter.requires_grad])

a = torch.tensor(3.0, requires_grad=True)
b = a * a
c = b.detach() * a
c.backward()
print(a.grad)
a.grad = None
with torch.no_grad():
    d = a * 5
print(d.requires_grad, d.grad_fn)
with torch.no_grad():
    with torch.enable_grad():
        e = a * 5
print(e.requires_grad)


@torch.no_grad()
def update(parameter, rate):
    parameter -= rate * parameter.grad


e.backward()
update(a, 0.1)
print(a, a.requires_grad, a.is_leaf)
torch.set_grad_enabled(False)
print((a * 2).requires_grad, torch.is_grad_enabled())
torch.set_grad_enabled(True)
z = a.clone().detach().requires_grad_(True)
(z ** 3).backward()
print(z.grad)
y = (a * 2).detach_()
print(y.requires_grad, y.is_leaf)
nn.Sequential(body, head).zero_grad(set_to_none=False)
print(head.weight.grad.abs().sum())
# A straight-through rounding, and a stop gradient inside of an expression.
w = torch.tensor([0.4, 1.6], requires_grad=True)
rounded = w + (w.round() - w).detach()
(rounded * torch.tensor([1.0, 2.0])).sum().backward()
print(rounded, w.grad)
