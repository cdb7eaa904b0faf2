import torch, torch.nn as nn, torch.nn.functional as F, math
torch.manual_seed(1)
text = "layer norm and softmax"
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
ids = torch.tensor([stoi[c] for c in text])
V, C, T = len(chars), 16, 8
class GPT(nn.Module):
    def __init__(s):
        super().__init__()
        s.tok = nn.Embedding(V, C)
        s.pos = nn.Parameter(torch.zeros(1, T, C))
        s.ln = nn.LayerNorm(C)
        s.k, s.q, s.v = (nn.Linear(C, C, bias=False) for _ in range(3))
        s.ff = nn.Sequential(nn.Linear(C, 4 * C), nn.ReLU(), nn.Linear(4 * C, C))
        s.head = nn.Linear(C, V)
        s.register_buffer('tril', torch.tril(torch.ones(T, T)))
        s.apply(s._init)
    def _init(s, m):
        if isinstance(m, (nn.Linear, nn.Embedding)): nn.init.normal_(m.weight, mean=0.0, std=0.02)
        if isinstance(m, nn.Linear) and m.bias is not None: nn.init.zeros_(m.bias)
    def forward(s, i, targets=None):
        B, L = i.shape
        x = s.tok(i) + s.pos[:, :L]
        h = s.ln(x)
        w = s.q(h) @ s.k(h).transpose(-2, -1) * C ** -0.5
        w = w.masked_fill(s.tril[:L, :L] == 0, float('-inf'))
        w = F.softmax(w, dim=-1)
        x = x + w @ s.v(h)
        x = x + s.ff(s.ln(x))
        logits = s.head(x)
        loss = None if targets is None else F.cross_entropy(logits.view(-1, V), targets.view(-1))
        return logits, loss
m = GPT()
xb, yb = ids[:8][None], ids[1:9][None]
logits, loss = m(xb, yb)
print(logits.shape, loss, math.log(V))
print(logits[0, 0])
print(sum(p.numel() for p in m.parameters()))
b = GPT()
b.load_state_dict(m.state_dict())
b.bfloat16()
lb, lossb = b(xb, yb)
print(lb.dtype, lossb.dtype, lb[0, 0, :4])
print(b.tok.weight[0], b.tril.dtype, b.state_dict()['pos'].dtype)
out = ids[:1][None]
for _ in range(10): l, _ = m(out[:, -T:]); out = torch.cat([out, torch.multinomial(F.softmax(l[:, -1], -1), 1)], 1)
print(''.join(chars[i] for i in out[0].tolist()))
sd = {k: v.half() for k, v in m.state_dict().items()}
print({k: str(v.dtype) for k, v in list(sd.items())[:3]})
m.load_state_dict(sd)
print(m.head.weight.dtype, (m(xb)[0] - logits).abs().max() < 1e-3)
print(torch.equal(m.head.weight.half(), sd['head.weight']))
