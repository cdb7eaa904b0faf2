"""Linear regression: first with the gradient by hand, then by autograd."""
import torch

torch.manual_seed(0)
x = torch.randn(50, 1)
y = 3 * x + 2 + 0.1 * torch.randn(50, 1)

w, b = torch.zeros(1), torch.zeros(1)
for step in range(30):
    error = w * x + b - y
    w -= 0.1 * 2 * (error * x).mean()
    b -= 0.1 * 2 * error.mean()
print('by hand', w, b)

w = torch.zeros(1, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for step in range(30):
    loss = ((w * x + b - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        b -= 0.1 * b.grad
    w.grad.zero_()
    b.grad.zero_()
    if step % 5 == 0:
        print(f'step {step:2d}: loss {loss.item():.4f}, w {w.item():.4f}, b {b.item():.4f}')
print('by autograd', w, b)
print(w.grad, b.grad, loss.grad_fn.name())
