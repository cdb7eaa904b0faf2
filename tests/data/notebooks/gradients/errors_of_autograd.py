"""The sentences that one meets."""
import torch


def attempt(action):
    try:
        print(action())
    except RuntimeError as error:
        print('RuntimeError:', error)


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
attempt(lambda: (x * 2).backward())
attempt(lambda: torch.ones(1).backward())
attempt(lambda: x.detach().sum().backward())
attempt(lambda: x.add_(1))
attempt(lambda: x.mul_(x))
attempt(lambda: x[0].zero_())
attempt(lambda: (x * 2).sum().backward(torch.ones(2)))
attempt(lambda: torch.arange(3).requires_grad_())
attempt(lambda: torch.tensor([1, 2], requires_grad=True))
attempt(lambda: torch.autograd.grad(x.sum(), torch.ones(3, requires_grad=True)))
attempt(lambda: torch.autograd.grad(x.sum(), torch.ones(3)))
attempt(lambda: torch.autograd.grad(x.sum(), [torch.ones(3, requires_grad=True)], allow_unused=True))
attempt(lambda: torch.ones(2).retain_grad())
y = x * 2
attempt(lambda: y.requires_grad_(False))
attempt(lambda: x.numpy())
y = x.exp()
y.add_(1)
attempt(lambda: y.sum().backward())
w = torch.ones(3, requires_grad=True)
h = x * 1
z = h * w
h += 1
attempt(lambda: z.sum().backward())
s = torch.sigmoid(x)
s *= 2
attempt(lambda: s.sum().backward())
# This one is allowed: the sum saves nothing of y.
y = x * 2
y += 1
attempt(lambda: y.sum().backward())
print(x.grad)
