import torch

x = torch.arange(1.0, 7.0).reshape(2, 3)
flat = x.mean(dim=1)
kept = x.mean(dim=1, keepdim=True)
print(flat, flat.shape)
print(kept, kept.shape)
print(x - kept)
try:
    print(x - flat)
except RuntimeError as e:
    print("cannot:", e)
print(x - flat.unsqueeze(1), x - flat[:, None], x - flat.view(-1, 1), x - flat.reshape(2, 1), x.t() - flat)
square = torch.arange(4.0).reshape(2, 2)
print("silently wrong:", square - square.mean(dim=1), "right:", square - square.mean(dim=1, keepdim=True))
for reduce in (torch.sum, torch.mean, torch.var, torch.std, torch.prod, torch.amax):
    print(reduce.__name__, reduce(x, dim=0).shape, reduce(x, dim=0, keepdim=True).shape, reduce(x, dim=-1, keepdim=True))
y = torch.arange(24.0).reshape(2, 3, 4)
print(y.mean((1, 2)), y.mean((1, 2), keepdim=True).shape, y.mean((0, 2), keepdim=True), y.sum(dim=(-1, -2)), y.var(dim=(1, 2), unbiased=False), y.mean(1).shape, y.max(2, keepdim=True).values.shape)
