import torch
torch.manual_seed(0)
# sparse softmax variants
def sparsemax(z):
    zs, _ = torch.sort(z, dim=-1, descending=True); k = torch.arange(1, z.shape[-1] + 1, dtype=z.dtype); cs = zs.cumsum(-1); sup = 1 + k * zs > cs; kk = sup.sum(-1, keepdim=True); tau = (cs.gather(-1, kk - 1) - 1) / kk; return torch.clamp(z - tau, min=0)
z = torch.randn(3, 5); print(sparsemax(z), sparsemax(z).sum(-1), z.softmax(-1))
def hard_top_k(z, k): v, i = z.topk(k, -1); return torch.full_like(z, -torch.inf).scatter(-1, i, v).softmax(-1)
print(hard_top_k(z, 2), hard_top_k(z, 5).allclose(z.softmax(-1)))
def softmax_one(x, dim=-1): m = x.max(dim, keepdim=True)[0].clamp(min=0); e = (x - m).exp(); return e / (e.sum(dim, keepdim=True) + (-m).exp())
print(softmax_one(z), softmax_one(torch.full((3,), -50.)), softmax_one(z).sum(-1) < 1)
def log_softmax(x): return x - torch.logsumexp(x, -1, keepdim=True)
print(log_softmax(z) - z.log_softmax(-1) < 1e-6, torch.log_softmax(z, -1).exp().sum(-1))
def entmax15(z, it=30):
    z = z / 2; lo, hi = z.max(-1, keepdim=True)[0] - 1, z.max(-1, keepdim=True)[0] - z.shape[-1] ** -.5
    for _ in range(it): mid = (lo + hi) / 2; big = (z - mid).clamp(min=0).pow(2).sum(-1, keepdim=True) >= 1; lo, hi = torch.where(big, mid, lo), torch.where(big, hi, mid)
    p = (z - lo).clamp(min=0) ** 2; return p / p.sum(-1, keepdim=True)
print(entmax15(z))
def linear_attention(q, k, v, eps=1e-6): q, k = torch.nn.functional.elu(q) + 1, torch.nn.functional.elu(k) + 1; kv = torch.einsum('nld,nlm->ndm', k, v); zden = 1 / (torch.einsum('nld,nd->nl', q, k.sum(1)) + eps); return torch.einsum('nld,ndm,nl->nlm', q, kv, zden)
q, k, v = torch.randn(3, 2, 4, 3); print(linear_attention(q, k, v)); a = (torch.nn.functional.elu(q) + 1) @ (torch.nn.functional.elu(k) + 1).mT; print((a / a.sum(-1, keepdim=True)) @ v)
print(torch.nn.functional.gumbel_softmax(z, tau=.1, hard=True).sum(-1), z.softmax(-1).argmax(-1), z.softmax(0).sum(0), torch.softmax(z.double(), -1).dtype, torch.softmax(z, -1, dtype=torch.float64)[0])
T = torch.tensor([.1, 1., 10.])[:, None, None]; p = (z / T).softmax(-1); print(p, -(p * p.clamp_min(1e-12).log()).sum(-1)); print(torch.special.softmax(z, 0) if hasattr(torch, 'special') and False else '')
s, n = torch.tensor(0.), 0
for c in z.flatten().split(4): s = torch.logaddexp(s, c.logsumexp(0)) if n else c.logsumexp(0); n += len(c)
print(s, z.logsumexp((0, 1)), n); m = torch.tensor([[1, 1, 1, 0, 0], [1, 0, 0, 0, 0], [1, 1, 1, 1, 1]]).bool(); print(z.masked_fill(~m, float('-inf')).softmax(-1), (z.exp() * m / (z.exp() * m).sum(-1, keepdim=True))); b = z + (1.0 - m.float()) * -10000.0; print(b, b.softmax(-1)); print(z.masked_fill(torch.ones_like(m), -torch.inf).softmax(-1), z.masked_fill(torch.ones_like(m), -1e9).softmax(-1), torch.nan_to_num(z.masked_fill(torch.ones_like(m), -torch.inf).softmax(-1)))
