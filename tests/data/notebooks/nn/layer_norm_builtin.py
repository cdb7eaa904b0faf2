import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(123)
x = torch.randn(2, 3, 4)
norm = nn.LayerNorm(4)
print(norm, norm.weight, norm.bias, norm.eps, norm.normalized_shape)
y = norm(x)
print(y)
print(y.mean(-1), y.var(-1, unbiased=False), y.std(-1))
print(F.layer_norm(x, (4,)), F.layer_norm(x, [4], weight=torch.full((4,), 2.0), bias=torch.ones(4), eps=1e-3))
both = nn.LayerNorm([3, 4])
print(both, both(x).shape, both(x)[0].mean(), both.weight.shape)
plain = nn.LayerNorm(4, elementwise_affine=False)
print(plain, plain.weight, plain(x), len(list(plain.parameters())))
print(torch.allclose(plain(x), (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, unbiased=False, keepdim=True) + 1e-5), atol=1e-6))
print(nn.LayerNorm(x.shape[-1])(x).shape, nn.LayerNorm(x.size()[1:])(x).shape, F.layer_norm(torch.zeros(2, 3), (3,)), F.layer_norm(torch.tensor([[1.0, 2.0]]), (2,), eps=0.0))
with torch.no_grad():
    print(norm(x[0]), norm(torch.ones(4)))
try:
    norm(torch.zeros(2, 5))
except RuntimeError as e:
    print(e)
try:
    nn.LayerNorm((2, 4))(x)
except RuntimeError as e:
    print(e)
