import torch

print(torch.tensor([1, 2, 3]), torch.tensor([1.0, 2.5]), torch.tensor([[1, 2], [3, 4]]))
print(torch.tensor(3), torch.tensor(2.5), torch.tensor(True), torch.tensor([True, False]), torch.tensor([]))
print(torch.zeros(2, 3), torch.ones(3), torch.zeros((2, 2)), torch.ones([2]))
print(torch.full((2, 2), 7), torch.full((2,), 1.5), torch.full((), 3.0))
print(torch.arange(5), torch.arange(1, 4), torch.arange(0, 1, 0.25), torch.arange(5, 0, -2), torch.arange(3.0))
print(torch.linspace(0, 1, 5), torch.linspace(-2, 2, 4), torch.eye(3), torch.eye(2, 3))
print(torch.zeros(0), torch.zeros(2, 0), torch.empty(0, 3).shape)
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(torch.zeros_like(x), torch.ones_like(x), torch.full_like(x, 9), torch.zeros_like(torch.tensor([1, 2])))
print(torch.ones(2, dtype=torch.int64), torch.zeros(2, dtype=torch.bool), torch.ones(2, dtype=torch.float64))
print(torch.tensor([1, 2], dtype=torch.float32), torch.tensor([0, 1, 2], dtype=torch.bool), torch.tensor([1.7, -1.7], dtype=torch.int64))
print(torch.tensor([x[0, 0], 5.0]), torch.tensor((1, 2.0)), torch.tensor([[]]), torch.tensor(range(3)))
