"""In the manner of llm.c: a LayerNorm with forward and backward of its own."""
import torch

eps = 1e-5


class LayerNorm:

    @staticmethod
    def forward(x, w, b):
        B, T, C = x.size()
        mean = x.sum(-1, keepdim=True) / C
        xshift = x - mean
        var = (xshift**2).sum(-1, keepdim=True) / C
        rstd = (var + eps) ** -0.5
        norm = xshift * rstd
        out = norm * w + b
        cache = (x, w, mean, rstd)
        return out, cache

    @staticmethod
    def backward(dout, cache):
        x, w, mean, rstd = cache
        norm = (x - mean) * rstd
        db = dout.sum((0, 1))
        dw = (dout * norm).sum((0, 1))
        dnorm = dout * w
        dx = dnorm - dnorm.mean(-1, keepdim=True) - norm * (dnorm * norm).mean(-1, keepdim=True)
        dx *= rstd
        return dx, dw, db


B, T, C = 2, 3, 4
torch.manual_seed(5)
x = torch.randn(B, T, C, requires_grad=True)
w = torch.randn(C, requires_grad=True)
b = torch.randn(C, requires_grad=True)
out, cache = LayerNorm.forward(x, w, b)
dout = torch.randn(B, T, C)
fakeloss = (out * dout).sum()
fakeloss.backward()
dx, dw, db = LayerNorm.backward(dout, cache)
print("dx error:", (x.grad - dx).abs().max().item() < 1e-6)
print("dw error:", (w.grad - dw).abs().max().item() < 1e-6)
print("db error:", (b.grad - db).abs().max().item() < 1e-6)
print(x.grad)
print(w.grad, b.grad)
print(fakeloss)
