import torch


def precompute_freqs(dim, end, theta=10000.0):
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    t = torch.arange(end)
    freqs = torch.outer(t, freqs).float()
    return freqs.cos(), freqs.sin()


def rotate_half(x):
    x1, x2 = x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2:]
    return torch.cat((-x2, x1), dim=-1)


def apply_rotary(x, cos, sin):
    cos = torch.cat([cos, cos], dim=-1)
    sin = torch.cat([sin, sin], dim=-1)
    return x * cos + rotate_half(x) * sin


cos, sin = precompute_freqs(8, 6)
print(cos)
print(sin)
torch.manual_seed(5)
q, k = torch.randn(6, 8), torch.randn(6, 8)
qr, kr = apply_rotary(q, cos, sin), apply_rotary(k, cos, sin)
print(qr)
print("norm kept:", torch.allclose(q.norm(dim=-1), qr.norm(dim=-1)))
q0, k0 = torch.ones(6, 8), torch.ones(6, 8)
s = apply_rotary(q0, cos, sin) @ apply_rotary(k0, cos, sin).T
print(s)
print("relative:", [f"{s.diagonal(o).std(unbiased=False):.1e}" < "1e-05" for o in range(-2, 3)])
