import torch, math
def sinusoidal(T, d):
    pos = torch.arange(T).unsqueeze(1)
    div = torch.exp(torch.arange(0, d, 2) * (-math.log(10000.0) / d))
    pe = torch.zeros(T, d)
    pe[:, 0::2] = torch.sin(pos * div)
    pe[:, 1::2] = torch.cos(pos * div)
    return pe
pe = sinusoidal(6, 8)
print(pe)
print(pe.norm(dim=-1), (pe @ pe.T))
print(pe.half())
print(pe.bfloat16()[-1])
def rope(x, base=10000.):
    T, d = x.shape[-2:]
    inv = 1.0 / (base ** (torch.arange(0, d, 2).float() / d))
    f = torch.outer(torch.arange(T).float(), inv)
    cos, sin = f.cos().repeat(1, 2), f.sin().repeat(1, 2)
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat((-b, a), -1) * sin
torch.manual_seed(0)
x = torch.randn(2, 4, 8)
r = rope(x)
print(r)
print(torch.allclose(r.norm(dim=-1), x.norm(dim=-1), atol=1e-6))
print(rope(x.bfloat16()).dtype)
def alibi(n): s = torch.tensor([2 ** (-8 * (i + 1) / n) for i in range(n)]); rel = torch.arange(4)[None, :] - torch.arange(4)[:, None]; return s[:, None, None] * rel.clamp(max=0)
print(alibi(4))
print(torch.logspace(0, -4, 5), torch.logspace(0, 3, 4, base=2))
emb = torch.nn.Embedding(6, 4)
print(emb(torch.arange(3)).shape, emb.weight.dtype)
rel = torch.arange(5)[:, None] - torch.arange(5)[None]
print(rel, rel.clamp(-2, 2) + 2)
print(torch.linspace(0, 1, 5).double() ** 2)
