# Which values share a mean: of a batch, of a layer, of an instance, of a group.
import torch
from torch import nn

torch.manual_seed(21)
x = torch.randn(2, 4, 3)
print(x)


def normalize(t, dims, eps=1e-5):
    mean = t.mean(dim=dims, keepdim=True)
    var = t.var(dim=dims, unbiased=False, keepdim=True)
    return (t - mean) / torch.sqrt(var + eps), mean, var


kinds = {"batch": (0, 2), "layer": (1, 2), "instance": (2,), "features": (-1,)}
for name, dims in kinds.items():
    y, mean, var = normalize(x, dims)
    print(f"== {name} over {dims}: statistics of shape {tuple(mean.shape)}")
    print(mean.flatten())
    print(var.flatten())
    print(y)


def group_norm(t, groups):
    b, c, n = t.shape
    y, mean, _ = normalize(t.reshape(b, groups, c // groups, n), (2, 3))
    return y.reshape(b, c, n), mean.flatten()


for groups in (1, 2, 4):
    y, mean = group_norm(x, groups)
    print(groups, mean, y.std(unbiased=False))
as_layer = normalize(x, (1, 2))[0]
as_instance = normalize(x, (2,))[0]
print("one group is layer norm:", torch.allclose(group_norm(x, 1)[0], as_layer))
print("a group a channel is instance norm:", torch.allclose(group_norm(x, 4)[0], as_instance))
print("as the built-in:", torch.allclose(nn.LayerNorm([4, 3])(x), as_layer, atol=1e-6))


class RunningNorm:
    """Batch statistics while training, running ones afterwards."""

    def __init__(self, channels, momentum=0.1):
        self.mean = torch.zeros(channels)
        self.var = torch.ones(channels)
        self.momentum = momentum
        self.training = True

    def __call__(self, t):
        if self.training:
            mean, var = t.mean(0), t.var(0, unbiased=False)
            n = t.shape[0]
            self.mean = (1 - self.momentum) * self.mean + self.momentum * mean
            self.var = (1 - self.momentum) * self.var + self.momentum * var * n / (n - 1)
        else:
            mean, var = self.mean, self.var
        return (t - mean) / torch.sqrt(var + 1e-5)


norm = RunningNorm(3)
for step in range(5):
    out = norm(torch.randn(16, 3) * 2 + 1)
    print(step, norm.mean, norm.var)
norm.training = False
print(norm(torch.ones(1, 3)), norm(torch.zeros(2, 3)))
print("a batch of one:", normalize(torch.randn(1, 3), (0,))[0])
