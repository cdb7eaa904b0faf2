from typing import Optional, Tuple, List
import torch
from torch import nn, Tensor
import torch.nn.functional as F
from functools import partial
from collections import OrderedDict
def exists(v): return v is not None
def default(v, d): return v if exists(v) else d
class PreNorm(nn.Module):
    def __init__(self, dim, fn): super().__init__(); self.norm = nn.LayerNorm(dim); self.fn = fn
    def forward(self, x, **kw): return self.fn(self.norm(x), **kw)
class FeedForward(nn.Module):
    def __init__(self, dim, mult=2, dropout=0.): super().__init__(); self.net = nn.Sequential(nn.Linear(dim, dim * mult), nn.GELU(), nn.Dropout(dropout), nn.Linear(dim * mult, dim))
    def forward(self, x): return self.net(x)
class Attention(nn.Module):
    def __init__(self, dim: int, heads: int = 2, dim_head: int = 4, context_dim: Optional[int] = None):
        super().__init__(); inner = dim_head * heads; self.heads, self.scale = heads, dim_head ** -0.5; context_dim = default(context_dim, dim)
        self.to_q = nn.Linear(dim, inner, bias=False); self.to_kv = nn.Linear(context_dim, inner * 2, bias=False); self.to_out = nn.Linear(inner, dim)
    def forward(self, x: Tensor, context: Optional[Tensor] = None, mask: Optional[Tensor] = None) -> Tensor:
        b, n, _, h = *x.shape, self.heads; context = default(context, x); q = self.to_q(x); k, v = self.to_kv(context).chunk(2, dim=-1)
        q, k, v = map(lambda t: t.reshape(b, -1, h, t.shape[-1] // h).transpose(1, 2), (q, k, v))
        dots = torch.einsum('b h i d, b h j d -> b h i j', q, k) * self.scale
        if exists(mask): dots = dots.masked_fill(~mask[:, None, None, :], -torch.finfo(dots.dtype).max)
        attn = dots.softmax(dim=-1); out = torch.einsum('b h i j, b h j d -> b h i d', attn, v); return self.to_out(out.transpose(1, 2).flatten(2))
class Transformer(nn.Module):
    def __init__(self, dim, depth, norm_layer=partial(nn.LayerNorm, eps=1e-6)):
        super().__init__(); self.layers = nn.ModuleList([])
        for _ in range(depth): self.layers.append(nn.ModuleList([PreNorm(dim, Attention(dim)), PreNorm(dim, FeedForward(dim))]))
        self.final = norm_layer(dim); self.head = nn.Sequential(OrderedDict(pool=nn.AdaptiveAvgPool1d(1), flat=nn.Flatten(), fc=nn.Linear(dim, 2)))
    def forward(self, x, mask=None) -> Tuple[Tensor, List[Tensor]]:
        kept = []
        for attn, ff in self.layers: x = attn(x, mask=mask) + x; x = ff(x) + x; kept.append(x)
        x = self.final(x); return self.head(x.transpose(1, 2)), kept
torch.manual_seed(42); t = Transformer(8, 2).eval(); x = torch.randn(2, 5, 8); mask = torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]).bool()
with torch.inference_mode(): y, kept = t(x, mask)
print(y, [k.shape for k in kept], kept[-1][0, 0]); print(t); print(t.layers[0][0].fn.to_kv, t.final.eps, t.head.fc.weight.shape)
lat = nn.Parameter(torch.randn(3, 8)); ca = Attention(8, context_dim=8); print(ca(lat.unsqueeze(0).repeat(2, 1, 1), context=x).shape, ca(lat[None].expand(2, -1, -1), context=x, mask=mask)[0])
params = {k: v.numel() for k, v in t.named_parameters()}; print(sum(params.values()), max(params, key=params.get), list(params.items())[:3])
