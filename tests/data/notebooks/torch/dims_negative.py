import torch

x = torch.arange(24.0).reshape(2, 3, 4)
for d in (-3, -2, -1, 0, 1, 2):
    print(d, x.size(d), x.sum(d).shape, x.mean(d).flatten()[:3], x.softmax(d).sum(d).flatten()[0], x.unsqueeze(d).shape)
print(x.transpose(-1, 0).shape, x.permute(-1, 0, 1).shape, x.flatten(-2).shape, torch.cat([x, x], -1).shape, torch.stack([x, x], -1).shape, x.split(2, -1)[0].shape, x.select(-1, -1), x[..., -2:].shape)
axes = [-(i + 1) for i in range(2)]
print(axes, x.mean(dim=axes), x.mean(dim=tuple(axes), keepdim=True).shape, (x ** 2).mean(dim=axes, keepdim=True))
for bad in (lambda: x.sum(3), lambda: x.mean(-4), lambda: x.transpose(0, 5), lambda: x.unsqueeze(7), lambda: torch.cat([x, x], 3), lambda: x.sum(dim=(0, 0)), lambda: x.permute(0, 1), lambda: x.size(9), lambda: x.softmax(4)):
    try:
        print(bad())
    except (IndexError, RuntimeError) as e:
        print(type(e).__name__, e)
