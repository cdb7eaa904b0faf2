"""Changes in place of what is no leaf: gradients go round what was overwritten."""
import torch

x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)


def gradient(change):
    x.grad = None
    y = x * 2
    out = change(y)
    (y if out is None else out).sum().backward()
    print(x.grad)


def first_row(y):
    y[0] = 0


def one_column(y):
    y[:, 1] = 7.0


def scaled_row(y):
    y[1] *= 10


def plus(y):
    y += 1
    y *= 3


def masked(y):
    y[y > 6] = 0.5


def filled(y):
    y.masked_fill_(x.detach() > 4, -1.0)


def listed(y):
    y[[0, 1], [2, 0]] = torch.tensor([5.0, 6.0])


def added(y):
    y[0, 0] += 4


def relued(y):
    y.sub_(5).relu_()


def cleared(y):
    y.zero_()


for change in (first_row, one_column, scaled_row, plus, masked, filled, listed, added, relued, cleared):
    print(change.__name__)
    gradient(change)

# What is put into a tensor gets its gradient.
v = torch.tensor([1.0, 2.0], requires_grad=True)
out = torch.zeros(3, 2)
for i in range(3):
    out[i] = v * (i + 1)
print(out)
out.pow(2).sum().backward()
print(v.grad)
w = torch.ones(3, requires_grad=True)
z = torch.zeros(2, 3)
z[:, 1:] = w[:2] * 5
z[0, 0] = w[2] * 7
print(z)
(z * torch.arange(6.0).view(2, 3)).sum().backward()
print(w.grad)
s = torch.ones(2, requires_grad=True)
t = s * 2
t.mul_(s)
t.sum().backward()
print(s.grad)
