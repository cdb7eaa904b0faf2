# backward pass of layernorm, by formulas and by finite differences (float64, no autograd)
import torch

torch.manual_seed(0)
B, T, C = 2, 3, 4
x = torch.randn(B, T, C, dtype=torch.float64)
w = torch.randn(C, dtype=torch.float64)
b = torch.randn(C, dtype=torch.float64)
dout = torch.randn(B, T, C, dtype=torch.float64)
eps = 1e-5


def forward(x, w, b):
    mean = x.sum(-1, keepdim=True) / C
    xshift = x - mean
    var = (xshift ** 2).sum(-1, keepdim=True) / C
    rstd = (var + eps) ** -0.5
    norm = xshift * rstd
    return norm * w + b, (x, w, mean, rstd)


def backward(dout, cache):
    x, w, mean, rstd = cache
    norm = (x - mean) * rstd
    db = dout.sum((0, 1))
    dw = (dout * norm).sum((0, 1))
    dnorm = dout * w
    dx = dnorm - dnorm.mean(-1, keepdim=True) - norm * (dnorm * norm).mean(-1, keepdim=True)
    dx *= rstd
    return dx, dw, db


def numeric(f, t, h=1e-6):
    g = torch.zeros_like(t)
    flat, gf = t.view(-1), g.view(-1)
    for i in range(flat.numel()):
        old = flat[i].item()
        flat[i] = old + h
        hi = f()
        flat[i] = old - h
        lo = f()
        flat[i] = old
        gf[i] = (hi - lo) / (2 * h)
    return g


out, cache = forward(x, w, b)
dx, dw, db = backward(dout, cache)
loss = lambda: (forward(x, w, b)[0] * dout).sum().item()
for name, t, g in (("dx", x, dx), ("dw", w, dw), ("db", b, db)):
    n = numeric(loss, t)
    print(name, "max error below 1e-7:", (n - g).abs().max().item() < 1e-7, tuple(g.shape), "%.6f" % g.sum().item())
print(dw, db, sep="\n")
