import torch, torch.nn as nn, torch.nn.functional as F, math
from dataclasses import dataclass
@dataclass
class Config:
    n_embd: int = 32
    n_head: int = 4
    block_size: int = 8
    dropout: float = 0.0
    bias: bool = True
class CausalSelfAttention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c_attn = nn.Linear(c.n_embd, 3 * c.n_embd, bias=c.bias)
        self.c_proj = nn.Linear(c.n_embd, c.n_embd, bias=c.bias)
        self.n_head, self.n_embd = c.n_head, c.n_embd
        self.register_buffer("bias", torch.tril(torch.ones(c.block_size, c.block_size)).view(1, 1, c.block_size, c.block_size))
        self.drop = nn.Dropout(c.dropout)
    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float('-inf'))
        att = self.drop(F.softmax(att, dim=-1))
        return self.c_proj((att @ v).transpose(1, 2).contiguous().view(B, T, C))
class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.ln_1 = nn.LayerNorm(c.n_embd)
        self.attn = CausalSelfAttention(c)
        self.ln_2 = nn.LayerNorm(c.n_embd)
        self.mlp = nn.ModuleDict(dict(c_fc=nn.Linear(c.n_embd, 4 * c.n_embd), act=nn.GELU(approximate='tanh'), c_proj=nn.Linear(4 * c.n_embd, c.n_embd), dropout=nn.Dropout(c.dropout)))
    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        m = self.mlp
        return x + m.dropout(m.c_proj(m.act(m.c_fc(self.ln_2(x)))))
torch.manual_seed(1337)
block = Block(Config())
x = torch.randn(2, 8, 32)
y = block(x)
print(y.shape, y.mean().item(), y.std().item())
print(y[0, 0, :6])
bb = Block(Config())
bb.load_state_dict(block.state_dict())
bb = bb.to(torch.bfloat16)
yb = bb(x.to(torch.bfloat16))
print(yb.dtype, yb[0, 0, :4].shape)
print((yb.float() - y).abs().max() < 0.1)
print(bb.ln_1(x.bfloat16())[0, 0])
print(bb)
print(next(bb.parameters()).dtype, [n for n, b in bb.named_buffers()], bb.attn.bias.dtype)
