"""What requires_grad, grad_fn, backward and grad are."""
import torch

x = torch.ones(2, 2, requires_grad=True)
print(x)
y = x + 2
print(y, y.grad_fn is not None, y.requires_grad, y.is_leaf)
z = y * y * 3
out = z.mean()
print(z, out)
out.backward()
print(x.grad)
print(x.grad.requires_grad, x.grad.grad_fn, x.is_leaf)

a = torch.tensor([[1., 2.], [3., 4.]])
a = ((a * 3) / (a - 5))
print(a.requires_grad)
a.requires_grad_(True)
print(a.requires_grad)
b = (a * a).sum()
print(type(b.grad_fn).__name__, b.grad_fn.name())

v = torch.tensor([1., 2., 3.], requires_grad=True)
w = v * 2
while w.data.norm() < 1000:
    w = w * 2
print(w)
w.backward(torch.tensor([0.1, 1.0, 0.0001]))
print(v.grad)
print((v ** 2).requires_grad)
with torch.no_grad():
    print((v ** 2).requires_grad)
print(v.detach().requires_grad, v.eq(v.detach()).all())
