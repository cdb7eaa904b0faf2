import torch

x = torch.arange(6.0).reshape(3, 2)
for row in x:
    print(row, row.shape)
print(sum(x), sum(x[0]), sum(x.flatten()), max(x[1]), min(x[:, 0]), list(x[0]), [v.item() for v in x[2]])
for i, (a, b) in enumerate(x):
    print(i, a, b, a + b)
for a, b in zip(x, x.flip(0)):
    print((a * b).sum())
first, *rest = x
print(first, len(rest), len(x), reversed(x), [r.sum().item() for r in x])
print(sum(sum(r) for r in x), sorted(x[:, 1], reverse=True), list(map(lambda r: r.mean().item(), x)), 3.0 in x, 99 in x, [bool(v > 2) for v in x.flatten()])
total = 0
for v in torch.tensor([1, 2, 3]):
    total += v
print(total, type(total))
try:
    for v in torch.tensor(5):
        print(v)
except TypeError as e:
    print(e)
a, b, c = torch.tensor([7, 8, 9])
print(a, b + c, {i: v for i, v in enumerate(torch.tensor([1.5]))})
