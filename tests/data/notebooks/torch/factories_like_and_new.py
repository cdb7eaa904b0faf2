import torch

x = torch.tensor([[1.5, 2.5]], dtype=torch.float64)
print(torch.zeros_like(x), torch.ones_like(x, dtype=torch.float32), torch.full_like(x, 3), x.new_zeros(1, 2), x.new_ones(2), x.new_tensor([1, 2]), torch.empty_like(x).shape, torch.rand_like(x).dtype)
i = torch.tensor([1, 2, 3])
print(torch.zeros_like(i), torch.ones_like(i), torch.full_like(i, 7), i.new_zeros(2), torch.zeros_like(i, dtype=torch.bool), torch.ones_like(i > 1))
print(torch.Tensor([1, 2]), torch.FloatTensor([1, 2]), torch.LongTensor([1, 2]), torch.Tensor(2, 0), torch.as_tensor([1.0, 2.0]))
print(x.clone().detach(), torch.tensor([t for t in i]), torch.tensor([[i[0], i[1]], [3, 4]]), torch.tensor([True, 2]), torch.tensor([1, 2.5, True]))
print(torch.arange(3, 0, -1), torch.arange(0.5, 2), torch.linspace(0, 1, 2), torch.eye(2, dtype=torch.int64), torch.ones(()), torch.zeros(1), torch.full((1, 2), True), torch.full((2,), -1.5), torch.zeros(2, 3).dtype)
