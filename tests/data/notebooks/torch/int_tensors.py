import torch

x = torch.tensor([7, -7, 3])
print(x / 2, x // 2, x % 2, x ** 2, -x, x.abs(), x * 1.5, x + 0.5, x.float() / 3, x.sum(), x.prod(), x.max(), x.float().mean(), x > 0)
print(x.dtype, (x * 2).dtype, (x / 1).dtype, torch.arange(3).dtype, torch.tensor([1, 2.0]).dtype, torch.tensor([[10, 200], [3000, 4]]), torch.tensor([9223372036854775807]), torch.tensor([-1, 100000000000]))
print(torch.zeros(3, dtype=torch.long), torch.ones(2, 2).long(), torch.full((2,), 5), torch.randint(5, (3,)).dtype, x.clamp(0, 5), x.bool(), x.double(), x.cumsum(0), torch.arange(1, 6).cumprod(0), x.sort().values, x.float().std())
print(torch.tensor(5) // torch.tensor(2), torch.tensor(5) / torch.tensor(2), 5 // torch.tensor(2), torch.tensor(7) % torch.tensor(-3), torch.tensor(2) ** 10, 2 ** torch.tensor(3), torch.tensor([1, 2]) @ torch.tensor([3, 4]), torch.sqrt(torch.tensor([4, 9])), torch.exp(torch.tensor(0)))
try:
    x // 0
except RuntimeError as e:
    print(e)
try:
    x ** -1
except RuntimeError as e:
    print(e)
i = torch.tensor(2)
print([10, 20, 30][i], list(range(i)), "ab" * i.item(), i + 1 == 3, i == 2, f"{i}", int(i) + 1, {2: "two"}[i.item()], [0] * int(i))
