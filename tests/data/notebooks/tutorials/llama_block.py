import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__(); self.eps = eps; self.weight = nn.Parameter(torch.ones(dim))
    def forward(self, x): return self.weight * (x * torch.rsqrt((x * x).mean(-1, keepdim=True) + self.eps))
class Attn(nn.Module):
    def __init__(self, d, h, kv):
        super().__init__(); self.h, self.kv, self.hd = h, kv, d // h
        self.wq = nn.Linear(d, h * self.hd, bias=False); self.wk = nn.Linear(d, kv * self.hd, bias=False); self.wv = nn.Linear(d, kv * self.hd, bias=False); self.wo = nn.Linear(d, d, bias=False)
    def forward(self, x):
        B, T, D = x.shape
        q = self.wq(x).view(B, T, self.h, self.hd).transpose(1, 2)
        k = self.wk(x).view(B, T, self.kv, self.hd).transpose(1, 2).repeat_interleave(self.h // self.kv, 1)
        v = self.wv(x).view(B, T, self.kv, self.hd).transpose(1, 2).repeat_interleave(self.h // self.kv, 1)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.wo(y.transpose(1, 2).reshape(B, T, D))
class Block(nn.Module):
    def __init__(self, d):
        super().__init__(); self.n1, self.n2, self.a = RMSNorm(d), RMSNorm(d), Attn(d, 4, 2)
        self.w1, self.w2, self.w3 = nn.Linear(d, 2 * d, bias=False), nn.Linear(2 * d, d, bias=False), nn.Linear(d, 2 * d, bias=False)
    def forward(self, x):
        x = x + self.a(self.n1(x)); h = self.n2(x)
        return x + self.w2(F.silu(self.w1(h)) * self.w3(h))
b = Block(8); y = b(torch.randn(1, 3, 8)); print(y); print(b)
loss = y.pow(2).mean(); loss.backward(); print(loss)
for n, p in b.named_parameters(): print(n, f"{p.grad.norm():.4f}")
