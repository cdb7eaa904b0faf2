# Training without autograd: manual gradients for a two-layer network
import torch
torch.manual_seed(42)
N, D_in, H, D_out = 16, 5, 8, 2
x = torch.randn(N, D_in); y = torch.randn(N, D_out)
w1 = torch.randn(D_in, H); w2 = torch.randn(H, D_out)
lr = 1e-3
for t in range(50):
    h = x.mm(w1); h_relu = h.clamp(min=0); y_pred = h_relu.mm(w2)
    loss = (y_pred - y).pow(2).sum().item()
    if t % 10 == 9: print(t, loss)
    grad_y_pred = 2.0 * (y_pred - y)
    grad_w2 = h_relu.t().mm(grad_y_pred)
    grad_h_relu = grad_y_pred.mm(w2.t())
    grad_h = grad_h_relu.clone(); grad_h[h < 0] = 0
    grad_w1 = x.t().mm(grad_h)
    w1 -= lr * grad_w1; w2 -= lr * grad_w2
print(w1[0], w2[0], grad_w1.norm(), grad_w2.norm())
# logistic regression
X = torch.cat([torch.randn(20, 2) + 2, torch.randn(20, 2) - 2]); Y = torch.cat([torch.ones(20), torch.zeros(20)])
w, b = torch.zeros(2), torch.zeros(1)
for epoch in range(100):
    p = torch.sigmoid(X @ w + b); g = p - Y; w -= 0.1 * (X.T @ g) / len(Y); b -= 0.1 * g.mean()
acc = ((torch.sigmoid(X @ w + b) > 0.5) == Y.bool()).float().mean()
print(f"w={w.tolist()}, b={b.item():.4f}, acc={acc:.2%}", -(Y * p.log() + (1 - Y) * (1 - p).log()).mean())
# linear regression with normal equations by Gauss elimination
A = torch.stack([torch.ones(10), torch.arange(10.)], 1); tgt = 3 * torch.arange(10.) + 1 + torch.randn(10) * .1
G, r = A.T @ A, A.T @ tgt; det = G[0, 0] * G[1, 1] - G[0, 1] * G[1, 0]; inv = torch.tensor([[G[1, 1], -G[0, 1]], [-G[1, 0], G[0, 0]]]) / det; print(inv @ r, inv, det)
# momentum, rmsprop, adam on a quadratic
def adam(steps, lr=.1, b1=.9, b2=.999, eps=1e-8):
    p = torch.tensor([5., -3.]); m = torch.zeros(2); v = torch.zeros(2)
    for t in range(1, steps + 1):
        g = torch.tensor([2., 20.]) * p; m = b1 * m + (1 - b1) * g; v = b2 * v + (1 - b2) * g * g
        p = p - lr * (m / (1 - b1 ** t)) / ((v / (1 - b2 ** t)).sqrt() + eps)
    return p
for s in (1, 10, 100): print(s, adam(s))
p = torch.tensor([5., -3.]); vel = torch.zeros_like(p)
for _ in range(30): vel.mul_(.9).add_(torch.tensor([2., 20.]) * p, alpha=-.01); p.add_(vel)
print(p, vel)
def layernorm_backward(dy, x, g, eps=1e-5):
    mu, var = x.mean(-1, keepdim=True), x.var(-1, unbiased=False, keepdim=True); xhat = (x - mu) / (var + eps).sqrt(); dxhat = dy * g
    return (dxhat - dxhat.mean(-1, keepdim=True) - xhat * (dxhat * xhat).mean(-1, keepdim=True)) / (var + eps).sqrt(), (dy * xhat).sum(0), dy.sum(0)
dx, dg, db = layernorm_backward(torch.randn(3, 4), torch.randn(3, 4), torch.ones(4)); print(dx, dg, db, dx.sum(-1).abs().max() < 1e-5)
gn = torch.sqrt(sum((g ** 2).sum() for g in (dx, dg))); print(gn, [g * min(1., 1. / gn) for g in (dg,)])
lrs = [512 ** -.5 * min(s ** -.5, s * 4000 ** -1.5) for s in (1, 100, 4000, 8000)]; print([f'{v:.3e}' for v in lrs], torch.tensor(lrs))
