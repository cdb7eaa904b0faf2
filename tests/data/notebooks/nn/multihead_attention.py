# nn.MultiheadAttention with its masks, weights and layouts.
import torch
from torch import nn
torch.manual_seed(0)
mha = nn.MultiheadAttention(8, 2, batch_first=True)
print(mha)
print([(n, p.shape) for n, p in mha.named_parameters()])
x = torch.randn(2, 3, 8)
out, w = mha(x, x, x)
print(out, w)
mha2 = nn.MultiheadAttention(embed_dim=4, num_heads=1, bias=False, dropout=0.1)
mha2.eval()
q = torch.randn(3, 2, 4)
out, w = mha2(q, q, q, need_weights=False)
print(out, w)
mask = torch.triu(torch.ones(3, 3), diagonal=1).bool()
out, w = mha(x, x, x, attn_mask=mask)
print(out); print(w)
pad = torch.tensor([[False, False, True], [False, False, False]])
out, w = mha(x, x, x, key_padding_mask=pad, average_attn_weights=False)
print(w.shape, w, out[0])
fmask = torch.zeros(3, 3).masked_fill(mask, float("-inf"))
print(torch.allclose(mha(x, x, x, attn_mask=fmask)[0], mha(x, x, x, attn_mask=mask)[0]))
with torch.no_grad():
    out, w = mha(x, x, x)
    print(out, w)
mha.eval()
with torch.no_grad():
    print(mha(x, x, x)[0])
