"""The checks of micrograd: an expression and its derivatives, and finite differences."""
import torch

x = torch.Tensor([-4.0]).double()
x.requires_grad = True
z = 2 * x + 2 + x
q = z.relu() + z * x
h = (z * z).relu()
y = h + q + q * x
y.backward()
print(x.grad.item(), y.data.item())

a = torch.Tensor([-4.0]).double()
b = torch.Tensor([2.0]).double()
a.requires_grad = True
b.requires_grad = True
c = a + b
d = a * b + b**3
c = c + c + 1
c = c + 1 + c + (-a)
d = d + d * 2 + (b + a).relu()
d = d + 3 * d + (b - a).relu()
e = c - d
f = e**2
g = f / 2.0
g = g + 10.0 / f
g.backward()
print(f'{g.item():.4f}, {a.grad.item():.4f}, {b.grad.item():.4f}')

x1 = torch.tensor(2.0, requires_grad=True)
x2 = torch.tensor(0.0, requires_grad=True)
w1 = torch.tensor(-3.0, requires_grad=True)
w2 = torch.tensor(1.0, requires_grad=True)
bias = torch.tensor(6.8813735870195432, requires_grad=True)
n = x1 * w1 + x2 * w2 + bias
o = torch.tanh(n)
print(o.data.item())
o.backward()
print('---')
print('x2', round(x2.grad.item(), 4))
print('w2', round(w2.grad.item(), 4))
print('x1', round(x1.grad.item(), 4))
print('w1', round(w1.grad.item(), 4))


def function(v):
    return (torch.sin(v[0]) * torch.exp(v[1]) / (1 + v[2] ** 2)).sum()


v = torch.tensor([0.5, -0.3, 1.7], dtype=torch.float64, requires_grad=True)
function(v).backward()
step = 1e-6
for i in range(3):
    up, down = v.detach().clone(), v.detach().clone()
    up[i] += step
    down[i] -= step
    slope = (function(up) - function(down)) / (2 * step)
    print(i, f'{v.grad[i].item():.6f} {slope.item():.6f}')
