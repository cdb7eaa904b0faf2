"""Copies of transposed matrices, whole and in part, on both sides of a square of 64."""
import torch

torch.manual_seed(9)
for rows, columns in ((1, 5), (5, 1), (63, 65), (64, 64), (65, 130), (200, 3), (3, 200), (0, 4)):
    x = torch.arange(rows * columns).view(rows, columns)
    by_columns = [x[:, j] for j in range(columns)]
    for dtype in (torch.int64, torch.float32, torch.float64, torch.float16, torch.uint8, torch.bool):
        y = (x % 251).to(dtype)
        copy = y.t().contiguous()
        other = torch.stack([(column % 251).to(dtype) for column in by_columns])
        print(rows, columns, dtype, copy.shape, copy.stride(), torch.equal(copy, other))

x = torch.randn(150, 140)
part = x[7:140, 66:139].t()
print(torch.equal(part.contiguous(), torch.stack([x[7:140, j] for j in range(66, 139)])), part.stride())
target = torch.zeros(140, 150)
target.copy_(x.t())
print(torch.equal(target.t(), x), target[100, :3], x[:3, 100])
target[:100, :70] = x[:70, :100].t()
print(target[99, 68:72], target[100, 68:72])
square = torch.randn(100, 100)
before = square.clone()
square.copy_(before.t())
print(torch.equal(square, before.t().contiguous()))
print(torch.equal(x.t().clone(), x.t()), x.t().reshape(-1)[:3], x.t().flatten()[-3:], x.t().double().stride())
print((x @ x.t())[:2, :3], (x.t() @ x)[70, 70])
