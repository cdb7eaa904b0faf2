# x + alpha y in one rounding, whatever the size: what optimizers and running means are made of.
import torch

torch.manual_seed(0)
for dtype in (torch.float32, torch.float64):
    for n in (1, 2, 3, 5, 8, 13, 31, 40):
        a, b = torch.randn(n, dtype=dtype), torch.randn(n, dtype=dtype)
        print(n, a.add(b, alpha=-0.1).tolist()[-5:], a.sub(b, alpha=0.1).tolist()[-5:])
        print('   ', torch.add(a, 0.7, alpha=0.3).tolist()[-5:], torch.sub(a, 3, alpha=0.3).tolist()[-5:])
        print('   ', a.clone().mul_(0.9).add_(b, alpha=0.1).tolist()[-5:], a.add(b[0], alpha=0.3).tolist()[-5:])
        print('   ', torch.add(a[::2], b[::2], alpha=0.3).tolist()[-5:], a.add(b[:1], alpha=0.3).tolist()[-5:])
x = torch.tensor([1.0, 2.0], requires_grad=True)
print(torch.add(x, 2, alpha=3), x.sub(1.5, alpha=2), torch.tensor([1, 2]).add(3, alpha=2), torch.tensor([1, 2]).add(0.5, alpha=2))
print(torch.tensor([1, 2]).sub(torch.tensor([3, 4]), alpha=2), torch.tensor([True]).add(1, alpha=2))
for wrong in (lambda: torch.tensor([1]).add(1, alpha=0.5), lambda: torch.tensor([1]).add(torch.tensor([1]), alpha=0.5)):
    try:
        wrong()
    except RuntimeError as error:
        print(error)

mean, steps = torch.zeros(3), torch.randn(5, 3)
for step in steps:
    mean.mul_(0.9).add_(step, alpha=1 - 0.9)
print(mean.tolist())
p, A = torch.tensor([3.0, -2.0]), torch.tensor([[2.0, 0.3], [0.3, 0.5]])
for _ in range(20):
    p.add_(A @ p, alpha=-0.1)
print(p.tolist())
print(x.new(3, 2).zero_(), x.new([1, 2]), torch.tensor([1]).new([3, 4]), x.double().new(torch.Size([2])).fill_(1))
print(x.new().shape, x.new((1, 2)), x.new(2).shape, torch.tensor([True]).new([0, 1]))
