import torch, torch.nn as nn
torch.manual_seed(0)
# activation statistics with depth, hooks, gains
def stats(init, act, depth=6, width=32):
    x = torch.randn(64, width); out = []
    for _ in range(depth):
        w = torch.empty(width, width); init(w); x = act(x @ w.t()); out.append((x.mean().item(), x.std().item()))
    return out
for name, init in [('normal1', lambda w: nn.init.normal_(w)), ('small', lambda w: nn.init.normal_(w, std=.01)), ('xavier', nn.init.xavier_normal_), ('kaiming', lambda w: nn.init.kaiming_normal_(w, nonlinearity='relu'))]:
    for an, act in [('tanh', torch.tanh), ('relu', torch.relu)]:
        print(f"{name:>8} {an}", ' '.join(f'{m:+.2e}/{s:.2e}' for m, s in stats(init, act)))
class Probe:
    def __init__(self, m): self.rows = []; self.handles = [c.register_forward_hook(self.take) for c in m.modules() if not list(c.children())]
    def take(self, mod, inp, out): self.rows.append((type(mod).__name__, tuple(out.shape), out.mean().item(), out.std().item()))
    def close(self):
        for h in self.handles: h.remove()
net = nn.Sequential(nn.Linear(8, 16), nn.LayerNorm(16), nn.ReLU(), nn.Sequential(nn.Linear(16, 16), nn.Tanh()), nn.Linear(16, 2))
p = Probe(net); net(torch.randn(5, 8)); p.close(); net(torch.randn(5, 8))
for r in p.rows: print('%-10s %-10s %+.4f %.4f' % r)
print(len(p.rows), torch.cuda.is_available(), next(net.parameters()).dtype)
hist = torch.histc(torch.randn(1000), bins=10, min=-3, max=3); [print(f'{lo:+.1f} {"#" * int(c / 8)}') for lo, c in zip(torch.linspace(-3, 2.4, 10), hist)]
saved = {n: p.clone() for n, p in net.named_parameters()}; net.apply(lambda m: nn.init.ones_(m.weight) if hasattr(m, 'weight') else None); print([(n, (p - saved[n]).abs().sum().item() > 0) for n, p in net.named_parameters()])
for i, (n, c) in enumerate(net.named_children()): print(i, n, c.__class__.__name__, sum(q.numel() for q in c.parameters()))
frozen = [n for n, q in net.named_parameters() if n.startswith('0')]; 
for n, q in net.named_parameters(): q.requires_grad_(n not in frozen)
print(sum(q.numel() for q in net.parameters() if q.requires_grad), frozen, net[0].weight.requires_grad, net(torch.ones(1, 8)).requires_grad)
