# Weight norm and spectral norm as forward() computes them.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
v, g, x = torch.randn(2, 3), torch.rand(2, 1), torch.randn(4, 3)
lengths = (v * v).sum(1, keepdim=True).sqrt()
weight = g * v / lengths
y = torch.tanh(F.linear(x, weight))
print(weight.shape, y.shape, torch.allclose(weight.norm(dim=1, keepdim=True), g))

u = torch.ones(2)
for _ in range(30):
    w = F.normalize(v.t() @ u, dim=0)
    u = F.normalize(v @ w, dim=0)
sigma = u @ v @ w
scaled = v / sigma
z = torch.sigmoid(F.linear(x, scaled))
print(scaled.shape, z.min() > 0, torch.allclose((v @ w).norm(), sigma), torch.allclose((scaled @ w).norm(), torch.ones(())))
