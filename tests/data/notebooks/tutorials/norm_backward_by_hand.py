import torch
torch.manual_seed(0)
N = 5
x = torch.randn(3, N, requires_grad=True)
g = torch.ones(N, requires_grad=True); b = torch.zeros(N, requires_grad=True)
y = torch.nn.functional.layer_norm(x, (N,), g, b)
dy = torch.randn(3, N)
y.backward(dy)
with torch.no_grad():
    mu = x.mean(-1, keepdim=True); rs = (x.var(-1, unbiased=False, keepdim=True) + 1e-5).rsqrt()
    xh = (x - mu) * rs
    d = dy * g
    dx = rs * (d - d.mean(-1, keepdim=True) - xh * (d * xh).mean(-1, keepdim=True))
print(torch.allclose(dx, x.grad, atol=1e-6))
print((dy * xh).sum(0)); print(g.grad); print(b.grad, dy.sum(0))
