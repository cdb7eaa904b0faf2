"""Gradient descent on a bowl, with and without momentum."""
import torch

A = torch.tensor([[3.0, 1.0], [1.0, 2.0]])
b = torch.tensor([1.0, -1.0])


def f(x):
    return 0.5 * x @ A @ x - b @ x


for momentum in (0.0, 0.9):
    x = torch.tensor([4.0, -3.0], requires_grad=True)
    optimizer = torch.optim.SGD([x], lr=0.1, momentum=momentum)
    for step in range(30):
        optimizer.zero_grad()
        value = f(x)
        value.backward()
        optimizer.step()
        if step % 10 == 0:
            print(f'{step:2d} f = {value.item(): .4f}  x = {x.tolist()[0]:.4f}  |g| = {x.grad.norm():.4f}')
    print(x, x.grad)
x = torch.tensor([4.0, -3.0], requires_grad=True)
f(x).backward()
print(x.grad, A @ x.detach() - b)
path = [x.detach().clone()]
for _ in range(5):
    (g,) = torch.autograd.grad(f(x), x)
    x = (x - 0.2 * g).detach().requires_grad_()
    path.append(x.detach())
print(torch.stack(path))
