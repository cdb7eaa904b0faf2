import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
class Tiny(nn.Module):
    def __init__(s):
        super().__init__()
        s.e = nn.Embedding(6, 8); s.q = nn.Linear(8, 8); s.k = nn.Linear(8, 8); s.v = nn.Linear(8, 8); s.ln = nn.LayerNorm(8); s.o = nn.Linear(8, 6)
    def forward(s, i):
        x = s.e(i)
        a = F.softmax(s.q(x) @ s.k(x).transpose(1, 2) / 8 ** 0.5, -1)
        return s.o(s.ln(x + a @ s.v(x)))
m = Tiny(); opt = torch.optim.Adam(m.parameters(), 1e-2)
i = torch.randint(6, (4, 5)); t = i.flip(1)
for step in range(30):
    loss = F.cross_entropy(m(i).transpose(1, 2), t)
    opt.zero_grad(); loss.backward(); opt.step()
    if step % 10 == 9: print(step, f"{loss:.4f}")
