import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
x = torch.randn(4, 32)
for dtype in (torch.float32, torch.bfloat16, torch.float64):
    xd = x.to(dtype)
    mean = xd.mean(-1, keepdim=True)
    var = xd.var(-1, keepdim=True, unbiased=False)
    y = (xd - mean) / torch.sqrt(var + 1e-5)
    ref = F.layer_norm(xd, (32,))
    print(dtype, y.dtype, (y - ref).abs().max().item(), ref.mean().item(), ref.std().item())
ln = nn.LayerNorm(32).to(torch.bfloat16)
print(ln.weight.dtype, ln)
print(ln(x.bfloat16())[0])
try:
    nn.LayerNorm(32).half()(x.half())
except RuntimeError as e:
    print(e)
try:
    print(ln(x).dtype)
except RuntimeError as e:
    print(e)
