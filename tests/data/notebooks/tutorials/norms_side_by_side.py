# One input, every normalization, by hand and built in.
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(1234)
B, T, C = 2, 3, 4
x = torch.randn(B, T, C)
class MyLayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(dim))
        self.beta = nn.Parameter(torch.zeros(dim))
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) + self.beta
    def extra_repr(self):
        return f"dim={self.gamma.numel()}, eps={self.eps}"
mine, theirs = MyLayerNorm(C), nn.LayerNorm(C)
print(mine, theirs)
a, b = mine(x), theirs(x)
print(a); print(b)
print('max diff', (a - b).abs().max().item() < 1e-6, torch.allclose(a, b, atol=1e-6))
print('means', b.mean(-1)); print('vars', b.var(-1, unbiased=False)); print('unbiased', b.var(-1))
for shape in [(4,), (3, 4), (2, 3, 4)]:
    ln = nn.LayerNorm(shape); y = ln(x); dims = tuple(range(-len(shape), 0))
    print(shape, ln.weight.shape, y.mean(dims).detach().abs().max() < 1e-6, y.var(dims, unbiased=False).detach())
print(F.layer_norm(x, (C,))[0, 0], F.layer_norm(x, [C], weight=torch.full((C,), 2.0))[0, 0], F.layer_norm(x, (C,), bias=torch.ones(C))[0, 0], F.layer_norm(x, x.shape[-1:], eps=1.0)[0, 0])
rms = x / torch.sqrt((x ** 2).mean(-1, keepdim=True) + 1e-8); print(rms.pow(2).mean(-1))
bn = nn.BatchNorm1d(C); y = bn(x.reshape(-1, C)); print(y.mean(0).detach().abs().max() < 1e-6, y.var(0, unbiased=False), bn.running_mean, bn.running_var)
z = x.transpose(1, 2); print(nn.BatchNorm1d(C)(z)[0], nn.InstanceNorm1d(C)(z)[0], nn.GroupNorm(2, C)(z)[0], nn.GroupNorm(C, C)(z)[0], nn.GroupNorm(1, C)(z)[0])
const = torch.full((2, 4), 3.0); print(theirs(const), mine(const), nn.LayerNorm(4, eps=0.)(const))
big = torch.tensor([[1e4, 1e4 + 1, 1e4 + 2, 1e4 + 3]]); print(theirs(big), mine(big)); naive = (big ** 2).mean(-1) - big.mean(-1) ** 2; print(naive, big.var(-1, unbiased=False))
print(theirs(x * 100), theirs(x + 5) - theirs(x)); print(theirs.weight.grad, theirs.bias, theirs.state_dict())
with torch.no_grad():
    theirs.weight.copy_(torch.arange(4.)); theirs.bias.fill_(-1); print(theirs(x)[0])
print(nn.LayerNorm(C, elementwise_affine=False), list(nn.LayerNorm(C, elementwise_affine=False).parameters()), nn.LayerNorm(C, eps=1e-12))
