import torch

x = torch.tensor(16777216.0)
print((x + 1).item(), (x + 2).item(), (x + 1 == x).item(), torch.tensor(0.1).item(), (torch.tensor(0.1) + 0.2).item())
print((torch.tensor(0.1) + torch.tensor(0.2)).item(), (torch.tensor(0.1, dtype=torch.float64) + 0.2).item(), torch.tensor(1.0).div(3).item(), torch.tensor([0.1] * 10).sum().item())
print(torch.tensor(1e-8) + 1 == 1, (torch.tensor(1e-8, dtype=torch.float64) + 1 == 1).item(), torch.tensor(88.0).exp(), torch.tensor(89.0).exp(), torch.tensor(-104.0).exp(), torch.tensor(1e-40))
ones = torch.full((1000,), 0.1)
print(ones.sum().item(), sum(ones).item(), sum(ones.tolist()), ones.cumsum(0)[-1].item(), ones.mean().item(), ones.double().sum().item())
a = torch.tensor([1e8, 1.0, -1e8])
print(a.sum().item(), (a[0] + a[2] + a[1]).item(), sum(a).item())
eps = 1e-5
row = torch.tensor([3.0, 3.0, 3.0])
print((row - row.mean()) / torch.sqrt(row.var(unbiased=False) + eps), (row - row.mean()) / row.std(), torch.tensor(1e20) ** 2)
for n in (3, 8, 33, 100, 1000):
    torch.manual_seed(n)
    v = torch.rand(n)
    print(n, v.sum().item(), v.mean().item(), v.var().item(), v.std(unbiased=False).item(), v.exp().sum().item(), v.softmax(0).sum().item())
