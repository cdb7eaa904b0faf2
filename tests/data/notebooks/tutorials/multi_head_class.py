import torch
import torch.nn as nn
from typing import Optional, Tuple


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, bias: bool = False) -> None:
        super().__init__()
        if d_model % num_heads != 0:
            raise ValueError(f"d_model ({d_model}) must be divisible by num_heads ({num_heads})")
        self.h, self.d_k = num_heads, d_model // num_heads
        self.q_proj = nn.Linear(d_model, d_model, bias=bias)
        self.k_proj = nn.Linear(d_model, d_model, bias=bias)
        self.v_proj = nn.Linear(d_model, d_model, bias=bias)
        self.out = nn.Linear(d_model, d_model)
        self.attn: Optional[torch.Tensor] = None

    def split(self, x: torch.Tensor) -> torch.Tensor:
        b, t, c = x.shape
        return x.view(b, t, self.h, self.d_k).transpose(1, 2)

    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor]:
        q, k, v = (self.split(p(x)) for p in (self.q_proj, self.k_proj, self.v_proj))
        s = q @ k.mT / self.d_k ** 0.5
        if mask is not None:
            s = s.masked_fill(~mask, float("-inf"))
        self.attn = s.softmax(dim=-1)
        y = (self.attn @ v).transpose(1, 2).contiguous().view(*x.shape)
        return self.out(y), self.attn


torch.manual_seed(7)
mha = MultiHeadAttention(12, 3)
print(mha)
x = torch.randn(2, 4, 12)
causal = torch.ones(4, 4).tril().bool()
y, a = mha(x, causal)
print(y.shape, a.shape)
print(y[0, :2])
print(a[1, 2])
print("total params:", f"{sum(p.numel() for p in mha.parameters()):,}")
try:
    MultiHeadAttention(10, 3)
except ValueError as e:
    print("ValueError:", e)
