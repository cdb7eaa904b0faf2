# Mixtures of experts, grouped attention with a cache, quantized weights.
import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(11)
class SwiGLU(nn.Module):
    def __init__(self, d, h):
        super().__init__(); self.w1, self.w2, self.w3 = nn.Linear(d, h, bias=False), nn.Linear(h, d, bias=False), nn.Linear(d, h, bias=False)
    def forward(self, x): return self.w2(F.silu(self.w1(x)) * self.w3(x))
class GEGLU(nn.Module):
    def __init__(self, d, h): super().__init__(); self.p = nn.Linear(d, 2 * h); self.o = nn.Linear(h, d)
    def forward(self, x): a, g = self.p(x).chunk(2, dim=-1); return self.o(a * F.gelu(g))
class MoE(nn.Module):
    def __init__(self, d, n, k=2):
        super().__init__(); self.gate = nn.Linear(d, n, bias=False); self.experts = nn.ModuleList([SwiGLU(d, 2 * d) for _ in range(n)]); self.k = k
    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1]); w, sel = torch.topk(self.gate(flat), self.k); w = F.softmax(w, dim=1, dtype=torch.float).to(x.dtype); out = torch.zeros_like(flat)
        for i, e in enumerate(self.experts):
            b, nth = torch.where(sel == i)
            out[b] += w[b, nth, None] * e(flat[b])
        return out.view_as(x), sel
x = torch.randn(2, 3, 4)
print(SwiGLU(4, 8)(x).shape, GEGLU(4, 6)(x)[0, 0]); moe = MoE(4, 3)
with torch.no_grad(): y, sel = moe(x)
print(y, sel, torch.bincount(sel.flatten(), minlength=3)); print(moe)
class GQA(nn.Module):
    def __init__(self, d, h, kv):
        super().__init__(); self.h, self.kv, self.dh = h, kv, d // h; self.q = nn.Linear(d, d, bias=False); self.k = nn.Linear(d, kv * self.dh, bias=False); self.v = nn.Linear(d, kv * self.dh, bias=False)
    def forward(self, x, cache=None):
        B, T, D = x.shape; q = self.q(x).view(B, T, self.h, self.dh).transpose(1, 2); k = self.k(x).view(B, T, self.kv, self.dh).transpose(1, 2); v = self.v(x).view(B, T, self.kv, self.dh).transpose(1, 2)
        if cache is not None: k, v = torch.cat([cache[0], k], 2), torch.cat([cache[1], v], 2)
        kk, vv = k.repeat_interleave(self.h // self.kv, dim=1), v.repeat_interleave(self.h // self.kv, 1)
        S = kk.shape[2]; m = torch.ones(T, S, dtype=torch.bool).tril(S - T); a = (q @ kk.mT / self.dh ** .5).masked_fill(~m, -torch.inf).softmax(-1)
        return (a @ vv).transpose(1, 2).reshape(B, T, D), (k, v), a
att = GQA(4, 4, 2); full, _, a = att(x); print(full[0], a[0, 0])
o1, c, _ = att(x[:, :2]); o2, c, _ = att(x[:, 2:], c); print(torch.allclose(torch.cat([o1, o2], 1), full, atol=1e-6), c[0].shape)
lin = nn.Linear(4, 4); A, Bm = torch.randn(2, 4) * .1, torch.zeros(4, 2); print(torch.equal(lin(x) + x @ A.T @ Bm.T, lin(x)), (lin.weight + Bm @ A == lin.weight).all())
s = torch.tensor([3., 1.]); q8 = torch.round(lin.weight.detach() / lin.weight.abs().max() * 127).clamp(-128, 127); print(q8, (q8 * lin.weight.abs().max() / 127 - lin.weight).abs().max() < .01)
xn = F.normalize(x[0], dim=-1); sim = xn @ xn.T; print(sim, F.cross_entropy(sim / .07, torch.arange(3)), sim.fill_diagonal_(-1).argmax(1))
w = nn.Linear(3, 2, bias=False).weight; v, gm = w / w.norm(dim=1, keepdim=True), w.norm(dim=1); print(v.norm(dim=1), gm); u = torch.ones(2)
for _ in range(20): vv = F.normalize(w.T @ u, dim=0); u = F.normalize(w @ vv, dim=0)
print((u @ w @ vv).item() > 0, w.norm() >= u @ w @ vv)
