import torch

x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]])
print(x.sum(), x.mean(), x.max(), x.min(), x.prod(), x.std(), x.var(), x.norm(), x.median(), x.argmax(), x.argmin())
for dim in (0, 1, -1):
    print(dim, x.sum(dim), x.mean(dim=dim), x.var(dim), x.std(dim=dim), x.prod(dim), x.argmax(dim))
    print(x.sum(dim, keepdim=True), x.mean(dim, keepdim=True).shape, x.var(dim=dim, keepdim=True))
print(x.max(dim=1), x.min(0), torch.max(x, 1).values, torch.max(x, 1)[1], x.max(dim=1, keepdim=True).indices, x.median(dim=1))
values, indices = x.max(dim=0)
print(values, indices, torch.amax(x, 1), x.amin(dim=(0, 1)))
print(x.sum(dim=(0, 1)), torch.sum(x, [0]), torch.mean(x, dim=(0, 1), keepdim=True), x.var(dim=(0, 1)), torch.sum(x, -1), torch.mean(x))
print(x.cumsum(0), x.cumsum(dim=1), x.cumprod(1), torch.logsumexp(x, dim=1), x.count_nonzero())
y = torch.tensor([[1, 2], [3, 4]])
print(y.sum(), y.sum(0), y.max(), y.prod(), y.float().mean(), y.sum().dtype, (y > 1).sum(), (y > 1).float().mean(), torch.sum(y, dtype=torch.float64))
print(torch.tensor([]).sum(), torch.zeros(2, 0).sum(1), torch.zeros(0).mean(), torch.tensor([1.0]).var(), torch.tensor([1.0]).std(unbiased=False))
