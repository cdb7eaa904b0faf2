import torch

i = torch.tensor([1, 2])
f = torch.tensor([0.5, 1.5])
d = torch.tensor([0.25, 0.75], dtype=torch.float64)
b = torch.tensor([True, False])
for name, x, y in (("i+f", i, f), ("i+d", i, d), ("f+d", f, d), ("b+i", b, i), ("b+f", b, f), ("b+b", b, b)):
    print(name, x + y, (x + y).dtype, (x * y).dtype)
print(i + 1, i + 1.5, i * 2.0, f + 1, d + 1, b + 1, b + 1.0, i + True, f * True)
print((i / i).dtype, (i // i).dtype, (i ** 2).dtype, (i ** 2.0).dtype, (2 ** i).dtype, (2.0 ** i).dtype, (i > f).dtype, (i % 2).dtype)
zero_dim = torch.tensor(2.5, dtype=torch.float64)
print((f + zero_dim).dtype, (i + zero_dim).dtype, (i + torch.tensor(1.5)).dtype, (f + torch.tensor(3)).dtype, (b + torch.tensor(1)).dtype)
print(torch.result_type(i, f), torch.promote_types(torch.int64, torch.float32), torch.result_type(i, 1.0), torch.can_cast(torch.float32, torch.int64))
print(torch.cat([i, f]).dtype, torch.where(b, i, torch.tensor([9, 9])).dtype, torch.stack([f, f]).dtype, i.sum().dtype, b.sum(), b.sum().dtype, (~b), -f)
