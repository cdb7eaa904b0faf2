# What nn.Module offers: parts, hooks, loading, copying, and how layers print.
import copy
import torch
from torch import nn, Tensor
from collections import OrderedDict
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self, d: int = 4, n: int = 2) -> None:
        super().__init__()
        self.d = d
        self.fc = nn.Linear(d, d)
        self.blocks = nn.ModuleList(nn.Linear(d, d, bias=False) for _ in range(n))
        self.norms = nn.ModuleDict({'pre': nn.LayerNorm(d), 'post': nn.LayerNorm(d, eps=1e-6)})
        self.scale = nn.Parameter(torch.tensor(1.5))
        self.ps = nn.ParameterList([nn.Parameter(torch.zeros(2)), nn.Parameter(torch.ones(3, 2))])
        self.register_buffer('mask', torch.tril(torch.ones(3, 3)))
        self.register_buffer('tmp', torch.zeros(2), persistent=False)
        self.register_parameter('none', None)
        self.act = nn.GELU(); self.drop = nn.Dropout(0.2); self.emb = nn.Embedding(5, d, padding_idx=0)
        self.seq = nn.Sequential(OrderedDict([('lin', nn.Linear(d, 2)), ('relu', nn.ReLU())]))
    def forward(self, x: Tensor) -> Tensor:
        x = self.norms['pre'](self.fc(x))
        for b in self.blocks:
            x = x + self.act(b(x))
        return self.seq(self.norms['post'](x) * self.scale)
net = Net()
print(net)
print(net.scale, net.none, net.ps)
for n, p in net.named_parameters():
    print(n, tuple(p.shape), p.requires_grad)
print(list(net.state_dict().keys()))
print([n for n, _ in net.named_buffers()], [n for n, _ in net.named_children()])
print([n for n, m in net.named_modules()], len(list(net.modules())))
print(sum(p.numel() for p in net.parameters()), sum(p.numel() for p in net.parameters() if p.requires_grad))
net.eval(); print(net.training, net.drop.training, all(not m.training for m in net.modules())); net.train(); print(net.drop.training)
x = torch.randn(2, 4)
print(net(x))
net2 = copy.deepcopy(net)
print(torch.equal(net(x), net2(x)), net2.fc.weight is net.fc.weight, net2.fc.weight.data_ptr() == net.fc.weight.data_ptr())
with torch.no_grad():
    net2.fc.weight.zero_(); net2.fc.bias.fill_(1.0); net2.scale.mul_(2)
print(net2.fc.weight.sum(), net2.scale, net.scale)
print(net2.load_state_dict(net.state_dict()), torch.equal(net(x), net2(x)))
sd = net.state_dict(); print(type(sd).__name__, sd['scale'], sd['norms.pre.weight'], sd['mask'].shape)
try:
    net.load_state_dict({'a': torch.ones(1)})
except RuntimeError as e:
    print(str(e)[:80])
print(net.load_state_dict({'scale': torch.tensor(2.0)}, strict=False).missing_keys[:3], net.scale)
for p in net.parameters():
    p.requires_grad = False
print(net(x).requires_grad, any(p.requires_grad for p in net.parameters())); net.requires_grad_(True)
def init(m):
    if isinstance(m, nn.Linear):
        nn.init.xavier_uniform_(m.weight)
        if m.bias is not None:
            nn.init.constant_(m.bias, 0.01)
        print('init', m)
net.apply(init)
print(net.fc.weight[0], net.fc.bias)
print(net.get_parameter('fc.bias') is net.fc.bias, net.get_submodule('norms.pre'), isinstance(net.fc, nn.Module))
print(hasattr(net, 'fc'), getattr(net, 'd'), net._get_name(), type(net).__name__, net.__class__.__name__)
del net.act; print('act' in dict(net.named_children())); net.add_module('extra', nn.Tanh()); print(net.extra)
acts = {}
def hook(name):
    def f(module, inp, out):
        acts[name] = out.detach().mean().item(); print(name, inp[0].shape, out.shape)
    return f
m = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 1))
hs = [l.register_forward_hook(hook(str(i))) for i, l in enumerate(m)]
m(x); [h.remove() for h in hs]; m(x); print({k: round(v, 4) for k, v in acts.items()})
h = m.register_forward_pre_hook(lambda mod, inp: (inp[0] * 2,)); a = m(x); h.remove(); print(torch.allclose(a, m(x * 2)))
print(m[0], m[-1].out_features, m[:2], len(m), list(m.children())[1]); m[1] = nn.GELU(); m.append(nn.Identity()); print(m)
print(nn.Linear(2, 2).to(torch.float64).weight.dtype, nn.Linear(2, 2).double()(torch.ones(1, 2).double()).dtype, next(m.parameters()).device, nn.Linear(2, 2).float().weight.dtype)
print(nn.ModuleList([nn.ReLU(), nn.ReLU(), nn.Linear(1, 1), nn.Linear(1, 1)]))
print(nn.Sequential(), nn.ModuleList(), nn.ModuleDict(), nn.Sequential(nn.Sequential(nn.ReLU())), nn.Linear(3, 4, bias=False), nn.Identity(), nn.Flatten(), nn.Softmax(dim=-1), nn.LeakyReLU(0.2), nn.PReLU(), nn.ELU(), nn.SiLU(), nn.Hardtanh(), nn.Sigmoid(), nn.LogSoftmax(dim=1), nn.CrossEntropyLoss(), nn.MSELoss(), nn.Softplus(), nn.AdaptiveAvgPool2d((1, 1)), nn.Unflatten(1, (2, 2)), nn.CosineSimilarity(dim=1), nn.GLU(), nn.Softmin(dim=0), nn.Tanhshrink(), nn.Hardswish(), nn.ReLU6(), nn.SELU(), nn.CELU(), nn.Unfold(2), nn.KLDivLoss(), nn.BCELoss(), nn.Mish(), nn.LogSigmoid(), nn.Softsign(), nn.GELU('tanh'), nn.ReLU(inplace=True), nn.Dropout(0.1, inplace=True), nn.Hardsigmoid(), nn.PairwiseDistance(), nn.L1Loss(), nn.InstanceNorm1d(3), sep='\n')
