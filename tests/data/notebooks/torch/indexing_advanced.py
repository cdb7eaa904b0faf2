import torch

x = torch.arange(12.0).reshape(3, 4)
print(x[x > 5], x[(x > 2) & (x < 9)], x[~(x > 3)], (x > 5).sum(), x[x > 100])
print(x[torch.tensor([2, 0])], x[[0, 2], [1, 3]], x[:, [3, 0]], x[torch.tensor([[0, 1], [2, 0]])].shape)
rows = torch.tensor([[0], [2]])
cols = torch.tensor([[1, 3]])
print(x[rows, cols], x[torch.arange(3), torch.tensor([0, 1, 2])], x[torch.tensor([0, 1]), 2], x[1:, torch.tensor([0, 0])])
mask = torch.tensor([True, False, True])
print(x[mask], x[mask, 1], x[:, torch.tensor([True, False, False, True])], mask.nonzero(), torch.nonzero(x > 8))
print(x.index_select(0, torch.tensor([1, 1])), x.gather(1, torch.tensor([[0], [1], [3]])), torch.take(x, torch.tensor([0, 5])), torch.masked_select(x, x < 2))
y = torch.arange(24).reshape(2, 3, 4)
print(y[:, torch.tensor([0, 2])].shape, y[0, :, torch.tensor([1, 3])], y[torch.tensor([0, 1]), :, torch.tensor([1, 2])], y[..., torch.tensor([0])].shape, y[y % 5 == 0])
print(torch.where(x > 5), torch.where(x > 5, x, -x), torch.where(x > 5, x, torch.tensor(0.0)))
