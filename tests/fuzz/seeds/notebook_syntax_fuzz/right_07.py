class A:
    a = 1
    b = [a for _ in range(3)]
    class B:
        pass
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, shape, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(shape))
        self.beta = nn.Parameter(torch.zeros(shape))
        self.eps = eps

    def forward(self, x):
        dims = [-(i + 1) for i in range(len(self.gamma.shape))]
        mean = x.mean(dim=dims, keepdim=True)
        var = ((x - mean) ** 2).mean(dim=dims, keepdim=True)
        y = (x - mean) / (var + self.eps).sqrt()
        return self.gamma * y + self.beta


if __name__ == '__main__':
    torch.manual_seed(123)
    x = torch.rand(2, 5)
    print(f"{LayerNorm(5)(x)}")
def f(a, b):
    return a \
        + b
if a and \
   b:
    c
