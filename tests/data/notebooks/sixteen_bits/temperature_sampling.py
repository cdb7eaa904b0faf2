import torch, torch.nn.functional as F
torch.manual_seed(7)
logits = torch.tensor([2.0, 1.0, 0.1, -1.0])
for T in (0.1, 0.5, 1.0, 2.0, 10.0):
    p = F.softmax(logits / T, dim=-1)
    H = -(p * p.log()).sum()
    print(f"T={T:<4} p={[round(v, 4) for v in p.tolist()]} H={H:.4f} max={p.max().item():.4f}")
def top_k(l, k): v, _ = torch.topk(l, k); return torch.where(l < v[..., -1:], torch.full_like(l, -float('inf')), l)
def top_p(l, p):
    s, i = torch.sort(l, descending=True)
    c = torch.cumsum(F.softmax(s, -1), -1)
    rm = c > p
    rm[..., 1:] = rm[..., :-1].clone()
    rm[..., 0] = 0
    return l.masked_fill(rm.scatter(-1, i, rm), -float('inf'))
print(top_k(logits, 2), top_p(logits, 0.8))
print(torch.multinomial(F.softmax(top_k(logits, 3), -1), 10, replacement=True))
counts = torch.bincount(torch.multinomial(F.softmax(logits, -1), 1000, replacement=True), minlength=4)
print(counts, counts / counts.sum())
gumbel = -torch.log(-torch.log(torch.rand(5, 4)))
print((logits + gumbel).argmax(-1))
print(F.gumbel_softmax(logits, tau=0.5))
print(F.gumbel_softmax(logits.repeat(3, 1), hard=True))
b = logits.bfloat16()
print(F.softmax(b / 0.7, -1), b / 0.7, (b / 0.7).dtype)
