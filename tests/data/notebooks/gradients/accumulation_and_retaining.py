"""Gradients add up; a graph goes once; non-leaves keep none unless asked."""
import torch

x = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
y = (x ** 2).sum()
y.backward(retain_graph=True)
print(x.grad)
y.backward()
print(x.grad)
try:
    y.backward()
except RuntimeError as error:
    print(error)
x.grad = None
h = x * 3
h.retain_grad()
print(h.retains_grad, x.retains_grad)
(h ** 2).mean().backward()
print(h.grad, x.grad)
kept = x.grad
x.grad.zero_()
print(kept)
(x * x * x).sum().backward()
print(x.grad, kept is x.grad)

# No value is saved by a sum: it may go twice.
z = (x + 1).sum()
z.backward()
z.backward()
print(x.grad)
loss1 = (x * 2).sum()
loss2 = (x * 5).sum()
torch.autograd.backward([loss1, loss2])
print(x.grad)
