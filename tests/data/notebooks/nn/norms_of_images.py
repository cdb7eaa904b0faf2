import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
# Group/Instance/Layer/Batch on images
x = torch.randn(2, 4, 3, 3)
def manual_bn(x, eps=1e-5): m = x.mean((0, 2, 3), keepdim=True); v = x.var((0, 2, 3), unbiased=False, keepdim=True); return (x - m) / (v + eps).sqrt()
def manual_ln(x, eps=1e-5): m = x.mean((1, 2, 3), keepdim=True); v = x.var((1, 2, 3), unbiased=False, keepdim=True); return (x - m) / (v + eps).sqrt()
def manual_in(x, eps=1e-5): m = x.mean((2, 3), keepdim=True); v = x.var((2, 3), unbiased=False, keepdim=True); return (x - m) / (v + eps).sqrt()
def manual_gn(x, g, eps=1e-5): n, c, h, w = x.shape; y = x.view(n, g, -1); y = (y - y.mean(-1, keepdim=True)) / (y.var(-1, unbiased=False, keepdim=True) + eps).sqrt(); return y.view(n, c, h, w)
for name, a, b in [('batch', nn.BatchNorm2d(4)(x), manual_bn(x)), ('layer', nn.LayerNorm([4, 3, 3])(x), manual_ln(x)), ('instance', nn.InstanceNorm2d(4)(x), manual_in(x)), ('group', nn.GroupNorm(2, 4)(x), manual_gn(x, 2))]:
    print(f'{name:>10} max diff {(a - b).abs().max().item():.1e} allclose {torch.allclose(a, b, atol=1e-6)} mean {a.mean().item():+.4f} std {a.std().item():.4f}')
    print(a[0, 0])
print(nn.GroupNorm(4, 4)(x)[0, 0] - nn.InstanceNorm2d(4)(x)[0, 0] < 1e-6, nn.GroupNorm(1, 4)(x)[1, 1])
print(nn.InstanceNorm1d(3, affine=True, track_running_stats=True), nn.SyncBatchNorm if False else '', nn.LocalResponseNorm if False else '')
inn = nn.InstanceNorm2d(4, track_running_stats=True); inn(x); print(inn.running_mean, inn.running_var); inn.eval(); print(inn(x)[0, 0])
ema = torch.zeros(4); bn = nn.BatchNorm2d(4, momentum=0.3)
for step in range(4):
    xb = torch.randn(8, 4, 2, 2) * (step + 1) + step; bn(xb); ema = 0.7 * ema + 0.3 * xb.mean((0, 2, 3)); print(step, bn.running_mean, torch.allclose(ema, bn.running_mean, atol=1e-6), bn.running_var)
bn.eval(); y = bn(x); w = bn.weight / (bn.running_var + bn.eps).sqrt(); b = bn.bias - bn.running_mean * w; print(torch.allclose(y, x * w.view(1, -1, 1, 1) + b.view(1, -1, 1, 1), atol=1e-6), y[0, 0])
ws = nn.Linear(4, 3).weight; std_w = (ws - ws.mean(1, keepdim=True)) / (ws.std(1, keepdim=True) + 1e-5); print(std_w, std_w.mean(1), std_w.std(1))
class AdaIN(nn.Module):
    def forward(self, c, s, eps=1e-5):
        cm, cs = c.mean((2, 3), keepdim=True), c.std((2, 3), keepdim=True) + eps; sm, ss = s.mean((2, 3), keepdim=True), s.std((2, 3), keepdim=True) + eps
        return ss * (c - cm) / cs + sm
print(AdaIN()(x, x * 2 + 1)[0, 0], F.normalize(x.flatten(1), dim=1).norm(dim=1), F.layer_norm(x, x.shape[1:])[0, 0, 0], F.batch_norm(x, torch.zeros(4), torch.ones(4))[0, 0, 0])
class PowerNorm(nn.Module):
    def __init__(self, p=2.): super().__init__(); self.p = p
    def forward(self, x): return x / x.abs().pow(self.p).mean(-1, keepdim=True).pow(1 / self.p).clamp_min(1e-6)
class ScaleNorm(nn.Module):
    def __init__(self, d): super().__init__(); self.g = nn.Parameter(torch.tensor(d ** .5))
    def forward(self, x): return self.g * x / x.norm(dim=-1, keepdim=True).clamp(min=1e-5)
print(PowerNorm()(x[0, 0]), ScaleNorm(3)(x[0, 0]), ScaleNorm(3), PowerNorm(4.)(x[0, 0]))
class Dyt(nn.Module):
    def __init__(self, c, a=.5): super().__init__(); self.alpha = nn.Parameter(torch.ones(1) * a); self.w, self.b = nn.Parameter(torch.ones(c)), nn.Parameter(torch.zeros(c))
    def forward(self, x): return torch.tanh(self.alpha * x) * self.w + self.b
print(Dyt(3)(x[0, 0]), [n for n, _ in Dyt(3).named_parameters()])
