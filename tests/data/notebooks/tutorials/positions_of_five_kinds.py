# Positions as sinusoids, rotations, distances, buckets and parameters.
import torch, math
import torch.nn as nn
def get_sinusoid(n_position, d_hid):
    def get_position_angle_vec(position):
        return [position / math.pow(10000, 2 * (hid_j // 2) / d_hid) for hid_j in range(d_hid)]
    table = torch.tensor([get_position_angle_vec(p) for p in range(n_position)])
    table[:, 0::2] = torch.sin(table[:, 0::2]); table[:, 1::2] = torch.cos(table[:, 1::2])
    return table
t = get_sinusoid(6, 8); print(t, t.dtype)
pos = torch.arange(6)[:, None]; i = torch.arange(0, 8, 2)[None]; ang = pos / 10000 ** (i / 8); pe = torch.zeros(6, 8); pe[:, ::2], pe[:, 1::2] = ang.sin(), ang.cos(); print(pe, torch.allclose(t, pe, atol=1e-6))
print((pe @ pe.T).diagonal(), pe @ pe.T, torch.cdist(pe, pe)[0])
class RotaryEmbedding(nn.Module):
    def __init__(self, dim, base=10000):
        super().__init__()
        inv_freq = 1. / (base ** (torch.arange(0, dim, 2).float() / dim))
        self.register_buffer('inv_freq', inv_freq)
        self.seq_len_cached = None
        self.cos_cached = None
    def forward(self, x, seq_dim=1):
        seq_len = x.shape[seq_dim]
        if seq_len != self.seq_len_cached:
            self.seq_len_cached = seq_len
            t = torch.arange(x.shape[seq_dim], device=x.device).type_as(self.inv_freq)
            freqs = torch.einsum('i,j->ij', t, self.inv_freq)
            emb = torch.cat((freqs, freqs), dim=-1).to(x.device)
            self.cos_cached = emb.cos()[:, None, None, :]
            self.sin_cached = emb.sin()[:, None, None, :]
        return self.cos_cached, self.sin_cached
rope = RotaryEmbedding(4); q = torch.arange(24.).view(1, 3, 2, 4); c, s = rope(q); print(rope.inv_freq, c.squeeze(), s.squeeze(), rope)
def rot(x): x1, x2 = x[..., :2], x[..., 2:]; return torch.cat([-x2, x1], -1)
o = q.transpose(0, 1) * c + rot(q.transpose(0, 1)) * s; print(o.transpose(0, 1)); print(o.norm(dim=-1).squeeze(), q.norm(dim=-1))
rel = nn.Embedding(2 * 3 + 1, 2); torch.manual_seed(0); nn.init.normal_(rel.weight, std=.02); r = torch.arange(4); d = (r[None] - r[:, None]).clamp(-3, 3) + 3; print(d, rel(d).shape, rel(d)[0, 1], rel.weight[4])
lp = nn.Parameter(torch.zeros(1, 5, 4)); nn.init.trunc_normal_(lp, std=.02); print(lp.shape, lp.abs().max() < 0.1)
def bucket(rp, n=8, m=16):
    ret = 0; num = n // 2; ret += (rp > 0).to(torch.long) * num; rp = torch.abs(rp); ex = num // 2; small = rp < ex
    large = ex + (torch.log(rp.float() / ex) / math.log(m / ex) * (num - ex)).to(torch.long)
    large = torch.min(large, torch.full_like(large, num - 1)); ret += torch.where(small, rp, large); return ret
print(bucket(torch.arange(-8, 9)))
freq = torch.logspace(0, -1, 4); print(freq, torch.outer(torch.arange(3.), freq), torch.outer(torch.arange(3.), freq).sin().abs().mean(0))
