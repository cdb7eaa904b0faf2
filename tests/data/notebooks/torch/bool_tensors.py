import torch

b = torch.tensor([True, False, True])
c = torch.tensor([True, True, False])
print(b & c, b | c, b ^ c, ~b, b.sum(), b.float().mean(), b.any(), b.all(), b == c, b.long(), b + c, b * 2, b.to(torch.float32))
x = torch.tensor([1.0, 5.0, 3.0])
print(x[b], x[~b], x * b, (x > 2) & b, (x > 2).nonzero().squeeze(1), (x > 2).tolist(), torch.where(b, x, torch.tensor(-1.0)), b.nonzero())
print((x > 2).sum().item(), ((x > 2) == b).all(), torch.tensor([0, 1, 2]).bool(), torch.ones(2, dtype=torch.bool), torch.zeros(2, 2).bool(), (x != x).any())
count = 0
for flag in b:
    if flag:
        count += 1
print(count, bool(b[0]), b[0] and c[0], b[1] or c[1], not b[1], b.tolist(), [v.item() for v in c], b.dtype)
try:
    if b:
        print("ambiguous")
except RuntimeError as e:
    print(e)
try:
    -b
except RuntimeError as e:
    print(e)
try:
    b - c
except RuntimeError as e:
    print(e)
