import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(11)
class Attn(nn.Module):
    def __init__(s, d, h): super().__init__(); s.h = h; s.qkv = nn.Linear(d, 3 * d); s.o = nn.Linear(d, d); s.cache = None
    def forward(s, x, use_cache=False):
        B, T, C = x.shape
        q, k, v = s.qkv(x).chunk(3, -1)
        q, k, v = (t.view(B, T, s.h, -1).transpose(1, 2) for t in (q, k, v))
        if use_cache:
            if s.cache is not None: k, v = torch.cat([s.cache[0], k], 2), torch.cat([s.cache[1], v], 2)
            s.cache = (k, v)
        S = k.size(2)
        m = torch.ones(T, S, dtype=torch.bool).tril(diagonal=S - T)
        a = (q @ k.mT) * k.size(-1) ** -0.5
        a = a.masked_fill(m.logical_not(), float('-inf')).softmax(-1)
        return s.o((a @ v).transpose(1, 2).reshape(B, T, C))
a = Attn(16, 2)
x = torch.randn(1, 5, 16)
full = a(x)
outs = torch.cat([a(x[:, i:i + 1], True) for i in range(5)], 1)
torch.testing.assert_close(outs, full, atol=1e-6, rtol=1e-5)
print(full[0, -1])
print(a.cache[0].shape)
ids = torch.tensor([[1, 2, 3]])
emb = nn.Embedding(10, 16)
head = nn.Linear(16, 10, bias=False)
head.weight = emb.weight
print(head.weight is emb.weight, head.weight.data_ptr() == emb.weight.data_ptr())
@torch.no_grad()
def generate(ids, n):
    for _ in range(n):
        l = head(a(emb(ids)))[:, -1, :] / 0.8
        v, _ = torch.topk(l, 4)
        l[l < v[:, [-1]]] = -float('Inf')
        ids = torch.cat((ids, torch.multinomial(F.softmax(l, -1), 1)), 1)
    return ids
print(generate(ids, 6))
nn.init.normal_(emb.weight, 0, 0.02)
print(emb.weight.std())
mha = nn.MultiheadAttention(16, 2, batch_first=True)
mha.eval()
o, w = mha(x, x, x, attn_mask=torch.triu(torch.ones(5, 5), 1).bool())
print(o.shape, w[0])
