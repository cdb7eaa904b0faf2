import math
import torch
import torch.nn as nn
import torch.nn.functional as F
from dataclasses import dataclass
from typing import Optional


@dataclass
class ModelArgs:
    dim: int = 16
    n_layers: int = 1
    n_heads: int = 4
    n_kv_heads: Optional[int] = 2
    vocab_size: int = -1
    multiple_of: int = 8
    norm_eps: float = 1e-5
    max_seq_len: int = 8


class RMSNorm(nn.Module):
    def __init__(self, dim, eps):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


def precompute(dim, end, theta=10000.0):
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    freqs = torch.outer(torch.arange(end).float(), freqs)
    return torch.cos(freqs), torch.sin(freqs)


def rotary(x, cos, sin):
    r, i = x.float().reshape(x.shape[:-1] + (-1, 2)).unbind(-1)
    cos, sin = cos.view(1, cos.shape[0], 1, cos.shape[1]), sin.view(1, sin.shape[0], 1, sin.shape[1])
    return torch.stack([r * cos - i * sin, r * sin + i * cos], dim=-1).flatten(3)


def repeat_kv(x, n):
    b, s, h, d = x.shape
    return x if n == 1 else x[:, :, :, None, :].expand(b, s, h, n, d).reshape(b, s, h * n, d)


class Attention(nn.Module):
    def __init__(self, a):
        super().__init__()
        self.nh, self.nk = a.n_heads, a.n_kv_heads or a.n_heads
        self.hd = a.dim // a.n_heads
        self.wq = nn.Linear(a.dim, self.nh * self.hd, bias=False)
        self.wk = nn.Linear(a.dim, self.nk * self.hd, bias=False)
        self.wv = nn.Linear(a.dim, self.nk * self.hd, bias=False)
        self.wo = nn.Linear(self.nh * self.hd, a.dim, bias=False)

    def forward(self, x, cos, sin):
        b, s, _ = x.shape
        q = rotary(self.wq(x).view(b, s, self.nh, self.hd), cos, sin)
        k = rotary(self.wk(x).view(b, s, self.nk, self.hd), cos, sin)
        v = self.wv(x).view(b, s, self.nk, self.hd)
        k, v = repeat_kv(k, self.nh // self.nk), repeat_kv(v, self.nh // self.nk)
        q, k, v = (t.transpose(1, 2) for t in (q, k, v))
        scores = q @ k.transpose(2, 3) / math.sqrt(self.hd)
        scores = scores + torch.triu(torch.full((s, s), float("-inf")), diagonal=1)
        return self.wo((F.softmax(scores.float(), dim=-1) @ v).transpose(1, 2).contiguous().view(b, s, -1))


class FeedForward(nn.Module):
    def __init__(self, dim, multiple_of):
        super().__init__()
        hidden = multiple_of * ((int(2 * 4 * dim / 3) + multiple_of - 1) // multiple_of)
        self.w1, self.w2, self.w3 = nn.Linear(dim, hidden, bias=False), nn.Linear(hidden, dim, bias=False), nn.Linear(dim, hidden, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class Block(nn.Module):
    def __init__(self, a):
        super().__init__()
        self.attention, self.ff = Attention(a), FeedForward(a.dim, a.multiple_of)
        self.n1, self.n2 = RMSNorm(a.dim, a.norm_eps), RMSNorm(a.dim, a.norm_eps)

    def forward(self, x, cos, sin):
        h = x + self.attention(self.n1(x), cos, sin)
        return h + self.ff(self.n2(h))


torch.manual_seed(0)
args = ModelArgs()
print(args)
cos, sin = precompute(args.dim // args.n_heads, args.max_seq_len)
block = Block(args)
x = torch.randn(2, 5, args.dim)
with torch.inference_mode():
    y = block(x, cos[:5], sin[:5])
    y2 = block(x[:, :3], cos[:3], sin[:3])
print(block)
print(y.shape, y[0, 0], torch.allclose(y[:, :3], y2, atol=1e-5))
