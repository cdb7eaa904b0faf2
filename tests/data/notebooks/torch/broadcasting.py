import torch

a = torch.tensor([[1.0], [2.0], [3.0]])
b = torch.tensor([10.0, 20.0])
print(a + b, (a * b).shape, a - a.t(), b - 1, 1 - b, 2 / b, a ** 2)
x = torch.arange(6.0).reshape(2, 3)
print(x - x.mean(dim=1, keepdim=True), x - x.mean(dim=0), x / x.sum(dim=-1, keepdim=True))
print(x + torch.tensor([[100.0], [200.0]]), x * torch.tensor([1.0, 0.0, -1.0]), x + 5, x[:, None] - x[None], torch.ones(4, 1, 3).add(torch.ones(2, 1)).shape)
print(torch.broadcast_shapes((3, 1), (1, 4)), torch.broadcast_tensors(a, b)[1].shape, (torch.tensor(5) + x).shape, torch.zeros(0, 3).add(1).shape)
try:
    x - x.mean(dim=1)
except RuntimeError as e:
    print("RuntimeError:", e)
try:
    x + torch.ones(4)
except RuntimeError as e:
    print("RuntimeError:", e)
print(x.mean(dim=1).shape, x.mean(dim=1, keepdim=True).shape, torch.equal(x + 0, x))
