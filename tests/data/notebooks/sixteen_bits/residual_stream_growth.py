import torch, torch.nn as nn
torch.manual_seed(0)
x = torch.randn(4, 64)
for name, norm in (('none', nn.Identity()), ('post', nn.LayerNorm(64)), ('bf16', nn.LayerNorm(64).bfloat16())):
    h = x.bfloat16() if name == 'bf16' else x
    for i in range(6):
        w = torch.randn(64, 64) / 8
        h = norm(h + (h.float() @ w).to(h.dtype))
        print(name, i, h.dtype, f"{h.float().std().item():.4f} {h.float().mean().item():+.4f}")
class PreNorm(nn.Module):
    def __init__(self, d, fn): super().__init__(); self.norm = nn.LayerNorm(d); self.fn = fn
    def forward(self, x): return x + self.fn(self.norm(x))
net = nn.Sequential(*[PreNorm(64, nn.Linear(64, 64)) for _ in range(3)])
print(net(x).std())
hooks = [m.register_forward_hook(lambda m, i, o: print(type(m).__name__, o.std().item())) for m in net]
net(x)
for h in hooks: h.remove()
print(net.bfloat16()(x.bfloat16()).float().std() > 0)
print([tuple(p.shape) for p in net.parameters()][:4], sum(p.numel() for p in net.parameters()))
acc16, acc32 = torch.zeros(4, dtype=torch.bfloat16), torch.zeros(4)
for i in range(100): acc16 += 0.01; acc32 += 0.01
print(acc16, acc32)
