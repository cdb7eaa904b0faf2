import torch
from torch import nn
torch.manual_seed(3)
B, T, C, H = 2, 4, 8, 2
x = torch.randn(B, T, C, dtype=torch.bfloat16)
qkv = nn.Linear(C, 3 * C, bias=False, dtype=torch.bfloat16)
q, k, v = qkv(x).reshape(B, T, 3, H, C // H).permute(2, 0, 3, 1, 4)
print(q.shape, q.dtype, q.is_contiguous(), q.stride())
a = (q @ k.transpose(-2, -1) * (C // H) ** -0.5).softmax(dim=-1)
print(a.dtype, a.shape, a.sum(-1)[0, 0])
o = (a @ v).transpose(1, 2).flatten(2)
print(o.shape, o.dtype)
m = torch.full((T, T), float('-inf'), dtype=torch.bfloat16).triu(1)
print(m)
print((q @ k.mT + m).softmax(-1)[0, 0])
print(torch.tril(torch.ones(3, 3, dtype=torch.half)), torch.triu(torch.ones(3, 3, dtype=torch.bfloat16), diagonal=1) * -1e4)
pad = torch.tensor([[1, 1, 0, 0], [1, 1, 1, 0]])
ext = (1.0 - pad[:, None, None, :].to(torch.bfloat16)) * torch.finfo(torch.bfloat16).min
print(ext)
print(((q @ k.mT) + ext).softmax(-1)[1, 0])
print(torch.einsum('bhtd,bhsd->bhts', q.float(), k.float()).shape, x.view(B, T, H, -1).transpose(1, 2)[0, 0, 0])
